/* SPDX-License-Identifier: MIT */
/* Answers RegQueryValueEx of the performance keys: the system's data block, with cycletime's objects added. */
#include "counters/performance_data.h"
#include "counters/counters.h"
#include "counters/catalogue.h"
#include "library/query/query.h"

enum { MOST_INDEX = 0x10000000 };

/* The position in the catalogue of the object with that index; CATALOGUE_OBJECTS: no object there has it. */
static ULONG data_request_place(ULONG index)
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

/* Selects only objects that are known on this system. */
static struct data_request data_request_read(const WCHAR *name)
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

/* The SNAPSHOT_... flags that a snapshot needs for the request. */
static ULONG data_request_wanted(const struct data_request *request)
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

enum { MOST_BYTES = 0x4000000, FIRST_ROOM = 0x10000, LAST_NAME = 2000 };

/* Returns the system's data for that name, followed by zeros; NULL: it has none. Wine's function may write beyond the
   length that it was given, by the length of a PERF_DATA_BLOCK (data_block.c). */
static BYTE *query_system_value(registry_query system, HKEY key, const WCHAR *name, ULONG *length)
{
    ULONG room = FIRST_ROOM;
    LSTATUS status;
    BYTE *data;

    for (;; room *= 2) {
        if (!(data = heap_allocate(room + sizeof(PERF_DATA_BLOCK)))) return NULL;
        *length = room;
        status = system(key, name, NULL, NULL, data, length);
        if (status == ERROR_SUCCESS && *length <= room) return data;
        heap_release(data);
        if (status != ERROR_MORE_DATA || room == MOST_BYTES) return NULL;
    }
}

/* The snapshot of the last query of processors, which the next one's sums and rates continue. A thread that takes it leaves
   its token there until it puts the next one. */
static PVOID last;

/* A thread's id is even, and so is the address of a snapshot; a token is odd. */
static PVOID own_token(void)
{
    return (PVOID)(ULONG_PTR)(GetCurrentThreadId() | 1);
}

static BOOLEAN is_token(PVOID found)
{
    return (ULONG_PTR)found & 1;
}

/* Waits for another thread that has taken it, but not for ever: that one may be suspended, or gone. Then sums begin
   anew. */
static struct snapshot *take_last(void)
{
    enum { MOST_MILLISECONDS = 1000 };
    void *const token = own_token();
    PVOID found;
    int i;

    for (i = 0; i < MOST_MILLISECONDS; i++) {
        found = __atomic_load_n(&last, __ATOMIC_ACQUIRE);
        if (!is_token(found) && InterlockedCompareExchangePointer(&last, token, found) == found) return found;
        Sleep(1);
    }
    found = InterlockedExchangePointer(&last, token);
    return is_token(found) ? NULL : found;
}

static BOOLEAN has_sums_of(const struct snapshot *snapshot, const struct snapshot *since)
{
    return snapshot->dpcs && (snapshot->work || !since || !since->work);
}

/* For the first snapshot another one is taken just before, so that there is an interval. */
static struct snapshot *take_snapshot(ULONG wanted, struct snapshot **since)
{
    *since = NULL;
    if (!(wanted & SNAPSHOT_PROCESSORS)) return snapshot_take(wanted, NULL);
    *since = take_last();
    if (!*since) *since = snapshot_take(wanted, NULL);
    return snapshot_take(wanted, *since);
}

/* If another thread stopped waiting and took its place, what that one puts stays. */
static void keep_last(struct snapshot *snapshot, struct snapshot *since)
{
    struct snapshot *kept = snapshot && has_sums_of(snapshot, since) ? snapshot : since;
    void *const token = own_token();

    if (kept != snapshot) snapshot_free(snapshot);
    if (kept != since) snapshot_free(since);
    if (InterlockedCompareExchangePointer(&last, kept, token) != token) snapshot_free(kept);
}

/* The time at which the processors were read where the snapshot has them, else that of the processes. */
static struct data_times times_of(const struct snapshot *snapshot)
{
    const ULONG64 now = query_interrupt_time_precise(),
                  read = snapshot->processors  ? snapshot->time
                         : snapshot->processes ? snapshot->list_time
                                               : now,
                  ago = now > read ? now - read : 0;
    struct data_times times = { 0 };
    FILETIME date;

    if (NT_SUCCESS(nt_performance_counter(&times.counter, &times.frequency)))
        times.counter -= ago * times.frequency / TIME_BASE;
    GetSystemTimeAsFileTime(&date);
    times.date = ((ULONG64)date.dwHighDateTime << 32 | date.dwLowDateTime) - ago;
    date = (FILETIME){ (DWORD)times.date, (DWORD)(times.date >> 32) };
    FileTimeToSystemTime(&date, &times.system_time);
    return times;
}

/* Where both have an object, ours is taken. */
static void add_theirs(struct data_block *block, const struct data_request *request, const BYTE *theirs, ULONG length)
{
    struct data_reader reader;
    struct data_object object;
    ULONG place;

    if (!theirs || !data_reader_open(theirs, length, &reader)) return;
    while (data_reader_next(&reader, &object)) {
        place = data_request_place(object.index);
        if (place == CATALOGUE_OBJECTS || !request->has[place]) data_block_copy(block, object.at, object.length);
    }
}

struct contents {
    const struct data_request *request;
    const struct snapshot *snapshot;
    const BYTE *theirs;
    ULONG length;
    struct data_times times;
    WCHAR computer[MAX_COMPUTERNAME_LENGTH + 1];
};

static struct data_block write_block(const struct contents *contents, PVOID at, ULONG room)
{
    struct data_block block = data_block_begin(at, room, contents->computer, &contents->times);
    ULONG i;

    for (i = 0; i < CATALOGUE_OBJECTS; i++)
        if (contents->request->has[i]) data_block_add(&block, catalogue[i], contents->snapshot);
    add_theirs(&block, contents->request, contents->theirs, contents->length);
    return block;
}

/* The size can change between two writes, so the block is written until it fits. */
static BYTE *make_block(const struct contents *contents, ULONG *length)
{
    struct data_block block = { .length = FIRST_ROOM };
    BYTE *data = NULL;

    do {
        heap_release(data);
        if (!(data = heap_allocate(block.length))) return NULL;
        block = write_block(contents, data, block.length);
    } while (!data_block_end(&block));
    *length = block.length;
    return data;
}

static BYTE *collect_data(const struct data_request *request, const BYTE *theirs, ULONG theirs_length, ULONG *length)
{
    struct contents contents = { .request = request, .theirs = theirs, .length = theirs_length };
    DWORD computer_length = ARRAYSIZE(contents.computer);
    struct snapshot *since, *const snapshot = take_snapshot(data_request_wanted(request), &since);
    BYTE *data = NULL;

    if (snapshot && GetComputerNameW(contents.computer, &computer_length)) {
        contents.snapshot = snapshot;
        contents.times = times_of(snapshot);
        data = make_block(&contents, length);
    }
    keep_last(snapshot, since);
    return data;
}

static void put_type(const struct registry_output *output, DWORD type)
{
    if (output->type) *output->type = type;
}

/* The size that is needed is not known, since it may be larger at the next call. So the size is 0, as the system's is. */
static LSTATUS put_data(const struct registry_output *output, const BYTE *data, ULONG length)
{
    const BOOLEAN fits = data && length <= *output->size;

    put_type(output, REG_BINARY);
    *output->size = fits ? length : 0;
    if (!fits) return ERROR_MORE_DATA;
    memcpy(output->data, data, length);
    return ERROR_SUCCESS;
}

static BOOLEAN data_value(HKEY key, const WCHAR *name, registry_query system, const struct registry_output *output,
                          LSTATUS *status)
{
    const struct data_request request = data_request_read(name);
    BYTE *theirs, *data;
    ULONG theirs_length = 0, length = 0;

    if (!request.is_any) return FALSE;
    if (!output->data || *output->size < sizeof(PERF_DATA_BLOCK)) {
        *status = put_data(output, NULL, 0);
        return TRUE;
    }
    theirs = request.is_whole ? NULL : query_system_value(system, key, name, &theirs_length);
    /* The whole buffer is read: the length that Wine returns lacks the bytes that it skips. */
    if (theirs) theirs_length += sizeof(PERF_DATA_BLOCK);
    data = collect_data(&request, theirs, theirs_length, &length);
    if (data) *status = put_data(output, data, length);
    heap_release(theirs);
    heap_release(data);
    return data != NULL;
}

static LSTATUS put_text(const struct registry_output *output, const WCHAR *list, ULONG length)
{
    const ULONG room = output->data ? *output->size : 0;
    ULONG size = length * sizeof *list;

    if (!output->is_wide) size = (ULONG)WideCharToMultiByte(CP_ACP, 0, list, (int)length, NULL, 0, NULL, NULL);
    put_type(output, REG_MULTI_SZ);
    *output->size = size;
    if (!output->data) return ERROR_SUCCESS;
    if (room < size) return ERROR_MORE_DATA;
    if (output->is_wide) memcpy(output->data, list, size);
    else WideCharToMultiByte(CP_ACP, 0, list, (int)length, (char *)output->data, (int)size, NULL, NULL);
    return ERROR_SUCCESS;
}

static BOOLEAN text_value(HKEY key, BOOLEAN is_help, registry_query system, const struct registry_output *output,
                          LSTATUS *status)
{
    const struct name_source ours = { is_help ? catalogue_help : catalogue_name, is_help ? 3 : 2, 2, LAST_NAME };
    ULONG size = 0, length;
    WCHAR *const theirs = (WCHAR *)query_system_value(system, key, is_help ? L"Help 009" : L"Counter 009", &size);
    WCHAR *list;

    length = name_list_merge(&ours, theirs, theirs ? size / sizeof *theirs : 0, NULL, 0);
    list = heap_allocate(length * sizeof *list);
    if (list) {
        name_list_merge(&ours, theirs, theirs ? size / sizeof *theirs : 0, list, length);
        *status = put_text(output, list, length);
    }
    heap_release(theirs);
    heap_release(list);
    return list != NULL;
}

static BOOLEAN begins_with(const WCHAR *name, const WCHAR *word)
{
    const ULONG length = (ULONG)wcslen(word);

    return wcslen(name) >= length && text_is((struct text){ name, length }, word);
}

/* An empty name selects all. A language after the word is ignored: there is English only. */
BOOLEAN registry_value(HKEY key, const WCHAR *name, registry_query system, const struct registry_output *output,
                       LSTATUS *status)
{
    if (!name || !*name) name = L"Global";
    if (begins_with(name, L"Counter")) return text_value(key, FALSE, system, output, status);
    if (begins_with(name, L"Help") || begins_with(name, L"Explain")) return text_value(key, TRUE, system, output, status);
    if ((ULONG)(ULONG_PTR)key != (ULONG)(ULONG_PTR)HKEY_PERFORMANCE_DATA) return FALSE;
    return data_value(key, name, system, output, status);
}
