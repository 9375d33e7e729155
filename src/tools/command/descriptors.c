/* SPDX-License-Identifier: MIT */
#include "tools/command/descriptors.h"

#include <fcntl.h>
#include <unistd.h>

void descriptors_close(int output)
{
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

    if (nothing < 0) return;
    dup2(nothing, STDIN_FILENO);
    dup2(output < 0 ? nothing : output, STDOUT_FILENO);
    if (fcntl(STDERR_FILENO, F_GETFD) < 0) dup2(nothing, STDERR_FILENO);
    closefrom(STDERR_FILENO + 1);
}
