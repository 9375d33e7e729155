/* SPDX-License-Identifier: MIT */
#ifndef PROVIDER_H
#define PROVIDER_H

enum { PROVIDER_OBJECT = 4242, PROVIDER_COUNTER = 4244, PROVIDER_VALUE = 12345 };

#endif
