# SPDX-License-Identifier: MIT
"""`cycletime time`, which measures the programs of a command."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from time import clock_gettime

from launchers import PROTON
from package_test import build, case, copy_prefix, end_wine, prepare, run_case, run_unittest, wait_until

CYCLETIME, WORK = None, None
PATIENCE = 120  # seconds; what is waited for comes soon, or never
CHILD = "größe.exe"

# A command that learns of its orphans before `cycletime time` is; it stays until there is a file "over".
NEARER = """import ctypes, os, subprocess, sys, time
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
command = subprocess.Popen(sys.argv[1:])
while not os.path.exists("over"):
    try: os.waitpid(-1, os.WNOHANG)
    except ChildProcessError: pass
    time.sleep(0.02)
"""

# Runs a command, and prints what Linux counted for it and its descendants, as GNU time does.
AROUND = """import resource, subprocess, sys
subprocess.call(sys.argv[1:])
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(usage.ru_maxrss * 1024, usage.ru_minflt, usage.ru_majflt, usage.ru_nvcsw, usage.ru_nivcsw, usage.ru_inblock * 512,
      usage.ru_oublock * 512)
"""
FIGURES = ("peak_memory", "minor_faults", "major_faults", "voluntary_switches", "involuntary_switches", "storage_read",
           "storage_written")
MB = 1 << 20
SVG = "{http://www.w3.org/2000/svg}"


def units(seconds):
    """100 ns of what JSON has in seconds."""
    return round(seconds * 10**7)


def descendants(pid):
    try:
        with open("/proc/%d/task/%d/children" % (pid, pid)) as file:
            children = file.read().split()
    except OSError:  # it has ended meanwhile
        return
    for child in map(int, children):
        yield child
        yield from descendants(child)


def named(pid, name):
    """The descendant of PID that Linux calls NAME, if there is one."""
    for child in descendants(pid):
        try:
            with open("/proc/%d/comm" % child, "rb") as comm:
                if comm.read() == name.encode()[:15] + b"\n":
                    return child
        except OSError:
            pass
    return None


class Time(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """Wine's server and services are there and stay: they take seconds to begin, and would hold a command's pipes."""
        cls.stays = subprocess.Popen(["wine", "cmd.exe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     stderr=subprocess.DEVNULL)
        cls.stays.stdin.write(b"echo it is r^eady\r\n")
        cls.stays.stdin.flush()
        while b"it is ready" not in cls.stays.stdout.readline():
            pass

    @classmethod
    def tearDownClass(cls):
        cls.stays.communicate(timeout=PATIENCE)

    def setUp(self):
        shutil.copy(WORK + "/timed.exe", WORK + "/" + CHILD)
        self.let_all_stay()

    def tearDown(self):
        self.let_all_end()

    def let_all_stay(self):
        if os.path.exists(WORK + "/over"):
            os.remove(WORK + "/over")

    def let_all_end(self):
        open(WORK + "/over", "w").close()

    def begin(self, *words, **how):
        return subprocess.Popen([CYCLETIME, "time", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, cwd=WORK, **how)

    def reported(self, *words, status=5, **how):
        """What it wrote to stdout and stderr."""
        process = self.begin(*words, **how)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, status, err)
        return out.decode().replace("\r", ""), err.decode()

    def listed(self, *words, status=5, **how):
        """What the program wrote, and the object."""
        out, err = self.reported("--json", "--output", "times.json", *words, status=status, **how)
        self.assertNotIn("processes", err)
        with open(WORK + "/times.json", encoding="utf-8") as file:
            return out, json.load(file)

    def one(self, listed, name):
        found = [process for process in listed["processes"] if process["name"] == name]
        self.assertEqual(len(found), 1, listed)
        return found[0]

    def child(self, out):
        """What the parent was reported: user, kernel, elapsed, exit code, cycles."""
        line = [line for line in out.split("\n") if line.startswith("child ")]
        self.assertEqual(len(line), 1, out)
        return list(map(int, line[0].split()[1:]))

    def test_parent_and_child_have_names_codes_and_the_times_that_the_parent_got(self):
        for code in (0, 259, 0xC0000005):
            out, listed = self.listed("timed.exe", "wait", CHILD, "end", str(code), "50")
            child, parent = self.one(listed, CHILD), self.one(listed, "timed.exe")
            user, kernel, elapsed, reported, cycles = self.child(out)
            self.assertEqual(reported, code)
            self.assertEqual((child["exit_code"], parent["exit_code"]), (code, 5))
            self.assertEqual((child["state"], parent["state"]), ("ended", "ended"))
            self.assertEqual((units(child["user"]), units(child["kernel"])), (user, kernel))
            self.assertGreaterEqual(user + kernel, 500000)
            self.assertAlmostEqual(child["cycles"] / cycles, 1, delta=0.001)
            # It slept for longer than that, and its parent waited for it.
            self.assertGreaterEqual(units(child["elapsed"]), 2000000)
            self.assertLess(child["elapsed"], parent["elapsed"])
            self.assertLess(parent["elapsed"], listed["sum"]["elapsed"])

    def test_the_sum_is_that_of_all_rows(self):
        start = ["wine", "start", "/b", "/wait", "/unix", WORK + "/timed.exe"]
        listed = self.listed(*start, "wait", CHILD, "end", "0", "20")[1]
        rows = listed["processes"] + [listed["wine"]]
        for figure in ("user", "kernel"):
            self.assertEqual(sum(units(row[figure]) for row in rows), units(listed["sum"][figure]))
        for figure in FIGURES:
            known = [row[figure] for row in rows if row[figure] is not None]
            self.assertEqual((max if figure == "peak_memory" else sum)(known), listed["sum"][figure])
        self.assertEqual(listed["sum"]["processes"], len(listed["processes"]) + listed["wine"]["processes"])
        # Wine's start is Wine's own.
        self.assertGreaterEqual(listed["wine"]["processes"], 1)
        self.assertNotIn("start.exe", [process["name"] for process in listed["processes"]])
        self.one(listed, CHILD)

    def test_memory_faults_switches_and_storage_are_those_that_linux_counted(self):
        words = [CYCLETIME, "time", "--json", "--output", "times.json", "timed.exe", "use", "100"]
        done = subprocess.run([sys.executable, "-c", AROUND, *words], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, cwd=WORK, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        counted = dict(zip(FIGURES, map(int, done.stdout.split()[-len(FIGURES):])))
        with open(WORK + "/times.json", encoding="utf-8") as file:
            used = self.one(json.load(file), "timed.exe")
        self.assertEqual(used["exit_code"], 6)
        self.assertGreaterEqual(used["peak_memory"], 100 * MB)
        self.assertAlmostEqual(used["peak_memory"] / counted["peak_memory"], 1, delta=0.02)
        # The others include this command's own, and what a process does after it has written its figures down.
        for figure in FIGURES[1:]:
            self.assertLessEqual(used[figure], counted[figure], figure)
        self.assertGreater(used["minor_faults"], counted["minor_faults"] / 2)
        # It sleeps a hundred times; on a busy machine some of these times are over before it blocks.
        self.assertGreater(used["voluntary_switches"], 10)
        self.assertGreater(used["voluntary_switches"], counted["voluntary_switches"] / 2)
        self.assertGreaterEqual(used["storage_written"], counted["storage_written"] * 0.9)

    def test_a_child_has_its_own_memory_though_it_began_as_a_copy_of_its_larger_parent(self):
        listed = self.listed("timed.exe", "large", CHILD, "end", "3", "0")[1]
        self.assertGreaterEqual(self.one(listed, "timed.exe")["peak_memory"], 300 * MB)
        self.assertLess(self.one(listed, CHILD)["peak_memory"], 100 * MB)
        self.assertGreaterEqual(listed["sum"]["peak_memory"], 300 * MB)

    def test_a_process_that_another_parent_takes_has_all_figures(self):
        listed = self.listed("sh", "-c", "wine timed.exe use 20; exit 5")[1]
        used = self.one(listed, "timed.exe")
        self.assertGreaterEqual(used["peak_memory"], 20 * MB)
        self.assertLess(used["peak_memory"], 100 * MB)
        self.assertNotIn(None, [used[figure] for figure in FIGURES])

    def test_a_child_that_its_parent_killed_has_the_code_and_the_times_that_the_parent_got(self):
        out, listed = self.listed("timed.exe", "kill", CHILD, "stay", "80")
        child = self.one(listed, CHILD)
        user, kernel, elapsed, code, cycles = self.child(out)
        self.assertEqual((code, child["exit_code"], child["state"]), (77, 77, "ended"))
        # If Linux reported us and the parent asked in the same moment, the parent got less.
        self.assertGreaterEqual(units(child["user"]) + units(child["kernel"]), user + kernel)
        self.assertGreaterEqual(user + kernel, 800000)

    def test_a_program_that_lacks_a_dll_has_the_code_that_its_parent_got(self):
        out, listed = self.listed("timed.exe", "wait", "lacks.exe")
        lacks = self.one(listed, "lacks.exe")
        self.assertEqual((self.child(out)[3], lacks["exit_code"], lacks["state"]), (0xC0000135, 0xC0000135, "ended"))
        lacks = self.one(self.listed("lacks.exe", status=53)[1], "lacks.exe")
        self.assertEqual((lacks["exit_code"], lacks["state"]), (0xC0000135, "ended"))
        self.assertRegex(self.reported("lacks.exe", status=53)[1], "(?m) 0xc0000135  lacks[.]exe$")

    def test_a_child_that_was_killed_just_before_the_command_ended_has_ended(self):
        child = self.one(self.listed("timed.exe", "quit", CHILD, "stay", "80", status=3)[1], CHILD)
        self.assertEqual((child["exit_code"], child["state"]), (78, "ended"))
        self.assertGreaterEqual(units(child["user"]) + units(child["kernel"]), 800000)

    def test_a_child_whose_name_linux_cuts_off_has_ended_too(self):
        name = "a-name-of-over-15-bytes.exe"
        shutil.copy(WORK + "/timed.exe", WORK + "/" + name)
        child = self.one(self.listed("timed.exe", "quit", name, "stay", "80", "600", status=3)[1], name)
        self.assertEqual((child["exit_code"], child["state"]), (78, "ended"))

    def test_a_program_that_ends_just_behind_the_command_has_ended(self):
        shutil.copy(shutil.which("cat"), WORK + "/late.exe")  # by its name a Windows program
        for pipe in ("there", "back"):
            os.mkfifo(WORK + "/" + pipe)
        # It has begun when it sends back what it read, and ends when the command's end closes the pipe.
        command = "./late.exe <there >back & exec 3>there; echo begun >&3; read -r begun <back"
        for attempt in range(10):  # on a busy machine it ends later than `cycletime time` waits for it
            listed = self.listed("sh", "-c", command, status=0)[1]
            if [process["state"] for process in listed["processes"]] == ["ended"]:
                return
        self.fail(listed)

    def used(self, process, milliseconds):
        """The child of PROCESS, when it has used so much."""
        pid = wait_until(lambda: named(process.pid, CHILD))
        wait_until(lambda: clock_gettime(~pid << 3 | 2) >= milliseconds / 1000)  # its clock (clock_getcpuclockid)
        return pid

    def finish(self, process, status):
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, status, err)
        with open(WORK + "/times.json", encoding="utf-8") as file:
            return out.decode().replace("\r", ""), json.load(file)

    def test_no_process_is_listed_twice_if_it_ends_while_the_list_is_made(self):
        # The command ends with the first of them.
        script = f"for i in {' '.join(map(str, range(1500, 1700, 8)))}; do wine timed.exe pause $i end 0 0 & done; wait -n"
        for attempt in range(3):
            listed = self.listed("bash", "-c", script, status=0)[1]
            self.assertLessEqual(sum(process["name"] == "timed.exe" for process in listed["processes"]), 25, listed)

    def test_a_child_that_linux_killed_has_all_that_it_used_and_no_code(self):
        process = self.begin("--json", "--output", "times.json", "timed.exe", "wait", CHILD, "spin", "-")
        os.kill(self.used(process, 300), signal.SIGKILL)
        out, listed = self.finish(process, 5)
        child = self.one(listed, CHILD)
        self.assertEqual((child["exit_code"], child["state"]), (None, "ended"))
        self.assertNotIn(None, [child[figure] for figure in FIGURES])
        self.assertGreater(min(child[figure] for figure in ("peak_memory", "minor_faults", "voluntary_switches")), 0)
        self.assertGreaterEqual(units(child["user"]) + units(child["kernel"]), 3000000)
        user, kernel = self.child(out)[:2]
        self.assertGreaterEqual(units(child["user"]) + units(child["kernel"]), user + kernel)

    def launcher_that_sets_the_prefix(self):
        """The words of a stand-in for Proton's script, and the environment that it needs."""
        data = tempfile.mkdtemp(dir=WORK)
        self.addCleanup(shutil.rmtree, data, ignore_errors=True)
        self.addCleanup(end_wine, data + "/pfx")
        copy_prefix(data + "/pfx")
        return [*PROTON, "11", "waitforexitandrun"], dict(os.environ, STEAM_COMPAT_DATA_PATH=data)

    def test_below_a_launcher_that_sets_the_prefix_all_have_names_and_codes_and_the_killed_one_what_it_used(self):
        launcher, environment = self.launcher_that_sets_the_prefix()
        process = self.begin("--json", "--output", "times.json", *launcher, WORK + "/timed.exe", "wait", CHILD, "spin", "-",
                             env=environment)
        pid = self.used(process, 300)
        # In this test's own prefix another program has the same Windows number, or a near one.
        err = self.reported("timed.exe", "end", "7", "20", status=7)[1]
        self.assertEqual(len(re.findall(r"(?m) timed\.exe$", err)), 1, err)
        os.kill(pid, signal.SIGKILL)
        out, listed = self.finish(process, 5)
        child, parent = self.one(listed, CHILD), self.one(listed, "timed.exe")
        self.assertEqual((child["exit_code"], child["state"]), (None, "ended"))
        self.assertEqual((parent["exit_code"], parent["state"]), (5, "ended"))
        self.assertGreaterEqual(units(child["user"]) + units(child["kernel"]), 3000000)
        # The parent got as much by its own query.
        user, kernel = self.child(out)[:2]
        self.assertGreaterEqual(user + kernel, 3000000)

    def test_where_a_nearer_subreaper_stands_one_that_was_killed_has_what_it_published_and_is_marked(self):
        for form in (["--json"], []):
            self.let_all_stay()
            process = self.begin(*form, "--output", "times.json", sys.executable, "-c", NEARER,
                                 "wine", "timed.exe", "leave", CHILD, "spin", "-")
            pid = self.used(process, 300)
            wait_until(lambda: not named(process.pid, "timed.exe"))
            os.kill(pid, signal.SIGKILL)
            wait_until(lambda: not os.path.exists("/proc/%d" % pid))
            self.let_all_end()
            if not form:
                process.communicate(timeout=PATIENCE)
                with open(WORK + "/times.json", encoding="utf-8") as file:
                    self.assertRegex(file.read(), r"(?m)^ +- .* -  größe\.exe \(last recorded times\)$")
                continue
            listed = self.finish(process, 0)[1]
            child, parent = self.one(listed, CHILD), self.one(listed, "timed.exe")
            self.assertEqual((child["exit_code"], child["state"], child["elapsed"]), (None, "published", None))
            self.assertEqual([child[figure] for figure in FIGURES], [None] * len(FIGURES))
            self.assertLess(units(child["user"]) + units(child["kernel"]), 3000000)  # it said nothing since it began
            self.assertEqual((parent["exit_code"], parent["state"]), (4, "ended"))

    def test_a_program_that_still_runs_is_marked(self):
        err = self.reported("timed.exe", "leave", CHILD, "stay", "50", status=4)[1]
        self.assertRegex(err, r"(?m)^ +\d+\.\d{3} .* -  größe\.exe \(still runs\)$")
        self.assertRegex(err, r"(?m) 4  timed\.exe$")
        child = self.one(self.listed("timed.exe", "leave", CHILD, "stay", "50", status=4)[1], CHILD)
        self.assertEqual((child["state"], child["exit_code"]), ("runs", None))
        self.assertGreater(child["peak_memory"], MB)
        self.assertEqual([child[figure] for figure in FIGURES[1:]], [None] * len(FIGURES[1:]))
        self.assertGreaterEqual(units(child["user"]) + units(child["kernel"]), 500000)

    def test_an_exit_code_that_nobody_knows_is_none(self):
        err = self.reported("--no-nt", "timed.exe", "end", "9", "0", status=9)[1]
        self.assertRegex(err, r"(?m) -  timed\.exe$")
        listed = self.listed("--no-nt", "timed.exe", "end", "9", "0", status=9)[1]
        self.assertIsNone(self.one(listed, "timed.exe")["exit_code"])

    def test_children_that_are_left_alone_are_measured_by_linux(self):
        out, listed = self.listed("--no-children", "timed.exe", "wait", CHILD, "end", "7", "50")
        child = self.one(listed, CHILD)
        self.assertEqual((child["exit_code"], child["state"]), (None, "ended"))
        # It slept for a fifth of a second; without us it measured its 50 ms in steps of 10.
        self.assertGreaterEqual(units(child["elapsed"]), 1900000)
        self.assertGreater(units(child["user"]) + units(child["kernel"]), 300000)

    def test_a_program_of_a_run_within_time_is_listed(self):
        listed = self.listed("sh", "-c", '"$0" run timed.exe wait "$1" end 7 50', CYCLETIME, CHILD)[1]
        self.assertEqual((self.one(listed, CHILD)["exit_code"], self.one(listed, CHILD)["state"]), (7, "ended"))

    def test_two_commands_at_a_time_list_their_own_programs(self):
        shutil.copy(WORK + "/timed.exe", WORK + "/other.exe")
        other = self.begin("other.exe", "end", "8", "0")
        listed = self.listed("timed.exe", "wait", CHILD, "end", "7", "50")[1]
        err = other.communicate(timeout=PATIENCE)[1].decode()
        self.assertEqual(sorted(process["name"] for process in listed["processes"]), [CHILD, "timed.exe"])
        self.assertIn(" 8  other.exe\n", err)
        self.assertNotIn("timed.exe", err)

    def test_the_table_is_on_stderr_behind_all_and_in_the_file_alone_if_one_is_named(self):
        out, err = self.reported("sh", "-c", "echo out; echo err >&2; exec wine timed.exe end 3 0", status=3)
        self.assertEqual(out, "out\n")
        self.assertRegex(err, r"(?s)^err\n.*   elapsed s      user s    kernel s           cycles   memory MiB  exit code"
                              r"  process\n"
                              r".* 3  timed\.exe\n.* -  sum \(\d+\)\n$")
        err = self.reported("--output", "table", "timed.exe", "end", "3", "0", status=3)[1]
        self.assertNotIn("timed.exe", err)
        with open(WORK + "/table", encoding="utf-8") as file:
            self.assertIn(" 3  timed.exe\n", file.read())

    def test_with_all_the_table_has_all_figures(self):
        err = self.reported("--all", "timed.exe", "use", "20", status=6)[1]
        head, row = [line for line in err.split("\n") if line.endswith(("  process", "  timed.exe"))]
        self.assertRegex(head, " memory MiB minor faults major faults vol switches inv switches +read MiB +written MiB ")
        self.assertEqual(len(row), len(head) + len("timed.exe") - len("process"))
        figures = row.split()[4:-2]
        self.assertEqual(len(figures), len(FIGURES))
        self.assertGreaterEqual(float(figures[0]), 20)
        self.assertGreaterEqual(int(figures[3]), 100)

    def picture(self):
        """The texts of the picture, and the classes of its bars."""
        root = xml.etree.ElementTree.parse(WORK + "/lanes.svg").getroot()
        return [text.text for text in root.iter(SVG + "text")], [bar.get("class") for bar in root.iter(SVG + "rect")]

    def test_the_picture_has_a_lane_for_each_process(self):
        for options in [], ["--output", "table"]:
            err = self.reported("--svg", "lanes.svg", *options, "timed.exe", "wait", CHILD, "end", "0", "20")[1]
            self.assertEqual("sum (" in err, not options)
            texts, bars = self.picture()
            self.assertEqual((texts.count("timed.exe"), texts.count(CHILD)), (1, 1))
            # Of either kind one is in the legend.
            self.assertEqual((bars.count("life"), bars.count("badlife"), texts.count("5")), (2, 2, 1))

    def test_the_picture_has_a_lane_for_each_of_fifty_tests(self):
        command = "for i in 1 2 3 4 5 6 7 8 9 10; do for j in 1 2 3 4 5; do wine timed.exe use 0; done & done; wait"
        self.listed("--svg", "lanes.svg", "sh", "-c", command, status=0)
        texts, bars = self.picture()
        self.assertEqual((texts.count("timed.exe"), bars.count("badlife")), (50, 51))

    def test_a_picture_that_cannot_be_written_is_reported(self):
        err = self.reported("--svg", "/dev/full", "timed.exe", "end", "3", "0", status=3)[1]
        self.assertIn("cycletime: cannot write the picture to /dev/full: No space left on device\n", err)

    def test_if_the_program_cannot_start_old_files_stay(self):
        for name in "lanes.svg", "table":
            with open(WORK + "/" + name, "w") as file:
                file.write("older")
        with open(WORK + "/text.exe", "w") as file:
            file.write("text\n")
        for words, status in (["nothing.exe"], 127), (["./text.exe"], 126), (["--output", "no/such/file", "true"], 125):
            self.reported("--svg", "lanes.svg", "--output", "table", *words, status=status)
            for name in "lanes.svg", "table":
                with open(WORK + "/" + name) as file:
                    self.assertEqual(file.read(), "older", name)

    def test_one_file_for_the_table_and_the_picture_is_refused(self):
        with open(WORK + "/table", "w") as file:
            file.write("older")
        for name in "table", "./table":
            err = self.reported("--svg", name, "--output", "table", "timed.exe", "end", "3", "0", status=125)[1]
            self.assertEqual(err, "cycletime: time: --output and --svg name the same file, table\n")
        with open(WORK + "/table") as file:
            self.assertEqual(file.read(), "older")
        self.reported("--svg", "/dev/null", "--output", "/dev/null", "timed.exe", "end", "3", "0", status=3)

    def test_a_shorter_table_replaces_a_longer_one(self):
        with open(WORK + "/table", "w") as file:
            file.write("older " * 1000)
        self.reported("--output", "table", "true", status=0)
        with open(WORK + "/table") as file:
            self.assertNotIn("older", file.read())

    def test_the_picture_has_room_for_the_code_of_a_crash(self):
        self.reported("--svg", "lanes.svg", "timed.exe", "end", str(0xC0000005), "0", status=5)
        root = xml.etree.ElementTree.parse(WORK + "/lanes.svg").getroot()
        places = {text.text: float(text.get("x")) for text in root.iter(SVG + "text")}
        # A bold digit of this size is up to 10 pixels wide.
        self.assertGreater(places["0xc0000005"] - places["CPU s"], 10 * len("0xc0000005"))

    def test_json_on_stderr_is_json(self):
        err = self.reported("--json", "true", status=0)[1]
        done = subprocess.run([sys.executable, "-m", "json.tool"], input=err, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(err)["processes"], [])

    def test_all_options_of_run_are_taken(self):
        options = ["--verbose", "--quiet", "--best-effort", "--fast-clock", "--no-nt", "--no-children"]
        err = self.reported(*options, "--", "timed.exe", "end", "3", "0", status=3)[1]
        self.assertIn("timed.exe\n", err)

    def test_time_ends_as_the_command_ends(self):
        self.reported("sh", "-c", "exit 77", status=77)
        err = self.reported("sh", "-c", "kill -TERM $$", status=-signal.SIGTERM)[1]
        self.assertIn("sum (0)\n", err)
        with open(WORK + "/text.exe", "w") as file:
            file.write("text\n")
        for words, status, line in ((["nothing.exe"], 127, "not found"), (["./text.exe"], 126, "is not a Windows program"),
                                    ([], 125, "no command given"), (["--csv", "true"], 125, "unknown option --csv"),
                                    (["--output"], 125, "--output needs a FILE"),
                                    (["--output", "no/such/file", "true"], 125, "no/such/file: No such file"),
                                    (["--svg"], 125, "--svg needs a FILE"),
                                    (["--svg", "no/such/file", "true"], 125, "no/such/file: No such file")):
            err = self.reported(*words, status=status)[1]
            self.assertRegex(err, "(?m)^cycletime: .*" + line)
            self.assertNotIn("sum (", err)

    def test_a_file_that_cannot_take_the_table_is_reported(self):
        err = self.reported("--output", "/dev/full", "timed.exe", "end", "3", "0", status=3)[1]
        self.assertIn("cycletime: cannot write the table to /dev/full: No space left on device\n", err)

    def test_a_strangers_name_reaches_no_terminal_raw(self):
        name = "a\u009b31m\u202eb\x7fc\u2028.exe"
        shutil.copy(WORK + "/timed.exe", WORK + "/" + name)
        err = self.reported("./" + name, "end", "3", "0", status=3)[1]
        self.assertIn(" 3  a?31m?b?c?.exe\n", err)
        listed = self.listed("./" + name, "end", "3", "0", status=3)[1]
        self.one(listed, name)
        with open(WORK + "/times.json", encoding="utf-8") as file:
            self.assertFalse(set(file.read()) & set("\u009b\u202e\x7f\u2028"))

    def test_a_process_s_name_of_linux_reaches_no_terminal_raw(self):
        err = self.reported("--no-children", "timed.exe", "hide", CHILD, "end", "3", "0")[1]
        self.assertNotIn("\033", err)
        self.assertRegex(err, r"(?m) -  \?\[31mred.exe$")

    def test_a_long_name_is_cut_between_two_letters(self):
        name = "n" + 60 * "ß" + ".exe"
        shutil.copy(WORK + "/timed.exe", WORK + "/" + name)
        self.one(self.listed("./" + name, "end", "3", "0", status=3)[1], "n" + 43 * "ß")
        shutil.move(WORK + "/" + name, WORK + "/" + name[1:])
        self.one(self.listed("./" + name[1:], "end", "3", "0", status=3)[1], 43 * "ß")

    def test_help_describes_time(self):
        for words in (["help", "time"], ["time", "--help"]):
            out = subprocess.run([CYCLETIME, *words], capture_output=True, text=True, check=True).stdout
            self.assertRegex(out, r"^time    is like run, and at the end prints")


@case
def time(tree, work, machine, *tests):
    """`cycletime time` reports about each Windows process that ran what GetProcessTimes reported about it."""
    global CYCLETIME, WORK
    CYCLETIME, WORK = tree + "/bin/cycletime", work
    prepare(work, machine)
    build(machine, "timed.c", work + "/timed.exe", "-O1", "-municode")
    os.mkdir(work + "/elsewhere")
    build(machine, "dll_answers.c", work + "/elsewhere/library.dll", "-shared", "-DANSWER=1")
    build(machine, "dll_needs.c", work + "/lacks.exe", work + "/elsewhere/library.dll")
    run_unittest(*tests)


if __name__ == "__main__":
    run_case()
