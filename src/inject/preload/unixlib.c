/* SPDX-License-Identifier: MIT */
/* Loads the Linux side into a process that is about to be hooked, and gives it the program's name. */
#include "inject/preload/preload.h"
#include "protocol/unixlib_calls.h"

static const char library[] = "cycletime_unixlib.so";

/* Returns the functions of the unixlib; NULL: it has none, or takes other arguments, since it is of another version.
   Wine: unixlib-table. */
static call *const *calls_of(const struct unixlib *side)
{
    call *const *calls = (call *const *)(uintptr_t)side->own; /* NOLINT(performance-no-int-to-ptr): as Wine takes it */
    struct unixlib_version version = { .version = UNIXLIB_VERSION };

    if (!calls || calls[UNIXLIB_CALL_VERSION](&version) != UNIXLIB_DONE) return NULL;
    return version.version == UNIXLIB_VERSION ? calls : NULL;
}

struct unixlib unixlib_load(const struct ntdll *ntdll)
{
    const char *unixlib = getenv("CYCLETIME_UNIXLIB");
    struct unixlib side = { 0, 0 };
    call *const *calls;
    char path[PLACE];
    bool is_named;
    void *loaded;

    if (unixlib && (!strcmp(unixlib, "0") || !strcmp(unixlib, "off") || !strcmp(unixlib, "no"))) return side;
    if (unixlib && *unixlib == '/')
        is_named = snprintf(path, PLACE, "%s/%s/%s", unixlib, own_unix_directory, library) < PLACE;
    else is_named = place_of(path, own_unix_directory, library);
    if (!is_named) return side;
    loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!loaded) {
        if (report.is_first && !report.quiet)
            report_line("no Linux side, so times are only accurate to 10 ms: %s", dlerror());
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

void unixlib_set_program(const struct unixlib *side, uint64_t run, uint32_t id, const char *path, bool is_wines)
{
    call *const *calls = run ? calls_of(side) : NULL;
    struct unixlib_program program = { .run = run, .is_wines = is_wines, .id = id };
    const char *last = strrchr(path, '\\'), *name = last ? last + 1 : path;
    size_t length = strlen(name);

    if (!calls) return;
    /* A name that is too long is cut between two characters. */
    if (length >= UNIXLIB_PROGRAM_NAME)
        for (length = UNIXLIB_PROGRAM_NAME - 1; length && (name[length] & 0xc0) == 0x80; length--) continue;
    memcpy(program.name, name, length);
    calls[UNIXLIB_CALL_PROGRAM](&program);
}
