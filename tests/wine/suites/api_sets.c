/* SPDX-License-Identifier: MIT */
/* The forwarders for API sets lead to cycletime.dll, and have the names that Windows' own sets have. */
#include "pe.h"
#include "run_process.h"
#include "support.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

/* The last one is Windows 7's, for programs that were built for Windows 8. */
enum { SETS = 4, CORE_SETS = 3 };
static const WCHAR *const sets[SETS] = { L"api-ms-win-core-realtime-l1-1-0.dll", L"api-ms-win-core-realtime-l1-1-1.dll",
                                         L"api-ms-win-core-realtime-l1-1-2.dll",
                                         L"api-ms-win-downlevel-kernel32-l1-1-0.dll" };

static HMODULE cycletime;
static WCHAR copy[MAX_PATH + 32];

/* For a name that is one of its sets, Windows loads the module that it maps the set to, whatever file of this name there
   is. So a copy with another name is loaded. */
static HMODULE load_forwarders(const WCHAR *set)
{
    WCHAR folder[MAX_PATH + 1], name[64];
    HMODULE loaded;

    assert_in_range(GetTempPathW(MAX_PATH, folder), 1, MAX_PATH - 1);
    _snwprintf(copy, ARRAYSIZE(copy), L"%lsforwarders-%lu.dll", folder, GetCurrentProcessId());
    _snwprintf(name, ARRAYSIZE(name), L"downlevel\\%ls", set);
    assert_true(CopyFileW(beside(name), copy, FALSE));
    loaded = LoadLibraryW(copy);
    if (!loaded) print_error("%ls: error %lu\n", set, GetLastError());
    assert_non_null(loaded);
    return loaded;
}

static void unload_forwarders(HMODULE loaded)
{
    FreeLibrary(loaded);
    DeleteFileW(copy);
}

static size_t count_misled(HMODULE forwarders)
{
    const struct pe_exports exports = pe_read_exports(forwarders);
    size_t i, misled = 0;

    assert_true(exports.name_count >= 5);
    for (i = 0; i < exports.name_count; i++) {
        if (GetProcAddress(forwarders, exports.names[i]) == GetProcAddress(cycletime, exports.names[i])) continue;
        print_error("%s does not lead to cycletime.dll\n", exports.names[i]);
        misled++;
    }
    return misled;
}

TEST(every_forwarder_leads_to_the_function_of_its_name_in_cycletime_dll)
{
    size_t i, misled = 0;
    HMODULE forwarders;

    for (i = 0; i < SETS; i++) {
        forwarders = load_forwarders(sets[i]);
        misled += count_misled(forwarders);
        unload_forwarders(forwarders);
    }
    assert_int_equal(misled, 0);
}

static size_t count_missing(HMODULE system, HMODULE forwarders)
{
    const struct pe_exports exports = pe_read_exports(forwarders);
    size_t i, missing = 0;

    for (i = 0; i < exports.name_count; i++) {
        if (GetProcAddress(system, exports.names[i])) continue;
        print_error("the system's set has no %s\n", exports.names[i]);
        missing++;
    }
    return missing;
}

/* A system that is older than a set does not have it: the third one came with Windows 10, version 1703. */
TEST(windows_has_every_function_in_the_set_that_names_it)
{
    HMODULE system, forwarders;
    size_t i, missing = 0;

    if (is_wine()) SKIP_BECAUSE("Wine has only some of these sets");
    for (i = 0; i < CORE_SETS; i++) {
        if (!(system = LoadLibraryW(sets[i]))) {
            print_message("%ls: this Windows has no such set\n", sets[i]);
            continue;
        }
        forwarders = load_forwarders(sets[i]);
        missing += count_missing(system, forwarders);
        unload_forwarders(forwarders);
        FreeLibrary(system);
    }
    assert_int_equal(missing, 0);
}

static int set_up(void **state)
{
    (void)state;
    cycletime = LoadLibraryW(beside(L"cycletime.dll"));
    return !cycletime;
}

ALL_BETWEEN(set_up, NULL)
