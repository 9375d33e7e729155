/* SPDX-License-Identifier: MIT */
#include "fake_object.h"
#include "fake_nt.h"

#include <assert.h>

enum { OBJECTS = 8192, FIRST_ID = 0x100 };

static struct fake_object objects[OBJECTS];
static size_t object_count;

static struct {
    struct fake_object *object;
    ULONG access;
} handles[OBJECTS];
static size_t handle_count;

struct fake_object *fake_object(enum fake_kind kind)
{
    struct fake_object *object = &objects[object_count];

    assert(object_count < OBJECTS);
    *object = (struct fake_object){
        .kind = kind,
        .id = FIRST_ID + 4 * (ULONG)object_count,
        .creation = 0x01d9000000000000 + object_count,
        .kernel = 1000 + object_count,
        .user = 3000000 + 2 * object_count,
        .cycles = 777000000 + 3 * object_count,
    };
    object_count++;
    return object;
}

struct fake_object *fake_object_number(size_t index)
{
    return index < object_count ? &objects[index] : NULL;
}

HANDLE fake_open(struct fake_object *object, ULONG access)
{
    assert(handle_count < OBJECTS);
    handles[handle_count].object = object;
    handles[handle_count].access = access;
    return (HANDLE)(4 * ++handle_count);
}

HANDLE fake_open_fully(struct fake_object *object)
{
    return fake_open(object, object->kind == FAKE_THREAD ? THREAD_ALL_ACCESS : PROCESS_ALL_ACCESS);
}

HANDLE fake_handle(enum fake_kind kind)
{
    return fake_open_fully(fake_object(kind));
}

HANDLE fake_ended(enum fake_kind kind)
{
    struct fake_object *object = fake_object(kind);

    fake_end(object);
    return fake_open_fully(object);
}

static size_t index_of(HANDLE handle)
{
    return (size_t)handle % 4 ? OBJECTS : (size_t)handle / 4 - 1;
}

struct fake_object *fake_object_of(HANDLE handle)
{
    if (handle == NT_CURRENT_THREAD) return fake.own_thread;
    if (handle == NT_CURRENT_PROCESS) return fake.own_process;
    return index_of(handle) < handle_count ? handles[index_of(handle)].object : NULL;
}

ULONG fake_access_of(HANDLE handle)
{
    return handles[index_of(handle)].access;
}

void fake_close(HANDLE handle)
{
    fake_reuse(handle, NULL);
}

void fake_reuse(HANDLE handle, struct fake_object *object)
{
    handles[index_of(handle)].object = object;
}

NTSTATUS fake_resolve(HANDLE handle, enum fake_kind kind, ULONG enough, struct fake_object **object)
{
    BOOLEAN pseudo = handle == NT_CURRENT_THREAD || handle == NT_CURRENT_PROCESS;

    *object = fake_object_of(handle);
    if (!*object) return STATUS_INVALID_HANDLE;
    if ((*object)->kind != kind) return STATUS_OBJECT_TYPE_MISMATCH;
    if (!pseudo && !(handles[index_of(handle)].access & enough)) return STATUS_ACCESS_DENIED;
    return STATUS_SUCCESS;
}

void fake_end(struct fake_object *object)
{
    object->exit = object->creation + 50000000;
}
