/* SPDX-License-Identifier: MIT */
/*
 * Every function while one call of NT, of the unixlib or of the heap fails, the first, the second, ... until there is
 * none left to fail, at the first question ever or at a later one. It fails and touches nothing; or it answers with what it
 * answers where nothing fails, or where one kind of call is not there at all: what a sound system would have reported,
 * never anything else. No block of memory stays. Each in a process of its own.
 */
#include "ask.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROOM = 4096, MOST = 100, ANSWERS = 2 * CALLS + 2 };

/* The length comes first, then what is reported. */
struct reply_bytes {
    BOOL returned;
    DWORD error;
    ULONG calls, blocks;
    ULONG length;
    _Alignas(8) BYTE out[ROOM];
};

static HANDLE other_thread, other_process;

#define AT(type, index) ((type *)reply->out + (index))
#define FOUR_TIMES AT(FILETIME, 0), AT(FILETIME, 1), AT(FILETIME, 2), AT(FILETIME, 3)
#define OPERATIONS(OPERATION) \
    OPERATION(own_thread_cycles, QueryThreadCycleTime(NT_CURRENT_THREAD, AT(ULONG64, 0))) \
    OPERATION(own_process_cycles, QueryProcessCycleTime(NT_CURRENT_PROCESS, AT(ULONG64, 0))) \
    OPERATION(own_thread_times, GetThreadTimes(NT_CURRENT_THREAD, FOUR_TIMES)) \
    OPERATION(own_process_times, GetProcessTimes(NT_CURRENT_PROCESS, FOUR_TIMES)) \
    OPERATION(thread_cycles, QueryThreadCycleTime(other_thread, AT(ULONG64, 0))) \
    OPERATION(process_cycles, QueryProcessCycleTime(other_process, AT(ULONG64, 0))) \
    OPERATION(thread_times, GetThreadTimes(other_thread, FOUR_TIMES)) \
    OPERATION(process_times, GetProcessTimes(other_process, FOUR_TIMES)) \
    OPERATION(thread_nanoseconds, CycletimeQueryThreadCpuTime(other_thread, AT(ULONG64, 0))) \
    OPERATION(process_nanoseconds, CycletimeQueryProcessCpuTime(other_process, AT(ULONG64, 0))) \
    OPERATION(idle_here, QueryIdleProcessorCycleTime(&reply->length, AT(ULONG64, 0))) \
    OPERATION(idle_of_group, QueryIdleProcessorCycleTimeEx(0, &reply->length, AT(ULONG64, 0))) \
    OPERATION(system_cycles, GetProcessorSystemCycleTime(0, (PVOID)reply->out, &reply->length)) \
    OPERATION(system_times, GetSystemTimes(AT(FILETIME, 0), AT(FILETIME, 1), AT(FILETIME, 2))) \
    OPERATION(performance, CycletimeQueryProcessorPerformance(0, &reply->length, (PVOID)reply->out)) \
    OPERATION(idle_information, CycletimeQueryProcessorIdle(0, &reply->length, (PVOID)reply->out)) \
    OPERATION(processes, CycletimeQueryProcesses(&reply->length, reply->out)) \
    OPERATION(idle_state_count, CycletimeQueryIdleStateCount(0, 0, AT(ULONG, 0))) \
    OPERATION(idle_states, fill_idle_states(reply)) \
    OPERATION(frequency, CycletimeQueryFrequency(AT(ULONG64, 0))) \
    OPERATION(source_of_threads, CycletimeQuerySource(CYCLETIME_QUESTION_THREAD_CYCLES, AT(CYCLETIME_SOURCE, 0), NULL)) \
    OPERATION(source_of_processors, CycletimeQuerySource(CYCLETIME_QUESTION_PROCESSOR_TIMES, AT(CYCLETIME_SOURCE, 0), NULL))

/* The count stands in the structure before it is asked for. */
static BOOL fill_idle_states(struct reply_bytes *reply)
{
    ULONG count;

    if (!CycletimeQueryIdleStateCount(0, 0, &count)) return FALSE;
    ((PPEP_PPM_QUERY_IDLE_STATES_V2)reply->out)->Count = count;
    if (CycletimeQueryIdleStatesV2(0, 0, ROOM, (PVOID)reply->out)) return TRUE;
    memset(&((PPEP_PPM_QUERY_IDLE_STATES_V2)reply->out)->Count, 0xcc, sizeof(ULONG));
    return FALSE;
}

#define FUNCTION(name, expression) static BOOL name(struct reply_bytes *reply) { return expression; }
OPERATIONS(FUNCTION)

static const struct operation {
    const char *name;
    BOOL (*run)(struct reply_bytes *reply);
} operations[] = {
#define NAMED(name, expression) { #name, name },
    OPERATIONS(NAMED)
};

/* The processes report in this shared memory. */
static struct {
    struct reply_bytes reply;
    ULONG asked[CALLS]; /* how often for each kind of call */
    ULONG points, operations, answered;
} *shared;

static struct reply_bytes answers[ANSWERS];
static ULONG answer_count;

static void ask_once(const struct operation *operation, struct reply_bytes *reply)
{
    memset(reply, 0xcc, sizeof *reply);
    reply->length = ROOM;
    SetLastError(POISON);
    reply->returned = operation->run(reply);
    reply->error = GetLastError();
    reply->blocks = fake.blocks;
}

struct way {
    const struct operation *operation;
    BOOLEAN is_later;
    ULONG position;        /* of the call that fails, from 1; 0: none */
    enum fake_call absent; /* this one always fails; CALLS: none */
    NTSTATUS status;
};

static void run_child(const struct way *way)
{
    ULONG before;

    other_thread = fake_handle(FAKE_THREAD);
    other_process = fake_handle(FAKE_PROCESS);
    if (way->absent < CALLS) fake.status[way->absent] = way->status;
    if (way->is_later) ask_once(way->operation, &shared->reply);
    before = fake.position;
    fake.failing_status = way->status;
    fake.failing_position = way->position ? before + way->position : 0;
    ask_once(way->operation, &shared->reply);
    shared->reply.calls = fake.position - before;
    memcpy(shared->asked, fake.count, sizeof shared->asked);
    _exit(0);
}

static void run_aside(const struct way *way)
{
    int status = -1;
    pid_t child = fork();

    if (!child) run_child(way);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (status) fail_msg("%s, call %u fails: ended with %#x", way->operation->name, way->position, status);
}

/* Word by word: where one source takes over from another, nothing goes back, and what is larger of each is reported. */
static BOOLEAN is_answer(const struct reply_bytes *reply)
{
    ULONG i, at;

    for (at = 0; at < ROOM; at += sizeof(ULONG64)) {
        for (i = 0; i < answer_count; i++)
            if (answers[i].length == reply->length && !memcmp(answers[i].out + at, reply->out + at, sizeof(ULONG64))) break;
        if (i == answer_count) return FALSE;
    }
    return TRUE;
}

static void collect_first_and_later(struct way way)
{
    for (way.is_later = 0; way.is_later < 2; way.is_later++) {
        run_aside(&way);
        if (shared->reply.returned) answers[answer_count++] = shared->reply;
    }
}

/* Of sound systems: this one, and each that lacks one kind of call. Without a kind that this one is not asked for, it is
   the same again. */
static void collect_answers(struct way way)
{
    ULONG asked[CALLS];

    way.position = answer_count = 0;
    way.absent = CALLS;
    collect_first_and_later(way);
    memcpy(asked, shared->asked, sizeof asked);
    for (way.absent = 0; way.absent < CALLS; way.absent++)
        if (asked[way.absent]) collect_first_and_later(way);
}

static void check(const struct way *way)
{
    const struct reply_bytes *reply = &shared->reply;
    BYTE untouched[ROOM];
    ULONG i;

    memset(untouched, 0xcc, sizeof untouched);
    if (reply->blocks) fail_msg("%s, call %u: a block stays", way->operation->name, way->position);
    if (reply->returned) {
        shared->answered++;
        if (reply->error == POISON && is_answer(reply)) return;
        for (i = 0; i < 8; i++) print_error("%llx ", ((const unsigned long long *)reply->out)[i]);
        fail_msg("%s, call %u fails with %#x%s: no answer of a sound system, or error %#x", way->operation->name,
                 way->position, (unsigned)way->status, way->is_later ? " later" : "", reply->error);
    }
    if (reply->error && reply->error != POISON && reply->length == ROOM && !memcmp(reply->out, untouched, ROOM)) return;
    fail_msg("%s, call %u: failed with error %#x, length %u, outputs touched or not reported", way->operation->name,
             way->position, reply->error, reply->length);
}

static void fail_one_by_one(struct way way)
{
    way.absent = CALLS;
    shared->operations++;
    for (way.position = 1; way.position < MOST; way.position++) {
        run_aside(&way);
        if (shared->reply.calls < way.position) return;
        check(&way);
        shared->points++;
    }
    fail_msg("%s: no end of calls", way.operation->name);
}

/* A unixlib that reports what NT does not. */
static int boot_with_processors(void **state)
{
    ULONG i;

    boot_with_unixlib(state);
    fake_unix_count();
    fake_unix.processors = 2;
    fake_unix.idle_states = 2;
    for (i = 0; i < 2; i++) {
        fake_unix.processor_times[i] = (struct unixlib_processor_times){ .idle = 50000000000 + i, .kernel = 60000000000,
            .user = 7000000000, .irq = 300000000, .softirq = 400000000 };
        fake_unix.idle_state[i] = (struct unixlib_idle_state){ .name = "C1", .latency = 2, .time = 100, .usage = 10 };
    }
    return 0;
}

#define WITH_UNIXLIB(machine) { "every_function_survives_every_failure on " #machine " with a Linux side", \
    every_function_survives_every_failure, boot_with_processors, NULL, (void *)&machine }

TEST_CASES(every_function_survives_every_failure,
           ON_EVERY(every_function_survives_every_failure),
           ON(windows_7, every_function_survives_every_failure),
           ON(windows_vista, every_function_survives_every_failure),
           WITH_UNIXLIB(wine_8), WITH_UNIXLIB(wine_10))
{
    static const NTSTATUS statuses[] = { STATUS_INSUFFICIENT_RESOURCES, STATUS_NOT_SUPPORTED };
    struct way way = { 0 };
    size_t i, j;

    for (j = 0; j < ARRAYSIZE(statuses); j++)
        for (i = 0; i < ARRAYSIZE(operations); i++) {
            way.operation = &operations[i];
            way.status = statuses[j];
            collect_answers(way);
            for (way.is_later = 0; way.is_later < 2; way.is_later++) fail_one_by_one(way);
        }
}

int main(void)
{
    int failed;

    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return 1;
    failed = run_apart();
    printf("faults: %u points in %u operations, %u of them answered all the same\n", shared->points, shared->operations,
           shared->answered);
    return failed || shared->points <= shared->operations;
}
