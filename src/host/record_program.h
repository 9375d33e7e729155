/* SPDX-License-Identifier: MIT */
/* Which program a process runs, and on whose behalf, in the shared record: for who wants a list of all that ran. */
#ifndef CYCLETIME_HOST_RECORD_PROGRAM_H
#define CYCLETIME_HOST_RECORD_PROGRAM_H

#include "record_state.h"

/* This process's, at its place in FILE; nothing where nobody wants to know. */
void record_program_write(const struct record *record, const struct record_file *file);

/* Writes PROGRAM, with its sum, for the place SLOT. */
bool record_program_put(const struct record_file *file, uint32_t slot, struct record_program *program);

/* That of the place SLOT. False: there is none. */
bool record_program_read(const struct record_file *file, uint32_t slot, struct record_program *program);

/* The next of RUN from place *SLOT on, which becomes the one behind it. False: there are no more. */
bool record_program_next(const struct record_file *file, uint64_t run, uint32_t *slot, struct record_program *program);

#endif
