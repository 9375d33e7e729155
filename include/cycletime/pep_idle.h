/* SPDX-License-Identifier: MIT */
/*
 * The idle states of a processor in the structures of Windows' platform extension plug-ins, member for member as the driver
 * kit documents them (pep_x.h; learn.microsoft.com, ns-pep_x-_pep_ppm_query_idle_states and the pages that it names), for
 * programs that do not have the kit. The comment on CycletimeQueryIdleStates in cycletime.h lists the members that
 * cycletime fills in. A program that includes the kit's header defines CYCLETIME_NO_PEP_TYPES first, which leaves these
 * structures out.
 */
#ifndef CYCLETIME_PEP_IDLE_H
#define CYCLETIME_PEP_IDLE_H

#include <windows.h>

#ifndef CYCLETIME_NO_PEP_TYPES

typedef struct _PEP_PROCESSOR_IDLE_STATE {
    union {
        ULONG Ulong;
        struct {
            ULONG Interruptible : 1;
            ULONG CacheCoherent : 1;
            ULONG ThreadContextRetained : 1;
            ULONG CStateType : 4; /* 0: not a C-state of ACPI's, else its number */
            ULONG Reserved : 25;
        };
    };
} PEP_PROCESSOR_IDLE_STATE, *PPEP_PROCESSOR_IDLE_STATE;

typedef struct _PEP_PPM_QUERY_IDLE_STATES {
    ULONG Count;                        /* in */
    ULONG MaximumCoordinatedProcessors; /* out */
    PEP_PROCESSOR_IDLE_STATE IdleStates[ANYSIZE_ARRAY];
} PEP_PPM_QUERY_IDLE_STATES, *PPEP_PPM_QUERY_IDLE_STATES;

typedef struct _PEP_PROCESSOR_IDLE_STATE_V2 {
    union {
        ULONG Ulong;
        struct {
            ULONG Interruptible : 1;
            ULONG CacheCoherent : 1;
            ULONG ThreadContextRetained : 1;
            ULONG CStateType : 4;
            ULONG WakesSpuriously : 1;
            ULONG PlatformOnly : 1;
            ULONG Autonomous : 1;
            ULONG Reserved : 22;
        };
    };
    ULONG Latency;           /* at worst, to wake from it; 100 ns */
    ULONG BreakEvenDuration; /* at least, for it to be worth entering; 100 ns */
} PEP_PROCESSOR_IDLE_STATE_V2, *PPEP_PROCESSOR_IDLE_STATE_V2;

typedef struct _PEP_PPM_QUERY_IDLE_STATES_V2 {
    ULONG Count;
    ULONG MaximumCoordinatedProcessors;
    PEP_PROCESSOR_IDLE_STATE_V2 IdleStates[ANYSIZE_ARRAY];
} PEP_PPM_QUERY_IDLE_STATES_V2, *PPEP_PPM_QUERY_IDLE_STATES_V2;

#endif
#endif
