/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_TABLE_H
#define CYCLETIME_COMMAND_TABLE_H

#include <stdbool.h>

/* Writes what ran to the descriptor OUT, as a table or as JSON. False: that failed, and errno says why. */
bool table_write(int out, bool is_json);

#endif
