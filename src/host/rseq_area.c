/* SPDX-License-Identifier: MIT */
#include "rseq_area.h"

#include <dlfcn.h>

/* The kernel ends a process whose description is not well formed: the section is inside this file's text, the abort
   address outside of the section and behind the signature, which is hidden in an instruction that is never run. */
extern const char section_begin[] __asm__("cycletime_section_begin"), section_end[] __asm__("cycletime_section_end"),
    section_abort[] __asm__("cycletime_section_abort");
__asm__(".pushsection .text\n"
        ".balign 32\n"
        "cycletime_section_begin: nop\n"
        "cycletime_section_end: ret\n"
        ".byte 0x0f, 0xb9, 0x3d\n"  /* ud1 */
        ".long 0x53053053\n"
        "cycletime_section_abort: ret\n"
        ".popsection\n");

/* Filled when it is loaded: 32-bit addresses are no constants of 64 bits. */
static struct rseq_section mark;
extern const struct rseq_section rseq_mark __attribute__((alias("mark")));
ptrdiff_t rseq_offset;

bool rseq_area_find(void)
{
    const ptrdiff_t *offset = dlsym(RTLD_DEFAULT, "__rseq_offset");
    const unsigned *size = dlsym(RTLD_DEFAULT, "__rseq_size");

    if (!offset || !size || !*size) return false;
    mark.start_ip = (uintptr_t)section_begin;
    mark.post_commit_offset = section_end - section_begin;
    mark.abort_ip = (uintptr_t)section_abort;
    rseq_offset = *offset;
    return true;
}
