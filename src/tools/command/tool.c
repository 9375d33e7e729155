/* SPDX-License-Identifier: MIT */
/* Executes the package's Windows programs: the viewer, the counters, the benchmark. */
#include "tools/command/child/child.h"
#include "tools/command/command.h"
#include "tools/command/start/start.h"
#include "protocol/can_access.h"
#include "protocol/exit_status.h"
#include "launch/prefix.h"
#include "unixlib/shared_file/shared_folders.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/wait.h>

/* Returns the folder of the programs that run in the prefix, if the tree has it. Only Wine with a 32-bit half has prefixes
   for 32-bit programs alone. */
static const char *machine_of_tools(const struct tree *tree)
{
    char *folder = format_text("%s/wine/i386-windows", tree->library);
    const bool has_32 = !access(folder, F_OK);

    free(folder);
    return has_32 && prefix_is_32_bit() ? "i386" : MACHINE;
}

/* Warns if no drive of the prefix leads to FOLDER. The benchmark finds no library beside itself then. Wine: prefix. */
static void check_drives(const char *folder)
{
    char prefix[PREFIX_PATH], place[PATH_MAX], *drives, *link;
    bool is_found;
    size_t length;
    char letter;

    if (!prefix_path(prefix)) return;
    drives = format_text("%s/dosdevices", prefix);
    is_found = !can_access(drives, F_OK); /* there is no prefix, so Wine did not run */
    for (letter = 'a'; letter <= 'z' && !is_found; letter++) {
        link = format_text("%s/%c:", drives, letter);
        if (realpath(link, place)) {
            length = strcmp(place, "/") != 0 ? strlen(place) : 0;
            is_found = !strncmp(folder, place, length) && folder[length] == '/';
        }
        free(link);
    }
    if (!is_found)
        report_warning("%s: no drive of the Wine prefix leads there. This makes one: ln -s / %s/z:", folder, drives);
    free(drives);
}

/* Returns the command line that runs cycletime-NAME.exe of the tree under Wine, and names in the environment where Wine
   finds the unixlib. Makes the prefix if it is missing, as prefix_make does. If IS_QUIET, Wine's own lines, such as those
   about a missing display, are not shown. Wine: dll-path, debug-variable. */
static char **words_for(const char *name, char **arguments, bool is_quiet)
{
    const char *chosen = getenv("CYCLETIME_UNIXLIB"), *before = environment_text("WINEDLLPATH");
    const bool is_chosen = chosen && *chosen == '/';
    char *program, *path, *wine, *value;
    const char *machine;
    struct tree tree;

    if (is_quiet) environment_set_default("WINEDEBUG", "-all");
    tree_find(&tree);
    machine = machine_of_tools(&tree);
    program = format_text("wine/%s-windows/cycletime-%s.exe", machine, name);
    free(tree_part(&tree, program)); /* checked before the link, so that the message has the real path */
    tree_link(&tree);
    /* The program is not hooked, but bench measures the start of programs that are, and Wine's background programs leave
       this command's streams. */
    environment_name_library(&tree);
    if (!strcmp(name, "bench")) environment_set("CYCLETIME_RUN", "off");
    else environment_set_default("CYCLETIME_RUN", "off");
    path = tree_part(&tree, program);
    free(program);
    wine = debian_wine_loader(wine_find(), strcmp(machine, "i386") ? PE_AMD64 : PE_I386);
    /* First, since Wine puts a placeholder for each library of WINEDLLPATH into a prefix that it makes. */
    prefix_make(wine, !is_quiet || isatty(STDERR_FILENO), false);
    if (!is_chosen || !strchr(chosen, ':')) { /* WINEDLLPATH separates directories by colons */
        value = format_text("%s%s%s%s", is_chosen ? chosen : tree.library, is_chosen ? "" : "/wine", before ? ":" : "",
                            before ? before : "");
        environment_set("WINEDLLPATH", value);
        free(value);
    }
    if (!strcmp(name, "bench")) check_drives(tree.root);
    return wine_command(wine, path, arguments);
}

int tool_run(const char *name, char **arguments)
{
    char **words = words_for(name, arguments, true);

    prefix_await_registry();
    return wine_execute(words);
}

/* Returns what Wine wrote to FILE, in malloc's memory. */
static char *read_output(int file)
{
    const off_t size = lseek(file, 0, SEEK_END);
    char *text = size < 0 ? NULL : calloc((size_t)size + 1, 1);

    if (!text || pread(file, text, (size_t)size, 0) != size)
        exit(report_error(EXIT_FAILED, "status: cannot read Wine's output: %s", strerror(errno)));
    return text;
}

int tool_status(void)
{
    enum { ROOM = 1 << 16 };
    static char *arguments[] = { "--status", NULL };
    const bool is_shown = environment_text("WINEDEBUG");
    const char *answer, *messages, *obstacle;
    char **words = words_for("bench", arguments, false);
    const int out = leave_standard_streams(memfd_create("out", MFD_CLOEXEC));
    const int err = is_shown ? -1 : leave_standard_streams(memfd_create("err", MFD_CLOEXEC));
    bool is_answer, has_ended;
    int status, code;

    if (!file_limit_allows(ROOM))
        return report_error(EXIT_FAILED, "status: the limit on the size of files (ulimit -f) is too low for Wine's output");
    if (out < 0 || (err < 0 && !is_shown))
        return report_error(EXIT_FAILED, "status: cannot keep Wine's output: %s", strerror(errno));
    status = wine_run(words, out, err);
    prefix_await_registry();
    if (status < 0) return report_error(EXIT_FAILED, "cannot run %s: %s", words[0], strerror(errno));
    answer = read_output(out);
    messages = is_shown ? "" : read_output(err);
    is_answer = !strncmp(answer, "system ", strlen("system "));
    has_ended = WIFEXITED(status);
    code = has_ended ? WEXITSTATUS(status) : WTERMSIG(status);
    fputs(answer, stdout);
    if (is_answer && has_ended && code == STATUS_WORKS) return 0;
    if (fflush(stdout)) return EXIT_FAILED;
    if (is_answer && has_ended && code == STATUS_NO_LINUX_SIDE)
        return report_error(EXIT_FAILED, "status: the Linux side is not active, so times are only accurate to 10 ms");
    report_warning("status: %s gave no complete answer, and ended with %s %d%s", words[0],
                   has_ended ? "exit code" : "signal", code, *messages ? ". It printed:" : "");
    fputs(messages, stderr);
    obstacle = is_answer ? NULL : wine_find_obstacle();
    if (obstacle) report_warning("status: Wine cannot start: %s", obstacle);
    return EXIT_FAILED;
}

int tool_top(char **arguments)
{
    static const char *const without_screen[] = { "--once", "--json", "--csv", "--help" };
    bool is_view = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    char **words = words_for("top", arguments, true);
    unsigned i;
    int code;

    for (; *arguments; arguments++)
        for (i = 0; i < sizeof without_screen / sizeof *without_screen; i++)
            if (!strcmp(*arguments, without_screen[i])) is_view = false;
    code = viewer_run(words, is_view);
    prefix_await_registry();
    return code;
}
