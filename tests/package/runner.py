# SPDX-License-Identifier: MIT
"""The command as a test runner uses it: the output is read through a pipe to its end, many begin at once, and one that
takes too long is ended."""
import json
import os
import re
import resource
import shutil
import signal
import subprocess

from package_test import (PYTHON, WINE_ROOT, at_end, build, case, check, end_wine, forget, prepare, read, run, run_case,
                          skip, use_own_prefix, variables, wait_until)

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


def processes(name):
    """Returns the numbers of the processes of this prefix whose name begins with NAME."""
    mine = f"WINEPREFIX={os.environ['WINEPREFIX']}\0"
    return [int(pid) for pid in os.listdir("/proc")
            if pid.isdigit() and read(f"/proc/{pid}/comm").startswith(name) and mine in read(f"/proc/{pid}/environ")]


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
    end_wine()
    # Who asks for messages may want those of the background programs.
    out = work + "/messages"
    with open(out, "wb") as file:
        subprocess.run([cycletime, "run", "--keep-server", "9999", program], stdin=subprocess.DEVNULL, stdout=file,
                       stderr=file, env=variables({"WINEDEBUG": "err+all"}), check=False)
    check(all(os.readlink(f"/proc/{pid}/fd/2") == out for pid in processes("services.exe")) and processes("services.exe"),
          "with WINEDEBUG, the services have another stderr")


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
    if WINE_ROOT or os.path.realpath(wine) != "/usr/bin/wine-stable":
        skip("Wine is not this machine's own Debian package")
    use_own_prefix(work + "/prefix")
    forget("WINELOADER")
    os.environ["WINE"] = wine  # the tests have a command of this name
    check_reading("no variable", ["out", "err"], cycletime, program, env={"WINEDEBUG": None})
    seen = [os.environ["WINEPREFIX"] + "/drive_c/windows/system32/cmd.exe", "/c", "set"]
    for changes in {"WINEDEBUG": None}, {"WINEDEBUG": "err-all", "WINELOADER": "/usr/lib/wine/wine64"}:
        alone, under = [run(*start, *seen, env=changes).out for start in ([wine], [cycletime])]
        alone, under = [sorted(re.findall("(?m)^WINE(?:LOADER|DEBUG)=.*$", text)) for text in (alone, under)]
        check(alone == under and alone, f"{changes}: {under}, not {alone}")


@case
def last_child(tree, work):
    """Linux' own figure of what a command used includes a child that ends together with it."""
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
    if not shutil.which("hyperfine"):
        skip("hyperfine is not installed")
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
    program, cycletime = prepare_program(work), tree + "/bin/cycletime"
    use_own_prefix(work + "/prefix")
    for number in signal.SIGTERM, signal.SIGHUP:  # SIGINT is Ctrl-C for the program
        with subprocess.Popen([cycletime, program, "child"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
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
