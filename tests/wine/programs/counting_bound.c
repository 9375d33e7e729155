/* SPDX-License-Identifier: MIT */
/* Counts by its imports: a program, or a DLL with that to export. */
#include "counting.h"

static struct counting_functions imports(void)
{
    return (struct counting_functions){ PdhOpenQueryW,       PdhAddCounterA,              PdhAddEnglishCounterW,
                                        PdhCollectQueryData, PdhGetFormattedCounterValue, PdhCloseQuery };
}

__declspec(dllexport) int library_count(void)
{
    const struct counting_functions functions = imports();

    return counting_run(&functions);
}

#ifndef COUNTING_LIBRARY
int main(void)
{
    return library_count();
}
#endif
