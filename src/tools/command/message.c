/* SPDX-License-Identifier: MIT */
#include "tools/command/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int report_error(int status, const char *format, ...)
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

char *format_text(const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) exit(report_error(EXIT_FAILED, "out of memory"));
    return text;
}
