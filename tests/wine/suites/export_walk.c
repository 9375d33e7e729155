/* SPDX-License-Identifier: MIT */
/* Every export of kernel32, kernelbase and ntdll, before hooking and after. */
#include "install_hooks.h"

#include <stdlib.h>
#include <string.h>

struct after {
    void **names, **ordinals;
};

static struct after resolve_again(const struct target *target)
{
    struct after after = { calloc(target->exports.name_count, sizeof(void *)),
                           calloc(target->exports.count, sizeof(void *)) };

    resolve(target, after.names, after.ordinals);
    return after;
}

static void release(struct after *after)
{
    free(after->names);
    free(after->ordinals);
}

TEST(the_hooks_are_installed)
{
    assert_true(export_list_count >= 5);
    assert_true(first_install_succeeded);
}

static const char *name_of_ordinal(const struct target *target, DWORD ordinal)
{
    size_t i;

    for (i = 0; i < target->exports.name_count; i++)
        if (target->exports.ordinals[i] == ordinal) return target->exports.names[i];
    return "";
}

/* Counts the target's exports, by name or by ordinal, that are not in the export list and resolve as before. */
static size_t count_same(const struct target *target, BOOL by_name, size_t *wrong)
{
    struct after after = resolve_again(target);
    void *const *now = by_name ? after.names : after.ordinals, *const *then = by_name ? target->names : target->ordinals;
    const size_t count = by_name ? target->exports.name_count : target->exports.count;
    const char *name;
    size_t i, same = 0;

    for (i = 0; i < count; i++) {
        const DWORD ordinal = target->exports.base + (DWORD)i;

        name = by_name ? target->exports.names[i] : name_of_ordinal(target, ordinal);
        if (is_in_export_list(target, name)) continue;
        same += now[i] && now[i] == then[i];
        if (now[i] == then[i]) continue;
        print_error("%s: %s %lu\n", target->name, by_name ? name : "ordinal", by_name ? (DWORD)i : ordinal);
        ++*wrong;
    }
    release(&after);
    return same;
}

static void assert_others_resolve_as_before(BOOL by_name)
{
    size_t same = 0, wrong = 0;
    unsigned t;

    for (t = 0; t < TARGETS; t++) same += count_same(&targets[t], by_name, &wrong);
    print_message("%u are the same\n", (unsigned)same);
    assert_int_equal(wrong, 0);
    assert_true(same > 2000);  /* that the walk walks */
}

TEST(a_name_that_is_not_in_the_export_list_resolves_as_before)
{
    assert_others_resolve_as_before(TRUE);
}

TEST(an_ordinal_that_is_not_in_the_export_list_resolves_as_before)
{
    assert_others_resolve_as_before(FALSE);
}

TEST(the_names_of_the_export_list_resolve_to_the_dll)
{
    unsigned t, found = 0;
    size_t i;

    for (t = 0; t < TARGETS; t++)
        for (i = 0; i < export_list_count; i++) {
            if (!is_in_export_list(&targets[t], export_list[i].name)) continue;
            assert_true(is_ours((void *)GetProcAddress(targets[t].module, export_list[i].name), export_list[i].name));
            found++;
        }
    assert_true(found >= 8);
}

TEST(the_ordinals_of_the_export_list_resolve_to_the_dll)
{
    unsigned t, found = 0;
    const char *name;
    void *function;
    size_t i;

    for (t = 0; t < TARGETS; t++)
        for (i = 0; i < targets[t].exports.name_count; i++) {
            name = targets[t].exports.names[i];
            if (!is_in_export_list(&targets[t], name)) continue;
            function = (void *)GetProcAddress(targets[t].module, MAKEINTRESOURCEA(targets[t].exports.ordinals[i]));
            assert_true(is_ours(function, name));
            found++;
        }
    assert_true(found >= 8);
}

TEST(nt_s_queries_resolve_to_the_dll_by_both_their_names)
{
    static const char *const names[] = {
        "NtQueryInformationProcess", "NtQueryInformationThread", "NtQuerySystemInformation", "NtQuerySystemInformationEx",
    };
    char other[64];
    void *function;
    unsigned i;

    for (i = 0; i < ARRAYSIZE(names); i++) {
        function = (void *)GetProcAddress(targets[NTDLL].module, names[i]);
        assert_true(is_ours(function, names[i]));
        strcpy(other, names[i]);
        memcpy(other, "Zw", 2);
        function = (void *)GetProcAddress(targets[NTDLL].module, other);
        assert_true(is_ours(function, other));
    }
}

TEST(what_the_export_list_has_for_no_module_stays_unknown_there)
{
    unsigned t, count = 0;
    size_t i;

    for (t = 0; t < TARGETS; t++)
        for (i = 0; i < export_list_count; i++) {
            if (export_list[i].in_kernel32 || export_list[i].in_kernelbase) continue;
            assert_null(GetProcAddress(targets[t].module, export_list[i].name));
            count++;
        }
    assert_true(count > 0);
}
