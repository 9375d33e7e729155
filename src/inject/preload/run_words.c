/* SPDX-License-Identifier: MIT */
#include "inject/preload/run_words.h"
#include "inject/preload/c_library.h"

static const char variable[] = "CYCLETIME_RUN", ack[] = "ack=", run[] = "time=";

enum { VALUE = 512 };

static const char *skip_word(const char *text)
{
    while (*text && *text != ' ') text++;
    while (*text == ' ') text++;
    return text;
}

static bool is_word(const char *text, const char *word)
{
    const size_t length = strlen(word);

    return !strncmp(text, word, length) && (!text[length] || text[length] == ' ');
}

static void read_word(struct run_words *words, const char *word)
{
    int i;

    for (i = 0; i < RUN_OPTIONS; i++)
        if (is_word(word, run_options[i].word)) words->flags |= run_options[i].flag;
}

static const uint16_t *value_of(const uint16_t *entry)
{
    const char *name = variable;

    for (; *name && *entry == (unsigned char)*name; name++) entry++;
    return !*name && *entry == '=' ? entry + 1 : NULL;
}

/* Reads the variable from Windows' environment; a value that is too long is cut, and a character that is not ASCII, which
   no option has, becomes a blank. */
static bool windows_value(const uint16_t *environment, char value[VALUE])
{
    const uint16_t *found = NULL;
    int i;

    for (; environment && *environment && !found; environment++) {
        found = value_of(environment);
        while (*environment) environment++;
    }
    if (!found) return false;
    for (i = 0; i < VALUE - 1 && found[i]; i++) value[i] = (char)(found[i] < 0x80 ? found[i] : ' ');
    value[i] = '\0';
    return true;
}

static void read_words(struct run_words *words, const char *text)
{
    for (; *text && strncmp(text, ack, sizeof ack - 1) != 0; text = skip_word(text)) read_word(words, text);
}

static uint64_t run_of(const char *text)
{
    uint64_t number = 0;

    while (*text && strncmp(text, run, sizeof run - 1) != 0 && strncmp(text, ack, sizeof ack - 1) != 0)
        text = skip_word(text);
    if (strncmp(text, run, sizeof run - 1) != 0) return 0;
    for (text += sizeof run - 1; *text >= '0' && *text <= '9'; text++) number = number * 10 + (uint64_t)(*text - '0');
    return number;
}

void run_words_read(struct run_words *words, const uint16_t *environment)
{
    const char *linux_value = getenv(variable), *file;
    char value[VALUE];

    *words = (struct run_words){ 0 };
    if (windows_value(environment, value)) read_words(words, value);
    else if (linux_value) read_words(words, linux_value);
    if (linux_value) words->run = run_of(linux_value);
    file = linux_value ? strstr(linux_value, ack) : NULL;
    if (file) words->ack = file + sizeof ack - 1;
    words->is_below_services = words->ack && !strcmp(words->ack, "/");
}

/* No process can remove "/", nor "". So each of them serves as a path that makes no process the first. */
void run_words_pass_on(bool is_service)
{
    char *text = getenv(variable), *file = text ? strstr(text, ack) : NULL;

    if (file && file[sizeof ack - 1]) file[sizeof ack - 1 + is_service] = '\0';
}
