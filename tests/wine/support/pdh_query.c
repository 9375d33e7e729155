/* SPDX-License-Identifier: MIT */
#include "pdh_query.h"
#include "run_process.h"
#include "support.h"

#include <pdhmsg.h>
#include <string.h>

HMODULE pdh, cycletime;
PDH_HQUERY query;

int set_up(void **state)
{
    (void)state;
    pdh = GetModuleHandleA("pdh.dll");
    cycletime = hook_this_program(0);
    return !pdh || !cycletime;
}

int open_query(void **state)
{
    (void)state;
    return PdhOpenQueryW(NULL, 7, &query) != ERROR_SUCCESS;
}

int close_query(void **state)
{
    (void)state;
    return PdhCloseQuery(query) != ERROR_SUCCESS;
}

PDH_HCOUNTER add(const char *path)
{
    PDH_HCOUNTER counter = NULL;

    assert_int_equal(PdhAddCounterA(query, path, 9, &counter), ERROR_SUCCESS);
    assert_non_null(counter);
    return counter;
}

void collect(void)
{
    assert_int_equal(PdhCollectQueryData(query), ERROR_SUCCESS);
}

void collect_twice(void)
{
    collect();
    Sleep(100);
    collect();
}

void collect_nothing(void)
{
    assert_int_equal((DWORD)PdhCollectQueryData(query), PDH_NO_DATA);
}

double value_of(PDH_HCOUNTER counter)
{
    PDH_FMT_COUNTERVALUE value = { .CStatus = POISON };
    DWORD type = 0;

    assert_int_equal(PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, &type, &value), ERROR_SUCCESS);
    assert_int_equal(value.CStatus, PDH_CSTATUS_VALID_DATA);
    assert_true(type);
    return value.doubleValue;
}

LONGLONG large_of(PDH_HCOUNTER counter, DWORD more)
{
    PDH_FMT_COUNTERVALUE value = { .CStatus = POISON };

    assert_int_equal(PdhGetFormattedCounterValue(counter, PDH_FMT_LARGE | more, NULL, &value), ERROR_SUCCESS);
    return value.largeValue;
}

PDH_RAW_COUNTER raw_of(PDH_HCOUNTER counter)
{
    PDH_RAW_COUNTER raw;

    assert_int_equal(PdhGetRawCounterValue(counter, NULL, &raw), ERROR_SUCCESS);
    assert_int_equal(raw.CStatus, PDH_CSTATUS_VALID_DATA);
    return raw;
}

void assert_has_no_value(PDH_HCOUNTER counter, DWORD why)
{
    PDH_FMT_COUNTERVALUE value = { .CStatus = POISON };

    assert_int_equal((DWORD)PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, NULL, &value), PDH_INVALID_DATA);
    assert_int_equal(value.CStatus, why);
}

void collect_until_gone(PDH_HCOUNTER counter)
{
    PDH_RAW_COUNTER raw;

    do {
        Sleep(10);
        PdhCollectQueryData(query);
        assert_int_equal(PdhGetRawCounterValue(counter, NULL, &raw), ERROR_SUCCESS);
    } while (raw.CStatus == PDH_CSTATUS_VALID_DATA);
    collect_nothing();
    assert_has_no_value(counter, PDH_CSTATUS_NO_INSTANCE);
}

LONGLONG number_of(const char *path)
{
    PDH_HCOUNTER counter = add(path);
    LONGLONG number;

    collect();
    number = large_of(counter, 0);
    assert_int_equal(PdhRemoveCounter(counter), ERROR_SUCCESS);
    return number;
}

void list_items(const char *object, DWORD detail, struct object_items *items)
{
    items->counters_length = sizeof items->counters;
    items->instances_length = sizeof items->instances;
    assert_int_equal(PdhEnumObjectItemsA(NULL, NULL, object, items->counters, &items->counters_length, items->instances,
                                         &items->instances_length, detail, 0), ERROR_SUCCESS);
}

const char *string_at(const char *list, int i)
{
    for (; i && *list; i--) list += strlen(list) + 1;
    return list;
}

int strings_in(const char *list, DWORD length)
{
    const char *at = list;
    int count = 0;

    for (; *at; at += strlen(at) + 1) count++;
    assert_int_equal(at + 1 - list, length);
    return count;
}
