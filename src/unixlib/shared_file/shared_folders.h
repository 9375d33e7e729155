/* SPDX-License-Identifier: MIT */
/* Where this user's processes can share a file: the folders, the best first, are the user's own one in /dev/shm, the one of
   this session, and Wine's prefix. Another user can fill /dev/shm with names, so only the user's own folder there is
   searched or listed, but for once, by the command that makes that folder. */
#ifndef CYCLETIME_SHARED_FOLDERS_H
#define CYCLETIME_SHARED_FOLDERS_H

#include "launch/prefix.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { SHARED_FOLDERS = 3 };

struct shared_folders {
    const char *of[SHARED_FOLDERS];
    int count;
    uid_t user;
    char own[40]; /* the user's own folder in /dev/shm, if it is among them; it is made when it is used */
    char prefix[PREFIX_PATH];
};

/* Finds these folders; if ONLY is not NULL, it is the only one. */
void shared_folders_find(struct shared_folders *folders, const char *only);

/* Returns whether the folder of that number can be used; makes the user's own one if it is missing. */
bool shared_folder_prepare(const struct shared_folders *folders, int number);

/* Returns this user's id, to which new files belong, also where a sandbox refuses geteuid. */
uid_t own_user(void);

/* Returns whether PATH is a folder of this user's, in which no other user can make files. */
bool folder_is_own(const char *path);

/* Makes PATH such a folder if it is missing. Returns false if that fails; errno says why. EEXIST: another file has the
   name, or the folder is another user's. */
bool folder_make_own(const char *path);

/* Makes the key that is equal in all processes that share a file: those of one pid namespace, in which a pid means the same
   process to all, and of one time namespace, in which /proc reports the same start of a process to all. False: /proc is
   another pid namespace's. */
bool shared_key(uint64_t *key);

/* Makes the identity of this process's prefix, as Wine itself does: by the folder's device and inode. False: there is no
   such folder. */
bool prefix_identity(uint64_t *identity);

/* Whether the limit on the size of the files that this process writes (ulimit -f) allows a file of SIZE. If it does not, a
   write beyond it does more than fail: SIGXFSZ ends the process. */
bool file_limit_allows(uint64_t size);

#endif
