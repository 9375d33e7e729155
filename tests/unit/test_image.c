/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "fake_image.h"
#include "inject/hooks/hooks.h"

#include <string.h>

static struct image image;

static int open_fake(void **state)
{
    assert_true(image_open(fake_image(0x80), &image));
    return 0;
}

TEST_AFTER(open_fake, image_is_opened)
{
    assert_int_equal(image.size, FAKE_IMAGE_SIZE);
    assert_int_equal(image.directory_count, 16);
    assert_ptr_equal(image.directories, fake_image_headers()->OptionalHeader.DataDirectory);
}

TEST(other_signatures_are_no_image)
{
    BYTE *base = fake_image(0x80);

    ((IMAGE_DOS_HEADER *)base)->e_magic++;
    assert_false(image_open(base, &image));
    base = fake_image(0x80);
    fake_image_headers()->Signature++;
    assert_false(image_open(base, &image));
}

TEST(headers_far_outside_are_no_image)
{
    BYTE *base = fake_image(0x80);

    ((IMAGE_DOS_HEADER *)base)->e_lfanew = -8;
    assert_false(image_open(base, &image));
    ((IMAGE_DOS_HEADER *)base)->e_lfanew = FAKE_ARENA_SIZE;
    assert_false(image_open(base, &image));
}

TEST(other_word_size_is_no_image)
{
    BYTE *base = fake_image(0x80);

    fake_image_headers()->OptionalHeader.Magic ^= IMAGE_NT_OPTIONAL_HDR32_MAGIC ^ IMAGE_NT_OPTIONAL_HDR64_MAGIC;
    assert_false(image_open(base, &image));
}

TEST_AFTER(open_fake, elements_within_are_found)
{
    assert_ptr_equal(image_at(&image, 0, 1, 4), image.base);
    assert_ptr_equal(image_at(&image, 16, 3, 8), image.base + 16);
    assert_ptr_equal(image_at(&image, FAKE_IMAGE_SIZE - 4, 1, 4), image.base + FAKE_IMAGE_SIZE - 4);
    assert_ptr_equal(image_at(&image, 0, FAKE_IMAGE_SIZE / 8, 8), image.base);
}

TEST_AFTER(open_fake, elements_over_the_end_are_not)
{
    assert_null(image_at(&image, FAKE_IMAGE_SIZE - 3, 1, 4));
    assert_null(image_at(&image, 0, FAKE_IMAGE_SIZE / 8 + 1, 8));
    assert_null(image_at(&image, FAKE_IMAGE_SIZE, 1, 1));
    assert_null(image_at(&image, FAKE_IMAGE_SIZE + 1, 0, 1));
    assert_null(image_at(&image, 0xffffffff, 1, 1));
    assert_null(image_at(&image, 0xfffffff0, 2, 16));
}

TEST_AFTER(open_fake, count_that_would_wrap_is_over_the_end)
{
    assert_null(image_at(&image, 0, 0x20000001, 8));
    assert_null(image_at(&image, 8, 0xffffffff, 1));
    assert_null(image_at(&image, 8, 0xffffffff, 40));
}

TEST(truncated_image_ends_where_it_says)
{
    BYTE *base = fake_image(0x80);

    fake_image_headers()->OptionalHeader.SizeOfImage = 0x100;
    assert_true(image_open(base, &image));
    assert_ptr_equal(image_at(&image, 0xfc, 1, 4), base + 0xfc);
    assert_null(image_at(&image, 0xfd, 1, 4));
    assert_null(image_at(&image, 0x1000, 1, 1));
}

TEST_AFTER(open_fake, string_is_found)
{
    strcpy((char *)image.base + 0x500, "name");
    assert_string_equal(image_string(&image, 0x500), "name");
    assert_string_equal(image_string(&image, 0x504), "");
}

TEST_AFTER(open_fake, string_that_ends_with_the_image_is_found)
{
    memcpy(image.base + FAKE_IMAGE_SIZE - 4, "end", 4);
    assert_string_equal(image_string(&image, FAKE_IMAGE_SIZE - 4), "end");
    assert_non_null(image_string(&image, FAKE_IMAGE_SIZE - 1));
}

TEST_AFTER(open_fake, string_without_an_end_is_none)
{
    memset(image.base + FAKE_IMAGE_SIZE - 4, 'x', 4);
    assert_null(image_string(&image, FAKE_IMAGE_SIZE - 4));
    assert_null(image_string(&image, FAKE_IMAGE_SIZE - 1));
}

TEST_AFTER(open_fake, string_outside_is_none)
{
    assert_null(image_string(&image, FAKE_IMAGE_SIZE));
    assert_null(image_string(&image, FAKE_IMAGE_SIZE + 1));
    assert_null(image_string(&image, 0xffffffff));
}

TEST_AFTER(open_fake, directory_is_found_if_the_image_has_it)
{
    assert_null(image_directory(&image, IMAGE_DIRECTORY_ENTRY_EXPORT));
    fake_image_export_entry()->VirtualAddress = 0x1000;
    assert_ptr_equal(image_directory(&image, IMAGE_DIRECTORY_ENTRY_EXPORT), fake_image_export_entry());
    assert_null(image_directory(&image, 16));
    image.directory_count = 0;
    assert_null(image_directory(&image, IMAGE_DIRECTORY_ENTRY_EXPORT));
}

TEST_AFTER(open_fake, what_cannot_be_read_is_not_found)
{
    memset(image.base + 0x2fff0, 'x', 0x20);
    fake_image_hide(0x30000);
    assert_non_null(image_at(&image, 0x2fff0, 2, 8));
    assert_null(image_at(&image, 0x2fff0, 3, 8));
    assert_null(image_at(&image, 0x30008, 1, 8));
    assert_null(image_string(&image, 0x2fff0));
    image.base[0x2ffff] = 0;
    assert_non_null(image_string(&image, 0x2fff0));
}

TEST_AFTER(open_fake, each_region_is_asked_for_once_until_it_is_forgotten)
{
    const ULONG before = fake_image_questions;

    assert_non_null(image_at(&image, 0x10000, 2, 0x10000));
    assert_non_null(image_at(&image, 0, 2, 0x10000));
    assert_non_null(image_at(&image, 0x20000, 1, 1));
    assert_int_equal(fake_image_questions, before + 2);
    regions_forget();
    assert_non_null(image_at(&image, 0, 1, 1));
    assert_int_equal(fake_image_questions, before + 3);
}

TEST(hidden_headers_are_no_image)
{
    BYTE *base = fake_image(0x80);

    fake_image_hide(0);
    assert_false(image_open(base, &image));
    base = fake_image(0xfff0);
    fake_image_hide(0x10000);
    assert_false(image_open(base, &image));
}
