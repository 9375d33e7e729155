/* SPDX-License-Identifier: MIT */
/* Loads the DLL that counts by its imports, and so pdh.dll, when it runs already. */
#include "counting.h"

int main(void)
{
    HMODULE library = LoadLibraryA("counting_library.dll");
    int (*count)(void) = library ? (void *)GetProcAddress(library, "library_count") : NULL;

    return count ? count() : 1;
}
