/* SPDX-License-Identifier: MIT */
#include "complaint.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* In one piece, since what runs may write beside us. */
static void say(const char *format, va_list arguments)
{
    char *words = NULL;

    if (vasprintf(&words, format, arguments) < 0) return;
    dprintf(STDERR_FILENO, "cycletime: %s\n", words);
    free(words);
}

void complain(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

int fail(int status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    return status;
}
