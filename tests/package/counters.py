# SPDX-License-Identifier: MIT
"""Performance counters: `cycletime counters`, and programs that ask for them."""
import datetime
import os
import re
import signal

from package_test import (TESTS, Started, at_end, build, case, check, fetched_program, prepare, read, run, run_case, skip,
                          start_spinner, wait_until, windows_path)

PROCESSORS = os.sysconf("SC_NPROCESSORS_CONF")
PROCESSOR_TIME = "\\Processor(*)\\% Processor Time"


class Counters:
    """`cycletime counters`. RESULT is that of its last run."""

    def __init__(self, tree):
        self.words, self.result = [tree + "/bin/cycletime", "counters"], None

    def check(self, condition, message):
        check(condition, message, self.result)

    def expect(self, status, err, *options):
        """Checks the exit code, and the one line of cycletime on stderr; none if ERR is empty. Returns the lines."""
        result = self.result = run(*self.words, *options)
        what, said = "counters " + " ".join(options), result.said()  # Wine may say something too
        self.check(result.status == status, f"{what}: exit code {result.status}, not {status}")
        self.check([bool(re.match("cycletime: " + err, line)) for line in said] == [True] if err else not said,
                   f"{what}: stderr is not: {err}")
        return result.out.split("\n")[:-1]


def check_refusals(counters):
    system = "\\System\\Processes"
    for status, err, options in (
            (125, "counters: a counter is missing. See: cycletime counters --help", []),
            (125, "counters: unknown option --fast.", ["--fast"]),
            (125, "counters: --interval takes seconds, .* not 0.", ["--interval", "0"]),
            (125, "counters: --count needs a value.", [system, "--count"]),
            (125, "counters: --list takes one object", ["--list", "Processor", "Process"]),
            (1, r"counters: \\Nothing\\At All: there is no such counter", ["--count", "1", "\\Nothing\\At All"]),
            (1, r"counters: \\Process\(nobody\*\)\\ID Process: there is none now", ["\\Process(nobody*)\\ID Process"]),
            (1, "counters: Nothing: there is no such object", ["--list", "Nothing"])):
        counters.expect(status, err, *options)
    counters.check(re.match("usage: cycletime counters", counters.expect(0, "", "--help")[0]), "no usage")


def check_samples(counters):
    """Checks a header with the machine's name in each path, and lines of as many fields, whose dates are as far apart as
    the samples."""
    header, *samples = counters.expect(0, "", "--count", "3", "--interval", "0.3", PROCESSOR_TIME, "system\\processes",
                                       "\\Processor(*)\\% Idle Time")
    value, date = r'"[0-9]+\.[0-9]{6}"', r'"[01][0-9]/[0-3][0-9]/[0-9]{4} [0-2][0-9]:[0-5][0-9]:[0-6][0-9]\.[0-9]{3}"'
    counters.check(re.fullmatch(r'"\(PDH-CSV 4\.0\)"(,"\\\\[^\\]+\\[^"]+")+', header), "no header")
    counters.check([bool(re.fullmatch(f"{date}(,{value})+", sample)) for sample in samples] == [True] * 3,
                   "not three samples")
    count, last = PROCESSORS + 1, None
    counters.check(len(header.split(",")) == 2 * count + 2, "not as many columns as counters")
    for number, sample in enumerate(samples):
        date, *values = sample.replace('"', "").split(",")
        now = datetime.datetime.strptime(date, "%m/%d/%Y %H:%M:%S.%f")
        counters.check(len(values) == 2 * count + 1, "not as many values as paths")
        counters.check(number < 1 or (now - last).total_seconds() >= 0.2 or now < last, "not of the interval")
        last = now
        # What is not idle is busy; of a moment more of idle time than the interval has, nothing is busy.
        for busy, idle in zip(map(float, values[:count]), map(float, values[count + 1:])):
            counters.check(busy + idle >= 99.999 and (not busy or busy + idle <= 100.001),
                           f"busy time {busy} % and idle time {idle} % are not all")


def check_list(counters):
    """What is listed can be asked."""
    paths = counters.expect(0, "", "--list")
    counters.check(PROCESSOR_TIME in paths and "\\System\\Processes" in paths, "the list lacks processors or the system")
    result = counters.result = run(*counters.words, "--count", "1", *paths)
    counters.check(result.status == 0, f"of the list: exit code {result.status}")
    # Of some there is no instance now, as where nothing is swapped.
    none = [line for line in result.said() if "there is none now" in line]
    counters.check(none == result.said(), "of what is listed something is refused")
    counters.check(result.out.partition("\n")[0].count(",") + 1 > len(paths) - len(none), "what is listed has no column")
    listed = counters.expect(0, "", "--list", "processor")
    counters.check("\\processor(_total)\\% processor time" in map(str.lower, listed), "the list does not have the sum")
    counters.check(sum("% Idle Time" in line for line in listed) == PROCESSORS + 1, "the list does not have each processor")


def check_interrupt(counters):
    """Ctrl-C ends it quietly, after whole lines."""
    process = Started(*counters.words, "--interval", "0.2", "\\System\\Processes", start_new_session=True)
    wait_until(lambda: process.text().count("\n") >= 3, "no three lines", process.text)
    os.killpg(process.pid, signal.SIGINT)
    result = counters.result = process.finish()
    counters.check(result.status == 0 and result.out.endswith("\n"), f"Ctrl-C: exit code {result.status}, or half a line")
    counters.check(not result.said(), "Ctrl-C: something is said")


@case
def counters(tree, work):
    """`cycletime counters` prints what typeperf would, says what it cannot print, and ends at Ctrl-C."""
    prepare(work)
    counters = Counters(tree)
    check_refusals(counters)
    check_samples(counters)
    # What is busy is seen; and of what is gone there is no value.
    start_spinner(work)
    lines = counters.expect(0, "", "--count", "1", "\\Process(spinner)\\% Processor Time", "\\Process(spinner)\\ID Process",
                            "\\Process(spinner#1)\\ID Process")
    busy, number, other = lines[1].split('","')[1:4]
    counters.check(float(busy) > 1 and float(number) > 0 and other == ' "', "the spinner is not seen, or another one")
    check_list(counters)
    check_interrupt(counters)


RELAY = "HKCU\\Software\\Wine\\Debug"
REFUSED = "retval=c0000bb9"


def count_calls(what, work, turbo, *words):
    """Runs turbo.exe, and returns Wine's own word on each call into pdh.dll."""
    result = run(*words, turbo, "info", cwd=work, env={"TURBO_TELEMETRY_DISABLED": "1", "WINEDEBUG": "-all,+relay"})
    calls = re.findall(r"(?:Call|Ret ) pdh\..*", result.err)
    refused = [call for call in calls if REFUSED in call]
    print(f"turbo info, {what}: {len(calls)} calls into Wine's pdh.dll and ends of one, {len(refused)} refused")
    check(any("Call pdh.PdhOpenQueryA" in call for call in calls), f"turbo info, {what}: it does not ask", result)
    check(re.search("Available CPU cores: [0-9]", result.out), f"turbo info, {what}: it does not come to its end", result)
    return refused


def is_near(result):
    """Returns whether Nx reports what the child used, of some moments on a busy machine, in the mean; in percent of one
    processor."""
    loads, truth = [float(load) for load in re.findall("(?m)^cpu (.*)$", result.out)], float(result.value("truth") or 0)
    return len(loads) > 1 and truth > 10 and truth * 0.7 < sum(loads) / len(loads) < truth * 1.4


@case
def counter_programs(tree, work):
    """turbo.exe asks for the processors' counters, which Wine refuses without cycletime; and Nx, in Node.js, reports how
    busy a child is, where Wine without cycletime reports it the times of the caller."""
    prepare(work)
    turbo, nx, node = map(fetched_program, ("turbo", "nx", "node"))
    cycletime = [tree + "/bin/cycletime", "run"]
    if not re.match("[0-9]", run("wine", turbo, "--version").out):
        skip("this Wine lacks a DLL of turbo.exe's")  # Wine 8 does
    run("wine", "reg", "add", RELAY, "/v", "RelayInclude", "/d", "pdh.*", "/f")
    at_end(run, "wine", "reg", "delete", RELAY, "/v", "RelayInclude", "/f")
    if not count_calls("without cycletime", work, turbo, "wine"):
        print("without cycletime nothing is refused")
    check(not count_calls("under cycletime", work, turbo, *cycletime), "turbo info, under cycletime: a counter is refused")

    script = [node, windows_path(TESTS + "/nx_metrics.cjs"), windows_path(nx)]
    print("Nx, without cycletime: " + " ".join(run("wine", *script).out.split()))
    for _ in range(3):
        result = run(*cycletime, *script)
        print("Nx, under cycletime: " + " ".join(result.out.split()))
        if is_near(result):
            return
    check(False, "Nx, under cycletime: not what the child has used", result)


def values_out_of_bounds(result, least):
    """Returns what is not between its bounds, of which there are LEAST at least."""
    values = dict(re.findall(r"(?m)^(\S+) (.*)$", result.out))
    bound = [name for name in values if name + "-low" in values]
    wrong = [name for name in bound
             if not float(values[name + "-low"]) <= float(values[name]) <= float(values[name + "-high"])]
    too_few = [] if len(bound) >= least else [f"{len(bound)} values have bounds, not {least}"]
    return [f"{name} {values[name]}, not {values[name + '-low']} to {values[name + '-high']}" for name in wrong] + too_few


def queues_that_are_wrong(result, least):
    """Threads wait for a processor, where 8 more are at work than there are processors."""
    queues = [float(queue) for queue in re.findall("(?m)^queue (.*)$", result.out)]
    too_few = [] if len(queues) >= least else [f"{len(queues)} queues, not {least}"]
    return [f"a queue of {queue} threads" for queue in queues if not 8 <= queue <= 10000] + too_few


def wrong_values(kind, result):
    """Returns what the program should not have been reported."""
    names = {"java": {"name-230": "Process", "name-784": "ID Process", "name-6": "% Processor Time",
                      "name-238": "Processor", "instances": str(PROCESSORS + 1)}, "psutil": {"status": "0"}}
    wrong = [f"{name} is not {value}" for name, value in names[kind].items() if result.value(name) != value]
    wrong += values_out_of_bounds(result, PROCESSORS + 2) if kind == "java" else queues_that_are_wrong(result, 2)
    return wrong + ([] if "ended" in result.out.split("\n") else ["it did not come to its end"])


@case
def counter_pollers(tree, work, machine):
    """Programs that ask for performance counters as Java and psutil do, with and without cycletime; with it they get what
    Linux reports about the same time."""
    prepare(work, machine)
    program, cycletime = work + "/counter_pollers.exe", [tree + "/bin/cycletime", "run"]
    build(machine, "counter_pollers.c", program, "-O2", "-D_WIN32_WINNT=0x0A00", "-lpdh")
    for kind in "java", "psutil":
        result = run("wine", program, kind)
        said = re.findall("(?m)^counter_pollers.*", result.err)[:1]
        print(f"without cycletime, {kind}: {' '.join(result.out.split())[:200]} {said}")
        # Linux's own idle time may go back by some ticks.
        for attempt in range(3):
            result = run(*cycletime, program, kind)
            wrong = wrong_values(kind, result)
            print(f"under cycletime, {kind}: {' '.join(result.out.split())} {wrong}")
            if not wrong:
                break
        check(not wrong, f"{kind}: {', '.join(wrong)}", result)


if __name__ == "__main__":
    run_case()
