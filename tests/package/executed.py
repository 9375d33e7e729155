# SPDX-License-Identifier: MIT
"""Linux programs below the command that execute Windows programs by themselves."""
import os
import re
import shutil
import sys

from package_test import (SOURCE, TESTS, Started, build, build_for_linux, case, check, prepare, read, run, run_case,
                          run_tool, same, skip, use_own_prefix, wait_until, windows_path, write, write_script)

BY_PATH = ["execve", "execv", "execl", "execle", "fexecve", "execveat", "execveat.file", "execveat.folder", "posix_spawn"]
BY_NAME = ["execvp", "execvpe", "execlp", "posix_spawnp"]
WORDS = ["a  b", "", "\u00fc\"\u4e2d"]


def make_programs(work):
    """Makes program.exe for Windows and `executes` for Linux in WORK."""
    prepare(work)
    use_own_prefix(work + "/prefix")
    build("x86_64", TESTS + "/executed.c", work + "/program.exe", "-O1", "-lshell32")
    build_for_linux(TESTS + "/executes.c", work + "/executes", "-O1")


def printed(words):
    return "".join(f"[{word}]" for word in words) + "\n"


def expect(status, out, *words, **how):
    result = run(*words, **how)
    check((result.status, result.out) == (status, out) and not result.said(), " ".join(words[1:])[:200], result)
    return result


@case
def layout(tree, work):
    """A tree whose library folder has two parts, as in Arch's package, does all that the usual one does."""
    place = work + "/two parts"
    make_programs(work)
    # The programs of these tests are 64-bit ones.
    run_tool("cmake", "-S", SOURCE, "-B", work + "/build", "-DBUILD_TESTING=OFF", "-DCMAKE_INSTALL_LIBDIR=lib/cycletime",
             "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_FLAGS_RELEASE=-O1", "-DCYCLETIME_CAN_MAKE_i386=OFF", "-G", "Ninja")
    run_tool("cmake", "--build", work + "/build")
    run_tool("cmake", "--install", work + "/build", "--prefix", place)
    for folder in "x86_64-windows", "i386-windows":
        shutil.copytree(f"{tree}/lib/wine/{folder}", f"{place}/lib/cycletime/wine/{folder}", dirs_exist_ok=True)
    cycletime = place + "/bin/cycletime"
    result = run(cycletime, "status")
    check(re.search("(?m)^Linux side +active", result.out), "status", result)
    expect(0, "[a]\n", cycletime, work + "/program.exe", "a")
    expect(0, "[a]\ncycles 1\n", cycletime, "sh", "-c", "./program.exe a; ./program.exe cycles", cwd=work)
    expect(0, "cycles 1\n", "sh", "-c", 'eval "$("$1" env)" && sh -c "./program.exe cycles; :"', "sh", cycletime, cwd=work)
    result = run(cycletime, "time", "--json", "sh", "-c", "./program.exe a; :", cwd=work)
    check('"program.exe"' in result.err, "time has no list", result)


@case
def executed(tree, work):
    """Each function of the C library that executes a file executes a Windows program, with its words and its exit code, by
    its path or its name in PATH."""
    make_programs(work)
    cycletime, path = tree + "/bin/cycletime", f"/nowhere:{work}/folder:{work}:{os.environ['PATH']}"
    os.makedirs(work + "/folder/program.exe")
    for function in BY_PATH + BY_NAME:
        expect(0, printed(WORDS), cycletime, work + "/executes", function, work + "/program.exe", *WORDS)
    for function in BY_NAME:
        expect(0, printed(WORDS), cycletime, work + "/executes", function, "program.exe", *WORDS, env={"PATH": path})
        expect(0, printed(WORDS), cycletime, work + "/executes", function, "program.exe", *WORDS, cwd=work,
               env={"PATH": ":" + os.environ["PATH"]})
    for function in "system", "popen":
        expect(0, printed(["a b", "c"]), cycletime, work + "/executes", function, "./program.exe 'a b' c", cwd=work)
    for function in "execve", "execvp", "posix_spawn", "posix_spawnp":
        expect(7, "", cycletime, work + "/executes", function, "./program.exe", "exit", "7", cwd=work)


WINE_THAT_SHOWS = """import os, signal, sys
leads, blocks = os.getpgrp() == os.getppid(), signal.SIGUSR1 in signal.pthread_sigmask(signal.SIG_BLOCK, [])
print(os.path.basename(os.getcwd()) + ":", *sys.argv[1:], *["leads"] * leads, *["blocks"] * blocks)
"""

# The actions and attributes, the program, the file with the output, or "", and the output. The program is a Windows program
# in the folders `start` and `sub/deep`, a Linux one in `sub`.
SPAWNED = [
    ("create=target", "./program.exe", "target", "start: ./program.exe a"),
    ("write=fifo", "./program.exe", "fifo", "start: ./program.exe a"),
    ("dup2=2 close=2 create=target", "./program.exe", "target", "start: ./program.exe a"),
    ("chdir=sub", "./only.exe", "", "sub: ./only.exe a"),
    ("chdir=sub/../sub chdir=deep", "../only.exe", "", "deep: ../only.exe a"),
    ("fchdir=sub chdir=deep create=target", "../only.exe", "sub/deep/target", "deep: ../only.exe a"),
    ("chdir=sub", "./only", "", "sub: ./only.exe a"),
    ("create=target", "./only", "", "ENOENT"),
    ("chdir=sub", "./program.exe", "", "Linux: sub ./program.exe a"),
    ("chdir=sub again", "./program.exe", "", "start: ./program.exe a"),
    ("lists chdir=sub", "./only.exe", "", "sub: ./only.exe a"),
    ("chdir=sub copy", "./only.exe", "", "sub: ./only.exe a"),
    ("chdir=sub copy", "./program.exe", "", "Linux: sub ./program.exe a"),
    ("chdir=sub", "./script", "", "sub: ./only.exe ./script a"),
    ("group mask", "./program.exe", "", "start: ./program.exe a leads blocks"),
    ("chdir=none", "./program.exe", "", "ENOENT"),
    ("create=there", "./program.exe", "", "EEXIST"),
    ("chdir=sub", "./nothing.exe", "", "ENOENT"),
    ("chdir=sub", "./text", "", "ENOEXEC"),
    ("create=target", "./text", "", "ENOEXEC"),
]


def make_folders(work):
    """Makes the folder `start`, and returns its path."""
    start = work + "/start"
    shutil.rmtree(start, ignore_errors=True)
    os.makedirs(start + "/sub/deep")
    for name in "program.exe", "sub/only.exe":
        shutil.copy(work + "/program.exe", f"{start}/{name}")
    write_script(start + "/sub/program.exe", 'echo "Linux: ${PWD##*/} $0 $1"')
    write(start + "/sub/script", "#!./only.exe\n", 0o755)
    for name in "text", "sub/text":
        write(f"{start}/{name}", "echo text\n", 0o755)
    write(start + "/there", "")
    os.mkfifo(start + "/fifo")
    return start


@case
def executed_once(tree, work):
    """posix_spawn does its file actions once, and judges a path in the folder where the program will run; attributes hold,
    and errors are the C library's."""
    make_programs(work)
    build_for_linux(TESTS + "/spawns.c", work + "/spawns", "-O1")
    wine = write(work + "/wine", f"#!{sys.executable}\n" + WINE_THAT_SHOWS, 0o755)  # a shell changes the signal mask
    for function in "posix_spawn", "posix_spawnp":
        for actions, path, file, text in SPAWNED:
            start = make_folders(work)
            reader = Started("cat", start + "/fifo") if file == "fifo" else None
            result = run(tree + "/bin/cycletime", "run", "--quiet", work + "/spawns", function, path, *actions.split(),
                         cwd=start, env={"WINE": wine}, seconds=60)
            out = reader.finish(60).out if reader else read(f"{start}/{file}") if file else result.out
            expected = 99 if text.startswith("E") else 0
            check((result.status, out) == (expected, text + "\n"), f"{function} {path} {actions}: {out}", result)
    # A program may look up a function that its C library lacks.
    names = run_tool("nm", "-D", "--defined-only", tree + "/lib/preload/x86_64/cycletime_preload.so")
    check("posix_spawn" in names and "file_actions" not in names, "the preload library defines functions of lists")
    start, by_name = make_folders(work), [tree + "/bin/cycletime", "run", "--quiet", work + "/spawns", "posix_spawnp"]
    for folders, words, text in (("sub/deep:/nowhere:.:sub", ["program.exe"], "start: ./program.exe a\n"),
                                 ("sub/deep::sub", ["program.exe"], "start: ./program.exe a\n"),
                                 (".", ["only.exe", "chdir=sub"], "sub: ./only.exe a\n")):
        expect(0, text, *by_name, *words, cwd=start, env={"WINE": wine, "PATH": f"{folders}:{os.environ['PATH']}"})


@case
def executed_by_tools(tree, work):
    """Shells, make, ctest, Python and other tools execute Windows programs: exit codes, crashes and streams are as with
    cycletime before the program, and it gets correct times."""
    make_programs(work)
    cycletime, program = tree + "/bin/cycletime", work + "/program.exe"
    write(work + "/Makefile", "check:\n\t./program.exe one 'a b'\n\t@./program.exe two; ./program.exe exit 9; echo $$?\n")
    expect(0, "./program.exe one 'a b'\n[one][a b]\n[two]\n9\n", cycletime, "make", cwd=work)
    tools = {
        "dash": ["dash", "-c", './program.exe "$@"; echo $?', "sh"],
        "bash": ["bash", "-c", './program.exe "$@"; echo $?', "sh"],
        "perl": ["perl", "-e", "$| = 1; system('./program.exe', @ARGV); print $? >> 8, qq(\\n)"],
        "python": [sys.executable, "-c", "import subprocess, sys; "
                   "print(subprocess.run(['./program.exe', *sys.argv[1:]]).returncode)"],
        "env": ["sh", "-c", 'env ./program.exe "$@"; echo $?', "sh"],
        "nohup": ["sh", "-c", 'nohup ./program.exe "$@"; echo $?', "sh"],
        "timeout": ["sh", "-c", 'timeout 300 ./program.exe "$@"; echo $?', "sh"],
    }
    for words in WORDS, ["exit", "300"], ["crash"], ["count", *map(str, range(3000))]:
        plain = run(cycletime, program, *words)
        for name, tool in tools.items():
            result = run(cycletime, *tool, *words, cwd=work)
            out = plain.out if words != ["crash"] else result.out[:-len(f"{plain.status}\n")]  # Wine's debugger printed it
            check(result.out == f"{out}{plain.status}\n" and not result.said(), f"{name}: {words}"[:200], result)
    same("exit codes", ["9", "44", "1"],
         [str(run(cycletime, program, "exit", code).status) for code in ("9", "300", "256")])
    expect(0, "[x][y]\n", cycletime, "sh", "-c", "echo y | xargs ./program.exe x", cwd=work)
    expect(0, "[./Makefile]\n", cycletime, "find", ".", "-name", "Makefile", "-exec", "./program.exe", "{}", ";", cwd=work)
    result = run(cycletime, "sh", "-c", "printf 'a\\nb\\n' | ./program.exe copy 2>err | tr a-z A-Z; cat err", cwd=work)
    same("the streams", "A\nB\nend of input\n", result.out)
    expect(0, "cycles 1\n", cycletime, "sh", "-c", "./program.exe cycles; :", cwd=work)
    line = 'eval "$("$1" env)" && exec sh -c "./program.exe cycles"'
    expect(0, "cycles 1\n", "sh", "-c", line, "sh", cycletime, cwd=work)
    if shutil.which("ctest"):
        write(work + "/CTestTestfile.cmake", f'add_test(good "{program}" "a b")\nadd_test(bad "{program}" exit 3)\n'
              f'add_test(crash "{program}" crash)\n')
        result = run(cycletime, "ctest", "--verbose", cwd=work)
        check(result.status == 8 and "\n1: [a b]\n" in result.out and "33% tests passed, 2 tests failed" in result.out,
              "ctest", result)


@case
def executed_by_name(tree, work):
    """The program that is executed is the file, whatever its name is: without an ending, beside one with it, or like a
    program of Wine's. A script can name it as its interpreter."""
    make_programs(work)
    cycletime = tree + "/bin/cycletime"
    os.mkdir(work + "/a \u00fc")
    for name in "program", "cmd.exe", "a \u00fc/x y.exe", "program.com", "run":
        shutil.copy(work + "/program.exe", f"{work}/{name}")
    write_script(work + "/both", "echo script")
    shutil.copy(work + "/program.exe", work + "/both.exe")
    for function in "execve", "execveat", "posix_spawn":
        for name in "program", "cmd.exe", "./program.com", "run", "a \u00fc/x y.exe":
            expect(0, "[/c][1]\n", cycletime, work + "/executes", function, name, "/c", "1", cwd=work)
    expect(0, "script\n[x]\n", cycletime, "sh", "-c", "./both; ./both.exe x", cwd=work)
    expect(0, "[y]\n", cycletime, "sh", "-c", "cd 'a \u00fc'; exec './x y.exe' y", cwd=work)
    write(work + "/script", f"#!{work}/program.exe one  word\n", 0o755)
    write(work + "/of_env", "#!/usr/bin/env ./program.exe\n", 0o755)
    for function in "execve", "execvp", "posix_spawn", "posix_spawnp":
        expect(0, "[one  word][./script][x]\n", cycletime, work + "/executes", function, "./script", "x", cwd=work)
    expect(0, "[./of_env][x]\n", cycletime, work + "/executes", "execve", "./of_env", "x", cwd=work)



def image_with(work, name, *changes):
    """Copies program.exe as NAME. CHANGES are pairs of a place in the PE header and the new bytes."""
    with open(work + "/program.exe", "rb") as file:
        image = bytearray(file.read())
    pe = int.from_bytes(image[60:64], "little")
    for place, value in changes:
        image[pe + place:pe + place + len(value)] = value
    with open(f"{work}/{name}", "wb") as file:
        file.write(image)
    os.chmod(f"{work}/{name}", 0o755)


@case
def executed_without_ending(tree, work):
    """A path without .exe leads to the program if nothing else has that name; the file's name, tests for the file, and a
    search in PATH are as without cycletime. A batch file is executed too."""
    make_programs(work)
    cycletime, start = tree + "/bin/cycletime", work + "/start"
    os.makedirs(start + "/later")
    for name in "program", "taken", "link", "other", "sub":
        shutil.copy(work + "/program.exe", f"{start}/{name}.exe")
    os.mkdir(start + "/sub")
    os.symlink("nothing", start + "/link")
    write(start + "/taken", "#!/nothing\n", 0o755)
    write_script(start + "/later/other", "echo Linux $1")
    write(start + "/batch.bat", "@echo off\r\necho batch %1\r\nexit /b 4\r\n", 0o755)
    write(start + "/Makefile", "check:\n\t@./program one; ./program exit 9; echo $$?\n")
    paths = [name for name in BY_PATH + BY_NAME if name not in ("fexecve", "execveat", "execveat.file", "execveat.folder")]
    for function in paths:
        expect(0, printed(WORDS), cycletime, work + "/executes", function, "./program", *WORDS, cwd=start)
        expect(4, "batch a\n", cycletime, work + "/executes", function, "./batch.bat", "a", "b", "c", cwd=start)
        for name in "./taken", "./link", "./sub", "./none", "program", "./program/", "./program.exe/x":
            words = [work + "/executes", function, name, "a", "b", "c"]
            plain, result = run(*words, cwd=start), run(cycletime, "run", "--quiet", *words, cwd=start)
            check((plain.status, plain.out) == (result.status, result.out), f"{function} {name}", plain, result)
    python = [sys.executable, "-c", "import subprocess, sys; print(subprocess.run(sys.argv[1:]).returncode)"]
    path = {"PATH": f".:{start}:{start}/later:{os.environ['PATH']}"}
    for words in ["/usr/bin/env"], python, ["sh", "-c", '"$@"; echo $?', "sh"]:
        result = run(cycletime, *words, "other", "x", cwd=start, env=path)
        check(result.out in ("Linux x\n", "Linux x\n0\n"), f"PATH by {words}", result)
    for words in python, ["dash", "-c", '"$@"; echo $?', "sh"], ["bash", "-c", '"$@"; echo $?', "sh"]:
        expect(0, "9\n", cycletime, *words, "./program", "exit", "9", cwd=start)
        expect(0, "batch a\n4\n", cycletime, *words, "./batch.bat", "a", cwd=start)
    for line in "test -e ./program", "test -x ./program", "command -v ./program":
        expect(1 if line[0] == "t" else 127, "", cycletime, "sh", "-c", line, cwd=start)
    expect(0, "[one]\n9\n", cycletime, "make", cwd=start)
    for words in (["--no-execute"], ["--quiet", "env", "-u", "LD_PRELOAD"]):
        expect(99, "ENOENT\n", cycletime, "run", *words, work + "/executes", "execve", "./program", cwd=start)


@case
def executed_as_before(tree, work):
    """Files that Linux refuses and Wine does not run, and programs without permission, without the library or with
    --no-execute, are as without cycletime: the same errors, the same scripts."""
    make_programs(work)
    cycletime, program = tree + "/bin/cycletime", work + "/program.exe"
    image_with(work, "dll", (22, b"\x2e\x22"))
    image_with(work, "uefi", (92, b"\x0a\x00"))
    image_with(work, "driver", (92, b"\x01\x00"))
    image_with(work, "arm", (4, b"\x64\xaa"))
    with open(program, "rb") as file:
        image = bytearray(file.read())
    # As Cosmopolitan's programs, which are scripts for a shell too.
    image[:60] = b"MZqFpD='\n' && echo a script; exit 5\n".ljust(60)
    with open(work + "/actually_portable", "wb") as file:
        file.write(image)
    write(work + "/text", "echo text; exit 4\n")
    write(work + "/MZ", "MZ=1; echo $MZ; exit 4\n")
    write(work + "/empty", "")
    write(work + "/interpreter", f"#!{work}/dll\n")
    os.mkdir(work + "/directory")
    for name in "actually_portable", "text", "MZ", "empty", "interpreter":
        os.chmod(f"{work}/{name}", 0o755)
    shutil.copy(program, work + "/forbidden")
    os.chmod(work + "/forbidden", 0o644)
    for function in BY_PATH + BY_NAME + ["system", "popen"]:
        for name in ("dll", "uefi", "driver", "arm", "actually_portable", "text", "MZ", "empty", "interpreter", "forbidden",
                     "directory", "missing"):
            words = [work + "/executes", function, "./" + name, "a", "b", "c"]
            plain, result = run(*words, cwd=work), run(cycletime, "run", "--quiet", *words, cwd=work)
            # A shell that reads an image as a script runs a pipeline, whose parts write into each other.
            seen = [(of.status, of.out, sorted(of.err)) for of in (plain, result)]
            check(seen[0] == seen[1], f"{function} {name}", plain, result)
    for name in BY_NAME:
        words, path = [work + "/executes", name, "missing.exe", "a", "b", "c"], {"PATH": f"{work}:{os.environ['PATH']}"}
        plain, result = run(*words, env=path), run(cycletime, "run", "--quiet", *words, env=path)
        check((plain.status, plain.out) == (result.status, result.out), f"{name} missing.exe", plain, result)
    for words in (["--no-execute", work + "/executes", "execve"], ["env", "-u", "LD_PRELOAD", work + "/executes", "execve"],
                  ["env", "LD_PRELOAD=", work + "/executes", "posix_spawn"]):
        expect(99, "ENOEXEC\n", cycletime, "run", "--quiet", *words, program)


@case
def executed_in_wine(tree, work):
    """Windows programs start Windows and Linux programs as without cycletime; a Linux program among them executes Windows
    programs."""
    make_programs(work)
    cycletime, program = tree + "/bin/cycletime", work + "/program.exe"
    write_script(work + "/linux", f'cd "{work}"; ./program.exe "$@" >printed; echo $? >>printed; mv printed result')
    write(work + "/of_program", f"#!{program}\n", 0o755)
    run(cycletime, program, "create", windows_path(work) + '\\linux "a  b" c')
    wait_until(lambda: os.path.exists(work + "/result"))
    same("what the Linux program printed", "[a  b][c]\n0\n", read(work + "/result"))
    for line in "of_program", "linux.exe", "program.exe exit 5", "program.exe a":
        plain, result = [run(command, program, "create", windows_path(f"{work}/{line}")) for command in ("wine", cycletime)]
        check((plain.status, plain.out) == (result.status, result.out), line, plain, result)
    same("the error of a script", "193", str(run("wine", program, "create", windows_path(work + "/of_program")).status))


@case
def executed_by_linux(tree, work):
    """Where Linux executes Windows programs itself (binfmt_misc), nothing changes."""
    make_programs(work)
    interpreter = write_script(work + "/interpreter", 'echo "Linux: $*"')
    script = (f'mount -t binfmt_misc none /proc/sys/fs/binfmt_misc && echo ":test:M::MZ::{interpreter}:" '
              '>/proc/sys/fs/binfmt_misc/register || exit; shift; "$@"')
    words = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]
    if run(*words, "-", "true").status:
        skip("Linux makes no user namespace here, as in a chroot, or has no binfmt_misc for it")
    for function in BY_NAME + [name for name in BY_PATH if name not in ("fexecve", "execveat.file", "execveat.folder")]:
        expect(0, f"Linux: {work}/program.exe a b c\n", *words, "-", tree + "/bin/cycletime", "run", "--quiet",
               work + "/executes", function, work + "/program.exe", "a", "b", "c")


run_case()
