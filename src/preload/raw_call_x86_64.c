/* SPDX-License-Identifier: MIT */
#include "raw_call.h"

long raw_call(long number, long first, long second, long third)
{
    long result = number;

    __asm__ volatile("syscall" : "+a"(result) : "D"(first), "S"(second), "d"(third) : "rcx", "r11", "memory");
    return result;
}
