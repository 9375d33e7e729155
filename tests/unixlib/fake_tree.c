/* SPDX-License-Identifier: MIT */
#include "fake_tree.h"

#include <assert.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct fake_tree fake_tree_make(void)
{
    struct fake_tree tree = { "/dev/shm/test-of-cycletime-XXXXXX" };
    const char *made;

    if (access("/dev/shm", W_OK)) strcpy(tree.root, "/tmp/test-of-cycletime-XXXXXX");
    made = mkdtemp(tree.root);
    assert(made);
    return tree;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    return remove(path);
}

void fake_tree_remove(const struct fake_tree *tree)
{
    const int failed = nftw(tree->root, remove_one, 16, FTW_DEPTH | FTW_PHYS);

    assert(!failed);
}

static void make_folders(char *path)
{
    char *slash;

    for (slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
}

void fake_tree_write_bytes(const struct fake_tree *tree, const char *path, const void *bytes, size_t size)
{
    char name[256];
    ssize_t written;
    int file;

    snprintf(name, sizeof name, "%s%s", tree->root, path);
    make_folders(name);
    file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert(file >= 0);
    written = write(file, bytes, size);
    assert(written == (ssize_t)size);
    close(file);
}

void fake_tree_write(const struct fake_tree *tree, const char *path, const char *text)
{
    fake_tree_write_bytes(tree, path, text, strlen(text));
}

struct fake_tree tree;
int tree_root;

int tree_set_up(void **state)
{
    tree = fake_tree_make();
    tree_root = open(tree.root, O_RDONLY | O_DIRECTORY);
    return tree_root < 0;
}

int tree_tear_down(void **state)
{
    close(tree_root);
    fake_tree_remove(&tree);
    return 0;
}
