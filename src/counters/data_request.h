/* SPDX-License-Identifier: MIT */
/* The objects that the name of a registry value selects: "Global" for all, or a list of indices. */
#ifndef CYCLETIME_COUNTERS_DATA_REQUEST_H
#define CYCLETIME_COUNTERS_DATA_REQUEST_H

#include "counters/catalogue.h"

struct data_request {
    BOOLEAN has[CATALOGUE_OBJECTS];
    BOOLEAN is_any;
    BOOLEAN is_whole; /* the catalogue has every object that the name selects */
};

/* Selects only objects that are known on this system. */
struct data_request data_request_read(const WCHAR *name);

/* The SNAPSHOT_... flags that a snapshot needs for the request. */
ULONG data_request_wanted(const struct data_request *request);

/* The position in the catalogue of the object with that index; CATALOGUE_OBJECTS: no object there has it. */
ULONG data_request_place(ULONG index);

#endif
