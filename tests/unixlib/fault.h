/* SPDX-License-Identifier: MIT */
/* The C library's functions that src/unixlib asks something of, one of whose calls fails. The linker's --wrap puts them in
   between. */
#ifndef CYCLETIME_UNIT_FAULT_H
#define CYCLETIME_UNIT_FAULT_H

#include <stdbool.h>

/* From here on the POSITION-th call fails, from 1, with ERROR; with AND_ALL_LATER those behind it as well. */
void fault_begin(unsigned position, int error, bool and_all_later);

/* Nothing fails from here on. How many calls there were. */
unsigned fault_end(void);

#endif
