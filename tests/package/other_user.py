# SPDX-License-Identifier: MIT
"""Another user of the machine who was there first with each name that cycletime gives to a file."""
import fcntl
import glob
import os
import re

from package_test import (PYTHON, TESTS, WINE_ROOT, Started, at_end, build, case, check, end_wine, forget, prepare, read,
                          run, run_case, run_tool, skip, wait_until, write)

# Root, who may not do all that root may; and the other.
OURS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner", "--inh-caps=-all"]
THEIRS = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--bounding-set=-all", "--inh-caps=-all"]
SHARED = "/dev/shm"


def lay(options, place):
    """Lays an empty folder over PLACE; what calls a Wine with another root is outside of that."""
    run_tool("mount", "-t", "tmpfs", "-o", options, "other", place)
    lay_in_root(place, place)


def lay_in_root(file, place):
    if WINE_ROOT:
        run_tool("mount", "--bind", file, WINE_ROOT + place)


def do_as_other(script, *words, seconds=300):
    return run(*THEIRS, "sh", "-c", script, "sh", *words, seconds=seconds)


def begin_wine():
    """Starts a server that stays: a program that comes while the last one's server ends finds no Wine at all, now and
    then."""
    run_tool(*OURS, "wineserver", "-p")


def remove(path):
    run_tool("rm", "-rf", path)


class OtherUser:
    """The program, whose child begins after some milliseconds, under cycletime."""

    def __init__(self, tree, work):
        self.cycletime, self.program, self.pause = tree + "/bin/cycletime", work + "/other_user.exe", 0
        self.file = None  # which programs share

    def begin(self, *options, before=()):
        return Started(*OURS, "timeout", "300", *before, self.cycletime, "run", *options, self.program, str(self.pause))

    def check_end(self, name, process, reported, said=""):
        """The program's child has "true" times, or is reported as "child 0"; cycletime says one line with SAID in it, and
        none if that is empty."""
        result = process.finish()
        lines = [line for line in result.said() if line.startswith("cycletime: ")]
        found = re.sub(r"(?m)^child (\d+)$", lambda line: "true" if int(line[1]) >= 200 else line[0], result.out).strip()
        is_said = len(lines) == 1 and said in lines[0] if said else not lines
        if check(result.status == 42 and found == reported and is_said, f"{name}: not {reported} and {said or 'silence'}",
                 result):
            print(f"{name}: {reported}")

    def check(self, name, reported, said, status):
        """Checks the status, too."""
        self.check_end(name, self.begin(), reported, said)
        result = run(*OURS, "timeout", "300", self.cycletime, "status")
        check(status in result.out, f"the status of: {name}: not {status}", result)

    def check_quiet(self, name, reported):
        self.check_end(name, self.begin("--quiet"), reported)


def find_shared_file():
    return [file for file in glob.glob(SHARED + "/cycletime-[0-9]*") if os.path.isfile(file)]


def lock_all_slots(path):
    """Takes the two locks of each slot that is free; they are behind those of the file (shared_file.c). Closing the file
    that is returned gives them back."""
    file = open(path, "r+b", buffering=0)
    for slot in range(16384):
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 2, (1 << 30) + 2 * (slot + 1))
        except OSError:
            pass
    return file


def check_full_folder(user):
    begin_wine()
    user.check("nobody else", "true", "", "shared file in " + SHARED)
    user.pause = 3000
    process = user.begin()
    user.file = wait_until(find_shared_file, "there is no shared file")[0]
    do_as_other('rm -f "$1"; mv "$1" "$1~"; : >"$1"; chmod 666 "$1"; ln "$1" "$1~"; flock -n "$1" true', user.file)
    run_tool("mount", "-o", "remount,size=16m", SHARED)
    do_as_other("dd if=/dev/zero of=/dev/shm/rest bs=64k")
    user.check_end("who fills the folder while the program runs", process, "true")

    file = lock_all_slots(user.file)
    user.pause = 0
    user.check("no place in the file", "child 0", "too many programs share the file in /dev/shm", "/dev/shm, which is full")
    user.check_quiet("no place, quietly", "child 0")
    file.close()
    user.pause = 3000
    end_wine()  # its services use the file too
    begin_wine()
    remove(user.file)
    do_as_other("dd if=/dev/zero of=/dev/shm/more bs=64k")
    user.check("a full folder", "true", user.file + ": No space left on device", os.environ["WINEPREFIX"])
    run_tool("sh", "-c", "rm -f /dev/shm/*")
    user.pause = 0


def check_there_first(user, work):
    do_as_other('touch "$1"', user.file)
    user.check_quiet("a file, and nothing is to be said", "true")
    remove(user.file)
    mine = write(work + "/mine", "")
    for name, script in (
            ("a file", 'head -c 100000 /dev/urandom >"$1"; chmod 666 "$1"'),
            ("an unreadable file", ': >"$1"; chmod 0 "$1"'),
            ("a file of the same size with a lock",
             'truncate -s 30m "$1"; chmod 666 "$1"; flock "$1" sleep 30 </dev/null >/dev/null 2>&1 &'),
            ("a folder", 'mkdir -m 777 "$1"'), ("a pipe", 'mkfifo -m 666 "$1"'),
            ("a link to nothing", 'ln -s /nowhere "$1"'),
            ("a link to a file of ours", f"ln -s '{mine}' \"$1\"")):
        do_as_other(script, user.file)
        user.check(name, "true", user.file + ": it is another user's",
                   f"{os.environ['WINEPREFIX']}; {user.file}: it is another user's")
        remove(user.file)
    check(not read(mine), "that file was written")


# Makes a folder in place of each file that cycletime is about to make, until there is a file /tmp/over.
RACE = """until [ -e /tmp/over ]; do
    for file in /tmp/cycletime-*[!~] /dev/shm/cycletime-*[!~]; do mkdir "$file~"; done
done"""


def check_temporary_files(user):
    """In /tmp: the link to the tree, whose name has a blank, and the file that the first program of a command takes."""
    for make in "mkdir -m 777", "mkfifo -m 666", "ln -s /nowhere", "touch":
        remove("/tmp/cycletime-0")
        do_as_other(make + " /tmp/cycletime-0")
        user.check_end("in /tmp: " + make, user.begin(), "true")
    remove("/tmp/cycletime-0")
    racer = Started(*THEIRS, "timeout", "300", "sh", "-c", RACE, stdout=-3, stderr=-3)
    user.check_end("the name that the first program gives to its file", user.begin(), "true")
    write("/tmp/over", "")
    racer.wait(300)


def check_unreadable_statistics(user, work):
    unreadable = write(work + "/unreadable", "", 0o400)
    os.chmod(unreadable, 0)
    run_tool("mount", "--bind", unreadable, "/proc/stat")
    lay_in_root(unreadable, "/proc/stat")
    user.check("an unreadable /proc/stat", "true", "cannot read Linux' /proc/stat", "processors  as Wine makes it up")
    user.check_quiet("an unreadable /proc/stat, quietly", "true")
    run_tool("umount", "/proc/stat")
    if WINE_ROOT:
        run_tool("umount", WINE_ROOT + "/proc/stat")


def check_no_folder(user):
    lay("ro", SHARED)
    user.check("a folder that is read-only", "true", user.file + ": Read-only file system", os.environ["WINEPREFIX"])
    os.chmod("/tmp", 0o555)
    user.check_end("no folder at all for the file that the first program takes", user.begin(), "true",
                   "cannot make a temporary file")
    user.check_quiet("no folder at all, quietly", "true")
    os.chmod("/tmp", 0o1777)
    # Nor may it write a file of its own. (Wine's server has to, and is begun before.)
    end_wine()
    begin_wine()
    limited = user.begin(before=["sh", "-c", 'ulimit -f 200; exec "$@"', "sh"])
    user.check_end("a limit of 100 KiB", limited, "child 0", user.file + ": it would be larger")


@case
def inside(tree, work):
    """The case other_user, in a namespace of its own."""
    os.environ.update(WINEPREFIX=work + "/prefix", WINEDEBUG="-all", HOME=work + "/home",
                      WINEDLLOVERRIDES="mscoree,mshtml=;winemenubuilder.exe=d")
    os.mkdir(work + "/home")
    forget("XDG_RUNTIME_DIR", "TMPDIR")
    for place in "/tmp", SHARED:
        lay("mode=1777", place)
    at_end(end_wine)
    user = OtherUser(tree, work)
    check_full_folder(user)
    check_there_first(user, work)
    check_temporary_files(user)
    check_unreadable_statistics(user, work)
    check_no_folder(user)


@case
def other_user(tree, work):
    """Another user of the machine, who was there first with each name that cycletime gives to a file, stops, delays and
    changes no program: it runs, ends as it does without cycletime, and gets correct times of its child, or nothing; what
    cannot be used is said in one line, and by `cycletime status`. So is a file in which no place is left, and one of Linux'
    that cannot be read."""
    if os.getuid():
        skip("only root can be two users")
    if run("unshare", "--mount", "--net", "true").status:
        skip("no namespace of mounts can be made here")
    if work.startswith(("/tmp/", SHARED + "/")):
        skip("the test lays folders of its own over the one that holds " + work)
    prepare(work)
    build("x86_64", "other_user.c", work + "/other_user.exe", "-O1")
    if os.path.isfile(os.environ["WINEPREFIX"] + "/system.reg"):
        run_tool("cp", "-a", os.environ["WINEPREFIX"], work + "/prefix")
    remove(work + "/prefix/wineserver")
    os.execvp("unshare", ["unshare", "--mount", "--net", *PYTHON, TESTS + "/other_user.py", "inside", tree, work])


if __name__ == "__main__":
    run_case()
