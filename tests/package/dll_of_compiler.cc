/* SPDX-License-Identifier: MIT */
/* Needs the DLLs of the compiler that builds it; ends with 3. */
#include <string>

int main(int, char **words)
{
    try {
        return std::string(words[0]).at(1000000);
    } catch (const std::exception &) {
        return 3;
    }
}
