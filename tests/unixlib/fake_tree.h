/* SPDX-License-Identifier: MIT */
/* Folders and files of a machine that is not there. */
#ifndef CYCLETIME_FAKE_TREE_H
#define CYCLETIME_FAKE_TREE_H

#include <stddef.h>

struct fake_tree {
    char root[64];
};

/* Beside what is really kept there: /dev/shm, or where that cannot be written, /tmp. */
struct fake_tree fake_tree_make(void);
void fake_tree_remove(const struct fake_tree *tree);

/* Writes TEXT as PATH ("/proc/stat"), into the file that is there, if one is: who has it open sees the new text. */
void fake_tree_write(const struct fake_tree *tree, const char *path, const char *text);
void fake_tree_write_bytes(const struct fake_tree *tree, const char *path, const void *bytes, size_t size);

/* The tree that tree_set_up made, and a descriptor of its root. */
extern struct fake_tree tree;
extern int tree_root;

int tree_set_up(void **state);
int tree_tear_down(void **state);

#endif
