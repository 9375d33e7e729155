/* SPDX-License-Identifier: MIT */
#include "launch/exit_code.h"

#include <signal.h>

enum { UNKNOWN = 1 };

static const uint32_t code_of_ctrl_c = 0xC000013A; /* STATUS_CONTROL_C_EXIT */

/* Of two kills at the same moment, the process may have ended with the code of the second, so a code that was reported
   after a kill replaces each other one. A process that recorded 0, and then ended by a signal, has failed. A status other
   than 0 is the process's own: Wine makes 0 of the codes that it loses. */
static enum exit_rule find_rule(const struct exit_facts *facts, const struct exit_decision *decision)
{
    if (facts->has_ended) {
        if (facts->is_reported) return EXIT_OF_KILL;
        if (!facts->signal || !decision->has_code || !decision->code) return EXIT_OF_LINUX;
        return decision->code == code_of_ctrl_c ? EXIT_BY_CTRL_C : EXIT_RECORDED;
    }
    if (facts->by_event && decision->has_code) return EXIT_BY_CTRL_C;
    if (facts->status) return EXIT_OF_LINUX;
    if (decision->has_code) return EXIT_RECORDED;
    if (facts->has_thread && (facts->thread_code || !facts->is_killed)) return EXIT_OF_THREAD;
    return facts->is_killed ? EXIT_UNKNOWN : EXIT_OF_LINUX;
}

/* Linux keeps the low byte. A code other than 0 whose low byte is 0 becomes 1, so that it is still a failure (Wine's
   dlls/ntdll/unix, get_unix_exit_code). */
static int status_of(uint32_t code)
{
    return code && !(code & 0xff) ? 1 : (int)(code & 0xff);
}

struct exit_decision exit_code_decide(const struct exit_facts *facts)
{
    struct exit_decision decision = { .has_code = facts->has_code || facts->has_killers_code,
                                      .is_killers = facts->has_killers_code && (facts->is_reported || !facts->has_code),
                                      .status = facts->status,
                                      .signal = facts->signal };

    decision.code = decision.is_killers ? facts->killers_code : facts->code;
    decision.rule = find_rule(facts, &decision);
    switch (decision.rule) {
    case EXIT_OF_LINUX: break;
    case EXIT_BY_CTRL_C:
        if (facts->has_ended) break;
        decision.signal = SIGINT;
        if (!facts->status) decision.status = status_of(decision.code);
        break;
    case EXIT_OF_KILL:
    case EXIT_RECORDED:
        decision.status = status_of(decision.code);
        decision.signal = 0;
        break;
    case EXIT_OF_THREAD: decision.status = status_of(facts->thread_code); break;
    case EXIT_UNKNOWN: decision.status = UNKNOWN; break;
    }
    return decision;
}
