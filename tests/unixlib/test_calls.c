/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "linux_clocks.h"
#include "unix_call.h"
#include "protocol/arithmetic.h"
#include "protocol/thread_clock_snapshot.h"
#include "unixlib/threads/thread_clock.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern int32_t (*const __wine_unix_call_wow64_funcs[UNIXLIB_CALLS])(void *);

#define UNTOUCHED 0xccccccccccccccccull

static void begin(uint32_t id)
{
    struct unixlib_version version = { .version = UNIXLIB_VERSION };
    struct unixlib_rate rate = { .cycles_per_second = RATE };
    struct unixlib_thread_begin thread = { .id = id };

    assert_int_equal(call(UNIXLIB_CALL_VERSION, &version), UNIXLIB_DONE);
    assert_int_equal(call(UNIXLIB_CALL_RATE, &rate), UNIXLIB_DONE);
    assert_int_equal(call(UNIXLIB_CALL_THREAD_BEGIN, &thread), UNIXLIB_DONE);
}

TEST(both_tables_have_every_call)
{
    int i;

    for (i = 0; i < UNIXLIB_CALLS; i++) {
        assert_non_null(__wine_unix_call_funcs[i]);
        assert_ptr_equal(__wine_unix_call_funcs[i], __wine_unix_call_wow64_funcs[i]);
    }
}

TEST(version_is_reported_whatever_the_callers_is_and_as_often_as_it_is_asked)
{
    struct unixlib_version version;
    uint32_t i;

    for (i = 0; i < 3; i++) {
        version = (struct unixlib_version){ .version = i * 1000 };
        assert_int_equal(call(UNIXLIB_CALL_VERSION, &version), UNIXLIB_DONE);
        assert_int_equal(version.version, UNIXLIB_VERSION);
    }
}

TEST(rate_that_no_counter_has_is_refused)
{
    struct unixlib_rate huge = { .cycles_per_second = 1ull << 34 };

    assert_int_equal(call(UNIXLIB_CALL_RATE, &huge), UNIXLIB_REFUSED);
}

TEST(without_a_rate_the_counters_are_returned)
{
    const uint64_t here = measure_tsc_rate();
    struct unixlib_rate rate = { .cycles_per_second = 0 };

    assert_int_equal(call(UNIXLIB_CALL_RATE, &rate), UNIXLIB_DONE);
    assert_in_range(rate.cycles_per_second, here - here / 500, here + here / 500);
}

TEST(first_rate_is_everybodys)
{
    struct unixlib_rate first = { .cycles_per_second = RATE }, second = { .cycles_per_second = RATE + 1 };
    struct unixlib_rate asked = { .cycles_per_second = 0 };

    assert_int_equal(call(UNIXLIB_CALL_RATE, &first), UNIXLIB_DONE);
    assert_int_equal(call(UNIXLIB_CALL_RATE, &second), UNIXLIB_DONE);
    assert_int_equal(call(UNIXLIB_CALL_RATE, &asked), UNIXLIB_DONE);
    assert_int_equal(first.cycles_per_second, RATE);
    assert_int_equal(second.cycles_per_second, RATE);
    assert_int_equal(asked.cycles_per_second, RATE);
}

TEST(without_a_rate_no_cycles_are_reported)
{
    struct unixlib_version version = { .version = UNIXLIB_VERSION };
    struct unixlib_cycles cycles = { UNTOUCHED };
    struct unixlib_thread_begin thread = { .id = 4 };

    assert_int_equal(call(UNIXLIB_CALL_VERSION, &version), UNIXLIB_DONE);
    assert_int_equal(call(UNIXLIB_CALL_THREAD_BEGIN, &thread), UNIXLIB_DONE);
    assert_int_equal(call(UNIXLIB_CALL_OWN_THREAD_CYCLES, &cycles), UNIXLIB_FAILED);
    assert_int_equal(call(UNIXLIB_CALL_PROCESS_CYCLES, &cycles), UNIXLIB_NOT_READY);
    assert_true(cycles.value == UNTOUCHED);
}

TEST(thread_that_has_not_begun_or_has_ended_is_unknown)
{
    struct unixlib_own_times times = { .total = UNTOUCHED, .kernel = UNTOUCHED };
    struct unixlib_cycles cycles = { UNTOUCHED };
    struct unixlib_thread_begin nobody = { .id = 0 };
    int i;

    for (i = 0; i < 2; i++) {
        assert_int_equal(call(UNIXLIB_CALL_OWN_THREAD_CYCLES, &cycles), UNIXLIB_UNKNOWN);
        assert_int_equal(call(UNIXLIB_CALL_OWN_THREAD_TIMES, &times), UNIXLIB_UNKNOWN);
        assert_true(cycles.value == UNTOUCHED && times.total == UNTOUCHED);
        begin(4);
        thread_end();
    }
    assert_int_equal(call(UNIXLIB_CALL_THREAD_BEGIN, &nobody), UNIXLIB_REFUSED);
}

TEST(own_times_are_the_kernels_clock_in_two_parts)
{
    struct unixlib_own_times times = { .creation = 0 };
    uint64_t before;

    begin(4);
    work_ns(10000000);
    before = own_ns();
    assert_int_equal(call(UNIXLIB_CALL_OWN_THREAD_TIMES, &times), UNIXLIB_DONE);
    assert_in_range(times.total, before, own_ns());
    assert_true(times.kernel <= times.total);
    assert_int_equal(times.creation, 0);
}

TEST(creation_date_is_kept_with_the_thread)
{
    struct unixlib_own_times times = { .creation = 132000000000000000 };

    begin(4);
    assert_int_equal(call(UNIXLIB_CALL_OWN_THREAD_TIMES, &times), UNIXLIB_DONE);
    times.creation = 0;
    assert_int_equal(call(UNIXLIB_CALL_OWN_THREAD_TIMES, &times), UNIXLIB_DONE);
    assert_int_equal(times.creation, 132000000000000000);
}

static uint32_t own_clock(void)
{
    struct unixlib_own_clock clock = { .method = 1000 };

    assert_int_equal(call(UNIXLIB_CALL_OWN_CLOCK, &clock), UNIXLIB_DONE);
    return clock.method;
}

/* Which it is depends on the machine; the mark of one is tried only where it is asked for. */
TEST(clock_is_decided_by_the_first_who_asks_and_once)
{
    struct unixlib_cycles cycles;
    uint32_t first;

    assert_int_equal(own_clock(), UNIXLIB_CLOCK_UNDECIDED);
    begin(4);
    assert_int_equal(call(UNIXLIB_CALL_OWN_THREAD_CYCLES, &cycles), UNIXLIB_DONE);
    first = own_clock();
    print_message("the clock of this machine is %u\n", first);
    assert_in_range(first, UNIXLIB_CLOCK_TSC, UNIXLIB_CLOCKS - 1);
    assert_int_equal(own_clock(), first);
}

TEST(first_memory_that_is_brought_has_the_thread_table)
{
    struct unixlib_thread_table question = { .address = 0 }, first, second;
    const struct thread_clock_snapshot *line;
    struct unixlib_cycles cycles;
    void *memory;

    assert_int_equal(call(UNIXLIB_CALL_THREAD_TABLE, &question), UNIXLIB_DONE);
    assert_int_equal(question.address, 0);
    assert_int_equal(question.layout, THREAD_ENTRY_LAYOUT);
    assert_non_null(memory = aligned_alloc(4096, question.size));
    memset(memory, 0, question.size);
    first = (struct unixlib_thread_table){ .address = (uintptr_t)memory, .size = question.size };
    second = (struct unixlib_thread_table){ .address = (uintptr_t)memory + THREAD_CLOCK_SNAPSHOT_SIZE,
                                            .size = question.size };
    assert_int_equal(call(UNIXLIB_CALL_THREAD_TABLE, &first), UNIXLIB_DONE);
    assert_int_equal(call(UNIXLIB_CALL_THREAD_TABLE, &second), UNIXLIB_DONE);
    assert_true(first.address == (uintptr_t)memory && second.address == (uintptr_t)memory);
    begin(4);
    assert_int_equal(call(UNIXLIB_CALL_OWN_THREAD_CYCLES, &cycles), UNIXLIB_DONE);
    line = (const struct thread_clock_snapshot *)((const char *)memory + 4 * THREAD_ENTRY_SIZE);
    assert_true(line->own == cycles.value);
}

TEST(memory_that_the_thread_table_cannot_lie_in_is_refused)
{
    struct unixlib_thread_table question = { .address = 0 }, crooked, small;
    static char memory[128] __attribute__((aligned(128)));

    assert_int_equal(call(UNIXLIB_CALL_THREAD_TABLE, &question), UNIXLIB_DONE);
    crooked = (struct unixlib_thread_table){ .address = (uintptr_t)memory + 8, .size = question.size };
    small = (struct unixlib_thread_table){ .address = (uintptr_t)memory, .size = question.size - 1 };
    assert_int_equal(call(UNIXLIB_CALL_THREAD_TABLE, &crooked), UNIXLIB_REFUSED);
    assert_int_equal(call(UNIXLIB_CALL_THREAD_TABLE, &small), UNIXLIB_REFUSED);
    begin(4);
    assert_int_equal(call(UNIXLIB_CALL_THREAD_TABLE, &question), UNIXLIB_DONE);
    assert_true(question.address && question.address != (uintptr_t)memory);
}

TEST(process_is_measured_by_its_clock)
{
    uint64_t before = read_ns(CLOCK_PROCESS_CPUTIME_ID), middle;
    struct unixlib_cycles cycles;
    struct unixlib_times times;

    begin(4);
    assert_int_equal(call(UNIXLIB_CALL_PROCESS_CYCLES, &cycles), UNIXLIB_DONE);
    middle = read_ns(CLOCK_PROCESS_CPUTIME_ID);
    assert_in_range(cycles.value, before * 2, middle * 2);
    assert_int_equal(call(UNIXLIB_CALL_PROCESS_TIMES, &times), UNIXLIB_DONE);
    assert_in_range(times.total, middle, read_ns(CLOCK_PROCESS_CPUTIME_ID));
    assert_true(times.kernel <= times.total);
}

static sigjmp_buf landing;

static void land(int signal)
{
    siglongjmp(landing, signal);
}

/* Under Wine the fault becomes the call's status. */
TEST(copy_that_faults_has_changed_nothing_and_names_the_place)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *to = pages + page - 8;
    const char from[16] = "0123456789abcde";
    struct unixlib_copy copy = { .to = (uintptr_t)to, .from = (uintptr_t)from, .size = sizeof from };
    struct sigaction action = { .sa_handler = land };

    assert_ptr_not_equal(pages, MAP_FAILED);
    assert_int_equal(call(UNIXLIB_CALL_COPY, &copy), UNIXLIB_DONE);
    assert_memory_equal(to, from, sizeof from);
    memset(to, 0xcc, sizeof from);
    assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
    assert_int_equal(sigaction(SIGSEGV, &action, NULL), 0);
    if (!sigsetjmp(landing, 1)) {
        call(UNIXLIB_CALL_COPY, &copy);
        fail();
    }
    assert_memory_equal(to, "\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc", 8);
    assert_int_equal(copy.at, (uintptr_t)(pages + page));
    munmap(pages, 2 * page);
}

TEST(what_cannot_be_measured_is_refused)
{
    struct unixlib_measure measure = { .nanoseconds = UNTOUCHED, .what = 1000, .rounds = 10 };
    uint32_t what;

    assert_int_equal(call(UNIXLIB_CALL_MEASURE, &measure), UNIXLIB_REFUSED);
    assert_true(measure.nanoseconds == UNTOUCHED);
    begin(4);
    for (what = UNIXLIB_MEASURED_PROCESS_CLOCK; what < UNIXLIB_MEASURED_COUNT; what++) {
        measure = (struct unixlib_measure){ .what = what, .rounds = 100 };
        assert_int_equal(call(UNIXLIB_CALL_MEASURE, &measure), UNIXLIB_DONE);
        assert_true(measure.nanoseconds > 0);
    }
}

TEST(proportions_keep_within_their_total)
{
    const uint64_t large = 1ull << 62;

    assert_int_equal(in_proportion(1000, 0, 0), 0);
    assert_int_equal(in_proportion(1000, 1, 4), 250);
    assert_int_equal(in_proportion(1000, 4, 4), 1000);
    assert_int_equal(in_proportion(999, 1, 3), 333);
    assert_true(in_proportion(large, large, large) == large);
    assert_true(in_proportion(large, large / 2, large) == large / 2);
    assert_true(in_proportion(large, 0x7ffffffe, 0x7fffffff) <= large);
}
