/* SPDX-License-Identifier: MIT */
#include "looks.h"

#include <string.h>
#include <sys/mman.h>

static size_t clocks_size(const struct looks *looks)
{
    return looks->count * sizeof(struct processor_clock);
}

/* Not malloc's: a thread that is ended in there would leave its lock locked. */
static struct look *make(const struct looks *looks)
{
    struct look *look =
        mmap(NULL, sizeof *look + clocks_size(looks), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (look == MAP_FAILED) return NULL;
    look->users = 1;
    return look;
}

bool looks_open(struct looks *looks, uint32_t count)
{
    *looks = (struct looks){ .count = count };
    looks->latest = looks->all[0] = make(looks);
    return looks->latest;
}

void looks_close(struct looks *looks)
{
    uint32_t i;

    for (i = 0; i < MOST_LOOKS && looks->all[i]; i++) munmap(looks->all[i], sizeof *looks->all[i] + clocks_size(looks));
    *looks = (struct looks){ 0 };
}

static void hold(struct look *look)
{
    __atomic_fetch_add(&look->users, 1, __ATOMIC_SEQ_CST);
}

void looks_release(struct look *look)
{
    __atomic_fetch_sub(&look->users, 1, __ATOMIC_SEQ_CST);
}

/* One that was replaced, and perhaps taken anew, before it was held, is let go again. */
struct look *looks_latest(struct looks *looks)
{
    struct look *look;

    for (;;) {
        look = __atomic_load_n(&looks->latest, __ATOMIC_SEQ_CST);
        hold(look);
        if (look == __atomic_load_n(&looks->latest, __ATOMIC_SEQ_CST)) return look;
        looks_release(look);
    }
}

static bool take(struct look *look)
{
    int32_t users = 0;

    return __atomic_compare_exchange_n(&look->users, &users, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

/* Put where there is none yet. NULL: another thread has put one there. */
static struct look *add(const struct looks *looks, struct look **place)
{
    struct look *made = make(looks), *none = NULL;

    if (!made || __atomic_compare_exchange_n(place, &none, made, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) return made;
    munmap(made, sizeof *made + clocks_size(looks));
    return NULL;
}

struct look *looks_free_one(struct looks *looks)
{
    struct look *look;
    uint32_t i;

    for (i = 0; i < MOST_LOOKS; i++) {
        look = __atomic_load_n(&looks->all[i], __ATOMIC_SEQ_CST);
        if (look && take(look)) return look;
        if (!look && (look = add(looks, &looks->all[i]))) return look;
    }
    return NULL;
}

bool looks_publish(struct looks *looks, struct look *base, struct look *next)
{
    struct look *latest = base;

    hold(next);
    if (!__atomic_compare_exchange_n(&looks->latest, &latest, next, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
        looks_release(next);
        return false;
    }
    looks_release(base);
    return true;
}

void looks_copy(const struct looks *looks, struct look *to, const struct look *from)
{
    to->now = from->now;
    memcpy(to->of, from->of, clocks_size(looks));
}
