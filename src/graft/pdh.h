/* SPDX-License-Identifier: MIT */
/* Puts the functions of src/counters in place in Wine's pdh.dll, which few programs load. */
#ifndef CYCLETIME_GRAFT_PDH_H
#define CYCLETIME_GRAFT_PDH_H

/* Under the modules' lock: in the one that is there, and in each that is loaded from now on. What cannot be put in place
   leaves that pdh.dll as it is alone. */
void pdh_follow(void);

#endif
