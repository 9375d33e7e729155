/* SPDX-License-Identifier: MIT */
/* The exported functions, called with what the header allows and forbids: it says what they may do. */
#include "calls.h"
#include "cycletime.h"
#include "hostile.h"

static const char wrong_error[] = "an error that the header does not name";
static const char touched[] = "a byte was written that may not be";
static const char poisoned[] = "success, and the last error was changed";
static const char taken[] = "it took what it may not";

/* Returns what is wrong with the call's result or last error, or NULL. */
static const char *judge(BOOL done, const DWORD *errors, unsigned count)
{
    const DWORD error = GetLastError();
    unsigned i;

    if (done) return error == POISON ? NULL : poisoned;
    for (i = 0; i < count && errors[i] != error; i++) continue;
    return i < count ? NULL : wrong_error;
}

const char *hostile_handle_call(void)
{
    static const DWORD errors[] = { ERROR_INVALID_HANDLE, ERROR_ACCESS_DENIED, ERROR_NOT_SUPPORTED };
    static const DWORD null_errors[] = { ERROR_INVALID_PARAMETER };
    const enum which which = pick(calls_here());
    void *outputs[OUTPUTS] = { NULL };
    struct place places[OUTPUTS];
    const char *wrong;
    BOOL done, null = FALSE;
    unsigned i;

    for (i = 0; i < calls[which].outputs; i++) {
        place_take(&places[i], 8, TRUE);
        outputs[i] = places[i].at;
        null |= !outputs[i] && !calls[which].null_allowed;
    }
    SetLastError(POISON);
    done = calls[which].ask(hostile_handle(), outputs);
    wrong = null ? judge(done, null_errors, 1) : judge(done, errors, ARRAYSIZE(errors));
    if (null && done) wrong = taken;
    for (i = 0; i < calls[which].outputs; i++)
        if (!place_check(&places[i], done ? 8 : 0)) wrong = touched;
    return wrong;
}

#define VALUE(name, expression) static BOOL name(PULONG64 to) { return expression; }
VALUE(interrupt_time, (QueryInterruptTime(to), to != NULL))
VALUE(interrupt_time_precise, (QueryInterruptTimePrecise(to), to != NULL))
VALUE(unbiased_time, QueryUnbiasedInterruptTime(to))
VALUE(unbiased_time_precise, (QueryUnbiasedInterruptTimePrecise(to), to != NULL))
VALUE(frequency, CycletimeQueryFrequency(to))

const char *hostile_value_call(void)
{
    static BOOL (*const asks[])(PULONG64) = { interrupt_time, interrupt_time_precise, unbiased_time, unbiased_time_precise,
                                              frequency };
    static const DWORD errors[] = { ERROR_INVALID_PARAMETER };
    struct place place;
    const char *wrong;
    BOOL done;

    place_take(&place, 8, TRUE);
    SetLastError(POISON);
    done = asks[pick(ARRAYSIZE(asks))]((PULONG64)place.at);
    wrong = judge(done, errors, 1);
    if (done != (place.at != NULL)) wrong = taken;
    return place_check(&place, done ? 8 : 0) ? wrong : touched;
}

typedef DWORD __attribute__((aligned(1))) unaligned;

#define ARRAY(name, expression) static BOOL name(USHORT group, PULONG length, PVOID buffer) { return expression; }
ARRAY(idle_cycles,
      group ? QueryIdleProcessorCycleTimeEx(group, length, buffer) : QueryIdleProcessorCycleTime(length, buffer))
ARRAY(system_cycles, GetProcessorSystemCycleTime(group, buffer, length))
ARRAY(performance, CycletimeQueryProcessorPerformance(group, length, buffer))
ARRAY(idle, CycletimeQueryProcessorIdle(group, length, buffer))

static const struct array {
    BOOL (*ask)(USHORT group, PULONG length, PVOID buffer);
    ULONG size;
} arrays[] = { { idle_cycles, 8 }, { system_cycles, 8 }, { performance, 0x30 }, { idle, 0x30 } };

/* Lengths at and around the need; the huge ones have room for the need. */
static ULONG hostile_length(ULONG need, ULONG *room)
{
    static const ULONG huge[] = { 0x10000, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff8 };
    ULONG length;

    switch (pick(6)) {
    case 0: length = 0; break;
    case 1: length = need; break;
    case 2: length = need + 1 - 2 * pick(2); break;
    case 3: length = pick(2 * need); break;
    case 4: length = pick(FIELD); break;
    default: *room = need; return huge[pick(ARRAYSIZE(huge))];
    }
    return *room = length;
}

const char *hostile_array_call(void)
{
    static const DWORD errors[] = { ERROR_INVALID_PARAMETER, ERROR_INSUFFICIENT_BUFFER, ERROR_NOT_SUPPORTED };
    const struct array *array = &arrays[pick(ARRAYSIZE(arrays))];
    const ULONG need = array->size * GetActiveProcessorCount(0);
    struct place buffer, length;
    ULONG room, given = hostile_length(need, &room), reported;
    USHORT group = pick(2) ? 0 : (USHORT)next_random(&random_state);
    const char *wrong;
    BOOL done;

    place_take(&buffer, room, TRUE);
    place_take(&length, 4, TRUE);
    if (length.at) *(unaligned *)length.at = given;
    SetLastError(POISON);
    done = array->ask(group, (PULONG)length.at, buffer.at);
    wrong = judge(done, errors, ARRAYSIZE(errors));
    reported = length.at ? *(unaligned *)length.at : 0;
    if (done && (!length.at || group >= GetActiveProcessorGroupCount() || (buffer.at && given < need))) wrong = taken;
    if (!done && GetLastError() == ERROR_INSUFFICIENT_BUFFER ? reported != need : !done && length.at && reported != given)
        wrong = touched;
    if (!place_check(&length, 4) || !place_check(&buffer, done && buffer.at ? need : 0)) return touched;
    return wrong;
}

static const char *idle_states_call(void)
{
    static const DWORD errors[] = { ERROR_INVALID_PARAMETER, ERROR_INSUFFICIENT_BUFFER, ERROR_NOT_SUPPORTED };
    const USHORT group = (USHORT)(pick(2) ? 0 : pick(0x10000));
    const BYTE processor = (BYTE)pick(256);
    const ULONG size = pick(0x200);
    struct place place;
    const char *wrong;
    BOOL done;

    place_take(&place, size, TRUE);
    SetLastError(POISON);
    switch (pick(3)) {
    case 0: done = CycletimeQueryIdleStates(group, processor, size, (PVOID)place.at); break;
    case 1: done = CycletimeQueryIdleStatesV2(group, processor, size, (PVOID)place.at); break;
    default:
        if (place.at && place.size < 4) place.at = NULL;
        done = CycletimeQueryIdleStateCount(group, processor, (PULONG)place.at);
    }
    wrong = judge(done, errors, ARRAYSIZE(errors));
    return place_check(&place, done ? place.size : 0) ? wrong : touched;
}

static const char *choice_call(void)
{
    static const DWORD errors[] = { ERROR_INVALID_PARAMETER };
    const ULONG choice = pick(4) ? pick(10) : (ULONG)next_random(&random_state);
    struct place place;
    const char *wrong;
    ULONG kind;
    BOOL done;

    place_take(&place, 4, TRUE);
    SetLastError(POISON);
    kind = pick(4);
    switch (kind) {
    case 0: done = CycletimeSetContract((CYCLETIME_CONTRACT)choice); break;
    case 1: done = CycletimeQuerySource((CYCLETIME_QUESTION)choice, (PVOID)place.at, NULL); break;
    case 2: done = CycletimeQueryUnixlibClock((PVOID)place.at); break;
    default: done = CycletimeQueryUnixlibState((PVOID)place.at);
    }
    wrong = judge(done, errors, 1);
    return place_check(&place, done && kind ? 4 : 0) ? wrong : touched;
}

static const char *auxiliary_call(void)
{
    const ULONG64 value = next_random(&random_state);
    struct place one, other;
    HRESULT result;

    place_take(&one, 8, TRUE);
    place_take(&other, 8, TRUE);
    switch (pick(3)) {
    case 0: result = QueryAuxiliaryCounterFrequency((PULONGLONG)one.at); break;
    case 1: result = ConvertAuxiliaryCounterToPerformanceCounter(value, (PULONGLONG)one.at, (PULONGLONG)other.at); break;
    default: result = ConvertPerformanceCounterToAuxiliaryCounter(value, (PULONGLONG)one.at, (PULONGLONG)other.at);
    }
    return result == E_NOTIMPL ? place_check(&one, 0) && place_check(&other, 0) ? NULL : touched : wrong_error;
}

/* There are some processes, so what fits in here is all of some or none at all. */
static const char *processes_call(void)
{
    static const DWORD errors[] = { ERROR_INVALID_PARAMETER, ERROR_INSUFFICIENT_BUFFER };
    struct place buffer, length;
    ULONG room = pick(FIELD), reported;
    const char *wrong;
    BOOL done;

    place_take(&buffer, room, TRUE);
    place_take(&length, 4, TRUE);
    if (length.at) *(unaligned *)length.at = room;
    SetLastError(POISON);
    done = CycletimeQueryProcesses((PULONG)length.at, buffer.at);
    wrong = judge(done, errors, ARRAYSIZE(errors));
    reported = length.at ? *(unaligned *)length.at : 0;
    if (done && (!length.at || !buffer.at || reported > room)) wrong = taken;
    if (!place_check(&length, 4) || !place_check(&buffer, done ? reported : 0)) return touched;
    return wrong;
}

/* The list of processes takes a thousand times as long as others. */
const char *hostile_other_call(void)
{
    if (!pick(64)) return processes_call();
    switch (pick(3)) {
    case 0: return idle_states_call();
    case 1: return choice_call();
    default: return auxiliary_call();
    }
}
