/* SPDX-License-Identifier: MIT */
#include "launch/prefix.h"
#include "protocol/arithmetic.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Copies this user's home directory from a list of users, AT to END. Returns false if the list does not have the user, or
   the path is too long. */
static bool copy_home(const char *at, const char *end, char home[PREFIX_PATH])
{
    enum { UID = 2, HOME = 5 }; /* passwd(5): the fields are separated by colons */
    const uint64_t user = getuid();
    const char *field;
    bool is_own = false;
    uint64_t uid;
    int number;

    for (number = 0; at < end; number = *at++ == ':' ? number + 1 : 0) {
        for (field = at; at < end && *at != ':' && *at != '\n';) at++;
        if (number == UID) is_own = take_number(&field, at, &uid) && field == at && uid == user;
        if (number == HOME && is_own) {
            if (at - field >= PREFIX_PATH) return false;
            memcpy(home, field, (size_t)(at - field));
            home[at - field] = '\0';
            return true;
        }
        if (at == end) return false;
    }
    return false;
}

/* getpwuid uses the heap and, in the static command, libraries that are not there. So users that are on a server only are
   not known. */
const char *prefix_home(const char *variable, char users[PREFIX_PATH])
{
    const int file = variable ? -1 : open("/etc/passwd", O_RDONLY | O_CLOEXEC);
    const off_t size = file < 0 ? 0 : lseek(file, 0, SEEK_END);
    const char *home = variable ? variable : "";
    char *text = size > 0 ? mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;

    if (file >= 0) close(file);
    if (text == MAP_FAILED) return home;
    if (copy_home(text, text + size, users)) home = users;
    munmap(text, (size_t)size);
    return home;
}

bool prefix_path_by(const char *prefix, const char *home, char path[PREFIX_PATH])
{
    char users[PREFIX_PATH];
    int length = prefix && *prefix ? snprintf(path, PREFIX_PATH, "%s", prefix)
                                   : snprintf(path, PREFIX_PATH, "%s/.wine", prefix_home(home, users));

    if (length < 0 || length >= PREFIX_PATH) return false;
    while (length > 1 && path[length - 1] == '/') path[--length] = '\0';
    return true;
}

bool prefix_path(char path[PREFIX_PATH])
{
    return prefix_path_by(getenv("WINEPREFIX"), getenv("HOME"), path);
}

bool prefix_devices(char *path, size_t size)
{
    char prefix[PREFIX_PATH];

    return prefix_path(prefix) && snprintf(path, size, "%s/dosdevices", prefix) < (int)size;
}
