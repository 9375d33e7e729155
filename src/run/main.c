/* SPDX-License-Identifier: MIT */
#include "command_line.h"
#include "launch.h"
#include "program.h"
#include "say.h"

#include <stdlib.h>
#include <wchar.h>

static const WCHAR usage[] = L"usage: cycletime-run [--] PROGRAM [ARGUMENTS...]";

/* What the line names and, byte for byte, what stands behind it; NULL after one line on stderr. */
static const WCHAR *read_line(const WCHAR *line, WCHAR *name)
{
    const WCHAR *rest = command_line_next(command_line_skip_name(line), name);

    if (!wcscmp(name, L"--")) rest = command_line_next(rest, name);
    else if (name[0] == L'-') {
        say(L"unknown option %ls; %ls", name, usage);
        return NULL;
    }
    if (name[0]) return rest;
    say(L"%ls", usage);
    return NULL;
}

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

int main(void)
{
    const WCHAR *line = GetCommandLineW(), *rest;
    WCHAR *name = malloc((wcslen(line) + 1) * sizeof *name), *path;

    remove_mark();
    if (!name) return EXIT_FAILED;
    if (!(rest = read_line(line, name))) return EXIT_FAILED;
    if (!(path = program_find(name))) {
        say(L"%ls: not found", name);
        return EXIT_NOT_FOUND;
    }
    ExitProcess(launch(path, rest));
}
