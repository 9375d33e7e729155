# SPDX-License-Identifier: MIT
"""Windows programs under cycletime: they run as without it, and what they query is correct."""
import os
import re
import shutil
import signal
import threading
import time

from package_test import (BUILD, NODE_ON_WINDOWS_10, Started, build, case, check, end_wine, fetched_program, plain_wine,
                          prepare, read, run, run_case, run_tool, same, show, start_display, use_own_prefix, wait_until,
                          windows_path, write, write_script)

def run_again(wanted, *words, **how):
    """Runs a command up to three times until WANTED(result): Wine now and then loses a process that has not begun yet."""
    for attempt in range(3):
        result = run(*words, **how)
        if wanted(result):
            break
        print(f"nothing at try {attempt + 1}: {' '.join(words)}")
    return result


class Lane:
    """A program that writes into a file twenty times a second, and what comes of signals. Several lanes run at once, since
    most of what they do is waiting."""

    def __init__(self, name, work, program, cycletime, wine):
        self.place = f"{work}/{name}"
        self.program, self.cycletime, self.wine = program, [cycletime, "run"], wine
        os.mkdir(self.place)
        self.grows = self.place + "/grows"
        self.process = None

    def size(self):
        return os.path.getsize(self.grows) if os.path.exists(self.grows) else 0

    def goes_on(self, seconds):
        """Returns whether the file grows each second, for so long."""
        for _ in range(seconds):
            before = self.size()
            time.sleep(1)
            if self.size() == before:
                return False
        return True

    def start(self, *words):
        """Starts the program in a session of its own."""
        for path in self.grows, self.grows + ".over":
            if os.path.exists(path):
                os.remove(path)
        process = self.process = Started(*words, self.grows, start_new_session=True)
        wait_until(lambda: "stays" in process.text() and self.size(), f"did not start: {' '.join(words)}", process.text,
                   lambda: process.text(1))

    def send(self, number, to_group):
        (os.killpg if to_group else os.kill)(self.process.pid, number)

    def let_end(self):
        write(self.grows + ".over", "")
        return self.process.wait(300)

    def check_ends(self, number, to_group):
        """The program ends, as it does without cycletime; where it goes on without cycletime (Wine puts another process in
        between that ignores the signal) that is no fault."""
        what = f"{number.name} to {'the group' if to_group else 'the process'}"
        self.start(*self.cycletime, self.program)
        check(self.goes_on(1), "ended by itself")
        self.send(number, to_group)
        goes_on = self.goes_on(10)
        self.let_end()
        if not goes_on:
            return
        self.start(self.wine, self.program)
        self.send(number, to_group)
        check(self.goes_on(10), f"{what} leaves the program running, which ends without cycletime")
        print(f"{what} leaves the program running, without cycletime too")
        self.let_end()

    def await_progress(self):
        """Waits until the program has gone on for two seconds, by its own count."""
        target = self.size() + 40
        wait_until(lambda: self.size() >= target, "the program does not go on", self.process.text)

    def events(self, to_group, *words):
        """Returns how often Ctrl-C has come to a program that goes on then, after one and after another."""
        counts = []
        self.start(*words, self.program, "heeds")
        for _ in range(2):
            self.send(signal.SIGINT, to_group)
            self.await_progress()
            counts.append(len(re.findall("(?m)^event 0$", self.process.text())))
        self.let_end()
        return counts

    def check_hears(self, to_group):
        alone, hooked = self.events(to_group, self.wine), self.events(to_group, *self.cycletime)
        whom = "the group" if to_group else "the process"
        print(f"events of two interrupts to {whom}: {alone}")
        check(alone == hooked, f"SIGINT to {whom} comes {hooked} times, not {alone}")

    def killed(self, number, *words):
        """Returns how the command ends when Linux ends its program, which Wine's start may have begun."""
        self.start(*words, self.program)
        found = run("pgrep", "-s", str(self.process.pid), "-x", "stays.exe").out.split()
        os.kill(int(found[0]) if found else self.process.pid, number)
        return self.process.wait(300)


def check_reports(built, cycletime, wine, line, name, *words):
    """The program reports the same with and without cycletime, and LINE is in it."""
    program = f"{built}/{name}.exe"
    alone = run_again(lambda result: result.out, wine, program, *words)
    hooked = run(cycletime, "run", program, *words)
    show(f"{name}:\n{alone.out}")
    check(re.search("(?m)^" + line, alone.out), name + " reports nothing", alone)
    check(alone.out == hooked.out, name + " reports something else under cycletime", hooked)


def run_at_once(*functions):
    """Runs functions in threads of their own; the case fails if one of them does."""
    reasons = []

    def run_one(function):
        try:
            function()
        except BaseException as reason:
            reasons.append(reason)

    threads = [threading.Thread(target=run_one, args=[function]) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if reasons:
        raise reasons[0]


@case
def unchanged_programs(tree, work, machine):
    """Programs under cycletime report about their jobs, their first last error, their TLS callbacks, of what they import
    and of many children what they report without it, end as without it if Linux ends them, and end when the command does
    that was started."""
    prepare(work, machine)
    built, cycletime, wine = f"{BUILD}/{machine}/tests/wine", tree + "/bin/cycletime", plain_wine(machine)
    check_reports(built, cycletime, wine, "self, then, in job", "jobs")
    check_reports(built, cycletime, wine, "second: reason 2, .* thread 1, in order 1$", "callbacks")
    check_reports(built, cycletime, wine, "imports with other names: 0, elsewhere: 0 of", "checksum")
    check_reports(built, cycletime, wine, "60 children, 60 of them at once, 60 ended with their own codes, 60 reported of$",
                  "crowd", "60")

    lanes = [Lane(name, work, built + "/stays.exe", cycletime, wine)
             for name in ("kill", "asked", "interrupted", "group", "process")]
    for number in signal.SIGKILL, signal.SIGTERM:
        alone, hooked = lanes[0].killed(number, wine), lanes[0].killed(number, cycletime, "run")
        print(f"ended by {number.name}: {alone} without cycletime, {hooked} with it")
        check(alone == hooked, f"{number.name} of Linux: {hooked}, not {alone}")

    # What the end of a process took Linux is in its own times, as wait4 reports them to the command, and in its job's.
    result = run(cycletime, "run", built + "/members.exe", "one", "260000000")
    reported = {name: int(time) for name, time in re.findall(r"(?m)^(\S+) \S+ \S+ ([0-9]+)", result.out)}
    check(reported["job-times"] >= reported["child-times"] > 0, "a job has less than its process used", result)
    check(reported["child-times-kernel"] / 2 < reported["job-later-kernel"] < reported["child-times-kernel"] * 3 / 2,
          "a job divides its process's time otherwise than the process", result)

    def check_all(lane, *ways):
        for number, to_group in ways:
            lane.check_ends(number, to_group)

    run_at_once(lambda: check_all(lanes[1], (signal.SIGTERM, False), (signal.SIGHUP, False), (signal.SIGHUP, True)),
                lambda: check_all(lanes[2], (signal.SIGINT, True), (signal.SIGINT, False), (signal.SIGKILL, False)),
                lambda: lanes[3].check_hears(True), lambda: lanes[4].check_hears(False))


class Bitness:
    """Programs of both word sizes, run in the folder WORK."""

    def __init__(self, work, cycletime):
        self.work, self.cycletime = work, cycletime
        self.changes = {"REPORT": windows_path(work) + "\\report", "CYCLETIME_UNIXLIB": "0"}

    def run(self, *words, env=None):
        """Returns the output, the exit code and the messages of cycletime: Wine may write to stderr."""
        if os.path.exists(self.work + "/report"):
            os.remove(self.work + "/report")
        result = run(*words, cwd=self.work, env={**self.changes, **(env or {})})
        return "\n".join([f"{result.out}exit code {result.status}", *result.messages()])

    def check_descend(self, first, options, programs, kinds, what="descend", **env):
        """Each program starts the next, and each is of a kind: hooked, plain, or with certain clocks."""
        bits = [first, *programs]
        words = [f"family{first}.exe", what, *(f"family{size}.exe" for size in programs)]
        expected = [f"{size}-bit: {kind}" for size, kind in zip(bits, kinds)]
        expected += ["the child ends with 0x0"] * len(programs) + ["exit code 0"]
        found = self.run(self.cycletime, "run", *options, *words, env=env).split("\n")
        found = [line for line in found if "services already run without" not in line]
        check(found == expected, f"{' '.join(options + words)}: not {expected}", "\n".join(found))

    def check_same(self, parent, child, count, words):
        """The program prints the same with and without cycletime, but for COUNT words. Under Wine Staging a process that
        finds no event \\__wine_staging_warn_event creates it, and so has one handle more, with and without cycletime; so
        handles are counted up to three times."""
        words = [f"family{parent}.exe", *words.split()]
        env = {"CHILD": f"{windows_path(self.work)}\\family{child}.exe"}
        for _ in range(3 if words[1] == "handles" else 1):
            expected, found = self.run("wine", *words, env=env), self.run(self.cycletime, "run", *words, env=env)
            if expected == found.replace("hooked", "plain"):
                break
        check(expected == found.replace("hooked", "plain"), f"{' '.join(words)} differs under cycletime", expected, found)
        check(found.count("hooked") == count, f"{' '.join(words)}: {found.count('hooked')} are hooked, not {count}")


@case
def bitness(tree, work):
    """Children of the other word size are hooked, and are otherwise what they are without."""
    prepare(work, "i686")
    shutil.copy(BUILD + "/x86_64/tests/wine/family.exe", work + "/family64.exe")
    shutil.copy(BUILD + "/i686/tests/wine/family.exe", work + "/family32.exe")
    # Others come and go meanwhile, whose DLLs take the places of theirs. No 32-bit ones: they would keep them.
    build("x86_64", "background.c", work + "/background.exe")
    # What "wine" starts may not be the program but one that waits for it, so a file ends them.
    others = write(work + "/others", "")
    processes = [Started("wine", work + "/background.exe", "load", windows_path(others)) for _ in range(2)]

    both = Bitness(work, tree + "/bin/cycletime")
    both.check_descend(64, ["--verbose"], [32, 64], ["hooked"] * 3)
    both.check_descend(32, ["--verbose"], [64, 32], ["hooked"] * 3)
    both.check_descend(64, ["--no-children"], [32], ["hooked", "plain"])
    for parent, child in (64, 32), (32, 64):
        # The clocks that are asked for need the Linux side.
        both.check_descend(parent, ["--fast-clock"], [child, parent], ["another's clocks"] * 3, "descend-clocks",
                           CYCLETIME_UNIXLIB="")
        both.check_descend(parent, ["--"], [child], ["the system's clocks"] * 2, "descend-clocks", CYCLETIME_UNIXLIB="")
    for parent, child in (64, 32), (32, 64):
        for count, words in ((2, "chain 1"), (1, "suspended"), (0, "unresumed"), (1, "debug 0x1 0"), (1, "debug 0x2 0"),
                             (0, "streams"), (2, "handles"), (0, "leak"), (1, "environment wide"), (1, "flags 0x8 1"),
                             (1, "call CreateProcess")):
            both.check_same(parent, child, count, words)
    os.remove(others)
    for process in processes:
        process.wait(300)


WORK_DONE = 1000000  # 100 ms, in 100 ns


def check_poller(kind, result):
    """Checks the bounds between which each value of the program lies."""
    values = {words[0]: int(words[1]) for words in map(str.split, result.out.split("\n"))
              if len(words) == 2 and re.fullmatch("-?[0-9]+", words[1])}

    def check_within(low, name, high):
        # Kernel and user time are rounded apart.
        check(values.get(low, 1) <= values.get(name, -9) + 2 and values.get(name, 9) <= values.get(high, -9) + 2,
              f"{kind}: {name} is not within {low} and {high}", result)

    def check_at_least(name, least):
        check(values.get(name, -9) >= least, f"{kind}: {name} is less than {least}", result)

    if kind == "job":
        check_at_least("child-times", WORK_DONE)
        check_at_least("job-times", values.get("child-times", 0) - 2)
        check(values.get("job-processes") == 1, "job: not one process", result)
        return
    name = "listed" if kind == "list" else "opened"
    check_at_least("low-times", WORK_DONE)
    check_within("low-times", name + "-times", "high-times")
    check_at_least(name + "-threads", WORK_DONE // 10 * 9)  # the process's begin is not in them
    if kind == "list":
        check_at_least("listed-cycles", WORK_DONE)  # no processor's TSC goes on at less than 10 MHz
        check_at_least("all-cycles", values.get("listed-cycles", 0))


@case
def pollers(tree, work, machine):
    """Programs that ask as task managers, psutil and hyperfine do run with and without cycletime, and get correct times
    with it; Wine's own tasklist runs in both places."""
    prepare(work, machine)
    build(machine, "pollers.c", work + "/pollers.exe", "-municode", "-O2")
    for kind in "list", "process", "job":
        for words in ["wine"], [tree + "/bin/cycletime", "run"]:
            result = run_again(lambda result: result.out, *words, work + "/pollers.exe", kind)
            print(f"{os.path.basename(words[0])}, {kind}: {' '.join(result.out.split())}")
            check(result.out, kind + ": nothing", result)
        check_poller(kind, result)
    if not re.search("(?im)^services.exe", run("wine", "tasklist").out):
        print("this Wine's tasklist reports nothing")
        return
    result = run(tree + "/bin/cycletime", "run", "tasklist")
    check(re.search("(?im)^services.exe", result.out), "tasklist under cycletime: no services.exe", result)


def linux_idle():
    """Returns the milliseconds that the first processor has been idle, waiting for a disk included."""
    ticks = re.search("(?m)^cpu0 (.*)$", read("/proc/stat"))[1].split()[3:5]
    return sum(map(int, ticks)) * 1000 // os.sysconf("SC_CLK_TCK")


# The status, the number of machine words that were returned, and what they are.
MEMORY_OF_ENDED = ["at once: 00000000 12 peak, now 0", "later: 00000000 12 peak, now 0", "shorter: 00000000 11 peak, now 0",
                   "too short: c0000004 12", "longer: c0000004 12", "without the right: c0000022 0"]


@case
def ended_memory(tree, work, machine):
    """The memory of an ended process is reported with success, as without cycletime where Linux keeps ended processes, and
    includes its peak."""
    prepare(work, machine)
    os.environ["WINEDEBUG"] = "-all"
    program = work + "/ended_memory.exe"
    build(machine, "ended_memory.c", program, "-O1", "-lntdll")
    print("without cycletime:\n" + run("wine", program).out)
    same("the answers", MEMORY_OF_ENDED, run(tree + "/bin/cycletime", "run", program).out.split("\n")[:-1])


@case
def node(tree, work):
    """Node.js under cycletime starts Node.js, and both run as they do without, but hooked; os.cpus(), which asks ntdll,
    reports Linux's idle time."""
    prepare(work)
    program, cycletime = fetched_program("node"), tree + "/bin/cycletime"
    run(*NODE_ON_WINDOWS_10)
    script = shutil.copy("node_spawn.cjs", work)
    ways = {"wine": ["wine"], "run": [cycletime, "run"], "run --no-children": [cycletime, "run", "--no-children"]}
    # At once, since most of it is waiting for their children.
    started = {way: Started("timeout", "240", *words, program, script) for way, words in ways.items()}
    results = {way: process.finish() for way, process in started.items()}
    rest = {}
    for way, hooked in ("wine", "false false false"), ("run", "true true true"), ("run --no-children", "true false false"):
        result = results[way]
        check(result.status == 0, f"{way} ended with {result.status}", result)
        # What the parent, the child and the grandchild say of the DLL.
        same(way + ": which are hooked", hooked, " ".join(re.findall("(?m)^[a-z]* hooked (.*)$", result.out)))
        rest[way] = re.sub("(?m)^.* hooked .*\n", "", result.out)
    check(rest["wine"].count("\n") >= 8 and "parent done\n" in rest["wine"],
          "without cycletime, it does not come to its end", results["wine"])
    same("its output under cycletime", rest["wine"], rest["run"])

    # What libuv asks ntdll for.
    write(work + "/cpus.cjs", "console.log('idle ' + require('os').cpus()[0].times.idle);\n")
    before = linux_idle()
    result = run(cycletime, "run", program, work + "/cpus.cjs")
    after, idle = linux_idle(), result.value("idle")
    # Between the kernel's steps of 10 ms it goes on as time does.
    check(idle and before <= int(idle) <= after + 11,
          f"os.cpus() reports an idle time of {idle} ms, not between {before} and {after}", result)


# For wixl: an .msi that runs the program that it installs.
INSTALLER = """<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Name="cycletime's test" Id="*" UpgradeCode="6f4a4c5e-3a86-4d49-9b1c-1f4f0b3f1a11" Language="1033" Version="1.0.0"
      Manufacturer="nobody">
    <Package InstallerVersion="200" Compressed="yes"/>
    <Media Id="1" Cabinet="files.cab" EmbedCab="yes"/>
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Directory Id="ProgramFilesFolder">
        <Directory Id="FOLDER" Name="cycletime's test">
          <Component Id="Component" Guid="6f4a4c5e-3a86-4d49-9b1c-1f4f0b3f1a12">
            <File Id="Program" Name="service.exe" Source="service.exe"/>
          </Component>
        </Directory>
      </Directory>
    </Directory>
    <Feature Id="Feature" Level="1"><ComponentRef Id="Component"/></Feature>
    <CustomAction Id="Tell" FileKey="Program" ExeCommand="report {}" Return="check"/>
    <InstallExecuteSequence><Custom Action="Tell" After="InstallFinalize">1</Custom></InstallExecuteSequence>
  </Product>
</Wix>
"""


class Follower:
    """Starts service.exe in many ways, and reads what it reports about its cycles."""

    def __init__(self, work, cycletime):
        self.cycletime, self.program, self.file, self.result = cycletime, work + "/service.exe", work + "/reported", None
        build("x86_64", "service.c", self.program, "-O1")
        self.report = [windows_path(self.program), "report", windows_path(self.file)]
        self.names = (f"cycletime-{number}-{os.getpid()}" for number in range(1, 9))

    def reported(self, *words, **how):
        """Returns what the program says, once it is there: some commands end before it."""
        if os.path.exists(self.file):
            os.remove(self.file)
        self.result = run(*words, **how)
        end = time.monotonic() + 120
        while not read(self.file).startswith("cycles") and time.monotonic() < end:
            time.sleep(0.1)
        return read(self.file).strip() or "nothing"

    def check_reported(self, what, wanted, *words, **how):
        found = self.reported(*words, **how)
        check(found == wanted, f"{what}: {found}, not {wanted}", self.result)

    def compare(self, what, *words):
        """Checks a way that works without cycletime under it."""
        if self.reported(*words) != "cycles 0":
            print("does not work without cycletime here: " + what)
            return
        self.check_reported(what, "cycles 1", self.cycletime, "run", *words)
        print("followed: " + what)

    def check_service(self, what, wanted, *words):
        """Checks what a service says that is installed and begun by WORDS."""
        name = next(self.names)
        self.check_reported(what, wanted, *words, "wine", self.program, "install", name, windows_path(self.file))
        result = self.result
        run("wine", self.program, "remove", name)
        return result


class Stay:
    """A program that goes on, since Wine ends its services with the last one that does."""

    def __init__(self, follower, place, *words):
        self.place, self.words = place, [*words, follower.program, "stay", windows_path(place)]

    def __enter__(self):
        self.process = Started(*self.words)
        wait_until(lambda: read(self.place).startswith("cycles"), "the program that stays does not begin")

    def __exit__(self, *reason):
        os.remove(self.place)
        check(self.process.wait(300) == 0, "the program that stays")


def check_services(follower, work):
    run_under = [follower.cycletime, "run"]
    end_wine()
    follower.check_service("a service, where services.exe began under cycletime", "cycles 1", *run_under)
    end_wine()
    with Stay(follower, work + "/stays", *run_under):
        follower.check_service("a stranger's service, where services.exe began under cycletime", "cycles 1", "env")
    end_wine()
    with Stay(follower, work + "/stays", "wine"):
        follower.check_service("a service without cycletime", "cycles 0", "env")
        result = follower.check_service("a service, where services.exe began without cycletime", "cycles 0", *run_under,
                                        "--verbose")
    check(re.search("(?m)^cycletime: .*services already run without", result.err),
          "that services are not followed is not said", result)
    print("followed: a Windows service")


def check_own_services_of_wine(follower, work):
    """A service of Wine's own that no list of ours names counts as Wine's own, while a user's service does not."""
    end_wine()
    name, times = next(follower.names), work + "/times"
    install = f"net start spooler && {follower.report[0]} install {name} {follower.report[2]}"
    result = run(follower.cycletime, "time", "--output", times, "wine", "cmd", "/c", install)
    if result.status:
        print("does not work without cycletime here: net start spooler")
    else:
        show(read(times))
        listed = set(re.findall("(?m)^.*  ([^ ]*[.]exe)", read(times)))
        same("the programs that are not Wine's own, beside a service of Wine's", "cmd.exe service.exe",
             " ".join(sorted(name for name in listed if "net" not in name)))
    run("wine", follower.program, "remove", name)


def check_installer(follower, work):
    write(work + "/service.wxs", INSTALLER.format(windows_path(follower.file)))
    run_tool("wixl", "-o", "service.msi", "service.wxs", cwd=work)
    installer = windows_path(work + "/service.msi")
    install, remove = [["wine", "msiexec", option, installer, "/qn"] for option in ("/i", "/x")]
    if follower.reported(*install) != "cycles 0":
        print("does not work without cycletime here: an .msi")
        return
    for what, words in ("an .msi by msiexec", install), ("an .msi", [work + "/service.msi", "/qn"]):
        run(*remove)
        follower.check_reported(what, "cycles 1", follower.cycletime, "run", *words)
    run(*remove)
    print("followed: an .msi")


@case
def followed(tree, work):
    """Whatever starts a Windows program under cycletime, that program has correct times; a way that does not work without
    cycletime here is named."""
    prepare(work)
    # A server and services of its own, since it matters who began them.
    use_own_prefix(work + "/prefix")
    follower = Follower(work, tree + "/bin/cycletime")
    check_services(follower, work)
    check_own_services_of_wine(follower, work)

    start, unix_words = ["wine", "start", "/wait"], [follower.program, *follower.report[1:]]
    batch = windows_path(write(work + "/report.bat", " ".join(follower.report) + "\r\n"))
    script = write_script(work + "/report.sh", f"exec wine '{follower.program}' report '{follower.report[2]}'")
    follower.compare("wine start /wait /unix", *start, "/unix", *unix_words)
    follower.compare("wine start /wait with a Windows path", *start, *follower.report)
    follower.compare("cmd /c", "wine", "cmd", "/c", *follower.report)
    follower.compare("a .bat", "wine", batch)
    follower.compare("cmd /c start of a .bat", "wine", "cmd", "/c", "start", "/wait", batch)
    follower.compare("a script that runs wine", script)
    follower.compare("a Unix program that Windows starts and that starts wine again", "wine", "cmd", "/c", "start", "/unix",
                     script)

    # The variable also names the file that the first program removes.
    follower.check_reported("a command that removes CYCLETIME_RUN", "cycles 1", follower.cycletime, "run", "env", "-u",
                            "CYCLETIME_RUN", "wine", *unix_words)
    check("cycletime: no Windows program" not in follower.result.err, "that command is reported", follower.result)
    if shutil.which("wixl"):
        check_installer(follower, work)
    if shutil.which("Xvfb"):
        os.environ["DISPLAY"] = start_display(work + "/display")
        follower.compare("explorer /desktop", "wine", "explorer", "/desktop=cycletime,640x480", *follower.report)


@case
def first_start(tree, work):
    """If `cycletime run` starts Wine itself, Wine's services run as without cycletime."""
    prepare(work)
    program, cycletime = work + "/first_start.exe", tree + "/bin/cycletime"
    build("x86_64", "first_start.c", program, "-O1", "-ladvapi32", "-liphlpapi")
    use_own_prefix(work + "/prefix")

    def start(*words, **env):
        """Returns the result of WORDS, which start Wine."""
        result = run(*words, program, env=env)
        end_wine()
        check(not result.said(), f"{' '.join(words)} {env}: cycletime printed something", result)
        return result

    without = start("wine")
    for env in {}, {"CYCLETIME_UNIXLIB": "0"}:
        result = start(cycletime, "run", **env)
        check(result.out == without.out, f"Wine's services are others under cycletime {env}", without, result)
        if not env:
            for line in "MountMgr 1", "nsiproxy 1", "RpcSs 1", "drives 1", "adapters 1":
                check(line in result.out.split("\n"), "no line: " + line, result)
    show(without.out)


if __name__ == "__main__":
    run_case()
