/* SPDX-License-Identifier: MIT */
/* Windows' own structures of the process, as far as this library reads them; the same since NT 5 (phnt; Wine's winternl.h).
   They are declared here since code that Linux's compiler makes has no Windows headers. */
#ifndef CYCLETIME_PRELOAD_PROCESS_ENVIRONMENT_H
#define CYCLETIME_PRELOAD_PROCESS_ENVIRONMENT_H

#include <stddef.h>
#include <stdint.h>

struct list_entry {
    struct list_entry *next, *previous;
};

struct counted_string {       /* UNICODE_STRING */
    uint16_t length, maximum; /* bytes */
    uint16_t *text;
};

struct loaded_module { /* LDR_DATA_TABLE_ENTRY; Wine: loader-list. */
    struct list_entry load, memory, initialisation;
    uint8_t *base;
    void *entry;
    uint32_t size;
    struct counted_string path, name;
};

struct loader_data { /* PEB_LDR_DATA */
    uint32_t length;
    uint8_t initialized;
    void *handle;
    struct list_entry modules; /* in load order */
};

struct drive_directory { /* RTL_DRIVE_LETTER_CURDIR */
    uint16_t flags, length;
    uint32_t date;
    struct counted_string path;
};

struct process_parameters { /* RTL_USER_PROCESS_PARAMETERS; Wine: parameters. */
    uint32_t maximum, size, flags, debug_flags;
    void *console;
    uint32_t console_flags;
    void *input, *output, *error;
    struct counted_string directory;
    void *directory_handle;
    struct counted_string libraries, image, command_line;
    uint16_t *environment; /* NAME=VALUE, each with a zero behind it, and another zero */
    uint32_t window[9];
    struct counted_string title, desktop, shell, runtime;
    struct drive_directory directories[32];
    uintptr_t environment_size; /* bytes */
};

struct process_environment { /* PEB; Wine: peb. */
    uint8_t flags[4];
    void *mutant, *image;
    struct loader_data *loader;
    struct process_parameters *parameters;
};

struct thread_environment { /* TEB; Wine: teb, teb-ids. */
    void *before[6];
    struct thread_environment *self;
    void *subsystem;
    uintptr_t process_id, thread; /* the ids of this process and this thread */
    void *others[2];
    struct process_environment *process;
};

_Static_assert(offsetof(struct process_parameters, image) == (sizeof(void *) == 8 ? 0x60 : 0x38), "parameters");
_Static_assert(offsetof(struct process_parameters, environment) == (sizeof(void *) == 8 ? 0x80 : 0x48), "parameters");
_Static_assert(offsetof(struct process_parameters, environment_size) == (sizeof(void *) == 8 ? 0x3f0 : 0x290),
               "parameters");
_Static_assert(offsetof(struct process_environment, loader) == 3 * sizeof(void *), "PEB");
_Static_assert(offsetof(struct thread_environment, process_id) == (sizeof(void *) == 8 ? 0x40 : 0x20), "TEB");
_Static_assert(offsetof(struct thread_environment, process) == (sizeof(void *) == 8 ? 0x60 : 0x30), "TEB");
_Static_assert(offsetof(struct loaded_module, name) == (sizeof(void *) == 8 ? 0x58 : 0x2c), "LDR_DATA_TABLE_ENTRY");

/* The machine's calling convention of Windows' functions, and how Windows' code finds its thread. */
#ifdef __x86_64__
#define WINDOWS __attribute__((ms_abi))
#define THREAD_ENVIRONMENT "%%gs:0x30"
#else
#define WINDOWS __attribute__((stdcall))
#define THREAD_ENVIRONMENT "%%fs:0x18"
#endif

/* Returns the TEB of the calling thread; valid in Windows' code only. */
static inline __attribute__((always_inline)) struct thread_environment *thread_environment(void)
{
    struct thread_environment *self;

    __asm__("mov " THREAD_ENVIRONMENT ", %0" : "=r"(self));
    return self;
}

#endif
