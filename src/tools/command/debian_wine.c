/* SPDX-License-Identifier: MIT */
/*
 * Debian's command wine is a script that chooses a loader. Without the package wine32 it prints four lines about that for
 * each program, to the program's stderr, and runs dpkg twice for them. A 64-bit program does not need the package.
 */
#include "tools/command/command.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static const char loader_32[] = "/usr/lib/wine/wine", loader_64[] = "/usr/lib/wine/wine64";

/* Whether the file is the script of Debian 12 and 13, by its FNV-1a hash. What another script does is unknown.
   Wine: debian-script, loader-variable. */
static bool is_known_script(const char *path)
{
    enum { SIZE = 1029 };
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    char text[SIZE + 1];
    ssize_t length;

    if (file < 0) return false;
    length = read(file, text, sizeof text);
    close(file);
    return length == SIZE && fnv1a_hash(text, SIZE) == 0x9261ceefbe22b894;
}

char *debian_wine_loader(char *wine)
{
    if (!access(loader_32, X_OK) || access(loader_64, X_OK) || !is_known_script(wine)) return wine;
    environment_set_default("WINELOADER", loader_64);
    environment_set_default("WINEDEBUG", "fixme-all");
    return format_text("%s", loader_64);
}
