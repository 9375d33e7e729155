/* SPDX-License-Identifier: MIT */
#include "text.h"

size_t text_length(const char *text)
{
    size_t length = 0;

    while (text[length]) length++;
    return length;
}

bool text_begins(const char *text, const char *with)
{
    while (*with && *text == *with) {
        text++;
        with++;
    }
    return !*with;
}

const char *text_base_name(const char *path)
{
    const char *name = path;

    for (; *path; path++) {
        if (*path == '/') name = path + 1;
    }
    return name;
}

static void append(struct text_room *room, const char *text)
{
    while (*text) {
        *room->next++ = *text++;
        room->left--;
    }
}

char *text_join(struct text_room *room, const char *first, const char *second, const char *third)
{
    char *joined = room->next;

    if (text_length(first) + text_length(second) + text_length(third) >= room->left) return NULL;
    append(room, first);
    append(room, second);
    append(room, third);
    *room->next++ = '\0';
    room->left--;
    return joined;
}
