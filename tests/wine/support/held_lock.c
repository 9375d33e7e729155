/* SPDX-License-Identifier: MIT */
#include "held_lock.h"
#include "support.h"

static HANDLE is_held, may_end, holder;

static void *ntdlls(const char *name)
{
    return (void *)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), name);
}

static DWORD WINAPI hold(void *lock)
{
    LONG (WINAPI *lock_loader)(ULONG, PULONG, ULONG_PTR *) = ntdlls("LdrLockLoaderLock");
    LONG (WINAPI *unlock_loader)(ULONG, ULONG_PTR) = ntdlls("LdrUnlockLoaderLock");
    void (WINAPI *lock_peb)(void) = ntdlls("RtlAcquirePebLock");
    void (WINAPI *unlock_peb)(void) = ntdlls("RtlReleasePebLock");
    ULONG_PTR cookie = 0;

    if (lock == (void *)THE_HEAP) HeapLock(GetProcessHeap());
    if (lock == (void *)LOADERS_LOCK) lock_loader(0, NULL, &cookie);
    if (lock == (void *)PEBS_LOCK) lock_peb();
    SetEvent(is_held);
    WaitForSingleObject(may_end, INFINITE);
    if (lock == (void *)THE_HEAP) HeapUnlock(GetProcessHeap());
    if (lock == (void *)LOADERS_LOCK) unlock_loader(0, cookie);
    if (lock == (void *)PEBS_LOCK) unlock_peb();
    return 0;
}

void hold_lock(enum held_lock lock)
{
    is_held = CreateEventW(NULL, TRUE, FALSE, NULL);
    may_end = CreateEventW(NULL, TRUE, FALSE, NULL);
    assert_true(is_held && may_end);
    holder = start_thread(hold, (void *)(ULONG_PTR)lock);
    assert_int_equal(WaitForSingleObject(is_held, INFINITE), WAIT_OBJECT_0);
}

void let_lock_go(void)
{
    SetEvent(may_end);
}

void end_holder(void)
{
    let_lock_go();
    join_thread(holder);
    CloseHandle(is_held);
    CloseHandle(may_end);
}
