/* SPDX-License-Identifier: MIT */
#include "apart.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds by the clock, on a machine that others use too: a test that hangs is one that failed. A tool under which all is
   slow asks for more. */
static unsigned patience(void)
{
    const char *more = getenv("CYCLETIME_TEST_PATIENCE");

    return more ? (unsigned)atoi(more) : 120;
}

static int run_child(const struct CMUnitTest *test)
{
    const struct CMUnitTest group[] = { *test };

    alarm(patience());
    return cmocka_run_group_tests_name(test->name, group, NULL, NULL);
}

static int passes(const struct CMUnitTest *test)
{
    int status = -1;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (!child) exit(run_child(test));
    return child > 0 && waitpid(child, &status, 0) == child && !status;
}

int run_apart(void)
{
    const size_t count = copy_tests(NULL, NULL);
    struct CMUnitTest tests[count + 1];
    size_t i, failed = 0;

    copy_tests(NULL, tests);
    for (i = 0; i < count; i++) {
        if (passes(&tests[i])) continue;
        printf("failed: %s\n", tests[i].name);
        failed++;
    }
    printf("%zu of %zu tests passed\n", count - failed, count);
    return failed || !count;
}
