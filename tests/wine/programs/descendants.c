/* SPDX-License-Identifier: MIT */
/*
 * A program with no knowledge of cycletime, but for one function that it looks for, and its descendants. One "name success
 * last-error value" a line, from the parent.
 *
 *   descendants MODE TICKS         threads: asks about a child's threads, one that has ended and one that waits
 *                         family: asks what its ended descendants used
 *                         reads: asks about a live child that has read all files of /dev/shm
 *                         removed: has a child after it removed the shared file
 *   descendants MODE TICKS MEMORY  the child, with its handle of what they share
 *   descendants work TICKS        the grandchild
 */
#include "lost.h"
#include "spin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POISON 0xdeadbeefu
#define PATIENCE 60000

struct times {
    ULONG64 creation, exit, kernel, user;
};

/* The child reports here, and shares handles with its parent. */
static struct shared {
    ULONG64 reports, goes, parent, ended, waiting;
    struct times of_ended, of_waiting, of_grandchild, own;
    ULONG64 cycles_of_ended, between;
} *shared;

static ULONG64 ticks;

static void note(const char *who, const char *what, ULONG64 value)
{
    printf("%s-%s %d %u %llu\n", who, what, TRUE, POISON, value);
    fflush(stdout);
}

static HANDLE handle_of(ULONG64 value)
{
    return (HANDLE)(ULONG_PTR)value;
}

static ULONG64 sum(struct times times)
{
    return times.kernel + times.user;
}

static struct times times_of(BOOL (WINAPI *ask)(HANDLE, FILETIME *, FILETIME *, FILETIME *, FILETIME *), HANDLE handle)
{
    struct times times;

    if (!ask(handle, (FILETIME *)&times.creation, (FILETIME *)&times.exit, (FILETIME *)&times.kernel,
             (FILETIME *)&times.user))
        exit(20);
    return times;
}

static ULONG64 cycles_of(HANDLE thread)
{
    ULONG64 cycles;

    if (!QueryThreadCycleTime(thread, &cycles)) exit(21);
    return cycles;
}

static void report_descendants(const char *who, HANDLE process)
{
    BOOL (WINAPI *ask)(HANDLE, PULONG64, PULONG64) =
        (PVOID)GetProcAddress(GetModuleHandleA("cycletime.dll"), "CycletimeQueryDescendantTimes");
    ULONG64 kernel, user;

    if (!ask || !ask(process, &kernel, &user)) exit(22);
    note(who, "descendants", kernel + user);
}

static void create(const char *line, PROCESS_INFORMATION *child)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    char self[MAX_PATH], whole[MAX_PATH + 128];
    BOOL done;

    if (!GetModuleFileNameA(NULL, self, sizeof self)) exit(23);
    snprintf(whole, sizeof whole, "\"%s\" %s", self, line);
    do done = CreateProcessA(self, whole, NULL, NULL, TRUE, 0, NULL, NULL, &startup, child);
    while (is_lost(done));
    if (!done) exit(24);
}

static void wait_for(HANDLE object)
{
    if (WaitForSingleObject(object, PATIENCE) != WAIT_OBJECT_0) exit(25);
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
    return WaitForSingleObject(handle_of(shared->goes), PATIENCE);
}

static ULONG64 given(HANDLE thread)
{
    HANDLE copy;

    if (!DuplicateHandle(GetCurrentProcess(), thread, handle_of(shared->parent), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS))
        exit(26);
    return (ULONG64)(ULONG_PTR)copy;
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
    SetEvent(handle_of(shared->reports));
    wait_for(waiting);
}

static void be_family(void)
{
    PROCESS_INFORMATION grandchild;
    char line[64];

    snprintf(line, sizeof line, "work %llu", ticks);
    create(line, &grandchild);
    wait_for(grandchild.hProcess);
    shared->of_grandchild = times_of(GetProcessTimes, grandchild.hProcess);
    spin(ticks / 2);
}

/* As a program does that reads a whole tree. */
static unsigned read_shared_memory(void)
{
    char path[MAX_PATH], bytes[512];
    WIN32_FIND_DATAA found;
    HANDLE search = FindFirstFileA("Z:\\dev\\shm\\cycletime-*", &found), file;
    unsigned count = 0;
    DWORD got;

    if (search == INVALID_HANDLE_VALUE) return 0;
    do {
        snprintf(path, sizeof path, "Z:\\dev\\shm\\%s", found.cFileName);
        file = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                           0, NULL);
        if (file == INVALID_HANDLE_VALUE) continue;
        count += ReadFile(file, bytes, sizeof bytes, &got, NULL);
        CloseHandle(file);
    } while (FindNextFileA(search, &found));
    FindClose(search);
    return count;
}

static void be_reader(void)
{
    times_of(GetProcessTimes, GetCurrentProcess());
    if (!read_shared_memory()) exit(27);
    shared->between = spin(ticks).ran;
    SetEvent(handle_of(shared->reports));
    wait_for(handle_of(shared->goes));
    shared->own = times_of(GetProcessTimes, GetCurrentProcess());
}

/* The file in which this process stands with its id and creation time; others may be those of other tests. */
static BOOL is_own_file(const char *path, ULONG64 creation)
{
    static BYTE bytes[1 << 16];
    const DWORD id = GetCurrentProcessId();
    HANDLE file = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, 0, NULL);
    BOOL found = FALSE;
    DWORD got, i;

    while (!found && ReadFile(file, bytes, sizeof bytes, &got, NULL) && got)
        for (i = 0; i + 28 <= got && !found; i += 8)
            found = !memcmp(bytes + i, &creation, 8) && !memcmp(bytes + i + 24, &id, 4);
    CloseHandle(file);
    return found;
}

static unsigned remove_own_file(void)
{
    const ULONG64 creation = times_of(GetProcessTimes, GetCurrentProcess()).creation;
    char path[MAX_PATH];
    WIN32_FIND_DATAA found;
    HANDLE search = FindFirstFileA("Z:\\dev\\shm\\cycletime-*", &found);
    unsigned count = 0;

    if (search == INVALID_HANDLE_VALUE) return 0;
    do {
        snprintf(path, sizeof path, "Z:\\dev\\shm\\%s", found.cFileName);
        count += is_own_file(path, creation) && DeleteFileA(path);
    } while (FindNextFileA(search, &found));
    FindClose(search);
    return count;
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

    if (ask(thread, 40, &entry, sizeof entry, NULL)) exit(30);
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

    if (ask(5, list, sizeof list, NULL)) exit(31);
    /* Wine 8 begins the entry of a process where the name before it ends. */
    for (at = 0; at + sizeof entry <= sizeof list; at += sizeof(WCHAR)) {
        memcpy(&entry, list + at, sizeof entry);
        if (entry.thread == own.thread && entry.process == own.process) return entry;
    }
    exit(32);
}

static void report_states(const char *who, HANDLE thread)
{
    const struct thread_entry entry = entry_of(thread);

    note(who, "state", entry.state);
    note(who, "switches", entry.switches);
}

static void report_threads(void)
{
    const struct times ended = times_of(GetThreadTimes, handle_of(shared->ended));
    const struct times waiting = times_of(GetThreadTimes, handle_of(shared->waiting));

    note("ended", "its", sum(shared->of_ended));
    note("ended", "kernel", shared->of_ended.kernel);
    note("ended", "cycles", shared->cycles_of_ended);
    note("reported", "ended", sum(ended));
    note("reported", "kernel", ended.kernel);
    note("reported", "cycles", cycles_of(handle_of(shared->ended)));
    note("waiting", "its", sum(shared->of_waiting));
    note("reported", "waiting", sum(waiting));
    report_states("ended", handle_of(shared->ended));
    report_states("waiting", handle_of(shared->waiting));
    note("listed", "state", listed_entry_of(handle_of(shared->waiting)).state);
    note("listed", "switches", listed_entry_of(handle_of(shared->waiting)).switches);
}

static ULONG64 inheritable(HANDLE object)
{
    SetHandleInformation(object, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    return (ULONG64)(ULONG_PTR)object;
}

static HANDLE own_process(void)
{
    HANDLE self = GetCurrentProcess(), copy;

    return DuplicateHandle(self, self, self, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS) ? copy : NULL;
}

static void *map(HANDLE memory)
{
    void *at = MapViewOfFile(memory, FILE_MAP_ALL_ACCESS, 0, 0, sizeof *shared);

    return at ? at : (exit(28), NULL);
}

static void be_parent(const char *mode)
{
    HANDLE memory = CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, sizeof *shared, NULL);
    PROCESS_INFORMATION child;
    HANDLE either[2];
    char line[128];

    shared = map(memory);
    shared->reports = inheritable(CreateEventW(NULL, FALSE, FALSE, NULL));
    shared->goes = inheritable(CreateEventW(NULL, FALSE, FALSE, NULL));
    shared->parent = (ULONG64)(ULONG_PTR)own_process();
    if (!strcmp(mode, "family")) report_descendants("before", GetCurrentProcess());
    if (!strcmp(mode, "removed") && remove_own_file() != 1) exit(29);
    snprintf(line, sizeof line, "%s %llu %llu", mode, ticks, inheritable(memory));
    create(line, &child);
    either[0] = handle_of(shared->reports);
    either[1] = child.hProcess;
    if (WaitForMultipleObjects(2, either, FALSE, PATIENCE) == WAIT_OBJECT_0) {
        note("live", "times", sum(times_of(GetProcessTimes, child.hProcess)));
        if (!strcmp(mode, "threads")) report_threads();
    }
    SetEvent(handle_of(shared->goes));
    wait_for(child.hProcess);
    note("between", "ran", shared->between);
    note("child", "times", sum(times_of(GetProcessTimes, child.hProcess)));
    note("child", "own", sum(shared->own));
    if (!strcmp(mode, "threads")) note("later", "ended", sum(times_of(GetThreadTimes, handle_of(shared->ended))));
    if (strcmp(mode, "family")) return;
    note("grandchild", "times", sum(shared->of_grandchild));
    report_descendants("after", GetCurrentProcess());
    report_descendants("child", child.hProcess);
}

static void be_child(const char *mode)
{
    if (!strcmp(mode, "threads")) be_threads();
    if (!strcmp(mode, "family")) be_family();
    if (!strcmp(mode, "reads") || !strcmp(mode, "removed")) be_reader();
}

int main(int argc, char **argv)
{
    if (argc < 3) return 1;
    ticks = strtoull(argv[2], NULL, 10);
    if (!strcmp(argv[1], "work")) return spin(ticks).ran == 0;
    if (argc < 4) {
        be_parent(argv[1]);
        return 0;
    }
    shared = map(handle_of(strtoull(argv[3], NULL, 10)));
    be_child(argv[1]);
    return 0;
}
