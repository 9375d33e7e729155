/* SPDX-License-Identifier: MIT */
#define _WIN32_WINNT 0x0A00
#define DECLARATIONS_FOR declarations_for_10
#include "declarations.inc"
