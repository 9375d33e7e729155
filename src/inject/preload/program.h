/* SPDX-License-Identifier: MIT */
/* Which program this process of Wine's runs, and the options that it has. */
#ifndef CYCLETIME_PRELOAD_PROGRAM_H
#define CYCLETIME_PRELOAD_PROGRAM_H

#include "inject/preload/c_library.h"
#include "launch/run_words.h"
#include "launch/wine_programs.h"
#include "protocol/process_environment.h"

/* Reads the words of CYCLETIME_RUN (launch/run_words.h). The options in ENVIRONMENT, which is Windows', take precedence, so
   that a program can be left out ("off"), or have others. Linux's environment has the variable even if a program has given
   its child a new environment; "time=NUMBER" and the file are read from it alone. Wine: linux-environment. */
void program_read_words(struct run_words *words, const uint16_t *environment);

/* Removes the file from the options that this process's descendants get, since none of them is the first. They then descend
   from Wine's services if `is_service`, otherwise they do not. */
void program_pass_words_on(bool is_service);

extern bool program_has_windows_parent; /* a Windows process has created this one */

/* Finds that out. Called when this library is initialised, since Wine later removes what shows it. */
void program_note_parent(void);

enum { PROGRAM_NAME = 1024 };

/* Returns whose program `process` runs, and sets NAME to its path for messages, in UTF-8. If the process descends from
   Wine's services, each program that comes with Wine is a service. */
enum program_owner program_find_owner(const struct process_environment *process, bool is_below_services,
                                      char name[PROGRAM_NAME]);

/* Returns whether IMAGE, a PE image, is one of Wine's own programs, and whether it is 32-bit code; NULL: there is no
   image. */
bool program_is_builtin(const void *image);
bool program_is_32_bit(const void *image);

/* Converts a string to UTF-8, and cuts it if it is too long. */
void string_to_utf8(const struct counted_string *string, char name[PROGRAM_NAME]);

#endif
