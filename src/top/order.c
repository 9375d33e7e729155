/* SPDX-License-Identifier: MIT */
#include "order.h"
#include "name.h"

#include <stdlib.h>

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
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
    int order = name_compare(a->of->name, a->of->name_length, b->of->name, b->of->name_length);

    return order ? order : by_cycles(left, right);
}

size_t order_burns(const struct difference *difference, bool threads, const struct selection *selection, enum order_key key,
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
        if (!selection_has(selection, difference->burns[i].of)) continue;
        into[count++] = &difference->burns[i];
    }
    qsort(into, count, sizeof *into, orders[key]);
    return count;
}
