/* SPDX-License-Identifier: MIT */
/* Takes a sample after each interval and shows it, until the viewer is to end. */
#ifndef CYCLETIME_WATCH_H
#define CYCLETIME_WATCH_H

#include "tools/top/options.h"

/* Returns FALSE, after a line on stderr, if a part failed. */
bool watch_usage(const struct options *options);

#endif
