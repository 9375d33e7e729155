/* SPDX-License-Identifier: MIT */
/* Parses and makes counter paths, such as \Processor(0)\% Idle Time. */
#include "counters/counters.h"

enum { MOST_DIGITS = 10 };

struct text as_text(const WCHAR *string)
{
    struct text text = { string, 0 };

    while (string && string[text.length]) text.length++;
    return text;
}

static WCHAR lower_letter(WCHAR letter)
{
    return letter >= 'A' && letter <= 'Z' ? (WCHAR)(letter - 'A' + 'a') : letter;
}

BOOLEAN text_is(struct text text, const WCHAR *name)
{
    ULONG i;

    for (i = 0; i < text.length; i++)
        if (!name[i] || lower_letter(text.at[i]) != lower_letter(name[i])) return FALSE;
    return !name[i];
}

/* After a * the rest of the pattern is tried at every later position: only the last * has to be remembered. */
BOOLEAN text_matches(struct text pattern, const WCHAR *name)
{
    const WCHAR *retry = NULL;
    ULONG i = 0, star = 0;

    while (*name) {
        if (i < pattern.length && pattern.at[i] == '*') {
            star = ++i;
            retry = name;
        } else if (i < pattern.length && lower_letter(pattern.at[i]) == lower_letter(*name)) {
            i++;
            name++;
        } else {
            if (!retry) return FALSE;
            i = star;
            name = ++retry;
        }
    }
    while (i < pattern.length && pattern.at[i] == '*') i++;
    return i == pattern.length;
}

BOOLEAN text_has_wildcard(struct text text)
{
    ULONG i;

    for (i = 0; i < text.length; i++)
        if (text.at[i] == '*') return TRUE;
    return FALSE;
}

BOOLEAN path_has_wildcard(const struct counter_path *path)
{
    return path->any_index || text_has_wildcard(path->instance) || text_has_wildcard(path->parent);
}

/* Reads up to one of ENDS, or to the end. */
static struct text read_until(const WCHAR **at, WCHAR end, WCHAR other_end)
{
    struct text text = { *at, 0 };

    while ((*at)[0] && (*at)[0] != end && (*at)[0] != other_end) (*at)++;
    text.length = (ULONG)(*at - text.at);
    return text;
}

/* "#12", or "#*", at its end. What is more than 32 bits is part of the name. */
static void cut_index(struct counter_path *path)
{
    struct text *const instance = &path->instance;
    ULONG i = instance->length;
    ULONG64 value = 0, power = 1;

    if (i > 2 && instance->at[i - 1] == '*' && instance->at[i - 2] == '#') {
        instance->length = i - 2;
        path->any_index = TRUE;
        return;
    }
    while (i && instance->length - i < MOST_DIGITS && instance->at[i - 1] >= '0' && instance->at[i - 1] <= '9') {
        value += (ULONG)(instance->at[--i] - '0') * power;
        power *= 10;
    }
    if (!i || i == instance->length || instance->at[i - 1] != '#' || value > PATH_NO_INDEX) return;
    instance->length = i - 1;
    path->index = value == PATH_NO_INDEX ? 0 : (ULONG)value;
}

/* An instance name may contain parentheses and backslashes: the last ")\" ends it. A slash at the beginning belongs to the
   name; a later one ends the parent's name. Returns where the counter begins; NULL: the instance has no end. */
static const WCHAR *parse_instance(const WCHAR *at, struct counter_path *path)
{
    const WCHAR *end = NULL, *each;
    ULONG length, parent = 1;

    for (each = at; *each; each++)
        if (each[0] == ')' && each[1] == '\\') end = each;
    if (!end) return NULL;
    length = (ULONG)(end - at);
    path->instance = (struct text){ at, length };
    while (parent < length && at[parent] != '/') parent++;
    if (parent < length) {
        path->parent = (struct text){ at, parent };
        path->instance = (struct text){ at + parent + 1, length - parent - 1 };
    }
    cut_index(path);
    return path->instance.length ? end + 2 : NULL;
}

BOOLEAN path_parse(const WCHAR *string, struct counter_path *path)
{
    const WCHAR *at = string;

    *path = (struct counter_path){ .index = 0 };
    if (at[0] == '\\' && at[1] == '\\') {
        at += 2;
        path->machine = read_until(&at, '\\', 0);
        if (!path->machine.length) return FALSE;
    }
    if (*at++ != '\\') return FALSE;
    path->object = read_until(&at, '\\', '(');
    if (!path->object.length || !*at) return FALSE;
    at = *at == '(' ? parse_instance(at + 1, path) : at + 1;
    if (!at) return FALSE;
    path->counter = as_text(at);
    return path->counter.length != 0;
}

WCHAR *path_write_number(WCHAR text[NUMBER_TEXT], ULONG number)
{
    if (number > 9) text = path_write_number(text, number / 10);
    *text++ = (WCHAR)('0' + number % 10);
    *text = 0;
    return text;
}

void writing_add(struct writing *writing, const WCHAR *letters, ULONG length)
{
    ULONG i;

    for (i = 0; i < length; i++, writing->length++)
        if (writing->length < writing->room) writing->at[writing->length] = letters[i];
}

ULONG path_make(const struct counter_path *path, WCHAR *string, ULONG room)
{
    struct writing writing = { string, room, 0 };
    WCHAR digits[NUMBER_TEXT];

    if (path->machine.length) {
        writing_add(&writing, L"\\\\", 2);
        writing_add(&writing, path->machine.at, path->machine.length);
    }
    writing_add(&writing, L"\\", 1);
    writing_add(&writing, path->object.at, path->object.length);
    if (path->instance.length) {
        writing_add(&writing, L"(", 1);
        writing_add(&writing, path->parent.at, path->parent.length);
        if (path->parent.length) writing_add(&writing, L"/", 1);
        writing_add(&writing, path->instance.at, path->instance.length);
        if (path->any_index) writing_add(&writing, L"#*", 2);
        else if (path->index) {
            writing_add(&writing, L"#", 1);
            writing_add(&writing, digits, (ULONG)(path_write_number(digits, path->index) - digits));
        }
        writing_add(&writing, L")", 1);
    }
    writing_add(&writing, L"\\", 1);
    writing_add(&writing, path->counter.at, path->counter.length);
    writing_add(&writing, L"", 1);
    return writing.length;
}
