/* SPDX-License-Identifier: MIT */
#include "report.h"
#include "c_library.h"
#include "../protocol/unixlib_calls.h"

#include <stdarg.h>

#pragma weak vsnprintf

enum { LINE = 2 * PROGRAM_NAME };

struct report report;

/* Writes a line in one call, since other processes write to stderr too. */
static __attribute__((format(printf, 1, 2))) void say(const char *format, ...)
{
    static const char name[] = "cycletime: ";
    char line[LINE];
    va_list arguments;
    int length;

    memcpy(line, name, sizeof name);
    va_start(arguments, format);
    length = vsnprintf(line + sizeof name - 1, sizeof line - sizeof name, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    length += (int)sizeof name - 1;
    if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
    line[length++] = '\n';
    while (write(STDERR_FILENO, line, (size_t)length) < 0) return;
}

void report_failure(const char *reason)
{
    if (report.must) say("%s: not run, %s", report.program, reason);
    else if (report.verbose) say("%s: runs without cycletime, %s", report.program, reason);
}

void report_no_unixlib(const char *reason)
{
    if (report.is_first && !report.quiet)
        say("without the Linux side, so times are Wine's own, in steps of 10 ms: %s", reason);
}

static void report_clock(const struct graft_request *graft)
{
    if (graft->distrusted)
        say("the processor's counter is not trusted, so a thread's question about itself costs a system call; where Linux "
            "reads its clocks by it, it is");
}

static bool is_told(void)
{
    return report.verbose || (report.is_first && !report.quiet);
}

/* Reported once for a command, not by each of its processes. */
static void report_shared(uint64_t host)
{
    report_function *const *functions = (report_function *const *)(uintptr_t)host;
    struct unixlib_shared shared = { .words = 1 };

    if (!functions || !is_told()) return;
    if (functions[UNIXLIB_CALL_SHARED](&shared) != UNIXLIB_DONE || shared.state == UNIXLIB_SHARED) return;
    if (shared.state == UNIXLIB_SHARED_FULL)
        say("its times are Wine's for other programs, and unknown when it has ended: too many share the file in %s",
            shared.where);
    else if (shared.state == UNIXLIB_SHARED_ELSEWHERE)
        say("programs tell each other their times in %s: %s: %s", shared.where, shared.refused, shared.why);
    else
        say("programs cannot tell each other their times, so those of others are Wine's, and unknown when they have ended: "
            "%s: %s",
            shared.refused, shared.why);
}

/* Reported once, too. Whether /proc/stat has usable content is not checked here, since that takes longer. */
static void report_processors(void)
{
    if (is_told() && access("/proc/stat", R_OK))
        say("what processors do is told as Wine makes it up: Linux' /proc/stat cannot be read");
}

enum { REVISION_MISMATCH = 1306 }; /* ERROR_REVISION_MISMATCH */
static const char other_version[] = "its cycletime.dll is of another version";

static int32_t report_outcome(void *argument)
{
    const struct apc_request *request = argument;
    char reason[128];

    if (report.is_first) unlink(report.first);
    switch ((enum apc_stage)request->stage) {
    case APC_GRAFTED:
        report_clock(&request->graft);
        report_shared(request->graft.host);
        report_processors();
        return 0;
    case APC_LOADED: report_failure(other_version); return 0;
    case APC_COMPARED:
        if (request->graft.error == REVISION_MISMATCH) {
            report_failure(other_version);
            return 0;
        }
        snprintf(reason, sizeof reason, "the functions cannot be put in place: error %u", (unsigned)request->graft.error);
        break;
    default:
        snprintf(reason, sizeof reason, "cycletime.dll cannot be loaded in it: status 0x%08x", (unsigned)request->status);
    }
    report_failure(reason);
    return 0;
}

report_function *const report_table[1] = { report_outcome };
