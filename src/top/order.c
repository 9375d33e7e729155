/* SPDX-License-Identifier: MIT */
#include "order.h"

#include <stdlib.h>

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static uint16_t lower(uint16_t unit)
{
    return unit >= 'A' && unit <= 'Z' ? unit + ('a' - 'A') : unit;
}

static int compare_names(const struct burner *a, const struct burner *b)
{
    size_t i;

    for (i = 0; i < a->name_length && i < b->name_length; i++)
        if (lower(a->name[i]) != lower(b->name[i])) return compare(lower(a->name[i]), lower(b->name[i]));
    return compare(a->name_length, b->name_length);
}

static int by_id(const void *left, const void *right)
{
    const struct burn *a = *(const struct burn *const *)left, *b = *(const struct burn *const *)right;
    int order = compare(a->of->process, b->of->process);

    return order ? order : compare(a->of->thread, b->of->thread);
}

static int by_cycles(const void *left, const void *right)
{
    const struct burn *a = *(const struct burn *const *)left, *b = *(const struct burn *const *)right;
    int order = compare(b->cycles, a->cycles);

    return order ? order : by_id(left, right);
}

static int by_user(const void *left, const void *right)
{
    const struct burn *a = *(const struct burn *const *)left, *b = *(const struct burn *const *)right;
    int order = compare(b->user, a->user);

    return order ? order : by_cycles(left, right);
}

static int by_kernel(const void *left, const void *right)
{
    const struct burn *a = *(const struct burn *const *)left, *b = *(const struct burn *const *)right;
    int order = compare(b->kernel, a->kernel);

    return order ? order : by_cycles(left, right);
}

static int by_name(const void *left, const void *right)
{
    const struct burn *a = *(const struct burn *const *)left, *b = *(const struct burn *const *)right;
    int order = compare_names(a->of, b->of);

    return order ? order : by_cycles(left, right);
}

size_t order_burns(const struct difference *difference, bool threads, uint32_t process, enum order_key key,
                   const struct burn **into)
{
    static int (*const orders[])(const void *, const void *) = { [ORDER_CYCLES] = by_cycles,
                                                                 [ORDER_USER] = by_user,
                                                                 [ORDER_KERNEL] = by_kernel,
                                                                 [ORDER_ID] = by_id,
                                                                 [ORDER_NAME] = by_name };
    size_t count = 0, i;

    for (i = 0; i < difference->burn_count; i++) {
        if ((difference->burns[i].of->thread != 0) != threads) continue;
        if (process && difference->burns[i].of->process != process) continue;
        into[count++] = &difference->burns[i];
    }
    qsort(into, count, sizeof *into, orders[key]);
    return count;
}
