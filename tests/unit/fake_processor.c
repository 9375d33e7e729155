/* SPDX-License-Identifier: MIT */
#include "fake_processor.h"

#include <assert.h>

struct fake_processor fake_processor;

void fake_processor_boot(void)
{
    fake_processor = (struct fake_processor){ .tsc = 1ull << 40, .step = 25, .hz = FAKE_RATE,
                                              .frequency = 10000000, .direction = 1 };
    fake_leaf(0, 0x16, 0, 0, 0);
    fake_leaf(0x15, 2, 250, 20000000, 0);
}

void fake_no_leaves(void)
{
    fake_processor.leaf_count = 0;
}

void fake_leaf(ULONG leaf, ULONG eax, ULONG ebx, ULONG ecx, ULONG edx)
{
    ULONG i = 0;

    while (i < fake_processor.leaf_count && fake_processor.leaves[i].leaf != leaf) i++;
    assert(i < FAKE_LEAVES);
    if (i == fake_processor.leaf_count) fake_processor.leaf_count++;
    fake_processor.leaves[i].leaf = leaf;
    fake_processor.leaves[i].id = (struct processor_id){ eax, ebx, ecx, edx };
}

void fake_hypervisor_rate(ULONG khz)
{
    fake_leaf(1, 0, 0, 0x80000000, 0);
    fake_leaf(0x40000000, 0x40000010, 0x4b4d564b, 0x564b4d56, 0x4d);
    fake_leaf(0x40000010, khz, 0, 0, 0);
}

void fake_invariant_tsc(void)
{
    fake_leaf(0x80000000, 0x80000008, 0, 0, 0);
    fake_leaf(0x80000007, 0, 0, 0, 0x100);
}

struct processor_id cpu_read_id(uint32_t leaf)
{
    ULONG i;

    for (i = 0; i < fake_processor.leaf_count; i++)
        if (fake_processor.leaves[i].leaf == leaf) return fake_processor.leaves[i].id;
    return (struct processor_id){ 0, 0, 0, 0 };
}

uint64_t cpu_read_tsc(void)
{
    void (*meanwhile)(void) = __atomic_exchange_n(&fake_processor.meanwhile, NULL, __ATOMIC_RELAXED);

    if (meanwhile) meanwhile();
    return __atomic_add_fetch(&fake_processor.tsc, fake_processor.step, __ATOMIC_RELAXED);
}

void fake_processor_pass(void)
{
    if (fake_processor.interruption) fake_processor.tsc += fake_processor.interruption(fake_processor.readings);
    fake_processor.readings++;
}

LONGLONG fake_processor_counter(LONGLONG *frequency)
{
    LONGLONG counter;

    fake_processor_pass();
    counter = (LONGLONG)((unsigned __int128)fake_processor.tsc * fake_processor.frequency / fake_processor.hz);
    fake_processor_pass();
    *frequency = fake_processor.frequency;
    return (1ll << 48) + fake_processor.slept + fake_processor.direction * counter;
}
