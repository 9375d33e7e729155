/* SPDX-License-Identifier: MIT */
#include "help.h"
#include "complaint.h"

#include <stdio.h>
#include <string.h>

static const char usage[] = "usage: cycletime run [OPTIONS] [--] COMMAND...\n"
                            "       cycletime wrap [OPTIONS] [--] COMMAND...\n"
                            "       cycletime time [OPTIONS] [--json] [--output FILE] [--] COMMAND...\n"
                            "       cycletime status\n"
                            "       cycletime bench [--json] [--svg FILE]\n"
                            "       cycletime top [OPTIONS]\n"
                            "       cycletime help [COMMAND]\n"
                            "       cycletime version\n"
                            "\n";

static const struct {
    const char *name, *text;
} subcommands[] = {
    { "run",
      "run     runs a command, and every Windows program that descends from it gets true CPU times. The command is a\n"
      "        Windows program, by its Unix path, Windows path or name, which Wine runs; or whatever starts one: \"wine\n"
      "        start ...\", umu-run, a script, Steam's %command%. Arguments, standard streams and the exit code are the\n"
      "        command's own.\n"
      "        --no-children   the processes that the first program starts are left alone\n"
      "        --no-nt         calls into ntdll are left alone\n"
      "        --fast-clock    QueryPerformanceCounter and the precise date are read from the processor's counter, as long "
      "as\n"
      "                        Linux reads its own clocks by that\n"
      "        --best-effort   if the first program cannot be given true times, it runs all the same\n"
      "        --verbose       says on stderr which processes run without, and why, and where the counter is not trusted\n"
      "        --quiet         does not say on stderr that the Linux side is not there\n" },
    { "wrap", "wrap    is another name of run.\n" },
    { "time", "time    is run, and tells at the end what each Windows process used, those of Wine's own in one row, and "
              "the sum: as a\n"
              "        table on stderr. A process that still runs, or of which only what it published last is known, is "
              "marked; an\n"
              "        exit code that nobody knows is \"-\". Besides run's options it takes\n"
              "        --json         an object in place of the table\n"
              "        --output FILE  writes it there; nothing of it is on stderr then\n" },
    { "status", "status  tells the version, which Wine this is, whether the Linux side is active, which length contract "
                "holds, and who\n"
                "        answers each question in which steps.\n" },
    { "bench", "bench   measures what calls cost, beside the system's own, and what a measurement errs by; with --json, as "
               "JSON; with\n"
               "        --svg, also draws it into FILE.\n" },
    { "top",
      "top     shows, until q is pressed, what the processors do and which processes and threads burn the most cycles; its "
      "options\n"
      "        are told by \"cycletime top --help\".\n" },
    { "help", "help    prints this, or what one COMMAND does.\n" },
    { "version", "version prints the version, as --version does.\n" },
};

static const char rest[] = "\n"
                           "Exit codes: the command's, of which a Unix shell sees 8 bits, or the signal that ended it; 127 "
                           "it is not there, 126 it\n"
                           "cannot run here, 125 cycletime itself failed. The last three come with a line on stderr. bench "
                           "and top end with 2 if an\n"
                           "option is wrong.\n"
                           "\n"
                           "Environment: WINE names the wine command, WINEPREFIX and the like are Wine's own. "
                           "CYCLETIME_HOST=0 (off, no) does without\n"
                           "the Linux side, 1 (on, yes) with it as always; a directory in it, laid out like lib/wine of "
                           "this tree, is where it is.\n";

enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

static void print_all(FILE *out)
{
    int i;

    fputs(usage, out);
    for (i = 0; i < SUBCOMMANDS; i++) fputs(subcommands[i].text, out);
    fputs(rest, out);
}

static int print_one(const char *name)
{
    int i;

    for (i = 0; i < SUBCOMMANDS; i++) {
        if (strcmp(subcommands[i].name, name) != 0) continue;
        fputs(subcommands[i].text, stdout);
        return 0;
    }
    fflush(stdout);
    return fail(EXIT_FAILED, "help: unknown command %s. See: cycletime help", name);
}

int help(char **names)
{
    int status = 0;

    if (!*names) print_all(stdout);
    for (; *names && !status; names++) status = print_one(*names);
    return status;
}

int help_for_nothing(void)
{
    print_all(stderr);
    return EXIT_FAILED;
}
