/* SPDX-License-Identifier: MIT */
#include "run.h"
#include "arguments.h"
#include "child.h"
#include "complaint.h"
#include "environment.h"
#include "first.h"
#include "help.h"
#include "program.h"
#include "ran.h"
#include "reaper.h"
#include "services.h"
#include "table.h"
#include "tree.h"
#include "windows_path.h"
#include "wine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

struct job {
    struct options options;
    struct program program;
    bool is_bare; /* the command line has no subcommand, so its first word may be a mistyped one */
    char *first;  /* the file that is removed when a program is grafted; NULL: there is no folder for it */
    char *path;   /* what Linux executes */
    char **words; /* with these */
};

/* The program is run by Wine, by the Linux path if it has one; a Windows path and a name stay as they are. */
static void give_to_wine(struct job *job)
{
    const struct program *program = &job->program;
    char **words = job->options.command;

    job->path = wine_find();
    job->words =
        wine_command(job->path, program->path && !windows_path_is(program->word) ? program->path : *words, words + 1);
}

static void prepare(struct job *job)
{
    const bool is_verbose = job->options.flags & RUN_VERBOSE, is_quiet = job->options.flags & RUN_QUIET;
    struct tree tree;

    tree_find(&tree);
    free(tree_part(&tree, "preload/" MACHINE "/cycletime_preload.so"));
    free(tree_part(&tree, "wine/" MACHINE "-windows/cycletime.dll"));
    tree_link(&tree);
    environment_name_library(&tree);
    job->first = first_make();
    if (!job->first && (is_verbose || (job->program.is_for_wine && !is_quiet)))
        complain("no folder for a temporary file, so it stays unknown whether the first program is given true times");
    if (is_verbose && !(job->options.flags & RUN_NO_CHILDREN) && services_run_without_us())
        complain("Wine's services ran before, without cycletime, so what they start is not followed");
    environment_set_options(&job->options, job->first);
}

/* Whether a program of Wine's own, of this machine's word size, grafts itself here. */
static bool works(struct job *job)
{
    const struct options quietly = { .flags = RUN_QUIET };
    char *const words[] = { job->path, "cmd.exe", "/c", "exit", NULL };
    char *first = first_make();
    bool has_ended, has_come;

    if (!first) return false;
    environment_set_options(&quietly, first);
    has_ended = wine_does(words, true);
    has_come = first_has_come(first);
    free(first);
    return has_ended && has_come;
}

/* Whether the program did not begin, where Wine was to run it, ended with CODE, and no program was grafted. No program is
   grafted either where something takes the library away: then one of Wine's own is not grafted, too. */
static bool did_not_begin(struct job *job, int code)
{
    const struct program *program = &job->program;

    if (!program->is_for_wine || child_was_asked_to_end()) return false;
    if (!code && program->image.machine != IMAGE_I386) return false;
    if (!program->path && program_is_wines(program)) return false;
    return works(job);
}

/* The list is written whatever became of the command. */
static void report_times(const struct job *job)
{
    const char *output = job->options.output;

    if (!job->options.time || table_write(output ? STDOUT_FILENO : STDERR_FILENO, job->options.json)) return;
    complain("%s: %s", output ? output : "the table", strerror(errno));
}

static void report_absence(const struct job *job)
{
    if (job->options.flags & RUN_QUIET) return;
    if (reaper_saw_program())
        complain("no Windows program was given true times: something took our library out of LD_PRELOAD, or ignored it");
    else if (job->options.flags & RUN_VERBOSE) /* a container's own first process hides who ended in there */
        complain("no Windows program was given true times, if one ran: a container may not have our library");
}

static int report_failure(const struct job *job, int error)
{
    if (error == ENOENT) return fail(EXIT_NOT_FOUND, "%s: not found", job->path); /* or what its first line names */
    return fail(error == ENOMEM || error == EAGAIN ? EXIT_FAILED : EXIT_CANNOT_RUN, "%s: %s", job->path, strerror(error));
}

/* Wine did not run the program, or did not find it. */
static int report_refusal(const struct job *job)
{
    const struct program *program = &job->program;

    if (program->path) return fail(EXIT_CANNOT_RUN, "%s: %s", program->word, program_refusal(program));
    return fail(EXIT_NOT_FOUND, "%s: not found%s", program->word,
                job->is_bare ? ", neither as a program nor as a command of cycletime. See: cycletime help" : "");
}

static int launch(struct job *job)
{
    const char *output = job->options.output;
    const int file = output ? open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    int status, error;
    bool has_come;

    if (output && file < 0) return fail(EXIT_FAILED, "%s: %s", output, strerror(errno));
    prepare(job);
    ran_begin(job->options.time ? job->options.run : 0);
    error = child_run(job->path, job->words, file, &status);
    has_come = first_has_come(job->first);
    if (error) return report_failure(job, error);
    if (!has_come && WIFEXITED(status) && did_not_begin(job, WEXITSTATUS(status))) return report_refusal(job);
    report_times(job);
    if (!has_come && WIFEXITED(status)) report_absence(job);
    child_end_as(status);
}

/* The number of the list: the one that this command was given, where a `cycletime time` runs it; else a new one. */
static int number_list(struct options *options)
{
    const char *words = getenv("CYCLETIME_RUN"), *number = words ? strstr(words, "time=") : NULL;

    if (!options->time) options->run = number ? strtoull(number + 5, NULL, 10) : 0;
    else if (getrandom(&options->run, sizeof options->run, 0) < 0) return fail(EXIT_FAILED, "%s", strerror(errno));
    return 0;
}

int run(const char *subcommand, char **arguments)
{
    struct job job = { .is_bare = !subcommand };
    int status;

    if (job.is_bare) subcommand = "run";
    if ((status = arguments_read(subcommand, arguments, &job.options))) return status;
    if (job.options.help) return help((char *[]){ job.options.time ? "time" : "run", NULL });
    if ((status = number_list(&job.options))) return status;
    if (!*job.options.command || !**job.options.command)
        return fail(EXIT_FAILED, "%s: which command? See: cycletime help %s", subcommand, subcommand);
    if ((status = program_find(*job.options.command, &job.program))) return status;
    job.path = job.program.path;
    job.words = job.options.command;
    if (job.program.is_for_wine) give_to_wine(&job);
    return launch(&job);
}
