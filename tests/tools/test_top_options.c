/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "tools/top/screen.h"

static struct options options;

/* The arguments, NULL at their end. What is wrong is TRUE. */
static bool is_wrong(wchar_t *const *arguments)
{
    const struct options_error error = read_top_options(arguments, &options);

    assert_true(!error.what == !error.value && !error.what == !error.option);
    return error.what;
}

#define IS_WRONG(...) is_wrong((wchar_t *[]){ __VA_ARGS__, NULL })

static void check_all_wrong(wchar_t *option, wchar_t *const *values, int line)
{
    size_t i;

    for (i = 0; values[i]; i++) {
        if (IS_WRONG(option, values[i])) continue;
        print_error("Value %zu of the list is accepted.\n", i);
        _fail(__FILE__, line);
    }
}

#define assert_all_wrong(option, ...) check_all_wrong(option, (wchar_t *[]){ __VA_ARGS__, NULL }, __LINE__)

TEST(the_viewer_without_options_is_a_view_each_second)
{
    assert_false(is_wrong((wchar_t *[]){ NULL }));
    assert_int_equal(options.form, FORM_VIEW);
    assert_int_equal(options.interval, 1000);
    assert_int_equal(options.count, 0);
    assert_int_equal(options.process, 0);
    assert_null(options.svg);
    assert_null(options.filter);
    assert_false(options.once || options.help || options.tree);
}

TEST(all_options_are_heeded)
{
    assert_false(IS_WRONG(L"--json", L"--interval", L"2.5", L"--count", L"7", L"--pid", L"123", L"--svg", L"a b.svg"));
    assert_int_equal(options.form, FORM_JSON);
    assert_int_equal(options.interval, 2500);
    assert_int_equal(options.count, 7);
    assert_int_equal(options.process, 123);
    assert_memory_equal(options.svg, L"a b.svg", sizeof L"a b.svg");
    assert_false(IS_WRONG(L"--csv", L"--once"));
    assert_int_equal(options.form, FORM_CSV);
    assert_int_equal(options.count, 1);
    assert_true(options.once);
    assert_false(IS_WRONG(L"--tree", L"--filter", L"a b"));
    assert_true(options.tree);
    assert_memory_equal(options.filter, L"a b", sizeof L"a b");
    assert_false(IS_WRONG(L"--help"));
    assert_true(options.help);
}

TEST(an_interval_has_up_to_three_places)
{
    assert_false(IS_WRONG(L"--interval", L".05"));
    assert_int_equal(options.interval, 50);
    assert_false(IS_WRONG(L"--interval", L"3600"));
    assert_int_equal(options.interval, 3600000);
    assert_false(IS_WRONG(L"--interval", L"1."));
    assert_int_equal(options.interval, 1000);
    assert_all_wrong(L"--interval", L"0.0501", L"0.049", L"3600.001", L"1.2.3", L".", L"", L"-1", L"1s", L"4294968");
}

TEST(numbers_are_whole_and_fit)
{
    assert_false(IS_WRONG(L"--count", L"4294967295", L"--pid", L"4294967295"));
    assert_int_equal(options.count, UINT32_MAX);
    assert_all_wrong(L"--count", L"4294967296", L"0", L"1.5");
    assert_all_wrong(L"--pid", L"0", L"99999999999999999999999", L"x");
}

TEST(unknown_options_are_reported)
{
    struct options_error error;

    error = read_top_options((wchar_t *[]){ L"--once", L"--fast", NULL }, &options);
    assert_non_null(error.what);
    assert_memory_equal(error.value, L"--fast", sizeof L"--fast");
    assert_true(IS_WRONG(L"once"));
    assert_true(IS_WRONG(L"--onc"));
    assert_true(IS_WRONG(L"--once2"));
    assert_true(IS_WRONG(L""));
}

TEST(a_value_may_not_be_missing)
{
    assert_true(IS_WRONG(L"--svg"));
    assert_true(IS_WRONG(L"--svg", L""));
    assert_true(IS_WRONG(L"--filter"));
    assert_true(IS_WRONG(L"--filter", L""));
    assert_true(IS_WRONG(L"--count"));
}

TEST(a_filter_has_64_characters_at_most)
{
    assert_false(IS_WRONG(L"--filter", L"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"));
    assert_true(IS_WRONG(L"--filter", L"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdefg"));
}

TEST(a_column_to_sort_by_has_a_name)
{
    static wchar_t *const names[ORDERS] = { [ORDER_CYCLES] = L"cycles", [ORDER_USER] = L"user", [ORDER_KERNEL] = L"kernel",
                                            [ORDER_MEMORY] = L"memory", [ORDER_ID] = L"id",     [ORDER_NAME] = L"name" };
    struct options_error error;
    size_t i;

    assert_false(IS_WRONG(L"--once"));
    assert_int_equal(options.order, ORDER_CYCLES);
    for (i = 0; i < ORDERS; i++) {
        assert_false(IS_WRONG(L"--sort", names[i]));
        assert_int_equal(options.order, i);
    }
    assert_all_wrong(L"--sort", L"", L"cycle", L"cycless", L"CYCLES", L"cpu");
    assert_true(IS_WRONG(L"--sort"));
    error = read_top_options((wchar_t *[]){ L"--sort", L"cpu", NULL }, &options);
    assert_memory_equal(error.option, L"--sort", sizeof L"--sort");
    assert_memory_equal(error.value, L"cpu", sizeof L"cpu");
}

TEST(options_that_exclude_each_other_are_refused)
{
    assert_true(IS_WRONG(L"--json", L"--csv"));
    assert_true(IS_WRONG(L"--csv", L"--json"));
    assert_true(IS_WRONG(L"--once", L"--count", L"2"));
    assert_false(IS_WRONG(L"--once", L"--count", L"1"));
}
