/* SPDX-License-Identifier: MIT */
/* bcryptprimitives.dll, which Wine has since 8.13: programs of Rust 1.78 and Go 1.22 and later do not start without its one
   function. It is used where Wine has none (preload/inject.c). */
#include <windows.h>

BOOLEAN WINAPI SystemFunction036(PVOID data, ULONG size); /* RtlGenRandom, by the name that advapi32 exports */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE Data, SIZE_T Size)
{
    const ULONG most = 1UL << 30;
    ULONG part;

    for (; Size; Data += part, Size -= part) {
        part = Size < most ? (ULONG)Size : most;
        if (!SystemFunction036(Data, part)) return FALSE;
    }
    return TRUE;
}
