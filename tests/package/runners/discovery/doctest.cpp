// SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest.h>

TEST_CASE("passes")
{
    CHECK(1 + 1 == 2);
}

TEST_CASE("fails")
{
    CHECK(1 + 1 == 3);
}
