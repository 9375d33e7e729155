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

/* PATH is not looked for; LINE is the whole command line; DIRECTORY and ENVIRONMENT may be NULL: ours. */
void program_start(struct program *program, const WCHAR *path, const WCHAR *line, const WCHAR *directory,
                   const WCHAR *environment);
void program_close(struct program *program);

/* Ends its standard input, waits, and returns its exit code. */
DWORD program_end(struct program *program);

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

/* A path in the directory of this program, in memory that stays. */
const WCHAR *beside(const WCHAR *name);

#endif
