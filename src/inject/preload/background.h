/* SPDX-License-Identifier: MIT */
/* Wine's background programs and its server, which run longer than the program that starts them. */
#ifndef CYCLETIME_PRELOAD_BACKGROUND_H
#define CYCLETIME_PRELOAD_BACKGROUND_H

#include "inject/preload/ntdll.h"
#include "launch/wine_programs.h"

/* Gives this process /dev/null for its streams, in Linux and in Windows, and for what else it has inherited, if Wine has
   started it for itself, and it outlives the program that needed it. Called once, before its code runs. */
void background_leave_streams(const struct ntdll *ntdll, struct process_parameters *parameters, enum program_owner kind);

/* The same for the stderr of Wine's server, if this process is that and goes on in the background. */
void background_leave_server_stderr(void);

/* Leaves the descriptors that are no streams and that an execution does not close: has the actions of a spawn close them if
   ACTIONS is not NULL; otherwise puts the open file NOTHING in their place, or closes them if NOTHING is -1. */
void background_leave_inherited(posix_spawn_file_actions_t *actions, int nothing);

/* Returns whether the code at CALLER is Wine's, and executes PATH with WORDS as it starts its server. */
bool background_starts_server(const char *path, char *const *words, const void *caller);

/* Returns the words with which the server is executed in place of WORDS. It then stays some seconds after its last program,
   so that the next program need not start it again. WITH_OPTION is room for them. */
char *const *background_server_words(char *const *words, char *with_option[3]);

/* If this process is Wine's desktop, or its program is the one that starts it, marks this process for the command, for as
   long as it lives. */
void background_mark_desktop(const struct process_parameters *parameters, enum program_owner kind);

#endif
