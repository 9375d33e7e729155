/* SPDX-License-Identifier: MIT */
#include "contract.h"

static LONG chosen = -1;

enum length_contract contract_get(void)
{
    LONG contract = __atomic_load_n(&chosen, __ATOMIC_ACQUIRE), none = -1;

    if (contract != none) return contract;
    contract = nt_environment_is(L"CYCLETIME_CONTRACT", L"documented") ? LENGTH_DOCUMENTED : LENGTH_WINDOWS;
    /* Unless somebody has set it meanwhile. */
    if (__atomic_compare_exchange_n(&chosen, &none, contract, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return contract;
    return none;
}

void contract_set(enum length_contract contract)
{
    __atomic_store_n(&chosen, (LONG)contract, __ATOMIC_RELEASE);
}
