/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "fake_sample.h"
#include "top/view.h"

#include <stdlib.h>
#include <string.h>

enum { WIDEST = 200, HIGHEST = 50 };

static struct sample earlier, later;
static struct difference difference;
static const struct burn *room[1024];
static struct cell cells[WIDEST * HIGHEST];
static struct view view;
static char row[WIDEST + 1];

static void begin(size_t processors)
{
    fake_sample(&earlier, processors, 100);
    fake_sample(&later, processors, 101);
}

static void draw(int width, int height)
{
    struct grid grid = { cells, width, height };

    memset(cells, 0, sizeof cells);
    assert_true(difference_make(&difference, &earlier, &later));
    view_draw(&view, &difference, room, &grid);
}

/* A row as ASCII, without the blanks at its end. */
static const char *row_of(int width, int y)
{
    int x, end = 0;

    for (x = 0; x < width; x++) {
        row[x] = (char)cells[y * width + x].character;
        if (row[x] != ' ') end = x + 1;
    }
    row[end] = 0;
    return row;
}

static void a_processors_bar_has_a_mark_for_each_part(void **state)
{
    (void)state;
    begin(1);
    later.processors[0].idle_cycles = 500000000;
    later.processors[0].system_cycles = 300000000;
    later.processors[0].interrupt = 1000000;
    later.processors[0].state[0] = 1000000;
    later.processors[0].state[2] = 4000000;
    fake_process(&later, 8, 1, L"a.exe");
    draw(80, 24);
    assert_string_equal(row_of(80, 2), "    0 [||||||DDDDDDIII...............]  20.0  50.0  20.0  10.0  10.0   0.0  40.0");
    difference_free(&difference);
}

static void what_is_not_told_is_a_dash(void **state)
{
    (void)state;
    begin(2);
    later.processors[0].has_states = later.processors[0].has_system = false;
    later.processors[1].has_idle = false;
    fake_process(&later, 8, 1, L"a.exe");
    draw(80, 24);
    assert_string_equal(row_of(80, 2), "    0 [||||||||||||||||||||||||||||||] 100.0   0.0     -     -     -     -     -");
    assert_string_equal(row_of(80, 3), "    1 [??????????????????????????????]     -     -   0.0   0.0   0.0   0.0   0.0");
    difference_free(&difference);
}

static void processes_stand_by_cycles_and_threads_too(void **state)
{
    struct burner *thread;

    (void)state;
    begin(1);
    fake_process(&later, 8, 1, L"little.exe")->cycles = 1000000;
    fake_process(&later, 16, 1, L"much.exe")->cycles = 500000000;
    thread = fake_thread(&later, 20, 1);
    thread->cycles = 400000000, thread->user = 3000000, thread->kernel = 1000000;
    draw(80, 24);
    assert_string_equal(row_of(80, 4), "      16        1      500.0     50.0      0.0      0.0  much.exe");
    assert_string_equal(row_of(80, 5), "       8        0        1.0      0.1      0.0      0.0  little.exe");
    view_press(&view, KEY_SWITCH);
    draw(80, 24);
    assert_string_equal(row_of(80, 4), "      16       20      400.0     40.0     30.0     10.0  much.exe");
    assert_string_equal(row_of(80, 5), "");
    difference_free(&difference);
}

static void keys_sort(void **state)
{
    struct burner *burner;

    (void)state;
    begin(1);
    burner = fake_process(&later, 8, 1, L"b.exe"), burner->cycles = 30, burner->user = 1, burner->kernel = 2;
    burner = fake_process(&later, 12, 1, L"C.exe"), burner->cycles = 20, burner->user = 3, burner->kernel = 1;
    burner = fake_process(&later, 16, 1, L"A.exe"), burner->cycles = 10, burner->user = 2, burner->kernel = 3;
    view_press(&view, KEY_ID);
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "b.exe"));
    view_press(&view, KEY_NAME);
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "A.exe"));
    assert_non_null(strstr(row_of(80, 5), "b.exe"));
    view_press(&view, KEY_USER);
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "C.exe"));
    view_press(&view, KEY_KERNEL);
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "A.exe"));
    view_press(&view, KEY_CYCLES);
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "b.exe"));
    difference_free(&difference);
}

static void a_long_list_scrolls_and_stays_within_itself(void **state)
{
    uint32_t i;

    (void)state;
    begin(1);
    for (i = 0; i < 100; i++) fake_process(&later, 8 + 4 * i, 1, L"x.exe")->cycles = 1000 - i;
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 22), "      80 "));
    assert_non_null(strstr(row_of(80, 23), "q quit"));
    view_press(&view, KEY_DOWN);
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "      12 "));
    for (i = 0; i < 50; i++) view_press(&view, KEY_PAGE_DOWN);
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "     404 "));
    assert_string_equal(row_of(80, 5), "");
    view_press(&view, KEY_PAGE_UP);
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "     332 "));
    view_press(&view, KEY_HOME);
    view_press(&view, KEY_UP);
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "       8 "));
    difference_free(&difference);
}

static void many_processors_stand_side_by_side(void **state)
{
    (void)state;
    begin(160);
    later.processors[9].idle_cycles = 250000000;
    fake_process(&later, 8, 1, L"a.exe");
    draw(200, 50);
    assert_non_null(strstr(row_of(200, 3), " 0:08 [||||||||||] 100.0  0:09 [|||||||...]  75.0 "));
    assert_non_null(strstr(row_of(200, 21), " 2:31 [||||||||||] 100.0"));
    assert_non_null(strstr(row_of(200, 22), "process  threads"));
    difference_free(&difference);
}

static void too_many_processors_are_summed_up(void **state)
{
    (void)state;
    begin(160);
    later.processors[159].idle_cycles = FAKE_FREQUENCY;
    fake_process(&later, 8, 1, L"a.exe");
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 10), " 0:25 [||||||||||] 100.0  134 more, busy  99.3"));
    assert_non_null(strstr(row_of(80, 11), "process  threads"));
    difference_free(&difference);
}

static void any_size_is_drawn_into(void **state)
{
    struct grid grid;

    (void)state;
    begin(5);
    fake_process(&later, 8, 1, L"a rather long name of a program.exe");
    assert_true(difference_make(&difference, &earlier, &later));
    for (grid.width = 1; grid.width <= WIDEST; grid.width += 7)
        for (grid.height = 1; grid.height <= HIGHEST; grid.height++) {
            grid.cells = malloc(grid.width * grid.height * sizeof *grid.cells);
            view_draw(&view, &difference, room, &grid);
            free(grid.cells);
        }
    difference_free(&difference);
}

static void names_take_one_column_for_each_character(void **state)
{
    (void)state;
    begin(1);
    fake_process(&later, 8, 1, L"\x1b[2J\x4e00\xd83d\xde00\x0301x.exe")->cycles = 1;
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "  ?[2J????x.exe"));
    difference_free(&difference);
}

static void a_pause_is_seen_at_the_first_place(void **state)
{
    (void)state;
    begin(2);
    fake_process(&later, 8, 1, L"a.exe");
    draw(80, 24);
    assert_string_equal(row_of(80, 0), "cycletime top: 2 processors at 1.00 GHz, 1 processes, 0 threads, 1.00 s");
    view_press(&view, KEY_PAUSE);
    draw(80, 24);
    assert_string_equal(row_of(80, 0), "PAUSED: 2 processors at 1.00 GHz, 1 processes, 0 threads, 1.00 s");
    difference_free(&difference);
}

static void before_the_first_interval_there_is_a_word(void **state)
{
    struct grid grid = { cells, 80, 24 };

    (void)state;
    view_draw(&view, &difference, NULL, &grid);
    assert_non_null(strstr(row_of(80, 0), "the first interval is under way"));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_processors_bar_has_a_mark_for_each_part),
        cmocka_unit_test(what_is_not_told_is_a_dash),
        cmocka_unit_test(processes_stand_by_cycles_and_threads_too),
        cmocka_unit_test(keys_sort),
        cmocka_unit_test(a_long_list_scrolls_and_stays_within_itself),
        cmocka_unit_test(many_processors_stand_side_by_side),
        cmocka_unit_test(too_many_processors_are_summed_up),
        cmocka_unit_test(any_size_is_drawn_into),
        cmocka_unit_test(names_take_one_column_for_each_character),
        cmocka_unit_test(a_pause_is_seen_at_the_first_place),
        cmocka_unit_test(before_the_first_interval_there_is_a_word),
    };

    return RUN_APART(tests);
}
