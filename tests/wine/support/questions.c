/* SPDX-License-Identifier: MIT */
#include "questions.h"

static struct {
    LONG (WINAPI *system)(ULONG, PVOID, ULONG, PULONG);
    LONG (WINAPI *system_ex)(ULONG, PVOID, ULONG, PVOID, ULONG, PULONG);
    LONG (WINAPI *thread)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    LONG (WINAPI *process)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    LONG (WINAPI *job)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    BOOL (WINAPI *system_times)(LPFILETIME, LPFILETIME, LPFILETIME);
    BOOL (WINAPI *process_times)(HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME);
    BOOL (WINAPI *thread_times)(HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME);
    BOOL (WINAPI *thread_cycles)(HANDLE, PULONG64);
    BOOL (WINAPI *process_cycles)(HANDLE, PULONG64);
} nt;

void questions_resolve(void)
{
    HMODULE ntdll = GetModuleHandleW(L"ntdll.dll"), kernel32 = GetModuleHandleW(L"kernel32.dll");

    nt.system = (void *)GetProcAddress(ntdll, "NtQuerySystemInformation");
    nt.system_ex = (void *)GetProcAddress(ntdll, "NtQuerySystemInformationEx");
    nt.thread = (void *)GetProcAddress(ntdll, "NtQueryInformationThread");
    nt.process = (void *)GetProcAddress(ntdll, "NtQueryInformationProcess");
    nt.job = (void *)GetProcAddress(ntdll, "NtQueryInformationJobObject");
    nt.system_times = (void *)GetProcAddress(kernel32, "GetSystemTimes");
    nt.process_times = (void *)GetProcAddress(kernel32, "GetProcessTimes");
    nt.thread_times = (void *)GetProcAddress(kernel32, "GetThreadTimes");
    nt.thread_cycles = (void *)GetProcAddress(kernel32, "QueryThreadCycleTime");
    nt.process_cycles = (void *)GetProcAddress(kernel32, "QueryProcessCycleTime");
}

static BYTE answer[0x40000];
static HANDLE job, other;
static ULONG reported, processors;

const struct question questions[] = {
    { "class 5", 5 }, { "class 8", 8 }, { "class 42", 42 }, { "class 57", 57 },
    { "class 83", 83 }, { "class 108", 108 }, { "class 8 of a group", ASK_GROUP | 8 },
    { "class 83 of a group", ASK_GROUP | 83 },
    { "times of this thread", ASK_THREAD | 1 }, { "cycles of this thread", ASK_THREAD | 23 },
    { "times of this process", ASK_PROCESS | 4 }, { "cycles of this process", ASK_PROCESS | 38 },
    { "a job's accounting", ASK_JOB | JobObjectBasicAccountingInformation },
    { "GetSystemTimes", ASK_WIN32 }, { "GetProcessTimes", ASK_WIN32 | 1 }, { "GetThreadTimes of another", ASK_WIN32 | 2 },
    { "QueryThreadCycleTime of another", ASK_WIN32 | 3 }, { "QueryProcessCycleTime", ASK_WIN32 | 4 },
};
const ULONG question_count = ARRAYSIZE(questions);

static const struct {
    ULONG class, length;
} lengths[] = { { 8, 48 }, { 42, 48 }, { 83, 8 }, { 108, 8 } };

/* Wine wants some of these exactly. */
static ULONG length_of(ULONG class)
{
    unsigned i;

    for (i = 0; i < ARRAYSIZE(lengths); i++)
        if (lengths[i].class == class) return processors * lengths[i].length;
    return sizeof answer;
}

static void ask_win32(ULONG what)
{
    FILETIME a, b, c, d;
    ULONG64 cycles;

    if (what == 0) nt.system_times(&a, &b, &c);
    if (what == 1) nt.process_times(GetCurrentProcess(), &a, &b, &c, &d);
    if (what == 2) nt.thread_times(other, &a, &b, &c, &d);
    if (what == 3 && nt.thread_cycles) nt.thread_cycles(other, &cycles);
    if (what == 4 && nt.process_cycles) nt.process_cycles(GetCurrentProcess(), &cycles);
}

void question_ask(const struct question *question)
{
    const ULONG what = question->what, class = what & 0xffff;
    USHORT group = 0;

    switch (what & 0xffff0000) {
    case 0: nt.system(class, answer, length_of(class), &reported); break;
    case ASK_GROUP: nt.system_ex(class, &group, sizeof group, answer, length_of(class), &reported); break;
    case ASK_THREAD: nt.thread(GetCurrentThread(), class, answer, class == 1 ? 32 : 16, &reported); break;
    case ASK_PROCESS: nt.process(GetCurrentProcess(), class, answer, class == 4 ? 32 : 16, &reported); break;
    case ASK_JOB: nt.job(job, class, answer, sizeof(JOBOBJECT_BASIC_ACCOUNTING_INFORMATION), &reported); break;
    default: ask_win32(class);
    }
}

static DWORD WINAPI wait_for_nothing(void *nothing)
{
    (void)nothing;
    Sleep(INFINITE);
    return 0;
}

BOOL questions_begin(void)
{
    questions_resolve();
    processors = GetActiveProcessorCount(0); /* which asks the heap */
    job = CreateJobObjectW(NULL, NULL);
    other = CreateThread(NULL, 0, wait_for_nothing, NULL, 0, NULL);
    return job && other;
}
