/* SPDX-License-Identifier: MIT */
#include "companion.h"
#include "helper.h"
#include "launch.h"
#include "options.h"
#include "program.h"
#include "../cli/say.h"

#include <stdlib.h>
#include <wchar.h>

/* What the host command says to the launcher is not the program's business. FALSE: it is not there, or too long. */
static BOOL take_variable(const WCHAR *variable, WCHAR *value, DWORD size)
{
    const DWORD length = GetEnvironmentVariableW(variable, value, size);

    SetEnvironmentVariableW(variable, NULL);
    return length && length < size;
}

/* That this launcher runs at all. */
static void remove_mark(void)
{
    WCHAR name[MAX_PATH], *path;

    if (!take_variable(L"CYCLETIME_MARK", name, ARRAYSIZE(name)) || !(path = program_find(name))) return;
    DeleteFileW(path);
    free(path);
}

/* It stays in the program's place where it has to look at the mark afterwards. */
static void follow_command(void)
{
    WCHAR pipe[MAX_PATH];

    if (take_variable(L"CYCLETIME_ALIVE", pipe, ARRAYSIZE(pipe))) companion_follow(pipe);
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
