/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/user_home.h"
#include "protocol/digits.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
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

static bool find_home(const char *text, size_t length, char *path, size_t size)
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

bool user_home(const char *list, char *path, size_t size)
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
    found = find_home(text, (size_t)status.st_size, path, size);
    munmap(text, (size_t)status.st_size);
    return found;
}
