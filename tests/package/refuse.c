/* SPDX-License-Identifier: MIT */
/*
 * refuse CALL[:INDEX=VALUE] ERROR COMMAND...: runs COMMAND where Linux refuses a system call with ERROR, as the filters of
 * containers do, or only those calls whose argument INDEX is VALUE. CALL and ERROR are numbers.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Only the lower half of the argument is compared. Returns 0, or -1 with errno. */
static int refuse(const char *call, int error)
{
    unsigned number = 0, index = 0, value = 0;
    const int is_any = sscanf(call, "%u:%u=%u", &number, &index, &value) < 3;
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, args) + index * 8),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, is_any ? 0 : 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = { sizeof filter / sizeof *filter, filter };

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) ? -1 : 0;
}

int main(int count, char **words)
{
    if (count < 4) return 125;
    if (refuse(words[1], atoi(words[2]))) {
        perror("seccomp");
        return 125;
    }
    execvp(words[3], words + 3);
    perror(words[3]);
    return 127;
}
