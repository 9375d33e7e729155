/* SPDX-License-Identifier: MIT */
/* Starts Debian's Wine without the script that is its command. */
#include "tools/command/start/start.h"

#include <fcntl.h>

/* Debian 12's and 13's command wine is a script that chooses a loader; it is known by its FNV-1a hash. What another script
   does is unknown. Wine: debian-script. */
static bool is_debian_script(const char *wine)
{
    enum { SIZE = 1029 };
    char text[SIZE + 1];
    const int file = open(wine, O_RDONLY | O_CLOEXEC);
    const ssize_t length = file < 0 ? -1 : read(file, text, sizeof text);

    if (file >= 0) close(file);
    return length == SIZE && fnv1a_hash(text, SIZE) == 0x9261ceefbe22b894;
}

/* Wine takes PWD for the current folder's name if both are the same file, and then fails at a relative path. A script for
   dash hides that, since dash replaces such a PWD. Wine: relative-pwd. */
static void make_pwd_absolute(void)
{
    const char *named = getenv("PWD");
    char folder[PATH_MAX];

    if (named && *named != '/' && getcwd(folder, sizeof folder)) environment_set("PWD", folder);
}

/* With the package wine32, the script gives all programs to the 32-bit loader, which starts a 64-bit program by start.exe:
   that costs a process and its time, and does not pass on SIGINT. Without the package, which a 64-bit program does not
   need, the script prints four lines about that for each program, and runs dpkg twice for them. A 32-bit prefix is for the
   32-bit loader alone, which reports what cannot run there. Wine: loader-variable, loader-of-machine. */
char *debian_wine_loader(char *wine, uint16_t machine)
{
    static const char loader_32[] = "/usr/lib/wine/wine", loader_64[] = "/usr/lib/wine/wine64";
    const bool has_32 = !access(loader_32, X_OK), has_64 = !access(loader_64, X_OK);
    const char *loader = NULL;

    if (machine == PE_AMD64 && has_64 && !(has_32 && prefix_is_32_bit())) loader = loader_64;
    if (machine == PE_I386 && has_32) loader = loader_32;
    if (!loader || !is_debian_script(wine)) return wine;
    if (!has_32) environment_set_default("WINELOADER", loader_64);
    environment_set_default("WINEDEBUG", "fixme-all");
    make_pwd_absolute();
    return format_text("%s", loader);
}
