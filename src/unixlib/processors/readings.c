/* SPDX-License-Identifier: MIT */
/* Readings of all processors' times, which threads publish one after the other and free when nobody holds them; no
   thread waits for another. */
#include "unixlib/processors/readings.h"

#include <sys/mman.h>

/* The memory is not malloc's: a thread that is ended in there would leave its lock locked. */
static struct reading *make_reading(const struct readings *readings)
{
    struct reading *reading =
        mmap(NULL, sizeof *reading + readings->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (reading == MAP_FAILED) return NULL;
    reading->users = 1;
    return reading;
}

bool readings_open(struct readings *readings, uint32_t processors)
{
    *readings = (struct readings){ .size = processors * sizeof(struct processor_clock) };
    readings->latest = readings->all[0] = make_reading(readings);
    return readings->latest;
}

void readings_close(struct readings *readings)
{
    uint32_t i;

    for (i = 0; i < MOST_READINGS && readings->all[i]; i++)
        munmap(readings->all[i], sizeof *readings->all[i] + readings->size);
    *readings = (struct readings){ 0 };
}

void readings_release(struct reading *reading)
{
    __atomic_fetch_sub(&reading->users, 1, __ATOMIC_SEQ_CST);
}

/* A reading that was replaced, and perhaps used anew, before it was held, is released again. */
struct reading *readings_latest(struct readings *readings)
{
    struct reading *reading;

    for (;;) {
        reading = __atomic_load_n(&readings->latest, __ATOMIC_SEQ_CST);
        __atomic_fetch_add(&reading->users, 1, __ATOMIC_SEQ_CST);
        if (reading == __atomic_load_n(&readings->latest, __ATOMIC_SEQ_CST)) return reading;
        readings_release(reading);
    }
}

/* An empty slot is filled, unless another thread has filled it meanwhile. */
struct reading *readings_free_one(struct readings *readings)
{
    struct reading *reading, *none;
    int32_t users;
    uint32_t i;

    for (i = 0; i < MOST_READINGS; i++) {
        reading = __atomic_load_n(&readings->all[i], __ATOMIC_SEQ_CST);
        users = 0;
        if (reading && __atomic_compare_exchange_n(&reading->users, &users, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
            return reading;
        if (reading) continue;
        reading = make_reading(readings);
        if (!reading) continue;
        none = NULL;
        if (__atomic_compare_exchange_n(&readings->all[i], &none, reading, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
            return reading;
        munmap(reading, sizeof *reading + readings->size);
    }
    return NULL;
}

bool readings_publish(struct readings *readings, struct reading *base, struct reading *next)
{
    struct reading *latest = base;

    __atomic_fetch_add(&next->users, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_compare_exchange_n(&readings->latest, &latest, next, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
        readings_release(next);
        return false;
    }
    readings_release(base);
    return true;
}
