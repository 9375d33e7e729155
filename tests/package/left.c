/* SPDX-License-Identifier: MIT */
/* Prints a line and uses a processor until it is ended. With "family", it first starts itself twice: once with its streams
   and once without a console, which gives that process a process group of its own for Linux. With "leave", it starts itself
   once and ends. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

static int start_self(DWORD flags)
{
    char self[MAX_PATH], line[MAX_PATH + 16];
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;

    if (!GetModuleFileNameA(NULL, self, sizeof self)) return 1;
    snprintf(line, sizeof line, "\"%s\" child", self);
    return !CreateProcessA(NULL, line, NULL, NULL, !flags, flags, NULL, NULL, &startup, &child);
}

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "program";

    if (!strcmp(what, "family") && (start_self(0) || start_self(DETACHED_PROCESS))) return 1;
    if (!strcmp(what, "leave")) return start_self(DETACHED_PROCESS);
    puts(what);
    fflush(stdout);
    for (;;) continue;
}
