/* SPDX-License-Identifier: MIT */
/* Loads pdh.dll, fetches its functions and counts; then loads it once more, after it was gone. */
#include "counting.h"

static int count(void)
{
    HMODULE pdh = LoadLibraryA("pdh.dll");
    struct counting_functions functions;
    int failed;

    if (!pdh) return 1;
#define FIND(field, name) functions.field = (void *)GetProcAddress(pdh, name)
    FIND(open, "PdhOpenQueryW");
    FIND(add, "PdhAddCounterA");
    FIND(add_english, "PdhAddEnglishCounterW");
    FIND(collect, "PdhCollectQueryData");
    FIND(get, "PdhGetFormattedCounterValue");
    FIND(close, "PdhCloseQuery");
#undef FIND
    failed = counting_run(&functions);
    FreeLibrary(pdh);
    if (GetModuleHandleA("pdh.dll")) failed = 1;
    return failed;
}

int main(void)
{
    return count() | count();
}
