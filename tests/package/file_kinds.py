# SPDX-License-Identifier: MIT
"""What a file is, is decided by its content: by the command, as below it."""
import os
import shutil

from package_test import (TESTS, build, build_for_linux, case, check, prepare, run, run_case, runs_programs,
                          use_own_prefix, write)

RUNS, DENIED, MISSING = (0, "[a]\n"), (126, "Permission denied"), (127, "not found")
NOT_WINDOWS = (126, "is not a Windows program")


def text(lines):
    return lambda work, program: lines.format(work=work).encode()


def changed(place, value, size=None):
    """The program's beginning, with other bytes at a place of its PE header."""
    def change(work, program):
        at = int.from_bytes(program[60:64], "little") + place
        return program[:at] + value + program[at + len(value):size]
    return change


def script_too(work, program):
    """As Cosmopolitan's programs."""
    return b"MZqFpD='\n' && echo both; exit 5\n".ljust(60) + program[60:]


def program(work, program):
    return program


def dos(work, program):
    return b"MZ" + bytes(22) + b"\x1c" + bytes(103)


def elf(work, program):
    with open(work + "/linux", "rb") as file:
        return file.read()


# The name by which the file is run, the file's name if it is another, the content, the mode; and the exit code and a part
# of the output of the command, and of sh below it.
KINDS = [
    ("a program", "program.exe", program, 0o755, RUNS, RUNS),
    ("... without permission", "program.exe", program, 0o644, RUNS, DENIED),
    ("... without an ending", "program", program, 0o755, RUNS, RUNS),
    ("... in capitals", "t2.exe T2.EXE", program, 0o755, RUNS, MISSING),
    ("... in a folder in capitals", "upper/t.exe UPPER/T.EXE", program, 0o755, RUNS, MISSING),
    ("a script that begins with MZ", "script", text("MZ=1\necho $MZ $1; exit 3\n"), 0o755, (3, "1 a\n"), (3, "1 a\n")),
    ("... without a line's end", "script", text("MZ=1; exit 3"), 0o755, (3, ""), (3, "")),
    ("... without permission", "script", text("MZ=1\nexit 3\n"), 0o644, DENIED, DENIED),
    ("... with the ending", "script.exe", text("MZ=1\nexit 3\n"), 0o755, NOT_WINDOWS, (3, "")),
    ("a program and a script", "both", script_too, 0o755, (5, "both\n"), (5, "both\n")),
    ("... with the ending", "both.exe", script_too, 0o755, (5, "both\n"), (5, "both\n")),
    ("... without permission", "both", script_too, 0o644, RUNS, DENIED),
    ("a Linux program", "linux.exe", elf, 0o755, (0, "linux a\n"), (0, "linux a\n")),
    ("... without permission", "linux.exe", elf, 0o644, NOT_WINDOWS, DENIED),
    ("... in capitals", "linux.exe LINUX.EXE", elf, 0o755, MISSING, MISSING),
    ("a script for sh", "script.exe", text("#!/bin/sh\nexit 3\n"), 0o755, (3, ""), (3, "")),
    ("a script for a program", "script", text("#!{work}/real.exe one  word\nexit 3\n"), 0o755,
     (0, "[one  word][./script][a]\n"), (0, "[one  word][./script][a]\n")),
    ("... without a word", "script", text("#!{work}/real.exe\nexit 3\n"), 0o755,
     (0, "[./script][a]\n"), (0, "[./script][a]\n")),
    ("... with the ending", "s.exe", text("#!{work}/real.exe\nexit 3\n"), 0o755,
     (0, "[./s.exe][a]\n"), (0, "[./s.exe][a]\n")),
    ("... without permission", "script", text("#!{work}/real.exe\nexit 3\n"), 0o644, DENIED, DENIED),
    ("a text", "script", text("exit 3\n"), 0o755, (3, ""), (3, "")),
    ("... with the ending", "script.exe", text("exit 3\n"), 0o755, NOT_WINDOWS, (3, "")),
    ("an empty file", "empty", text(""), 0o755, (0, ""), (0, "")),
    ("... with the ending", "empty.exe", text(""), 0o755, (126, "is empty"), (0, "")),
    ("a part of a program", "part.exe", changed(0, b"PE", 100), 0o755, (126, "is incomplete or damaged"), None),
    ("a program for DOS", "dos.exe", dos, 0o755, (126, "is a program for DOS"), None),
    ("a DLL", "dll", changed(22, b"\x2e\x22"), 0o755, (126, "Wine could not start it"), None),
    ("no ending for one with .exe", "program program.exe", program, 0o755, RUNS, RUNS),
    ("... with a dot", "program-1.2 program-1.2.exe", program, 0o755, RUNS, RUNS),
    ("... without permission", "program program.exe", program, 0o644, RUNS, MISSING),
    ("... that is one of two", "t.exe t.exe.exe", program, 0o755, MISSING, MISSING),
    ("... that is a script", "script script.exe", text("#!/bin/sh\nexit 3\n"), 0o755, MISSING, MISSING),
    ("... that is a program and a script", "both both.exe", script_too, 0o755, MISSING, MISSING),
    ("... that is a Linux program", "linux linux.exe", elf, 0o755, MISSING, MISSING),
    ("... that is a folder", "folder folder.exe/t.exe", program, 0o755, MISSING, MISSING),
    ("... with a slash at its end", "t/ t.exe", program, 0o755, MISSING, MISSING),
    ("a batch file", "batch.bat", text("@echo batch %1\r\n"), 0o755, (0, "batch a"), (0, "batch a")),
    ("... in capitals", "BATCH.CMD", text("\r\n@ECHO OFF\r\nEXIT /B 4\r\n"), 0o755, (4, ""), (4, "")),
    ("... with a remark", "batch.cmd", text("rem x\n@exit /b 4\n"), 0o755, (4, "rem x"), (4, "rem x")),
    ("... with another remark", "batch.cmd", text(":: x\n@exit /b 4\n"), 0o755, (4, ":: x"), (4, ":: x")),
    ("... without permission", "batch.bat", text("@echo batch %1\r\n"), 0o644, (0, "batch a"), DENIED),
    ("... for Linux", "batch.bat", text("#!/bin/sh\nexit 3\n"), 0o755, (3, ""), (3, "")),
    ("... for both", "batch.cmd", text(":<<'X'\n@exit /b 4\nX\nexit 3\n"), 0o755, (4, "<<"), (3, "")),
    ("... by a function", "batch.cmd", text("rem() {{ :; }};rem '\n@exit /b 4\n';exit 3\n"), 0o755, None, (3, "")),
    ("... by a discarded line", "batch.cmd", text("@echo off 2>/dev/null\nexit 3\n"), 0o755, None, (3, "")),
    ("... without a word for one", "batch.bat", text("exit 3\n"), 0o755, None, (3, "")),
]


def prepare_kinds(work):
    prepare(work)
    use_own_prefix(work + "/prefix")
    build("x86_64", TESTS + "/executed.c", work + "/real.exe", "-O1", "-lshell32")
    build_for_linux(write(work + "/linux.c", '#include <stdio.h>\nint main(int count, char **words)\n'
                          '{ return printf("linux %s\\n", words[1]) < 0 || count < 2; }\n'), work + "/linux")


def put_kind(work, names, content, mode):
    """Makes the file in a fresh folder. Returns the folder and the path by which the file is run."""
    start, (name, *other) = work + "/start", names.split()
    path = f"{start}/{other[0] if other else name}"
    shutil.rmtree(start, ignore_errors=True)
    os.makedirs(os.path.dirname(path))
    with open(work + "/real.exe", "rb") as file:
        image = file.read()
    with open(path, "wb") as file:
        file.write(content(work, image))
    os.chmod(path, mode)
    return start, "./" + name


@case
def file_kinds(tree, work):
    """The command runs a file as Linux does where Linux or a shell executes it, and by Wine where its content is a Windows
    program's, whatever its name is; below the command it is the same, and what neither runs has a message."""
    prepare_kinds(work)
    has_winevdm = runs_programs("i686")
    for kind, names, content, mode, by_command, below in KINDS:
        if content is dos and has_winevdm:
            # Wine's 32-bit part would give it to DOSBox: it ends with 52 and a message, or crashes in new WoW64 mode.
            plain = run("wine", put_kind(work, names, content, mode)[1], cwd=work + "/start")
            by_command = plain.status, "is a DOS application" if "is a DOS application" in plain.err else ""
        for expected, words in (by_command, []), (below, ["sh", "-c", '"$0" a']):
            if expected:
                start, path = put_kind(work, names, content, mode)
                result = run(tree + "/bin/cycletime", "run", "--quiet", *words, path, *[] if words else ["a"], cwd=start)
                said = result.out + result.err
                check(result.status == expected[0] and expected[1] in said and (expected[1] or not said),
                      f"{kind}, {names}, {mode:o}, {' '.join(words)}: {result.status}", result)
    start, path = put_kind(work, "linux.exe", elf, 0o755)
    result = run(tree + "/bin/cycletime", path, "a", cwd=start)
    check((result.status, result.out) == (0, "linux a\n") and not result.said(), "a Linux program is missed", result)


run_case()
