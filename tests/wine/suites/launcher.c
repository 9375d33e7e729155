/* SPDX-License-Identifier: MIT */
/* cycletime-run.exe, as its callers see it. */
#include "launcher.h"

int main(void)
{
    int failed = drop_in_tests();

    failed += newer_tests();
    failed += passed_on_tests();
    failed += refused_tests();
    remove_scratch();
    return finish(failed);
}
