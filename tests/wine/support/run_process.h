/* SPDX-License-Identifier: MIT */
/* Running programs with pipes for their standard handles. */
#ifndef RUN_PROCESS_H
#define RUN_PROCESS_H

#include <windows.h>

struct program {
    HANDLE process;
    DWORD id;
    HANDLE in, out, err;  /* our ends */
};

enum { LINE = 0x8000 };  /* the longest command line and its end */

/* Formats as swprintf does, into memory that stays. */
const WCHAR *format_line(const WCHAR *format, ...);

/* PATH is not looked for; LINE is the whole command line; DIRECTORY and ENVIRONMENT may be NULL: ours. */
void program_start(struct program *program, const WCHAR *path, const WCHAR *line, const WCHAR *directory,
                   const WCHAR *environment);

/* Starts this program once more, with those ARGUMENTS. */
void program_start_self(struct program *program, const WCHAR *arguments);

void program_close(struct program *program);

/* Ends its standard input, waits, and returns its exit code. */
DWORD program_end(struct program *program);

/* Does the same, asserts that the exit code is 0, and closes the handles. */
void program_end_and_close(struct program *program);

/* A line of its standard output, without its end. */
void program_read_line(struct program *program, char *line, DWORD size);

struct outcome {
    DWORD code;
    char *out, *err;  /* ended by zeros */
    DWORD out_length, err_length;
};

/* Gives it INPUT, and reads all until it has ended. */
void program_finish(struct program *program, const void *input, DWORD input_length, struct outcome *outcome);
void outcome_free(struct outcome *outcome);

/* Asserts that the program ended with 0 and wrote nothing to its standard error. */
#define assert_ended_well(outcome) assert_ended_well_at(outcome, __FILE__, __LINE__)
void assert_ended_well_at(const struct outcome *outcome, const char *file, int line);

/* Returns the first TEXT in its standard output from the offset FROM on, or NULL. The output may contain zeros. */
char *find_in(const struct outcome *outcome, DWORD from, const char *text);

/* Returns how often TEXT stands in its standard output. */
unsigned count_of(const struct outcome *outcome, const char *text);

/* A path in the directory of this program, in memory that stays. */
const WCHAR *beside(const WCHAR *name);

/* Loads cycletime.dll, which lies there, and has it install its hooks. Returns NULL if it cannot. */
HMODULE hook_this_program(ULONG flags);

#endif
