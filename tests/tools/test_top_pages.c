/* SPDX-License-Identifier: MIT */
/* Tests the output in JSON, CSV and lines. */
#include "apart.h"
#include "fake_sample.h"

#include <stdio.h>
#include <string.h>

static const struct selection all;

/* One processor, half busy; a process with a quarter of its cycles, all in its thread. */
static int begin(void **state)
{
    struct task *task;

    fake_sample(&earlier, 1, 100);
    fake_sample(&later, 1, 101);
    later.processors[0].idle_cycles = 500000000;
    later.processors[0].time[TIME_IDLE] = 5000000;
    later.processors[0].time[TIME_KERNEL] = 6000000;
    later.processors[0].time[TIME_USER] = 4000000;
    fake_process(&earlier, 8, 1, L"a\"b.exe");
    fake_thread(&earlier, 12, 1);
    task = fake_process(&later, 8, 1, L"a\"b.exe");
    task->cycles = 250000000, task->user = 2000000, task->kernel = 500000;
    fake_thread(&later, 12, 1);
    fake_process(&later, 16, 50, L"other.exe")->cycles = 1000000;
    return 0;
}

static void expect(const char *part)
{
    if (strstr(text.bytes, part)) return;
    print_error("%s\nis not in\n%s\n", part, text.bytes);
    fail();
}

TEST_BETWEEN(begin, free_objects, json_reports_everything_on_one_line)
{
    compare_samples();
    records_add_json(&text, &interval, &all, 1.5);
    expect("{\"seconds\":1.5000000,\"elapsed_100ns\":10000000,\"cycles_per_second\":1000000000,"
           "\"processors\":[{\"group\":0,");
    expect("\"busy_cycles\":500000000,\"busy_percent\":50.000,\"idle_cycles\":500000000,"
           "\"idle_percent\":50.000,\"dpc_cycles\":0,");
    expect("\"idle_100ns\":5000000,\"kernel_100ns\":6000000,\"user_100ns\":4000000,");
    expect("],\"processes_ended\":0,\"processes\":[{\"id\":8,\"name\":\"a\\\"b.exe\",\"parent\":null,\"job\":null,"
           "\"command\":null,\"created\":1,\"began\":false,"
           "\"cycles\":250000000,\"percent\":25.000,\"total_cycles\":250000000,"
           "\"kernel_100ns\":500000,\"user_100ns\":2000000,\"exact\":true,\"working_set\":null,"
           "\"threads\":[{\"id\":12,\"created\":1,");
    expect("]},{\"id\":16,\"name\":\"other.exe\",\"parent\":null,\"job\":null,\"command\":null,\"created\":50,"
           "\"began\":true,");
    assert_ptr_equal(strchr(text.bytes, '\n'), text.bytes + text.length - 1);
}

TEST_BETWEEN(begin, free_objects, json_has_null_for_unknown_values)
{
    later.processors[0].has_idle = later.processors[0].has_system = later.processors[0].has_states = false;
    later.frequency = 0;
    compare_samples();
    records_add_json(&text, &interval, &all, 1);
    expect("\"cycles_per_second\":null");
    expect("\"cycles\":null,\"busy_cycles\":null,\"busy_percent\":null,\"idle_cycles\":null,\"idle_percent\":null,"
           "\"dpc_cycles\":null,\"dpc_percent\":null,\"interrupt_cycles\":null,\"interrupt_percent\":null,"
           "\"idle_100ns\":5000000,");
    expect("\"dpc_100ns\":null,\"interrupt_100ns\":null,\"interrupts\":null,\"c1_100ns\":null,\"c1_percent\":null,"
           "\"c1_entered\":null,");
    expect("\"cycles\":null,\"percent\":null,\"total_cycles\":null,\"kernel_100ns\":500000,\"user_100ns\":2000000,"
           "\"exact\":null,");
}

TEST_BETWEEN(begin, free_objects, json_of_one_process_has_no_other)
{
    compare_samples();
    records_add_json(&text, &interval, &(struct selection){ .process = 16 }, 1);
    expect("\"processes\":[{\"id\":16,");
    assert_null(strstr(text.bytes, "\"id\":8,"));
}

static const struct process_info info = { .process = 16, .parent = 8, .job = 2, .command = u"\"o\" --a,b",
                                      .command_length = 9 };

/* The second process has one. */
static int begin_with_info(void **state)
{
    begin(state);
    later.tasks[2].info = &info;
    compare_samples();
    return 0;
}

TEST_BETWEEN(begin_with_info, free_objects, json_has_parent_job_and_command_line)
{
    const struct process_info none = { .job = JOB_NONE };

    records_add_json(&text, &interval, &all, 1);
    expect("\"name\":\"other.exe\",\"parent\":8,\"job\":2,\"command\":\"\\\"o\\\" --a,b\",\"created\":50,");
    later.tasks[2].info = &none;
    text_empty(&text);
    records_add_json(&text, &interval, &all, 1);
    expect("\"name\":\"other.exe\",\"parent\":null,\"job\":0,\"command\":null,");
}

TEST_BETWEEN(begin_with_info, free_objects, csv_has_parent_job_and_command_line_of_a_process)
{
    later.tasks[1].info = &info;
    later.tasks[1].is_exact = false;
    later.tasks[2].working_set = 4096;
    records_add_csv_header(&text);
    records_add_csv(&text, &interval, &all, 1.5);
    expect(",c3_100ns,c3_percent,parent,job,command,exact,working_set\n");
    expect("\n1.5000000,process,,,16,,\"other.exe\",50,10000000,1000000,0.100,0,0,,,,,,,,,,,,,,,,,8,2,"
           "\"\"\"o\"\" --a,b\",1,4096\n");
    expect("\n1.5000000,thread,,,8,12,\"a\"\"b.exe\",1,10000000,250000000,25.000,500000,2000000,,,,,,,,,,,,,,,,,,,,0,\n");
}

TEST_BETWEEN(begin_with_info, free_objects, a_filter_leaves_out_what_has_it_neither_in_name_nor_command_line)
{
    const struct selection by_name = { .commands = true, .part = { 'O', 'T' }, .part_length = 2 },
                           by_command = { .commands = true, .part = { 'A', ',', 'b' }, .part_length = 3 },
                           nothing = { .commands = true, .part = { 'z' }, .part_length = 1 };

    records_add_json(&text, &interval, &by_name, 1);
    expect("\"processes\":[{\"id\":16,");
    assert_null(strstr(text.bytes, "\"id\":8,"));
    text_empty(&text);
    records_add_json(&text, &interval, &by_command, 1);
    expect("\"processes\":[{\"id\":16,");
    text_empty(&text);
    records_add_json(&text, &interval, &nothing, 1);
    expect("\"processes\":[]}");
}

TEST_BETWEEN(begin, free_objects, with_a_tree_one_process_has_those_that_it_started)
{
    const struct selection selection = { .process = 8, .tree = true };
    const struct process_info parent = { .process = 8, .job = JOB_UNKNOWN };
    struct process_info child = info;

    fake_process(&later, 20, 60, L"stranger.exe");
    later.tasks[2].info = &child;
    later.tasks[0].info = &parent;
    child.above = &parent;
    child.is_followed = true;
    compare_samples();
    records_add_json(&text, &interval, &selection, 1);
    expect("\"id\":8,");
    expect("\"id\":16,");
    assert_null(strstr(text.bytes, "stranger"));
    text_empty(&text);
    rows_add_lines(&text, &interval, &selection, ORDER_CYCLES, &rows);
    expect("5.0        -    -  a\"b.exe\n"
           "       16       all          1.0      0.1      0.0      0.0        -    2  `-other.exe\n\n");
}

static size_t commas_of_line(const char **at)
{
    bool quoted = false;
    size_t count = 0;

    for (; **at && **at != '\n'; ++*at) {
        quoted ^= **at == '"';
        count += !quoted && **at == ',';
    }
    *at += **at != 0;
    return count;
}

TEST_BETWEEN(begin, free_objects, csv_has_as_many_columns_in_each_line_as_in_its_header)
{
    const char *at;
    size_t columns, lines;

    compare_samples();
    records_add_csv_header(&text);
    records_add_csv(&text, &interval, &all, 1.5);
    interval.processors[0].has_idle = interval.processors[0].has_system = interval.processors[0].has_states =
        interval.processors[0].has_times = false;
    interval.frequency = 0;
    records_add_csv(&text, &interval, &all, 2.5);
    at = text.bytes;
    columns = commas_of_line(&at);
    for (lines = 0; *at; lines++) assert_int_equal(commas_of_line(&at), columns);
    assert_int_equal(lines, 8);
    expect("\n1.5000000,thread,,,8,12,\"a\"\"b.exe\",1,10000000,250000000,25.000,500000,2000000,,");
    expect("\n1.5000000,processor,0,0,,,,,10000000,500000000,50.000,6000000,4000000,"
           "500000000,50.000,0,0.000,0,0.000,5000000,0,0,0,0,0.000");
    expect("\n2.5000000,processor,0,0,,,,,10000000,,,,,,,,,,,,,,,,,,,,,,,,,\n");
    expect("\n2.5000000,process,,,8,,\"a\"\"b.exe\",1,10000000,,,500000,");
}

TEST_BETWEEN(begin, free_objects, lines_show_what_uses_cpu_time_and_a_dash_for_unknown_values)
{
    later.processors[0].has_states = later.processors[0].has_system = false;
    compare_samples();
    rows_add_lines(&text, &interval, &all, ORDER_CYCLES, &rows);
    expect("1.00 s, 1 processors at 1.00 GHz, 2 processes, 1 threads\n");
    expect("\n    0         0     50.0     50.0        -        -        -        -        -\n");
    expect("\n  process    thread    Mcycles/s  share %   user % kernel %      MiB  job  name\n");
    expect("\n        8       all        250.0     25.0     20.0      5.0        -    -  a\"b.exe\n");
    expect("\n        8        12        250.0     25.0     20.0      5.0             -  a\"b.exe\n");
}

TEST_BETWEEN(begin, free_objects, lines_mark_figures_in_steps_and_explain_the_mark_once)
{
    later.tasks[1].is_exact = later.tasks[2].is_exact = false;
    later.tasks[2].working_set = 5 << 19;
    compare_samples();
    rows_add_lines(&text, &interval, &all, ORDER_MEMORY, &rows);
    expect("\n       16       all         ~1.0      0.1      0.0      0.0      2.5    -  other.exe\n"
           "        8       all        250.0     25.0     20.0      5.0        -    -  a\"b.exe\n"
           "        8        12       ~250.0     25.0     20.0      5.0             -  a\"b.exe\n"
           "~ moves in steps of 10 ms (Windows: 15.6 ms), as without cycletime\n\n");
    text_empty(&text);
    later.tasks[1].is_exact = later.tasks[2].is_exact = true;
    rows_add_lines(&text, &interval, &all, ORDER_CYCLES, &rows);
    assert_null(strchr(text.bytes, '~'));
}
