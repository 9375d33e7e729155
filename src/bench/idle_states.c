/* SPDX-License-Identifier: MIT */
#include "idle_states.h"

#include "cycletime.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static void print_state(const PEP_PROCESSOR_IDLE_STATE_V2 *state)
{
    char type[8] = "-";

    if (state->CStateType) snprintf(type, sizeof type, "C%u", (unsigned)state->CStateType);
    printf("  %-9s %-10s %-13s %12.1f %15.1f\n", type, state->CacheCoherent ? "yes" : "no",
           state->Interruptible ? "yes" : "no", state->Latency / 10.0, state->BreakEvenDuration / 10.0);
}

static void print(const PEP_PPM_QUERY_IDLE_STATES_V2 *states)
{
    const PEP_PROCESSOR_IDLE_STATE_V2 *state = states->IdleStates; /* as many as are counted */
    ULONG i;

    printf("  C-state   coherent   interruptible  latency, us  break-even, us\n");
    for (i = 0; i < states->Count; i++) print_state(&state[i]);
}

BOOL idle_states_print(HMODULE cycletime)
{
    BOOL (WINAPI *count)(USHORT, BYTE, PULONG) = (void *)GetProcAddress(cycletime, "CycletimeQueryIdleStateCount");
    BOOL (WINAPI *query)
    (USHORT, BYTE, ULONG, PPEP_PPM_QUERY_IDLE_STATES_V2) = (void *)GetProcAddress(cycletime, "CycletimeQueryIdleStatesV2");
    PEP_PPM_QUERY_IDLE_STATES_V2 *states;
    ULONG number, size;
    BOOL reported;

    if (!count || !query) return FALSE;
    if (!count(0, 0, &number)) return GetLastError() == ERROR_NOT_SUPPORTED;
    size = offsetof(PEP_PPM_QUERY_IDLE_STATES_V2, IdleStates) + number * sizeof *states->IdleStates;
    if (!(states = calloc(1, size))) return FALSE;
    states->Count = number;
    reported = query(0, 0, size, states);
    if (reported) print(states);
    free(states);
    return reported;
}
