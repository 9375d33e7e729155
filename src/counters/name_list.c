/* SPDX-License-Identifier: MIT */
#include "counters/name_list.h"
#include "counters/path.h"

#include <string.h>

struct output {
    WCHAR *list;
    ULONG room, length;
};

struct pair {
    const WCHAR *number, *text;
    ULONG number_length, text_length; /* without the 0 */
};

/* Reads the next pair of a list that may lack its end. */
struct input {
    const WCHAR *at, *end;
};

static void put_name(struct output *output, const WCHAR *text, ULONG length)
{
    ULONG i;

    for (i = 0; i < length; i++, output->length++)
        if (output->length < output->room) output->list[output->length] = text[i];
    if (output->length < output->room) output->list[output->length] = 0;
    output->length++;
}

static void put_number(struct output *output, ULONG number)
{
    WCHAR digits[NUMBER_TEXT];

    put_name(output, digits, (ULONG)(number_write(digits, number) - digits));
}

static ULONG length_at(const struct input *input)
{
    ULONG length = 0;

    while (input->at + length < input->end && input->at[length]) length++;
    return length;
}

/* FALSE: the list is at its end, or ends within the pair. */
static BOOLEAN next_string(struct input *input, const WCHAR **string, ULONG *length)
{
    *string = input->at;
    *length = length_at(input);
    if (!*length || input->at + *length == input->end) return FALSE;
    input->at += *length + 1;
    return TRUE;
}

static BOOLEAN next_pair(struct input *input, struct pair *pair)
{
    return next_string(input, &pair->number, &pair->number_length) && next_string(input, &pair->text, &pair->text_length);
}

static ULONG number_of(const struct pair *pair)
{
    ULONG number = 0, i;

    for (i = 0; i < pair->number_length && pair->number[i] >= '0' && pair->number[i] <= '9'; i++)
        number = 10 * number + (pair->number[i] - '0');
    return number;
}

/* Writes our texts from *INDEX on, as long as the index is below END. */
static void put_ours(struct output *output, const struct name_source *ours, ULONG *index, ULONG end)
{
    const WCHAR *text;

    for (; *index < end && *index <= ours->last; *index += ours->step) {
        if (!(text = ours->text_of(*index))) continue;
        put_number(output, *index);
        put_name(output, text, (ULONG)wcslen(text));
    }
}

ULONG name_list_merge(const struct name_source *ours, const WCHAR *theirs, ULONG length, WCHAR *list, ULONG room)
{
    struct output output = { list, room, 0 };
    struct input input = { theirs, theirs + length };
    struct pair pair;
    ULONG index = ours->first;

    while (next_pair(&input, &pair)) {
        put_ours(&output, ours, &index, number_of(&pair));
        put_name(&output, pair.number, pair.number_length);
        put_name(&output, pair.text, pair.text_length);
        if (index == number_of(&pair)) index += ours->step;
    }
    put_ours(&output, ours, &index, ~(ULONG)0);
    put_name(&output, L"", 0);
    return output.length;
}
