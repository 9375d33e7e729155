/* SPDX-License-Identifier: MIT */
/* Loads the Linux side into a process that is about to be hooked, and gives it the program's name. */
#include "inject/preload/preload.h"
#include "protocol/unixlib_calls.h"

static const char library[] = "cycletime_unixlib.so";

static bool is_off(const char *unixlib)
{
    return !strcmp(unixlib, "0") || !strcmp(unixlib, "off") || !strcmp(unixlib, "no");
}

static bool find_unixlib(char path[PLACE], const char *unixlib)
{
    if (!unixlib || *unixlib != '/') return place_of(path, own_unix_directory, library);
    return snprintf(path, PLACE, "%s/%s/%s", unixlib, own_unix_directory, library) < PLACE;
}

/* A unixlib of another version takes other arguments. Wine: unixlib-table. */
static bool is_of_our_version(call *const *calls)
{
    struct unixlib_version version = { .version = UNIXLIB_VERSION };

    return calls[UNIXLIB_CALL_VERSION](&version) == UNIXLIB_DONE && version.version == UNIXLIB_VERSION;
}

static call *const *calls_of(const struct unixlib *side)
{
    call *const *calls = (call *const *)(uintptr_t)side->own; /* NOLINT(performance-no-int-to-ptr): as Wine takes it */

    return calls && is_of_our_version(calls) ? calls : NULL;
}

struct unixlib unixlib_load(const struct ntdll *ntdll)
{
    const char *unixlib = getenv("CYCLETIME_UNIXLIB");
    struct unixlib side = { 0, 0 };
    call *const *calls;
    char path[PLACE];
    void *loaded;

    if ((unixlib && is_off(unixlib)) || !find_unixlib(path, unixlib)) return side;
    loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!loaded) {
        report_no_unixlib(dlerror());
        return side;
    }
    side.own = (uintptr_t)dlsym(loaded, "__wine_unix_call_funcs");
    side.of_32 = (uintptr_t)dlsym(loaded, "__wine_unix_call_wow64_funcs");
    if ((calls = calls_of(&side))) {
        exit_status_begin(calls[UNIXLIB_CALL_OWN_EXIT_CODE], calls[UNIXLIB_CALL_PROCESS_END]);
        threads_call(ntdll, calls[UNIXLIB_CALL_THREAD_BEGIN]);
    }
    return side;
}

/* Copies a name, and cuts one that is too long between two characters. */
static void cut_program_name(char to[UNIXLIB_PROGRAM_NAME], const char *name)
{
    size_t length = strlen(name);

    if (length >= UNIXLIB_PROGRAM_NAME)
        for (length = UNIXLIB_PROGRAM_NAME - 1; length && (name[length] & 0xc0) == 0x80; length--) continue;
    snprintf(to, UNIXLIB_PROGRAM_NAME, "%.*s", (int)length, name);
}

void unixlib_set_program(const struct unixlib *side, uint64_t run, uint32_t id, const char *path, bool is_wines)
{
    call *const *calls = run ? calls_of(side) : NULL;
    struct unixlib_program program = { .run = run, .is_wines = is_wines, .id = id };
    const char *last = strrchr(path, '\\');

    if (!calls) return;
    cut_program_name(program.name, last ? last + 1 : path);
    calls[UNIXLIB_CALL_PROGRAM](&program);
}
