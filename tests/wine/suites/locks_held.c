/* SPDX-License-Identifier: MIT */
/* A profiler's query returns while another thread, as if suspended, holds the process's heap, the loader's lock or that of
   the PEB. This also measures how much of the caller's stack each query takes. */
#include "held_lock.h"
#include "questions.h"
#include "run_process.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

#define KILOBYTE 1024
enum { PAINTED = 32 * KILOBYTE, MOST_MORE = 2 * KILOBYTE, PATIENCE = 20000, PAINT = 0xa5 };

/* The running query and the lock that is held are named here; NULL: none. */
static const char *volatile asked, *volatile held;
static volatile BOOL has_hung;

static void say(const char *words)
{
    DWORD written;

    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), words, (DWORD)strlen(words), &written, NULL);
}

/* It says so itself, and lets go what is held: the others may wait for that too. */
static DWORD WINAPI watch(void *answered)
{
    if (WaitForSingleObject(answered, PATIENCE) == WAIT_OBJECT_0) return 0;
    say("hangs: ");
    say(asked);
    say(", while another holds ");
    say(held);
    say("\n");
    let_lock_go();
    has_hung = TRUE;
    return 0;
}

static void assert_answered_while_held(enum held_lock lock, const char *name)
{
    const HANDLE answered = CreateEventW(NULL, TRUE, FALSE, NULL);
    const HANDLE watcher = start_thread(watch, answered);
    ULONG i;

    Sleep(50); /* it has begun, and holds nothing */
    hold_lock(lock);
    held = name;
    has_hung = FALSE;
    for (i = 0; i < question_count; i++) {
        asked = questions[i].name;
        question_ask(&questions[i]);
    }
    SetEvent(answered);
    end_holder();
    join_thread(watcher);
    assert_false(has_hung);
    CloseHandle(answered);
}

TEST(a_query_is_answered_while_another_thread_holds_the_heap)
{
    assert_answered_while_held(THE_HEAP, "the heap");
}

TEST(a_query_is_answered_while_another_thread_loads_a_library)
{
    assert_answered_while_held(LOADERS_LOCK, "the loader's lock");
}

TEST(a_query_is_answered_while_another_thread_holds_the_peb)
{
    assert_answered_while_held(PEBS_LOCK, "the PEB's lock");
}

/* How much of what lies below the caller is written to. Calls that follow each other use the same. */
static __attribute__((noinline)) void paint(void)
{
    volatile BYTE area[PAINTED];
    ULONG i;

    for (i = 0; i < sizeof area; i++) area[i] = PAINT;
}

static __attribute__((noinline)) ULONG unpainted(void)
{
    volatile BYTE area[PAINTED]; /* as it was left */
    ULONG i = 256; /* what this function has written itself, or was called with */

    __asm__ volatile("" : "=m"(area));
    while (i < sizeof area && area[i] == PAINT) i++;
    return sizeof area - i;
}

static ULONG stack_of(const struct question *question)
{
    ULONG most = 0, used;
    int i;

    for (i = 0; i < 4; i++) {
        paint();
        question_ask(question);
        used = unpainted();
        if (used > most) most = used;
    }
    return most;
}

static ULONG alone[64];

TEST(no_query_takes_much_more_of_the_stack_than_without_cycletime)
{
    ULONG taken;
    BOOL is_little = TRUE;
    ULONG i;

    for (i = 0; i < question_count; i++) {
        taken = stack_of(&questions[i]);
        printf("%-34s %5lu bytes of stack, alone %5lu\n", questions[i].name, taken, alone[i]);
        if (taken > alone[i] + MOST_MORE) is_little = FALSE;
    }
    assert_true(is_little);
}

/* It is asked alone first. */
static int install_hooks(void **state)
{
    ULONG i;

    (void)state;
    if (!questions_begin() || question_count > ARRAYSIZE(alone)) return -1;
    for (i = 0; i < question_count; i++) alone[i] = stack_of(&questions[i]);
    if (!hook_this_program(0)) return -1;
    questions_resolve();
    return 0;
}

ALL_BETWEEN(install_hooks, NULL)

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    return finish(run_all_tests());
}
