/* SPDX-License-Identifier: MIT */
/* A socket is closed by the end of its process, whatever ended that, and tells who is connected to it by a signal. It takes
   no thread, shows in no job of Windows, and leaves nothing in the file system. */
#include "lifeline.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The name that Linux chooses: a zero, and five hexadecimal digits (unix(7), autobind). */
enum { DIGITS = 5, NAME_LENGTH = offsetof(struct sockaddr_un, sun_path) + 1 + DIGITS };

static bool listens(int listener, uint32_t *name)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    socklen_t length = sizeof address;
    unsigned long number;

    if (bind(listener, (struct sockaddr *)&address, sizeof address.sun_family) || listen(listener, 1)) return false;
    if (getsockname(listener, (struct sockaddr *)&address, &length) || length != NAME_LENGTH) return false;
    number = strtoul(address.sun_path + 1, NULL, 16);
    if (!number) return false;
    *name = (uint32_t)number;
    return true;
}

bool lifeline_offer(uint32_t *name)
{
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (listener < 0) return false;
    if (listens(listener, name)) return true; /* stays open */
    close(listener);
    return false;
}

/* Nobody accepts the connection, so nothing but its end can be told. That may have come before the signal was asked for. */
static bool holds(int line, uint32_t name)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    struct pollfd end = { .fd = line };

    snprintf(address.sun_path + 1, DIGITS + 1, "%05x", (unsigned)name);
    if (connect(line, (struct sockaddr *)&address, NAME_LENGTH)) return false;
    if (fcntl(line, F_SETOWN, getpid()) || fcntl(line, F_SETSIG, SIGKILL) || fcntl(line, F_SETFL, O_ASYNC | O_NONBLOCK))
        return false;
    return poll(&end, 1, 0) == 0;
}

bool lifeline_hold(uint32_t name)
{
    int line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (line < 0) return false;
    if (holds(line, name)) return true; /* stays open */
    close(line);
    return false;
}
