/* SPDX-License-Identifier: MIT */
/* THE length rule: what a caller's buffer and its length mean, and what is reported of the length. */
#ifndef CYCLETIME_BUFFER_LENGTH_H
#define CYCLETIME_BUFFER_LENGTH_H

#include "../nt/nt.h"

enum length_contract {
    LENGTH_WINDOWS,    /* what programs meet on Windows */
    LENGTH_DOCUMENTED, /* what Microsoft's page of the idle cycle functions says */
    LENGTH_SIZED,      /* in bytes, and nothing succeeds without its room: all other functions */
    LENGTH_CONTRACTS
};

struct length_verdict {
    NTSTATUS status; /* STATUS_BUFFER_TOO_SMALL: short */
    BOOLEAN fill;    /* the buffer is to be written */
    ULONG length;    /* what is reported to the caller; what came in, where nothing is */
};

/* For a buffer that may be NULL, the length that came with it, and COUNT elements of SIZE bytes. */
struct length_verdict buffer_length(enum length_contract contract, const void *buffer, ULONG given, ULONG count,
                                    ULONG size);

/* For a buffer that begins with HEADER bytes, among them the caller's count of the elements that follow, which must be
   theirs. Before that count may be read, HEADER bytes must be there. */
struct length_verdict counted_length(ULONG given, ULONG header, ULONG counted, ULONG count, ULONG size);

/* NT's own rules for an array of COUNT elements of SIZE bytes, by class. A buffer that is NULL is to NT like any other that
   cannot be written, and no matter of its length. */
enum nt_length_rule {
    NT_WHOLE_ELEMENTS,   /* as many as there is room for; not even one: STATUS_INFO_LENGTH_MISMATCH (8; Wine's tests) */
    NT_ALL_OR_MISMATCH,  /* short: STATUS_INFO_LENGTH_MISMATCH (0x2A) */
    NT_ALL_OR_TOO_SMALL, /* short: STATUS_BUFFER_TOO_SMALL (83, 108; Wine's tests) */
};

struct length_verdict nt_length(enum nt_length_rule rule, ULONG given, ULONG count, ULONG size);

#endif
