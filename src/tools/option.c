/* SPDX-License-Identifier: MIT */
/* Reads one option of the Windows programs; the command's are read in command/arguments.c. */
#include "tools/tools.h"

/* Reads a whole number, or a decimal one in units of its FRACTION-th digit. FALSE: it is no such number, or too large. */
static bool read_decimal(const wchar_t *text, int fraction, uint32_t *number)
{
    bool point = false;
    uint64_t value = 0;
    int left = fraction;
    const wchar_t *at;

    if (!*text || (*text == '.' && !text[1])) return false;
    for (at = text; *at; at++) {
        if (*at == '.' && fraction && !point) {
            point = true;
            continue;
        }
        if (*at < '0' || *at > '9' || (point && !left--)) return false;
        value = 10 * value + (*at - '0');
        if (value > UINT32_MAX) return false;
    }
    for (; left > 0; left--) value *= 10;
    *number = (uint32_t)value;
    return value <= UINT32_MAX;
}

/* wcscmp does not compare the names: the native tests have Windows' 16-bit wchar_t, and their C library has not. */
struct options_error option_read(const struct option *table, wchar_t *const **arguments, void *values)
{
    const wchar_t *const name = *(*arguments)++, *value;
    const struct option *option = table;
    uint32_t number = 0;
    bool is_number;
    void *place;
    size_t i;

    for (; option->name; option++) {
        for (i = 0; name[i] && name[i] == option->name[i]; i++) continue;
        if (name[i] == option->name[i]) break;
    }
    if (!option->name) return (struct options_error){ L"unknown option", L"", name };
    place = (char *)values + option->place;
    if (option->kind == FLAG) {
        *(bool *)place = true;
        return (struct options_error){ NULL, NULL, NULL };
    }
    if (!**arguments || !***arguments) return (struct options_error){ L"needs a value", name, L"" };
    value = *(*arguments)++;
    is_number = option->kind == TEXT || read_decimal(value, option->kind == THOUSANDTHS ? 3 : 0, &number);
    while (option->kind == TEXT && value[number]) number++;
    if (option->kind == TEXT) *(const wchar_t **)place = value;
    else if (is_number) *(uint32_t *)place = number;
    if (!is_number || number < option->least || number > option->most)
        return (struct options_error){ option->fault, option->name, value };
    return (struct options_error){ NULL, NULL, NULL };
}
