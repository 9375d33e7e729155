/* SPDX-License-Identifier: MIT */
/* In a hooked program: names, indices and paths of performance counters, and the functions of Visual Basic's programs. */
#include "pdh_query.h"
#include "support.h"

#include <pdhmsg.h>
#include <stdio.h>
#include <string.h>

#define TOTAL "\\Processor(_Total)\\% Processor Time"

static const struct {
    const char *name;
    DWORD index;
} names[] = {
    { "System", 2 }, { "Memory", 4 }, { "% Processor Time", 6 }, { "Available Bytes", 24 }, { "Committed Bytes", 26 },
    { "Commit Limit", 30 }, { "Processor Queue Length", 44 }, { "% User Time", 142 }, { "% Privileged Time", 144 },
    { "Context Switches/sec", 146 }, { "Interrupts/sec", 148 }, { "Working Set", 180 }, { "Private Bytes", 186 },
    { "Process", 230 }, { "Thread", 232 }, { "Processor", 238 }, { "Processes", 248 }, { "Threads", 250 },
    { "System Up Time", 674 }, { "Thread Count", 680 }, { "Elapsed Time", 684 }, { "% DPC Time", 696 },
    { "% Interrupt Time", 698 }, { "Paging File", 700 }, { "% Usage", 702 }, { "ID Process", 784 }, { "ID Thread", 804 },
    { "DPCs Queued/sec", 1334 }, { "DPC Rate", 1336 }, { "Available KBytes", 1380 }, { "Available MBytes", 1382 },
    { "% Committed Bytes In Use", 1406 }, { "Creating Process ID", 1410 }, { "% Idle Time", 1746 }, { "% C1 Time", 1748 },
};

TEST(a_name_has_the_index_that_windows_gives_it)
{
    char name[64];
    DWORD index, length;
    size_t i;

    for (i = 0; i < ARRAYSIZE(names); i++) {
        index = POISON;
        assert_int_equal(PdhLookupPerfIndexByNameA(NULL, names[i].name, &index), ERROR_SUCCESS);
        assert_int_equal(index, names[i].index);
        length = sizeof name;
        assert_int_equal(PdhLookupPerfNameByIndexA(NULL, names[i].index, name, &length), ERROR_SUCCESS);
        assert_string_equal(name, names[i].name);
    }
}

static void assert_leads_back(const char *name)
{
    DWORD index = POISON, length;
    char again[64];

    assert_int_equal(PdhLookupPerfIndexByNameA(NULL, name, &index), ERROR_SUCCESS);
    assert_int_equal(index % 2, 0);
    length = sizeof again;
    assert_int_equal(PdhLookupPerfNameByIndexA(NULL, index, again, &length), ERROR_SUCCESS);
    assert_string_equal(again, name);
}

/* No two names have the same one, and an even number: that of the explanation is the next. */
TEST(all_that_is_listed_has_an_index_of_its_own)
{
    static char objects[1024];
    static struct object_items items;
    DWORD length = sizeof objects;
    const char *object, *counter;

    assert_int_equal(PdhEnumObjectsA(NULL, NULL, objects, &length, PERF_DETAIL_WIZARD, FALSE), ERROR_SUCCESS);
    assert_true(*objects);
    for (object = objects; *object; object += strlen(object) + 1) {
        assert_leads_back(object);
        list_items(object, PERF_DETAIL_WIZARD, &items);
        assert_true(*items.counters);
        for (counter = items.counters; *counter; counter += strlen(counter) + 1) assert_leads_back(counter);
    }
}

TEST(a_name_that_nobody_has_has_no_index)
{
    DWORD index = POISON;

    assert_int_equal((DWORD)PdhLookupPerfIndexByNameW(NULL, L"Nonsense", &index), PDH_STRING_NOT_FOUND);
    assert_int_equal((DWORD)PdhLookupPerfIndexByNameA(NULL, NULL, &index), PDH_INVALID_ARGUMENT);
    assert_int_equal((DWORD)PdhLookupPerfIndexByNameA(NULL, "System", NULL), PDH_INVALID_ARGUMENT);
    assert_int_equal(index, POISON);
}

TEST(objects_are_listed_up_to_a_detail)
{
    char list[1024], cut[1024];
    DWORD length = 0, needed;
    int i;
    BOOL thread = FALSE;

    assert_int_equal((DWORD)PdhEnumObjectsA(NULL, NULL, NULL, &length, PERF_DETAIL_WIZARD, FALSE), PDH_MORE_DATA);
    needed = length--;
    memset(cut, 0xcc, sizeof cut);
    assert_int_equal((DWORD)PdhEnumObjectsA(NULL, NULL, cut, &length, PERF_DETAIL_WIZARD, FALSE), PDH_MORE_DATA);
    assert_int_equal(length, needed);
    assert_int_equal((BYTE)cut[0], 0xcc);
    assert_int_equal(PdhEnumObjectsA(NULL, NULL, list, &length, PERF_DETAIL_WIZARD, TRUE), ERROR_SUCCESS);
    assert_int_equal(strings_in(list, length), with_unixlib() ? 7 : 6);
    assert_string_equal(string_at(list, 0), "Memory");
    length = sizeof list;
    assert_int_equal(PdhEnumObjectsA(NULL, NULL, list, &length, PERF_DETAIL_NOVICE, FALSE), ERROR_SUCCESS);
    for (i = 0; i < strings_in(list, length); i++) thread |= !strcmp(string_at(list, i), "Thread");
    assert_false(thread);
    assert_int_equal((DWORD)PdhEnumObjectsW(NULL, NULL, NULL, NULL, PERF_DETAIL_WIZARD, FALSE), PDH_INVALID_ARGUMENT);
}

TEST(counters_are_listed_up_to_a_detail)
{
    static struct object_items items;

    list_items("Thread", PERF_DETAIL_NOVICE, &items);
    assert_int_equal(strings_in(items.counters, items.counters_length), 4);
    assert_string_equal(string_at(items.counters, 3), "ID Thread");
    assert_non_null(strchr(items.instances, '/'));
}

static void assert_element(const char *element, const char *expected)
{
    if (!expected) assert_null(element);
    else assert_string_equal(element, expected);
}

TEST(a_path_is_taken_apart_and_made_again)
{
    static const char path[] = "\\\\server\\Thread(java/12#3)\\% Processor Time";
    union {
        PDH_COUNTER_PATH_ELEMENTS_A elements;
        char room[512];
    } parsed;
    DWORD size = 0, needed, length = 0;
    char made[128];

    assert_int_equal((DWORD)PdhParseCounterPathA(path, NULL, &size, 0), PDH_MORE_DATA);
    needed = size--;
    memset(&parsed, 0xcc, sizeof parsed);
    assert_int_equal((DWORD)PdhParseCounterPathA(path, &parsed.elements, &size, 0), PDH_MORE_DATA);
    assert_int_equal((BYTE)parsed.room[0], 0xcc);
    assert_int_equal(PdhParseCounterPathA(path, &parsed.elements, &size, 0), ERROR_SUCCESS);
    assert_int_equal(size, needed);
    assert_int_equal((BYTE)parsed.room[needed], 0xcc);
    assert_element(parsed.elements.szMachineName, "\\\\server");
    assert_element(parsed.elements.szObjectName, "Thread");
    assert_element(parsed.elements.szInstanceName, "12");
    assert_element(parsed.elements.szParentInstance, "java");
    assert_element(parsed.elements.szCounterName, "% Processor Time");
    assert_int_equal(parsed.elements.dwInstanceIndex, 3);
    assert_int_equal((DWORD)PdhMakeCounterPathA(&parsed.elements, NULL, &length, 0), PDH_MORE_DATA);
    assert_int_equal(length, sizeof path);
    assert_int_equal(PdhMakeCounterPathA(&parsed.elements, made, &length, 0), ERROR_SUCCESS);
    assert_string_equal(made, path);
}

TEST(a_path_without_a_machine_is_this_machines)
{
    union {
        PDH_COUNTER_PATH_ELEMENTS_W elements;
        WCHAR room[256];
    } parsed;
    WCHAR name[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD size = sizeof parsed, length = ARRAYSIZE(name);

    assert_true(GetComputerNameW(name, &length));
    assert_int_equal(PdhParseCounterPathW(L"\\System\\Threads", &parsed.elements, &size, 0), ERROR_SUCCESS);
    assert_int_equal(wcscmp(parsed.elements.szMachineName + 2, name), 0);
    assert_null(parsed.elements.szInstanceName);
    assert_null(parsed.elements.szParentInstance);
    assert_int_equal(parsed.elements.dwInstanceIndex, (DWORD)-1);
}

TEST(what_is_no_path_is_neither_taken_apart_nor_made)
{
    PDH_COUNTER_PATH_ELEMENTS_A elements = { NULL, (char *)"Processor", NULL, NULL, 0, NULL };
    DWORD size = 100;
    char made[100];

    assert_int_equal((DWORD)PdhParseCounterPathA("nonsense", NULL, &size, 0), PDH_INVALID_PATH);
    assert_int_equal((DWORD)PdhParseCounterPathA(NULL, NULL, &size, 0), PDH_INVALID_ARGUMENT);
    assert_int_equal((DWORD)PdhParseCounterPathA(TOTAL, NULL, NULL, 0), PDH_INVALID_ARGUMENT);
    assert_int_equal((DWORD)PdhMakeCounterPathA(&elements, made, &size, 0), PDH_INVALID_ARGUMENT);
    assert_int_equal((DWORD)PdhMakeCounterPathA(NULL, made, &size, 0), PDH_INVALID_ARGUMENT);
    assert_int_equal(size, 100);
}

/* Of several of one name a * behind # means all, and a number one. */
TEST(a_star_in_place_of_a_number_means_all_of_a_name)
{
    char list[1024];
    DWORD length = sizeof list;

    assert_int_equal(PdhExpandCounterPathA("\\Process(pdh_names#*)\\ID Process", list, &length), ERROR_SUCCESS);
    assert_int_equal(strings_in(list, length), 1);
    assert_non_null(strstr(list, "\\Process(pdh_names)\\ID Process"));
}

/* They are in no header. */
static PDH_STATUS (WINAPI *vb_open)(PDH_HQUERY *query);
static PDH_STATUS (WINAPI *vb_add)(PDH_HQUERY query, LPCSTR path, PDH_HCOUNTER *counter);
static double (WINAPI *vb_value)(PDH_HCOUNTER counter, DWORD *status);
static DWORD (WINAPI *vb_is_good)(LONG status);
static PDH_STATUS (WINAPI *vb_elements)(LPCSTR, LPSTR, LPSTR, LPSTR, LPSTR, LPSTR, DWORD);

static void find_vb(void)
{
    vb_open = (void *)GetProcAddress(pdh, "PdhVbOpenQuery");
    vb_add = (void *)GetProcAddress(pdh, "PdhVbAddCounter");
    vb_value = (void *)GetProcAddress(pdh, "PdhVbGetDoubleCounterValue");
    vb_is_good = (void *)GetProcAddress(pdh, "PdhVbIsGoodStatus");
    vb_elements = (void *)GetProcAddress(pdh, "PdhVbGetCounterPathElements");
    assert_true(vb_open && vb_add && vb_value && vb_is_good && vb_elements);
}

TEST(a_program_of_visual_basic_has_its_values)
{
    PDH_HQUERY vb_query = NULL;
    PDH_HCOUNTER counter = NULL;
    DWORD status = POISON;
    double value;

    find_vb();
    assert_int_equal(vb_open(&vb_query), ERROR_SUCCESS);
    assert_int_equal(vb_add(vb_query, TOTAL, &counter), ERROR_SUCCESS);
    assert_int_equal(PdhCollectQueryData(vb_query), ERROR_SUCCESS);
    assert_true(vb_value(counter, &status) == 0);
    assert_false(vb_is_good((LONG)status));
    assert_int_equal(status, PDH_CSTATUS_INVALID_DATA);
    spin(100000000);
    assert_int_equal(PdhCollectQueryData(vb_query), ERROR_SUCCESS);
    value = vb_value(counter, &status);
    assert_true(vb_is_good((LONG)status));
    assert_true(value > 0 && value <= 100);
    assert_int_equal(PdhCloseQuery(vb_query), ERROR_SUCCESS);
    assert_true(vb_value(counter, &status) == 0);
    assert_int_equal(status, PDH_INVALID_HANDLE);
}

TEST(a_path_is_taken_apart_into_strings_of_one_length)
{
    char machine[16], object[16], instance[16], parent[16], counter[16];

    find_vb();
    assert_int_equal(vb_elements("\\\\m\\Thread(java/12)\\ID Thread", machine, object, instance, parent, counter, 16),
                     ERROR_SUCCESS);
    assert_string_equal(machine, "m");
    assert_string_equal(object, "Thread");
    assert_string_equal(instance, "12");
    assert_string_equal(parent, "java");
    assert_string_equal(counter, "ID Thread");
    assert_int_equal((DWORD)vb_elements("\\Memory\\Available MBytes", machine, object, instance, parent, counter, 16),
                     PDH_INSUFFICIENT_BUFFER);
    assert_int_equal((DWORD)vb_elements(TOTAL, machine, object, NULL, parent, counter, 16), PDH_INVALID_ARGUMENT);
}

ALL_BETWEEN(set_up, NULL)
