/* SPDX-License-Identifier: MIT */
#include "options.h"
#include "launch.h"
#include "../cli/command_line.h"
#include "../cli/say.h"
#include "../inject/child.h"

#include <wchar.h>

static const WCHAR usage[] = L"usage: cycletime-run [--no-children] [--no-nt] [--fast-clock] [--best-effort] [--verbose | "
                             L"--quiet] [--] PROGRAM [ARGUMENTS...]";

static BOOL read_option(const WCHAR *option, ULONG *flags)
{
    if (!wcscmp(option, L"--no-children")) *flags &= ~(ULONG)CHILD_WITH_CHILDREN;
    else if (!wcscmp(option, L"--no-nt")) *flags |= CHILD_NO_NT;
    else if (!wcscmp(option, L"--fast-clock")) *flags |= CHILD_FAST_CLOCK;
    else if (!wcscmp(option, L"--best-effort")) *flags &= ~(ULONG)CHILD_MUST;
    else if (!wcscmp(option, L"--verbose")) *flags |= CHILD_VERBOSE;
    else if (!wcscmp(option, L"--quiet")) *flags |= LAUNCH_QUIET;
    else return FALSE;
    return TRUE;
}

BOOL options_read(const WCHAR *line, WCHAR *name, struct options *options)
{
    options->flags = CHILD_MUST | CHILD_WITH_CHILDREN;
    options->name = name;
    options->rest = command_line_next(command_line_skip_name(line), name);
    while (name[0] == '-' && wcscmp(name, L"--") != 0) {
        if (!read_option(name, &options->flags)) {
            say(L"unknown option %ls; %ls", name, usage);
            return FALSE;
        }
        options->rest = command_line_next(options->rest, name);
    }
    if (!wcscmp(name, L"--")) options->rest = command_line_next(options->rest, name);
    if (name[0]) return TRUE;
    say(L"%ls", usage);
    return FALSE;
}
