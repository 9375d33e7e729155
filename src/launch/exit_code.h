/* SPDX-License-Identifier: MIT */
/* Decides with which exit code a Windows program ends, from all that is known. Wine loses the code of a process that
   another one ended, and Linux keeps one byte of any. The preload library decides before the end, `cycletime run` after it,
   and readers of the shared file which code is the process's. Wine: kill. */
#ifndef CYCLETIME_LAUNCH_EXIT_CODE_H
#define CYCLETIME_LAUNCH_EXIT_CODE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Exit codes of this command, as of env(1), timeout(1) and the shells. docs/troubleshooting.md repeats these rows.
 *
 * | exit code 125 | cycletime failed; a line on stderr says why (a program's own 125 has none) |
 * | exit code 126 | the command was found, and cannot run here. The line on stderr says why |
 * | exit code 127 | the command was not found |
 */
enum { EXIT_FAILED = 125, EXIT_CANNOT_RUN = 126, EXIT_NOT_FOUND = 127 };

/*
 * The rules for a Windows program, of which the first that applies decides. docs/limits.md repeats these rows;
 * below the head they are those of enum exit_rule.
 *
 * | how the program ended | exit code |
 * | by another program with cycletime, to which Wine reported the code then | that code |
 * | by Ctrl-C, or another event of its console | ended by SIGINT, 130 in a shell |
 * | by itself, by a crash, or by another program with cycletime | that code, also where plain Wine has 0 |
 * | its last threads ended at the same time | the last one's code |
 * | by `wine taskkill`, `wineserver -k`, a program without cycletime or, with `--no-nt`, any | 1: the code is unknown |
 * | by a signal of Linux; by Wine's server, if it took half a second to end | 128 and the signal's number, as 137 |
 */
enum exit_rule {
    EXIT_OF_KILL,   /* its killer recorded what the system reported after the kill */
    EXIT_BY_CTRL_C, /* it recorded that; the signal stays */
    EXIT_RECORDED,  /* it recorded its code, or its killer did before the kill, and Linux has lost it or may lose it */
    EXIT_OF_THREAD, /* of the last thread, before the end: Wine ends it with 0 */
    EXIT_UNKNOWN,   /* Wine ended its threads because another process ended it */
    EXIT_OF_LINUX   /* what Wine or Linux has */
};

/* All that is known; a member that is 0 is not known. */
struct exit_facts {
    bool has_ended;        /* for Linux; otherwise the process itself decides, before its end */
    int status, signal;    /* with which Wine ends it; or what waitpid reports */
    bool has_code;         /* the process recorded CODE */
    bool has_killers_code; /* another process recorded KILLERS_CODE, and if IS_REPORTED, after the kill */
    bool is_reported;
    bool by_event;   /* an event of its console ends it */
    bool has_thread; /* its last thread has ended with THREAD_CODE */
    bool is_killed;  /* another process has ended it: a thread code of 0 shows nothing */
    uint32_t code, killers_code, thread_code;
};

struct exit_decision {
    enum exit_rule rule;
    bool has_code, is_killers; /* it is the killer's */
    uint32_t code;             /* Windows' code, for other programs and `cycletime time` */
    int status, signal;        /* for Linux. A first process of a container that SIGNAL does not end ends with STATUS */
};

/* Allocates nothing and takes no lock. */
struct exit_decision exit_code_decide(const struct exit_facts *facts);

#endif
