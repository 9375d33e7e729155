/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "inject/execute/refused_file.h"
#include "launch/tree_layout.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A tree whose library folder has two parts, as the build of this test says. */
static char tree[] = "/tmp/cycletime-test-XXXXXX", library[96];
static const char in_tree[] = "/lib/two/preload/" TREE_MACHINE "/cycletime_preload.so";
static char *const with_library[] = { "HOME=/", "LD_PRELOAD=/other.so:/tree/cycletime_preload.so", NULL };

enum { FILE_SIZE = 1024, PE = 0x80 };

/* The beginning of a file, which the tests change. */
static char content[FILE_SIZE];
static size_t size;

static void put(unsigned at, unsigned value, unsigned bytes)
{
    for (; bytes--; value >>= 8) content[at++] = (char)value;
}

/* Makes the file and the folders above it, in the tree. */
static void make_in_tree(const char *name)
{
    char path[128], *slash;

    strcat(strcpy(path, tree), name);
    for (slash = path + strlen(tree); (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0700));
}

static void remove_tree(void)
{
    char line[64];

    assert_int_equal(system(strcat(strcpy(line, "rm -r "), tree)), 0);
}

static int make_tree(void **unused)
{
    (void)unused;
    assert_non_null(mkdtemp(tree));
    atexit(remove_tree);
    strcat(strcpy(library, tree), in_tree);
    make_in_tree(in_tree);
    make_in_tree("/bin/cycletime");
    return 0;
}

static int make_program(void **unused)
{
    if (!*library) make_tree(unused);
    memset(content, 0, sizeof content);
    memcpy(content, "MZ\x90", 3);
    put(60, PE, 4);
    memcpy(content + PE, "PE", 2);
    put(PE + 4, 0x8664, 2);
    put(PE + 22, 0x22e, 2);
    put(PE + 92, 3, 2);
    size = FILE_SIZE;
    return 0;
}

static const char *write_content(const char *name)
{
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    assert_int_equal(write(file, content, size), size);
    close(file);
    return name;
}

static struct refused_file found;

static bool finds(char *const *environment)
{
    const char *path = write_content("refused_file.test");
    const bool is_found = refused_file_find(&found, AT_FDCWD, path, environment, library);

    unlink(path);
    return is_found;
}

/* Returns the words for a file in place of the words "old", "a", "b", in one text. */
static const char *words_of_found(void)
{
    char *const words[] = { "old", "a", "b", NULL };
    static char text[1024];
    char *all[REFUSED_WORDS + 3];
    int i;

    refused_file_put_words(&found, words, all);
    for (*text = '\0', i = 0; all[i]; i++) strcat(strcat(text, all[i]), "|");
    return text;
}

static void expect_command(void)
{
    char path[96];
    struct stat expected, is;

    strcat(strcpy(path, tree), "/bin/cycletime");
    assert_int_equal(stat(path, &expected), 0);
    assert_int_equal(stat(found.command, &is), 0);
    assert_int_equal(is.st_ino, expected.st_ino);
}

TEST_AFTER(make_program, a_windows_program_is_executed_by_the_command_beside_the_library)
{
    assert_true(finds(with_library));
    expect_command();
    assert_string_equal(words_of_found(), "wine|./refused_file.test|a|b|");
    put(PE + 4, 0x14c, 2);
    put(PE + 92, 2, 2);
    assert_true(finds(with_library));
}

TEST_AFTER(make_program, the_command_is_found_by_a_link_to_the_library_folder_or_to_the_library)
{
    char target[96], link[96];

    strcat(strcpy(target, tree), "/lib/two");
    strcat(strcpy(link, tree), "/folder");
    assert_int_equal(symlink(target, link), 0);
    strcat(strcpy(target, library), "");
    strcat(strcpy(library, link), in_tree + strlen("/lib/two"));
    assert_true(finds(with_library));
    expect_command();
    strcat(strcpy(library, tree), "/library");
    assert_int_equal(symlink(target, library), 0);
    assert_true(finds(with_library));
    expect_command();
}

TEST_AFTER(make_program, without_words_there_are_only_the_program_and_wine)
{
    char *const none[] = { NULL };
    char *all[REFUSED_WORDS];

    assert_true(finds(with_library));
    refused_file_put_words(&found, none, all);
    assert_string_equal(all[1], "./refused_file.test");
    assert_null(all[2]);
    refused_file_put_words(&found, NULL, all);
    assert_null(all[2]);
}

TEST_AFTER(make_program, a_path_stays_as_it_is)
{
    char folder[] = "/tmp/cycletime-test-XXXXXX", path[64];

    assert_non_null(mkdtemp(folder));
    strcat(strcpy(path, folder), "/program");
    write_content(path);
    assert_true(refused_file_find(&found, AT_FDCWD, path, with_library, library));
    assert_ptr_equal(found.words[1], path);
    unlink(path);
    rmdir(folder);
}

static void change_to_dll(void)
{
    put(PE + 22, 0x222e, 2);
}

static void change_to_object(void)
{
    put(PE + 22, 0x20, 2);
}

static void change_to_driver(void)
{
    put(PE + 92, 1, 2);
}

static void change_to_uefi(void)
{
    put(PE + 92, 10, 2);
}

static void change_to_arm(void)
{
    put(PE + 4, 0xaa64, 2);
}

static void change_to_ne(void)
{
    memcpy(content + PE, "NE", 2);
}

static void cut_header(void)
{
    size = PE + 93;
}

static void move_header_away(void)
{
    put(60, 0xffffffff, 4);
}

static void change_to_text(void)
{
    memcpy(content, "MZqFpD='\n", 9);
}

static void change_to_elf(void)
{
    memcpy(content, "\x7f" "ELF", 4);
}

static void empty_file(void)
{
    size = 0;
}

TEST_AFTER(make_program, other_files_stay_refused)
{
    static void (*const changes[])(void) = { change_to_dll, change_to_object, change_to_driver, change_to_uefi,
                                             change_to_arm, change_to_ne,     cut_header,       move_header_away,
                                             change_to_text, change_to_elf,   empty_file };
    unsigned i;

    for (i = 0; i < sizeof changes / sizeof *changes; i++) {
        make_program(NULL);
        changes[i]();
        assert_false(finds(with_library));
    }
    assert_false(refused_file_find(&found, AT_FDCWD, "/nothing", with_library, library));
    assert_false(refused_file_find(&found, AT_FDCWD, "/", with_library, library));
    assert_false(refused_file_find(&found, AT_FDCWD, NULL, with_library, library));
}

TEST_AFTER(make_program, the_environment_must_have_the_library_and_not_the_option)
{
    char *const cleared[] = { "LD_PRELOAD=", NULL }, *const other[] = { "LD_PRELOADS=/cycletime_preload.so", NULL },
               *const none[] = { NULL },
               *const option[] = { with_library[1], "CYCLETIME_RUN=must no-execute ack=/tmp/a", NULL },
               *const in_path[] = { with_library[1], "CYCLETIME_RUN=must ack=/tmp/ no-execute", NULL };

    assert_false(finds(cleared));
    assert_false(finds(other));
    assert_false(finds(none));
    assert_false(finds(NULL));
    assert_false(finds(option));
    assert_true(finds(in_path));
}

TEST_AFTER(make_program, a_library_elsewhere_has_no_command)
{
    const char *path = write_content("refused_file.test");

    assert_false(refused_file_find(&found, AT_FDCWD, path, with_library, NULL));
    assert_false(refused_file_find(&found, AT_FDCWD, path, with_library, "cycletime_preload.so"));
    assert_false(refused_file_find(&found, AT_FDCWD, path, with_library, "preload/x86_64/cycletime_preload.so"));
    unlink(path);
}

/* Whether a script with this first line is found, for a program /tmp/….exe, for which the line has a %s. */
static bool finds_script(const char *line)
{
    char folder[] = "/tmp/cycletime-test-XXXXXX", program[64], text[FILE_SIZE];
    bool is_found;

    assert_non_null(mkdtemp(folder));
    strcat(strcpy(program, folder), "/p.exe");
    make_program(NULL);
    write_content(program);
    snprintf(text, sizeof text, line, program);
    size = strlen(strcpy(content, text));
    is_found = finds(with_library);
    unlink(program);
    rmdir(folder);
    return is_found;
}

static void expect_script(const char *line, const char *words)
{
    assert_true(finds_script(line));
    assert_string_equal(words_of_found() + strlen("wine|/tmp/cycletime-test-XXXXXX"), words);
}

TEST_AFTER(make_tree, a_script_whose_interpreter_is_a_windows_program_is_executed_by_it_as_linux_does)
{
    expect_script("#!%s\nrest", "/p.exe|./refused_file.test|a|b|");
    expect_script("#! \t%s   one  word\t \nrest", "/p.exe|one  word|./refused_file.test|a|b|");
    expect_script("#!%s", "/p.exe|./refused_file.test|a|b|");
}

TEST_AFTER(make_tree, other_scripts_stay_refused)
{
    static const char *const lines[] = { "#!/bin/sh\n%s", "#!\n%s", "#!   \n", "#!", "# %s\n", "echo\n", "#!%s.none\n" };
    char long_line[FILE_SIZE];
    unsigned i;

    for (i = 0; i < sizeof lines / sizeof *lines; i++) assert_false(finds_script(lines[i]));
    memset(long_line, 'x', sizeof long_line);
    memcpy(long_line, "#!%s ", 5);
    strcpy(long_line + 400, "\n");
    assert_false(finds_script(long_line));
}
