/* SPDX-License-Identifier: MIT */
/* The parts of the command, which the modules here provide for each other. */
#ifndef CYCLETIME_COMMAND_H
#define CYCLETIME_COMMAND_H

#include "launch/file_facts.h"
#include "launch/run_words.h"
#include "protocol/pe_headers.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
int check_bench_options(char **arguments);

/* Exit codes as of env(1), timeout(1) and the shells: this command failed, the file cannot run, no such file. */
enum { EXIT_FAILED = 125, EXIT_CANNOT_RUN = 126, EXIT_NOT_FOUND = 127 };

/* Writes one line to stderr, in one call, since the command may write there too, and without the characters that
   printable_put replaces. Takes printf's arguments, and returns STATUS. */
int report_error(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for an error that does not end the command. */
#define report_warning(...) ((void)report_error(0, __VA_ARGS__))

/* Returns what printf would print, in malloc's memory. Without memory the command cannot go on: this process ends after one
   line. */
char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The form is also the inside of a JSON string, or the content of an element of XML. */
enum printable_form { PRINTABLE_PLAIN, PRINTABLE_JSON, PRINTABLE_XML };

/* Writes a text of any bytes, with a question mark, or in JSON an escape, for each character that would move or colour what
   a terminal shows, and for each byte that is not UTF-8. */
void printable_put(FILE *out, const char *text, enum printable_form form);

/* Returns the FNV-1a hash of COUNT bytes. */
uint64_t fnv1a_hash(const char *bytes, size_t count);

/* Writes all of TEXT to the descriptor OUT; if IN_PLACE, instead of what the file has. False: that failed, and errno says
   why. */
bool write_whole(int out, const char *text, size_t size, bool in_place);

/* Moves the descriptor FILE, which may be -1, so that it is no standard stream, even if this process began without some of
   them. Returns the new descriptor, which is closed in programs, or -1. */
int leave_standard_streams(int file);

/* Opens /dev/null in place of each closed standard stream. Without this, Wine opens its own files there, and takes them for
   the program's streams: it hangs, or a program that prints something writes into Wine's connection to its server. It is
   open for writing, since Debian's script `wine` ends if it cannot print a line. */
void fill_standard_streams(void);

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

/* Returns whether the variable is set and not empty. */
bool environment_has_text(const char *variable);

/* Appends the library of TREE, which tree_link has linked, to LD_PRELOAD. */
void environment_name_library(const struct tree *tree);

/* Sets the options, and the acknowledgement file ACK (processes.h); NULL: there is none. */
void environment_set_options(const struct options *options, const char *ack);

/* Returns the options that CYCLETIME_RUN has; RUN_MUST if it is not set. Sets *LIST to the number of the list that the
   `cycletime time` around this command makes; 0: there is none. */
uint32_t environment_flags(uint64_t *list);

/* Prints those variables for `cycletime env`. ARGUMENTS end with NULL. Returns the exit code. */
int environment_print(char **arguments);

/* Prints TEXT as one word of a shell, in single quotes. */
void print_quoted(const char *text);

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

/* The same by the program's path and by the command line alone (refusal.c). */
const char *refusal_by_name(const char *path, char *const *words);

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

/* Returns whether this process was started by the name wine or wine64. Its words are then those of Wine's command. */
bool wine_is_own_name(void);

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
bool wine_does(char *const *words, bool is_silent);

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

/* Prints what the subcommands in `names` do, or the whole help if there are none; for "runners", lines for build tools.
   `names` ends with NULL. If `names` is NULL, prints the usage to stderr, for a command line without a subcommand. Returns
   0, or an exit code after a message on stderr. */
int print_help(char **names);

/* Returns the name of the subcommand that WORD may stand for: one letter is wrong, missing or too many, two have changed
   places, or WORD is its beginning, of three letters at least. In malloc's memory; NULL: there is none. */
char *subcommand_like(const char *word);

/* Write what ran to the descriptor OUT. A file keeps what it has until then; stderr keeps it. They return false if that
   failed, and errno says why. */

enum table_form { TABLE, TABLE_OF_ALL /* figures */, TABLE_JSON };

bool table_write(int out, enum table_form form);

/* Draws the processes of COMMAND, whose words end with NULL, in SVG. */
bool lanes_write(int out, char *const *command);

/* Run the tree's own Windows programs. ARGUMENTS end with NULL. Each function returns the exit code. */

/* Executes cycletime-NAME.exe, the benchmark or the counters, in place of this process. */
int tool_run(const char *name, char **arguments);

/* Prints what the setup can do. What Wine itself writes is only shown if this fails, or if WINEDEBUG asks for it. */
int tool_status(void);
int tool_top(char **arguments);

/* Runs `cycletime run`, `wrap` or `time`, which `subcommand` names; NULL means run, where the user named no subcommand.
   `arguments` ends with NULL. Returns the exit code, or ends this process as the command ended. */
int run_command(const char *subcommand, char **arguments);

/* Does what Wine's command does with these words, the first of which is its name, but as `cycletime run`. Returns as
   run_command. */
int run_as_wine(char **words);

#endif
