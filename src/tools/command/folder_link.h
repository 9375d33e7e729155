/* SPDX-License-Identifier: MIT */
/* Another name for a folder, for ld.so, which cuts what LD_PRELOAD names at blanks and knows no quotes: a symbolic link
   that is made once and stays. */
#ifndef CYCLETIME_COMMAND_FOLDER_LINK_H
#define CYCLETIME_COMMAND_FOLDER_LINK_H

#include <stdbool.h>

/* Whether LD_PRELOAD can name FOLDER as it is. */
bool folder_link_is_needless(const char *folder);

/* Returns a link to FOLDER that LD_PRELOAD can name, in a folder of the user's own; in malloc's memory. NULL: there is
   none, and none can be made. */
char *folder_link_to(const char *folder);

#endif
