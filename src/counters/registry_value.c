/* SPDX-License-Identifier: MIT */
/* Answers RegQueryValueEx of the performance keys: the system's data block, with cycletime's objects added. */
#include "counters/performance_data.h"
#include "library/query/query.h"

enum { MOST_INDEX = 0x10000000 };

/* The objects that the name of a registry value selects: "Global" for all, or a list of indices. */
struct data_request {
    BOOLEAN has[CATALOGUE_OBJECTS];
    BOOLEAN is_any;
    BOOLEAN is_whole; /* the catalogue has every object that the name selects */
    ULONG wanted;     /* the SNAPSHOT_... flags that a snapshot needs for all counters of these objects */
};

/* The position in the catalogue of the object with that index; CATALOGUE_OBJECTS: no object there has it. */
static ULONG find_object_place(ULONG index)
{
    ULONG i;

    for (i = 0; i < CATALOGUE_OBJECTS; i++)
        if (catalogue[i]->index == index) break;
    return i;
}

/* No provider has an object whose index is that of one of our counters. */
static void request_object(struct data_request *request, ULONG index)
{
    const ULONG place = find_object_place(index);
    const struct object_kind *object;
    const struct counter_kind *kind;

    if (index % 2 || !catalogue_text(index)) request->is_whole = FALSE;
    if (place == CATALOGUE_OBJECTS || !catalogue_has_object(catalogue[place])) return;
    object = catalogue[place];
    request->has[place] = request->is_any = TRUE;
    for (kind = object->counters; kind < object->counters + object->counter_count; kind++)
        if (catalogue_has_counter(object, kind)) request->wanted |= object->wanted | kind->wanted;
    if (object->parent) request_object(request, object->parent->index);
}

/* Selects only objects that are known on this system: all for "Global", else those of a list of indices. A word of the list
   that is not digits alone stands for the index 0, which no object has. */
static struct data_request data_request_read(const WCHAR *name)
{
    struct data_request request = { .is_any = FALSE };
    BOOLEAN is_number;
    ULONG index, i;

    if (text_is(as_text(name), L"Global")) {
        for (i = 0; i < CATALOGUE_OBJECTS; i++) request_object(&request, catalogue[i]->index);
        return request;
    }
    request.is_whole = TRUE;
    for (;;) {
        while (*name == ' ') name++;
        if (!*name) return request;
        index = 0;
        for (is_number = TRUE; *name && *name != ' '; name++)
            if (*name < '0' || *name > '9' || index > MOST_INDEX) is_number = FALSE;
            else index = 10 * index + (*name - '0');
        request_object(&request, is_number ? index : 0);
    }
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
        data = heap_allocate(room + sizeof(PERF_DATA_BLOCK));
        if (!data) return NULL;
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
#define OWN_TOKEN ((PVOID)(ULONG_PTR)(GetCurrentThreadId() | 1))

/* Waits for another thread that has taken it, but not for ever: if that one is suspended, or gone, sums begin anew. */
static struct snapshot *take_last(void)
{
    enum { MOST_MILLISECONDS = 1000 };
    void *const token = OWN_TOKEN;
    PVOID found;
    int i;

    for (i = 0; i < MOST_MILLISECONDS; i++) {
        found = __atomic_load_n(&last, __ATOMIC_ACQUIRE);
        if (!((ULONG_PTR)found & 1) && InterlockedCompareExchangePointer(&last, token, found) == found) return found;
        Sleep(1);
    }
    found = InterlockedExchangePointer(&last, token);
    return (ULONG_PTR)found & 1 ? NULL : found;
}

/* A snapshot without sums that SINCE has is not kept. If another thread stopped waiting and took this one's place, what
   that thread puts stays. */
static void keep_last(struct snapshot *snapshot, struct snapshot *since)
{
    const BOOLEAN has_sums = snapshot && snapshot->dpcs && (snapshot->work || !since || !since->work);
    struct snapshot *const kept = has_sums ? snapshot : since;
    void *const token = OWN_TOKEN;

    if (kept != snapshot) snapshot_free(snapshot);
    if (kept != since) snapshot_free(since);
    if (InterlockedCompareExchangePointer(&last, kept, token) != token) snapshot_free(kept);
}

/* The time of the block is that at which the processors were read where the snapshot has them, else that of the processes.
   Where both have an object, ours is taken. The block is written until it fits: its size can change between two writes. */
static BYTE *make_block(const struct data_request *request, const struct snapshot *snapshot, const BYTE *theirs,
                        ULONG theirs_length, ULONG *length)
{
    const ULONG64 now = query_interrupt_time_precise(),
                  read = snapshot->processors  ? snapshot->time
                         : snapshot->processes ? snapshot->list_time
                                               : now,
                  ago = now > read ? now - read : 0;
    struct data_block block = { .length = FIRST_ROOM };
    WCHAR computer[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD computer_length = ARRAYSIZE(computer);
    struct data_times times = { 0 };
    struct data_reader reader;
    struct data_object object;
    BYTE *data = NULL;
    FILETIME date;
    ULONG i;

    if (!GetComputerNameW(computer, &computer_length)) return NULL;
    if (NT_SUCCESS(nt_performance_counter(&times.counter, &times.frequency)))
        times.counter -= ago * times.frequency / TIME_BASE;
    times.date = snapshot_date() - ago;
    date = (FILETIME){ (DWORD)times.date, (DWORD)(times.date >> 32) };
    FileTimeToSystemTime(&date, &times.system_time);
    do {
        heap_release(data);
        data = heap_allocate(block.length);
        if (!data) return NULL;
        block = data_block_begin(data, block.length, computer, &times);
        for (i = 0; i < CATALOGUE_OBJECTS; i++)
            if (request->has[i]) data_block_add(&block, catalogue[i], snapshot);
        if (!theirs || !data_reader_open(theirs, theirs_length, &reader)) continue;
        while (data_reader_next(&reader, &object)) {
            i = find_object_place(object.index);
            if (i == CATALOGUE_OBJECTS || !request->has[i]) data_block_copy(&block, object.at, object.length);
        }
    } while (!data_block_end(&block));
    *length = block.length;
    return data;
}

/* The size that is needed is not known, since it may be larger at the next call. So the size is 0, as the system's is. */
static LSTATUS put_data(const struct registry_output *output, const BYTE *data, ULONG length)
{
    const BOOLEAN fits = data && buffer_length(LENGTH_SIZED, output->data, *output->size, length, 1).fill;

    if (output->type) *output->type = REG_BINARY;
    *output->size = fits ? length : 0;
    if (!fits) return ERROR_MORE_DATA;
    memcpy(output->data, data, length);
    return ERROR_SUCCESS;
}

static BOOLEAN data_value(HKEY key, const WCHAR *name, registry_query system, const struct registry_output *output,
                          LSTATUS *status)
{
    const struct data_request request = data_request_read(name);
    struct snapshot *since, *snapshot;
    BYTE *theirs, *data = NULL;
    ULONG theirs_length = 0, length = 0;

    if (!request.is_any) return FALSE;
    if (!output->data || *output->size < sizeof(PERF_DATA_BLOCK)) {
        *status = put_data(output, NULL, 0);
        return TRUE;
    }
    theirs = request.is_whole ? NULL : query_system_value(system, key, name, &theirs_length);
    /* The whole buffer is read: the length that Wine returns lacks the bytes that it skips. */
    if (theirs) theirs_length += sizeof(PERF_DATA_BLOCK);
    /* For the first snapshot another one is taken just before, so that there is an interval. */
    since = request.wanted & SNAPSHOT_PROCESSORS ? take_last() : NULL;
    if (request.wanted & SNAPSHOT_PROCESSORS && !since) since = snapshot_take(request.wanted, NULL);
    snapshot = snapshot_take(request.wanted, since);
    if (snapshot) data = make_block(&request, snapshot, theirs, theirs_length, &length);
    keep_last(snapshot, since);
    if (data) *status = put_data(output, data, length);
    heap_release(theirs);
    heap_release(data);
    return data != NULL;
}

/* With a buffer that is too small, or without one, *SIZE becomes the size that is needed. */
static BOOLEAN text_value(HKEY key, BOOLEAN is_help, registry_query system, const struct registry_output *output,
                          LSTATUS *status)
{
    const struct name_source ours = { catalogue_text, is_help ? 3 : 2, LAST_NAME };
    ULONG size = 0, length;
    WCHAR *const theirs = (WCHAR *)query_system_value(system, key, is_help ? L"Help 009" : L"Counter 009", &size), *list;
    const ULONG theirs_length = theirs ? size / sizeof *theirs : 0;
    struct length_verdict verdict;

    length = catalogue_merge_names(&ours, theirs, theirs_length, NULL, 0);
    list = heap_allocate(length * sizeof *list);
    if (list) {
        catalogue_merge_names(&ours, theirs, theirs_length, list, length);
        size = length * sizeof *list;
        if (!output->is_wide) size = (ULONG)WideCharToMultiByte(CP_ACP, 0, list, (int)length, NULL, 0, NULL, NULL);
        verdict = buffer_length(LENGTH_DOCUMENTED, output->data, *output->size, size, 1);
        if (verdict.fill && output->is_wide) memcpy(output->data, list, size);
        else if (verdict.fill)
            WideCharToMultiByte(CP_ACP, 0, list, (int)length, (char *)output->data, (int)size, NULL, NULL);
        if (output->type) *output->type = REG_MULTI_SZ;
        *output->size = size;
        *status = NT_SUCCESS(verdict.status) ? ERROR_SUCCESS : ERROR_MORE_DATA;
    }
    heap_release(theirs);
    heap_release(list);
    return list != NULL;
}

/* An empty name selects all. A language after the word is ignored: there is English only. */
BOOLEAN registry_value(HKEY key, const WCHAR *name, registry_query system, const struct registry_output *output,
                       LSTATUS *status)
{
    static const WCHAR *const words[] = { L"Counter", L"Help", L"Explain" };
    struct text begin;
    int i;

    if (!name || !*name) name = L"Global";
    for (i = 0; i < (int)ARRAYSIZE(words); i++) {
        begin = as_text(name);
        if (begin.length > wcslen(words[i])) begin.length = (ULONG)wcslen(words[i]);
        if (text_is(begin, words[i])) return text_value(key, i > 0, system, output, status);
    }
    if ((ULONG)(ULONG_PTR)key != (ULONG)(ULONG_PTR)HKEY_PERFORMANCE_DATA) return FALSE;
    return data_value(key, name, system, output, status);
}
