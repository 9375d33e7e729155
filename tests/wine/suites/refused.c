/* SPDX-License-Identifier: MIT */
/* What the launcher refuses: one line on stderr, its exit code, and the program does not run. */
#include "launcher.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { FAILED = 125, CANNOT_RUN = 126, NOT_FOUND = 127 };

#ifdef _WIN64
enum { OTHER_MACHINE = IMAGE_FILE_MACHINE_I386 };
#else
enum { OTHER_MACHINE = IMAGE_FILE_MACHINE_AMD64 };
#endif

static void assert_one_line(struct outcome *outcome, DWORD code)
{
    const char *end = strchr(outcome->err, '\n');

    if (outcome->code != code || !end || end[1]) print_error("%lu: %s", outcome->code, outcome->err);
    assert_int_equal(outcome->code, code);
    assert_int_equal(outcome->out_length, 0);
    assert_int_equal(strncmp(outcome->err, "cycletime: ", 11), 0);
    assert_non_null(end);
    assert_int_equal(end + 1 - outcome->err, outcome->err_length);
    outcome_free(outcome);
}

static void assert_refuses_saying(const WCHAR *program, DWORD code, const char *reason)
{
    struct outcome outcome;

    want(NULL);
    launch(program, L"", &outcome);
    assert_non_null(strstr(outcome.err, reason));
    assert_one_line(&outcome, code);
}

static void assert_refuses(const WCHAR *program, DWORD code)
{
    assert_refuses_saying(program, code, "");
}

static void write_file(const WCHAR *path, const void *bytes, DWORD count)
{
    HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    DWORD written;

    assert_true(file != INVALID_HANDLE_VALUE);
    assert_true(WriteFile(file, bytes, count, &written, NULL) && written == count);
    CloseHandle(file);
}

static BYTE *read_witness(DWORD *count)
{
    HANDLE file = CreateFileW(beside(L"witness.exe"), GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    BYTE *bytes;

    assert_true(file != INVALID_HANDLE_VALUE);
    bytes = malloc(GetFileSize(file, NULL));
    assert_true(ReadFile(file, bytes, GetFileSize(file, NULL), count, NULL));
    CloseHandle(file);
    return bytes;
}

static void what_it_refuses_below_it_runs_when_it_is_whole(void **state)
{
    struct outcome outcome;

    (void)state;
    want(NULL);
    launch(beside(L"witness.exe"), L"", &outcome);
    assert_int_equal(outcome.code, 0);
    assert_int_equal(outcome.out_length, 3 * sizeof(WCHAR));
    assert_memory_equal(outcome.out, L"ran", outcome.out_length);
    outcome_free(&outcome);
}

static void a_program_that_is_not_there_is_not_found(void **state)
{
    (void)state;
    assert_refuses(in_scratch(L"missing.exe"), NOT_FOUND);
    assert_refuses(L"no-such-program", NOT_FOUND);
    assert_refuses(L"Q:\\nowhere\\no.exe", NOT_FOUND);
    assert_refuses(L"/nowhere/no.exe", NOT_FOUND);
}

static void a_program_beside_the_launcher_is_not_found_by_its_name(void **state)
{
    (void)state;
    assert_true(SetCurrentDirectoryW(scratch()));
    assert_refuses(L"witness.exe", NOT_FOUND);
    assert_true(SetCurrentDirectoryW(beside(L"")));
}

static void a_directory_cannot_run(void **state)
{
    (void)state;
    assert_true(CreateDirectoryW(in_scratch(L"directory.exe"), NULL));
    assert_refuses(in_scratch(L"directory.exe"), CANNOT_RUN);
    assert_refuses(scratch(), CANNOT_RUN);
}

static void what_is_no_program_cannot_run(void **state)
{
    static const char text[] = "#!/bin/sh\necho ran\n",
                      *dos = "MZ and then no header of a program, but a text of 64 bytes and more";

    (void)state;
    write_file(in_scratch(L"text.exe"), text, sizeof text - 1);
    write_file(in_scratch(L"empty.exe"), "", 0);
    write_file(in_scratch(L"dos.exe"), dos, (DWORD)strlen(dos));
    assert_refuses(in_scratch(L"text.exe"), CANNOT_RUN);
    assert_refuses(in_scratch(L"empty.exe"), CANNOT_RUN);
    assert_refuses(in_scratch(L"dos.exe"), CANNOT_RUN);
}

static void a_truncated_program_cannot_run(void **state)
{
    DWORD count, header, i;
    BYTE *bytes = read_witness(&count);
    DWORD lengths[5];

    (void)state;
    header = ((IMAGE_DOS_HEADER *)bytes)->e_lfanew;
    lengths[0] = 1;
    lengths[1] = sizeof(IMAGE_DOS_HEADER) - 1;
    lengths[2] = header + 2;
    lengths[3] = header + sizeof(DWORD) + sizeof(IMAGE_FILE_HEADER) - 1;
    lengths[4] = header + sizeof(DWORD) + sizeof(IMAGE_FILE_HEADER) + 16;
    for (i = 0; i < ARRAYSIZE(lengths); i++) {
        write_file(in_scratch(L"truncated.exe"), bytes, lengths[i]);
        assert_refuses(in_scratch(L"truncated.exe"), CANNOT_RUN);
    }
    free(bytes);
}

/* Wine's virtual DOS machine, a 32-bit program, in whose process 16-bit ones run. */
static BOOL runs_16_bit_programs(void)
{
    WCHAR path[2 * MAX_PATH];

    if (!GetSystemWow64DirectoryW(path, MAX_PATH)) GetSystemDirectoryW(path, MAX_PATH);
    wcscat(path, L"\\winevdm.exe");
    return GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES;
}

static void a_program_for_16_bit_windows_cannot_run(void **state)
{
    static BYTE bytes[0x400];
    IMAGE_OS2_HEADER *header = (IMAGE_OS2_HEADER *)(bytes + 0x80);

    (void)state;
    if (runs_16_bit_programs()) SKIP_BECAUSE("this system runs them");
    ((IMAGE_DOS_HEADER *)bytes)->e_magic = IMAGE_DOS_SIGNATURE;
    ((IMAGE_DOS_HEADER *)bytes)->e_lfanew = 0x80;
    header->ne_magic = IMAGE_OS2_SIGNATURE;
    header->ne_exetyp = 2;  /* Windows */
    write_file(in_scratch(L"16-bit.exe"), bytes, sizeof bytes);
    assert_refuses(in_scratch(L"16-bit.exe"), CANNOT_RUN);
}

static void a_program_for_another_machine_cannot_run(void **state)
{
    static const WORD machines[] = { OTHER_MACHINE, IMAGE_FILE_MACHINE_ARM64, IMAGE_FILE_MACHINE_UNKNOWN };
    DWORD count, i;
    BYTE *bytes = read_witness(&count);
    char machine[16];
    IMAGE_NT_HEADERS *nt = (IMAGE_NT_HEADERS *)(bytes + ((IMAGE_DOS_HEADER *)bytes)->e_lfanew);

    (void)state;
    for (i = 0; i < ARRAYSIZE(machines); i++) {
        nt->FileHeader.Machine = machines[i];
        write_file(in_scratch(L"machine.exe"), bytes, count);
        /* The other word size's is one for this system, only the rest of the file is not. */
        snprintf(machine, sizeof machine, machines[i] == OTHER_MACHINE ? "" : "0x%04x", machines[i]);
        assert_refuses_saying(in_scratch(L"machine.exe"), CANNOT_RUN, machine);
    }
    free(bytes);
}

static void a_dll_cannot_run(void **state)
{
    (void)state;
    assert_refuses(beside(L"cycletime.dll"), CANNOT_RUN);
}

/* A copy of the launcher, with that for its cycletime.dll; NULL: nothing. */
static void assert_damaged_launcher_fails(const WCHAR *library)
{
    WCHAR rest[MAX_PATH + 8];
    struct outcome outcome;

    assert_true(CopyFileW(beside(L"cycletime-run.exe"), in_scratch(L"cycletime-run.exe"), FALSE));
    DeleteFileW(in_scratch(L"cycletime.dll"));
    if (library) assert_true(CopyFileW(library, in_scratch(L"cycletime.dll"), FALSE));
    want(NULL);
    _snwprintf(rest, ARRAYSIZE(rest), L" \"%ls\"", beside(L"witness.exe"));
    launch_by(in_scratch(L"cycletime-run.exe"), rest, &outcome);
    assert_one_line(&outcome, FAILED);
}

static void without_its_dll_the_launcher_fails(void **state)
{
    (void)state;
    assert_damaged_launcher_fails(NULL);
}

static void with_a_damaged_dll_the_launcher_fails(void **state)
{
    (void)state;
    write_file(in_scratch(L"garbage"), "garbage", 7);
    assert_damaged_launcher_fails(in_scratch(L"garbage"));
}

static void with_a_dll_that_cannot_graft_the_launcher_fails(void **state)
{
    (void)state;
    assert_damaged_launcher_fails(beside(L"late.dll"));
}

static void with_a_dll_whose_graft_fails_the_launcher_fails(void **state)
{
    (void)state;
    assert_damaged_launcher_fails(beside(L"stillborn.dll"));
}

static void a_copy_of_the_launcher_with_its_dll_does_run(void **state)
{
    WCHAR rest[MAX_PATH + 8];
    struct outcome outcome;

    (void)state;
    assert_true(CopyFileW(beside(L"cycletime-run.exe"), in_scratch(L"cycletime-run.exe"), FALSE));
    assert_true(CopyFileW(beside(L"cycletime.dll"), in_scratch(L"cycletime.dll"), FALSE));
    want(NULL);
    _snwprintf(rest, ARRAYSIZE(rest), L" \"%ls\"", beside(L"witness.exe"));
    launch_by(in_scratch(L"cycletime-run.exe"), rest, &outcome);
    assert_int_equal(outcome.code, 0);
    assert_int_equal(outcome.out_length, 3 * sizeof(WCHAR));
    outcome_free(&outcome);
}

static void with_a_dll_of_another_version_the_launcher_fails(void **state)
{
    (void)state;
    assert_damaged_launcher_fails(beside(L"outdated.dll"));
}

static void no_program_and_an_unknown_option_are_failures(void **state)
{
    static const WCHAR *const rests[] = { L"", L"  ", L" --", L" \"\"", L" --no-such-option", L" -x a" };
    struct outcome outcome;
    size_t i;

    (void)state;
    for (i = 0; i < ARRAYSIZE(rests); i++) {
        launch_by(beside(L"cycletime-run.exe"), rests[i], &outcome);
        assert_one_line(&outcome, FAILED);
    }
}

int refused_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_refuses_below_it_runs_when_it_is_whole),
        cmocka_unit_test(a_program_that_is_not_there_is_not_found),
        cmocka_unit_test(a_program_beside_the_launcher_is_not_found_by_its_name),
        cmocka_unit_test(a_directory_cannot_run),
        cmocka_unit_test(what_is_no_program_cannot_run),
        cmocka_unit_test(a_truncated_program_cannot_run),
        cmocka_unit_test(a_program_for_16_bit_windows_cannot_run),
        cmocka_unit_test(a_program_for_another_machine_cannot_run),
        cmocka_unit_test(a_dll_cannot_run),
        cmocka_unit_test(without_its_dll_the_launcher_fails),
        cmocka_unit_test(with_a_damaged_dll_the_launcher_fails),
        cmocka_unit_test(with_a_dll_that_cannot_graft_the_launcher_fails),
        cmocka_unit_test(with_a_dll_whose_graft_fails_the_launcher_fails),
        cmocka_unit_test(with_a_dll_of_another_version_the_launcher_fails),
        cmocka_unit_test(a_copy_of_the_launcher_with_its_dll_does_run),
        cmocka_unit_test(no_program_and_an_unknown_option_are_failures),
    };

    return cmocka_run_group_tests_name("refused", tests, NULL, NULL);
}
