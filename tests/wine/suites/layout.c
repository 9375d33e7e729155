/* SPDX-License-Identifier: MIT */
/* These tests compare each fact that cycletime takes for granted in Wine's memory and calls with a second way to the same
   answer. The facts have the names of the list in docs/internals/wine.md, and the offsets that src has. The second
   test changes each offset, and the comparison must then fail. */
#include "library/nt/calls.h"
#include "library/nt/wine_layout.h"
#include "pe.h"
#include "run_process.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

NTSTATUS WINAPI NtQueryInformationThread(HANDLE, ULONG, PVOID, ULONG, PULONG);
NTSTATUS WINAPI NtQueryInformationProcess(HANDLE, ULONG, PVOID, ULONG, PULONG);
NTSTATUS WINAPI NtQuerySystemInformation(ULONG, PVOID, ULONG, PULONG);
NTSTATUS WINAPI LdrLockLoaderLock(ULONG, ULONG *, ULONG_PTR *);
NTSTATUS WINAPI LdrUnlockLoaderLock(ULONG, ULONG_PTR);
void WINAPI RtlAcquirePebLock(void);
void WINAPI RtlReleasePebLock(void);

enum { IS_64 = sizeof(void *) == 8, POINTER = sizeof(void *), PAGE = 4096, LETTERS = 0x8000 };

enum place {
    TEB_SELF,
    TEB_PEB,
    TEB_PROCESS,
    TEB_THREAD,
    TEB_STACK_BASE,
    TEB_STACK_LIMIT,
    TEB_SLOTS,
    PEB_IMAGE,
    PEB_LOADER,
    PEB_PARAMETERS,
    PEB_LOCK,
    PEB_LOADER_LOCK,
    PEB_BITMAP,
    PEB_PROCESSORS,
    LOADER_MODULES,
    MODULE_BASE,
    MODULE_NAME,
    PARAMETERS_INPUT,
    PARAMETERS_OUTPUT,
    PARAMETERS_ERROR,
    PARAMETERS_IMAGE,
    PARAMETERS_LINE,
    PARAMETERS_ENVIRONMENT,
    PARAMETERS_SIZE,
    SHARED_INTERRUPT,
    SHARED_CALL,
    PROCESS_THREADS,
    BUILTIN_MARK,
    STUB_FIRST,
    STUB_SECOND,
    STUB_THIRD,
    STUB_FOURTH,
    STUB_32_BEGIN,
    STUB_32_CALL,
    STUB_32_RETURN,
    STUB_STEP,
    DISPATCHER_NAME,
    VERSION_NAME,
    UNIX_NAME,
    ID_STEP,
    SYSTEM_NAME,
    PLACES
};

/* Offsets and numbers as src has them. A name's number is added to one of its letters. */
static const ULONG64 places_of_src[PLACES] = {
    [TEB_SELF] = offsetof(struct thread_environment, self),
    [TEB_PEB] = THREAD_PEB,
    [TEB_PROCESS] = offsetof(struct thread_environment, process_id),
    [TEB_THREAD] = offsetof(struct thread_environment, thread),
    [TEB_STACK_BASE] = THREAD_STACK_BASE,
    [TEB_STACK_LIMIT] = THREAD_STACK_LIMIT,
    [TEB_SLOTS] = THREAD_SLOTS,
    [PEB_IMAGE] = offsetof(struct process_environment, image),
    [PEB_LOADER] = offsetof(struct process_environment, loader),
    [PEB_PARAMETERS] = offsetof(struct process_environment, parameters),
    [PEB_LOCK] = offsetof(struct process_environment, lock),
    [PEB_LOADER_LOCK] = offsetof(struct process_environment, loader_lock),
    [PEB_BITMAP] = offsetof(struct process_environment, slots),
    [PEB_PROCESSORS] = offsetof(struct process_environment, processors),
    [LOADER_MODULES] = offsetof(struct loader_data, modules),
    [MODULE_BASE] = offsetof(struct loaded_module, base),
    [MODULE_NAME] = offsetof(struct loaded_module, name),
    [PARAMETERS_INPUT] = offsetof(struct process_parameters, input),
    [PARAMETERS_OUTPUT] = offsetof(struct process_parameters, output),
    [PARAMETERS_ERROR] = offsetof(struct process_parameters, error),
    [PARAMETERS_IMAGE] = offsetof(struct process_parameters, image),
    [PARAMETERS_LINE] = offsetof(struct process_parameters, command_line),
    [PARAMETERS_ENVIRONMENT] = offsetof(struct process_parameters, environment),
    [PARAMETERS_SIZE] = offsetof(struct process_parameters, environment_size),
    [SHARED_INTERRUPT] = 0x7ffe0000 + offsetof(SHARED_USER_DATA, InterruptTime),
    [SHARED_CALL] = 0x7ffe0308,
    [PROCESS_THREADS] = SYSTEM_PROCESS_THREADS,
    [BUILTIN_MARK] = 0x40,
    /* hooks/machine_x86_64.c: the bytes in groups of eight, without those of the number and of the address */
    [STUB_FIRST] = 0x00000000b8d18b4c,
    [STUB_SECOND] = 0x017ffe03082504f6,
    [STUB_THIRD] = 0xc301ebc3050f0375,
    [STUB_FOURTH] = 0xc3000000002514ff,
    /* hooks/machine_i686.c */
    [STUB_32_BEGIN] = 0xb8,
    [STUB_32_CALL] = 0,
    [STUB_32_RETURN] = 0xc2,
    [STUB_STEP] = 1,
    [ID_STEP] = 4,
};

static const ULONG64 *place = places_of_src;

static ULONG64 read_number(HANDLE process, ULONG64 from, SIZE_T size)
{
    ULONG64 number = 0;
    SIZE_T read;

    return ReadProcessMemory(process, (PVOID)(ULONG_PTR)from, &number, size, &read) && read == size ? number : 0;
}

static ULONG64 pointer_at(ULONG64 from)
{
    return read_number(GetCurrentProcess(), from, POINTER);
}

static ULONG64 find_peb(HANDLE process)
{
    PROCESS_BASIC_INFORMATION info;

    assert_int_equal(NtQueryInformationProcess(process, ProcessBasicInformation, &info, sizeof info, NULL), 0);
    return (ULONG_PTR)info.PebBaseAddress;
}

static ULONG64 from_peb(enum place offset)
{
    return pointer_at(find_peb(GetCurrentProcess()) + place[offset]);
}

static THREAD_BASIC_INFORMATION thread_basics(void)
{
    THREAD_BASIC_INFORMATION info;

    assert_int_equal(NtQueryInformationThread(GetCurrentThread(), ThreadBasicInformation, &info, sizeof info, NULL), 0);
    return info;
}

static ULONG64 find_teb(void)
{
    return (ULONG_PTR)thread_basics().TebBaseAddress;
}

static PVOID find_export(const char *module, const char *name)
{
    return (PVOID)GetProcAddress(GetModuleHandleA(module), name);
}

static unsigned wine_version(void)
{
    const char *(CDECL * version)(void) = find_export("ntdll.dll", "wine_get_version");
    unsigned major = 0, minor = 0;

    if (version) sscanf(version(), "%u.%u", &major, &minor);
    return 100 * major + minor;
}

static BOOL teb_is_found(void)
{
    const ULONG64 teb = find_teb();

    return teb % PAGE == 0 && thread_block_read((ULONG_PTR)place[TEB_SELF]) == teb
           && pointer_at(teb + place[TEB_SELF]) == teb && pointer_at(teb + place[TEB_PEB]) == find_peb(GetCurrentProcess());
}

static BOOL ids_are_in_teb(void)
{
    const CLIENT_ID id = thread_basics().ClientId;
    const ULONG64 teb = find_teb();

    return pointer_at(teb + place[TEB_PROCESS]) == (ULONG_PTR)id.UniqueProcess
           && pointer_at(teb + place[TEB_THREAD]) == (ULONG_PTR)id.UniqueThread;
}

/* The used part of the stack reaches from the limit to the base, without a guard page. */
static BOOL stack_is_in_teb(void)
{
    const ULONG64 teb = find_teb(), base = pointer_at(teb + place[TEB_STACK_BASE]);
    const ULONG64 limit = pointer_at(teb + place[TEB_STACK_LIMIT]);
    MEMORY_BASIC_INFORMATION stack, used;

    assert_true(VirtualQuery(&stack, &stack, sizeof stack));
    return VirtualQuery((PVOID)(ULONG_PTR)limit, &used, sizeof used) && used.AllocationBase == stack.AllocationBase
           && used.Protect == PAGE_READWRITE && (ULONG_PTR)used.BaseAddress == limit && limit + used.RegionSize == base;
}

static DWORD WINAPI report_slot(void *index)
{
    return pointer_at(find_teb() + place[TEB_SLOTS] + *(DWORD *)index * POINTER) != 0;
}

static BOOL slots_are_in_teb(void)
{
    DWORD index = TlsAlloc();
    BOOL is_there;

    assert_in_range(index, 0, THREAD_SLOTS_IN_BLOCK - 1);
    assert_true(TlsSetValue(index, (PVOID)(ULONG_PTR)POISON));
    is_there = pointer_at(find_teb() + place[TEB_SLOTS] + index * POINTER) == POISON
               && !join_thread(start_thread(report_slot, &index));
    assert_true(TlsFree(index));
    return is_there;
}

static BOOL peb_has_addresses(void)
{
    const ULONG64 list = from_peb(PEB_LOADER) + place[LOADER_MODULES], first = pointer_at(list);
    const ULONG64 line = from_peb(PEB_PARAMETERS) + place[PARAMETERS_LINE];

    return from_peb(PEB_IMAGE) == (ULONG_PTR)GetModuleHandleW(NULL) && first && pointer_at(first + POINTER) == list
           && pointer_at(line + POINTER) == (ULONG_PTR)GetCommandLineW();
}

static BOOL owns(enum place lock)
{
    const ULONG64 owner = from_peb(lock) + offsetof(RTL_CRITICAL_SECTION, OwningThread);

    return pointer_at(owner) == GetCurrentThreadId();
}

static BOOL locks_are_in_peb(void)
{
    ULONG_PTR cookie;
    BOOL is_held, is_loaders_held;

    if (owns(PEB_LOCK) || owns(PEB_LOADER_LOCK)) return FALSE;
    RtlAcquirePebLock();
    is_held = owns(PEB_LOCK);
    RtlReleasePebLock();
    assert_int_equal(LdrLockLoaderLock(0, NULL, &cookie), 0);
    is_loaders_held = owns(PEB_LOADER_LOCK);
    assert_int_equal(LdrUnlockLoaderLock(0, cookie), 0);
    return is_held && is_loaders_held;
}

static BOOL is_taken(DWORD index)
{
    const ULONG64 bits = pointer_at(from_peb(PEB_BITMAP) + offsetof(struct slot_bitmap, words));

    return read_number(GetCurrentProcess(), bits + index / 32 * sizeof(ULONG), sizeof(ULONG)) >> index % 32 & 1;
}

static BOOL slots_are_in_bitmap(void)
{
    const DWORD index = TlsAlloc();
    const BOOL was_taken = is_taken(index);

    assert_true(TlsFree(index));
    return was_taken && !is_taken(index);
}

static BOOL processors_are_in_peb(void)
{
    SYSTEM_INFO info;

    GetSystemInfo(&info);
    return (ULONG)from_peb(PEB_PROCESSORS) == info.dwNumberOfProcessors;
}

/* Reads a UNICODE_STRING. */
static BOOL read_string(HANDLE process, ULONG64 from, WCHAR text[LETTERS])
{
    const SIZE_T size = (SIZE_T)read_number(process, from, sizeof(USHORT));
    const ULONG64 letters = read_number(process, from + POINTER, POINTER);
    SIZE_T read;

    if (size / sizeof *text >= LETTERS || !ReadProcessMemory(process, (PVOID)(ULONG_PTR)letters, text, size, &read))
        return FALSE;
    text[size / sizeof *text] = 0;
    return TRUE;
}

static BOOL module_is(ULONG64 entry, const WCHAR *name)
{
    static WCHAR text[LETTERS];

    return pointer_at(entry + place[MODULE_BASE]) == (ULONG_PTR)GetModuleHandleW(name)
           && (!name || (read_string(GetCurrentProcess(), entry + place[MODULE_NAME], text) && !_wcsicmp(text, name)));
}

static BOOL modules_are_listed(void)
{
    const ULONG64 program = pointer_at(from_peb(PEB_LOADER) + place[LOADER_MODULES]);
    ULONG64 entry = pointer_at(program);
    int left = 5;

    if (!module_is(program, NULL) || !module_is(entry, L"ntdll.dll")) return FALSE;
    while (--left && !module_is(entry, L"kernelbase.dll")) entry = pointer_at(entry);
    return left;
}

static BOOL streams_are_in_parameters(void)
{
    static const DWORD names[] = { STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE };
    const ULONG64 parameters = from_peb(PEB_PARAMETERS);
    BOOL are_there = TRUE;
    HANDLE before;
    unsigned i;

    for (i = 0; i < ARRAYSIZE(names); i++) {
        before = GetStdHandle(names[i]);
        assert_true(SetStdHandle(names[i], (HANDLE)(ULONG_PTR)(POISON + i)));
        are_there = are_there && pointer_at(parameters + place[PARAMETERS_INPUT + i]) == POISON + i;
        assert_true(SetStdHandle(names[i], before));
    }
    return are_there;
}

static BOOL ends_with(const WCHAR *text, const WCHAR *end)
{
    return wcslen(text) >= wcslen(end) && !_wcsicmp(text + wcslen(text) - wcslen(end), end);
}

/* Returns whether a variable is in the environment, which has the SIZE and ends there at most. */
static BOOL has_variable(HANDLE process, ULONG64 from, ULONG64 size, const WCHAR *variable)
{
    static WCHAR block[0x100000];
    const WCHAR *each = block;
    BOOL found = FALSE;
    SIZE_T read;

    memset(block, 0, sizeof block);
    if (size >= sizeof block || !ReadProcessMemory(process, (PVOID)(ULONG_PTR)from, block, (SIZE_T)size, &read))
        return FALSE;
    for (; *each; each += wcslen(each) + 1) found = found || !wcscmp(each, variable);
    return found && (ULONG64)((const BYTE *)(each + 1) - (const BYTE *)block) <= size;
}

static BOOL has_parameters(HANDLE process, const WCHAR *image, const WCHAR *line, const WCHAR *variable)
{
    const ULONG64 from = read_number(process, find_peb(process) + place[PEB_PARAMETERS], POINTER);
    const ULONG64 environment = read_number(process, from + place[PARAMETERS_ENVIRONMENT], POINTER);
    const ULONG64 size = read_number(process, from + place[PARAMETERS_SIZE], POINTER);
    static WCHAR text[LETTERS];

    return read_string(process, from + place[PARAMETERS_IMAGE], text) && ends_with(text, image)
           && read_string(process, from + place[PARAMETERS_LINE], text) && !wcscmp(text, line)
           && has_variable(process, environment, size, variable);
}

static BOOL own_parameters_are_found(void)
{
    WCHAR path[MAX_PATH];

    assert_in_range(GetModuleFileNameW(NULL, path, MAX_PATH), 1, MAX_PATH - 1);
    assert_true(SetEnvironmentVariableW(L"LAYOUT", L"own"));
    return has_parameters(GetCurrentProcess(), wcsrchr(path, '\\'), GetCommandLineW(), L"LAYOUT=own");
}

static BOOL childs_parameters_are_found(void)
{
    WCHAR path[MAX_PATH];
    const WCHAR *line;
    struct program child;
    char ready[16];
    BOOL found;

    assert_in_range(GetModuleFileNameW(NULL, path, MAX_PATH), 1, MAX_PATH - 1);
    line = format_line(L"\"%ls\" child \"of ours\"", path);
    assert_true(SetEnvironmentVariableW(L"LAYOUT", L"child's"));
    program_start(&child, path, line, NULL, NULL);
    program_read_line(&child, ready, sizeof ready);
    found = has_parameters(child.process, wcsrchr(path, '\\'), line, L"LAYOUT=child's");
    program_end_and_close(&child);
    return found;
}

/* Wine's counters of the interrupt time and of performance begin at the same moment. The server writes the former, which
   may take long on a busy machine. */
static BOOL page_is_shared(void)
{
    enum { SECOND = 10000000, MOST_SECONDS = 60 };
    const ULONG64 time = read_number(GetCurrentProcess(), place[SHARED_INTERRUPT], sizeof time);
    LARGE_INTEGER counter, rate;

    assert_true(QueryPerformanceCounter(&counter) && QueryPerformanceFrequency(&rate));
    assert_int_equal(rate.QuadPart, SECOND);
    /* Four bytes further, the upper half of the time stands twice, which can be near the time. */
    return time && (ULONG)time != time >> 32 && time <= (ULONG64)counter.QuadPart
           && (ULONG64)counter.QuadPart - time < MOST_SECONDS * (ULONG64)SECOND;
}

static BOOL stubs_call_by_address(void)
{
    return read_number(GetCurrentProcess(), place[SHARED_CALL], 1) & 1;
}

static BYTE *list_processes(void)
{
    enum { ENOUGH = 0x200000 };
    BYTE *list = malloc(ENOUGH);

    assert_non_null(list);
    assert_int_equal(NtQuerySystemInformation(SystemProcessInformation, list, ENOUGH, NULL), 0);
    return list;
}

static const SYSTEM_PROCESS_INFORMATION *next_process(const SYSTEM_PROCESS_INFORMATION *process)
{
    return process->NextEntryOffset ? (PVOID)((BYTE *)process + process->NextEntryOffset) : NULL;
}

static BOOL threads_are_listed(void)
{
    BYTE *list = list_processes();
    const SYSTEM_PROCESS_INFORMATION *process = (PVOID)list;
    const SYSTEM_THREAD_INFORMATION *thread;
    const CLIENT_ID own = thread_basics().ClientId;
    BOOL found;

    while (process && process->UniqueProcessId != own.UniqueProcess) process = next_process(process);
    thread = process ? (PVOID)((BYTE *)process + place[PROCESS_THREADS]) : NULL;
    found =
        thread && thread->ClientId.UniqueProcess == own.UniqueProcess && thread->ClientId.UniqueThread == own.UniqueThread;
    free(list);
    return found;
}

static BOOL ids_have_steps(void)
{
    BYTE *list = list_processes();
    const SYSTEM_PROCESS_INFORMATION *process = (PVOID)list;
    BOOL have = GetCurrentThreadId() % place[ID_STEP] == 0;

    for (; process; process = next_process(process))
        have = have && (ULONG_PTR)process->UniqueProcessId % place[ID_STEP] == 0;
    free(list);
    return have;
}

static BOOL own_dlls_are_marked(void)
{
    const ULONG64 mark = place[BUILTIN_MARK];
    const char *own = (const char *)GetModuleHandleW(NULL) + mark, *ntdll = (const char *)GetModuleHandleA("ntdll") + mark;

    return !memcmp(ntdll, "Wine builtin DLL", sizeof "Wine builtin DLL") && memcmp(own, "Wine builtin", 12) != 0;
}

static const char *const stubs[] = { "NtQueryInformationThread", "NtQueryInformationProcess", "NtQuerySystemInformation",
                                     "NtTerminateProcess",       "NtTerminateJobObject",      "NtAssignProcessToJobObject",
                                     "NtDuplicateObject" };

static BOOL is_64(void)
{
    return IS_64;
}

static BOOL is_32(void)
{
    return !IS_64;
}

/* A copy of the function for a system call makes the same call. */
static BOOL copy_answers(void)
{
    NTSTATUS(WINAPI *const copy)
    (ULONG, PVOID, ULONG, PULONG) = pe_copy_system_call(find_export("ntdll.dll", "NtQuerySystemInformation"));
    SYSTEM_BASIC_INFORMATION by_copy = { 0 };
    SYSTEM_INFO info;

    GetSystemInfo(&info);
    return copy && !copy(SystemBasicInformation, &by_copy, sizeof by_copy, NULL)
           && (BYTE)by_copy.NumberOfProcessors == (BYTE)info.dwNumberOfProcessors;
}

static BOOL stubs_have_form(void)
{
    static const ULONG64 mask[4] = { 0xffff0000ffffffff, ~0ull, ~0ull, 0xff00000000ffffff };
    ULONG64 word[4];
    unsigned i, part;

    for (i = 0; i < ARRAYSIZE(stubs); i++) {
        memcpy(word, find_export("ntdll.dll", stubs[i]), sizeof word);
        for (part = 0; part < ARRAYSIZE(word); part++)
            if ((word[part] & mask[part]) != (place[STUB_FIRST + part] & mask[part])) return FALSE;
    }
    return copy_answers();
}

static BOOL stubs_32_have_form(void)
{
    const BYTE *stub;
    ULONG64 call;
    unsigned i;

    for (i = 0; i < ARRAYSIZE(stubs); i++) {
        stub = find_export("ntdll.dll", stubs[i]);
        memcpy(&call, stub + 4, sizeof call);
        call += place[STUB_32_CALL];
        if (stub[0] != place[STUB_32_BEGIN] || stub[3] || stub[12] != place[STUB_32_RETURN]) return FALSE;
        if ((call & 0xffff00000000ffff) != 0xd2ff00000000ba00 && call != 0x000000c015ff6400) return FALSE;
    }
    return copy_answers();
}

static BOOL counts_stubs(void)
{
    return IS_64 && wine_version() < 1100;
}

static BOOL stubs_are_counted(void)
{
    const BYTE *stub = find_export("ntdll.dll", "NtQuerySystemInformation");

    return *(const ULONG *)(PVOID)(stub + 32 + 4) - *(const ULONG *)(PVOID)(stub + 4) == place[STUB_STEP];
}

static BOOL exports_dispatcher(void)
{
    char name[] = "__wine_unix_call_dispatcher";
    PVOID *variable;
    MEMORY_BASIC_INFORMATION memory;

    name[4] = (char)(name[4] + place[DISPATCHER_NAME]);
    variable = find_export("ntdll.dll", name);
    return variable && *variable && VirtualQuery(variable, &memory, sizeof memory)
           && memory.AllocationBase == (PVOID)GetModuleHandleA("ntdll.dll");
}

static BOOL exports_version(void)
{
    char name[] = "wine_get_version";
    const char *(CDECL * version)(void);
    unsigned major, minor;

    name[4] = (char)(name[4] + place[VERSION_NAME]);
    version = find_export("ntdll.dll", name);
    return version && sscanf(version(), "%u.%u", &major, &minor) == 2;
}

static BOOL finds_linux_files(void)
{
    WCHAR name[] = L"\\\\?\\unix\\proc\\self";

    name[4] = (WCHAR)(name[4] + place[UNIX_NAME]);
    return GetFileAttributesW(name) != INVALID_FILE_ATTRIBUTES;
}

static BOOL has_system_folder(void)
{
    WCHAR name[] = L"C:\\windows\\system32", found[MAX_PATH];

    name[4] = (WCHAR)(name[4] + place[SYSTEM_NAME]);
    return GetSystemDirectoryW(found, MAX_PATH) && !_wcsicmp(name, found);
}

/* A fact, how it is looked at, and the first and the last place that this depends on. */
static const struct fact {
    const char *name;
    BOOL (*holds)(void);
    enum place first, last;
    BOOL (*is_here)(void); /* NULL: on each Wine */
} facts[] = {
#define FACT(name, ...) \
    { \
        name, __VA_ARGS__ \
    }
    FACT("teb", teb_is_found, TEB_SELF, TEB_PEB, NULL),
    FACT("teb-ids", ids_are_in_teb, TEB_PROCESS, TEB_THREAD, NULL),
    FACT("teb-stack", stack_is_in_teb, TEB_STACK_BASE, TEB_STACK_LIMIT, NULL),
    FACT("teb-slots", slots_are_in_teb, TEB_SLOTS, TEB_SLOTS, NULL),
    FACT("peb", peb_has_addresses, PEB_IMAGE, PEB_PARAMETERS, NULL),
    FACT("peb-locks", locks_are_in_peb, PEB_LOCK, PEB_LOADER_LOCK, NULL),
    FACT("peb-slots", slots_are_in_bitmap, PEB_BITMAP, PEB_BITMAP, NULL),
    FACT("peb-processors", processors_are_in_peb, PEB_PROCESSORS, PEB_PROCESSORS, NULL),
    FACT("loader-list", modules_are_listed, LOADER_MODULES, MODULE_NAME, NULL),
    FACT("parameters", streams_are_in_parameters, PARAMETERS_INPUT, PARAMETERS_ERROR, NULL),
    FACT("parameters", own_parameters_are_found, PARAMETERS_IMAGE, PARAMETERS_SIZE, NULL),
    FACT("parameters", childs_parameters_are_found, PARAMETERS_IMAGE, PARAMETERS_SIZE, NULL),
    FACT("shared-page", page_is_shared, SHARED_INTERRUPT, SHARED_INTERRUPT, NULL),
    FACT("shared-page", stubs_call_by_address, SHARED_CALL, SHARED_CALL, is_64),
    FACT("process-list", threads_are_listed, PROCESS_THREADS, PROCESS_THREADS, NULL),
    FACT("builtin-mark", own_dlls_are_marked, BUILTIN_MARK, BUILTIN_MARK, NULL),
    FACT("stub", stubs_have_form, STUB_FIRST, STUB_FOURTH, is_64),
    FACT("stub-32", stubs_32_have_form, STUB_32_BEGIN, STUB_32_RETURN, is_32),
    FACT("stub-numbers", stubs_are_counted, STUB_STEP, STUB_STEP, counts_stubs),
    FACT("dispatcher", exports_dispatcher, DISPATCHER_NAME, DISPATCHER_NAME, NULL),
    FACT("wine-version", exports_version, VERSION_NAME, VERSION_NAME, NULL),
    FACT("unix-path", finds_linux_files, UNIX_NAME, UNIX_NAME, NULL),
    FACT("ids", ids_have_steps, ID_STEP, ID_STEP, NULL),
    FACT("system-folder", has_system_folder, SYSTEM_NAME, SYSTEM_NAME, NULL),
};

static BOOL is_here(const struct fact *fact)
{
    return !fact->is_here || fact->is_here();
}

TEST(each_fact_of_the_list_holds)
{
    const struct fact *fact;
    int missing = 0;

    for (fact = facts; fact < facts + ARRAYSIZE(facts); fact++) {
        if (!is_here(fact) || fact->holds()) continue;
        print_message("%s does not hold in this Wine\n", fact->name);
        missing++;
    }
    assert_int_equal(missing, 0);
}

TEST(each_fact_is_missed_if_a_place_of_it_changes)
{
    ULONG64 changed[PLACES];
    const struct fact *fact;
    int unnoticed = 0, i;

    for (fact = facts; fact < facts + ARRAYSIZE(facts); fact++) {
        for (i = fact->first; is_here(fact) && i <= (int)fact->last; i++) {
            memcpy(changed, places_of_src, sizeof changed);
            changed[i] += POINTER;
            place = changed;
            if (!fact->holds()) continue;
            print_message("%s: a change of place %d is not noticed\n", fact->name, i);
            unnoticed++;
        }
    }
    place = places_of_src;
    assert_int_equal(unnoticed, 0);
}

TEST(what_hooking_relies_on_holds)
{
    const char *difference;

    SetLastError(POISON);
    difference = wine_layout_difference(&wine_layout);
    assert_int_equal(GetLastError(), POISON);
    assert_string_equal(difference ? difference : "", "");
}

TEST(each_other_place_is_a_difference)
{
    struct wine_layout changed;
    unsigned i;

    for (i = 0; i < sizeof changed / sizeof(ULONG); i++) {
        changed = wine_layout;
        ((ULONG *)&changed)[i] += POINTER;
        if (!wine_layout_difference(&changed)) fail_msg("a change of number %u is not noticed", i);
    }
}

/* Linux has forgotten the first program when the others begin. Wine: ids. */
TEST(an_id_is_not_reused_while_its_process_has_a_handle)
{
    enum { OTHERS = 8 };
    struct program first, other;
    int i;

    program_start_self(&first, L"first");
    assert_int_equal(program_end(&first), 0);
    for (i = 0; i < OTHERS; i++) {
        program_start_self(&other, L"other");
        assert_int_not_equal(other.id, first.id);
        program_end_and_close(&other);
    }
    program_close(&first);
}

int main(int argc, char **argv)
{
    if (argc == 1) return finish(run_all_tests());
    puts(argv[1]);
    fflush(stdout);
    return getchar() != EOF;
}
