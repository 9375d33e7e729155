/* SPDX-License-Identifier: MIT */
/* The main() of the test programs that have none of their own. */
#include "support.h"

int main(void)
{
    return finish(run_all_tests());
}
