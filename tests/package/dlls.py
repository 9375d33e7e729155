# SPDX-License-Identifier: MIT
"""The folders in which Windows programs below the command find their DLLs."""
import glob
import os

from package_test import TESTS, build, case, check, prepare, run, run_case, run_tool, skip, use_own_prefix, windows_path

FOLDERS = "library \u00fc", "other"


def use_prefix_with_path(work):
    """Uses a prefix of the case's own, whose registry has Windows' PATH, behind which the folders come."""
    prepare(work)
    use_own_prefix(work + "/prefix")
    environment = "HKLM\\System\\CurrentControlSet\\Control\\Session Manager\\Environment"
    run_tool("wine", "reg", "add", environment, "/v", "PATH", "/d", "C:\\windows\\system32;C:\\windows", "/f")


def make_programs(work):
    """Makes program.exe, which needs library.dll, and that DLL in two folders, with two answers."""
    use_prefix_with_path(work)
    for number, folder in enumerate(FOLDERS):
        os.makedirs(f"{work}/{folder}")
        build("x86_64", TESTS + "/dll_answers.c", f"{work}/{folder}/library.dll", "-shared", f"-DANSWER={number + 1}")
    os.makedirs(work + "/program")
    build("x86_64", TESTS + "/dll_needs.c", work + "/program/program.exe", f"{work}/other/library.dll")


def expect(status, *words, **variables):
    variables = {"PATH": os.environ["PATH"], **variables}
    result = run(*words, env=variables)
    check(result.status == status, f"{words[1:]} with {variables}: {result.status}, not {status}", result)


@case
def dll_folders(tree, work):
    """A program finds its DLLs in the folders of PATH and LD_LIBRARY_PATH, behind those of WINEPATH, and so do the programs
    that it starts; not if that is turned off."""
    make_programs(work)
    cycletime, program = tree + "/bin/cycletime", work + "/program/program.exe"
    first, second = (f"{work}/{folder}" for folder in FOLDERS)
    path = ":" + os.environ["PATH"]
    expect(53, cycletime, program)
    expect(1, cycletime, program, PATH=first + path)
    expect(2, cycletime, program, LD_LIBRARY_PATH=second)
    expect(1, cycletime, program, PATH=first + path, LD_LIBRARY_PATH=second)
    expect(2, cycletime, program, PATH=first + path, WINEPATH=second)
    expect(1, cycletime, "sh", "-c", program, PATH=first + path)
    expect(1, cycletime, "cmd", "/c", windows_path(program), PATH=first + path)
    expect(53, cycletime, "run", "--no-dll-folders", program, PATH=first + path)
    expect(53, cycletime, "run", "--no-dll-folders", "sh", "-c", program, PATH=first + path)


@case
def dlls_of_compiler(tree, work):
    """A program finds the DLLs of the compiler that built it, whichever of two that is, also if a program of Wine's own
    starts it."""
    use_prefix_with_path(work)
    compilers = glob.glob("/usr/bin/x86_64-w64-mingw32-g++-*[a-z]")
    if not compilers:
        skip("no x86_64-w64-mingw32-g++ with a thread model in its name")
    for number, compiler in enumerate(compilers):
        program = f"{work}/program{number}.exe"
        built = run(compiler, "-o", program, TESTS + "/dll_of_compiler.cc")
        check(built.status == 0, compiler, built)
        expect(3, tree + "/bin/cycletime", program)
        expect(3, tree + "/bin/cycletime", "cmd", "/c", windows_path(program))
        expect(3, tree + "/bin/cycletime", "sh", "-c", f"cd {work} && wine program{number}")
        expect(53, tree + "/bin/cycletime", "run", "--no-dll-folders", program)
        expect(53, tree + "/bin/cycletime", "run", "--no-dll-folders", "cmd", "/c", windows_path(program))


def expect_reason(status, reason, *words, **variables):
    """Checks that the command ends with STATUS, and says one line with REASON; if that is empty, it says nothing."""
    result = run(*words, env=variables)
    said = [f"cycletime: program.exe cannot start: {reason}"] if reason else []
    check(result.status == status and result.said() == said and "cycletime" not in result.out,
          f"{words[1:]} with {variables}: {result.status}, not {status}, or not: {reason}", result)


@case
def dll_reasons(tree, work):
    """If a DLL keeps a program from starting, one line says which one and why, and the exit code is Wine's. A program that
    ends with such a code itself, or has --quiet, says nothing."""
    make_programs(work)
    cycletime, program, answers = tree + "/bin/cycletime", work + "/program/program.exe", TESTS + "/dll_answers.c"
    folders = {name: f"{work}/{name}" for name in ("inner", "between", "narrow", "refuses", "code")}
    for folder in folders.values():
        os.mkdir(folder)
    paths = {name: f"{folder}:{os.environ['PATH']}" for name, folder in folders.items()}
    build("x86_64", answers, folders["inner"] + "/inner.dll", "-shared", "-Danswer=inner", "-DANSWER=1")
    build("x86_64", answers, folders["between"] + "/library.dll", "-shared", "-std=gnu89", "-DANSWER=inner()",
          folders["inner"] + "/inner.dll")
    build("i686", answers, folders["narrow"] + "/LIBRARY.DLL", "-shared", "-DANSWER=1")
    build("x86_64", TESTS + "/dll_refuses.c", folders["refuses"] + "/library.dll", "-shared")
    build("x86_64", answers, folders["code"] + "/library.dll", "-shared", "-DANSWER=(int)0xC0000135")

    missing = "library.dll, which it needs, was not found"
    for debug in "-all", "", "-module":
        expect_reason(53, missing, cycletime, program, WINEDEBUG=debug)
    expect_reason(53, missing, cycletime, "cmd", "/c", windows_path(program))
    expect_reason(53, missing, cycletime, "sh", "-c", program)
    expect_reason(53, "inner.dll, which library.dll needs, was not found", cycletime, program, PATH=paths["between"])
    expect_reason(53, "library.dll, which it needs, was found only for programs of another word size: "
                  + folders["narrow"] + "/LIBRARY.DLL", cycletime, program, PATH=paths["narrow"])
    expect_reason(66, "DllMain of library.dll failed", cycletime, program, PATH=paths["refuses"])
    expect_reason(53, "", cycletime, program, PATH=paths["code"])
    expect_reason(53, "", cycletime, "run", "--quiet", program)
    expect_reason(1, "", cycletime, program, PATH=paths["between"] + ":" + folders["inner"])
    for name, status in ("between", 53), ("narrow", 53), ("refuses", 66), ("code", 53):
        expect_reason(status, "", "wine", program, WINEPATH=folders[name])


run_case()
