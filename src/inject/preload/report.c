/* SPDX-License-Identifier: MIT */
/* The messages on stderr about the hooking of this process. */
#include "inject/preload/preload.h"
#include "protocol/can_access.h"
#include "protocol/ignore_result.h"
#include "protocol/unixlib_calls.h"

#include <stdarg.h>

#pragma weak vsnprintf

enum { LINE = 2 * PROGRAM_NAME };

struct report report;

/* Writes a line by one call, since other processes write to stderr too. */
static __attribute__((format(printf, 1, 2))) void print_line(const char *format, ...)
{
    static const char name[] = "cycletime: ";
    char line[LINE];
    va_list arguments;
    int length, i;

    memcpy(line, name, sizeof name);
    va_start(arguments, format);
    length = vsnprintf(line + sizeof name - 1, sizeof line - sizeof name, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    length += (int)sizeof name - 1;
    if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
    for (i = 0; i < length; i++)
        if ((unsigned char)line[i] < ' ' || line[i] == 0x7f) line[i] = '?'; /* a program's name may have any bytes */
    line[length++] = '\n';
    ignore_result(write(STDERR_FILENO, line, (size_t)length)); /* without stderr nobody reads the line */
}

void report_failure(const char *reason)
{
    if (report.must) print_line("%s: not run: %s", report.program, reason);
    else if (report.verbose) print_line("%s: runs without cycletime: %s", report.program, reason);
}

static bool may_report(void)
{
    return report.verbose || (report.is_first && !report.quiet);
}

void report_difference(const char *difference)
{
    if (may_report())
        print_line("%s: runs without cycletime, which does not know this Wine: %s (cycletime status)",
                   *report.program ? report.program : "this program", difference);
}

void report_no_32_bit(void)
{
    if (report.is_first || report.verbose)
        print_line("%s: is a 32-bit program, and this Wine has no 32-bit support (on Debian: apt install wine32)",
                   report.program);
}

void report_cannot_start(const char *reason)
{
    const char *name = strrchr(report.program, '\\');

    print_line("%s cannot start: %s", name ? name + 1 : report.program, reason);
}

void report_no_unixlib(const char *reason)
{
    if (report.is_first && !report.quiet) print_line("no Linux side, so times are only accurate to 10 ms: %s", reason);
}

static void report_clock(const struct hook_request *hook)
{
    if (hook->distrusted)
        print_line("the time-stamp counter is not trusted, because Linux does not read its clocks from it, so each query "
                   "of a thread's own times costs a system call");
}

/* Only the first process of a command reports this, unless all processes are verbose. */
static void report_shared(uint64_t unixlib)
{
    report_function *const *functions = (report_function *const *)(uintptr_t)unixlib;
    struct unixlib_shared shared = { .words = 1 };

    if (!functions || !may_report()) return;
    if (functions[UNIXLIB_CALL_SHARED](&shared) != UNIXLIB_DONE || shared.state == UNIXLIB_SHARED) return;
    if (shared.state == UNIXLIB_SHARED_FULL)
        print_line("too many programs share the file in %s, so others get Wine's times for this one, and none after it has "
                   "ended",
                   shared.where);
    else if (shared.state == UNIXLIB_SHARED_ELSEWHERE)
        print_line("programs share their times in %s, not in %s: %s", shared.where, shared.refused, shared.why);
    else
        print_line("programs cannot share their times, so those of others are Wine's, and unknown after they have ended: "
                   "%s: %s",
                   shared.refused, shared.why);
}

/* Checks only whether /proc/stat can be read, since checking its content takes longer. */
static void report_processors(void)
{
    if (may_report() && !can_access("/proc/stat", R_OK))
        print_line("cannot read Linux' /proc/stat, so the times of processors are Wine's, which are made up");
}

enum { REVISION_MISMATCH = 1306 }; /* ERROR_REVISION_MISMATCH */
static const char other_version[] = "its cycletime.dll has another version";

static int32_t report_outcome(void *argument)
{
    const struct apc_request *request = argument;
    char reason[128];

    switch ((enum apc_stage)request->stage) {
    case APC_HOOKED:
        report_clock(&request->hook);
        report_shared(request->hook.unixlib);
        report_processors();
        return 0;
    case APC_LOADED: report_failure(other_version); return 0;
    case APC_COMPARED:
        if (request->hook.difference[0]) {
            report_difference(request->hook.difference);
            return 0;
        }
        if (request->hook.error == REVISION_MISMATCH) {
            report_failure(other_version);
            return 0;
        }
        snprintf(reason, sizeof reason, "cannot replace the system's functions: error %u", (unsigned)request->hook.error);
        break;
    default: snprintf(reason, sizeof reason, "cannot load cycletime.dll into it: status 0x%08x", (unsigned)request->status);
    }
    report_failure(reason);
    return 0;
}

static int32_t report_copy(void *argument)
{
    const uint32_t version = ((const struct hook_copy *)argument)->version;

    print_line("%s: contains a static library of cycletime %u.%u.%u, which cannot use the Linux side of this version and "
               "calls the replaced functions instead",
               report.program, (unsigned)(version >> 16), (unsigned)(version >> 8 & 0xff), (unsigned)(version & 0xff));
    return 0;
}

report_function *const report_table[HOOK_REPORTS] = {
    [HOOK_REPORT_OUTCOME] = report_outcome,
    [HOOK_REPORT_COPY] = report_copy,
};
