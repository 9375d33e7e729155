/* SPDX-License-Identifier: MIT */
/* Performance counters, a sample a line, by the pdh.dll of this process after hooking. */
#include "cycletime.h"
#include "tools/counters/options.h"

#include <pdh.h>
#include <pdhmsg.h>
#include <stdlib.h>

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
    if (words) output_write_message(L"counters: %ls: %ls", what, words);
    else output_write_message(L"counters: %ls: error 0x%08lx", what, (unsigned long)status);
    return false;
}

/* The counters of one query as columns of a table. */
struct columns {
    PDH_HQUERY query;
    struct column {
        PDH_HCOUNTER counter;
        WCHAR path[PDH_MAX_COUNTER_PATH];
    } * list;
    size_t count, room;
};

enum { ROOM = 4096, MOST = 1 << 24 }; /* characters */

/* Lists all paths that PATH, with a *, matches now; for NULL all objects. The list may grow between two calls, so the
   room for it is enlarged until the list fits. */
static PDH_STATUS list_read(const WCHAR *path, DWORD flags, WCHAR **list)
{
    PDH_STATUS status = PDH_MORE_DATA;
    DWORD room, length;

    *list = NULL;
    for (room = ROOM; status == (PDH_STATUS)PDH_MORE_DATA && room <= MOST; room *= 4) {
        free(*list);
        *list = calloc(room, sizeof **list);
        if (!*list) return PDH_MEMORY_ALLOCATION_FAILURE;
        length = room;
        if (path) status = PdhExpandWildCardPathW(NULL, path, *list, &length, flags);
        else status = PdhEnumObjectsW(NULL, NULL, *list, &length, PERF_DETAIL_WIZARD, FALSE);
    }
    if (status == ERROR_SUCCESS) return status;
    free(*list);
    *list = NULL;
    return status;
}

/* Adds a line for each path of OBJECT, without the machine's name, expanded by FLAGS as PdhExpandWildCardPath does. Some
   objects have no instances. */
static PDH_STATUS list_object(struct text *text, const WCHAR *object, DWORD flags)
{
    WCHAR path[PDH_MAX_COUNTER_PATH], *list;
    const WCHAR *each, *line;
    PDH_STATUS status;

    if (wcslen(object) + 8 > ARRAYSIZE(path)) return PDH_CSTATUS_NO_OBJECT;
    _snwprintf(path, ARRAYSIZE(path), L"\\%ls(*)\\*", object);
    status = list_read(path, flags, &list);
    if (status != ERROR_SUCCESS) {
        _snwprintf(path, ARRAYSIZE(path), L"\\%ls\\*", object);
        status = list_read(path, flags, &list);
    }
    if (status != ERROR_SUCCESS) return status;
    for (each = list; *each; each += wcslen(each) + 1) {
        line = each[0] == '\\' && each[1] == '\\' ? wcschr(each + 2, '\\') : each;
        if (!line) line = each;
        text_add_name(text, line, wcslen(line), TEXT_PLAIN);
        text_add(text, "\n");
    }
    free(list);
    return ERROR_SUCCESS;
}

/* The machine stands in every path, as in typeperf's. */
static PDH_STATUS add_column(struct columns *columns, const WCHAR *path)
{
    const size_t room = columns->count < columns->room ? columns->room : 2 * columns->room + 16;
    struct column *const larger = realloc(columns->list, room * sizeof *larger), *column;
    WCHAR machine[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD length = ARRAYSIZE(machine);
    PDH_STATUS status;

    if (!larger) return PDH_MEMORY_ALLOCATION_FAILURE;
    columns->list = larger;
    columns->room = room;
    column = &larger[columns->count];
    status = PdhAddCounterW(columns->query, path, 0, &column->counter);
    if (status != ERROR_SUCCESS) return status;
    if (path[1] == '\\' || !GetComputerNameW(machine, &length)) machine[0] = 0;
    _snwprintf(column->path, ARRAYSIZE(column->path) - 1, L"%ls%ls%ls", *machine ? L"\\\\" : L"", machine, path);
    column->path[ARRAYSIZE(column->path) - 1] = 0;
    columns->count++;
    return ERROR_SUCCESS;
}

/* Adds a counter, or for a path with a * each counter that it matches now; its first backslash may be missing. */
static PDH_STATUS add_counters(struct columns *columns, const WCHAR *path)
{
    WCHAR whole[PDH_MAX_COUNTER_PATH], *list;
    const WCHAR *each;
    PDH_STATUS status;

    if (wcslen(path) + 2 > ARRAYSIZE(whole)) return PDH_CSTATUS_BAD_COUNTERNAME;
    whole[0] = '\\';
    wcscpy(whole + (path[0] != '\\'), path);
    if (!wcschr(whole, '*')) return add_column(columns, whole);
    status = list_read(whole, 0, &list);
    if (status != ERROR_SUCCESS) return status;
    if (!*list) status = PDH_CSTATUS_NO_INSTANCE;
    for (each = list; *each && status == ERROR_SUCCESS; each += wcslen(each) + 1) status = add_column(columns, each);
    free(list);
    return status;
}

/* Adds all counters. A path with a * that matches nothing now is reported, and the others are added. */
static bool open_all(struct columns *columns, const struct options *options)
{
    PDH_STATUS status = PdhOpenQueryW(NULL, 0, &columns->query);
    size_t i;

    if (status != ERROR_SUCCESS) return print_failure(L"PdhOpenQuery", status);
    for (i = 0; i < options->name_count; i++) {
        status = add_counters(columns, options->names[i]);
        if (status != ERROR_SUCCESS) print_failure(options->names[i], status);
        if (status != ERROR_SUCCESS && status != (PDH_STATUS)PDH_CSTATUS_NO_INSTANCE) return false;
    }
    if (!columns->count) return false;
    status = PdhCollectQueryData(columns->query); /* a rate has no value before the second sample */
    return status == ERROR_SUCCESS || print_failure(options->names[0], status);
}

/* Adds a line with the local time. A percentage may be more than 100: a process may use several processors. */
static void add_sample(const struct columns *columns, struct text *text)
{
    const DWORD format = PDH_FMT_DOUBLE | PDH_FMT_NOCAP100;
    PDH_FMT_COUNTERVALUE value;
    SYSTEMTIME now;
    size_t i;

    GetLocalTime(&now);
    text_add(text, "\"%02u/%02u/%04u %02u:%02u:%02u.%03u\"", now.wMonth, now.wDay, now.wYear, now.wHour, now.wMinute,
             now.wSecond, now.wMilliseconds);
    for (i = 0; i < columns->count; i++) {
        if (PdhGetFormattedCounterValue(columns->list[i].counter, format, NULL, &value) == ERROR_SUCCESS)
            text_add(text, ",\"%.6f\"", value.doubleValue);
        else text_add(text, ",\" \"");
    }
    text_add(text, "\n");
}

/* Prints a header and samples as typeperf does. A sample that fails, as when all that it is of has ended, is a line of
   blanks. */
static bool print_samples(struct columns *columns, const struct options *options, HANDLE stop)
{
    const uint64_t interval = options->interval * 10000ull;
    struct text text = { 0 };
    uint64_t due = read_tool_clock();
    bool done;
    uint32_t i;

    text_add(&text, "\"(PDH-CSV 4.0)\"");
    for (i = 0; i < columns->count; i++) {
        text_add(&text, ",\"");
        text_add_name(&text, columns->list[i].path, wcslen(columns->list[i].path), TEXT_CSV);
        text_add(&text, "\"");
    }
    text_add(&text, "\n");
    for (i = 0;; i++) {
        done = output_write(L"counters", &text);
        text_empty(&text);
        if (!done || (options->count && i == options->count)) break;
        if (i && read_tool_clock() > due + interval) due = read_tool_clock(); /* samples that were missed are skipped */
        due += interval;
        if (WaitForSingleObject(stop, tool_milliseconds_until(due)) != WAIT_TIMEOUT) break;
        PdhCollectQueryData(columns->query);
        add_sample(columns, &text);
    }
    text_free(&text);
    return done;
}

static bool watch_counters(const struct options *options)
{
    struct columns columns = { 0 };
    HANDLE stop = tool_listen_for_stop();
    bool done;

    if (!stop) {
        output_write_message(L"counters: cannot wait for Ctrl-C: %ls", output_error_text(GetLastError()));
        return false;
    }
    done = open_all(&columns, options) && print_samples(&columns, options, stop);
    PdhCloseQuery(columns.query);
    free(columns.list);
    return done;
}

/* Prints the counters of one object with its instances, or of all objects, with a * for them. */
static bool list_counters(const struct options *options)
{
    struct text text = { 0 };
    const WCHAR *object = options->name_count ? options->names[0] : NULL, *each;
    WCHAR *list = NULL;
    const PDH_STATUS status = object ? list_object(&text, object, 0) : list_read(NULL, 0, &list);
    bool done;

    for (each = list; each && *each; each += wcslen(each) + 1) list_object(&text, each, PDH_NOEXPANDINSTANCES);
    free(list);
    if (object
        && (status == (PDH_STATUS)PDH_CSTATUS_NO_OBJECT || status == (PDH_STATUS)PDH_CSTATUS_NO_COUNTER
            || status == (PDH_STATUS)PDH_NOT_IMPLEMENTED)) {
        output_write_message(L"counters: %ls: there is no such object. See: cycletime counters --list", object);
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
        output_options_error(L"counters", error);
        return EXIT_USAGE;
    }
    if (options.help) done = output_write_string(L"counters", help);
    else if (!CycletimeInstallHooks(0)) {
        output_write_message(L"counters: the functions of pdh.dll cannot be put in place: %ls",
                             output_error_text(GetLastError()));
        done = false;
    } else done = options.list ? list_counters(&options) : watch_counters(&options);
    return done ? EXIT_WELL : EXIT_WRONG;
}
