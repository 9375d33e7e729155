/* SPDX-License-Identifier: MIT */
/* What a hooked program meets, beside what it meets alone. */
#include "semantics.h"

int main(void)
{
    int failed = hooked_answers_tests();

    failed += newer_tests();
    failed += unchanged_tests();
    remove_scratch();
    return finish(failed);
}
