/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include <string.h>

static struct test_cases *first_cases;
static struct file_fixture *first_fixture;

static int compare(const struct test_cases *one, const struct test_cases *other)
{
    const int files = strcmp(one->file, other->file);

    return files ? files : one->line - other->line;
}

/* Kept by file and line, since the order in which constructors run differs between the systems. */
void add_test_cases(struct test_cases *added)
{
    struct test_cases **at = &first_cases;

    while (*at && compare(*at, added) <= 0) at = &(*at)->next;
    added->next = *at;
    *at = added;
}

size_t copy_tests(const char *file, struct CMUnitTest *tests)
{
    const struct test_cases *cases;
    size_t count = 0;

    for (cases = first_cases; cases; cases = cases->next) {
        if (file && strcmp(cases->file, file)) continue;
        if (tests) memcpy(tests + count, cases->tests, cases->count * sizeof *tests);
        count += cases->count;
    }
    return count;
}

int run_file_tests(const char *file, const char *group, CMFixtureFunction setup, CMFixtureFunction teardown)
{
    const size_t count = copy_tests(file, NULL);
    struct CMUnitTest tests[count + 1];

    if (!count) return 1;
    copy_tests(file, tests);
    return _cmocka_run_group_tests(group, tests, count, setup, teardown);
}

void add_file_fixture(struct file_fixture *added)
{
    added->next = first_fixture;
    first_fixture = added;
}

static int run_group(const char *file)
{
    const struct file_fixture *fixture = first_fixture;

    while (fixture && strcmp(fixture->file, file)) fixture = fixture->next;
    return run_file_tests(file, file, fixture ? fixture->setup : NULL, fixture ? fixture->teardown : NULL);
}

int run_all_tests(void)
{
    const struct test_cases *cases;
    const char *file = "";
    int failed = !first_cases;

    for (cases = first_cases; cases; cases = cases->next) {
        if (!strcmp(cases->file, file)) continue;
        file = cases->file;
        failed += run_group(file);
    }
    return failed;
}
