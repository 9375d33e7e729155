/* SPDX-License-Identifier: MIT */
/* What a program for MSVC's ABI needs of Microsoft's runtime, which is not here; start is the entry point. */
__declspec(dllimport) void __stdcall ExitProcess(unsigned code);
int main(void);
int _fltused;

void start(void) {
    ExitProcess(main());
}
