/* SPDX-License-Identifier: MIT */
/* The variables by which programs get the preload library. */
#include "tools/command/start/start.h"
#include "launch/preload_list.h"
#include "launch/tree_layout.h"

#include <errno.h>

void environment_set(const char *variable, const char *value)
{
    if (setenv(variable, value, 1))
        exit(report_error(EXIT_FAILED, "cannot set the variable %s: %s", variable, strerror(errno)));
}

char *environment_text(const char *variable)
{
    char *value = getenv(variable);

    return value && *value ? value : NULL;
}

void environment_set_default(const char *variable, const char *value)
{
    if (!environment_text(variable)) environment_set(variable, value);
}

/* Returns where the colon-separated `list`, which may be NULL, has `value`, or NULL. */
static char *find_in_list(char *list, const char *value)
{
    const size_t length = strlen(value);

    for (; list; list = strchr(list, ':')) {
        if (*list == ':') list++;
        if (!strncmp(list, value, length) && (!list[length] || list[length] == ':')) return list;
    }
    return NULL;
}

static void append_to_list(const char *variable, const char *value)
{
    char *before = environment_text(variable), *both;

    if (find_in_list(before, value)) return;
    both = before ? format_text("%s:%s", before, value) : format_text("%s", value);
    environment_set(variable, both);
    free(both);
}

/* PLATFORM is the only token of ld.so whose values differ between the word sizes. Steam's containers can see the user's
   home and the folders in PRESSURE_VESSEL_FILESYSTEMS_RO. A tree in /usr is not added: containers have the machine's /usr
   at another path, where the preload library finds the tree. */
void environment_name_library(const struct tree *tree)
{
    const bool is_below_usr = !strncmp(tree->root, "/usr", 4) && (!tree->root[4] || tree->root[4] == '/');
    char *const item = format_text("%s" TREE_PRELOAD_ITEM, tree->library);
    append_to_list("LD_PRELOAD", item);
    free(item);
    if (!is_below_usr) append_to_list("PRESSURE_VESSEL_FILESYSTEMS_RO", tree->root);
    if (tree->is_linked) append_to_list("PRESSURE_VESSEL_FILESYSTEMS_RO", tree->library);
}

void environment_set_options(const struct options *options, const char *ack)
{
    char words[RUN_WORDS], *value;

    if (options->keep_server) environment_set("CYCLETIME_KEEP_SERVER", options->keep_server);
    run_words_write(words, options->flags, options->run);
    value = format_text("%s%s%s", words, ack ? RUN_ACK : "", ack ? ack : "");
    if (!ack && *value) value[strlen(value) - 1] = '\0'; /* the blank behind the last word */
    environment_set("CYCLETIME_RUN", value);
    free(value);
}

uint32_t environment_flags(uint64_t *list)
{
    const char *text = getenv("CYCLETIME_RUN");
    const struct run_words words = run_words_parse(text);

    *list = words.run;
    return text ? words.flags & ~(uint32_t)RUN_32_BIT : RUN_MUST;
}
