/* SPDX-License-Identifier: MIT */
#include "inject/preload/next_functions.h"

struct next_functions next_functions;

/* All are looked up here and not at the call, since a look-up may wait for a lock of ld.so's. */
void find_next_functions(void)
{
    const bool is_first = !next_functions.sigaction;
    void *library;
    Dl_info self;

#define FIND(name, where) \
    if (!next_functions.name) next_functions.name = (__typeof__(next_functions.name))dlsym(where, #name)
    if (dlsym) {
        FIND(execve, RTLD_NEXT);
        FIND(execvpe, RTLD_NEXT);
        FIND(fexecve, RTLD_NEXT);
        FIND(execveat, RTLD_NEXT);
        FIND(posix_spawn, RTLD_NEXT);
        FIND(posix_spawnp, RTLD_NEXT);
        FIND(sigaction, RTLD_NEXT);
        FIND(_exit, RTLD_NEXT);
        FIND(pthread_exit, RTLD_NEXT);
        FIND(pthread_sigmask, RTLD_NEXT);
        FIND(pthread_create, RTLD_NEXT);
        /* Before glibc 2.34 the last is in libpthread, which may be loaded later than this library. */
        library = next_functions.pthread_create || !dlopen ? NULL : dlopen("libpthread.so.0", RTLD_LAZY | RTLD_NOLOAD);
        if (library) FIND(pthread_create, library);
    }
#undef FIND
    if (!next_functions.sigaction) next_functions.sigaction = __sigaction;
    if (is_first && dladdr && dladdr((void *)find_next_functions, &self)) next_functions.own_library = self.dli_fname;
}

int next_sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    __typeof__(next_functions.sigaction) next;

    if (!next_functions.sigaction) find_next_functions();
    next = next_functions.sigaction;
    return next ? next(number, action, before) : -1;
}
