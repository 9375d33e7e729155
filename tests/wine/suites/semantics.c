/* SPDX-License-Identifier: MIT */
/* Tests programs with hooks and without. */
#include "semantics.h"

int main(void)
{
    int failed = hooked_answers_tests();

    failed += newer_tests();
    failed += unchanged_tests();
    remove_scratch();
    return finish(failed);
}
