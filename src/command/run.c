/* SPDX-License-Identifier: MIT */
#include "run.h"
#include "child.h"
#include "complaint.h"
#include "first.h"
#include "help.h"
#include "options.h"
#include "preload.h"
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
    char *first;  /* NULL: no folder for it */
    char *path;   /* what Linux executes */
    char **words; /* with these */
};

/* Wine's own names are not Linux'. */
static bool give_to_wine(struct job *job)
{
    struct program *program = &job->program;
    char **words = job->options.command;

    if (!(job->path = wine_find())) return false;
    job->words =
        wine_words(job->path, program->path && !windows_path_is(program->word) ? program->path : *words, words + 1);
    if (!job->words) complain("%s", strerror(ENOMEM));
    return job->words;
}

static int prepare(struct job *job)
{
    static const char library[] = "preload/" MACHINE "/cycletime_preload.so",
                      dll[] = "wine/" MACHINE "-windows/cycletime.dll";
    struct tree tree;
    char *parts[] = { NULL, NULL };
    int status = tree_find(&tree);

    if (status) return status;
    if (!(parts[0] = tree_part(&tree, library)) || !(parts[1] = tree_part(&tree, dll))) status = EXIT_FAILED;
    free(parts[0]);
    free(parts[1]);
    if (!status) status = tree_link(&tree);
    if (!status) status = preload_name(&tree);
    if (status) return status;
    job->first = first_make();
    if (!job->first && (job->options.verbose || (job->program.is_for_wine && !job->options.quiet)))
        complain("no folder for a temporary file, so nobody tells whether the first program is given true times");
    if (job->options.verbose && !job->options.no_children && services_run_without_us())
        complain("Wine's services ran before, without cycletime, so what they start is not followed");
    return preload_tell(&job->options, job->first);
}

/* Whether a program that can do it grafts itself here: Wine's own of this machine's word size does. */
static bool works(struct job *job)
{
    const struct options quietly = { .quiet = true, .best_effort = true };
    char *const words[] = { job->path, "cmd.exe", "/c", "exit", NULL };
    char *first = first_make();
    const bool has_ended = first && !preload_tell(&quietly, first) && wine_does(words, true);
    const bool has_come = first && first_has_come(first);

    free(first);
    return has_ended && has_come;
}

/* Wine was to run it, ended with CODE, and no program came to be grafted: that is so too where something takes the library
   away. */
static bool did_not_begin(struct job *job, int code)
{
    const struct program *program = &job->program;

    if (!program->is_for_wine || child_was_asked_to_end()) return false;
    if (!code && program->image.machine != IMAGE_I386) return false;
    if (!program->path && program_is_wines(program)) return false;
    return works(job);
}

/* Whoever timed it is told, whatever became of it. */
static void tell_times(const struct job *job)
{
    const char *output = job->options.output;

    if (!job->options.time || table_write(output ? STDOUT_FILENO : STDERR_FILENO, job->options.json)) return;
    complain("%s: %s", output ? output : "the table", strerror(errno));
}

static void tell_absence(const struct job *job)
{
    if (job->options.quiet) return;
    if (reaper_saw_program())
        complain("no Windows program was given true times: something took our library out of LD_PRELOAD, or ignored it");
    else if (job->options.verbose) /* a container's own first process hides who ended in there */
        complain("no Windows program was given true times, if one ran: a container may not have our library");
}

static int tell_failure(const struct job *job, int error)
{
    if (error == ENOENT) return fail(EXIT_NOT_FOUND, "%s: not found", job->path); /* or what its first line names */
    return fail(error == ENOMEM || error == EAGAIN ? EXIT_FAILED : EXIT_CANNOT_RUN, "%s: %s", job->path, strerror(error));
}

static int launch(struct job *job)
{
    const struct program *program = &job->program;
    const char *output = job->options.output;
    const int file = output ? open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    int status, error;
    bool has_come;

    if (output && file < 0) return fail(EXIT_FAILED, "%s: %s", output, strerror(errno));
    if ((status = prepare(job))) return status;
    ran_begin(job->options.time ? job->options.run : 0);
    error = child_run(job->path, job->words, file, &status);
    has_come = first_has_come(job->first);
    if (error) return tell_failure(job, error);
    if (!has_come && WIFEXITED(status) && did_not_begin(job, WEXITSTATUS(status)))
        return fail(program->path ? EXIT_CANNOT_RUN : EXIT_NOT_FOUND, "%s: %s", program->word, program_refusal(program));
    tell_times(job);
    if (!has_come && WIFEXITED(status)) tell_absence(job);
    child_end_as(status);
}

/* The list's, where this command is one of those that `cycletime time` runs; a new one. */
static int number_list(struct options *options)
{
    const char *words = getenv("CYCLETIME_RUN"), *number = words ? strstr(words, "time=") : NULL;

    if (!options->time) options->run = number ? strtoull(number + 5, NULL, 10) : 0;
    else if (getrandom(&options->run, sizeof options->run, 0) < 0) return fail(EXIT_FAILED, "%s", strerror(errno));
    return 0;
}

int run(const char *subcommand, char **arguments)
{
    struct job job = { .path = NULL };
    int status = options_read(subcommand, arguments, &job.options);

    if (status) return status;
    if (job.options.help) return help((char *[]){ job.options.time ? "time" : "run", NULL });
    if ((status = number_list(&job.options))) return status;
    if (!*job.options.command || !**job.options.command)
        return fail(EXIT_FAILED, "%s: which command? See: cycletime help %s", subcommand, subcommand);
    if ((status = program_find(*job.options.command, &job.program))) return status;
    job.path = job.program.path;
    job.words = job.options.command;
    if (job.program.is_for_wine && !give_to_wine(&job)) return EXIT_FAILED;
    return launch(&job);
}
