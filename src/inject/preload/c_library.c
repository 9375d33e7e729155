/* SPDX-License-Identifier: MIT */
/*
 * The C library chooses its versions of these functions when it is loaded, by the processor (GNU's indirect functions).
 * This library may be initialised before that, and calling them would then crash ld.so. The compiler generates calls of
 * some of them too.
 */
#include <string.h>
#include <strings.h>

#pragma GCC visibility push(hidden)

void *memmove(void *to, const void *from, size_t size)
{
    const char *source = from;
    char *target = to;
    size_t i;

    if (target < source)
        for (i = 0; i < size; i++) target[i] = source[i];
    else
        for (i = size; i; i--) target[i - 1] = source[i - 1];
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return memmove(to, from, size);
}

void *memset(void *to, int value, size_t size)
{
    char *target = to;
    size_t i;

    for (i = 0; i < size; i++) target[i] = (char)value;
    return to;
}

size_t strlen(const char *text)
{
    size_t length = 0;

    while (text[length]) length++;
    return length;
}

int strncmp(const char *left, const char *right, size_t most)
{
    for (; most && *left && *left == *right; left++, right++) most--;
    return most ? (unsigned char)*left - (unsigned char)*right : 0;
}

int strcmp(const char *left, const char *right)
{
    return strncmp(left, right, (size_t)-1);
}

static int lower_case(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : (unsigned char)letter;
}

int strcasecmp(const char *left, const char *right)
{
    for (; *left && lower_case(*left) == lower_case(*right); left++) right++;
    return lower_case(*left) - lower_case(*right);
}

char *strrchr(const char *text, int letter)
{
    const char *found = NULL;

    for (; *text; text++)
        if (*text == (char)letter) found = text;
    return (char *)found;
}

char *strstr(const char *text, const char *part)
{
    const size_t length = strlen(part);

    for (; *text; text++)
        if (!strncmp(text, part, length)) return (char *)text;
    return NULL;
}

#pragma GCC visibility pop
