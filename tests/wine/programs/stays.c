/* SPDX-License-Identifier: MIT */
/* stays FILE: a program that goes on until somebody ends it, or there is a file FILE.over, or for a minute; as long as it does,
   FILE grows. */
#include <stdio.h>
#include <windows.h>

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "wb") : NULL;
    char over[MAX_PATH];
    int i;

    if (!file || snprintf(over, sizeof over, "%s.over", argv[1]) >= (int)sizeof over) return 1;
    puts("stays");
    fflush(stdout);
    for (i = 0; i < 1200; i++) {
        if (fputc('.', file) == EOF || fflush(file)) return 1;
        if (GetFileAttributesA(over) != INVALID_FILE_ATTRIBUTES) return 0;
        Sleep(50);
    }
    return 2;
}
