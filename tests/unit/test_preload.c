/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "preload/environment.h"
#include "preload/own_place.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void left_of(const char *list, const char *expected)
{
    char text[256];

    strcpy(text, list);
    list_remove_file(text, "own.so");
    assert_string_equal(text, expected);
}

static void a_list_of_our_file_alone_becomes_empty(void **state)
{
    (void)state;
    left_of("/tree/${PLATFORM}/own.so", "");
    left_of("/a/own.so:/b/own.so", "");
}

static void what_else_is_in_the_list_stays_as_it_is(void **state)
{
    (void)state;
    left_of("", "");
    left_of("libm.so.6:/tree/own.so", "libm.so.6");
    left_of("/tree/own.so:libm.so.6", "libm.so.6");
    left_of("one.so /tree/own.so two.so:three.so", "one.so two.so:three.so");
    /* Steam's begins with a colon. */
    left_of(":/steam/32/overlay.so:/steam/64/overlay.so:/tree/own.so", ":/steam/32/overlay.so:/steam/64/overlay.so");
}

static void a_file_whose_name_ends_like_ours_stays(void **state)
{
    (void)state;
    left_of("/tree/their_own.so", "/tree/their_own.so");
    left_of("/tree/own.so.1:own.so", "/tree/own.so.1:own.so");
}

static void a_directory_is_found_whole_only(void **state)
{
    (void)state;
    assert_true(list_has_directory("/a/wine", "/a/wine"));
    assert_true(list_has_directory("/b:/a/wine:/c", "/a/wine"));
    assert_true(list_has_directory("::/a/wine", "/a/wine"));
    assert_false(list_has_directory("", "/a/wine"));
    assert_false(list_has_directory("/a/wine64:/b/a/wine", "/a/wine"));
}

static void the_others_follow_a_variable_that_is_removed(void **state)
{
    char one[] = "ONE=1", two[] = "TWO=2", three[] = "THREE=3";
    char *environment[] = {one, two, three, NULL};

    (void)state;
    assert_ptr_equal(environment_find(environment, "TWO="), &environment[1]);
    assert_null(environment_find(environment, "TW="));
    environment_remove(&environment[1]);
    assert_ptr_equal(environment[1], three);
    assert_null(environment[2]);
}

static void text_that_does_not_fit_is_not_joined(void **state)
{
    char memory[8];
    struct text_room room = {memory, sizeof memory};

    (void)state;
    assert_null(text_join(&room, "1234", "5678", ""));
    assert_string_equal(text_join(&room, "12", "34", "567"), "1234567");
    assert_int_equal(room.left, 0);
    assert_null(text_join(&room, "", "", ""));
}

static int maps_of(const char *text)
{
    FILE *file = tmpfile();

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fflush(file), 0);
    assert_int_equal(lseek(fileno(file), 0, SEEK_SET), 0);
    return fileno(file);
}

static const char *file_at(const char *maps, uintptr_t address)
{
    static char memory[512];
    struct text_room room = {memory, sizeof memory};

    return mapped_file(maps_of(maps), (const void *)address, &room);
}

static void the_file_at_an_address_is_told_with_its_blanks(void **state)
{
    static const char maps[] = "00400000-00452000 r-xp 00000000 08:02 173521      /usr/bin/dbus daemon\n"
                               "00e03000-00e24000 rw-p 00000000 00:00 0           [heap]\n"
                               "7f0e0b1f2000-7f0e0b1f3000 r--p 00000000 fe:00 11  /run/host/usr/own.so\n";

    (void)state;
    assert_string_equal(file_at(maps, 0x400000), "/usr/bin/dbus daemon");
    assert_string_equal(file_at(maps, 0x451fff), "/usr/bin/dbus daemon");
    assert_null(file_at(maps, 0x452000));
    assert_null(file_at(maps, 0xe03000));
    if (sizeof(uintptr_t) > 4) assert_string_equal(file_at(maps, (uintptr_t)0x7f0e0b1f2010), "/run/host/usr/own.so");
}

static void long_maps_are_read_to_their_end(void **state)
{
    static char maps[8192];
    size_t length = 0;

    (void)state;
    for (unsigned page = 1; page <= 100; page++)
        length += (size_t)sprintf(maps + length, "%08x-%08x r--p 00000000 08:02 1    /lib/%u\n", page << 12,
                                  (page + 1) << 12, page);
    assert_string_equal(file_at(maps, 100 << 12), "/lib/100");
}

static void a_file_that_is_no_list_of_maps_has_no_file(void **state)
{
    (void)state;
    assert_null(file_at("", 0));
    assert_null(file_at("\n\nnothing\n400000 500000 /a\n", 0x400000));
    assert_null(mapped_file(-1, NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_of_our_file_alone_becomes_empty),
        cmocka_unit_test(what_else_is_in_the_list_stays_as_it_is),
        cmocka_unit_test(a_file_whose_name_ends_like_ours_stays),
        cmocka_unit_test(a_directory_is_found_whole_only),
        cmocka_unit_test(the_others_follow_a_variable_that_is_removed),
        cmocka_unit_test(text_that_does_not_fit_is_not_joined),
        cmocka_unit_test(the_file_at_an_address_is_told_with_its_blanks),
        cmocka_unit_test(long_maps_are_read_to_their_end),
        cmocka_unit_test(a_file_that_is_no_list_of_maps_has_no_file),
    };

    return RUN_APART(tests);
}
