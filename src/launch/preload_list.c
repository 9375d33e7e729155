/* SPDX-License-Identifier: MIT */
#include "launch/preload_list.h"
#include "launch/tree_layout.h"

#include <stdlib.h>
#include <string.h>

/* Returns the first item of LIST that names the preload library by a path, or NULL. Sets *LENGTH to the item's length. */
static const char *find_own_item(const char *list, size_t *length)
{
    static const char name[] = TREE_PRELOAD_NAME;
    const size_t of_name = sizeof name - 1;

    for (; *list; list += list[*length] ? *length + 1 : *length) {
        for (*length = 0; list[*length] && list[*length] != ':' && list[*length] != ' ';) ++*length;
        if (*length >= of_name && !strncmp(list + *length - of_name, name, of_name)) return list;
    }
    return NULL;
}

bool preload_list_has_library(const char *list)
{
    size_t length;

    return list && find_own_item(list, &length);
}

void preload_list_remove_library(char *list)
{
    char *item = list, *end;
    size_t length;

    while ((item = (char *)find_own_item(item, &length))) {
        end = item + length;
        /* The separator before the item goes too, or for the first item the one behind it. */
        if (item != list) item--;
        else if (*end) end++;
        memmove(item, end, strlen(end) + 1);
    }
}

void preload_list_leave(void)
{
    char *list = getenv("LD_PRELOAD");

    if (!list) return;
    preload_list_remove_library(list);
    if (!*list) unsetenv("LD_PRELOAD");
}
