/* SPDX-License-Identifier: MIT */
#include "numbers.h"
#include "digits.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

bool numbers_open(struct numbers *numbers, const char *folder)
{
    numbers->got = numbers->at = 0;
    numbers->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return numbers->folder >= 0;
}

static const struct dirent64 *next(struct numbers *numbers)
{
    const struct dirent64 *entry;

    if (numbers->at >= numbers->got) {
        numbers->got = syscall(SYS_getdents64, numbers->folder, numbers->bytes, sizeof numbers->bytes);
        numbers->at = 0;
        if (numbers->got <= 0) return NULL;
    }
    entry = (const struct dirent64 *)(numbers->bytes + numbers->at);
    numbers->at += entry->d_reclen;
    return entry;
}

bool numbers_next(struct numbers *numbers, uint64_t *number)
{
    const struct dirent64 *entry;
    const char *at, *end;

    while ((entry = next(numbers))) {
        at = entry->d_name;
        end = at + strlen(at);
        if (take_number(&at, end, number) && at == end) return true;
    }
    return false;
}

void numbers_close(struct numbers *numbers)
{
    close(numbers->folder);
}
