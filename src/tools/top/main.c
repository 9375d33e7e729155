/* SPDX-License-Identifier: MIT */
/* The viewer's entry point. */
#include "tools/top/screen.h"

#include <locale.h>

enum { EXIT_WELL, EXIT_WRONG, EXIT_USAGE = 125 }; /* as of the command */

static const char help[] =
    "usage: cycletime top [OPTIONS]\n"
    "\n"
    "Shows what each processor does and which Windows programs of this Wine prefix, and which of their threads,\n"
    "use the most cycles: on the screen, until q is pressed, or in lines for each interval if the output is no terminal.\n"
    "\n"
#include "options/top.inc"
    "\n"
    "Keys: q quit, ? or h help, space pause, t processes or threads, T tree or list, l command lines (shown from the "
    "start\n"
    "if there are 120 columns), up, down and page keys move the cursor, right and left show and hide the threads of the\n"
    "process at the cursor; sort by c cycles, u user, k kernel, m memory, i id, n name. / and letters: only processes "
    "with\n"
    "these letters, Enter keeps the filter, Esc clears it. The interval after a pause includes the pause.\n"
    "\n"
    "Busy, idle, DPC and int. are percentages of all cycles that a processor's TSC counted in the interval. Idle, DPC\n"
    "and interrupt are as the system reports them; busy is the rest. C1 to C3 are percentages of time in idle states. A\n"
    "share is a percentage of the cycles of all processors together. Unknown values are \"-\"; in JSON null, in CSV\n"
    "empty. A figure with a \"~\" moves in steps of 10 ms (on Windows 15.6 ms), as without cycletime; so do user and\n"
    "kernel of its row. MiB is the memory of a process in RAM (its working set).\n"
    "\n"
    "In JSON and CSV, cycles and 100ns are those of the interval; total_cycles are those since the process or thread\n"
    "began; created is a date in 100 ns since 1601; seconds are since the first sample; exact is false (in CSV 0) where\n"
    "the screen shows a \"~\"; working_set is in bytes.\n"
    "\n"
    "A process that ended in an interval is not shown for it. A command line is the one in the process's memory. Jobs\n"
    "have numbers of the viewer's own, the same for all processes of a job; of nested jobs it is the innermost. Blank (0\n"
    "in JSON and CSV) is a process in no job, \"-\" a process whose job is unknown.\n"
    "\n"
    "Exit codes: 0 on success; 1 after a failure, with a line on stderr; 125 if an option is wrong.\n";

/* mingw's start code leaves wildcards in arguments alone. NOLINTNEXTLINE(bugprone-reserved-identifier) */
int _dowildcard = 0;

int wmain(int argc, WCHAR **argv)
{
    struct options options;
    const struct options_error error = read_top_options(argv + (argc > 0), &options);

    setlocale(LC_CTYPE, ""); /* for letters' case */
    if (error.what) {
        output_options_error(L"top", error);
        return EXIT_USAGE;
    }
    return (options.help ? output_write_string(L"top", help) : watch_usage(&options)) ? EXIT_WELL : EXIT_WRONG;
}
