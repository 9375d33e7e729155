/* SPDX-License-Identifier: MIT */
/* Which file is the present one, and who of this process's threads writes. */
#ifndef CYCLETIME_HOST_RECORD_PRESENT_H
#define CYCLETIME_HOST_RECORD_PRESENT_H

#include "record_state.h"

/* The file that the name leads to now, joined or made if that is another than before. The caller writes. NULL: none. */
const struct record_file *present_file(struct record *record);

/* Whether the name leads to the one that was the present one last. */
bool present_file_is_named(const struct record *record);

/* The file before FILE that is still open; NULL: there is none. */
const struct record_file *file_before(const struct record *record, const struct record_file *file);

/* FILE as the one before the present one, as if that had been used first. Its place is free: nothing else was used. */
const struct record_file *present_file_insert_before(struct record *record, struct record_file file);

/* One thread writes at a time, for a second at most; another that comes meanwhile leaves it to the first. A thread that was
   killed in between loses its turn after that second. */
bool writer_enter(struct record *record);
void writer_leave(struct record *record);

#endif
