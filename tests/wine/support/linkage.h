/* SPDX-License-Identifier: MIT */
/* That a program reaches the functions in the way in which it is linked: with the static library, or through the import
   library. */
#ifndef LINKAGE_H
#define LINKAGE_H

/* The functions that this program calls, and NULL behind them. */
extern const char *const linked[];

#endif
