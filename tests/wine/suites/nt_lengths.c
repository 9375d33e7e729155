/* SPDX-License-Identifier: MIT */
/* NT's own rules for lengths and buffers, at the functions that stand in for ntdll's. */
#include "field.h"
#include "nt_queries.h"

#include <ntstatus.h>
#include <stdlib.h>

static ULONG processors(void)
{
    ULONG64 values[1024];
    ULONG length = sizeof values;

    assert_true(answers.idle_cycles(0, &length, values));
    return length / sizeof *values;
}

/* The whole of what is written stands at the end of memory. */
static void assert_array(ULONG class, ULONG length, LONG status, ULONG reported, ULONG written)
{
    BYTE *field = field_make(), *at = field + FIELD - length;
    ULONG got = 0xcccccccc;

    assert_true(length <= FIELD);
    assert_int_equal(hooked.system(class, at, length, &got), status);
    assert_int_equal(got, reported);
    assert_true(field_is_clean_but(field, at, written));
    assert_int_equal(hooked.system(class, at, length, NULL), status);
    field_free(field);
}

TEST(processors_times_fill_what_there_is_room_for)
{
    const ULONG size = 0x30, need = processors() * size;

    assert_array(PERFORMANCE, 0, STATUS_INFO_LENGTH_MISMATCH, need, 0);
    assert_array(PERFORMANCE, size - 1, STATUS_INFO_LENGTH_MISMATCH, need, 0);
    assert_array(PERFORMANCE, size, STATUS_SUCCESS, size, size);
    assert_array(PERFORMANCE, need - 1, processors() > 1 ? STATUS_SUCCESS : STATUS_INFO_LENGTH_MISMATCH,
                 processors() > 1 ? need - size : need, need - size);
    assert_array(PERFORMANCE, need, STATUS_SUCCESS, need, need);
    assert_array(PERFORMANCE, need + 2, STATUS_SUCCESS, need, need);
}

TEST(idle_cycles_fill_all_or_nothing)
{
    const ULONG need = processors() * 8;

    assert_array(IDLE_CYCLES, 0, STATUS_BUFFER_TOO_SMALL, need, 0);
    assert_array(IDLE_CYCLES, need - 1, STATUS_BUFFER_TOO_SMALL, need, 0);
    assert_array(IDLE_CYCLES, need, STATUS_SUCCESS, need, need);
    assert_array(IDLE_CYCLES, need + 2, STATUS_SUCCESS, need, need);
}

/* Without idle states, no length is wrong for a class that is not known. */
TEST(a_length_of_idle_states_is_judged_only_if_there_are_some)
{
    const ULONG need = processors() * 0x30;
    const LONG status = hooked.system(IDLE, calloc(1, need), need, NULL);

    assert_int_equal(hooked.system(IDLE, NULL, 0, NULL), status ? status : STATUS_INFO_LENGTH_MISMATCH);
}

TEST(a_buffer_need_not_be_aligned)
{
    BYTE *field = field_make();

    assert_int_equal(hooked.thread(GetCurrentThread(), 1, field + 1, 32, (PULONG)(field + 0x101)), STATUS_SUCCESS);
    assert_int_equal(hooked.system(IDLE_CYCLES, field + 0x203, 0x100, NULL), STATUS_SUCCESS);
    field_free(field);
}

TEST(a_group_that_does_not_exist_is_an_invalid_parameter)
{
    static const ULONG classes[] = { PERFORMANCE, IDLE, IDLE_CYCLES, SYSTEM_CYCLES };
    USHORT group = GetMaximumProcessorGroupCount();
    BYTE *field = field_make();
    ULONG reported = 0xcccccccc, i;

    for (i = 0; i < 4; i++)
        assert_int_equal(hooked.system_ex(classes[i], &group, sizeof group, field, FIELD, &reported),
                         STATUS_INVALID_PARAMETER);
    assert_int_equal(reported, 0xcccccccc);
    assert_true(field_is_clean_but(field, field, 0));
    field_free(field);
}

static void assert_same(query_information query, query_information system, HANDLE handle, ULONG class, ULONG length)
{
    BYTE buffer[64];
    ULONG one = 0xcccccccc, other = 0xcccccccc;

    assert_int_equal(query(handle, class, buffer, length, &one), system(handle, class, buffer, length, &other));
    assert_int_equal(one, other);
}

TEST(any_other_length_of_a_thread_s_or_process_s_is_the_system_s_matter)
{
    ULONG length;

    for (length = 0; length <= 64; length++) {
        if (length != 32) assert_same(hooked.thread, unhooked.thread, GetCurrentThread(), 1, length);
        if (length != 32) assert_same(hooked.process, unhooked.process, GetCurrentProcess(), 4, length);
        if (length != 16) assert_same(hooked.thread, unhooked.thread, GetCurrentThread(), 23, length);
        if (length != 16) assert_same(hooked.process, unhooked.process, GetCurrentProcess(), 38, length);
    }
}

/* The buffers are not compared, since the system leaves other bytes then. */
static void assert_refused(query_information query, query_information system, HANDLE handle, ULONG class, ULONG length,
                           LONG status)
{
    BYTE *field = field_make();
    ULONG reported = 0xcccccccc, systems = 0xcccccccc;

    assert_int_equal(query(handle, class, field, length, &reported), status);
    system(handle, class, field, length, &systems);
    assert_int_equal(reported, systems);
    field_free(field);
}

TEST(a_handle_that_is_none_or_lacks_the_right_is_refused)
{
    HANDLE thread = OpenThread(SYNCHRONIZE, FALSE, GetCurrentThreadId());
    HANDLE process = OpenProcess(SYNCHRONIZE, FALSE, GetCurrentProcessId());

    assert_refused(hooked.thread, unhooked.thread, NULL, 1, 32, STATUS_INVALID_HANDLE);
    assert_refused(hooked.thread, unhooked.thread, NULL, 23, 16, STATUS_INVALID_HANDLE);
    assert_refused(hooked.process, unhooked.process, NULL, 4, 32, STATUS_INVALID_HANDLE);
    assert_refused(hooked.process, unhooked.process, NULL, 38, 16, STATUS_INVALID_HANDLE);
    assert_refused(hooked.thread, unhooked.thread, thread, 1, 32, STATUS_ACCESS_DENIED);
    assert_refused(hooked.thread, unhooked.thread, thread, 23, 16, STATUS_ACCESS_DENIED);
    assert_refused(hooked.process, unhooked.process, process, 4, 32, STATUS_ACCESS_DENIED);
    assert_refused(hooked.process, unhooked.process, process, 38, 16, STATUS_ACCESS_DENIED);
    assert_refused(hooked.thread, unhooked.thread, GetCurrentProcess(), 1, 32, STATUS_OBJECT_TYPE_MISMATCH);
    CloseHandle(thread);
    CloseHandle(process);
}
