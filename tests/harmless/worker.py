# SPDX-License-Identifier: MIT
"""One processor's share of the work: a process that runs tests in the prefixes of the modes, one test at a time."""
import ctypes
import fcntl
import os
import shutil
import signal
import socket
import struct
import sys
import time

from outcome import TIMEOUT, Outcome

LIBC = ctypes.CDLL(None, use_errno=True)
PR_SET_CHILD_SUBREAPER = 36
ADDR_NO_RANDOMIZE = 0x0040000
CLONE_NEWNET = 0x40000000
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1

# The words after `cycletime run`, and what is set in the environment; None: without cycletime.
MODES = {
    'without': None,
    'default': ([], {}),
    'no-nt': (['--no-nt'], {}),
    'fast-clock': (['--fast-clock'], {}),
    'no-unixlib': ([], {'CYCLETIME_UNIXLIB': '0'}),
}


def leave_network():
    """Goes into a network namespace that has only the loopback device. Returns False if that is not allowed."""
    if LIBC.unshare(CLONE_NEWNET) != 0:
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = bytearray(struct.pack('16sH14x', b'lo', 0))
        fcntl.ioctl(any_socket, SIOCGIFFLAGS, request)
        flags = struct.unpack_from('H', request, 16)[0]
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack('16sH14x', b'lo', flags | IFF_UP))
    return True


def collect_children():
    """Becomes the parent of every process that loses its own, so that none stays behind as a zombie. Process 1 of a
    container may take them late, and a test then finds processes that have ended."""
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])


def wait_for(process, limit):
    """Collects children until PROCESS ends or LIMIT seconds have passed. Returns its exit code, or None."""
    end, code = time.monotonic() + limit, None
    while True:
        try:
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == process:
                    code = os.waitstatus_to_exitcode(ended[1])
        except ChildProcessError:
            pass
        left = end - time.monotonic()
        if code is not None or left <= 0:
            return code
        signal.sigtimedwait([signal.SIGCHLD], left)


class Side:
    """A mode's prefix, and the Wine that runs in it."""

    def __init__(self, mode, work, tree):
        self.mode = mode
        self.prefix = f'{work}/prefix-{mode}'
        self.environment = {name: value for name, value in os.environ.items()
                            if name not in ('DISPLAY', 'WAYLAND_DISPLAY', 'TMPDIR', 'LD_PRELOAD', 'WINEARCH')
                            and not name.startswith('CYCLETIME_')}
        self.environment.update(WINEPREFIX=self.prefix, WINEDEBUG='-all', LC_ALL='C.UTF-8', WINETEST_PLATFORM='wine',
                                WINETEST_COLOR='0', WINEDLLOVERRIDES='mscoree,mshtml=;winemenubuilder.exe=d')
        self.words = []
        if MODES[mode] is not None:
            options, changed = MODES[mode]
            self.words = [f'{tree}/bin/cycletime', 'run', '--quiet', *options]
            self.environment.update(changed)

    def run(self, words, limit, output='/dev/null', errors=None):
        """Starts WORDS, below `cycletime run` in a mode with it. Returns the exit code, or None after LIMIT seconds."""
        files = [(os.POSIX_SPAWN_OPEN, 0, '/dev/null', os.O_RDONLY, 0),
                 (os.POSIX_SPAWN_OPEN, 1, output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)]
        files.append((os.POSIX_SPAWN_OPEN, 2, errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644) if errors else
                     (os.POSIX_SPAWN_DUP2, 1, 2))
        process = os.posix_spawnp(self.words[0] if self.words else words[0], self.words + words, self.environment,
                                  file_actions=files, setsid=True, setsigmask=[])
        code = wait_for(process, limit)
        if code is None:
            os.killpg(process, signal.SIGKILL)
            wait_for(process, 10)
        return code

    def stop(self):
        """Ends all that runs in the prefix."""
        plain, self.words = self.words, []
        self.run(['wineserver', '-k'], 20)
        self.run(['wineserver', '-w'], 20)
        self.words = plain
        self.forget_server()

    def forget_server(self):
        """Removes the folder of Debian's server, which is in /tmp, stays there, and is named by this file."""
        try:
            with open(self.prefix + '/wineserver', encoding='ascii') as file:
                name = file.read().strip()
            os.remove(self.prefix + '/wineserver')
            if name.startswith('wine-') and '/' not in name:
                shutil.rmtree('/tmp/' + name, ignore_errors=True)
        except FileNotFoundError:
            pass

    def start(self):
        """Starts the server, the services and the desktop, so that they too are with cycletime in a mode with it."""
        self.run(['wineserver', '-p600'], 60)
        self.run(['wine', 'wineboot'], 120)

    def make_prefix(self):
        """Makes the prefix anew: what its making writes into the registry is Wine's to choose, or cycletime's to spoil."""
        shutil.rmtree(self.prefix, ignore_errors=True)
        os.makedirs(self.prefix)
        if self.run(['wine', 'wineboot', '-i'], 600) != 0:
            return False
        # Windows work without a display; a crash asks nobody; Wine 8 is Windows 7, on which Node.js does not start.
        for key, name, kind, value in (('Drivers', 'Graphics', 'REG_SZ', 'null'),
                                       ('WineDbg', 'ShowCrashDialog', 'REG_DWORD', '0'),
                                       ('AppDefaults\\node.exe', 'Version', 'REG_SZ', 'win10')):
            self.run(['wine', 'reg', 'add', 'HKCU\\Software\\Wine\\' + key, '/v', name, '/t', kind, '/d', value, '/f'], 120)
        self.run(['wineserver', '-w'], 60)
        self.stop()
        return True

    def copy_prefix(self, other):
        """Makes the prefix a copy of that of another mode, in which nothing runs."""
        shutil.rmtree(self.prefix, ignore_errors=True)
        shutil.copytree(other, self.prefix, symlinks=True)

    def run_test(self, test, output):
        """Runs TEST in a new folder of the prefix. What it prints is in OUTPUT. Returns an Outcome."""
        folder = f'{self.prefix}/drive_c/t/{test.group}'
        os.chdir('/')
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        for source, name in test.files:
            (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, f'{folder}/{name}')
        os.makedirs(os.path.dirname(output), exist_ok=True)
        os.chdir(folder)
        begin = time.monotonic()
        errors = output + '.err' if test.kind == 'lines' else None
        code = self.run(['wine', *test.words], test.limit, output, errors)
        seconds = time.monotonic() - begin
        os.chdir('/')
        if code is None:
            self.stop()
            self.start()
        with open(output, encoding='utf-8', errors='replace') as file:
            return Outcome(TIMEOUT if code is None else code, seconds, file.read(), test.kind)


def work(connection, folder, tree, alone, fixed_addresses):
    """Answers what comes over CONNECTION until it ends: jobs, each a list of a function's name and its arguments."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_children()
    if alone and not leave_network():
        sys.exit('harmless: no network namespace')
    if fixed_addresses:
        LIBC.personality(ctypes.c_ulong(ADDR_NO_RANDOMIZE))
    side = None
    try:
        while True:
            mode, task, *arguments = connection.recv()
            side = Side(mode, folder, tree)
            connection.send(TASKS[task](side, *arguments))
            side = None
    except EOFError:
        pass
    finally:
        if side:
            side.stop()


def task_prefix(side):
    """Makes the mode's prefix. Returns whether it could be made."""
    try:
        return side.make_prefix()
    finally:
        side.stop()


def task_tests(side, base, tests, folder):
    """Runs TESTS, one after the other, with a server of their own. BASE is the mode whose prefix is copied if there is no
    prefix yet. Returns their outcomes."""
    if not os.path.isdir(side.prefix):
        side.copy_prefix(side.prefix.removesuffix(side.mode) + base)
    outcomes = []
    side.start()
    for test in tests:
        outcomes.append(side.run_test(test, f'{folder}/{side.mode}/{test.suite}/{test.group}/{test.name}'))
    side.stop()
    return outcomes


def task_output(side, words):
    """Runs WORDS. Returns what they print, or None if they do not end well."""
    file = side.prefix + '.output'
    code = side.run(['wine', *words], 120, file, '/dev/null')
    side.stop()
    with open(file, encoding='utf-8', errors='replace') as output:
        return output.read() if code == 0 else None


TASKS = {'prefix': task_prefix, 'tests': task_tests, 'output': task_output}
