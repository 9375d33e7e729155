/* SPDX-License-Identifier: MIT */
/*
 * Wine's desktop is an explorer.exe, which chooses the display driver once. It stays for a second after the last program
 * that used it, so a program that begins meanwhile with another display could not use its own. wineboot.exe starts one with
 * the display of the first program. Therefore these two lock a byte of a folder, which the command looks for
 * (tools/command/desktop.c).
 * Wine: desktop, prefix.
 */
#include "inject/preload/preload.h"

#include <fcntl.h>

bool desktop_is(const struct process_parameters *parameters)
{
    static const char option[] = "explorer.exe\" /desktop";
    const struct counted_string *line = &parameters->command_line;
    const size_t length = line->length / sizeof *line->text;
    size_t i;

    if (length < sizeof option - 1) return false;
    for (i = 0; i < sizeof option - 1; i++)
        if (line->text[length - (sizeof option - 1) + i] != (unsigned char)option[i]) return false;
    return true;
}

bool prefix_devices(char folder[PLACE])
{
    const char *prefix = getenv("WINEPREFIX"), *home = getenv("HOME");
    const bool has_prefix = prefix && *prefix;

    if (!has_prefix && !home) return false;
    snprintf(folder, PLACE, "%s%s/dosdevices", has_prefix ? prefix : home, has_prefix ? "" : "/.wine");
    return true;
}

void desktop_mark(const struct process_parameters *parameters, enum program_kind kind, const char *program)
{
    const struct flock lock = { .l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = getpid(), .l_len = 1 };
    const char *name = strrchr(program, '\\');
    const bool is_boot = name && !strcasecmp(name, "\\wineboot.exe");
    char folder[PLACE];
    int file;

    if (kind == PROGRAM_OF_USER || (!desktop_is(parameters) && !is_boot) || !prefix_devices(folder)) return;
    file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* The descriptor stays open, since the lock ends with it. */
    if (file >= 0 && fcntl && fcntl(file, F_SETLK, &lock)) close(file);
}
