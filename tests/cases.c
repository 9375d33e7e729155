/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include <string.h>

static struct test_cases *first_cases;

/* A file's functions are kept by their lines, since the order in which constructors run differs between the systems. */
void add_test_cases(struct test_cases *added)
{
    struct test_cases **at = &first_cases;

    while (*at && (strcmp((*at)->file, added->file) || (*at)->line <= added->line)) at = &(*at)->next;
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
