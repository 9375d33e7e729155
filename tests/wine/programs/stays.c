/* SPDX-License-Identifier: MIT */
/* stays [heeds] FILE: a program that goes on until somebody ends it, or there is a file FILE.over, or for a minute; as long
   as it does, FILE grows. With "heeds" it prints a line at Ctrl-C, and goes on. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

static BOOL WINAPI heed(DWORD event)
{
    printf("event %lu\n", event);
    fflush(stdout);
    return TRUE;
}

int main(int argc, char **argv)
{
    FILE *file = argc >= 2 ? fopen(argv[argc - 1], "wb") : NULL;
    char over[MAX_PATH];
    int i;

    if (!file || snprintf(over, sizeof over, "%s.over", argv[argc - 1]) >= (int)sizeof over) return 1;
    if (argc == 3 && (strcmp(argv[1], "heeds") || !SetConsoleCtrlHandler(heed, TRUE))) return 1;
    puts("stays");
    fflush(stdout);
    for (i = 0; i < 1200; i++) {
        if (fputc('.', file) == EOF || fflush(file)) return 1;
        if (GetFileAttributesA(over) != INVALID_FILE_ATTRIBUTES) return 0;
        Sleep(50);
    }
    return 2;
}
