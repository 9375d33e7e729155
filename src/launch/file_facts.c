/* SPDX-License-Identifier: MIT */
#include "launch/file_facts.h"
#include "protocol/pe_headers.h"

#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <sys/syscall.h>
#include <unistd.h>

/* If the relocations of a DOS header begin at NEWER or later, a newer header follows (Microsoft's NE format). */
enum { DOS_SIZE = 64, RELOCATIONS = 24, NEWER = 0x40, NEXT_SIZE = PE_OPTIONAL, PE_SIZE = PE_SUBSYSTEM + 2 };
enum { WINDOWS_GUI = 2, WINDOWS_CONSOLE = 3 };

/* The head begins with MZ and has so many bytes. A shell takes a file for a script if its first line has no zero. A line
   that is only MZ is the beginning of an old header. */
static bool is_text_of_mz(const char *head, long size)
{
    long i;

    for (i = 2; i < size && head[i] && head[i] != '\n'; i++) continue;
    return i > 2 && (i == size || head[i]);
}

static bool is_program_for_x86(const char pe[PE_SIZE])
{
    const uint16_t machine = pe_word(pe + PE_MACHINE), kind = pe_word(pe + PE_CHARACTERISTICS),
                   subsystem = pe_word(pe + PE_SUBSYSTEM);

    if (machine != PE_I386 && machine != PE_AMD64) return false;
    if (!(kind & PE_IS_EXECUTABLE) || kind & PE_IS_DLL) return false;
    return subsystem == WINDOWS_GUI || subsystem == WINDOWS_CONSOLE;
}

/* The file begins with MZ and has SIZE bytes or more. */
static void read_windows_headers(struct file_facts *facts, long file, long size)
{
    char next[PE_SIZE];
    long got = 0;

    /* On 32-bit machines the last argument is the higher half of the place, elsewhere none. */
    if (size >= DOS_SIZE) got = syscall(SYS_pread64, file, next, (long)PE_SIZE, (long)pe_dword(facts->head + PE_PLACE), 0L);
    facts->is_text = is_text_of_mz(facts->head, size);
    if (got >= NEXT_SIZE && pe_dword(next) == PE_SIGNATURE) {
        facts->kind = FILE_PE;
        facts->machine = pe_word(next + PE_MACHINE);
        facts->is_program = got == PE_SIZE && is_program_for_x86(next);
    } else if (!facts->is_text) {
        facts->kind =
            size >= DOS_SIZE
                    && (pe_word(facts->head + RELOCATIONS) < NEWER || (got >= NEXT_SIZE && !strncmp(next, "NE", 2)))
                ? FILE_OLD
                : FILE_CUT_OFF;
    }
}

void file_facts_read(struct file_facts *facts, long folder, const char *path)
{
    const long file = syscall(SYS_openat, folder, path, (long)(O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    long size;

    memset(facts, 0, sizeof *facts);
    if (file < 0) return;
    size = syscall(SYS_pread64, file, facts->head, (long)FILE_HEAD, 0L, 0L);
    if (size >= 0) facts->kind = size ? FILE_FOREIGN : FILE_EMPTY;
    facts->is_linux = !strncmp(facts->head,
                               "\x7f"
                               "ELF",
                               4)
                      || !strncmp(facts->head, "#!", 2);
    if (!strncmp(facts->head, "MZ", 2)) read_windows_headers(facts, file, size);
    syscall(SYS_close, file);
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t';
}

/* Takes the interpreter's path and its one argument from the script's first line, as Linux does (fs/binfmt_script.c), and
   puts them into WORDS. Returns how many they are; 0: the file is no script with a whole first line. */
static size_t split_first_line(char head[FILE_HEAD], const char *words[FILE_INTERPRETER_WORDS])
{
    char *at, *end = head;
    size_t count = 0;

    if (strncmp(head, "#!", 2) != 0) return 0;
    while (end < head + FILE_HEAD && *end && *end != '\n') end++;
    if (end == head + FILE_HEAD) return 0;
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

static bool is_refused(const struct file_facts *facts)
{
    return facts->kind == FILE_PE && facts->is_program && !facts->is_text;
}

static bool has_ending(const char *path, const char *ending)
{
    const char *const dot = strrchr(path, '.');

    return dot && !strcasecmp(dot, ending);
}

/* Returns whether PATH is the name of a batch file, and HEAD begins like one, and like nothing that is meant for a shell:
   what is meant for both begins with `:<<`, `: #`, `rem()`, `@ 2>/dev/null`, `@echo off 2>/dev/null` and the like. */
static bool is_batch_file(const char head[FILE_HEAD], const char *path)
{
    static const char *const beginnings[] = { "rem ", ":: ", "echo off" };
    const char *const end = head + FILE_HEAD;
    char line[FILE_HEAD + 1];
    size_t length = 0, i;

    if (!has_ending(path, ".bat") && !has_ending(path, ".cmd")) return false;
    while (head < end && (is_blank(*head) || *head == '\r' || *head == '\n')) head++;
    for (; head < end && *head != '\n'; head++)
        line[length++] = (char)(*head >= 'A' && *head <= 'Z' ? *head | 0x20 : *head);
    line[length] = '\0';
    if (strstr(line, "/dev/null")) return false;
    for (i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (!strncmp(line, beginnings[i], strlen(beginnings[i]))) return true;
    return line[0] == '@' && line[1] >= 'a' && line[1] <= 'z';
}

bool refused_program_read(struct refused_program *program, long folder, const char *path)
{
    file_facts_read(&program->file, folder, path);
    program->count = 0;
    if (is_refused(&program->file) || is_batch_file(program->file.head, path)) return true;
    program->count = split_first_line(program->file.head, program->words);
    /* Wine would look for a name without a slash elsewhere first. */
    if (program->count && strrchr(*program->words, '/')) {
        file_facts_read(&program->interpreter, folder, *program->words);
        if (is_refused(&program->interpreter)) return true;
    }
    program->count = 0;
    return false;
}

bool file_complete_name(char *whole, long folder, const char *path)
{
    const size_t length = strlen(path);
    struct file_facts facts;
    long file;

    if (!length || path[length - 1] == '/' || has_ending(path, ".exe")) return false;
    memcpy(whole, path, length);
    memcpy(whole + length, ".exe", FILE_ENDING);
    file_facts_read(&facts, folder, whole);
    if (!is_refused(&facts)) return false;
    /* A link to nothing has the name, and so has a script without its interpreter. */
    file = syscall(SYS_openat, folder, path, (long)(O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (file >= 0) syscall(SYS_close, file);
    return file < 0;
}
