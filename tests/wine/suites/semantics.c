/* SPDX-License-Identifier: MIT */
/* What a grafted program meets, beside what it meets alone. */
#include "semantics.h"

int main(void)
{
    int failed = drop_in_tests();

    failed += newer_tests();
    failed += as_alone_tests();
    remove_scratch();
    return finish(failed);
}
