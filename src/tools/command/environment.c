/* SPDX-License-Identifier: MIT */
#include "tools/command/environment.h"
#include "tools/command/message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void environment_set(const char *variable, const char *value)
{
    if (setenv(variable, value, 1))
        exit(report_error(EXIT_FAILED, "cannot set the variable %s: %s", variable, strerror(errno)));
}

/* Appends `value` to the colon-separated list in `variable`. */
static void append_to_list(const char *variable, const char *value)
{
    const char *before = getenv(variable);
    char *both = before && *before ? format_text("%s:%s", before, value) : NULL;

    environment_set(variable, both ? both : value);
    free(both);
}

static bool is_below_usr(const char *path)
{
    return !strncmp(path, "/usr", 4) && (!path[4] || path[4] == '/');
}

/* PLATFORM is the only token of ld.so whose values differ between the word sizes. Steam's containers can see the user's
   home and the folders in PRESSURE_VESSEL_FILESYSTEMS_RO. A tree in /usr is not added: containers have the machine's /usr
   at another path, where the preload library finds the tree. */
void environment_name_library(const struct tree *tree)
{
    char *entry = format_text("%s/preload/${PLATFORM}/cycletime_preload.so", tree->library);

    append_to_list("LD_PRELOAD", entry);
    free(entry);
    if (!is_below_usr(tree->root)) append_to_list("PRESSURE_VESSEL_FILESYSTEMS_RO", tree->root);
    if (tree->is_linked) append_to_list("PRESSURE_VESSEL_FILESYSTEMS_RO", tree->library);
}

void environment_set_options(const struct options *options, const char *ack)
{
    char words[RUN_WORDS], list[32] = "", *value;

    run_options_write(words, options->flags);
    if (options->run) snprintf(list, sizeof list, "time=%llu ", (unsigned long long)options->run);
    value = format_text("%s%s%s%s", list, words, ack ? "ack=" : "", ack ? ack : "");
    environment_set("CYCLETIME_RUN", value);
    free(value);
}
