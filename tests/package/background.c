/* SPDX-License-Identifier: MIT */
/*
 * Programs that run in the background of a test, or that the viewer watches:
 *     spin PROCESSOR   keeps that processor of the first group busy, for longer than any test may take
 *     threads          has four threads, each busier than the one before, until the first byte of its input. At every byte
 *                      it writes for each of them its id and its cycles, and "reported"
 *     family           starts a child, and that one a grandchild, the two in a job of their own, and writes "ready" and
 *                      the three ids. Each lives until its input ends
 *     load FILE        loads and frees DLLs as long as there is the file, for ten minutes at most, so that Wine gives
 *                      DLLs other addresses in the next process
 *     kill ID          ends a process
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { LONGEST_SPIN = 300000, LONGEST_LOAD = 600000, ROUND = 20 }; /* ms */
enum { THREADS = 4, DLLS_AT_ONCE = 4 };

static int spin(int processor)
{
    const DWORD begin = GetTickCount();

    if (!SetProcessAffinityMask(GetCurrentProcess(), (DWORD_PTR)1 << processor)) return 1;
    printf("spins\n");
    fflush(stdout);
    while (GetTickCount() - begin < LONGEST_SPIN) continue;
    return 0;
}

static HANDLE go_on;

static DWORD WINAPI work_for(PVOID part)
{
    const DWORD busy = (DWORD)(ULONG_PTR)part * ROUND / (2 * THREADS);
    DWORD begin;

    for (;; WaitForSingleObject(go_on, INFINITE), Sleep(ROUND))
        for (begin = GetTickCount(); GetTickCount() - begin < busy;) continue;
}

static DWORD read_byte(void)
{
    char byte;
    DWORD got;

    return ReadFile(GetStdHandle(STD_INPUT_HANDLE), &byte, 1, &got, NULL) ? got : 0;
}

static int report_threads(void)
{
    HANDLE threads[THREADS];
    DWORD ids[THREADS];
    ULONG64 cycles;
    int i;

    if (!(go_on = CreateEventW(NULL, TRUE, TRUE, NULL))) return 1;
    for (i = 0; i < THREADS; i++)
        if (!(threads[i] = CreateThread(NULL, 0, work_for, (PVOID)(ULONG_PTR)(i + 1), 0, &ids[i]))) return 1;
    printf("process %lu\n", GetCurrentProcessId());
    fflush(stdout);
    while (read_byte()) {
        ResetEvent(go_on);
        Sleep(20 * ROUND);
        for (i = 0; i < THREADS; i++) {
            if (!QueryThreadCycleTime(threads[i], &cycles)) return 1;
            printf("%lu %llu\n", ids[i], (unsigned long long)cycles);
        }
        printf("reported\n");
        fflush(stdout);
    }
    return 0;
}

/* Starts this program as ROLE, in JOB unless that is NULL. The job has no name, so that only handles report about it; the
   second word has a character of three bytes in UTF-8, one of four, one of two. Returns the id, or 0. */
static DWORD start_member(const WCHAR *role, HANDLE job)
{
    STARTUPINFOW startup = { .cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES };
    WCHAR program[MAX_PATH], line[2 * MAX_PATH];
    PROCESS_INFORMATION made;

    startup.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    startup.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    startup.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    if (!GetModuleFileNameW(NULL, program, MAX_PATH)) return 0;
    swprintf(line, sizeof line / sizeof *line, L"\"%ls\" %ls \"--word=\x4e2d\xd83d\xde00\xe9\"", program, role);
    if (!CreateProcessW(program, line, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL, &startup, &made)) return 0;
    if (job && !AssignProcessToJobObject(job, made.hProcess)) return 0;
    ResumeThread(made.hThread);
    return made.dwProcessId;
}

static int be_member(const char *role)
{
    DWORD child;

    if (!strcmp(role, "family")) {
        if (!start_member(L"child", CreateJobObjectW(NULL, NULL))) return 1;
        printf("first %lu\n", GetCurrentProcessId());
    } else if (!strcmp(role, "child")) {
        if (!(child = start_member(L"grandchild", NULL))) return 1;
        printf("child %lu\ngrandchild %lu\nready\n", GetCurrentProcessId(), child);
    }
    fflush(stdout);
    while (read_byte()) continue;
    return 0;
}

static int load_dlls(const char *file)
{
    static const char *const names[] = { "msi", "winmm", "mshtml", "jscript", "quartz", "dsound", "wininet", "urlmon",
                                         "riched20", "comdlg32", "oleaut32", "crypt32", "winhttp", "dbghelp",
                                         "setupapi", "propsys" };
    const DWORD begin = GetTickCount();
    HMODULE loaded[DLLS_AT_ONCE] = { NULL };
    unsigned i;

    for (i = 0; GetFileAttributesA(file) != INVALID_FILE_ATTRIBUTES && GetTickCount() - begin < LONGEST_LOAD;
         i = (i + 1) % DLLS_AT_ONCE) {
        if (loaded[i]) FreeLibrary(loaded[i]);
        loaded[i] = LoadLibraryExA(names[rand() % ARRAYSIZE(names)], NULL, DONT_RESOLVE_DLL_REFERENCES);
        Sleep(15);
    }
    return 0;
}

static int kill_process(DWORD id)
{
    const HANDLE process = OpenProcess(PROCESS_TERMINATE, FALSE, id);

    return process && TerminateProcess(process, 0) ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "spin")) return spin(atoi(argv[2]));
    if (argc == 3 && !strcmp(argv[1], "load")) return load_dlls(argv[2]);
    if (argc == 3 && !strcmp(argv[1], "kill")) return kill_process(strtoul(argv[2], NULL, 10));
    if (argc == 2 && !strcmp(argv[1], "threads")) return report_threads();
    return argc > 1 ? be_member(argv[1]) : 2;
}
