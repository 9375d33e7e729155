# SPDX-License-Identifier: MIT
"""Programs with and without a display, one after the other and at once: what makes windows with plain Wine makes them with
cycletime, whose server of Wine stays."""
import os
import subprocess
import time

from package_test import (Started, build, case, check, end_wine, forget, need_tools, prepare, run,
                          run_case, start_display, use_own_prefix, variables, wait_until, write)

PROGRAM = """#include <windows.h>
#include <stdio.h>
#include <string.h>
int main(int count, char **words)
{
    MSG message;
    HWND parent = count > 1 && !strcmp(words[1], "message") ? HWND_MESSAGE : NULL;

    if (count > 1 && !parent && strcmp(words[1], "stay") != 0) return 0;
    PeekMessageA(&message, NULL, 0, 0, PM_NOREMOVE);
    if (count > 1 && !parent) {
        CreateWindowA("STATIC", "", 0, 0, 0, 9, 9, HWND_MESSAGE, NULL, NULL, NULL);
        puts("stays");
        fflush(stdout);
        Sleep(4000);
        return 0;
    }
    return !CreateWindowA("STATIC", "a window", parent ? 0 : WS_OVERLAPPEDWINDOW, 0, 0, 99, 99, parent, NULL, NULL, NULL);
}
"""
WINDOW, MESSAGE, NOTHING = [], ["message"], ["nothing"]


class Windows:
    """The program, which makes a window, one for messages alone, or none."""

    def __init__(self, tree, work):
        need_tools("Xvfb", "xvfb-run", "xauth")
        prepare(work)
        use_own_prefix(work + "/prefix")
        forget("DISPLAY", "WAYLAND_DISPLAY", "CYCLETIME_KEEP_SERVER")
        self.work, self.program, self.cycletime = work, work + "/windows.exe", tree + "/bin/cycletime"
        build("x86_64", write(work + "/windows.c", PROGRAM), self.program, "-O1")

    def read_all(self, start, words, display, wrapper=()):
        """Returns the exit code of a program whose output is read to its end, as a test runner does."""
        result = subprocess.run([*wrapper, *start, self.program, *words], stdin=subprocess.DEVNULL, check=False,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=variables({"DISPLAY": display}))
        return result.returncode

    def expect(self, name, *steps, is_cold=True):
        """Runs STEPS, pairs of a program's words and a display, from a new server on, with plain Wine, for comparison, and
        with cycletime."""
        for start in ["wine"], [self.cycletime]:
            if is_cold:
                end_wine()
            begun, codes = time.monotonic(), [self.read_all(start, words, display) for words, display in steps]
            print(f"{name}, {os.path.basename(start[0])}: {codes}, {time.monotonic() - begun:.1f} s")
            check(not any(codes) or start == ["wine"], f"{name}: the exit codes are {codes}")


@case
def displays(tree, work):
    """A program makes windows on its display after a program that had none, or another, which Wine's desktop may still
    have, in each order; so it does if the user keeps Wine's server, or another display is gone."""
    windows = Windows(tree, work)
    one, other = start_display(work + "/one"), start_display(work + "/other")
    windows.expect("without, with", (NOTHING, None), (WINDOW, one))
    windows.expect("for messages, with", (MESSAGE, None), (WINDOW, one))
    windows.expect("with, without, with", (WINDOW, one), (NOTHING, None), (MESSAGE, None), (WINDOW, one))
    windows.expect("one, other, one", (WINDOW, one), (WINDOW, other), (WINDOW, one))
    end_wine()
    run("wineserver", "-p")
    codes = [windows.read_all([windows.cycletime], *step) for step in ((MESSAGE, None), (WINDOW, one))]
    check(not any(codes), f"the user's own server: the exit codes are {codes}")
    end_wine()
    # Its display ends with the command, and the next one may have the same number.
    screen = ("xvfb-run", "-a")
    codes = [windows.read_all([windows.cycletime], words, None, wrapper)
             for words, wrapper in ((MESSAGE, ()), (WINDOW, screen), (WINDOW, screen), (MESSAGE, ()))]
    check(not any(codes), f"xvfb-run: the exit codes are {codes}")


@case
def displays_of_ctest(tree, work):
    """Below `xvfb-run ctest`, tests with windows pass between tests that have no display."""
    need_tools("ctest")
    windows = Windows(tree, work)
    lines = [f'add_test({name} "{windows.cycletime}" "{windows.program}" {words})\n'
             for name, words in (("one", "message"), ("two", ""), ("three", "nothing"), ("four", "message"), ("five", ""))]
    lines += [f'set_tests_properties({name} PROPERTIES ENVIRONMENT "DISPLAY=")\n' for name in ("one", "three", "four")]
    write(work + "/CTestTestfile.cmake", "".join(lines))
    end_wine()
    result = run("xvfb-run", "-a", "ctest", "--output-on-failure", cwd=work)
    check(result.status == 0, "the tests", result)


@case
def display_of_another_program(tree, work):
    """A program that runs and uses Wine's desktop is not waited for, nor disturbed."""
    windows = Windows(tree, work)
    display = start_display(work + "/one")
    end_wine()
    running = Started(windows.cycletime, windows.program, "stay")
    wait_until(lambda: "stays" in running.text(), "the program does not begin", lambda: running.text(1))
    begun = time.monotonic()
    windows.read_all([windows.cycletime], NOTHING, display)
    check(running.poll() is None, f"it waited for the program, {time.monotonic() - begun:.1f} s")
    check(running.finish().status == 0, "the running program was disturbed")


if __name__ == "__main__":
    run_case()
