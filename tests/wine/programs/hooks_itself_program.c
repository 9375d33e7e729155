/* SPDX-License-Identifier: MIT */
/* A program that hooks itself and starts another.
 *
 *   hooks_itself_program FLAGS PROGRAM ARGUMENTS...   by the cycletime.dll beside it; prints the last error that the
 *                                                    hooking leaves, and ends as that program ends
 */
#include "lost.h"

#include <stdio.h>
#include <wchar.h>

static BOOL install_hooks(ULONG flags)
{
    const HMODULE library = LoadLibraryW(L"cycletime.dll");
    BOOL (WINAPI *entry)(ULONG) = library ? (void *)GetProcAddress(library, "CycletimeInstallHooks") : NULL;

    SetLastError(1234);
    if (!entry || !entry(flags)) return FALSE;
    printf("last error %lu\n", GetLastError());
    fflush(stdout);
    return TRUE;
}

int main(void)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    WCHAR *line = wcsstr(GetCommandLineW(), L" "), *program;
    PROCESS_INFORMATION child;
    DWORD code = 204;
    BOOL done;

    if (!line || !install_hooks(wcstoul(line, &program, 0))) return 203;
    do done = CreateProcessW(NULL, program + 1, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child);
    while (is_lost(done));
    if (done && !WaitForSingleObject(child.hProcess, INFINITE)) GetExitCodeProcess(child.hProcess, &code);
    return (int)code;
}
