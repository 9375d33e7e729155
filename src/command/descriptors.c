/* SPDX-License-Identifier: MIT */
#include "descriptors.h"

#include <fcntl.h>
#include <unistd.h>

void descriptors_close(void)
{
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

    if (nothing < 0) return;
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    if (fcntl(STDERR_FILENO, F_GETFD) < 0) dup2(nothing, STDERR_FILENO);
    closefrom(STDERR_FILENO + 1);
}
