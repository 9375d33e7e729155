/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime, another part of which asks. The argument: another process's id. */
#include "plain_library.h"

int main(int argc, char **argv)
{
    plain_work();
    library_ask(plain_other(argc, argv));
    plain_end();
    return 0;
}
