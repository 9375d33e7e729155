/* SPDX-License-Identifier: MIT */
#include "readings.h"

#include <string.h>
#include <sys/mman.h>

static size_t clocks_size(const struct readings *looks)
{
    return looks->count * sizeof(struct processor_clock);
}

/* The memory is not malloc's: a thread that is ended in there would leave its lock locked. */
static struct reading *make(const struct readings *looks)
{
    struct reading *look =
        mmap(NULL, sizeof *look + clocks_size(looks), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (look == MAP_FAILED) return NULL;
    look->users = 1;
    return look;
}

bool readings_open(struct readings *looks, uint32_t count)
{
    *looks = (struct readings){ .count = count };
    looks->latest = looks->all[0] = make(looks);
    return looks->latest;
}

void readings_close(struct readings *looks)
{
    uint32_t i;

    for (i = 0; i < MOST_READINGS && looks->all[i]; i++) munmap(looks->all[i], sizeof *looks->all[i] + clocks_size(looks));
    *looks = (struct readings){ 0 };
}

static void hold(struct reading *look)
{
    __atomic_fetch_add(&look->users, 1, __ATOMIC_SEQ_CST);
}

void readings_release(struct reading *look)
{
    __atomic_fetch_sub(&look->users, 1, __ATOMIC_SEQ_CST);
}

/* A reading that was replaced, and perhaps used anew, before it was held, is released again. */
struct reading *readings_latest(struct readings *looks)
{
    struct reading *look;

    for (;;) {
        look = __atomic_load_n(&looks->latest, __ATOMIC_SEQ_CST);
        hold(look);
        if (look == __atomic_load_n(&looks->latest, __ATOMIC_SEQ_CST)) return look;
        readings_release(look);
    }
}

static bool take(struct reading *look)
{
    int32_t users = 0;

    return __atomic_compare_exchange_n(&look->users, &users, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

/* Puts a new reading into a slot that is empty. NULL: another thread has filled the slot, or there is no memory. */
static struct reading *add(const struct readings *looks, struct reading **place)
{
    struct reading *made = make(looks), *none = NULL;

    if (!made || __atomic_compare_exchange_n(place, &none, made, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) return made;
    munmap(made, sizeof *made + clocks_size(looks));
    return NULL;
}

struct reading *readings_free_one(struct readings *looks)
{
    struct reading *look;
    uint32_t i;

    for (i = 0; i < MOST_READINGS; i++) {
        look = __atomic_load_n(&looks->all[i], __ATOMIC_SEQ_CST);
        if (look && take(look)) return look;
        if (!look && (look = add(looks, &looks->all[i]))) return look;
    }
    return NULL;
}

bool readings_publish(struct readings *looks, struct reading *base, struct reading *next)
{
    struct reading *latest = base;

    hold(next);
    if (!__atomic_compare_exchange_n(&looks->latest, &latest, next, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
        readings_release(next);
        return false;
    }
    readings_release(base);
    return true;
}

void readings_copy(const struct readings *looks, struct reading *to, const struct reading *from)
{
    to->now = from->now;
    memcpy(to->of, from->of, clocks_size(looks));
}
