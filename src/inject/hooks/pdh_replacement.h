/* SPDX-License-Identifier: MIT */
/* Replaces functions of Wine's pdh.dll, which few programs load, by those of src/counters. */
#ifndef CYCLETIME_HOOK_PDH_REPLACEMENT_H
#define CYCLETIME_HOOK_PDH_REPLACEMENT_H

/* The caller holds the modules' lock. Replaces the functions of the pdh.dll that is loaded, and of each that is loaded from
   now on. If a step fails, only that pdh.dll stays as it is. */
void pdh_follow(void);

#endif
