/* SPDX-License-Identifier: MIT */
/* Counts by its imports: a program, or a DLL, which calls library_count only. */
#include "counting.h"

__declspec(dllexport) int library_count(void)
{
    const struct counting_functions imported = {
        PdhOpenQueryW,       PdhAddCounterA,              PdhAddEnglishCounterW,
        PdhCollectQueryData, PdhGetFormattedCounterValue, PdhCloseQuery };

    return counting_run(&imported);
}

int main(void)
{
    return library_count();
}
