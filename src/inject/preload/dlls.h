/* SPDX-License-Identifier: MIT */
/* The program's DLLs: where Wine's loader finds them (dll_folders.c), and why it could not load them (load_failure.c). */
#ifndef CYCLETIME_PRELOAD_DLLS_H
#define CYCLETIME_PRELOAD_DLLS_H

#include "inject/preload/ntdll.h"

/* Called before any Windows code runs. In a process that a Linux program has started, adds the folders of DLLs that Linux'
   environment names, and the compiler's, behind those of Windows' PATH; in one that a program of Wine's own has started for
   a Linux program, the compiler's; in every process that has not inherited it, the folder LAST, unless that is NULL. In the
   new WoW64 mode, a 32-bit program has another environment, which stays as it is. */
void dll_folders_add(const struct ntdll *ntdll, const struct process_environment *process, const char *last);

/* Returns the value of Windows' PATH, which is also written Path, in ENVIRONMENT, or NULL. */
const uint16_t *dll_folders_find_path(const uint16_t *environment);

/* Returns whether the Linux folder FOLDER has a file NAME, whatever the case of its letters, and sets FOUND to its path. If
   NAME is NULL, any DLL will do, and FOUND may be NULL. */
bool dll_folders_find(const char *folder, const char *name, char found[PLACE]);

/* Called on the main thread, before any Windows code runs: if Wine's loader ends this process, one line tells why. */
void load_failure_watch(const struct thread_environment *main_thread);

/* Called when this process ends by _exit with `status`. Reports the reason if Wine's loader ends it, and does nothing in
   all other cases. */
void load_failure_report(uint32_t status);

#endif
