/* SPDX-License-Identifier: MIT */
#include "calls.h"
#include "field.h"

#include <string.h>

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

/* The last of them are the last bytes before memory that is not there. */
TEST(an_output_may_lie_at_any_address)
{
    BYTE *fields[OUTPUTS];
    void *outputs[OUTPUTS];
    enum which which;
    unsigned back, i;

    for (i = 0; i < OUTPUTS; i++) fields[i] = field_make();
    for (which = 0; which < calls_here(); which++)
        for (back = 2 * sizeof(ULONG64); back >= sizeof(ULONG64); back--) {
            for (i = 0; i < OUTPUTS; i++) outputs[i] = fields[i] + FIELD - back;
            assert_written(which, outputs);
            for (i = 0; i < OUTPUTS; i++) {
                assert_true(field_is_clean_but(fields[i], outputs[i], sizeof(ULONG64)));
                memset(outputs[i], 0xcc, sizeof(ULONG64));
            }
        }
    for (i = 0; i < OUTPUTS; i++) field_free(fields[i]);
}
