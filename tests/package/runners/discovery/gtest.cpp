// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <mutex>

TEST(sums, passes)
{
    std::mutex lock;
    std::lock_guard<std::mutex> own(lock);
    EXPECT_EQ(1 + 1, 2);
}

TEST(sums, fails)
{
    EXPECT_EQ(1 + 1, 3);
}
