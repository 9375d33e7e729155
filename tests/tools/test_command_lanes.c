/* SPDX-License-Identifier: MIT */
/* Tests the picture of `cycletime time`. */
#include "apart.h"
#include "tools/command/ended/ended.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECOND = 10000000, MOST = 60 };

static struct process_report reports[MOST];
static struct process_list list;
static char *const command[] = { "make", "<all>", NULL };
static char picture[65536];

struct process_list process_report_all(void)
{
    return list;
}

static void set_up(size_t count)
{
    list = (struct process_list){ reports, count, 1000 * (uint64_t)SECOND, 10 * SECOND };
    memset(reports, 0, sizeof reports);
}

/* A process that began at the second BEGIN of the command. */
static struct process_report *set(size_t number, const char *name, double begin, double elapsed, double user)
{
    struct process_report *report = &reports[number];

    report->process.created = list.begun + (uint64_t)(begin * SECOND);
    report->elapsed = (uint64_t)(elapsed * SECOND);
    report->user = (uint64_t)(user * SECOND);
    strcpy(report->name, name);
    return report;
}

static void write_picture(int file)
{
    assert_true(lanes_write(file, command));
    assert_true(lseek(file, 0, SEEK_SET) == 0);
    memset(picture, 0, sizeof picture);
    assert_true(read(file, picture, sizeof picture - 1) > 0);
    assert_int_equal(strlen(strstr(picture, "</svg>")), strlen("</svg>\n"));
}

static void draw(void)
{
    FILE *file = tmpfile();

    assert_non_null(file);
    write_picture(fileno(file));
    fclose(file);
}

static size_t count(const char *part)
{
    const char *at = picture;
    size_t found = 0;

    while ((at = strstr(at, part))) at++, found++;
    return found;
}

TEST(a_bar_begins_and_ends_as_its_process_and_is_filled_by_its_cpu_use)
{
    set_up(1);
    set(0, "a.exe", 2.5, 5, 2.5)->has_code = true;
    draw();
    /* The lanes are 460 wide, for 10 seconds. */
    assert_int_equal(count("<rect x=\"345\" y=\"112\" width=\"230\" height=\"16\" class=\"life\"/>"), 1);
    assert_int_equal(count("<rect x=\"345\" y=\"120\" width=\"230\" height=\"8\" class=\"busy\"/>"), 1);
    assert_int_equal(count(">a.exe<"), 1);
    assert_int_equal(count(">5.000<") + count(">2.500<") + count(">0</text>\n</svg>"), 3);
    assert_int_equal(count(">10.000 seconds, in which 1 process used 2.500 seconds of CPU time<"), 1);
    assert_int_equal(count(">make &lt;all&gt;<"), 1);
}

TEST(a_bar_is_full_above_one_processor_and_never_too_narrow)
{
    set_up(2);
    set(0, "two.exe", 0, 1, 2);
    set(1, "short.exe", 1, 0.001, 0);
    draw();
    assert_int_equal(count("width=\"46\" height=\"16\" class=\"busy\""), 1);
    assert_int_equal(count("width=\"2\" height=\"16\" class=\"life\""), 1);
}

TEST(codes_that_are_not_0_and_ends_that_are_unknown_are_seen)
{
    struct process_report *report;

    set_up(4);
    report = set(0, "three.exe", 0, 1, 0);
    report->has_code = true;
    report->code = 3;
    report = set(1, "crash.exe", 0, 1, 0);
    report->has_code = true;
    report->code = 0xc0000005;
    set(2, "runs.exe", 0, 12, 0)->state = REPORT_RUNS;
    set(3, "lost.exe", 0, 0, 0)->state = REPORT_PUBLISHED;
    draw();
    assert_int_equal(count("class=\"bad\">3<") + count("class=\"bad\">0xc0000005<"), 2);
    assert_int_equal(count("class=\"badlife\""), 2 + 1); /* and the legend */
    assert_int_equal(count(">still runs<"), 1);
    assert_int_equal(count("width=\"460\""), 2); /* the bar and its filling: it was measured after the command's end */
    assert_int_equal(count(">unknown<"), 2);     /* when it ended, and how */
}

TEST(sixty_have_a_lane_each_and_wines_own_have_none)
{
    char name[16];
    size_t i;

    set_up(MOST);
    for (i = 0; i < MOST; i++) {
        snprintf(name, sizeof name, "p%zu.exe", i);
        set(i, name, 0.1 * (double)i, 1, 0.5);
    }
    draw();
    assert_int_equal(count("class=\"life\""), MOST + 1);
    assert_int_equal(count("viewBox=\"0 0 960 1482\""), 1); /* 22 a lane, and 162 */
    assert_int_equal(count("not drawn"), 0);
    reports[0].is_wines = reports[30].is_wines = true;
    draw();
    assert_int_equal(count("class=\"life\""), MOST - 2 + 1);
    assert_int_equal(count(">p0.exe<") + count(">p30.exe<"), 0);
    assert_int_equal(count("not drawn: Wine's own (2), 1.000 s of CPU time"), 1);
}

TEST(a_strangers_name_is_escaped_and_cut_between_two_letters)
{
    set_up(2);
    set(0, "<a>&\033\"b\".exe", 0, 1, 0);
    set(1,
        "\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f"
        "\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f"
        "\xc3\x9f\xc3\x9f\xc3\x9f\xc3\x9f.exe",
        0, 1, 0);
    draw();
    assert_int_equal(count(">&lt;a&gt;&amp;?\"b\".exe<"), 1);
    assert_int_equal(count("\xc3\x9f"), 28);
    assert_int_equal(count("\xc3\x9f&#8230;<"), 1);
}

TEST(without_a_process_there_is_still_a_picture)
{
    set_up(0);
    list.elapsed = 0;
    draw();
    assert_int_equal(count("in which 0 processes used 0.000 seconds"), 1);
    assert_int_equal(count("nan") + count("inf"), 0);
}

TEST(the_old_content_of_the_file_is_replaced_as_a_whole)
{
    char old[32768];
    FILE *file = tmpfile();

    assert_non_null(file);
    memset(old, 'x', sizeof old);
    assert_int_equal(write(fileno(file), old, sizeof old), sizeof old);
    assert_true(lseek(fileno(file), 0, SEEK_SET) == 0);
    set_up(0);
    write_picture(fileno(file));
    fclose(file);
}
