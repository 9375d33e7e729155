/* SPDX-License-Identifier: MIT */
/* Reads what `cycletime run` passes in the environment, decides whether this process is one to hook, and what its
   children inherit. */
#include "inject/preload/preload.h"
#include "protocol/wine_programs.h"

#include <stdbool.h>

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

static uint32_t flag_of_word(const char *word)
{
    int i;

    for (i = 0; i < RUN_OPTIONS; i++)
        if (is_word(word, run_options[i].word)) return run_options[i].flag;
    return 0;
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

uint32_t run_flags_of(const char *text)
{
    uint32_t flags = 0;

    for (; *text && strncmp(text, ack, sizeof ack - 1) != 0; text = skip_word(text)) flags |= flag_of_word(text);
    return flags;
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
    if (windows_value(environment, value)) words->flags = run_flags_of(value);
    else if (linux_value) words->flags = run_flags_of(linux_value);
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

/* In UTF-16 a character beyond U+FFFF is a pair of these units. */
enum { HIGH = 0xd800, LOW = 0xdc00, SURROGATES = 0xe000 };

static uint32_t next_letter(const uint16_t **at, const uint16_t *end)
{
    const uint32_t first = *(*at)++;

    if (first < HIGH || first >= LOW || *at == end || **at < LOW || **at >= SURROGATES) return first;
    return 0x10000 + ((first - HIGH) << 10) + (uint32_t)(*(*at)++ - LOW);
}

static char *put_utf8(char *to, uint32_t letter)
{
    if (letter < 0x80) {
        *to++ = (char)letter;
        return to;
    }
    if (letter < 0x800) *to++ = (char)(0xc0 | letter >> 6);
    else {
        if (letter < 0x10000) *to++ = (char)(0xe0 | letter >> 12);
        else {
            *to++ = (char)(0xf0 | letter >> 18);
            *to++ = (char)(0x80 | (letter >> 12 & 0x3f));
        }
        *to++ = (char)(0x80 | (letter >> 6 & 0x3f));
    }
    *to++ = (char)(0x80 | (letter & 0x3f));
    return to;
}

void string_to_utf8(const struct counted_string *string, char name[PROGRAM_NAME])
{
    const uint16_t *at = string->text, *end = string->text + string->length / sizeof *string->text;
    char *to = name;

    while (at < end && to + 4 < name + PROGRAM_NAME) to = put_utf8(to, next_letter(&at, end));
    *to = '\0';
}

/* Returns whether a program whose path is PATH up to the backslash LAST is in one of Wine's own folders of programs. Wine's
   folder of Windows is always this one (windows_dir in Wine's dlls/ntdll/loader.c). Wine: system-folder. */
static bool is_in_system_directory(const char *path, const char *last)
{
    static const char *const directories[] = { "C:\\windows\\system32", "C:\\windows\\syswow64", "C:\\windows\\sysnative",
                                               NULL };
    char directory[sizeof "C:\\windows\\sysnative"];
    const size_t length = (size_t)(last - path);
    const char *const *each;

    if (length >= sizeof directory) return false;
    memcpy(directory, path, length);
    directory[length] = '\0';
    for (each = directories; *each; each++)
        if (!strcasecmp(directory, *each)) return true;
    return false;
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
    const char *last;

    string_to_utf8(&process->parameters->image, name);
    if (is_below_services && image_is_builtin(process->image)) return PROGRAM_SERVICE;
    last = strrchr(name, '\\');
    if (!last || !is_in_system_directory(name, last)) return PROGRAM_OF_USER;
    if (wine_programs_have(wine_between, last + 1)) return PROGRAM_BETWEEN;
    return wine_programs_have(wine_services, last + 1) ? PROGRAM_SERVICE : PROGRAM_OF_USER;
}

static bool is_separator(char letter)
{
    return letter == ':' || letter == ' ';
}

/* Returns the end of the item that begins at ITEM. */
static char *item_end(char *item)
{
    while (*item && !is_separator(*item)) item++;
    return item;
}

static bool is_file(const char *item, const char *end, const char *name)
{
    const size_t length = strlen(name);

    return (size_t)(end - item) > length && end[-(long)length - 1] == '/' && !strncmp(end - length, name, length);
}

void list_remove_file(char *list, const char *name)
{
    char *item = list, *end;

    while (*item) {
        end = item_end(item);
        if (is_file(item, end, name)) {
            /* The separator before the item goes too, or for the first item the one behind it. */
            if (item != list) item--;
            else if (*end) end++;
            memmove(item, end, strlen(end) + 1);
        } else {
            item = end;
        }
        if (is_separator(*item)) item++;
    }
}

void children_leave(void)
{
    char *list = getenv("LD_PRELOAD");

    if (!list) return;
    list_remove_file(list, "cycletime_preload.so");
    if (!*list) unsetenv("LD_PRELOAD");
}
