/* SPDX-License-Identifier: MIT */
/*
 * refuse CALL[:INDEX=VALUE] ERROR COMMAND...: runs COMMAND where Linux refuses a system call with ERROR, as the filters of
 * containers do, or only those calls whose argument INDEX is VALUE. CALL and ERROR are numbers.
 * refuse low 0 COMMAND...: runs COMMAND where Linux ends a process that makes a system call from code at a low address, as
 * Wine-Staging and Proton have it for all that a Windows program starts.
 */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Returns 0, or -1 with errno. */
static int install_filter(struct sock_filter *filter, size_t count)
{
    const struct sock_fprog program = { (unsigned short)count, filter };

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) ? -1 : 0;
}

/* Wine's own preloader, a page at 0x7d400000, may call Linux. */
static int refuse_low_addresses(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, 5),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer) + 4),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x7000, 3, 0),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer)),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xffffe000),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x7d400000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
    };

    return install_filter(filter, sizeof filter / sizeof *filter);
}

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

    return install_filter(filter, sizeof filter / sizeof *filter);
}

int main(int count, char **words)
{
    if (count < 4) return 125;
    if (strcmp(words[1], "low") ? refuse(words[1], atoi(words[2])) : refuse_low_addresses()) {
        perror("seccomp");
        return 125;
    }
    execvp(words[3], words + 3);
    perror(words[3]);
    return 127;
}
