# SPDX-License-Identifier: MIT
"""The folders in which Windows programs below the command find their DLLs."""
import glob
import os

from package_test import TESTS, build, case, check, prepare, run, run_case, skip, use_own_prefix

FOLDERS = "library \u00fc", "other"


def make_programs(work):
    """Makes program.exe, which needs library.dll, and that DLL in two folders, with two answers."""
    prepare(work)
    use_own_prefix(work + "/prefix")
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
    expect(1, cycletime, "cmd", "/c", "Z:" + program.replace("/", "\\"), PATH=first + path)
    expect(53, cycletime, "run", "--no-dll-folders", program, PATH=first + path)
    expect(53, cycletime, "run", "--no-dll-folders", "sh", "-c", program, PATH=first + path)


@case
def dlls_of_compiler(tree, work):
    """A program finds the DLLs of the compiler that built it, whichever of two that is."""
    prepare(work)
    use_own_prefix(work + "/prefix")
    compilers = glob.glob("/usr/bin/x86_64-w64-mingw32-g++-*[a-z]")
    if not compilers:
        skip("no x86_64-w64-mingw32-g++ with a thread model in its name")
    for number, compiler in enumerate(compilers):
        program = f"{work}/program{number}.exe"
        built = run(compiler, "-o", program, TESTS + "/dll_of_compiler.cc")
        check(built.status == 0, compiler, built)
        expect(3, tree + "/bin/cycletime", program)
        expect(53, tree + "/bin/cycletime", "run", "--no-dll-folders", program)


run_case()
