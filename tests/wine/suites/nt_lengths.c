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
