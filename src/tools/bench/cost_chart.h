/* SPDX-License-Identifier: MIT */
/* A chart of the costs of calls, on a logarithmic scale, in colours that can be read on white and on black. */
#ifndef COST_CHART_H
#define COST_CHART_H

#include <windows.h>

/* Adds a call's costs in nanoseconds. ALONE 0: Wine alone has no answer. LEAST: the least that the call can cost; 0: that
   is not shown. WHAT must remain valid. */
void chart_add(const char *what, double alone, double under, double least);

/* Writes the chart of all calls added. FALSE: it cannot be written. */
BOOL chart_write(const WCHAR *file);

#endif
