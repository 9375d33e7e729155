/* SPDX-License-Identifier: MIT */
/*
 * A program with no knowledge of cycletime, but for one function that it looks for, and its descendants. One "name success
 * last-error value" a line, from the parent.
 *
 *   descendants MODE TICKS         threads: asks about a child's threads, one that has ended and one that waits
 *                         family: asks what its ended descendants used
 *   descendants MODE TICKS MEMORY  the child, with its handle of what they share
 *   descendants work TICKS        the grandchild
 */
#include "unaware.h"

/* The child reports here, and shares handles with its parent. */
static struct shared {
    HANDLE reports, goes;           /* events of both */
    HANDLE parent;                  /* the child's handle of it */
    HANDLE ended, waiting;          /* the parent's handles of the child's threads */
    struct times of_ended, of_waiting, of_grandchild;
    ULONG64 cycles_of_ended;
} *shared;

static ULONG64 ticks;

static ULONG64 sum(struct times times)
{
    return times.kernel + times.user;
}

static void report_descendants(const char *who, HANDLE process)
{
    BOOL (WINAPI *ask)(HANDLE, PULONG64, PULONG64) =
        (PVOID)GetProcAddress(GetModuleHandleA("cycletime.dll"), "CycletimeQueryDescendantTimes");
    struct times times;

    MUST(ask && ask(process, &times.kernel, &times.user));
    note_times(who, "descendants", times);
}

static DWORD WINAPI work_and_end(void *argument)
{
    (void)argument;
    spin(ticks);
    return 0;
}

static DWORD WINAPI work_and_wait(void *began)
{
    spin(ticks / 2);
    SetEvent(began);
    return WaitForSingleObject(shared->goes, PATIENCE);
}

static HANDLE given(HANDLE thread)
{
    HANDLE copy;

    MUST(DuplicateHandle(GetCurrentProcess(), thread, shared->parent, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS));
    return copy;
}

/* The second does nothing any more when it is asked: it waits until the parent has asked too. */
static void be_threads(void)
{
    HANDLE began = CreateEventW(NULL, FALSE, FALSE, NULL), ended, waiting;

    ended = CreateThread(NULL, 0, work_and_end, NULL, 0, NULL);
    waiting = CreateThread(NULL, 0, work_and_wait, began, 0, NULL);
    wait_for(ended);
    wait_for(began);
    Sleep(50);
    shared->of_ended = times_of(GetThreadTimes, ended);
    shared->of_waiting = times_of(GetThreadTimes, waiting);
    shared->cycles_of_ended = cycles_of(ended);
    shared->ended = given(ended);
    shared->waiting = given(waiting);
    SetEvent(shared->reports);
    wait_for(waiting);
}

static void be_family(void)
{
    const PROCESS_INFORMATION grandchild = start_self(0, "work %llu", ticks);

    wait_for(grandchild.hProcess);
    shared->of_grandchild = times_of(GetProcessTimes, grandchild.hProcess);
    spin(ticks / 2);
}

/* NtQueryInformationThread's class 40. */
static struct thread_entry {
    LARGE_INTEGER kernel, user, creation;
    ULONG wait;
    PVOID start;
    HANDLE process, thread;
    LONG priority, base_priority;
    ULONG switches, state, reason, padding;
} entry_of(HANDLE thread)
{
    LONG (WINAPI *ask)(HANDLE, ULONG, PVOID, ULONG, PULONG) =
        (PVOID)GetProcAddress(GetModuleHandleA("ntdll.dll"), "NtQueryInformationThread");
    struct thread_entry entry;

    MUST(!ask(thread, 40, &entry, sizeof entry, NULL));
    return entry;
}

/* The thread's entry in the list of processes. */
static struct thread_entry listed_entry_of(HANDLE thread)
{
    static BYTE list[1 << 20];
    LONG (WINAPI *ask)(ULONG, PVOID, ULONG, PULONG) =
        (PVOID)GetProcAddress(GetModuleHandleA("ntdll.dll"), "NtQuerySystemInformation");
    const struct thread_entry own = entry_of(thread);
    struct thread_entry entry;
    ULONG at;

    MUST(!ask(5, list, sizeof list, NULL));
    /* Wine 8 begins the entry of a process where the name before it ends. */
    for (at = 0; at + sizeof entry <= sizeof list; at += sizeof(WCHAR)) {
        memcpy(&entry, list + at, sizeof entry);
        if (entry.thread == own.thread && entry.process == own.process) return entry;
    }
    fail(__FILE__, __LINE__);
}

static void report_states(const char *who, HANDLE thread)
{
    const struct thread_entry entry = entry_of(thread);

    note(who, "state", entry.state);
    note(who, "switches", entry.switches);
}

static void report_threads(void)
{
    const struct times ended = times_of(GetThreadTimes, shared->ended);
    const struct times waiting = times_of(GetThreadTimes, shared->waiting);

    note("ended", "its", sum(shared->of_ended));
    note("ended", "kernel", shared->of_ended.kernel);
    note("ended", "cycles", shared->cycles_of_ended);
    note("reported", "ended", sum(ended));
    note("reported", "kernel", ended.kernel);
    note("reported", "cycles", cycles_of(shared->ended));
    note("waiting", "its", sum(shared->of_waiting));
    note("reported", "waiting", sum(waiting));
    report_states("ended", shared->ended);
    report_states("waiting", shared->waiting);
    note("listed", "state", listed_entry_of(shared->waiting).state);
    note("listed", "switches", listed_entry_of(shared->waiting).switches);
}

static HANDLE own_process(void)
{
    HANDLE self = GetCurrentProcess(), copy;

    return DuplicateHandle(self, self, self, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS) ? copy : NULL;
}

static void map(HANDLE memory)
{
    shared = MapViewOfFile(memory, FILE_MAP_ALL_ACCESS, 0, 0, sizeof *shared);
    MUST(shared != NULL);
}

static void be_parent(const char *mode)
{
    const HANDLE memory = CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, sizeof *shared, NULL);
    const BOOL is_family = !strcmp(mode, "family"), has_threads = !strcmp(mode, "threads");
    PROCESS_INFORMATION child;
    HANDLE either[2];

    map(memory);
    SetHandleInformation(memory, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    shared->reports = inherited_event();
    shared->goes = inherited_event();
    shared->parent = own_process();
    if (is_family) report_descendants("before", GetCurrentProcess());
    child = start_self(0, "%s %llu %p", mode, ticks, memory);
    either[0] = shared->reports;
    either[1] = child.hProcess;
    if (WaitForMultipleObjects(2, either, FALSE, PATIENCE) == WAIT_OBJECT_0 && has_threads) report_threads();
    SetEvent(shared->goes);
    wait_for(child.hProcess);
    note_times("child", "times", times_of(GetProcessTimes, child.hProcess));
    if (has_threads) note("later", "ended", used_by(GetThreadTimes, shared->ended));
    if (!is_family) return;
    note_times("grandchild", "times", shared->of_grandchild);
    report_descendants("after", GetCurrentProcess());
    report_descendants("child", child.hProcess);
}

static void be_child(const char *mode)
{
    if (!strcmp(mode, "threads")) be_threads();
    if (!strcmp(mode, "family")) be_family();
}

int main(int argc, char **argv)
{
    if (argc < 3) return 1;
    ticks = strtoull(argv[2], NULL, 10);
    if (!strcmp(argv[1], "work")) {
        spin(ticks);
        work_in_kernel();
        return 0;
    }
    if (argc < 4) {
        be_parent(argv[1]);
    } else {
        map(handle_from(argv[3]));
        be_child(argv[1]);
    }
    return 0;
}
