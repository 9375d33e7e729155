/* SPDX-License-Identifier: MIT */
/* Counts by functions of a DLL that it loads while it runs: the build defines COUNTING_WAY as one of `ways`. */
#include "counting.h"

static int count_once(void)
{
    HMODULE pdh = LoadLibraryA("pdh.dll");
    struct counting_functions functions;
    int failed;

    if (!pdh) return 1;
    functions.open = (void *)GetProcAddress(pdh, "PdhOpenQueryW");
    functions.add = (void *)GetProcAddress(pdh, "PdhAddCounterA");
    functions.add_english = (void *)GetProcAddress(pdh, "PdhAddEnglishCounterW");
    functions.collect = (void *)GetProcAddress(pdh, "PdhCollectQueryData");
    functions.get = (void *)GetProcAddress(pdh, "PdhGetFormattedCounterValue");
    functions.close = (void *)GetProcAddress(pdh, "PdhCloseQuery");
    failed = counting_run(&functions);
    FreeLibrary(pdh);
    if (GetModuleHandleA("pdh.dll")) failed = 1;
    return failed;
}

/* The second time, pdh.dll is loaded again, after it was unloaded. */
static int count_twice_by_pdh(void)
{
    return count_once() | count_once();
}

/* counting_library.dll imports pdh.dll, which so is loaded with it. */
static int count_by_library(void)
{
    HMODULE library = LoadLibraryA("counting_library.dll");
    int (*count)(void) = library ? (void *)GetProcAddress(library, "library_count") : NULL;

    return count ? count() : 1;
}

enum way { BY_PDH, BY_LIBRARY };

static int (*const ways[])(void) = { [BY_PDH] = count_twice_by_pdh, [BY_LIBRARY] = count_by_library };

int main(void)
{
    return ways[COUNTING_WAY]();
}
