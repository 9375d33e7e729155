/* SPDX-License-Identifier: MIT */
/* Which system calls are replaced by their own instructions, and what comes of a step that fails: then the set of hooks is
   as it was, so that the exports replace them. */
#include "apart.h"
#include "fake_memory.h"
#include "inject/hooks/hooks.h"

#include <string.h>

enum { STUBS = 3, ROOM = STUB_SIZE + STUB_JUMP, BLOCK = HOOK_COUNT * ROOM };
enum { FIRST = HOOK_AT_Aardvark, SAME = HOOK_AT_Forwarded, SECOND = HOOK_AT_Replaced, UNKNOWN = HOOK_AT_zebra };

static char functions[HOOK_COUNT];
static PVOID originals[HOOK_COUNT];
const struct hook_table_entry hook_table[HOOK_COUNT] = {
#define ENTRY(name, where) { #name, &functions[HOOK_AT_##name], &originals[HOOK_AT_##name], where },
#include "export_list.inc"
#include "hooks.inc"
#undef ENTRY
};

/* The last stub is of another form. */
static _Alignas(8) BYTE stubs[STUBS][STUB_SIZE];
static _Alignas(8) BYTE block[BLOCK], others[BLOCK];
static BOOLEAN no_memory;
static struct {
    const void *from, *to;
} replaced[STUBS];
static ULONG replaced_count;
static struct hook_table_set set;
static struct system_calls calls;

ULONG64 *stub_call(BYTE *stub)
{
    return stub == stubs[STUBS - 1] ? NULL : (ULONG64 *)(void *)(stub + 8);
}

void stub_copy(BYTE *to, const BYTE *stub)
{
    memcpy(to, stub, STUB_SIZE);
}

PVOID stub_allocate(SIZE_T size)
{
    assert_int_equal(size, BLOCK);
    if (no_memory) return NULL;
    fake_memory.blocks++;
    return block;
}

ULONG64 stub_put_jump(BYTE *at, PVOID function, ULONG64 call)
{
    memcpy(at, &function, sizeof function);
    return ~call;
}

void nt_calls_replace(PVOID from, PVOID to)
{
    replaced[replaced_count].from = from;
    replaced[replaced_count++].to = to;
}

/* Two names of the first stub, one of the second, one of the stub that is not known; the other functions do not exist. */
static int prepare(void **state)
{
    ULONG i;

    (void)state;
    for (i = 0; i < sizeof stubs; i++) stubs[i / STUB_SIZE][i % STUB_SIZE] = (BYTE)i;
    originals[FIRST] = originals[SAME] = stubs[0];
    originals[SECOND] = stubs[1];
    originals[UNKNOWN] = stubs[2];
    for (i = 0; i < HOOK_COUNT; i++) set.has[i] = TRUE;
    return 0;
}

static BOOLEAN has_all(void)
{
    struct hook_table_set all;

    memset(&all, TRUE, sizeof all);
    return !memcmp(&set, &all, sizeof set);
}

TEST_AFTER(prepare, known_calls_are_taken_out_of_the_set)
{
    ULONG i;

    system_calls_find(&set, &calls);
    for (i = 0; i < HOOK_COUNT; i++) assert_int_equal(set.has[i], i != FIRST && i != SAME && i != SECOND);
}

TEST_AFTER(prepare, two_names_of_one_call_are_one_change)
{
    system_calls_find(&set, &calls);
    assert_int_equal(calls.count, 2);
    assert_ptr_equal(calls.list[0].stub, stubs[0]);
    assert_ptr_equal(calls.list[1].stub, stubs[1]);
}

TEST_AFTER(prepare, call_that_is_not_in_the_set_stays)
{
    set.has[SECOND] = FALSE;
    system_calls_find(&set, &calls);
    assert_int_equal(calls.count, 1);
    assert_ptr_equal(calls.list[0].stub, stubs[0]);
}

TEST_AFTER(prepare, copies_and_jumps_become_executable)
{
    PVOID function;

    system_calls_find(&set, &calls);
    assert_memory_equal(calls.list[1].trampoline, stubs[1], STUB_SIZE);
    memcpy(&function, calls.list[1].trampoline + STUB_SIZE, sizeof function);
    assert_ptr_equal(function, &functions[SECOND]);
    assert_int_equal(fake_memory.protection_count, 1);
    assert_ptr_equal(fake_memory.protections[0].at, block);
    assert_int_equal(fake_memory.protections[0].size, BLOCK);
    assert_int_equal(fake_memory.protections[0].protection, PAGE_EXECUTE_READ);
}

TEST_AFTER(prepare, without_memory_all_calls_are_left_to_the_exports)
{
    no_memory = TRUE;
    system_calls_find(&set, &calls);
    assert_true(has_all());
    assert_int_equal(calls.count, 0);
    assert_int_equal(fake_memory.protection_count, 0);
}

TEST_AFTER(prepare, memory_that_cannot_become_executable_leaves_all_calls_to_the_exports)
{
    fake_memory.failing_protection = 1;
    system_calls_find(&set, &calls);
    assert_true(has_all());
    assert_int_equal(calls.count, 0);
    assert_null(calls.block);
    assert_int_equal(fake_memory.blocks, 0);
}

TEST_AFTER(prepare, provided_memory_is_used_and_never_freed)
{
    calls.place = others;
    calls.place_size = sizeof others;
    fake_memory.failing_protection = 2;
    system_calls_find(&set, &calls);
    assert_ptr_equal(calls.block, others);
    system_calls_free(&calls);
    assert_null(calls.block);
    assert_int_equal(fake_memory.blocks, 0);
}

TEST_AFTER(prepare, provided_memory_that_is_too_small_is_not_used)
{
    calls.place = others;
    calls.place_size = sizeof others - 1;
    system_calls_find(&set, &calls);
    assert_ptr_equal(calls.block, block);
    system_calls_free(&calls);
    assert_int_equal(fake_memory.blocks, 0);
}

TEST_AFTER(prepare, nothing_changes_before_the_calls_are_used)
{
    BYTE before[sizeof stubs];

    memcpy(before, stubs, sizeof before);
    system_calls_find(&set, &calls);
    assert_memory_equal(stubs, before, sizeof before);
    assert_ptr_equal(originals[FIRST], stubs[0]);
    assert_int_equal(replaced_count, 0);
}

TEST_AFTER(prepare, used_calls_lead_elsewhere_and_their_callers_to_the_copies)
{
    ULONG64 before, after;

    memcpy(&before, stubs[1] + 8, sizeof before);
    system_calls_find(&set, &calls);
    system_calls_use(&calls);
    memcpy(&after, stubs[1] + 8, sizeof after);
    assert_true(after == ~before);
    assert_ptr_equal(originals[FIRST], block);
    assert_ptr_equal(originals[SAME], block);
    assert_ptr_equal(originals[SECOND], block + ROOM);
    assert_ptr_equal(originals[UNKNOWN], stubs[2]);
    assert_int_equal(replaced_count, 2);
    assert_ptr_equal(replaced[1].from, stubs[1]);
    assert_ptr_equal(replaced[1].to, block + ROOM);
}
