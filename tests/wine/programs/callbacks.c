/* SPDX-License-Identifier: MIT */
/* A program whose TLS callbacks run before its entry point and ask for times there. Says what they met, in their order. */
#include "unaware.h"

enum { MET = 8 };

static __thread int own = 17;

static struct {
    const char *who;
    DWORD reason, error, slot;
    int own;
    BOOL thread_reported, process_reported, is_in_order;
} met[MET];
static LONG count;

static void look(const char *who, DWORD reason)
{
    const DWORD error = GetLastError();
    struct times process = { 0 }, thread = { 0 };
    const LONG at = InterlockedIncrement(&count) - 1;
    ULONG64 now;

    if (at >= MET) return;
    met[at].who = who;
    met[at].reason = reason;
    met[at].error = error;
    met[at].own = own++;
    met[at].slot = TlsAlloc();
    TlsFree(met[at].slot);
    met[at].process_reported = get_times(GetProcessTimes, GetCurrentProcess(), &process);
    met[at].thread_reported = get_times(GetThreadTimes, GetCurrentThread(), &thread);
    GetSystemTimeAsFileTime((FILETIME *)&now);
    met[at].is_in_order = process.creation <= now && thread.creation && thread.creation <= now;
    SetLastError(error);
}

static void WINAPI first(PVOID module, DWORD reason, PVOID reserved)
{
    (void)module;
    (void)reserved;
    look("first", reason);
}

static void WINAPI second(PVOID module, DWORD reason, PVOID reserved)
{
    DWORD written;

    (void)module;
    (void)reserved;
    look("second", reason);
    if (reason == DLL_PROCESS_DETACH) WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "detached\r\n", 10, &written, NULL);
}

/* The linker sorts them by the last letter; the runtime's own are behind. */
__attribute__((section(".CRT$XLB"), used)) static const PIMAGE_TLS_CALLBACK first_callback = first;
__attribute__((section(".CRT$XLBB"), used)) static const PIMAGE_TLS_CALLBACK second_callback = second;

static DWORD WINAPI begin_and_end(LPVOID argument)
{
    (void)argument;
    return (DWORD)own;
}

int main(void)
{
    DWORD code = 0;
    HANDLE thread;
    int i;

    thread = CreateThread(NULL, 0, begin_and_end, NULL, 0, NULL);
    if (!thread || WaitForSingleObject(thread, 30000) || !GetExitCodeThread(thread, &code)) return 1;
    for (i = 0; i < count && i < MET; i++)
        printf("%s: reason %lu, last error %lu, variable %d, free slot %lu, process %d, thread %d, in order %d\n",
               met[i].who, met[i].reason, met[i].error, met[i].own, met[i].slot, met[i].process_reported,
               met[i].thread_reported, met[i].is_in_order);
    printf("%ld calls, thread's variable %lu, own %d\n", count, code, own);
    return 0;
}
