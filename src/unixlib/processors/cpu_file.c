/* SPDX-License-Identifier: MIT */
#include "unixlib/processors/cpu_file.h"
#include "protocol/digits.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

ssize_t cpu_file_line(int cpus, const char *path, char line[CPU_FILE_LINE])
{
    const int file = openat(cpus, path, O_RDONLY | O_CLOEXEC);
    ssize_t got;

    if (file < 0) return -1;
    got = read(file, line, CPU_FILE_LINE);
    close(file);
    if (got > 0 && line[got - 1] == '\n') return got - 1;
    errno = EIO;
    return -1;
}

bool cpu_file_number(int cpus, const char *path, uint64_t *number)
{
    char line[CPU_FILE_LINE];
    const char *at = line;
    const ssize_t length = cpu_file_line(cpus, path, line);

    return length >= 0 && take_number(&at, line + length, number) && at == line + length;
}
