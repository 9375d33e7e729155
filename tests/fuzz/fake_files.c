/* SPDX-License-Identifier: MIT */
#include "fake_files.h"

#include <errno.h>
#include <sys/types.h>

struct fake_files fake_files;

void fake_files_begin(void)
{
    CHECK(!fake_files.open);
    fake_files.count = 0;
    fake_files.piece = 0;
    fake_files.fails = false;
}

struct fake_file *fake_files_add(const char *path, const uint8_t *bytes, size_t size)
{
    struct fake_file *file = &fake_files.of[fake_files.count];

    CHECK(fake_files.count < FAKE_FILES && strlen(path) < sizeof file->path);
    *file = (struct fake_file){ .bytes = bytes, .size = size };
    strcpy(file->path, path);
    fake_files.count++;
    return file;
}

static struct fake_file *find_file(const char *path)
{
    unsigned i;

    for (i = 0; i < fake_files.count; i++)
        if (!strcmp(fake_files.of[i].path, path)) return &fake_files.of[i];
    return NULL;
}

int fake_files_descriptor(const struct fake_file *file)
{
    return FAKE_FIRST + (int)(file - fake_files.of);
}

static struct fake_file *file_of(int descriptor)
{
    CHECK(descriptor >= FAKE_FIRST && descriptor < FAKE_FIRST + (int)fake_files.count);
    return &fake_files.of[descriptor - FAKE_FIRST];
}

static ssize_t give(const struct fake_file *file, void *bytes, size_t size, size_t at)
{
    size_t left = at < file->size ? file->size - at : 0;

    if (fake_files.fails && at) {
        errno = EIO;
        return -1;
    }
    if (left > size) left = size;
    if (fake_files.piece && left > fake_files.piece) left = fake_files.piece;
    if (left) memcpy(bytes, file->bytes + at, left);
    return (ssize_t)left;
}

int __wrap_openat64(int directory, const char *path, int flags);
int __wrap_openat64(int directory, const char *path, int flags)
{
    struct fake_file *file = find_file(path);

    (void)flags;
    CHECK(directory == FAKE_DIRECTORY);
    if (!file) {
        errno = ENOENT;
        return -1;
    }
    CHECK(!file->is_open);
    file->is_open = true;
    file->at = 0;
    fake_files.open++;
    return fake_files_descriptor(file);
}

ssize_t __wrap_read(int descriptor, void *bytes, size_t size);
ssize_t __wrap_read(int descriptor, void *bytes, size_t size)
{
    struct fake_file *file = file_of(descriptor);
    const ssize_t got = give(file, bytes, size, file->at);

    CHECK(file->is_open);
    if (got > 0) file->at += (size_t)got;
    return got;
}

ssize_t __wrap_pread64(int descriptor, void *bytes, size_t size, off_t at);
ssize_t __wrap_pread64(int descriptor, void *bytes, size_t size, off_t at)
{
    CHECK(at >= 0);
    return give(file_of(descriptor), bytes, size, (size_t)at);
}

int __wrap_close(int descriptor);
int __wrap_close(int descriptor)
{
    struct fake_file *file = file_of(descriptor);

    CHECK(file->is_open);
    file->is_open = false;
    fake_files.open--;
    return 0;
}
