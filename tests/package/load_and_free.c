/* SPDX-License-Identifier: MIT */
/* load_and_free.exe FILE: loads and frees DLLs as long as there is the file, for ten minutes at most, so that Wine gives
   others other places in the next process. */
#include <stdlib.h>
#include <windows.h>

enum { PATIENCE = 600000, AT_ONCE = 4 };  /* ms; DLLs */

int main(int argc, char **argv)
{
    static const char *const names[] = { "msi", "winmm", "mshtml", "jscript", "quartz", "dsound", "wininet", "urlmon",
                                         "riched20", "comdlg32", "oleaut32", "crypt32", "winhttp", "dbghelp",
                                         "setupapi", "propsys" };
    const DWORD begin = GetTickCount();
    HMODULE loaded[AT_ONCE] = { NULL };
    unsigned i;

    for (i = 0; argc == 2 && GetFileAttributesA(argv[1]) != INVALID_FILE_ATTRIBUTES && GetTickCount() - begin < PATIENCE;
         i = (i + 1) % AT_ONCE) {
        if (loaded[i]) FreeLibrary(loaded[i]);
        loaded[i] = LoadLibraryExA(names[rand() % ARRAYSIZE(names)], NULL, DONT_RESOLVE_DLL_REFERENCES);
        Sleep(15);
    }
    return 0;
}
