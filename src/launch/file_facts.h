/* SPDX-License-Identifier: MIT */
/* Functions that find out what a file is, by its content, and by its name only if it may be a batch file. The command
   chooses by them between Linux and Wine, and the preload library chooses which of the files that Linux refuses Wine can
   run. They allocate no memory, take no lock and may be called after vfork. */
#ifndef CYCLETIME_LAUNCH_FILE_FACTS_H
#define CYCLETIME_LAUNCH_FILE_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum file_kind {
    FILE_UNREADABLE,
    FILE_EMPTY,
    FILE_FOREIGN, /* nothing of Windows */
    FILE_CUT_OFF, /* MZ, and no newer header where one should be */
    FILE_OLD,     /* for DOS or 16-bit Windows */
    FILE_PE
};

enum { FILE_HEAD = 256 /* bytes, as many as Linux reads */, FILE_INTERPRETER_WORDS = 2 };

struct file_facts {
    enum file_kind kind;
    uint16_t machine;     /* of a FILE_PE: PE_I386 and so on */
    bool is_program;      /* of a FILE_PE: Wine can run it, which is no DLL, no driver, and not for UEFI */
    bool is_linux;        /* Linux knows the format: ELF, or a script with an interpreter */
    bool is_text;         /* it begins with MZ, and a shell takes it for a script. A FILE_PE can be one: Cosmopolitan's */
    char head[FILE_HEAD]; /* its beginning, with zeros behind its end */
};

/* Reads the facts about the file PATH. A relative path begins in FOLDER, a descriptor or AT_FDCWD. */
void file_facts_read(struct file_facts *facts, long folder, const char *path);

/* A file that Linux refuses and Wine can run: a Windows program, a batch file, or a script whose interpreter is a Windows
   program. */
struct refused_program {
    struct file_facts file, interpreter;
    const char *words[FILE_INTERPRETER_WORDS]; /* of a script: what comes before its path. They point into `file`. */
    size_t count;
};

/* Returns whether the file is one. `file` is set even if it is not. */
bool refused_program_read(struct refused_program *program, long folder, const char *path);

enum { FILE_ENDING = sizeof ".exe" };

/* If no file is named PATH, and with the ending .exe it is a Windows program, puts that name into WHOLE, which has room for
   FILE_ENDING bytes more than PATH has letters, and returns true: Cygwin and MSYS complete names so. If there is no such
   file either, this takes one system call. */
bool file_complete_name(char *whole, long folder, const char *path);

#endif
