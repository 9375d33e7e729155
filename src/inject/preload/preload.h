/* SPDX-License-Identifier: MIT */
/* The parts of cycletime_preload.so, which the modules here provide for each other. */
#ifndef CYCLETIME_PRELOAD_H
#define CYCLETIME_PRELOAD_H

#include "launch/file_facts.h"
#include "launch/preload_list.h"
#include "launch/prefix.h"
#include "launch/run_words.h"
#include "launch/wine_programs.h"
#include "inject/preload/apc.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * The functions that this library uses of the C library, all of them weak: this library is loaded into every program, also
 * one with another C library or none, and requires no version of a symbol, so that it works with old and new ones. Except
 * for those of sigaction, of ntdll_may_be_here, of executions.c and of spawns.c, they are called only in a Wine process,
 * which has them all. Functions of text and memory are our own (c_library.c).
 */

#pragma weak __errno_location
#pragma weak __sigaction
#pragma weak access
#pragma weak close
#pragma weak dladdr
#pragma weak dl_iterate_phdr
#pragma weak dlerror
#pragma weak dlopen
#pragma weak dlsym
#pragma weak dup2
#pragma weak environ
#pragma weak faccessat
#pragma weak fcntl
#pragma weak getenv
#pragma weak getpid
#pragma weak getrlimit
#pragma weak getsid
#pragma weak getuid
#pragma weak lseek
#pragma weak mmap
#pragma weak munmap
#pragma weak on_exit
#pragma weak open
#pragma weak posix_spawn_file_actions_addchdir_np
#pragma weak posix_spawn_file_actions_addclose
#pragma weak posix_spawn_file_actions_addfchdir_np
#pragma weak posix_spawn_file_actions_destroy
#pragma weak posix_spawn_file_actions_init
#pragma weak readlink
#pragma weak sbrk
#pragma weak setenv
#pragma weak sigaddset
#pragma weak sigemptyset
#pragma weak sigismember
#pragma weak sigprocmask
#pragma weak snprintf
#pragma weak syscall
#pragma weak unlink
#pragma weak unsetenv
#pragma weak write

int __sigaction(int number, const struct sigaction *action, struct sigaction *before);

/* A function of this library that takes the place of the C library's, for all other code of the process. */
#define EXPORTED __attribute__((visibility("default")))

/* The next definitions of the functions that this library replaces, the C library's or another preload library's. NULL:
   there is none. */
extern struct next_functions {
    int (*execve)(const char *path, char *const *words, char *const *environment);
    int (*execvpe)(const char *name, char *const *words, char *const *environment);
    int (*fexecve)(int file, char *const *words, char *const *environment);
    int (*execveat)(int folder, const char *path, char *const *words, char *const *environment, int flags);
    __typeof__(posix_spawn) *posix_spawn, *posix_spawnp;
    __typeof__(pthread_create) *pthread_create;
    __typeof__(pthread_sigmask) *pthread_sigmask;
    __typeof__(sigaction) *sigaction;
    void (*pthread_exit)(void *result), (*_exit)(int status);
    const char *own_library; /* the path of this library; NULL: unknown, or this process is Wine's and executes no file */
} next_functions;

/* Called when this library is initialised, and by a function that is called earlier by a library of the program's. */
void find_next_functions(void);

/*
 * The options of `cycletime run` for its descendants: the environment variable CYCLETIME_RUN, words separated by blanks, of
 * which "ack=PATH" is the last. The command's first program removes the file PATH when it begins. The variable in
 * Windows' environment takes precedence, so that a program can be left out ("off"), or have other options. The variable in
 * Linux's environment is there even if a program has given its child a new environment; "time=NUMBER" and the file are read
 * from it alone.
 * Wine: linux-environment.
 */

/* Reads the options; ENVIRONMENT is Windows'. */
void run_words_read(struct run_words *words, const uint16_t *environment);

/* Removes the file from the options that this process's descendants get, since none of them is the first. They then descend
   from Wine's services if `is_service`, otherwise they do not. */
void run_words_pass_on(bool is_service);

enum { PROGRAM_NAME = 1024 };

/* Returns the kind of the program that `process` runs, and its path for messages, in UTF-8. If the process descends from
   Wine's services, each program that comes with Wine is a service. */
enum program_owner program_of(const struct process_environment *process, bool is_below_services, char name[PROGRAM_NAME]);

/* Returns whether IMAGE is one of Wine's own programs; NULL: there is no image. */
bool image_is_builtin(const void *image);

/* Converts a string to UTF-8, and cuts it if it is too long. */
void string_to_utf8(const struct counted_string *string, char name[PROGRAM_NAME]);

/* Wine's ntdll.so in this process: the few of its functions that this library calls. */

struct ntdll {
    void *allocate, *protect, *query, *queue_apc, *current_teb, *counter, *close;
    uintptr_t begin, end; /* of its code */
    const char *file;
    bool calls_as_linux;    /* the calling convention of all of them: Wine 8's is Windows', Wine 10's Linux's */
    const char *difference; /* the fact in docs/internals/wine.md that does not hold in this Wine, or NULL */
};

/* Returns false if no ntdll.so is mapped into this process. A handler of signals and a forked child may call this function,
   since it waits for no lock. */
bool ntdll_may_be_here(void);

/* Returns false if this is not a process of Wine's, or not yet. If it sets `difference`, no function can be called. Takes
   ld.so's locks. */
bool ntdll_find(struct ntdll *ntdll);

/* Returns whether Wine's server knows this process, whose program has been chosen, and no Windows code has run in it. False
   also on a thread that is not Windows'. If true, sets `ntdll->difference` if this process's memory cannot be read. */
bool ntdll_is_about_to_begin(struct ntdll *ntdll);

/* Returns true if CODE is the address of code of ntdll.so. */
bool ntdll_has(const struct ntdll *ntdll, uintptr_t code);

/* Returns whether the PE image at `image` is 32-bit code; NULL: there is no image. */
bool image_is_32_bit(const void *image);

/* Returns whether this process can run 32-bit Windows code, as far as that is known. In the new WoW64 mode, Wine has loaded
   the 32-bit ntdll.dll by now; Wine 9.16 and 9.17 have loaded none. If only the 64-bit one is loaded, Wine 8 begins the
   program all the same, in a process that ends with 0. */
bool ntdll_runs_32_bit(const struct ntdll *ntdll);

/* Returns SIZE bytes of memory at the address AT; 0: where Windows' code of both word sizes can address it. NULL: there is
   none. */
void *ntdll_allocate(const struct ntdll *ntdll, uintptr_t at, size_t size);

/* Returns SIZE bytes behind ntdll.dll, which it and later images can address by a near jump, or else before it, which later
   images can; NULL: there are none, ntdll.dll is not loaded yet, or (32 bits) all memory is that near. */
void *ntdll_allocate_behind(const struct ntdll *ntdll, size_t size);

/* Makes the SIZE bytes of CODE executable and read-only, and queues the call CODE(ARGUMENT) on the calling thread, which
   makes it just before its program begins. */
bool ntdll_queue(const struct ntdll *ntdll, void *code, size_t size, void *argument);

struct thread_environment *ntdll_thread(const struct ntdll *ntdll);

/* Calls FUNCTION, one of ntdll.so, with six arguments, of which it may use fewer. Returns whether its status is a success.
   Each machine has its own file. */
bool ntdll_call(const struct ntdll *ntdll, void *function, const uintptr_t arguments[6]);

/* Calls FUNCTION(AS_LINUX, 0) by Linux's convention and FUNCTION(AS_WINDOWS, 0) by Windows', in one call; where the
   conventions are the same, FUNCTION(AS_LINUX, 0). */
void ntdll_call_both(void *function, int64_t *as_linux, int64_t *as_windows);

/* The messages on stderr about the hooking of this process. */

struct report {
    char program[PROGRAM_NAME];
    bool must, verbose, is_first, quiet;
};

extern struct report report;

#define DLL_NOT_FOUND 0xc0000135u /* STATUS_DLL_NOT_FOUND */

/* Writes a line to stderr, with a question mark in place of each character that does harm on a terminal. */
void report_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reports that this process is not hooked, because of `reason`. */
void report_failure(const char *reason);

/* Reports that this process is not hooked, since the fact DIFFERENCE about Wine does not hold. */
void report_difference(const char *difference);

/* A Linux function that Wine's dispatcher can call. */
typedef int32_t call(void *);

/* They are called for the APC and for cycletime.dll. */
extern call *const report_table[HOOK_REPORTS];

enum { PLACE = 1024 }; /* the bytes of a path */

/* Hooks this process, which is Wine's, before its program begins. Called once, on the main thread. */
void hook_process(const struct ntdll *ntdll);

/* If this process is Wine's desktop, or its program is the one that starts it, marks this process for the command, for as
   long as it lives. */
void desktop_mark(const struct process_parameters *parameters, enum program_owner kind);

/* Makes the path of the folder that has the prefix's drives, dosdevices. Returns false if no prefix is named. */
bool prefix_devices(char folder[PLACE]);

/* Called before any Windows code runs. In a process that a Linux program has started, adds the folders of DLLs that Linux'
   environment names, and the compiler's, behind those of Windows' PATH; in one that a program of Wine's own has started for
   a Linux program, the compiler's; in every process that has not inherited it, the folder LAST, unless that is NULL. In the
   new WoW64 mode, a 32-bit program has another environment, which stays as it is. */
void dll_folders_add(const struct ntdll *ntdll, const struct process_environment *process, const char *last);

/* Returns whether a variable is Windows' PATH, which is also written Path. */
bool is_path_variable(const uint16_t *variable);

/* Returns whether the Linux folder FOLDER has a file NAME, whatever the case of its letters, and sets FOUND to its path. If
   NAME is NULL, any DLL will do, and FOUND may be NULL. */
bool folder_find_dll(const char *folder, const char *name, char found[PLACE]);

/* Called on the main thread, before any Windows code runs: if Wine's loader ends this process, one line tells why. */
void load_failure_watch(const struct thread_environment *main_thread);

/* Called when this process ends by _exit with `status`. Reports the reason if Wine's loader ends it, and does nothing in
   all other cases. */
void load_failure_report(uint32_t status);

extern bool has_windows_parent; /* a Windows process has created this one */

/* Gives this process /dev/null for its streams, in Linux and in Windows, and for what else it has inherited, if Wine has
   started it for itself, and it outlives the program that needed it. Called once, before its code runs. */
void streams_leave(const struct ntdll *ntdll, struct process_parameters *parameters, enum program_owner kind);

/* The same for the stderr of Wine's server, if this process is that and goes on in the background. */
void streams_leave_server(void);

/* Closes the descriptors from 3 on that an execution would leave open, or makes a spawned process close them. */
void descriptors_leave(void);
void descriptors_leave_in_child(posix_spawn_file_actions_t *actions);

/* Returns whether the code at CALLER is Wine's, and executes PATH with WORDS as it starts its server. */
bool starts_server(const char *path, char *const *words, const void *caller);

/* Returns the words with which the server is executed in place of WORDS. It then stays some seconds after its last program,
   so that the next program need not start it again. WITH_OPTION is room for them. */
char *const *server_words(char *const *words, char *with_option[3]);

/* A file that Linux refuses to execute and Wine runs, and what is executed in its place. */

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

/* Puts the words with which `file->command` is executed into ALL, which has REFUSED_WORDS more elements than WORDS has
   words. */
void refused_file_put_words(const struct refused_file *file, char *const *words, char **all);

/* Helpers of the functions that execute a file. */

size_t words_count(char *const *words);

/* Returns the folders that are searched for a program. */
const char *path_folders(void);

/* Makes the path of NAME in the first of FOLDERS, for which there is room. Returns the other folders, or NULL. */
const char *path_put_candidate(char *path, const char *folders, const char *name);

enum { DESCRIPTOR_PATH = 32 };

/* Makes a path that leads to the descriptor FILE of this process. */
void put_descriptor_path(char path[DESCRIPTOR_PATH], int file);

/* READ_OWN_CODE is the unixlib's call that reads this process's exit code. END is called when this process ends by _exit.
   Called once, on the main thread. */
void exit_status_begin(call *read_own_code, call *end);

/* Called on this process's last Windows thread, which ends with this exit code by pthread_exit. A thread that has not begun
   can only be ended with the process. */
void exit_status_of_last_thread(uint32_t code, bool has_begun);

/* Has BEGIN called on each Windows thread that is created from now on, before the thread runs Wine's code. The argument is
   a struct unixlib_thread_begin. */
void threads_call(const struct ntdll *ntdll, call *begin);

#endif
