/* SPDX-License-Identifier: MIT */
/* Every call path by which a program reaches the functions, hooked. */
#include "call_paths.h"
#include "launch.h"
#include "support.h"

int main(void)
{
    int failed = unaware_tests();

    failed += patched_tests();
    failed += missing_tests();
    failed += aware_tests();
    remove_scratch();
    return finish(failed);
}
