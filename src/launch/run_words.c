/* SPDX-License-Identifier: MIT */
#include "launch/run_words.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define RUN_LIST "time="

const struct run_option run_options[RUN_OPTIONS] = {
    { "must", RUN_MUST },
    { "verbose", RUN_VERBOSE },
    { "quiet", RUN_QUIET },
    { "no-nt", RUN_NO_NT },
    { "fast-clock", RUN_FAST_CLOCK },
    { "no-children", RUN_NO_CHILDREN },
    { "off", RUN_OFF },
    { "32-bit", RUN_32_BIT },
    { "no-execute", RUN_NO_EXECUTE },
    { "no-dll-folders", RUN_NO_DLL_FOLDERS },
};

struct run_words run_words_parse(const char *text)
{
    struct run_words words = { 0 };
    const char *digit;
    size_t length;
    int i;

    for (; text && *text && !words.ack; text += length) {
        for (length = 0; text[length] && text[length] != ' ';) length++;
        for (i = 0; i < RUN_OPTIONS; i++)
            if (strlen(run_options[i].word) == length && !strncmp(text, run_options[i].word, length))
                words.flags |= run_options[i].flag;
        if (!strncmp(text, RUN_ACK, sizeof RUN_ACK - 1)) words.ack = text + sizeof RUN_ACK - 1;
        if (!words.run && !strncmp(text, RUN_LIST, sizeof RUN_LIST - 1))
            for (digit = text + sizeof RUN_LIST - 1; *digit >= '0' && *digit <= '9'; digit++)
                words.run = words.run * 10 + (uint64_t)(*digit - '0');
        while (text[length] == ' ') length++;
    }
    words.is_below_services = words.ack && !strcmp(words.ack, "/");
    return words;
}

void run_words_write(char text[RUN_WORDS], uint32_t flags, uint64_t run)
{
    char *const end = text + RUN_WORDS;
    int i;

    *text = '\0';
    if (run) text += snprintf(text, RUN_WORDS, RUN_LIST "%llu ", (unsigned long long)run);
    for (i = 0; i < RUN_OPTIONS; i++)
        if (flags & run_options[i].flag) text += snprintf(text, (size_t)(end - text), "%s ", run_options[i].word);
}
