/* SPDX-License-Identifier: MIT */
/* Performance counters, a sample a line, by the pdh.dll of this process after hooking. */
#include "cycletime.h"
#include "tools/counters/lists.h"
#include "tools/counters/options.h"
#include "tools/tools.h"

#include <pdhmsg.h>
#include <stdlib.h>
#include <wchar.h>

enum { EXIT_WELL, EXIT_WRONG, EXIT_USAGE = 125 }; /* as of the command */

static const char help[] =
    "usage: cycletime counters [--interval SECONDS] [--count N] COUNTER...\n"
    "       cycletime counters --list [OBJECT]\n"
    "\n"
    "Prints the values of performance counters as CSV, like Windows' command typeperf: a header, then a line for each\n"
    "sample, until Ctrl-C. The field of a counter without a value is blank.\n"
    "\n"
#include "options/counters.inc"
    "\n"
    "A counter is named by its path, like \"\\Processor(_Total)\\% Processor Time\", \"\\Process(game)\\Working Set\" or\n"
    "\"\\System\\Processes\", in capitals or small letters. A * in it matches all instances or counters that exist at the\n"
    "beginning. If several processes have the same name, the second is \"game#1\"; numbers shift when one of them ends.\n"
    "\n"
    "Exit codes: 0 on success; 1 after a failure, with a line on stderr; 125 if an option is wrong.\n";

static bool print_failure(const WCHAR *what, PDH_STATUS status)
{
    const WCHAR *words = NULL;

    switch ((DWORD)status) {
    case PDH_CSTATUS_NO_OBJECT:
    case PDH_CSTATUS_NO_COUNTER: words = L"there is no such counter. See: cycletime counters --list"; break;
    case PDH_CSTATUS_NO_INSTANCE: words = L"there is none now"; break;
    case PDH_CSTATUS_BAD_COUNTERNAME: words = L"that is no counter's path"; break;
    case PDH_NO_DATA: words = L"it has no value on this system"; break;
    case PDH_NOT_IMPLEMENTED: words = L"there is no such counter"; break;
    case PDH_MEMORY_ALLOCATION_FAILURE: words = L"not enough memory"; break;
    default: break;
    }
    if (words) write_message(L"counters: %ls: %ls", what, words);
    else write_message(L"counters: %ls: error 0x%08lx", what, (unsigned long)status);
    return false;
}

/* Adds all counters. A path with a * that matches nothing now is reported, and the others are added. */
static bool open_all(struct columns *columns, const struct options *options)
{
    PDH_STATUS status = PdhOpenQueryW(NULL, 0, &columns->query);
    size_t i;

    if (status != ERROR_SUCCESS) return print_failure(L"PdhOpenQuery", status);
    for (i = 0; i < options->name_count; i++) {
        status = columns_add(columns, options->names[i]);
        if (status != ERROR_SUCCESS) print_failure(options->names[i], status);
        if (status != ERROR_SUCCESS && status != (PDH_STATUS)PDH_CSTATUS_NO_INSTANCE) return false;
    }
    if (!columns->count) return false;
    status = PdhCollectQueryData(columns->query); /* a rate has no value before the second sample */
    return status == ERROR_SUCCESS || print_failure(options->names[0], status);
}

/* A sample that fails, as when all that it is of has ended, is a line of blanks. */
static bool print_samples(struct columns *columns, const struct options *options, HANDLE stop)
{
    const uint64_t interval = options->interval * 10000ull;
    struct text text = { 0 };
    uint64_t due = read_tool_clock();
    bool done;
    uint32_t i;

    columns_add_header(columns, &text);
    for (i = 0;; i++) {
        done = output_write(L"counters", &text);
        text_empty(&text);
        if (!done || (options->count && i == options->count)) break;
        if (i && read_tool_clock() > due + interval) due = read_tool_clock(); /* samples that were missed are skipped */
        due += interval;
        if (WaitForSingleObject(stop, milliseconds_until(due)) != WAIT_TIMEOUT) break;
        PdhCollectQueryData(columns->query);
        columns_add_row(columns, &text);
    }
    text_free(&text);
    return done;
}

static bool watch_counters(const struct options *options)
{
    struct columns columns = { 0 };
    HANDLE stop = listen_for_stop();
    bool done;

    if (!stop) {
        write_message(L"counters: cannot wait for Ctrl-C: %ls", find_error_text(GetLastError()));
        return false;
    }
    done = open_all(&columns, options) && print_samples(&columns, options, stop);
    PdhCloseQuery(columns.query);
    free(columns.list);
    return done;
}

static bool list_counters(const struct options *options)
{
    struct text text = { 0 };
    const WCHAR *object = options->name_count ? options->names[0] : NULL;
    const PDH_STATUS status = object ? list_add_object(&text, object, 0) : list_add_all(&text);
    bool done;

    if (object
        && (status == (PDH_STATUS)PDH_CSTATUS_NO_OBJECT || status == (PDH_STATUS)PDH_CSTATUS_NO_COUNTER
            || status == (PDH_STATUS)PDH_NOT_IMPLEMENTED)) {
        write_message(L"counters: %ls: there is no such object. See: cycletime counters --list", object);
        return false;
    }
    if (status != ERROR_SUCCESS) return print_failure(object ? object : L"--list", status);
    done = output_write(L"counters", &text);
    text_free(&text);
    return done;
}

/* mingw's start code leaves wildcards in arguments alone. NOLINTNEXTLINE(bugprone-reserved-identifier) */
int _dowildcard = 0;

int wmain(int argc, WCHAR **argv)
{
    const WCHAR **const names = calloc((size_t)argc + 1, sizeof *names);
    struct options_error error;
    struct options options;
    bool done;

    if (!names) return EXIT_WRONG;
    error = read_counters_options(argv + (argc > 0), names, &options);
    if (error.what) {
        print_options_error(L"counters", error);
        return EXIT_USAGE;
    }
    if (options.help) done = output_write_string(L"counters", help);
    else if (!CycletimeInstallHooks(0)) {
        write_message(L"counters: the functions of pdh.dll cannot be put in place: %ls", find_error_text(GetLastError()));
        done = false;
    } else done = options.list ? list_counters(&options) : watch_counters(&options);
    return done ? EXIT_WELL : EXIT_WRONG;
}
