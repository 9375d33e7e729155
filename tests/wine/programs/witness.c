/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime that reports what it was started with. The environment variable WITNESS, and not
   the arguments, says what to report, so that the arguments may be any. All in UTF-16, as it came. */
#include <stdlib.h>
#include <wchar.h>
#include <windows.h>

static void report(DWORD where, const void *bytes, DWORD count)
{
    DWORD written;

    WriteFile(GetStdHandle(where), bytes, count, &written, NULL);
}

static void report_text(const WCHAR *text)
{
    report(STD_OUTPUT_HANDLE, text, (DWORD)wcslen(text) * sizeof *text);
}

static void pass_input_on(void)
{
    char bytes[1000];
    DWORD got;

    while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), bytes, sizeof bytes, &got, NULL) && got)
        report(STD_OUTPUT_HANDLE, bytes, got);
    report(STD_ERROR_HANDLE, "on stderr", 9);
}

int main(void)
{
    WCHAR wanted[32] = L"", directory[MAX_PATH];

    GetEnvironmentVariableW(L"WITNESS", wanted, ARRAYSIZE(wanted));
    if (!wcscmp(wanted, L"line")) report_text(GetCommandLineW());
    else if (!wcscmp(wanted, L"directory") && GetCurrentDirectoryW(MAX_PATH, directory)) report_text(directory);
    else if (!wcscmp(wanted, L"streams")) pass_input_on();
    else if (!wcsncmp(wanted, L"exit ", 5)) ExitProcess(wcstoul(wanted + 5, NULL, 0));
    else report_text(L"ran");
    return 0;
}
