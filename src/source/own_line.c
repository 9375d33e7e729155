/* SPDX-License-Identifier: MIT */
#include "own_line.h"
#include "../nt/unix_side.h"
#include "../protocol/host_calls.h"

uint32_t own_line_trusted;

static ULONG_PTR place_of(const struct host_own_line *line)
{
    const ULONG_PTR place = (ULONG_PTR)line->address;

    return line->layout == THREAD_RECORD_LAYOUT && place == line->address && place ? place : OWN_LINE_NONE;
}

void own_line_find(void)
{
    struct host_own_line line;

    if (!thread_slot_place || thread_slot_get() != OWN_LINE_UNKNOWN) return;
    if (unix_side_call(HOST_CALL_OWN_LINE, &line) != HOST_DONE) return;
    if (line.address) __atomic_store_n(&own_line_trusted, line.trusted, __ATOMIC_RELAXED);
    thread_slot_set(place_of(&line));
}

void own_line_synchronised(ULONG64 tsc)
{
    struct thread_line *line = own_line();

    if (line) own_line_split(line)->next = tsc;
}

void own_line_forget(void)
{
    thread_slot_set(OWN_LINE_UNKNOWN);
}
