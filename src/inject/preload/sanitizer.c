/* SPDX-License-Identifier: MIT */
/*
 * A program that is linked with a shared AddressSanitizer ends at its start if another library comes before the sanitizer's
 * (AsanCheckDynamicRTPrereqs in compiler-rt's asan_linux.cpp), as every library in LD_PRELOAD does. The sanitizer calls
 * __asan_default_options first. The program's own definition comes before this one, and ASAN_OPTIONS override the result.
 */
#include "inject/preload/c_library.h"

#include <stdbool.h>
#include <stdint.h>

extern const char __ehdr_start[] __attribute__((visibility("hidden"))); /* the linker's: where this library begins */

const char *__asan_default_options(void);

/* Linux' vDSO is linux-vdso.so or linux-gate.so. */
static bool is_skipped(const struct dl_phdr_info *library)
{
    return !*library->dlpi_name || !strncmp(library->dlpi_name, "linux-", 6)
           || library->dlpi_addr == (uintptr_t)__ehdr_start;
}

/* The list begins with the program, whose name is empty, and with the vDSO. */
static int look_at_first(struct dl_phdr_info *library, size_t size, void *is_sanitizer)
{
    (void)size;
    if (is_skipped(library)) return 0;
    *(bool *)is_sanitizer = strstr(library->dlpi_name, "libasan.so") || strstr(library->dlpi_name, "libclang_rt.asan");
    return 1;
}

/* Switches the check off if only this library comes before the sanitizer's. */
__attribute__((visibility("default"))) const char *__asan_default_options(void)
{
    bool is_sanitizer = false;

    if (dl_iterate_phdr) dl_iterate_phdr(look_at_first, &is_sanitizer);
    return is_sanitizer ? "verify_asan_link_order=0" : "";
}
