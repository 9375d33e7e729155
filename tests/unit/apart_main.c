/* SPDX-License-Identifier: MIT */
/* The main() of the test programs that have none of their own. */
#include "apart.h"

int main(void)
{
    return run_apart();
}
