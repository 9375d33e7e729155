/* SPDX-License-Identifier: MIT */
/* The folders of Linux's PATH that have DLLs, in Windows' PATH. */
#include "apart.h"
#include "inject/preload/dlls.h"
#include "inject/preload/program.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <uchar.h>
#include <unistd.h>

enum { ROOM = 1024 };

static const char16_t before[] = u"A=1\0Path=C:\\windows\0ZZ=2\0";
bool program_has_windows_parent;
static uint16_t environment[ROOM], whole[ROOM];
static struct process_parameters parameters;
static char place[] = "/tmp/cycletime-dll-folders-XXXXXX", devices[PLACE];
static bool is_refused;
static const char *last;

void *ntdll_allocate(const struct ntdll *ntdll, uintptr_t at, size_t size)
{
    (void)ntdll;
    assert_true(size <= sizeof whole);
    return is_refused ? NULL : whole;
}

bool program_is_32_bit(const void *image)
{
    assert_null(image);
    return false;
}

bool program_is_builtin(const void *image)
{
    assert_null(image);
    return false;
}

/* Makes the folder NAME with the file FILE in it; returns its path, which is valid until the next call. */
static const char *make_folder(const char *name, const char *file)
{
    static char folder[PLACE];
    char path[2 * PLACE];

    snprintf(folder, sizeof folder, "%s/%s", place, name);
    mkdir(folder, 0700);
    snprintf(path, sizeof path, "%s/%s", folder, file);
    close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    return folder;
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

static int prepare(void **state)
{
    (void)state;
    if (place[sizeof place - 2] == 'X') {
        assert_non_null(mkdtemp(place));
        atexit(remove_place);
    }
    snprintf(devices, sizeof devices, "%s/dosdevices", place);
    setenv("WINEPREFIX", place, 1);
    make_folder("dosdevices", "none");
    assert_true(chdir(devices) == 0 && (symlink("/", "z:") == 0 || access("z:", F_OK) == 0));
    memcpy(environment, before, sizeof before);
    parameters = (struct process_parameters){ .environment = environment, .environment_size = sizeof before };
    program_has_windows_parent = is_refused = false;
    last = NULL;
    unsetenv("PATH");
    unsetenv("LD_LIBRARY_PATH");
    return 0;
}

static void add(void)
{
    const struct process_environment process = { .parameters = &parameters };

    dll_folders_add(NULL, &process, last);
}

static void assert_unchanged(void)
{
    add();
    assert_ptr_equal(parameters.environment, environment);
    assert_int_equal(parameters.environment_size, sizeof before);
    assert_memory_equal(environment, before, sizeof before);
}

/* ADDED: with / for \ and P for this test's place. */
static void assert_added(const char16_t *added)
{
    static uint16_t expected[ROOM];
    size_t length = 0, i;
    const char *at;

    add();
    for (i = 0; i < 4 + sizeof u"Path=C:\\windows" / 2 - 1; i++) expected[length++] = before[i];
    for (; *added; added++) {
        if (*added != 'P') expected[length++] = *added == '/' ? '\\' : *added;
        for (at = *added == 'P' ? place : ""; *at; at++) expected[length++] = (uint16_t)(*at == '/' ? '\\' : *at);
    }
    for (; i < sizeof before / 2; i++) expected[length++] = before[i];
    assert_int_equal(parameters.environment_size, 2 * length);
    assert_memory_equal(parameters.environment, expected, 2 * length);
}

static void set(const char *variable, const char *format)
{
    char value[4 * PLACE];

    snprintf(value, sizeof value, format, place, place, place);
    setenv(variable, value, 1);
}

TEST_AFTER(prepare, folders_with_dlls_come_behind_those_of_windows)
{
    make_folder("one", "a.DLL");
    make_folder("two", "b.dll");
    set("PATH", "/usr/bin:%s/one:/bin");
    set("LD_LIBRARY_PATH", "%s/two:%s/one");
    assert_added(u";Z:P/one;Z:P/two");
}

TEST_AFTER(prepare, a_folder_without_dlls_or_that_is_not_there_is_left_out)
{
    make_folder("empty", "dll");
    make_folder("named", "a.dll.txt");
    set("PATH", "%s/empty:%s/named:%s/none::.");
    assert_unchanged();
}

TEST_AFTER(prepare, the_folder_of_a_system_is_left_out)
{
    make_folder("system32", "a.dll");
    make_folder("system32", "ntdll.dll");
    set("PATH", "%s/system32");
    assert_unchanged();
}

TEST_AFTER(prepare, a_relative_folder_is_left_out)
{
    make_folder("dosdevices", "a.dll");
    set("PATH", "dosdevices:.:");
    assert_unchanged();
    unlink("a.dll");
}

TEST_AFTER(prepare, a_folder_that_cannot_stand_in_path_is_left_out)
{
    make_folder("with;semicolon", "a.dll");
    make_folder("not \xff UTF-8", "a.dll");
    make_folder("right", "a.dll");
    set("PATH", "%s/with;semicolon:%s/not \xff UTF-8:%s/right");
    assert_added(u";Z:P/right");
}

TEST_AFTER(prepare, names_are_utf_8)
{
    make_folder("\xc3\xbc\xe4\xb8\xad\xf0\x9f\x98\x80", "a.dll");
    set("PATH", "%s/\xc3\xbc\xe4\xb8\xad\xf0\x9f\x98\x80");
    assert_added(u";Z:P/\u00fc\u4e2d\U0001f600");
}

TEST_AFTER(prepare, without_a_drive_the_name_is_wines_own)
{
    make_folder("one", "a.dll");
    unlink("z:");
    set("PATH", "%s/one");
    assert_added(u";//?/unixP/one");
}

TEST_AFTER(prepare, a_program_that_a_windows_program_starts_inherits_its_path)
{
    make_folder("one", "a.dll");
    set("PATH", "%s/one");
    program_has_windows_parent = true;
    assert_unchanged();
}

TEST_AFTER(prepare, the_last_folder_is_behind_all_others)
{
    make_folder("one", "a.dll");
    set("PATH", "%s/one");
    last = "/last";
    assert_added(u";Z:P/one;Z:/last");
}

TEST_AFTER(prepare, a_program_that_a_windows_program_starts_gets_the_last_folder_only)
{
    make_folder("one", "a.dll");
    set("PATH", "%s/one");
    last = "/last";
    program_has_windows_parent = true;
    assert_added(u";Z:/last");
}

TEST_AFTER(prepare, a_last_folder_that_is_inherited_is_not_added_again)
{
    static const char16_t with_folder[] = u"A=1\0Path=C:\\a;Z:\\last\0ZZ=2\0";

    last = "/last";
    program_has_windows_parent = true;
    memcpy(environment, with_folder, sizeof with_folder);
    parameters.environment_size = sizeof with_folder;
    add();
    assert_ptr_equal(parameters.environment, environment);
    last = "/las";
    add();
    assert_ptr_equal(parameters.environment, whole);
}

TEST_AFTER(prepare, an_environment_of_another_size_stays)
{
    make_folder("one", "a.dll");
    set("PATH", "%s/one");
    parameters.environment_size = 0;
    add();
    assert_true(parameters.environment == environment && !parameters.environment_size);
    parameters.environment_size = 2 * sizeof before;
    add();
    assert_true(parameters.environment == environment && parameters.environment_size == 2 * sizeof before);
}

TEST_AFTER(prepare, without_memory_the_environment_stays)
{
    make_folder("one", "a.dll");
    set("PATH", "%s/one");
    is_refused = true;
    assert_unchanged();
}

TEST_AFTER(prepare, an_environment_without_path_stays)
{
    make_folder("one", "a.dll");
    set("PATH", "%s/one");
    environment[4] = 'X';
    add();
    assert_ptr_equal(parameters.environment, environment);
}
