/* SPDX-License-Identifier: MIT */
/* The source that asks the Linux side. */
#include "library/source/unixlib.h"

static BOOLEAN set_tsc_rate(ULONG64 cycles_per_second)
{
    struct unixlib_rate rate = { .cycles_per_second = cycles_per_second };

    return NT_SUCCESS(nt_unixlib_call(UNIXLIB_CALL_RATE, &rate));
}

const struct source source_unixlib = {
    .name = CYCLETIME_SOURCE_UNIXLIB,
    .presence = unixlib_presence,
    .set_tsc_rate = set_tsc_rate,
    .answers = {
        [CYCLETIME_QUESTION_THREAD_CYCLES] = { .of_handle = unixlib_thread_cycles },
        [CYCLETIME_QUESTION_PROCESS_CYCLES] = { .of_handle = unixlib_process_cycles },
        [CYCLETIME_QUESTION_THREAD_TIMES] = { .of_handle = unixlib_thread_times },
        [CYCLETIME_QUESTION_PROCESS_TIMES] = { .of_handle = unixlib_process_times },
        [CYCLETIME_QUESTION_IDLE_CYCLES] = { .works = unixlib_has_processors, .times_of_group = unixlib_processor_times },
        [CYCLETIME_QUESTION_SYSTEM_CYCLES] = { .works = unixlib_has_processors, .times_of_group = unixlib_processor_times },
        [CYCLETIME_QUESTION_PROCESSOR_TIMES] = { .works = unixlib_has_processors,
                                                 .times_of_group = unixlib_processor_times },
        [CYCLETIME_QUESTION_IDLE_STATES] = { .works = unixlib_has_processors, .idle_of_group = unixlib_processor_idle },
    },
};
