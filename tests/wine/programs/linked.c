/* SPDX-License-Identifier: MIT */
/* A program that is linked with a cycletime.dll, of which it queries only the version. */
#include "copies.h"
#include "cycletime.h"

int main(void)
{
    plain_say("version", "of-dll", TRUE, CycletimeQueryVersion());
    report_copies();
    plain_end();
    return 0;
}
