/* SPDX-License-Identifier: MIT */
/* In a hooked program: the objects that performance counters are reported for, compared with what NT and Linux
   report about the same. */
#include "pdh_query.h"
#include "support.h"

#include <pdhmsg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OWN "pdh_objects"

/* Linux's own, by Wine's drive Z:; the number behind a word that begins a line. */
static ULONG64 linux_number(const char *file, const char *word)
{
    FILE *const opened = fopen(file, "r");
    ULONG64 number = 0;
    char line[256];
    BOOL found = FALSE;

    assert_non_null(opened);
    while (!found && fgets(line, sizeof line, opened)) {
        found = !strncmp(line, word, strlen(word));
        if (found) number = strtoull(line + strlen(word), NULL, 10);
    }
    fclose(opened);
    assert_true(found);
    return number;
}

static BOOL is_refused(const char *path)
{
    PDH_HCOUNTER counter = NULL;

    return (DWORD)PdhAddCounterA(query, path, 0, &counter) == PDH_CSTATUS_NO_COUNTER;
}

TEST_BETWEEN(open_query, close_query, what_only_linux_knows_is_not_known_without_it)
{
    const BOOL refused = !with_unixlib();

    assert_int_equal(is_refused("\\System\\Processor Queue Length"), refused);
    assert_int_equal(is_refused("\\System\\Context Switches/sec"), refused);
    assert_int_equal(is_refused("\\Paging File(_Total)\\% Usage"), refused);
    assert_int_equal(is_refused("\\Processor(_Total)\\DPCs Queued/sec"), refused);
}

static DWORD WINAPI spin_until(LPVOID stop)
{
    while (WaitForSingleObject(stop, 0) == WAIT_TIMEOUT) spin(20000000);
    return 0;
}

enum { WAITING = 10 };

/* Others may wait besides. Each thread leaves its processor for a moment, to ask. */
TEST_BETWEEN(open_query, close_query, the_queue_is_of_those_for_whom_there_is_no_processor)
{
    HANDLE stop = CreateEventA(NULL, TRUE, FALSE, NULL), threads[MAXIMUM_WAIT_OBJECTS];
    DWORD count, i;
    LONGLONG reported = 0;
    int tries;

    count = GetActiveProcessorCount(0) + WAITING;
    if (!with_unixlib()) SKIP_BECAUSE("only Linux knows");
    if (count > MAXIMUM_WAIT_OBJECTS) SKIP_BECAUSE("so many processors would take more threads");
    for (i = 0; i < count; i++) threads[i] = start_thread(spin_until, stop);
    for (tries = 0; tries < 100 && reported < WAITING - 2; tries++) {
        Sleep(20);
        reported = number_of("\\System\\Processor Queue Length");
    }
    SetEvent(stop);
    for (i = 0; i < count; i++) join_thread(threads[i]);
    CloseHandle(stop);
    assert_true(reported >= WAITING - 2);
}

TEST_BETWEEN(open_query, close_query, switches_are_as_many_as_linux_counts)
{
    PDH_HCOUNTER counter;
    ULONG64 before, after, reported;

    if (!with_unixlib()) SKIP_BECAUSE("only Linux knows");
    counter = add("\\System\\Context Switches/sec");
    collect();
    before = linux_number("Z:\\proc\\stat", "ctxt ");
    collect();
    after = linux_number("Z:\\proc\\stat", "ctxt ");
    reported = (ULONG64)raw_of(counter).FirstValue;
    assert_in_range(reported, before, after);
    assert_true(value_of(counter) > 0);
}

/* It is reported from the second sample on. */
TEST_BETWEEN(open_query, close_query, the_rate_of_dpcs_is_their_number_in_a_tick)
{
    PDH_HCOUNTER rate, queued;
    double reported, expected;

    if (!with_unixlib()) SKIP_BECAUSE("only Linux knows");
    rate = add("\\Processor(_Total)\\DPC Rate");
    queued = add("\\Processor(_Total)\\DPCs Queued/sec");
    collect();
    assert_has_no_value(rate, PDH_CSTATUS_INVALID_DATA);
    Sleep(200);
    collect();
    reported = value_of(rate);
    expected = value_of(queued) / 64; /* each processor's is rounded down */
    if (reported > expected + 0.001 || reported < expected - (double)GetActiveProcessorCount(0))
        fail_msg("%f in place of %f", reported, expected);
    assert_true(value_of(queued) > 0);
}

/* A machine without swap has no page file. */
TEST_BETWEEN(open_query, close_query, the_page_file_is_linux_swap)
{
    PDH_HCOUNTER counter;
    double used, total, part;

    if (!with_unixlib()) SKIP_BECAUSE("only Linux knows");
    counter = add("\\Paging File(_Total)\\% Usage");
    total = (double)linux_number("Z:\\proc\\meminfo", "SwapTotal:");
    used = total - (double)linux_number("Z:\\proc\\meminfo", "SwapFree:");
    if (total <= 0) {
        collect_nothing();
        assert_has_no_value(counter, PDH_CSTATUS_NO_INSTANCE);
        return;
    }
    collect();
    part = 100 * used / total;
    assert_true(value_of(counter) >= part - 10 && value_of(counter) <= part + 10);
}

TEST_BETWEEN(open_query, close_query, what_is_committed_is_a_part_of_the_limit)
{
    PDH_HCOUNTER committed = add("\\Memory\\Committed Bytes"), limit = add("\\Memory\\Commit Limit");
    PDH_HCOUNTER part = add("\\Memory\\% Committed Bytes In Use");
    MEMORYSTATUSEX memory = { .dwLength = sizeof memory };
    double expected;

    assert_true(GlobalMemoryStatusEx(&memory));
    collect();
    assert_true(value_of(limit) == (double)memory.ullTotalPageFile);
    assert_true(value_of(committed) > 0);
    expected = 100 * value_of(committed) / value_of(limit);
    if (value_of(part) < expected - 0.001 || value_of(part) > expected + 0.001) fail_msg("%f", value_of(part));
}

TEST_BETWEEN(open_query, close_query, a_thread_is_reported_under_its_process)
{
    assert_int_equal(number_of("\\Thread(" OWN "/0)\\ID Thread"), GetCurrentThreadId());
    assert_int_equal(number_of("\\Thread(" OWN "/0)\\ID Process"), GetCurrentProcessId());
    assert_in_range(number_of("\\Thread(" OWN "/0)\\Elapsed Time"), 0, 600);
}

static DWORD count_of(PDH_HCOUNTER counter, PDH_RAW_COUNTER_ITEM_A *items, DWORD size)
{
    DWORD count = 0;

    assert_int_equal(PdhGetRawCounterArrayA(counter, &size, &count, items), ERROR_SUCCESS);
    return count;
}

TEST_BETWEEN(open_query, close_query, threads_of_all_processes_are_as_many_as_the_system_has)
{
    static PDH_RAW_COUNTER_ITEM_A items[8192];
    PDH_HCOUNTER own = add("\\Thread(" OWN "/*)\\ID Thread"), all = add("\\Thread(*)\\ID Thread");
    PDH_HCOUNTER threads = add("\\System\\Threads");
    DWORD count;

    collect();
    assert_int_equal(count_of(own, items, sizeof items), 1);
    assert_string_equal(items[0].szName, OWN "/0");
    count = count_of(all, items, sizeof items);
    assert_int_equal(count, (DWORD)value_of(threads) + 1);
    assert_string_equal(items[count - 1].szName, "_Total/_Total");
}

/* The second thread of this process, which runs until it may end. Wine may list it for a moment longer. */
TEST_BETWEEN(open_query, close_query, a_thread_that_runs_is_busy_and_has_ended_is_no_instance)
{
    PDH_HCOUNTER busy = add("\\Thread(" OWN "/1)\\% Processor Time"), id = add("\\Thread(" OWN "/1)\\ID Thread");
    HANDLE stop = CreateEventA(NULL, TRUE, FALSE, NULL), thread;
    double reported;

    thread = start_thread(spin_until, stop);
    collect();
    Sleep(300);
    collect();
    assert_int_equal((DWORD)value_of(id), GetThreadId(thread));
    reported = value_of(busy);
    SetEvent(stop);
    join_thread(thread);
    CloseHandle(stop);
    collect_until_gone(busy);
    assert_true(reported > 0 && reported <= 100);
}

TEST_BETWEEN(open_query, close_query, an_explanation_and_a_scale_are_reported)
{
    PDH_HCOUNTER counter = add("\\Process(" OWN ")\\Private Bytes");
    union {
        PDH_COUNTER_INFO_W info;
        BYTE room[2048];
    } reported;
    DWORD size = sizeof reported;

    assert_int_equal(PdhGetCounterInfoW(counter, TRUE, &size, &reported.info), ERROR_SUCCESS);
    assert_non_null(reported.info.szExplainText);
    assert_true(wcslen(reported.info.szExplainText) > 20);
    assert_int_equal(reported.info.lDefaultScale, -5);
    assert_int_equal(reported.info.lScale, 0);
    assert_int_equal(reported.info.dwType, PERF_COUNTER_LARGE_RAWCOUNT);
    size = sizeof reported;
    assert_int_equal(PdhGetCounterInfoW(counter, FALSE, &size, &reported.info), ERROR_SUCCESS);
    assert_null(reported.info.szExplainText);
}

ALL_BETWEEN(set_up, NULL)
