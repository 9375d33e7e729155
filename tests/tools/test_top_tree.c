/* SPDX-License-Identifier: MIT */
/* Processes below those that started them. */
#include "apart.h"
#include "fake_sample.h"
#include "tools/top/rows.h"

#include <stdio.h>
#include <string.h>

static struct sample earlier, later;
static struct difference difference;
static struct rows rows;
static struct selection selection;
static struct origin origins[1024];
static size_t origin_count;

/* The parent may be added later; 0: it is gone. */
static struct burner *add(uint32_t id, uint32_t parent, uint64_t created, uint64_t cycles, const wchar_t *name)
{
    struct burner *burner;

    if (!origin_count) fake_sample(&later, 1, 101);
    burner = fake_process(&later, id, created, name);
    origins[origin_count] = (struct origin){ .created = created, .process = id, .parent = parent };
    burner->origin = &origins[origin_count++];
    burner->cycles = cycles;
    return burner;
}

static void link_origins(void)
{
    size_t i, at;

    for (i = 0; i < origin_count; i++) {
        origins[i].place = i;
        for (at = 0; at < origin_count; at++)
            if (origins[at].process == origins[i].parent) origins[i].above = &origins[at];
    }
}

/* The rows as "id id ...", a ">" for each level before the id, and a "?" behind one that is no match. */
static const char *tree(void)
{
    const struct rows_query query = { &selection, ORDER_CYCLES, false, true };
    static char text[20000];
    char number[16];
    size_t i, depth;

    link_origins();
    fake_sample(&earlier, 1, 100);
    assert_true(difference_make(&difference, &earlier, &later));
    assert_true(rows_reserve(&rows, difference.burn_count));
    rows_make(&rows, &difference, &query);
    text[0] = 0;
    for (i = 0; i < rows.count; i++) {
        if (i) strcat(text, " ");
        for (depth = 0; depth < rows.row[i].depth; depth++) strcat(text, ">");
        snprintf(number, sizeof number, "%u%s", (unsigned)rows.row[i].burn->of->process, rows.row[i].is_match ? "" : "?");
        strcat(text, number);
    }
    return text;
}

static void end(void)
{
    rows_free(&rows);
    difference_free(&difference);
    sample_free(&earlier);
    sample_free(&later);
}

static void siblings_stand_in_order_below_their_parent(void **state)
{
    (void)state;
    add(16, 8, 3, 10, L"a.exe");
    add(12, 8, 2, 20, L"b.exe");
    add(8, 0, 1, 0, L"c.exe");
    add(20, 16, 4, 99, L"d.exe");
    add(24, 0, 5, 1, L"e.exe");
    assert_string_equal(tree(), "24 8 >12 >16 >>20");
    end();
}

static void one_whose_parent_is_gone_stands_at_the_top(void **state)
{
    (void)state;
    add(8, 4, 1, 1, L"a.exe");
    add(12, 8, 2, 0, L"b.exe");
    assert_string_equal(tree(), "8 >12");
    end();
}

static void one_that_is_not_told_of_stands_at_the_top(void **state)
{
    (void)state;
    add(8, 0, 1, 1, L"a.exe");
    add(12, 8, 2, 2, L"b.exe")->origin = NULL;
    assert_string_equal(tree(), "12 8");
    end();
}

static void matches_come_with_those_above_them(void **state)
{
    (void)state;
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

static void of_one_process_only_those_below_it_are_there(void **state)
{
    (void)state;
    add(8, 0, 1, 1, L"a.exe");
    add(12, 8, 2, 2, L"b.exe");
    add(16, 12, 3, 3, L"c.exe");
    origins[2].is_followed = true;
    selection.process = 12;
    selection.tree = true;
    assert_string_equal(tree(), "12 >16");
    end();
}

static void a_chain_of_a_thousand_is_a_tree_too(void **state)
{
    uint32_t i;

    (void)state;
    for (i = 1; i <= 1000; i++) add(4 * i, 4 * (i - 1), i, 0, L"a.exe");
    link_origins();
    fake_sample(&earlier, 1, 100);
    assert_true(difference_make(&difference, &earlier, &later));
    assert_true(rows_reserve(&rows, difference.burn_count));
    rows_make(&rows, &difference, &(struct rows_query){ &selection, ORDER_CYCLES, false, true });
    assert_int_equal(rows.count, 1000);
    assert_int_equal(rows.row[999].depth, 999);
    assert_int_equal(rows.row[999].burn->of->process, 4000);
    end();
}

static void lines_go_on_where_a_sibling_follows(void **state)
{
    (void)state;
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

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(siblings_stand_in_order_below_their_parent),
        cmocka_unit_test(one_whose_parent_is_gone_stands_at_the_top),
        cmocka_unit_test(one_that_is_not_told_of_stands_at_the_top),
        cmocka_unit_test(matches_come_with_those_above_them),
        cmocka_unit_test(of_one_process_only_those_below_it_are_there),
        cmocka_unit_test(a_chain_of_a_thousand_is_a_tree_too),
        cmocka_unit_test(lines_go_on_where_a_sibling_follows),
    };

    return RUN_APART(tests);
}
