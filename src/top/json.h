/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_JSON_H
#define CYCLETIME_JSON_H

#include "difference.h"
#include "selection.h"
#include "text.h"

/* One object, one line. SECONDS since the first sample. */
void json_add(struct text *text, const struct difference *difference, const struct selection *selection, double seconds);

#endif
