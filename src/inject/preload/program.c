/* SPDX-License-Identifier: MIT */
/* Reads what `cycletime run` passes in the environment, decides whether this process is one to hook, and what its
   children inherit. */
#include "inject/preload/preload.h"
#include "protocol/characters.h"
#include "protocol/wine_programs.h"

static const char variable[] = "CYCLETIME_RUN";

enum { VALUE = 512 };

struct run_words run_words_parse(const char *text)
{
    struct run_words words = { 0 };
    const char *digit;
    size_t length;
    int i;

    for (; *text && !words.ack; text += length) {
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
    return words;
}

void run_words_read(struct run_words *words, const uint16_t *environment)
{
    const char *linux_value = getenv(variable);
    const uint16_t *found = NULL;
    char value[VALUE];
    size_t i;

    *words = run_words_parse(linux_value ? linux_value : "");
    words->is_below_services = words->ack && !strcmp(words->ack, "/");
    for (; environment && *environment && !found; environment++) {
        for (i = 0; variable[i] && environment[i] == (unsigned char)variable[i];) i++;
        if (!variable[i] && environment[i] == '=') found = environment + i + 1;
        while (*environment) environment++;
    }
    if (!found) return;
    /* A value that is too long is cut, and a character that is not ASCII, which no option has, becomes a blank. */
    for (i = 0; i < VALUE - 1 && found[i]; i++) value[i] = (char)(found[i] < 0x80 ? found[i] : ' ');
    value[i] = '\0';
    words->flags = run_words_parse(value).flags;
}

/* No process can remove "/", nor "". So each of them serves as a path that makes no process the first. */
void run_words_pass_on(bool is_service)
{
    char *text = getenv(variable), *file = text ? strstr(text, RUN_ACK) : NULL;

    if (file && file[sizeof RUN_ACK - 1]) file[sizeof RUN_ACK - 1 + is_service] = '\0';
}

void string_to_utf8(const struct counted_string *string, char name[PROGRAM_NAME])
{
    const uint16_t *at = string->text, *end = string->text + string->length / sizeof *string->text;
    char *to = name;

    while (at < end && to + 4 < name + PROGRAM_NAME) to = utf8_put(to, utf16_next(&at, end));
    *to = '\0';
}

/* The linker of Wine's own programs writes this text behind the DOS header (Wine's tools/winebuild/spec32.c).
   Wine: builtin-mark. */
bool image_is_builtin(const void *image)
{
    static const char signature[] = "Wine builtin DLL";
    enum { DOS_HEADER = 0x40 };

    return image && !strncmp((const char *)image + DOS_HEADER, signature, sizeof signature);
}

enum program_kind program_of(const struct process_environment *process, bool is_below_services, char name[PROGRAM_NAME])
{
    const char *own;

    string_to_utf8(&process->parameters->image, name);
    if (is_below_services && image_is_builtin(process->image)) return PROGRAM_SERVICE;
    own = wine_programs_name(name);
    if (!own) return PROGRAM_OF_USER;
    if (wine_programs_have(wine_launchers, own)) return PROGRAM_BETWEEN;
    return wine_programs_have(wine_services, own) ? PROGRAM_SERVICE : PROGRAM_OF_USER;
}

void list_remove_file(char *list, const char *name)
{
    const size_t length = strlen(name);
    char *item = list, *end;

    while (*item) {
        for (end = item; *end && *end != ':' && *end != ' ';) end++;
        if ((size_t)(end - item) > length && end[-(long)length - 1] == '/' && !strncmp(end - length, name, length)) {
            /* The separator before the item goes too, or for the first item the one behind it. */
            if (item != list) item--;
            else if (*end) end++;
            memmove(item, end, strlen(end) + 1);
        } else {
            item = end;
        }
        if (*item == ':' || *item == ' ') item++;
    }
}

void children_leave(void)
{
    char *list = getenv("LD_PRELOAD");

    if (!list) return;
    list_remove_file(list, "cycletime_preload.so");
    if (!*list) unsetenv("LD_PRELOAD");
}
