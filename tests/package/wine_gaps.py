# SPDX-License-Identifier: MIT
"""What programs of today need and old Wines lack."""
import re

from package_test import (NODE_ON_WINDOWS_10, build, case, check, fetched_program, prepare, read, run, run_case,
                          run_tool, same, windows_path, write)


def through_pipes(out, *words, **how):
    """Returns the result of a command whose input and output are pipes."""
    script = 'out=$1; shift; { sleep 1; echo text; } | { "$@"; echo "exit code $?"; } | cat >"$out"'
    result = run("sh", "-c", script, "sh", out, *words, **how)
    check(result.status == 0, f"{words} does not end", result)
    return read(out)


@case
def pipe_mode(tree, work, machine):
    """SetNamedPipeHandleState succeeds for a Linux pipe and the mode that it has, which Wine refuses; for all other modes
    and handles the result and the last error are Wine's."""
    prepare(work, machine)
    program, cycletime = work + "/pipe_mode.exe", tree + "/bin/cycletime"
    build(machine, "pipe_mode.c", program, "-O1", "-lws2_32")
    words = [program, windows_path(program)]
    plain = through_pipes(work + "/plain", "wine", *words)
    check(len(re.findall("(?m)^(?:linux-pipe|other) ", plain)) == 8 * 16, "without cycletime, lines are missing", plain)
    expected = re.sub("(?m)^(linux-pipe .*): [01] .*$", r"\1: 1 beef", plain)
    check(len(re.findall("(?m)^linux-pipe ", expected)) == 2, "there are not two pipes", expected)
    for options in [], ["--no-nt"], ["--no-dll-folders"]:
        same(f"what is answered with {options}", expected,
             through_pipes(work + "/hooked", cycletime, "run", *options, *words))


@case
def node_pipes(tree, work):
    """Node.js writes all of its output to pipes, and ends with its own exit code."""
    prepare(work)
    program, cycletime = fetched_program("node"), tree + "/bin/cycletime"
    run(*NODE_ON_WINDOWS_10)
    script = write(work + "/lines.cjs",
                   "for (let i = 0; i < 20000; i++) console.log('line ' + i);\nprocess.exitCode = 3;\n")
    lines = "".join(f"line {number}\n" for number in range(20000))
    print("without cycletime:\n" + through_pipes(work + "/plain", "wine", program, "-p", "1")[:200])
    same("the output", lines + "exit code 3\n", through_pipes(work + "/out", cycletime, program, windows_path(script)))
    same("-p", "42\nexit code 0\n", through_pipes(work + "/out", cycletime, program, "-p", "6*7"))


LOADED = "once, 111, random, not Wine's"
WITH_DLL = {
    "imported": ["PATH: with a folder of cycletime's", "call: 1", "imported: " + LOADED],
    "loaded": ["PATH: with a folder of cycletime's", "system32: " + LOADED, "without the ending: " + LOADED,
               "by name: " + LOADED, "by path: error 7e", "another path: error 7e", "another name: error 7e",
               "a DLL of Wine's: no function"]}


class Programs:
    """Two programs that need the DLL."""

    def __init__(self, work, machine):
        self.files = {kind: f"{work}/{kind}.exe" for kind in ("imported", "loaded")}
        definitions = write(work + "/bcryptprimitives.def", "LIBRARY bcryptprimitives.dll\nEXPORTS\nProcessPrng"
                            + ("@8" if machine == "i686" else "") + "\n")
        library = work + "/libbcryptprimitives.a"
        run_tool(f"{machine}-w64-mingw32-dlltool", "--kill-at", "--input-def", definitions, "--output-lib", library)
        build(machine, "prng.c", self.files["imported"], "-O1", "-DIMPORTED", library)
        build(machine, "prng.c", self.files["loaded"], "-O1")

    def run(self, kind, *words, **variables):
        """Returns the exit code and the lines of a program that the command WORDS starts."""
        result = run(*words, self.files[kind], env=variables)
        return result.status, result.out.split("\n")[:-1]

    def run_children(self, kind, *words):
        """Returns the lines of two children, of which the second has another PATH."""
        lines = run(*words, self.files["loaded"], "child", windows_path(self.files[kind])).out.split("\n")[:-1]
        return lines[:len(lines) // 2], lines[len(lines) // 2:]


@case
def missing_dll(tree, work, machine):
    """A Wine that lacks bcryptprimitives.dll gets cycletime's: a program that imports it, one that loads it from system32
    only, and those that they start; not if that is turned off. A Wine that has it keeps its own."""
    prepare(work, machine)
    programs, cycletime = Programs(work, machine), tree + "/bin/cycletime"
    plain = {kind: programs.run(kind, "wine") for kind in WITH_DLL}
    print(f"without cycletime: {plain}")
    has_dll = plain["imported"][0] == 7
    for kind, lines in WITH_DLL.items():
        expected = plain[kind] if has_dll else (7, lines)
        for words in [cycletime], [cycletime, "run", "--no-nt"], [cycletime, "sh", "-c", 'exec "$0"'], \
                ["sh", "-c", f'eval "$("{cycletime}" env)"; exec wine "$0"']:
            check(programs.run(kind, *words) == expected, f"{kind} by {words}", programs.run(kind, *words))
        for children in programs.run_children(kind, cycletime):
            check(children == expected[1], f"{kind} as a child", children)
        off = programs.run(kind, cycletime, "run", "--no-dll-folders")
        check(off == plain[kind], f"{kind} without cycletime's DLL", off)
        check(not has_dll or "not Wine's" not in str(plain[kind]), f"{kind}: Wine's own DLL is not taken for Wine's")


@case
def programs_of_today(tree, work):
    """A program that Rust 1.78 or later built starts, and so does one of Go 1.22 or later; both do their work."""
    prepare(work)
    cycletime = tree + "/bin/cycletime"
    for name, words, expected in (("esbuild", ["--loader=ts"], "let x = 1;\n"),
                                  ("ast-grep", ["run", "--stdin", "-l", "ts", "-p", "let $A : number = $B", "-r", "$A"],
                                   "\\+x\n")):
        program = fetched_program(name)
        print(run("wine", program, "--version"))
        result = run("sh", "-c", """printf 'let  x : number = 1\\n' | "$@" """, "sh", cycletime, program, *words)
        check(result.status == 0 and re.search(expected, result.out), f"{name} does not do its work", result)


run_case()
