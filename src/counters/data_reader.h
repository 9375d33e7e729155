/* SPDX-License-Identifier: MIT */
/* Reads the objects in performance data of another provider, and trusts none of their lengths. */
#ifndef CYCLETIME_COUNTERS_DATA_READER_H
#define CYCLETIME_COUNTERS_DATA_READER_H

#include <windows.h>
#include <winperf.h>

struct data_reader {
    const BYTE *at;
    ULONG rest;    /* bytes from there on */
    ULONG objects; /* objects that follow, if the data are right */
};

struct data_object {
    const BYTE *at;
    ULONG length;
    ULONG index; /* of its name */
};

/* The data may go on after the length that they state, up to LENGTH; the bytes that the system has not written are zeros.
   FALSE: these are no performance data. */
BOOLEAN data_reader_open(const void *data, ULONG length, struct data_reader *reader);

/* FALSE: no object follows, or the following data are none. */
BOOLEAN data_reader_next(struct data_reader *reader, struct data_object *object);

#endif
