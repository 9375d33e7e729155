/* SPDX-License-Identifier: MIT */
#include "raw_call.h"

long raw_call(long number, long first, long second, long third)
{
    long result = number;

    __asm__ volatile("int $0x80" : "+a"(result) : "b"(first), "c"(second), "d"(third) : "memory");
    return result;
}
