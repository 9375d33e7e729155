/* SPDX-License-Identifier: MIT */
#include "fake_time.h"

struct fake_time fake_time;

void fake_time_boot(void)
{
    fake_time = (struct fake_time){ .auxiliary = S_OK };
    fake_tick(FAKE_TICK);
}

void fake_tick(ULONG64 time)
{
    volatile SHARED_TIME *shared = &fake_time.shared.InterruptTime;

    shared->High2Time = (LONG)(time >> 32);
    shared->LowPart = (ULONG)time;
    shared->High1Time = (LONG)(time >> 32);
    fake_time.precise = time;
}

ULONG64 WINAPI fake_precise_time(PLARGE_INTEGER counter)
{
    counter->QuadPart = 0x1234;
    return fake_time.precise;
}

HRESULT WINAPI fake_auxiliary_frequency(PULONGLONG frequency)
{
    if (SUCCEEDED(fake_time.auxiliary)) *frequency = 24000000;
    return fake_time.auxiliary;
}

HRESULT WINAPI fake_auxiliary_to_performance(ULONGLONG auxiliary, PULONGLONG performance, PULONGLONG error)
{
    if (SUCCEEDED(fake_time.auxiliary)) *performance = auxiliary * 3 + 1;
    if (SUCCEEDED(fake_time.auxiliary) && error) *error = 7;
    return fake_time.auxiliary;
}

HRESULT WINAPI fake_performance_to_auxiliary(ULONGLONG performance, PULONGLONG auxiliary, PULONGLONG error)
{
    if (SUCCEEDED(fake_time.auxiliary)) *auxiliary = performance * 5 + 2;
    if (SUCCEEDED(fake_time.auxiliary) && error) *error = 9;
    return fake_time.auxiliary;
}
