/* SPDX-License-Identifier: MIT */
/* Where this library's file is: as this process sees it, which may be in a container and through links. */
#ifndef CYCLETIME_PRELOAD_OWN_PLACE_H
#define CYCLETIME_PRELOAD_OWN_PLACE_H

#include "text.h"

/* The name of the file that is mapped at ADDRESS, by the text of /proc/self/maps in the open file DESCRIPTOR; NULL where
   there is none or no room. */
char *mapped_file(int descriptor, const void *address, struct text_room *room);

#endif
