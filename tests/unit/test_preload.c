/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "inject/preload/preload.h"
#include "protocol/wine_programs.h"

#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <unistd.h>

static void left_of(const char *list, const char *expected)
{
    char text[256];

    strcpy(text, list);
    list_remove_file(text, "own.so");
    assert_string_equal(text, expected);
}

TEST(a_list_of_our_file_alone_becomes_empty)
{
    left_of("/tree/${PLATFORM}/own.so", "");
    left_of("/a/own.so:/b/own.so", "");
}

TEST(what_else_is_in_the_list_stays_as_it_is)
{
    left_of("", "");
    left_of("libm.so.6:/tree/own.so", "libm.so.6");
    left_of("/tree/own.so:libm.so.6", "libm.so.6");
    left_of("one.so /tree/own.so two.so:three.so", "one.so two.so:three.so");
    /* Steam's begins with a colon. */
    left_of(":/steam/32/overlay.so:/steam/64/overlay.so:/tree/own.so", ":/steam/32/overlay.so:/steam/64/overlay.so");
}

TEST(a_file_whose_name_ends_like_ours_stays)
{
    left_of("/tree/their_own.so", "/tree/their_own.so");
    left_of("/tree/own.so.1:own.so", "/tree/own.so.1:own.so");
}

/* Windows' text of a Linux one, in memory that stays. */
static uint16_t *wide(const char16_t *text)
{
    static uint16_t memory[16][512];
    static unsigned next;
    uint16_t *copy = memory[next++ % 16];
    unsigned i;

    for (i = 0; text[i]; i++) copy[i] = text[i];
    copy[i] = copy[i + 1] = 0;
    return copy;
}

/* Returns the kind of a program with the path `path`, whose image has the text `mark` after its DOS header. If `mark` is
   NULL, there is no image. */
static enum program_kind kind_below(bool is_below_services, const char *mark, const char16_t *path, char name[PROGRAM_NAME])
{
    struct process_parameters parameters = { 0 };
    char image[256] = "MZ";
    const struct process_environment process = { .image = mark ? image : NULL, .parameters = &parameters };

    if (mark) strcpy(image + 0x40, mark);
    parameters.image.text = wide(path);
    while (parameters.image.text[parameters.image.length / 2]) parameters.image.length += 2;
    return program_of(&process, is_below_services, name);
}

static enum program_kind kind_of(const char16_t *image, char name[PROGRAM_NAME])
{
    return kind_below(false, NULL, image, name);
}

TEST(programs_that_come_with_wine_are_services_if_they_descend_from_its_services)
{
    static const char builtin[] = "Wine builtin DLL", other[] = "Wine placeholder DLL";
    char name[PROGRAM_NAME];

    assert_int_equal(kind_below(true, builtin, u"C:\\windows\\system32\\spoolsv.exe", name), PROGRAM_SERVICE);
    assert_string_equal(name, "C:\\windows\\system32\\spoolsv.exe");
    assert_int_equal(kind_below(false, builtin, u"C:\\windows\\system32\\spoolsv.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_below(true, other, u"C:\\windows\\system32\\spoolsv.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_below(true, other, u"C:\\windows\\system32\\rpcss.exe", name), PROGRAM_SERVICE);
    assert_int_equal(kind_below(false, NULL, u"C:\\windows\\system32\\lsass.exe", name), PROGRAM_SERVICE);
}

TEST(wines_own_programs_are_distinguished_from_the_users_by_folder_and_name)
{
    char name[PROGRAM_NAME];

    assert_int_equal(kind_of(u"C:\\windows\\system32\\start.exe", name), PROGRAM_BETWEEN);
    assert_int_equal(kind_of(u"C:\\Windows\\SysWOW64\\ConHost.exe", name), PROGRAM_BETWEEN);
    assert_int_equal(kind_of(u"C:\\windows\\system32\\services.exe", name), PROGRAM_SERVICE);
    assert_int_equal(kind_of(u"C:\\windows\\system32\\cmd.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"C:\\games\\start.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"start.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"", name), PROGRAM_OF_USER);
}

TEST(a_users_program_in_a_folder_of_the_same_name_as_wines_is_the_users)
{
    char name[PROGRAM_NAME];

    assert_int_equal(kind_of(u"Z:\\home\\me\\system32\\services.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"C:\\games\\syswow64\\start.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"D:\\windows\\system32\\wineboot.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"C:\\windows\\system32\\mine\\tabtip.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"\\system32\\svchost.exe", name), PROGRAM_OF_USER);
}

TEST(names_of_wines_own_programs_are_whole_and_of_any_case)
{
    assert_true(wine_programs_have(wine_between, "Steam.exe"));
    assert_true(wine_programs_have(wine_services, "WINEDEVICE.E")); /* as Linux cuts them */
    assert_false(wine_programs_have(wine_between, "starter.exe"));
    assert_false(wine_programs_have(wine_between, "star.exe"));
    assert_false(wine_programs_have(wine_between, "start"));
    assert_false(wine_programs_have(wine_between, "services.exe"));
}

TEST(a_programs_name_is_reported_in_utf_8_and_cut_where_it_is_too_long)
{
    char16_t image[2 * PROGRAM_NAME] = u"Z:\\";
    char name[PROGRAM_NAME];
    unsigned i;

    kind_of(u"Z:\\a\u00e9\u4e2d\U0001f600.exe", name);
    assert_string_equal(name, "Z:\\a\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80.exe");
    for (i = 3; i < 500; i++) image[i] = u'\u4e2d';
    kind_of(image, name);
    assert_in_range(strlen(name), PROGRAM_NAME - 8, PROGRAM_NAME - 1);
    assert_int_equal(strlen(name) % 3, 0);
}

static struct run_words words_of(const char *of_linux, const char16_t *of_windows)
{
    struct run_words words;

    if (of_linux) setenv("CYCLETIME_RUN", of_linux, 1);
    else unsetenv("CYCLETIME_RUN");
    run_words_read(&words, of_windows ? wide(of_windows) : NULL);
    return words;
}

TEST(the_words_of_linux_environment_are_read)
{
    struct run_words words = words_of("must verbose no-nt  fast-clock quiet no-children ack=/tmp/a file", NULL);

    assert_true(words.flags == (RUN_MUST | RUN_VERBOSE | RUN_QUIET | RUN_NO_CHILDREN | RUN_NO_NT | RUN_FAST_CLOCK));
    assert_string_equal(words.ack, "/tmp/a file");
    words = words_of(NULL, NULL);
    assert_true(!words.flags && !words.ack);
    words = words_of("mustard verbosely", u"OTHER=off");
    assert_true(!words.flags);
}

TEST(the_words_of_windows_environment_come_first_but_for_the_first_program)
{
    struct run_words words = words_of("no-nt ack=/tmp/first", u"CYCLETIME_RUN=verbose ack=/tmp/other");

    assert_true(words.flags == RUN_VERBOSE);
    assert_string_equal(words.ack, "/tmp/first");
    assert_true(words_of("verbose", u"CYCLETIME_RUN=off").flags == RUN_OFF);
    assert_true(words_of("off", u"CYCLETIME_RUN=").flags == 0);
    assert_true(words_of("off", u"CYCLETIME_RUNS=").flags == RUN_OFF);
}

TEST(the_number_of_the_list_is_read_from_linux_environment_alone)
{
    assert_true(words_of("verbose time=18446744073709551615 ack=/tmp/first", NULL).run == UINT64_MAX);
    assert_true(words_of("time=5", u"CYCLETIME_RUN=no-nt time=6").run == 5);
    assert_true(words_of("verbose ack=/tmp/a time=6", NULL).run == 0);
    assert_true(words_of("must", u"CYCLETIME_RUN=time=6").run == 0);
    assert_true(words_of(NULL, NULL).run == 0);
}

TEST(what_descends_from_wines_own_is_not_the_first)
{
    struct run_words words;

    words_of("must verbose ack=/tmp/first", NULL);
    run_words_pass_on(true);
    run_words_read(&words, NULL);
    assert_true(words.flags == (RUN_MUST | RUN_VERBOSE) && words.is_below_services);
    assert_int_not_equal(unlink(words.ack), 0);
}

TEST(what_a_users_service_starts_does_not_descend_from_wines_services)
{
    struct run_words words;

    words_of("must ack=/", NULL);
    run_words_pass_on(false);
    run_words_pass_on(true); /* there is no room for another path */
    run_words_read(&words, NULL);
    assert_true(words.flags == RUN_MUST && !words.is_below_services && !*words.ack);
    assert_false(words_of("must ack=/tmp/first", NULL).is_below_services);
    assert_false(words_of("must", NULL).is_below_services);
}
