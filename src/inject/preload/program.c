/* SPDX-License-Identifier: MIT */
/* Reads what `cycletime run` passes in the environment, decides whether this process is one to hook, and what its
   children inherit. */
#include "inject/preload/program.h"
#include "protocol/characters.h"
#include "protocol/pe_headers.h"

enum { VALUE = 512 };

bool program_has_windows_parent;

/* Wine names a socket in this variable for a process that a Windows process creates, and later removes it.
   Wine: socket-variable. */
void program_note_parent(void)
{
    program_has_windows_parent = getenv && getenv("WINESERVERSOCKET");
}

void program_read_words(struct run_words *words, const uint16_t *environment)
{
    static const char variable[] = "CYCLETIME_RUN";
    const uint16_t *found = NULL;
    char value[VALUE];
    size_t i;

    *words = run_words_parse(getenv(variable));
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

void program_pass_words_on(bool is_service)
{
    char *const ack = (char *)run_words_parse(getenv("CYCLETIME_RUN")).ack;

    if (ack && *ack) ack[is_service] = '\0';
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
bool program_is_builtin(const void *image)
{
    static const char signature[] = "Wine builtin DLL";
    enum { DOS_HEADER = 0x40 };

    return image && !strncmp((const char *)image + DOS_HEADER, signature, sizeof signature);
}

bool program_is_32_bit(const void *image)
{
    return image && pe_word(pe_headers(image) + PE_MACHINE) == PE_I386;
}

enum program_owner program_find_owner(const struct process_environment *process, bool is_below_services,
                                      char name[PROGRAM_NAME])
{
    string_to_utf8(&process->parameters->image, name);
    if (is_below_services && program_is_builtin(process->image)) return PROGRAM_SERVICE;
    return wine_program_by_path(name);
}
