/* SPDX-License-Identifier: MIT */
/* The rules for lengths: what a caller's buffer and its length mean, and which length is reported. */
#ifndef CYCLETIME_BUFFER_LENGTH_H
#define CYCLETIME_BUFFER_LENGTH_H

#include "library/nt/nt.h"

enum length_rule {
    LENGTH_WINDOWS,    /* what programs meet on Windows */
    LENGTH_DOCUMENTED, /* what Microsoft's page of the idle cycle functions says */
    LENGTH_SIZED,      /* in bytes; without room for all, the call fails: all other functions */
    LENGTH_RULES
};

struct length_verdict {
    NTSTATUS status; /* STATUS_BUFFER_TOO_SMALL: short */
    BOOLEAN fill;    /* the buffer is to be written */
    ULONG length;    /* the length to report; the given one if none is reported */
};

/* Judges a buffer, which may be NULL, and the length GIVEN with it, for COUNT elements of SIZE bytes. */
struct length_verdict buffer_length(enum length_rule rule, const void *buffer, ULONG given, ULONG count, ULONG size);

/* Judges a buffer that begins with HEADER bytes. These contain COUNTED, the caller's count of the elements that follow,
   which must equal COUNT. COUNTED may be read only if GIVEN is at least HEADER. */
struct length_verdict counted_length(ULONG given, ULONG header, ULONG counted, ULONG count, ULONG size);

/* NT's own rules for an array of COUNT elements of SIZE bytes, by class. NT treats a NULL buffer like any other that cannot
   be written: the length does not matter for that. */
enum nt_length_rule {
    NT_WHOLE_ELEMENTS,   /* as many as there is room for; not even one: STATUS_INFO_LENGTH_MISMATCH (8; Wine's tests) */
    NT_ALL_OR_MISMATCH,  /* short: STATUS_INFO_LENGTH_MISMATCH (0x2A) */
    NT_ALL_OR_TOO_SMALL, /* short: STATUS_BUFFER_TOO_SMALL (83, 108; Wine's tests) */
};

struct length_verdict nt_length(enum nt_length_rule rule, ULONG given, ULONG count, ULONG size);

#endif
