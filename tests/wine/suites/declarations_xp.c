/* SPDX-License-Identifier: MIT */
#define _WIN32_WINNT 0x0501
#define DECLARATIONS_FOR declarations_for_xp
#include "declarations.inc"
