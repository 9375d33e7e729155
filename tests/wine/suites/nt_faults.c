/* SPDX-License-Identifier: MIT */
/* Memory that cannot be written: what the system makes of it, hooked and not. */
#include "nt_queries.h"
#include "trap.h"

#include <ntstatus.h>
#include <string.h>

enum asked { THREAD, PROCESS, SYSTEM, SYSTEM_EX };

struct query {
    enum asked asked;
    ULONG class, element; /* bytes for each processor, or in all */
};

static const struct query queries[] = {
    { THREAD, 1, 32 },           { THREAD, 23, 16 },          { PROCESS, 4, 32 },
    { PROCESS, 38, 16 },         { SYSTEM, PERFORMANCE, 48 }, { SYSTEM, IDLE, 48 },
    { SYSTEM, IDLE_CYCLES, 8 },  { SYSTEM, SYSTEM_CYCLES, 8 }, { SYSTEM_EX, PERFORMANCE, 48 },
    { SYSTEM_EX, IDLE_CYCLES, 8 }, { SYSTEM_EX, SYSTEM_CYCLES, 8 },
};

/* A call leaves this behind. */
struct trace {
    LONG status;
    ULONG reported;
    LONG exceptions; /* that a vectored handler saw */
    DWORD protection[2];
    BOOL is_written;
};

static BOOL is_written(BYTE *page, DWORD protection)
{
    ULONG i;

    if (protection != PAGE_READWRITE && protection != PAGE_READONLY) return FALSE;
    for (i = 0; i < TRAP_PAGE && page[i] == 0xcc; i++) continue;
    return i < TRAP_PAGE;
}

static void look_at(const struct trap *memory, struct trace *trace)
{
    MEMORY_BASIC_INFORMATION region;
    ULONG i;

    trace->is_written = FALSE;
    for (i = 0; i < 2; i++) {
        assert_true(VirtualQuery(memory->pages + i * TRAP_PAGE, &region, sizeof region));
        trace->protection[i] = region.State == MEM_COMMIT ? region.Protect : 0;
        trace->is_written |= is_written(memory->pages + i * TRAP_PAGE, trace->protection[i]);
    }
}

static LONG exceptions;

static LONG CALLBACK count(EXCEPTION_POINTERS *exception)
{
    (void)exception;
    exceptions++;
    return EXCEPTION_CONTINUE_SEARCH;
}

static LONG ask(const struct queries *calls, const struct query *query, PVOID buffer, ULONG length, PULONG reported)
{
    USHORT group = 0;

    switch (query->asked) {
    case THREAD: return calls->thread(GetCurrentThread(), query->class, buffer, length, reported);
    case PROCESS: return calls->process(GetCurrentProcess(), query->class, buffer, length, reported);
    case SYSTEM: return calls->system(query->class, buffer, length, reported);
    default: return calls->system_ex(query->class, &group, sizeof group, buffer, length, reported);
    }
}

static ULONG length_of(const struct query *query)
{
    return query->asked < SYSTEM ? query->element : query->element * GetActiveProcessorCount(0);
}

/* The buffer is of that kind. */
static struct trace buffer_of(const struct queries *calls, const struct query *query, enum trap_kind kind)
{
    const ULONG length = length_of(query);
    struct trap memory = trap_make(kind, length);
    struct trace trace = { .reported = 0xcccccccc };

    exceptions = 0;
    trace.status = ask(calls, query, memory.at, length, &trace.reported);
    trace.exceptions = exceptions;
    look_at(&memory, &trace);
    trap_free(&memory);
    return trace;
}

/* The place for the length is. */
static struct trace reported_of(const struct queries *calls, const struct query *query, enum trap_kind kind)
{
    static BYTE buffer[0x4000];
    struct trap memory = trap_make(kind, sizeof(ULONG));
    struct trace trace = { .reported = 0xcccccccc };

    assert_true(length_of(query) <= sizeof buffer);
    exceptions = 0;
    trace.status = ask(calls, query, buffer, length_of(query), (PULONG)memory.at);
    trace.exceptions = exceptions;
    look_at(&memory, &trace);
    trap_free(&memory);
    return trace;
}

static BOOL is_known(const struct queries *calls, const struct query *query)
{
    BYTE buffer[0x4000];
    const LONG status = ask(calls, query, buffer, length_of(query), NULL);

    return status != STATUS_INVALID_INFO_CLASS && status != STATUS_NOT_IMPLEMENTED;
}

/* As the system meets memory in a class that it knows, for one that it does not, in which it leaves little behind. */
static struct trace expected_of(enum trap_kind kind, const struct trace *known, const struct trace *unknown)
{
    struct trace expected = *known;

    expected.reported = unknown->reported;
    expected.is_written = unknown->is_written;
    expected.status = kind == TRAP_GUARDED || kind == TRAP_HALF_GUARDED ? (LONG)STATUS_GUARD_PAGE_VIOLATION
                                                              : (LONG)STATUS_ACCESS_VIOLATION;
    return expected;
}

static void assert_alike(const struct query *query, enum trap_kind kind, const char *what, const struct trace *one,
                         const struct trace *other)
{
    if (one->status == other->status && one->reported == other->reported && one->exceptions == other->exceptions
        && one->protection[0] == other->protection[0] && one->protection[1] == other->protection[1]
        && one->is_written == other->is_written)
        return;
    print_error("hooked: status %lx reported %lx exceptions %ld protection %lx %lx written %d\n", one->status,
                one->reported,
                one->exceptions, one->protection[0], one->protection[1], one->is_written);
    print_error("expected: status %lx reported %lx exceptions %ld protection %lx %lx written %d\n", other->status,
                other->reported,
                other->exceptions, other->protection[0], other->protection[1], other->is_written);
    fail_msg("%s of class %lu of %d: %s", what, query->class, query->asked, trap_names[kind]);
}

typedef struct trace (*attempt)(const struct queries *, const struct query *, enum trap_kind);

static BOOL needs_to_be_written(enum trap_kind kind, const char *what)
{
    return kind != TRAP_UNALIGNED && !(kind == TRAP_NULL && !strcmp(what, "length"));
}

static struct trace expect(attempt attempt, const struct query *query, enum trap_kind kind)
{
    const struct trace systems = attempt(&unhooked, query, kind);
    struct trace known;

    if (is_known(&unhooked, query) || !is_known(&hooked, query)) return systems;
    known = attempt(&unhooked, &queries[0], kind);
    return expected_of(kind, &known, &systems);
}

static void assert_as_the_system(attempt attempt, const char *what)
{
    PVOID handler = AddVectoredExceptionHandler(1, count);
    struct trace expected, trace;
    enum trap_kind kind;
    size_t i;

    for (i = 0; i < ARRAYSIZE(queries); i++) {
        if (queries[i].asked == SYSTEM_EX && !hooked.system_ex) continue;
        for (kind = TRAP_NULL; kind < TRAPS; kind++) {
            if (!is_known(&unhooked, &queries[i]) && !needs_to_be_written(kind, what)) continue;
            expected = expect(attempt, &queries[i], kind);
            trace = attempt(&hooked, &queries[i], kind);
            assert_alike(&queries[i], kind, what, &trace, &expected);
        }
    }
    RemoveVectoredExceptionHandler(handler);
}

TEST(a_buffer_that_cannot_be_written_is_met_as_the_system_meets_it)
{
    assert_as_the_system(buffer_of, "buffer");
}

TEST(a_place_for_the_length_that_cannot_be_written_is_met_as_the_system_meets_it)
{
    assert_as_the_system(reported_of, "length");
}

static void assert_error_alike(query_information query, query_information system, HANDLE handle, ULONG class, ULONG length,
                               PVOID buffer)
{
    ULONG one = 0xcccccccc, other = 0xcccccccc;

    assert_int_equal(query(handle, class, buffer, length, &one), system(handle, class, buffer, length, &other));
    assert_int_equal(one, other);
}

/* Times: the system knows their classes. */
TEST(of_two_things_that_are_wrong_the_system_s_first_is_reported)
{
    const HANDLE handles[] = { NULL, GetCurrentProcess(), GetCurrentThread(), (HANDLE)(ULONG_PTR)0x7ffc };
    const ULONG lengths[] = { 0, 31, 32, 33 };
    BYTE readable[32], *nowhere = (BYTE *)(ULONG_PTR)0x10;
    size_t i, j;

    for (i = 0; i < ARRAYSIZE(handles); i++)
        for (j = 0; j < ARRAYSIZE(lengths); j++) {
            assert_error_alike(hooked.thread, unhooked.thread, handles[i], 1, lengths[j], nowhere);
            assert_error_alike(hooked.process, unhooked.process, handles[i], 4, lengths[j], nowhere);
            assert_error_alike(hooked.thread, unhooked.thread, handles[i], 1, lengths[j], NULL);
            assert_error_alike(hooked.process, unhooked.process, handles[i], 4, lengths[j], NULL);
            assert_error_alike(hooked.thread, unhooked.thread, handles[i], 1, lengths[j], readable);
            assert_error_alike(hooked.process, unhooked.process, handles[i], 4, lengths[j], readable);
        }
}
