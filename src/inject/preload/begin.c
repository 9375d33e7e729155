/* SPDX-License-Identifier: MIT */
/* The begin of this library in every process, and the moment at which it hooks one of Wine's. */
#include "inject/preload/background.h"
#include "inject/preload/inject.h"
#include "inject/preload/next_functions.h"
#include "inject/preload/program.h"

#include <sys/mman.h>

/*
 * Wine ends a process that cannot have its page at 0x7ffe0000, and overwrites the page behind it. Debian's Wine 8 is a
 * program at 0x7d000000, and Linux puts its heap anywhere into the GB behind it (arch_randomize_brk, seen in Linux 6.18).
 * So one process in 8,000 would not work: that whose heap has grown into these pages before Wine takes them. Such a heap
 * is moved behind them.
 * Wine: shared-page-place.
 */
enum { NEAR = 1 << 20, ROOM = 1 << 16 };

static void move_heap(void)
{
    const uintptr_t pages = 0x7ffe0000, end = sbrk && munmap ? (uintptr_t)sbrk(0) : 0;

    if (end < pages - NEAR || end >= pages + ROOM) return;
    if (sbrk((intptr_t)(pages + ROOM - end)) == (void *)end) munmap((void *)end, pages + ROOM - end);
}

/* The only constructor of this library, so that its steps have an order. */
__attribute__((constructor)) static void begin_library(void)
{
    /* First: the other steps call the C library, which may extend the heap. */
    move_heap();
    /* Before Wine sets its signal handlers and other libraries execute files. Another library's constructor may have called
       one of our functions before; that one has called this. */
    find_next_functions();
    /* Before Wine removes the variable. */
    program_note_parent();
}

/*
 * Wine's ntdll.so sets its signal handlers when the process is known to the server, on the main thread and before any of
 * Windows' code runs (signal_init_process). Hooking is made when it sets SIGSEGV's. Wine-Staging up to 9.15 also sets
 * SIGSEGV's before there is a TEB (signal_init_early), and other libraries may set it at any time. So hooking waits until
 * the process is about to begin. All calls are passed on to the next definition of sigaction, the C library's or another
 * preload library's.
 *
 * A handler of signals may call sigaction, and so may the forked child of a program that has threads. So ld.so, whose locks
 * another thread may hold for good, is asked only where an ntdll.so is mapped, and a program that sets the handler all the
 * time does not pay for that.
 * Wine: program-start.
 */
enum { MOST_LOOKS = 64 }; /* more handlers than are set in a process of Wine's before it has mapped ntdll.so */

static void hook_once(void)
{
    static bool is_done;
    static int looks;
    struct ntdll ntdll;

    if (is_done || looks >= MOST_LOOKS) return;
    if (!ntdll_may_be_here()) {
        looks++;
        return;
    }
    if (!ntdll_find(&ntdll) || (!ntdll.difference && !ntdll_is_about_to_begin(&ntdll))) return;
    is_done = true;
    next_functions.own_library = NULL;
    inject_hooks(&ntdll);
}

EXPORTED int sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    const int result = next_sigaction(number, action, before);

    if (number == SIGSEGV && action && action->sa_handler != SIG_DFL && !result) hook_once();
    if (number == SIGXFSZ && action && !result) background_leave_server_stderr();
    return result;
}

/*
 * A program that is linked with a shared AddressSanitizer ends at its start if another library comes before the sanitizer's
 * (AsanCheckDynamicRTPrereqs in compiler-rt's asan_linux.cpp), as every library in LD_PRELOAD does. The sanitizer calls
 * __asan_default_options first. The program's own definition comes before this one, and ASAN_OPTIONS override the result.
 */

extern const char __ehdr_start[] __attribute__((visibility("hidden"))); /* the linker's: where this library begins */

const char *__asan_default_options(void);

/* The list begins with the program, whose name is empty, and with Linux's vDSO, which is linux-vdso.so or linux-gate.so. */
static int look_at_first(struct dl_phdr_info *library, size_t size, void *is_sanitizer)
{
    const char *const name = library->dlpi_name;

    (void)size;
    if (!*name || !strncmp(name, "linux-", 6) || library->dlpi_addr == (uintptr_t)__ehdr_start) return 0;
    *(bool *)is_sanitizer = strstr(name, "libasan.so") || strstr(name, "libclang_rt.asan");
    return 1;
}

/* Switches the check off if only this library comes before the sanitizer's. */
EXPORTED const char *__asan_default_options(void)
{
    bool is_sanitizer = false;

    if (dl_iterate_phdr) dl_iterate_phdr(look_at_first, &is_sanitizer);
    return is_sanitizer ? "verify_asan_link_order=0" : "";
}
