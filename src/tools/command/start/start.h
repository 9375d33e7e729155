/* SPDX-License-Identifier: MIT */
/* The part of the command that knows what to start: the options, the tree's files, the environment, the program, Wine and
   its prefix. */
#ifndef CYCLETIME_COMMAND_START_H
#define CYCLETIME_COMMAND_START_H

#include "tools/command/message.h"
#include "launch/file_facts.h"
#include "launch/run_words.h"
#include "protocol/pe_headers.h"

#include <limits.h>

/* The options of run, time and env. */

struct options {
    uint32_t flags; /* RUN_... */
    bool help;
    bool time;         /* makes a list of all that ran */
    bool json, all;    /* as an object; with all figures in the table */
    bool env, plain;   /* prints variables; without "export" and quotes */
    char *output;      /* the list's file; NULL: stderr */
    char *svg;         /* the picture's file; NULL: none */
    char *keep_server; /* seconds; NULL: not given */
    uint64_t run;      /* number of the list; 0: there is none */
    char **command;    /* the words behind the options, NULL at their end */
};

/* Reads the ARGUMENTS behind SUBCOMMAND, NULL at their end. Returns 0, or the exit code after one line on stderr. */
int arguments_read(const char *subcommand, char **arguments, struct options *options);

/* Checks the options of `cycletime bench`, and returns as arguments_read. */
int arguments_check_of_bench(char **arguments);

/* The installed tree that contains this command. */

struct tree {
    char root[PATH_MAX];    /* the folder above bin */
    char library[PATH_MAX]; /* path of the tree's lib */
    bool is_linked;         /* `library` is a link to lib */
};

/* On failure, these functions print a message and end this process. */
void tree_find(struct tree *tree);

/* Returns the path of `part` of lib, in malloc's memory; it is a failure if the file does not exist. */
char *tree_part(const struct tree *tree, const char *part);

/* If lib's path has characters that LD_PRELOAD, WINEDLLPATH or a Windows path cannot hold, uses a symbolic link to lib
   instead, which is made once and stays: ld.so cuts what LD_PRELOAD names at blanks and knows no quotes. */
void tree_link(struct tree *tree);

/* Finds the tree, checks that it has what each process of Wine gets, and calls tree_link. */
void tree_find_library(struct tree *tree);

/* The variables by which each process of Wine gets the preload library (src/inject/preload) and its options. */

/* Set a variable; the second function does only if it has no value yet. On failure, they end this process, after a
   message. */
void environment_set(const char *variable, const char *value);
void environment_set_default(const char *variable, const char *value);

/* Returns the variable's value, or NULL if it is not set or empty. */
char *environment_text(const char *variable);

/* Appends the library of TREE, which tree_link has linked, to LD_PRELOAD. */
void environment_name_library(const struct tree *tree);

/* Sets the options, and the acknowledgement file ACK; NULL: there is none. */
void environment_set_options(const struct options *options, const char *ack);

/* Returns the options that CYCLETIME_RUN has; RUN_MUST if it is not set. Sets *LIST to the number of the list that the
   `cycletime time` around this command makes; 0: there is none. */
uint32_t environment_flags(uint64_t *list);

/* Makes a folder for the files of one command, in memory if that is possible, and returns its path in malloc's memory, or
   NULL if there is no place for it. *LOCK becomes the descriptor by which this process locks the folder, or -1; it stays
   open as long as the folder is in use. Removes what commands that were killed have left there: the folders and shared
   files that no process has locked. */
char *own_folder_make(int *lock);

/* Makes the acknowledgement file, which the first Windows program of a command removes when it begins, before any of its
   code runs. Returns its path in malloc's memory, or NULL if no folder can hold it. Sets *LOCK as own_folder_make does. */
char *hook_ack_make(int *lock);

/* Returns whether a program has begun. Removes the file and its folder, to which `path` is cut. Returns true if `path` is
   NULL, since it is then unknown. */
bool hook_ack_has_come(char *path);

/* Returns the path that the variable CYCLETIME_RUN names, in malloc's memory, or NULL if there is none. It is that of the
   outer `cycletime run`, which started this command, and may be gone. */
char *hook_ack_of_outer(void);

/* Removes the file of the outer command, so that it finds that a program has begun. `outer` may be NULL. */
void hook_ack_report_to(const char *outer);

/* Returns the path of the file that a shell would run by `name`, a path or a name to search for in PATH, or NULL if there
   is none; in malloc's memory. A file for which `is_refused` returns true is passed over; `is_refused` may be NULL. */
char *search_path(const char *name, bool (*is_refused)(const char *path));

struct program {
    const char *word;                     /* as the user wrote it */
    char *path;                           /* the program's file, in malloc's memory; NULL if Wine is to look for it */
    bool is_for_wine;                     /* if false, Linux executes `path` */
    const char *for_wine;                 /* by what Wine finds the program */
    struct file_facts image;              /* only set for a file that Wine is to run: a script's is its interpreter */
    const char *const *interpreter_words; /* for a script: what Wine gets before its path */
    size_t interpreter_count;
};

/* Returns 0, or, after a message on stderr, the exit code: EXIT_NOT_FOUND if there is no such file, EXIT_CANNOT_RUN if it
   cannot be run. */
int program_find(const char *word, struct program *program);

/* Returns the program that Wine finds by the word, whether or not Linux has a program of that name. It may not exist. */
struct program program_of_wine(const char *word);

/* Returns why Wine did not run the program, whose path is not NULL. WORDS: the command line, the program's name first. */
const char *program_refusal(const struct program *program, char *const *words);

/* WORD has a backslash, or begins with a drive's letter. */
bool windows_path_is(const char *word);

/* Returns whether Wine may find a program by this name: in the current folder, in the Windows folders of the prefix, or
   where $WINEPATH or the registry adds places. */
bool wine_may_find(const char *name);

/* Returns whether the program may be one of Wine's that does not report its begin: its file has such a program's name, or
   the word is the name of a program in the Windows folders of the prefix. */
bool program_is_wines(const struct program *program);

/* Returns the path of Wine's command: what $WINE names, the first `wine` in PATH, the one that the command around this one
   has found, or that of a usual folder, but no file that leads back to this command. In malloc's memory. If there is none,
   prints a message and ends this process. */
char *wine_find(void);

/* Names that Wine, if there is one, in the environment, for commands below this one whose PATH has none. */
void wine_pass_on(void);

/* Returns whether PATH ends with the name of Wine's command. If this process has that name, its words are those of Wine's
   command. */
bool wine_is_name(const char *path);

/* Executes the Wine command `words` in place of this process. If that fails, prints a message and returns the exit code. */
int wine_execute(char *const *words);

/* Names the file that this process or a child of it will execute as Wine. `path` stays as it is. */
void wine_expect(const char *path);

/* Called right before this process executes a file: if wine_expect was called, marks this process as the one that becomes
   Wine, and gives it SIGCHLD's default action. Returns false if the environment cannot be changed; errno says why. */
bool wine_announce(void);

/* Returns whether a cycletime command executed this process, or one above it, as Wine. */
bool wine_is_this_process(void);

/* Returns whether the file is this command, or one that a command executed as Wine and that led to this process. */
bool wine_leads_back(const char *path);

/* Returns Debian's loader for a program of the machine (PE_AMD64 and so on; 0: unknown), with the variables set that its
   script WINE would set; or WINE itself if it is another file, or the choice is better left to it. */
char *debian_wine_loader(char *wine, uint16_t machine);

/* Returns `wine`, `program` and `words` as one list that ends with NULL, in malloc's memory. */
char **wine_command(char *wine, char *program, char **words);

/* Runs the command WORDS, whose first is WINE's path. Its stdin is /dev/null; its stdout and stderr are the descriptors OUT
   and ERR, where they are not -1. Returns what waitpid reports, or -1. */
int wine_run(char *const *words, int out, int err);

/* Whether the command ends with exit code 0. With IS_SILENT, its stdout and stderr are /dev/null, too. */
bool wine_succeeds(char *const *words, bool is_silent);

/* Called when not even Wine's own programs run. Returns what keeps Wine from starting and what the user can set, in
   malloc's memory, or NULL if that is unknown. */
char *wine_find_obstacle(void);

/* Returns whether the prefix is a 32-bit one, or will be when Wine makes it. */
bool prefix_is_32_bit(void);

/* Makes the prefix if it is missing, after a line on stderr if IS_REPORTED. What is missing of a prefix that has no
   registry is made too, after a line unless IS_QUIET. WINE is a path. If this fails, the next program's start reports
   why. */
void prefix_make(char *wine, bool is_reported, bool is_quiet);

/* If this command has made the prefix, and nobody keeps Wine's server, waits until the registry is on the disk, or the
   server has ended, or this process is asked to end. */
void prefix_await_registry(void);

/* If this command has a display, waits until Wine has ended its desktop of another display, or of none, which an earlier
   command has left. Does not wait if a program uses a desktop. */
void desktop_await_end(void);

#endif
