/* SPDX-License-Identifier: MIT */
/* `cycletime run` and `cycletime time`: starts the command with the hooks and waits for it. */
#include "tools/command/child/child.h"
#include "tools/command/command.h"
#include "tools/command/ended/ended.h"
#include "tools/command/start/start.h"
#include "tools/command/system/system.h"
#include "launch/preload_list.h"
#include "unixlib/clocks/linux_clock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/wait.h>

struct launch {
    struct options options;
    struct program program;
    bool is_bare; /* the command line has no subcommand, so its first word may be a mistyped one */
    char *ack;    /* acknowledgement file, which the first program removes when it begins; NULL if none could be made */
    char *outer;  /* the same file of the `cycletime run` that started this command; NULL if there is none */
    char *path;   /* the file that Linux executes */
    char **words; /* the arguments of that file, its own name first */
};

/* Passes the program to Wine: by its Linux path if it has one, but Windows paths and plain names as they are; a script, as
   Linux does, behind its interpreter. */
static void give_to_wine(struct launch *launch)
{
    const struct program *program = &launch->program;
    char **words = launch->options.command;
    size_t i = program->interpreter_count;

    launch->path = wine_find();
    launch->path = debian_wine_loader(launch->path, program->image.machine);
    launch->words = wine_command(launch->path, (char *)program->for_wine, words + 1);
    while (i--) launch->words = wine_command(launch->path, (char *)program->interpreter_words[i], launch->words + 1);
}

/* For any_process: whether the process runs the services of the Wine prefix without cycletime, so that the programs that
   they start run without it, too. A tool of ours has started the services if these have its options (tool.c). */
static bool is_service_without_hooks(pid_t pid, const char *name, const struct stat *prefix)
{
    const char *environment;

    if (strcmp(name, "services.exe") != 0 || !process_has_prefix(pid, prefix)) return false;
    environment = process_environment(pid);
    if (!environment) return false;
    return !preload_list_has_library(environment_value(environment, "LD_PRELOAD"))
           || run_words_parse(environment_value(environment, "CYCLETIME_RUN")).flags == RUN_OFF;
}

static void prepare_launch(struct launch *launch, int *lock)
{
    const bool is_verbose = launch->options.flags & RUN_VERBOSE, is_quiet = launch->options.flags & RUN_QUIET;
    struct tree tree;

    tree_find_library(&tree);
    environment_name_library(&tree);
    wine_pass_on();
    launch->outer = hook_ack_of_outer();
    launch->ack = hook_ack_make(lock);
    if (!launch->ack && (is_verbose || (launch->program.is_for_wine && !is_quiet)))
        report_warning(
            "cannot make a temporary file, so it is unknown whether the first program gets correct times; make room "
            "in /dev/shm or /tmp");
    if (is_verbose && !(launch->options.flags & RUN_NO_CHILDREN) && any_process(is_service_without_hooks))
        report_warning(
            "Wine's services already run without cycletime, so the programs that they start do too; to include them, "
            "end Wine first: wineserver -k");
    if (launch->program.image.machine == PE_I386) launch->options.flags |= RUN_32_BIT;
    environment_set_options(&launch->options, launch->ack);
    guardian_mark_environment();
    if (!launch->program.is_for_wine && !wine_is_name(launch->path)) return;
    fill_standard_streams();
    prefix_make(launch->path, !is_quiet && isatty(STDERR_FILENO), is_quiet);
    desktop_await_end();
}

/* How cmd.exe, a program of Wine's own, ends with and without the preload library. */
enum wine_state {
    WINE_RUNS_HOOKED,
    WINE_RUNS_UNHOOKED, /* something removes the library from LD_PRELOAD, or the library cannot hook this Wine's programs */
    WINE_ENDS_HOOKED,   /* cmd.exe runs only without the library */
    WINE_RUNS_NOTHING
};

static enum wine_state try_wine(struct launch *launch)
{
    const struct options quietly = { .flags = RUN_QUIET };
    char *const words[] = { launch->path, "cmd.exe", "/c", "exit", NULL };
    int lock;
    char *ack = hook_ack_make(&lock);
    bool has_ended, has_begun;

    if (!ack) return WINE_RUNS_UNHOOKED;
    environment_set_options(&quietly, ack);
    has_ended = wine_succeeds(words, true);
    has_begun = hook_ack_has_come(ack);
    free(ack);
    if (has_ended || has_begun) return has_ended && has_begun ? WINE_RUNS_HOOKED : WINE_RUNS_UNHOOKED;
    preload_list_leave();
    return wine_succeeds(words, true) ? WINE_ENDS_HOOKED : WINE_RUNS_NOTHING;
}

/* The table and the picture are written whether the command succeeded or not. child_run has moved their files. */
static void report_times(const struct launch *launch)
{
    const struct options *options = &launch->options;
    const enum table_form form = options->json ? TABLE_JSON : options->all ? TABLE_OF_ALL : TABLE;

    if (!options->time) return;
    if (!table_write(options->output ? STDOUT_FILENO : STDERR_FILENO, form))
        report_warning("cannot write the table to %s: %s", options->output ? options->output : "stderr", strerror(errno));
    if (options->svg && !lanes_write(STDIN_FILENO, options->command))
        report_warning("cannot write the picture to %s: %s", options->svg, strerror(errno));
}

/* The messages name all causes, since none of them leaves a trace that this process can read. In a sandbox with a /dev/shm
   of its own, programs get correct times, and report them only to each other. The first process of a container hides the
   exits of the others. The outer command does not report a program again. An empty table needs a reason; JSON has none. */
static void report_absence(const struct launch *launch)
{
    const struct options *options = &launch->options;

    if (launch->options.flags & RUN_QUIET) return;
    if (reaper_highest_kind() != NO_USERS_PROGRAM) {
        report_warning(
            "no Windows program reported correct times: something removed cycletime from LD_PRELOAD, cycletime cannot be "
            "used with this Wine, a sandbox has a /dev/shm of its own, or something set CYCLETIME_RUN=off");
        hook_ack_report_to(launch->outer);
    } else if (launch->options.flags & RUN_VERBOSE) {
        report_warning(
            "no Windows program reported correct times, if one ran: a container may hide cycletime's folder or /dev/shm, "
            "Wine may have ended before its program began, or something set CYCLETIME_RUN=off");
    } else if (options->time && !options->json && !process_report_all().count) {
        report_warning("time: no Windows program was seen, so the table is empty. One in a sandbox with a /dev/shm of its "
                       "own is not seen");
    }
}

static int report_not_found(const struct launch *launch)
{
    const char *word = launch->program.word, *missing = "not found, neither as a program nor as a command of cycletime";
    char *like = subcommand_like(word);

    if (!launch->is_bare || windows_path_is(word)) report_warning("%s: not found", word);
    else if (like) report_warning("%s: %s. Did you mean: cycletime %s", word, missing, like);
    else report_warning("%s: %s. See: cycletime help", word, missing);
    free(like);
    return EXIT_NOT_FOUND;
}

/* Called if no program has reported its begin. If Wine did not run the program, reports why and returns the exit code, or
   ends this process with Wine's own. Returns 0 if Wine may have run it: a program that runs without cycletime reports no
   begin either, so its success is not doubted. But Wine 8 also ends with 0 if it cannot run a 32-bit program. A command of
   ours that Wine's command leads to has reported its own failure. */
static int report_no_begin(struct launch *launch, int status)
{
    const struct program *program = &launch->program;
    enum wine_state state;
    const char *obstacle;

    if (signals_asked_to_end() || (!program->is_for_wine && !wine_is_name(launch->path))) return 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILED) return 0;
    if (!status && program->image.machine != PE_I386) return 0;
    state = try_wine(launch);
    if (signals_asked_to_end()) return 0;
    switch (state) {
    case WINE_RUNS_HOOKED:
        if (!program->is_for_wine || !WIFEXITED(status) || program_is_wines(program)) return 0;
        if (!program->path) return report_not_found(launch);
        return report_error(EXIT_CANNOT_RUN, "%s: %s", program->word, program_refusal(program, launch->options.command));
    case WINE_ENDS_HOOKED:
        return report_error(EXIT_FAILED,
                            "%s: not run: with cycletime, the programs of this Wine end before they begin, even cmd.exe; "
                            "without cycletime they run. Please report this, and what `%s --version` prints",
                            program->word, launch->path);
    case WINE_RUNS_NOTHING:
        obstacle = wine_find_obstacle();
        if (obstacle) return report_error(EXIT_CANNOT_RUN, "Wine cannot start: %s", obstacle);
        if (!(launch->options.flags & RUN_QUIET))
            report_warning("%s: cannot run Wine's own cmd.exe either, with or without cycletime", launch->path);
        report_times(launch);
        child_end_as(status);
    default: return 0;
    }
}

/* Returns false, after a message, if PATH cannot be opened. PATH may be NULL; then there is no file. */
static bool open_result(const char *path, int *file)
{
    *file = path ? leave_standard_streams(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666)) : -1;
    return !path || *file >= 0 || report_error(false, "cannot open %s: %s", path, strerror(errno));
}

/* Containers can refuse system calls, without which the command runs all the same. Without --no-nt a program records its
   exit code whenever it ends itself (inject/preload/exit_status.c). */
static int execute_launch(struct launch *launch)
{
    const bool is_quiet = launch->options.flags & RUN_QUIET;
    const char *word = launch->program.word, *refused;
    struct stat output, picture, folder;
    struct kept_files files;
    const bool is_of_wine = launch->program.is_for_wine || wine_is_name(launch->path);
    bool has_reported, has_begun;
    int status, error, result;

    if (!open_result(launch->options.svg, &files.picture)) return EXIT_FAILED;
    if (!open_result(launch->options.output, &files.output)) return EXIT_FAILED;
    if (!fstat(files.output, &output) && !fstat(files.picture, &picture) && S_ISREG(output.st_mode)
        && output.st_dev == picture.st_dev && output.st_ino == picture.st_ino)
        return report_error(EXIT_FAILED, "time: --output and --svg name the same file, %s", launch->options.output);
    prepare_launch(launch, &files.lock);
    /* Wine would open a folder in its Explorer. Only the prefix, which has been made, shows which programs Wine has. */
    if (!launch->program.path && !stat(word, &folder) && S_ISDIR(folder.st_mode) && !wine_may_find(word)) {
        hook_ack_has_come(launch->ack);
        return report_error(EXIT_CANNOT_RUN, "%s: is a directory", word);
    }
    refused = reaper_declare(launch->options.time ? launch->options.run : 0, is_of_wine ? NULL : launch->path);
    if (refused && !is_quiet)
        report_warning("Linux refuses %s (%s), so a process that Linux kills has only its last recorded times", refused,
                       strerror(errno));
    if (!is_quiet && !child_can_be_bound())
        report_warning("Linux refuses prctl(PR_SET_PDEATHSIG) (%s), so the command goes on if cycletime is killed",
                       strerror(errno));
    error = child_run(launch->path, launch->words, files, launch->ack, is_of_wine, &status);
    has_reported = hook_ack_has_come(launch->ack);
    has_begun = has_reported || reaper_highest_kind() == WITH_ENTRY;
    if (has_begun) hook_ack_report_to(launch->outer);
    if (error == ENOENT) return report_error(EXIT_NOT_FOUND, "%s: not found", launch->path); /* or a script's interpreter */
    if (error)
        return report_error(error == ENOMEM || error == EAGAIN ? EXIT_FAILED : EXIT_CANNOT_RUN, "%s: %s", launch->path,
                            strerror(error));
    /* The entry may be that of a 64-bit program in place of a 32-bit one. */
    if (launch->options.flags & RUN_32_BIT ? !has_reported : !has_begun) {
        result = report_no_begin(launch, status);
        if (result) return result;
    }
    report_times(launch);
    if (!(launch->options.flags & (RUN_QUIET | RUN_NO_NT)) && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE
        && reaper_lacks_code())
        report_warning("%s: it ended with an unknown exit code, so this command ends with 1", word);
    if (!has_begun && WIFEXITED(status)) report_absence(launch);
    prefix_await_registry();
    child_end_as(status);
}

/* If the user has named Wine's command, and by a link to this command, the link stands for the Wine that it finds. */
int run_command(const char *subcommand, char **arguments)
{
    struct launch launch = { .is_bare = !subcommand };
    char **words, *like;
    int status;

    if (launch.is_bare) subcommand = "run";
    status = arguments_read(subcommand, arguments, &launch.options);
    if (status) return status;
    if (launch.options.help) return print_help((char *[]){ launch.options.time ? "time" : "run", NULL });
    environment_flags(&launch.options.run); /* inside `cycletime time`, its list's number */
    if (launch.options.time && getrandom(&launch.options.run, sizeof launch.options.run, 0) < 0)
        launch.options.run = linux_date() * (uint64_t)getpid();
    words = launch.options.command;
    if (!*words || !**words)
        return report_error(EXIT_FAILED, "%s: no command given. See: cycletime help %s", subcommand, subcommand);
    status = program_find(*words, &launch.program);
    if (status) return status;
    launch.path = launch.program.path;
    launch.words = words;
    if (launch.is_bare && !launch.path) {
        /* No program of Wine's own has the name of a mistyped subcommand, so a prefix need not be made to find out. */
        like = subcommand_like(*words);
        if (like && !wine_may_find(*words)) return report_not_found(&launch);
        free(like);
    }
    if (launch.program.is_for_wine) {
        if (wine_is_this_process() && !launch.program.interpreter_count) {
            words[-1] = wine_find();
            return wine_execute(words - 1);
        }
        give_to_wine(&launch);
        if (wine_is_this_process()) return wine_execute(launch.words);
    } else if (wine_is_name(launch.path)) {
        if (wine_leads_back(launch.path)) words[0] = launch.path = wine_find();
        else wine_expect(launch.path);
    }
    return execute_launch(&launch);
}

int run_as_wine(char **words)
{
    struct launch launch = { .options = { .command = words + 1 } };
    const char *word = words[1];
    const bool is_no_program = !word || !*word || !strcmp(word, "--help") || !strcmp(word, "--version");

    launch.options.flags = environment_flags(&launch.options.run);
    if (is_no_program || launch.options.flags & RUN_OFF || wine_is_this_process()) {
        words[0] = wine_find();
        return wine_execute(words);
    }
    launch.program = program_of_wine(word);
    give_to_wine(&launch);
    return execute_launch(&launch);
}
