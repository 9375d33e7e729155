# SPDX-License-Identifier: MIT
"""A `wine` that is cycletime: a link to it or a script that executes it, in PATH or in the variable WINE. A limit of
processes ends a command that starts itself without end."""
import os
import re
import shutil

from package_test import (Started, build, case, check, end_wine, fail, failures, fresh, prepare, read, run, run_case, same,
                          skip, use_own_prefix, wait_until, without_usual_wine, write,
                          write_script)

USER = 65533  # Linux limits no processes of root; other tests have other users
MOST = 150
# One that exceeds the limit goes on starting itself, whatever signal it gets; timeout's second signal ends all of them.
LIMITED = ["timeout", "-k", "2", "60", "setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups",
           "--bounding-set=-all", "--inh-caps=-all", "prlimit", f"--nproc={MOST}"]


class Place:
    """Folders for PATH, each with a command `wine`, which is cycletime, a script or a Wine that prints its words. Commands
    run as a user who may have few processes, with a prefix that seems whole."""

    def __init__(self, tree, work):
        if os.getuid():
            skip("only root can limit the processes of a command alone")
        self.work, self.cycletime = fresh(work), tree + "/bin/cycletime"
        os.mkdir(work + "/prefix")
        write(work + "/prefix/system.reg", "")
        for name in "link", "link64", "real", "script", "child", "hidden":
            os.mkdir(f"{work}/{name}")
        os.symlink(self.cycletime, work + "/link/wine")
        os.symlink(self.cycletime, work + "/link64/wine64")
        os.symlink(self.cycletime, work + "/cycletime")
        write_script(work + "/real/wine", 'echo "wine $*"', '[ "$*" = "cmd.exe /c exit" ] || exit 7')
        write_script(work + "/script/wine", f'exec "{self.cycletime}" "$@"')
        write_script(work + "/child/wine", f'"{self.cycletime}" run "$@"', "exit $?")
        # The parent of the command that it starts has ended.
        write_script(work + "/hidden/wine", f"echo start >>{work}/starts", f"[ $(wc -l <{work}/starts) -lt 90 ] || exit",
                     f'(while kill -0 $$; do sleep 0.01; done 2>/dev/null; exec "{self.cycletime}" "$@") & exit 0')
        write(work + "/starts", "", 0o666)
        if run(*LIMITED, "test", "-x", self.cycletime).status:
            skip("another user cannot reach " + tree)

    def environment(self, *folders, **variables):
        path = ":".join([f"{self.work}/{name}" for name in folders] + ["/usr/bin", "/bin"])
        return {"PATH": path, "WINEPREFIX": self.work + "/prefix", "LD_PRELOAD": None, "CYCLETIME_RUN": None, **variables}

    def expect(self, status, out, said, folders, *words, **variables):
        """Checks the exit code, the whole output, and cycletime's lines on stderr, which match the patterns SAID."""
        result = run(*without_usual_wine(self.work + "/no wine", *LIMITED, *words),
                     env=self.environment(*folders, **variables))
        if result.status in (124, 137):
            fail(f"{folders}: it goes on", result)
        lines = result.said()
        is_said = len(lines) == len(said) and all(map(re.search, said, lines))
        check(result.status == status and result.out == out and is_said,
              f"{folders}, {variables}: {' '.join(words)}", result)


@case
def wine_leads_back(tree, work):
    """A `wine` in PATH that is cycletime, by a link or a script, or a variable WINE that names it, stands for the next Wine
    in PATH. If there is none, nor one in a usual folder, one line names the file, and the exit code is 125."""
    place = Place(tree, work)
    cycletime, words = place.cycletime, ["cmd.exe", "/c", "a b"]
    out = "wine cmd.exe /c a b\n"
    for before in ["link"], ["script"], ["child"], ["link", "script"], ["script", "child", "link"]:
        for command in ([cycletime], ["wine"], [cycletime, "run", "wine"], [cycletime, "sh", "-c", 'exec wine "$@"', "sh"],
                        [cycletime, cycletime, cycletime]):
            place.expect(7, out, [], [*before, "real"], *command, *words)
    for value in cycletime, place.work + "/cycletime", place.work + "/script/wine", place.work + "/cycletime run":
        for before in [], ["link"]:
            place.expect(7, out, [], [*before, "real"], cycletime, *words, WINE=value)
    # Commands within each other are no starts of Wine.
    place.expect(7, out, [], ["script", "real"], *[cycletime, "run"] * 10, *words)
    place.expect(7, out, [], ["link64", "real"], "wine64", *words)
    # Debian's Wine is in /usr/bin, where the tools are, too; the scripts need none of them.
    for folder, start in ("link", cycletime), ("script", cycletime), ("link", place.work + "/link/wine"):
        name = re.escape(f"{place.work}/{folder}/wine")
        place.expect(125, "", [f"^cycletime: {name} leads back to cycletime, and there is no other wine in "], [],
                     "env", f"PATH={place.work}/{folder}", start, *words)
    place.expect(125, "", [r"^cycletime: \./cycletime leads back to cycletime, and there is no other wine in "], [],
                 "sh", "-c", 'cd "$1" && PATH=. && exec ./cycletime cmd.exe', "sh", place.work, WINE="./cycletime")


@case
def wine_hides_its_way(tree, work):
    """A script `wine` that starts cycletime so that no process shows where it came from is started at most 64 times."""
    place = Place(tree, work)
    process = Started(*LIMITED, place.cycletime, "cmd.exe", env=place.environment("hidden", "real"))
    name = re.escape(place.work) + "/hidden/wine"
    line = f"(?m)^cycletime: {name} leads back to cycletime again and again; "
    wait_until(lambda: re.search(line, process.text(1)) or len(read(place.work + "/starts")) == 90 * len("start\n"))
    same("the starts of the script", 64, read(place.work + "/starts").count("\n"))


PROGRAM = """#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words)
{
    for (int i = 1; i < count; i++) printf("[%s]", words[i]);
    printf("\\n%s\\n", getenv("CYCLETIME_RUN"));
    return count - 1;
}
"""


@case
def wine_name(tree, work):
    """By the name wine or wine64, cycletime takes all words as Wine does: output and exit code are plain Wine's, programs
    get correct times, and the options of `cycletime env` hold."""
    if not os.getuid():  # one that starts itself without end is noticed here
        Place(tree, work).expect(7, "wine cmd.exe\n", [], ["link", "real"], "wine", "cmd.exe")
        if failures:
            return
    prepare(work)
    use_own_prefix(work + "/prefix")
    program, path = work + "/words.exe", os.environ["PATH"]
    build("x86_64", write(work + "/words.c", PROGRAM), program, "-O1")
    for name in "time", "run":  # commands of cycletime, and programs of Wine
        shutil.copy(program, f"{work}/{name}.exe")
    os.mkdir(work + "/link")
    for name in "wine", "wine64":
        os.symlink(tree + "/bin/cycletime", f"{work}/link/{name}")
    linked = {"PATH": f"{work}/link:{path}"}
    end_wine()
    run("wineserver", "-p")  # so that plain Wine need not start again for each program
    missing = "wine64" if shutil.which("wine64") is None else ""
    for words in (["--version"], ["--help"], [], ["./words.exe", "a b", "--help", "--"], ["words", "--version"],
                  ["Z:" + program.replace("/", "\\\\"), "a"], ["time", "--json"], ["run", "x"], ["cmd", "/c", "exit 9"],
                  ["find"], ["help"], ["./nothing.exe"]):
        for name in ("wine", "wine64") if words[:1] in (["--version"], ["find"], ["./words.exe"]) else ["wine"]:
            plain = run("wine" if name == missing else name, *words, cwd=work)
            linked_too = run(name, *words, cwd=work, env=linked)
            unlike = plain.out.replace("(null)", "must ") != re.sub("ack=.*", "", linked_too.out)
            is_known = linked_too.status == plain.status or (plain.status and linked_too.status in (126, 127))
            check(is_known and not unlike, f"{name} {' '.join(words)}", plain, linked_too)
    shown = run("sh", "-c", 'eval "$("$1" env --no-nt)" && wine ./words.exe', "sh", tree + "/bin/cycletime", cwd=work,
                env=linked)
    check("\nno-nt ack=" in shown.out, "the options of cycletime env", shown)
    shown = run("wine", "./words.exe", cwd=work, env={**linked, "CYCLETIME_RUN": "off"})
    check(shown.out == "\noff\n" and not shown.said(), "CYCLETIME_RUN=off", shown)
    listed = run(tree + "/bin/cycletime", "time", "sh", "-c", "wine ./words.exe; wine64 ./words.exe a", cwd=work,
                 env=linked)
    check(listed.status == 1 and listed.err.count("words.exe\n") == 2, "cycletime time does not list both", listed)
    # The first command makes the prefix, and the Wine that it starts for that is not itself.
    write_script(work + "/wine", f'exec "{tree}/bin/cycletime" "$@"')
    for place, words in (work + "/link", ["wine"]), (work, [tree + "/bin/cycletime", "wine"]):
        end_wine()
        shutil.rmtree(work + "/prefix")
        made = run(*words, "./words.exe", "a", cwd=work, env={"PATH": f"{place}:{path}"})
        check(made.status == 1 and made.out.startswith("[a]\n") and not made.said(), f"a new prefix, {place}, {words}",
              made)
    same("the prefix", True, os.path.isdir(work + "/prefix/drive_c"))


if __name__ == "__main__":
    run_case()
