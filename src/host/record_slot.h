/* SPDX-License-Identifier: MIT */
/* What is whole of what was read from the file, and which copy is the newer. */
#ifndef CYCLETIME_HOST_RECORD_SLOT_H
#define CYCLETIME_HOST_RECORD_SLOT_H

#include "record_state.h"

/* Of SIZE bytes, whole words. Not 0 for zeros. */
uint64_t words_sum(const void *bytes, size_t size);

uint64_t figures_sum(const struct figures *figures);
uint64_t cell_sum(const struct account_cell *cell);
uint64_t thread_sum(const struct record_thread *thread);

/* FIGURES, if they are whole and tell of PROCESS. */
const struct figures *figures_of(const struct figures *figures, struct record_process process);

/* Writes FIGURES, with their sum, at their turn. */
bool record_slot_write(const struct record_file *file, uint32_t slot, struct figures *figures);

/* The newest copy that is whole; NULL: none is. */
const struct figures *record_slot_newest(const struct record_slot *slot);

/* The same, of those that tell of PROCESS. */
const struct figures *record_slot_newest_of(const struct record_slot *slot, struct record_process process);

/* Where in FILE the newest of PROCESS stands. False: nowhere. */
bool record_slot_find(const struct record_file *file, struct record_process process, uint32_t *slot);

/* Of a cell's two copies, the newest that is whole and of PROCESS' account. */
const struct account_cell *account_cell_newest_of(const struct account_cell copies[2], struct record_process process);

#endif
