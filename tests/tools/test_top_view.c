/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "fake_sample.h"
#include "tools/top/screen.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { WIDEST = 200, HIGHEST = 50 };

static struct sample earlier, later;
static struct interval interval;
static struct rows rows;
static struct cell cells[WIDEST * HIGHEST];
static struct view view;
static char row[WIDEST + 1];
static const uint16_t command[] = u"\"C:\\a b\\a.exe\" --job=seven";

static void begin(size_t processors)
{
    fake_sample(&earlier, processors, 100);
    fake_sample(&later, processors, 101);
}

static void draw(int width, int height)
{
    struct grid grid = { .cells = cells, .width = width, .height = height };

    memset(cells, 0, sizeof cells);
    assert_true(interval_make(&interval, &earlier, &later));
    assert_true(rows_reserve(&rows, interval.usage_count));
    view_draw(&view, &interval, &rows, &grid);
}

static void press_key(uint16_t key)
{
    view_handle_key(&view, key, 0);
}

static void type(const char *text)
{
    for (; *text; text++) view_handle_key(&view, 0, (uint16_t)*text);
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

TEST(a_processors_bar_has_a_mark_for_each_part)
{
    begin(1);
    later.processors[0].idle_cycles = 500000000;
    later.processors[0].system_cycles = 300000000;
    later.processors[0].time[TIME_INTERRUPT] = 1000000;
    later.processors[0].state[0] = 1000000;
    later.processors[0].state[2] = 4000000;
    fake_process(&later, 8, 1, L"a.exe");
    draw(80, 24);
    assert_string_equal(row_of(80, 2), "    0 [||||||DDDDDDIII...............]  20.0  50.0  20.0  10.0  10.0   0.0  40.0");
    interval_free(&interval);
}

TEST(unknown_values_are_a_dash)
{
    begin(2);
    later.processors[0].has_states = later.processors[0].has_system = false;
    later.processors[1].has_idle = false;
    fake_process(&later, 8, 1, L"a.exe");
    draw(80, 24);
    assert_string_equal(row_of(80, 2), "    0 [||||||||||||||||||||||||||||||] 100.0   0.0     -     -     -     -     -");
    assert_string_equal(row_of(80, 3), "    1 [??????????????????????????????]     -     -   0.0   0.0   0.0   0.0   0.0");
    interval_free(&interval);
}

TEST(processes_stand_by_cycles_and_threads_too)
{
    struct task *thread;

    begin(1);
    fake_process(&later, 8, 1, L"little.exe")->cycles = 1000000;
    fake_process(&later, 16, 1, L"much.exe")->cycles = 500000000;
    thread = fake_thread(&later, 20, 1);
    thread->cycles = 400000000, thread->user = 3000000, thread->kernel = 1000000;
    draw(80, 24);
    assert_string_equal(row_of(80, 4), "     16       1     500.0    50.0    0.0      0.0      -    -  much.exe");
    assert_string_equal(row_of(80, 5), "      8       0       1.0     0.1    0.0      0.0      -    -  little.exe");
    type("t");
    draw(80, 24);
    assert_string_equal(row_of(80, 4), "     16      20     400.0    40.0   30.0     10.0           -  much.exe");
    assert_string_equal(row_of(80, 5), "");
    interval_free(&interval);
}

TEST(keys_sort)
{
    struct task *task;

    begin(1);
    task = fake_process(&later, 8, 1, L"b.exe"), task->cycles = 30, task->user = 1, task->kernel = 2;
    task = fake_process(&later, 12, 1, L"C.exe"), task->cycles = 20, task->user = 3, task->kernel = 1;
    task = fake_process(&later, 16, 1, L"A.exe"), task->cycles = 10, task->user = 2, task->kernel = 3;
    type("i");
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "b.exe"));
    type("n");
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "A.exe"));
    assert_non_null(strstr(row_of(80, 5), "b.exe"));
    later.tasks[1].working_set = 1;
    type("m");
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "C.exe"));
    type("u");
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "C.exe"));
    type("k");
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "A.exe"));
    type("c");
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "b.exe"));
    interval_free(&interval);
}

TEST(a_long_list_scrolls_and_stays_within_itself)
{
    uint32_t i;

    begin(1);
    for (i = 0; i < 100; i++) fake_process(&later, 8 + 4 * i, 1, L"x.exe")->cycles = 1000 - i;
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 22), "     80 "));
    assert_non_null(strstr(row_of(80, 23), "q quit"));
    for (i = 0; i < 20; i++) press_key(VK_DOWN);
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "     12 "));
    for (i = 0; i < 50; i++) press_key(VK_NEXT);
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "    404 "));
    assert_string_equal(row_of(80, 5), "");
    press_key(VK_PRIOR);
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "    332 "));
    press_key(VK_HOME);
    press_key(VK_UP);
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "      8 "));
    interval_free(&interval);
}

static bool has_cursor(int y)
{
    return cells[y * 80].colour == COLOUR_CURSOR;
}

TEST(the_cursor_stays_with_its_process)
{
    struct task *first, *second;

    begin(1);
    first = fake_process(&later, 8, 1, L"a.exe"), second = fake_process(&later, 12, 1, L"b.exe");
    first->cycles = 2, second->cycles = 1;
    draw(80, 24);
    assert_false(has_cursor(4));
    press_key(VK_DOWN);
    draw(80, 24);
    assert_true(has_cursor(4) && !has_cursor(5));
    press_key(VK_DOWN);
    draw(80, 24);
    assert_true(!has_cursor(4) && has_cursor(5));
    second->cycles = 3;
    draw(80, 24);
    assert_string_equal(row_of(80, 4) + 63, "b.exe");
    assert_true(has_cursor(4) && !has_cursor(5));
    second->created = 2; /* another process with its id */
    draw(80, 24);
    assert_true(has_cursor(4));
    press_key(VK_HOME);
    draw(80, 24);
    assert_false(has_cursor(4) || has_cursor(5));
    interval_free(&interval);
}

TEST(keys_show_and_hide_threads_below_their_process)
{
    struct task *thread;

    begin(1);
    fake_process(&later, 8, 1, L"a.exe")->cycles = 500000000, later.tasks[0].working_set = 3 << 19;
    fake_thread(&later, 12, 1)->cycles = 100000000;
    thread = fake_thread(&later, 16, 1);
    thread->cycles = 400000000, thread->is_exact = false;
    fake_process(&later, 20, 1, L"b.exe")->cycles = 1000000;
    draw(80, 24);
    press_key(VK_RIGHT);
    draw(80, 24);
    assert_string_equal(row_of(80, 4), "      8       2     500.0    50.0    0.0      0.0    1.5    -  a.exe");
    assert_string_equal(row_of(80, 5), "      8            ~400.0    40.0    0.0      0.0              |-thread 16");
    assert_string_equal(row_of(80, 6), "      8             100.0    10.0    0.0      0.0              `-thread 12");
    assert_string_equal(row_of(80, 7) + 63, "b.exe");
    assert_true(has_cursor(4));
    press_key(VK_DOWN);
    draw(80, 24);
    press_key(VK_LEFT); /* at the thread */
    draw(80, 24);
    assert_string_equal(row_of(80, 5) + 63, "b.exe");
    assert_true(has_cursor(4));
    interval_free(&interval);
}

TEST(in_a_tree_threads_stand_before_children)
{
    const struct process_info top = { .process = 8 }, child = { .process = 12, .above = &top, .place = 2 };

    begin(1);
    fake_process(&later, 8, 1, L"a.exe")->info = &top;
    fake_thread(&later, 16, 1);
    fake_process(&later, 12, 2, L"b.exe")->info = &child;
    fake_thread(&later, 20, 1);
    type("iT");
    draw(80, 24);
    press_key(VK_RIGHT);
    press_key(VK_DOWN);
    draw(80, 24);
    press_key(VK_DOWN);
    draw(80, 24);
    press_key(VK_RIGHT);
    draw(80, 24);
    assert_string_equal(row_of(80, 4) + 63, "a.exe");
    assert_string_equal(row_of(80, 5) + 63, "|-thread 16");
    assert_string_equal(row_of(80, 6) + 63, "`-b.exe");
    assert_string_equal(row_of(80, 7) + 63, "  `-thread 20");
    interval_free(&interval);
}

TEST(figures_in_steps_have_a_mark_that_a_line_explains)
{
    begin(1);
    fake_process(&later, 8, 1, L"a.exe")->cycles = 500000000;
    draw(80, 24);
    assert_string_equal(row_of(80, 4), "      8       0     500.0    50.0    0.0      0.0      -    -  a.exe");
    assert_string_equal(row_of(80, 22), "");
    later.tasks[0].is_exact = false;
    draw(80, 24);
    assert_string_equal(row_of(80, 4), "      8       0    ~500.0    50.0    0.0      0.0      -    -  a.exe");
    assert_string_equal(row_of(80, 22), rows_steps);
    later.frequency = 0;
    draw(80, 24);
    assert_string_equal(row_of(80, 4), "      8       0         -       -      -        -      -    -  a.exe");
    interval_free(&interval);
}

TEST(any_key_leaves_the_help)
{
    static const char keys[] = "?h";
    size_t i;

    begin(1);
    fake_process(&later, 8, 1, L"a.exe");
    for (i = 0; keys[i]; i++) {
        view_handle_key(&view, 0, (uint16_t)keys[i]);
        draw(80, 24);
        assert_string_equal(row_of(80, 0), "cycletime top: keys");
        assert_null(strstr(row_of(80, 4), "a.exe"));
        press_key(0); /* the screen's size has changed */
        assert_true(view.help);
        type("q");
        assert_false(view.help || view.quit);
        draw(80, 24);
        assert_string_equal(row_of(80, 4) + 63, "a.exe");
    }
    type("/?");
    assert_false(view.help);
    interval_free(&interval);
}

TEST(the_help_fits_a_terminal)
{
    int y;

    begin(1);
    type("?");
    draw(120, 24);
    for (y = 0; y < 23; y++) assert_in_range(strlen(row_of(120, y)), 0, 80);
    assert_string_equal(row_of(120, 23), "");
    interval_free(&interval);
}

TEST(many_processors_stand_side_by_side)
{
    begin(160);
    later.processors[9].idle_cycles = 250000000;
    fake_process(&later, 8, 1, L"a.exe");
    draw(200, 50);
    assert_non_null(strstr(row_of(200, 3), " 0:08 [||||||||||] 100.0  0:09 [|||||||...]  75.0 "));
    assert_non_null(strstr(row_of(200, 21), " 2:31 [||||||||||] 100.0"));
    assert_non_null(strstr(row_of(200, 22), "process threads"));
    interval_free(&interval);
}

TEST(too_many_processors_are_summed_up)
{
    begin(160);
    later.processors[159].idle_cycles = FAKE_FREQUENCY;
    fake_process(&later, 8, 1, L"a.exe");
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 10), " 0:25 [||||||||||] 100.0  134 more, busy  99.3"));
    assert_non_null(strstr(row_of(80, 11), "process threads"));
    interval_free(&interval);
}

TEST(any_size_is_drawn_into)
{
    const struct process_info info = { .created = 1, .process = 8, .job = 12345678, .command = command,
                                       .command_length = 26 };
    struct grid grid = { 0 };

    begin(5);
    fake_process(&later, 8, 1, L"a rather long name of a program.exe")->info = &info;
    assert_true(interval_make(&interval, &earlier, &later));
    assert_true(rows_reserve(&rows, interval.usage_count));
    for (grid.width = 1; grid.width <= WIDEST; grid.width += 7)
        for (grid.height = 1; grid.height <= HIGHEST; grid.height++) {
            grid.cells = malloc(grid.width * grid.height * sizeof *grid.cells);
            view = (struct view){ 0 };
            view_draw(&view, &interval, &rows, &grid);
            view.commands = COMMANDS_SHOWN, view.tree = true;
            view_draw(&view, &interval, &rows, &grid);
            type("/long");
            view_draw(&view, &interval, &rows, &grid);
            type("x");
            view_draw(&view, &interval, &rows, &grid);
            free(grid.cells);
        }
    interval_free(&interval);
}

TEST(names_take_one_column_for_each_character)
{
    begin(1);
    fake_process(&later, 8, 1, L"\x1b[2J\x4e00\xd83d\xde00\x0301x.exe")->cycles = 1;
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 4), "  ?[2J????x.exe"));
    interval_free(&interval);
}

TEST(a_job_is_a_number_blank_or_a_dash)
{
    const struct process_info some = { .job = 3 }, none = { .job = JOB_NONE }, unknown = { .job = JOB_UNKNOWN };

    begin(1);
    fake_process(&later, 8, 1, L"a.exe")->info = &some;
    fake_process(&later, 12, 1, L"b.exe")->info = &none;
    fake_process(&later, 16, 1, L"c.exe")->info = &unknown;
    draw(80, 24);
    assert_string_equal(row_of(80, 3), "process threads Mcycles/s share % user % kernel %    MiB  job  name, by cycles");
    assert_string_equal(row_of(80, 4), "      8       0       0.0     0.0    0.0      0.0      -    3  a.exe");
    assert_string_equal(row_of(80, 5), "     12       0       0.0     0.0    0.0      0.0      -       b.exe");
    assert_string_equal(row_of(80, 6), "     16       0       0.0     0.0    0.0      0.0      -    -  c.exe");
    interval_free(&interval);
}

TEST(a_command_line_stands_behind_the_name_where_it_is_wide)
{
    const struct process_info info = { .process = 8, .command = command, .command_length = 26 };

    begin(1);
    fake_process(&later, 8, 1, L"a.exe")->info = &info;
    fake_process(&later, 12, 1, L"b.exe");
    draw(119, 24);
    assert_string_equal(row_of(119, 4) + 63, "a.exe");
    draw(120, 24);
    assert_string_equal(row_of(120, 3) + 63, "name, by cycles         command line");
    assert_string_equal(row_of(120, 4) + 63, "a.exe                   \"C:\\a b\\a.exe\" --job=seven");
    assert_string_equal(row_of(120, 5) + 63, "b.exe                   -");
    type("l");
    draw(120, 24);
    assert_string_equal(row_of(120, 4) + 63, "a.exe");
    interval_free(&interval);
}

TEST(a_key_puts_it_in_the_name_s_place_where_it_is_narrow)
{
    const struct process_info info = { .process = 8, .command = command, .command_length = 26 };

    begin(1);
    fake_process(&later, 8, 1, L"a.exe")->info = &info;
    fake_process(&later, 12, 1, L"b.exe");
    draw(80, 24);
    type("l");
    draw(80, 24);
    assert_string_equal(row_of(80, 3), "process Mcycles/s share %  command line, by cycles");
    assert_string_equal(row_of(80, 4), "      8       0.0     0.0  a.exe --job=seven");
    assert_string_equal(row_of(80, 5), "     12       0.0     0.0  b.exe");
    type("l");
    draw(80, 24);
    assert_string_equal(row_of(80, 4) + 63, "a.exe");
    draw(120, 24); /* that goes with the width again */
    assert_non_null(strstr(row_of(120, 4), "--job=seven"));
    type("l");
    draw(120, 24);
    assert_null(strstr(row_of(120, 4), "--job=seven"));
    draw(80, 24);
    assert_string_equal(row_of(80, 4) + 63, "a.exe");
    interval_free(&interval);
}

TEST(a_narrow_screen_has_fewer_figures_and_whole_names)
{
    begin(1);
    fake_process(&later, 8, 1, L"a_rather_long_name.exe")->cycles = 500000000;
    fake_thread(&later, 12, 1)->cycles = 400000000;
    draw(60, 15);
    assert_string_equal(row_of(60, 3), "process Mcycles/s share %  name, by cycles");
    assert_string_equal(row_of(60, 4), "      8     500.0    50.0  a_rather_long_name.exe");
    type("t");
    draw(60, 15);
    assert_string_equal(row_of(60, 3), " thread Mcycles/s share %  name, by cycles");
    assert_string_equal(row_of(60, 4), "     12     400.0    40.0  a_rather_long_name.exe");
    interval_free(&interval);
}

/* The program's directories are what is long. */
TEST(where_it_is_narrow_a_command_line_begins_with_the_name)
{
    static const wchar_t *const commands[] = {
        L"C:\\a\\b.exe -x c\\d", L"\"C:\\a b/b.exe\"", L"\"C:\\b.exe", L"b.exe", L"\"", L"C:\\" };
    static const char *const expected[] = { "b.exe -x c\\d", "b.exe", "b.exe", "b.exe", "", "" };
    struct process_info info = { .process = 8 };
    size_t i;

    begin(1);
    fake_process(&later, 8, 1, L"a.exe")->info = &info;
    type("l");
    for (i = 0; i < sizeof commands / sizeof *commands; i++) {
        info.command = (const uint16_t *)commands[i];
        for (info.command_length = 0; commands[i][info.command_length];) info.command_length++;
        view.commands = COMMANDS_SHOWN;
        draw(80, 24);
        row_of(80, 4);
        assert_string_equal(strlen(row) > 27 ? row + 27 : "", expected[i]);
    }
    interval_free(&interval);
}

TEST(letters_behind_a_slash_are_a_filter_until_they_are_cleared)
{
    begin(1);
    fake_process(&later, 8, 1, L"quiet.exe")->cycles = 3;
    fake_process(&later, 12, 1, L"Other.exe")->cycles = 2;
    type("/QUIe");
    assert_false(view.quit);
    draw(80, 24);
    assert_string_equal(row_of(80, 4) + 63, "quiet.exe");
    assert_string_equal(row_of(80, 5), "");
    assert_string_equal(row_of(80, 23), "/QUIe_  Enter keeps it  Esc clears it");
    press_key(VK_BACK);
    press_key(VK_BACK);
    press_key(VK_BACK);
    press_key(VK_BACK);
    type("oth");
    press_key(VK_RETURN);
    draw(80, 24);
    assert_string_equal(row_of(80, 4) + 63, "Other.exe");
    assert_string_equal(row_of(80, 23), "/oth  Esc clears it  / changes it  q quit");
    type("t");
    assert_true(view.threads);
    type("t");
    press_key(VK_ESCAPE);
    draw(80, 24);
    assert_string_equal(row_of(80, 5) + 63, "Other.exe");
    assert_non_null(strstr(row_of(80, 23), "q quit"));
    type("q");
    assert_true(view.quit);
    interval_free(&interval);
}

TEST(a_filter_that_nothing_matches_is_reported_and_can_be_cleared)
{
    begin(1);
    fake_process(&later, 8, 1, L"a.exe");
    type("/b");
    draw(80, 24);
    assert_string_equal(row_of(80, 4), "nothing with these letters; Esc clears them");
    press_key(VK_DOWN);
    press_key(VK_ESCAPE);
    draw(80, 24);
    assert_string_equal(row_of(80, 4) + 63, "a.exe");
    interval_free(&interval);
}

TEST(a_filter_looks_into_command_lines_where_they_are_shown)
{
    const struct process_info info = { .process = 8, .command = command, .command_length = 26 };

    begin(1);
    fake_process(&later, 8, 1, L"a.exe")->info = &info;
    type("/seven");
    draw(80, 24);
    assert_string_equal(row_of(80, 4), "nothing with these letters; Esc clears them");
    draw(120, 24);
    assert_string_equal(row_of(120, 4) + 63, "a.exe                   \"C:\\a b\\a.exe\" --job=seven");
    view.selection.self = 8; /* which was given the letters there */
    draw(120, 24);
    assert_string_equal(row_of(120, 4), "nothing with these letters; Esc clears them");
    view.selection.self = 12;
    view.selection.starter = 8; /* and gave them on */
    draw(120, 24);
    assert_string_equal(row_of(120, 4), "nothing with these letters; Esc clears them");
    interval_free(&interval);
}

TEST(a_filter_has_an_end_and_its_end_is_what_is_seen)
{
    int i;

    begin(1);
    fake_process(&later, 8, 1, L"a.exe");
    type("/");
    for (i = 0; i < 100; i++) type(i < 63 ? "x" : "y");
    assert_int_equal(view.selection.part_length, SELECTION_MOST);
    draw(40, 10);
    assert_string_equal(row_of(40, 9), "/xxxxxxxy_  Enter keeps it  Esc clears i");
    view.selection.part[63] = 0xde00, view.selection.part[62] = 0xd83d;
    press_key(VK_BACK);
    assert_int_equal(view.selection.part_length, 62);
    interval_free(&interval);
}

TEST(a_tree_is_drawn_with_its_lines)
{
    const struct process_info top = { .process = 8 }, first = { .process = 12, .above = &top, .place = 1 },
                        second = { .process = 16, .above = &first, .place = 2 }, third = { .process = 20, .above = &top };

    begin(1);
    fake_process(&later, 8, 1, L"a.exe")->info = &top;
    fake_process(&later, 12, 2, L"b.exe")->info = &first;
    fake_process(&later, 16, 3, L"c.exe")->info = &second;
    fake_process(&later, 20, 4, L"d.exe")->info = &third;
    type("iT");
    draw(80, 24);
    assert_string_equal(row_of(80, 4) + 63, "a.exe");
    assert_string_equal(row_of(80, 5) + 63, "|-b.exe");
    assert_string_equal(row_of(80, 6) + 63, "| `-c.exe");
    assert_string_equal(row_of(80, 7) + 63, "`-d.exe");
    assert_non_null(strstr(row_of(80, 23), "T list"));
    type("t");
    draw(80, 24);
    assert_non_null(strstr(row_of(80, 23), "T tree"));
    type("T");
    draw(80, 24);
    assert_string_equal(row_of(80, 5) + 63, "|-b.exe");
    type("T");
    draw(80, 24);
    assert_string_equal(row_of(80, 5) + 63, "b.exe");
    interval_free(&interval);
}

TEST(a_pause_is_seen_at_the_first_place)
{
    begin(2);
    fake_process(&later, 8, 1, L"a.exe");
    draw(80, 24);
    assert_string_equal(row_of(80, 0), "cycletime top: 2 processors at 1.00 GHz, 1 processes, 0 threads, 1.00 s");
    type(" ");
    draw(80, 24);
    assert_string_equal(row_of(80, 0), "PAUSED: 2 processors at 1.00 GHz, 1 processes, 0 threads, 1.00 s");
    interval_free(&interval);
}

TEST(before_the_first_interval_there_is_a_word)
{
    struct grid grid = { .cells = cells, .width = 80, .height = 24 };

    view_draw(&view, &interval, &rows, &grid);
    assert_non_null(strstr(row_of(80, 0), "the first interval is under way"));
}
