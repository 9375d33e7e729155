/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime. library_ask is in another file of the program or in a DLL, and is what differs:
   suites/call_paths.cmake lists the programs. The argument: another process's id. */
#include "plain.h"

int main(int argc, char **argv)
{
    plain_work();
    library_ask(plain_other(argc, argv));
    plain_end();
    return 0;
}
