# SPDX-License-Identifier: MIT
"""What programs of today need and old Wines lack."""
import re

from package_test import (NODE_ON_WINDOWS_10, build, case, check, fetched_program, prepare, read, run, run_case, same,
                          windows_path, write)


def through_pipes(out, *words, **how):
    """Returns the result of a command whose input and output are pipes."""
    script = 'out=$1; shift; { sleep 1; echo text; } | { "$@"; echo "exit code $?"; } | cat >"$out"'
    result = run("sh", "-c", script, "sh", out, *words, **how)
    check(result.status == 0, f"{words} does not end", result)
    return read(out)


@case
def pipe_mode(tree, work, machine):
    """SetNamedPipeHandleState succeeds for a Linux pipe and the mode that it has, which Wine refuses; for all other modes
    and handles the result and the last error are Wine's."""
    prepare(work, machine)
    program, cycletime = work + "/pipe_mode.exe", tree + "/bin/cycletime"
    build(machine, "pipe_mode.c", program, "-O1")
    words = [program, windows_path(program)]
    plain = through_pipes(work + "/plain", "wine", *words)
    check(len(re.findall("(?m)^(?:linux-pipe|other) ", plain)) == 8 * 15, "without cycletime, lines are missing", plain)
    expected = re.sub("(?m)^(linux-pipe .*): [01] .*$", r"\1: 1 beef", plain)
    check(len(re.findall("(?m)^linux-pipe ", expected)) == 2, "there are not two pipes", expected)
    for options in [], ["--no-nt"], ["--no-dll-folders"]:
        same(f"what is answered with {options}", expected,
             through_pipes(work + "/hooked", cycletime, "run", *options, *words))


@case
def node_pipes(tree, work):
    """Node.js writes all of its output to pipes, and ends with its own exit code."""
    prepare(work)
    program, cycletime = fetched_program("node"), tree + "/bin/cycletime"
    run(*NODE_ON_WINDOWS_10)
    script = write(work + "/lines.cjs",
                   "for (let i = 0; i < 20000; i++) console.log('line ' + i);\nprocess.exitCode = 3;\n")
    lines = "".join(f"line {number}\n" for number in range(20000))
    print("without cycletime:\n" + through_pipes(work + "/plain", "wine", program, "-p", "1")[:200])
    same("the output", lines + "exit code 3\n", through_pipes(work + "/out", cycletime, program, windows_path(script)))
    same("-p", "42\nexit code 0\n", through_pipes(work + "/out", cycletime, program, "-p", "6*7"))


run_case()
