# SPDX-License-Identifier: MIT
"""starts.py TREE WORK ROUNDS CHILDREN PREFIXES: what `cycletime run` adds to a start, to so many children in a row and to the
making of a prefix, with the caller's Wine and beside the same alone, in random order."""
import ctypes
import os
import random
import shutil
import statistics
import subprocess
import sys
import time

tree, work = sys.argv[1:3]
rounds, children, prefixes = map(int, sys.argv[3:6])
ways = {'alone': ['wine'], 'cycletime run': [tree + '/bin/cycletime', 'run', 'wine']}
done = 42  # of a program that only ends
subreaper = 36  # PR_SET_CHILD_SUBREAPER: Wine's processes come here when their parents end, as they come to `cycletime run`


def run(command, expected, **changed):
    """Seconds, and those of processors in it and in what it began, which has ended too."""
    begin = time.monotonic()
    nothing = [(os.POSIX_SPAWN_OPEN, number, '/dev/null', os.O_RDWR, 0) for number in (0, 1, 2)]
    process = os.posix_spawnp(command[0], command, {**os.environ, **changed}, file_actions=nothing)
    status, usage = os.wait4(process, 0)[1:]
    if os.waitstatus_to_exitcode(status) != expected:
        sys.exit(f'starts: {command} ended with {os.waitstatus_to_exitcode(status)}')
    took = time.monotonic() - begin
    used = usage.ru_utime + usage.ru_stime
    try:
        while not changed:
            usage = os.wait4(-1, 0)[2]
            used += usage.ru_utime + usage.ru_stime
    except ChildProcessError:
        pass
    return took, used


def measure(count, once):
    """What ONCE gives for each way, COUNT times."""
    found = {way: [] for way in ways}
    for way in random.sample(list(ways) * count, 2 * count):
        found[way].append(once(ways[way]))
    return [list(zip(*found[way])) for way in ways]


def tell(what, alone, under, limit, more=False):
    value = under - alone if more else under / alone
    print(f'{what:42}{alone:10.3f}{under:15.3f}{value:10.3f}{limit:7.2f}{"" if value <= limit else " missed"}', flush=True)


def tell_start(directory):
    program = f'{tree}/lib/wine/{directory}/cycletime-bench.exe'
    if subprocess.run(['wine', program, '--nothing'], stdin=-3, stderr=-3, check=False).returncode != done:
        print(f'{directory}: this Wine runs none of them')
        return
    alone, under = measure(rounds, lambda way: run(way + [program, '--nothing'], done))
    tell(f'{directory}, median, ms', *(statistics.median(of[0]) * 1e3 for of in (alone, under)), 1.1)
    tell(f'{directory}, least, ms; more', *(min(of[0]) * 1e3 for of in (alone, under)), 2, True)
    tell(f'{directory}, least of processors, ms; more', *(min(of[1]) * 1e3 for of in (alone, under)), 2, True)


def tell_children(directory):
    line = f'for /l %i in (1,1,{children}) do @cycletime-bench.exe --nothing'
    os.chdir(f'{tree}/lib/wine/{directory}')
    alone, under = measure(3, lambda way: run(way + ['cmd', '/c', line], done))
    tell(f'{children} children in a row, least, s', min(alone[0]), min(under[0]), 1.1)


def make_prefix(way):
    prefix = work + '/new'
    shutil.rmtree(prefix, ignore_errors=True)
    begin = time.monotonic()
    run(way + ['wineboot', '-i'], 0, WINEPREFIX=prefix)
    subprocess.run(['wineserver', '-w'], env={**os.environ, 'WINEPREFIX': prefix}, check=True)
    return (time.monotonic() - begin,)


ctypes.CDLL(None).prctl(subreaper, 1, 0, 0, 0)
print(f'{"":42}{"alone":>10}{"cycletime run":>15}{"ratio":>10}{"limit":>7}')
tell_start('x86_64-windows')
tell_start('i386-windows')
if children:
    tell_children('x86_64-windows')
if prefixes:
    old, new = measure(prefixes, make_prefix)
    tell('a new prefix, least, s', min(old[0]), min(new[0]), 1.15)
