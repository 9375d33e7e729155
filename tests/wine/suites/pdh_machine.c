/* SPDX-License-Identifier: MIT */
/* In a hooked program: idle states and frequencies, as performance counters, of a machine that machines.py has made.
   Its files are where the argument says; what is written there Linux "reports". */
#include "pdh_query.h"
#include "support.h"

#include <pdhmsg.h>
#include <stdio.h>

static const char *machine; /* a folder of Linux's */

static void write_number(const char *file, unsigned long long number)
{
    char path[512];
    FILE *opened;

    snprintf(path, sizeof path, "Z:%s/cpu0/%s", machine, file);
    opened = fopen(path, "wb");
    assert_non_null(opened);
    fprintf(opened, "%llu\n", number);
    fclose(opened);
}

/* Time in C3 or deeper counts as C3. */
TEST_BETWEEN(open_query, close_query, idle_states_are_reported_as_cpuidle_does)
{
    static const struct {
        const char *counter, *file;
        unsigned long long first, second;
        LONGLONG grown;
    } reported[] = {
        { "\\Processor(0)\\% C1 Time", "cpuidle/state1/time", 1000000, 1020000, 200000 },
        { "\\Processor(0)\\% C2 Time", "cpuidle/state2/time", 5, 10, 50 },
        { "\\Processor Information(0,0)\\% C3 Time", "cpuidle/state3/time", 0, 7000, 70000 },
        { "\\Processor(0)\\C1 Transitions/sec", "cpuidle/state1/usage", 10, 20, 10 },
        { "\\Processor(0)\\C2 Transitions/sec", "cpuidle/state2/usage", 100, 120, 20 },
        { "\\Processor(0)\\C3 Transitions/sec", "cpuidle/state3/usage", 1000, 1030, 30 },
    };
    PDH_HCOUNTER counters[ARRAYSIZE(reported)];
    LONGLONG first[ARRAYSIZE(reported)];
    size_t i;

    for (i = 0; i < ARRAYSIZE(reported); i++) {
        counters[i] = add(reported[i].counter);
        write_number(reported[i].file, reported[i].first);
    }
    collect();
    for (i = 0; i < ARRAYSIZE(reported); i++) {
        first[i] = raw_of(counters[i]).FirstValue;
        write_number(reported[i].file, reported[i].second);
    }
    Sleep(50);
    collect();
    for (i = 0; i < ARRAYSIZE(reported); i++) {
        assert_int_equal(raw_of(counters[i]).FirstValue - first[i], reported[i].grown);
        assert_true(value_of(counters[i]) > 0);
    }
}

TEST_BETWEEN(open_query, close_query, the_frequency_is_the_one_of_now_in_mhz)
{
    write_number("cpufreq/scaling_cur_freq", 1200000);
    assert_int_equal(number_of("\\Processor Information(0,0)\\Processor Frequency"), 1200);
    write_number("cpufreq/scaling_cur_freq", 3000000);
    assert_int_equal(number_of("\\Processor Information(0,0)\\Processor Frequency"), 3000);
}

/* At half of the nominal frequency half as much, and at more than it more. */
TEST_BETWEEN(open_query, close_query, utility_is_the_busy_time_at_the_frequency)
{
    PDH_HCOUNTER utility = add("\\Processor Information(0,0)\\% Processor Utility");
    PDH_HCOUNTER busy = add("\\Processor Information(0,0)\\% Processor Time");
    double expected;

    write_number("cpufreq/scaling_cur_freq", 1200000);
    collect();
    assert_has_no_value(utility, PDH_CSTATUS_INVALID_DATA);
    spin(500000000);
    collect();
    expected = value_of(busy) / 2;
    if (value_of(utility) < expected - 0.1 || value_of(utility) > expected + 0.1)
        fail_msg("%f, not %f", value_of(utility), expected);
    write_number("cpufreq/scaling_cur_freq", 3600000);
    spin(500000000);
    collect();
    expected = value_of(busy) * 1.5;
    if (value_of(utility) < expected - 0.1 || value_of(utility) > expected + 0.1)
        fail_msg("%f, not %f", value_of(utility), expected);
}

TEST_BETWEEN(open_query, close_query, without_a_nominal_frequency_there_is_no_utility)
{
    PDH_HCOUNTER counter;

    write_number("cpufreq/base_frequency", 0);
    assert_int_equal((DWORD)PdhAddCounterA(query, "\\Processor Information(0,0)\\% Processor Utility", 0, &counter),
                     PDH_CSTATUS_NO_COUNTER);
    add("\\Processor Information(0,0)\\Processor Frequency");
    assert_int_equal((DWORD)PdhAddCounterA(query, "\\Processor(0)\\Processor Frequency", 0, &counter),
                     PDH_CSTATUS_NO_COUNTER);
    write_number("cpufreq/base_frequency", 2400000);
}

ALL_BETWEEN(set_up, NULL)

int main(int count, char **arguments)
{
    if (count != 2) return 1;
    machine = arguments[1];
    return finish(run_all_tests());
}
