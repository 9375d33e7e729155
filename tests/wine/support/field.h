/* SPDX-License-Identifier: MIT */
/* Memory that shows what was written into it, and that ends where nothing may be written. */
#ifndef FIELD_H
#define FIELD_H

#include <windows.h>

enum { FIELD = 0x1000 };

/* FIELD bytes of 0xCC, behind which lies memory that is not there. */
BYTE *field_make(void);
void field_free(BYTE *field);

/* Whether all of it is 0xCC but the COUNT bytes at AT. */
BOOL field_is_clean_but(const BYTE *field, const void *at, size_t count);

#endif
