/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime. One other file, in the program or in a DLL, has the query, and with it the way
   to the functions: suites/call_paths.cmake lists them. The argument: another process's id. */
#include "plain.h"

int main(int argc, char **argv)
{
    plain_work();
    library_ask(plain_other(argc, argv));
    plain_end();
    return 0;
}
