/* SPDX-License-Identifier: MIT */
/* Which processes are programs of the user's: by their entries in the shared file, or without one by Linux's names. */
#include "tools/command/ended/ended.h"
#include "tools/command/system/system.h"
#include "unixlib/shared_file/shared_folders.h"
#include "launch/wine_programs.h"

#include <strings.h>

/* Another shared file may be made while the command runs. */
struct publisher *program_kind_publisher(bool opens)
{
    static struct publisher publisher;
    static bool is_open;
    uint64_t key;

    if (opens && !is_open && shared_key(&key)) {
        publisher_open(&publisher, NULL, key);
        is_open = true;
    }
    return is_open ? &publisher : NULL;
}

bool ends_as_program(const char *name)
{
    const char *dot = strrchr(name, '.');
    const size_t length = dot ? strlen(dot) : 0;

    if (!length || strncasecmp(dot, ".exe", length) != 0) return false;
    return length == 4 || strlen(name) == 15;
}

/* Returns whether the process, which has no entry, is one of Wine's own programs. */
static bool is_wines_by_words(pid_t pid, const char *name)
{
    char words[PATH_MAX];

    if (!wine_program_is_possible(name)) return false;
    if (process_read_file(pid, "cmdline", words, sizeof words) <= 0) *words = '\0';
    return wine_program_by_words(name, words);
}

bool is_wines_own(pid_t pid, const char *name)
{
    struct publisher *const publisher = program_kind_publisher(false);
    struct lookup_answer found;

    if (publisher && lookup_pid(publisher, pid, false, &found)) return found.entry.process.flags & ENTRY_IS_WINES;
    return is_wines_by_words(pid, name);
}

/* Linux no longer shows the file of a process that has ended. Wine: wine-command. */
enum program_kind program_kind_find(pid_t pid, const char *name, struct lookup_answer *found)
{
    struct publisher *const publisher = program_kind_publisher(false);
    struct lookup_answer answer;
    const char *loader;

    if (!found) found = &answer;
    if (publisher && lookup_pid(publisher, pid, false, found))
        return found->entry.process.flags & ENTRY_IS_WINES ? NO_USERS_PROGRAM : WITH_ENTRY;
    if (!ends_as_program(name) || is_wines_by_words(pid, name)) return NO_USERS_PROGRAM;
    loader = process_program(pid);
    return loader && strncmp(loader, "wine", 4) != 0 ? NO_USERS_PROGRAM : WITHOUT_ENTRY;
}
