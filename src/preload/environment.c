/* SPDX-License-Identifier: MIT */
#include "environment.h"

char **environment_find(char **environment, const char *name)
{
    for (; *environment; environment++) {
        if (text_begins(*environment, name)) return environment;
    }
    return NULL;
}

void environment_remove(char **entry)
{
    do {
        entry[0] = entry[1];
    } while (*entry++);
}

bool list_has_directory(const char *list, const char *directory)
{
    size_t length = text_length(directory);

    while (*list) {
        if (text_begins(list, directory) && (!list[length] || list[length] == ':')) return true;
        while (*list && *list != ':') list++;
        if (*list) list++;
    }
    return false;
}

static bool is_separator(char letter)
{
    return letter == ':' || letter == ' ';
}

/* Behind the item that begins at ITEM. */
static char *item_end(char *item)
{
    while (*item && !is_separator(*item)) item++;
    return item;
}

static bool is_file(const char *item, const char *end, const char *name)
{
    size_t length = text_length(name);
    const char *base = end - length;

    return (size_t)(end - item) > length && base[-1] == '/' && text_begins(base, name);
}

static void close_gap(char *to, const char *from)
{
    while ((*to++ = *from++)) continue;
}

void list_remove_file(char *list, const char *name)
{
    char *item = list;

    while (*item) {
        char *end = item_end(item);

        if (is_file(item, end, name)) {
            /* With the separator before it, or that behind the first. */
            if (item != list) item--;
            else if (*end) end++;
            close_gap(item, end);
        } else {
            item = end;
        }
        if (is_separator(*item)) item++;
    }
}
