/* SPDX-License-Identifier: MIT */
/* GetSystemTimes: all processors of all groups together. */
#include "ask_processors.h"

#include <string.h>

struct times {
    BOOL returned;
    DWORD error;
    ULONG64 idle, kernel, user;
};

static struct times ask_system(void)
{
    struct times got = { 0, 0, UNTOUCHED, UNTOUCHED, UNTOUCHED };

    SetLastError(POISON);
    got.returned = GetSystemTimes((PVOID)&got.idle, (PVOID)&got.kernel, (PVOID)&got.user);
    got.error = GetLastError();
    return got;
}

static struct times truth(void)
{
    struct times all = { TRUE, POISON, 0, 0, 0 };
    ULONG i, count = 0;
    USHORT group;

    for (group = 0; group < fake_groups.count; group++) count += fake_reported_of(group);
    for (i = 0; i < count; i++) {
        all.idle += fake_groups.idle[i];
        all.kernel += fake_groups.kernel[i];
        all.user += fake_groups.user[i];
    }
    return all;
}

static void check_times(struct times got, struct times expected, int line)
{
    if (got.returned == expected.returned && got.error == expected.error && got.idle == expected.idle
        && got.kernel == expected.kernel && got.user == expected.user) return;
    print_error("got %d, %#x, idle %llu, kernel %llu, user %llu; expected %d, %#x, %llu, %llu, %llu\n", got.returned,
                got.error, (unsigned long long)got.idle, (unsigned long long)got.kernel, (unsigned long long)got.user,
                expected.returned, expected.error, (unsigned long long)expected.idle,
                (unsigned long long)expected.kernel, (unsigned long long)expected.user);
    _fail(__FILE__, line);
}
#define assert_times(expected) check_times(ask_system(), expected, __LINE__)

TEST_ON_ALL_WITH_PROCESSORS(all_groups_are_summed)
{
    ULONG i, round;

    for (round = 0; round < 3; round++) {
        assert_times(truth());
        for (i = 0; i < fake_groups.processors; i++) {
            fake_groups.idle[i] += i;
            fake_groups.kernel[i] += 2 * i + 1;
            fake_groups.user[i] += 7;
        }
    }
}

TEST_ON_ALL_WITH_PROCESSORS(callers_group_makes_no_difference)
{
    for (fake_groups.current = fake_groups.count; fake_groups.current-- > 0;) assert_times(truth());
}

TEST_ON_ALL_SIZES(wine_8, processors_that_are_off_do_not_count)
{
    fake_groups.hole = 3;
    assert_times(truth());
}

TEST_ON_EVERY(each_of_the_three_may_be_left_out)
{
    struct times all = truth();
    ULONG64 times[3];
    int wanted, i;

    for (wanted = 0; wanted < 8; wanted++) {
        times[0] = times[1] = times[2] = UNTOUCHED;
        assert_done(GetSystemTimes(wanted & 1 ? (PVOID)&times[0] : NULL, wanted & 2 ? (PVOID)&times[1] : NULL,
                                   wanted & 4 ? (PVOID)&times[2] : NULL));
        for (i = 0; i < 3; i++)
            assert_int_equal(times[i], !(wanted >> i & 1) ? UNTOUCHED : i == 0 ? all.idle : i == 1 ? all.kernel : all.user);
    }
}

TEST_ON_EVERY(misaligned_places)
{
    struct times all = truth();
    BYTE out[64];
    ULONG64 values[3];
    size_t offset;

    for (offset = 1; offset < 8; offset++) {
        assert_true(GetSystemTimes((PVOID)(out + offset), (PVOID)(out + offset + 8), (PVOID)(out + offset + 16)));
        memcpy(values, out + offset, sizeof values);
        assert_int_equal(values[0], all.idle);
        assert_int_equal(values[1], all.kernel);
        assert_int_equal(values[2], all.user);
    }
}

TEST_ON_EVERY(none_of_the_three_goes_back)
{
    struct times last = truth();

    assert_times(last);
    fake_groups.idle[0] -= 1000;
    assert_times(last);
    fake_groups.kernel[1] -= 2000;
    assert_times(last);
    fake_groups.user[0] -= 3000;
    assert_times(last);
    fake_groups.user[1] += 3001;
    last.user++;
    assert_times(last);
}

TEST_ON_EVERY(kernel_is_never_less_than_idle)
{
    struct times expected;

    fake_groups.kernel[0] = fake_groups.kernel[1] = 5;
    expected = truth();
    expected.kernel = expected.idle;
    assert_times(expected);
    fake_groups.idle[0] += 10;
    expected.kernel = expected.idle += 10;
    assert_times(expected);
}

/* Idle keeps its earlier value, and so does kernel, although its new value is smaller. */
TEST_ON_EVERY(kernel_is_not_less_than_an_idle_that_was_kept)
{
    struct times first = truth();

    fake_groups.kernel[0] = fake_groups.idle[0];
    fake_groups.kernel[1] = fake_groups.idle[1];
    first.kernel = first.idle;
    assert_times(first);
    fake_groups.idle[0] -= 100;
    fake_groups.kernel[0] -= 100;
    assert_times(first);
}

TEST_CASES(every_call_counts,
           WITH(windows_10, 160, every_call_counts), WITH(windows_xp, 2, every_call_counts),
           WITH(wine_8, 80, every_call_counts), WITH(wine_10, 1, every_call_counts))
{
    struct times failure = { FALSE, 0, UNTOUCHED, UNTOUCHED, UNTOUCHED };
    ULONG before, last, position;

    fake.failing_status = STATUS_INSUFFICIENT_RESOURCES;
    for (last = position = 1; position <= last; position++) {
        before = fake.position;
        fake.failing_position = before + position;
        failure.error = ask_system().error;
        assert_in_set(failure.error, ((const LargestIntegralType[]){ ERROR_NO_SYSTEM_RESOURCES, ERROR_NOT_ENOUGH_MEMORY }),
                      2);
        fake.failing_position = fake.position + position;
        assert_times(failure);
        assert_int_equal(fake.blocks, 0);
        fake.failing_position = 0;
        before = fake.position;
        assert_times(truth());
        last = fake.position - before;
    }
    assert_true(last >= 3);
}

TEST_ON_EVERY(failure_touches_nothing)
{
    struct times failure = { FALSE, ERROR_ACCESS_DENIED, UNTOUCHED, UNTOUCHED, UNTOUCHED };

    fake.status[CALL_PROCESSOR_TIMES] = STATUS_ACCESS_DENIED;
    assert_times(failure);
    assert_times(failure);
    fake.status[CALL_PROCESSOR_TIMES] = STATUS_SUCCESS;
    assert_times(truth());
}

TEST_ON_EVERY(no_rate_is_needed)
{
    fake_no_leaves();
    fake_processor.frequency = 0;
    assert_times(truth());
}
