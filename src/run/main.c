/* SPDX-License-Identifier: MIT */
#include "companion.h"
#include "helper.h"
#include "launch.h"
#include "options.h"
#include "program.h"
#include "../cli/say.h"

#include <stdlib.h>
#include <wchar.h>

/* For the host command: that this launcher runs at all. Not the program's business. */
static void remove_mark(void)
{
    static const WCHAR variable[] = L"CYCLETIME_MARK";
    WCHAR name[MAX_PATH], *path;
    DWORD length = GetEnvironmentVariableW(variable, name, ARRAYSIZE(name));

    if (!length || length >= ARRAYSIZE(name)) return;
    SetEnvironmentVariableW(variable, NULL);
    if (!(path = program_find(name))) return;
    DeleteFileW(path);
    free(path);
}

/* The host command stays in the program's place where it has to look at the mark afterwards. */
static void follow_command(void)
{
    static const WCHAR variable[] = L"CYCLETIME_ALIVE";
    WCHAR pipe[MAX_PATH];
    DWORD length = GetEnvironmentVariableW(variable, pipe, ARRAYSIZE(pipe));

    if (!length || length >= ARRAYSIZE(pipe)) return;
    SetEnvironmentVariableW(variable, NULL);
    companion_follow(pipe);
}

int main(void)
{
    const WCHAR *line = GetCommandLineW();
    WCHAR *name = malloc((wcslen(line) + 1) * sizeof *name), *path;
    struct options options;

    remove_mark();
    helper_run_if_asked(line);
    follow_command();
    if (!name || !options_read(line, name, &options)) return EXIT_FAILED;
    if (!(path = program_find(options.name))) {
        say(L"%ls: not found", options.name);
        return EXIT_NOT_FOUND;
    }
    ExitProcess(launch(path, options.rest, options.flags));
}
