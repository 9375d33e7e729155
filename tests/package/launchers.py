# SPDX-License-Identifier: MIT
"""Launchers that start a Windows program: the real ones that are installed, and a stand-in for Proton's script."""
import glob
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from package_test import (PYTHON, TESTS, WINE_ROOT, at_end, build, case, check, forget, prepare, read, run, run_case, skip,
                          start_display, use_own_prefix, windows_path, write, write_script)

PROTON = [*PYTHON, TESTS + "/launchers.py", "proton_script"]


@case
def proton_script(version, verb, *command):
    """Changes the environment as Proton's script of that version does. 9 and 10 replace the user's WINEDLLPATH by their
    own, 11 puts its own before it. The prefix is a folder of STEAM_COMPAT_DATA_PATH."""
    folders = ["/proton/files/lib64/wine", "/proton/files/lib/wine"]
    if version == "11" and "WINEDLLPATH" in os.environ:
        folders.append(os.environ["WINEDLLPATH"])
    environment = {**os.environ, "WINEDLLPATH": ":".join(folders)}
    if "STEAM_COMPAT_DATA_PATH" in os.environ:
        environment["WINEPREFIX"] = os.environ["STEAM_COMPAT_DATA_PATH"] + "/pfx"
    sys.exit(subprocess.call(["wine", *command], env=environment))


@case
def proton(tree, work, machine):
    """`cycletime wrap` has the Linux side under a stand-in for Proton's script, by way of a shell and Python, without a
    word of ld.so's."""
    prepare(work, machine)
    forget("CYCLETIME_UNIXLIB", "WINEDLLPATH", "LD_PRELOAD")
    place = tempfile.mkdtemp()
    at_end(shutil.rmtree, place)
    # The Linux side may be another tree's: one of them has none.
    for name in "tree", "other", "bare":
        shutil.copytree(tree, f"{place}/{name}", symlinks=True)
    for library in glob.glob(place + "/bare/lib/wine/*-unix/*"):
        os.remove(library)
    game = place + "/game.exe"
    build(machine, "service.c", game, "-O1")

    def check_active(tree, *words, **env):
        result = run(f"{place}/{tree}/bin/cycletime", "wrap", *words, game, "side", env=env)
        check(re.search("(?m)^Linux side  active", result.out), "the Linux side is not active", result)
        check("ld.so" not in result.err, "ld.so complains", result)

    for version in "9", "11":
        check_active("tree", "sh", "-c", 'exec "$@"', "sh", *PROTON, version, "waitforexitandrun")
    check_active("bare", *PROTON, "9", "run", CYCLETIME_UNIXLIB=place + "/other/lib/wine")


LUTRIS_SETTINGS = """[lutris]
dismiss-missing-vulkan-library-warning = True
hide-no-vulkan-warning = True
hide-wine-systemwide-install-warning = True
"""
LUTRIS_OFF = ("d3d_extras", "dgvoodoo2", "dxvk", "dxvk_nvapi", "esync", "fsync", "sandbox", "vkd3d")


def write_lutris_game(program, command):
    """Writes settings of Lutris by which no dialog waits for a click, and its list of games, with one game: PROGRAM, which
    the system's Wine runs in the prefix, with the command prefix COMMAND."""
    settings, data = os.environ["HOME"] + "/.config/lutris", os.environ["HOME"] + "/.local/share/lutris"
    os.makedirs(settings + "/games", exist_ok=True)
    os.makedirs(data, exist_ok=True)
    write(settings + "/lutris.conf", LUTRIS_SETTINGS)
    write(settings + "/games/game.yml", json.dumps({
        "game": {"exe": program, "prefix": os.environ["WINEPREFIX"], "arch": "win64"},
        "system": {"disable_runtime": True, "prefix_command": command},
        "wine": {"version": "system", **{name: False for name in LUTRIS_OFF}}}))
    with sqlite3.connect(data + "/pga.db") as games:
        games.execute("CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, name TEXT, slug TEXT, runner TEXT,"
                      " platform TEXT, installed INTEGER, configpath TEXT)")
        games.execute("INSERT OR REPLACE INTO games (id, name, slug, runner, platform, installed, configpath)"
                      " VALUES (1, 'game', 'game', 'wine', 'Windows', 1, 'game')")


CHILD_USES = 5000000  # 500 ms, in 100 ns


class Game:
    """A program that reports whether its thread's cycles advance as the Linux side's do, and what GetProcessTimes returns
    for a child that used 500 ms; without cycletime that is what the caller itself used. The script that starts it keeps the
    list of what LD_PRELOAD loads into each process."""

    def __init__(self, work, cycletime):
        self.cycletime, self.reported, self.maps, self.ran = cycletime, work + "/reported", work + "/maps", 0
        for name, options in ("service", []), ("timed", ["-municode"]):
            build("x86_64", name + ".c", f"{work}/{name}.exe", "-O1", *options)
        service, timed, reported = [windows_path(f"{work}/{name}") for name in ("service.exe", "timed.exe", "reported")]
        self.batch = write(work + "/game.bat", f"@{service} side >{reported}\r\n"
                                               f"@{timed} wait {timed} end 7 500 >>{reported}\r\n")
        self.script = write_script(work + "/game.sh", f"cat /proc/self/maps >'{self.maps}'", f"exec wine '{self.batch}'")

    def answer(self):
        """Returns "correct", "plain Wine's" or what the program reported."""
        text = read(self.reported)
        child = re.search(r"(?m)^child (\d+) (\d+) \d+ 7 (\d+)", text)
        used, cycles = (int(child[1]) + int(child[2]), int(child[3])) if child else (0, None)
        if re.search("(?m)^Linux side  active", text) and used >= CHILD_USES and cycles:
            return "correct"
        if re.search("(?m)^no cycles", text) and used < CHILD_USES and cycles == 0:
            return "plain Wine's"
        return f"unexpected: {text}"

    def expect(self, wanted, what, *words):
        """Runs the command, again if Wine lost it, and checks the answer."""
        for attempt in range(3):
            if os.path.exists(self.reported):
                os.remove(self.reported)
            result = run(*words)
            if read(self.reported):
                break
            print(f"the program reported nothing, try {attempt + 1}")
        check(self.answer() == wanted, f"{what}: {self.answer()}, not {wanted}", result)

    def launch(self, name, library, *words):
        """Starts it by a launcher without cycletime, after it and before it. The launcher's library is in the processes
        that it starts."""
        for what, wanted, command in ((f"{name} without cycletime", "plain Wine's", [*words, self.script]),
                                      (f"cycletime before {name}", "correct", [self.cycletime, "run", *words, self.script]),
                                      (f"cycletime after {name}", "correct", [*words, self.cycletime, "run", self.script])):
            self.expect(wanted, what, *command)
            check(library in read(self.maps), f"{what}: {library} is not loaded")
        print(name + " run")
        self.ran += 1


def has(name, *commands):
    """Returns whether all commands are installed that a launcher needs, and names the first that is not."""
    missing = [command for command in commands if not shutil.which(command)]
    if missing:
        print(f"{name} not run: {missing[0]} is not installed")
    return not missing


def run_gamescope(game, work):
    """It needs a Vulkan device with a DRM node; without a screen, newer versions need an option."""
    usage = run("gamescope", "--help")
    headless = ["--backend", "headless"] if "--backend" in usage.out + usage.err else []
    result = run("gamescope", *headless, "--", "touch", work + "/gamescope", seconds=60)
    if os.path.isfile(work + "/gamescope"):
        game.launch("gamescope", "libc", "gamescope", *headless, "--")
    else:
        reasons = re.findall("(?im)^.*vulkan.*(?:not|n't|fail).*$|^fail.*$", result.out + result.err)
        print("gamescope not run: " + "; ".join(reasons))


def run_lutris(game, work):
    """Lutris waits for a click if its user number is 0, so root runs it under another number in a user namespace."""
    as_user = [] if os.getuid() else ["unshare", "--user", "--map-user=1000", "--map-group=1000"]
    result = run(*as_user, "true")
    if result.status:
        print("lutris not run: not as root, and " + result.err.strip())
        return
    os.environ["DISPLAY"] = start_display(work + "/display")
    lutris = ["dbus-run-session", "lutris", "lutris:rungame/game"]
    write_lutris_game(game.batch, "")
    game.expect("plain Wine's", "lutris without cycletime", *as_user, *lutris)
    game.expect("correct", "cycletime before lutris", *as_user, game.cycletime, "run", *lutris)
    write_lutris_game(game.batch, f"'{game.cycletime}' run")
    game.expect("correct", "cycletime as Lutris' command prefix", *as_user, *lutris)
    print("lutris run")
    game.ran += 1


@case
def launchers(tree, work):
    """A Windows program that a real launcher starts has correct cycles of its thread and a correct time of its child if
    `cycletime run` comes before or after the launcher, and neither without cycletime. A launcher that is not installed or
    does not work on this machine gets a line with the reason."""
    if WINE_ROOT:
        skip("the launchers start this machine's Wine only")
    prepare(work)
    os.mkdir(work + "/home")
    os.mkdir(work + "/run", 0o700)
    # Lutris writes into the prefix and the home. Debian keeps launchers in /usr/games.
    use_own_prefix(work + "/prefix")
    os.environ.update(PATH=os.environ["PATH"] + ":/usr/games", HOME=work + "/home", XDG_RUNTIME_DIR=work + "/run",
                      LC_ALL="C.UTF-8")
    forget("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD")
    game = Game(work, tree + "/bin/cycletime")
    if has("mangohud", "mangohud"):
        game.launch("mangohud", "libMangoHud", "mangohud")
    if has("gamemode", "gamemoderun", "dbus-run-session"):
        game.launch("gamemode", "libgamemodeauto", "dbus-run-session", "gamemoderun")
    if has("gamescope", "gamescope"):
        run_gamescope(game, work)
    if has("lutris", "lutris", "dbus-run-session", "Xvfb"):
        run_lutris(game, work)
    if not game.ran:
        skip("no launcher is installed that works here")


if __name__ == "__main__":
    run_case()
