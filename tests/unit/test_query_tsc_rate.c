/* SPDX-License-Identifier: MIT */
/* Where the rate comes from, and how it is measured against clocks that misbehave. */
#include "ask.h"
#include "library/query/tsc_rate.h"

#define HYPERVISOR_PRESENT 0x80000000u
#define VMWARE 0x61774d56, 0x4d566572, 0x65726177
#define KVM 0x4b4d564b, 0x564b4d56, 0x0000004d
#define KVM_WITH_WRONG_EDX 0x4b4d564b, 0x564b4d56, 0x0000004e
#define KVM_WITH_WRONG_ECX 0x4b4d564b, 0x564b4d57, 0x0000004d
#define HYPER_V 0x7263694d, 0x666f736f, 0x76482074
#define XEN 0x566e6558, 0x65584d4d, 0x4d4d566e

static void hypervisor(ULONG leaves, ULONG ebx, ULONG ecx, ULONG edx, ULONG khz)
{
    fake_leaf(1, 0, 0, HYPERVISOR_PRESENT, 0);
    fake_leaf(0x40000000, leaves, ebx, ecx, edx);
    fake_leaf(0x40000010, khz, 66000, 0, 0);
}

/* A measured rate: what the tightest pairs are apart by, over 5 ms. */
static void assert_measures(ULONG64 hz)
{
    ULONG64 rate;

    fake_processor.hz = hz;
    rate = query_tsc_rate();
    assert_in_range(rate, hz - hz / 5000, hz + hz / 5000);
    assert_true(fake.count[CALL_COUNTER]);
}

static void assert_reports(ULONG64 hz)
{
    assert_int_equal(query_tsc_rate(), hz);
    assert_int_equal(fake.count[CALL_COUNTER], 0);
}

/* Each row is a test: the leaves of a hypervisor with that signature, and the rate that is reported. */
#define HYPERVISOR(name, leaves, signature, khz, hz) \
    TEST_ON(wine_8, name) \
    { \
        hypervisor(leaves, signature, khz); \
        assert_reports(hz); \
    }
HYPERVISOR(vmware_reports, 0x40000010, VMWARE, 3400000, 3400000000)
HYPERVISOR(kvm_reports, 0x40000010, KVM, 2599998, 2599998000)
HYPERVISOR(rate_beyond_32_bits_is_kept, 0x40000010, KVM, 5100000, 5100000000)
HYPERVISOR(other_hypervisors_leaf_means_another_thing, 0x40000010, HYPER_V, 3400000, FAKE_RATE)
HYPERVISOR(xens_leaf_means_another_thing, 0x40000010, XEN, 3400000, FAKE_RATE)
HYPERVISOR(signature_with_one_part_wrong_is_anothers, 0x40000010, KVM_WITH_WRONG_EDX, 3400000, FAKE_RATE)
HYPERVISOR(signature_with_another_part_wrong_is_anothers, 0x40000010, KVM_WITH_WRONG_ECX, 3400000, FAKE_RATE)
HYPERVISOR(hypervisor_with_fewer_leaves_knows_no_rate, 0x4000000f, KVM, 3400000, FAKE_RATE)
HYPERVISOR(hypervisor_that_reports_zero_knows_no_rate, 0x40000010, KVM, 0, FAKE_RATE)

TEST_ON(wine_8, without_a_hypervisor_its_leaves_are_not_read)
{
    hypervisor(0x40000010, KVM, 3400000);
    fake_leaf(1, 0, 0, ~HYPERVISOR_PRESENT, 0);
    assert_reports(FAKE_RATE);
}

/* Each row is a test: the processor's own leaf, and what comes of it. */
#define PROCESSOR(name, denominator, numerator, crystal_hz, assertion) \
    TEST_ON(wine_8, name) \
    { \
        fake_leaf(0x15, denominator, numerator, crystal_hz, 0); \
        assertion; \
    }
PROCESSOR(processor_reports, 3, 266, 24000000, assert_reports(2128000000))
PROCESSOR(processors_product_beyond_32_bits_is_kept, 0x1000, 0x100000, 24000000, assert_reports(6144000000))
PROCESSOR(processor_without_a_crystal_frequency_is_measured, 2, 250, 0, assert_measures(1800000000))
PROCESSOR(processor_without_a_numerator_is_measured, 2, 0, 24000000, assert_measures(1800000000))
PROCESSOR(processor_without_a_denominator_is_measured, 0, 250, 24000000, assert_measures(1800000000))

TEST_ON(wine_8, leaf_beyond_the_last_is_not_believed)
{
    fake_leaf(0, 0x14, 0, 0, 0);
    assert_measures(1800000000);
}

/* All but one pair in sixteen take long, each of another length and on either side of the reading. */
static ULONG64 most_are_interrupted(ULONG reading)
{
    return reading / 2 % 16 == 11 ? 0 : (reading * 7919ull) % 1000 * 1000;
}

static ULONG64 first_try_is_interrupted_for_long(ULONG reading)
{
    return reading == 33 ? 3 * 2400000000ull : 0;
}

/* Three tenths of a second in each group of pairs. */
static ULONG64 every_try_is_interrupted_for_long(ULONG reading)
{
    return reading % 32 == 1 ? 720000000 : 0;
}

static ULONG64 nearly_a_second(ULONG reading)
{
    return reading == 33 ? 4500000000ull : 0;
}

/* Each row is a test: the frequency of the counter, what interrupts its readings, and the rate that is measured. */
#define MEASURED(name, counter_hz, interrupt, hz) \
    TEST_ON(wine_8, name) \
    { \
        fake_no_leaves(); \
        fake_processor.frequency = counter_hz; \
        fake_processor.interruption = interrupt; \
        assert_measures(hz); \
    }
MEASURED(any_processor_is_measured, 10000000, NULL, 600000000)
MEASURED(fast_processor_is_measured, 10000000, NULL, 6200000000)
MEASURED(counter_at_the_processors_own_rate_is_measured_against, 2400000000, NULL, 2400000000)
MEASURED(counter_of_the_old_timer_chip_is_measured_against, 1193182, NULL, 2400000000)
MEASURED(interrupted_pairs_do_not_count, 10000000, most_are_interrupted, 2400000000)
MEASURED(try_with_a_long_interruption_is_made_again, 10000000, first_try_is_interrupted_for_long, 2400000000)
MEASURED(machine_that_interrupts_every_try_is_measured_across, 10000000, every_try_is_interrupted_for_long, 2400000000)
MEASURED(interruption_of_nearly_a_second_does_not_overflow, 5000000000, nearly_a_second, 5000000000)

/* As on a Wine whose counter is Linux's boot time; the time-stamp counter begins anew. */
static ULONG64 machine_sleeps_for_an_hour(ULONG reading)
{
    if (reading != 34) return 0;
    fake_processor.slept += fake_processor.tsc * fake_processor.frequency / fake_processor.hz
                            + 3600 * fake_processor.frequency;
    return 0 - fake_processor.tsc;
}

TEST_ON_WINE(sleep_in_between_is_not_measured)
{
    fake_no_leaves();
    fake_processor.tsc = 1ull << 32;
    fake_processor.interruption = machine_sleeps_for_an_hour;
    assert_measures(2400000000);
}

/* Which knows a clock that follows no NTP. */
TEST_ON_WINE(unixlibs_rate_is_taken)
{
    fake_unix_install();
    hypervisor(0x40000010, KVM, 3400000);
    fake_unix.known_rate = 2399999000;
    assert_int_equal(query_tsc_rate(), 2399999000);
    assert_int_equal(fake.count[CALL_COUNTER], 0);
}

TEST_ON_WINE(unixlib_that_knows_no_rate_is_reported)
{
    ULONG64 cycles;

    fake_unix_install();
    assert_reports(FAKE_RATE);
    assert_true(QueryThreadCycleTime(NT_CURRENT_THREAD, &cycles));
    assert_int_equal(fake_unix.rate, FAKE_RATE);
}

static void nobody_knows(void)
{
    fake_no_leaves();
    assert_fails(THREAD_CYCLES, NT_CURRENT_THREAD, ERROR_NOT_SUPPORTED);
    assert_fails(PROCESS_CYCLES, NT_CURRENT_PROCESS, ERROR_NOT_SUPPORTED);
    assert_true_answer(THREAD_TIMES, NT_CURRENT_THREAD);
}

TEST_ON_TWO(wine_8, windows_xp, counter_that_stands_still_ends_the_measuring)
{
    fake_processor.direction = 0;
    fake_processor.step = 1 << 20;
    nobody_knows();
}

#define NO_CLOCK(name, change) \
    TEST_ON(wine_8, name) \
    { \
        change; \
        nobody_knows(); \
    }
NO_CLOCK(counter_that_runs_back_is_no_clock, fake_processor.direction = -1)
NO_CLOCK(counter_without_a_frequency_is_no_clock, fake_processor.frequency = 0)
NO_CLOCK(counter_too_slow_to_measure_by_is_no_clock, fake_processor.frequency = 100)
NO_CLOCK(counter_that_fails_is_no_clock, fake.status[CALL_COUNTER] = STATUS_UNSUCCESSFUL)

static ULONG64 counter_fails_from_now_on(ULONG reading)
{
    if (reading == 50) fake.status[CALL_COUNTER] = STATUS_UNSUCCESSFUL;
    return 0;
}

TEST_ON(wine_8, counter_that_fails_while_it_is_measured_against_is_no_clock)
{
    fake_no_leaves();
    fake_processor.interruption = counter_fails_from_now_on;
    assert_int_equal(query_tsc_rate(), 0);
    assert_int_equal(fake.count[CALL_COUNTER], 27);
}

static void another_thread_is_reported(void)
{
    hypervisor(0x40000010, KVM, 2599998);
    assert_int_equal(query_tsc_rate(), 2599998000);
}

TEST_ON(wine_8, first_rate_that_is_found_is_everybodys)
{
    fake_no_leaves();
    fake_processor.meanwhile = another_thread_is_reported;
    assert_int_equal(query_tsc_rate(), 2599998000);
    assert_true(fake.count[CALL_COUNTER]);
}

TEST_ON(wine_8, rate_once_found_never_changes)
{
    ULONG64 rate;

    fake_no_leaves();
    rate = query_tsc_rate();
    fake_processor.hz = 1000000000;
    hypervisor(0x40000010, KVM, 3400000);
    fake.count[CALL_COUNTER] = 0;
    assert_int_equal(query_tsc_rate(), rate);
    assert_int_equal(cycles_from_100ns(10000000), rate);
    assert_int_equal(fake.count[CALL_COUNTER], 0);
}

TEST_ON(wine_8, measuring_takes_five_milliseconds)
{
    ULONG64 before = fake_processor.tsc;

    fake_no_leaves();
    assert_true(query_tsc_rate());
    assert_in_range(fake_processor.tsc - before, FAKE_RATE / 200, FAKE_RATE / 100);
}
