/* SPDX-License-Identifier: MIT */
/* Other ways than GetProcAddress from kernel32 by which programs get hooked functions. */
#include "install_hooks.h"

#include <stdlib.h>
#include <string.h>

typedef BOOL (WINAPI *query_cycles)(HANDLE, PULONG64);

/* Returns what replaced the export FUNCTION, and its name in *NAME; or NULL if it is not in the export list. */
static void *replacement(const void *function, const char **name)
{
    unsigned t;
    size_t i;

    for (t = 0; t < TARGETS; t++)
        for (i = 0; i < targets[t].exports.name_count; i++)
            if (targets[t].names[i] == function && is_in_export_list(&targets[t], targets[t].exports.names[i])) {
                *name = targets[t].exports.names[i];
                return (void *)GetProcAddress(targets[t].module, *name);
            }
    return NULL;
}

/* By this entry kernelbase ends a process because of Ctrl-C. */
static BOOLEAN is_end_by_event(const struct slot *slot)
{
    MEMORY_BASIC_INFORMATION memory;

    return slot->value == (void *)GetProcAddress(targets[NTDLL].module, "RtlExitUserProcess")
           && VirtualQuery(slot->at, &memory, sizeof memory)
           && memory.AllocationBase == GetModuleHandleW(L"kernelbase.dll");
}

TEST(iat_entries_of_hooked_functions_are_what_is_exported_and_no_others_have_changed)
{
    size_t i, ours = 0, wrong = 0;
    const struct slot *slot;
    const char *name = "";
    void *exported;

    for (i = 0; i < slots_before.count; i++) {
        slot = &slots_before.list[i];
        exported = replacement(slot->value, &name);
        ours += exported != NULL;
        if (is_end_by_event(slot) && *slot->at != slot->value) continue;
        if (exported ? *slot->at == exported && is_ours(exported, name) : *slot->at == slot->value) continue;
        print_error("slot %p: %s\n", (void *)slot->at, exported ? name : "not in the export list");
        wrong++;
    }
    print_message("%u slots, %u of them in the export list\n", (unsigned)slots_before.count, (unsigned)ours);
    assert_int_equal(wrong, 0);
    assert_true(slots_before.count > 500);
    assert_true(ours > 0);
}

TEST(no_page_is_left_with_another_protection)
{
    unsigned t;
    size_t i;

    for (t = 0; t < TARGETS; t++)
        assert_int_equal(protection_of(pe_export_directory(targets[t].module)), targets[t].protection);
    assert_int_equal(protection_of(GetProcAddress(targets[NTDLL].module, "NtQuerySystemInformation")),
                     protection_of(GetProcAddress(targets[NTDLL].module, "NtClose")));
    for (i = 0; i < slots_before.count; i++)
        assert_int_equal(protection_of(slots_before.list[i].at), slots_before.list[i].protection);
}

static void assert_counts(query_cycles query, HANDLE self)
{
    ULONG64 before = 0xcccccccccccccccc, after = before;
    struct spin spun;

    assert_int_equal(query(self, &before), TRUE);
    spun = spin(ticks_of_ms(100));
    assert_int_equal(query(self, &after), TRUE);
    assert_true(after - before >= spun.ran / 100 * 99 - coarseness());
}

TEST(this_programs_own_imports_give_our_answers)
{
    assert_counts(QueryThreadCycleTime, GetCurrentThread());
    assert_counts(QueryProcessCycleTime, GetCurrentProcess());
}

static void *before_hooks(const char *name)
{
    size_t i;

    for (i = 0; i < targets[0].exports.name_count; i++)
        if (!strcmp(targets[0].exports.names[i], name)) return targets[0].names[i];
    return NULL;
}

TEST(pointers_fetched_from_kernel32_before_hooking_give_our_answers)
{
    if (!is_wine()) SKIP_BECAUSE("kernel32's functions may be its own here");
    assert_counts((query_cycles)before_hooks("QueryThreadCycleTime"), GetCurrentThread());
    assert_counts((query_cycles)before_hooks("QueryProcessCycleTime"), GetCurrentProcess());
}

/* Some programs look up the unchanged call in ntdll's file, by its offset in memory. */
TEST(a_system_call_is_found_in_ntdll_s_file_by_where_it_is_in_memory)
{
    const HMODULE ntdll = targets[NTDLL].module;
    const DWORD place = (DWORD)((BYTE *)GetProcAddress(ntdll, "NtQueryInformationProcess") - (BYTE *)ntdll);
    unsigned long (WINAPI *read)(HANDLE, ULONG, void *, ULONG, ULONG *);
    WCHAR path[MAX_PATH];
    ULONG_PTR answer[6];
    ULONG length = 0;
    HANDLE file;
    DWORD got = 0;

    if (!is_wine()) SKIP_BECAUSE("other systems' calls need to know where they are");
    assert_true(GetModuleFileNameW(ntdll, path, ARRAYSIZE(path)) != 0);
    file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    read = VirtualAlloc(NULL, 0x1000, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);
    assert_int_not_equal(pe_file_offset(ntdll, place), 0);
    assert_int_not_equal(SetFilePointer(file, (LONG)pe_file_offset(ntdll, place), NULL, FILE_BEGIN),
                         INVALID_SET_FILE_POINTER);
    assert_true(ReadFile(file, (void *)read, 32, &got, NULL));
    assert_int_equal(read(GetCurrentProcess(), 0, answer, sizeof answer, &length), 0);
    assert_int_equal(length, sizeof answer);
    assert_ptr_equal((void *)answer[4], (void *)(ULONG_PTR)GetCurrentProcessId());
    VirtualFree((void *)read, 0, MEM_RELEASE);
    CloseHandle(file);
}

TEST(a_system_call_keeps_its_address_and_what_else_has_it)
{
    const struct pe_exports *exports = &targets[NTDLL].exports;
    unsigned calls = 0;
    size_t i;

    for (i = 0; i < exports->name_count; i++) {
        if (!hook_names_for("ntdll.dll", exports->names[i]) || !strncmp(exports->names[i], "Rtl", 3)) continue;
        assert_ptr_equal(GetProcAddress(targets[NTDLL].module, exports->names[i]), targets[NTDLL].names[i]);
        calls++;
    }
    assert_true(calls >= 10);
}

TEST(threads_that_run_while_hooks_are_installed_meet_no_failure)
{
    assert_int_equal(failures_meanwhile, 0);
}

/* Some programs compare them with the file's. */
TEST(no_module_s_headers_change)
{
    unsigned t;

    for (t = 0; t < TARGETS; t++) assert_memory_equal(targets[t].module, targets[t].headers, sizeof targets[t].headers);
}

TEST(hooking_again_returns_true_and_changes_nothing)
{
    struct slots before = read_slots(), after;
    IMAGE_EXPORT_DIRECTORY directories[TARGETS];
    size_t i;

    for (i = 0; i < TARGETS; i++) directories[i] = *pe_export_directory(targets[i].module);
    SetLastError(0xdeadbeef);
    assert_int_equal(hook_entry(0), TRUE);
    assert_int_equal(GetLastError(), 0xdeadbeef);
    for (i = 0; i < TARGETS; i++) {
        assert_memory_equal(&directories[i], pe_export_directory(targets[i].module), sizeof directories[i]);
        if (i != NTDLL) /* the first did */
            assert_true(directories[i].AddressOfNames != targets[i].directory.AddressOfNames);
    }
    after = read_slots();
    assert_int_equal(after.count, before.count);
    for (i = 0; i < before.count; i++) {
        assert_ptr_equal(after.list[i].at, before.list[i].at);
        assert_ptr_equal(after.list[i].value, before.list[i].value);
        assert_int_equal(after.list[i].protection, before.list[i].protection);
    }
    free(before.list);
    free(after.list);
}
