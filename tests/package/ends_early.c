/* SPDX-License-Identifier: MIT */
/* Calls a DLL. With the argument of the compiler IN_CALLBACK=1 it ends with 3 in a TLS callback, before its entry point. */
#include <windows.h>

__declspec(dllimport) int answer(void);

static void NTAPI end(PVOID module, DWORD reason, PVOID reserved)
{
    (void)module;
    (void)reserved;
    if (IN_CALLBACK && reason == DLL_PROCESS_ATTACH) ExitProcess(3);
}

/* The linker gathers the callbacks from the sections of this name, if something refers to _tls_used. */
__attribute__((section(".CRT$XLB"), used)) static PIMAGE_TLS_CALLBACK callback = end;
extern IMAGE_TLS_DIRECTORY _tls_used;
IMAGE_TLS_DIRECTORY *used = &_tls_used;

int main(void)
{
    return answer();
}
