/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/shared_folders.h"
#include "protocol/arithmetic.h"

#include <errno.h>
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
        line = memchr(line, ':', (size_t)(*end - line));
        if (!line) return NULL;
        line++;
    }
    colon = memchr(line, ':', (size_t)(*end - line));
    if (colon) *end = colon;
    return line;
}

/* Copies this user's home directory from the LENGTH bytes of a list of users. Returns false if the list does not have the
   user, or the path is too long. */
static bool copy_home(const char *text, size_t length, char home[PREFIX_PATH])
{
    const char *const end = text + length, *line_end, *field, *field_end;
    const uid_t user = getuid();
    uint64_t uid;

    for (; text < end; text = line_end + 1) {
        line_end = memchr(text, '\n', (size_t)(end - text));
        if (!line_end) line_end = end;
        field_end = line_end;
        field = find_field(text, &field_end, UID);
        if (!field || !take_number(&field, field_end, &uid) || field != field_end || uid != user) continue;
        field_end = line_end;
        field = find_field(text, &field_end, HOME);
        if (!field || field_end - field >= PREFIX_PATH) return false;
        memcpy(home, field, (size_t)(field_end - field));
        home[field_end - field] = '\0';
        return true;
    }
    return false;
}

/* getpwuid uses the heap and, in the static command, libraries that are not there. So users that are on a server only are
   not known. */
const char *find_home(const char *variable, char users[PREFIX_PATH])
{
    const char *home = "";
    struct stat status;
    void *text = MAP_FAILED;
    int file;

    if (variable) return variable;
    file = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
    if (file < 0) return home;
    if (fstat(file, &status) == 0 && status.st_size > 0)
        text = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (text == MAP_FAILED) return home;
    if (copy_home(text, (size_t)status.st_size, users)) home = users;
    munmap(text, (size_t)status.st_size);
    return home;
}

/* The C library takes no notice of a refusal, and returns the kernel's answer: a negative error number, which is no user's
   id. */
uid_t own_user(void)
{
    enum { ERRORS = 4095 };
    const uid_t user = geteuid();
    struct stat self;

    return user >= (uid_t)-ERRORS && !stat("/proc/self", &self) ? self.st_uid : user;
}

bool folder_is_own(const char *path)
{
    struct stat found;

    return !lstat(path, &found) && S_ISDIR(found.st_mode) && found.st_uid == own_user()
           && !(found.st_mode & (S_IWGRP | S_IWOTH));
}

bool folder_make_own(const char *path)
{
    if (folder_is_own(path)) return true;
    return !mkdir(path, S_IRWXU) || (errno == EEXIST && folder_is_own(path));
}

/* `su` and `sudo -E` leave root with XDG_RUNTIME_DIR of another user, who can remove files there. */
void shared_folders_find(struct shared_folders *folders, const char *only)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");

    folders->count = 0;
    folders->user = own_user();
    snprintf(folders->own, sizeof folders->own, "/dev/shm/cycletime-%u", (unsigned)folders->user);
    folders->of[folders->count++] = only ? only : folders->own;
    if (only) return;
    if (runtime && *runtime == '/' && folder_is_own(runtime)) folders->of[folders->count++] = runtime;
    if (prefix_path(folders->prefix)) folders->of[folders->count++] = folders->prefix;
}

bool shared_folder_prepare(const struct shared_folders *folders, int number)
{
    return folders->of[number] != folders->own || folder_make_own(folders->own);
}

bool prefix_path_by(const char *prefix, const char *home, char path[PREFIX_PATH])
{
    char users[PREFIX_PATH];
    const int length = prefix && *prefix ? snprintf(path, PREFIX_PATH, "%s", prefix)
                                         : snprintf(path, PREFIX_PATH, "%s/.wine", find_home(home, users));

    return length >= 0 && length < PREFIX_PATH;
}

bool prefix_path(char path[PREFIX_PATH])
{
    return prefix_path_by(getenv("WINEPREFIX"), getenv("HOME"), path);
}

/* The inodes name the namespaces. Linux has no time namespaces before 5.6. */
bool shared_key(uint64_t *key)
{
    char number[24], self[24];
    const ssize_t length = readlink("/proc/self", self, sizeof self);
    struct stat pids, times;

    snprintf(number, sizeof number, "%d", (int)getpid());
    if (length < 0 || (size_t)length != strlen(number) || memcmp(self, number, (size_t)length) != 0) return false;
    if (stat("/proc/self/ns/pid", &pids)) return false;
    if (stat("/proc/self/ns/time", &times)) times.st_ino = 0;
    *key = spread_bits(spread_bits(pids.st_ino) ^ times.st_ino);
    return pids.st_ino;
}

bool prefix_identity(uint64_t *identity)
{
    char path[PREFIX_PATH];
    struct stat found;

    if (!prefix_path(path) || stat(path, &found)) return false;
    *identity = spread_bits(spread_bits((uint64_t)found.st_dev) ^ (uint64_t)found.st_ino);
    return true;
}

bool file_limit_allows(uint64_t size)
{
    struct rlimit64 limit;

    return getrlimit64(RLIMIT_FSIZE, &limit) || limit.rlim_cur >= size;
}
