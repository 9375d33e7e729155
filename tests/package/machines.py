# SPDX-License-Identifier: MIT
"""Machines that are not this one: their processors, whose files are laid over /sys and /proc where only the test sees them,
which takes root; and their clocks."""
import glob
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from package_test import (BUILD, NODE_ON_WINDOWS_10, SOURCE, Started, Terminal, at_end, build, build_for_linux, case,
                          check, end_wine, fail, laid_over, need_namespace, prepare, read, run, run_case, run_tool,
                          runs_programs, show, skip, use_own_prefix, wait_until, write)

CPUS = "/sys/devices/system/cpu"


def copy_processors(copy):
    """Makes COPY this machine's processors, without cpuidle, as files that can be written. Returns their folders."""
    shutil.rmtree(copy, ignore_errors=True)
    run("cp", "-r", "--no-preserve=all", CPUS, copy)  # not all that is in there can be read
    processors = glob.glob(copy + "/cpu[0-9]*")
    for processor in processors:
        shutil.rmtree(processor + "/cpuidle", ignore_errors=True)
    return processors


def put(path, value):
    """Writes a file at once, so that nobody reads half of it."""
    write(path + ".new", f"{value}\n")
    os.rename(path + ".new", path)


def put_state(processor, number, name, latency=0, residency=0):
    """Gives a processor an idle state that it has not been in."""
    place = f"{processor}/cpuidle/state{number}"
    os.makedirs(place)
    for file, value in (("name", name), ("desc", name), ("latency", latency), ("residency", residency), ("time", 0),
                        ("usage", 0), ("disable", 0)):
        put(f"{place}/{file}", value)


def make_machine(count, place):
    """Makes a machine of so many CPUs. CPU i has been idle for 100,000 + i ticks, worked for some, and taken 1,000 + i
    interrupts; its one idle state is C1. Returns the words with which a command runs on it."""
    os.makedirs(place + "/cpu")
    for file in "online", "present", "possible":
        write(f"{place}/cpu/{file}", f"0-{count - 1}\n")
    for number in range(count):
        state, topology = [f"{place}/cpu/cpu{number}/{part}" for part in ("cpuidle/state0", "topology")]
        os.makedirs(state)
        os.makedirs(topology)
        for file in "name", "desc", "latency", "residency", "time", "usage", "disable":
            write(f"{state}/{file}", "C1\n" if file in ("name", "desc") else f"{number}\n")
        # Linux writes masks in words of 32 bits.
        mask = f"{1 << number:0{8 * math.ceil(count / 32)}x}"
        write(topology + "/thread_siblings", ",".join(re.findall("." * 8, mask)) + "\n")
    lines = [f"cpu{i} 3000 0 1000 {100000 + i} 0 50 60 70 0 0" for i in range(count)]
    write(place + "/stat", "\n".join(["cpu  1 2 3 4 5 6 7 8 9 10", *lines, "intr 1", ""]))
    write(place + "/interrupts", "".join(f" CPU{i}" for i in range(count)) + "\nLOC:"
          + "".join(f" {1000 + i}" for i in range(count)) + " Local timer interrupts\n")
    # Files that change have to be written in place.
    return laid_over([(place + "/cpu", CPUS), (place + "/stat", "/proc/stat"), (place + "/interrupts", "/proc/interrupts")])


# What a state is: name, latency, residency. This is what Linux reports on a laptop with a Skylake (intel_idle's table; the
# names and latencies as `cpupower idle-info` prints them there).
SKYLAKE = [("POLL", 0, 0), ("C1", 2, 2), ("C1E", 10, 20), ("C3", 70, 100), ("C6", 85, 200), ("C7s", 124, 800),
           ("C8", 200, 800), ("C9", 480, 5000), ("C10", 890, 5000)]
SKYLAKE_REPORTED = """C-state coherent interruptible latency, us break-even, us
- yes yes 0.0 0.0
C1 yes yes 2.0 2.0
C1 yes yes 10.0 20.0
C3 no yes 70.0 100.0
C6 no yes 85.0 200.0
C7 no yes 124.0 800.0
C8 no yes 200.0 800.0
C9 no yes 480.0 5000.0
C10 no yes 890.0 5000.0"""
VIRTUAL_MACHINE = [("POLL", 0, 0), ("haltpoll", 1, 1)]
VIRTUAL_MACHINE_REPORTED = """C-state coherent interruptible latency, us break-even, us
- yes yes 0.0 0.0
- no yes 1.0 1.0"""


@case
def idle_states(tree, work):
    """`cycletime status` prints the idle states of machines that are not this one."""
    prepare(work)
    need_namespace()
    for name, states, reported in (("skylake", SKYLAKE, SKYLAKE_REPORTED),
                                   ("haltpoll", VIRTUAL_MACHINE, VIRTUAL_MACHINE_REPORTED), ("no states", [], "")):
        for processor in copy_processors(work + "/cpu"):
            for number, state in enumerate(states):
                put_state(processor, number, *state)
        result = run(*laid_over([(work + "/cpu", CPUS)]), tree + "/bin/cycletime", "status")
        # Without the blanks between columns.
        found = "\n".join(" ".join(line.split()) for line in re.findall("(?m)^  (.*)$", result.out))
        check(result.status == 0 and found == reported, name + ": other idle states", result)
    check(re.search("(?m)^idle states  *not available", result.out), "no states: they are available", result)


@case
def top_idle(tree, work):
    """The viewer shows the idle states of a machine that is not this one, whose processors are in C1 for three tenths of
    the time and in C6 for six."""
    prepare(work)
    need_namespace()
    processors, is_over = copy_processors(work + "/cpu"), threading.Event()

    def go_on():
        now = int(read("/proc/uptime").split()[0].replace(".", ""))  # in hundredths of a second
        for processor in processors:
            for number, share in (1, 3000), (2, 6000):
                put(f"{processor}/cpuidle/state{number}/time", now * share)

    def go_on_and_on():
        while not is_over.wait(0.05):
            go_on()

    for processor in processors:
        for number, name in enumerate(["POLL", "C1", "C6"]):
            put_state(processor, number, name)
    go_on()
    thread = threading.Thread(target=go_on_and_on)
    thread.start()
    at_end(thread.join)
    at_end(is_over.set)
    result = run(*laid_over([(work + "/cpu", CPUS)]), tree + "/bin/cycletime", "top", "--json", "--count", "1",
                 "--interval", "3")
    states = re.findall('"number":([0-9]+),' + 3 * '[^{]*?"c[1-3]_percent":([0-9.]+)', result.out)
    print(states)
    # On a busy machine what goes on does so late.
    check(result.status == 0 and states and all(10 < float(c1) < 50 and float(c2) == 0 and 30 < float(c3) < 90
                                                for _, c1, c2, c3 in states), "other shares of C1 and C6", result)


def expected_lines(count, in_the_mask):
    """Returns what the reporter's "count" prints on a machine of so many CPUs."""
    every = ["class8", "class8ex", "class42", "class83", "class108", "performance", "idle"]
    return [f"reported {count}", f"in the mask {in_the_mask}", *(f"{name} {count}" for name in every),
            *(f"room for {what}: idle {number} system {number}"
              for what, number in (("all", count), ("the mask", in_the_mask))),
            "GetSystemTimes is the sum of all", "idle ms " + " ".join(str((100000 + i) * 10) for i in range(count)),
            "interrupts " + " ".join(str(1000 + i) for i in range(count))]


def build_reporter(machine, program):
    build(machine, "machine.c", program, "-D_WIN32_WINNT=0x0601")


def use_linked_prefix(prefix):
    """Makes PREFIX one of the same files on the same disk, whose server begins and ends with a machine."""
    old = os.environ["WINEPREFIX"]
    run_tool("rm", "-rf", prefix)
    run_tool("cp", "-al", old, prefix)
    # These are written in place.
    run_tool("cp", "--remove-destination", *glob.glob(old + "/*.reg"), prefix)
    if os.path.exists(prefix + "/wineserver"):
        os.remove(prefix + "/wineserver")
    os.environ["WINEPREFIX"] = prefix


CPUS_SCRIPT = """const cpus = require('os').cpus();
console.log(cpus.length + ' ' + (cpus.length ? cpus[cpus.length - 1].times.idle : 'none'));
"""


def check_node(node, script, count, machine, cycletime):
    """It looks in the registry too, where Wine has the processors of when its server started, and Wine 10 no more than 65
    of them: where one is missing there, it finds none at all, with and without cycletime."""
    prefix = os.environ["WINEPREFIX"]
    use_linked_prefix(prefix + ".many_cpus")
    try:
        run(*machine, *NODE_ON_WINDOWS_10)
        alone, hooked = run(*machine, "wine", node, script), run(*machine, cycletime, "run", node, script)
    finally:
        end_wine()
        run("rm", "-rf", os.environ["WINEPREFIX"])
        os.environ["WINEPREFIX"] = prefix
    print(f"Node.js on {count} CPUs: {alone.out.strip()} without cycletime, {hooked.out.strip()} with it")
    if alone.out == "0 none\n":
        check(count > 64 and hooked.out == alone.out, f"os.cpus() in Node.js on {count} CPUs finds some", alone, hooked)
    else:
        check(hooked.out == f"{count} {(100000 + count - 1) * 10}\n", f"os.cpus() in Node.js on {count} CPUs", alone,
              hooked)


@case
def many_cpus(tree, work):
    """On machines of 48, 96 and 128 CPUs every query reports all processors that the system reports of, and Node.js, which
    aborts where it does not, reports about as many as without cycletime."""
    prepare(work)
    need_namespace()
    machines = {count: make_machine(count, f"{work}/{count}") for count in (48, 96, 128)}
    for bitness in ["x86_64"] + ["i686"] * runs_programs("i686"):
        program = f"{work}/reported-{bitness}.exe"
        build_reporter(bitness, program)
        for count, machine in machines.items():
            # This Wine has so many processors in its one group.
            in_the_mask = run(*machine, "wine", program, "count").value("in the mask")
            result = run(*machine, tree + "/bin/cycletime", "run", program, "count")
            expected = "\n".join(expected_lines(count, in_the_mask)) + "\n"
            check(result.out == expected, f"{bitness}, {count} CPUs: another output", "expected:\n" + expected, result)
    node = run(SOURCE + "/scripts/lib/program", "node", seconds=600)
    if not node.status:
        script = write(work + "/cpus.cjs", CPUS_SCRIPT)
        for count, machine in machines.items():
            check_node(node.out.strip(), script, count, machine, tree + "/bin/cycletime")


@case
def topology(tree, work):
    """Under a Wine that follows WINE_CPU_TOPOLOGY, as Proton does, a processor is the one in its place of the list; a plain
    Wine, which takes no notice of the variable, is not renumbered. The machine has 16 CPUs."""
    prepare(work)
    need_namespace()
    build_reporter("x86_64", work + "/reported.exe")
    build_for_linux("proton_cpus.c", work + "/ntdll.so", "-shared", "-fPIC", "-ldl")
    machine = make_machine(16, work + "/machine")
    for what, preloaded, cpus in (("a Wine that follows the variable", ["LD_PRELOAD=" + work + "/ntdll.so"], [9, 0, 3, 1]),
                                  ("a plain Wine", [], range(16))):
        result = run(*machine, "env", *preloaded, "WINE_CPU_TOPOLOGY=4:9,0,3,1", tree + "/bin/cycletime", "run",
                     work + "/reported.exe", "count")
        wanted = [f"{name} {len(cpus)}" for name in ("reported", "class8", "class83", "performance")]
        for line in [*wanted, "GetSystemTimes is the sum of all",
                     "idle ms " + " ".join(str(1000000 + 10 * i) for i in cpus),
                     "interrupts " + " ".join(str(1000 + i) for i in cpus)]:
            check(line in result.out.split("\n"), f"{what}: not: {line}", result)


def processors_in_json(text):
    """Returns what the viewer's JSON says: lines of who, processor, and idle, user and all time in percent of the time."""
    for part in text.replace("},{", "}\n{").split("\n"):
        number = re.search('"number":([0-9]+),"elapsed_100ns":([0-9]+),', part)
        if not number or '"kernel_100ns"' not in part:
            continue
        idle, kernel, user = [int(re.search(f'"{name}_100ns":([0-9]+)', part)[1]) for name in ("idle", "kernel", "user")]
        percent = 100 / int(number[2])
        yield "json", number[1], idle * percent, user * percent, (kernel + user) * percent
        yield "cycles", number[1], float(re.search('"idle_percent":([0-9.]+)', part)[1])


def processors_in_csv(text):
    lines = [line.split(",") for line in text.split("\n")]
    for line in lines[1:]:
        if line[1:2] == ["processor"]:
            of = dict(zip(lines[0], line))
            idle, kernel, user, elapsed = [int(of[name + "_100ns"]) for name in ("idle", "kernel", "user", "elapsed")]
            yield "csv", of["processor"], 100 * idle / elapsed, 100 * user / elapsed, 100 * (kernel + user) / elapsed


def processors_on_screen(text):
    """Returns how busy programs keep a processor: the number, and the bar and how much a mark of it is."""
    for number, bar, percent in re.findall(r"([0-9]+) \[([|.DI]*)\] *([0-9.]+)", text):
        yield "screen", number, float(percent)
        yield "bar", number, 100 * bar.count("|") / len(bar), 100 / len(bar)


def processors_reported(results, screen, chart):
    """Returns what each has reported about each processor."""
    for line in map(str.split, results["in_time"].out.split("\n")):
        if len(line) == 5:
            yield line[0], line[1], *map(float, line[2:])
    yield from processors_in_json(results["json"].out)
    yield from processors_in_csv(results["csv"].out)
    for line in map(str.split, results["lines"].out.split("\n")):
        if len(line) == 9 and line[0].isdigit() and line[1].isdigit():
            yield "lines", line[1], float(line[3])
    yield from processors_on_screen(screen)
    # With many processors not each has its words in the chart.
    for number, percent in re.findall(r'>processor ([0-9]+)<[^\n]*\n[^\n]*class="mean">([0-9.]+) %<', chart):
        yield "chart", number, float(percent)


def busy_percent(count, processor):
    """Returns the share of the time for which moving_stat lets a processor work."""
    if processor == "all":
        return sum((37 * i + 20) % 100 for i in range(count)) / count
    return (37 * int(processor) + 20) % 100


def disagreements(count, reported):
    """Returns what is wrong by more than 1 % of the time, of which programs have nine tenths of the work, or is missing."""
    wrong, seen = [], {}
    for who, processor, *values in reported:
        busy = busy_percent(count, processor)
        seen[who] = seen.get(who, 0) + 1
        if who in ("screen", "chart", "bar"):
            # A bar has whole marks.
            is_right = abs(values[0] - busy * 0.9) <= 1 + (values[1] if who == "bar" else 0)
        else:
            is_right = abs(values[0] - (100 - busy)) <= 1
            if len(values) > 1:
                is_right = is_right and abs(values[1] - busy * 0.7) <= 1 and abs(values[2] - 100) <= 1
        if not is_right:
            wrong.append(f"{who} {processor} {values}; busy {busy}")
    print(f"{count} CPUs: {seen}")
    wrong += [f"{who}: {seen.get(who, 0)} processors, not {count}"
              for who in ("class8", "json", "cycles", "csv", "lines", "screen", "bar") if seen.get(who) != count]
    if seen.get("chart", 0) < count / 3 or seen.get("GetSystemTimes") != 1:
        wrong.append("the chart or GetSystemTimes lacks some")
    return wrong


def ask_all(tree, work, place, count):
    """Asks everybody about a machine of so many processors, for ten seconds. Returns what is wrong, and how late the
    machine was."""
    folder = f"{place}/{count}"
    shutil.rmtree(folder, ignore_errors=True)
    on_machine, top = make_machine(count, folder), [tree + "/bin/cycletime", "top", "--interval", "10"]
    # Before all others, as Linux's own counters are: 0.1 s late is the 1 %.
    mover = Started("nice", "-n", "-19", work + "/moving_stat", folder + "/stat", str(count))
    time.sleep(1)
    svg = f"{work}/{count}.svg"
    ways = {"json": [*top, "--json", "--once"], "csv": [*top, "--csv", "--once"], "lines": [*top, "--once", "--svg", svg],
            "in_time": [tree + "/bin/cycletime", "run", work + "/in_time.exe", "share", "10"]}
    started = {way: Started("timeout", "300", *on_machine, *words) for way, words in ways.items()}
    with Terminal(place, 200, 60, *on_machine, *top) as terminal:
        results = {way: process.finish() for way, process in started.items()}
        # A mean over ten seconds is on the screen when the first interval is.
        screen = terminal.wait_for(r"(?m)^ *CPU.*busy")
        terminal.send("q")
        wait_until(lambda: not terminal.is_there(), "the viewer does not end")
    mover.terminate()
    late = mover.finish().out.strip()
    wrong = [f"{way}: exit code {result.status}" for way, result in results.items() if result.status]
    return wrong + disagreements(count, processors_reported(results, screen, read(svg))), late


@case
def agree(tree, work):
    """Over ten seconds of machines of 2 and 128 CPUs, each of which works for another share of the time, class 8,
    GetSystemTimes and the viewer's screen, lines, chart, JSON and CSV report the same to 1 % of the time, and all of that
    time. A machine that stood still because its writer was held up is made again."""
    prepare(work)
    need_namespace()
    # A write to a disk may wait for seconds; and a socket's path must be short.
    place = tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    at_end(shutil.rmtree, place, ignore_errors=True)
    build_reporter("x86_64", work + "/in_time.exe")
    build_for_linux("moving_stat.c", work + "/moving_stat", "-O2")
    for count in 2, 128:
        for attempt in range(3):
            wrong, late = ask_all(tree, work, place, count)
            if not wrong:
                break
            show("\n".join(wrong))
            if attempt == 2 or not late:
                fail(f"of {count} CPUs not all report the same: {wrong[0]}")
            print("the machine stood still: " + late)


@case
def pdh_machine():
    """Counters, by pdh and by the registry, of a machine that is not this one, whose processors have C1, C2 and C6, run at
    1.2 GHz of 2.4. The test programs are in the current folder, and WINE starts them."""
    need_namespace()
    work = tempfile.mkdtemp()
    at_end(shutil.rmtree, work)
    for processor in copy_processors(work + "/cpu"):
        for number, name in enumerate(["POLL", "C1", "C2", "C6"]):
            put_state(processor, number, name)
        os.makedirs(processor + "/cpufreq", exist_ok=True)
        write(processor + "/cpufreq/scaling_cur_freq", "1200000\n")
        write(processor + "/cpufreq/base_frequency", "2400000\n")
    for words in ["./performance_data.exe"], ["./pdh_machine.exe", work + "/cpu"]:
        status = subprocess.call([*laid_over([(work + "/cpu", CPUS)]), *os.environ["WINE"].split(), *words], stdin=-3)
        if status:
            sys.exit(status)


@case
def other_clock(tree, work):
    """Where reading a clock of Linux's takes a system call, as with hpet, `cycletime status` says so and the functions of
    --fast-clock are the system's own; where Linux drops its clock source while a program runs, and takes it again, their
    answers stay correct and do not go back."""
    prepare(work)
    clock = work + "/other_clock.so"
    build_for_linux("other_clock.c", clock, "-O2", "-D_GNU_SOURCE", "-shared", "-fPIC", "-ldl")
    result = run(tree + "/bin/cycletime", "status",
                 env={"CYCLETIME_TEST_CLOCKS": "called", "LD_PRELOAD": clock, "WINEDEBUG": "-all"})
    check(result.status == 0 and len(re.findall("(?m)^CLOCK_.* read by a system call", result.out)) == 3
          and re.search("(?m)^clocksource ", result.out), "the status does not say how Linux's clocks are read", result)
    programs = BUILD + "/x86_64/tests/wine"
    # Its children hook themselves.
    preload = f"{clock}:{programs}/lib/preload/${{PLATFORM}}/cycletime_preload.so"
    for clocks in "called", "changing":
        result = run("wine", programs + "/fast_clock.exe", seconds=3600, stderr=subprocess.STDOUT, env={
            "CYCLETIME_TEST_CLOCKS": clocks, "LD_PRELOAD": preload, "WINEDEBUG": "-all", "CYCLETIME_UNIXLIB": "",
            "WINEDLLPATH": programs + "/lib/wine", "CYCLETIME_TEST_LINUX": "1", "CYCLETIME_RUN": f"off ack={work}/first"})
        check(result.out.rstrip().endswith("all tests passed"), f"with clocks that are {clocks}", result)


TEN_YEARS = "315360000"  # seconds


@case
def asleep(tree, work):
    """On a machine that has slept for ten years, which is a time namespace in which Linux's boot time is so much ahead, the
    unbiased interrupt times are without them, where Wine's clocks run on meanwhile."""
    if re.match(r"wine-([1-9]\.|10\.([0-9]|1[0-6])([^0-9]|$))", run_tool("wine", "--version")):
        skip("this Wine's clocks stop while the machine sleeps")
    # The namespace is that of the shell's children.
    machine = ["unshare", "--time", "--boottime", TEN_YEARS, "sh", "-c", '"$@"; exit $?', "sh"]
    if run(*machine, "true").status:
        skip("no time namespace can be made here")
    prepare(work)
    program = work + "/asleep.exe"
    build_reporter("x86_64", program)
    # A server of its own, since that is who reports the time to programs.
    os.environ["WINEPREFIX"] = work + "/none"
    use_own_prefix(work + "/prefix")
    run_tool(*machine, "wine", "wineboot", "-i")
    for seconds, unixlib in ("0", "0"), (TEN_YEARS, None):
        result = run(*machine, tree + "/bin/cycletime", "run", program, "asleep", env={"CYCLETIME_UNIXLIB": unixlib})
        check(result.out == f"counted\n{seconds}\n{seconds}\n", f"not {seconds} s with CYCLETIME_UNIXLIB={unixlib}", result)


if __name__ == "__main__":
    run_case()
