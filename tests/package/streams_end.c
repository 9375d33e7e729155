/* SPDX-License-Identifier: MIT */
/* Prints a line on both streams. With "window", it then needs Wine's desktop; with "child", it starts itself with "sleep",
   which prints a line and then sleeps for ten minutes, and waits for that; with "twice", it does so twice with "work",
   which uses 50 ms of CPU time. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

static int wait_for_child(const char *what)
{
    char self[MAX_PATH], line[MAX_PATH + 16];
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;

    if (!GetModuleFileNameA(NULL, self, sizeof self)) return 1;
    snprintf(line, sizeof line, "\"%s\" %s", self, what);
    if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child)) return 1;
    return (int)WaitForSingleObject(child.hProcess, INFINITE);
}

static void use_time(void)
{
    FILETIME begin, end, kernel, user;

    do GetProcessTimes(GetCurrentProcess(), &begin, &end, &kernel, &user);
    while (kernel.dwLowDateTime + user.dwLowDateTime < 500000);
}

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "";

    puts(*what ? what : "out");
    fputs("err\n", stderr);
    fflush(stdout);
    if (!strcmp(what, "window") && !CreateWindowA("STATIC", "", 0, 0, 0, 9, 9, HWND_MESSAGE, NULL, NULL, NULL)) return 1;
    if (!strcmp(what, "sleep")) Sleep(600000);
    if (!strcmp(what, "work")) use_time();
    if (!strcmp(what, "child") && wait_for_child("sleep")) return 1;
    if (!strcmp(what, "twice") && (wait_for_child("work") || wait_for_child("work"))) return 1;
    return 3;
}
