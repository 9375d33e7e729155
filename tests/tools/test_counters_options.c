/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "tools/counters/options.h"

static struct options options;
static const wchar_t *names[8];

/* The value is TRUE if the arguments are wrong. */
#define IS_WRONG(...) is_wrong((wchar_t *const[]){ __VA_ARGS__ NULL })

static bool is_wrong(wchar_t *const *arguments)
{
    const struct options_error error = read_counters_options(arguments, names, &options);

    assert_true(!error.what == !error.option && !error.what == !error.value);
    return error.what;
}

TEST(counters_stand_among_the_options)
{
    wchar_t *const arguments[] = { L"\\Processor(*)\\% Idle Time", L"--count", L"7", L"--interval", L".5",
                                   L"system\\processes",           NULL };

    assert_false(is_wrong(arguments));
    assert_int_equal(options.name_count, 2);
    assert_ptr_equal(options.names[0], arguments[0]);
    assert_ptr_equal(options.names[1], arguments[5]);
    assert_int_equal(options.count, 7);
    assert_int_equal(options.interval, 500);
    assert_false(options.list || options.help);
}

TEST(the_program_without_options_samples_each_second_until_it_is_ended)
{
    assert_false(IS_WRONG(L"a", ));
    assert_int_equal(options.interval, 1000);
    assert_int_equal(options.count, 0);
}

TEST(a_list_is_of_one_object_or_of_all)
{
    assert_false(IS_WRONG(L"--list", ));
    assert_true(options.list);
    assert_int_equal(options.name_count, 0);
    assert_false(IS_WRONG(L"--list", L"Process", ));
    assert_int_equal(options.name_count, 1);
    assert_true(IS_WRONG(L"--list", L"Process", L"Processor", ));
}

TEST(help_needs_no_counter)
{
    assert_true(IS_WRONG());
    assert_true(IS_WRONG(L"--count", L"1", ));
    assert_false(IS_WRONG(L"--help", ));
    assert_true(options.help);
}

TEST(mistakes_are_reported)
{
    assert_true(IS_WRONG(L"a", L"--fast", ));
    assert_true(IS_WRONG(L"a", L"-f", ));
    assert_true(IS_WRONG(L"a", L"--count", ));
    assert_true(IS_WRONG(L"a", L"--count", L"0", ));
    assert_true(IS_WRONG(L"a", L"--count", L"-1", ));
    assert_true(IS_WRONG(L"a", L"--interval", L"0.049", ));
    assert_true(IS_WRONG(L"a", L"--interval", L"3600.001", ));
    assert_true(IS_WRONG(L"a", L"--interval", L"x", ));
    assert_false(IS_WRONG(L"a", L"--interval", L"3600", L"--count", L"4294967295", ));
}
