/* SPDX-License-Identifier: MIT */
/* The exported functions of processor idle states. */
#include "cycletime.h"
#include "library/api/api.h"
#include "library/nt/nt.h"
#include "library/query/query.h"

#include <stddef.h>

enum { HEADER = offsetof(PEP_PPM_QUERY_IDLE_STATES, IdleStates), MOST_STATES = 64, MOST_C_STATE = 15 };

_Static_assert(HEADER == offsetof(PEP_PPM_QUERY_IDLE_STATES_V2, IdleStates), "PEP_PPM_QUERY_IDLE_STATES_V2");
_Static_assert(sizeof(PEP_PROCESSOR_IDLE_STATE) == 4, "PEP_PROCESSOR_IDLE_STATE");
_Static_assert(sizeof(PEP_PROCESSOR_IDLE_STATE_V2) == 12, "PEP_PROCESSOR_IDLE_STATE_V2");

/* SIZE is the size of one of the two structures; the longer one begins with the shorter one. */
static BOOL report_states(USHORT group, BYTE number, ULONG given, BYTE *buffer, ULONG size)
{
    struct idle_state states[MOST_STATES];
    struct length_verdict verdict;
    PEP_PROCESSOR_IDLE_STATE_V2 reported;
    const char *name;
    NTSTATUS status;
    ULONG count, c_state, i;
    BOOLEAN is_poll;

    if (!buffer) return return_status(STATUS_INVALID_PARAMETER);
    status = query_idle_states(group, number, MOST_STATES, states, &count);
    if (!NT_SUCCESS(status)) return return_status(status);
    verdict = counted_length(buffer, given, HEADER, count, size);
    if (!verdict.fill) return return_status(verdict.status);
    *(unaligned_DWORD *)(buffer + offsetof(PEP_PPM_QUERY_IDLE_STATES, MaximumCoordinatedProcessors)) = 0;
    for (i = 0; i < count; i++) {
        name = states[i].name;
        is_poll = name[0] == 'P' && name[1] == 'O' && name[2] == 'L' && name[3] == 'L' && !name[4];
        c_state = c_state_of(name);
        reported = (PEP_PROCESSOR_IDLE_STATE_V2){ .Latency = states[i].latency, .BreakEvenDuration = states[i].break_even };
        reported.Interruptible = 1;
        reported.ThreadContextRetained = 1;
        reported.CacheCoherent = c_state == 1 || c_state == 2 || is_poll;
        reported.CStateType = c_state <= MOST_C_STATE ? c_state : 0;
        memcpy(buffer + HEADER + (SIZE_T)i * size, &reported, size);
    }
    return TRUE;
}

BOOL WINAPI CycletimeQueryIdleStateCount(USHORT Group, BYTE Number, PULONG Count)
{
    struct idle_state states[MOST_STATES];
    ULONG count = 0;

    if (!Count) return return_status(STATUS_INVALID_PARAMETER);
    if (!return_status(query_idle_states(Group, Number, MOST_STATES, states, &count))) return FALSE;
    *(unaligned_DWORD *)Count = count;
    return TRUE;
}

BOOL WINAPI CycletimeQueryIdleStates(USHORT Group, BYTE Number, ULONG BufferLength, PPEP_PPM_QUERY_IDLE_STATES States)
{
    return report_states(Group, Number, BufferLength, (BYTE *)States, sizeof(PEP_PROCESSOR_IDLE_STATE));
}

BOOL WINAPI CycletimeQueryIdleStatesV2(USHORT Group, BYTE Number, ULONG BufferLength, PPEP_PPM_QUERY_IDLE_STATES_V2 States)
{
    return report_states(Group, Number, BufferLength, (BYTE *)States, sizeof(PEP_PROCESSOR_IDLE_STATE_V2));
}
