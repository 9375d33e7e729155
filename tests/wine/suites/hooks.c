/* SPDX-License-Identifier: MIT */
/*
 * A program that is hostile to its own ntdll: hooks of 5 to 16 bytes on each function that are hooked, set
 * before and after it, taken off again, functions copied byte by byte and called, hooking twice, changes of protection
 * that are denied. What then is called does what it did alone. By itself it is the tests; each runs it again with words.
 */
#include "cycletime.h"
#include "run_process.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORTEST = 5, LONGEST = 16, COPIED = 32, NOWHERE = 0xdead0, IS_64 = sizeof(void *) == 8 };

static struct function {
    const char *name;
    unsigned arguments;
    BYTE *at;
    LONG alone; /* what it makes of arguments that are nothing */
} functions[] = {
    { "NtAssignProcessToJobObject", 2, NULL, 0 }, { "NtCreateJobObject", 3, NULL, 0 },
    { "NtDuplicateObject", 7, NULL, 0 },          { "NtOpenJobObject", 3, NULL, 0 },
    { "NtQueryInformationJobObject", 5, NULL, 0 }, { "NtQueryInformationProcess", 5, NULL, 0 },
    { "NtQueryInformationThread", 5, NULL, 0 },   { "NtQuerySystemInformation", 4, NULL, 0 },
    { "NtQuerySystemInformationEx", 6, NULL, 0 }, { "NtSetInformationJobObject", 4, NULL, 0 },
    { "NtTerminateJobObject", 2, NULL, 0 },       { "NtTerminateProcess", 2, NULL, 0 },
};

static LONG call(const void *at, unsigned arguments)
{
    typedef ULONG_PTR argument;
    LONG (WINAPI *two)(argument, argument) = (void *)at;
    LONG (WINAPI *three)(argument, argument, argument) = (void *)at;
    LONG (WINAPI *four)(argument, argument, argument, argument) = (void *)at;
    LONG (WINAPI *five)(argument, argument, argument, argument, argument) = (void *)at;
    LONG (WINAPI *six)(argument, argument, argument, argument, argument, argument) = (void *)at;
    LONG (WINAPI *seven)(argument, argument, argument, argument, argument, argument, argument) = (void *)at;

    switch (arguments) {
    case 2: return two(NOWHERE, 0);
    case 3: return three(NOWHERE, 0, 0);
    case 4: return four(NOWHERE, 0, 0, 0);
    case 5: return five(NOWHERE, 0, 0, 0, 0);
    case 6: return six(NOWHERE, 0, 0, 0, 0, 0);
    default: return seven(NOWHERE, 0, 0, 0, 0, 0, 0);
    }
}

static void give_up(const char *what, const char *name, unsigned length, LONG status)
{
    printf("%s: %s, %u bytes: status %lx\n", what, name, length, status);
    exit(1);
}

static void expect(const char *what, const struct function *function, const void *at, unsigned length)
{
    const LONG status = call(at, function->arguments);

    if (status != function->alone) give_up(what, function->name, length, status);
}

/* It works, too: this process is asked for its own id, and nothing is anywhere but what was asked. */
static void expect_all(const char *what, unsigned length)
{
    HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    LONG (WINAPI *query)(HANDLE, ULONG, PVOID, ULONG, PULONG) = (void *)GetProcAddress(ntdll, "NtQueryInformationProcess");
    ULONG_PTR basic[6] = { 0 };
    FILETIME a, b, c, d;
    LONG status;
    unsigned i;

    for (i = 0; i < ARRAYSIZE(functions); i++) expect(what, &functions[i], functions[i].at, length);
    status = query(GetCurrentProcess(), 0, basic, sizeof basic, NULL);
    if (status || basic[4] != GetCurrentProcessId()) give_up(what, "the process's id", length, status);
    if (!GetProcessTimes(GetCurrentProcess(), &a, &b, &c, &d)) give_up(what, "the process's times", length, 0);
}

static void resolve(void)
{
    HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    unsigned i;

    for (i = 0; i < ARRAYSIZE(functions); i++) functions[i].at = (void *)GetProcAddress(ntdll, functions[i].name);
}

static void learn(void)
{
    unsigned i;

    for (i = 0; i < ARRAYSIZE(functions); i++) functions[i].alone = call(functions[i].at, functions[i].arguments);
}

static void put(BYTE *at, const void *bytes, unsigned length)
{
    DWORD before;

    if (!VirtualProtect(at, length, PAGE_EXECUTE_READWRITE, &before)) give_up("nothing can be written", "", length, 0);
    memcpy(at, bytes, length);
    VirtualProtect(at, length, before, &before);
}

/* Executable memory that a jump of five bytes from PLACE reaches; else anywhere. */
static BYTE *code_near(const BYTE *place)
{
    ULONG_PTR at = (ULONG_PTR)place & ~(ULONG_PTR)0xffff;
    BYTE *code = NULL;
    unsigned tries;

    for (tries = 0; !code && tries < 0x4000; tries++, at += 0x10000)
        code = VirtualAlloc((PVOID)at, 0x1000, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);
    return code ? code : VirtualAlloc(NULL, 0x1000, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);
}

static unsigned put_jump(BYTE *at, const void *to)
{
    static const BYTE far_jump[] = { 0xff, 0x25, 0, 0, 0, 0 };
    INT32 distance = (INT32)((const BYTE *)to - (at + 5));

    if (IS_64) {
        memcpy(at, far_jump, sizeof far_jump);
        memcpy(at + sizeof far_jump, &to, sizeof to);
        return sizeof far_jump + sizeof to;
    }
    *at = 0xe9;
    memcpy(at + 1, &distance, sizeof distance);
    return 5;
}

/* A hook of LENGTH bytes that leads to RELAY, which does nothing but lead on to TO. */
static void make_hook(BYTE *hook, unsigned length, const BYTE *from, BYTE *relay, const void *to)
{
    const INT32 distance = (INT32)(relay - (from + 5));

    memset(hook, 0x90, length);
    put_jump(relay, to);
    if (IS_64 && length >= 14) put_jump(hook, relay);
    else if (IS_64 && length >= 12) {
        memcpy(hook, "\x48\xb8", 2);
        memcpy(hook + 2, &relay, sizeof relay);
        memcpy(hook + 10, "\xff\xe0", 2);
    } else {
        *hook = 0xe9;
        memcpy(hook + 1, &distance, sizeof distance);
    }
}

static BOOL ends_an_instruction(const BYTE saved[COPIED], unsigned length)
{
    if (IS_64) return length == 8 || length == 16;
    return length == 5 || (length == 10 && saved[5] == 0xba); /* mov edx, address */
}

/* Where an instruction of Wine's ends, a saved beginning can be gone on from; else the hook leads to a copy of it all. */
static const BYTE *put_jump_back(BYTE *code, const BYTE *function, const BYTE saved[COPIED], unsigned length)
{
    if (!ends_an_instruction(saved, length)) {
        memcpy(code, saved, COPIED);
        return code;
    }
    memcpy(code, saved, length);
    put_jump(code + length, function + length);
    return code;
}

static struct hook {
    BYTE saved[COPIED];
    BYTE *code;
} hooks[ARRAYSIZE(functions)];

static void set_hook(unsigned i, unsigned length)
{
    BYTE hook[LONGEST];

    memcpy(hooks[i].saved, functions[i].at, COPIED);
    if (!hooks[i].code) hooks[i].code = code_near(functions[i].at);
    make_hook(hook, length, functions[i].at, hooks[i].code,
              put_jump_back(hooks[i].code + 64, functions[i].at, hooks[i].saved, length));
    put(functions[i].at, hook, length);
}

static void take_off(unsigned i, unsigned length)
{
    put(functions[i].at, hooks[i].saved, length);
}

static ULONG hook_flags;

static void install(void)
{
    if (!hook_this_program(hook_flags)) give_up("not hooked", "", 0, (LONG)GetLastError());
}

static void hook_after(unsigned length)
{
    unsigned i;

    install();
    for (i = 0; i < ARRAYSIZE(functions); i++) {
        set_hook(i, length);
        expect("hooked after hooking", &functions[i], functions[i].at, length);
    }
    expect_all("all hooked after hooking", length);
    for (i = 0; i < ARRAYSIZE(functions); i++) take_off(i, length);
    expect_all("hooks taken off", length);
}

static void hook_before(unsigned length)
{
    unsigned i;

    for (i = 0; i < ARRAYSIZE(functions); i++) set_hook(i, length);
    expect_all("hooked", length);
    install();
    expect_all("hooked before hooking", length);
    for (i = 0; i < ARRAYSIZE(functions); i++) take_off(i, length);
    expect_all("hooks from before hooking taken off", length);
    resolve();
    expect_all("what is exported then", length);
}

/* A hook of a program's own on NtQuerySystemInformation that counts its calls and calls on. */
typedef LONG (WINAPI *query_system)(ULONG, PVOID, ULONG, PULONG);
static struct {
    query_system original;
    LONG calls;
} counted;

static LONG WINAPI count_query(ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    InterlockedIncrement(&counted.calls);
    return counted.original(class, buffer, length, returned);
}

static BYTE *exported_query(void)
{
    return (BYTE *)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtQuerySystemInformation");
}

/* The saved beginning consists of whole instructions. */
static void set_counting_hook(unsigned length)
{
    const unsigned saved = IS_64 ? (length + 7) / 8 * 8 : 5;
    BYTE *const function = exported_query(), *const code = code_near(function);
    BYTE hook[LONGEST];

    memcpy(code + 64, function, saved);
    put_jump(code + 64 + saved, function + saved);
    counted.original = (query_system)(PVOID)(code + 64);
    make_hook(hook, length, function, code, count_query);
    put(function, hook, length);
}

static void expect_counted(const char *what, LONG before, unsigned length)
{
    if (counted.calls != before + 1) give_up(what, "calls of the hook", length, counted.calls - before);
}

static void count_calls(unsigned length, BOOL is_before)
{
    enum { PERFORMANCE = 8, IDLE_CYCLES = 83 };
    static ULONG64 answer[512];
    FILETIME idle, kernel, user;
    SYSTEM_INFO info;
    ULONG returned;
    LONG before;

    GetSystemInfo(&info);
    if (is_before) set_counting_hook(length);
    install();
    if (!is_before) set_counting_hook(length);
    before = counted.calls;
    if (((query_system)(PVOID)exported_query())(PERFORMANCE, answer, sizeof answer, &returned))
        give_up("counted", "class 8", length, 0);
    expect_counted("class 8", before++, length);
    if (!GetSystemTimes(&idle, &kernel, &user)) give_up("counted", "GetSystemTimes", length, 0);
    expect_counted("GetSystemTimes", before++, length);
    if (hook_flags & CYCLETIME_HOOK_NO_NT) return;
    if (((query_system)(PVOID)exported_query())(IDLE_CYCLES, answer, sizeof *answer * info.dwNumberOfProcessors, &returned))
        give_up("counted", "class 83, which Wine 8 lacks", length, 0);
    expect_counted("class 83", before, length);
}

static void copy_all(void)
{
    unsigned i;
    BYTE *code;

    install();
    for (i = 0; i < ARRAYSIZE(functions); i++) {
        code = VirtualAlloc(NULL, 0x1000, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);
        memcpy(code, functions[i].at, COPIED);
        expect("copied", &functions[i], code, COPIED);
    }
}

/* The second is refused, or stands upon the first. */
static void install_twice(void)
{
    BOOL (WINAPI *entry)(ULONG);
    WCHAR other[MAX_PATH];

    GetTempPathW(MAX_PATH, other);
    _snwprintf(other + wcslen(other), 64, L"another %lu.dll", GetCurrentProcessId());
    if (!CopyFileW(beside(L"cycletime.dll"), other, FALSE)) give_up("no copy", "", 0, (LONG)GetLastError());
    install();
    entry = (void *)GetProcAddress(LoadLibraryW(other), "CycletimeInstallHooks");
    if (!entry || (!entry(0) && GetLastError() != ERROR_BAD_EXE_FORMAT))
        give_up("not hooked", "again", 0, (LONG)GetLastError());
    expect_all("hooked twice", 0);
    resolve();
    expect_all("what is exported then", 0);
}

static struct {
    LONG (WINAPI *alone)(HANDLE, PVOID *, SIZE_T *, ULONG, PULONG);
    LONG left; /* changes of protection that are allowed still */
    LONG denied;
} protection;

static LONG WINAPI protect(HANDLE process, PVOID *at, SIZE_T *size, ULONG access, PULONG before)
{
    if (InterlockedDecrement(&protection.left) >= 0) return protection.alone(process, at, size, access, before);
    InterlockedIncrement(&protection.denied);
    return (LONG)0xc0000022; /* STATUS_ACCESS_DENIED */
}

/* From some change of protection on all are denied, also those that would put something back. It is hooked or not, and
   goes on. */
static void deny(unsigned allowed)
{
    BYTE *const function = (void *)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtProtectVirtualMemory");
    BYTE *const code = code_near(function);
    HMODULE cycletime = LoadLibraryW(beside(L"cycletime.dll"));
    BOOL (WINAPI *entry)(ULONG) = (void *)GetProcAddress(cycletime, "CycletimeInstallHooks");
    BYTE hook[LONGEST];
    BOOL hooked;

    memcpy(code + 64, function, COPIED);
    protection.alone = (void *)(code + 64);
    protection.left = 0x7fffffff;
    make_hook(hook, LONGEST, function, code, protect);
    put(function, hook, LONGEST);
    protection.left = (LONG)allowed;
    hooked = entry(0);
    protection.left = 0x7fffffff;
    expect_all(hooked ? "hooked in spite of it" : "not hooked", allowed);
    resolve();
    expect_all("what is exported then", allowed);
    printf("%lu changes of protection denied\n", protection.denied);
}

static int run(int argc, char **argv)
{
    const unsigned length = argc > 2 ? (unsigned)atoi(argv[2]) : 0;

    resolve();
    learn();
    expect_all("alone", 0);
    if (!strcmp(argv[1], "after")) hook_after(length);
    if (!strcmp(argv[1], "before")) hook_before(length);
    if (!strcmp(argv[1], "counted-after")) count_calls(length, FALSE);
    if (!strcmp(argv[1], "counted-before")) count_calls(length, TRUE);
    if (!strcmp(argv[1], "counted-without-nt")) {
        hook_flags = CYCLETIME_HOOK_NO_NT;
        count_calls(length, FALSE);
    }
    if (!strcmp(argv[1], "copied")) copy_all();
    if (!strcmp(argv[1], "twice")) install_twice();
    if (!strcmp(argv[1], "denied")) deny(length);
    printf("held\n");
    return 0;
}

/* Runs hooks.exe, whose last line must be "held". Returns the number at the beginning of its output. */
static unsigned assert_holds(const char *words, unsigned length)
{
    struct program program;
    struct outcome outcome;
    BOOL held;
    unsigned number;

    program_start_self(&program, format_line(L"%hs %u", words, length));
    program_finish(&program, NULL, 0, &outcome);
    held = outcome.code == 0 && strstr(outcome.out, "held");
    number = (unsigned)strtoul(outcome.out, NULL, 10);
    if (!held) print_message("hooks %s %u: code %lx\n%s", words, length, outcome.code, outcome.out);
    outcome_free(&outcome);
    assert_true(held);
    return number;
}

TEST(hooks_of_any_length_are_set_after_hooking)
{
    unsigned length;

    for (length = SHORTEST; length <= LONGEST; length++) assert_holds("after", length);
}

TEST(hooks_of_any_length_are_set_before_hooking)
{
    unsigned length;

    for (length = SHORTEST; length <= LONGEST; length++) assert_holds("before", length);
}

/* In 32-bit programs, a hook that is set before hooking is not called for what cycletime answers. */
TEST(a_hook_is_called_for_what_cycletime_answers)
{
    static const unsigned lengths[] = { 5, 12, 14, 16 };
    unsigned i;

    for (i = 0; i < (IS_64 ? ARRAYSIZE(lengths) : 1); i++) {
        assert_holds("counted-after", lengths[i]);
        if (IS_64) assert_holds("counted-before", lengths[i]);
    }
}

/* So GetSystemTimes and class 8 agree, whichever of the two answers. */
TEST(get_system_times_calls_class_8_where_ntdll_is_left_alone_too)
{
    assert_holds("counted-without-nt", IS_64 ? 14 : 5);
}

TEST(a_copy_of_a_function_does_what_that_does)
{
    assert_holds("copied", 0);
}

TEST(hooking_again_by_another_library_does_no_harm)
{
    assert_holds("twice", 0);
}

/* Until none is denied: the copies of stubs, the export tables, and at least two modules. */
TEST(changes_of_protection_are_denied_from_any_on)
{
    unsigned allowed = 0;

    while (assert_holds("denied", allowed)) allowed++;
    print_message("%u changes of protection, and all are needed\n", allowed);
    assert_true(allowed >= 4);
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    if (argc > 1) return run(argc, argv);
    return finish(run_all_tests());
}
