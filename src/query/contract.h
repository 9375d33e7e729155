/* SPDX-License-Identifier: MIT */
/* Which of the two length contracts the idle cycle functions keep in this process. */
#ifndef CYCLETIME_CONTRACT_H
#define CYCLETIME_CONTRACT_H

#include "buffer_length.h"

/* What was set, else what the environment says at the first call. */
enum length_contract contract_get(void);
void contract_set(enum length_contract contract);

#endif
