/* SPDX-License-Identifier: MIT */
/* Loads the DLL PLAIN_LIBRARY, which the build names, and has that query. */
#include "plain.h"

void library_ask(HANDLE other)
{
    HMODULE library = LoadLibraryA(PLAIN_LIBRARY);
    void (*ask)(HANDLE) = library ? (void *)GetProcAddress(library, "library_ask") : NULL;

    if (ask) ask(other);
}
