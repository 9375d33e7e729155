/* SPDX-License-Identifier: MIT */
/* A program linked with a cycletime.dll of which it asks the version only. */
#include "copies.h"
#include "cycletime.h"

int main(void)
{
    plain_say("version", "of-dll", TRUE, CycletimeQueryVersion());
    report_copies();
    plain_end();
    return 0;
}
