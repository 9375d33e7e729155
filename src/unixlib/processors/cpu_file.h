/* SPDX-License-Identifier: MIT */
/* The files of one short line that Linux has for each CPU. CPUS is an open /sys/devices/system/cpu, where PATH begins. */
#ifndef CYCLETIME_UNIXLIB_CPU_FILE_H
#define CYCLETIME_UNIXLIB_CPU_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { CPU_FILE_LINE = 64 };

/* Reads the line without its end, and returns its length; -1 and errno: there is no file (ENOENT), or it cannot be read. */
ssize_t cpu_file_line(int cpus, const char *path, char line[CPU_FILE_LINE]);

/* Returns false if there is no file, or the line is no number. */
bool cpu_file_number(int cpus, const char *path, uint64_t *number);

#endif
