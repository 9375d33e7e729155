# SPDX-License-Identifier: MIT
"""starts.py TREE WORK ROUNDS CHILDREN PREFIXES: what `cycletime run` adds to a start, to so many children in a row, to
tests and to the making of a prefix, with the caller's Wine and beside the same alone, in random order. Of a start it also
measures the two parts by themselves: the command, with a program that is not Wine's, and hooking, by LD_PRELOAD without
the command. It prints the least and the median of the elapsed times, and the least of those of processors."""
import ctypes
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

tree, work = sys.argv[1:3]
rounds, children, prefixes = map(int, sys.argv[3:6])
command = [tree + '/bin/cycletime', 'run']
preload = {'LD_PRELOAD': tree + '/lib/preload/${PLATFORM}/cycletime_preload.so', 'CYCLETIME_RUN': ''}
done = 42  # of a program that only ends
debian_loader = '/usr/lib/wine/wine64'
subreaper = 36  # PR_SET_CHILD_SUBREAPER: Wine's processes come here when their parents end, as they come to `cycletime run`


def run(words, expected, **changed):
    """Seconds, and those of processors in it and in what it began, which has ended; of wineserver, only its own part."""
    begin = time.monotonic()
    nothing = [(os.POSIX_SPAWN_OPEN, number, '/dev/null', os.O_RDWR, 0) for number in (0, 1, 2)]
    process = os.posix_spawnp(words[0], words, {**os.environ, **changed}, file_actions=nothing)
    status, usage = os.wait4(process, 0)[1:]
    if os.waitstatus_to_exitcode(status) != expected:
        sys.exit(f'starts: {words} ended with {os.waitstatus_to_exitcode(status)}')
    took = time.monotonic() - begin
    used = usage.ru_utime + usage.ru_stime
    try:
        while 'WINEPREFIX' not in changed:
            usage = os.wait4(-1, 0)[2]
            used += usage.ru_utime + usage.ru_stime
    except ChildProcessError:
        pass
    return took, used


def measure(count, *ways):
    """What each of the ways gives, COUNT times, in random order: for each a list of the first values, and of the second."""
    found = {way: [] for way in ways}
    for way in random.sample(list(ways) * count, len(ways) * count):
        found[way].append(way())
    return [list(zip(*found[way])) for way in ways]


def report(what, scale, alone, under, limit):
    """The values of ALONE and UNDER: elapsed times, and those of processors, if they are known. The limit is
    that of the ratios but the first."""
    least, medians = ([[kind(values) * scale for values in way] for way in (alone, under)]
                      for kind in (min, statistics.median))
    pairs = [(least[0][0], least[1][0]), (medians[0][0], medians[1][0]), *zip(least[0][1:], least[1][1:])]
    words = ''.join(f'{a:8.2f}{u:8.2f}{u / a:6.2f}  ' for a, u in pairs)
    is_missed = any(u > a * limit for a, u in pairs[1:])
    print(f'{what:36}{words:72}{limit:4.2f}{" missed" if is_missed else ""}', flush=True)


def tell_command():
    alone, under = measure(3 * rounds, lambda: run(['true'], 0), lambda: run(command + ['true'], 0))
    report('the command alone, ms', 1e3, alone, under, 2.5)
    shell = ['sh', '-c', 'i=0; while [ $i -lt 1000 ]; do /bin/true; i=$((i + 1)); done']
    alone, under = measure(9, lambda: run(shell, 0), lambda: run(command + shell, 0))
    report('1000 true in a shell, s', 1, alone, under, 1.03)


def program(directory):
    return ['wine', f'{tree}/lib/wine/{directory}/cycletime-bench.exe', '--nothing']


def tell_start(directory, limit):
    words = program(directory)
    if subprocess.run(words, stdin=-3, stderr=-3, check=False).returncode != done:
        print(f'{directory}: this Wine runs none of them')
        return
    short = command[:1] + words[1:]
    # The loader that this runs, without Debian's script.
    loader = [debian_loader] + words[1:] if directory == 'x86_64-windows' and os.path.exists(debian_loader) else words
    alone, hooked, under, direct, ours = measure(rounds, lambda: run(words, done), lambda: run(words, done, **preload),
                                                  lambda: run(command + words, done), lambda: run(loader, done),
                                                  lambda: run(short, done))
    report(f'{directory}: the hooks alone, ms', 1e3, alone, hooked, limit)
    report(f'{directory}: cycletime run, ms', 1e3, alone, under, limit)
    report(f'{directory}: Wine\'s loader, ms', 1e3, direct, ours, limit)
    for number in 2, 16:
        report(f'the same, {number} at once, each, ms', 1e3 / rounds,
               *measure(3, lambda: run_tests(loader, rounds, number), lambda: run_tests(short, rounds, number)), 1.2)


def tell_children(directory):
    words = ['wine', 'cmd', '/c', f'for /l %i in (1,1,{children}) do @cycletime-bench.exe --nothing']
    os.chdir(f'{tree}/lib/wine/{directory}')
    alone, under = measure(3, lambda: run(words, done), lambda: run(command + words, done))
    report(f'{children} children in a row, s', 1, alone, under, 1.1)


def run_test(words):
    """As test runners run a program: with its output in a pipe that is read to the end."""
    status = subprocess.run(words, stdin=-3, stdout=-1, stderr=-1, check=False).returncode
    if status != done:
        sys.exit(f'starts: {words} ended with {status}')


def run_tests(words, number, at_once):
    begin = time.monotonic()
    with ThreadPoolExecutor(at_once) as pool:
        list(pool.map(run_test, [words] * number))
    return (time.monotonic() - begin,)


def tell_tests(directory):
    words = program(directory)
    short = command[:1] + words[1:]
    alone, under = measure(3, lambda: run_tests(words, children, 20), lambda: run_tests(short, children, 20))
    report(f'{children} tests, 20 at once, s', 1, alone, under, 1.1)
    ctest = ['ctest', '--test-dir', work + '/ctest']
    os.makedirs(work + '/ctest', exist_ok=True)
    with open(work + '/ctest/CTestTestfile.cmake', 'w', encoding='utf-8') as tests:
        for i in range(50):
            tests.write(f'add_test(t{i} "$ENV{{TEST_RUNNER}}" "{words[1]}" --nothing)\n'
                        f'set_tests_properties(t{i} PROPERTIES WILL_FAIL TRUE)\n')
    alone, under = measure(5, lambda: run(ctest, 0, TEST_RUNNER=shutil.which('wine')),
                           lambda: run(ctest, 0, TEST_RUNNER=command[0]))
    report('50 tests of ctest, s', 1, alone, under, 1.2)


def make_prefix(before):
    prefix = work + '/new'
    shutil.rmtree(prefix, ignore_errors=True)
    begin = time.monotonic()
    run(before + ['wineboot', '-i'], 0, WINEPREFIX=prefix, CYCLETIME_KEEP_SERVER='0')
    subprocess.run(['wineserver', '-w'], env={**os.environ, 'WINEPREFIX': prefix}, check=True)
    return (time.monotonic() - begin,)


ctypes.CDLL(None).prctl(subreaper, 1, 0, 0, 0)
version = subprocess.run(['wine', '--version'], stdout=-1, check=True, text=True).stdout.strip()
start_limit = 1.25 if int(version.split('-')[1].split('.')[0]) > 10 else 1.15
print(version)
print(f'{"":36}{"least":>8}{"":16}{"median":>8}{"":16}{"of processors, least":>22}')
print(f'{"":36}' + f'{"alone":>8}{"with":>8}{"ratio":>6}  ' * 3 + 'limit')
tell_command()
tell_start('x86_64-windows', start_limit)
tell_start('i386-windows', start_limit)
if children:
    tell_children('x86_64-windows')
    tell_tests('x86_64-windows')
if prefixes:
    report('a new prefix, s', 1, *measure(prefixes, lambda: make_prefix([]), lambda: make_prefix(command)), 1.15)
