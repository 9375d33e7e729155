/* SPDX-License-Identifier: MIT */
#include "tools/command/complaint.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int fail(int status, const char *format, ...)
{
    char *words = NULL;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vasprintf(&words, format, arguments);
    va_end(arguments);
    if (length < 0) return status;
    dprintf(STDERR_FILENO, "cycletime: %s\n", words);
    free(words);
    return status;
}

char *formatted(const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) exit(fail(EXIT_FAILED, "out of memory"));
    return text;
}
