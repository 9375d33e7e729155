/* SPDX-License-Identifier: MIT */
/* Windows' structures that are read in place: the environment blocks of the thread and of the process, the loader's data
   and the process's parameters, as far as code of either side reads them. They are the same since NT 5, the locks and slots
   since NT 4 (phnt; Wine's winternl.h). Linux's compiler has no Windows headers, so these need none. */
#ifndef CYCLETIME_PROTOCOL_PROCESS_ENVIRONMENT_H
#define CYCLETIME_PROTOCOL_PROCESS_ENVIRONMENT_H

#include <stddef.h>
#include <stdint.h>

struct list_entry { /* LIST_ENTRY */
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
    uint32_t flags;
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

struct slot_bitmap { /* RTL_BITMAP */
    uint32_t count;
    uint32_t *words;
};

struct process_environment { /* PEB; Wine: peb, peb-locks, peb-slots, peb-processors. */
    uint8_t flags[4];
    void *mutant, *image;
    struct loader_data *loader;
    struct process_parameters *parameters;
    void *before_lock[2], *lock;
    uint8_t before_api_sets[sizeof(void *) == 8 ? 0x28 : 0x18];
    void *api_sets, *before_slots;
    struct slot_bitmap *slots; /* a bit for each slot of thread-local storage that is taken */
    uint8_t before_processors[sizeof(void *) == 8 ? 0x38 : 0x20];
    uint32_t processors;
    uint8_t between[sizeof(void *) == 8 ? 0x54 : 0x38];
    void *loader_lock;
};

struct thread_environment { /* TEB; Wine: teb, teb-ids. */
    void *before[6];
    struct thread_environment *self;
    void *subsystem;
    uintptr_t process_id, thread; /* the ids of this process and this thread */
    void *others[2];
    struct process_environment *process;
};

/* The same of the 32-bit half of a process in the new WoW64 mode, as far as 64-bit code reads it. */

struct loaded_module_32 {
    uint32_t load[2], memory[2], initialisation[2], base, entry, size;
    struct {
        uint16_t length, maximum;
        uint32_t text;
    } path, name;
    uint32_t flags;
};

struct loader_data_32 {
    uint32_t length, initialized, handle, modules[2];
};

struct process_environment_32 {
    uint32_t flags, mutant, image, loader, parameters, before_api_sets[9], api_sets;
};

struct thread_environment_32 {
    uint32_t before[12], process;
};

_Static_assert(offsetof(struct process_parameters, image) == (sizeof(void *) == 8 ? 0x60 : 0x38), "parameters");
_Static_assert(offsetof(struct process_parameters, environment) == (sizeof(void *) == 8 ? 0x80 : 0x48), "parameters");
_Static_assert(offsetof(struct process_parameters, environment_size) == (sizeof(void *) == 8 ? 0x3f0 : 0x290),
               "parameters");
_Static_assert(offsetof(struct process_environment, loader) == 3 * sizeof(void *), "PEB");
_Static_assert(offsetof(struct process_environment, lock) == 7 * sizeof(void *), "PEB");
_Static_assert(offsetof(struct process_environment, slots) == (sizeof(void *) == 8 ? 0x78 : 0x40), "PEB");
_Static_assert(offsetof(struct process_environment, processors) == (sizeof(void *) == 8 ? 0xb8 : 0x64), "PEB");
_Static_assert(offsetof(struct process_environment, loader_lock) == (sizeof(void *) == 8 ? 0x110 : 0xa0), "PEB");
_Static_assert(offsetof(struct thread_environment, process_id) == (sizeof(void *) == 8 ? 0x40 : 0x20), "TEB");
_Static_assert(offsetof(struct thread_environment, process) == (sizeof(void *) == 8 ? 0x60 : 0x30), "TEB");
_Static_assert(offsetof(struct loaded_module, base) == 6 * sizeof(void *), "LDR_DATA_TABLE_ENTRY");
_Static_assert(offsetof(struct loaded_module, name) == (sizeof(void *) == 8 ? 0x58 : 0x2c), "LDR_DATA_TABLE_ENTRY");

_Static_assert(offsetof(struct loaded_module, flags) == (sizeof(void *) == 8 ? 0x68 : 0x34), "LDR_DATA_TABLE_ENTRY");
_Static_assert(offsetof(struct process_environment, api_sets) == (sizeof(void *) == 8 ? 0x68 : 0x38), "PEB");
_Static_assert(offsetof(struct loaded_module_32, flags) == 0x34, "LDR_DATA_TABLE_ENTRY");
_Static_assert(offsetof(struct process_environment_32, api_sets) == 0x38, "PEB");

#endif
