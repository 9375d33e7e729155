# SPDX-License-Identifier: MIT
"""What is left of a command that is killed by SIGKILL, which it cannot notice: programs and files."""
import glob
import os
import re
import shutil
import signal
import subprocess
import time

from package_test import (Started, at_end, build, case, check, end_wine, fail, forget, fresh, laid_over, need_namespace,
                          prepare, read, run, run_case, use_own_prefix, wait_until, write_script)

SECONDS = 120  # in which a busy machine certainly ends a process


def programs(name="left"):
    """Returns the numbers of the processes of this prefix that run a Windows program whose name begins with NAME."""
    mine = f"WINEPREFIX={os.environ['WINEPREFIX']}\0"
    return [int(pid) for pid in os.listdir("/proc")
            if pid.isdigit() and read(f"/proc/{pid}/comm").startswith(name) and mine in read(f"/proc/{pid}/environ")]


def own_processes(session):
    """Returns the names of cycletime's own processes in the session that run: the command's and its guardian's, which may
    begin a tenth of a second after it. One that has ended, but was not waited for, has closed its files, so it is left
    out."""
    stats = (re.fullmatch(r"\d+ \((cycletime|cycletime-guard)\) (.) \d+ \d+ (\d+) .*\n", read(path))
             for path in glob.glob("/proc/[0-9]*/stat"))
    return {stat[1] for stat in stats if stat and stat[2] not in "ZX" and int(stat[3]) == session}


def has_guardian(session):
    return "cycletime-guard" in own_processes(session)


def prepare_left(work):
    """Returns the path of the program, which has a prefix of its own."""
    prepare(work)
    program = work + "/left.exe"
    build("x86_64", "left.c", program, "-O1")
    forget("DISPLAY", "WAYLAND_DISPLAY", "CYCLETIME_KEEP_SERVER")
    use_own_prefix(work + "/prefix")
    at_end(end_wine)
    return program


class Runner:
    """A command whose output is read to its end, as by a test runner. Its WORDS start the program with "family" once.
    PROGRAMS returns the numbers of its processes."""

    def __init__(self, *words, count=3, programs=programs):
        self.programs = programs
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        start_new_session=True)
        at_end(self.end)
        wait_until(lambda: len(self.programs()) == count, f"there are no {count} programs", self.programs)
        lines = sorted(self.process.stdout.readline().strip() for _ in range(min(count, 2)))
        check(lines[0] == b"child", f"the output is {lines}")

    def check_end(self, what):
        """Checks that the output ends, and that then no program is left."""
        try:
            self.process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            fail(f"{what}: a program goes on", self.programs())
        wait_until(lambda: not self.programs(), f"{what}: a program is left", self.programs, seconds=SECONDS)

    def end(self):
        for pid in [self.process.pid] + self.programs():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.communicate()


@case
def killed(tree, work):
    """If a runner kills the command, the programs below it and their children end at once, and so does its output: whether
    the command was killed alone or with its process group, and whoever started the program below it."""
    program, cycletime = prepare_left(work), tree + "/bin/cycletime"
    os.environ["USERS_OWN"] = "of the user ack=/"  # which only in cycletime's variable would mean Wine's services
    script = write_script(work + "/script", f"'{program}' family", ":")
    for what, words in (("a program", [cycletime, program, "family"]),
                        ("the list", [cycletime, "time", program, "family"]),
                        ("Wine below a script", [cycletime, "sh", "-c", 'wine "$0" family; :', program]),
                        ("a command below it", [cycletime, "sh", "-c", '"$1" "$0" family; :', program, cycletime]),
                        ("Linux executes the program", [cycletime, script])):
        for kill in os.kill, os.killpg:
            runner = Runner(*words)
            kill(runner.process.pid, signal.SIGKILL)
            runner.check_end(f"{what}, {kill.__name__}")


@case
def killed_names(tree, work):
    """A user's program that has the name of one of Wine's own ends like any other if the command is killed or asked to end,
    and so do its children, also without cycletime in them."""
    program, cycletime = prepare_left(work), tree + "/bin/cycletime"

    def programs_here(name):
        """Wine's own are elsewhere."""
        return [pid for pid in programs(name) if work in read(f"/proc/{pid}/cmdline").replace("\\", "/")]

    for name in "start", "explorer", "svchost", "rundll32":
        own = shutil.copy(program, f"{work}/{name}.exe")
        for what, words in (("hooked", [cycletime, own, "family"]),
                            ("not hooked", [cycletime, "run", "--no-children", own, "family"])):
            for number in signal.SIGKILL, signal.SIGTERM:
                runner = Runner(*words, programs=lambda name=name: programs_here(name))
                runner.process.send_signal(number)
                runner.check_end(f"{name}, {what}, {number.name}")


@case
def killed_below(tree, work):
    """If a runner below the command kills a program that Linux executed for it, the program's children end at once."""
    program, cycletime = prepare_left(work), tree + "/bin/cycletime"
    runner = write_script(work + "/runner", f"'{program}' family &", 'echo "$!" >"$1"', "read line", 'kill -KILL "$!"',
                          "wait", "read line")
    pipe = work + "/pipe"
    with subprocess.Popen([cycletime, runner, pipe], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        at_end(process.kill)
        wait_until(lambda: len(programs()) == 3, "there are no three programs", programs)
        process.stdin.write(b"kill\n")
        process.stdin.flush()
        wait_until(lambda: not programs(), "a program is left", programs, seconds=SECONDS)
        process.stdin.write(b"end\n")
        process.stdin.close()


@case
def killed_at_once(tree, work):
    """If the command is killed as soon as a Linux program below it has started Wine, the Windows program ends too."""
    program, cycletime = prepare_left(work), tree + "/bin/cycletime"
    check(not run(cycletime, "cmd", "/c", "exit").status, "Wine does not start")
    script = write_script(work + "/script", f"'{program}' family &",
                          'until [ -n "$(cat "/proc/$!/task/$!/children")" ]; do :; done',
                          'kill -KILL "$PPID"')
    process = subprocess.Popen([cycletime, script], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    at_end(lambda: [os.kill(pid, signal.SIGKILL) for pid in programs()])
    try:
        process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        fail("a program goes on", programs())
    wait_until(lambda: not programs(), "a program is left", programs, seconds=SECONDS)


@case
def killed_beside(tree, work):
    """What other commands started, what a command left running at its own end, and Wine's services go on if a command is
    killed, also if that command started the services."""
    program, cycletime = prepare_left(work), tree + "/bin/cycletime"
    first = Runner(cycletime, program, "family")  # which starts the services
    other = Started(cycletime, program)
    wait_until(lambda: other.text() == "program\n", "the other command does not begin", other.text)
    left = set(programs())
    result = run(cycletime, program, "leave")
    wait_until(lambda: len(programs()) == 5, "no program is left at the end of its command", programs, result)
    stays = set(programs()) - left
    services = programs("services")
    os.kill(first.process.pid, signal.SIGKILL)
    wait_until(lambda: len(programs()) == 2, "there are not two programs", programs)
    time.sleep(1)  # an error would show by then
    check(stays <= set(programs()) and other.poll() is None, "a program of another command has ended")
    check(services and programs("services") == services, "Wine's services have ended")


@case
def killed_files(tree, work):
    """The next command removes the files of commands that were killed with all that guards them, but none of a command
    that runs, be it in another pid namespace."""
    cycletime, shared = tree + "/bin/cycletime", work + "/shm"
    need_namespace()
    fresh(work)
    os.mkdir(shared)

    def folders():
        return set(glob.glob(shared + "/cycletime-*/cycletime-*/"))

    def start(*before):
        known = folders()
        command = Started(*laid_over([(shared, "/dev/shm")], *before, cycletime, "sh", "-c",
                                     "echo begun; sleep 1000; :"), start_new_session=True)
        wait_until(lambda: "begun" in command.text(), "the command does not begin", command.text)
        wait_until(lambda: has_guardian(command.pid), "the command has no guardian")
        return command, (folders() - known).pop()

    command, folder = start()
    command.kill()
    wait_until(lambda: not os.path.exists(folder), "the folder of a killed command stays", folders)

    running, of_running = start()
    apart, of_apart = start("unshare", "--pid", "--fork", "--mount-proc", "--kill-child")
    command, folder = start("unshare", "--pid", "--fork", "--mount-proc", "--kill-child")
    command.kill()  # with its whole pid namespace, whose processes end a little later, and hold their files until then
    command.wait()
    wait_until(lambda: not own_processes(command.pid), "a process of a killed pid namespace stays")
    files = glob.glob(shared + "/cycletime-*/cycletime-[0-9]*")
    run(*laid_over([(shared, "/dev/shm")], cycletime, "true"))
    check(folders() == {of_running, of_apart}, f"the folders are {folders()}, not {[of_running, of_apart]}")
    for each in running, apart:
        each.kill()
        each.wait()
        # The guardian, which uses the shared file as long as it runs, ends after its command.
        wait_until(lambda session=each.pid: not own_processes(session), "a process of a killed command stays")
    run(*laid_over([(shared, "/dev/shm")], cycletime, "true"))
    left = [path for path in files + list(folders()) if os.path.exists(path)]
    check(files and not left, f"of {files} and the folders are left: {left}")


if __name__ == "__main__":
    run_case()
