/* SPDX-License-Identifier: MIT */
#include "options.h"
#include "../output.h"
#include "../say.h"
#include "watch.h"

#include <locale.h>
#include <windows.h>

enum { EXIT_WELL, EXIT_WRONG, EXIT_USAGE };

static const char help[] =
    "usage: cycletime top [OPTIONS]\n"
    "\n"
    "Shows what each processor does and which processes and threads burn the most cycles, on the screen until q is\n"
    "pressed; as lines, an interval at a time, where the output is no terminal.\n"
    "\n"
    "--interval SECONDS  between two samples, 0.05 to 3600; 1 if not given\n"
    "--count N           ends after N intervals\n"
    "--once              one interval, as lines\n"
    "--pid ID            only this process and its threads; ends when it ends\n"
    "--tree              processes below those that started them; with --pid that one's descendants too, until all ended\n"
    "--filter TEXT       only processes with TEXT in their name, or in what else is shown of their command line\n"
    "--json              an object for each interval, on a line of its own\n"
    "--csv               a line for each processor, process and thread, under one header\n"
    "--svg FILE          at the end, draws all intervals into FILE\n"
    "--help              prints this\n"
    "\n"
    "Keys: q quit, space pause, t processes or threads, T tree or list, l command lines (where there are 120 columns they\n"
    "are there), arrows and page keys scroll; sort by c cycles, u user, k kernel, i id, n name. / and letters: only what\n"
    "has them, Enter keeps that, Esc clears it. After a pause the next interval holds all that passed.\n"
    "\n"
    "A processor's cycles are all that its counter went on: idle, DPC and interrupt as the system reports them, and busy\n"
    "the rest. C1 to C3 are parts of its time. A share is of all processors' cycles together. What is not known is \"-\",\n"
    "null in JSON, empty in CSV. In both, cycles and 100ns are those of the interval, total_cycles since the begin of the\n"
    "process or thread; created is a date in 100 ns since 1601; seconds are since the first sample. A process that ended\n"
    "in an interval is not in it. A process's command line is as it stands in its memory. Jobs have numbers of the\n"
    "viewer's own, one for all processes of a job; blank, 0 in JSON and CSV, is a process in no job, \"-\" one whose job "
    "is\n"
    "not known. Of jobs within others it is the innermost.\n"
    "\n"
    "Exit codes: 0; 1 with a line on stderr for what went wrong; 2 for options that are.\n";

/* mingw's start code leaves wildcards in arguments alone. NOLINTNEXTLINE(bugprone-reserved-identifier) */
int _dowildcard = 0;

int wmain(int argc, WCHAR **argv)
{
    struct options options;
    const struct options_error error = options_read(argv + (argc > 0), &options);

    setlocale(LC_CTYPE, ""); /* for letters' case */
    if (error.what) {
        say_options_error(L"top", error);
        return EXIT_USAGE;
    }
    return (options.help ? output_write_string(L"top", help) : watch(&options)) ? EXIT_WELL : EXIT_WRONG;
}
