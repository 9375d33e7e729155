/* SPDX-License-Identifier: MIT */
#include "export_list_text.h"
#include "export_list_literals.h"  /* made from def/ and include/cycletime.h */

#include <stdio.h>
#include <string.h>

static BOOL read_line(const char *text, struct export_list_line *line)
{
    char copy[256] = "", *comment;

    sscanf(text, "%255[^\n]", copy);
    if ((comment = strchr(copy, ';'))) *comment = 0;
    if (sscanf(copy, "%63[A-Za-z0-9_]@%u", line->name, &line->bytes) != 2) return FALSE;
    line->in_kernel32 = comment && strstr(comment + 1, "kernel32");
    line->in_kernelbase = comment && strstr(comment + 1, "kernelbase");
    return TRUE;
}

size_t export_list_read(struct export_list_line lines[EXPORT_LIST_LINES])
{
    const char *at = strstr(export_list_text, "\nEXPORTS\n");
    size_t count = 0;

    while (at && (at = strchr(at, '\n')) && count < EXPORT_LIST_LINES) count += read_line(++at, &lines[count]);
    return count;
}

/* In its line. */
static BOOL says(const char *line, const char *word)
{
    const char *found = strstr(line, word);

    return found && found < strchr(line, '\n');
}

BOOL hook_names_for(const char *module, const char *name)
{
    const size_t length = strlen(name);
    const char *at = hooks_text;
    char word[32] = "";

    if (module) sscanf(module, "%31[^.]", word);
    while ((at = strchr(at, '\n'))) {
        at++;
        if (!strncmp(at, name, length) && at[length] == '@') return says(at, word) && !says(at, "fast_clock");
    }
    return FALSE;
}

BOOL header_declares(const char *function)
{
    const size_t length = strlen(function);
    const char *at = header_text;

    while ((at = strstr(at, function))) {
        if (at[-1] == ' ' && at[length] == '(') return TRUE;
        at += length;
    }
    return FALSE;
}
