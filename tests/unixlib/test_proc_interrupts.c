/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "fake_tree.h"
#include "unixlib/processors/proc_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const uint64_t SENTINEL = 0xCCCCCCCCCCCCCCCC;
static struct cpu_map map;
static uint64_t counts[MOST_CPUS];

static void set_map(const char *list)
{
    assert_true(cpu_map_parse(&map, list, strlen(list)));
}

static bool read_bytes(const void *bytes, size_t size)
{
    const struct fake_tree tree = fake_tree_make();
    int proc;
    bool good;
    size_t i;

    for (i = 0; i < MOST_CPUS; i++) counts[i] = SENTINEL;
    if (bytes) fake_tree_write_bytes(&tree, "/interrupts", bytes, size);
    proc = open(tree.root, O_RDONLY | O_DIRECTORY);
    good = proc_table_read(proc, "interrupts", &map, counts);
    close(proc);
    fake_tree_remove(&tree);
    return good;
}

static bool read_text(const char *text)
{
    return read_bytes(text, strlen(text));
}

TEST(all_kinds_are_counted)
{
    set_map("0-1\n");
    assert_true(read_text("           CPU0       CPU1       \n"
                          "  0:         10          0   IO-APIC   2-edge      timer\n"
                          "131:          0        200   PCI-MSI 5-edge 77:  eth0 5 6 7\n"
                          "NMI:       3000       4000   Non-maskable interrupts\n"
                          "LOC:      50000      60000   Local timer interrupts\n"));
    assert_int_equal(counts[0], 53010);
    assert_int_equal(counts[1], 64200);
    assert_true(counts[2] == SENTINEL);
}

TEST(errors_are_no_processors)
{
    set_map("0\n");
    assert_true(read_text("           CPU0       \n"
                          "  0:         10   IO-APIC\nERR:        500\nMIS:        600\nTERR:         1\n"));
    assert_int_equal(counts[0], 11);
}

TEST(columns_belong_to_linux_numbers)
{
    set_map("1,5,8\n");
    assert_true(read_text("       CPU1       CPU4       CPU8\n  0:     10         20         30   x\n"));
    assert_int_equal(counts[0], 10);
    assert_int_equal(counts[1], 0);
    assert_int_equal(counts[2], 30);
}

TEST(counts_of_more_than_32_bits_add_up)
{
    set_map("0\n");
    assert_true(read_text("  CPU0\n  0: 4294967295 x\n  1: 4294967295 x\n"));
    assert_true(counts[0] == 2 * 4294967295ull);
}

TEST(what_is_no_table_leaves_the_output_alone)
{
    static const char *const bad[] = { "", "\n", "0: 1 2 3", "  CPU0  CPU1\n 0: 1 2", "no\n", " 0: 1 2\n" };
    size_t i;

    set_map("0-1\n");
    for (i = 0; i < sizeof bad / sizeof *bad - 1; i++) {
        assert_false(read_text(bad[i]));
        assert_true(counts[0] == SENTINEL);
    }
    assert_false(read_bytes(NULL, 0));
    assert_true(counts[0] == SENTINEL);
}

TEST(noise_does_no_harm)
{
    static char noise[1 << 20];
    size_t i;
    int round;

    set_map("0-7\n");
    srandom(3);
    for (round = 0; round < 20; round++) {
        for (i = 0; i < sizeof noise; i++) noise[i] = "CPU0123456789:  \nER"[random() % 19];
        read_bytes(noise, sizeof noise);
    }
}

/* Lines of 45,000 characters, longer than any buffer, and more columns than there may be. */
TEST(a_line_has_no_longest_length)
{
    static char text[1 << 20];
    char *at = text;
    int i, row;

    set_map("0-4095\n");
    at += sprintf(at, "     ");
    for (i = 0; i < 4096; i++) at += sprintf(at, " CPU%-6d", i);
    for (row = 1; row <= 10; row++) {
        at += sprintf(at, "\n%3d:", row);
        for (i = 0; i < 4096; i++) at += sprintf(at, " %10d", i * row);
        at += sprintf(at, "  chip 4-edge eth");
    }
    at += sprintf(at, "\n");
    assert_true(read_text(text));
    for (i = 0; i < 4096; i++) assert_int_equal(counts[i], 55 * i);

    at = text + sprintf(text, "     ");
    for (i = 0; i < 5000; i++) at += sprintf(at, " CPU%-6d", i);
    sprintf(at, "\n 0: 1 2 3\n");
    assert_false(read_text(text));
}
