# SPDX-License-Identifier: MIT
"""Commands behave, and are treated, as without bin/cycletime. No Wine takes part."""
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from package_test import build_for_linux, case, fresh, run_case, run_unittest, wait_until

TREE, WORK, RUN = None, None, []
PATIENCE = 120  # seconds; what is waited for comes at once, or never

# Says which signals come, each in a line, until there is a file "over".
HEARS = """import os, signal, sys, time
def hear(number, frame): os.write(1, b'%d\\n' % number)
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGTERM): signal.signal(number, hear)
os.write(1, b'hears\\n')
while not os.path.exists(sys.argv[1]): time.sleep(0.02)
"""


def new_path(name):
    path = os.path.join(WORK, name)
    if os.path.exists(path):
        os.remove(path)
    return path


def reported(command, **how):
    """The end of COMMAND and what it wrote; -n: signal n."""
    how.setdefault("stdin", subprocess.DEVNULL)
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, **how)
    return done.returncode, done.stdout, done.stderr


def is_there(pid):
    try:
        with open("/proc/%d/stat" % pid) as stat:
            return stat.read().rsplit(") ", 1)[1][0] not in "ZX"
    except OSError:
        return False


def pending(pid):
    with open("/proc/%d/status" % pid) as status:
        return int(re.search(r"^ShdPnd:\s*(\w+)", status.read(), re.M).group(1), 16)


class AsAlone(unittest.TestCase):
    def same(self, command, expected=None, **how):
        alone, by_us = reported(command, **how), reported(RUN + command, **how)
        self.assertEqual(alone, by_us)
        if expected is not None:
            self.assertEqual(alone[0], expected)
        return alone

    def test_exit_codes_are_the_commands(self):
        for code in (0, 1, 77, 125, 255):
            self.same(["sh", "-c", "exit %d" % code], code)

    def test_a_command_that_a_signal_ends_is_seen_to_end_by_it(self):
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV, signal.SIGABRT):
            self.same(["sh", "-c", "kill -%d $$" % number], -number)

    def test_an_end_by_a_signal_leaves_no_core_of_ours(self):
        folder = tempfile.mkdtemp(dir=WORK)
        reported(["sh", "-c", 'ulimit -c unlimited; exec "$@"', "sh"] + RUN + ["sh", "-c", "ulimit -c 0; kill -SEGV $$"],
                 cwd=folder)
        self.assertEqual(os.listdir(folder), [])

    def test_streams_are_passed_on(self):
        done = [subprocess.run(how + ["sh", "-c", "cat; echo word >&2"], input=b"a\0b\r\n" * 9999, capture_output=True)
                for how in ([], RUN)]
        self.assertEqual(done[0].stdout, done[1].stdout)
        self.assertEqual((done[1].stdout, done[1].stderr), (b"a\0b\r\n" * 9999, b"word\n"))

    def test_closed_streams_and_others_are_as_they_were(self):
        what = ["sh", "-c", "for f in 0 1 2 7 8 9 10; do readlink /proc/self/fd/$f || echo $f none; done >out"]
        for closing in ("", "<&-", ">&-", "2>&-", "<&- >&- 2>&-", "7</dev/zero"):
            seen = []
            for how in ([], RUN):
                reported(["sh", "-c", 'cd "$1"; shift; exec "$@" ' + closing, "sh", WORK] + how + what)
                with open(WORK + "/out") as out:
                    seen.append(re.sub(r"\[\d+\]", "[n]", out.read()))
            self.assertEqual(seen[0], seen[1], closing)

    def test_what_a_process_inherits_is_as_it_was(self):
        def prepare():
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
            os.umask(0o27)
            os.nice(3)
        what = ["python3", "-c", "import os, resource as r; print([l for l in open('/proc/self/status')"
                " if l[:6] in ('SigBlk', 'SigIgn', 'SigPnd', 'Umask:', 'NoNewP')], os.nice(0), os.getcwd(),"
                " [r.getrlimit(i) for i in range(16)])"]
        for preparation in (None, prepare):
            self.same(what, 0, preexec_fn=preparation, cwd="/usr")

    def test_what_posix_lets_a_handler_call_waits_for_no_lock_of_the_loader(self):
        program, library, refused = (os.path.join(WORK, name) for name in ("locked", "locked.so", "refused"))
        build_for_linux("locked_loader.c", program, "-DLIBRARY=0", "-rdynamic", "-pthread")
        build_for_linux("locked_loader.c", library, "-DLIBRARY=1", "-shared", "-fPIC")
        with open(refused, "w") as file:
            file.write("MZ no program")
        os.chmod(refused, 0o755)
        out = self.same(["timeout", "60", program, library, refused], 0)[1].split(b"\n")
        self.assertEqual(len(out), 17, out)

    def test_group_and_session_are_the_callers(self):
        for how in ([], RUN):
            caller = subprocess.Popen(how + ["python3", "-c", "import os; print(os.getpgid(0), os.getsid(0))"],
                                      stdout=subprocess.PIPE, start_new_session=True)
            self.assertEqual(caller.communicate()[0].split(), [b"%d" % caller.pid] * 2)

    def events(self, how, signals):
        """What comes to a program of SIGNALS, pairs of a number and whether it goes to the group."""
        over = new_path("over")
        program = subprocess.Popen(how + ["python3", "-c", HEARS, over], stdout=subprocess.PIPE, start_new_session=True)
        heard = [program.stdout.readline()]
        for number, to_group in signals:
            (os.killpg if to_group else os.kill)(program.pid, number)
            heard.append(program.stdout.readline())
            # Linux keeps but one of a kind for who has not taken it yet.
            wait_until(lambda: not pending(program.pid))
        open(over, "w").close()
        return heard, program.communicate(timeout=PATIENCE)[0], program.returncode

    def test_signals_come_once_to_the_group_and_to_the_process_alone(self):
        signals = [(number, to_group) for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1,
                                                     signal.SIGTERM, signal.SIGINT) for to_group in (True, False, True)]
        alone = self.events([], signals)
        self.assertEqual(len(alone[0]), len(signals) + 1)
        self.assertEqual(alone[1:], (b"", 0))
        self.assertEqual(alone, self.events(RUN, signals))

    def test_signals_that_come_to_the_group_at_once_come_once_each(self):
        over = new_path("over")
        program = subprocess.Popen(RUN + ["python3", "-c", HEARS, over], stdout=subprocess.PIPE, start_new_session=True)
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.kill)
        self.assertEqual(program.stdout.readline(), b"hears\n")
        # No signal comes while the command may still look at another one of that number.
        for numbers in [(signal.SIGHUP, signal.SIGUSR1, signal.SIGTERM), (signal.SIGINT, signal.SIGQUIT)] * 20:
            for number in numbers:
                os.killpg(program.pid, number)
            heard = sorted(program.stdout.readline() for _ in numbers)
            self.assertEqual(heard, sorted(b"%d\n" % number for number in numbers))
            wait_until(lambda: not pending(program.pid))
        open(over, "w").close()
        self.assertEqual((program.communicate(timeout=PATIENCE)[0], program.returncode), (b"", 0))

    def test_signals_that_nobody_hears_end_both(self):
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGRTMIN):
            for kill in (os.kill, os.killpg):
                for how in ([], RUN):
                    program = subprocess.Popen(how + ["sh", "-c", "echo; exec sleep 60"], stdout=subprocess.PIPE,
                                               start_new_session=True)
                    program.stdout.readline()
                    kill(program.pid, number)
                    self.assertEqual(program.wait(PATIENCE), -number)

    def test_an_alarm_that_the_caller_has_set_ends_it(self):
        self.same(["python3", "-c", "import os, signal, sys; signal.alarm(1); os.execvp('sleep', ['sleep', '20'])"],
                  -signal.SIGALRM)
        alarm = ["python3", "-c", "import os, signal, sys; signal.alarm(1); os.execvp(sys.argv[1], sys.argv[1:])"]
        self.assertEqual(reported(alarm + RUN + ["sleep", "20"])[0], -signal.SIGALRM)

    def test_the_program_ends_with_the_command(self):
        program = subprocess.Popen(RUN + ["sh", "-c", "echo $$; exec sleep 60"], stdout=subprocess.PIPE)
        command = int(program.stdout.readline())
        self.assertTrue(is_there(command))
        program.kill()
        program.wait(PATIENCE)
        wait_until(lambda: not is_there(command))

    def test_a_reader_of_a_pipe_sees_its_end_and_a_writer_too(self):
        for how in ([], RUN):
            over = new_path("over")
            ours, theirs = os.pipe()
            script = 'exec <&- >&- 7>&-; until [ -e "$1" ]; do sleep 0.1; done'
            program = subprocess.Popen(how + ["sh", "-c", script, "sh", over], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, pass_fds=[theirs])
            os.close(theirs)
            # Who else has it is the command alone, which keeps it.
            self.assertEqual(program.stdout.read(), b"")

            def is_closed():
                try:
                    os.write(program.stdin.fileno(), b"x")
                except BrokenPipeError:
                    return True
                return False
            wait_until(is_closed)
            self.assertIsNone(program.poll())
            self.assertEqual(select.select([ours], [], [], 0)[0], [])
            open(over, "w").close()
            self.assertEqual(program.wait(PATIENCE), 0)
            self.assertEqual(os.read(ours, 1), b"")
            os.close(ours)

    def test_descendants_outlive_the_command(self):
        over = new_path("over")
        script = 'until [ -e "$1" ]; do sleep 0.1; done >/dev/null 2>&1 & echo $!; exit 3'
        status, out, _ = reported(RUN + ["sh", "-c", script, "sh", over])
        self.assertEqual(status, 3)
        self.assertTrue(is_there(int(out)))
        open(over, "w").close()
        wait_until(lambda: not is_there(int(out)))

    def test_orphans_are_waited_for(self):
        over = new_path("over")
        script = '(sleep 0.1 & echo $!); until [ -e "$1" ]; do sleep 0.1; done'
        program = subprocess.Popen(RUN + ["sh", "-c", script, "sh", over], stdout=subprocess.PIPE)
        orphan = int(program.stdout.readline())
        wait_until(lambda: not os.path.exists("/proc/%d" % orphan))
        self.assertIsNone(program.poll())
        open(over, "w").close()
        self.assertEqual(program.wait(PATIENCE), 0)

    def test_a_fifo_in_the_programs_place_is_refused(self):
        for name in ("fifo", "fifo.exe"):
            path = new_path(name)
            os.mkfifo(path)
            self.assertEqual(reported(RUN + [path]), (126, b"", b"cycletime: %s: is not a regular file\n" % path.encode()))

    def test_a_file_that_cannot_be_run_is_reported_in_a_line(self):
        plain = new_path("plain")
        with open(plain, "w") as file:
            file.write("text\n")
        wrong = new_path("wrong")
        with open(wrong, "w") as file:
            file.write("#!/no/such/program\n")
        os.chmod(wrong, 0o755)
        for path, status, words in ((plain, 126, "Permission denied"), (WORK, 126, "is a directory"),
                                    (WORK + "/nothing", 127, "not found"), (plain + "/in", 127, "not found"),
                                    (wrong, 127, "not found")):
            self.assertEqual(reported(RUN + [path]), (status, b"", ("cycletime: %s: %s\n" % (path, words)).encode()))

    def test_files_of_time_are_whole_if_it_begins_without_standard_streams(self):
        table, picture = new_path("table"), new_path("picture")
        for closing in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            words = [RUN[0], "time", "--output", table, "--svg", picture, "true"]
            self.assertEqual(reported(["sh", "-c", 'exec "$@" ' + closing, "sh"] + words)[0], 0)
            with open(table) as file:
                self.assertRegex(file.read(), r"\A *elapsed s .*\n.* sum \(0\)\n\Z", closing)
            with open(picture) as file:
                self.assertRegex(file.read(), r"(?s)\A<svg .*</svg>\n\Z", closing)
            os.remove(table)
            os.remove(picture)

    def test_an_option_without_its_file_is_reported(self):
        for before in ([], ["--json"]):
            self.assertEqual(reported(RUN[:1] + ["time"] + before + ["--output"]),
                             (125, b"", b"cycletime: time: --output needs a FILE. See: cycletime help time\n"))
        self.assertEqual(reported(RUN + ["--output", "file", "true"]),
                         (125, b"", b"cycletime: run: unknown option --output. See: cycletime help run\n"))

    def test_scripts_run_with_and_without_a_first_line(self):
        for first in ("#!/bin/sh\n", ""):
            path = new_path("script")
            with open(path, "w") as file:
                file.write(first + 'echo "$0" "$@"\n')
            os.chmod(path, 0o755)
            self.assertEqual(reported(RUN + [path, "a b", ""]), (0, b"%s a b \n" % path.encode(), b""))
            path_variable = {**os.environ, "PATH": WORK + ":" + os.environ["PATH"]}
            self.assertEqual(reported(RUN + ["script", "c"], env=path_variable)[:2], (0, b"%s c\n" % path.encode()))

    def test_scripts_run_by_a_bare_name_in_the_current_folder(self):
        for first in ("#!/bin/sh\n", ""):
            with open(new_path("bare"), "w") as file:
                file.write(first + 'echo "$0" "$@"; exit 7\n')
            os.chmod(WORK + "/bare", 0o755)
            for how in (RUN, RUN[:1], RUN + ["--"]):
                self.assertEqual(reported(how + ["bare", "a b", ""], cwd=WORK), (7, b"./bare a b \n", b""))

    def test_path_takes_precedence_over_a_script_in_the_current_folder(self):
        with open(new_path("echo"), "w") as file:
            file.write("exit 7\n")
        os.chmod(WORK + "/echo", 0o755)
        self.assertEqual(reported(RUN + ["echo", "word"], cwd=WORK), (0, b"word\n", b""))

    def test_a_program_with_a_shared_address_sanitizer_starts(self):
        program = new_path("sanitized")
        build = ["gcc", "-fsanitize=address", "-x", "c", "-", "-o", program]
        source = b"int main(int count, char **words) { int of[2] = { 3, 4 }; (void)words; return of[count]; }"
        if not shutil.which("gcc") or reported(build, input=source, stdin=None)[0]:
            self.skipTest("gcc has no address sanitizer here")
        self.same([program], 4)
        status, _, err = reported(RUN + [program, "too many"])
        self.assertEqual(status, 1)
        self.assertIn(b"AddressSanitizer: stack-buffer-overflow", err)

    def test_a_thread_that_a_library_begins_when_it_is_loaded_ends_with_its_result(self):
        if not shutil.which("gcc"):
            self.skipTest("there is no gcc")
        library, program = new_path("libearly.so"), new_path("early")
        for words, source in ((["-pthread", "-shared", "-fPIC", "early_thread.c", "-o", library], b""),
                              (["-x", "c", "-", "-x", "none", library, "-o", program],
                               b"int early(void); int main(void) { return early(); }")):
            self.assertEqual(reported(["gcc"] + words, input=source, stdin=None), (0, b"", b""))
        self.same([program], 42)

    def test_long_paths_and_many_words_are_passed_on(self):
        folder = os.path.join(WORK, *["long" * 15] * 6)
        self.assertGreater(len(folder), 260)
        os.makedirs(folder, exist_ok=True)
        shutil.copy("/bin/echo", folder)
        words = ["%05d" % i for i in range(5450)]
        self.assertGreaterEqual(len(" ".join(words)), 32699)
        self.same([folder + "/echo"] + words, 0)

    def test_variables_of_others_are_nobodys_business(self):
        victim = new_path("victim")
        open(victim, "w").close()
        strange = {"CYCLETIME_RUN": "must verbose ack=" + victim, "CYCLETIME_MARK": victim, "CYCLETIME_ALIVE": victim,
                   "CYCLETIME_WRAP": victim, "CYCLETIME_UNIXLIB": victim, "CYCLETIME_TREE": "/",
                   "CYCLETIME_TERMINAL": victim}
        status, out, err = reported(RUN + ["--best-effort", "--no-nt", "env"], env={**os.environ, **strange})
        self.assertEqual((status, err), (0, b""))
        self.assertEqual(len(re.findall(rb"^CYCLETIME_RUN=no-nt ack=(?!.*victim).+$", out, re.M)), 1)
        for name, value in strange.items():
            if name != "CYCLETIME_RUN":
                self.assertIn(b"%s=%s\n" % (name.encode(), value.encode()), out)
        self.assertTrue(os.path.exists(victim))

    def test_options_become_words(self):
        options = ["--no-children", "--no-nt", "--fast-clock", "--verbose", "--quiet"]
        script = 'echo "$CYCLETIME_RUN"; test -f "${CYCLETIME_RUN##*ack=}"'
        # Of services that ran before --verbose says so.
        out = reported(RUN + options + ["--", "sh", "-c", script], env={**os.environ, "WINEPREFIX": "/nobodys"})
        self.assertEqual((out[0], out[2]), (0, b""))
        words, first = out[1].decode().rstrip("\n").split(" ack=")
        self.assertEqual(set(words.split()), {"must"} | {option[2:] for option in options})
        self.assertFalse(os.path.exists(first))

    def nested(self, outer, inner):
        """What a command with the options OUTER says, in which another with INNER runs; and the files of both are gone."""
        script = 'echo "${CYCLETIME_RUN##*ack=}"; '
        status, out, err = reported(RUN + outer + ["sh", "-c", script + inner, "sh"] + RUN,
                                env={**os.environ, "WINEPREFIX": "/nobodys"})
        self.assertEqual(status, 0)
        for path in out.decode().split():
            self.assertTrue(path.endswith("/ack"), path)
            self.assertFalse(os.path.exists(os.path.dirname(path)), path)
        return err.decode().count("no Windows program reported correct times"), len(out.split())

    def test_verbose_names_the_causes_of_missing_hooks(self):
        words = ("cycletime: no Windows program reported correct times, if one ran: a container may hide cycletime's "
                 "folder or /dev/shm, Wine may have ended before its program began, or something set CYCLETIME_RUN=off\n")
        self.assertEqual(reported(RUN + ["--verbose", "true"], env={**os.environ, "WINEPREFIX": "/nobodys"}),
                         (0, b"", words.encode()))

    def test_a_command_in_a_command_reports_hooking_to_it(self):
        show, hook = 'echo "${CYCLETIME_RUN##*ack=}"', 'rm "${CYCLETIME_RUN##*ack=}"'
        loud = ["--verbose"]
        self.assertEqual(self.nested(loud, "\"$@\" --verbose sh -c '%s'" % show), (2, 2))
        self.assertEqual(self.nested([], "\"$@\" --verbose sh -c '%s'" % show), (1, 2))
        self.assertEqual(self.nested(loud, "\"$@\" --verbose sh -c '%s; %s'" % (show, hook)), (0, 2))
        self.assertEqual(self.nested(loud, "%s; \"$@\" --verbose sh -c '%s'" % (hook, show)), (1, 2))
        deep = "\"$@\" --verbose \"$@\" --verbose sh -c '%s; %s'" % (show, hook)
        self.assertEqual(self.nested(loud, deep), (0, 2))

    def test_libraries_of_others_stay_in_front(self):
        out = reported(RUN + ["env"], env={**os.environ, "LD_PRELOAD": "libm.so.6:libc.so.6",
                                           "PRESSURE_VESSEL_FILESYSTEMS_RO": "/a b"})
        self.assertRegex(out[1], rb"(?m)^LD_PRELOAD=libm.so.6:libc.so.6:/[^ :]*/cycletime_preload.so$")
        self.assertIn(b"\nPRESSURE_VESSEL_FILESYSTEMS_RO=/a b:" + TREE.encode(), b"\n" + out[1])


def copy_tree(folder):
    """What of the tree the command needs, in FOLDER."""
    for part in (b"bin/cycletime", b"lib/preload", b"lib/wine/x86_64-windows/cycletime.dll"):
        place, source = os.path.join(folder, part), os.path.join(os.fsencode(TREE), part)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        if os.path.isdir(source):
            shutil.copytree(source, place, symlinks=True)
        else:
            shutil.copy(source, place)
    return [os.path.join(folder, b"bin/cycletime"), b"run"]


class Places(unittest.TestCase):
    def setUp(self):
        self.place = os.fsencode(tempfile.mkdtemp())
        os.chmod(self.place, 0o755)
        self.runtime = os.path.join(self.place, b"runtime")
        os.mkdir(self.runtime, 0o700)
        self.environment = {**os.environb, b"XDG_RUNTIME_DIR": self.runtime}

    def tearDown(self):
        shutil.rmtree(self.place)

    def entry(self, run, **how):
        """What the command names in LD_PRELOAD, which ld.so loads without a word."""
        script = b'echo "$LD_PRELOAD"; grep -c cycletime_preload /proc/$$/maps >&2'
        status, out, err = reported(run + [b"sh", b"-c", script], **{"env": self.environment, **how})
        self.assertEqual(status, 0, err)
        self.assertRegex(err, rb"^[1-9][0-9]*\n$")
        return out.rstrip(b"\n")

    def test_trees_with_odd_names_are_named_by_a_link(self):
        for name in (b"a tree", b"a $HOME tree", b"gr\xf6\xdfe", b"'\"\\;\t", b"/".join([b"long" * 15] * 6)):
            folder = os.path.join(self.place, name)
            run = copy_tree(folder)
            first, again = self.entry(run), self.entry(run)
            self.assertEqual(first, again)
            self.assertTrue(first.startswith(self.runtime + b"/"), first)
            self.assertEqual(os.readlink(first.split(b"/preload/")[0]), os.path.join(folder, b"lib"))

    def test_a_link_that_leads_elsewhere_is_not_taken(self):
        run = copy_tree(os.path.join(self.place, b"a tree"))
        link = self.entry(run).split(b"/preload/")[0]
        os.remove(link)
        os.symlink(b"/nowhere", link)
        self.assertTrue(self.entry(run).startswith(b"/tmp/cycletime-%d/" % os.geteuid()))
        self.assertEqual(os.readlink(link), b"/nowhere")

    def test_a_folder_that_others_may_write_holds_no_link(self):
        run = copy_tree(os.path.join(self.place, b"a tree"))
        os.chmod(self.runtime, 0o777)
        self.assertTrue(self.entry(run).startswith(b"/tmp/cycletime-%d/" % os.geteuid()))
        self.assertEqual(os.listdir(self.runtime), [])

    def test_steams_containers_are_shown_the_tree_and_the_link(self):
        folder = os.path.join(self.place, b"a tree")
        run = copy_tree(folder)
        link = self.entry(run).split(b"/preload/")[0]
        out = reported(run + [b"env"], env={**self.environment, b"PRESSURE_VESSEL_FILESYSTEMS_RO": b""})[1]
        self.assertIn(b"\nPRESSURE_VESSEL_FILESYSTEMS_RO=%s:%s\n" % (folder, link), b"\n" + out)

    def test_a_command_runs_without_a_home_and_without_a_name(self):
        run = copy_tree(os.path.join(self.place, b"tree"))
        for variables in ({}, {b"PATH": b"/bin:/usr/bin"}):
            self.assertEqual(reported(run + [b"echo", b"word"], env=variables), (0, b"word\n", b""))

    def test_a_command_runs_without_root_s_rights(self):
        run = copy_tree(os.path.join(self.place, b"tree"))
        become = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"]
        if os.geteuid():
            become = []
        os.chmod(self.place, 0o755)
        self.assertEqual(reported(become + run + [b"id", b"-u"], env={b"PATH": b"/usr/bin:/bin"}),
                         (0, b"%d\n" % (os.geteuid() or 65534), b""))

    def test_a_command_runs_without_a_place_for_temporary_files(self):
        hide = ["unshare", "--mount", "sh", "-c", 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && '
                'mount -t tmpfs -o ro none /tmp && cd / && shift && exec "$@"', "sh", "/dev/shm"]
        status, _, err = reported(hide + ["true"])
        if status:
            self.skipTest("no folder can be hidden here: " + " ".join(err.decode().split()))
        folder = tempfile.mkdtemp(dir="/var/tmp")
        self.addCleanup(shutil.rmtree, folder)
        run = copy_tree(os.fsencode(folder))
        environment = {b"PATH": os.environb[b"PATH"], b"TMPDIR": b"/nowhere"}
        words = reported(hide + run + [b"sh", b"-c", b'echo "$CYCLETIME_RUN"'], env=environment)
        self.assertEqual(words, (0, b"must\n", b""))
        verbose = reported(hide + run + [b"--verbose", b"true"], env=environment)
        self.assertEqual(verbose[:2], (0, b""))
        self.assertRegex(verbose[2], rb"^cycletime: cannot make a temporary file, .*\n$")


class Terminal:
    """An interactive shell in a terminal of its own."""

    def __init__(self):
        self.pid, self.line = pty.fork()
        if not self.pid:
            os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
        self.text = b""
        self.send("PS1='$ '; PS2=; bind 'set enable-bracketed-paste off'; stty -echo; set -b; echo re''ady\n", "ready")

    def send(self, keys, until):
        """Types KEYS, and reads on until a line of what comes is UNTIL."""
        before = len(self.text)
        os.write(self.line, keys.encode())
        end = time.monotonic() + PATIENCE
        while until.encode() not in self.text[before:]:
            if not select.select([self.line], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError("no %s in %s" % (until, self.text[before:]))
            self.text += os.read(self.line, 4096)
        return self.text[before:].decode()

    def let_job_have_it(self):
        """A shell says which job goes on before it gives that the terminal."""
        patience = 1200
        while os.tcgetpgrp(self.line) == self.pid and patience:
            patience -= 1
            time.sleep(0.1)

    def close(self):
        os.close(self.line)
        os.waitpid(self.pid, 0)


class AtATerminal(unittest.TestCase):
    def session(self, how):
        """What the shell says of a command that is stopped, goes on, is interrupted, reads in the background, quits."""
        how = " ".join(how)
        try:
            terminal = Terminal()
        except OSError as error:
            self.skipTest("no terminal can be made here: %s" % error)
        say = []
        try:
            terminal.send("%s sh -c 'echo r''uns; exec sleep 60'\n" % how, "runs")
            say.append(terminal.send("\x1a", "Stopped"))
            say.append(terminal.send("echo status $?; jobs -l | grep -o Stopped; echo d''one\n", "done"))
            terminal.send("fg\n", "sleep 60")
            terminal.let_job_have_it()
            say.append(terminal.send("\x03echo status $?\n", "status"))
            terminal.send("%s sh -c 'echo r''uns; exec sleep 60' &\n" % how, "runs")
            say.append(terminal.send("kill -TSTP %1\n", "Stopped"))
            say.append(terminal.send("bg; sleep 0.3; jobs -r | grep -c sleep; echo d''one\n", "done"))
            say.append(terminal.send("kill -TERM %1\n", "Terminated"))
            say.append(terminal.send("%s cat &\n" % how, "Stopped"))
            terminal.send("fg\n", "cat")
            terminal.let_job_have_it()
            say.append(terminal.send("word\n\x04", "word"))
            say.append(terminal.send("echo status $?\n", "status"))
            terminal.send("%s sh -c 'echo r''uns; exec sleep 60'\n" % how, "runs")
            say.append(terminal.send("\x1c", "Quit"))
            say.append(terminal.send("echo status $?\n", "status"))
        finally:
            terminal.close()
        text = re.sub(r"(?<=\] )[0-9]+$", "N", "".join(say).replace("\r", "").replace(how + " ", ""), flags=re.M)
        # Prompts come when they come, and so does a job's number: before or behind the line that it has stopped.
        return [line for line in text.replace("$ ", "").split("\n") if line not in ("", "[1] N")]

    def test_a_signal_to_the_command_alone_comes_also_after_ctrl_c(self):
        over = new_path("over")
        try:
            pid, line = pty.fork()
        except OSError as error:
            self.skipTest("no terminal can be made here: %s" % error)
        if not pid:
            os.execv(RUN[0], RUN + ["python3", "-c", HEARS, over])
        self.addCleanup(os.close, line)
        self.addCleanup(os.kill, pid, signal.SIGKILL)

        def read_to(word):
            text = b""
            while word not in text:
                self.assertTrue(select.select([line], [], [], PATIENCE)[0], text)
                text += os.read(line, 4096)
        read_to(b"hears")
        os.write(line, b"\x03")
        read_to(b"2\r\n")
        wait_until(lambda: not pending(pid))
        os.kill(pid, signal.SIGINT)
        read_to(b"2\r\n")

    def test_a_shell_sees_it_stopped_and_going_on_and_interrupted(self):
        alone = self.session(["env"])
        self.assertEqual(re.findall(r"status ([0-9]+)", "\n".join(alone)), ["148", "130", "0", "131"])
        with tempfile.TemporaryDirectory() as folder:
            short = folder + "/c"  # a word, and on one line of the terminal
            os.symlink(RUN[0], short)
            self.assertEqual(alone, self.session([short, "run"]))


@case
def unchanged_commands(tree, work, *tests):
    """Commands that bin/cycletime runs behave as without it, for themselves and for their callers."""
    global TREE, WORK, RUN
    TREE, WORK, RUN = tree, fresh(work), [tree + "/bin/cycletime", "run"]
    run_unittest(*tests)


if __name__ == "__main__":
    run_case()
