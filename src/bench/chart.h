/* SPDX-License-Identifier: MIT */
/* What calls cost, as a picture: on a logarithmic scale, in colours that can be read on white and on black. */
#ifndef CHART_H
#define CHART_H

#include <windows.h>

/* Nanoseconds; ALONE 0: nobody answers then. LEAST: what it cannot cost less than, 0: nothing is. WHAT stays. */
void chart_add(const char *what, double alone, double under, double least);

/* Of what was added. FALSE: it cannot be written. */
BOOL chart_write(const WCHAR *file);

#endif
