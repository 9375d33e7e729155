/* SPDX-License-Identifier: MIT */
#include "counters/data_request.h"

enum { MOST_INDEX = 0x10000000 };

ULONG data_request_place(ULONG index)
{
    ULONG i;

    for (i = 0; i < CATALOGUE_OBJECTS; i++)
        if (catalogue[i]->index == index) break;
    return i;
}

/* No provider has an object whose index is that of one of our counters. */
static void request_object(struct data_request *request, ULONG index)
{
    const ULONG place = data_request_place(index);

    if (!catalogue_name(index)) request->is_whole = FALSE;
    if (place == CATALOGUE_OBJECTS || !catalogue_has_object(catalogue[place])) return;
    request->has[place] = request->is_any = TRUE;
    if (catalogue[place]->parent) request_object(request, catalogue[place]->parent->index);
}

/* Reads the text before the next blank, which is a number only if it is digits alone. */
static ULONG read_index(const WCHAR **name)
{
    ULONG index = 0;
    BOOLEAN is_number = TRUE;

    for (; **name && **name != ' '; ++*name)
        if (**name < '0' || **name > '9' || index > MOST_INDEX) is_number = FALSE;
        else index = 10 * index + (**name - '0');
    return is_number ? index : 0;
}

static void request_list(const WCHAR *name, struct data_request *request)
{
    request->is_whole = TRUE;
    while (*name) {
        if (*name != ' ') request_object(request, read_index(&name));
        else name++;
    }
}

struct data_request data_request_read(const WCHAR *name)
{
    struct data_request request = { { FALSE }, FALSE, FALSE };
    ULONG i;

    if (!text_is(text_of(name), L"Global")) {
        request_list(name, &request);
        return request;
    }
    for (i = 0; i < CATALOGUE_OBJECTS; i++) request_object(&request, catalogue[i]->index);
    request.is_whole = FALSE;
    return request;
}

ULONG data_request_wanted(const struct data_request *request)
{
    const struct counter_kind *kind;
    ULONG wanted = 0, i;

    for (i = 0; i < CATALOGUE_OBJECTS; i++) {
        if (!request->has[i]) continue;
        for (kind = catalogue[i]->counters; kind < catalogue[i]->counters + catalogue[i]->counter_count; kind++)
            if (catalogue_has_counter(catalogue[i], kind)) wanted |= catalogue_wanted(catalogue[i], kind);
    }
    return wanted;
}
