/* SPDX-License-Identifier: MIT */
/* Prints the help. */
#include "tools/command/command.h"
#include "tools/command/start/start.h"

static const char usage[] =
#include "options/usage.inc"
    "\n"
    "\"cycletime COMMAND...\" is short for \"cycletime run COMMAND...\". If COMMAND has the name\n"
    "of a command below, write \"cycletime -- COMMAND...\".\n"
    "\n";

/* The text of each subcommand begins with its name, at the start of a line. */
static const char subcommands[] =
    "run     runs COMMAND, and gives every Windows program that it starts correct CPU times. COMMAND is a Windows\n"
    "        program (a Unix path, a Windows path or a name), which Wine runs, or any command that starts one:\n"
    "        \"wine start ...\", umu-run, a script, Steam's %command%. Arguments, standard streams and the exit code are\n"
    "        passed through unchanged. Below COMMAND, Linux programs execute Windows programs like Linux's own, as in\n"
    "        cycletime ctest or cycletime make check.\n"
#include "options/run.inc"
    "wrap    is another name for run.\n"
    "time    is like run, and at the end prints on stderr a table of what each Windows process used, Wine's own\n"
    "        processes in one row, and the sum. A process is marked if it is still running, or if only its last recorded\n"
    "        times are known. Unknown values are \"-\". Memory is the peak; in the sum, that of the largest process. "
    "Takes\n"
    "        the options of run, and:\n"
#include "options/time.inc"
    "env     prints the variables that give correct times to every Windows program that is started with them, for a\n"
    "        shell: eval \"$(cycletime env)\". Takes the options of run, and:\n"
#include "options/env.inc"
    "status  prints the version, which Wine is used, whether the Linux side is active (a small Linux library in the\n"
    "        program's process, which reads the kernel's CPU clocks), and which source answers each query, with what\n"
    "        precision.\n"
    "bench   measures what calls cost, next to the system's own, and how accurate a measurement is.\n"
#include "options/bench.inc"
    "top     shows what the processors do and which Windows programs of this Wine prefix, and which of their threads, use\n"
    "        the most cycles, until q is pressed; \"cycletime top --help\" prints its options.\n"
    "counters prints the values of Windows' performance counters once a second, as CSV; \"cycletime counters --help\"\n"
    "        prints its options.\n"
    "help    prints this text, or the part about one COMMAND; \"cycletime help runners\" prints lines for CMake, Meson, "
    "Cargo\n"
    "        and others, with the paths of this installation.\n"
    "version prints the version, as --version does.\n";

static const char rest[] =
    "\n"
    "Exit codes: run, wrap and time end with the exit code of COMMAND, of which a Unix shell sees 8 bits, or by the same\n"
    "signal. If they fail, they print a line on stderr and end with 127 if COMMAND was not found, 126 if it cannot run\n"
    "here, 125 for any other error. The other commands end with 125 if an option is wrong, and status also if the Linux\n"
    "side is missing.\n"
    "\n"
    "Environment: WINE is the Wine command to use; WINEPREFIX and other variables of Wine work as usual. "
    "CYCLETIME_UNIXLIB=0\n"
    "(or off, no) turns the Linux side off, 1 (on, yes) turns it on, which is the default; the name of a directory that\n"
    "has the files of cycletime's lib/wine is where the Linux side is. CYCLETIME_KEEP_SERVER is as --keep-server.\n";

/* Prints the lines of one subcommand. The first line begins with its name, the others with blanks. */
static int print_subcommand_help(const char *name)
{
    const size_t length = strlen(name);
    const char *line, *next;
    bool is_of_it = false, is_found = false;

    for (line = subcommands; *line; line = next) {
        next = strchr(line, '\n') + 1;
        if (*line != ' ') is_of_it = !strncmp(line, name, length) && line[length] == ' ';
        if (is_of_it) fwrite(line, 1, (size_t)(next - line), stdout);
        is_found |= is_of_it;
    }
    fflush(stdout);
    return is_found ? 0 : report_error(EXIT_FAILED, "help: unknown command %s. See: cycletime help", name);
}

static void print_path(const char *before, const char *root, const char *name, const char *after)
{
    char *path = format_text("%s/%s", root, name);

    fputs(before, stdout);
    print_quoted(path);
    fputs(after, stdout);
    free(path);
}

/* Prints shell lines by which build tools run the tests of a project. Meson, Cargo and Go find the command in PATH. */
static int print_runners(void)
{
    char *found = search_path("cycletime", NULL), *posix = search_path("x86_64-w64-mingw32-g++-posix", NULL);
    struct tree tree;

    tree_find(&tree);
    if (!found) print_path("export PATH=", tree.root, "bin", ":$PATH\n\n");
    free(found);
    print_path("# CMake\ncmake -B build --toolchain ", tree.root, DATA_DIRECTORY "/cycletime/x86_64-w64-mingw32.cmake",
               "\ncmake --build build\ncycletime ctest --test-dir build -j4\n\n");
    print_path("# Meson\nmeson setup build --cross-file ", tree.root,
               posix ? DATA_DIRECTORY "/meson/cross/cycletime-x86_64-posix"
                     : DATA_DIRECTORY "/meson/cross/cycletime-x86_64",
               "\nmeson test -C build\n\n");
    free(posix);
    print_path("# Cargo\ncargo --config ", tree.root, DATA_DIRECTORY "/cycletime/cargo.toml",
               " test --target x86_64-pc-windows-gnu\n\n");
    fputs("# Go\nGOOS=windows go test -exec cycletime ./...\n\n"
          "# Others, which start the programs themselves\ncycletime make check\n\n"
          "# For 32-bit programs, write i686 instead of x86_64, and GOARCH=386 before go.\n",
          stdout);
    return 0;
}

int print_help(char **names)
{
    int status = 0;

    if (!names) {
        fprintf(stderr, "%sSee: cycletime help\n", usage);
        return EXIT_FAILED;
    }
    if (!*names) printf("%s%s%s", usage, subcommands, rest);
    for (; *names && !status; names++)
        status = !strcmp(*names, "runners") ? print_runners() : print_subcommand_help(*names);
    return status;
}

/* Returns whether the words, of so many letters, differ in one letter, or in the order of two. */
static bool are_near(const char *one, size_t one_length, const char *other, size_t other_length)
{
    while (one_length && other_length && *one == *other) one++, other++, one_length--, other_length--;
    while (one_length && other_length && one[one_length - 1] == other[other_length - 1]) one_length--, other_length--;
    if (one_length == 2 && other_length == 2) return one[0] == other[1] && one[1] == other[0];
    return one_length < 2 && other_length < 2;
}

char *subcommand_like(const char *word)
{
    const size_t length = strlen(word);
    const char *line;
    size_t name;

    for (line = subcommands; *line; line = strchr(line, '\n') + 1) {
        if (*line == ' ') continue;
        name = strcspn(line, " ");
        if (are_near(word, length, line, name) || (length >= 3 && length < name && !strncmp(word, line, length)))
            return format_text("%.*s", (int)name, line);
    }
    return NULL;
}
