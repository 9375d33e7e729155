/* SPDX-License-Identifier: MIT */
/* In a hooked program: what pdh.dll answers for the counters that cycletime knows, and that all else is the system's. */
#include "pdh_query.h"
#include "pe.h"
#include "run_process.h"
#include "support.h"

#include <pdh.h>
#include <pdhmsg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOTAL "\\Processor(_Total)\\% Processor Time"
/* Wine's own pdh takes a counter by its bare name; that is no path. */
#define FOREIGN "System Up Time"

static const char *const led_away[] = {
#define ENTRY(name) #name,
#include "pdh.inc"
#undef ENTRY
};

static HMODULE module_of(const void *address)
{
    HMODULE module;

    return GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                              address, &module)
               ? module
               : NULL;
}

/* PdhOpenQuery is another name of Wine's for one of them. */
static BOOL is_led_away(const char *name)
{
    size_t i;

    if (!strcmp(name, "PdhOpenQuery")) return TRUE;
    for (i = 0; i < ARRAYSIZE(led_away); i++)
        if (!strcmp(led_away[i], name)) return TRUE;
    return FALSE;
}

TEST(the_functions_of_the_export_list_lead_here_and_no_others)
{
    const struct pe_exports exports = pe_read_exports(pdh);
    size_t i, found = 0;
    void *function;

    for (i = 0; i < exports.name_count; i++) {
        function = (void *)GetProcAddress(pdh, exports.names[i]);
        found += is_led_away(exports.names[i]);
        if ((module_of(pe_reached(function)) == cycletime) != is_led_away(exports.names[i]))
            fail_msg("%s leads elsewhere", exports.names[i]);
    }
    assert_int_equal(found, ARRAYSIZE(led_away) + 1);
    assert_ptr_equal((void *)GetProcAddress(pdh, "PdhOpenQuery"), (void *)GetProcAddress(pdh, "PdhOpenQueryW"));
}

static void assert_slot_is_current(void *context, const char *from, const char *name, PVOID *slot)
{
    if (_stricmp(from, "pdh.dll")) return;
    assert_ptr_equal(*slot, (void *)GetProcAddress(pdh, name));
    ++*(size_t *)context;
}

TEST(an_import_that_was_bound_before_is_what_get_proc_address_says)
{
    size_t count = 0;

    pe_visit_imports(GetModuleHandleA(NULL), assert_slot_is_current, &count);
    assert_true(count > 10);
}

TEST_BETWEEN(open_query, close_query, a_rate_is_invalid_data_until_the_second_sample)
{
    PDH_HCOUNTER counter = add(TOTAL);

    assert_has_no_value(counter, PDH_CSTATUS_INVALID_DATA);
    collect();
    assert_has_no_value(counter, PDH_CSTATUS_INVALID_DATA);
    Sleep(50);
    collect();
    assert_true(value_of(counter) >= 0 && value_of(counter) <= 100);
}

TEST_BETWEEN(open_query, close_query, a_counter_that_comes_later_has_samples_of_its_own)
{
    PDH_HCOUNTER counter;

    add(TOTAL);
    collect_twice();
    counter = add(TOTAL);
    assert_has_no_value(counter, PDH_CSTATUS_INVALID_DATA);
    collect();
    assert_has_no_value(counter, PDH_CSTATUS_INVALID_DATA);
    Sleep(50);
    collect();
    value_of(counter);
}

TEST_BETWEEN(open_query, close_query, a_processor_that_is_not_there_is_no_instance)
{
    PDH_HCOUNTER counter = add("\\Processor(4000)\\% Processor Time");

    collect_nothing();
    collect_nothing();
    assert_has_no_value(counter, PDH_CSTATUS_NO_INSTANCE);
}

TEST_BETWEEN(open_query, close_query, idle_and_busy_are_a_hundred_percent)
{
    PDH_HCOUNTER busy = add(TOTAL), idle = add("\\processor(_total)\\% idle time");
    double sum;

    collect_twice();
    sum = value_of(busy) + value_of(idle);
    if (sum < 99.999 || sum > 100.001) fail_msg("%f", sum);
}

/* Linux only samples these times, so they add up only with the unixlib. */
TEST_BETWEEN(open_query, close_query, user_and_privileged_are_what_is_not_idle)
{
    PDH_HCOUNTER user = add("\\Processor Information(_Total)\\% User Time");
    PDH_HCOUNTER privileged = add("\\Processor Information(0,_Total)\\% Privileged Time"), busy = add(TOTAL);
    double sum;

    if (!with_unixlib()) SKIP_BECAUSE("NT's own times do not add up");
    collect_twice();
    Sleep(400);
    collect();
    sum = value_of(user) + value_of(privileged) - value_of(busy);
    if (sum < -5 || sum > 5) fail_msg("%f", sum);
}

TEST_BETWEEN(open_query, close_query, a_counter_of_the_systems_stays_so_in_the_same_query)
{
    PDH_HCOUNTER ours = add(TOTAL), systems = add(FOREIGN);

    collect_twice();
    value_of(ours);
    assert_true(large_of(systems, 0) > 0);
    assert_int_equal(PdhSetCounterScaleFactor(systems, 2), ERROR_SUCCESS);
    assert_int_equal(PdhRemoveCounter(ours), ERROR_SUCCESS);
    collect();
    assert_int_equal(PdhRemoveCounter(systems), ERROR_SUCCESS);
    assert_int_equal((DWORD)PdhCollectQueryData(query), PDH_NO_DATA);
}

static void assert_not_known(const char *path)
{
    PDH_HCOUNTER counter = (PDH_HCOUNTER)POISON;

    assert_int_equal((DWORD)PdhAddCounterA(query, path, 0, &counter), PDH_CSTATUS_NO_COUNTER);
    assert_null(counter);
}

TEST_BETWEEN(open_query, close_query, what_is_not_known_is_refused_as_the_system_does)
{
    PDH_HCOUNTER counter;

    assert_not_known("\\Processor(_Total)\\Nonsense");
    assert_not_known("\\Nonsense(_Total)\\% Processor Time");
    assert_not_known("\\\\another-machine\\Processor(_Total)\\% Processor Time");
    assert_not_known("\\Processor\\% Processor Time");
    assert_int_equal((DWORD)PdhAddCounterA(query, NULL, 0, &counter), PDH_INVALID_ARGUMENT);
    assert_int_equal((DWORD)PdhAddCounterA(query, TOTAL, 0, NULL), PDH_INVALID_ARGUMENT);
    assert_int_equal((DWORD)PdhAddCounterA(NULL, TOTAL, 0, &counter), PDH_INVALID_HANDLE);
    assert_int_equal((DWORD)PdhCollectQueryData(NULL), PDH_INVALID_HANDLE);
    assert_int_equal((DWORD)PdhGetFormattedCounterValue(NULL, PDH_FMT_LONG, NULL, NULL), PDH_INVALID_ARGUMENT);
    assert_int_equal((DWORD)PdhCollectQueryData(query), PDH_NO_DATA);
}

static void assert_is_no_path(const char *path, DWORD status)
{
    PDH_HCOUNTER counter = (PDH_HCOUNTER)POISON;
    WCHAR wide[64];

    MultiByteToWideChar(CP_ACP, 0, path, -1, wide, ARRAYSIZE(wide));
    if ((DWORD)PdhAddCounterA(query, path, 0, &counter) != status || counter) fail_msg("PdhAddCounterA: %s", path);
    if ((DWORD)PdhAddEnglishCounterW(query, wide, 0, &counter) != status) fail_msg("PdhAddEnglishCounterW: %s", path);
    if (*path && (DWORD)PdhValidatePathA(path) != status) fail_msg("PdhValidatePathA: %s", path);
    if (*path && (DWORD)PdhValidatePathExW(NULL, wide) != status) fail_msg("PdhValidatePathExW: %s", path);
}

TEST_BETWEEN(open_query, close_query, a_path_that_cannot_be_parsed_is_not_an_unknown_counter)
{
    static const char *const none[] = { "Processor", "\\", "\\Processor", "\\Processor\\", "Processor(0)\\% User Time",
                                        "\\Processor(0\\% User Time", "\\Processor()\\% User Time", "\\(0)\\% User Time",
                                        "\\\\machine\\Processor" };
    unsigned i;

    for (i = 0; i < ARRAYSIZE(none); i++) assert_is_no_path(none[i], PDH_CSTATUS_BAD_COUNTERNAME);
    assert_is_no_path("", PDH_CSTATUS_NO_COUNTERNAME);
}

TEST_BETWEEN(open_query, close_query, a_counter_goes_with_its_query)
{
    PDH_HQUERY other;
    PDH_HCOUNTER counter;
    PDH_RAW_COUNTER raw;

    assert_int_equal(PdhOpenQueryA(NULL, 0, &other), ERROR_SUCCESS);
    assert_int_equal(PdhAddEnglishCounterA(other, TOTAL, 0, &counter), ERROR_SUCCESS);
    assert_int_equal(PdhCloseQuery(other), ERROR_SUCCESS);
    assert_int_equal((DWORD)PdhCloseQuery(other), PDH_INVALID_HANDLE);
    assert_int_equal((DWORD)PdhGetRawCounterValue(counter, NULL, &raw), PDH_INVALID_HANDLE);
    assert_int_equal((DWORD)PdhRemoveCounter(counter), PDH_INVALID_HANDLE);
}

TEST_BETWEEN(open_query, close_query, all_formats_report_the_same)
{
    PDH_HCOUNTER counter = add("\\Processor(_Total)\\% Idle Time");
    PDH_FMT_COUNTERVALUE value;
    double real;

    collect_twice();
    real = value_of(counter);
    assert_int_equal(PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, NULL, &value), ERROR_SUCCESS);
    assert_int_equal(value.longValue, (LONG)real);
    assert_int_equal(large_of(counter, PDH_FMT_1000), (LONGLONG)(real * 1000));
    assert_int_equal(PdhSetCounterScaleFactor(counter, 2), ERROR_SUCCESS);
    assert_int_equal(large_of(counter, 0), (LONGLONG)(real * 100));
    assert_int_equal(large_of(counter, PDH_FMT_NOSCALE), (LONGLONG)real);
    assert_int_equal((DWORD)PdhGetFormattedCounterValue(counter, 0, NULL, &value), PDH_INVALID_ARGUMENT);
    assert_int_equal((DWORD)PdhSetCounterScaleFactor(counter, 8), PDH_INVALID_ARGUMENT);
}

TEST_BETWEEN(open_query, close_query, raw_values_make_the_same_value)
{
    PDH_HCOUNTER counter = add(TOTAL);
    PDH_RAW_COUNTER before, now;
    PDH_FMT_COUNTERVALUE value;
    LONGLONG base = 0;

    collect();
    before = raw_of(counter);
    Sleep(100);
    collect();
    now = raw_of(counter);
    assert_int_equal(PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE, &now, &before, &value), ERROR_SUCCESS);
    assert_true(value.doubleValue == value_of(counter));
    assert_int_equal((DWORD)PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE, &before, &now, &value),
                     PDH_CALC_NEGATIVE_DENOMINATOR);
    assert_int_equal(PdhGetCounterTimeBase(counter, &base), ERROR_SUCCESS);
    assert_int_equal(base, 10000000);
}

TEST_BETWEEN(open_query, close_query, info_reports_the_path_and_its_parts)
{
    PDH_HCOUNTER counter = add(TOTAL);
    BYTE buffer[1024];
    PDH_COUNTER_INFO_A *info = (PDH_COUNTER_INFO_A *)(void *)buffer;
    DWORD size = 0, needed;

    assert_int_equal((DWORD)PdhGetCounterInfoA(counter, FALSE, &size, NULL), PDH_MORE_DATA);
    needed = size;
    assert_int_equal(PdhGetCounterInfoA(counter, FALSE, &size, info), ERROR_SUCCESS);
    assert_int_equal(size, needed);
    assert_string_equal(info->szFullPath, TOTAL);
    assert_string_equal(info->szObjectName, "Processor");
    assert_string_equal(info->szInstanceName, "_Total");
    assert_string_equal(info->szCounterName, "% Processor Time");
    assert_int_equal(info->dwUserData, 9);
    assert_int_equal(info->dwQueryUserData, 7);
    size = sizeof *info;
    assert_int_equal(PdhGetCounterInfoA(counter, FALSE, &size, info), ERROR_SUCCESS);
    assert_int_equal(size, sizeof *info);
    assert_null(info->szFullPath);
}

/* The values of all instances; how many. */
static DWORD all_values(PDH_HCOUNTER counter, PDH_FMT_COUNTERVALUE_ITEM_A *items, DWORD room)
{
    const DWORD format = PDH_FMT_DOUBLE | PDH_FMT_NOCAP100;
    DWORD size = 0, count = 0, needed;

    assert_int_equal((DWORD)PdhGetFormattedCounterArrayA(counter, format, &size, &count, NULL), PDH_MORE_DATA);
    needed = size--;
    assert_int_equal((DWORD)PdhGetFormattedCounterArrayA(counter, format, &size, &count, items), PDH_MORE_DATA);
    assert_int_equal(size, needed);
    assert_true(needed <= room);
    assert_int_equal(PdhGetFormattedCounterArrayA(counter, format, &size, &count, items), ERROR_SUCCESS);
    assert_int_equal(size, needed);
    return count;
}

/* Idle time may be reported a tick too late, so that there is more of it than time: without a cap the mean is exact. */
TEST_BETWEEN(open_query, close_query, an_array_has_every_processor_and_the_mean_of_all)
{
    static PDH_FMT_COUNTERVALUE_ITEM_A items[1024];
    static PDH_RAW_COUNTER_ITEM_W raw[1024];
    PDH_HCOUNTER each = add("\\Processor(*)\\% Idle Time");
    DWORD count, i, size = sizeof raw, raw_count = 0;
    double mean = 0, reported;

    collect_twice();
    count = all_values(each, items, sizeof items);
    assert_int_equal(count, GetActiveProcessorCount(0) + 1);
    for (i = 0; i + 1 < count; i++) {
        assert_int_equal(items[i].FmtValue.CStatus, PDH_CSTATUS_VALID_DATA);
        mean += items[i].FmtValue.doubleValue / (count - 1);
    }
    reported = items[i].FmtValue.doubleValue;
    assert_string_equal(items[0].szName, "0");
    assert_string_equal(items[i].szName, "_Total");
    if (mean < reported - 0.001 || mean > reported + 0.001) fail_msg("%f is not the mean, %f", reported, mean);
    assert_int_equal(PdhGetRawCounterArrayW(each, &size, &raw_count, raw), ERROR_SUCCESS);
    assert_int_equal(raw_count, count);
    assert_int_equal(wcscmp(raw[i].szName, L"_Total"), 0);
    assert_true(raw[i].RawValue.SecondValue > 0);
}

TEST_BETWEEN(open_query, close_query, both_alphabets_and_english_mean_the_same_counter)
{
    PDH_HCOUNTER counters[3];
    double value;
    int i;

    assert_int_equal(PdhAddCounterW(query, L"\\Processor(0)\\% Idle Time", 0, &counters[0]), ERROR_SUCCESS);
    assert_int_equal(PdhAddEnglishCounterW(query, L"\\Processor(0)\\% Idle Time", 0, &counters[1]), ERROR_SUCCESS);
    assert_int_equal(PdhAddEnglishCounterA(query, "\\Processor(0)\\% Idle Time", 0, &counters[2]), ERROR_SUCCESS);
    collect_twice();
    value = value_of(counters[0]);
    for (i = 1; i < 3; i++) assert_true(value_of(counters[i]) == value);
}

TEST_BETWEEN(open_query, close_query, this_machines_own_name_is_this_machine)
{
    char name[MAX_COMPUTERNAME_LENGTH + 1], path[128];
    DWORD length = sizeof name;

    assert_true(GetComputerNameA(name, &length));
    snprintf(path, sizeof path, "\\\\%s%s", name, TOTAL);
    add(path);
    collect();
}

TEST_BETWEEN(open_query, close_query, a_thread_collects_at_intervals_until_the_query_is_closed)
{
    HANDLE event = CreateEventA(NULL, FALSE, FALSE, NULL);
    PDH_HCOUNTER counter = add(TOTAL);
    LONGLONG stamp = 0;

    assert_int_equal(PdhCollectQueryDataEx(query, 1, event), ERROR_SUCCESS);
    assert_int_equal(WaitForSingleObject(event, 20000), WAIT_OBJECT_0);
    assert_int_equal(WaitForSingleObject(event, 20000), WAIT_OBJECT_0);
    value_of(counter);
    assert_int_equal(PdhCollectQueryDataWithTime(query, &stamp), ERROR_SUCCESS);
    assert_true(stamp > 0);
    assert_int_equal(PdhCloseQuery(query), ERROR_SUCCESS);
    ResetEvent(event);
    assert_int_equal(WaitForSingleObject(event, 1500), WAIT_TIMEOUT);
    CloseHandle(event);
    assert_int_equal(PdhOpenQueryW(NULL, 0, &query), ERROR_SUCCESS);
}

TEST_BETWEEN(open_query, close_query, memory_is_that_of_global_memory_status)
{
    MEMORYSTATUSEX before = { .dwLength = sizeof before };
    LONGLONG reported, slack;

    assert_true(GlobalMemoryStatusEx(&before));
    reported = number_of("\\Memory\\Available Bytes");
    slack = (LONGLONG)(before.ullTotalPhys / 4); /* others take and give meanwhile */
    assert_true(reported > (LONGLONG)before.ullAvailPhys - slack && reported < (LONGLONG)before.ullAvailPhys + slack);
    assert_true(number_of("\\Memory\\Available MBytes") * 1024 <= number_of("\\Memory\\Available KBytes") + slack / 1024);
    assert_true(number_of("\\Memory\\Available KBytes") > number_of("\\Memory\\Available MBytes") * 512);
}

TEST_BETWEEN(open_query, close_query, what_takes_one_sample_is_known_before_the_first)
{
    const LONGLONG before = (LONGLONG)GetTickCount64() / 1000;
    PDH_HCOUNTER counter = add("\\System\\System Up Time");
    const LONGLONG first = large_of(counter, 0);

    assert_true(first >= before - 1 && first <= (LONGLONG)GetTickCount64() / 1000 + 1);
    assert_true(number_of("\\System\\System Up Time") >= first);
}

TEST_BETWEEN(open_query, close_query, as_many_processes_and_threads_are_reported_as_are_listed)
{
    PDH_FMT_COUNTERVALUE_ITEM_A *items = malloc(0x10000);
    PDH_HCOUNTER each = add("\\Process(*)\\Thread Count");
    LONGLONG processes = number_of("\\System\\Processes"), threads = number_of("\\System\\Threads"), sum = 0;
    DWORD count = all_values(each, items, 0x10000), i;

    for (i = 0; i + 1 < count; i++) sum += (LONGLONG)items[i].FmtValue.doubleValue;
    assert_true(items[i].FmtValue.doubleValue == (double)sum); /* _Total */
    assert_string_equal(items[i].szName, "_Total");
    assert_true(processes >= 2 && threads >= processes);
    free(items);
}

/* Of this process, the only one of its name: it runs alone. */
#define OWN "\\Process(pdh_functions)\\"

TEST_BETWEEN(open_query, close_query, a_process_is_reported_as_its_own_functions_do)
{
    LONGLONG before, grown;
    BYTE *memory;
    DWORD i;

    assert_int_equal(number_of(OWN "ID Process"), GetCurrentProcessId());
    assert_int_equal(number_of(OWN "Thread Count"), 1);
    assert_in_range(number_of(OWN "Elapsed Time"), 0, 600);
    before = number_of(OWN "Private Bytes");
    assert_true(number_of(OWN "Working Set") > 0);
    memory = VirtualAlloc(NULL, 64 << 20, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    assert_non_null(memory);
    for (i = 0; i < 64 << 20; i += 4096) memory[i] = 1;
    grown = number_of(OWN "Private Bytes") - before;
    VirtualFree(memory, 0, MEM_RELEASE);
    if (grown < 60 << 20 || grown > 80 << 20) fail_msg("%lld bytes", grown);
}

static void start_counted_with(struct program *program, const WCHAR *line_of_words)
{
    char line[16];

    program_start(program, beside(L"counted.exe"), line_of_words, NULL, NULL);
    program_read_line(program, line, sizeof line);
    assert_string_equal(line, "began");
}

static void start_counted(struct program *program)
{
    start_counted_with(program, L"counted");
}

static void end_counted(struct program *program)
{
    TerminateProcess(program->process, 0);
    WaitForSingleObject(program->process, INFINITE);
    program_close(program);
}

TEST_BETWEEN(open_query, close_query, a_process_that_has_ended_is_no_instance)
{
    PDH_HCOUNTER busy = add("\\Process(counted)\\% Processor Time");
    PDH_HCOUNTER id = add("\\Process(counted)\\ID Process");
    struct program program;

    start_counted(&program);
    collect();
    collect();
    value_of(busy);
    assert_int_equal((DWORD)value_of(id), program.id);
    end_counted(&program);
    collect_until_gone(busy);
    assert_has_no_value(id, PDH_CSTATUS_NO_INSTANCE);
}

TEST_BETWEEN(open_query, close_query, a_rate_is_not_of_one_process_and_another_of_its_name)
{
    PDH_HCOUNTER busy = add("\\Process(counted)\\% Processor Time");
    PDH_HCOUNTER id = add("\\Process(counted)\\ID Process");
    struct program first, second;

    start_counted(&first);
    collect();
    end_counted(&first);
    start_counted(&second);
    collect();
    assert_int_equal((DWORD)value_of(id), second.id);
    assert_has_no_value(busy, PDH_CSTATUS_INVALID_DATA);
    collect();
    value_of(busy);
    end_counted(&second);
}

/* It had used more than all processors have time for until the next collection. */
static void assert_sum_goes_on(const char *path)
{
    PDH_HCOUNTER sum = add(path), busy = add("\\Process(counted)\\% Processor Time");
    PDH_RAW_COUNTER before, raw;
    struct program program;

    start_counted_with(&program, L"counted busy");
    collect();
    before = raw_of(sum);
    end_counted(&program);
    do {
        collect();
        assert_int_equal(PdhGetRawCounterValue(busy, NULL, &raw), ERROR_SUCCESS);
        value_of(sum);
    } while (raw.CStatus == PDH_CSTATUS_VALID_DATA);
    assert_true(raw_of(sum).FirstValue >= before.FirstValue);
}

TEST_BETWEEN(open_query, close_query, the_sum_of_processes_goes_on_when_one_ends)
{
    assert_sum_goes_on("\\Process(_Total)\\% Processor Time");
}

TEST_BETWEEN(open_query, close_query, the_sum_of_threads_goes_on_when_a_process_ends)
{
    assert_sum_goes_on("\\Thread(_Total/_Total)\\% Processor Time");
}

static ULONG64 idle_time(void)
{
    ULONG64 idle, kernel, user;

    assert_true(GetSystemTimes((FILETIME *)&idle, (FILETIME *)&kernel, (FILETIME *)&user));
    return idle;
}

static LONGLONG sum_of(PDH_HCOUNTER counter)
{
    static PDH_RAW_COUNTER_ITEM_A items[4096];
    DWORD size = sizeof items, count = 0, i;
    LONGLONG sum = 0;

    assert_int_equal(PdhGetRawCounterArrayA(counter, &size, &count, items), ERROR_SUCCESS);
    for (i = 0; i < count; i++) sum += items[i].RawValue.FirstValue;
    return sum;
}

TEST_BETWEEN(open_query, close_query, idle_is_a_process_with_a_thread_for_each_processor)
{
    PDH_HCOUNTER threads = add("\\Thread(Idle/*)\\% Processor Time"), idle = add("\\Process(Idle)\\% Processor Time");
    ULONG64 before;

    assert_int_equal(number_of("\\Process(Idle)\\ID Process"), 0);
    assert_int_equal(number_of("\\Process(Idle)\\Thread Count"), GetActiveProcessorCount(ALL_PROCESSOR_GROUPS));
    before = idle_time();
    collect();
    assert_in_range(raw_of(idle).FirstValue, before, idle_time());
    assert_int_equal(sum_of(threads), raw_of(idle).FirstValue);
}

/* Which of two is the first of its name, the list says. */
TEST_BETWEEN(open_query, close_query, the_second_of_a_name_moves_up_with_its_own_times)
{
    PDH_HCOUNTER id = add("\\Process(counted)\\ID Process"), other_id = add("\\Process(counted#1)\\ID Process");
    PDH_HCOUNTER busy = add("\\Process(counted)\\% Processor Time");
    struct program programs[2];
    int first;

    start_counted(&programs[0]);
    start_counted(&programs[1]);
    collect();
    first = (DWORD)value_of(id) == programs[0].id ? 0 : 1;
    assert_int_equal((DWORD)value_of(id), programs[first].id);
    assert_int_equal((DWORD)value_of(other_id), programs[!first].id);
    end_counted(&programs[first]);
    collect();
    assert_int_equal((DWORD)value_of(id), programs[!first].id);
    assert_has_no_value(other_id, PDH_CSTATUS_NO_INSTANCE);
    value_of(busy);
    end_counted(&programs[!first]);
}

/* The system makes the path, and writes the index -1 too. */
TEST_BETWEEN(open_query, close_query, a_path_that_is_made_of_names_that_are_looked_up_is_a_counter)
{
    PDH_COUNTER_PATH_ELEMENTS_A parts = { NULL, NULL, (char *)"_Total", NULL, (DWORD)-1, NULL };
    char object[64] = "", counter[64], path[128];
    PDH_HCOUNTER made;
    DWORD length = 0;

    assert_int_equal((DWORD)PdhLookupPerfNameByIndexA(NULL, 238, NULL, &length), PDH_MORE_DATA);
    assert_int_equal(length--, sizeof "Processor");
    assert_int_equal((DWORD)PdhLookupPerfNameByIndexA(NULL, 238, object, &length), PDH_MORE_DATA);
    assert_string_equal(object, "");
    assert_int_equal(PdhLookupPerfNameByIndexA(NULL, 238, object, &length), ERROR_SUCCESS);
    length = sizeof counter;
    assert_int_equal(PdhLookupPerfNameByIndexA(NULL, 6, counter, &length), ERROR_SUCCESS);
    assert_int_equal(length, sizeof "% Processor Time");
    parts.szObjectName = object;
    parts.szCounterName = counter;
    length = sizeof path;
    assert_int_equal(PdhMakeCounterPathA(&parts, path, &length, 0), ERROR_SUCCESS);
    made = add(path);
    collect_twice();
    value_of(made);
}

TEST(an_object_lists_its_counters_and_instances)
{
    static struct object_items items;
    DWORD counters_length = 0, instances_length = 0;
    int count;

    assert_int_equal((DWORD)PdhEnumObjectItemsA(NULL, NULL, "Processor", NULL, &counters_length, NULL, &instances_length,
                                                PERF_DETAIL_WIZARD, 0), PDH_MORE_DATA);
    assert_true(counters_length <= sizeof items.counters && instances_length <= sizeof items.instances);
    assert_int_equal(PdhEnumObjectItemsA(NULL, NULL, "Processor", items.counters, &counters_length, items.instances,
                                         &instances_length, PERF_DETAIL_WIZARD, 0), ERROR_SUCCESS);
    assert_string_equal(string_at(items.counters, 0), "% Processor Time");
    count = strings_in(items.counters, counters_length);
    if (!with_unixlib()) assert_int_equal(count, 4);
    else if (count != 15) assert_int_equal(count, 9); /* the difference is cpuidle's */
    count = strings_in(items.instances, instances_length);
    assert_int_equal(count, GetActiveProcessorCount(0) + 1);
    assert_string_equal(string_at(items.instances, count - 1), "_Total");
    list_items("Memory", PERF_DETAIL_WIZARD, &items);
    assert_int_equal(strings_in(items.counters, items.counters_length), 6);
    assert_int_equal(items.instances_length, 0);
}

static void assert_expands_to(const char *wildcard, int count, const char *last)
{
    char list[0x4000], name[MAX_COMPUTERNAME_LENGTH + 1], expected[128];
    DWORD length = 0, name_length = sizeof name;

    assert_true(GetComputerNameA(name, &name_length));
    snprintf(expected, sizeof expected, "\\\\%s%s", name, last);
    assert_int_equal((DWORD)PdhExpandWildCardPathA(NULL, wildcard, NULL, &length, 0), PDH_MORE_DATA);
    assert_true(length <= sizeof list);
    assert_int_equal(PdhExpandWildCardPathA(NULL, wildcard, list, &length, 0), ERROR_SUCCESS);
    assert_int_equal(strings_in(list, length), count);
    assert_string_equal(string_at(list, count - 1), expected);
}

TEST(a_wildcard_is_expanded_to_paths)
{
    struct program programs[2];

    assert_expands_to("\\Processor(*)\\% User Time", (int)GetActiveProcessorCount(0) + 1,
                      "\\Processor(_Total)\\% User Time");
    assert_expands_to("\\Memory\\*", 6, "\\Memory\\Available MBytes");
    start_counted(&programs[0]);
    start_counted(&programs[1]);
    assert_expands_to("\\Process(counte*)\\ID Process", 2, "\\Process(counted#1)\\ID Process");
    end_counted(&programs[0]);
    end_counted(&programs[1]);
}

TEST(a_path_is_valid_if_its_counter_is_known_and_its_instance_there)
{
    assert_int_equal(PdhValidatePathA(TOTAL), ERROR_SUCCESS);
    assert_int_equal(PdhValidatePathW(L"\\Processor(*)\\% Idle Time"), ERROR_SUCCESS);
    assert_int_equal(PdhValidatePathExA(NULL, "\\System\\Threads"), ERROR_SUCCESS);
    assert_int_equal((DWORD)PdhValidatePathExW(NULL, L"\\Processor(4000)\\% Idle Time"), PDH_CSTATUS_NO_INSTANCE);
    assert_int_equal((DWORD)PdhValidatePathA("\\System\\System Down Time"), PDH_CSTATUS_NO_COUNTER);
    assert_int_equal((DWORD)PdhValidatePathA(NULL), PDH_INVALID_ARGUMENT);
}

/* Wine opens none (its dlls/pdh/pdh_main.c). */
TEST(a_query_of_a_file_is_the_systems)
{
    PDH_HQUERY other = NULL;
    PDH_HCOUNTER counter;
    const PDH_STATUS status = PdhOpenQueryW(L"C:\\nowhere.blg", 0, &other);

    assert_int_equal(PdhOpenQueryA("C:\\nowhere.blg", 0, &other), status);
    if (status == ERROR_SUCCESS)
        assert_int_not_equal(PdhAddCounterA(other, TOTAL, 0, &counter), ERROR_SUCCESS);
    else
        assert_int_equal((DWORD)status, PDH_INVALID_ARGUMENT);
}

ALL_BETWEEN(set_up, NULL)
