/* SPDX-License-Identifier: MIT */
/* The messages on stderr about the hooking of this process. */
#include "inject/preload/report.h"
#include "inject/preload/apc.h"
#include "protocol/can_access.h"
#include "protocol/characters.h"
#include "protocol/file_limit.h"
#include "protocol/ignore_result.h"
#include "protocol/unixlib_calls.h"

#include <stdarg.h>

#pragma weak vsnprintf

enum { LINE = 2 * PROGRAM_NAME };

struct report report;

void report_line(const char *format, ...)
{
    char line[LINE] = "cycletime: ", *to = line + strlen(line);
    const char *from = to, *character;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(to, sizeof line - strlen(line) - 1, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    while (*from) {
        character = from;
        /* A program's name may have any bytes. */
        if (is_harmless_character(utf8_next(&from)))
            while (character < from) *to++ = *character++;
        else *to++ = '?';
    }
    *to++ = '\n';
    /* One call, since other processes write to stderr too; without stderr nobody reads the line. */
    if (file_may_grow(STDERR_FILENO, (size_t)(to - line))) ignore_result(write(STDERR_FILENO, line, (size_t)(to - line)));
}

void report_failure(const char *reason)
{
    if (report.must) report_line("%s: not run: %s", report.program, reason);
    else if (report.verbose) report_line("%s: runs without cycletime: %s", report.program, reason);
}

static bool may_report(void)
{
    return report.verbose || (report.is_first && !report.quiet);
}

void report_difference(const char *difference)
{
    if (may_report())
        report_line("%s: runs without cycletime, which does not know this Wine: %s (cycletime status)",
                    *report.program ? report.program : "this program", difference);
}

/* Reports what a hooked process lacks; only the first process of a command does so, unless all processes are verbose. */
static void report_hooked(const struct hook_request *hook)
{
    call *const *functions = (call *const *)(uintptr_t)hook->unixlib;
    struct unixlib_shared shared = { .words = 1 };

    if (hook->distrusted)
        report_line("the time-stamp counter is not trusted, because Linux does not read its clocks from it, so each query "
                    "of a thread's own times costs a system call");
    if (!may_report()) return;
    if (!functions || functions[UNIXLIB_CALL_SHARED](&shared) != UNIXLIB_DONE) shared.state = UNIXLIB_SHARED;
    if (shared.state == UNIXLIB_SHARED_FULL)
        report_line("too many programs share the file in %s, so others get Wine's times for this one, and none after it "
                    "has ended",
                    shared.where);
    else if (shared.state == UNIXLIB_SHARED_ELSEWHERE)
        report_line("programs share their times in %s, not in %s: %s", shared.where, shared.refused, shared.why);
    else if (shared.state != UNIXLIB_SHARED)
        report_line("programs cannot share their times, so those of others are Wine's, and unknown after they have ended: "
                    "%s: %s",
                    shared.refused, shared.why);
    /* Checks only whether the file can be read, since checking its content takes longer. */
    if (!can_access("/proc/stat", R_OK))
        report_line("cannot read Linux's /proc/stat, so the times of processors are Wine's, which are made up");
}

enum { REVISION_MISMATCH = 1306 }; /* ERROR_REVISION_MISMATCH */

static int32_t report_outcome(void *argument)
{
    struct apc_request *request = argument;
    const bool is_compared = request->stage == APC_COMPARED;
    const unsigned error = request->hook.error;
    char reason[128];

    if (request->stage == APC_HOOKED) {
        report_hooked(&request->hook);
        return 0;
    }
    if (is_compared && request->hook.difference[0]) {
        report_difference(request->hook.difference);
        return 0;
    }
    /* The command has seen the file. Wine: unix-path. */
    if (request->stage == APC_BEGAN && (!request->status || request->status == DLL_NOT_FOUND)) {
        report_difference("unix-path");
        return 0;
    }
    if (request->stage == APC_LOADED || (is_compared && error == REVISION_MISMATCH))
        snprintf(reason, sizeof reason, "its cycletime.dll has another version");
    else if (is_compared) snprintf(reason, sizeof reason, "cannot replace the system's functions: error %u", error);
    else snprintf(reason, sizeof reason, "cannot load cycletime.dll into it: status 0x%08x", (unsigned)request->status);
    report_failure(reason);
    request->must = report.must;
    return 0;
}

static int32_t report_copy(void *argument)
{
    const uint32_t version = ((const struct hook_copy *)argument)->version;

    report_line("%s: contains a static library of cycletime %u.%u.%u, which cannot use the Linux side of this version and "
                "calls the replaced functions instead",
                report.program, (unsigned)(version >> 16), (unsigned)(version >> 8 & 0xff), (unsigned)(version & 0xff));
    return 0;
}

call *const report_table[HOOK_REPORTS] = {
    [HOOK_REPORT_OUTCOME] = report_outcome,
    [HOOK_REPORT_COPY] = report_copy,
};
