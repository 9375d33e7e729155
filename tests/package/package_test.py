# SPDX-License-Identifier: MIT
"""What the tests of the packages share: commands and their output, Wine and its prefixes, PE files, and the report.

`python3 FILE.py CASE ARGUMENTS...` runs the function of FILE that is marked with @case and has this name; CMakeLists.txt
passes the arguments. The exit code 77 means skipped."""
import ctypes
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TESTS = os.path.dirname(os.path.abspath(__file__))
PYTHON = [sys.executable, "-B", "-X", "utf8"]
SOURCE = os.path.dirname(os.path.dirname(TESTS))
BUILD = SOURCE + "/build"
# Wine 8 is Windows 7 by default, on which Node.js does not start.
NODE_ON_WINDOWS_10 = ["wine", "reg", "add", "HKCU\\Software\\Wine\\AppDefaults\\node.exe", "/v", "Version", "/d", "win10",
                      "/f"]
EPOCH = "1700000001"  # the time of which the packages are that a test makes
MOST_SHOWN = 6000  # characters of one output
cases, failures, endings, folder = {}, [], [], None
os.environ["WINEPREFIX"] = os.environ.get("WINEPREFIX") or os.environ.get("HOME", "") + "/.wine"


def case(function):
    """Lets the command line name this function. Its docstring is the sentence that it tests."""
    cases[function.__name__] = function
    return function


def run_case():
    """Runs the case that the command line names, then ends what it has started, and reports its failed checks."""
    for stream in sys.stdout, sys.stderr:
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    for number in signal.SIGHUP, signal.SIGINT, signal.SIGTERM:
        signal.signal(number, lambda number, frame: sys.exit(128 + number))
    function = cases[sys.argv[1]]
    try:
        function(*sys.argv[2:])
    finally:
        for ending in reversed(endings):
            ending()
    if failures:
        print("not true: " + " ".join(function.__doc__.split()))
        sys.exit("failed: " + failures[0])
    for place, _, names in os.walk(folder or ""):
        # Each prefix has 0.7 GB. Those of a case that failed stay, to be looked at.
        if "system.reg" in names:
            shutil.rmtree(place)


def run_unittest(*names):
    """Runs the classes of unittest in the file of the case, or those tests of them that are named."""
    program = unittest.main(argv=sys.argv[:1] + list(names), verbosity=2, exit=False, warnings="ignore")
    if not program.result.wasSuccessful():
        failed = program.result.failures + program.result.errors
        fail(f"{len(failed)} of {program.result.testsRun}: {failed[0][0]}" if failed else "no test has run")


def at_end(function, *arguments, **options):
    """Calls FUNCTION at the end of the case, however that ends; the last such function is called first."""
    endings.append(lambda: function(*arguments, **options))


def skip(reason):
    print("skipped: " + reason)
    sys.exit(77)


def need_tools(*names, path=None):
    """Skips the case if a command is not installed."""
    for name in names:
        if not shutil.which(name, path=path):
            skip(name + " is not installed")


def show(text):
    """Prints TEXT, which may be the result of a command; the middle of a long text is left out."""
    text = str(text)
    if len(text) > MOST_SHOWN:
        text = text[:MOST_SHOWN // 2] + "\n[...]\n" + text[-MOST_SHOWN // 2:]
    print(text)


def fail(message, *shown):
    """Ends the case as failed. Prints SHOWN before MESSAGE."""
    for text in shown:
        show(text)
    sys.exit("failed: " + message)


def check(condition, message, *shown):
    """Counts and prints a failure if CONDITION does not hold. The case goes on. Returns whether it holds."""
    if not condition:
        failures.append(message)
        print("failed: " + message)
        for text in shown:
            show(text)
    return bool(condition)


def same(what, expected, found):
    """Ends the case as failed unless EXPECTED, a text or a list of lines, equals FOUND."""
    expected, found = ["\n".join(text) if isinstance(text, list) else text for text in (expected, found)]
    if expected != found:
        fail(f"{what} is not as expected", f"{what}: expected:\n{expected}\nfound:\n{found}")


def wait_until(condition, message="waited in vain", *shown, seconds=120):
    """Returns the value of CONDITION() as soon as it is true; the case fails after so many seconds. A callable in SHOWN
    is called then."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            fail(message, *(text() if callable(text) else text for text in shown))
        time.sleep(0.05)
    return value


def fresh(path):
    """Makes PATH an empty folder, where the output of commands goes from then on."""
    global folder
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    folder = path
    return path


def write(path, text, mode=None):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    if mode:
        os.chmod(path, mode)
    return path


def write_script(path, *lines):
    """Writes a script for sh that can be executed."""
    return write(path, "\n".join(["#!/bin/sh", *lines, ""]), 0o755)


def read(path):
    """Returns the text of a file, without the CR of Windows' lines; "" if there is no such file or process."""
    try:
        with open(path, "rb") as file:
            return decode(file.read())
    except (FileNotFoundError, ProcessLookupError):
        return ""


def decode(output):
    return output.decode("utf-8", "surrogateescape").replace("\r", "")


def variables(changes):
    """Returns the environment with CHANGES, where None removes a variable."""
    return {name: value for name, value in {**os.environ, **(changes or {})}.items() if value is not None}


class Result:
    """What a command printed, without the CR of Windows' lines, and its exit code."""

    def __init__(self, words, status, out, err):
        self.words, self.status, self.out, self.err = words, status, decode(out), decode(err)

    def __str__(self):
        return f"{' '.join(self.words)}: exit code {self.status}\n{self.out}\n{self.err}"

    def said(self):
        """Returns cycletime's own lines on stderr: Wine may print more."""
        return [line for line in self.err.split("\n") if line.startswith("cycletime")]

    def messages(self):
        """Returns those lines of said() that begin with "cycletime: "."""
        return [line for line in self.said() if line.startswith("cycletime: ")]

    def value(self, name):
        """Returns the rest of the last line that begins with NAME and a blank, or ""."""
        found = re.findall(f"(?m)^{re.escape(name)} (.*)$", self.out)
        return found[-1] if found else ""


class Started(subprocess.Popen):
    """A command that runs beside the test, and is ended at the end of the case if it still runs. Its output is in files,
    since Wine's services keep a pipe open."""

    def __init__(self, *words, env=None, stdin=subprocess.DEVNULL, is_waited_for=False, **how):
        self.files = [tempfile.TemporaryFile(dir=folder) for _ in range(2)]
        how.setdefault("stdout", self.files[0])
        how.setdefault("stderr", self.files[1])
        super().__init__(words, env=variables(env), stdin=stdin, **how)
        if not is_waited_for:
            at_end(self.end)

    def text(self, file=0):
        """Returns what it has printed so far; with 1, on stderr."""
        return decode(os.pread(self.files[file].fileno(), 1 << 26, 0))

    def finish(self, seconds=300):
        """Returns its result after its end."""
        self.wait(seconds)
        return Result(self.args, self.returncode, *(os.pread(file.fileno(), 1 << 26, 0) for file in self.files))

    def end(self):
        if self.poll() is not None:
            return
        self.terminate()  # which timeout passes on
        try:
            self.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
            self.wait()


def run(*words, seconds=300, **how):
    """Returns the result of a command, which is ended after so many seconds. ENV has changes of the environment."""
    process = Started("timeout", str(seconds), *words, is_waited_for=True, **how)
    try:
        process.wait()
    except BaseException:
        process.terminate()
        raise
    result = process.finish()
    result.words = words
    for file in process.files:
        file.close()
    return result


def run_tool(*words, **how):
    """Returns the output of a tool; the case fails if the tool does. Only ctest limits its time."""
    result = run(*words, seconds=3600, **how)
    if result.status:
        fail(f"{words[0]} failed", result)
    return result.out


def check_output(result, *patterns):
    check(result.status == 0 and all(re.search("(?m)" + pattern, result.out) for pattern in patterns),
          " ".join(result.words[1:]) + ": the output is not as expected", result)


def build(machine, source, program, *options):
    """Builds a program for Windows."""
    run_tool(f"{machine}-w64-mingw32-gcc", source, "-o", program, *options)


def build_for_linux(source, program, *options):
    run_tool("gcc", source, "-o", program, *options)


def runs_programs(machine):
    """Returns whether Wine runs the machine's programs. A Wine that does not may end silently with 0."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        build(machine, f"{SOURCE}/tests/wine/programs/sentinel.c", place + "/sentinel.exe")
        return "sentinel" in run("wine", place + "/sentinel.exe").out.split("\n")


def plain_wine(machine):
    """Returns the command that begins a program of the machine itself, as cycletime does. With wine32, Debian's wine begins
    a 64-bit one by its start.exe, whose process signals, jobs and exit codes then concern."""
    return "/usr/lib/wine/wine64" if machine == "x86_64" and os.path.exists("/usr/lib/wine/wine") else "wine"


def need_wine(machine="x86_64"):
    """Skips the case if Wine does not run the machine's programs."""
    if not runs_programs(machine):
        if machine == "i686":
            skip("this Wine does not run 32-bit programs")
        fail("Wine runs no programs")


def prepare(work, machine="x86_64"):
    """Makes WORK an empty folder, and needs Wine."""
    fresh(work)
    need_wine(machine)


def windows_path(path):
    """Returns the path as Windows' programs name it; not every Wine comes with winepath."""
    return "Z:" + path.replace("/", "\\")


def forget(*names):
    for name in names:
        os.environ.pop(name, None)


def processes(name):
    """Returns the numbers of the processes of this prefix whose name begins with NAME."""
    mine = f"WINEPREFIX={os.environ['WINEPREFIX']}\0"
    return [int(pid) for pid in os.listdir("/proc")
            if pid.isdigit() and read(f"/proc/{pid}/comm").startswith(name) and mine in read(f"/proc/{pid}/environ")]


def end_wine(prefix=None):
    """Ends the server of the prefix."""
    prefix = prefix or os.environ["WINEPREFIX"]
    # SIGINT is the first signal that "-k" sends; "-k" then looks only now and then whether the server has ended.
    run("wineserver", "-k2", env={"WINEPREFIX": prefix})
    if run("wineserver", "-w", env={"WINEPREFIX": prefix}, seconds=60).status:
        run("wineserver", "-k", env={"WINEPREFIX": prefix})
    # Debian's Wine keeps its server's directory in /tmp, leaves it there, and names it in this file.
    name = read(prefix + "/wineserver").strip()
    if re.fullmatch("wine-.{6}", name):
        shutil.rmtree("/tmp/" + name, ignore_errors=True)


def link_or_copy(source, target):
    """Copies a file of a prefix, or links one of Windows' own programs and DLLs, which a test may replace but not change:
    they are 0.7 GB, and many tests have a prefix of their own."""
    try:
        if re.search("/windows/(system32|syswow64|winsxs)/", source):
            return os.link(source, target)
    except OSError:  # on another file system, for one
        pass
    return shutil.copy2(source, target)


def copy_prefix(prefix):
    """Makes PREFIX, a copy of the prefix in use."""
    # A server that runs may write its registry meanwhile: into a file of another name, which then takes the name.
    shutil.copytree(os.environ["WINEPREFIX"], prefix, symlinks=True, copy_function=link_or_copy,
                    ignore=shutil.ignore_patterns("reg*.tmp", "wineserver"))


def use_own_prefix(prefix):
    """Makes PREFIX, a copy of the prefix in use, the one of all that follows. Its server ends with the case."""
    if os.path.isfile(os.environ["WINEPREFIX"] + "/system.reg"):
        copy_prefix(prefix)
    os.environ.update(WINEPREFIX=prefix, WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml=;winemenubuilder.exe=d")
    at_end(end_wine, prefix)


def fetched_program(name):
    """Returns the path of a program for Windows that scripts/lib/program fetches."""
    result = run(SOURCE + "/scripts/lib/program", name, seconds=600)
    if result.status:
        show(result.out + result.err.rstrip("\n"))
        sys.exit(result.status)
    return result.out.rstrip("\n")


def need_namespace():
    if run("unshare", "--mount", "true").status:
        skip("no right to lay something over /sys")


def laid_over(pairs, *words):
    """Returns the words that run a command in a mount namespace where each file or folder is laid over its place."""
    script = 'while [ "$1" != -- ]; do mount --bind "$1" "$2" || exit; shift 2; done; shift; exec "$@"'
    mounts = [path for file, place in pairs for path in (file, place)]
    return ["unshare", "--mount", "sh", "-c", script, "sh", *mounts, "--", *words]


def use_real_wine():
    """Takes the tests' own command `wine`, a script, out of PATH, and has all processes at fixed addresses, as that command
    has Wine's (scripts/lib/wine.sh)."""
    own = os.environ["WINEPREFIX"] + ".bin"
    folders = os.environ["PATH"].split(":")
    if own in folders:
        library = ctypes.CDLL(None)
        library.personality(library.personality(0xffffffff) | 0x0040000)  # ADDR_NO_RANDOMIZE
    os.environ["PATH"] = ":".join(folder for folder in folders if folder != own)


def without_usual_wine(file, *words):
    """Returns the words that run a command where no Wine in Linux's and WineHQ's usual folders can be executed. Makes
    FILE."""
    found = {os.path.realpath(folder + "/wine") for folder in
             ("/usr/local/bin", "/usr/bin", "/bin", *(f"/opt/wine-{name}/bin" for name in ("stable", "devel", "staging")))}
    write(file, "")
    return laid_over([(file, path) for path in sorted(found) if os.path.exists(path)], *words)


def start_display(place):
    """Returns the name of a new X display, whose server ends with the case."""
    with open(place, "wb") as file:
        server = Started("sh", "-c", f"exec Xvfb -displayfd {file.fileno()} -screen 0 800x600x24 -nolisten tcp",
                         pass_fds=[file.fileno()])
    wait_until(lambda: read(place).endswith("\n"), "Xvfb does not start", lambda: server.text(1))
    return ":" + read(place).strip()


class Terminal:
    """A command in a terminal of tmux. Each has a server of its own: one that is just ending takes no other. PLACE is a
    folder with a short path, which holds the server's socket."""

    count = 0

    def __init__(self, place, width, height, *words):
        Terminal.count += 1
        self.socket = f"{place}/terminal-{Terminal.count}"
        at_end(self.end)
        result = self.call("new-session", "-d", "-x", str(width), "-y", str(height), *words)
        if result.status:
            fail("no terminal can be made", result)

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.end()

    def call(self, *words):
        return run("tmux", "-S", self.socket, "-f", "/dev/null", *words)

    def end(self):
        self.call("kill-server")

    def is_there(self):
        return not self.call("has-session").status

    def screen(self):
        return self.call("capture-pane", "-p").out

    def send(self, *keys):
        self.call("send-keys", *keys)

    def wait_for(self, pattern, is_wanted=True):
        """Waits until PATTERN, where ^ and $ are the ends of a line, is on the screen, or until it is not. Returns that."""
        def found():
            screen = self.screen()
            return bool(re.search(pattern, screen, re.M)) == is_wanted and (screen or " ")

        return wait_until(found, f"{'no' if is_wanted else 'still'} {pattern} on the screen", self.screen)


def library(machine, tree):
    """Returns the path of cycletime.dll in the tree."""
    return f"{tree}/lib/wine/{'i386' if machine == 'i686' else machine}-windows/cycletime.dll"


def pe_headers(machine, file):
    return run_tool(machine + "-w64-mingw32-objdump", "-p", file)


def imports(machine, file):
    """Returns pairs of a DLL in small letters and a function."""
    found, dll = [], None
    for line in pe_headers(machine, file).split("\n"):
        if line.startswith("\tDLL Name: "):
            dll = line.split()[2].lower()
        elif dll and re.match(r"\t[0-9a-f]+[ \t]", line):
            found.append((dll, line.split()[-1]))
        elif "export table" in line:
            break
    return found


def exports(machine, file):
    names = pe_headers(machine, file).partition("[Ordinal/Name Pointer] Table")[2].partition("\n\n")[0]
    return [line.split()[-1] for line in names.split("\n") if line.startswith("\t[")]


def export_list(definitions):
    """Returns the names that a .def lists."""
    return re.findall(r"(?m)^([A-Za-z0-9]+)", read(definitions).partition("\nEXPORTS")[2].partition("\n")[2])


def files_in(folder):
    """Returns the paths in FOLDER of all files that are no links, sorted."""
    paths = [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]
    return sorted(os.path.relpath(path, folder) for path in paths if not os.path.islink(path))


def start_spinner(work):
    """Starts spinner.exe on a processor that this machine lets us have, until the case ends. Returns the processor."""
    processor = min(os.sched_getaffinity(0))
    build("x86_64", TESTS + "/background.c", work + "/spinner.exe", "-O2")
    process = Started("wine", work + "/spinner.exe", "spin", str(processor))
    wait_until(lambda: "spins" in process.text(), "spinner.exe does not spin", process.text)
    return processor
