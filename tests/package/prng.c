/* SPDX-License-Identifier: MIT */
/* Programs that need bcryptprimitives.dll. With IMPORTED it is imported, as Rust's programs do, otherwise loaded in several
   ways, Go's among them. Prints what comes of each. "child COMMAND" starts COMMAND with the environment as it is and with
   one whose PATH is Windows' alone. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

enum { POISON = 0xbeef };

BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size);

static void report_module(const char *what, HMODULE module, DWORD error)
{
    BOOL (WINAPI *fill)(PBYTE, SIZE_T) = module ? (void *)GetProcAddress(module, "ProcessPrng") : NULL;
    static const BYTE none[16];
    BYTE first[17] = { 0 }, second[16] = { 0 };
    char file[MAX_PATH] = "";

    GetModuleFileNameA(module, file, sizeof file);
    printf("%s: ", what);
    if (!module) printf("error %lx\n", error);
    if (module && !fill) printf("no function\n");
    if (!fill) return;
    printf("%s, ", fill == (void *)GetProcAddress(LoadLibraryA("bcryptprimitives"), "ProcessPrng") ? "once" : "twice");
    printf("%d", fill(first, 16));
    printf("%d", fill(second, 16));
    printf("%d, ", fill(first + 16, 0));
    printf("%s, ", memcmp(first, second, 16) && memcmp(first, none, 16) && !first[16] ? "random" : "not random");
    printf("%s\n", strstr(file, "system32") || strstr(file, "syswow64") ? "Wine's" : "not Wine's");
}

#ifndef IMPORTED
static void report_load(const char *what, const WCHAR *name, DWORD flags)
{
    HMODULE module;

    SetLastError(POISON);
    module = LoadLibraryExW(name, NULL, flags);
    report_module(what, module, GetLastError());
    if (module) FreeLibrary(module);
}
#endif

static void start(char *command, char *environment)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION process;

    fflush(stdout);
    if (!CreateProcessA(NULL, command, NULL, NULL, TRUE, 0, environment, NULL, &startup, &process)) printf("no child\n");
    else WaitForSingleObject(process.hProcess, INFINITE);
}

int main(int count, char **words)
{
    char path[32768] = "", inherited[] = "PATH=C:\\windows\0SystemRoot=C:\\windows\0";

    if (count > 2 && !strcmp(words[1], "child")) {
        start(words[2], NULL);
        start(words[2], inherited);
        return 0;
    }
    GetEnvironmentVariableA("PATH", path, sizeof path);
    printf("PATH: %s\n", strstr(path, "\\missing") ? "with a folder of cycletime's" : "Wine's");
#ifdef IMPORTED
    printf("call: %d\n", ProcessPrng((PBYTE)path, 16));
    report_module("imported", GetModuleHandleA("bcryptprimitives.dll"), 0);
#else
    report_load("system32", L"bcryptprimitives.dll", LOAD_LIBRARY_SEARCH_SYSTEM32);
    report_load("without the ending", L"BCryptPrimitives", LOAD_LIBRARY_SEARCH_SYSTEM32);
    report_load("by name", L"bcryptprimitives.dll", 0);
    report_load("by path", L"C:\\windows\\system32\\bcryptprimitives.dll", 0);
    report_load("another path", L"C:\\none\\bcryptprimitives.dll", 0);
    report_load("another name", L"bcryptprimitives2.dll", LOAD_LIBRARY_SEARCH_SYSTEM32);
    report_load("a DLL of Wine's", L"bcrypt.dll", LOAD_LIBRARY_SEARCH_SYSTEM32);
#endif
    fflush(stdout);
    return 7;
}
