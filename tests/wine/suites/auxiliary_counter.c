/* SPDX-License-Identifier: MIT */
#include "clocks.h"
#include "cycletime.h"

TEST(there_is_no_auxiliary_counter_under_wine)
{
    ULONGLONG value = UNTOUCHED, error = UNTOUCHED;

    if (!is_wine()) SKIP_BECAUSE("Windows may have one");
    SetLastError(POISON);
    assert_int_equal(QueryAuxiliaryCounterFrequency(&value), E_NOTIMPL);
    assert_int_equal(ConvertAuxiliaryCounterToPerformanceCounter(1000, &value, &error), E_NOTIMPL);
    assert_int_equal(ConvertPerformanceCounterToAuxiliaryCounter(1000, &value, &error), E_NOTIMPL);
    assert_int_equal(GetLastError(), POISON);
    assert_int_equal(value, UNTOUCHED);
    assert_int_equal(error, UNTOUCHED);
}

typedef HRESULT (WINAPI *query_frequency)(PULONGLONG);
typedef HRESULT (WINAPI *convert_value)(ULONGLONG, PULONGLONG, PULONGLONG);

/* The system's own function, which is kernelbase's. */
static void *systems(const char *name)
{
    return (void *)GetProcAddress(GetModuleHandleW(L"kernelbase.dll"), name);
}

/* The values are only printed: the pages do not say that two conversions of a value have the same result. */
static void assert_converted_as_by_the_system(convert_value ours, convert_value theirs, ULONGLONG value)
{
    ULONGLONG converted[2] = { UNTOUCHED, UNTOUCHED }, error[2] = { UNTOUCHED, UNTOUCHED };
    const HRESULT result = ours(value, &converted[0], &error[0]);

    assert_int_equal(result, theirs ? theirs(value, &converted[1], &error[1]) : E_NOTIMPL);
    if (FAILED(result)) return; /* the outputs are undefined then, by Microsoft's pages */
    assert_true(converted[0] != UNTOUCHED);
    print_message("%llu is %llu, error %llu; by the system %llu, error %llu\n", value, converted[0], error[0], converted[1],
                  error[1]);
}

/* Microsoft's page: S_OK if there is one, E_NOTIMPL if there is none. Windows has the functions since 10, version 1703. */
TEST(the_auxiliary_counter_is_the_systems_on_windows)
{
    const query_frequency query = (query_frequency)systems("QueryAuxiliaryCounterFrequency");
    ULONGLONG frequency = UNTOUCHED, theirs = UNTOUCHED;
    LARGE_INTEGER now;
    HRESULT result;

    if (is_wine()) SKIP_BECAUSE("Wine has none");
    result = QueryAuxiliaryCounterFrequency(&frequency);
    print_message("result 0x%08lx, %llu a second\n", (unsigned long)result, SUCCEEDED(result) ? frequency : 0);
    assert_true(result == S_OK || result == E_NOTIMPL);
    assert_int_equal(result, query ? query(&theirs) : E_NOTIMPL);
    if (result == S_OK) assert_int_equal(frequency, theirs);
    if (result == S_OK) assert_true(frequency > 0);
    QueryPerformanceCounter(&now);
    assert_converted_as_by_the_system(ConvertPerformanceCounterToAuxiliaryCounter,
                                      (convert_value)systems("ConvertPerformanceCounterToAuxiliaryCounter"), now.QuadPart);
    assert_converted_as_by_the_system(ConvertAuxiliaryCounterToPerformanceCounter,
                                      (convert_value)systems("ConvertAuxiliaryCounterToPerformanceCounter"), 1000);
}
