/* SPDX-License-Identifier: MIT */
#include "raw_send.h"

#include <sys/socket.h>
#include <sys/syscall.h>

/* The sixth argument, in ebp, is the length of an address that is not given. */
void raw_send(int line, const char *byte)
{
    long result = SYS_sendto;

    __asm__ volatile("int $0x80"
                     : "+a"(result)
                     : "b"(line), "c"(byte), "d"(1), "S"(MSG_DONTWAIT | MSG_NOSIGNAL), "D"(0)
                     : "memory");
}
