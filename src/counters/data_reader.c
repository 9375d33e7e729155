/* SPDX-License-Identifier: MIT */
#include "counters/data_reader.h"

#include <string.h>

static void skip_bytes(struct data_reader *reader, ULONG length)
{
    reader->at += length;
    reader->rest -= length;
}

/* Wine, up to 11.10 at least, has its providers write as far behind the header as a PERF_DATA_BLOCK is long, where no
   reader expects the objects (query_perf_data in kernelbase/registry.c). */
static void find_first(struct data_reader *reader)
{
    static const BYTE none[sizeof(PERF_DATA_BLOCK)];

    if (reader->objects && reader->rest >= sizeof none && !memcmp(reader->at, none, sizeof none))
        skip_bytes(reader, sizeof none);
}

BOOLEAN data_reader_open(const void *data, ULONG length, struct data_reader *reader)
{
    PERF_DATA_BLOCK header;

    if (length < sizeof header) return FALSE;
    memcpy(&header, data, sizeof header);
    if (memcmp(header.Signature, L"PERF", sizeof header.Signature) != 0) return FALSE;
    if (header.HeaderLength < sizeof header || header.HeaderLength > length) return FALSE;
    *reader = (struct data_reader){ data, length, header.NumObjectTypes };
    skip_bytes(reader, header.HeaderLength);
    find_first(reader);
    return TRUE;
}

BOOLEAN data_reader_next(struct data_reader *reader, struct data_object *object)
{
    PERF_OBJECT_TYPE type;

    if (!reader->objects || reader->rest < sizeof type) return FALSE;
    memcpy(&type, reader->at, sizeof type);
    if (type.TotalByteLength < sizeof type || type.TotalByteLength > reader->rest) return FALSE;
    *object = (struct data_object){ reader->at, type.TotalByteLength, type.ObjectNameTitleIndex };
    skip_bytes(reader, type.TotalByteLength);
    reader->objects--;
    return TRUE;
}
