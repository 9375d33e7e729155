/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_JSON_H
#define CYCLETIME_JSON_H

#include "difference.h"
#include "text.h"

/* One object, one line. PROCESS, if not 0, is the only one. SECONDS since the first sample. */
void json_add(struct text *text, const struct difference *difference, uint32_t process, double seconds);

#endif
