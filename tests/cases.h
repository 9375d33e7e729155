/* SPDX-License-Identifier: MIT */
/* cmocka's tests without a list of them: a test adds itself before main() begins, and the tests of a file run in the order
   in which they stand there. */
#ifndef CYCLETIME_CASES_H
#define CYCLETIME_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* Prints why, and skips the test. */
#define SKIP_BECAUSE(reason) do { print_message("skipped: %s\n", reason); skip(); } while (0)

/* One function, and each case in which it runs: with another name, setup or initial state. */
struct test_cases {
    const struct CMUnitTest *tests;
    size_t count;
    const char *file;
    int line;
    struct test_cases *next;
};

void add_test_cases(struct test_cases *added);

/* Copies the tests of `file`, or those of all files if it is NULL, unless `tests` is NULL. Returns how many there are. */
size_t copy_tests(const char *file, struct CMUnitTest *tests);

/* Runs the tests of all files, one file after the other in the order of their names. Returns the number of those that
   failed, or 1 if there are none. */
int run_all_tests(void);

/* run_all_tests() calls these before and after the tests of the file. Either may be NULL. */
struct file_fixture {
    const char *file;
    CMFixtureFunction setup, teardown;
    struct file_fixture *next;
};

void add_file_fixture(struct file_fixture *added);

#define ALL_BETWEEN(setup, teardown) \
    __attribute__((constructor)) static void add_fixture(void) \
    { \
        static struct file_fixture added = { __FILE__, setup, teardown, NULL }; \
        add_file_fixture(&added); \
    }

/* The head of a test function. The arguments after its name are elements of an array of struct CMUnitTest. */
#define TEST_CASES(test, ...) \
    static void test(void **state); \
    static const struct CMUnitTest cases_of_##test[] = { __VA_ARGS__ }; \
    __attribute__((constructor)) static void add_##test(void) \
    { \
        static struct test_cases added = { \
            cases_of_##test, sizeof cases_of_##test / sizeof *cases_of_##test, __FILE__, __LINE__, NULL \
        }; \
        add_test_cases(&added); \
    } \
    static void test(void **state __attribute__((unused)))

#define TEST(test) TEST_CASES(test, cmocka_unit_test(test))
#define TEST_AFTER(setup, test) TEST_CASES(test, cmocka_unit_test_setup(test, setup))
#define TEST_BETWEEN(setup, teardown, test) TEST_CASES(test, cmocka_unit_test_setup_teardown(test, setup, teardown))

#endif
