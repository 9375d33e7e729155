/* SPDX-License-Identifier: MIT */
#include "inject/preload/apc_code.h"

/* The APCs, which are compiled and linked by themselves. */
#define CODE(name, file) \
    __asm__(".pushsection .rodata\n" \
            ".globl " #name ", " #name "_size\n.hidden " #name ", " #name "_size\n" \
            ".balign 4\n" #name "_size: .long " #name "_end - " #name "\n" #name ": .incbin \"" file "\"\n" #name \
            "_end:\n" \
            ".popsection")

CODE(apc_own, CYCLETIME_APC_OWN);
CODE(apc_i386, CYCLETIME_APC_I386);

const char own_directory[] = CYCLETIME_MACHINE "-windows", own_unix_directory[] = CYCLETIME_MACHINE "-unix";
