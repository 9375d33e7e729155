/* SPDX-License-Identifier: MIT */
/* Processes below those that started them. */
#include "apart.h"
#include "fake_sample.h"

#include <stdio.h>
#include <string.h>

static struct selection selection;
static struct process_info infos[1024];
static size_t info_count;

/* Processes are created in the order of their ids. The parent may be added later; 0: it is gone. */
static struct task *add(uint32_t id, uint32_t parent, uint64_t cycles, const wchar_t *name)
{
    struct task *task = fake_process(&later, id, id, name);

    infos[info_count] = (struct process_info){ .created = id, .process = id, .parent = parent };
    task->info = &infos[info_count++];
    task->cycles = cycles;
    return task;
}

/* Adds processes: an id, the parent's id and cycles, in braces, for each. */
#define add_all(...) add_table((const uint32_t[][3]){ __VA_ARGS__, { 0 } })

static void add_table(const uint32_t (*process)[3])
{
    for (; (*process)[0]; process++) add((*process)[0], (*process)[1], (*process)[2], L"x.exe");
}

static void make_rows(void)
{
    const struct rows_query query = { &selection, NULL, ORDER_CYCLES, false, true };
    size_t i, at;

    for (i = 0; i < info_count; i++) {
        infos[i].place = i;
        for (at = 0; at < info_count; at++)
            if (infos[at].process == infos[i].parent) infos[i].above = &infos[at];
    }
    compare_samples();
    rows_make(&rows, &interval, &query);
}

/* The rows as "id id ...", a ">" for each level before the id, and a "?" behind one that is no match. */
static const char *tree(void)
{
    static char text[20000];
    char number[16];
    size_t i, depth;

    make_rows();
    text[0] = 0;
    for (i = 0; i < rows.count; i++) {
        if (i) strcat(text, " ");
        for (depth = 0; depth < rows.row[i].depth; depth++) strcat(text, ">");
        snprintf(number, sizeof number, "%u%s", (unsigned)rows.row[i].usage->of->process, rows.row[i].is_match ? "" : "?");
        strcat(text, number);
    }
    return text;
}

TEST_OF_PROCESSORS(1, siblings_stand_in_order_below_their_parent)
{
    add_all({ 16, 8, 10 }, { 12, 8, 20 }, { 8, 0, 0 }, { 20, 16, 99 }, { 24, 0, 1 });
    assert_string_equal(tree(), "24 8 >12 >16 >>20");
}

TEST_OF_PROCESSORS(1, a_process_whose_parent_is_gone_stands_at_the_top)
{
    add_all({ 8, 4, 1 }, { 12, 8, 0 });
    assert_string_equal(tree(), "8 >12");
}

TEST_OF_PROCESSORS(1, processes_with_unknown_parents_are_at_the_top)
{
    add_all({ 8, 0, 1 });
    add(12, 8, 2, L"b.exe")->info = NULL;
    assert_string_equal(tree(), "12 8");
}

TEST_OF_PROCESSORS(1, matches_come_with_those_above_them)
{
    add(8, 0, 1, L"shell.exe");
    add(12, 8, 2, L"make.exe");
    add(16, 12, 3, L"compiler.exe");
    add(20, 12, 4, L"linker.exe");
    add(24, 16, 5, L"other.exe");
    memcpy(selection.part, L"compil", 12);
    selection.part_length = 6;
    assert_string_equal(tree(), "8? >12? >>16");
    memcpy(selection.part, L"nobody", 12);
    assert_string_equal(tree(), "");
}

TEST_OF_PROCESSORS(1, of_one_process_only_those_below_it_are_there)
{
    add_all({ 8, 0, 1 }, { 12, 8, 2 }, { 16, 12, 3 });
    infos[2].is_followed = true;
    selection.process = 12;
    selection.tree = true;
    assert_string_equal(tree(), "12 >16");
}

TEST_OF_PROCESSORS(1, a_chain_of_a_thousand_is_a_tree_too)
{
    uint32_t i;

    for (i = 1; i <= 1000; i++) add(4 * i, 4 * (i - 1), 0, L"x.exe");
    make_rows();
    assert_int_equal(rows.count, 1000);
    assert_int_equal(rows.row[999].depth, 999);
    assert_int_equal(rows.row[999].usage->of->process, 4000);
}

TEST_OF_PROCESSORS(1, lines_go_on_where_a_sibling_follows)
{
    add_all({ 8, 0, 0 }, { 12, 8, 3 }, { 16, 12, 2 }, { 20, 12, 1 }, { 24, 8, 1 });
    assert_string_equal(tree(), "8 >12 >>16 >>20 >24");
    assert_int_equal(rows.row[1].lines, 1);
    assert_int_equal(rows.row[2].lines, 3);
    assert_int_equal(rows.row[3].lines, 1);
    assert_int_equal(rows.row[4].lines, 0);
}
