/* SPDX-License-Identifier: MIT */
/* Prints that a program of this word size does run: a Wine that cannot may exit with 0 all the same. */
#include <stdio.h>

int main(void)
{
    return puts("sentinel") < 0;
}
