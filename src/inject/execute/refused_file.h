/* SPDX-License-Identifier: MIT */
/* A file that Linux refuses to execute and Wine runs, and what is executed in its place. */
#ifndef CYCLETIME_EXECUTE_REFUSED_FILE_H
#define CYCLETIME_EXECUTE_REFUSED_FILE_H

#include "inject/preload/c_library.h"
#include "launch/file_facts.h"

enum { REFUSED_PATH = 4096, REFUSED_NAME = 256 + 2, REFUSED_WORDS = FILE_INTERPRETER_WORDS + 3 };

struct refused_file {
    struct refused_program program;
    char command[PLACE];              /* the file that is executed instead */
    const char *words[REFUSED_WORDS]; /* in place of the first word */
    size_t count;
    char name[REFUSED_NAME]; /* to which one of the words may point */
};

/* Returns whether PATH is such a file and ENVIRONMENT, the program's, has this library in it. LIBRARY is the path of this
   library. A relative path begins in FOLDER, a descriptor or AT_FDCWD, which is the program's current folder. */
bool refused_file_find(struct refused_file *file, long folder, const char *path, char *const *environment,
                       const char *library);

/* As file_complete_name, under the same conditions, and only if the first of WORDS is PATH. A program that looks for a name
   in PATH has that name for its first word, and does not find it in a folder that only has it with .exe. */
bool refused_file_complete_name(char *whole, long folder, const char *path, char *const *words, char *const *environment,
                                const char *library);

/* Returns the most words that refused_file_put_words makes of WORDS, with the NULL at their end. */
size_t refused_file_count_words(char *const *words);

/* Puts the words with which `file->command` is executed into ALL. */
void refused_file_put_words(const struct refused_file *file, char *const *words, char **all);

/* Returns the folders that are searched for a program. */
const char *search_folders(void);

/* Makes the path of NAME in the first of FOLDERS, for which there is room. Returns the other folders, or NULL. */
const char *search_put_candidate(char *path, const char *folders, const char *name);

#endif
