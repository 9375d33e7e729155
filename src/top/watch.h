/* SPDX-License-Identifier: MIT */
/* Looks, and shows, until it is to end. */
#ifndef CYCLETIME_WATCH_H
#define CYCLETIME_WATCH_H

#include "options.h"

/* FALSE, and a line on stderr: something went wrong. */
bool watch(const struct options *options);

#endif
