/* SPDX-License-Identifier: MIT */
#include "help.h"
#include "complaint.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char usage[] = "usage: cycletime run [OPTIONS] [--] COMMAND...\n"
                            "       cycletime wrap [OPTIONS] [--] COMMAND...\n"
                            "       cycletime time [OPTIONS] [--json] [--output FILE] [--] COMMAND...\n"
                            "       cycletime status\n"
                            "       cycletime bench [--json] [--svg FILE]\n"
                            "       cycletime top [OPTIONS]\n"
                            "       cycletime counters [OPTIONS] COUNTER...\n"
                            "       cycletime help [COMMAND]\n"
                            "       cycletime version\n"
                            "\n";

/* The text of each subcommand begins with its name, at the start of a line. */
static const char subcommands[] =
    "run     runs a command, and every Windows program that descends from it gets true CPU times. The command is a\n"
    "        Windows program, by its Unix path, Windows path or name, which Wine runs; or whatever starts one: \"wine\n"
    "        start ...\", umu-run, a script, Steam's %command%. Arguments, standard streams and the exit code are the\n"
    "        command's own.\n"
    "        --no-children   the processes that the first program starts are left alone\n"
    "        --no-nt         calls into ntdll are left alone\n"
    "        --fast-clock    QueryPerformanceCounter and the precise date are read from the processor's counter, as\n"
    "                        long as Linux reads its own clocks by that\n"
    "        --best-effort   if the first program cannot be given true times, it runs all the same\n"
    "        --verbose       says on stderr which processes run without, and why, and where the counter is not\n"
    "                        trusted\n"
    "        --quiet         does not say on stderr that the Linux side is not there\n"
    "wrap    is another name of run.\n"
    "time    is run, and reports at the end what each Windows process used, those of Wine's own in one row, and the\n"
    "        sum: as a table on stderr. A process that still runs, or of which only what it published last is known,\n"
    "        is marked; an exit code that nobody knows is \"-\". Besides run's options it takes\n"
    "        --json         an object in place of the table\n"
    "        --output FILE  writes it there; nothing of it is on stderr then\n"
    "status  prints the version, which Wine this is, whether the Linux side is active, which length contract holds,\n"
    "        and which source answers each question in which steps.\n"
    "bench   measures what calls cost, beside the system's own, and what a measurement errs by; with --json, as\n"
    "        JSON; with --svg, also draws it into FILE.\n"
    "top     shows, until q is pressed, what the processors do and which processes and threads burn the most cycles;\n"
    "        \"cycletime top --help\" prints its options.\n"
    "counters prints the values of performance counters, a sample a second, as Windows' typeperf does; \"cycletime\n"
    "        counters --help\" prints its options.\n"
    "help    prints this, or what one COMMAND does.\n"
    "version prints the version, as --version does.\n";

static const char rest[] =
    "\n"
    "Exit codes: the command's, of which a Unix shell sees 8 bits, or the signal that ended it; 127 it is not there, 126\n"
    "it cannot run here, 125 cycletime itself failed. The last three come with a line on stderr. bench, top and counters\n"
    "end with 2 if an option is wrong.\n"
    "\n"
    "Environment: WINE names the wine command, WINEPREFIX and the like are Wine's own. CYCLETIME_HOST=0 (off, no) does\n"
    "without the Linux side, 1 (on, yes) with it as always; a directory in it, laid out like lib/wine of this tree, is\n"
    "where it is.\n";

static void print_all(FILE *out)
{
    fprintf(out, "%s%s%s", usage, subcommands, rest);
}

/* Prints the lines of one subcommand: the first begins with its name, the others with blanks. */
static int print_one(const char *name)
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
    return is_found ? 0 : fail(EXIT_FAILED, "help: unknown command %s. See: cycletime help", name);
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
