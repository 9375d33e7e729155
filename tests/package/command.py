# SPDX-License-Identifier: MIT
"""The command bin/cycletime, and its subcommands run, wrap, status and help."""
import glob
import os
import re
import shutil
import signal

from package_test import (BUILD, SOURCE, Started, build, case, check, check_output, end_wine, fail, forget, fresh,
                          need_wine, plain_wine, prepare, read, run, run_case, run_tool, same, skip, use_own_prefix,
                          use_real_wine, wait_until, windows_path, write, write_script)

SOURCES = SOURCE + "/src/tools"


def option_words(words):
    return sorted({word for word in words if re.fullmatch("--[a-z-]*[a-z]", word)})


def options_in(file, pattern, *others):
    """Returns the options that PATTERN finds in a source of the tools."""
    found = [word for word in re.findall(pattern, read(f"{SOURCES}/{file}")) if word not in others]
    check(len(found) >= 2, f"the options are not found in {file}")
    return option_words(found)


def options_of_sources():
    """Returns the options of each subcommand, as the sources parse them, and the subcommands."""
    run_options = re.findall('"([a-z-]*)", RUN_', read(SOURCE + "/src/launch/run_words.c"))
    return {
        # --best-effort is the absence of "must".
        "run": option_words(["--best-effort", "--keep-server"]
                            + ["--" + word for word in run_options if word not in ("must", "off")]),
        "time": options_in("command/start/arguments.c", r'time && !strcmp\(word, "(--[a-z]*)"'),
        "env": option_words(re.findall(r'env && !strcmp\(word, "(--[a-z]*)"',
                                       read(SOURCES + "/command/start/arguments.c"))),
        "top": options_in("top/options.c", r'\{ L"(--[a-z]*)"'),
        "counters": options_in("counters/options.c", r'\{ L"(--[a-z]*)"'),
        "bench": options_in("bench/main.c", r'L"(--[a-z]*)"', "--status"),
    }, sorted(set(re.findall(r'strcmp\(name, "([a-z]+)"', read(SOURCES + "/command/main.c"))))


def check_bash(script, options, subcommands):
    def completed(line):
        """Returns bash's completions of the last word, which is empty if LINE ends with a blank."""
        return sorted(line for line in run_tool("bash", "-uc", '''. "$1"
            read -r -a COMP_WORDS <<<"$2"
            [ "${2% }" = "$2" ] || COMP_WORDS+=("")
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _cycletime
            printf "%s\\n" "${COMPREPLY[@]}"''', "bash", script, line).split("\n") if line)

    same("bash, subcommands", subcommands, completed("cycletime "))
    for what, word in ("the beginning of a subcommand", "top"), ("a command", "true"):
        check(word in completed("cycletime " + word[:-1]), f"bash, {what}: {word} is missing")
    same("bash, after help", subcommands, completed("cycletime help "))
    same("bash, once", 1, completed("cycletime tim").count("time"))
    same("bash, a subcommand after a subcommand", [], completed("cycletime time statu"))
    for line in "cycletime ", "cycletime program.exe ", "cycletime -- ":
        same("bash, a file after " + line, ["command.py"], completed(line + "command.p"))
    same("bash, time", sorted(options["run"] + options["time"]), completed("cycletime time --"))
    same("bash, env", sorted(options["run"] + options["env"]), completed("cycletime env --"))
    every = completed("cycletime time --")
    for option in "--output", "--svg", "--keep-server":
        same("bash, after the value of " + option, every, completed(f"cycletime time {option} a --"))
    for subcommand in "run", "top", "counters", "bench":
        same("bash, " + subcommand, options[subcommand], completed(f"cycletime {subcommand} --"))
    for subcommand in "env", "status", "top":
        same(f"bash, a file after {subcommand}, which takes none", [], completed(f"cycletime {subcommand} command.p"))
    same("bash, a file after an option that takes one", ["command.py"], completed("cycletime top --svg command.p"))
    for line in "cycletime run program.exe --", "cycletime -- top --":
        same("bash, the options of a program: " + line, [], completed(line))


def check_fish(script, options, subcommands):
    def suggested(line):
        lines = run_tool("fish", "-c", "source $argv[1]; complete -C $argv[2]", script, line).split("\n")
        return sorted(line.split("\t")[0] for line in lines if line)

    same("fish, subcommands", subcommands, suggested("cycletime "))
    same("fish, after help", subcommands, suggested("cycletime help "))
    check("true" in suggested("cycletime tru"), "fish, a command")
    for line in "cycletime ", "cycletime program.exe ":
        same("fish, a file after " + line, ["command.py"], suggested(line + "command.p"))
    same("fish, after two hyphens and a program", [], suggested("cycletime -- top --"))
    for subcommand in "run", "top", "counters":
        same("fish, " + subcommand, options[subcommand], suggested(f"cycletime {subcommand} --"))


@case
def options(tree):
    """The manual page and each shell's completion have exactly the subcommands and options of the command, the viewer, the
    counters and the benchmark, and the completions work."""
    options, subcommands = options_of_sources()
    every = sorted(set().union(*options.values()))
    usage = run_tool(tree + "/bin/cycletime", "help")
    for subcommand, following in ("run", "wrap"), ("time", "env"), ("env", "status"):
        part = re.search(f"(?ms)^{subcommand} .*?^{following} ", usage)[0]
        same("the usage, " + subcommand, options[subcommand], option_words(re.findall("(?m)^        (--[a-z-]*) ", part)))

    same("the usage, subcommands", subcommands, sorted(re.findall("(?m)^       cycletime ([a-z]+)", usage)))
    for name in subcommands:
        check(run_tool(tree + "/bin/cycletime", "help", name).startswith(name + " "), f"help {name} is not about {name}")
    page = tree + "/share/man/man1/cycletime.1"
    bash = tree + "/share/bash-completion/completions/cycletime"
    zsh = tree + "/share/zsh/site-functions/_cycletime"
    fish = tree + "/share/fish/vendor_completions.d/cycletime.fish"
    same("the page", every, option_words("-" + word for word in re.findall("(?:It|Op) Fl (-[a-z-]*)", read(page))))
    same("the page, subcommands", subcommands, sorted(set(re.findall(r"(?m)^\.It Cm (.*)$", read(page)))))
    same("bash", every, option_words(re.split("[ |]", " ".join(re.findall(r"options='([^']*)", read(bash))))))
    same("zsh", every, option_words(re.findall(r"['\"](--[a-z-]*)\[", read(zsh))))
    same("fish", every, option_words("--" + word for word in re.findall(r"(?m)^complete .* -l ([a-z-]*) ", read(fish))))
    check_bash(bash, options, subcommands)
    if shutil.which("fish"):
        check_fish(fish, options, subcommands)
    if shutil.which("zsh"):
        run_tool("zsh", "-n", zsh)
    if shutil.which("mandoc"):
        run_tool("mandoc", "-T", "lint", "-W", "warning", page)


def expect(status, out, err, *words, **how):
    """Checks a command's exit code, its whole OUT unless that is None, and the one line of cycletime on its stderr, whose
    beginning ERR matches; if ERR is empty there must be none."""
    result = run(*words, **how)
    said = result.messages()
    is_said = [bool(re.match(err, line)) for line in said] == [True] if err else not said
    check(result.status == status and out in (None, result.out.rstrip("\n")) and is_said,
          f"{' '.join(words)}: exit code {result.status}, not {status}, or another output", result)


def expect_hooked(count, *words):
    """Checks how many programs that query their cycles got them."""
    result = run(*words)
    check(result.status == 0 and len(re.findall("(?m)^import-thread-cycles 1 ", result.out)) == count
          and re.search("(?m)^ended", result.out), f"{' '.join(words)}: not {count} hooked", result)


def check_usage(tree, work):
    cycletime = tree + "/bin/cycletime"
    for words in [""], ["--"], ["run"], ["run", "--quiet", "--"], ["run", ""]:
        expect(125, "", "cycletime: run: no command given", cycletime, *words)
    for words in ["wrap", ""], ["wrap"]:
        expect(125, "", "cycletime: wrap: no command given", cycletime, *words)
    sentinel = work + "/sentinel.exe"
    expect(125, "", "cycletime: unknown option --verbose", cycletime, "--verbose", sentinel)
    expect(125, "", "cycletime: run: unknown option --fast", cycletime, "run", "--fast", sentinel)
    expect(125, "", "cycletime: no-such-wine: not found", cycletime, "run", sentinel, env={"WINE": "no-such-wine"})
    expect(125, "", "cycletime: help: unknown command walk", cycletime, "help", "walk")
    expect(125, "", "cycletime: status: takes no arguments", cycletime, "status", "now")
    version = re.search(r"(?m)^project\(cycletime VERSION (\S*) ", read(SOURCE + "/CMakeLists.txt"))[1]
    expect(0, "cycletime " + version, "", cycletime, "--version")
    check(re.search(r"(?m)^usage: cycletime \[--\] COMMAND", run(cycletime, "help").out), "there is no usage")
    for one in "run", "wrap", "status", "bench", "top", "help", "version":
        check(re.search(f"(?m)^{one}  *[a-z]", run(cycletime, "help", one).out), "help " + one)
    for option in "--help", "-h":
        check(re.search("(?m)^run  *runs COMMAND", run(cycletime, "run", option).out), "run " + option)


def check_what_cannot_run(tree, work):
    for place, file in (("broken tree", "lib/wine/x86_64-windows/cycletime.dll"),
                        ("half a tree", "lib/preload/x86_64/cycletime_preload.so")):
        run_tool("cp", "-r", tree, f"{work}/{place}")
        os.remove(f"{work}/{place}/{file}")
        expect(125, "", f"cycletime: .*/{os.path.basename(file)}: missing", f"{work}/{place}/bin/cycletime", "run",
               work + "/sentinel.exe" if place == "broken tree" else "true")
    os.makedirs(work + "/locked/in")
    os.chmod(work + "/locked", 0)
    # Root may enter the folder anyway, so root gives these capabilities up.
    as_anybody = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"] if not os.getuid() else []
    expect(126, "", f"cycletime: .*/in/program.exe: no permission to enter the folder {re.escape(work)}/locked",
           *as_anybody, tree + "/bin/cycletime", "run", work + "/locked/in/program.exe")
    os.chmod(work + "/locked", 0o700)


def check_programs(cycletime, work):
    sentinel, script = work + "/sentinel.exe", 'echo "program $*"'
    odd = work + "/a folder/it's $HOME & (more); %PATH%.exe"
    shutil.copy(sentinel, odd)
    shutil.copy(sentinel, work + "/a folder/größe.exe")
    batch = write(work + "/a folder/batch file.bat", "@echo batch %1\r\n@exit 9\r\n")
    os.mkdir(work + "/named")
    for name in "top", "print":
        write_script(f"{work}/named/{name}", script)
    os.symlink(cycletime, work + "/link")
    for words in (["run", sentinel], ["run", "--", work + "/a folder/größe.exe"], [sentinel],
                  ["run", windows_path(sentinel)], ["run", odd],
                  ["run", "--no-children", "--best-effort", "--verbose", "--", sentinel]):
        expect(0, "sentinel", "", cycletime, *words)
    expect(0, "sentinel", "", work + "/link", "run", sentinel)
    # It is not taken for missing 32-bit support.
    expect(126, None, 'cycletime: Wine cannot start: WINEPREFIX is "relative", which is no absolute path; ', cycletime,
           "run", work + "/sentinel32.exe", env={"WINEPREFIX": "relative"})
    for words in ["cmd.exe", "/c", "exit", "7"], ["run", "cmd.exe", "/c", "exit", "7"]:
        expect(7, "", "", cycletime, *words)
    expect(127, None, "cycletime: walk: not found, neither as a program nor as a command of cycletime", cycletime, "walk")
    expect(127, None, "cycletime: walk: not found$", cycletime, "--", "walk")
    expect(0, "program --json -- -h", "", cycletime, work + "/named/print", "--json", "--", "-h")
    expect(0, "program --once", "", cycletime, "--", "top", "--once", env={"PATH": f"{work}/named:{os.environ['PATH']}"})
    # Linux ends a process that writes a larger file.
    expect(0, "sentinel", "cycletime: programs cannot share .* larger than", "sh", "-c", 'ulimit -f 200 && exec "$@"', "sh",
           cycletime, "run", sentinel)
    expect(9, 'batch "a b"', "", cycletime, "run", batch, "a b")
    text = write(work + "/text.exe", "text\n")
    expect(127, "", "cycletime: .*nothing.exe: not found", cycletime, "run", work + "/nothing.exe")
    expect(127, None, "cycletime: C:.nothing.exe: not found", cycletime, "run", "C:\\nothing.exe")
    expect(126, "", "cycletime: .*text.exe: is not a Windows program", cycletime, "run", text)
    expect(126, "", "cycletime: .*TEXT.exe: is not a Windows program", cycletime, "run", windows_path(work + "/TEXT.exe"))
    expect(126, "", "cycletime: .*folder: is a directory", cycletime, "run", work + "/a folder")
    for name in "./sentinel.exe", "sentinel.exe", "sentinel":
        expect(0, "sentinel", "", cycletime, "run", name, cwd=work)
    # A Windows program takes precedence over a script whose name lacks only the ending.
    write(work + "/sentinel", "exit 7\n", 0o755)
    expect(0, "sentinel", "", cycletime, "run", "sentinel", cwd=work)


def check_32_bit(cycletime, work):
    program, no_support = work + "/sentinel32.exe", "cycletime: .*is a 32-bit program, and this Wine has no 32-bit support"
    if "sentinel" in run("wine", program).out:
        expect(0, "sentinel", "", cycletime, "run", program)
    else:
        # Wine 10 says on stdout that it could not be started.
        expect(126, None, no_support, cycletime, "run", program)
    # If Linux runs no 32-bit code either, Wine prints that and exits with 1. This command does the same.
    wine = write_script(work + "/wine64only", 'case $1 in *32.exe) echo "Application could not be started"; exit 1 ;; esac',
                        'exec wine "$@"')
    expect(126, None, no_support, cycletime, "run", program, env={"WINE": wine})
    expect(0, "sentinel", "", cycletime, "run", work + "/sentinel.exe", env={"WINE": wine})
    # Wine 8 without 32-bit support begins the program in a 64-bit process, which ends with 0.
    wine = write_script(work + "/wine8", f"case $1 in *32.exe) exec wine '{work}/sentinel.exe' ;; esac", 'exec wine "$@"')
    for words in [], ["--best-effort"]:
        expect(126, None, no_support, cycletime, "run", *words, program, env={"WINE": wine})
    # A user who interrupts the command before the program begins gets no such message.
    interrupts = 'case $1 in *32.exe) trap "" INT; kill -INT "$PPID"; sleep 1; exit 1 ;; esac'
    wine = write_script(work + "/interrupted", interrupts, 'exec wine "$@"')
    result = run(cycletime, "run", program, env={"WINE": wine})
    check(not result.messages(), "an interrupted command reports", result)


def check_32_bit_children(cycletime, work):
    """Where Wine 8 begins a 32-bit program that it cannot run, that is no success for any command; --verbose names it."""
    program = work + "/sentinel32.exe"
    alone = run("wine", program)
    if alone.status or "sentinel" in alone.out:
        print(f"this Wine runs 32-bit programs, or reports that it does not: {alone}")
        return
    reported = "(?m)^cycletime: .*sentinel32.exe: is a 32-bit program, and this Wine has no 32-bit support"
    result = run(cycletime, "run", "wine", program)
    check(result.status and re.search(reported, result.err), "in a command that starts Wine it counts as a success", result)
    result = run(cycletime, "run", "--verbose", "cmd.exe", "/c", windows_path(program))
    check(re.search(reported, result.err), "--verbose does not report it of a child", result)


ANSWERS = """#include <windows.h>
__declspec(dllexport) int answer(void) { return 42; }
BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved) { return !REFUSES || reason != DLL_PROCESS_ATTACH; }
"""


def check_early_ends(cycletime, work):
    """A program that ends before its entry point has begun all the same: its exit code is Wine's, and Wine starts nothing
    else. If a DLL is the reason, one line says so."""
    wine = write_script(work + "/counting", f"echo x >>'{work}/starts'", 'exec wine "$@"')
    begin = "cycletime: ends.exe cannot start: "
    for name, in_callback, refuses, reason in (
            ("whole", 0, 0, ""), ("callback", 1, 0, ""),
            ("DLL that refuses", 0, 1, begin + "DllMain of answer.dll failed"),
            ("missing DLL", 0, 0, begin + "answer.dll, which it needs, was not found")):
        place = f"{work}/{name}"
        os.mkdir(place)
        build("x86_64", write(place + "/answer.c", ANSWERS), place + "/answer.dll", "-shared", f"-DREFUSES={refuses}")
        build("x86_64", "ends_early.c", place + "/ends.exe", f"-DIN_CALLBACK={in_callback}", place + "/answer.dll")
        if name == "missing DLL":
            os.remove(place + "/answer.dll")
        plain = run("wine", place + "/ends.exe").status
        write(work + "/starts", "")
        expect(plain, "", reason, cycletime, "run", place + "/ends.exe", env={"WINE": wine})
        print(f"ends early, {name}: {plain}")
        check(read(work + "/starts") == "x\n", "the rseq probe ran after " + name)


# How exit_codes.exe ends, and its exit code by Wine's rule: the low byte, and 1 where that would be 0.
ENDINGS = [("return 0", 0), ("return 7", 7), ("exit 0", 0), ("exit 256", 1), ("exit 0x80000000", 1), ("terminate 0", 0),
           ("terminate 6", 6), ("own-handle 0", 0), ("own-handle 8", 8), ("fail-fast", 9), ("crash", 5),
           ("crash-threads", 5), ("killed", 9), ("killed-threads", 9), ("killed-at-exit", 9), ("job", 11)]


# Endings whose code only the last thread has, and how often each is tried. Wine 8 ends all of them with 0.
ENDINGS_OF_THREADS = [("thread 12", "12", 3), ("together 7", "7", 10), ("together 0", "0", 20)]


def codes_below_shell(cycletime, program, ending, times):
    """Returns the codes that a Linux shell gets which starts Wine so often, without 137: that is the code if Wine's server
    had to send SIGKILL, as on a busy machine. The shell starts once more if it got nothing else."""
    loop = f'for i in {"x " * times}; do wine "$@"; echo "code $?"; done'
    for attempt in range(5):
        result = run(*cycletime, "sh", "-c", loop, "sh", program, *ending.split())
        codes = re.findall("(?m)^code ([0-9]+)$", result.out)
        check(len(codes) == times, f"{ending}, below a shell", result)
        print(f"{ending}, below a shell: {' '.join(codes)}")
        if set(codes) - {"137"}:
            return set(codes) - {"137"}
    return fail(f"{ending}, below a shell: no code but 137", result)


def end_by_taskkill(program, *taskkill):
    """Returns the result of PROGRAM, which TASKKILL ends."""
    process = Started(*program, "stay")
    wait_until(lambda: "\n" in process.text() or process.poll() is not None, "the program does not begin", process.text,
               lambda: process.text(1))
    if "\n" not in process.text():
        fail("the program ends before it has begun", process.finish())
    run(*taskkill, "/f", "/pid", process.text().strip())
    return process.finish()


@case
def exit_codes(tree, work, machine):
    """A program's exit code is the one that Windows has, however the program ends: also if it crashed or another process
    ended it, where Wine 8 reports a success."""
    prepare(work, machine)
    os.environ["WINEDEBUG"] = "-all"
    program, cycletime = work + "/exit_codes.exe", [tree + "/bin/cycletime", "run"]
    build(machine, "exit_codes.c", program, "-O1")
    for ending, code in ENDINGS:
        alone = run("wine", program, *ending.split()).status
        for attempt in range(3):
            expect(code, None, "", *cycletime, program, *ending.split())
        print(f"{ending}: {code}, without cycletime {alone}")
    for ending in "crash", "killed":
        codes = codes_below_shell(cycletime, program, ending, 1)
        check(codes <= {str(dict(ENDINGS)[ending])}, f"{ending}, below a shell: {codes}")
    # Wine 10's server takes the code 1 for such a program. Wine's start.exe, if it began the program, passes it on.
    others = {str(run("wine", program, "thread", "12").status)} & {"1"}
    for ending, code, times in ENDINGS_OF_THREADS:
        codes = codes_below_shell(cycletime, program, ending, times)
        check(codes <= others | {code}, f"{ending}, below a shell: {codes}")
    # 0xC0000354, so 84, or 1 if the last thread was not stopped yet.
    check("0" not in codes_below_shell(cycletime, program, "debugged", 5), "the end of the debugger counts as a success")
    # cycletime time has the whole code.
    for ending, code in ("crash", 0xC0000005), ("killed", 9), ("job", 11):
        run(tree + "/bin/cycletime", "time", "--json", "--output", work + "/list", program, *ending.split())
        codes = [int(found) for found in re.findall('"exit_codes.exe", .*"exit_code": ([0-9]+)', read(work + "/list"))]
        check(code in codes, f"{ending}: the list has the codes {codes}")
    # Of a program that a process without cycletime ended the code is unknown, unless Wine's start.exe got it.
    result = end_by_taskkill([*cycletime, program], "wine", "taskkill")
    unknown = "exit_codes.exe: it ended with an unknown exit code, so this command ends with 1"
    says = [line for line in result.said() if unknown in line]
    print(f"wine taskkill: {result.status}, {says}")
    alone = end_by_taskkill(["wine", program], "wine", "taskkill").status
    wanted = [1] if says else [alone, -signal.SIGKILL]
    check(result.status in wanted, f"wine taskkill: {result.status}, without cycletime {alone}", result)
    # taskkill's own code is 0 in Wine 8, and 1 in Wine 10.
    result = end_by_taskkill([*cycletime, program], *cycletime, "taskkill")
    check(result.status in (0, 1) and not result.said(), "taskkill under cycletime", result)


@case
def blocked_sigquit(tree, work):
    """A program's success counts as one, and a kill's code is passed on, also if the caller has blocked SIGQUIT, as Java's
    threads and daemons do."""
    prepare(work)
    program, cycletime = work + "/exit_codes.exe", [tree + "/bin/cycletime", "run"]
    build("x86_64", "exit_codes.c", program, "-O1")
    for code, *words in ((0, "--no-nt", program, "return", "0"), (0, program, "thread", "0"),
                         (0, program, "together", "0"), (9, program, "killed")):
        result = run(*cycletime, *words, preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGQUIT}))
        check(result.status == code and not result.said(), f"{' '.join(words)}: exit code {result.status}", result)


def check_wrap(cycletime, work):
    launcher = write_script(work + "/proton", "shift 2", 'exec wine "$@"')  # as Steam's %command% and Bottles use one
    game, start = work + "/Game.EXE", ["wine", "start", "/b", "/wait", "/unix"]
    by_cmd = ["wine", "cmd.exe", "/c", windows_path(game)]
    expect_hooked(0, launcher, "waitforexitandrun", "--", game)
    for words in (["wrap", launcher, "waitforexitandrun", "--", game], ["wrap", *start, game], [*start, game],
                  ["wrap", "--verbose", "--", *by_cmd], ["wrap", game]):
        expect_hooked(1, cycletime, *words)
    expect_hooked(0, cycletime, "wrap", "--no-children", "--", *by_cmd)
    expect(127, None, "cycletime: no-such-command: not found", cycletime, "wrap", "no-such-command", "a.exe")
    # A command that removes the library from LD_PRELOAD is reported.
    removes = ["env", "-u", "LD_PRELOAD", "wine", work + "/sentinel.exe"]
    expect(0, "sentinel", "cycletime: no Windows program reported correct times", cycletime, "run", *removes)
    expect(0, "sentinel", "", cycletime, "run", "--quiet", *removes)
    # The command cannot see that a program is left out on purpose, so the message names the variable too.
    expect(0, "sentinel", "cycletime: no Windows program reported correct times: .*, or something set CYCLETIME_RUN=off$",
           cycletime, "run", "env", "CYCLETIME_RUN=off", "wine", work + "/sentinel.exe")


def check_folder(cycletime, work):
    """The program starts in the same folder as without cycletime."""
    os.mkdir(work + "/a folder/game")
    write(work + "/here.c", '#include <stdio.h>\nint main(void) { return !fopen("it was here", "w"); }\n')
    build("x86_64", work + "/here.c", work + "/a folder/game/Here.exe")

    def begins_in(*words):
        run(*words, "wine", "start", "/b", "/wait", "/UNIX", "a folder/game/Here.exe", cwd=work)
        found = glob.glob(work + "/**/it was here", recursive=True)
        for path in found:
            os.remove(path)
        return found

    alone, under = begins_in("env"), begins_in(cycletime, "wrap")
    check(alone == under and alone, f"wrap wine start /unix with a relative path: {under}, not {alone}")


def check_new_prefix(cycletime, work):
    """A prefix that Wine makes at the first command contains nothing of cycletime."""
    prefix, sentinel = work + "/new", work + "/sentinel.exe"
    new = {"WINEPREFIX": prefix, "WINEDLLOVERRIDES": "mscoree,mshtml=;winemenubuilder.exe=d"}
    result = run(cycletime, "run", sentinel, env=new)
    check("sentinel" in result.out, "a new prefix", result)
    end_wine(prefix)
    # The outer command does not take Wine's services, which the inner command leaves to it, for the user's programs. No
    # process of Wine runs before.
    for count, words in (0, [sentinel]), (1, ["env", "-u", "LD_PRELOAD", "wine", sentinel]):
        result = run(cycletime, "run", cycletime, "run", *words, env=new)
        check("sentinel" in result.out and result.err.count("cycletime: no Windows program reported") == count,
              f"a command in a command: {' '.join(words)}", result)
        end_wine(prefix)
    check(not run_tool("find", prefix, "-iname", "*cycletime*"), "the new prefix has something of ours")
    shutil.rmtree(prefix)


def check_old_prefix(cycletime, work):
    def new_files():
        """Wine writes its registry at any time; no other file may appear."""
        return run_tool("find", os.environ["WINEPREFIX"], "!", "-name", "*.reg", "-newer", work + "/sentinel.exe",
                        "-type", "f")

    before, result = new_files(), run(cycletime, "run", "cmd.exe", "/c", "echo.")
    check(result.status == 0, "a program of Wine's own", result)
    same("new files in the prefix", before, new_files())


@case
def host_command(tree, work):
    """bin/cycletime finds programs, passes arguments, output and exit codes through, and reports what it cannot do."""
    cycletime = tree + "/bin/cycletime"
    os.makedirs(fresh(work) + "/a folder")
    for machine, name, copy in (("x86_64", "sentinel", "sentinel.exe"), ("i686", "sentinel", "sentinel32.exe"),
                                ("x86_64", "plain_import", "Game.EXE")):
        shutil.copy(f"{BUILD}/{machine}/tests/wine/{name}.exe", f"{work}/{copy}")
    check_usage(tree, work)
    check_what_cannot_run(tree, work)
    need_wine()
    check_programs(cycletime, work)
    check_32_bit(cycletime, work)
    check_32_bit_children(cycletime, work)
    check_early_ends(cycletime, work)
    check_wrap(cycletime, work)
    check_folder(cycletime, work)
    check_new_prefix(cycletime, work)
    check_old_prefix(cycletime, work)
    check_output(run(cycletime, "status"), "^cycletime   [0-9]", "^thread cycles .*steps of [0-9]* ns")
    check_output(run(cycletime, "bench", seconds=3600), "^GetThreadTimes, own thread  *[1-9]")


def check_mistyped(cycletime, work):
    """A word that resembles a subcommand is not given to Wine, unless Wine would find such a program."""
    wine = write_script(work + "/counting", f"echo x >>'{work}/starts'", 'exec wine "$@"')
    for word, meant in ("tiem", "time"), ("statsu", "status"), ("hlep", "help"), ("counter", "counters"):
        expect(127, "", f"cycletime: {word}: not found, neither as a .* Did you mean: cycletime {meant}$", cycletime, word,
               work + "/sentinel.exe", env={"WINE": wine, "WINEPREFIX": work + "/none"})
    check(not os.path.exists(work + "/starts") and not os.path.exists(work + "/none"), "Wine was started, or has a prefix")
    expect(127, None, "cycletime: tiem: not found$", cycletime, "run", "tiem")
    expect(127, None, r"cycletime: C:\\nothing[.]exe: not found$", cycletime, "C:\\nothing.exe")
    expect(1, None, "", cycletime, "C:\\windows\\system32\\start.exe", "/wait", "/nosuch")
    end_wine()  # the program that Wine starts first is winemenubuilder.exe, whose name is cut off for Linux
    expect(127, None, "cycletime: walk: not found, neither as a program nor as a command of cycletime. See: cycletime help",
           cycletime, "walk", env={"WINEDLLOVERRIDES": "mscoree,mshtml="})

    programs, folder = work + "/programs", {"WINEPATH": windows_path(work + "/programs")}
    os.mkdir(programs)
    for name in "tiem", "hlep", "versio", "statsu":
        shutil.copy(work + "/sentinel.exe", f"{programs}/{name}.exe")
    expect(0, "sentinel", "", cycletime, "tiem", env=folder)
    expect(0, "sentinel", "", cycletime, "tiem", cwd=programs)
    expect(0, "sentinel", "", cycletime, "tiem", cwd=work, env={"WINEPATH": "programs"})
    os.rename(programs + "/hlep.exe", os.environ["WINEPREFIX"] + "/drive_c/windows/hlep.exe")
    expect(0, "sentinel", "", cycletime, "hlep")
    paths = "HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\App Paths\\statsu.exe"
    run_tool("wine", "reg", "add", paths, "/ve", "/d", windows_path(programs + "/statsu.exe"))
    end_wine()  # which writes the registry
    expect(0, "sentinel", "", cycletime, "statsu")
    run_tool("wine", "reg", "add", "HKCU\\Environment", "/v", "PATH", "/d", folder["WINEPATH"])
    end_wine()
    expect(0, "sentinel", "", cycletime, "versio")
    os.rename(programs, work + "/prögrams")
    run_tool("wine", "reg", "add", "HKCU\\Environment", "/v", "PATH", "/f", "/d", windows_path(work + "/prögrams"))
    end_wine()
    expect(0, "sentinel", "", cycletime, "versio")
    run_tool("wine", "reg", "delete", "HKCU\\Environment", "/v", "PATH", "/f")
    end_wine()


def check_folders(cycletime, work):
    """A folder is refused, where Wine would show it in a window, unless it only has the name of a program."""
    for name in "adir.exe", "cmd", "a tool":
        os.mkdir(f"{work}/{name}")
    for name in ".", "..", "adir.exe":
        expect(126, "", f"cycletime: {re.escape(name)}: is a directory$", cycletime, name, cwd=work)
    expect(7, "", "", cycletime, "cmd", "/c", "exit", "7", cwd=work)
    os.mkdir(work + "/in")
    shutil.copy(work + "/sentinel.exe", work + "/in/a tool.exe")
    expect(0, "sentinel", "", cycletime, "a tool", cwd=work, env={"WINEPATH": windows_path(work + "/in")})


def check_names(cycletime, work):
    """Where Wine cannot name a program, or pass its arguments, the line says so; plain Wine does not run it either."""
    letters = "locale lacks; set LC_ALL=C.UTF-8$"
    ascii_locale, unicode_locale = {"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}
    os.mkdir(work + "/dotted.")
    for name, reason, env in (("dotted./a.exe", "ends in a dot", {}), ("dot.exe.", "ends in a dot", {}),
                              ("blank.exe ", "ends in a dot or a blank$", {}), ("a?.exe", "one of the characters ", {}),
                              ("a|.exe", "one of the characters ", {}), ("\u00fc.exe", letters, ascii_locale),
                              ("\u00fc.exe", letters, {"LC_ALL": "no_LOCALE.UTF-8"}), ("\u00fc.exe", "", unicode_locale)):
        path = f"{work}/{name}"
        shutil.copy(work + "/sentinel.exe", path)
        is_run = run("wine", path, env=env).status == 0
        check(is_run == (not reason), f"plain Wine, {name}: runs: {is_run}")
        line = f"cycletime: .*: Wine could not start it: .*{reason}"
        expect(126 if reason else 0, "" if reason else "sentinel", line if reason else "", cycletime, path, env=env)
    most = 32767 - 3 - len("Z:" + work + "/sentinel.exe ")
    for argument in "a" * most, '"' * (most // 2), "\u00fc" * most:
        words = [work + "/sentinel.exe", argument]
        expect(0, "sentinel", "", cycletime, *words, env=unicode_locale)
        words[1] += "a" * 2
        check(run("wine", *words, env=unicode_locale).status, "plain Wine passes a longer command line")
        expect(126, "", "cycletime: .*: Wine could not start it: its command line is longer", cycletime, *words,
               env=unicode_locale)


def check_wine_variable(cycletime, work):
    """The message says what is wrong with the Wine command; what Wine itself prints is shown if it fails, or is wanted."""
    sentinel, new = work + "/sentinel.exe", {"WINEPREFIX": work + "/new prefix", "WINEDEBUG": ""}
    for words in ["run", sentinel], ["status"], ["top"]:
        expect(125, None, "cycletime: /etc/passwd: cannot be executed; set WINE to Wine's command$", cycletime, *words,
               env={"WINE": "/etc/passwd"})
    for wine, code in ("false", 1), ("true", 0):
        result = run(cycletime, "status", env={**new, "WINE": shutil.which(wine)})
        making, end = f"making the Wine prefix {work}/new prefix, which takes some seconds", f"exit code {code}"
        lines = f"cycletime: {making}\ncycletime: status: .*/{wine} gave no complete answer, and ended with {end}\n"
        check(result.status == 125 and re.fullmatch(lines, result.err), f"status with {wine} as Wine", result)
    wine = write_script(work + "/fails", "echo it fails >&2", "exit 3")
    result = run(cycletime, "status", env={**new, "WINE": wine})
    check(result.status == 125 and re.search("exit code 3[.] It printed:\nit fails\n$", result.err), "status: no reason",
          result)
    # In a pipe, nothing about the prefix.
    expect(3, "", "cycletime: .*/fails: cannot run Wine's own cmd.exe either, with or without cycletime$", cycletime, "run",
           sentinel, env={**new, "WINE": wine})

    result = run("sh", "-c", 'exec "$@" <&- 2>&-', "sh", cycletime, "status")
    check(result.status == 0 and "\nLinux side  active\n" in result.out, "status without stdin and stderr", result)

    wine = write_script(work + "/chatters", "echo chatter >&2", 'exec wine "$@"')
    for channels, lines in ("", ""), ("err+all", "chatter\n"):
        result = run(cycletime, "status", env={"WINE": wine, "WINEDEBUG": channels})
        check(result.status == 0 and "\nLinux side  active\n" in result.out and result.err.startswith(lines)
              and bool(result.err) == bool(lines), f"status with WINEDEBUG={channels}", result)

    end_wine()
    no_display = {"WINEDEBUG": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    result = run(cycletime, "top", "--once", "--interval", "0.1", env=no_display)
    check(result.status == 0 and not result.err, "top: Wine's own lines are shown", result)


@case
def messages(tree, work):
    """A mistake in the command line, or in the setup, is reported in one line that says what to do."""
    cycletime = tree + "/bin/cycletime"
    prepare(work)
    use_own_prefix(work + "/prefix")
    shutil.copy(BUILD + "/x86_64/tests/wine/sentinel.exe", work)
    result = run(cycletime)
    check(result.status == 125 and not result.out and re.match("usage: cycletime", result.err)
          and result.err.endswith("\nSee: cycletime help\n"), "without arguments", result)
    expect(125, "", "cycletime: bench: --svg needs a FILE. See: cycletime help bench$", cycletime, "bench", "--svg")
    expect(125, "", "cycletime: bench: unknown option --fast. See: cycletime help bench$", cycletime, "bench", "--fast")
    expect(125, "", "cycletime: version: takes no arguments, not now$", cycletime, "version", "now")
    for one in "bench", "status", "version", "help":
        check(re.match(one + "  *[a-z]", run(cycletime, one, "--help").out), one + " --help")

    expect(127, "", r"cycletime: \./a\?\[31m\?b\?: not found$", cycletime, "./a\x1b[31m\nb\udcff")
    expect(125, "", r"cycletime: counters: unknown option --\?\[31m. See: cycletime counters --help$", cycletime,
           "counters", "--\x1b[31m")
    expect(0, "sentinel", r"cycletime: no Linux side, .*/no\?\[31m/", cycletime, work + "/sentinel.exe",
           env={"CYCLETIME_UNIXLIB": "/no\x1b[31m"})
    # Linux has this program, so it is the one that is meant.
    expect(0, None, "", cycletime, "stat", ".")
    expect(0, "", "cycletime: time: no Windows program was seen, so the table is empty. One in a sandbox .* is not seen$",
           cycletime, "time", "true")
    expect(0, "sentinel", "", cycletime, "time", work + "/sentinel.exe")

    check_wine_variable(cycletime, work)
    check_mistyped(cycletime, work)  # which adds programs to the prefix
    check_folders(cycletime, work)
    check_names(cycletime, work)


def check_variables(cycletime):
    """The page names each variable that the source sets, and what programs find set are those that it names."""
    table = read(SOURCE + "/docs/internals/surroundings.md").partition("\n## Variables\n")[2].partition("\n## ")[0]
    rows = [(re.findall("`([A-Z_]+)`", row.split("|")[1]), row.split("|")[3].strip())
            for row in table.split("\n") if row.startswith("| `")]
    named = {name for names, _ in rows for name in names}
    always = {name for names, where in rows for name in names if re.match("every program(?!, with)", where)}
    source = "".join(read(file) for file in glob.glob(SOURCE + "/src/tools/command/**/*.c", recursive=True)
                     + glob.glob(SOURCE + "/src/inject/preload/*.c"))
    variables = re.findall(r'static const char (\w*variable)\[\] = "(\w+)";', source)
    calls = re.findall(r"\b(?:setenv|putenv|environment_set|environment_set_default|append_to_list)\(([^,()]+),", source)
    used = {name for _, name in variables} | {word.strip('"') for word in calls if word[0] == '"'}
    unknown = [word for word in calls if word[0] != '"' and not word.endswith("variable")]
    check(used and used <= named and not unknown, f"the page lacks {used - named} {unknown}")
    check(named <= used | {"PATH"}, f"the page has {named - used}, which no source sets")  # nor is Windows' PATH set there

    def changed(plain, *words):
        before, after = [set(run_tool(*command, env={"CYCLETIME_RUN": None}).replace("\r", "").split("\n"))
                         for command in (plain, words)]
        return {line.split("=")[0] for line in before ^ after} - {"_"}

    found = changed(["sh", "-c", "env"], cycletime, "sh", "-c", "env")
    check(found == always, f"sh has {found}, not {always}")
    found = changed(["sh", "-c", "env"], cycletime, "run", "--keep-server", "1", "sh", "-c", "env")
    check(found == always | {"CYCLETIME_KEEP_SERVER"}, f"with --keep-server, sh has {found}")
    if shutil.which("wine"):
        for words in ["cmd", "/c", "set"], ["cmd", "/c", "cmd", "/c", "set"]:
            found = {name.upper() for name in changed(["wine", *words], cycletime, *words)}
            check(always < found <= named, f"{words}: Windows' environment has {found}")


@case
def environment(tree, work):
    """What cycletime env prints gives correct times to each Windows program that a shell starts afterwards."""
    cycletime, game = tree + "/bin/cycletime", fresh(work) + "/game.exe"
    evaluate = 'cycletime=$1 && shift && eval "$("$cycletime" env)" && '
    shutil.copy(BUILD + "/x86_64/tests/wine/plain_import.exe", game)

    lines = run_tool(cycletime, "env").split("\n")
    # Neither is set in each setup.
    names = [line.split("=")[0].removeprefix("export ") for line in lines
             if line and not re.search("PRESSURE_VESSEL|FOUND_WINE", line)]
    same("the variables", ["CYCLETIME_RUN", "LD_PRELOAD"], sorted(names))
    quoted = run("sh", "-c", evaluate + 'eval "$("$cycletime" env)" && printf "%s\\n" "$LD_PRELOAD"', "sh", cycletime,
                 env={"LD_PRELOAD": "an owner's.so"})
    check(re.fullmatch("an owner's[.]so:[^:]*/cycletime_preload[.]so\n", quoted.out), "not quoted, or twice", quoted)
    check("\nCYCLETIME_RUN=no-nt fast-clock\n" in run_tool(cycletime, "env", "--plain", "--fast-clock", "--no-nt"),
          "the options are not in CYCLETIME_RUN")
    expect(125, "", "cycletime: env: takes no command, only options, not a.exe", cycletime, "env", "--quiet", "a.exe")
    expect(125, "", "cycletime: env: unknown option --json", cycletime, "env", "--json")

    need_wine()
    check_variables(cycletime)
    os.symlink(os.environ["WINEPREFIX"], work + "/prefix")
    runner = write_script(work + "/runner", f"export WINEPREFIX='{work}/prefix'", 'wine "$@"')
    expect_hooked(0, runner, game)
    expect_hooked(1, "sh", "-c", evaluate + '"$@"', "sh", cycletime, runner, game)
    expect_hooked(0, "sh", "-c", evaluate + 'CYCLETIME_RUN=off "$@"', "sh", cycletime, runner, game)
    plain = dict(line.split("=", 1) for line in run_tool(cycletime, "env", "--plain").split("\n") if line)
    result = run("wine", game, env=plain)
    check("import-thread-cycles 1 " in result.out and not result.err.count("cycletime: "), "in variables", result)
    # In a command of cycletime time, the programs are still that command's.
    result = run(cycletime, "time", "sh", "-c", evaluate + '"$@"', "sh", cycletime, "wine", game)
    check(re.search("(?m) game[.]exe$", result.err), "the list of the command around it has no game.exe", result)


@case
def interrupt(tree, work):
    """Ctrl-C in a terminal, which is a signal to its foreground processes, reaches the program once; the command stays
    until that has ended, and has its exit code."""
    prepare(work)
    program = [BUILD + "/x86_64/tests/wine/family.exe", "console"]
    for hooked, words in ("plain", ["wine"]), ("hooked", [tree + "/bin/cycletime", "run"]):
        process = Started(*words, *program, start_new_session=True)
        wait_until(lambda: "waits" in process.text(), "the program does not wait", process.text)
        os.killpg(process.pid, signal.SIGINT)
        result = process.finish()
        # family.exe ends with 90 at Ctrl-C.
        same(f"{words[0]}: the program's output and exit code", f"waits, {hooked}\nevent 0\nexit code 90",
             f"{result.out}exit code {result.status}")


@case
def ended_by_ctrl_c(tree, work):
    """A program that Ctrl-C ends is one that SIGINT ended, so that a shell ends the loop that it is in, whether the command
    alone gets the signal or its process group. One that handles Ctrl-C has its own exit code."""
    prepare(work)
    use_real_wine()
    program, cycletime = work + "/exit_codes.exe", tree + "/bin/cycletime"
    build("x86_64", "exit_codes.c", program, "-O1")

    def interrupted(send, *words):
        process = Started(*words, start_new_session=True)
        wait_until(process.text, "the program does not begin", lambda: process.text(1))
        send(process.pid, signal.SIGINT)
        return process.finish()

    for send in os.kill, os.killpg:
        for code, *words in (-signal.SIGINT, "stay"), (-signal.SIGINT, "passes"), (0, "handles", "0"), (5, "handles", "5"):
            result = interrupted(send, cycletime, program, *words)
            check(result.status == code, f"{words}, {send.__name__}: exit code {result.status}", result)
        result = interrupted(send, cycletime, "time", program, "stay")
        check(result.status == -signal.SIGINT and "0xc000013a" in result.err, f"time: exit code {result.status}", result)
    below = ["sh", "-c", 'trap : INT; "$2" "$1" stay; echo "code $?"', "sh", program, plain_wine("x86_64")]
    result = interrupted(os.killpg, cycletime, "run", *below)
    check("code 130\n" in result.out, "below a shell", result)


@case
def output(tree, work):
    """What cannot be written is a failure, and said in one line; where nobody reads it any more, as after "| head", nothing
    is said."""
    prepare(work)

    def check_said(where, count, stdout, words):
        result = run(tree + "/bin/cycletime", *words, stdout=stdout)
        written = [line for line in result.said() if re.match("cycletime: .*written", line)]
        check(result.status and len(written) == len(result.said()) == count,
              f"{' '.join(words)}, {where}: exit code {result.status}, or not {count} lines", result)

    once, twice = ["--once", "--interval", "0.1"], ["--count", "2", "--interval", "0.1"]
    for words in (["version"], ["help"], ["help", "run"], ["run", "--help"], ["status"], ["top", "--help"], ["top", *once],
                  ["top", *twice, "--json"], ["top", *twice, "--csv"], ["counters", "--help"],
                  ["counters", *twice, "\\System\\Processes"], ["counters", "--list", "Processor"], ["bench", "--json"]):
        with open("/dev/full", "wb") as full:
            check_said("the disk is full", 1, full, words)
        reader, writer = os.pipe()
        os.close(reader)
        check_said("nobody reads", 0, writer, words)
        os.close(writer)


@case
def tree_path(tree, work, machine):
    """Programs are hooked, and the tree's own run, wherever the tree stands: in folders with blanks, ld.so's variables or
    bytes that are no UTF-8, and of any length; where one has a colon it is refused by name."""
    prepare(work, machine)
    forget("CYCLETIME_UNIXLIB", "WINEDLLPATH", "LD_PRELOAD")
    game, deep = work + "/game.exe", "/".join(["0" * 120] * 10)
    build(machine, "service.c", game, "-O1")
    for name in ("a folder with blanks", "in $HOME of ${PLATFORM}", os.fsdecode(b"Spa\xdf \xff"), "größe", deep[:121 * 3],
                 deep):
        place = f"{work}/{name}"
        run_tool("mkdir", "-p", place)
        run_tool("cp", "-R", tree + "/.", place)
        for words in ["run", game, "side"], ["run", "cmd", "/c", windows_path(game), "side"], ["status"]:
            result = run(place + "/bin/cycletime", *words)
            check(result.status == 0 and re.search("(?m)^Linux side  active", result.out),
                  f"in {name[:40]}, {len(place)} characters: not active", result)
        print(f"{len(place)} characters: {name[:40]}")
        shutil.rmtree(f"{work}/{name.split('/')[0]}")
    run_tool("cp", "-R", tree, work + "/a:colon")
    for words in ["run", "true"], ["status"]:
        result = run(work + "/a:colon/bin/cycletime", *words)
        refusal = "(?m)^cycletime: .*/a:colon/lib: the path contains a colon"
        check(result.status == 125 and re.search(refusal, result.out + result.err),
              "a path with a colon is not refused", result)


@case
def start_calls(tree, work):
    """How many system calls more than without it an empty program makes from its start to its end, with the hooks alone,
    and what the command makes of its own. A call is dear on some machines, and these numbers are the same on all."""
    prepare(work)
    forget("CYCLETIME_UNIXLIB", "WINEDLLPATH", "LD_PRELOAD", "CYCLETIME_RUN")
    # Each other folder of PATH costs some calls, since a program's DLLs may be in it.
    os.environ["PATH"] = os.path.dirname(shutil.which("wine")) + ":/usr/bin:/bin"
    os.symlink(tree, work + "/tree")  # LD_PRELOAD cannot hold a blank
    program = ["wine", tree + "/lib/wine/x86_64-windows/cycletime-bench.exe", "--nothing"]
    preload = f"LD_PRELOAD={work}/tree/lib/preload/${{PLATFORM}}/cycletime_preload.so"
    result = run("strace", "-f", "-o", work + "/try", "true")
    if result.status:
        skip("strace cannot follow a program here: " + result.err.strip())

    def calls(status, *words):
        """Returns the fewest system calls of five runs: Wine's own number varies."""
        counts = []
        for _ in range(5):
            result = run("strace", "-f", "-c", "-o", work + "/calls", *words)
            if result.status != status:
                fail(f"{' '.join(words)}: exit code {result.status}, not {status}", result)
            counts.append(int(re.search(r"(?m)^.* total$", read(work + "/calls"))[0].split()[3]))
        return min(counts)

    def check_more(what, more, least, most):
        """Fewer than LEAST would mean that what is measured did not take place."""
        print(f"{what}: {more} system calls more, at least {least}, at most {most}")
        check(least <= more <= most, f"{what}: {more} system calls more, not {least} to {most}")

    check_more("the hooks", calls(42, "-E", preload, *program) - calls(42, *program), 200, 385)
    check_more("cycletime run", calls(0, tree + "/bin/cycletime", "run", "true") - calls(0, "true"), 50, 200)


if __name__ == "__main__":
    run_case()
