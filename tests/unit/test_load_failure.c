/* SPDX-License-Identifier: MIT */
/* The reason why Wine's loader ends a program, read from images and lists of both word sizes. */
#include "apart.h"
#include "inject/preload/dlls.h"
#include "inject/preload/report.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <uchar.h>
#include <unistd.h>

enum { SIZE = 0x20000, TEB_OF_32 = 0x2000, PEB = 0x2800, LISTS = 0x3000, API_SETS = 0x4000 };
enum {
    MODULES = 0x5000,
    TEXTS = 0x8000,
    PROGRAM = 0x10000,
    IMAGE = 0x1000,
    HEADERS = 0x80,
    TABLE = 0x200,
    NAMES = 0x400,
    FUNCTIONS = 0x800
};
enum { NOT_FOUND = (int)0xc0000135, INIT_FAILED = (int)0xc0000142, ATTACHING = 0x1000, ATTACHED = 0x80000 };

static struct process_parameters parameters;
static struct process_environment *process; /* with more than that behind it */
static char *memory;                        /* below 2 GB, where both word sizes reach it */
static size_t word;
static unsigned modules, texts;
static char place[] = "/tmp/cycletime-load-failure-XXXXXX", devices[PLACE], said[2 * PLACE];
static int lines;

struct report report = { .program = "C:\\test.exe" };

void report_line(const char *format, ...)
{
    va_list arguments;

    assert_string_equal(format, "%s cannot start: %s");
    va_start(arguments, format);
    assert_string_equal(va_arg(arguments, const char *), "test.exe");
    snprintf(said, sizeof said, "%s", va_arg(arguments, const char *));
    va_end(arguments);
    lines++;
}

void *ntdll_allocate(const struct ntdll *ntdll, uintptr_t at, size_t size)
{
    (void)ntdll, (void)size;
    return NULL;
}

static void put(void *at, uint64_t value, size_t bytes)
{
    memcpy(at, &value, bytes);
}

static void put_word(void *at, const void *target)
{
    put(at, (uintptr_t)target, word);
}

/* Returns the memory of a text in UTF-16. */
static uint16_t *put_text(const char *text, uint16_t *length)
{
    uint16_t *const wide = (uint16_t *)(memory + TEXTS) + texts, *to = wide;

    while (*text) *to++ = (unsigned char)*text++;
    *to = 0;
    *length = (uint16_t)(2 * (to - wide));
    texts += (unsigned)(to - wide) + 1;
    return wide;
}

static struct counted_string string_of(const char *text)
{
    struct counted_string string = { 0 };

    string.text = put_text(text, &string.length);
    return string;
}

/* IMPORTS: names that each end with a semicolon; nothing is imported from one that begins with "-". */
static void make_image(char *image, const char *imports)
{
    char *table = image + TABLE, *names = image + NAMES, *functions = image + FUNCTIONS;

    memset(image, 0, IMAGE);
    memcpy(image, "MZ", 2);
    put(image + 0x3c, HEADERS, 4);
    memcpy(image + HEADERS, "PE", 2);
    put(image + HEADERS + 4, word == 8 ? 0x8664 : 0x14c, 2);
    put(image + HEADERS + 0x50, IMAGE, 4);
    put(image + HEADERS + (word == 8 ? 0x90 : 0x80), TABLE, 4);
    for (; *imports; table += 20, functions += 2 * word) {
        put(table, (uint64_t)(functions - image), 4);
        put(table + 12, (uint64_t)(names - image), 4);
        put(table + 16, FUNCTIONS, 4);
        put(functions, *imports != '-', word);
        for (imports += *imports == '-'; *imports != ';';) *names++ = *imports++;
        names++;
        imports++;
    }
}

static void link_behind(char *head, char *entry)
{
    const size_t back = word;
    uintptr_t last = 0;

    memcpy(&last, head + back, word);
    put_word(entry, head);
    put(entry + back, last, word);
    put((char *)last, (uintptr_t)entry, word); /* NOLINT(performance-no-int-to-ptr) */
    put_word(head + back, entry);
}

static char *list_head(int order)
{
    return memory + LISTS + (word == 8 ? 16 : 12) + (size_t)order * 2 * word;
}

/* FLAGS -1: the module has not come to its initialisation. */
static void add_module(const char *name, int flags)
{
    char *const module = memory + MODULES + 0x100 * modules++;
    uint16_t length;

    put_word(module + 12 * word, put_text(name, &length));
    put(module + 11 * word, length, 2);
    link_behind(list_head(0), module);
    if (flags < 0) return;
    put(module + 13 * word, (uint64_t)flags, 4);
    link_behind(list_head(2), module + 4 * word);
}

/* Writes a DLL with these imports into FOLDER of the test's place, and returns its path. */
static const char *write_dll(const char *folder, const char *name, const char *imports)
{
    static char path[2 * PLACE];
    char image[IMAGE];
    int file;

    snprintf(path, sizeof path, "%s/%s", place, folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/%s/%s", place, folder, name);
    make_image(image, imports);
    file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_int_equal(write(file, image, sizeof image), sizeof image);
    close(file);
    return path;
}

static void map_dll(const char *name, const char *imports)
{
    const int file = open(write_dll("mapped", name, imports), O_RDONLY | O_CLOEXEC);

    assert_ptr_not_equal(mmap(NULL, IMAGE, PROT_READ, MAP_PRIVATE, file, 0), MAP_FAILED);
    close(file);
}

static int remove_one(const char *path, const struct stat *file, int kind, struct FTW *where)
{
    (void)file, (void)kind, (void)where;
    return remove(path);
}

static void remove_place(void)
{
    nftw(place, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void make_place(void)
{
    static bool is_made;
    char link[PLACE + 8];

    if (is_made) return;
    is_made = true;
    assert_non_null(mkdtemp(place));
    atexit(remove_place);
    snprintf(devices, sizeof devices, "%s/dosdevices", place);
    setenv("WINEPREFIX", place, 1);
    snprintf(link, sizeof link, "%s/z:", devices);
    assert_int_equal(mkdir(devices, 0700), 0);
    assert_int_equal(symlink("/", link), 0);
}

static void make_process(size_t size)
{
    static char16_t environment[PLACE];
    struct thread_environment *teb;
    char text[3 * PLACE], *peb, *at;
    int order;

    make_place();
    word = size;
    modules = texts = 0;
    memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    assert_ptr_not_equal(memory, MAP_FAILED);
    for (order = 0; order < 3; order++) {
        put_word(list_head(order), list_head(order));
        put_word(list_head(order) + word, list_head(order));
    }
    make_image(memory + PROGRAM, "");
    snprintf(text, sizeof text, "Z:%s\\program\\t.exe", place);
    parameters = (struct process_parameters){ .image = string_of(text), .directory = string_of("Z:\\none\\") };
    snprintf(text, sizeof text, "A=1;2");
    for (order = 0; text[order]; order++) environment[order] = (unsigned char)text[order];
    order++;
    snprintf(text, sizeof text, "Path=C:\\windows;Z:%s\\path;Z:\\none", place);
    for (at = text; *at; at++) environment[order++] = (unsigned char)*at;
    parameters.environment = (uint16_t *)environment;
    process = (struct process_environment *)(memory + PEB);
    process->image = memory + PROGRAM;
    process->parameters = &parameters;
    teb = (struct thread_environment *)memory;
    teb->process = process;
    peb = word == 8 ? (char *)process : memory + TEB_OF_32 + 0x100;
    put(memory + 0x180c, TEB_OF_32, 4);
    if (word == 4) put(memory + TEB_OF_32 + 0x30, (uintptr_t)peb, 4);
    put_word(peb + 2 * word, memory + PROGRAM);
    put_word(peb + 3 * word, memory + LISTS);
    add_module("t.exe", -1);
    add_module("KERNEL32.dll", -1);
    load_failure_watch(teb);
    lines = 0;
    *said = '\0';
}

static void has_reason(uint32_t status, const char *reason)
{
    load_failure_report(status);
    assert_string_equal(said, reason);
    assert_int_equal(lines, *reason != 0);
}

#define IMPORTS(names) make_image(memory + PROGRAM, names)

static void missing(size_t size)
{
    make_process(size);
    IMPORTS("kernel32.dll;LIBONE.dll;libtwo.dll;");
    add_module("libone.dll", -1);
    has_reason((uint32_t)NOT_FOUND, "libtwo.dll, which it needs, was not found");
    has_reason((uint32_t)NOT_FOUND, "libtwo.dll, which it needs, was not found"); /* which was said once */
}

static void missing_below(size_t size)
{
    make_process(size);
    IMPORTS("kernel32.dll;libbar.dll;libzoo.dll;");
    map_dll("LibBar.dll", "kernel32.dll;libmid.dll;");
    map_dll("libmid.dll", "libbar.dll;libfoo.dll;"); /* a circle */
    has_reason((uint32_t)NOT_FOUND, "libfoo.dll, which libmid.dll needs, was not found");
}

static void other_word_size(size_t size, const char *folder)
{
    char expected[3 * PLACE];
    const char *file;

    make_process(12 - size);
    file = write_dll(folder, "LIBFOO.dll", "");
    snprintf(expected, sizeof expected, "libfoo.dll, which it needs, was found only for programs of another word size: %s",
             file);
    make_process(size);
    IMPORTS("libfoo.dll;");
    has_reason((uint32_t)NOT_FOUND, expected);
}

static void nothing_imported(size_t size)
{
    make_process(size);
    IMPORTS("-libone.dll;libtwo.dll;");
    has_reason((uint32_t)NOT_FOUND, "libtwo.dll, which it needs, was not found");
}

static void initialisation(size_t size)
{
    make_process(size);
    add_module("one.dll", ATTACHED);
    add_module("two.dll", 0);
    add_module("needs_two.dll", 0);
    has_reason((uint32_t)INIT_FAILED, "DllMain of two.dll failed");
}

TEST(a_dll_that_is_missing_is_named)
{
    missing(8);
}

TEST(a_dll_that_is_missing_is_named_for_32_bits)
{
    missing(4);
}

TEST(the_dll_that_needs_it_is_named)
{
    missing_below(8);
}

TEST(the_dll_that_needs_it_is_named_for_32_bits)
{
    missing_below(4);
}

TEST(a_dll_of_another_word_size_beside_the_program_is_named)
{
    other_word_size(8, "program");
}

TEST(a_dll_of_another_word_size_in_path_is_named)
{
    other_word_size(8, "path");
}

TEST(a_dll_of_another_word_size_is_named_for_32_bits)
{
    other_word_size(4, "path");
}

TEST(a_dll_of_which_nothing_is_imported_is_not_missing)
{
    nothing_imported(8);
}

TEST(a_dll_of_which_nothing_is_imported_is_not_missing_for_32_bits)
{
    nothing_imported(4);
}

TEST(the_dll_whose_initialisation_failed_is_named)
{
    initialisation(8);
}

TEST(the_dll_whose_initialisation_failed_is_named_for_32_bits)
{
    initialisation(4);
}

TEST(a_dll_that_is_there_and_not_loaded_is_not_called_missing)
{
    make_process(8);
    IMPORTS("libfoo.dll;");
    write_dll("program", "libfoo.dll", "");
    has_reason((uint32_t)NOT_FOUND, "libfoo.dll, which it needs, cannot be loaded");
}

TEST(a_mapped_dll_that_lacks_nothing_cannot_be_loaded)
{
    make_process(8);
    IMPORTS("libbar.dll;");
    map_dll("libbar.dll", "kernel32.dll;");
    has_reason((uint32_t)NOT_FOUND, "libbar.dll, which it needs, cannot be loaded");
}

TEST(where_no_dll_is_missing_none_is_named)
{
    make_process(8);
    IMPORTS("kernel32.dll;");
    has_reason((uint32_t)NOT_FOUND, "a DLL that it needs was not found");
}

TEST(an_import_without_an_extension_is_a_dll)
{
    make_process(8);
    IMPORTS("kernel32 ;libfoo;");
    has_reason((uint32_t)NOT_FOUND, "libfoo.dll, which it needs, was not found");
}

TEST(an_api_set_that_windows_has_is_not_missing)
{
    make_process(8);
    put(memory + API_SETS, 6, 4);
    put(memory + API_SETS + 12, 1, 4);
    put(memory + API_SETS + 16, 32, 4);
    put(memory + API_SETS + 32 + 4, 64, 4);
    put(memory + API_SETS + 32 + 12, 2 * strlen("api-ms-one-l1-1"), 4);
    memcpy(memory + API_SETS + 64, u"api-ms-one-l1-1", 2 * strlen("api-ms-one-l1-1"));
    put_word(memory + PEB + 0x68, memory + API_SETS);
    IMPORTS("API-ms-one-l1-1-7.dll;api-ms-two-l1-1-0.dll;");
    has_reason((uint32_t)NOT_FOUND, "api-ms-two-l1-1-0.dll, which it needs, was not found");
}

TEST(without_a_list_of_api_sets_each_of_their_names_is_taken_for_one)
{
    make_process(8);
    IMPORTS("ext-ms-one-l1-1-0.dll;lib-two-1.dll;");
    has_reason((uint32_t)NOT_FOUND, "lib-two-1.dll, which it needs, was not found");
}

TEST(imports_beyond_the_image_name_nothing)
{
    make_process(8);
    IMPORTS("libfoo.dll;");
    put(memory + PROGRAM + TABLE + 12, IMAGE, 4);
    has_reason((uint32_t)NOT_FOUND, "a DLL that it needs was not found");
}

TEST(a_program_that_has_begun_and_ends_with_that_code_says_nothing)
{
    make_process(8);
    IMPORTS("libfoo.dll;");
    add_module("ntdll.dll", ATTACHED);
    has_reason((uint32_t)NOT_FOUND, "");
}

TEST(a_dll_that_ends_the_process_itself_is_not_said_to_fail)
{
    make_process(8);
    add_module("one.dll", ATTACHED);
    add_module("two.dll", ATTACHING);
    has_reason((uint32_t)INIT_FAILED, "");
}

TEST(any_other_exit_code_says_nothing)
{
    make_process(8);
    IMPORTS("libfoo.dll;");
    has_reason(53, "");
}

TEST(a_32_bit_side_that_has_not_begun_says_nothing)
{
    make_process(4);
    IMPORTS("libfoo.dll;");
    put(memory + 0x180c, 0, 4);
    has_reason((uint32_t)NOT_FOUND, "");
}
