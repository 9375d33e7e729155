/* SPDX-License-Identifier: MIT */
/* Processes below those that started them. */
#include "apart.h"
#include "fake_sample.h"
#include "tools/top/screen.h"

#include <stdio.h>
#include <string.h>

static struct sample earlier, later;
static struct interval interval;
static struct rows rows;
static struct selection selection;
static struct process_info infos[1024];
static size_t info_count;

/* The parent may be added later; 0: it is gone. */
static struct task *add(uint32_t id, uint32_t parent, uint64_t created, uint64_t cycles, const wchar_t *name)
{
    struct task *task;

    if (!info_count) fake_sample(&later, 1, 101);
    task = fake_process(&later, id, created, name);
    infos[info_count] = (struct process_info){ .created = created, .process = id, .parent = parent };
    task->info = &infos[info_count++];
    task->cycles = cycles;
    return task;
}

static void link_infos(void)
{
    size_t i, at;

    for (i = 0; i < info_count; i++) {
        infos[i].place = i;
        for (at = 0; at < info_count; at++)
            if (infos[at].process == infos[i].parent) infos[i].above = &infos[at];
    }
}

/* The rows as "id id ...", a ">" for each level before the id, and a "?" behind one that is no match. */
static const char *tree(void)
{
    const struct rows_query query = { &selection, NULL, ORDER_CYCLES, false, true };
    static char text[20000];
    char number[16];
    size_t i, depth;

    link_infos();
    fake_sample(&earlier, 1, 100);
    assert_true(interval_make(&interval, &earlier, &later));
    assert_true(rows_reserve(&rows, interval.usage_count));
    rows_make(&rows, &interval, &query);
    text[0] = 0;
    for (i = 0; i < rows.count; i++) {
        if (i) strcat(text, " ");
        for (depth = 0; depth < rows.row[i].depth; depth++) strcat(text, ">");
        snprintf(number, sizeof number, "%u%s", (unsigned)rows.row[i].usage->of->process, rows.row[i].is_match ? "" : "?");
        strcat(text, number);
    }
    return text;
}

static void end(void)
{
    rows_free(&rows);
    interval_free(&interval);
    sample_free(&earlier);
    sample_free(&later);
}

TEST(siblings_stand_in_order_below_their_parent)
{
    add(16, 8, 3, 10, L"a.exe");
    add(12, 8, 2, 20, L"b.exe");
    add(8, 0, 1, 0, L"c.exe");
    add(20, 16, 4, 99, L"d.exe");
    add(24, 0, 5, 1, L"e.exe");
    assert_string_equal(tree(), "24 8 >12 >16 >>20");
    end();
}

TEST(one_whose_parent_is_gone_stands_at_the_top)
{
    add(8, 4, 1, 1, L"a.exe");
    add(12, 8, 2, 0, L"b.exe");
    assert_string_equal(tree(), "8 >12");
    end();
}

TEST(processes_with_unknown_parents_are_at_the_top)
{
    add(8, 0, 1, 1, L"a.exe");
    add(12, 8, 2, 2, L"b.exe")->info = NULL;
    assert_string_equal(tree(), "12 8");
    end();
}

TEST(matches_come_with_those_above_them)
{
    add(8, 0, 1, 1, L"shell.exe");
    add(12, 8, 2, 2, L"make.exe");
    add(16, 12, 3, 3, L"compiler.exe");
    add(20, 12, 4, 4, L"linker.exe");
    add(24, 16, 5, 5, L"other.exe");
    memcpy(selection.part, L"compil", 12);
    selection.part_length = 6;
    assert_string_equal(tree(), "8? >12? >>16");
    memcpy(selection.part, L"nobody", 12);
    assert_string_equal(tree(), "");
    end();
}

TEST(of_one_process_only_those_below_it_are_there)
{
    add(8, 0, 1, 1, L"a.exe");
    add(12, 8, 2, 2, L"b.exe");
    add(16, 12, 3, 3, L"c.exe");
    infos[2].is_followed = true;
    selection.process = 12;
    selection.tree = true;
    assert_string_equal(tree(), "12 >16");
    end();
}

TEST(a_chain_of_a_thousand_is_a_tree_too)
{
    uint32_t i;

    for (i = 1; i <= 1000; i++) add(4 * i, 4 * (i - 1), i, 0, L"a.exe");
    link_infos();
    fake_sample(&earlier, 1, 100);
    assert_true(interval_make(&interval, &earlier, &later));
    assert_true(rows_reserve(&rows, interval.usage_count));
    rows_make(&rows, &interval, &(struct rows_query){ &selection, NULL, ORDER_CYCLES, false, true });
    assert_int_equal(rows.count, 1000);
    assert_int_equal(rows.row[999].depth, 999);
    assert_int_equal(rows.row[999].usage->of->process, 4000);
    end();
}

TEST(lines_go_on_where_a_sibling_follows)
{
    add(8, 0, 1, 0, L"a.exe");
    add(12, 8, 2, 3, L"b.exe");
    add(16, 12, 3, 2, L"c.exe");
    add(20, 12, 4, 1, L"d.exe");
    add(24, 8, 5, 1, L"e.exe");
    assert_string_equal(tree(), "8 >12 >>16 >>20 >24");
    assert_int_equal(rows.row[1].lines, 1);
    assert_int_equal(rows.row[2].lines, 3);
    assert_int_equal(rows.row[3].lines, 1);
    assert_int_equal(rows.row[4].lines, 0);
    end();
}
