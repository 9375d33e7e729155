/* SPDX-License-Identifier: MIT */
/* Looks for a DLL's file in the folders that Wine's loader searches. */
#include "inject/preload/preload.h"
#include "protocol/pe_headers.h"

#include <fcntl.h>
#include <sys/syscall.h>

enum { HEAD = 4096 }; /* of a file, which has the PE headers in it */

struct search {
    const char *name;
    uint32_t machine;
    enum dll_file found;
    char *file; /* the first one for another machine */
};

/* Returns 0 if the file is not an image of Windows'. */
static uint32_t read_machine(const char *path)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    char head[HEAD];
    const long size = file < 0 ? 0 : syscall(SYS_read, (long)file, head, (long)HEAD);
    uint32_t headers;

    if (file >= 0) close(file);
    if (size < PE_PLACE + 4 || head[0] != 'M' || head[1] != 'Z') return 0;
    headers = pe_dword(head + PE_PLACE);
    if (headers > (uint32_t)size - PE_MACHINE - 2 || strncmp(head + headers, "PE", 3) != 0) return 0;
    return pe_word(head + headers + PE_MACHINE);
}

/* Makes the path of a drive's folder of Linux: what its link names, or the link. Returns false if no prefix is named. */
static bool find_drive(char letter, char folder[PLACE])
{
    char link[PLACE + 4];
    long length;

    if (!prefix_devices(folder)) return false;
    snprintf(link, sizeof link, "%s/%c:", folder, letter | 0x20);
    length = readlink(link, folder, PLACE - 1);
    if (length <= 0 || *folder != '/') return snprintf(folder, PLACE, "%s", link) < PLACE;
    folder[length == 1 ? 0 : length] = '\0';
    return true;
}

static void look_in_windows_folder(struct search *search, const uint16_t *text, size_t length)
{
    static const char root[] = "\\\\?\\unix\\";
    const struct counted_string string = { (uint16_t)(length * sizeof *text), 0, (uint16_t *)text };
    char path[PROGRAM_NAME], folder[PLACE + PROGRAM_NAME], file[PLACE], *at;
    uint32_t machine;

    string_to_utf8(&string, path);
    if (!strncmp(path, root, sizeof root - 1)) snprintf(folder, sizeof folder, "%s", path + sizeof root - 2);
    else if (!*path || path[1] != ':' || !find_drive(*path, folder)) return;
    else snprintf(folder + strlen(folder), PROGRAM_NAME, "%s", path + 2);
    for (at = folder; *at; at++)
        if (*at == '\\') *at = '/';
    if (at > folder + 1 && at[-1] == '/') at[-1] = '\0';
    if (!folder_find_dll(folder, search->name, file)) return;
    machine = read_machine(file);
    if (!machine || machine == search->machine) search->found = DLL_IS_UNUSABLE;
    if (search->found != DLL_IS_MISSING) return;
    search->found = DLL_IS_OF_OTHER_MACHINE;
    memcpy(search->file, file, sizeof file);
}

enum dll_file dll_search(const struct process_parameters *parameters, const char *name, uint32_t machine, char file[PLACE])
{
    static const uint16_t *const systems[] = { u"C:\\windows\\system32", u"C:\\windows\\syswow64" };
    const uint16_t *at = parameters->image.text, *begin;
    struct search search = { name, machine, DLL_IS_MISSING, file }, in_systems;
    size_t length = parameters->image.length / sizeof *at;
    char other[PLACE];
    int i;

    /* The program's folder. */
    while (length && at[length - 1] != '\\') length--;
    look_in_windows_folder(&search, at, length);
    /* Windows' own two folders, one of which has the DLLs of the other word size: these do not count. */
    in_systems = search;
    in_systems.file = other;
    for (i = 0; i < 2; i++) {
        for (length = 0; systems[i][length];) length++;
        look_in_windows_folder(&in_systems, systems[i], length);
    }
    if (in_systems.found == DLL_IS_UNUSABLE) search.found = in_systems.found;
    /* The current folder. */
    look_in_windows_folder(&search, parameters->directory.text, parameters->directory.length / sizeof *at);
    /* The folders of PATH. */
    for (at = parameters->environment; at && *at && !is_path_variable(at); at++)
        while (*at) at++;
    if (!at || !*at) return search.found;
    for (at += sizeof "path=" - 1; *at; at += *at == ';') {
        for (begin = at; *at && *at != ';';) at++;
        look_in_windows_folder(&search, begin, (size_t)(at - begin));
    }
    return search.found;
}
