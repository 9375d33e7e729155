/* SPDX-License-Identifier: MIT */
/* A program to be counted: says that it has begun, and goes on until its input ends. */
#include <stdio.h>

int main(void)
{
    puts("began");
    fflush(stdout);
    return getchar() != EOF;
}
