/* SPDX-License-Identifier: MIT */
/* The same for C++, with what needs its library, and a compiler with threads: passes, or ends by an exception that nobody
   catches. */
#include <iostream>
#include <mutex>
#include <stdexcept>
#include <string>

int main(int count, char **words)
{
    const std::string mode = count > 1 ? words[1] : "pass";
    std::mutex mutex;

    try {
        const std::lock_guard<std::mutex> guard(mutex);

        throw std::runtime_error(mode);
    } catch (const std::exception &error) {
        if (mode == "fail") throw;
        std::cout << error.what() << "ed" << std::endl;
    }
}
