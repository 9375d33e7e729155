# SPDX-License-Identifier: MIT
"""starts.py TREE WORK ROUNDS CHILDREN PREFIXES: what `cycletime run` adds to a start, to so many children in a row, to tests
and to the making of a prefix, with the caller's Wine and beside the same alone, in random order. Of a start it also
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


def ratio(alone, under, limit=None):
    words = f'{alone:9.2f}{under:9.2f}{under / alone:7.2f}'
    return words + (f'{limit:6.2f}{" missed" if under > alone * limit else "       "}' if limit else '  ')


def report(what, scale, alone, under, limit):
    """The values of ALONE and UNDER: elapsed times, and those of processors, if they are known."""
    least, medians = ([[kind(values) * scale for values in way] for way in (alone, under)]
                      for kind in (min, statistics.median))
    parts = [ratio(least[0][0], least[1][0]), ratio(medians[0][0], medians[1][0], limit)]
    parts += [ratio(*pair, limit) for pair in zip(least[0][1:], least[1][1:])]
    print(f'{what:34}' + ''.join(parts), flush=True)


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
    run(before + ['wineboot', '-i'], 0, WINEPREFIX=prefix)
    subprocess.run(['wineserver', '-w'], env={**os.environ, 'WINEPREFIX': prefix}, check=True)
    return (time.monotonic() - begin,)


ctypes.CDLL(None).prctl(subreaper, 1, 0, 0, 0)
version = subprocess.run(['wine', '--version'], stdout=-1, check=True, text=True).stdout.strip()
start_limit = 1.25 if int(version.split('-')[1].split('.')[0]) > 10 else 1.15
print(version)
print(f'{"":34}{"least":>9}{"":18}{"median":>9}{"":29}{"of processors, least":>21}')
print(f'{"":34}{"alone":>9}{"with":>9}{"ratio":>7}  ' + f'{"alone":>9}{"with":>9}{"ratio":>7}{"limit":>6}{"":7}' * 2)
tell_command()
tell_start('x86_64-windows', start_limit)
tell_start('i386-windows', start_limit)
if children:
    tell_children('x86_64-windows')
    tell_tests('x86_64-windows')
if prefixes:
    report('a new prefix, s', 1, *measure(prefixes, lambda: make_prefix([]), lambda: make_prefix(command)), 1.15)
