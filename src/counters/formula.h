/* SPDX-License-Identifier: MIT */
/* Windows' formulas, by which a counter's displayed value is computed from its raw values. */
#ifndef CYCLETIME_COUNTERS_FORMULA_H
#define CYCLETIME_COUNTERS_FORMULA_H

#include "counters/types.h"

#include <windows.h>
#include <pdh.h>
#include <pdhmsg.h>

/* Whether the displayed value needs the change between two samples. */
BOOLEAN formula_needs_two(ULONG type);

/* Whether a sample with this CStatus has a value. */
static inline BOOLEAN formula_has_value(DWORD status)
{
    return status == PDH_CSTATUS_VALID_DATA || status == PDH_CSTATUS_NEW_DATA;
}

/* BEFORE is the older sample, and may be NULL where one is enough. SCALE: the power of ten that the user has set. FORMAT:
   PDH_FMT_... On failure the status gives the reason, and so does CStatus of VALUE. */
PDH_STATUS formula_format(ULONG type, LONG scale, ULONG format, const PDH_RAW_COUNTER *now, const PDH_RAW_COUNTER *before,
                          PDH_FMT_COUNTERVALUE *value);

#endif
