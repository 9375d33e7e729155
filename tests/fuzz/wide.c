/* SPDX-License-Identifier: MIT */
#include "wide.h"
#include "fuzz.h"

#include <stdarg.h>

size_t wide_length(const wchar_t *string)
{
    size_t length = 0;

    while (string[length]) length++;
    return length;
}

int wide_compare(const wchar_t *one, const wchar_t *other)
{
    for (; *one && *one == *other; one++) other++;
    return *one - *other;
}

wchar_t *wide_last(const wchar_t *string, wchar_t character)
{
    const wchar_t *found = NULL;

    for (; *string; string++)
        if (*string == character) found = string;
    return (wchar_t *)found;
}

static wchar_t small(wchar_t character)
{
    return character >= 'A' && character <= 'Z' ? character + 'a' - 'A' : character;
}

int _wcsicmp(const wchar_t *one, const wchar_t *other)
{
    for (; *one && small(*one) == small(*other); one++) other++;
    return small(*one) - small(*other);
}

wchar_t *_wcsdup(const wchar_t *string)
{
    const size_t bytes = (wide_length(string) + 1) * sizeof *string;
    wchar_t *copy = malloc(bytes);

    return copy ? memcpy(copy, string, bytes) : NULL;
}

int _snwprintf(wchar_t *text, size_t size, const wchar_t *format, ...)
{
    static const wchar_t number[] = L"%04x";
    char digits[16];
    size_t length = 0, i;
    va_list arguments;

    va_start(arguments, format);
    for (; *format; format++) {
        for (i = 0; number[i] && format[i] == number[i]; i++);
        if (number[i]) {
            CHECK(*format != '%' && length < size);
            text[length++] = *format;
            continue;
        }
        sprintf(digits, "%04x", va_arg(arguments, unsigned));
        for (i = 0; digits[i]; i++) {
            CHECK(length < size);
            text[length++] = (wchar_t)digits[i];
        }
        format += 3;
    }
    va_end(arguments);
    CHECK(length < size);
    text[length] = 0;
    return (int)length;
}
