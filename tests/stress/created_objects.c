/* SPDX-License-Identifier: MIT */
#include "created_objects.h"
#include "stress.h"

#include <stdio.h>

struct created_object {
    HANDLE handle;
    ULONG64 born;  /* the time-stamp counter before it was created */
};

static SRWLOCK lock = SRWLOCK_INIT;
static struct created_object objects[CREATED_OBJECTS];
static unsigned next;

/* Keeps the handle in place of an older one, which is closed. */
static void put(HANDLE handle, ULONG64 born)
{
    HANDLE old;

    AcquireSRWLockExclusive(&lock);
    old = objects[next].handle;
    objects[next] = (struct created_object){ handle, born };
    next = (next + 1) % CREATED_OBJECTS;
    ReleaseSRWLockExclusive(&lock);
    if (old) CloseHandle(old);
}

void created_object_await(HANDLE handle, ULONG64 born)
{
    HANDLE kept;

    must(DuplicateHandle(GetCurrentProcess(), handle, GetCurrentProcess(), &kept, 0, FALSE, DUPLICATE_SAME_ACCESS),
         "DuplicateHandle");
    put(kept, born);
    must(WaitForSingleObject(handle, INFINITE) == WAIT_OBJECT_0, "WaitForSingleObject");
}

/* Duplicates the handle of any of them. Returns FALSE if there is none. */
static BOOL get(struct created_object *object, ULONG64 random)
{
    BOOL done;

    AcquireSRWLockShared(&lock);
    *object = objects[random % CREATED_OBJECTS];
    done = object->handle
           && DuplicateHandle(GetCurrentProcess(), object->handle, GetCurrentProcess(), &object->handle, 0, FALSE,
                              DUPLICATE_SAME_ACCESS);
    ReleaseSRWLockShared(&lock);
    return done;
}

void created_objects_end(void)
{
    unsigned i;

    for (i = 0; i < CREATED_OBJECTS; i++) put(NULL, 0);
}

/* Wine counts in steps of 10 ms, kernel and user each; 1 % for the rates, which are measured apart. Of a process it runs
   on all processors at most. */
static ULONG64 most_since(ULONG64 born, BOOL of_thread)
{
    const ULONG64 passed = (tsc() - born) * (of_thread ? 1 : GetActiveProcessorCount(ALL_PROCESSOR_GROUPS));

    return passed + passed / 100 + (with_unixlib() ? ticks_of_ms(1) : 2 * coarseness());
}

/* The last of each value, FALSE before. */
struct known {
    BOOL answered;
    ULONG64 cycles, kernel, user;
};

static void judge(struct answer answer, enum which which, const struct created_object *object, struct known *known,
                  struct object_faults *faults)
{
    const BOOL cycles = calls[which].outputs == 1;
    const struct times times = times_of_answer(answer);
    ULONG64 sum = cycles ? answer.outputs[0] : ticks_of_100ns(total(times));
    static struct fault more = { "more than has passed", 0 };

    InterlockedIncrement64(&faults->answers);
    if (!answer.done) {
        InterlockedIncrement64(&faults->unknown);
        if (!cycles || answer.error != ERROR_NOT_SUPPORTED) InterlockedIncrement(&faults->refused);
        if (known->answered) InterlockedIncrement(&faults->forgotten);
        return;
    }
    if (sum > most_since(object->born, calls[which].of_thread)) {
        InterlockedIncrement(&faults->too_much);
        fault_note(&more, which, sum, most_since(object->born, calls[which].of_thread));
    }
    if (cycles ? sum < known->cycles : times.kernel < known->kernel || times.user < known->user)
        InterlockedIncrement(&faults->back);
    known->answered = TRUE;
    if (cycles) {
        known->cycles = sum;
    } else {
        known->kernel = times.kernel;
        known->user = times.user;
    }
}

BOOL created_objects_ask(ULONG64 random, enum which cycles, enum which times, struct object_faults *faults)
{
    struct known known[2] = { { 0 } };
    struct created_object object;
    int i;

    if (!get(&object, random)) return FALSE;
    for (i = 0; i < 4; i++) {
        judge(ask(cycles, object.handle), cycles, &object, &known[0], faults);
        judge(ask(times, object.handle), times, &object, &known[1], faults);
    }
    CloseHandle(object.handle);
    return TRUE;
}

BOOL object_faults_none(const char *what, const struct object_faults *faults)
{
    printf("%s: %lld answers, %lld of them that it is not known; %ld went back, %ld too much, %ld refused, %ld forgotten\n",
           what, faults->answers, faults->unknown, faults->back, faults->too_much, faults->refused, faults->forgotten);
    if (with_unixlib() && faults->unknown) return FALSE;
    return faults->answers > 100 && !faults->back && !faults->too_much && !faults->refused && !faults->forgotten;
}
