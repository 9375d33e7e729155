# SPDX-License-Identifier: MIT
"""What the command starts as Wine, and how, whoever calls it: with a signal ignored, with a PATH without Wine, and with
Debian's loaders of both word sizes."""
import os
import re
import shlex
import shutil
import signal
import sys

from package_test import (Started, build, build_for_linux, case, check, end_wine, fresh, laid_over, need_namespace,
                          prepare, read, run, run_case, same, skip, use_own_prefix, use_real_wine,
                          wait_until, without_usual_wine, write, write_script)

LOADERS = "/usr/lib/wine"
PROGRAM = """#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int count, char **words)
{
    STARTUPINFOA start = { sizeof start };
    PROCESS_INFORMATION child;
    DWORD code = 9;

    printf("%d bits\\n", (int)sizeof(void *) * 8);
    fflush(stdout);
    if (count < 2) return 7;
    if (!strcmp(words[1], "stay")) Sleep(INFINITE);
    if (!CreateProcessA(NULL, words[1], NULL, NULL, TRUE, 0, NULL, NULL, &start, &child)) return 8;
    WaitForSingleObject(child.hProcess, INFINITE);
    GetExitCodeProcess(child.hProcess, &code);
    return (int)code;
}
"""
IGNORES = """#include <signal.h>
#include <unistd.h>
int main(int count, char **words)
{
    (void)count;
    signal(SIGCHLD, SIG_IGN);
    execv(words[1], words + 1);
    return 9;
}
"""


def build_programs(work, *machines):
    for machine in machines:
        build(machine, write(work + "/program.c", PROGRAM), f"{work}/{machine}.exe", "-O1")


@case
def caller_ignores_sigchld(tree, work):
    """Wine starts without a server as well when the caller of the command, or a Linux program below it, ignores SIGCHLD; a
    Linux program below the command keeps what the caller has chosen."""
    prepare(work)
    use_real_wine()
    use_own_prefix(work + "/prefix")
    build_programs(work, "x86_64")
    build_for_linux(write(work + "/ignores.c", IGNORES), work + "/ignores", "-O1")
    cycletime, program, ignores = tree + "/bin/cycletime", work + "/x86_64.exe", work + "/ignores"
    # timeout, which limits the test's commands, resets the signal, and so does a Wine that is a script.
    for words in ([ignores, cycletime, program], [ignores, cycletime, "time", program],
                  [ignores, cycletime, "wine", program],
                  [ignores, cycletime, "run", "--keep-server", "0", program], [cycletime, ignores, program]):
        end_wine()
        result = run(*words)
        check((result.status, result.out) == (7, "64 bits\n") and not result.said(),
              " ".join(words), result)
    end_wine()
    result = run(ignores, cycletime, "status")
    check(result.status == 0 and "\nLinux side  active\n" in result.out, "status", result)
    shows = [sys.executable, "-c", "import signal; print(signal.getsignal(signal.SIGCHLD).name)"]
    for before, name in ([], "SIG_DFL"), ([ignores], "SIG_IGN"):
        same("SIGCHLD below the command", name + "\n", run(*before, cycletime, *shows).out)


@case
def relative_pwd(tree, work):
    """A variable PWD that is a relative path, or another folder's, keeps no program from running."""
    prepare(work)
    use_real_wine()
    build_programs(work, "x86_64")
    for value in ".", "./", "relative", "", "/nowhere", None:
        result = run(tree + "/bin/cycletime", "./x86_64.exe", cwd=work, env={"PWD": value})
        check((result.status, result.out) == (7, "64 bits\n") and not result.said(), f"PWD={value}", result)


class Loaders:
    """Debian's script wine, with loaders that write their name, their variables and their words to a file."""

    def __init__(self, work, *names):
        self.file, self.place = work + "/starts", f"{work}/{'+'.join(names)}"
        os.makedirs(self.place)
        for name in names:
            write_script(f"{self.place}/{name}",
                         f'echo "{name} ${{WINELOADER-unset}} $WINEDEBUG $1" >>{shlex.quote(self.file)}')

    def started(self, *words, **how):
        """Returns a line for each start of a loader by the command WORDS."""
        write(self.file, "")
        run(*laid_over([(self.place, LOADERS)], *words), **how)
        return read(self.file).splitlines()


def is_debian_script(path):
    return "wine32_hint" in read(path or "/dev/null")


@case
def loader_of_word_size(tree, work):
    """In place of Debian's script, the command executes the loader of the program's word size, if it is there and fits the
    prefix; the script chooses for a program whose file is not known."""
    need_namespace()
    fresh(work)
    use_real_wine()
    if not is_debian_script(shutil.which("wine")) or not os.path.isdir(LOADERS):
        skip("wine is not Debian's script")
    build_programs(work, "x86_64", "i686")
    cycletime, of_64, of_32 = tree + "/bin/cycletime", work + "/x86_64.exe", work + "/i686.exe"
    prefixes = {name: f"{work}/{name}" for name in ("win64", "win32", "new")}
    for name in "win64", "win32":
        os.mkdir(prefixes[name])
        write(prefixes[name] + "/system.reg", "WINE REGISTRY Version 2\n;; All keys relative to \\\\Machine\n\n"
              f"#arch={name}\n\n[Software\\\\Wine] 1\n")
    both, only_64, only_32 = Loaders(work, "wine", "wine64"), Loaders(work, "wine64"), Loaders(work, "wine")
    default = {"WINEDEBUG": None, "WINELOADER": None, "WINEARCH": None}

    def expect(loaders, lines, *words, prefix="win64", **changes):
        # A link stands for a tree whose path LD_PRELOAD cannot hold.
        started = [re.sub(r"/\S+/cycletime-[0-9a-f]{16}/", f"{tree}/lib/", line)
                   for line in loaders.started(*words, env={**default, "WINEPREFIX": prefixes[prefix], **changes})]
        same(f"{os.path.basename(loaders.place)}, {prefix}, {changes}, {' '.join(words[1:])}", lines, started)

    for words in [of_64], ["run", of_64], ["time", of_64], ["sh", "-c", '"$1"; true', "sh", of_64]:
        expect(both, [f"wine64 unset fixme-all {of_64}"], cycletime, *words)
        expect(only_64, [f"wine64 {LOADERS}/wine64 fixme-all {of_64}"], cycletime, *words)
        expect(only_32, [f"wine unset fixme-all {of_64}"], cycletime, *words)
        expect(both, [f"wine unset fixme-all {of_64}"], cycletime, *words, prefix="win32")
        expect(both, [f"wine unset fixme-all {of_64}"], cycletime, *words, WINEARCH="win32")
        expect(both, [f"wine64 unset err+all {of_64}"], cycletime, *words, WINEDEBUG="err+all")
    # That a 32-bit program reports no begin is looked into.
    tries = ["wine unset fixme-all cmd.exe"]
    expect(both, [f"wine unset fixme-all {of_32}", *tries], cycletime, of_32)
    expect(both, ["wine unset fixme-all cmd"], cycletime, "cmd")
    expect(both, [f"wine64 unset fixme-all {tree}/lib/wine/x86_64-windows/cycletime-bench.exe"], cycletime, "status")
    make = "wine64 unset fixme-all wineboot"
    expect(both, [make, f"wine64 unset fixme-all {of_64}"], cycletime, of_64, prefix="new")
    expect(both, [make.replace("wine64", "wine"), f"wine unset fixme-all {of_64}"], cycletime, of_64, prefix="new",
           WINEARCH="win32")


def below(changes, *words, keeps=None):
    """Returns the words by which Python runs the command WORDS with CHANGES of the environment, of which it may keep only
    the variables KEEPS."""
    code = (f"import os, subprocess, sys; kept = {keeps!r} or list(os.environ); "
            f"env = {{**{{name: os.environ[name] for name in kept}}, **{changes!r}}}; "
            "sys.exit(subprocess.run(sys.argv[1:], env=env).returncode)")
    return [sys.executable, "-c", code, *words]


@case
def path_without_wine(tree, work):
    """A PATH without Wine keeps no program from running, neither before the command nor below it: after $WINE and PATH the
    Wine counts that the command around this one has found, then one in a usual folder. Without any there is one line, and
    exit code 125."""
    need_namespace()
    prepare(work)
    use_real_wine()
    build_programs(work, "x86_64")
    cycletime, program, usual = tree + "/bin/cycletime", work + "/x86_64.exe", os.environ["PATH"]
    quiet = [cycletime, "run", "--quiet"]
    for name in "own", "other":
        os.mkdir(f"{work}/{name} folder")
        write_script(f"{work}/{name} folder/wine", f"echo {name}", "exit 7")
    own, other = f"{work}/own folder:{usual}", f"{work}/other folder:{usual}"
    none, to_other = {"PATH": "/nowhere"}, {"WINE": work + "/other folder/wine"}

    def expect(status, out, said, *words, **changes):
        result = run(*words, env={"CYCLETIME_FOUND_WINE": None, "WINE": None, **changes}, cwd=work)
        check((result.status, result.out) == (status, out) and [line[:len(said)] for line in result.said()]
              == ([said] if said else []), f"not exit code {status}, {out!r}, {said!r}: {changes}, {words[-4:]}", result)

    def expect_hidden(status, out, said, *words, **changes):
        expect(status, out, said, *without_usual_wine(work + "/no wine", *words), **changes)

    # The machine's own Wine, which is in a usual folder.
    if shutil.which("wine") in ("/usr/local/bin/wine", "/usr/bin/wine"):
        bits, at_home = "64 bits\n", [f"{name}={os.environ[name]}" for name in ("HOME", "WINEPREFIX")]
        expect(7, bits, "", "env", "PATH=/nowhere", cycletime, program)
        expect(7, bits, "", "env", "-i", *at_home, "PATH=/nowhere", cycletime, program)
        for keeps in None, ["LD_PRELOAD", "HOME", "WINEPREFIX"]:
            expect(7, bits, "", cycletime, *below(none, program, keeps=keeps))

    for changes, name in ({"PATH": own}, "own"), ({"PATH": own, **to_other}, "other"):
        expect_hidden(7, name + "\n", "", *quiet, program, **changes)
    for changes, name in (none, "own"), ({"PATH": other}, "other"), ({**none, **to_other}, "other"):
        expect_hidden(7, name + "\n", "", *quiet, *below(changes, program), PATH=own)
        expect_hidden(7, name + "\n", "", *quiet, *below(changes, *quiet, *below(none, program)), PATH=own)
    expect_hidden(7, "other\n", "", *quiet, *below(none, program), PATH=own, **to_other)
    expect_hidden(7, "own\n", "", *quiet, "sh", "-c", 'cd / && PATH=/nowhere "$1"', "sh", program,
                  PATH="own folder:" + usual)
    expect_hidden(7, "own\n", "", "sh", "-c", 'eval "$("$1" env --quiet)"; exec sh -c \'PATH=/nowhere "$1"\' sh "$2"',
                  "sh", cycletime, program, PATH=own)

    missing = "cycletime: wine: not found; install Wine, or set WINE to its command"
    for found in None, "own folder/wine", work, work + "/nothing":
        expect_hidden(125, "", missing, "env", "PATH=/nowhere", cycletime, program, CYCLETIME_FOUND_WINE=found)
    expect_hidden(125, "", missing, "env", "PATH=/nowhere", cycletime, "top", "--once")
    expect_hidden(125, "", "cycletime: nothing: not found", cycletime, program, WINE="nothing", PATH=own)
    os.symlink(cycletime, work + "/link")
    expect_hidden(125, "", f"cycletime: {work}/link leads back to cycletime, and there is no other wine", "env",
                  "PATH=/nowhere", cycletime, program, CYCLETIME_FOUND_WINE=work + "/link")
    # A Linux program needs no Wine.
    expect_hidden(0, "it runs\n", "", "env", "PATH=/nowhere", cycletime, "/bin/echo", "it runs")


@case
def wine_of_both_word_sizes(tree, work):
    """Where Debian's Wine has both loaders, programs and their children of both word sizes run, also in a prefix that the
    command has made; a 64-bit program is ended by SIGINT, whether the command alone gets it or its process group."""
    prepare(work)
    use_real_wine()
    if not is_debian_script(shutil.which("wine")) or not os.path.exists(LOADERS + "/wine"):
        skip("wine32 is not installed, or wine is not Debian's script")
    prepare(work, "i686")
    use_own_prefix(work + "/prefix")
    build_programs(work, "x86_64", "i686")
    cycletime, bits = tree + "/bin/cycletime", {"x86_64": "64 bits\n", "i686": "32 bits\n"}

    def check_programs(what):
        for machine, out in bits.items():
            for child, more in bits.items():
                result = run(cycletime, f"{work}/{machine}.exe", f"Z:{work}/{child}.exe")
                check((result.status, result.out) == (7, out + more) and not result.said(), f"{what}: {machine}, {child}",
                      result)

    check_programs("the prefix of Wine's own")
    for send in os.kill, os.killpg:
        process = Started(cycletime, work + "/x86_64.exe", "stay", start_new_session=True)
        wait_until(process.text, "the program does not begin", lambda: process.text(1))
        send(process.pid, signal.SIGINT)
        result = process.finish()
        check(result.status == -signal.SIGINT, f"{send.__name__}: exit code {result.status}", result)
    listed = run(cycletime, "time", work + "/x86_64.exe")
    check("start.exe" not in listed.err, "start.exe is between", listed)
    end_wine()
    shutil.rmtree(work + "/prefix")
    check_programs("a new prefix")
    folders = [len(os.listdir(f"{work}/prefix/drive_c/windows/{name}")) for name in ("system32", "syswow64")]
    check(min(folders) > 500, f"the new prefix has {folders} files in system32 and syswow64")
    end_wine()
    shutil.rmtree(work + "/prefix")
    os.environ["WINEARCH"] = "win32"
    result = run(cycletime, work + "/i686.exe", f"Z:{work}/i686.exe")
    check((result.status, result.out) == (7, "32 bits\n32 bits\n") and not result.said(), "a new 32-bit prefix", result)
    result = run(cycletime, "status")
    check(result.status == 0 and "\nLinux side  active\n" in result.out, "status in a 32-bit prefix", result)


if __name__ == "__main__":
    run_case()
