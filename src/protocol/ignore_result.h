/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_IGNORE_RESULT_H
#define CYCLETIME_IGNORE_RESULT_H

/* Says that a call may fail without consequence; a comment at the call gives the reason. For some functions of the C
   library, such as write, compilers warn of a cast to void too. */
static inline void ignore_result(long result)
{
    (void)result;
}

#endif
