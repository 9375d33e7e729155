/* SPDX-License-Identifier: MIT */
/* A socket is closed by the end of its process, whatever ended that, and tells who is connected to it by a signal. It takes
   no thread, shows in no job of Windows, and leaves nothing in the file system. */
#include "lifeline.h"
#include "interrupts.h"
#include "strtol.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* The name that Linux chooses: a zero, and five hexadecimal digits (unix(7), autobind). */
enum { DIGITS = 5, NAME_LENGTH = offsetof(struct sockaddr_un, sun_path) + 1 + DIGITS };

static bool listens(int listener, uint32_t *name)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    socklen_t length = sizeof address;
    unsigned long number;

    if (bind(listener, (struct sockaddr *)&address, sizeof address.sun_family) || listen(listener, 2)) return false;
    if (getsockname(listener, (struct sockaddr *)&address, &length) || length != NAME_LENGTH) return false;
    number = any_strtoul(address.sun_path + 1, NULL, 16);
    if (!number) return false;
    *name = (uint32_t)number;
    return true;
}

static int offered = -1;

bool lifeline_offer(uint32_t *name)
{
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (listener < 0) return false;
    if (listens(listener, name)) {
        offered = listener; /* stays open */
        interrupts_expect();
        return true;
    }
    close(listener);
    return false;
}

void lifeline_pass_interrupt(void)
{
    if (offered >= 0) interrupts_pass_on(offered);
}

static bool reaches(int line, uint32_t name)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };

    snprintf(address.sun_path + 1, DIGITS + 1, "%05x", (unsigned)name);
    return connect(line, (struct sockaddr *)&address, NAME_LENGTH) == 0;
}

/* Nothing is sent by this line, so nothing but its end can be told. That may have come before the signal was asked for. */
static bool ends_with(int line)
{
    struct pollfd end = { .fd = line };

    if (fcntl(line, F_SETOWN, getpid()) || fcntl(line, F_SETSIG, SIGKILL) || fcntl(line, F_SETFL, O_ASYNC | O_NONBLOCK))
        return false;
    return poll(&end, 1, 0) == 0;
}

static bool is_own_pipe(int file)
{
    struct stat status;

    return fstat(file, &status) == 0 && S_ISFIFO(status.st_mode) && status.st_uid == geteuid();
}

/* The folder was made for it. */
static void remove_with_folder(const char *path)
{
    const char *const last = strrchr(path, '/');
    char folder[512];

    unlink(path);
    if (!last || (size_t)(last - path) >= sizeof folder) return;
    memcpy(folder, path, (size_t)(last - path));
    folder[last - path] = 0;
    rmdir(folder);
}

bool lifeline_hold_pipe(const char *path)
{
    const int line = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

    if (line < 0) return false;
    if (is_own_pipe(line) && ends_with(line)) { /* stays open */
        remove_with_folder(path);
        return true;
    }
    close(line);
    return false;
}

/* What is told by it is no end. Without it interrupts are not passed on. */
static void connect_words(uint32_t name)
{
    int line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (line >= 0 && !(reaches(line, name) && interrupts_tell(line))) close(line);
}

bool lifeline_hold(uint32_t name)
{
    int line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (line < 0) return false;
    if (reaches(line, name) && ends_with(line)) { /* stays open */
        connect_words(name);
        return true;
    }
    close(line);
    return false;
}
