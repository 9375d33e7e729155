/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_MEASURE_H
#define CYCLETIME_MEASURE_H

#include "../protocol/host_calls.h"

#include <stdbool.h>

/* FALSE: there is no such thing to measure, or it failed. */
bool measure(struct host_measure *measure);

#endif
