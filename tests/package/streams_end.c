/* SPDX-License-Identifier: MIT */
/* Prints a line on both streams. With "window", it then needs Wine's desktop; with "child", it starts itself with "sleep",
   which prints a line and then sleeps for ten minutes, and waits for that. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

static int wait_for_child(const char *self)
{
    char line[MAX_PATH + 16];
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;

    snprintf(line, sizeof line, "\"%s\" sleep", self);
    if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child)) return 1;
    return (int)WaitForSingleObject(child.hProcess, INFINITE) + 1;
}

int main(int count, char **words)
{
    char self[MAX_PATH];
    const char *what = count > 1 ? words[1] : "";

    puts(*what ? what : "out");
    fputs("err\n", stderr);
    fflush(stdout);
    if (!strcmp(what, "window") && !CreateWindowA("STATIC", "", 0, 0, 0, 9, 9, HWND_MESSAGE, NULL, NULL, NULL)) return 1;
    if (!strcmp(what, "sleep")) Sleep(600000);
    if (strcmp(what, "child") != 0) return 3;
    return GetModuleFileNameA(NULL, self, sizeof self) ? wait_for_child(self) : 1;
}
