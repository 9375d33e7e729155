// SPDX-License-Identifier: MIT
#define CATCH_CONFIG_MAIN
#include <catch.hpp>

TEST_CASE("passes")
{
    CHECK(1 + 1 == 2);
}

TEST_CASE("fails")
{
    CHECK(1 + 1 == 3);
}
