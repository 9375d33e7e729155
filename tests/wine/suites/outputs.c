/* SPDX-License-Identifier: MIT */
#include "calls.h"
#include "field.h"

#include <string.h>

/* One pointer at a time is NULL, the others are good. */
static struct answer ask_without(enum which which, unsigned missing)
{
    struct answer answer = { .outputs = { UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED } };
    void *outputs[OUTPUTS] = { &answer.outputs[0], &answer.outputs[1], &answer.outputs[2], &answer.outputs[3] };

    outputs[missing] = NULL;
    SetLastError(POISON);
    answer.done = calls[which].ask(own_handle(which), outputs);
    answer.error = GetLastError();
    return answer;
}

TEST(a_null_output_is_refused_and_nothing_is_written)
{
    struct answer answer;
    enum which which;
    unsigned missing, i;

    for (which = 0; which < calls_here(); which++) {
        for (missing = 0; missing < calls[which].outputs && !calls[which].null_allowed; missing++) {
            answer = ask_without(which, missing);
            assert_int_equal(answer.done, FALSE);
            assert_int_equal(answer.error, ERROR_INVALID_PARAMETER);
            for (i = 0; i < OUTPUTS; i++) assert_int_equal(answer.outputs[i], UNTOUCHED);
        }
    }
}

TEST(a_null_output_of_thread_times_is_skipped)
{
    struct answer answer;
    unsigned missing, i;

    for (missing = 0; missing < OUTPUTS; missing++) {
        answer = ask_without(THREAD_TIMES, missing);
        assert_int_equal(answer.done, TRUE);
        assert_int_equal(answer.error, POISON);
        for (i = 0; i < OUTPUTS; i++) assert_int_equal(answer.outputs[i] == UNTOUCHED, i == missing);
    }
}

/* Asserts that each output is written to its place: the value lies between those of a call before and of one after. */
static void assert_written(enum which which, void *const outputs[OUTPUTS])
{
    struct answer before = assert_answered(which, own_handle(which)), after;
    ULONG64 value;
    unsigned i;

    assert_succeeds(calls[which].ask(own_handle(which), outputs));
    after = assert_answered(which, own_handle(which));
    for (i = 0; i < OUTPUTS; i++) {
        memcpy(&value, outputs[i], sizeof value);
        assert_in_range(value, before.outputs[i], after.outputs[i]);
    }
}

/* Writes each output at OFFSET in a field of 0xCC and looks at what surrounds it. */
static void assert_written_at(enum which which, BYTE fields[OUTPUTS][32], unsigned offset)
{
    void *outputs[OUTPUTS];
    unsigned i, at;

    memset(fields, 0xcc, OUTPUTS * sizeof fields[0]);
    for (i = 0; i < OUTPUTS; i++) outputs[i] = fields[i] + offset;
    assert_written(which, outputs);
    for (i = 0; i < OUTPUTS; i++)
        for (at = 0; at < sizeof fields[i]; at++)
            if (at < offset || at >= offset + sizeof(ULONG64)) assert_int_equal(fields[i][at], 0xcc);
}

TEST(an_output_may_lie_at_any_address)
{
    static BYTE fields[OUTPUTS][32];
    enum which which;
    unsigned offset;

    for (which = 0; which < calls_here(); which++)
        for (offset = 8; offset <= 16; offset++) assert_written_at(which, fields, offset);
}

TEST(an_output_may_be_the_last_bytes_before_memory_that_is_not_there)
{
    BYTE *fields[OUTPUTS];
    void *outputs[OUTPUTS];
    enum which which;
    unsigned i;

    for (i = 0; i < OUTPUTS; i++) {
        fields[i] = field_make();
        outputs[i] = fields[i] + FIELD - sizeof(ULONG64);
    }
    for (which = 0; which < calls_here(); which++) {
        for (i = 0; i < OUTPUTS; i++) memset(outputs[i], 0xcc, sizeof(ULONG64));
        assert_written(which, outputs);
    }
    for (i = 0; i < OUTPUTS; i++) field_free(fields[i]);
}
