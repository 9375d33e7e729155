# SPDX-License-Identifier: MIT
"""Launchers and containers in which a Windows program starts: the real launchers that are installed, and stand-ins for
Proton's script, for Steam's container and for the Flatpak of Bottles."""
import glob
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from package_test import (PYTHON, TESTS, at_end, build, build_for_linux, case, check, end_wine, forget,
                          prepare, read, run, run_case, skip, start_display, use_own_prefix, windows_path, write,
                          write_script)

PROTON, STEAM, FLATPAK = [[*PYTHON, TESTS + "/launchers.py", name]
                          for name in ("proton_script", "steam_container", "flatpak_container")]


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


# To mount folders, root needs capabilities that bubblewrap otherwise takes away.
CAPABILITIES = [] if os.getuid() else ["--cap-add", "ALL"]
FOLDERS = {"LIB": (["lib/x86_64-linux-gnu"], ["lib/i386-linux-gnu"]),
           "PLATFORM": (["x86_64", "haswell", "xeon_phi"], ["i686", "i586", "i486", "i386"])}


@case
def flatpak_container(*command):
    """Runs the command in what stands for the Flatpak of Bottles, by flatpak's source and Bottles' manifest: processes,
    /tmp, /dev/shm and /run of its own, of the home one folder, Wine in /app where it is not of /usr's, and ld.so's
    variables and TMPDIR taken away. (What flatpak's --env names is what env in the command names.)"""
    forget("LD_PRELOAD", "LD_LIBRARY_PATH", "TMPDIR")
    seen, runtime = os.environ["HOME"] + "/.var/app/com.usebottles.bottles", f"/run/user/{os.getuid()}"
    drive, options = os.path.realpath(os.environ["WINEPREFIX"] + "/drive_c"), []
    for entry in "bin", "sbin", "lib", "lib32", "lib64", "libx32":
        if os.path.islink(f"/{entry}"):
            options += ["--symlink", os.readlink(f"/{entry}"), "/" + entry]
        elif os.path.isdir(f"/{entry}"):
            options += ["--ro-bind", f"/{entry}", "/" + entry]
    server = os.path.realpath(shutil.which("wineserver"))
    if not server.startswith("/usr/"):
        options += ["--ro-bind", server.rpartition("/bin/")[0], "/app"]
    os.execvp("bwrap", [
        "bwrap", "--unshare-pid", "--unshare-ipc", "--die-with-parent", "--ro-bind", "/usr", "/usr",
        "--ro-bind", "/etc", "/etc", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--dir", runtime,
        "--bind", seen, seen, "--bind", drive, drive, "--setenv", "XDG_RUNTIME_DIR", runtime,
        "--setenv", "PATH", "/app/bin:/usr/bin:/bin", *options, *command])


def entries_inside(preload, token, folder):
    """Returns LD_PRELOAD as it is in Steam's container. An entry with ${PLATFORM} is looked up outside for each word size,
    and that of Steam's overlay has the word size that its folder reports. They become links in FOLDER, and entries with
    TOKEN."""
    inside = []

    def link_for(file, names):
        if os.path.isfile(file):
            for name in names:
                os.makedirs(f"{folder}/{name}", exist_ok=True)
                link = f"{folder}/{name}/{os.path.basename(file)}"
                if os.path.lexists(link):
                    os.remove(link)
                os.symlink("/run/host" + file if file.startswith("/usr/") else file, link)

    of_64, of_32 = FOLDERS[token]
    for entry in filter(None, preload.split(":")):
        link = f"{folder}/${{{token}}}/{os.path.basename(entry)}"
        if "${PLATFORM}" in entry:
            link_for(entry.replace("${PLATFORM}", "x86_64", 1), of_64)
            link_for(entry.replace("${PLATFORM}", "i686", 1), of_32)
        elif entry.endswith("/ubuntu12_64/gameoverlayrenderer.so"):
            link_for(entry, of_64)
        elif entry.endswith("/ubuntu12_32/gameoverlayrenderer.so"):
            link_for(entry, of_32)
        else:
            link = entry
        if link not in inside:
            inside.append(link)
    return ":".join(inside)


@case
def steam_container(token, folder, host, hidden, *command):
    """Runs the command in what stands for Steam's container, by pressure-vessel's source. The machine's /usr/src, of which
    HOST is a copy, is at /run/host/usr/src in there, and nothing at /usr/src; of the folder HIDDEN there is what
    PRESSURE_VESSEL_FILESYSTEMS_RO names. LD_PRELOAD is taken away before any other program begins, and handed on entry by
    entry, with links in FOLDER and with TOKEN, PLATFORM or LIB."""
    inside, options = entries_inside(os.environ.pop("LD_PRELOAD", ""), token, folder), []
    options += ["--tmpfs", "/run", "--ro-bind", host, "/run/host/usr/src", "--tmpfs", hidden]
    for share in filter(None, os.environ.get("PRESSURE_VESSEL_FILESYSTEMS_RO", "").split(":")):
        options += ["--symlink", os.readlink(share), share] if os.path.islink(share) else ["--ro-bind", share, share]
    os.execvp("bwrap", ["bwrap", *CAPABILITIES, "--dev-bind", "/", "/", "--tmpfs", "/usr/src", "--setenv", "LD_PRELOAD",
                        inside, *options, *command])


class Containers:
    """A program, what it says of the Linux side, and the libraries that others name in LD_PRELOAD."""

    def __init__(self, tree, machine):
        self.place = tempfile.mkdtemp()
        at_end(shutil.rmtree, self.place)
        self.elsewhere, self.home = self.place + "/elsewhere", self.place + "/home"
        self.seen = self.home + "/.var/app/com.usebottles.bottles"
        self.others = self.place + "/reported"
        os.makedirs(self.seen)
        os.makedirs(self.elsewhere + "/run", 0o700)
        os.environ.update(HOME=self.home, XDG_RUNTIME_DIR=self.elsewhere + "/run", OTHERS=self.others)
        self.trees = [self.place + "/tree", self.elsewhere + "/a tree", self.seen + "/cycletime"]
        for copy in self.trees:
            shutil.copytree(tree, copy, symlinks=True)
        self.game, self.result = self.seen + "/game.exe", None
        build(machine, "service.c", self.game, "-O1")
        self.by_cmd = ["wine", "cmd", "/c", windows_path(self.game), "side"]
        self.by_wine = ["wine", self.game, "side"]
        self.fixed = self.use_prefix()
        self.overlay, self.gamemode = [f"{self.place}/${{PLATFORM}}/{name}" for name in self.build_others()]

    def use_prefix(self):
        """Makes the prefix once more, with a server of its own: it opens files by the names that they have where it is
        itself. Returns words before commands: a server may start a process where the heap takes Wine's own page."""
        old, new = os.environ["WINEPREFIX"], self.seen + "/prefix"
        os.mkdir(new)
        for name in os.listdir(old):
            if name.endswith(".reg") or name == ".update-timestamp":
                shutil.copy(f"{old}/{name}", new)
        shutil.copytree(old + "/dosdevices", new + "/dosdevices", symlinks=True)
        os.symlink(os.path.realpath(old + "/drive_c"), new + "/drive_c")
        os.environ["WINEPREFIX"] = new
        at_end(end_wine, new)
        return ["setarch", "--addr-no-randomize"] if shutil.which("wine") == old + ".bin/wine" else []

    def build_others(self):
        """Builds the overlay as Steam names it, and another one, for each word size that the compiler makes."""
        names = {"overlay": "gameoverlayrenderer.so", "gamemode": "gamemode.so"}
        for bits, folders in (64, ["x86_64", "haswell", "xeon_phi"]), (32, ["i686", "i586", "i486", "i386"]):
            os.mkdir(f"{self.place}/ubuntu12_{bits}")
            for name, file in names.items():
                words = ["others.c", f"{self.place}/ubuntu12_{bits}/{file}", f"-m{bits}", "-shared", "-fPIC",
                         f'-DNAME="{name}"', "-ldl"]
                if bits == 64:
                    build_for_linux(*words)
                else:
                    run("gcc", words[0], "-o", *words[1:])
            for folder in folders:
                os.symlink(f"ubuntu12_{bits}", f"{self.place}/{folder}")
        return names.values()

    def check(self, condition, message):
        check(condition, message, self.result, read(self.others))

    def expect(self, pattern, *words, others=None, **env):
        """Checks what the program says of the Linux side, and which of the others' libraries are in it."""
        write(self.others, "")
        self.result = run(*self.fixed, *words, env=env)
        self.check(re.search("(?m)^" + pattern, self.result.out), "not " + pattern)
        if others is not None:
            found = sorted(set(re.findall("(?m)^([a-z]*) [^ ]*game[.]exe side ", read(self.others))))
            self.check(found == others, f"the others in LD_PRELOAD are {found}, not {others}")

    def expect_said(self, pattern):
        self.check(re.search("(?m)" + pattern, self.result.err), f"nobody says {pattern}")

    def expect_in_steam(self, token, cycletime, *words, **how):
        """Runs the command in Steam's container, where the machine's /usr is elsewhere, with the overlay as Steam names
        that. What else is not below the home has to be named."""
        links = self.place + "/links"
        shutil.rmtree(links, ignore_errors=True)
        overlays = "".join(f":{self.place}/ubuntu12_{bits}/gameoverlayrenderer.so" for bits in (32, 64))
        self.expect(ACTIVE, "bwrap", *CAPABILITIES, "--dev-bind", "/", "/", "--ro-bind", self.trees[0], "/usr/src",
                    "--setenv", "LD_PRELOAD", overlays, cycletime, "run", *STEAM, token, links, self.trees[0],
                    self.elsewhere, *words, **how)


ACTIVE, OFF = "Linux side  active", "no cycles"
NOT_CORRECT = "^cycletime: no Windows program reported correct times"


def check_no_container(containers):
    cycletime = containers.trees[0] + "/bin/cycletime"
    adds = 'LD_PRELOAD=$LD_PRELOAD:$1 exec wine "$2" side'
    for pattern, others, words in (
            (OFF, ["overlay"], containers.by_wine), (ACTIVE, ["overlay"], [cycletime, "run", *containers.by_wine]),
            (ACTIVE, ["gamemode", "overlay"], [cycletime, "run", "sh", "-c", adds, "sh", containers.gamemode,
                                               containers.game]),
            (OFF, ["overlay"], [cycletime, "run", "--no-children", *containers.by_cmd])):
        containers.expect(pattern, "env", "LD_PRELOAD=" + containers.overlay, *words, others=others)
    end_wine()


def check_steam(containers):
    cycletime, proton = "/usr/src/bin/cycletime", [*PROTON, "9", "waitforexitandrun", containers.game, "side"]
    for token in "PLATFORM", "LIB":
        containers.expect_in_steam(token, cycletime, *containers.by_wine, others=["overlay"])
    containers.expect_in_steam("PLATFORM", cycletime, *proton)
    containers.expect_in_steam("PLATFORM", cycletime, *containers.by_cmd, others=["overlay"])
    link, library = containers.place + "/links/i686/cycletime_preload.so", "lib/preload/i686/cycletime_preload.so"
    containers.check(os.path.islink(link) and os.readlink(link) == "/run/host/usr/src/" + library,
                     "the container has nothing of it")
    end_wine()  # it sees what was there when it began
    cycletime = containers.trees[1] + "/bin/cycletime"
    containers.expect_in_steam("PLATFORM", cycletime, *containers.by_wine)
    unshared = 'unset PRESSURE_VESSEL_FILESYSTEMS_RO; exec "$@"'
    containers.expect(OFF, cycletime, "run", "--verbose", "sh", "-c", unshared, "sh", *STEAM, "PLATFORM",
                      containers.place + "/links", containers.trees[0], containers.elsewhere, *containers.by_wine)
    containers.expect_said(NOT_CORRECT)
    end_wine()


def check_flatpak(containers):
    """In the Flatpak one folder of the home is seen, and it takes LD_PRELOAD away from what was begun outside."""
    own, game = containers.trees[2] + "/bin/cycletime", containers.game
    for words in containers.by_wine, containers.by_cmd:
        containers.expect(ACTIVE, *FLATPAK, own, "run", *words)
    containers.expect(OFF, own, "run", "--verbose", *FLATPAK, *containers.by_wine)
    containers.expect_said(NOT_CORRECT)
    by_env = 'game=$1; shift; exec "$@" env LD_PRELOAD="$LD_PRELOAD" wine "$game" side'
    containers.expect(ACTIVE, own, "run", "sh", "-c", by_env, "sh", game, *FLATPAK)
    containers.expect(OFF, containers.trees[0] + "/bin/cycletime", "run", "sh", "-c", by_env, "sh", game, *FLATPAK)
    containers.expect_said("^ERROR: ld.so: object .*/cycletime_preload.so.* cannot be preloaded")


@case
def containers(tree, work, machine):
    """A program and its children are hooked in stand-ins for Steam's container and for the Flatpak of Bottles, beside
    libraries that others name in LD_PRELOAD; or the reason is reported."""
    prepare(work, machine)
    result = run("bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "true")
    if result.status:
        skip("bubblewrap makes no containers here: " + result.err.strip())
    forget("CYCLETIME_UNIXLIB", "WINEDLLPATH", "LD_PRELOAD")
    containers = Containers(tree, machine)
    check_no_container(containers)
    check_steam(containers)
    check_flatpak(containers)


if __name__ == "__main__":
    run_case()
