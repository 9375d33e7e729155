# SPDX-License-Identifier: MIT
"""What a user does first, on any Wine, in a minute: `python3 quick.py first_steps TREE WORK WINE [MACHINE]...`.

TREE is an installed cycletime, WORK a new folder, WINE the beginning of what `wine --version` prints, or "" for any. Each
step is taken with plain Wine first, then with the command; what passes with plain Wine passes with the command. MACHINE is
a machine whose programs this Wine is to run, x86_64 without one."""
import glob
import os
import re
import signal
import time

from package_test import (TESTS, Started, at_end, build, case, check, end_wine, fail, forget, fresh, read, run, run_case,
                          windows_path, write)

# Seconds in which a program that Ctrl-C has to end is gone; where it need not end, fewer.
GRACE, SHORT_GRACE = 60, 10
begun = time.monotonic()


class Steps:
    """The steps for the programs of one machine."""

    def __init__(self, tree, work, machine):
        self.command, self.work, self.machine = tree + "/bin/cycletime", f"{work}/{machine}", machine
        # In the new WoW64 mode Wine gives a 32-bit program to its start.exe, whose process gets the signal, and waits.
        self.is_below_another = False
        os.makedirs(self.work + "/library")
        build(machine, TESTS + "/exit_codes.c", self.work + "/exit_codes.exe", "-O1")
        build(machine, TESTS + "/timed.c", self.work + "/timed.exe", "-O1", "-municode")
        build(machine, TESTS + "/dll_answers.c", self.work + "/library/library.dll", "-shared", "-DANSWER=4")
        build(machine, TESTS + "/dll_needs.c", self.work + "/dll_needs.exe", self.work + "/library/library.dll")

    def report(self, what, plain, found, expected, is_wines=False):
        """Prints one step. Plain Wine may do something else than the command has to do; IS_WINES: the command may too."""
        is_as_expected = found == expected or is_wines and found == plain
        ended = "" if found == expected else "   as plain Wine" if is_as_expected else f"   FAILED, not {expected}"
        print(f"{self.machine:6}  {time.monotonic() - begun:3.0f} s  {what:28} plain Wine: {plain}   cycletime: {found}"
              + ended)
        return check(is_as_expected, f"{self.machine}, {what}: {found}, not {expected}")

    def exit_codes(self):
        for words, expected in ((["return", "0"], 0), (["return", "3"], 3), (["terminate", "7"], 7), (["crash"], 5),
                                (["killed"], 9)):
            plain, found = (run(start, "exit_codes.exe", *words, cwd=self.work) for start in ("wine", self.command))
            self.report("ends by " + " ".join(words), plain.status, found.status, expected) or print(found)

    def killed_by_linux(self):
        """The program's own process gets SIGKILL."""
        def killed(start):
            process = Started(start, "exit_codes.exe", "stay", cwd=self.work)
            self.wait_for_text(process)
            for pid in processes_with("exit_codes.exe\0stay"):
                if pid != process.pid or start == "wine":
                    os.kill(pid, signal.SIGKILL)
            return process.finish().status

        self.report("ends by kill -9", killed("wine"), killed(self.command), -signal.SIGKILL, self.is_below_another)

    @staticmethod
    def wait_for_text(process):
        end = time.monotonic() + 120
        while not process.text():
            if process.poll() is not None or time.monotonic() > end:
                fail(f"{process.args}: the program does not begin: {process.poll()}", process.text(1))
            time.sleep(0.02)

    def ctrl_c(self):
        """The exit code after SIGINT to the command alone, or to its process group, and whether the program is gone."""
        def interrupted(send, start, *words):
            process = Started(start, "exit_codes.exe", *words, cwd=self.work, start_new_session=True)
            self.wait_for_text(process)
            send(process.pid, signal.SIGINT)
            end = time.monotonic() + (SHORT_GRACE if start == "wine" or self.is_below_another else GRACE)
            while processes_with("exit_codes.exe\0" + words[0]) and time.monotonic() < end:
                time.sleep(0.02)
            is_gone = not processes_with("exit_codes.exe\0" + words[0])
            for pid in processes_with("exit_codes.exe\0" + words[0]):
                os.kill(pid, signal.SIGKILL)
            return f"{process.finish().status}, {'gone' if is_gone else 'STAYS'}"

        for send, name in (os.killpg, "the group"), (os.kill, "the command"):
            for words, status in (["stay"], -2), (["handles", "5"], 5):
                plain, found = (interrupted(send, start, *words) for start in ("wine", self.command))
                self.report(f"Ctrl-C to {name}: {words[0]}", plain, found, f"{status}, gone", self.is_below_another)

    def dll(self):
        folder = self.work + "/library"
        plain = run("wine", "dll_needs.exe", cwd=self.work, env={"WINEPATH": windows_path(folder)}).status
        for what, changes in (("WINEPATH", {"WINEPATH": windows_path(folder)}),
                              ("PATH", {"PATH": folder + ":" + os.environ["PATH"]})):
            found = run(self.command, "dll_needs.exe", cwd=self.work, env=changes)
            self.report("a DLL in " + what, plain, found.status, 4) or print(found)

    def below_a_shell(self):
        plain = run("sh", "-c", "wine ./exit_codes.exe return 3; exit $?", cwd=self.work)
        for line in "./exit_codes.exe return 3; exit $?", "exec ./exit_codes.exe return 3":
            found = run(self.command, "sh", "-c", line, cwd=self.work)
            self.report("sh -c " + line.split(" ")[0], plain.status, found.status, 3) or print(found)

    def ctest(self):
        def tested(name, before, *start):
            folder = f"{self.work}/{name}"
            os.makedirs(folder)
            program = self.work + "/exit_codes.exe"
            write(folder + "/CTestTestfile.cmake", f'add_test(good {before}"{program}" return 0)\n'
                  f'add_test(bad {before}"{program}" return 3)\n')
            result = run(*start, "ctest", "-j2", cwd=folder)
            return f"{result.status} " + " ".join(re.findall("[0-9]+% tests passed, [0-9]+ tests failed", result.out))

        plain, found = tested("plain", '"wine" '), tested("below", "", self.command)
        self.report("ctest of two tests", plain, found, "8 50% tests passed, 1 tests failed")

    def time(self):
        words = ["timed.exe", "end", "3", "300"]
        plain = run("wine", *words, cwd=self.work)
        found = run(self.command, "time", *words, cwd=self.work)
        lines = [line.split() for line in found.err.split("\n") if line.endswith("timed.exe")]
        self.report("time: the exit code", plain.status, found.status, 3) or print(found)
        is_right = bool(lines) and 0.2 < float(lines[-1][1]) + float(lines[-1][2]) < 3
        self.report("time: a row of about 0.3 s", "-", is_right, True) or print(found)

    def times_are_right(self):
        """A parent asks for its child's times and cycles, which plain Wine does not know."""
        words = ["timed.exe", "wait", "timed.exe", "end", "3", "300"]
        found = run(self.command, *words, cwd=self.work).value("child").split()
        is_right = len(found) == 5 and 2000000 < int(found[0]) + int(found[1]) < 30000000 and int(found[4]) > 0
        plain = run("wine", *words, cwd=self.work).value("child").split()
        self.report("a child's time and cycles", " ".join(plain), "about 0.3 s" if is_right else " ".join(found),
                    "about 0.3 s")

    def top(self):
        words = [self.command, "top", "--count", "1"]
        found = run(*words, cwd=self.work)
        self.report("top --count 1", "-", found.status, 0) or print(found)


def processes_with(words):
    """Returns the ids of the processes of Wine whose command lines have these words, each behind a zero byte."""
    found = []
    for entry in glob.glob("/proc/[0-9]*"):
        line = read(entry + "/cmdline")
        if words in line and "cycletime\0" not in line and "timeout\0" not in line:
            found.append(int(entry[6:]))
    return found


def new_wow64(work):
    """Returns whether a 32-bit program runs without 32-bit Linux code."""
    result = run("wine", work + "/i686/exit_codes.exe", "return", "0", env={"WINEDEBUG": "err+environ"})
    return "wow64 mode" in result.err


@case
def first_steps(tree, work, wine, *machines):
    """What a user does first does with the command what it does with plain Wine."""
    fresh(work)
    version = run("wine", "--version").out.strip()
    if not version.startswith(wine):
        fail(f"this Wine is {version}, not {wine}")
    forget("DISPLAY", "WAYLAND_DISPLAY", "TMPDIR")
    os.environ.update(WINEPREFIX=work + "/prefix", WINEDEBUG="-all",
                      WINEDLLOVERRIDES="mscoree,mshtml=;winemenubuilder.exe=d")
    home = os.environ.get("HOME")
    print(f"{version}, user {os.getuid()}, process {os.getpid()}, HOME {home} "
          f"({'is' if os.path.isdir(home or '') else 'not'} there)")
    made = run("wine", "wineboot", "-i", seconds=600)
    if made.status:
        fail("plain Wine makes no prefix", made)
    at_end(end_wine)
    status = run(tree + "/bin/cycletime", "status")
    is_active = status.status == 0 and "\nLinux side  active\n" in status.out
    if check(is_active, "cycletime status: the Linux side is not active", status):
        print(f"status  {time.monotonic() - begun:3.0f} s  the Linux side is active")
    for machine in machines or ["x86_64"]:
        steps = Steps(tree, work, machine)
        if run("wine", "exit_codes.exe", "return", "3", cwd=steps.work).status != 3:
            fail(f"this Wine runs no programs of {machine}")
        if machine == "i686":
            steps.is_below_another = new_wow64(work)
            mode = "in the new WoW64 mode, below start.exe" if steps.is_below_another else "by 32-bit Linux code"
            print(f"{machine}    {mode}")
        for step in (steps.exit_codes, steps.killed_by_linux, steps.dll, steps.below_a_shell, steps.ctest, steps.time,
                     steps.times_are_right, steps.ctrl_c, steps.top):
            step()


run_case()
