# SPDX-License-Identifier: MIT
"""Processes that others end, and the exit codes that are reported of them."""
import json
import os
import re
import signal

from package_test import Started, build, case, check, prepare, read, run, run_case, wait_until

# Kills of one process at the same moment. Which of two that may end it does, the system alone knows.
KILLS = [("twice 9", 4), ("process 9 process 0", 8), ("process 7 process 5", 8), ("process 9 refused 66", 8),
         ("process 0 refused 66", 4), ("process 9 refused 66 refused 0", 4), ("process 9 job 11", 8)]


def exit_status(code):
    return 1 if code and not code & 0xff else code & 0xff


def block_sigquit():
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGQUIT])


def outcome(command, *words, killers=1, **how):
    """Returns the exit codes that Windows's processes were told, the command's status, and the codes in the list, by the
    programs' start."""
    process = Started(*command, *words, **how)
    wait_until(lambda: process.text().count("exit code") == killers, "a killer got no exit code", process.text,
               lambda: process.text(1))
    result = process.finish()
    programs = json.loads(read(command[4]))["processes"]
    codes = set(map(int, re.findall(r"(?m)^exit code ([0-9]+)", result.out)))
    return codes, result.status, [program["exit_code"] for program in programs if program["name"] == "kills.exe"]


@case
def kills(tree, work, machine):
    """Of a process that others end, the command's status and the list have the exit code that Windows' processes get: that
    of the first kill that was not refused, and of a process that had ended before, its own."""
    prepare(work, machine)
    os.environ["WINEDEBUG"] = "-all"
    program, times = work + "/kills.exe", work + "/times.json"
    build(machine, "kills.c", program, "-O1")
    command = [tree + "/bin/cycletime", "time", "--json", "--output", times, program]
    for words, attempts in KILLS:
        for attempt in range(attempts):
            codes, status, codes_listed = outcome(command, "root", *words.split(), killers=len(words.split()) // 2)
            found = f"{words}: Windows {codes}, status {status}, list {codes_listed}"
            check([status] == [exit_status(code) for code in codes] and set(codes_listed[:1]) == codes, found)
        print(found + ", without cycletime", run("wine", program, "root", *words.split()).status)
    for words, code in ("fail-fast", 0xC0000409), ("suspended", 6):
        found = outcome(command, words)
        check(found == ({code}, 5, [5, code]), f"{words}: {found}")
    # Wine's server ends a process that does not obey with SIGKILL.
    for code in 0, 9:
        codes, status, codes_listed = outcome(command, "root", "process", str(code), preexec_fn=block_sigquit)
        check((codes, status, codes_listed[0]) == ({code}, code, code),
              f"deaf, process {code}: Windows {codes}, status {status}, list {codes_listed}")


if __name__ == "__main__":
    run_case()
