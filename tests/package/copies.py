# SPDX-License-Identifier: MIT
"""Programs with the static library under cycletime, and with several copies of cycletime in one process."""
import json
import os
import re
import shutil

from package_test import (TESTS, build, case, check, fail, library, prepare, read, run, run_case, same, write)

ACTIVE, UNIXLIB = 0, 3  # of CYCLETIME_UNIXLIB_STATE and CYCLETIME_SOURCE
ACTIVE_BY_CALLS, MISSING = 1, 5
NONE, EXACT = 0, 2  # of CYCLETIME_ACCURACY, of what kernel32 exports
REPORT = r"(?m)^(\w+) state (\d+) source (\d+) accuracy (\d+) first (\d+) time (\d+)$"


class Copies:
    """The programs, and the ways to run them."""

    def __init__(self, machine, tree, work):
        self.command, self.work, self.tree = tree + "/bin/cycletime", work, tree
        options = ["-O2", "-static-libgcc", "-I", tree + "/include", "-L", f"{tree}/lib/{machine}-w64-mingw32"]
        source = TESTS + "/copies.c"
        self.program, self.with_dll = work + "/copies.exe", work + "/dll/copies.exe"
        build(machine, source, self.program, *options, "-lcycletime_static")
        build(machine, source, work + "/plugin.dll", *options, "-shared", "-DPLUGIN", "-lcycletime_static")
        os.mkdir(work + "/dll")
        build(machine, source, self.with_dll, *options, "-lcycletime")
        shutil.copy(library(machine, tree), work + "/dll")

    def run(self, *words):
        result = run(self.command, "run", *words)
        if result.status:
            fail("the program does not run", result)
        return result

    def first_call(self, program):
        """Returns how long the first call took, in microseconds."""
        return int(re.search(REPORT, self.run(program, "once").out)[5])


def reports(result, *who):
    """Returns what each copy reported: its state, source, accuracy, the time of its first call, and the process's."""
    found = re.findall(REPORT, result.out)
    same("the copies that report", list(who), [name for name, *_ in found])
    return [[int(value) for value in values] for _, *values in found]


def check_all_have_the_linux_side(result, *who, accuracy=EXACT):
    found = reports(result, *who)
    for name, (state, source, of_kernel32, *_) in zip(who, found):
        check(of_kernel32 == accuracy, f"{name} takes kernel32's answers for others", result)
        check(state in (ACTIVE, ACTIVE_BY_CALLS) and source == UNIXLIB, f"{name} does not have the Linux side", result)
    times = [time for *_, time in found]
    check(times == sorted(times), "the copies do not have one clock", result)


def check_counted_once(copies):
    """The process counts once for its parent, and has one row in a list."""
    result = copies.run(copies.program, "parent")
    child, descendants = map(int, re.search(r"child (\d+) descendants (\d+)", result.out).groups())
    check(child / 2 < descendants < child * 3 / 2, "the child does not count once", result)
    result = run(copies.command, "time", "--json", "--output", copies.work + "/list", copies.program)
    listed = json.loads(read(copies.work + "/list"))["processes"]
    check([process["name"] for process in listed].count("copies.exe") == 1, "it is not listed once", result, listed)


def check_other_versions(copies):
    """A copy that cannot use the Linux side gets it all the same, and --verbose names its version."""
    for unixlib_version in "1", "1000":
        line = "copies.exe: contains a static library of cycletime 1.5.2, which cannot use the Linux side"
        words = copies.program, "share", str(0x10502), unixlib_version
        result = copies.run("--verbose", *words)
        same("the answer", "shared 1\n", result.out)
        check(re.search(line, result.err), "--verbose does not name the version", result)
        result = copies.run(*words)
        check(not re.search(line, result.err), "the version is named without --verbose", result)


def check_first_call(copies):
    """Tries again: another program may run in between."""
    tries = []
    for _ in range(20):
        tries.append((copies.first_call(copies.program), copies.first_call(copies.with_dll)))
        if min(static for static, _ in tries) <= min(dll for _, dll in tries) + 500:
            print("microseconds of the first call, static and DLL:", tries)
            return
    fail("the first call of the static library takes 0.5 ms more than that of the DLL", tries)


@case
def copies(tree, work, machine="x86_64"):
    """Under `cycletime run` and `cycletime env` all copies of cycletime in a process, of the static library too, have one
    Linux side, for which the process counts once, and they find it as quickly as cycletime.dll."""
    prepare(work, machine)
    copies = Copies(machine, tree, work)
    all_of_them = "program", "plugin", "dll", "again"
    check_all_have_the_linux_side(copies.run(copies.program), *all_of_them)
    script = write(work + "/by_env", f'eval "$("{copies.command}" env)"; wine "$1"\n')
    check_all_have_the_linux_side(run("sh", script, copies.program), *all_of_them)
    check_all_have_the_linux_side(run("wine", copies.program, env={"WINEDLLPATH": tree + "/lib/wine"}), "program", "plugin",
                                  "again", accuracy=NONE)
    plain = run("wine", copies.program, env={"WINEDLLPATH": None, "CYCLETIME_UNIXLIB": None})
    check([state for state, *_ in reports(plain, "program", "plugin", "again")] == [MISSING] * 3,
          "the Linux side is not missing in plain Wine", plain)
    check_counted_once(copies)
    check_other_versions(copies)
    check_first_call(copies)


if __name__ == "__main__":
    run_case()
