/* SPDX-License-Identifier: MIT */
#include "inject/preload/inject.h"
#include "inject/preload/apc_code.h"
#include "inject/preload/c_library.h"
#include "inject/preload/children.h"
#include "inject/preload/unixlib.h"
#include "inject/preload/place.h"
#include "inject/preload/report.h"

enum { CODE = 4096, CODE_OF_32 = 2048, ROOM = 2 * 4096, TABLES = 0x10000, VERSION = CYCLETIME_PROJECT_VERSION };

/* The code and data that are copied into memory that Windows' code can address. */
struct pages {
    char code[CODE], room[ROOM];
    struct apc_request own, of_32;
};

static bool is_left_alone(const struct run_words *words, enum program_kind kind, bool is_first)
{
    return words->flags & RUN_NO_CHILDREN && (kind != PROGRAM_OF_USER || (words->ack && !is_first));
}

static void widen_name(uint16_t *wide, const char *narrow)
{
    while ((*wide++ = (uint16_t)(unsigned char)*narrow++)) continue;
}

/* Returns false if the path of cycletime.dll cannot be found. */
static bool fill_request(struct apc_request *request, const struct run_words *words, const char *directory,
                         uint64_t unixlib)
{
    static const struct apc_request all = {
        .hook = { .version = VERSION },
        .entry = "CycletimeInstallHooksFromWithin",
        .load = "LdrLoadDll",
        .dispatcher = "__wine_unix_call_dispatcher",
        .exit_process = "RtlExitUserProcess",
        .wow64_routine = "Wow64ApcRoutine",
    };

    memcpy(request, &all, sizeof all);
    request->hook.flags = words->flags & RUN_HOOK;
    request->hook.unixlib = unixlib;
    request->report = (uintptr_t)report_table;
    request->must = report.must;
    widen_name(request->name, "cycletime.dll");
    widen_name(request->ntdll, "ntdll.dll");
    widen_name(request->wow64, "wow64.dll");
    return place_for_windows(request->path, directory, "cycletime.dll");
}

static bool queue_apc(const struct ntdll *ntdll, const struct run_words *words, enum program_kind kind)
{
    const struct unixlib side = unixlib_load(ntdll);
    struct pages *pages = ntdll_allocate(ntdll, sizeof *pages);
    void *tables = ntdll_allocate_behind(ntdll, TABLES);

    unixlib_set_program(&side, words->run, report.program, kind != PROGRAM_OF_USER);
    if (!pages || !fill_request(&pages->own, words, own_directory, side.own)) return false;
    if (!fill_request(&pages->of_32, words, "i386-windows", side.of_32)) return false;
    pages->own.code_of_32 = (uint32_t)(uintptr_t)pages->code + CODE_OF_32;
    pages->own.request_of_32 = (uint32_t)(uintptr_t)&pages->of_32;
    pages->own.hook.stubs = (struct hook_room){ (uintptr_t)pages->room, ROOM };
    if (tables) pages->own.hook.tables = (struct hook_room){ (uintptr_t)tables, TABLES };
    memcpy(pages->code, apc_own, apc_own_size);
    memcpy(pages->code + CODE_OF_32, apc_i386, apc_i386_size);
    return ntdll_make_code(ntdll, pages->code, CODE) && ntdll_queue(ntdll, pages->code, &pages->own);
}

void hook_process(const struct ntdll *ntdll)
{
    const struct process_environment *process = ntdll_thread(ntdll)->process;
    struct run_words words;
    enum program_kind kind;

    run_words_read(&words, process->parameters->environment);
    if (words.flags & RUN_OFF) return;
    kind = program_of(process, words.is_below_services, report.program);
    /* Only one of several processes can remove the file. */
    report.is_first = kind == PROGRAM_OF_USER && words.ack && !unlink(words.ack);
    if (kind == PROGRAM_SERVICE || words.is_below_services) run_words_pass_on(kind == PROGRAM_SERVICE);
    if (is_left_alone(&words, kind, report.is_first)) return;
    if (words.flags & RUN_NO_CHILDREN) children_leave();
    report.must = words.flags & RUN_MUST && report.is_first;
    report.verbose = words.flags & RUN_VERBOSE;
    report.quiet = words.flags & RUN_QUIET;
    if (!queue_apc(ntdll, &words, kind)) report_failure("cannot queue the call that loads cycletime.dll into it");
}
