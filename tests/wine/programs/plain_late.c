/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime that loads the DLL which asks. The argument: another process's id. */
#include "plain_library.h"

int main(int argc, char **argv)
{
    HMODULE library = LoadLibraryA(PLAIN_LIBRARY);
    void (*ask)(HANDLE) = library ? (void *)GetProcAddress(library, "library_ask") : NULL;

    plain_work();
    if (ask) ask(plain_other(argc, argv));
    plain_end();
    return 0;
}
