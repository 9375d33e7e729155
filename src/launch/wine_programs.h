/* SPDX-License-Identifier: MIT */
/*
 * Which programs are Wine's own, and not the user's. One rule: a program is Wine's if its path is in Wine's Windows folder
 * and its name is in the list of wine_programs.c. A process whose path is unknown is judged by its name alone.
 * Wine: own-programs, system-folder.
 */
#ifndef CYCLETIME_LAUNCH_WINE_PROGRAMS_H
#define CYCLETIME_LAUNCH_WINE_PROGRAMS_H

#include <stdbool.h>

enum program_owner {
    PROGRAM_OF_USER,
    PROGRAM_STARTER, /* one of Wine's own that starts the user's */
    PROGRAM_SERVICE  /* one of Wine's own that starts only Wine's own */
};

/* Linux cuts off the name of a process after so many bytes: it has winemenubuilder.exe without its dot. */
enum { LINUX_NAME = 15 };

/* Returns whose the program with this path of Windows or Linux is. */
enum program_owner wine_program_by_path(const char *path);

/* Returns whose a program of this name would be if it were in Wine's folder. The end of NAME may be cut off. */
enum program_owner wine_program_by_name(const char *name);

/* Returns whether a process that Linux shows with this name, and that runs without cycletime, may be one of Wine's own. If
   so, wine_program_by_words decides by WORDS, its command line, which is "" if the process has ended. */
bool wine_program_is_possible(const char *name);
bool wine_program_by_words(const char *name, const char *words);

#endif
