/* SPDX-License-Identifier: MIT */
/* Hooks this process: loads the Linux side, and queues the APC that loads cycletime.dll and installs the hooks. This runs
   on the process's first thread, in Wine's handler setup, before any Windows code. Wine: apc, dispatcher. */
#include "inject/preload/inject.h"
#include "inject/preload/apc.h"
#include "inject/preload/background.h"
#include "inject/preload/dlls.h"
#include "inject/preload/exit_status.h"
#include "inject/preload/report.h"
#include "inject/preload/threads.h"
#include "launch/exit_code.h"
#include "launch/preload_list.h"
#include "launch/tree_layout.h"
#include "protocol/can_access.h"
#include "protocol/unixlib_calls.h"

/* The APCs, which are compiled and linked by themselves. */
#define EMBED_CODE(name, file) \
    __asm__(".pushsection .rodata\n" \
            ".globl " #name ", " #name "_size\n.hidden " #name ", " #name "_size\n" \
            ".balign 4\n" #name "_size: .long " #name "_end - " #name "\n" #name ": .incbin \"" file "\"\n" #name \
            "_end:\n" \
            ".popsection")

#pragma GCC visibility push(hidden)
extern const char apc_own[], apc_i386[];
extern const uint32_t apc_own_size, apc_i386_size; /* bytes */
#pragma GCC visibility pop

EMBED_CODE(apc_own, CYCLETIME_APC_OWN);
EMBED_CODE(apc_i386, CYCLETIME_APC_I386);

#define MISSING_DLL "bcryptprimitives.dll"

enum { CODE = 4096, CODE_OF_32 = 2048, ROOM = 2 * 4096, TABLES = 0x10000, VERSION = CYCLETIME_PROJECT_VERSION };

/* Makes the path of NAME in DIRECTORY of the tree, as this process names it, which may be in a container. Returns false if
   the tree cannot be found. */
static bool find_in_tree(char path[PLACE], const char *directory, const char *name)
{
    static char folder[PLACE];
    static size_t length;
    Dl_info self;

    if (!length && dladdr((void *)find_in_tree, &self)) length = tree_find_part(folder, PLACE, self.dli_fname, TREE_DLL);
    return length && snprintf(path, PLACE, "%.*s%s/%s", (int)length, folder, directory, name) < PLACE;
}

/* Makes the same path in the form for Wine's loader, \\?\unix\..., which needs no drive. Wine: unix-path. */
static bool place_for_windows(uint16_t windows[PLACE], const char *directory, const char *name)
{
    static const char before[] = "\\\\?\\unix";
    uint16_t *to = windows;
    char path[PLACE];
    const char *at;

    if (!find_in_tree(path, directory, name) || strlen(path) + sizeof before > PLACE) return false;
    for (at = before; *at; at++) *to++ = (uint16_t)*at;
    for (at = path; *at; at++) {
        if ((unsigned char)*at >= 0x80) return false;
        *to++ = (uint16_t)(*at == '/' ? '\\' : *at);
    }
    *to = 0;
    return true;
}

/* Makes the path of the folder with the DLLs that this Wine lacks. Returns false if it has them, or if its folders are not
   known. Wine: missing-dll. */
static bool find_missing_dlls(const struct ntdll *ntdll, char folder[PLACE])
{
    static const char *const dlls[] = { "ntdll.dll", MISSING_DLL };
    const int length = (int)(strrchr(ntdll->file, '/') - ntdll->file);
    char file[PLACE];
    bool has[2];
    int i;

    for (i = 0; i < 2; i++)
        has[i] = snprintf(file, PLACE, "%.*s/../" TREE_MACHINE "-windows/%s", length, ntdll->file, dlls[i]) < PLACE
                 && can_access(file, F_OK);
    if (!has[0] || has[1] || !find_in_tree(folder, TREE_WINDOWS "/missing", MISSING_DLL) || !can_access(folder, F_OK))
        return false;
    *strrchr(folder, '/') = '\0';
    return true;
}

/* The unixlib's function tables for Wine's dispatcher, for Windows' code of this process's word size and of 32 bits. They
   are 0 if the unixlib is missing or not wanted. */
struct unixlib {
    uint64_t own, of_32;
};

/* Reports to the unixlib which program this process runs, and that it belongs to the list number RUN; 0: to none. */
static void set_program(call *const *calls, uint64_t run, uintptr_t id, bool is_wines)
{
    struct unixlib_program program = { .run = run, .is_wines = is_wines, .id = (uint32_t)id };
    const char *last = strrchr(report.program, '\\'), *name = last ? last + 1 : report.program;
    size_t length = strlen(name);

    /* A name that is too long is cut between two characters. */
    if (length >= UNIXLIB_PROGRAM_NAME)
        for (length = UNIXLIB_PROGRAM_NAME - 1; length && (name[length] & 0xc0) == 0x80; length--) continue;
    memcpy(program.name, name, length);
    calls[UNIXLIB_CALL_PROGRAM](&program);
}

/* Loads the unixlib, which is beside this library in the tree, or where CYCLETIME_UNIXLIB says. Wine: unixlib-table. */
static struct unixlib load_unixlib(const struct ntdll *ntdll, uint64_t run, enum program_owner kind)
{
    static const char library[] = "cycletime_unixlib.so";
    struct unixlib_version version = { .version = UNIXLIB_VERSION };
    const char *unixlib = getenv("CYCLETIME_UNIXLIB");
    struct unixlib side = { 0, 0 };
    call *const *calls;
    char path[PLACE];
    bool is_named;
    void *loaded;

    if (unixlib && (!strcmp(unixlib, "0") || !strcmp(unixlib, "off") || !strcmp(unixlib, "no"))) return side;
    if (unixlib && *unixlib == '/')
        is_named = snprintf(path, PLACE, "%s/" TREE_MACHINE "-unix/%s", unixlib, library) < PLACE;
    else is_named = find_in_tree(path, TREE_UNIX, library);
    if (!is_named) return side;
    loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!loaded) {
        if (report.is_first && !report.quiet)
            report_line("no Linux side, so times are only accurate to 10 ms: %s", dlerror());
        return side;
    }
    calls = dlsym(loaded, "__wine_unix_call_funcs");
    side.own = (uintptr_t)calls;
    side.of_32 = (uintptr_t)dlsym(loaded, "__wine_unix_call_wow64_funcs");
    /* A unixlib of another version takes other arguments. */
    if (!calls || calls[UNIXLIB_CALL_VERSION](&version) != UNIXLIB_DONE || version.version != UNIXLIB_VERSION) return side;
    exit_status_begin(calls[UNIXLIB_CALL_OWN_EXIT_CODE], calls[UNIXLIB_CALL_PROCESS_END]);
    threads_call(ntdll, calls[UNIXLIB_CALL_THREAD_BEGIN]);
    set_program(calls, run, ntdll_thread(ntdll)->process_id, kind != PROGRAM_OF_USER);
    return side;
}

/* The code and data that are copied into memory that Windows' code can address. */
struct pages {
    char code[CODE], room[ROOM];
    struct apc_request own, of_32;
};

/* Returns false if the path of cycletime.dll cannot be found. */
static bool fill_request(struct apc_request *request, uint32_t flags, const char *directory, const char *missing_directory,
                         uint64_t unixlib)
{
    static const struct apc_request all = {
        .hook = { .version = VERSION },
        .name = u"cycletime.dll",
        .ntdll = u"ntdll.dll",
        .wow64 = u"wow64.dll",
        .entry = "CycletimeInstallHooksFromWithin",
        .load = "LdrLoadDll",
        .dispatcher = "__wine_unix_call_dispatcher",
        .exit_process = "RtlExitUserProcess",
        .wow64_routine = "Wow64ApcRoutine",
        .get_error = "RtlGetLastWin32Error",
        .set_error = "RtlSetLastWin32Error",
    };

    memcpy(request, &all, sizeof all);
    request->hook.flags = flags & RUN_HOOK;
    request->hook.unixlib = unixlib;
    request->hook.report = (uintptr_t)report_table;
    if (missing_directory && place_for_windows(request->missing_dll, missing_directory, MISSING_DLL))
        request->hook.missing_dll = (uintptr_t)request->missing_dll;
    return place_for_windows(request->path, directory, "cycletime.dll");
}

/* Returns false if this Wine refuses to queue the APC, or the memory for it. */
static bool queue_apc(const struct ntdll *ntdll, const struct run_words *words, enum program_owner kind, bool lacks_dll)
{
    const struct unixlib side = load_unixlib(ntdll, words->run, kind);
    struct pages *pages = ntdll_allocate(ntdll, 0, sizeof *pages);
    void *tables = ntdll_allocate_behind(ntdll, TABLES);

    if (!pages) return false;
    if (!fill_request(&pages->own, words->flags, TREE_WINDOWS, lacks_dll ? TREE_WINDOWS "/missing" : NULL, side.own)
        || !fill_request(&pages->of_32, words->flags, "/wine/i386-windows", lacks_dll ? "/wine/i386-windows/missing" : NULL,
                         side.of_32)) {
        report_failure("cannot name the path of its cycletime.dll");
        if (report.must) _exit(APC_EXIT_CODE);
        return true;
    }
    pages->own.code_of_32 = (uint32_t)(uintptr_t)pages->code + CODE_OF_32;
    pages->own.request_of_32 = (uint32_t)(uintptr_t)&pages->of_32;
    pages->own.hook.stubs = (struct hook_room){ (uintptr_t)pages->room, ROOM };
    if (tables) pages->own.hook.tables = (struct hook_room){ (uintptr_t)tables, TABLES };
    memcpy(pages->code, apc_own, apc_own_size);
    memcpy(pages->code + CODE_OF_32, apc_i386, apc_i386_size);
    return ntdll_queue(ntdll, pages->code, CODE, &pages->own);
}

/* Returns whether this process is the command's first program. Only one of several processes can remove the file. If that
   program is a 32-bit one, it is no 64-bit one, which Wine may start in its place. */
static bool claim_first(const struct run_words *words, enum program_owner owner, bool is_32_bit)
{
    if (owner != PROGRAM_OF_USER || !words->ack || (words->flags & RUN_32_BIT && !is_32_bit)) return false;
    return !unlink(words->ack);
}

void inject_hooks(const struct ntdll *ntdll)
{
    const struct process_environment *process = ntdll->difference ? NULL : ntdll_thread(ntdll)->process;
    bool is_32_bit, is_refused, lacks_dll = false;
    struct run_words words;
    enum program_owner owner;
    char missing[PLACE];

    /* All other steps need the options. In a Wine that is not known, nothing of Windows' may be read. */
    program_read_words(&words, process ? process->parameters->environment : NULL);
    report.verbose = words.flags & RUN_VERBOSE;
    report.quiet = words.flags & RUN_QUIET;
    if (!process) {
        if (words.flags & RUN_OFF) return;
        report.is_first = words.ack && !unlink(words.ack);
        report_difference(ntdll->difference);
        return;
    }
    /* Also in programs that are not hooked: somebody waits for the end of the streams, or for the desktop's. */
    owner = program_find_owner(process, words.is_below_services, report.program);
    background_leave_streams(ntdll, process->parameters, owner);
    background_mark_desktop(process->parameters, owner);
    if (words.flags & RUN_OFF) return;
    /* Before the steps that may leave the program without hooks: it needs its DLLs all the same. */
    if (owner != PROGRAM_SERVICE && !(words.flags & RUN_NO_DLL_FOLDERS)) {
        lacks_dll = find_missing_dlls(ntdll, missing);
        dll_folders_add(ntdll, process, lacks_dll ? missing : NULL);
    }
    /* Before the acknowledgement: if this Wine cannot run the program that the command was given, the command finds that no
       program has begun, and reports that. */
    is_32_bit = program_is_32_bit(process->image);
    is_refused = is_32_bit && !ntdll_runs_32_bit(ntdll);
    if (is_refused && words.flags & RUN_32_BIT) return;
    /* Before all messages, which only the first program prints. */
    report.is_first = claim_first(&words, owner, is_32_bit);
    if (is_refused) {
        if (report.is_first || report.verbose)
            report_line("%s: is a 32-bit program, and this Wine has no 32-bit support (on Debian: apt install wine32)",
                        report.program);
        /* Wine 8 would start it all the same and end with 0. */
        if (report.is_first) _exit(EXIT_CANNOT_RUN);
        return;
    }
    /* Before this process creates others, which inherit the options and LD_PRELOAD. */
    if (owner == PROGRAM_SERVICE || words.is_below_services) program_pass_words_on(owner == PROGRAM_SERVICE);
    if (words.flags & RUN_NO_CHILDREN) {
        if (owner != PROGRAM_OF_USER || (words.ack && !report.is_first)) return;
        preload_list_leave();
    }
    /* Before the loader runs, and only in programs whose messages a user reads. */
    if (!report.quiet && owner != PROGRAM_SERVICE) load_failure_watch(ntdll_thread(ntdll));
    /* Last: the Linux side publishes this process, and the APC keeps what it needs of the options. */
    report.must = words.flags & RUN_MUST && report.is_first;
    if (!queue_apc(ntdll, &words, owner, lacks_dll)) report_difference("apc");
}
