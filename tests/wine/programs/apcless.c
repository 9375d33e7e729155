/* SPDX-License-Identifier: MIT */
/* apcless must|may: what a child does by itself (inject/child_apc) where the module kernel32 is not there, as here none of
   the request's name is. */
#include "../../../src/inject/child_apc.h"

#include <string.h>

int main(int argc, char **argv)
{
    static struct child_request request = { .ntdll = L"ntdll.dll", .kernel32 = L"kernel33.dll", .exit_code = 125 };
    HMODULE ntdll = GetModuleHandleA("ntdll.dll");

    if (argc != 2) return 1;
    request.must = !strcmp(argv[1], "must");
    request.RtlExitUserProcess = (ULONG)((BYTE *)(void *)GetProcAddress(ntdll, "RtlExitUserProcess") - (BYTE *)ntdll);
    SetLastError(5);
    child_apc((ULONG_PTR)&request, 0, 0);
    return GetLastError() == 5 ? 7 : 8;
}
