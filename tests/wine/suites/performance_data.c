/* SPDX-License-Identifier: MIT */
/* In a hooked program: RegQueryValueEx of the registry's performance keys, beside what the system reports about the same,
   and of any other key. */
#include "kernel_clock.h"
#include "performance_data.h"
#include "provider.h"
#include "run_process.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 0x40000, NOISE = 0xcc };
enum { SYSTEM = 2, PROCESS = 230, THREAD = 232, PROCESSOR = 238 };
enum { TIME = 6, ELAPSED = 684, ID_PROCESS = 784, ID_THREAD = 804 };
enum { DPC_RATE = 1336, PROCESSOR_INFORMATION = 1848, UTILITY = 1854 };

#define PERFLIB "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib\\009"
#define SERVICE "SYSTEM\\CurrentControlSet\\Services\\cycletime test provider"

static BYTE buffer[ROOM];

static int set_up(void **state)
{
    (void)state;
    return !hook_this_program(0);
}

static LSTATUS ask(const char *name, DWORD room, DWORD *type, DWORD *size)
{
    memset(buffer, NOISE, sizeof buffer);
    *type = POISON;
    *size = room;
    SetLastError(POISON);
    return RegQueryValueExA(HKEY_PERFORMANCE_DATA, name, NULL, type, buffer, size);
}

static struct bytes data_of(const char *name)
{
    DWORD type, size;
    const char *flaw;

    assert_int_equal(ask(name, sizeof buffer, &type, &size), ERROR_SUCCESS);
    assert_int_equal(GetLastError(), POISON);
    assert_int_equal(type, REG_BINARY);
    assert_in_range(size, sizeof(PERF_DATA_BLOCK), sizeof buffer - 1);
    assert_int_equal(buffer[size], NOISE);
    if ((flaw = performance_flaw((struct bytes){ buffer, size }))) fail_msg("%s", flaw);
    return (struct bytes){ buffer, size };
}

static BOOL has(struct bytes data, ULONG index)
{
    struct bytes object;

    return performance_object(data, index, &object);
}

static struct bytes object_of(struct bytes data, ULONG index)
{
    struct bytes object;

    assert_true(performance_object(data, index, &object));
    return object;
}

static ULONG64 value_of(struct bytes object, ULONG instance, ULONG index)
{
    ULONG64 value;

    assert_true(performance_value(object, instance, index, FALSE, &value));
    return value;
}

/* The first instance of which a counter has that value; fails where none has. */
static ULONG instance_with(struct bytes object, ULONG index, ULONG64 value)
{
    ULONG64 each;
    ULONG i;

    for (i = 0; performance_value(object, i, index, FALSE, &each); i++)
        if (each == value) return i;
    fail();
    return 0;
}

/* It comes before all others: a rate takes two readings. */
TEST(a_rate_since_the_last_query_is_returned_at_the_first_one)
{
    ULONG64 rate;

    if (!with_unixlib()) SKIP_BECAUSE("only Linux reports how many DPCs there are");
    assert_true(performance_value(object_of(data_of("238"), PROCESSOR), 0, DPC_RATE, FALSE, &rate));
    assert_true(performance_value(object_of(data_of("238"), PROCESSOR), 0, DPC_RATE, FALSE, &rate));
}

TEST(global_is_all_objects_but_costly_ones)
{
    static const ULONG objects[] = { SYSTEM, 4, PROCESS, THREAD, PROCESSOR, PROCESSOR_INFORMATION };
    const struct bytes data = data_of("Global");
    size_t i;

    for (i = 0; i < ARRAYSIZE(objects); i++)
        if (!has(data, objects[i])) fail_msg("object %lu is not there", objects[i]);
}

TEST(no_name_and_an_empty_one_are_global)
{
    DWORD size = sizeof buffer;

    assert_true(has(data_of(""), PROCESSOR));
    assert_true(has(data_of(NULL), PROCESSOR));
    assert_int_equal(RegQueryValueExW(HKEY_PERFORMANCE_DATA, NULL, NULL, NULL, buffer, &size), ERROR_SUCCESS);
    assert_true(has((struct bytes){ buffer, size }, PROCESSOR));
}

TEST(a_list_of_indices_is_these_objects_and_no_others)
{
    struct bytes data = data_of("238 6");

    assert_true(has(data, PROCESSOR) && !has(data, SYSTEM) && !has(data, PROCESS));
    data = data_of(" 2  238 ");
    assert_true(has(data, PROCESSOR) && has(data, SYSTEM) && !has(data, PROCESS));
}

TEST(threads_bring_the_processes_that_they_belong_to)
{
    const struct bytes data = data_of("232"), threads = object_of(data, THREAD), processes = object_of(data, PROCESS);
    struct data_instance instance;
    const ULONG place = instance_with(threads, ID_THREAD, GetCurrentThreadId());
    ULONG i;

    assert_int_equal(value_of(threads, place, ID_PROCESS), GetCurrentProcessId());
    for (i = 0; performance_instance(threads, i, &instance); i++) {
        assert_int_equal(instance.parent_object, PROCESS);
        assert_int_equal(value_of(processes, instance.parent_instance, ID_PROCESS), value_of(threads, i, ID_PROCESS));
    }
    assert_true(i > place);
}

/* The system's function leaves last errors of its own. */
static void assert_has_no_objects(const char *name)
{
    PERF_DATA_BLOCK header;
    DWORD type, size;

    assert_int_equal(ask(name, sizeof buffer, &type, &size), ERROR_SUCCESS);
    assert_int_equal(type, REG_BINARY);
    assert_true(performance_header((struct bytes){ buffer, size }, &header));
    assert_int_equal(header.NumObjectTypes, 0);
}

TEST(what_is_not_known_is_as_empty_as_without)
{
    assert_has_no_objects("Costly");
    assert_has_no_objects("6");
    assert_has_no_objects("99999999999999999999238");
    assert_has_no_objects("238x");
    assert_has_no_objects("no such thing");
}

TEST(too_small_a_buffer_is_left_alone_and_no_size_is_reported)
{
    const DWORD header = sizeof(PERF_DATA_BLOCK), whole = data_of("2").length;
    const DWORD rooms[] = { 0, 10, header - 1, header, whole - 1 };
    DWORD type, size, i, j;

    for (i = 0; i < ARRAYSIZE(rooms); i++) {
        assert_int_equal(ask("2", rooms[i], &type, &size), ERROR_MORE_DATA);
        assert_int_equal(GetLastError(), POISON);
        assert_int_equal(type, REG_BINARY);
        assert_int_equal(size, 0);
        for (j = 0; j <= whole; j++) assert_int_equal(buffer[j], NOISE);
    }
    assert_int_equal(ask("2", whole, &type, &size), ERROR_SUCCESS);
    assert_int_equal(size, whole);
    assert_int_equal(buffer[whole], NOISE);
}

TEST(without_a_buffer_there_is_more_data)
{
    DWORD type = POISON, size = POISON;

    assert_int_equal(RegQueryValueExW(HKEY_PERFORMANCE_DATA, L"Global", NULL, &type, NULL, &size), ERROR_MORE_DATA);
    assert_int_equal(type, REG_BINARY);
    assert_int_equal(size, 0);
}

TEST(wrong_arguments_are_refused_as_without)
{
    DWORD reserved = 0, size = sizeof buffer;

    memset(buffer, NOISE, sizeof buffer);
    assert_int_equal(RegQueryValueExW(HKEY_PERFORMANCE_DATA, L"Global", NULL, NULL, NULL, NULL), ERROR_INVALID_PARAMETER);
    assert_int_equal(RegQueryValueExW(HKEY_PERFORMANCE_DATA, L"Global", NULL, NULL, buffer, NULL), ERROR_INVALID_PARAMETER);
    assert_int_equal(RegQueryValueExA(HKEY_PERFORMANCE_DATA, "Counter", NULL, NULL, NULL, NULL), ERROR_INVALID_PARAMETER);
    assert_int_equal(RegQueryValueExA(HKEY_PERFORMANCE_DATA, "2", &reserved, NULL, buffer, &size), ERROR_INVALID_PARAMETER);
    assert_int_equal(size, sizeof buffer);
    assert_int_equal(buffer[0], NOISE);
}

/* As RegistryKey.GetValue does; A list of WCHARs, which is freed by nobody. */
static const WCHAR *strings_of(HKEY key, const WCHAR *name, DWORD *length)
{
    DWORD type = POISON, size = 0, again;
    WCHAR *strings;

    SetLastError(POISON);
    assert_int_equal(RegQueryValueExW(key, name, NULL, &type, NULL, &size), ERROR_SUCCESS);
    assert_int_equal(type, REG_MULTI_SZ);
    assert_non_null(strings = malloc(size + sizeof *strings));
    again = size - 1;
    memset(strings, NOISE, size + sizeof *strings);
    assert_int_equal(RegQueryValueExW(key, name, NULL, NULL, (BYTE *)strings, &again), ERROR_MORE_DATA);
    assert_int_equal(again, size);
    assert_int_equal(strings[0], NOISE << 8 | NOISE);
    assert_int_equal(RegQueryValueExW(key, name, NULL, NULL, (BYTE *)strings, &again), ERROR_SUCCESS);
    assert_int_equal(GetLastError(), POISON);
    assert_int_equal(again, size);
    assert_int_equal(strings[size / 2], NOISE << 8 | NOISE);
    assert_int_equal(strings[size / 2 - 1] | strings[size / 2 - 2], 0);
    *length = size / 2;
    return strings;
}

/* NULL: none. */
static const WCHAR *text_in(const WCHAR *strings, ULONG index)
{
    const WCHAR *text;

    for (; *strings; strings = text + wcslen(text) + 1) {
        text = strings + wcslen(strings) + 1;
        if (wcstoul(strings, NULL, 10) == index) return text;
    }
    return NULL;
}

TEST(names_and_helps_are_the_same_by_every_key_and_word)
{
    static const struct {
        HKEY key;
        const WCHAR *names, *help;
    } cases[] = { { HKEY_PERFORMANCE_DATA, L"Counter 009", L"Help 009" },
                  { HKEY_PERFORMANCE_DATA, L"counter 9", L"HELP 9" },
                 { HKEY_PERFORMANCE_DATA, L"Counter", L"Explain 009" },  { HKEY_PERFORMANCE_TEXT, L"Counter", L"Help" },
                 { HKEY_PERFORMANCE_NLSTEXT, L"Counter", L"Explain" } };
    DWORD names_length, help_length, length;
    const WCHAR *names = strings_of(cases[0].key, cases[0].names, &names_length);
    const WCHAR *help = strings_of(cases[0].key, cases[0].help, &help_length);
    size_t i;

    for (i = 1; i < ARRAYSIZE(cases); i++) {
        assert_memory_equal(strings_of(cases[i].key, cases[i].names, &length), names, names_length * sizeof *names);
        assert_int_equal(length, names_length);
        assert_memory_equal(strings_of(cases[i].key, cases[i].help, &length), help, help_length * sizeof *help);
        assert_int_equal(length, help_length);
    }
}

TEST(names_are_reported_in_either_character_set)
{
    DWORD length, size = 0, type = POISON, i;
    const WCHAR *wide = strings_of(HKEY_PERFORMANCE_DATA, L"Counter 009", &length);
    char *narrow;

    assert_int_equal(RegQueryValueExA(HKEY_PERFORMANCE_DATA, "Counter 009", NULL, &type, NULL, &size), ERROR_SUCCESS);
    assert_int_equal(type, REG_MULTI_SZ);
    assert_int_equal(size, length);
    assert_non_null(narrow = malloc(size));
    assert_int_equal(RegQueryValueExA(HKEY_PERFORMANCE_DATA, "Counter 009", NULL, NULL, (BYTE *)narrow, &size),
                     ERROR_SUCCESS);
    for (i = 0; i < length; i++) assert_int_equal(narrow[i], wide[i]);
    free(narrow);
}

TEST(the_systems_own_names_stay)
{
    DWORD length;

    assert_int_equal(wcscmp(text_in(strings_of(HKEY_PERFORMANCE_DATA, L"Counter 009", &length), 1), L"1847"), 0);
    assert_int_equal(wcscmp(text_in(strings_of(HKEY_PERFORMANCE_DATA, L"Counter 009", &length), 1846), L"End Marker"), 0);
    assert_int_equal(wcscmp(text_in(strings_of(HKEY_PERFORMANCE_DATA, L"Help 009", &length), 1847), L"End Marker"), 0);
}

TEST(names_stand_in_the_order_of_their_indices)
{
    DWORD length;
    const WCHAR *at = strings_of(HKEY_PERFORMANCE_DATA, L"Counter 009", &length);
    ULONG before = 0, index, count;

    for (count = 0; *at; before = index, count++) {
        index = wcstoul(at, NULL, 10);
        assert_true(index > before);
        at += wcslen(at) + 1;
        assert_true(*at);
        at += wcslen(at) + 1;
    }
    assert_true(count > 1);
}

static void assert_is_explained(const WCHAR *names, const WCHAR *help, ULONG name, ULONG text)
{
    if (!text_in(names, name) || !text_in(help, text)) fail_msg("%lu or %lu has no text", name, text);
}

TEST(every_object_and_counter_has_a_name_and_a_help)
{
    const struct bytes data = data_of("Global");
    DWORD length;
    const WCHAR *names = strings_of(HKEY_PERFORMANCE_DATA, L"Counter 009", &length);
    const WCHAR *help = strings_of(HKEY_PERFORMANCE_DATA, L"Help 009", &length);
    PERF_COUNTER_DEFINITION counter;
    PERF_DATA_BLOCK header;
    PERF_OBJECT_TYPE type;
    ULONG at, i, j;

    assert_true(performance_header(data, &header));
    for (i = 0, at = header.HeaderLength; i < header.NumObjectTypes; i++, at += type.TotalByteLength) {
        memcpy(&type, data.at + at, sizeof type);
        assert_is_explained(names, help, type.ObjectNameTitleIndex, type.ObjectHelpTitleIndex);
        for (j = 0; j < type.NumCounters; j++) {
            memcpy(&counter, data.at + at + type.HeaderLength + j * sizeof counter, sizeof counter);
            assert_is_explained(names, help, counter.CounterNameTitleIndex, counter.CounterHelpTitleIndex);
        }
    }
}

/* Reads as OSHI does: the names by Perflib's key, then an object's index, with a buffer that grows by 8 KiB. */
TEST(a_reader_that_looks_names_up_finds_its_own_process)
{
    DWORD size, room = 16384, type = POISON;
    HKEY perflib;
    BYTE *data = malloc(room);
    struct bytes object;
    LSTATUS status;
    ULONG place;

    assert_int_equal(RegOpenKeyExA(HKEY_LOCAL_MACHINE, PERFLIB, 0, KEY_READ, &perflib), ERROR_SUCCESS);
    assert_int_equal(wcscmp(text_in(strings_of(perflib, L"Counter", &size), PROCESS), L"Process"), 0);
    size = room;
    while ((status = RegQueryValueExA(HKEY_PERFORMANCE_DATA, "230", NULL, &type, data, &size)) == ERROR_MORE_DATA) {
        room += 8192;
        size = room;
        assert_true(room < 0x1000000 && (data = realloc(data, room)));
    }
    assert_int_equal(status, ERROR_SUCCESS);
    assert_null(performance_flaw((struct bytes){ data, size }));
    object = object_of((struct bytes){ data, size }, PROCESS);
    place = instance_with(object, ID_PROCESS, GetCurrentProcessId());
    assert_true(value_of(object, place, ELAPSED) == system_process_times(GetCurrentProcess()).creation);
    free(data);
}

TEST(an_instance_is_named_by_its_program)
{
    const struct bytes object = object_of(data_of("230"), PROCESS);
    struct data_instance instance;

    assert_true(performance_instance(object, instance_with(object, ID_PROCESS, GetCurrentProcessId()), &instance));
    assert_int_equal(instance.name.length, sizeof L"performance_data");
    assert_memory_equal(instance.name.at, L"performance_data", instance.name.length);
}

TEST(a_process_has_used_what_its_clock_says)
{
    const ULONG64 slack = with_unixlib() ? 1 : 2 * STEP;
    ULONG64 before, after, reported;
    struct bytes object;

    spin(300000000);
    before = own_clock();
    object = object_of(data_of("230"), PROCESS);
    after = own_clock();
    reported = value_of(object, instance_with(object, ID_PROCESS, GetCurrentProcessId()), TIME);
    if (reported + slack < before || reported > after + slack)
        fail_msg("%llu is not within %llu and %llu", reported, before, after);
}

TEST(the_header_says_when_the_figures_were_read)
{
    static const char *const names[] = { "238", "230", "Global" };
    LARGE_INTEGER before, after, frequency;
    FILETIME date_before, date_after, reported;
    PERF_DATA_BLOCK header;
    size_t i;

    QueryPerformanceFrequency(&frequency);
    for (i = 0; i < ARRAYSIZE(names); i++) {
        QueryPerformanceCounter(&before);
        GetSystemTimeAsFileTime(&date_before);
        assert_true(performance_header(data_of(names[i]), &header));
        GetSystemTimeAsFileTime(&date_after);
        QueryPerformanceCounter(&after);
        assert_int_equal(header.PerfFreq.QuadPart, frequency.QuadPart);
        assert_true(header.PerfTime.QuadPart >= before.QuadPart && header.PerfTime.QuadPart <= after.QuadPart);
        memcpy(&reported, &header.PerfTime100nSec, sizeof reported);
        assert_true(CompareFileTime(&date_before, &reported) <= 0 && CompareFileTime(&reported, &date_after) <= 0);
    }
}

/* A sum that goes on from question to question, also where another object is asked for in between. */
TEST(work_never_goes_back)
{
    ULONG64 work, before = 0;
    int i;

    for (i = 0; i < 5; i++) {
        if (!performance_value(object_of(data_of("1848"), PROCESSOR_INFORMATION), 0, UTILITY, FALSE, &work))
            SKIP_BECAUSE("nothing here reports processors' frequencies");
        assert_true(work >= before);
        before = work;
        data_of("238");
        data_of("230");
    }
    assert_true(work);
}

/* The work must not go back in one thread's replies either, where frequencies are known. */
static DWORD WINAPI ask_again_and_again(PVOID failed)
{
    BYTE *data = malloc(ROOM);
    ULONG64 work, before = 0;
    struct bytes object;
    DWORD size, i;

    for (i = 0; i < 50; i++) {
        size = ROOM;
        if (RegQueryValueExA(HKEY_PERFORMANCE_DATA, i % 2 ? "Global" : "238 1848", NULL, NULL, data, &size)
            || performance_flaw((struct bytes){ data, size }))
            InterlockedIncrement(failed);
        if (!performance_object((struct bytes){ data, size }, PROCESSOR_INFORMATION, &object)
            || !performance_value(object, 0, UTILITY, FALSE, &work))
            continue;
        if (work < before) InterlockedIncrement(failed);
        before = work;
    }
    free(data);
    return 0;
}

TEST(many_threads_may_ask_at_once)
{
    HANDLE threads[8];
    LONG failed = 0;
    size_t i;

    for (i = 0; i < ARRAYSIZE(threads); i++) threads[i] = start_thread(ask_again_and_again, &failed);
    assert_int_equal(WaitForMultipleObjects(ARRAYSIZE(threads), threads, TRUE, 120000), WAIT_OBJECT_0);
    for (i = 0; i < ARRAYSIZE(threads); i++) CloseHandle(threads[i]);
    assert_int_equal(failed, 0);
}

static void put_string(HKEY key, const WCHAR *name, const WCHAR *value)
{
    assert_int_equal(RegSetValueExW(key, name, 0, REG_SZ, (const BYTE *)value, (DWORD)(wcslen(value) + 1) * sizeof *value),
                     ERROR_SUCCESS);
}

static int register_provider(void **state)
{
    HKEY key;

    (void)state;
    if (RegCreateKeyExA(HKEY_LOCAL_MACHINE, SERVICE "\\Performance", 0, NULL, REG_OPTION_VOLATILE, KEY_ALL_ACCESS, NULL,
                        &key, NULL))
        return 1;
    put_string(key, L"Library", beside(L"provider.dll"));
    put_string(key, L"Open", L"provider_open");
    put_string(key, L"Collect", L"provider_collect");
    put_string(key, L"Close", L"provider_close");
    return RegCloseKey(key) != ERROR_SUCCESS;
}

static int remove_provider(void **state)
{
    (void)state;
    return RegDeleteKeyA(HKEY_LOCAL_MACHINE, SERVICE "\\Performance") || RegDeleteKeyA(HKEY_LOCAL_MACHINE, SERVICE);
}

TEST_BETWEEN(register_provider, remove_provider, the_objects_of_registered_providers_stay)
{
    static const char *const names[] = { "Global", "238 4242" };
    struct bytes data;
    size_t i;

    for (i = 0; i < ARRAYSIZE(names); i++) {
        data = data_of(names[i]);
        assert_int_equal(value_of(object_of(data, PROVIDER_OBJECT), 0, PROVIDER_COUNTER), PROVIDER_VALUE);
        assert_true(has(data, PROCESSOR));
    }
    assert_false(has(data_of("238"), PROVIDER_OBJECT));
}

TEST(the_key_is_opened_and_closed_as_without)
{
    WCHAR name[16];
    DWORD length = ARRAYSIZE(name);
    HKEY key = NULL;

    assert_int_equal(RegOpenKeyExW(HKEY_PERFORMANCE_DATA, NULL, 0, KEY_READ, &key), ERROR_SUCCESS);
    assert_ptr_equal(key, HKEY_PERFORMANCE_DATA);
    assert_int_equal(RegQueryInfoKeyW(key, NULL, NULL, NULL, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                     ERROR_INVALID_HANDLE);
    assert_int_equal(RegEnumValueW(key, 0, name, &length, NULL, NULL, NULL, NULL), ERROR_INVALID_HANDLE);
    assert_int_equal(RegCloseKey(key), ERROR_SUCCESS);
    assert_true(has(data_of("238"), PROCESSOR));
}

TEST(any_other_key_is_the_systems)
{
    DWORD type = POISON, size = sizeof buffer;
    HKEY key;

    assert_int_equal(RegCreateKeyExA(HKEY_CURRENT_USER, "Software\\cycletime test", 0, NULL, REG_OPTION_VOLATILE,
                                     KEY_ALL_ACCESS, NULL, &key, NULL), ERROR_SUCCESS);
    put_string(key, L"Global", L"abc");
    assert_int_equal(RegQueryValueExW(key, L"Global", NULL, &type, buffer, &size), ERROR_SUCCESS);
    assert_int_equal(type, REG_SZ);
    assert_int_equal(size, sizeof L"abc");
    assert_memory_equal(buffer, L"abc", size);
    assert_int_equal(RegQueryValueExA(key, "Global", NULL, NULL, buffer, &size), ERROR_SUCCESS);
    assert_string_equal((char *)buffer, "abc");
    assert_int_equal(RegQueryValueExA(key, "Counter 009", NULL, NULL, buffer, &size), ERROR_FILE_NOT_FOUND);
    assert_int_equal(RegDeleteKeyA(HKEY_CURRENT_USER, "Software\\cycletime test"), ERROR_SUCCESS);
    assert_int_equal(RegCloseKey(key), ERROR_SUCCESS);
    assert_int_equal(RegQueryValueExW((HKEY)(ULONG_PTR)0x123454, L"Global", NULL, NULL, buffer, &size),
                     ERROR_INVALID_HANDLE);
    assert_int_equal(RegQueryValueExW(HKEY_CURRENT_CONFIG, L"Counter", NULL, NULL, buffer, &size), ERROR_FILE_NOT_FOUND);
}

TEST(every_module_that_exports_the_function_leads_to_the_same)
{
    static const char *const modules[] = { "kernelbase.dll", "kernel32.dll", "advapi32.dll" };
    LSTATUS (WINAPI *query)(HKEY, LPCWSTR, LPDWORD, LPDWORD, LPBYTE, LPDWORD);
    DWORD size;
    size_t i;

    for (i = 0; i < ARRAYSIZE(modules); i++) {
        query = (void *)GetProcAddress(LoadLibraryA(modules[i]), "RegQueryValueExW");
        if (!query) continue;
        size = sizeof buffer;
        assert_int_equal(query(HKEY_PERFORMANCE_DATA, L"238", NULL, NULL, buffer, &size), ERROR_SUCCESS);
        assert_true(has((struct bytes){ buffer, size }, PROCESSOR));
    }
}

ALL_BETWEEN(set_up, NULL)
