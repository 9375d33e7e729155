/* SPDX-License-Identifier: MIT */
/* A linked program's first question, while another thread holds the loader's lock, the heap or the PEB's lock, as one does
   that is suspended while it loads a library: it is answered, and what the unixlib reports comes when that can be opened.
   Each in a process of its own. */
#include "cycletime.h"
#include "held_lock.h"
#include "linkage.h"
#include "run_process.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const linked[] = { "GetThreadTimes", "QueryThreadCycleTime", "CycletimeQueryUnixlibState", NULL };

static int ask_first(enum held_lock lock)
{
    FILETIME created, ended, kernel, user;
    CYCLETIME_UNIXLIB_STATE state = CYCLETIME_UNIXLIB_STATE_NOT_NOW;
    ULONG64 cycles = 0;
    BOOL reported;

    hold_lock(lock);
    reported = GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user);
    QueryThreadCycleTime(GetCurrentThread(), &cycles);
    end_holder();
    CycletimeQueryUnixlibState(&state);
    reported = QueryThreadCycleTime(GetCurrentThread(), &cycles) && reported;
    /* Wine's own times go by 10 ms. */
    if (state <= CYCLETIME_UNIXLIB_STATE_ACTIVE_BY_CALLS) reported = reported && cycles;
    printf("%s, state %d\n", reported ? "reported" : "not reported", (int)state);
    return 0;
}

static void assert_answered(enum held_lock lock)
{
    CYCLETIME_UNIXLIB_STATE here, there = (CYCLETIME_UNIXLIB_STATE)-1;
    struct program program;
    char text[64] = "";
    DWORD length = 0;

    assert_true(CycletimeQueryUnixlibState(&here));
    program_start_self(&program, format_line(L"%u", lock));
    if (WaitForSingleObject(program.process, 120000) == WAIT_OBJECT_0)
        ReadFile(program.out, text, sizeof text - 1, &length, NULL);
    else TerminateProcess(program.process, 1); /* it hangs */
    program_close(&program);
    print_message("lock %d: %s", (int)lock, text);
    assert_int_equal(sscanf(text, "reported, state %d", (int *)&there), 1);
    assert_int_equal(there, here);
}

TEST(a_first_question_is_answered_while_another_holds_the_heap_the_loaders_lock_or_the_pebs)
{
    assert_answered(THE_HEAP);
    assert_answered(LOADERS_LOCK);
    assert_answered(PEBS_LOCK);
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    if (argc > 1) return ask_first((enum held_lock)atoi(argv[1]));
    return finish(run_all_tests());
}
