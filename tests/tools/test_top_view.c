/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "fake_sample.h"

#include <stdlib.h>
#include <string.h>

enum { WIDEST = 200, HIGHEST = 50, NAMES = 63 }; /* NAMES: the column in which the names begin */

static struct cell cells[WIDEST * HIGHEST];
static struct grid grid = { .cells = cells, .width = 80, .height = 24 };
static struct view view;
static const uint16_t command[] = u"\"C:\\a b\\a.exe\" --job=seven";
static const struct process_info with_command = { .process = 8, .command = command, .command_length = 26 };

static void draw(int width, int height)
{
    grid = (struct grid){ .cells = cells, .width = width, .height = height };
    memset(cells, 0, sizeof cells);
    compare_samples();
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

/* These draw the view as large as it was drawn before, or 80 columns wide. */

static void draw_after_key(uint16_t key)
{
    press_key(key);
    draw(grid.width, grid.height);
}

static void draw_after_typing(const char *text)
{
    type(text);
    draw(grid.width, grid.height);
}

/* Returns the row Y from the column X on as ASCII, without the blanks at its end. */
static const char *row_of(int x, int y)
{
    static char row[WIDEST + 1];
    size_t length = 0, end = 0;

    for (; x < grid.width; x++) {
        row[length++] = (char)cells[y * grid.width + x].character;
        if (row[length - 1] != ' ') end = length;
    }
    row[end] = 0;
    return row;
}

static void check_rows(int x, int y, const char *const *expected, const char *file, int line)
{
    for (; *expected; expected++, y++) {
        if (strcmp(row_of(x, y), *expected)) print_error("Row %d differs.\n", y);
        _assert_string_equal(row_of(x, y), *expected, file, line);
    }
}

/* Compare rows of the screen, from Y on, with strings: whole rows, or what stands where the names begin. */
#define assert_rows(y, ...) check_rows(0, y, (const char *const[]){ __VA_ARGS__, NULL }, __FILE__, __LINE__)
#define assert_names(y, ...) check_rows(NAMES, y, (const char *const[]){ __VA_ARGS__, NULL }, __FILE__, __LINE__)
#define assert_in_row(y, part) assert_non_null(strstr(row_of(0, y), part))
#define assert_not_in_row(y, part) assert_null(strstr(row_of(0, y), part))

TEST_OF_PROCESSORS(1, a_processors_bar_has_a_mark_for_each_part)
{
    later.processors[0].idle_cycles = 500000000;
    later.processors[0].system_cycles = 300000000;
    later.processors[0].time[TIME_INTERRUPT] = 1000000;
    later.processors[0].state[0] = 1000000;
    later.processors[0].state[2] = 4000000;
    fake_process(&later, 8, 1, L"a.exe");
    draw(80, 24);
    assert_rows(2, "    0 [||||||DDDDDDIII...............]  20.0  50.0  20.0  10.0  10.0   0.0  40.0");
}

TEST_OF_PROCESSORS(2, unknown_values_are_a_dash)
{
    later.processors[0].has_states = later.processors[0].has_system = false;
    later.processors[1].has_idle = false;
    fake_process(&later, 8, 1, L"a.exe");
    draw(80, 24);
    assert_rows(2, "    0 [||||||||||||||||||||||||||||||] 100.0   0.0     -     -     -     -     -",
                   "    1 [??????????????????????????????]     -     -   0.0   0.0   0.0   0.0   0.0");
}

TEST_OF_PROCESSORS(1, processes_stand_by_cycles_and_threads_too)
{
    struct task *thread;

    fake_process(&later, 8, 1, L"little.exe")->cycles = 1000000;
    fake_process(&later, 16, 1, L"much.exe")->cycles = 500000000;
    thread = fake_thread(&later, 20, 1);
    thread->cycles = 400000000, thread->user = 3000000, thread->kernel = 1000000;
    draw(80, 24);
    assert_rows(4, "     16       1     500.0    50.0    0.0      0.0      -    -  much.exe",
                   "      8       0       1.0     0.1    0.0      0.0      -    -  little.exe");
    draw_after_typing("t");
    assert_rows(4, "     16      20     400.0    40.0   30.0     10.0           -  much.exe", "");
}

TEST_OF_PROCESSORS(1, keys_sort)
{
    struct task *task;

    task = fake_process(&later, 8, 1, L"b.exe"), task->cycles = 30, task->user = 1, task->kernel = 2;
    task = fake_process(&later, 12, 1, L"C.exe"), task->cycles = 20, task->user = 3, task->kernel = 1;
    task = fake_process(&later, 16, 1, L"A.exe"), task->cycles = 10, task->user = 2, task->kernel = 3;
    draw_after_typing("i");
    assert_names(4, "b.exe");
    draw_after_typing("n");
    assert_names(4, "A.exe", "b.exe");
    later.tasks[1].working_set = 1;
    draw_after_typing("m");
    assert_names(4, "C.exe");
    draw_after_typing("u");
    assert_names(4, "C.exe");
    draw_after_typing("k");
    assert_names(4, "A.exe");
    draw_after_typing("c");
    assert_names(4, "b.exe");
}

TEST_OF_PROCESSORS(1, a_long_list_scrolls_and_stays_within_itself)
{
    uint32_t i;

    for (i = 0; i < 100; i++) fake_process(&later, 8 + 4 * i, 1, L"x.exe")->cycles = 1000 - i;
    draw(80, 24);
    assert_in_row(22, "     80 ");
    assert_in_row(23, "q quit");
    for (i = 0; i < 20; i++) press_key(VK_DOWN);
    draw(80, 24);
    assert_in_row(4, "     12 ");
    for (i = 0; i < 50; i++) press_key(VK_NEXT);
    draw(80, 24);
    assert_in_row(4, "    404 ");
    assert_rows(5, "");
    draw_after_key(VK_PRIOR);
    assert_in_row(4, "    332 ");
    press_key(VK_HOME);
    draw_after_key(VK_UP);
    assert_in_row(4, "      8 ");
}

static bool has_cursor(int y)
{
    return cells[y * grid.width].colour == COLOUR_CURSOR;
}

TEST_OF_PROCESSORS(1, the_cursor_stays_with_its_process)
{
    struct task *first, *second;

    first = fake_process(&later, 8, 1, L"a.exe"), second = fake_process(&later, 12, 1, L"b.exe");
    first->cycles = 2, second->cycles = 1;
    draw(80, 24);
    assert_false(has_cursor(4));
    draw_after_key(VK_DOWN);
    assert_true(has_cursor(4) && !has_cursor(5));
    draw_after_key(VK_DOWN);
    assert_true(!has_cursor(4) && has_cursor(5));
    second->cycles = 3;
    draw(80, 24);
    assert_names(4, "b.exe");
    assert_true(has_cursor(4) && !has_cursor(5));
    second->created = 2; /* another process with its id */
    draw(80, 24);
    assert_true(has_cursor(4));
    draw_after_key(VK_HOME);
    assert_false(has_cursor(4) || has_cursor(5));
}

TEST_OF_PROCESSORS(1, keys_show_and_hide_threads_below_their_process)
{
    struct task *thread;

    fake_process(&later, 8, 1, L"a.exe")->cycles = 500000000, later.tasks[0].working_set = 3 << 19;
    fake_thread(&later, 12, 1)->cycles = 100000000;
    thread = fake_thread(&later, 16, 1);
    thread->cycles = 400000000, thread->is_exact = false;
    fake_process(&later, 20, 1, L"b.exe")->cycles = 1000000;
    draw(80, 24);
    draw_after_key(VK_RIGHT);
    assert_rows(4, "      8       2     500.0    50.0    0.0      0.0    1.5    -  a.exe",
                   "      8            ~400.0    40.0    0.0      0.0              |-thread 16",
                   "      8             100.0    10.0    0.0      0.0              `-thread 12");
    assert_names(7, "b.exe");
    assert_true(has_cursor(4));
    draw_after_key(VK_DOWN);
    draw_after_key(VK_LEFT); /* at the thread */
    assert_names(5, "b.exe");
    assert_true(has_cursor(4));
}

TEST_OF_PROCESSORS(1, in_a_tree_threads_stand_before_children)
{
    const struct process_info top = { .process = 8 }, child = { .process = 12, .above = &top, .place = 2 };

    fake_process(&later, 8, 1, L"a.exe")->info = &top;
    fake_thread(&later, 16, 1);
    fake_process(&later, 12, 2, L"b.exe")->info = &child;
    fake_thread(&later, 20, 1);
    draw_after_typing("iT");
    press_key(VK_RIGHT);
    draw_after_key(VK_DOWN);
    draw_after_key(VK_DOWN);
    draw_after_key(VK_RIGHT);
    assert_names(4, "a.exe", "|-thread 16", "`-b.exe", "  `-thread 20");
}

TEST_OF_PROCESSORS(1, figures_in_steps_have_a_mark_that_a_line_explains)
{
    fake_process(&later, 8, 1, L"a.exe")->cycles = 500000000;
    draw(80, 24);
    assert_rows(4, "      8       0     500.0    50.0    0.0      0.0      -    -  a.exe");
    assert_rows(22, "");
    later.tasks[0].is_exact = false;
    draw(80, 24);
    assert_rows(4, "      8       0    ~500.0    50.0    0.0      0.0      -    -  a.exe");
    assert_rows(22, rows_steps);
    later.frequency = 0;
    draw(80, 24);
    assert_rows(4, "      8       0         -       -      -        -      -    -  a.exe");
}

TEST_OF_PROCESSORS(1, any_key_leaves_the_help)
{
    static const char *const keys[] = { "?", "h" };
    size_t i;

    fake_process(&later, 8, 1, L"a.exe");
    for (i = 0; i < sizeof keys / sizeof *keys; i++) {
        draw_after_typing(keys[i]);
        assert_rows(0, "cycletime top: keys");
        assert_not_in_row(4, "a.exe");
        press_key(0); /* the screen's size has changed */
        assert_true(view.help);
        draw_after_typing("q");
        assert_false(view.help || view.quit);
        assert_names(4, "a.exe");
    }
    type("/?");
    assert_false(view.help);
}

TEST_OF_PROCESSORS(1, the_help_fits_a_terminal)
{
    int y;

    type("?");
    draw(120, 24);
    for (y = 0; y < 23; y++) assert_in_range(strlen(row_of(0, y)), 0, 80);
    assert_rows(23, "");
}

TEST_OF_PROCESSORS(160, many_processors_stand_side_by_side)
{
    later.processors[9].idle_cycles = 250000000;
    fake_process(&later, 8, 1, L"a.exe");
    draw(200, 50);
    assert_in_row(3, " 0:08 [||||||||||] 100.0  0:09 [|||||||...]  75.0 ");
    assert_in_row(21, " 2:31 [||||||||||] 100.0");
    assert_in_row(22, "process threads");
}

TEST_OF_PROCESSORS(160, too_many_processors_are_summed_up)
{
    later.processors[159].idle_cycles = FAKE_FREQUENCY;
    fake_process(&later, 8, 1, L"a.exe");
    draw(80, 24);
    assert_in_row(10, " 0:25 [||||||||||] 100.0  134 more, busy  99.3");
    assert_in_row(11, "process threads");
}

TEST_OF_PROCESSORS(5, any_size_is_drawn_into)
{
    struct process_info info = with_command;

    info.job = 12345678;
    fake_process(&later, 8, 1, L"a rather long name of a program.exe")->info = &info;
    compare_samples();
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
}

TEST_OF_PROCESSORS(1, names_take_one_column_for_each_character)
{
    fake_process(&later, 8, 1, L"\x1b[2J\x4e00\xd83d\xde00\x0301x.exe")->cycles = 1;
    draw(80, 24);
    assert_in_row(4, "  ?[2J????x.exe");
}

TEST_OF_PROCESSORS(1, a_job_is_a_number_blank_or_a_dash)
{
    const struct process_info some = { .job = 3 }, none = { .job = JOB_NONE }, unknown = { .job = JOB_UNKNOWN };

    fake_process(&later, 8, 1, L"a.exe")->info = &some;
    fake_process(&later, 12, 1, L"b.exe")->info = &none;
    fake_process(&later, 16, 1, L"c.exe")->info = &unknown;
    draw(80, 24);
    assert_rows(3, "process threads Mcycles/s share % user % kernel %    MiB  job  name, by cycles",
                   "      8       0       0.0     0.0    0.0      0.0      -    3  a.exe",
                   "     12       0       0.0     0.0    0.0      0.0      -       b.exe",
                   "     16       0       0.0     0.0    0.0      0.0      -    -  c.exe");
}

TEST_OF_PROCESSORS(1, a_command_line_stands_behind_the_name_where_it_is_wide)
{
    fake_process(&later, 8, 1, L"a.exe")->info = &with_command;
    fake_process(&later, 12, 1, L"b.exe");
    draw(119, 24);
    assert_names(4, "a.exe");
    draw(120, 24);
    assert_names(3, "name, by cycles         command line",
                    "a.exe                   \"C:\\a b\\a.exe\" --job=seven",
                    "b.exe                   -");
    draw_after_typing("l");
    assert_names(4, "a.exe");
}

TEST_OF_PROCESSORS(1, a_key_puts_it_in_the_name_s_place_where_it_is_narrow)
{
    fake_process(&later, 8, 1, L"a.exe")->info = &with_command;
    fake_process(&later, 12, 1, L"b.exe");
    draw(80, 24);
    draw_after_typing("l");
    assert_rows(3, "process Mcycles/s share %  command line, by cycles",
                   "      8       0.0     0.0  a.exe --job=seven",
                   "     12       0.0     0.0  b.exe");
    draw_after_typing("l");
    assert_names(4, "a.exe");
    draw(120, 24); /* that goes with the width again */
    assert_in_row(4, "--job=seven");
    draw_after_typing("l");
    assert_not_in_row(4, "--job=seven");
    draw(80, 24);
    assert_names(4, "a.exe");
}

TEST_OF_PROCESSORS(1, a_narrow_screen_has_fewer_figures_and_whole_names)
{
    fake_process(&later, 8, 1, L"a_rather_long_name.exe")->cycles = 500000000;
    fake_thread(&later, 12, 1)->cycles = 400000000;
    draw(60, 15);
    assert_rows(3, "process Mcycles/s share %  name, by cycles",
                   "      8     500.0    50.0  a_rather_long_name.exe");
    draw_after_typing("t");
    assert_rows(3, " thread Mcycles/s share %  name, by cycles",
                   "     12     400.0    40.0  a_rather_long_name.exe");
}

/* The program's directories are what is long. */
TEST_OF_PROCESSORS(1, a_command_line_begins_with_the_name_where_the_view_is_narrow)
{
    static const wchar_t *const commands[] = {
        L"C:\\a\\b.exe -x c\\d", L"\"C:\\a b/b.exe\"", L"\"C:\\b.exe", L"b.exe", L"\"", L"C:\\" };
    static const char *const expected[] = { "b.exe -x c\\d", "b.exe", "b.exe", "b.exe", "", "" };
    struct process_info info = { .process = 8 };
    size_t i;

    fake_process(&later, 8, 1, L"a.exe")->info = &info;
    type("l");
    for (i = 0; i < sizeof commands / sizeof *commands; i++) {
        info.command = (const uint16_t *)commands[i];
        for (info.command_length = 0; commands[i][info.command_length];) info.command_length++;
        view.commands = COMMANDS_SHOWN;
        draw(80, 24);
        assert_string_equal(row_of(27, 4), expected[i]);
    }
}

TEST_OF_PROCESSORS(1, letters_behind_a_slash_are_a_filter_until_they_are_cleared)
{
    fake_process(&later, 8, 1, L"quiet.exe")->cycles = 3;
    fake_process(&later, 12, 1, L"Other.exe")->cycles = 2;
    type("/QUIe");
    assert_false(view.quit);
    draw(80, 24);
    assert_names(4, "quiet.exe");
    assert_rows(5, "");
    assert_rows(23, "/QUIe_  Enter keeps it  Esc clears it");
    press_key(VK_BACK);
    press_key(VK_BACK);
    press_key(VK_BACK);
    press_key(VK_BACK);
    type("oth");
    draw_after_key(VK_RETURN);
    assert_names(4, "Other.exe");
    assert_rows(23, "/oth  Esc clears it  / changes it  q quit");
    type("t");
    assert_true(view.threads);
    type("t");
    draw_after_key(VK_ESCAPE);
    assert_names(5, "Other.exe");
    assert_in_row(23, "q quit");
    type("q");
    assert_true(view.quit);
}

TEST_OF_PROCESSORS(1, a_filter_that_nothing_matches_is_reported_and_can_be_cleared)
{
    fake_process(&later, 8, 1, L"a.exe");
    draw_after_typing("/b");
    assert_rows(4, "nothing with these letters; Esc clears them");
    press_key(VK_DOWN);
    draw_after_key(VK_ESCAPE);
    assert_names(4, "a.exe");
}

TEST_OF_PROCESSORS(1, a_filter_looks_into_command_lines_where_they_are_shown)
{
    fake_process(&later, 8, 1, L"a.exe")->info = &with_command;
    draw_after_typing("/seven");
    assert_rows(4, "nothing with these letters; Esc clears them");
    draw(120, 24);
    assert_names(4, "a.exe                   \"C:\\a b\\a.exe\" --job=seven");
    view.selection.self = 8; /* which was given the letters there */
    draw(120, 24);
    assert_rows(4, "nothing with these letters; Esc clears them");
    view.selection.self = 12;
    view.selection.starter = 8; /* and gave them on */
    draw(120, 24);
    assert_rows(4, "nothing with these letters; Esc clears them");
}

TEST_OF_PROCESSORS(1, a_filter_has_an_end_and_its_end_is_what_is_seen)
{
    int i;

    fake_process(&later, 8, 1, L"a.exe");
    type("/");
    for (i = 0; i < 100; i++) type(i < 63 ? "x" : "y");
    assert_int_equal(view.selection.part_length, SELECTION_MOST);
    draw(40, 10);
    assert_rows(9, "/xxxxxxxy_  Enter keeps it  Esc clears i");
    view.selection.part[63] = 0xde00, view.selection.part[62] = 0xd83d;
    press_key(VK_BACK);
    assert_int_equal(view.selection.part_length, 62);
}

TEST_OF_PROCESSORS(1, a_tree_is_drawn_with_its_lines)
{
    const struct process_info top = { .process = 8 }, first = { .process = 12, .above = &top, .place = 1 },
                        second = { .process = 16, .above = &first, .place = 2 }, third = { .process = 20, .above = &top };

    fake_process(&later, 8, 1, L"a.exe")->info = &top;
    fake_process(&later, 12, 2, L"b.exe")->info = &first;
    fake_process(&later, 16, 3, L"c.exe")->info = &second;
    fake_process(&later, 20, 4, L"d.exe")->info = &third;
    draw_after_typing("iT");
    assert_names(4, "a.exe", "|-b.exe", "| `-c.exe", "`-d.exe");
    assert_in_row(23, "T list");
    draw_after_typing("t");
    assert_in_row(23, "T tree");
    draw_after_typing("T");
    assert_names(5, "|-b.exe");
    draw_after_typing("T");
    assert_names(5, "b.exe");
}

TEST_OF_PROCESSORS(2, a_pause_is_seen_at_the_first_place)
{
    fake_process(&later, 8, 1, L"a.exe");
    draw(80, 24);
    assert_rows(0, "cycletime top: 2 processors at 1.00 GHz, 1 processes, 0 threads, 1.00 s");
    draw_after_typing(" ");
    assert_rows(0, "PAUSED: 2 processors at 1.00 GHz, 1 processes, 0 threads, 1.00 s");
}

TEST(before_the_first_interval_there_is_a_word)
{
    view_draw(&view, &interval, &rows, &grid);
    assert_in_row(0, "the first interval is under way");
}
