/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "tools/top/screen.h"

static struct options options;

/* The arguments, NULL at their end. What is wrong is TRUE. */
static bool is_wrong(wchar_t *const *arguments)
{
    const struct options_error error = options_read(arguments, &options);

    assert_true(!error.what == !error.value && !error.what == !error.option);
    return error.what;
}

#define IS_WRONG(...) is_wrong((wchar_t *[]){ __VA_ARGS__, NULL })

static void without_any_it_is_a_view_each_second(void **state)
{
    (void)state;
    assert_false(is_wrong((wchar_t *[]){ NULL }));
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

static void an_interval_has_up_to_three_places(void **state)
{
    (void)state;
    assert_false(IS_WRONG(L"--interval", L".05"));
    assert_int_equal(options.interval, 50);
    assert_false(IS_WRONG(L"--interval", L"3600"));
    assert_int_equal(options.interval, 3600000);
    assert_false(IS_WRONG(L"--interval", L"1."));
    assert_int_equal(options.interval, 1000);
    assert_true(IS_WRONG(L"--interval", L"0.0501"));
    assert_true(IS_WRONG(L"--interval", L"0.049"));
    assert_true(IS_WRONG(L"--interval", L"3600.001"));
    assert_true(IS_WRONG(L"--interval", L"1.2.3"));
    assert_true(IS_WRONG(L"--interval", L"."));
    assert_true(IS_WRONG(L"--interval", L""));
    assert_true(IS_WRONG(L"--interval", L"-1"));
    assert_true(IS_WRONG(L"--interval", L"1s"));
    assert_true(IS_WRONG(L"--interval", L"4294968"));
}

static void numbers_are_whole_and_fit(void **state)
{
    (void)state;
    assert_false(IS_WRONG(L"--count", L"4294967295", L"--pid", L"4294967295"));
    assert_int_equal(options.count, UINT32_MAX);
    assert_true(IS_WRONG(L"--count", L"4294967296"));
    assert_true(IS_WRONG(L"--count", L"0"));
    assert_true(IS_WRONG(L"--count", L"1.5"));
    assert_true(IS_WRONG(L"--pid", L"0"));
    assert_true(IS_WRONG(L"--pid", L"99999999999999999999999"));
    assert_true(IS_WRONG(L"--pid", L"x"));
}

static void unknown_options_are_reported(void **state)
{
    struct options_error error;

    (void)state;
    error = options_read((wchar_t *[]){ L"--once", L"--fast", NULL }, &options);
    assert_non_null(error.what);
    assert_memory_equal(error.value, L"--fast", sizeof L"--fast");
    assert_true(IS_WRONG(L"once"));
    assert_true(IS_WRONG(L"--onc"));
    assert_true(IS_WRONG(L"--once2"));
    assert_true(IS_WRONG(L""));
}

static void a_value_may_not_be_missing(void **state)
{
    (void)state;
    assert_true(IS_WRONG(L"--svg"));
    assert_true(IS_WRONG(L"--svg", L""));
    assert_true(IS_WRONG(L"--filter"));
    assert_true(IS_WRONG(L"--filter", L""));
    assert_true(IS_WRONG(L"--count"));
}

static void a_filter_has_64_characters_at_most(void **state)
{
    (void)state;
    assert_false(IS_WRONG(L"--filter", L"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"));
    assert_true(IS_WRONG(L"--filter", L"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdefg"));
}

static void a_column_to_sort_by_has_a_name(void **state)
{
    static wchar_t *const names[ORDERS] = { [ORDER_CYCLES] = L"cycles", [ORDER_USER] = L"user", [ORDER_KERNEL] = L"kernel",
                                            [ORDER_MEMORY] = L"memory", [ORDER_ID] = L"id",     [ORDER_NAME] = L"name" };
    static wchar_t *const others[] = { L"", L"cycle", L"cycless", L"CYCLES", L"cpu" };
    struct options_error error;
    size_t i;

    (void)state;
    assert_false(IS_WRONG(L"--once"));
    assert_int_equal(options.order, ORDER_CYCLES);
    for (i = 0; i < ORDERS; i++) {
        assert_false(IS_WRONG(L"--sort", names[i]));
        assert_int_equal(options.order, i);
    }
    for (i = 0; i < sizeof others / sizeof *others; i++) assert_true(IS_WRONG(L"--sort", others[i]));
    assert_true(IS_WRONG(L"--sort"));
    error = options_read((wchar_t *[]){ L"--sort", L"cpu", NULL }, &options);
    assert_memory_equal(error.option, L"--sort", sizeof L"--sort");
    assert_memory_equal(error.value, L"cpu", sizeof L"cpu");
}

static void what_excludes_each_other_is_refused(void **state)
{
    (void)state;
    assert_true(IS_WRONG(L"--json", L"--csv"));
    assert_true(IS_WRONG(L"--csv", L"--json"));
    assert_true(IS_WRONG(L"--once", L"--count", L"2"));
    assert_false(IS_WRONG(L"--once", L"--count", L"1"));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_any_it_is_a_view_each_second),
        cmocka_unit_test(all_are_heeded),
        cmocka_unit_test(an_interval_has_up_to_three_places),
        cmocka_unit_test(numbers_are_whole_and_fit),
        cmocka_unit_test(unknown_options_are_reported),
        cmocka_unit_test(a_value_may_not_be_missing),
        cmocka_unit_test(a_filter_has_64_characters_at_most),
        cmocka_unit_test(a_column_to_sort_by_has_a_name),
        cmocka_unit_test(what_excludes_each_other_is_refused),
    };

    return RUN_APART(tests);
}
