/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "top/options.h"

#include <stdlib.h>

static struct options options;
static wchar_t *room;

/* With no byte more room than is promised to suffice. What is wrong is TRUE. */
static bool is_wrong(const wchar_t *line)
{
    struct options_error error;
    size_t length = 0;

    while (line[length]) length++;
    free(room);
    room = malloc(2 * (length + 1) * sizeof *room);
    error = options_read(line, room, &options);
    assert_true(!error.what == !error.argument);
    return error.what;
}

static void without_any_it_is_a_view_each_second(void **state)
{
    (void)state;
    assert_false(is_wrong(L"top.exe"));
    assert_int_equal(options.form, FORM_VIEW);
    assert_int_equal(options.interval, 1000);
    assert_int_equal(options.count, 0);
    assert_int_equal(options.process, 0);
    assert_null(options.svg);
    assert_null(options.filter);
    assert_false(options.once || options.help || options.tree);
}

static void all_are_heeded(void **state)
{
    (void)state;
    assert_false(is_wrong(L"\"C:\\a b\\top.exe\" --json --interval 2.5 --count 7 --pid 123 --svg \"a b.svg\" "));
    assert_int_equal(options.form, FORM_JSON);
    assert_int_equal(options.interval, 2500);
    assert_int_equal(options.count, 7);
    assert_int_equal(options.process, 123);
    assert_memory_equal(options.svg, L"a b.svg", sizeof L"a b.svg");
    assert_false(is_wrong(L"top.exe --csv --once"));
    assert_int_equal(options.form, FORM_CSV);
    assert_int_equal(options.count, 1);
    assert_true(options.once);
    assert_false(is_wrong(L"top.exe --tree --filter \"a b\""));
    assert_true(options.tree);
    assert_memory_equal(options.filter, L"a b", sizeof L"a b");
    assert_false(is_wrong(L"top.exe --help"));
    assert_true(options.help);
}

static void an_interval_has_up_to_three_places(void **state)
{
    (void)state;
    assert_false(is_wrong(L"top --interval .05"));
    assert_int_equal(options.interval, 50);
    assert_false(is_wrong(L"top --interval 3600"));
    assert_int_equal(options.interval, 3600000);
    assert_false(is_wrong(L"top --interval 1."));
    assert_int_equal(options.interval, 1000);
    assert_true(is_wrong(L"top --interval 0.0501"));
    assert_true(is_wrong(L"top --interval 0.049"));
    assert_true(is_wrong(L"top --interval 3600.001"));
    assert_true(is_wrong(L"top --interval 1.2.3"));
    assert_true(is_wrong(L"top --interval ."));
    assert_true(is_wrong(L"top --interval \"\""));
    assert_true(is_wrong(L"top --interval -1"));
    assert_true(is_wrong(L"top --interval 1s"));
    assert_true(is_wrong(L"top --interval 4294968"));
}

static void numbers_are_whole_and_fit(void **state)
{
    (void)state;
    assert_false(is_wrong(L"top --count 4294967295 --pid 4294967295"));
    assert_int_equal(options.count, UINT32_MAX);
    assert_true(is_wrong(L"top --count 4294967296"));
    assert_true(is_wrong(L"top --count 0"));
    assert_true(is_wrong(L"top --count 1.5"));
    assert_true(is_wrong(L"top --pid 0"));
    assert_true(is_wrong(L"top --pid 99999999999999999999999"));
    assert_true(is_wrong(L"top --pid x"));
}

static void what_is_no_option_is_told(void **state)
{
    struct options_error error;
    wchar_t place[64];

    (void)state;
    error = options_read(L"top --once --fast", place, &options);
    assert_non_null(error.what);
    assert_memory_equal(error.argument, L"--fast", sizeof L"--fast");
    assert_true(is_wrong(L"top once"));
    assert_true(is_wrong(L"top --onc"));
    assert_true(is_wrong(L"top --once2"));
    assert_true(is_wrong(L"top \"\""));
}

static void a_value_may_not_be_missing(void **state)
{
    (void)state;
    assert_true(is_wrong(L"top --svg"));
    assert_true(is_wrong(L"top --svg \"\""));
    assert_true(is_wrong(L"top --filter"));
    assert_true(is_wrong(L"top --filter \"\""));
    assert_true(is_wrong(L"top --count "));
}

static void a_filter_has_64_characters_at_most(void **state)
{
    (void)state;
    assert_false(is_wrong(L"top --filter 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"));
    assert_true(is_wrong(L"top --filter 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdefg"));
}

static void what_excludes_each_other_is_refused(void **state)
{
    (void)state;
    assert_true(is_wrong(L"top --json --csv"));
    assert_true(is_wrong(L"top --csv --json"));
    assert_true(is_wrong(L"top --once --count 2"));
    assert_false(is_wrong(L"top --once --count 1"));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_any_it_is_a_view_each_second),
        cmocka_unit_test(all_are_heeded),
        cmocka_unit_test(an_interval_has_up_to_three_places),
        cmocka_unit_test(numbers_are_whole_and_fit),
        cmocka_unit_test(what_is_no_option_is_told),
        cmocka_unit_test(a_value_may_not_be_missing),
        cmocka_unit_test(a_filter_has_64_characters_at_most),
        cmocka_unit_test(what_excludes_each_other_is_refused),
    };

    return RUN_APART(tests);
}
