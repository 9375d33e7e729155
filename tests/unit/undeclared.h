/* SPDX-License-Identifier: MIT */
/* What Wine's own headers lack up to 8. */
#ifndef CYCLETIME_UNIT_UNDECLARED_H
#define CYCLETIME_UNIT_UNDECLARED_H

#include "cycletime.h"

typedef struct _SYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION *PSYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION;

BOOL WINAPI QueryProcessCycleTime(HANDLE ProcessHandle, PULONG64 CycleTime);
BOOL WINAPI QueryIdleProcessorCycleTime(PULONG BufferLength, PULONG64 ProcessorIdleCycleTime);
BOOL WINAPI QueryIdleProcessorCycleTimeEx(USHORT Group, PULONG BufferLength, PULONG64 ProcessorIdleCycleTime);
BOOL WINAPI GetProcessorSystemCycleTime(USHORT Group, PSYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION Buffer, PDWORD ReturnedLength);
BOOL WINAPI GetSystemTimes(PFILETIME lpIdleTime, PFILETIME lpKernelTime, PFILETIME lpUserTime);
VOID WINAPI QueryInterruptTime(PULONGLONG lpInterruptTime);
VOID WINAPI QueryInterruptTimePrecise(PULONGLONG lpInterruptTimePrecise);
BOOL WINAPI QueryUnbiasedInterruptTime(PULONGLONG UnbiasedTime);
VOID WINAPI QueryUnbiasedInterruptTimePrecise(PULONGLONG lpUnbiasedInterruptTimePrecise);
HRESULT WINAPI QueryAuxiliaryCounterFrequency(PULONGLONG lpAuxiliaryCounterFrequency);
HRESULT WINAPI ConvertAuxiliaryCounterToPerformanceCounter(ULONGLONG ullAuxiliaryCounterValue,
                                                           PULONGLONG lpPerformanceCounterValue,
                                                           PULONGLONG lpConversionError);
HRESULT WINAPI ConvertPerformanceCounterToAuxiliaryCounter(ULONGLONG ullPerformanceCounterValue,
                                                           PULONGLONG lpAuxiliaryCounterValue,
                                                           PULONGLONG lpConversionError);

#endif
