/* SPDX-License-Identifier: MIT */
/* The system's functions as they were before they were hooked. */
#include "inject/hooks/hooks.h"

struct trampolines trampolines;
