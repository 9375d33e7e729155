/* SPDX-License-Identifier: MIT */
/* The file that this process's parent has, where that is not this process's. */
#ifndef CYCLETIME_HOST_RECORD_PARENT_H
#define CYCLETIME_HOST_RECORD_PARENT_H

#include "record_state.h"

/* The parent has no place in the present file, which is the only one that this process has used. */
bool record_parent_is_elsewhere(const struct record *record);

/* Opens it. False: no process of this user's has it, as far as /proc tells. It takes milliseconds. */
bool record_parent_find_file(const struct record *record, struct record_file *found);

#endif
