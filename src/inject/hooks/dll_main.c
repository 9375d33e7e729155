/* SPDX-License-Identifier: MIT */
#include "library/query/query.h"

/* The caller holds the loader's lock, which stays locked if the thread is terminated here. So this makes one call, which
   returns at once if the preload library has registered the thread already; otherwise it writes the thread's entry in
   memory. Detaches are not passed on, because other modules' code runs after them; the unixlib learns from Linux that a
   thread or the process ends. */
BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved)
{
    struct unixlib_thread_begin begin = { .id = GetCurrentThreadId() };

    (void)instance;
    (void)reserved;
    if (reason == DLL_THREAD_ATTACH && nt_unixlib_is_open()) nt_unixlib_call(UNIXLIB_CALL_THREAD_BEGIN, &begin);
    return TRUE;
}
