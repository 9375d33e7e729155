# SPDX-License-Identifier: MIT
"""`cycletime top`, the viewer."""
import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

from package_test import (Started, Terminal, at_end, build, case, check, fail, prepare, read, run, run_case, same,
                          start_spinner, wait_until, write, write_script)


class Viewer:
    """The viewer, without a terminal. RESULT is that of its last run."""

    def __init__(self, tree):
        self.words, self.result = [tree + "/bin/cycletime", "top"], None

    def check(self, condition, message):
        return check(condition, message, self.result)

    def expect(self, status, out, err, *options, **env):
        """Checks the exit code, and patterns for stdout and cycletime's lines on stderr, where an empty one means that
        there is nothing."""
        result = self.result = run(*self.words, *options, env=env)
        what, said = "top " + " ".join(options), "\n".join(result.said())  # Wine may say something too
        self.check(result.status == status, f"{what}: exit code {result.status}, not {status}")
        for name, pattern, text in ("stdout", out, result.out), ("stderr", err, said):
            self.check(re.search("(?m)" + pattern, text) if pattern else not text, f"{what}: {name} is not: {pattern}")

    def look(self, *options):
        """Returns the output of one interval."""
        self.result = run(*self.words, "--once", "--interval", "0.1", *options)
        self.check(self.result.status == 0, f"top {' '.join(options)}: exit code {self.result.status}")
        return self.result.out

    def objects(self):
        """Returns the objects of its JSON, one for each interval."""
        return [json.loads(line) for line in self.result.out.splitlines()]

    def rows(self):
        return list(csv.reader(io.StringIO(self.result.out)))


def check_options(viewer, work):
    for words, err in ((["--once", "--fast"], "unknown option --fast[.] See: "),
                       (["--interval", "0"], "--interval takes seconds, .* not 0[.]"),
                       (["--once", "--svg"], "--svg needs a value[.] See: "),
                       (["--once", "--filter", ""], "--filter needs a value[.] See: "),
                       (["--once", "--sort", "cpu"], "--sort takes cycles, user, kernel, memory, id or name, not cpu[.]")):
        viewer.expect(125, "", "^cycletime: top: " + err, *words)
    for words in ["--once"], ["--once", "--tree"]:
        viewer.expect(1, "", "^cycletime: top: there is no such process", *words, "--pid", "4000000000")
    viewer.result = run("sh", "-c", 'exec "$@" 2>&-', "sh", *viewer.words, "--once", "--interval", "0.1")
    viewer.check(viewer.result.status == 0 and "cycletime-top.exe" in viewer.result.out, "nothing without stderr")
    check_chart_file(viewer, work)
    viewer.expect(0, "^usage: cycletime top", "", "--help")


def check_chart_file(viewer, work):
    """A file that cannot be written is reported before the first interval. Others stay as they are without a chart."""
    nowhere, old, new = work + "/nowhere/chart.svg", work + "/old.svg", work + "/new.svg"
    viewer.expect(1, "", f"^cycletime: top: cannot write the chart {re.escape(nowhere)}: ", "--once", "--svg", nowhere)
    write(old, "old")
    for file in old, new:
        viewer.expect(1, "", "^cycletime: top: there is no such process", "--once", "--pid", "4000000000", "--svg", file)
    viewer.check(read(old) == "old", "the old chart has changed")
    viewer.check(not os.path.exists(new), "there is a new chart")
    pipe = work + "/pipe.svg"
    os.mkfifo(pipe)
    reader = Started("cat", pipe)
    viewer.look("--svg", pipe)
    viewer.check(re.fullmatch("(?s)<svg.*</svg>\n", reader.finish().out), "no chart comes through the pipe")


def check_signals(viewer, work):
    """Whoever ends the command gets the chart, and whole lines. Wine loses the process now and then (end_by_signal)."""
    chart, start = work + "/signal.svg", work + "/start"
    # As where wine32 is installed, the viewer is then a child of start.exe.
    write_script(start, 'exec wine start /wait /b /unix "$@"')
    for number, env, send in ((signal.SIGTERM, {}, os.kill), (signal.SIGINT, {}, os.kill), (signal.SIGHUP, {}, os.kill),
                              (signal.SIGTERM, {"WINE": start}, os.kill), (signal.SIGTERM, {}, os.killpg),
                              (signal.SIGHUP, {}, os.killpg)):
        for _ in range(2):
            write(chart, "longer than the chart " * 10000)
            process = Started(*viewer.words, "--json", "--interval", "0.1", "--svg", chart, env=env,
                              start_new_session=True)
            wait_until(lambda process=process: process.text().count("\n") >= 2, "no two lines", process.text)
            send(process.pid, number)
            viewer.result = process.finish()
            if viewer.result.status not in (128 + signal.SIGKILL, 128 + signal.SIGSEGV):
                break
            print("Wine lost it; once more")
        viewer.check(viewer.result.status == 0, f"exit code {viewer.result.status} after {send.__name__} {number.name}")
        viewer.check(viewer.result.out.endswith("]}\n"), f"half a line after {send.__name__} {number.name}")
        viewer.check(re.fullmatch("(?s)<svg.*</svg>\n", read(chart)), f"no chart after {send.__name__} {number.name}")


def check_exactness(viewer):
    """The viewer is exact about itself, and marks the spinner, in which cycletime is not."""
    viewer.expect(0, '^{"seconds":', "", "--json", "--count", "3", "--interval", "0.3")
    interval = viewer.objects()[-1]
    own, spinner = [[process for process in interval["processes"] if process["name"] == name][-1]
                    for name in ("cycletime-top.exe", "spinner.exe")]
    cycles = sum(thread["cycles"] for thread in own["threads"])
    print(f"the viewer: {own['cycles']} cycles, its threads {cycles}")
    viewer.check(own["exact"] is True and all(thread["exact"] is True for thread in own["threads"]), "itself not exact")
    viewer.check(abs(own["cycles"] - cycles) < interval["cycles_per_second"] / 1000, "its threads differ from itself")
    viewer.check(spinner["exact"] is False and spinner["threads"][0]["exact"] is False, "the spinner is exact")
    viewer.check((spinner["kernel_100ns"] + spinner["user_100ns"]) % 100000 == 0, "the spinner does not move in steps")
    viewer.expect(0, "^ *[0-9]+  *all  *~[0-9.]* .*  spinner.exe$", "", "--once", "--interval", "0.3")
    viewer.check(not re.search("~.*cycletime-top.exe$", viewer.result.out, re.M), "the viewer's row is marked")
    count = len(re.findall("(?m)^~ moves in steps of 10 ms", viewer.result.out))
    viewer.check(count == 1, f"the mark is explained {count} times")


def linux_memory(name):
    """Returns the bytes in RAM of a program of this prefix, as Linux counts them."""
    for line in run("ps", "-eo", "pid,comm,rss").out.split("\n"):
        words = line.split()
        if len(words) == 3 and words[1] == name and f"WINEPREFIX={os.environ['WINEPREFIX']}\0" in environment_of(words[0]):
            return int(words[2]) * 1024
    return fail("there is no " + name)


def check_memory(viewer):
    """The memory of a program that allocates nothing any more is what Linux says."""
    before = linux_memory("spinner.exe")
    viewer.look("--json", "--filter", "spinner.exe")
    memory = viewer.objects()[0]["processes"][-1]["working_set"]
    print(f"the spinner: {memory} bytes, Linux {before}")
    viewer.check(before > 1 << 20 and abs(memory - before) <= before / 50, "the spinner's memory is another one")
    viewer.look("--csv", "--filter", "spinner.exe")
    header, *rows = viewer.rows()
    csv_memory = [int(row[header.index("working_set")]) for row in rows if row[1] == "process"][-1]
    viewer.check(csv_memory == memory, f"CSV has {csv_memory} bytes")
    viewer.look("--sort", "memory")
    sizes = [float(size) for size in re.findall(r"(?m)^ *[0-9]+  *all  *\S+  *\S+  *\S+  *\S+  *([0-9.]+) ",
                                                viewer.result.out)]
    viewer.check(len(sizes) >= 3 and sizes == sorted(sizes, reverse=True), f"not by memory: {sizes}")


def check_forms(viewer):
    once, header = ["--once", "--interval", "0.1"], "(?m)^group processor"
    viewer.expect(0, "^ *process *thread *Mcycles/s", "", *once)
    viewer.check(len(re.findall(header, viewer.result.out)) == 1, "more than one interval at --once")
    viewer.expect(0, "cycletime-top.exe", "", "--count", "3", "--interval", "0.1")
    viewer.check(len(re.findall(header, viewer.result.out)) == 3, "not three intervals at --count 3")
    viewer.expect(0, '^{"seconds":', "", "--json", "--count", "3", "--interval", "0.1")
    viewer.check(["seconds" in interval for interval in viewer.objects()] == [True] * 3, "not an object on each line")
    viewer.expect(0, "^seconds,kind,group,", "", "--csv", "--count", "2", "--interval", "0.1")
    rows = viewer.rows()
    viewer.check(len({len(row) for row in rows}) == 1, "lines of CSV differ in length")
    viewer.check([row[0] for row in rows].count("seconds") == 1, "not one header")
    viewer.check(any(row[1] == "process" and "cycletime-top.exe" in row for row in rows), "no process in CSV")

    # Nobody reports these without the Linux side.
    off = {"CYCLETIME_UNIXLIB": "0"}
    viewer.expect(0, '"dpc_cycles":null,"dpc_percent":null,"interrupt_cycles":null,.*"dpc_100ns":null', "", "--json", *once,
                  **off)
    viewer.expect(0, ",processor,0,0,,,,,([0-9.]*,){7},,,,[0-9]*,,,,", "", "--csv", *once, **off)
    viewer.expect(0, "^ *0  *0  *[0-9.]*  *[0-9.]*  *-  *-  *", "", *once, **off)


def idle_and_uptime():
    """Returns the seconds that Linux says that each processor was idle, and the time."""
    tick = os.sysconf("SC_CLK_TCK")
    lines = re.findall(r"(?m)^cpu([0-9]+) \S+ \S+ \S+ (\S+) (\S+)", read("/proc/stat"))
    idle = {int(number): (int(idle) + int(waiting)) / tick for number, idle, waiting in lines}
    return idle, float(read("/proc/uptime").split()[0])


def processors_that_differ(viewer, work, spins):
    """Runs the viewer once. Linux's idle time from before it until after it holds all that it reports of its interval."""
    before, begin = idle_and_uptime()
    viewer.expect(0, '^{"seconds":', "", "--json", "--count", "1", "--interval", "2", "--svg", work + "/chart.svg")
    after, end = idle_and_uptime()
    interval, off = viewer.objects()[-1], []
    reported = {of["group"] * 64 + of["number"]: of for of in interval["processors"]}
    for number, linux in ((number, after[number] - before[number]) for number in before):
        of = reported[number]
        idle, elapsed = of["idle_cycles"] / interval["cycles_per_second"], of["elapsed_100ns"] / 1e7
        print(f"idle {idle:.3f} s of {elapsed:.3f}, Linux {linux:.2f} of {end - begin:.2f}; busy {of['busy_percent']} %")
        parts = sum(of[part + "_percent"] for part in ("busy", "idle", "dpc", "interrupt"))
        if not (linux - (end - begin - elapsed) - 0.05 <= idle <= linux + 0.05 and 99.99 < parts < 100.01):
            off.append(f"processor {number}")
        if number == spins and of["busy_percent"] <= 50:
            off.append(f"processor {number} spins, and is not busy")
    return off


@case
def top(tree, work):
    """The viewer reports what is busy and what is idle as Linux knows it, what it cannot do, and draws a chart."""
    prepare(work)
    viewer = Viewer(tree)
    check_options(viewer, work)
    check_forms(viewer)
    spins = start_spinner(work)
    # Linux's own counter was seen to go back on a virtual machine: by 198 ticks within a time in which it grew by 190.
    for _ in range(3):
        off = processors_that_differ(viewer, work, spins)
        if not off:
            break
    viewer.check(not off, "three times " + ", ".join(off))

    # The spinner burns the most of all processes, and no more than a processor has.
    interval = viewer.objects()[-1]
    most = sorted(interval["processes"], key=lambda process: process["percent"], reverse=True)[:3]
    print([(process["name"], process["percent"]) for process in most])
    viewer.check(most[0]["name"] == "spinner.exe", "the spinner does not burn the most")
    share = sum(process["percent"] for process in most if process["name"] == "spinner.exe") * len(interval["processors"])
    viewer.check(5 < share <= 101, f"the spinner's share is {share} % of a processor")

    check_exactness(viewer)
    check_memory(viewer)
    check_signals(viewer, work)

    chart = read(work + "/chart.svg")
    check(not re.search(r"(?i)script|href|url\(", chart), "the chart needs more than itself", chart)
    check(">spinner.exe<" in chart, "the spinner is not in the chart", chart)
    result = run("rsvg-convert", work + "/chart.svg", "-o", work + "/chart.png")
    check(result.status == 0 and os.path.getsize(work + "/chart.png") > 5000, "the chart is no picture", result)


def environment_of(process):
    """Returns the environment of a process, or "" of one that has ended, be it another's or our last one."""
    try:
        with open(f"/proc/{process}/environ", encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except OSError:
        return ""


class Screen:
    """The viewer in a terminal of its own, in a shell that says what the terminal's modes were before and after it."""

    def __init__(self, work, sockets, spins, width, height, command, first=""):
        self.work, self.spins, self.width, self.height = work, spins, width, height
        write(work + "/shell.sh", f"""trap : INT  # Ctrl-C comes to all that the terminal runs
{first}
stty -g >'{work}/modes.before'
echo 'what stood there before'
{command}
echo "status $?"
stty -g >'{work}/modes.after'
echo done
sleep 60
""")
        self.terminal = Terminal(sockets, width, height, "sh", work + "/shell.sh")
        self.process, self.file = None, ""
        self.wait_for("spinner.exe")

    def send(self, *keys):
        self.terminal.send(*keys)

    def wait_for(self, pattern, is_wanted=True):
        return self.terminal.wait_for(pattern, is_wanted)

    def fail(self, message):
        fail(message, self.terminal.screen())

    def find_process(self):
        """Finds the viewer, not the start.exe that waits for it; and the file by which the host command reports it the
        terminal's size."""
        for line in run("ps", "-eo", "pid,args").out.split("\n"):
            if "start.exe" in line or "cycletime-top.exe" not in line:
                continue
            self.process = int(line.split()[0])
            environment = dict(variable.partition("=")[::2] for variable in environment_of(self.process).split("\0"))
            file = re.sub("^[^/]*", "", environment.get("CYCLETIME_TERMINAL", ""))
            if environment.get("WINEPREFIX") == os.environ["WINEPREFIX"] and file:
                self.file = file
                break
        if not os.path.isfile(self.file):
            self.fail("the host command reports no size in " + self.file)

    def missing_parts(self, marks):
        """Returns what is missing on the screen: the processor that spins is busy to so many marks, the spinner is the
        first process, and the page reaches from the first line to the last."""
        lines = self.terminal.screen().split("\n")
        size = self.terminal.call("display-message", "-p", "#{window_width} #{window_height}").out.strip()
        processes = [after for line, after in zip(lines, lines[1:]) if "Mcycles/s" in line]
        bar = rf"^ *{self.spins} \[\|{{{marks}}}[\]|.DI]* *[0-9.]* *[0-9.]* "
        parts = {"title": re.match("cycletime top: [0-9]* processors* at [0-9.]* GHz, [0-9]* processes, ", lines[0]),
                 "size of the terminal": size == f"{self.width} {self.height}",
                 f"{marks} marks at processor {self.spins}": any(re.match(bar, line) for line in lines),
                 "spinner as the first": processes and re.search(r"  spinner\.exe( |$)", processes[0]),
                 "keys in the last line": lines[self.height - 1:] and lines[self.height - 1].startswith("q quit")}
        return [part for part, is_there in parts.items() if not is_there]

    def check_screen(self, marks):
        """Other programs of this machine may have had the processor for a moment."""
        wait_until(lambda: not self.missing_parts(marks), "parts of the screen are missing",
                   lambda: self.missing_parts(marks), self.terminal.screen)

    def resize(self, width, height):
        self.width, self.height = width, height
        self.terminal.call("resize-window", "-x", str(width), "-y", str(height))

    def check_end(self):
        screen = self.wait_for("^done$")
        if not re.search("(?m)^status 0$", screen):
            self.fail("the status is not 0")
        if "Mcycles/s" in screen:
            self.fail("something is left on the screen")

    def check_as_before(self, is_whole=True):
        """The terminal is as it was. On a screen that IS_WHOLE there is what was there before."""
        self.check_end()
        same("the terminal's modes", read(self.work + "/modes.before"), read(self.work + "/modes.after"))
        if not self.file or os.path.exists(self.file):
            self.fail("a temporary file is left, " + self.file)
        if is_whole and not re.search("(?m)^what stood there before$", self.terminal.screen()):
            self.fail("what stood there before is gone")
        self.terminal.end()


def end_by_signal(start):
    """Returns the screen of START, which starts the viewer and sends it the key. Wine loses a process now and then that
    ends while a thread of it begins that is to hear of Ctrl-C: a segmentation fault, of programs without cycletime alike;
    or it hangs, and Wine's server kills it a second later. Often it is Wine's start.exe, which runs a 64-bit program where
    wine32 is installed, and waits for it. Then it is started once more, but not twice."""
    screen = start()
    if not re.search("(?m)^status 13[79]$", screen.wait_for("^done$")):
        return screen
    print("Wine lost it; once more")
    screen.terminal.end()
    return start()


def check_keys(screen):
    screen.send("C-z")  # does not end it
    for keys, pattern in (("t", " thread "), ("t", " threads "), ("i", "by id"), ("n", "by name"), ("m", "by memory"),
                          ("c", "by cycles")):
        screen.send(keys)
        screen.wait_for(pattern)


def check_help(screen):
    for key in "?", "h":
        screen.send(key)
        screen.wait_for("^cycletime top: keys")
        screen.wait_for("^Any key goes back")
        screen.send("q")
        screen.wait_for("^q quit  [?] help")


def check_threads_below(screen):
    """The spinner is in the first line, and has one thread."""
    screen.send("Right")
    found = screen.wait_for(r"^ *[0-9]+  *~[0-9.]+ .*  `-thread [0-9]+$")
    lines = found.split("\n")
    at = [number for number, line in enumerate(lines) if re.search("`-thread [0-9]+$", line)][0]
    if not re.search("  spinner.exe$", lines[at - 1]):
        screen.fail("the thread is not below the spinner")
    screen.wait_for("^~ moves in steps of 10 ms")
    screen.send("Left")
    screen.wait_for("`-thread", False)
    screen.send("Home")


def check_tree_and_filter(screen):
    screen.send("T")
    screen.wait_for("[`|]-winedevice.exe")  # below services.exe
    screen.send("/")
    screen.send("SPINN")
    screen.wait_for("^/SPINN_")
    screen.wait_for("services.exe", False)
    screen.wait_for("[ -]spinner.exe$")  # below start.exe, which runs 64-bit programs where wine32 is installed
    screen.send("Enter")
    screen.wait_for("^/SPINN  Esc clears it")
    screen.send("l")
    screen.wait_for(f"[ -]spinner.exe spin {screen.spins}$")
    screen.send("l")
    screen.send("/")
    screen.send("q")  # a letter now
    screen.wait_for("^nothing with these letters")
    screen.send("BSpace")
    screen.wait_for("[ -]spinner.exe$")
    screen.send("Escape")
    screen.wait_for("services.exe")
    screen.send("T")
    screen.wait_for("  winedevice.exe")


def check_pause(screen):
    screen.send("Space")
    screen.wait_for("PAUSED")
    before = screen.terminal.screen().partition("\n")[2]
    time.sleep(1)
    if screen.terminal.screen().partition("\n")[2] != before:
        screen.fail("it goes on in a pause")
    screen.send("Space")
    screen.wait_for("PAUSED", False)


def check_sizes(screen):
    screen.resize(200, 50)
    screen.wait_for("[|.DI]{100}")
    screen.check_screen(40)
    screen.wait_for(f"  spinner.exe  *[^ ].*spinner.exe[^ ]* spin {screen.spins}$")  # and its command line
    screen.resize(60, 15)
    wait_until(lambda: "keys in the last line" not in screen.missing_parts(1), "it does not become smaller",
               screen.terminal.screen)


@case
def top_screen(tree, work):
    """The viewer in a terminal: what is on its screen, keys, other sizes, and that it leaves the terminal as it was,
    however it ends."""
    prepare(work)
    spins = start_spinner(work)
    sockets = tempfile.mkdtemp()  # a socket's path must be short
    at_end(shutil.rmtree, sockets, ignore_errors=True)
    by_command = f"'{tree}/bin/cycletime' top --interval "

    def start(width, height, command, first="", has_file=True):
        screen = Screen(work, sockets, spins, width, height, command, first)
        if has_file:
            screen.find_process()
        return screen

    print("at 80 x 24, by keys")
    screen = start(80, 24, by_command + "0.3")
    screen.check_screen(10)
    check_help(screen)
    check_threads_below(screen)
    check_keys(screen)
    check_tree_and_filter(screen)
    check_pause(screen)
    check_sizes(screen)
    screen.send("q")
    screen.check_as_before()

    def break_it():
        """Wine 8 takes it for a key like others, Wine 10 for Ctrl-Break. Where that takes longer than a second, a q comes
        too late for the viewer, and the terminal would write it before the status."""
        screen = start(80, 24, by_command + "0.3", "stty -echo")
        screen.send("C-\\")
        time.sleep(1)
        if not re.search("(?m)^done$", screen.terminal.screen()):
            screen.send("q")
        return screen

    def interrupt():
        screen = start(200, 50, f"{by_command} 0.2 --svg '{work}/chart.svg'")
        screen.check_screen(40)
        screen.send("C-c")
        return screen

    def terminate():
        """Ends the command alone, the viewer's parent."""
        screen = start(80, 24, f"{by_command} 0.2 --sort memory --svg '{work}/terminated.svg'")
        screen.wait_for("by memory")
        parent = int(read(f"/proc/{screen.process}/stat").rpartition(")")[2].split()[1])
        check("cycletime" in read(f"/proc/{parent}/comm"), "the command is not the viewer's parent")
        os.kill(parent, signal.SIGTERM)
        return screen

    def interrupt_viewer():
        viewer = tree + "/lib/wine/x86_64-windows/cycletime-top.exe"
        screen = start(80, 24, f"wine '{viewer}' --interval 0.2", has_file=False)
        screen.check_screen(10)
        screen.send("C-c")
        return screen

    print("Ctrl-\\")
    end_by_signal(break_it).check_as_before(is_whole=False)
    print("Ctrl-C, with a chart")
    end_by_signal(interrupt).check_as_before()
    check("</svg>" in read(work + "/chart.svg"), "no chart")
    print("SIGTERM, with a chart")
    end_by_signal(terminate).check_as_before()
    check("</svg>" in read(work + "/terminated.svg"), "no chart")
    print("without the host command")
    screen = end_by_signal(interrupt_viewer)
    screen.check_end()
    screen.terminal.end()
    check_lost_terminal(start(80, 24, by_command + "0.2"))


def check_lost_terminal(screen):
    print("its terminal goes away")

    def is_alive():
        """One that has ended and waits for process 1 has no command line."""
        return read(f"/proc/{screen.process}/cmdline")

    check(is_alive(), "the viewer is gone before")
    screen.terminal.end()
    wait_until(lambda: not is_alive() and not os.path.exists(screen.file), "the viewer or its files stay",
               lambda: run("ps", "-f", str(screen.process)))


class Family:
    """family.exe, its child, which is in a job, and its grandchild."""

    def __init__(self, work, cycletime):
        self.program = work + "/family.exe"
        build("x86_64", "background.c", self.program, "-O2")
        # All of a family live until nobody writes into its input any more.
        self.process = Started(cycletime, "run", self.program, "family", stdin=subprocess.PIPE)
        text = wait_until(lambda: "ready" in self.process.text() and self.process.text(), "family.exe is not ready")
        self.first, self.child, self.grandchild = [re.search(f"(?m)^{name} ([0-9]+)$", text)[1]
                                                   for name in ("first", "child", "grandchild")]

    def members(self, interval):
        """Returns those members of the family that an interval of JSON has."""
        found = {str(process["id"]): process for process in interval["processes"]}
        return [found.get(member) for member in (self.first, self.child, self.grandchild)]


def check_family_in_json(viewer, family):
    viewer.look("--json", "--pid", family.first, "--tree")
    interval = viewer.objects()[0]
    first, child, grandchild = family.members(interval)
    if not viewer.check(first and child and grandchild and len(interval["processes"]) == 3, "not these three processes"):
        return
    viewer.check(str(child["parent"]) == family.first, "the child's parent")
    viewer.check(str(grandchild["parent"]) == family.child, "the grandchild's parent")
    viewer.check(child["command"].endswith('family.exe" child "--word=中😀é"'), "the child's command line")
    viewer.check('family.exe\\" child \\"--word=中😀é\\"","created":' in viewer.result.out, "the form of a command line")
    viewer.check(re.fullmatch("[^,]*family.exe[^,]*", first["command"]), "the first one's command line")
    viewer.check(child["job"] >= 1, "the child's job")
    viewer.check(grandchild["job"] == child["job"], "the grandchild's job")
    viewer.check(first["job"] != child["job"], "the first one's job")


def check_family_in_csv(viewer, family):
    lines = viewer.look("--csv", "--pid", family.child)
    viewer.check(re.search(rf',process,,,{family.child},,"family\.exe",.*,{family.first},[1-9][0-9]*,""".*family\.exe"" '
                           r'child ""--word=中😀é""",1,[1-9][0-9]*\n', lines), "the line of the child")
    viewer.check(f",process,,,{family.grandchild}," not in lines, "the grandchild without --tree")


def check_family_in_lines(viewer, family):
    lines = viewer.look("--tree").split("\n")
    at = [number for number, line in enumerate(lines) if re.match(rf" *{family.first}  *all .*  [^ ]*family\.exe$", line)]
    if not viewer.check(at, "no first one"):
        return
    child, grandchild = lines[at[0] + 1:at[0] + 3]
    # A job's number is by how many there are, and other programs' come and go.
    job = re.findall(".*  ([1-9][0-9]*)  ", child)
    viewer.check(job, "the child's job")
    viewer.check(job and re.match(rf" *{family.child}  *all .* {job[0]}  .*[`|]-family\.exe$", child), "no child below it")
    viewer.check(job and re.match(rf" *{family.grandchild}  *all .* {job[0]}  .*`-family\.exe$", grandchild),
                 "no grandchild below that")


def check_filters(viewer, family):
    viewer.look("--json", "--filter", "fAMILy")
    names = [process["name"] for process in viewer.objects()[0]["processes"]]
    viewer.check(names.count("family.exe") == 3 and not any(name.startswith("cycletime-top") for name in names),
                 "not the three by their name")
    viewer.look("--json", "--filter", 'd "--word=中')
    first, child, grandchild = family.members(viewer.objects()[0])
    viewer.check(child and grandchild and not first, "not the two by their command line")
    viewer.look("--json", "--filter", "nobody has this in its command line")
    viewer.check(viewer.objects()[0]["processes"] == [], "something matches what nothing has")


@case
def top_family(tree, work):
    """The viewer reports who started a program, with which command line and in which job; it follows descendants, also of
    one that has ended, and leaves out what a filter does not match."""
    prepare(work)
    viewer, family = Viewer(tree), Family(work, tree + "/bin/cycletime")
    check_family_in_json(viewer, family)
    check_family_in_csv(viewer, family)
    check_family_in_lines(viewer, family)
    check_filters(viewer, family)

    print("the first one ends, the others do later")
    follows = Started("timeout", "300", *viewer.words, "--json", "--pid", family.first, "--tree", "--interval", "0.2")

    def wait_for_lines(count):
        wait_until(lambda: follows.text().count("\n") >= count, f"no {count} lines", follows.text)

    wait_for_lines(2)
    result = run("wine", family.program, "kill", family.first)
    check(result.status == 0, "it cannot be ended", result)
    wait_for_lines(follows.text().count("\n") + 3)
    first, child, grandchild = family.members(json.loads(follows.text().split("\n")[-2]))
    check(not first and child and grandchild, "the others are not followed any more", follows.text())
    family.process.stdin.close()
    result = follows.finish()
    check(result.status == 0, f"it does not end with the last of them: exit code {result.status}", result)


@case
def top_threads(tree, work):
    """What the viewer reports about the threads of a program under cycletime is between what these say of themselves before
    and after. In between they wait."""
    prepare(work)
    cycletime = tree + "/bin/cycletime"
    build("x86_64", "background.c", work + "/threads.exe", "-O2")
    process = Started(cycletime, "run", work + "/threads.exe", "threads", stdin=subprocess.PIPE, bufsize=0)

    def wait_for(pattern, count):
        return wait_until(lambda: re.findall(f"(?m)^{pattern}$", process.text())[count - 1:], f"no {pattern}", process.text)

    number = wait_for("process ([0-9]+)", 1)[0]
    time.sleep(1)
    process.stdin.write(b"\n")
    wait_for("reported", 1)
    result = run(cycletime, "top", "--json", "--once", "--interval", "0.3", "--pid", number)
    process.stdin.write(b"\n")
    wait_for("reported", 2)
    process.stdin.close()

    check(all(of["exact"] is True and all(thread["exact"] is True for thread in of["threads"])
              for of in json.loads(result.out)["processes"]), "something is not exact", result)
    seen = {thread["id"]: thread["total_cycles"] for of in json.loads(result.out)["processes"] for thread in of["threads"]}
    lines = [(int(thread), int(cycles)) for thread, cycles in re.findall("(?m)^([0-9]+) ([0-9]+)$", process.text())]
    check(len(lines) == 8, "not four threads", process.text())
    for (thread, before), (_, after) in zip(lines[:4], lines[4:]):
        # Each of the two processes has measured the TSC's rate for itself, and neither knows it better than that.
        slack = 20000 + after / 10000
        print(f"thread {thread}: {before}, the viewer {seen.get(thread)}, {after}")
        check(before - slack <= seen.get(thread, -1) <= after + slack, f"thread {thread} has other cycles", result)


if __name__ == "__main__":
    run_case()
