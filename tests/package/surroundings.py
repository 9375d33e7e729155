# SPDX-License-Identifier: MIT
"""The command where it ends with its container, below it a sandbox, or without what most users have."""
import fcntl
import os
import shutil
import time

from package_test import (BUILD, Started, at_end, case, check, end_wine, link_or_copy, plain_wine, prepare, read, run,
                          run_case, skip, use_own_prefix, windows_path, write_script)

REGISTRY = ["system.reg", "user.reg", "userdef.reg"]


def in_container(prefix, *words):
    """Runs a command as the first process of a container, with whose end Linux kills all others."""
    script = '"$@"; exit $?'
    return run("unshare", "--pid", "--fork", "--mount-proc", "sh", "-c", script, "sh", *words,
               env={"WINEPREFIX": prefix, "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="})


def registry_keys(prefix):
    """Returns the names of the registry's keys, without the dates of their last change."""
    return {name: {line.split("] ")[0] for line in read(f"{prefix}/{name}").split("\n") if line.startswith("[")}
            for name in REGISTRY if os.path.exists(f"{prefix}/{name}")}


@case
def container_ends(tree, work):
    """A prefix that a container's only command makes is whole. One that a container with plain Wine left without a registry
    is made again, if no server runs there."""
    prepare(work)
    cycletime, whole, broken = tree + "/bin/cycletime", work + "/whole", work + "/broken"
    if run("unshare", "--pid", "--fork", "--mount-proc", "true").status:
        skip("no pid namespace can be made here")
    result = in_container(whole, cycletime, "cmd", "/c", "exit", "3")
    keys = registry_keys(whole)
    check(result.status == 3 and not result.said() and sorted(keys) == REGISTRY, f"the registry has only {list(keys)}",
          result)
    check(len(keys["system.reg"]) > 1000, f"the registry has {len(keys['system.reg'])} keys")

    # As with plain Wine, which the container's end kills before it writes the registry.
    quietly = work + "/quietly"
    for copy in broken, quietly:
        shutil.copytree(whole, copy, symlinks=True, ignore=lambda folder, names: REGISTRY, copy_function=link_or_copy)
    result = in_container(broken, cycletime, "cmd", "/c", "exit", "3")
    check(result.status == 3 and len(result.said()) == 1 and "has no registry" in result.said()[0]
          and registry_keys(broken) == keys, "a prefix without a registry", result)
    result = in_container(quietly, cycletime, "run", "--quiet", "cmd", "/c", "exit", "3")
    check(result.status == 3 and not result.said() and registry_keys(quietly) == keys, "quietly", result)
    result = in_container(broken, cycletime, "cmd", "/c", "exit", "3")
    check(result.status == 3 and not result.said(), "the next start", result)


@case
def half_registry(tree, work):
    """A prefix that a container's only command makes is whole, also where Wine's server wrote a part of the registry while
    wineboot ran, as on a slow machine."""
    prepare(work)
    if run("unshare", "--pid", "--fork", "--mount-proc", "true").status:
        skip("no pid namespace can be made here")
    wine = write_script(work + "/wine", """"$0.plain" "$@"
status=$?
[ "$1" != wineboot ] || for file in system user; do
    [ -e "$WINEPREFIX/$file.reg" ] || echo 'WINE REGISTRY Version 2' >"$WINEPREFIX/$file.reg"
done
exit $status
""")
    os.symlink(shutil.which("wine"), wine + ".plain")
    os.environ["WINE"] = wine
    result = in_container(work + "/prefix", tree + "/bin/cycletime", "cmd", "/c", "exit", "3")
    at_end(end_wine, work + "/prefix")
    keys = registry_keys(work + "/prefix")
    check(result.status == 3 and len(keys["system.reg"]) > 1000, f"the registry has {len(keys['system.reg'])} keys", result)


@case
def kept_server(tree, work):
    """In a new prefix whose server the user keeps, a program does not wait until this server writes the registry."""
    prepare(work)
    prefix, mark = work + "/prefix", work + "/prefix/drive_c/mark"
    os.mkdir(prefix)
    os.environ.update(WINEPREFIX=prefix, WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml=")
    at_end(end_wine, prefix)
    check(run("wineserver", "-p").status == 0, "no server")
    result = run(tree + "/bin/cycletime", "cmd", "/c", "echo x>C:\\mark")
    check(result.status == 0 and not result.said() and os.path.exists(mark), "a program", result)

    def changed(path):
        return os.stat(path).st_mtime if os.path.exists(path) else float("inf")

    if changed(prefix + "/system.reg") < changed(prefix + "/.update-timestamp"):
        skip("the registry was there before the prefix was made; a busy machine")
    check(changed(mark) < changed(prefix + "/system.reg"), "the program has waited for the registry")


@case
def prefix_in_the_making(tree, work):
    """A command waits while another one makes the prefix, also if Wine's server has written a registry by then."""
    prepare(work)
    folder = os.open(os.environ["WINEPREFIX"], os.O_RDONLY)
    check(os.path.exists(os.environ["WINEPREFIX"] + "/system.reg"), "there is no registry")
    fcntl.flock(folder, fcntl.LOCK_EX)
    command = Started(tree + "/bin/cycletime", "cmd", "/c", "exit", "3")
    time.sleep(5)
    check(command.poll() is None, "the command has not waited")
    os.close(folder)
    check(command.finish(60).status == 3, "the program did not run")


@case
def sandbox(tree, work):
    """Of a Windows program that a sandbox with a /dev of its own waits for, which the command cannot see, nothing is
    claimed. Of one that another Windows program starts there, the command sees the end, and names such a sandbox among the
    reasons why it saw no more."""
    prepare(work)
    box = ["bwrap", "--dev-bind", "/", "/", "--dev", "/dev"]
    if run(*box, "true").status:
        skip("bubblewrap makes no sandbox here")
    cycletime, program = tree + "/bin/cycletime", work + "/sentinel.exe"
    shutil.copy(BUILD + "/x86_64/tests/wine/sentinel.exe", program)
    box.append(plain_wine("x86_64"))
    result = run(cycletime, *box, program)
    check((result.status, result.out) == (0, "sentinel\n") and not result.said(), "one line too many", result)
    for words in ["time", *box, program], [*box, "cmd", "/c", windows_path(program)]:
        result = run(cycletime, *words)
        said = result.said()
        check((result.status, result.out, len(said)) == (0, "sentinel\n", 1) and "/dev/shm of its own" in said[0],
              "no line has such a reason", result)


@case
def no_drive(tree, work):
    """In a prefix without a drive for Linux's files, programs run, and the status and the benchmark say what is missing."""
    prepare(work)
    use_own_prefix(work + "/prefix")
    cycletime, program = tree + "/bin/cycletime", work + "/sentinel.exe"
    shutil.copy(BUILD + "/x86_64/tests/wine/sentinel.exe", program)
    os.remove(work + "/prefix/dosdevices/z:")
    result = run(cycletime, program)
    check((result.status, result.out) == (0, "sentinel\n") and not result.said(), "a program", result)
    said = "no drive of the Wine prefix leads there"
    for word, status in ("status", 125), ("bench", 1):
        result = run(cycletime, word)
        check(result.status == status and said in result.err, word, result)
    os.symlink("/", work + "/prefix/dosdevices/z:")
    result = run(cycletime, "status")
    check(result.status == 0 and said not in result.err, "with the drive again", result)


@case
def limited_files(tree, work):
    """Where no file may grow, programs run as without cycletime, and the status says why it has no answer."""
    prepare(work)
    cycletime, program = tree + "/bin/cycletime", work + "/sentinel.exe"
    shutil.copy(BUILD + "/x86_64/tests/wine/sentinel.exe", program)

    def limited(err, *words):
        """Returns what a command prints whose stdout is a pipe and whose stderr is ERR, and its exit code."""
        script = 'err=$1; shift; (ulimit -f 0; "$@" 2>"$err"; echo "exit code $?") | cat'
        return run("sh", "-c", script, "sh", err, *words)

    begun = run("wine", "cmd", "/c", "exit", "3")  # Wine's server may write
    check(begun.status == 3, "Wine does not run", begun)
    for err in "/dev/null", work + "/err":
        for words in ["wine"], [cycletime], [cycletime, "run"], [cycletime, "time"]:
            result = limited(err, *words, program)
            # Debian's script for Wine writes lines of its own into the file.
            if words != ["wine"] or err == "/dev/null":
                check(result.out == "sentinel\nexit code 0\n", f"a program whose stderr is {err}", result)
    result = limited("/dev/stdout", cycletime, "status")
    check("ulimit -f" in result.out and result.out.endswith("exit code 125\n"), "the status", result)


if __name__ == "__main__":
    run_case()
