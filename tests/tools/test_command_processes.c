/* SPDX-License-Identifier: MIT */
/* What the command reads of other processes. */
#include "apart.h"
#include "tools/command/system/system.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(a_variable_is_found_behind_an_empty_string_in_a_processs_environment)
{
    char *const words[] = { "sleep", "1000", NULL }, *const variables[] = { "FIRST=1", "", "", "LAST=2", NULL };
    int ended[2];
    char none;
    pid_t pid;

    /* The program closes the pipe when it begins. */
    assert_int_equal(pipe2(ended, O_CLOEXEC), 0);
    pid = fork();
    if (!pid) {
        execve("/bin/sleep", words, variables);
        _exit(1);
    }
    close(ended[1]);
    assert_int_equal(read(ended[0], &none, 1), 0);
    close(ended[0]);
    assert_string_equal(environment_value(process_environment(pid), "FIRST"), "1");
    assert_string_equal(environment_value(process_environment(pid), "LAST"), "2");
    assert_null(environment_value(process_environment(pid), "ST"));
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

int main(void)
{
    return run_all_tests();
}
