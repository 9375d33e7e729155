/* SPDX-License-Identifier: MIT */
/* Paths of performance counters: what is one is made again, in any room, and means the same; a name matches itself. */
#include "fuzz.h"
#include "counters/counters.h"

enum { MOST = 512 };

static WCHAR *copy_string(const uint8_t *data, size_t size)
{
    const size_t length = size / sizeof(WCHAR);
    WCHAR *string = malloc((length + 1) * sizeof *string); /* no byte more, for who reads behind the end */

    CHECK(string);
    memcpy(string, data, length * sizeof *string);
    string[length] = 0;
    return string;
}

static BOOLEAN is_within(struct text part, const WCHAR *string, const WCHAR *end)
{
    return !part.length || (part.at >= string && part.at + part.length <= end);
}

static BOOLEAN is_same(struct text left, struct text right)
{
    return left.length == right.length && (!left.length || !memcmp(left.at, right.at, left.length * sizeof *left.at));
}

static void check_parts(const WCHAR *string, const struct counter_path *path)
{
    const WCHAR *end = string;

    while (*end) end++;
    CHECK(path->object.length && path->counter.length);
    CHECK(is_within(path->machine, string, end) && is_within(path->object, string, end));
    CHECK(is_within(path->parent, string, end) && is_within(path->instance, string, end));
    CHECK(is_within(path->counter, string, end) && !(path->any_index && path->index));
}

/* The first of several is written without its number: of a name that ends as if it had one, something else is made, as on
   Windows. */
static BOOLEAN is_ambiguous(const struct counter_path *path)
{
    ULONG i = path->instance.length;

    if (path->index || path->any_index || !i) return FALSE;
    if (path->instance.at[i - 1] == '*') i--;
    else
        while (i && path->instance.at[i - 1] >= '0' && path->instance.at[i - 1] <= '9') i--;
    return i && i < path->instance.length && path->instance.at[i - 1] == '#';
}

/* In as much room as there is: what does not fit is not written. */
static void check_made(const struct counter_path *path)
{
    const ULONG length = path_make(path, NULL, 0);
    WCHAR *made = malloc(length * sizeof *made), *short_one = malloc(length * sizeof *made);
    struct counter_path again;

    CHECK(made && short_one && length);
    CHECK(path_make(path, made, length) == length && !made[length - 1]);
    CHECK(path_make(path, short_one, length / 2) == length);
    CHECK(!memcmp(short_one, made, length / 2 * sizeof *made));
    CHECK(is_ambiguous(path) || path_parse(made, &again));
    if (is_ambiguous(path)) again = *path;
    CHECK(is_same(again.machine, path->machine) && is_same(again.object, path->object));
    CHECK(is_same(again.parent, path->parent) && is_same(again.instance, path->instance));
    CHECK(is_same(again.counter, path->counter) && again.index == path->index && again.any_index == path->any_index);
    free(made);
    free(short_one);
}

/* With a * in it, it matches what it would be without, and itself. */
static void check_matching(const WCHAR *string)
{
    struct text text = { string, 0 };

    while (string[text.length]) text.length++;
    CHECK(text_is(text, string));
    if (text.length < MOST) CHECK(text_matches(text, string));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    WCHAR *const string = copy_string(data, size);
    struct counter_path path;

    if (path_parse(string, &path)) {
        check_parts(string, &path);
        check_made(&path);
    }
    check_matching(string);
    free(string);
    return 0;
}
