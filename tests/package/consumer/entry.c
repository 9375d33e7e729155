/* SPDX-License-Identifier: MIT */
/* The parts of Microsoft's runtime that a program for MSVC's ABI needs; start is the entry point. */
__declspec(dllimport) void __stdcall ExitProcess(unsigned code);
int main(void);
int _fltused;

void start(void) {
    ExitProcess(main());
}
