/* SPDX-License-Identifier: MIT */
#include "inject/preload/children.h"
#include "inject/preload/c_library.h"

#include <stdbool.h>

static bool is_separator(char letter)
{
    return letter == ':' || letter == ' ';
}

/* Returns the end of the item that begins at ITEM. */
static char *item_end(char *item)
{
    while (*item && !is_separator(*item)) item++;
    return item;
}

static bool is_file(const char *item, const char *end, const char *name)
{
    const size_t length = strlen(name);

    return (size_t)(end - item) > length && end[-(long)length - 1] == '/' && !strncmp(end - length, name, length);
}

void list_remove_file(char *list, const char *name)
{
    char *item = list, *end;

    while (*item) {
        end = item_end(item);
        if (is_file(item, end, name)) {
            /* The separator before the item goes too, or for the first item the one behind it. */
            if (item != list) item--;
            else if (*end) end++;
            memmove(item, end, strlen(end) + 1);
        } else {
            item = end;
        }
        if (is_separator(*item)) item++;
    }
}

void children_leave(void)
{
    char *list = getenv("LD_PRELOAD");

    if (!list) return;
    list_remove_file(list, "cycletime_preload.so");
    if (!*list) unsetenv("LD_PRELOAD");
}
