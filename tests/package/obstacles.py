# SPDX-License-Identifier: MIT
"""What programs get where cycletime lacks something: its Linux side, a system call that Linux refuses, or a file whose name
another user of the machine took first."""
import errno
import fcntl
import glob
import os
import re
import shutil
import struct

from package_test import (BUILD, PYTHON, TESTS, Started, at_end, build, build_for_linux, case, check,
                          check_output, end_wine, forget, prepare, read, run, run_case, run_tool, skip,
                          use_real_wine, wait_until, windows_path, write, write_script)

# A library of another version: it reports so, and whatever else it is asked is fatal.
OLD_LIBRARY = """#include <stdint.h>
#include <stdlib.h>
static int32_t report_version(void *version) { *(uint32_t *)version = 0; return 0; }
static int32_t die(void *arguments) { (void)arguments; abort(); }
#define CALLS { report_version, die, die, die, die, die, die, die, die, die }
__attribute__((visibility("default"))) int32_t (*const __wine_unix_call_funcs[])(void *) = CALLS;
__attribute__((visibility("default"))) int32_t (*const __wine_unix_call_wow64_funcs[])(void *) = CALLS;
"""
# Runs a command in the folder $1 where nothing can be written: not in the folders for shared memory and temporary files,
# and not there.
READ_ONLY = """set -eu
for place in /dev/shm /tmp "$1"; do
    mount --rbind "$place" "$place"
    mount -o remount,bind,ro "$place"
done
cd "$1"
if (: >/dev/shm/cycletime-test) 2>/dev/null; then exit 1; fi
shift
exec "$@"
"""


def expect_side(name, pattern, *words, env=None):
    """Checks the line of the status, the same answers as ever, and that nothing is said."""
    # Wine's own lines, which it prints for what it does not know, are to be seen here; one of Wine 11's holds
    # ProcessCycleTime. On a busy machine a step may take longer than the status looks.
    result = run(*words, "status", env={"WINEDEBUG": "err+all,fixme+all", **(env or {})})
    is_missing, said = not re.match("active|off", pattern), "status: the Linux side is not active, so times are only"
    check(result.status == (125 if is_missing else 0) and re.search("(?m)^Linux side  " + pattern, result.out)
          and re.search("(?m)^thread times .* (in steps of|unchanged while measured)", result.out)
          and not re.search("[Uu]nix|cycletime(?!: status)|fixme:virtual", result.err)
          and len(result.said()) == result.err.count(said) == is_missing, f"{name}: not {pattern}", result)


@case
def unixlib(tree, work):
    """`cycletime status` says whether the Linux side is active and, if not, why; without it, or with one that cannot be
    used, everything is answered all the same, and nothing is said on the screen."""
    prepare(work)
    cycletime = tree + "/bin/cycletime"
    # From 11.2 on Wine is asked for the library itself, and reports the same for one that cannot be loaded and for none.
    is_old = re.match(r"wine-([89]|10|11\.0|11\.1([^0-9]|$))", run_tool("wine", "--version"))
    unusable = "not loaded" if is_old else "not found"
    for name, pattern, env in (("as installed", "active", {}), ("off", "off", {"CYCLETIME_UNIXLIB": "0"}),
                               ("another tree is named", "active", {"CYCLETIME_UNIXLIB": tree + "/lib/wine"}),
                               ("nothing is where CYCLETIME_UNIXLIB says", "not found", {"CYCLETIME_UNIXLIB": "/nowhere"}),
                               ("the user has a WINEDLLPATH", "active", {"WINEDLLPATH": "/nowhere"})):
        expect_side(name, pattern, cycletime, env=env)
    if not run("unshare", "--mount", "true").status:
        os.mkdir(work + "/stand")
        expect_side("nothing can be written", "active", "unshare", "--mount", "sh", "-c", READ_ONLY, "sh", work + "/stand",
                    cycletime)

    def expect_broken(name, pattern, spoil, part="x86_64-unix/cycletime_unixlib.so"):
        """In a copy of the tree PART is removed, and SPOIL makes another one."""
        copy = f"{work}/{name}"
        run_tool("cp", "-r", tree, copy)
        os.remove(f"{copy}/lib/wine/{part}")
        spoil(f"{copy}/lib/wine/{part}")
        expect_side(name, pattern, copy + "/bin/cycletime")

    expect_broken("no library", unusable, lambda library: None)
    expect_broken("a library that is none", unusable, lambda library: write(library, "text\n"))
    old = write(work + "/old.c", OLD_LIBRARY)
    expect_broken("a library of another version", "refused",
                  lambda library: build_for_linux(old, library, "-shared", "-fPIC"))
    other = tree + "/lib/wine/i386-unix/cycletime_unixlib.so"
    if os.path.isfile(other):
        expect_broken("a library for the other word size", unusable, lambda library: shutil.copy(other, library))
    expect_broken("no stub DLL", "not (found|loaded)", lambda library: None, "x86_64-windows/cycletime_unixlib.dll")
    check_output(run(cycletime, "bench", seconds=3600), "^QueryThreadCycleTime, own thread .* rdtsc ")


@case
def unixlib_messages(tree, work):
    """A user who starts a program without the Linux side gets one message about it, and what to do, unless it is wanted so
    or nothing is to be said."""
    prepare(work)
    forget("CYCLETIME_UNIXLIB", "WINEDLLPATH")
    cycletime, program = tree + "/bin/cycletime", BUILD + "/x86_64/tests/wine/sentinel.exe"
    unloadable = work + "/unloadable"
    for part in "windows", "unix":
        os.makedirs(f"{unloadable}/x86_64-{part}")
    shutil.copy(tree + "/lib/wine/x86_64-windows/cycletime_unixlib.dll", unloadable + "/x86_64-windows")
    write(unloadable + "/x86_64-unix/cycletime_unixlib.so", "no library\n")

    def expect_said(pattern, unixlib, *words):
        result = run(cycletime, *words, program, env={"CYCLETIME_UNIXLIB": unixlib})
        said = result.messages()
        is_said = len(said) == 1 and re.search(pattern, said[0]) if pattern else not said
        check(result.status == 0 and result.out == "sentinel\n" and is_said,
              f"CYCLETIME_UNIXLIB={unixlib}: {' '.join(words)}: not {pattern or 'silent'}", result)

    expect_said("", None, "run")
    expect_said("no Linux side.*/nowhere/.*cycletime_unixlib.so", "/nowhere", "run")
    expect_said("no Linux side", "/nowhere", "wrap", "wine")
    expect_said("no Linux side", unloadable, "run")
    expect_said("", "/nowhere", "run", "--quiet")
    expect_said("", "/nowhere", "wrap", "--quiet", "wine")
    for word in "1", "on", "yes", "0", "off", "no":
        expect_said("", word, "run")
    for word in "1", "on", "yes":
        result = run(cycletime, "status", env={"CYCLETIME_UNIXLIB": word})
        check(re.search("(?m)^Linux side  *active", result.out), f"CYCLETIME_UNIXLIB={word}: not active", result)


# The system calls that Wine or cycletime make, and some of their arguments.
CALLS = """
access arch_prctl bind brk chdir chmod clock_getres clock_gettime clock_nanosleep clone clone3 close close_range
connect dup dup2 dup3 epoll_create epoll_ctl epoll_wait faccessat faccessat2 fadvise64 fallocate fchdir fchmod fcntl
fstat fstatfs fsync ftruncate futex getcwd getdents64 getegid geteuid getgid getpgid getpgrp getpid getppid
getpriority getrandom getresgid getresuid getrlimit getrusage getsid getsockopt gettid gettimeofday getuid getxattr
inotify_add_watch inotify_init1 ioctl kill link linkat listen lseek lstat madvise membarrier memfd_create mkdir
mkdirat mlock mmap mprotect mremap munmap nanosleep newfstatat open openat pause perf_event_open pidfd_open pipe pipe2
poll ppoll prctl pread64 prlimit64 process_vm_readv pselect6 pwrite64 read readlink readlinkat recvmsg rename
renameat2 rmdir rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigsuspend rt_sigtimedwait
rt_tgsigqueueinfo sched_getaffinity sched_getparam sched_getscheduler sched_setaffinity sched_yield sendmsg
set_robust_list set_tid_address setpgid setpriority setrlimit setsid setsockopt sigaltstack signalfd4 socket
socketpair stat statfs statx symlink sysinfo tgkill time timer_create timerfd_create times tkill umask uname unlink
unlinkat vfork wait4 waitid write writev prctl:0=1 prctl:0=36 fcntl:1=5 fcntl:1=6 mmap:3=1
""".split()
NOT_REPORTED = "Linux refuses {} .* so a process that Linux kills has only"
SAID_OF = {"waitid": NOT_REPORTED.format("waitid"), "prctl": NOT_REPORTED.format(r"prctl\(PR_SET_CHILD_SUBREAPER\)"),
           "prctl:0=36": NOT_REPORTED.format(r"prctl\(PR_SET_CHILD_SUBREAPER\)"),
           "mkdir": "cannot make a temporary file, so it is unknown whether the first program gets correct times",
           "prctl:0=1": r"Linux refuses prctl\(PR_SET_PDEATHSIG\) .* so the command goes on"}


class Refusal:
    """Runs refused.exe where Linux refuses a system call."""

    def __init__(self, work, cycletime):
        self.work, self.cycletime, self.program = work, cycletime, work + "/refused.exe"
        build_for_linux("refuse.c", work + "/refuse")
        build("x86_64", "refused.c", self.program, "-O1")
        self.expected = ""

    def words(self, call, error, *command):
        """Returns the words that run COMMAND without CALL[:INDEX=VALUE]; the compiler knows the call's number."""
        name, colon, argument = call.partition(":")
        source = write(self.work + "/call.h", f"#include <sys/syscall.h>\nSYS_{name}\n")
        number = run_tool("gcc", "-E", "-P", source).split()[-1]
        return [self.work + "/refuse", number + colon + argument, str(getattr(errno, error)), *command]

    def run(self, call, error, *command):
        result = run("timeout", "-s", "KILL", "60", *self.words(call, error, *command))
        result.out += f"exit code {result.status}\n"
        return result

    def check_program(self, call, error):
        """If programs cannot share their times, which is said then, the times of an ended child are unknown."""
        result = self.run(call, error, self.cycletime, "run", self.program)
        said, wanted, out = result.said(), SAID_OF.get(call), result.out
        if not wanted and any("programs cannot share their times" in line for line in said):
            wanted, out = "programs cannot share", re.sub("(?m)^child 0$", "child 41", out)
        is_said = any(re.search(wanted, line) for line in said) if wanted else not said
        if check(out == self.expected and is_said, f"{call} refused with {error}", result):
            print(f"{call} refused with {error}: {' '.join(said)[:100]}")

    def check_signal(self, call):
        """A signal reaches the command, and its exit code is passed on."""
        command = ["sh", "-c", 'trap "exit 9" TERM; echo; while :; do sleep 0.1; done']
        process = Started(*self.words(call, "EPERM", self.cycletime, "run", "--quiet", *command))
        wait_until(process.text, "the command does not begin", lambda: process.text(1), seconds=30)
        process.terminate()
        status = process.finish(20).status
        check(status == 9, f"SIGTERM where {call} is refused: exit code {status}")


@case
def refused_calls(tree, work, which=""):
    """Where Linux refuses a system call, as in a container, a program has the same output and exit code as without
    cycletime; so it has where Linux allows no system call from a low address. With `all` this is tried for each system call
    that Wine can do without, and for each error of containers."""
    prepare(work)
    os.environ["WINEDEBUG"] = "-all"
    refusal = Refusal(work, tree + "/bin/cycletime")
    result = refusal.run("vfork", "EPERM", "true")
    if result.status:
        skip(result.err.strip())
    # Wine's server and services stay, so that each program starts quickly and they keep all their calls.
    stays = Started("wine", "cmd.exe", stdin=-1)
    refusal.expected = run("wine", refusal.program).out + "exit code 42\n"
    plain, result = [run(work + "/refuse", "low", "0", *command, refusal.program)
                     for command in (["wine"], [tree + "/bin/cycletime", "run"])]
    check((plain.status, plain.out) == (result.status, result.out), "no system call from a low address", plain, result)
    for call in "waitid", "wait4", "rt_sigtimedwait", "prctl":
        refusal.check_signal(call)
    if which == "all":
        for call in CALLS:
            for error in "EPERM", "ENOSYS", "EACCES":
                if refusal.run(call, error, "wine", refusal.program).out == refusal.expected:
                    refusal.check_program(call, error)
                else:
                    print(f"{call}: Wine needs it")
    else:
        for call in "waitid", "wait4", "vfork", "geteuid", "prctl:0=1", "prctl:0=36":
            refusal.check_program(call, "EPERM")
        # The C library returns the error number as the id.
        refusal.check_program("geteuid", "ENOSYS")
    stays.stdin.close()
    stays.finish()


def early_library(work, is_hidden):
    """Returns the environment with a library that sets SIGSEGV's handler before Wine does, or hides all handlers."""
    library = f"{work}/early{is_hidden}.so"
    build_for_linux("early_handler.c", library, "-shared", "-fPIC", f"-DIS_HIDDEN={is_hidden}", "-ldl")
    return {"LD_PRELOAD": library}


def check_ending(words, code, said, env):
    """Checks the exit code, and the beginning of the one line that cycletime says; if SAID is empty there is none."""
    result = run(*words, env=env)
    lines = [line for line in result.said() if "Wine's services already run without cycletime" not in line]
    is_said = len(lines) == 1 and re.match(said, lines[0]) if said else not lines
    check(result.status == code and is_said, f"exit code {result.status}, not {code}, or not {said or 'silent'}", result)
    return result


@case
def early_handlers(tree, work):
    """Programs get correct times, and end with their own codes, if a handler of SIGSEGV is set while Wine is not ready, as
    Wine-Staging up to 9.15 does itself."""
    prepare(work)
    forget("LD_PRELOAD")
    early, cycletime, program = early_library(work, 0), tree + "/bin/cycletime", work + "/exit_codes.exe"
    build("x86_64", "exit_codes.c", program, "-O1")
    for code in 0, 5, 9:
        check_ending([cycletime, program, "return", str(code)], code, "", early)
    check_ending([cycletime, program, "killed"], 9, "", early)
    result = check_ending([cycletime, BUILD + "/x86_64/tests/wine/plain_import.exe"], 0, "", early)
    check(result.value("import-thread-cycles").startswith("1 "), "the program is not hooked", result)
    result = check_ending([cycletime, "time", program, "return", "5"], 5, "", early)
    check(re.search(r"(?m) 5  exit_codes[.]exe$", result.err), "it is not in the list", result)


@case
def hidden_handlers(tree, work):
    """If cycletime sees no moment at which the process is ready, a program runs as without it, and that is said."""
    prepare(work)
    use_real_wine()  # whose loader has the word size of the library that hides them
    forget("LD_PRELOAD")
    hidden, cycletime, program = early_library(work, 1), tree + "/bin/cycletime", work + "/exit_codes.exe"
    build("x86_64", "exit_codes.c", program, "-O1")
    said = "cycletime: no Windows program reported correct times: .*, cycletime cannot be used with this Wine,"
    for code in 0, 5, 9:
        check_ending([cycletime, program, "return", str(code)], code, said, hidden)
    check_ending([cycletime, "run", "--quiet", program, "return", "5"], 5, "", hidden)


@case
def heap_at_wines_pages(tree, work):
    """A program runs also if Linux has put its heap where Wine needs two pages; plain Wine 8 ends with 1 or 127."""
    prepare(work)
    forget("LD_PRELOAD")
    fixed, library = ["setarch", "--addr-no-randomize"], work + "/cycletime_preload.so"
    if run(*fixed, "true").status:
        skip("addresses cannot be fixed here")
    # Blanks separate the items of LD_PRELOAD, and the tree's path may have one.
    shutil.copy(tree + "/lib/preload/x86_64/cycletime_preload.so", library)
    program, moved = [*fixed, "wine", "cmd", "/c", "exit", "5"], work + "/moved"
    for before in 0x1000, 0, -0x1000:
        near = f"{work}/{before}.so"
        build_for_linux("near_heap.c", near, "-shared", "-fPIC", f"-DBEFORE=({before})")
        plain = run(*program, env={"LD_PRELOAD": near, "MOVED": moved})
        if not os.path.exists(moved):
            skip("this Wine's heap is not put near these pages: its loader is position-independent")
        os.remove(moved)
        # Among libraries that need none of each other, ld.so initialises the last one first.
        result = run(*program, env={"LD_PRELOAD": f"{library}:{near}"})
        print(f"{before} bytes before: plain Wine {plain.status}, with cycletime's library {result.status}")
        check(result.status == 5, f"{before} bytes before Wine's pages", plain, result)
        check(plain.status in (1, 127), f"{before} bytes before: plain Wine does not fail, so nothing is tested", plain)


@case
def changed_wine(tree, work):
    """In a Wine with another layout of memory, a program runs as without cycletime, and one line names the fact that does
    not hold."""
    prepare(work)
    forget("LD_PRELOAD")
    library, program = work + "/changed.so", work + "/exit_codes.exe"
    build_for_linux("changed_wine.c", library, "-shared", "-fPIC", "-ldl")
    build("x86_64", "exit_codes.c", program, "-O1")

    def check_fact(cycletime, fact, env):
        said = f"cycletime: .*: runs without cycletime, which does not know this Wine: {fact} [(]"
        check_ending([cycletime, program, "return", "5"], 5, said, env)
        check_ending([cycletime, "run", "--quiet", program, "return", "5"], 5, "", env)

    # What the preload library looks at.
    for fact, words in {"teb-ids": "teb-thread", "peb": "teb-peb peb-image", "parameters":
                        "peb-parameters path-text line-length line-text environment"}.items():
        for word in words.split():
            check_fact(tree + "/bin/cycletime", fact, {"LD_PRELOAD": library, "CHANGED": word})

    # What cycletime.dll looks at, by the table of offsets in it (struct wine_layout in src/library/nt/wine_layout.h).
    facts = [("teb", 0x30), ("teb", 0x60), ("teb-ids", 0x40), ("teb-ids", 0x48), ("teb-stack", 8), ("teb-stack", 0x10),
             ("teb-slots", 0x1480), ("peb", 0x10), ("loader-list", 0x18), ("peb-locks", 0x38), ("peb-slots", 0x78),
             ("peb-locks", 0x110)]
    offsets = [offset for fact, offset in facts]
    copy = work + "/copy"
    shutil.copytree(tree, copy, symlinks=True)
    dll = copy + "/lib/wine/x86_64-windows/cycletime.dll"
    with open(dll, "rb") as file:
        content = file.read()
    table = struct.pack("<12I", *offsets)
    check(content.count(table) == 1, "cycletime.dll has the table of offsets more than once, or not at all")
    check_ending([copy + "/bin/cycletime", program, "return", "5"], 5, "", {})
    for number, (fact, offset) in enumerate(facts):
        changed = offsets[:number] + [offset + 8] + offsets[number + 1:]
        with open(dll, "wb") as file:
            file.write(content.replace(table, struct.pack("<12I", *changed)))
        check_fact(copy + "/bin/cycletime", fact, {})


@case
def no_near_memory(tree, work):
    """Without free memory in reach of kernel32 and kernelbase, hooking takes sections of theirs that are not used any more;
    if there are none, the program runs as without cycletime, and one line says so."""
    prepare(work)
    forget("LD_PRELOAD")
    cycletime, library = tree + "/bin/cycletime", work + "/no_near_memory.so"
    build_for_linux("no_near_memory.c", library, "-shared", "-fPIC")
    build("x86_64", "exit_codes.c", work + "/discardable.exe", "-O1")
    build("x86_64", "exit_codes.c", work + "/undiscardable.exe", "-O1", "undiscardable.c")
    said = "cycletime: .*: runs without cycletime, which does not know this Wine: near-memory [(]"
    env = {"LD_PRELOAD": library}
    words = [cycletime, "run", "--verbose", work + "/undiscardable.exe", "return", "5"]
    for left in "before", "ends":
        result = check_ending(words, 5, "", {**env, "FREE": left})
        if "has an end of its own" in result.err:
            print(f"{left}: not tested, the DLLs of this Wine lie too close to each other")
    # Relocations alone are too small, debug information is large enough.
    result = run(cycletime, "run", "--verbose", work + "/discardable.exe", "return", "5", env=env)
    lines = [line for line in result.said() if "Wine's services already run without cycletime" not in line]
    print("\n".join(lines) or "hooked")
    check(result.status == 5 and (not lines or re.match(said, lines[0])), f"exit code {result.status}, not 5", result)
    check_ending([cycletime, work + "/undiscardable.exe", "return", "5"], 5, "", {})
    check_ending([cycletime, work + "/undiscardable.exe", "return", "5"], 5, said, env)
    check_ending([cycletime, "run", "--quiet", work + "/undiscardable.exe", "return", "5"], 5, "", env)
    check_ending([cycletime, "run", "--best-effort", work + "/undiscardable.exe", "return", "5"], 5, said, env)


@case
def refused_hooking(tree, work):
    """If this Wine refuses a step of hooking, a program runs as without cycletime, and one line names the fact; a tree of
    two versions is no fault of Wine's."""
    prepare(work)
    forget("LD_PRELOAD")
    library, program, copy = work + "/refusing.so", work + "/exit_codes.exe", work + "/copy"
    build_for_linux("refusing_ntdll.c", library, "-shared", "-fPIC", "-ldl")
    build("x86_64", "exit_codes.c", program, "-O1")

    def check_fact(cycletime, fact, env):
        said = f"cycletime: .*: runs without cycletime, which does not know this Wine: {fact} [(]"
        for option, line in (("--verbose", said), ("--best-effort", said), ("--quiet", "")):
            check_ending([cycletime, "run", option, program, "return", "5"], 5, line, env)

    for function in "NtAllocateVirtualMemory", "NtQueueApcThread":
        check_fact(tree + "/bin/cycletime", "apc", {"LD_PRELOAD": library, "REFUSED": function})
    check_ending([tree + "/bin/cycletime", program, "return", "5"], 5, "", {"LD_PRELOAD": library})

    preload, dll = "/lib/preload/x86_64/cycletime_preload.so", "/lib/wine/x86_64-windows/cycletime.dll"
    changes = [("unix-path", preload, b"\\\\?\\unix"), ("unix-path", preload, b"LdrLoadDll"),
               ("peb-locks", dll, b"LdrLockLoaderLock"), (None, preload, b"CycletimeInstallHooksFromWithin")]
    for fact, part, name in changes:
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(tree, copy, symlinks=True)
        with open(copy + part, "r+b") as file:
            content = file.read()
            check(name in content, f"{part} has no {name}")
            file.seek(0)
            file.write(content.replace(name, name[:-1] + b"_"))
        if fact:
            check_fact(copy + "/bin/cycletime", fact, {})
        else:
            said = "cycletime: .*: not run: its cycletime.dll has another version"
            check_ending([copy + "/bin/cycletime", program, "return", "5"], 125, said, {})


@case
def ends_with_us(tree, work):
    """If the programs of a Wine end before they begin, with cycletime only, one line says so and the command fails."""
    prepare(work)
    forget("LD_PRELOAD")
    cycletime, program = tree + "/bin/cycletime", work + "/exit_codes.exe"
    build("x86_64", "exit_codes.c", program, "-O1")
    said = "cycletime: .*: not run: with cycletime, the programs of this Wine end before they begin, .*; without .* run"
    os.mkdir(work + "/named")
    for ending in "exit 1", "kill -s SEGV $$":
        wine = write_script(work + "/named/wine", f"case $LD_PRELOAD in *cycletime*) {ending} ;; esac",
                            'exec "$REAL_WINE" "$@"')
        env = {"WINE": wine, "REAL_WINE": shutil.which("wine")}
        for options in [], ["--verbose"], ["--best-effort"], ["--quiet"]:
            check_ending([cycletime, "run", *options, program, "return", "0"], 125, said, env)
            check_ending([cycletime, "run", *options, wine, program, "return", "0"], 125, said, env)
        check_ending([cycletime, "time", program, "return", "0"], 125, said, env)
        check_ending([cycletime, "cmd.exe", "/c", "exit"], 125, said, env)
        # A library of somebody else's stays.
        check_ending([cycletime, program, "return", "0"], 125, said, {**env, "LD_PRELOAD": "libm.so.6"})
    # A Wine that runs nothing says why itself.
    wine = write_script(work + "/fails", "exit 3")
    check_ending([cycletime, program], 3, f"cycletime: {re.escape(wine)}: cannot run Wine's own cmd.exe either",
                 {"WINE": wine})
    check_ending([cycletime, "run", "--quiet", program], 3, "", {"WINE": wine})


# Root, who may not do all that root may; and the other.
OURS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner", "--inh-caps=-all"]
THEIRS = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--bounding-set=-all", "--inh-caps=-all"]
SHARED = "/dev/shm"
OWN = SHARED + "/cycletime-0"


def lay(options, place):
    """Lays an empty folder over PLACE."""
    run_tool("mount", "-t", "tmpfs", "-o", options, "other", place)


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
        self.cycletime, self.program, self.pause = tree + "/bin/cycletime", work + "/timed.exe", 0
        self.file = None  # which programs share

    def begin(self, *options, before=()):
        return Started(*OURS, "timeout", "300", *before, self.cycletime, "run", *options, self.program, "pause",
                       str(self.pause), "wait", windows_path(self.program), "end", "0", "200")

    def used_by_child(self, line):
        """Returns "true" if the child's user and kernel time are the 200 ms that it used, and otherwise how many ms."""
        used = (int(line[1]) + int(line[2])) // 10000
        return "true" if used >= 200 else f"child {used}"

    def check_end(self, name, process, reported, said=""):
        """The program's child has "true" times, or is reported as "child 0"; cycletime says one line with SAID in it, and
        none if that is empty."""
        result = process.finish()
        lines = result.messages()
        found = re.sub(r"(?m)^child (\d+) (\d+) \d+ 0 \d+$", self.used_by_child, result.out).strip()
        is_said = len(lines) == 1 and said in lines[0] if said else not lines
        if check(result.status == 5 and found == reported and is_said, f"{name}: not {reported} and {said or 'silence'}",
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
    return [file for file in glob.glob(SHARED + "/cycletime-*/cycletime-[0-9]*") if os.path.isfile(file)]


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
    user.check("no place in the file", "child 0", "too many programs share the file in " + OWN, OWN + ", which is full")
    user.check_quiet("no place, quietly", "child 0")
    file.close()
    user.pause = 3000
    end_wine()  # its services use the file too
    begin_wine()
    remove(user.file)
    do_as_other("dd if=/dev/zero of=/dev/shm/more bs=64k")
    user.check("a full folder", "true", user.file + ": No space left on device", os.environ["WINEPREFIX"])
    run_tool("sh", "-c", "rm -rf /dev/shm/*")
    run_tool("mount", "-o", "remount,size=64k", SHARED)
    user.check("a folder that is too small", "true", user.file + ": No space left on device", os.environ["WINEPREFIX"])
    run_tool("sh", "-c", "rm -rf /dev/shm/*")
    run_tool("mount", "-o", "remount,size=16m", SHARED)
    user.pause = 0


def check_there_first(user, work):
    remove(OWN)
    do_as_other('touch "$1"', OWN)
    user.check_quiet("a file, and nothing is to be said", "true")
    remove(OWN)
    mine = work + "/mine"
    os.mkdir(mine)
    for name, script in (
            ("a file", 'head -c 100000 /dev/urandom >"$1"; chmod 666 "$1"'),
            ("an unreadable folder", 'mkdir -m 0 "$1"'),
            ("a folder for all", 'mkdir -m 777 "$1"'), ("a pipe", 'mkfifo -m 666 "$1"'),
            ("a link to nothing", 'ln -s /nowhere "$1"'),
            ("a link to a folder of ours", f"ln -s '{mine}' \"$1\"")):
        do_as_other(script, OWN)
        user.check(name, "true", OWN + ": it is another user's",
                   f"{os.environ['WINEPREFIX']}; {OWN}: it is another user's")
        check(os.path.islink(OWN) or not glob.glob(OWN + "/*"), "a file was made in that folder")
        remove(OWN)
    check(not os.listdir(mine), "a file was made in our folder, by way of the link")


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
    user.check("an unreadable /proc/stat", "true", "cannot read Linux's /proc/stat", "processors  as Wine makes it up")
    user.check_quiet("an unreadable /proc/stat, quietly", "true")
    run_tool("umount", "/proc/stat")


def check_no_folder(user):
    lay("ro", SHARED)
    user.check("a folder that is read-only", "true", user.file + ": Read-only file system", os.environ["WINEPREFIX"])
    remove("/tmp/cycletime-0")
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
    build("x86_64", "timed.c", work + "/timed.exe", "-O1", "-municode")
    if os.path.isfile(os.environ["WINEPREFIX"] + "/system.reg"):
        run_tool("cp", "-a", os.environ["WINEPREFIX"], work + "/prefix")
    remove(work + "/prefix/wineserver")
    os.execvp("unshare", ["unshare", "--mount", "--net", *PYTHON, TESTS + "/obstacles.py", "inside", tree, work])


@case
def wine_cannot_start(tree, work):
    """Where Wine cannot start, the command ends with 126, and one line says why and what to set. Where plain Wine runs, the
    program runs, though the home cannot be written."""
    if os.getuid():
        skip("only root can be another user")
    prepare(work)
    user, cycletime = 12345, tree + "/bin/cycletime"
    program, own, foreign = work + "/timed.exe", work + "/own", work + "/foreign"
    build("x86_64", "timed.c", program, "-O1", "-municode")
    os.mkdir(own)
    os.mkdir(foreign)
    os.chown(own, user, user)
    start = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "env", "-i",
             f"PATH={os.path.dirname(shutil.which('wine'))}:/usr/bin:/bin"]
    if run(*start, cycletime, "version").status or run(*start, "test", "-w", own).status:
        skip(f"another user may not enter {tree} or {work}")
    at_end(lambda: run(*start, f"WINEPREFIX={own}/prefix", "HOME=/", "wineserver", "-k"))
    others = foreign + ": belongs to another user; set "
    for variables, reason in ((["HOME=/nowhere"], "/nowhere: .*; set HOME or WINEPREFIX"),
                              ([], "HOME is not set, .*; set HOME"),
                              ([f"WINEPREFIX={own}/prefix"], "HOME is not set, .*; set HOME"),
                              (["HOME=" + foreign], others + "HOME or WINEPREFIX"),
                              (["HOME=" + own, "WINEPREFIX=" + foreign], others + "WINEPREFIX"),
                              (["HOME=" + own, f"WINEPREFIX={own}/a/b"], f"{own}/a: .*; set WINEPREFIX"),
                              (["HOME=" + own, "WINEPREFIX=here"], 'WINEPREFIX is "here", .*; set it')):
        plain = run(*start, *variables, "wine", program, "end", "0", "0")
        result = run(*start, *variables, cycletime, program, "end", "0", "0")
        said = result.messages()
        check(plain.status and result.status == 126 and len(said) == 1
              and re.match("cycletime: Wine cannot start: " + reason, said[0]), f"{variables}: {reason}", plain, result)
    # Debian's Wine alone has its server's folder there.
    variables = ["HOME=" + own, f"WINEPREFIX={own}/prefix", "TMPDIR=/nowhere"]
    if run(*start, *variables, "wine", program, "end", "0", "0").status:
        result = run(*start, *variables, cycletime, program, "end", "0", "0")
        check(result.status == 126 and "Wine cannot start: TMPDIR: /nowhere: " in result.err, "TMPDIR", result)
    for home in "/nowhere", foreign:
        variables = ["HOME=" + home, f"WINEPREFIX={own}/prefix"]
        result = run(*start, *variables, cycletime, program, "end", "7", "0")
        check(result.status == 7 and not result.messages(), f"the home {home}, which cannot be written", result)


if __name__ == "__main__":
    run_case()
