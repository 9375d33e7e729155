/* SPDX-License-Identifier: MIT */
/* The parts of the system's structures that are read in place: the thread's and the process's environment blocks and
   the loader's data. */
#ifndef CYCLETIME_STRUCTURES_H
#define CYCLETIME_STRUCTURES_H

#include "library/nt/nt.h"

#include <windows.h>
#include <stddef.h>

/* The calling thread's environment block (TEB), of which single machine words are read and written. */

/* StackBase and StackLimit in winnt.h's NT_TIB; ProcessEnvironmentBlock. Wine: teb, teb-stack. */
enum { THREAD_STACK_BASE = sizeof(void *), THREAD_STACK_LIMIT = 2 * sizeof(void *), THREAD_PEB = 12 * sizeof(void *) };

/* Reads and writes the block itself; on other systems than Windows a test provides these functions. GCC 12 takes the memory
   that the intrinsics read for an empty array. */
#if defined __MINGW32__ && defined _WIN64
static inline ULONG_PTR thread_block_read(ULONG_PTR place)
{
    ULONG_PTR value;

    __asm__ volatile("movq %%gs:(%1), %0" : "=r"(value) : "r"(place));
    return value;
}
static inline void thread_block_write(ULONG_PTR place, ULONG_PTR value)
{
    __asm__ volatile("movq %0, %%gs:(%1)" : : "r"(value), "r"(place) : "memory");
}
#elif defined __MINGW32__
static inline ULONG_PTR thread_block_read(ULONG_PTR place)
{
    ULONG_PTR value;

    __asm__ volatile("movl %%fs:(%1), %0" : "=r"(value) : "r"(place));
    return value;
}
static inline void thread_block_write(ULONG_PTR place, ULONG_PTR value)
{
    __asm__ volatile("movl %0, %%fs:(%1)" : : "r"(value), "r"(place) : "memory");
}
#else
ULONG_PTR thread_block_read(ULONG_PTR place);
void thread_block_write(ULONG_PTR place, ULONG_PTR value);
#endif

/* Whether that memory lies in the used part of the calling thread's stack, which is committed and writable. */
static inline BOOLEAN thread_stack_has(const void *memory, SIZE_T size)
{
    const ULONG_PTR base = thread_block_read(THREAD_STACK_BASE), limit = thread_block_read(THREAD_STACK_LIMIT);
    const ULONG_PTR at = (ULONG_PTR)memory;

    return at >= limit && at < base && size <= base - at;
}

/* A slot of thread-local storage, which every thread has from its start, with the value 0. It is read from the thread's
   environment block, since TlsGetValue costs more than reading the clock snapshot does, and sets the last error. */

/* Takes a slot for good. It is tried once: none of the slots in the block itself may be left. */
void thread_slot_open(void);

/* The offset of the slot in the block; 0: no slot was taken. */
extern ULONG_PTR thread_slot_place;

/* TlsSlots in winternl.h's TEB: the same since NT 4, and since the first 64-bit Windows. Wine: teb-slots. */
enum { THREAD_SLOTS = sizeof(void *) == 8 ? 0x1480 : 0xe10, THREAD_SLOTS_IN_BLOCK = 64 };

/* The value of the calling thread's slot; 0 where no slot was taken. */
static inline ULONG_PTR thread_slot_get(void)
{
    const ULONG_PTR place = __atomic_load_n(&thread_slot_place, __ATOMIC_RELAXED);

    return place ? thread_block_read(place) : 0;
}

static inline void thread_slot_set(ULONG_PTR value)
{
    const ULONG_PTR place = __atomic_load_n(&thread_slot_place, __ATOMIC_RELAXED);

    if (place) thread_block_write(place, value);
}

/* The parts that are used of the process's environment block and of the loader's list of modules; the same since NT 5, but
   for the locks and slots since NT 4 (phnt; Wine's winternl.h). */

struct loader_data { /* PEB_LDR_DATA; Wine: loader-list. */
    ULONG Length;
    BOOLEAN Initialized;
    HANDLE SsHandle;
    LIST_ENTRY InLoadOrderModuleList;
};

typedef struct _RTL_BITMAP {
    ULONG SizeOfBitMap;
    PULONG Buffer;
} RTL_BITMAP;

struct process_environment { /* PEB; Wine: peb, peb-locks, peb-slots, peb-processors. */
    BYTE InheritedAddressSpace, ReadImageFileExecOptions, BeingDebugged, BitField;
    HANDLE Mutant;
    PVOID ImageBaseAddress;
    struct loader_data *Ldr;
    PVOID BeforeLock[3];
    RTL_CRITICAL_SECTION *FastPebLock;
    BYTE BeforeSlots[sizeof(void *) == 8 ? 0x38 : 0x20];
    RTL_BITMAP *TlsBitmap; /* a bit for each slot of thread-local storage that is taken */
    BYTE BeforeProcessors[sizeof(void *) == 8 ? 0x38 : 0x20];
    ULONG NumberOfProcessors;
    BYTE Between[sizeof(void *) == 8 ? 0x54 : 0x38];
    RTL_CRITICAL_SECTION *LoaderLock;
};

struct counted_string {           /* UNICODE_STRING */
    USHORT Length, MaximumLength; /* bytes */
    WCHAR *Buffer;
};

struct loaded_module { /* LDR_DATA_TABLE_ENTRY */
    LIST_ENTRY InLoadOrderLinks, InMemoryOrderLinks, InInitializationOrderLinks;
    PVOID DllBase;
    PVOID EntryPoint;
    ULONG SizeOfImage;
    struct counted_string FullDllName, BaseDllName;
};

_Static_assert(offsetof(struct process_environment, Ldr) == 3 * sizeof(void *), "PEB");
_Static_assert(offsetof(struct process_environment, TlsBitmap) == (sizeof(void *) == 8 ? 0x78 : 0x40), "PEB");
_Static_assert(offsetof(struct process_environment, NumberOfProcessors) == (sizeof(void *) == 8 ? 0xb8 : 0x64), "PEB");
_Static_assert(offsetof(struct process_environment, LoaderLock) == (sizeof(void *) == 8 ? 0x110 : 0xa0), "PEB");
_Static_assert(offsetof(struct loaded_module, DllBase) == 6 * sizeof(void *), "LDR_DATA_TABLE_ENTRY");
_Static_assert(offsetof(struct loaded_module, BaseDllName) == (sizeof(void *) == 8 ? 0x58 : 0x2c), "LDR_DATA_TABLE_ENTRY");

#endif
