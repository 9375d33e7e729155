/* SPDX-License-Identifier: MIT */
/*
 * The line about a process that Wine's loader ends before its program begins. Wine prints the reason itself, but not if
 * WINEDEBUG is -all; and a runner sees the low byte of the status only.
 *
 * At that end, the list of modules has each DLL that was loaded with all that it imports. A DLL that lacks another one has
 * been taken off the list, but stays mapped (build_module in Wine's dlls/ntdll/loader.c). So the imports of the program,
 * and then of DLLs that are only mapped, lead to the DLL that was not found. The loader has read all these imports before,
 * so they can be read here.
 *
 * Wine ends no process because of a missing function: it puts a stub in its place, and begins the program. It ends one with
 * the status of a missing DLL if the DLL is for another machine.
 * Wine: load-failure.
 */
#include "inject/preload/dlls.h"
#include "inject/preload/report.h"
#include "launch/file_facts.h"
#include "launch/prefix.h"
#include "protocol/pe_headers.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>

#define DLL_INIT_FAILED 0xc0000142u /* STATUS_DLL_INIT_FAILED */

enum { DESCRIPTOR = 20 }; /* bytes of an IMAGE_IMPORT_DESCRIPTOR */

enum { WOW_TEB = 0x180c };                  /* offset in the 64-bit TEB. Wine: teb-32. */
enum { API_SET = 24, API_SET_VERSION = 6 }; /* Wine: api-sets. */

enum { ATTACHING = 0x1000, ATTACHED = 0x80000 }; /* LDR_LOAD_IN_PROGRESS, LDR_PROCESS_ATTACHED */
enum module_order { IN_LOAD_ORDER, IN_INITIALISATION_ORDER };
enum { NAME = 256, DEPTH = 16, MODULES = 4096, WAIT = 100 /* ms */, LOAD_FAILURE = PLACE + 640 };

/* The Windows side of this process; `word` is the size of its pointers. */
struct windows_side {
    uintptr_t peb, lists;
    size_t word;
};

/* Returns the offset of MEMBER in Windows' structure TYPE on that side. */
#define PLACE_OF(side, type, member) \
    ((side)->word == sizeof(void *) ? offsetof(struct type, member) : offsetof(struct type##_32, member))

static const struct thread_environment *main_teb;
static pid_t watched;

void load_failure_watch(const struct thread_environment *main_thread)
{
    main_teb = main_thread;
    watched = getpid();
}

static uint32_t read_dword(uintptr_t at)
{
    uint32_t number;

    memcpy(&number, (const void *)at, sizeof number); /* NOLINT(performance-no-int-to-ptr) */
    return number;
}

static uintptr_t read_word(const struct windows_side *side, uintptr_t at)
{
    uintptr_t word = 0;

    memcpy(&word, (const void *)at, side->word); /* NOLINT(performance-no-int-to-ptr) */
    return word;
}

/* In the new WoW64 mode, the program's 32-bit side has structures of its own, to which the 64-bit TEB leads. */
static bool find_windows_side(struct windows_side *side)
{
    const uintptr_t teb = (uintptr_t)main_teb;
    uint32_t distance;

    *side = (struct windows_side){ (uintptr_t)main_teb->process, 0, sizeof(void *) };
    if (sizeof(void *) == 8 && program_is_32_bit(main_teb->process->image)) {
        if (!(distance = read_dword(teb + WOW_TEB))) return false;
        *side = (struct windows_side){ 0, 0, 4 };
        side->peb = read_dword(teb + (uintptr_t)(int32_t)distance + PLACE_OF(side, thread_environment, process));
    }
    side->lists = read_word(side, side->peb + PLACE_OF(side, process_environment, loader));
    return side->lists;
}

/* Returns the module that follows MODULE in a list, whose first one follows 0; 0: there is none. */
static uintptr_t find_next_module(const struct windows_side *side, enum module_order order, uintptr_t module)
{
    const uintptr_t links = order == IN_LOAD_ORDER ? 0 : PLACE_OF(side, loaded_module, initialisation),
                    head = side->lists + PLACE_OF(side, loader_data, modules) + links,
                    next = read_word(side, module ? module + links : head);

    return next == head || !next ? 0 : next - links;
}

static void read_module_name(const struct windows_side *side, uintptr_t module, char name[PROGRAM_NAME])
{
    const uintptr_t at = module + PLACE_OF(side, loaded_module, name);
    const struct counted_string string = { (uint16_t)read_dword(at), 0,
                                           (uint16_t *)read_word(side, at + side->word) }; /* NOLINT */

    string_to_utf8(&string, name);
}

static bool is_loaded(const struct windows_side *side, const char *name)
{
    char loaded[PROGRAM_NAME];
    uintptr_t module = 0;
    int i;

    for (i = 0; i < MODULES && (module = find_next_module(side, IN_LOAD_ORDER, module)); i++) {
        read_module_name(side, module, loaded);
        if (!strcasecmp(loaded, name)) return true;
    }
    return false;
}

/* Returns whether Windows has NAME for a set of functions, which other DLLs have. The last number of its version does not
   count. */
static bool is_api_set(const struct windows_side *side, const char *name)
{
    const uintptr_t map = read_word(side, side->peb + PLACE_OF(side, process_environment, api_sets));
    const char *const last = strrchr(name, '-');
    const uint32_t length = last ? (uint32_t)(last - name) : 0;
    char prefix[] = "ext-";
    uint32_t i, j, count;
    uintptr_t entry;

    memcpy(prefix, name, length < 4 ? length : 4);
    if (length < 4 || (strcasecmp(prefix, "api-") != 0 && strcasecmp(prefix, "ext-") != 0)) return false;
    if (!map || read_dword(map) != API_SET_VERSION) return true;
    count = read_dword(map + 12);
    for (i = 0, entry = map + read_dword(map + 16); i < count; i++, entry += API_SET) {
        if (read_dword(entry + 12) != 2 * length) continue;
        for (j = 0; j < length && ((name[j] ^ read_dword(map + read_dword(entry + 4) + 2 * j)) & 0xdf) == 0;) j++;
        if (j == length) return true;
    }
    return false;
}

/* Copies the name of an import as Wine's loader completes it. */
static void copy_import_name(const char *from, char name[NAME])
{
    size_t length, i;
    bool has_dot = false;

    for (length = 0; from[length] && length < NAME - sizeof ".dll";) length++;
    while (length && from[length - 1] == ' ') length--;
    for (i = 0; i < length; i++) has_dot |= (name[i] = from[i]) == '.';
    memcpy(name + length, has_dot ? "" : ".dll", has_dot ? 1 : sizeof ".dll");
}

/* Finds the next DLL that the IMAGE in memory imports functions from, and moves *AT behind it; *AT is 0 at first. */
static bool find_next_import(const struct windows_side *side, uintptr_t image, uint32_t *at, char name[NAME])
{
    const char *const headers = pe_headers((const void *)image); /* NOLINT(performance-no-int-to-ptr) */
    const uint32_t table = pe_dword(headers + (side->word == 8 ? PE_IMPORTS_64 : PE_IMPORTS)),
                   size = pe_dword(headers + PE_IMAGE_SIZE);
    uint32_t original, name_at, functions;
    uintptr_t descriptor;

    for (; table && table + *at + DESCRIPTOR <= size;) {
        descriptor = image + table + *at;
        original = read_dword(descriptor);
        name_at = read_dword(descriptor + 12);
        functions = read_dword(descriptor + 16);
        if (!name_at || !functions || name_at >= size || functions >= size || original >= size) return false;
        *at += DESCRIPTOR;
        if (!read_word(side, image + (original ? original : functions))) continue;
        copy_import_name((const char *)(image + name_at), name); /* NOLINT(performance-no-int-to-ptr) */
        return true;
    }
    return false;
}

/* Returns where a line of Linux's list of mappings says that a file NAME is mapped, as far as the beginning of an image; 0:
   the line is about another file. */
static uintptr_t parse_mapping(const char *line, const char *name)
{
    const char *const path = strrchr(line, '/');
    uintptr_t begin = 0;

    if (!path || strcasecmp(path + 1, name) != 0) return 0;
    for (; *line && *line != '-'; line++) begin = begin << 4 | (uintptr_t)(*line <= '9' ? *line - '0' : *line - 'a' + 10);
    while (*line && *line != ' ') line++;
    return line[0] && line[1] == 'r' && (read_dword(begin) & 0xffff) == ('M' | 'Z' << 8) ? begin : 0;
}

/* Returns where the DLL is mapped; 0: it is not. Sets *IS_KNOWN to false if Linux does not list the mappings. */
static uintptr_t find_mapped(const char *name, bool *is_known)
{
    const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    char text[2 * 4096], *line, *end;
    size_t kept = 0;
    uintptr_t found = 0;
    long size;

    *is_known = file >= 0;
    while (file >= 0 && !found && (size = syscall(SYS_read, (long)file, text + kept, sizeof text - kept)) > 0) {
        kept += (size_t)size;
        for (line = text, end = text; end < text + kept && !found; end++) {
            if (*end != '\n') continue;
            *end = '\0';
            found = parse_mapping(line, name);
            line = end + 1;
        }
        kept -= (size_t)(line - text);
        memmove(text, line, kept);
    }
    if (file >= 0) close(file);
    return found;
}

enum dll_file {
    DLL_IS_MISSING,
    DLL_IS_OF_OTHER_MACHINE, /* all of that name are for programs of another machine */
    DLL_IS_UNUSABLE
};

/* The search for a DLL's file in the folders that Wine's loader searches. */
struct search {
    const char *name;
    uint32_t machine;
    enum dll_file found;
    char file[PLACE]; /* the first one for another machine */
};

/* Makes the path of a drive's folder of Linux: what its link names, or the link. Returns false if no prefix is named. */
static bool find_drive(char letter, char folder[PLACE])
{
    char link[PLACE + 4];
    long length;

    if (!prefix_devices(folder, PLACE)) return false;
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
    struct file_facts facts;

    string_to_utf8(&string, path);
    if (!strncmp(path, root, sizeof root - 1)) snprintf(folder, sizeof folder, "%s", path + sizeof root - 2);
    else if (!*path || path[1] != ':' || !find_drive(*path, folder)) return;
    else snprintf(folder + strlen(folder), PROGRAM_NAME, "%s", path + 2);
    for (at = folder; *at; at++)
        if (*at == '\\') *at = '/';
    if (at > folder + 1 && at[-1] == '/') at[-1] = '\0';
    if (!dll_folders_find(folder, search->name, file)) return;
    file_facts_read(&facts, AT_FDCWD, file);
    if (facts.kind != FILE_PE || facts.machine == search->machine) search->found = DLL_IS_UNUSABLE;
    if (search->found != DLL_IS_MISSING) return;
    search->found = DLL_IS_OF_OTHER_MACHINE;
    memcpy(search->file, file, sizeof file);
}

/* Looks for `search->name` where Wine's loader does for a program for `search->machine`. */
static void search_dll(struct search *search)
{
    static const uint16_t *const systems[] = { u"C:\\windows\\system32", u"C:\\windows\\syswow64" };
    const struct process_parameters *parameters = main_teb->process->parameters;
    const uint16_t *at = parameters->image.text, *begin;
    struct search in_systems = *search;
    size_t length = parameters->image.length / sizeof *at;
    int i;

    /* The program's folder. */
    while (length && at[length - 1] != '\\') length--;
    look_in_windows_folder(search, at, length);
    /* Windows' own two folders, one of which has the DLLs of the other word size: these do not count. */
    for (i = 0; i < 2; i++) {
        for (length = 0; systems[i][length];) length++;
        look_in_windows_folder(&in_systems, systems[i], length);
    }
    if (in_systems.found == DLL_IS_UNUSABLE) search->found = in_systems.found;
    /* The current folder. */
    look_in_windows_folder(search, parameters->directory.text, parameters->directory.length / sizeof *at);
    /* The folders of PATH. */
    for (at = dll_folders_find_path(parameters->environment); at && *at; at += *at == ';') {
        for (begin = at; *at && *at != ';';) at++;
        look_in_windows_folder(search, begin, (size_t)(at - begin));
    }
}

/* Writes the reason why the DLL NAME, which IMPORTER needs, is not mapped. */
static void describe_missing(const char *name, const char *importer, char reason[LOAD_FAILURE])
{
    struct search search = { name, pe_word(pe_headers(main_teb->process->image) + PE_MACHINE), DLL_IS_MISSING, "" };

    search_dll(&search);
    switch (search.found) {
    case DLL_IS_MISSING: snprintf(reason, LOAD_FAILURE, "%s, which %s needs, was not found", name, importer); return;
    case DLL_IS_OF_OTHER_MACHINE:
        snprintf(reason, LOAD_FAILURE, "%s, which %s needs, was found only for programs of another word size: %s", name,
                 importer, search.file);
        return;
    case DLL_IS_UNUSABLE: snprintf(reason, LOAD_FAILURE, "%s, which %s needs, cannot be loaded", name, importer);
    }
}

/* Goes from each image to the first DLL that it needs and that is not loaded. That may lead back to a DLL that is above. */
static void describe_imports(const struct windows_side *side, char reason[LOAD_FAILURE])
{
    uintptr_t image = read_word(side, side->peb + PLACE_OF(side, process_environment, image));
    char names[DEPTH][NAME];
    bool is_known;
    uint32_t at;
    int depth, i;

    snprintf(reason, LOAD_FAILURE, "a DLL that it needs was not found");
    for (depth = 0; depth < DEPTH; depth++) {
        for (at = 0;;) {
            if (!find_next_import(side, image, &at, names[depth])) return;
            for (i = 0; i < depth && strcasecmp(names[i], names[depth]) != 0;) i++;
            if (i == depth && !is_loaded(side, names[depth]) && !is_api_set(side, names[depth])) break;
        }
        image = find_mapped(names[depth], &is_known);
        if (!is_known) return;
        if (!image) {
            describe_missing(names[depth], depth ? names[depth - 1] : "it", reason);
            return;
        }
        if (!depth) snprintf(reason, LOAD_FAILURE, "%s, which it needs, cannot be loaded", names[depth]);
    }
}

/* A DLL comes into the list after all that it needs, so the first one that is not attached is the one that failed. One that
   is attaching has ended the process itself. Wine: module-flags. */
static bool describe_initialisation(const struct windows_side *side, char reason[LOAD_FAILURE])
{
    char name[PROGRAM_NAME];
    uintptr_t module = 0;
    uint32_t flags;
    int i;

    for (i = 0; i < MODULES && (module = find_next_module(side, IN_INITIALISATION_ORDER, module)); i++) {
        flags = read_dword(module + PLACE_OF(side, loaded_module, flags));
        if (flags & ATTACHED) continue;
        read_module_name(side, module, name);
        snprintf(reason, LOAD_FAILURE, "DllMain of %s failed", name);
        return !(flags & ATTACHING);
    }
    return false;
}

void load_failure_report(uint32_t status)
{
    const char *last = strrchr(report.program, '\\'), *name = last ? last + 1 : report.program;
    struct pollfd stderr_state = { .fd = STDERR_FILENO, .events = POLLOUT };
    char reason[LOAD_FAILURE];
    struct windows_side side;

    if ((status != DLL_NOT_FOUND && status != DLL_INIT_FAILED) || !watched || getpid() != watched) return;
    watched = 0;
    if (!find_windows_side(&side)) return;
    if (status == DLL_INIT_FAILED && !describe_initialisation(&side, reason)) return;
    if (status == DLL_NOT_FOUND) {
        if (find_next_module(&side, IN_INITIALISATION_ORDER, 0)) return; /* code has run, which chose this exit code */
        describe_imports(&side, reason);
    }
    /* Wine's server kills a process that takes long to end, so a stream that takes no text gets none. */
    if (syscall(SYS_poll, &stderr_state, 1L, (long)WAIT) == 1 && stderr_state.revents == POLLOUT)
        report_line("%s cannot start: %s", name, reason);
}
