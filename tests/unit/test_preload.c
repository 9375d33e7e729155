/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "inject/preload/ntdll.h"
#include "inject/preload/program.h"
#include "launch/prefix.h"
#include "launch/preload_list.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <uchar.h>
#include <unistd.h>

static void left_of(const char *list, const char *expected)
{
    char text[256];

    strcpy(text, list);
    preload_list_remove_library(text);
    assert_string_equal(text, expected);
}

TEST(a_list_of_our_file_alone_becomes_empty)
{
    left_of("/tree/${PLATFORM}/cycletime_preload.so", "");
    left_of("/a/cycletime_preload.so:/b/cycletime_preload.so", "");
}

TEST(what_else_is_in_the_list_stays_as_it_is)
{
    left_of("", "");
    left_of("libm.so.6:/tree/cycletime_preload.so", "libm.so.6");
    left_of("/tree/cycletime_preload.so:libm.so.6", "libm.so.6");
    left_of("one.so /tree/cycletime_preload.so two.so:three.so", "one.so two.so:three.so");
    /* Steam's begins with a colon. */
    left_of(":/steam/32/overlay.so:/steam/64/overlay.so:/tree/cycletime_preload.so",
            ":/steam/32/overlay.so:/steam/64/overlay.so");
}

TEST(a_file_whose_name_ends_like_ours_stays)
{
    left_of("/tree/their_cycletime_preload.so", "/tree/their_cycletime_preload.so");
    left_of("/tree/cycletime_preload.so.1:cycletime_preload.so", "/tree/cycletime_preload.so.1:cycletime_preload.so");
}

/* Windows' text of a Linux one, in memory that stays. */
static uint16_t *wide(const char16_t *text)
{
    static uint16_t memory[16][512];
    static unsigned next;
    uint16_t *copy = memory[next++ % 16];
    unsigned i;

    for (i = 0; text[i]; i++) copy[i] = text[i];
    copy[i] = copy[i + 1] = 0;
    return copy;
}

/* Returns the kind of a program with the path `path`, whose image has the text `mark` after its DOS header. If `mark` is
   NULL, there is no image. */
static enum program_owner kind_below(bool is_below_services, const char *mark, const char16_t *path,
                                     char name[PROGRAM_NAME])
{
    struct process_parameters parameters = { 0 };
    char image[256] = "MZ";
    const struct process_environment process = { .image = mark ? image : NULL, .parameters = &parameters };

    if (mark) strcpy(image + 0x40, mark);
    parameters.image.text = wide(path);
    while (parameters.image.text[parameters.image.length / 2]) parameters.image.length += 2;
    return program_find_owner(&process, is_below_services, name);
}

static enum program_owner kind_of(const char16_t *image, char name[PROGRAM_NAME])
{
    return kind_below(false, NULL, image, name);
}

TEST(programs_that_come_with_wine_are_services_if_they_descend_from_its_services)
{
    static const char builtin[] = "Wine builtin DLL", other[] = "Wine placeholder DLL";
    char name[PROGRAM_NAME];

    assert_int_equal(kind_below(true, builtin, u"C:\\windows\\system32\\spoolsv.exe", name), PROGRAM_SERVICE);
    assert_string_equal(name, "C:\\windows\\system32\\spoolsv.exe");
    assert_int_equal(kind_below(false, builtin, u"C:\\windows\\system32\\spoolsv.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_below(true, other, u"C:\\windows\\system32\\spoolsv.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_below(true, other, u"C:\\windows\\system32\\rpcss.exe", name), PROGRAM_SERVICE);
    assert_int_equal(kind_below(false, NULL, u"C:\\windows\\system32\\lsass.exe", name), PROGRAM_SERVICE);
}

TEST(wines_own_programs_are_distinguished_from_the_users_by_folder_and_name)
{
    char name[PROGRAM_NAME];

    assert_int_equal(kind_of(u"C:\\windows\\system32\\start.exe", name), PROGRAM_STARTER);
    assert_int_equal(kind_of(u"C:\\Windows\\SysWOW64\\ConHost.exe", name), PROGRAM_STARTER);
    assert_int_equal(kind_of(u"C:\\windows\\system32\\services.exe", name), PROGRAM_SERVICE);
    assert_int_equal(kind_of(u"C:\\windows\\system32\\cmd.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"C:\\games\\start.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"start.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"", name), PROGRAM_OF_USER);
}

TEST(a_users_program_in_a_folder_of_the_same_name_as_wines_is_the_users)
{
    char name[PROGRAM_NAME];

    assert_int_equal(kind_of(u"Z:\\home\\me\\system32\\services.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"C:\\games\\syswow64\\start.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"D:\\windows\\system32\\wineboot.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"C:\\windows\\system32\\mine\\tabtip.exe", name), PROGRAM_OF_USER);
    assert_int_equal(kind_of(u"\\system32\\svchost.exe", name), PROGRAM_OF_USER);
}

TEST(names_of_wines_own_programs_are_whole_and_of_any_case)
{
    assert_int_equal(wine_program_by_name("Steam.exe"), PROGRAM_STARTER);
    assert_int_equal(wine_program_by_name("WINEDEVICE.E"), PROGRAM_SERVICE); /* as Linux cuts them */
    assert_int_equal(wine_program_by_name("starter.exe"), PROGRAM_OF_USER);
    assert_int_equal(wine_program_by_name("star.exe"), PROGRAM_OF_USER);
    assert_int_equal(wine_program_by_name("start"), PROGRAM_OF_USER);
}

TEST(a_process_without_cycletime_is_wines_by_its_folder_or_if_that_is_unknown_by_its_name)
{
    assert_true(wine_program_is_possible("start.exe") && wine_program_is_possible("rundll32.exe"));
    assert_false(wine_program_is_possible("cmd.exe"));
    assert_true(wine_program_by_words("start.exe", "C:\\windows\\system32\\start.exe"));
    assert_true(wine_program_by_words("start.exe", ""));
    assert_true(wine_program_by_words("start.exe", "/usr/lib/wine/wine64"));
    assert_false(wine_program_by_words("start.exe", "Z:\\games\\start.exe"));
    assert_false(wine_program_by_words("start.exe", "/games/start.exe"));
}

TEST(wines_own_programs_are_in_its_folder_of_a_prefix)
{
    assert_int_equal(wine_program_by_path("/home/me/.wine/drive_c/windows/system32/start.exe"), PROGRAM_STARTER);
    assert_int_equal(wine_program_by_path("/home/me/.wine/dosdevices/c:/windows/syswow64/start.exe"), PROGRAM_STARTER);
    assert_int_equal(wine_program_by_path("Z:\\home\\me\\.wine\\drive_c\\windows\\system32\\start.exe"), PROGRAM_STARTER);
    assert_int_equal(wine_program_by_path("/home/me/windows/system32/start.exe"), PROGRAM_OF_USER);
    assert_int_equal(wine_program_by_path("/home/me/start.exe"), PROGRAM_OF_USER);
}

TEST(the_path_of_the_prefix_has_no_slash_at_its_end)
{
    char path[PREFIX_PATH];

    assert_true(prefix_path_by("/home/me/prefix//", NULL, path));
    assert_string_equal(path, "/home/me/prefix");
    assert_true(prefix_path_by(NULL, "/home/me", path));
    assert_string_equal(path, "/home/me/.wine");
    assert_true(prefix_path_by("/", NULL, path));
    assert_string_equal(path, "/");
}

TEST(a_programs_name_is_reported_in_utf_8_and_cut_where_it_is_too_long)
{
    char16_t image[2 * PROGRAM_NAME] = u"Z:\\";
    char name[PROGRAM_NAME];
    unsigned i;

    kind_of(u"Z:\\a\u00e9\u4e2d\U0001f600.exe", name);
    assert_string_equal(name, "Z:\\a\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80.exe");
    for (i = 3; i < 500; i++) image[i] = u'\u4e2d';
    kind_of(image, name);
    assert_in_range(strlen(name), PROGRAM_NAME - 8, PROGRAM_NAME - 1);
    assert_int_equal(strlen(name) % 3, 0);
}

static struct run_words words_of(const char *of_linux, const char16_t *of_windows)
{
    struct run_words words;

    if (of_linux) setenv("CYCLETIME_RUN", of_linux, 1);
    else unsetenv("CYCLETIME_RUN");
    program_read_words(&words, of_windows ? wide(of_windows) : NULL);
    return words;
}

TEST(the_words_of_linux_environment_are_read)
{
    struct run_words words = words_of("must verbose no-nt  fast-clock quiet no-children ack=/tmp/a file", NULL);

    assert_true(words.flags == (RUN_MUST | RUN_VERBOSE | RUN_QUIET | RUN_NO_CHILDREN | RUN_NO_NT | RUN_FAST_CLOCK));
    assert_string_equal(words.ack, "/tmp/a file");
    words = words_of(NULL, NULL);
    assert_true(!words.flags && !words.ack);
    words = words_of("mustard verbosely", u"OTHER=off");
    assert_true(!words.flags);
}

TEST(the_words_of_windows_environment_come_first_but_for_the_first_program)
{
    struct run_words words = words_of("no-nt ack=/tmp/first", u"CYCLETIME_RUN=verbose ack=/tmp/other");

    assert_true(words.flags == RUN_VERBOSE);
    assert_string_equal(words.ack, "/tmp/first");
    assert_true(words_of("verbose", u"CYCLETIME_RUN=off").flags == RUN_OFF);
    assert_true(words_of("off", u"CYCLETIME_RUN=").flags == 0);
    assert_true(words_of("off", u"CYCLETIME_RUNS=").flags == RUN_OFF);
}

TEST(the_number_of_the_list_is_read_from_linux_environment_alone)
{
    assert_true(words_of("verbose time=18446744073709551615 ack=/tmp/first", NULL).run == UINT64_MAX);
    assert_true(words_of("time=5", u"CYCLETIME_RUN=no-nt time=6").run == 5);
    assert_true(words_of("verbose ack=/tmp/a time=6", NULL).run == 0);
    assert_true(words_of("must", u"CYCLETIME_RUN=time=6").run == 0);
    assert_true(words_of(NULL, NULL).run == 0);
}

TEST(what_descends_from_wines_own_is_not_the_first)
{
    struct run_words words;

    words_of("must verbose ack=/tmp/first", NULL);
    program_pass_words_on(true);
    program_read_words(&words, NULL);
    assert_true(words.flags == (RUN_MUST | RUN_VERBOSE) && words.is_below_services);
    assert_int_not_equal(unlink(words.ack), 0);
}

TEST(what_a_users_service_starts_does_not_descend_from_wines_services)
{
    struct run_words words;

    words_of("must ack=/", NULL);
    program_pass_words_on(false);
    program_pass_words_on(true); /* there is no room for another path */
    program_read_words(&words, NULL);
    assert_true(words.flags == RUN_MUST && !words.is_below_services && !*words.ack);
    assert_false(words_of("must ack=/tmp/first", NULL).is_below_services);
    assert_false(words_of("must", NULL).is_below_services);
}

/* A process of Wine's that is about to begin: its TEB has a page of its own, and there are images at these addresses. */
static _Alignas(4096) struct thread_environment teb;
static struct thread_environment *current_teb;
static struct process_environment peb;
static struct process_parameters parameters;
static struct loader_data loader;
static uint32_t memory_state, memory_type;
static const uint8_t *images[2]; /* in the order of their addresses; NULL: there is none */
static int questions;            /* how many regions were asked for */
enum { IMAGE_SIZE = 4096 };

struct region { /* MEMORY_BASIC_INFORMATION */
    uintptr_t begin, allocation;
    uint32_t first_protection;
    size_t size;
    uint32_t state, protection, type;
};

static uint16_t environment[] = { 'A', '=', 'b', 0, 0 }, text[] = { 'C', ':', '\\', 'a' };

/* The committed memory besides the TEB. */
static const struct {
    const void *begin;
    size_t size;
} memory[] = { { &peb, sizeof peb }, { &parameters, sizeof parameters }, { environment, sizeof environment },
               { text, sizeof text } };

/* Returns the region of ADDRESS: the page of the TEB, memory, an image, or what is free up to the next image. */
static uintptr_t fake_query(uintptr_t process, uintptr_t address, uintptr_t information, uintptr_t into, uintptr_t size,
                            uintptr_t unused)
{
    struct region *region = (struct region *)into;
    uintptr_t image;
    unsigned i;

    questions++;
    assert_true(process == UINTPTR_MAX && !information && size == sizeof *region);
    *region = (struct region){ .begin = address, .size = UINTPTR_MAX - address, .state = 0x10000 };
    if (address == (uintptr_t)&teb)
        *region = (struct region){ .begin = address, .size = 4096, .state = memory_state, .type = memory_type };
    for (i = 0; i < sizeof memory / sizeof *memory; i++) {
        if (address - (uintptr_t)memory[i].begin >= memory[i].size) continue;
        *region = (struct region){ .begin = (uintptr_t)memory[i].begin, .size = memory[i].size, .state = 0x1000 };
        return 0;
    }
    for (i = 2; i--;) {
        image = (uintptr_t)images[i];
        if (image && address < image) region->size = image - address;
        if (image && address >= image && address < image + IMAGE_SIZE)
            *region = (struct region){ .begin = image, .allocation = image, .size = IMAGE_SIZE, .state = 0x1000,
                                        .type = 0x1000000 };
    }
    return 0;
}

static struct thread_environment *fake_current_teb(void)
{
    return current_teb;
}

static struct ntdll fake_ntdll = { .query = (void *)fake_query,
                                         .current_teb = (void *)fake_current_teb,
                                         .calls_as_linux = true };

static int make_ready(void **unused)
{
    memory_state = 0x1000; /* MEM_COMMIT */
    memory_type = 0x20000; /* MEM_PRIVATE */
    peb = (struct process_environment){ .image = &peb, .parameters = &parameters };
    teb = (struct thread_environment){ .self = &teb, .process_id = 32, .thread = 36, .process = &peb };
    current_teb = &teb;
    return 0;
}

TEST_AFTER(make_ready, a_process_is_about_to_begin_when_the_server_knows_it_and_its_program_is_chosen)
{
    assert_true(ntdll_is_about_to_begin(&fake_ntdll));
    teb.process_id = 0;
    assert_false(ntdll_is_about_to_begin(&fake_ntdll));
    make_ready(NULL);
    teb.thread = 0;
    assert_false(ntdll_is_about_to_begin(&fake_ntdll));
    make_ready(NULL);
    teb.process = NULL;
    assert_false(ntdll_is_about_to_begin(&fake_ntdll));
    make_ready(NULL);
    peb.parameters = NULL;
    assert_false(ntdll_is_about_to_begin(&fake_ntdll));
    make_ready(NULL);
    peb.image = NULL;
    assert_false(ntdll_is_about_to_begin(&fake_ntdll));
}

TEST_AFTER(make_ready, a_process_in_which_windows_code_has_run_is_no_longer_about_to_begin)
{
    peb.loader = &loader;
    assert_false(ntdll_is_about_to_begin(&fake_ntdll));
}

TEST_AFTER(make_ready, a_thread_without_a_teb_is_not_about_to_begin_and_nothing_of_it_is_read)
{
    current_teb = NULL;
    assert_false(ntdll_is_about_to_begin(&fake_ntdll));
    current_teb = (struct thread_environment *)(uintptr_t)0x10000; /* another library's value; nothing is mapped there */
    assert_false(ntdll_is_about_to_begin(&fake_ntdll));
    current_teb = (struct thread_environment *)((char *)&teb + sizeof(void *));
    assert_false(ntdll_is_about_to_begin(&fake_ntdll));
    current_teb = &teb;
    memory_state = 0x2000; /* MEM_RESERVE */
    assert_false(ntdll_is_about_to_begin(&fake_ntdll));
    make_ready(NULL);
    memory_type = 0x40000; /* MEM_MAPPED */
    assert_false(ntdll_is_about_to_begin(&fake_ntdll));
    make_ready(NULL);
    teb.self = NULL;
    assert_false(ntdll_is_about_to_begin(&fake_ntdll));
}

/* Maps a DLL's headers, below 4 GB if FLAGS are MAP_32BIT. */
static const uint8_t *map_dll(int flags)
{
    enum { HEADERS = 0x80, CHARACTERISTICS = 0x16, SIZE_OF_IMAGE = 0x50 };
    uint8_t *dll = mmap(NULL, IMAGE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);

    assert_ptr_not_equal(dll, MAP_FAILED);
    *(uint32_t *)(dll + 0x3c) = HEADERS;
    *(uint16_t *)(dll + HEADERS + CHARACTERISTICS) = 0x2000; /* IMAGE_FILE_DLL */
    *(uint32_t *)(dll + HEADERS + SIZE_OF_IMAGE) = IMAGE_SIZE;
    return dll;
}

TEST(a_process_runs_32_bit_code_if_a_dll_is_below_4_gb_and_may_if_there_is_no_dll_yet)
{
    assert_true(ntdll_runs_32_bit(&fake_ntdll));
    images[1] = map_dll(0);
    assert_true((uintptr_t)images[1] > UINT32_MAX);
    assert_false(ntdll_runs_32_bit(&fake_ntdll));
    images[0] = map_dll(MAP_32BIT);
    assert_true((uintptr_t)images[0] <= UINT32_MAX);
    assert_true(ntdll_runs_32_bit(&fake_ntdll));
}

static int make_known(void **unused)
{
    make_ready(unused);
    images[1] = map_dll(0);
    memcpy((void *)images[1], "MZ", 2);
    peb.image = (void *)images[1];
    parameters = (struct process_parameters){ .image = { sizeof text, sizeof text, text },
                                              .command_line = { sizeof text, sizeof text, text },
                                              .environment = environment,
                                              .environment_size = sizeof environment };
    return 0;
}

static const char *find_difference(void)
{
    fake_ntdll.difference = "none was set";
    assert_true(ntdll_is_about_to_begin(&fake_ntdll));
    return fake_ntdll.difference;
}

TEST_AFTER(make_known, memory_as_it_is_known_has_no_difference)
{
    assert_null(find_difference());
    parameters.environment = environment + 4; /* it has no variable */
    assert_null(find_difference());
    parameters.environment = NULL;
    parameters.command_line = (struct counted_string){ 0, 0, NULL };
    assert_null(find_difference());
}

TEST_AFTER(make_known, a_region_is_asked_for_once)
{
    questions = 0;
    assert_null(find_difference());
    assert_int_equal(questions, 6); /* TEB, PEB, image, parameters, the texts, the environment */
}

TEST_AFTER(make_known, an_address_where_no_memory_is_has_the_name_of_its_fact_and_is_not_read)
{
    void *const nowhere = (void *)(uintptr_t)16;

    teb.process = nowhere;
    assert_string_equal(find_difference(), "peb");
    make_known(NULL);
    peb.image = nowhere;
    assert_string_equal(find_difference(), "peb");
    peb.image = &parameters; /* no image */
    assert_string_equal(find_difference(), "peb");
    make_known(NULL);
    peb.parameters = nowhere;
    assert_string_equal(find_difference(), "parameters");
    make_known(NULL);
    parameters.image.text = nowhere;
    assert_string_equal(find_difference(), "parameters");
    make_known(NULL);
    parameters.command_line.length = parameters.command_line.maximum = sizeof text + 2;
    assert_string_equal(find_difference(), "parameters");
    make_known(NULL);
    parameters.environment = nowhere;
    assert_string_equal(find_difference(), "parameters");
}

TEST_AFTER(make_known, an_environment_without_an_end_is_a_difference_and_is_read_to_the_end_of_its_memory)
{
    environment[4] = 'C';
    assert_string_equal(find_difference(), "parameters");
    environment[3] = 'B';
    assert_string_equal(find_difference(), "parameters");
}

TEST_AFTER(make_known, a_number_that_cannot_be_right_has_the_name_of_its_fact)
{
    parameters.image.length = sizeof text - 1;
    assert_string_equal(find_difference(), "parameters");
    make_known(NULL);
    teb.thread = 37;
    assert_string_equal(find_difference(), "teb-ids");
}

/* Maps an empty file NAME into a folder of its own, and returns whether ntdll.so is seen. */
static bool is_seen_with(const char *name)
{
    char folder[] = "/tmp/cycletime-test-XXXXXX", path[64];
    bool is_seen;
    void *page;
    int file;

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    assert_int_equal(ftruncate(file, 1), 0);
    page = mmap(NULL, 1, PROT_READ, MAP_PRIVATE, file, 0);
    assert_true(page != MAP_FAILED);
    is_seen = ntdll_may_be_here();
    munmap(page, 1);
    close(file);
    unlink(path);
    rmdir(folder);
    return is_seen;
}

TEST(ntdll_may_be_in_a_process_that_has_mapped_a_file_of_that_name)
{
    assert_false(ntdll_may_be_here());
    assert_true(is_seen_with("ntdll.so"));
    assert_false(is_seen_with("ntdll.s"));
    assert_false(is_seen_with("an_ntdll.so"));
    assert_false(ntdll_may_be_here());
}
