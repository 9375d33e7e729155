# SPDX-License-Identifier: MIT
"""Test runners that run Windows programs by the lines of README.md and docs/ci.md, which are taken from these pages. Each
begins with a home that has no Wine prefix, and its output is read through a pipe to the end."""
import os
import re
import shutil
import signal
import subprocess
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor

from package_test import (SOURCE, TESTS, Result, at_end, build, case, check, fail, fresh, read, run, run_case, same, show,
                          skip, wait_until, write)

PROJECTS = TESTS + "/runners"
LIMIT = 900  # seconds for all of a runner; one that hangs never ends
# And all variables of Wine.
REMOVED = {"DISPLAY", "WAYLAND_DISPLAY", "TMPDIR", "LD_PRELOAD", "RUST_BACKTRACE", "PYTEST_ADDOPTS", "NODE_OPTIONS"}


def readme():
    """Returns the section of README.md about runners."""
    return read(SOURCE + "/README.md").partition("\n### As a test runner\n")[2].partition("\n### ")[0]


def ci():
    return read(SOURCE + "/docs/ci.md")


def blocks(page, language):
    """Returns the blocks of a page in that language."""
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", page)


def shell_parts(page):
    """Returns pairs of a name and lines: those after `# NAME`, or `# NAME, with more words`, in the page's shell blocks.
    The name of lines without one is empty."""
    parts = []
    for block in blocks(page, "sh"):
        before, *named = re.split(r"(?m)^# ", block)
        parts += [("", before)] if before.strip() else []
        parts += [(re.match("[^,\n]*", text)[0], text.partition("\n")[2]) for text in named]
    return parts


def page_lines(page, name):
    """Returns the shell lines that the page has under that name."""
    found = [lines for part, lines in shell_parts(page) if part == name]
    if len(found) != 1:
        fail(f"a page has {len(found)} blocks for {name}")
    return found[0]


def workflow_steps():
    """Returns the shell lines of each step of the workflow in docs/ci.md."""
    workflow = "".join(blocks(ci(), "yaml"))
    return [textwrap.dedent(lines) or line for lines, line in
            re.findall(r"(?m)^ *- run: (?:\|\n((?: {10}.*\n)+)|(.*)\n)", workflow)]


def page_files():
    """Returns the files that docs/ci.md shows in full, by their names: blocks whose first line is a comment with a name."""
    found = (re.match(r"(?:#|//) ([\w.]+\.\w+)\n", block) for language in ("ini", "python", "js")
             for block in blocks(ci(), language))
    return {match[1]: match.string for match in found if match}


class Machine:
    """A home without a Wine prefix and without settings, and a copy of a project. Its Wine ends with the case."""

    def __init__(self, tree, work, project):
        fresh(work)
        self.home, self.project = work + "/home", work + "/project"
        os.mkdir(self.home)
        shutil.copytree(f"{PROJECTS}/{project}", self.project)
        for name, text in page_files().items():
            write(f"{self.project}/{name}", text)
        wine = os.path.dirname(shutil.which("wine"))
        self.variables = {name: value for name, value in os.environ.items()
                          if name not in REMOVED and not name.startswith("WINE")}
        self.variables.update(HOME=self.home, PATH=f"{tree}/bin:{wine}:/usr/bin:/bin")
        self.begun = time.monotonic()
        at_end(self.end)

    def add_sources(self):
        for name in "program.c", "program.cpp":
            shutil.copy(f"{PROJECTS}/{name}", self.project)

    def add_program(self):
        build("x86_64", PROJECTS + "/program.c", self.project + "/program.exe", "-O1")

    def run(self, *words, **variables):
        """Returns the result of a command, whose two streams are read to their ends through pipes."""
        process = subprocess.Popen(words, cwd=self.project, env={**self.variables, **variables}, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        try:
            streams = process.communicate(timeout=LIMIT)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)
            self.end()
            streams = process.communicate()
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            fail(f"the streams of {words[-1]!r} are still open after {LIMIT} s", Result(words, None, *streams))
        return Result(words, process.returncode, *streams)

    def run_lines(self, lines, **variables):
        """Returns the result of a page's lines, and prints it with the seconds that it took."""
        begun = time.monotonic()
        result = self.run("sh", "-eu", "-c", lines, **variables)
        show(result)
        print(f"{time.monotonic() - begun:.1f} s")
        return result

    def processes(self):
        """Returns the process ids of this home that are no zombies."""
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                if f"\0HOME={self.home}\0" in "\0" + read(f"/proc/{process}/environ"):
                    found.append(int(process))
            except PermissionError:
                pass  # another user's
        return found

    def check_silence(self):
        """Checks that all of Wine ends by itself after the last program. The children of programs that exceeded a time
        limit go on, and are ended before."""
        for process in self.processes():
            if "/project/" in read(f"/proc/{process}/cmdline").replace("\\", "/"):
                print(f"went on: {read(f'/proc/{process}/cmdline')}".replace("\0", " "))
                os.kill(process, signal.SIGKILL)
        begun = time.monotonic()
        wait_until(lambda: not self.processes(), "something of Wine stays",
                   lambda: run("ps", "-f", *map(str, self.processes())))
        print(f"all of Wine has ended after {time.monotonic() - begun:.1f} s")

    def end(self):
        """Ends this home's Wine, and the programs that exceed a time limit."""
        prefix = self.home + "/.wine"
        for option in "-k", "-w":
            run("wineserver", option, env={"WINEPREFIX": prefix})
        for process in self.processes():
            os.kill(process, signal.SIGKILL)
        # Debian's Wine keeps its server's directory in /tmp, leaves it there, and names it in this file.
        name = read(prefix + "/wineserver").strip()
        if re.fullmatch("wine-.{6}", name):
            shutil.rmtree("/tmp/" + name, ignore_errors=True)


def need(*names):
    for name in names:
        if not shutil.which(name, path="/usr/bin:/bin"):
            skip(f"there is no {name}")


def check_outcomes(result, pattern, expected):
    """Checks that each test had its outcome. PATTERN has the groups "name" and "outcome"; EXPECTED has both in turn."""
    words = expected.split()
    expected = dict(zip(words[::2], words[1::2]))
    found = {match["name"]: match["outcome"].replace(" ", "_") for match in re.finditer(pattern, result.out)}
    check(found == expected, f"the outcomes are not {expected}, but {found}")
    check(result.status, "the runner succeeds although tests fail")


def check_ctest(tree, work, lines):
    machine = Machine(tree, work, "cmake")
    machine.add_sources()
    result = machine.run_lines(lines)
    check_outcomes(result, r"Test +#\d+: (?P<name>\S+) [. ]*(\*\*\*)?(?P<outcome>\w+)",
                   "c.pass Passed c.fail Failed c.crash Failed c.both Passed c.child Passed c.limit Timeout"
                   " cxx.pass Passed cxx.fail Failed")
    return machine


@case
def runners_pages(tree, work):
    """Each block of the pages about runners is one that the cases of this file run, or installs packages."""
    ran = {readme: ["CMake", "Go", "Cargo"], ci: ["", "A new prefix", "Meson", "pytest", "Node.js"]}
    for page, names in ran.items():
        same(f"the shell blocks of {page.__name__}", names, [name for name, _ in shell_parts(page())])
    installs, tests = workflow_steps()
    for lines in installs, page_lines(ci(), ""):
        check("apt-get" in lines and "cycletime " not in lines, "more than packages is installed", lines)
    check("ctest" in tests, "the workflow has no ctest", tests)
    same("the files", ["cross.txt", "program.test.js", "test_program.py"], sorted(page_files()))
    prefix = page_lines(ci(), "A new prefix")
    action = [line.strip() for line in read(SOURCE + "/action.yml").split("\n")]
    check(prefix.strip() in action, "action.yml makes a prefix with another line", prefix)


@case
def runners_ctest(tree, work):
    """ctest -j4 runs tests in C and C++ by README.md's lines: each has its outcome, none hangs."""
    need("cmake", "x86_64-w64-mingw32-g++")
    check_ctest(tree, work, page_lines(readme(), "CMake"))


@case
def runners_ctest_serial(tree, work):
    """ctest runs them one after the other by the lines of docs/ci.md's workflow, and all of Wine then ends by itself."""
    need("cmake", "x86_64-w64-mingw32-g++")
    machine = check_ctest(tree, work, workflow_steps()[-1])
    machine.check_silence()


@case
def runners_pipes(tree, work):
    """Readers of pipes reach the end of both streams: with eight programs at once that make the prefix, and with a server
    that the user keeps, whose background programs begin with the first of them. Exit codes and output are the program's."""
    machine = Machine(tree, work, "cmake")
    machine.add_program()
    lines = ["".join(f"line {i}\n" for i in range(first, 2001, 2)) for first in (1, 2)]
    # Wine's debugger reports the crash on stdout, too.
    expected = {"pass": (0, "passed\n"), "fail": (3, ""), "crash": (5, None), "both": (0, lines[0]),
                "child": (0, lines[0] + "the child ended with 0\n")}

    def run_mode(mode):
        result = machine.run("cycletime", "./program.exe", mode)
        is_same = result.status == expected[mode][0] and (mode == "crash" or result.out == expected[mode][1])
        check(is_same, f"{mode} has another exit code or output", result)
        check(mode != "both" or lines[1] in result.err, "both has another output on stderr", result)

    def run_modes(modes, at_once):
        begun = time.monotonic()
        with ThreadPoolExecutor(at_once) as pool:
            list(pool.map(run_mode, modes))
        print(f"{len(modes)} programs, {at_once} at once: {time.monotonic() - begun:.1f} s")

    run_modes(["pass", "fail", "both", "child"] * 2, 8)
    run_modes(list(expected), 1)
    prefix = {"WINEPREFIX": machine.home + "/.wine"}
    for option in "-k", "-w", "-p":
        run("wineserver", option, env=prefix)
    run_modes(list(expected), 1)


@case
def runners_new_prefix(tree, work):
    """The line for a new prefix makes it, and what it starts holds no pipe."""
    machine = Machine(tree, work, "cmake")
    result = machine.run_lines(page_lines(ci(), "A new prefix"))
    machine.check_silence()  # the server writes the registry at its end
    check(result.status == 0 and os.path.isfile(machine.home + "/.wine/system.reg"), "there is no prefix", result)


@case
def runners_meson(tree, work):
    """Meson runs tests in C and C++ by the lines and the cross file of docs/ci.md."""
    need("meson", "ninja", "x86_64-w64-mingw32-g++")
    machine = Machine(tree, work, "meson")
    machine.add_sources()
    result = machine.run_lines(page_lines(ci(), "Meson"))
    check_outcomes(result, r"\d+/\d+ (?P<name>\S+) +(?P<outcome>[A-Z]+) ",
                   "c.pass OK c.fail FAIL c.crash FAIL c.both OK c.child OK c.limit TIMEOUT cxx.pass OK cxx.fail FAIL")
    machine.check_silence()


@case
def runners_go(tree, work):
    """go test runs a package's tests by README.md's line."""
    need("go")
    machine = Machine(tree, work, "go")
    result = machine.run_lines(page_lines(readme(), "Go"), GOFLAGS="-timeout=20s", GOPROXY="off",
                               GOCACHE=os.path.dirname(work) + "/go-cache", GOTMPDIR=machine.project)
    check_outcomes(result, r"(?m)^(?P<outcome>ok|FAIL)\s+runners/(?P<name>\w+)",
                   "crash FAIL fail FAIL limit FAIL pass ok")
    for text in "--- FAIL: TestFail", "invalid memory address", "test timed out after 20s":
        check(text in result.out + result.err, f"the output has no {text}", result)
    machine.check_silence()


@case
def runners_cargo(tree, work):
    """cargo test runs a package's tests by README.md's line: one that fails, a crash, and a limit by `timeout`."""
    need("cargo", "rustc")
    target = run("/usr/bin/rustc", "--print", "target-libdir", "--target", "x86_64-pc-windows-gnu").out.strip()
    if not os.path.isdir(target):
        skip("rustc has no target x86_64-pc-windows-gnu")
    lines = page_lines(readme(), "Cargo")
    machine = Machine(tree, work, "cargo")
    result = machine.run_lines(lines)
    check_outcomes(result, r"(?m)^test (?P<name>\w+) [.]{3} (?P<outcome>\w+)",
                   "both ok child ok crash ok fail FAILED limit ok pass ok")
    result = machine.run_lines(lines, CASE="crash")
    # 5, or 84 where Wine 8's debugger crashes itself on Rust's debug information.
    check(result.status and re.search(r"\(exit status: [1-9]", result.err), "the crash is not reported", result)
    result = machine.run("timeout", "20", "sh", "-c", lines, CASE="limit")
    check(result.status == 124, "the time limit does not hold", result)
    machine.check_silence()


@case
def runners_pytest(tree, work):
    """Tests that pytest runs start programs by docs/ci.md's lines."""
    machine = Machine(tree, work, "pytest")
    if run("/usr/bin/python3", "-c", "import pytest").status:
        skip("there is no pytest")
    machine.add_program()
    result = machine.run_lines(page_lines(ci(), "pytest"))
    check_outcomes(result, r"(?m)^(?P<outcome>PASSED|FAILED) \w+[.]py::test_(?P<name>\w+)",
                   "pass PASSED fail FAILED exit_code PASSED crash PASSED both PASSED child PASSED limit PASSED"
                   " program PASSED")
    machine.check_silence()


@case
def runners_node(tree, work):
    """Tests that Node.js' runner runs start programs by docs/ci.md's lines."""
    need("node")
    machine = Machine(tree, work, "node")
    machine.add_program()
    result = machine.run_lines(page_lines(ci(), "Node.js"), NODE_OPTIONS="--test-reporter=tap")
    check_outcomes(result, r"(?m)^ *(?P<outcome>ok|not ok) \d+ - (?P<name>\w+)",
                   "pass ok fail not_ok exit_code ok crash ok both ok child ok limit ok program ok")
    machine.check_silence()


if __name__ == "__main__":
    run_case()
