/* SPDX-License-Identifier: MIT */
/*
 * The files that Linux refuses to execute and that Wine runs. The command `cycletime` is executed in their place, by its
 * name `wine`, by which it takes all words as Wine does (run_as_wine in tools/command/run.c).
 *
 * A caller may be the child of vfork, or of fork in a process with several threads. So this code allocates no memory, takes
 * no lock, and changes no variable but its caller's.
 */
#include "inject/preload/preload.h"
#include "protocol/path.h"
#include "protocol/pe_headers.h"

#include <fcntl.h>
#include <sys/syscall.h>

enum { PE_SIZE = PE_SUBSYSTEM + 2, WINDOWS_GUI = 2, WINDOWS_CONSOLE = 3 };

/* Returns whether the open file, which begins with HEAD, is a program and not a DLL, a driver or one for UEFI. */
static bool is_windows_program(long file, const char head[REFUSED_HEAD])
{
    char pe[PE_SIZE];
    uint16_t machine, kind, subsystem;
    int i;

    if (strncmp(head, "MZ", 2) != 0) return false;
    /* A shell takes a file whose first line has no zero for a script. A file can be a program of Windows and a script at the
       same time, which starts a program for Linux: Cosmopolitan's. */
    for (i = 0; i < REFUSED_HEAD && head[i]; i++)
        if (head[i] == '\n') return false;
    /* On 32-bit machines the last argument is the higher half of the place, elsewhere none. */
    if (syscall(SYS_pread64, file, pe, (long)PE_SIZE, (long)pe_dword(head + PE_PLACE), 0L) != PE_SIZE) return false;
    machine = pe_word(pe + PE_MACHINE);
    kind = pe_word(pe + PE_CHARACTERISTICS);
    subsystem = pe_word(pe + PE_SUBSYSTEM);
    if (pe_dword(pe) != PE_SIGNATURE || (machine != PE_I386 && machine != PE_AMD64)) return false;
    if (!(kind & PE_IS_EXECUTABLE) || kind & PE_IS_DLL) return false;
    return subsystem == WINDOWS_GUI || subsystem == WINDOWS_CONSOLE;
}

/* Reads the beginning of the file, with zeros behind its end. Returns whether it is a Windows program. */
static bool read_head(const char *path, char head[REFUSED_HEAD])
{
    const long file = syscall(SYS_openat, (long)AT_FDCWD, path, (long)(O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    bool is_program;

    memset(head, 0, REFUSED_HEAD);
    if (file < 0) return false;
    is_program = syscall(SYS_pread64, file, head, (long)REFUSED_HEAD, 0L, 0L) > 0 && is_windows_program(file, head);
    syscall(SYS_close, file);
    return is_program;
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t';
}

/* Takes the interpreter's path and its one argument from the script's first line, as Linux does (fs/binfmt_script.c), and
   puts them into WORDS. Returns how many they are; 0: the file is no script with a whole first line. */
static int read_interpreter(char head[REFUSED_HEAD], const char *words[2])
{
    char *at, *end = head;
    int count = 0;

    if (strncmp(head, "#!", 2) != 0) return 0;
    while (end < head + REFUSED_HEAD && *end && *end != '\n') end++;
    if (end == head + REFUSED_HEAD) return 0;
    while (is_blank(end[-1])) end--;
    *end = '\0';
    for (at = head + 2; is_blank(*at); at++) continue;
    if (*at) words[count++] = at;
    while (*at && !is_blank(*at)) at++;
    if (!*at) return count;
    for (*at++ = '\0'; is_blank(*at); at++) continue;
    words[count++] = at;
    return count;
}

static const char *variable_of(char *const *environment, const char *name)
{
    const size_t length = strlen(name);

    for (; environment && *environment; environment++)
        if (!strncmp(*environment, name, length) && (*environment)[length] == '=') return *environment + length + 1;
    return NULL;
}

bool refused_file_find(struct refused_file *file, const char *path, char *const *environment, const char *library)
{
    static const char from_lib[] = "/../bin/cycletime";
    const char *libraries = variable_of(environment, "LD_PRELOAD"), *options = variable_of(environment, "CYCLETIME_RUN");
    const char *words[2];
    char head[REFUSED_HEAD];

    if (!path || !libraries || !strstr(libraries, "/cycletime_preload.so")) return false;
    if (options && run_words_parse(options).flags & RUN_NO_EXECUTE) return false;
    /* The path of this library, lib/preload/MACHINE/NAME, leads to the command. */
    if (!library || strlen(library) + sizeof from_lib > REFUSED_PATH) return false;
    memcpy(file->command, library, strlen(library) + 1);
    if (!path_cut_parts(file->command, 3)) return false;
    memcpy(file->command + strlen(file->command), from_lib, sizeof from_lib);
    file->words[0] = "wine";
    file->count = 1;
    if (!read_head(path, file->head)) {
        const int count = read_interpreter(file->head, words);

        if (!count || !strrchr(words[0], '/') || !read_head(words[0], head)) return false;
        for (int i = 0; i < count; i++) file->words[file->count++] = words[i];
    }
    /* Wine would look for a name without a slash elsewhere first. */
    if (!strrchr(path, '/')) {
        if (strlen(path) + sizeof "./" > REFUSED_NAME) return false;
        memcpy(file->name, "./", 2);
        memcpy(file->name + 2, path, strlen(path) + 1);
        path = file->name;
    }
    file->words[file->count++] = path;
    return true;
}

void refused_file_put_words(const struct refused_file *file, char *const *words, char **all)
{
    size_t i;

    for (i = 0; i < file->count; i++) *all++ = (char *)file->words[i];
    if (words && *words)
        while (*++words) *all++ = *words;
    *all = NULL;
}
