# SPDX-License-Identifier: MIT
"""The command as test runners use it: the output is read through a pipe to its end, many begin at once, and one that takes
too long is ended. Known runners run Windows programs by the lines of README.md and docs/ci.md, which are taken from these
pages; each begins with a home that has no Wine prefix."""
import fcntl
import itertools
import json
import os
import re
import resource
import select
import shutil
import signal
import subprocess
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor

from package_test import (PYTHON, SOURCE, TESTS, Result, at_end, build, build_for_linux, case, check, end_wine, fail,
                          forget, fresh, need_namespace, need_tools, prepare, processes, read, run, run_case, same,
                          show, skip, use_own_prefix, variables, wait_until, write, write_script)

PROJECTS = TESTS + "/runners"
SYSTEM_PATH = "/usr/bin:/bin"
NEW_PREFIX = "cycletime cmd /c exit"
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


def help_parts(tree, path):
    """Returns what `cycletime help runners` prints with that PATH, and its lines by their names."""
    printed = run(tree + "/bin/cycletime", "help", "runners", env={"PATH": path}).out
    return printed, dict(shell_parts(f"```sh\n{printed}```\n"))


def workflow_steps():
    """Returns the shell lines of each step of the workflow in docs/ci.md."""
    workflow = "".join(blocks(ci(), "yaml"))
    return [textwrap.dedent(lines) or line for lines, line in
            re.findall(r"(?m)^ *- run: (?:\|\n((?: {10}.*\n)+)|(.*)\n)", workflow)]


class Machine:
    """A home without a Wine prefix and without settings, and a copy of a project. Its Wine ends with the case."""

    def __init__(self, tree, work, project):
        fresh(work)
        self.home, self.project = work + "/home", work + "/project"
        os.mkdir(self.home)
        shutil.copytree(f"{PROJECTS}/{project}", self.project)
        wine = os.path.dirname(shutil.which("wine"))
        self.variables = {name: value for name, value in os.environ.items()
                          if name not in REMOVED and not name.startswith("WINE")}
        self.variables.update(HOME=self.home, PATH=f"{tree}/bin:{wine}:{SYSTEM_PATH}", XDG_DATA_DIRS=tree + "/share")
        self.tree = tree
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

    def run_lines(self, lines, *before, **variables):
        """Returns the result of a page's lines, where the tree has taken the place of /usr, and prints it with the seconds
        that it took. The words in BEFORE start the shell."""
        begun = time.monotonic()
        lines = lines.replace("/usr/share/cycletime/", f"'{self.tree}'/share/cycletime/")
        result = self.run(*before, "sh", "-eu", "-c", lines, **variables)
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

    def programs(self):
        """Returns the command lines of the project's programs that run."""
        lines = (read(f"/proc/{process}/cmdline").replace("\0", " ") for process in self.processes())
        return [line for line in lines if "/project/" in line.replace("\\", "/")]

    def servers(self):
        """Returns the process ids of Wine's server and services."""
        return {process for process in self.processes()
                if read(f"/proc/{process}/comm").startswith(("wineserver", "services"))}

    def check_no_program(self, what):
        """Checks that no program goes on, nor a child of one, whichever exceeded the runner's time limit."""
        wait_until(lambda: not self.programs(), f"{what}: a program goes on", lambda: "\n".join(self.programs()))

    def check_silence(self):
        """Checks that all of Wine ends by itself after the last program."""
        self.check_no_program("after the runner")
        begun = time.monotonic()
        wait_until(lambda: not self.processes(), "something of Wine stays",
                   lambda: run("ps", "-f", *map(str, self.processes())))
        print(f"all of Wine has ended after {time.monotonic() - begun:.1f} s")

    def end(self):
        """Ends this home's Wine, and the programs that exceed a time limit."""
        end_wine(self.home + "/.wine")
        for process in self.processes():
            os.kill(process, signal.SIGKILL)


def need(*names):
    """Skips the case if a command is not where a Machine finds it."""
    need_tools(*names, path=SYSTEM_PATH)


def check_outcomes(result, pattern, expected):
    """Checks that each test had its outcome. PATTERN has the groups "name" and "outcome"; EXPECTED has both in turn."""
    words = expected.split()
    expected = dict(zip(words[::2], words[1::2]))
    found = {match["name"]: match["outcome"].replace(" ", "_") for match in re.finditer(pattern, result.out)}
    check(found == expected, f"the outcomes are not {expected}, but {found}")
    check(result.status, "the runner succeeds although tests fail")


def check_lines(machine, lines, pattern, expected, **variables):
    """Runs the lines, and checks each test's outcome and that all of Wine then ends."""
    result = machine.run_lines(lines, **variables)
    check_outcomes(result, pattern, expected)
    machine.check_silence()
    return result


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
    for page, names in (readme, ["CMake", "Meson", "Go", "Cargo"]), (ci, []):
        same(f"the shell blocks of {page.__name__}", names, [name for name, _ in shell_parts(page())])
    installs, tests = workflow_steps()
    check("apt-get" in installs and "cycletime " not in installs, "more than packages is installed", installs)
    check("ctest" in tests, "the workflow has no ctest", tests)
    action = [line.strip() for line in read(SOURCE + "/action.yml").split("\n")]
    check(NEW_PREFIX in action, "action.yml makes a prefix with another line")
    check("RUN " + NEW_PREFIX in ci(), "the Dockerfile makes a prefix with another line")


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
def runners_help(tree, work):
    """`cycletime help runners` prints README.md's lines with the paths of this tree, and with Meson's cross file for the
    compilers that PATH has. It adds its folder to PATH only if that lacks the command."""
    fresh(work)
    os.makedirs(work + "/compilers")
    write_script(work + "/compilers/x86_64-w64-mingw32-g++-posix", "")
    os.symlink(shutil.which("timeout"), work + "/timeout")  # for run()
    for path, threads in (f"{tree}/bin:{work}", ""), (f"{tree}/bin:{work}:{work}/compilers", "-posix"):
        printed, found = help_parts(tree, path)
        for name, lines in shell_parts(readme()):
            lines = re.sub(r"/usr(/share/cycletime/\S+)", rf"'{tree}\1'", lines)
            lines = lines.replace("cycletime-x86_64", f"'{tree}/share/meson/cross/cycletime-x86_64{threads}'")
            same(name, lines.strip(), found.get(name, "").strip())
        paths = re.findall("'(.*)'", printed)
        check(len(paths) == 3 and all(map(os.path.isfile, paths)), "a file is missing", printed)
    same("the lines where PATH lacks the command", f"export PATH='{tree}/bin':$PATH\n\n{printed}",
         help_parts(tree, f"{work}:{work}/compilers")[0])


@case
def toolchain(tree, work):
    """CMake's toolchain file takes the compiler with threads and the command of the tree in which it is; it runs a program,
    which makes the prefix, once in each configuration. A compiler and an emulator of the user's own win."""
    need("cmake", "x86_64-w64-mingw32-gcc")
    machine = Machine(tree, work, "cmake")
    place, log = work + "/a tree", work + "/log"
    for folder in "bin", "share":
        os.makedirs(f"{place}/{folder}")
    shutil.copytree(tree + "/share/cycletime", place + "/share/cycletime")
    write_script(place + "/bin/cycletime", f'echo "$*" >>"{log}"')
    write(machine.project + "/CMakeLists.txt", "\n".join([
        "cmake_minimum_required(VERSION 3.20)", "project(toolchain C)", "include(CheckCSourceRuns)",
        'check_c_source_runs("int main(void) { return 0; }" RUNS)',
        'message("emulator ${CMAKE_CROSSCOMPILING_EMULATOR}\ncompiler ${CMAKE_C_COMPILER}")', ""]))

    def configure(name, *words, **environment):
        write(log, "")
        file = place + "/share/cycletime/x86_64-w64-mingw32.cmake"
        result = machine.run("cmake", "-B", name, "--toolchain", file, *words, **environment)
        check(result.status == 0, f"{name}: cmake fails", result)
        value = dict(re.findall("(?m)^(emulator|compiler) (.*)$", result.err))
        return value["emulator"], os.path.basename(value["compiler"]), read(log).split("\n")[:-1]

    names = ["x86_64-w64-mingw32-gcc-posix", "x86_64-w64-mingw32-gcc"]
    ours = next(name for name in names if shutil.which(name, path=SYSTEM_PATH))
    own, start = place + "/bin/cycletime", "cmd /c exit"

    def is_run(words):
        """The last of WORDS is the program that check_c_source_runs has built."""
        return words[:-1] == [start] and words[-1].endswith(".exe")

    emulator, compiler, words = configure("new")
    same("the tools", [own, ours], [emulator, compiler])
    check(is_run(words), f"the programs are {words}")
    same("configured again", (own, ours, [start]), configure("new"))
    emulator, compiler, words = configure("by_variables", CC=names[1])
    check([emulator, compiler] == [own, names[1]] and is_run(words), f"CC: {emulator}, {compiler}, {words}")
    same("-D", ("/bin/true", names[1], []),
         configure("by_options", f"-DCMAKE_C_COMPILER={names[1]}", "-DCMAKE_CROSSCOMPILING_EMULATOR=/bin/true"))


@case
def runners_discovery(tree, work):
    """By README.md's lines, CMake discovers the tests of GoogleTest, doctest and Catch2 during the first build, or before
    the first test. The prefix is made before the build."""
    need("cmake", "x86_64-w64-mingw32-g++")
    for file in "src/googletest/CMakeLists.txt", "include/doctest/doctest.h", "include/catch2/catch.hpp":
        if not os.path.isfile("/usr/" + file):
            skip(f"there is no /usr/{file}")
    machine = Machine(tree, work, "discovery")
    configure, others = page_lines(readme(), "CMake").split("\n", 1)
    result = machine.run_lines(configure)
    check(os.path.isfile(machine.home + "/.wine/.update-timestamp"), "there is no prefix", result)
    result = machine.run_lines(others)
    check_outcomes(result, r"Test +#\d+: (?P<name>\S+) [. ]*(\*\*\*)?(?P<outcome>\w+)",
                   "POST_BUILD.sums.passes Passed POST_BUILD.sums.fails Failed PRE_TEST.sums.passes Passed"
                   " PRE_TEST.sums.fails Failed doctest.passes Passed doctest.fails Failed catch.passes Passed"
                   " catch.fails Failed")


@case
def runners_new_prefix(tree, work):
    """The line of docs/ci.md for a new prefix makes it, and what it starts holds no pipe. As with plain Wine, the home has
    nothing else: the start that makes a prefix is not the one that fills the desktop's menus."""
    machine = Machine(tree, work, "cmake")
    result = machine.run_lines(NEW_PREFIX)
    machine.check_silence()  # the server writes the registry at its end
    check(result.status == 0 and os.path.isfile(machine.home + "/.wine/system.reg"), "there is no prefix", result)
    found = os.listdir(machine.home)
    check(found == [".wine"], f"the home has {found}")


@case
def runners_meson(tree, work):
    """Meson runs tests in C and C++ by README.md's lines, with the cross file that `cycletime help runners` names here."""
    need("meson", "ninja", "x86_64-w64-mingw32-g++")
    machine = Machine(tree, work, "meson")
    machine.add_sources()
    check_lines(machine, help_parts(tree, SYSTEM_PATH)[1]["Meson"], r"\d+/\d+ (?P<name>\S+) +(?P<outcome>[A-Z]+) ",
                "c.pass OK c.fail FAIL c.crash FAIL c.both OK c.child OK c.limit TIMEOUT cxx.pass OK cxx.fail FAIL")


@case
def runners_go(tree, work):
    """go test runs a package's tests by README.md's line."""
    need("go")
    machine = Machine(tree, work, "go")
    result = check_lines(machine, page_lines(readme(), "Go"), r"(?m)^(?P<outcome>ok|FAIL)\s+runners/(?P<name>\w+)",
                         "crash FAIL fail FAIL limit FAIL pass ok", GOFLAGS="-timeout=20s", GOPROXY="off",
                         GOCACHE=os.path.dirname(work) + "/go-cache", GOTMPDIR=machine.project)
    for text in "--- FAIL: TestFail", "invalid memory address", "test timed out after 20s":
        check(text in result.out + result.err, f"the output has no {text}", result)


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
    result = machine.run_lines(lines, "timeout", "20", CASE="limit")
    check(result.status == 124, "the time limit does not hold", result)
    machine.check_silence()


@case
def runners_pytest(tree, work):
    """Tests that pytest runs start programs as docs/ci.md says."""
    machine = Machine(tree, work, "pytest")
    if run("/usr/bin/python3", "-c", "import pytest").status:
        skip("there is no pytest")
    machine.add_program()
    check_lines(machine, "python3 -m pytest", r"(?m)^(?P<outcome>PASSED|FAILED) \w+[.]py::test_(?P<name>\w+)",
                "pass PASSED fail FAILED exit_code PASSED crash PASSED both PASSED child PASSED limit PASSED")


@case
def runners_node(tree, work):
    """Tests that Node.js' runner runs start programs as docs/ci.md says."""
    need("node")
    machine = Machine(tree, work, "node")
    machine.add_program()
    check_lines(machine, "node --test", r"(?m)^ *(?P<outcome>ok|not ok) \d+ - (?P<name>\w+)",
                "pass ok fail not_ok exit_code ok crash ok both ok child ok limit ok",
                NODE_OPTIONS="--test-reporter=tap")


PYTHON_LIMIT = """import subprocess, sys
try:
    subprocess.run(sys.argv[2:], timeout=float(sys.argv[1]), capture_output=True)
except subprocess.TimeoutExpired as expired:
    print(expired.stdout)
    sys.exit(9)
"""


@case
def runners_limits(tree, work):
    """Whatever ends a command that exceeds a time limit, no program is left, the runner does not wait for any, and the next
    test finds Wine's server and services as they were. `cycletime time` lists the programs unless it was killed."""
    machine = Machine(tree, work, "cmake")
    machine.add_program()
    times, limit = machine.project + "/times.json", "6"
    command = ["cycletime", "time", "--json", "--output", times, "./program.exe", "limit"]

    def seconds_of_test():
        begun = time.monotonic()
        result = machine.run("cycletime", "./program.exe", "pass")
        check((result.status, result.out) == (0, "passed\n"), "the next test", result)
        return time.monotonic() - begun

    machine.run("cycletime", "run", "--keep-server", "600", "./program.exe")
    servers = machine.servers()
    check(servers, "there is no server")
    for what, is_killed, words in (("timeout", False, ["timeout", limit]),
                                   ("timeout -s KILL", True, ["timeout", "-s", "KILL", limit]),
                                   ("timeout --foreground", False, ["timeout", "--foreground", limit]),
                                   ("timeout --foreground -s KILL", True, ["timeout", "--foreground", "-s", "KILL", limit]),
                                   ("subprocess.run", True, [*PYTHON, "-c", PYTHON_LIMIT, limit])):
        write(times, "")
        before, begun = seconds_of_test(), time.monotonic()
        result = machine.run(*words, *command)
        taken = time.monotonic() - begun
        check(result.status, f"{what}: the limit does not hold", result)
        machine.check_no_program(what)
        listed = json.loads(read(times))["processes"] if not is_killed else []
        if "begun" in result.out:
            codes = [process["exit_code"] for process in listed if process["name"] == "program.exe"]
            check(len(codes) == 2 * (not is_killed), f"{what}: the list has {codes}", read(times))
        check(is_killed == (not read(times)), f"{what}: cycletime time has written", read(times))
        check(machine.servers() == servers, f"{what}: Wine's server or services have ended")
        print(f"{what}: {taken:.1f} s; a test takes {before:.2f} s before, {seconds_of_test():.2f} s after")


SECONDS = 300  # in which a busy machine certainly starts Wine


def read_all(*words, env=None):
    """Returns the exit code of a command, and what comes out of the pipe behind its stdout and stderr until the last
    process has closed it; None in place of the exit code if one keeps it open."""
    with subprocess.Popen(words, env=variables(env), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as process:
        try:
            out, status = process.communicate(timeout=SECONDS)[0], process.returncode
        except subprocess.TimeoutExpired:
            end_wine()
            out, status = process.communicate()[0], None
    return status, out.decode(errors="replace").replace("\r", "")


def check_reading(what, lines, *words, env=None):
    status, out = read_all(*words, env=env)
    check(status == 3 and sorted(out.split()) == sorted(lines), f"{what}: exit code {status}", out)


def prepare_program(work):
    prepare(work)
    program = work + "/streams_end.exe"
    build("x86_64", "streams_end.c", program, "-O1", "-luser32")
    forget("DISPLAY", "WAYLAND_DISPLAY", "CYCLETIME_KEEP_SERVER")
    return program


@case
def streams(tree, work):
    """A program's output ends with the program, though Wine's background programs, which it was the first to need, go on as
    long as their server, which here never ends."""
    program, cycletime = prepare_program(work), tree + "/bin/cycletime"
    use_own_prefix(work + "/prefix")
    words = dict(line.split("=", 1) for line in run(cycletime, "env", "--plain").out.splitlines())
    for name, kept, start, env in (("run", False, [cycletime, "run", "--keep-server", "9999"], None),
                                   ("a server that the user keeps", True, [cycletime], None),
                                   ("time", True, [cycletime, "time", "--output", "/dev/null"], None),
                                   ("env", True, ["wine"], words)):
        end_wine()
        if kept:
            run("wineserver", "-p")
        check_reading(f"{name}, text", ["out", "err"], *start, program, env=env)
        check_reading(f"{name}, a window", ["window", "err"], *start, program, "window", env=env)
        check(processes("services.exe") and processes("wineserver"), f"{name}: Wine's programs have ended")
    os.mkdir(work + "/system32")
    for name in "services", "svchost", "tabtip":
        own = shutil.copy(program, f"{work}/system32/{name}.exe")
        check_reading(f"the user's own {own}", ["out", "err"], cycletime, "cmd", "/c", "Z:" + own.replace("/", "\\"))
    end_wine()
    # Who asks for messages may want those of the background programs.
    out = work + "/messages"
    with open(out, "wb") as file:
        subprocess.run([cycletime, "run", "--keep-server", "9999", program], stdin=subprocess.DEVNULL, stdout=file,
                       stderr=file, env=variables({"WINEDEBUG": "err+all"}), check=False)
    check(all(os.readlink(f"/proc/{pid}/fd/2") == out for pid in processes("services.exe")) and processes("services.exe"),
          "with WINEDEBUG, the services have another stderr")


def check_closed(what, *words, env=None):
    """Checks that the pipes that a command has on two more descriptors are closed when it has ended."""
    reader, writer = os.pipe()
    high = fcntl.fcntl(writer, fcntl.F_DUPFD, 200)
    command = subprocess.Popen(words, env=variables(env), pass_fds=[writer, high], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writer)
    os.close(high)
    status = command.wait()
    is_closed = select.select([reader], [], [], SECONDS)[0]
    os.close(reader)
    check(status == 3 and is_closed, f"{what}: exit code {status}, the pipe is {'closed' if is_closed else 'open'}")


def unmarked_descriptors():
    """Returns the descriptors from 3 on of this prefix's background programs that an execution would leave open. Those of
    winedevice.exe are left out: Wine 10's drivers open a socket and a pipe there, long after the process has begun."""
    names = "services", "svchost", "plugplay", "rpcss", "explorer"
    paths = (f"/proc/{pid}/fdinfo/{number}" for name in names for pid in processes(name)
             for number in os.listdir(f"/proc/{pid}/fdinfo") if int(number) > 2)
    flags = ((path, re.search(r"(?m)^flags:\s+(\d+)$", read(path))) for path in paths)
    return [path for path, found in flags if found and not int(found[1], 8) & os.O_CLOEXEC]


@case
def descriptors(tree, work):
    """What a program has open besides its streams, a pipe or a lock of its caller's, ends with it, though Wine's server and
    background programs, which it was the first to need, here never end."""
    program, cycletime, lock = prepare_program(work), tree + "/bin/cycletime", work + "/lock"
    use_own_prefix(work + "/prefix")
    end_wine()
    run("wineserver", "-p")
    run("wine", program, "window")
    check(processes("services.exe"), "Wine's services do not run")
    # A program that is just starting has some for a moment.
    wait_until(lambda: not unmarked_descriptors(), "Wine's own descriptors are not marked", unmarked_descriptors)
    for name, kept, start, env in (("run", False, [cycletime, "run", "--keep-server", "9999"], None),
                                   ("a server that the user keeps", True, [cycletime], None),
                                   ("time", False, [cycletime, "time", "--output", "/dev/null"],
                                    {"CYCLETIME_KEEP_SERVER": "9999"}),
                                   ("messages", False, [cycletime, "run", "--keep-server", "9999"],
                                    {"WINEDEBUG": "err+all"}),
                                   ("below a shell", False, [cycletime, "sh", "-c", '"$@"; exit', "sh"],
                                    {"CYCLETIME_KEEP_SERVER": "9999"})):
        end_wine()
        if kept:
            run("wineserver", "-p")
        for mode in [], ["window"]:  # the second needs one more background program
            check_closed(f"{name} {mode}", *start, program, *mode, env=env)
            check(processes("services.exe") and processes("wineserver"), f"{name}: Wine's programs have ended")
    end_wine()
    for what, words in (("flock", ["flock", lock, cycletime, program]),
                        ("a shell's lock", ["sh", "-c", '(flock 9; "$1" "$2") 9>"$0"', lock, cycletime, program])):
        end_wine()
        status = run(*words, env={"CYCLETIME_KEEP_SERVER": "9999"}).status
        check(status == 3 and not run("flock", "-w", str(SECONDS), lock, "true", seconds=2 * SECONDS).status,
              f"{what}: exit code {status}, or the lock stays")


@case
def log_of_library(tree, work):
    """In Wine's background programs, a library's log that each process opens before its program begins never becomes
    another file."""
    program, cycletime = prepare_program(work), tree + "/bin/cycletime"
    library, log = work + "/own_log.so", work + "/log"
    build_for_linux("own_log.c", library, "-shared", "-fPIC")
    use_own_prefix(work + "/prefix")
    for words in ["wine"], [cycletime, "run"]:
        end_wine()
        if os.path.exists(log):
            os.remove(log)
        run("wineserver", "-p")
        result = run(*words, program, env={"LD_PRELOAD": library, "OWN_LOG": log})
        check(result.status == 3, f"{words}: the program", result)
        found = {}
        for pid, number in re.findall(r"(?m)^(\d+) (\d+)$", read(log)):
            link = f"/proc/{pid}/fd/{number}"
            if int(pid) in processes("services.exe") + processes("winedevice.exe") + processes("plugplay.exe"):
                found[pid] = os.readlink(link) if os.path.lexists(link) else "closed"
        check(found and set(found.values()) <= {log, "/dev/null", "closed"}, f"{words}: the logs are {found}")


@case
def streams_of_tools(tree, work):
    """The streams of the command's own tools end with them, though Wine's background programs, which they were the first to
    need, here never end."""
    prepare(work)
    forget("CYCLETIME_KEEP_SERVER", "CYCLETIME_RUN")
    use_own_prefix(work + "/prefix")
    for words in (["status"], ["counters", "--count", "1", r"\System\Processes"], ["top", "--once"]):
        end_wine()
        run("wineserver", "-p")
        status, out = read_all(tree + "/bin/cycletime", *words)
        check(status == 0 and processes("services.exe"), f"{words[0]}: exit code {status}", out)


@case
def own_programs_named(tree, work):
    """A program of Wine's own that the command line names prints what it prints without cycletime, whether a server runs or
    not."""
    program, cycletime = prepare_program(work), tree + "/bin/cycletime"
    use_own_prefix(work + "/prefix")
    for words in ["wineboot", "--help"], ["wineboot", "--wrong"], ["winedbg", "--help"], ["start", "/?"]:
        alone = run("wine", *words)
        for start in [], ["wine"], ["sh", "-c", 'wine "$@"', "sh"], ["cmd", "/c"]:
            plain = run("wine", *start, *words) if start == ["cmd", "/c"] else alone
            # A word more changes nothing of how the server starts.
            for server in ["there", "started"] if words != ["wineboot", "--wrong"] or not start else ["there"]:
                if server == "started":
                    end_wine()
                found = run(cycletime, *start, *words)
                check((found.status, found.out, found.err) == (plain.status, plain.out, plain.err),
                      f"{start} {words}, the server is {server}", plain, found)
    check_reading("wineboot starts the background programs", ["out", "err"], "sh", "-c",
                  '"$0" wineboot --wrong >/dev/null 2>&1; "$0" "$1"', cycletime, program)


@case
def closed_streams(tree, work):
    """A program runs, and has its exit code, whichever of its standard streams are closed, also if it is the first to need
    Wine's server. What it prints there goes nowhere."""
    program, cycletime = prepare_program(work), tree + "/bin/cycletime"
    use_own_prefix(work + "/prefix")
    forget("WINEDEBUG")
    for closed in itertools.product(("", "<&-"), ("", ">&-"), ("", "2>&-")):
        for server in "started", "there":
            if server == "started":
                end_wine()
            result = run("sh", "-c", f'exec "$@" {" ".join(closed)}', "sh", cycletime, program)
            lines = ["" if stream else word for stream, word in zip(closed[1:], ("out\n", "err\n"))]
            check(result.status == 3 and result.out == lines[0] and lines[1] in result.err,
                  f"{closed}, the server is {server}: exit code {result.status}", result)


def server_words():
    """Returns the words with which this prefix's server was started."""
    found = processes("wineserver")
    return read(f"/proc/{found[0]}/cmdline").split("\0")[1:-1] if found else None


@case
def keep_server(tree, work):
    """Wine's server is started so that it stays for the seconds that the option, the variable or the default says; with 0,
    and if the user starts it, as Wine starts it."""
    program, cycletime = prepare_program(work), tree + "/bin/cycletime"
    use_own_prefix(work + "/prefix")

    def started_by(*words, **variable):
        end_wine()
        run(*words, env=variable)
        return wait_until(server_words, "there is no server")

    plain = started_by("wine", program)
    for expected, words, variable in (
            (["-p3"], [], {}), ([], ["--keep-server", "0"], {}), (["-p77"], ["--keep-server", "77"], {}),
            (["-p20"], [], {"CYCLETIME_KEEP_SERVER": "20"}), (["-p3"], [], {"CYCLETIME_KEEP_SERVER": ""}),
            ([], [], {"CYCLETIME_KEEP_SERVER": "-3"}), ([], [], {"CYCLETIME_KEEP_SERVER": "123456"}),
            (["-p77"], ["--keep-server", "77"], {"CYCLETIME_KEEP_SERVER": "20"})):
        found = started_by(cycletime, "run", *words, program, **variable)
        check(found == plain + expected, f"{words} {variable}: the server's words are {found}")
    found = started_by(cycletime, "run", "sh", "-c", 'wineserver; wine "$0"', program)
    check(found == plain, f"a server that the user starts: {found}")
    for value in "", "x", "-1", "1.5", "123456":
        result = run(cycletime, "run", "--keep-server", value, "true")
        check(result.status == 125 and "--keep-server needs a number of SECONDS" in result.err, f"{value}", result)


@case
def first_starts(tree, work, count):
    """Many programs that begin at once in a prefix that does not exist all run, and nothing is in their output but their
    own."""
    program, cycletime = prepare_program(work), tree + "/bin/cycletime"
    os.environ.update(WINEPREFIX=work + "/new", WINEDEBUG="-all")
    forget("WINEDLLOVERRIDES")
    at_end(end_wine)
    started = [subprocess.Popen([*PYTHON, __file__, "read_one", cycletime, program]) for _ in range(int(count))]
    found = [process.wait() for process in started]
    check(not any(found), f"exit codes of the readers: {found}")


@case
def read_one(cycletime, program):
    """One of them."""
    check_reading("one of many", ["out", "err"], cycletime, program)


@case
def only_output(tree, work):
    """A 64-bit program's output is all that there is: no line of Wine's about missing 32-bit support, which it does not
    need, and with the variables of Debian's command."""
    program, cycletime, wine = prepare_program(work), tree + "/bin/cycletime", "/usr/bin/wine"
    if os.path.realpath(wine) != "/usr/bin/wine-stable":
        skip("Wine is not this machine's own Debian package")
    use_own_prefix(work + "/prefix")
    forget("WINELOADER")
    os.environ["WINE"] = wine  # the tests have a command of this name
    check_reading("no variable", ["out", "err"], cycletime, program, env={"WINEDEBUG": None})
    seen = [os.environ["WINEPREFIX"] + "/drive_c/windows/system32/cmd.exe", "/c", "set"]
    # With wine32 Debian's command begins the 32-bit loader, and cycletime that of the program's word size.
    names = "DEBUG" if os.path.exists("/usr/lib/wine/wine") else "LOADER|DEBUG"
    for changes in {"WINEDEBUG": None}, {"WINEDEBUG": "err-all", "WINELOADER": "/usr/lib/wine/wine64"}:
        alone, under = [run(*start, *seen, env=changes).out for start in ([wine], [cycletime])]
        alone, under = [sorted(re.findall(f"(?m)^WINE(?:{names})=.*$", text)) for text in (alone, under)]
        check(alone == under and alone, f"{changes}: {under}, not {alone}")


@case
def last_child(tree, work):
    """Linux's own figure of what a command used includes a child that ends together with it."""
    program, cycletime = prepare_program(work), tree + "/bin/cycletime"

    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    for _ in range(40):
        before = used()
        status = subprocess.call([cycletime, program, "twice"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        check(status == 3 and used() - before >= 2 * 0.05, f"exit code {status}, {used() - before} s")


@case
def hyperfine(tree, work):
    """hyperfine's figure of `cycletime` and a command is the sum that `cycletime time` prints."""
    prepare(work)
    build("x86_64", "timed.c", work + "/timed.exe", "-O1", "-municode")
    need_tools("hyperfine")
    use_own_prefix(work + "/prefix")
    end_wine()
    run("wineserver", "-p")
    run(tree + "/bin/cycletime", work + "/timed.exe", "end", "0", "0")  # starts Wine's background programs, which stay
    program, measured, listed = work + "/timed.exe", work + "/hyperfine.json", work + "/times.json"
    command = f"'{tree}/bin/cycletime' time --json --output {listed} {program} wait {program} end 0 1500"
    result = run("hyperfine", "-N", "-i", "--runs", "1", "--export-json", measured, command)
    check(result.status == 0, "hyperfine", result)
    figures, ours = json.loads(read(measured))["results"][0], json.loads(read(listed))["sum"]
    theirs, ours = figures["user"] + figures["system"], ours["user"] + ours["kernel"]
    # The command itself takes some milliseconds, and the processes in between by which Wine starts others.
    check(ours >= 1.5 and -0.001 <= theirs - ours <= 0.01 * ours + 0.03, f"hyperfine: {theirs} s, cycletime time: {ours} s")


@case
def asked_to_end(tree, work):
    """If a runner ends the command alone, as one that takes too long, the programs below it end too, and its output ends. A
    signal to all its processes is theirs."""
    check_asked_to_end(tree, work)


@case
def asked_to_end_unlisted(tree, work):
    """The same on a Linux that does not list the children of a process."""
    need_namespace()
    check_asked_to_end(tree, work, "unshare", "--mount", "sh", "-c",
                       'mount -t tmpfs none "/proc/$$/task/$$" && exec "$@"', "sh")


def check_asked_to_end(tree, work, *before):
    program, cycletime = prepare_program(work), tree + "/bin/cycletime"
    use_own_prefix(work + "/prefix")
    for number in signal.SIGTERM, signal.SIGHUP:  # SIGINT is Ctrl-C for the program
        with subprocess.Popen([*before, cycletime, program, "child"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            lines = [process.stdout.readline().strip() for _ in range(2)]
            check(lines == [b"child", b"sleep"], f"the output is {lines}")
            process.send_signal(number)
            try:
                process.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                end_wine()
                check(False, f"{number.name}: a program goes on")
        check(not processes("streams_end.exe"), f"{number.name}: a program is left")


if __name__ == "__main__":
    run_case()
