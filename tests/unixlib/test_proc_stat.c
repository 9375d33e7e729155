/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "unixlib/processors/proc_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct proc_stat stat;
static struct proc_stat_cpu cpu;

static int file_of(const char *text, size_t size)
{
    const int file = memfd_create("stat", MFD_CLOEXEC);

    assert_true(file >= 0);
    assert_int_equal(write(file, text, size), size);
    return file;
}

static void begin(const char *text)
{
    proc_stat_begin(&stat, file_of(text, strlen(text)));
}

TEST(every_field_goes_where_it_belongs)
{
    begin("cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1 20 300 4000 50000 6 70 800 9 10\nintr 5 6\n");
    assert_true(proc_stat_next(&stat, &cpu));
    assert_int_equal(cpu.cpu, 0);
    assert_int_equal(cpu.idle, 54000 * 10000000ll);
    assert_int_equal(cpu.part[PROC_STAT_USER], 21 * 10000000ll);
    assert_int_equal(cpu.part[PROC_STAT_SYSTEM], 300 * 10000000ll);
    assert_int_equal(cpu.part[PROC_STAT_IRQ], 6 * 10000000ll);
    assert_int_equal(cpu.part[PROC_STAT_SOFTIRQ], 70 * 10000000ll);
    assert_false(proc_stat_next(&stat, &cpu));
}

TEST(offline_cpus_have_no_line)
{
    begin("cpu  1 2 3 4 5 6 7 8 9 10\ncpu2 1 2 3 4 5 6 7 8 9 10\ncpu40 1 2 3 4 5 6 7 8 9 10\nintr 1\n");
    assert_true(proc_stat_next(&stat, &cpu));
    assert_int_equal(cpu.cpu, 2);
    assert_true(proc_stat_next(&stat, &cpu));
    assert_int_equal(cpu.cpu, 40);
    assert_false(proc_stat_next(&stat, &cpu));
}

/* Before Linux 2.6.33 there were 8 or 9. */
TEST(eight_fields_suffice)
{
    begin("cpu  1 2 3 4 5 6 7 8\ncpu0 1 2 3 4 5 6 7 8\nintr 1\n");
    assert_true(proc_stat_next(&stat, &cpu));
    assert_false(proc_stat_next(&stat, &cpu));
}

TEST(a_line_that_is_cut_off_reports_nothing)
{
    static const char text[] = "cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 11 22 33 44 55 66 77 88 99 110\n";
    size_t length;

    for (length = 0; length < sizeof text - 2; length++) {
        proc_stat_begin(&stat, file_of(text, length));
        assert_false(proc_stat_next(&stat, &cpu));
        close(stat.file);
    }
    begin(text);
    assert_true(proc_stat_next(&stat, &cpu));
}

TEST(a_line_that_is_none_is_passed_over)
{
    static const char *const bad[] = {
        "cpu0 1 2 3 4 5 6 7", "cpu0", "cpu0 ", "cpux 1 2 3 4 5 6 7 8", "cpu0x1 2 3 4 5 6 7 8", "cpu0 1 2 3 4 5 6 7 -8",
        "cpu0 1 2 3 4 5 6 7 8x", "cpu0 1 2 3 99999999999999999999 5 6 7 8", "cpu0 1 2 3 9223372036854775807 5 6 7 8",
        "cpu", "cpu99999999999999999999 1 2 3 4 5 6 7 8"
    };
    char text[256];
    size_t i;

    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, "cpu  1 2 3 4 5 6 7 8\n%s\ncpu1 1 2 3 4 5 6 7 8\nintr 1\n", bad[i]);
        begin(text);
        assert_true(proc_stat_next(&stat, &cpu));
        assert_int_equal(cpu.cpu, 1);
        close(stat.file);
    }
}

TEST(noise_is_no_cpu)
{
    static char noise[1 << 20];
    size_t i;

    srandom(2);
    for (i = 0; i < sizeof noise; i++) noise[i] = (char)random();
    proc_stat_begin(&stat, file_of(noise, sizeof noise));
    assert_false(proc_stat_next(&stat, &cpu));
    memset(noise, 'c', sizeof noise);
    proc_stat_begin(&stat, file_of(noise, sizeof noise));
    assert_false(proc_stat_next(&stat, &cpu));
    memset(noise, '\n', sizeof noise);
    proc_stat_begin(&stat, file_of(noise, sizeof noise));
    assert_false(proc_stat_next(&stat, &cpu));
    memset(noise, '1', sizeof noise);
    memcpy(noise, "cpu0 ", 5);
    proc_stat_begin(&stat, file_of(noise, sizeof noise));
    assert_false(proc_stat_next(&stat, &cpu));
}

TEST(a_closed_file_is_no_cpu)
{
    proc_stat_begin(&stat, -1);
    assert_false(proc_stat_next(&stat, &cpu));
}

/* 4,000 CPUs, in lines of every length, and an interrupt line behind them that no buffer holds. */
TEST(text_longer_than_the_buffer_is_whole)
{
    static char text[1 << 20];
    char *at = text;
    uint64_t number = 1;
    int i;

    at += sprintf(at, "cpu  1 2 3 4 5 6 7 8 9 10\n");
    for (i = 0; i < 4000; i++, number = number * 7 % 1000000007)
        at += sprintf(at, "cpu%d %ld 0 3 %d 0 6 7 8 9 10\n", i, (long)number, i);
    at += sprintf(at, "intr");
    while (at < text + sizeof text - 10) at += sprintf(at, " 0");
    begin(text);
    for (i = 0, number = 1; i < 4000; i++, number = number * 7 % 1000000007) {
        assert_true(proc_stat_next(&stat, &cpu));
        assert_int_equal(cpu.cpu, i);
        assert_int_equal(cpu.part[PROC_STAT_USER], number * 10000000);
        assert_int_equal(cpu.idle, i * 10000000ll);
    }
    assert_false(proc_stat_next(&stat, &cpu));
}

/* The text moved by a few characters between two calls: the piece that is met at the border is no CPU's line. */
TEST(a_text_that_moves_between_two_calls_reports_no_wrong_number)
{
    static char text[1 << 17], moved[1 << 17];
    char *at = text;
    size_t length, size;
    int i, shift, seen, file;

    at += sprintf(at, "cpu  1 2 3 4 5 6 7 8 9 10\n");
    for (i = 0; i < 2000; i++) at += sprintf(at, "cpu%d 111111 0 3 777777 0 6 7 8 9 10\n", 1000 + i);
    length = (size_t)(at - text);
    for (shift = 1; shift < 60; shift++) {
        file = file_of(text, length);
        proc_stat_begin(&stat, file);
        assert_true(proc_stat_next(&stat, &cpu));
        memset(moved, '9', (size_t)shift);
        memcpy(moved + shift, text, length);
        size = shift % 2 ? length + (size_t)shift : length - (size_t)shift;
        assert_int_equal(ftruncate(file, 0), 0);
        assert_int_equal(pwrite(file, shift % 2 ? moved : text + shift, size, 0), size);
        for (seen = 0; proc_stat_next(&stat, &cpu); seen++) {
            assert_int_equal(cpu.part[PROC_STAT_USER], 111111 * 10000000ll);
            assert_int_equal(cpu.idle, 777777 * 10000000ll);
            assert_in_range(cpu.cpu, 1000, 2999);
        }
        assert_true(seen > 1900);
        close(file);
    }
}
