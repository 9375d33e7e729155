/* SPDX-License-Identifier: MIT */
/* Finds the folders where a shared file may be. */
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/shared_file/shared_folders.h"
#include "protocol/arithmetic.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { UID = 2, HOME = 5 }; /* passwd(5): the fields are separated by colons */

/* Returns where a field of the line begins, and sets *END, which is the line's, to the field's; NULL if it is missing. */
static const char *find_field(const char *line, const char **end, int number)
{
    const char *colon;

    for (; number; number--) {
        if (!(line = memchr(line, ':', (size_t)(*end - line)))) return NULL;
        line++;
    }
    colon = memchr(line, ':', (size_t)(*end - line));
    if (colon) *end = colon;
    return line;
}

static bool is_of_user(const char *line, const char *end, uid_t user)
{
    const char *field = find_field(line, &end, UID);
    uint64_t uid;

    return field && take_number(&field, end, &uid) && field == end && uid == user;
}

static bool copy_home(const char *line, const char *end, char *path, size_t size)
{
    const char *home = find_field(line, &end, HOME);

    if (!home || (size_t)(end - home) >= size) return false;
    memcpy(path, home, (size_t)(end - home));
    path[end - home] = '\0';
    return true;
}

static bool find_home_in_text(const char *text, size_t length, char *path, size_t size)
{
    const char *const end = text + length, *line_end;
    const uid_t user = getuid();

    for (; text < end; text = line_end + 1) {
        line_end = memchr(text, '\n', (size_t)(end - text));
        if (!line_end) line_end = end;
        if (is_of_user(text, line_end, user)) return copy_home(text, line_end, path, size);
    }
    return false;
}

/*
 * Copies this user's home directory from the file LIST, which is "/etc/passwd" but in tests, to PATH, a buffer of SIZE
 * bytes. Returns false if the list does not have the user, or the path is too long. It does not call getpwuid, which uses
 * the heap and, in the static command, libraries that are not there; so it does not know users that are on a server only.
 */
static bool user_home(const char *list, char *path, size_t size)
{
    const int file = open(list, O_RDONLY | O_CLOEXEC);
    struct stat status;
    void *text = MAP_FAILED;
    bool found = false;

    if (file < 0) return false;
    if (fstat(file, &status) == 0 && status.st_size > 0)
        text = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (text == MAP_FAILED) return false;
    found = find_home_in_text(text, (size_t)status.st_size, path, size);
    munmap(text, (size_t)status.st_size);
    return found;
}

void shared_folders_find(struct shared_folders *folders, const char *only)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");

    folders->count = 0;
    folders->of[folders->count++] = only ? only : "/dev/shm";
    if (only) return;
    if (runtime && *runtime == '/') folders->of[folders->count++] = runtime;
    if (prefix_path(folders->prefix)) folders->of[folders->count++] = folders->prefix;
}

const char *find_home(char users[PREFIX_PATH])
{
    const char *home = getenv("HOME");

    if (home) return home;
    return user_home("/etc/passwd", users, PREFIX_PATH) ? users : "";
}

bool prefix_path(char path[PREFIX_PATH])
{
    const char *prefix = getenv("WINEPREFIX");
    char users[PREFIX_PATH];
    const int length = prefix && *prefix ? snprintf(path, PREFIX_PATH, "%s", prefix)
                                         : snprintf(path, PREFIX_PATH, "%s/.wine", find_home(users));

    return length >= 0 && length < PREFIX_PATH;
}

static const uint64_t SPREAD = 0x9e3779b97f4a7c15;

bool shared_key(uint64_t *key)
{
    const uint64_t pid_namespace = own_pid_namespace();

    *key = (pid_namespace * SPREAD ^ own_time_namespace()) * SPREAD;
    return pid_namespace;
}

bool prefix_identity(uint64_t *identity)
{
    char path[PREFIX_PATH];
    struct stat found;

    if (!prefix_path(path) || stat(path, &found)) return false;
    *identity = ((uint64_t)found.st_dev * SPREAD ^ (uint64_t)found.st_ino) * SPREAD;
    return true;
}

bool file_limit_allows(uint64_t size)
{
    struct rlimit64 limit;

    return getrlimit64(RLIMIT_FSIZE, &limit) || limit.rlim_cur >= size;
}
