/* SPDX-License-Identifier: MIT */
/*
 * Windows looks for a program's DLLs in PATH, so build tools and test runners name the folders there, or in
 * LD_LIBRARY_PATH. Wine has another PATH for Windows programs (WINEPATH and the registry's), and Linux's is lost. Therefore
 * a process that a Linux program has started gets the folders of both that have DLLs, and then those of the compiler that
 * built the program, behind Windows' PATH. The processes that it starts inherit them. The last folder is one with a DLL
 * that this Wine lacks.
 */
#include "inject/preload/dlls.h"
#include "inject/preload/program.h"
#include "launch/prefix.h"
#include "protocol/characters.h"
#include "protocol/pe_headers.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>

enum { LETTERS = 0x4000 };

struct dll_folders {
    const char *root; /* the Windows path of Linux's / */
    size_t length;
    uint16_t list[LETTERS]; /* each folder has a semicolon before it */
};

/* Linux's own folders have many files to look through, and no DLLs. */
static bool is_linux_folder(const char *folder)
{
    static const char *const folders[] = { "/bin",           "/sbin",      "/usr/bin", "/usr/sbin",
                                           "/usr/local/bin", "/usr/games", "/lib",     "/usr/lib",
                                           "/lib64",         "/usr/lib64", NULL };
    const char *const *each;

    for (each = folders; *each; each++)
        if (!strcmp(folder, *each)) return true;
    return false;
}

bool dll_folders_find(const char *folder, const char *name, char found[PLACE])
{
    const int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    _Alignas(struct dirent64) char entries[4096];
    const struct dirent64 *entry;
    bool is_found = false;
    long length = 1, at;
    size_t letters;

    if (file < 0) return false;
    while (!is_found && (length = syscall(SYS_getdents64, (long)file, entries, (long)sizeof entries)) > 0)
        for (at = 0; at < length && !is_found; at += entry->d_reclen) {
            entry = (const struct dirent64 *)(entries + at);
            letters = strlen(entry->d_name);
            if (name) is_found = !strcasecmp(entry->d_name, name);
            else is_found = letters > 4 && !strcasecmp(entry->d_name + letters - 4, ".dll");
            if (is_found && found) snprintf(found, PLACE, "%s/%s", folder, entry->d_name);
        }
    close(file);
    return is_found;
}

/* Returns false if TEXT is not UTF-8, or cannot be part of PATH. */
static bool append_path(struct dll_folders *folders, const char *text)
{
    const char *character;
    uint32_t letter;

    while (*text) {
        character = text;
        letter = utf8_next(&text);
        if (letter == BROKEN_CHARACTER && text == character + 1) return false;
        if (letter == ';' || letter == '"' || folders->length + 2 > LETTERS) return false;
        if (letter >= 0x10000) {
            folders->list[folders->length++] = (uint16_t)(HIGH_SURROGATE + ((letter - 0x10000) >> 10));
            letter = LOW_SURROGATE + ((letter - 0x10000) & 0x3ff);
        }
        folders->list[folders->length++] = (uint16_t)(letter == '/' ? '\\' : letter);
    }
    return true;
}

/* Returns whether LIST, up to END or its zero, has the folder, of so many letters with the semicolon before it. */
static bool has_folder(const uint16_t *list, const uint16_t *end, const uint16_t *folder, size_t length)
{
    size_t same;

    for (; list != end && *list; list++) {
        for (same = 0; same < length && list + same != end && list[same] == folder[same];) same++;
        if (same == length && (list + same == end || !list[same] || list[same] == ';')) return true;
    }
    return false;
}

static void put_folder(struct dll_folders *folders, const char *folder)
{
    const size_t before = folders->length;

    if (before == LETTERS) return;
    folders->list[folders->length++] = ';';
    if (!append_path(folders, folders->root) || !append_path(folders, folder)
        || has_folder(folders->list, folders->list + before, folders->list + before, folders->length - before))
        folders->length = before;
}

/* LIST: folders with colons between them; NULL: none. */
static void put_listed_folders(struct dll_folders *folders, const char *list)
{
    char folder[PLACE], system[PLACE + 16];
    size_t length;

    while (list && *list) {
        for (length = 0; list[length] && list[length] != ':';) length++;
        if (*list == '/' && length < PLACE) {
            memcpy(folder, list, length);
            folder[length] = '\0';
            /* A system's own DLLs are Windows' (on Windows' subsystem for Linux) or a Wine's. What this Wine lacks must not
               come from there. */
            snprintf(system, sizeof system, "%s/ntdll.dll", folder);
            if (!is_linux_folder(folder) && dll_folders_find(folder, NULL, NULL) && access(system, F_OK))
                put_folder(folders, folder);
        }
        list += length;
        if (*list) list++;
    }
}

/* Finds the end of the section of constants in the mapped IMAGE (winnt.h: IMAGE_SECTION_HEADER); NULL: there is none. Sets
   *SIZE to its size. */
static const char *find_constants(const char *image, uint32_t *size)
{
    enum { SECTION = 40, SECTION_SIZE = 8, SECTION_AT = 12 };
    const char *headers = pe_headers(image);
    const char *section = headers + PE_OPTIONAL + pe_word(headers + PE_OPTIONAL_SIZE);
    uint32_t count = pe_word(headers + PE_SECTION_COUNT);

    for (; count; count--, section += SECTION) {
        *size = pe_dword(section + SECTION_SIZE);
        if (!strncmp(section, ".rdata", sizeof ".rdata")) return image + pe_dword(section + SECTION_AT) + *size;
    }
    return NULL;
}

/* Adds PATTERN with the machine's name in place of %s, if WITNESS is a file there. */
static void put_machine_folder(struct dll_folders *folders, const char *pattern, const char *machine, const char *witness)
{
    char folder[PLACE], file[PLACE + 64];

    snprintf(folder, sizeof folder, pattern, machine);
    snprintf(file, sizeof file, "%s/%s", folder, witness);
    if (!access(file, R_OK)) put_folder(folders, folder);
}

/* MinGW's linker puts the name of each GCC that made a part of the program, such as "GCC: (GNU) 12-posix", at the end of
   the constants. Debian has a folder for each version, with GCC's own DLLs. */
static void put_compiler_folders(struct dll_folders *folders, const char *image)
{
    static const char name[] = "GCC: (GNU) ";
    enum { NAME = sizeof name - 1, VERSION = 32, VERSIONS = 8, MOST = 0x10000 };
    const char *machine = program_is_32_bit(image) ? "i686" : "x86_64", *end, *at;
    char versions[VERSIONS][VERSION], *version = *versions, folder[PLACE];
    uint32_t size, length, count = 0, i;

    if (!(end = find_constants(image, &size)) || size < NAME + VERSION) return;
    for (at = end - NAME - VERSION; at >= end - size && at >= end - MOST && count < VERSIONS; at--) {
        if (*at != *name || strncmp(at, name, NAME) != 0) continue;
        for (length = 0; length < VERSION - 1 && at[NAME + length] > ' ' && at[NAME + length] != '/'; length++)
            version[length] = at[NAME + length];
        version[length] = '\0';
        for (i = 0; strcmp(versions[i], version) != 0;) i++;
        if (i < count) continue;
        snprintf(folder, sizeof folder, "/usr/lib/gcc/%s-w64-mingw32/%s", machine, version);
        version = versions[++count];
        if (dll_folders_find(folder, NULL, NULL)) put_folder(folders, folder);
    }
    if (!count) return;
    put_machine_folder(folders, "/usr/%s-w64-mingw32/lib", machine, "libwinpthread-1.dll");
    put_machine_folder(folders, "/usr/%s-w64-mingw32/bin", machine, "libgcc_s_seh-1.dll");
    put_machine_folder(folders, "/usr/%s-w64-mingw32/sys-root/mingw/bin", machine, "libwinpthread-1.dll");
}

const uint16_t *dll_folders_find_path(const uint16_t *environment)
{
    static const char name[] = "path=";
    int i;

    for (; environment && *environment; environment++) {
        for (i = 0; name[i]; i++)
            if ((environment[i] < 'A' || environment[i] > 'Z' ? environment[i] : environment[i] | 0x20) != name[i]) break;
        if (!name[i]) return environment + i;
        while (*environment) environment++;
    }
    return NULL;
}

/* Gives the process an environment with the folders behind PATH's. Wine copies the environment later.
   Wine: environment-copy. */
static void append_to_path(const struct ntdll *ntdll, struct process_parameters *parameters,
                           const struct dll_folders *folders)
{
    const uint16_t *const all = parameters->environment, *at = dll_folders_find_path(all), *path_end;
    const size_t letter = sizeof *all, added = folders->length;
    uint16_t *whole;
    size_t size, before;

    if (!at) return;
    while (*at) at++;
    for (path_end = at++; *at; at++)
        while (*at) at++;
    size = (size_t)(at - all) + 1;
    before = (size_t)(path_end - all);
    if (parameters->environment_size + letter < size * letter || parameters->environment_size > (size + 1) * letter) return;
    if (!(whole = ntdll_allocate(ntdll, 0, (size + added) * letter))) return;
    memcpy(whole, all, before * letter);
    memcpy(whole + before, folders->list, added * letter);
    memcpy(whole + before + added, path_end, (size - before) * letter);
    parameters->environment = whole;
    parameters->environment_size = (size + added) * letter;
}

/* A command that Linux gives to Wine can lead to one of Wine's own programs first: "wine test" to start.exe, if the file is
   test.exe. What these start has this variable in Linux's environment, and gets the folders of its compiler too.
   Wine: linux-environment. */
static const char lead_variable[] = "CYCLETIME_LEAD";

void dll_folders_add(const struct ntdll *ntdll, const struct process_environment *process, const char *last)
{
    const bool is_builtin = program_is_builtin(process->image);
    const bool is_led = program_has_windows_parent && getenv(lead_variable),
               is_for_linux = !program_has_windows_parent || is_led;
    char devices[PLACE], link[PLACE + 8], target[4];
    struct dll_folders folders;
    const uint16_t *path;
    size_t before;

    if (is_for_linux && is_builtin) setenv(lead_variable, "1", 1);
    else if (is_for_linux) unsetenv(lead_variable);
    if ((!is_for_linux && !last) || (program_is_32_bit(process->image) && sizeof(void *) == 8)) return;
    folders.length = 0;
    /* Linux's / is a drive of the prefix, or has Wine's own name, which needs none. Wine: unix-path. */
    folders.root = "\\\\?\\unix";
    if (prefix_devices(devices, PLACE)) {
        snprintf(link, sizeof link, "%s/z:", devices);
        if (readlink(link, target, sizeof target) == 1 && *target == '/') folders.root = "Z:";
    }
    if (!program_has_windows_parent) {
        put_listed_folders(&folders, getenv("PATH"));
        put_listed_folders(&folders, getenv("LD_LIBRARY_PATH"));
    }
    if (is_for_linux && process->image && !is_builtin) put_compiler_folders(&folders, process->image);
    before = folders.length;
    if (last) put_folder(&folders, last);
    path = dll_folders_find_path(process->parameters->environment);
    if (path && has_folder(path, NULL, folders.list + before, folders.length - before)) folders.length = before;
    if (folders.length) append_to_path(ntdll, process->parameters, &folders);
}
