# SPDX-License-Identifier: MIT
"""harmless.py OPTIONS [GROUP...]: runs other people's tests without and with cycletime, and compares them, test by test.

Two workers share the jobs. A job is the tests of one group (a module of Wine's, or a library) in one mode; each mode has a
prefix, in which one job runs at a time. Then what differs is run again, three times without and three times with cycletime
in turns: what fails every time with cycletime, and never without, is a difference that is confirmed.
"""
import argparse
import collections
import fnmatch
import json
import multiprocessing
import multiprocessing.connection
import os
import shutil
import signal
import subprocess
import sys
import time

import suites
import worker
from outcome import compare

REPEATS = 3
MORE_MODES = [mode for mode in worker.MODES if mode not in ('without', 'default')]


class Job:
    """The tests of one group in one mode."""

    def __init__(self, mode, tests):
        self.mode, self.tests = mode, tests


class Pool:
    """The workers: each does one task at a time, in a mode in which no other one does."""

    def __init__(self, count, *arguments):
        self.free, self.busy = [], {}
        self.processes = []
        for _ in range(count):
            ours, theirs = multiprocessing.Pipe()
            process = multiprocessing.Process(target=run_worker, args=(theirs, self.free + [ours], *arguments))
            process.start()
            theirs.close()
            self.processes.append(process)
            self.free.append(ours)

    def modes(self):
        """The modes in which a task runs now."""
        return {mode for mode, _ in self.busy.values()}

    def begin(self, done, mode, task, *arguments):
        """Gives a free worker a task; DONE is then called with the result."""
        connection = self.free.pop()
        connection.send((mode, task, *arguments))
        self.busy[connection] = mode, done

    def wait(self):
        """Waits until at least one task is done."""
        for connection in multiprocessing.connection.wait(list(self.busy)):
            result = connection.recv()
            _, done = self.busy.pop(connection)
            self.free.append(connection)
            done(result)

    def do(self, mode, task, *arguments):
        """Does one task, and returns its result. No other one may run."""
        results = []
        self.begin(results.append, mode, task, *arguments)
        self.wait()
        return results[0]

    def end(self):
        """Ends the workers, which end what they started."""
        for connection in self.free + list(self.busy):
            connection.close()
        for process in self.processes:
            process.terminate()
            process.join()


def run_worker(connection, others, *arguments):
    """The worker's process. The other ends of the pipes are not its own: they would stay open."""
    for other in others:
        other.close()
    worker.work(connection, *arguments)


def run_jobs(pool, jobs, folder, end=None):
    """Runs the jobs, but begins none after END. Returns {mode: {test: outcome}}; what was not begun stays in JOBS."""
    outcomes = collections.defaultdict(dict)
    total, begin = len(jobs), time.monotonic()

    def keep(job):
        def done(results):
            for test, outcome in zip(job.tests, results):
                outcomes[job.mode][str(test)] = outcome
            print(f'{time.strftime("%H:%M:%S")} {total - len(jobs) - len(pool.busy):4} of {total} '
                  f'{job.tests[0].suite}/{job.tests[0].group} {job.mode}: {len(results)} tests, '
                  f'{sum(outcome.seconds for outcome in results):.0f} s', flush=True)
        return done

    while jobs or pool.busy:
        is_late = end is not None and time.monotonic() > end
        if is_late and not pool.busy:
            break
        job = next((job for job in jobs if job.mode not in pool.modes()), None) if pool.free and not is_late else None
        if job:
            jobs.remove(job)
            pool.begin(keep(job), job.mode, 'tests', 'default', job.tests, folder)
        else:
            pool.wait()
    print(f'{total - len(jobs)} jobs took {time.monotonic() - begin:.0f} s', flush=True)
    return outcomes


class Meant:
    """The differences that are meant: lines `MODE TEST FINDING | REASON` with * for anything."""

    def __init__(self, path):
        self.lines = []
        with open(path, encoding='utf-8') as file:
            for line in file:
                if line.strip() and not line.startswith('#'):
                    what, reason = line.split('|', 1)
                    mode, test, finding = what.split(None, 2)
                    self.lines.append((mode, test, finding.strip(), reason.strip()))

    def reason(self, mode, test, finding):
        """Why this difference is meant, or None if it is not."""
        for wanted_mode, wanted_test, wanted_finding, reason in self.lines:
            if (fnmatch.fnmatchcase(mode, wanted_mode) and fnmatch.fnmatchcase(test, wanted_test)
                    and fnmatch.fnmatchcase(finding, wanted_finding)):
                return reason
        return None


Difference = collections.namedtuple('Difference', 'mode test finding text verdict')


def judge(mode, test, pairs, meant):
    """The differences of a test that was run several times in pairs, without and with cycletime, with their verdicts."""
    found = []
    compared = [compare(*pair) for pair in pairs]
    for which, verdict in ((0, 'worse'), (1, 'better')):
        for finding, text in compared[0][which].items():
            times = sum(finding in pair[which] for pair in compared)
            if times < len(pairs):
                found.append(Difference(mode, test, finding, f'{times} of {len(pairs)} times {verdict}: {text}', 'chance'))
            elif reason := meant.reason(mode, test, finding):
                found.append(Difference(mode, test, finding, reason, 'meant'))
            else:
                found.append(Difference(mode, test, finding, text, verdict))
    return found


def repeat(pool, tests, outcomes, folder, meant):
    """Runs again what differs, in turns. Returns the differences."""
    by_name = {str(test): test for test in tests}
    again = [(mode, name) for mode in outcomes if mode != 'without' for name, outcome in outcomes[mode].items()
             if name in outcomes['without'] and any(compare(outcomes['without'][name], outcome))]
    pairs = {key: [(outcomes['without'][key[1]], outcomes[key[0]][key[1]])] for key in again}
    for turn in range(1, REPEATS + 1):
        # Both sides in each turn: a machine that is busy for a while disturbs both.
        wanted = collections.defaultdict(list)
        for mode, name in again + [('without', name) for name in sorted({name for _, name in again})]:
            wanted[mode, by_name[name].suite, by_name[name].group].append(by_name[name])
        jobs = [Job(key[0], wanted[key]) for key in sorted(wanted, key=lambda key: (key[1:], key[0] != 'without'))]
        print(f'repetition {turn} of {REPEATS}: {sum(len(job.tests) for job in jobs)} tests', flush=True)
        results = run_jobs(pool, jobs, f'{folder}.{turn}')
        for mode, name in again:
            pairs[mode, name].append((results['without'][name], results[mode][name]))
    return [difference for (mode, name), runs in pairs.items() for difference in judge(mode, name, runs, meant)]


def print_differences(differences):
    """Prints them by their verdicts."""
    titles = {'worse': 'pass without cycletime and fail with it, each time',
              'better': 'pass only with cycletime, each time',
              'meant': 'differences that are meant',
              'chance': 'differ by chance'}
    for verdict, title in titles.items():
        chosen = sorted(difference[:4] for difference in differences if difference.verdict == verdict)
        if chosen:
            print(f'== {title}: {len(chosen)}')
            for mode, test, finding, text in chosen:
                print(f'  {mode} {test} {finding} | {text}')


def print_table(outcomes, differences, notes):
    """Prints a line for each suite and mode."""
    print('== harmless: tests without and with cycletime')
    print(f'{"suite":10} {"mode":11} {"tests":>6} {"checks":>9} {"differ":>6}  note')
    for suite in ('wine', *suites.LIBRARIES, 'node'):
        for mode in worker.MODES:
            names = [name for name in outcomes[mode] if name.startswith(suite + '/') and name in outcomes['without']]
            if mode == 'without' or not names:
                continue
            count = collections.Counter(difference.verdict for difference in differences
                                        if difference.mode == mode and difference.test in names)
            differ = {difference.test for difference in differences if difference.mode == mode
                      and difference.test in names and difference.verdict == 'worse'}
            fail = sum(bool(outcomes[mode][name].findings) and bool(outcomes['without'][name].findings) for name in names)
            note = [f'{fail} fail with and without'] if fail else []
            note += [f'{count[verdict]} findings {text}' for verdict, text in (
                ('better', 'pass only with it'), ('meant', 'meant'), ('chance', 'by chance')) if count[verdict]]
            checks = sum(outcomes[mode][name].checks for name in names)
            print(f'{suite:10} {mode:11} {len(names):6} {checks:9} {len(differ):6}  {", ".join(note)}')
        for note in notes.get(suite, []):
            print(f'{suite:10} not run: {note}')


def read_notes(path):
    """What the caller could not fetch or build: lines `SUITE REASON`."""
    notes = collections.defaultdict(list)
    with open(path, encoding='utf-8') as file:
        for line in file:
            suite, reason = line.rstrip('\n').split(' ', 1)
            notes[suite].append(reason)
    return notes


def choose_wine(options, notes, alone):
    """The tests of Wine's modules, and those of them that are run in more modes."""
    tests, in_modes = [], []
    if 'wine' in notes:
        return tests, in_modes
    programs = wine_programs_or_none(options)
    for module in suites.modules().values():
        units = {group.partition(':')[2] for group in options.groups if group.partition(':')[0] == module.name}
        if options.groups and not units and 'wine' not in options.groups:
            continue
        if module.name not in programs:
            notes['wine'].append(f'{module.name} could not be built')
        elif module.network and not alone:
            notes['wine'].append(f'{module.name}: it opens sockets, and no network namespace can be made here')
        else:
            own = [test for test in suites.wine_tests(module, programs[module.name])
                   if not units or '' in units or test.name in units]
            tests += own
            if module.modes:
                in_modes += own
    return tests, in_modes


def wine_programs_or_none(options):
    """The programs of Wine's modules that were built; none if nothing of Wine was asked for."""
    try:
        return suites.wine_programs(options.cache, options.machine)
    except FileNotFoundError:
        return {}


def choose(options, notes, alone, output):
    """All tests that were asked for, and those of them that are run in more modes."""
    tests, in_modes = choose_wine(options, notes, alone)
    for library in suites.LIBRARIES:
        if library not in notes and (not options.groups or library in options.groups):
            own = suites.library_tests(library, options.cache, options.machine, output)
            if not own:
                notes[library].append('it has no tests here')
            tests += own
    if options.node:
        tests += suites.node_tests(options.node, options.script)
    return tests, in_modes


def has_network_namespace():
    """Whether this user may make one; tried in a process of its own."""
    return subprocess.run(['unshare', '--net', 'true'], stderr=subprocess.DEVNULL, check=False).returncode == 0


def jobs_of(tests, in_modes):
    """The jobs: each group's two sides beside each other, so that both are disturbed by the same; then the other modes."""
    groups = collections.defaultdict(list)
    for test in tests:
        groups[test.suite, test.group].append(test)
    jobs = [Job(mode, group) for group in groups.values() for mode in ('without', 'default')]
    chosen = {str(test) for test in in_modes}
    return jobs + [Job(mode, group) for group in groups.values() if str(group[0]) in chosen for mode in MORE_MODES]


def parse():
    """The options."""
    parser = argparse.ArgumentParser(prog='harmless')
    for name, text in (('tree', 'an installed tree of cycletime'), ('cache', 'where the suites are built'),
                       ('work', 'where prefixes and results go'), ('script', 'the program for Node.js'),
                       ('notes', 'a file of what is not run'), ('node', 'node.exe')):
        parser.add_argument('--' + name, help=text)
    parser.add_argument('--machine', default='x86_64', help='x86_64 or i686')
    parser.add_argument('--minutes', type=float, default=50, help='after which only repetitions begin')
    parser.add_argument('--again', action='store_true', help='with the prefixes of the last run')
    parser.add_argument('groups', nargs='*', help='modules of Wine, MODULE:UNIT, or suites')
    return parser.parse_args()


def run(options):
    """Runs everything. Returns the exit code."""
    begin = time.monotonic()
    notes = read_notes(options.notes)
    meant = Meant(suites.HERE + '/meant.txt')
    alone = has_network_namespace()
    version = subprocess.run(['wine', '--version'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    number = version.stdout.decode().split()[0].removeprefix('wine-')
    # Their heap may otherwise lie where Wine must have a page of its own (scripts/lib/wine.sh).
    fixed = int(number.split('.')[0]) < 11
    folder = options.work + '/output'
    for path in os.listdir(options.work):
        if path.startswith('output') or path.startswith('prefix-') and not options.again:
            shutil.rmtree(f'{options.work}/{path}', ignore_errors=True)
    # Without namespaces, the two sides would take each other's ports.
    pool = Pool(2 if alone else 1, options.work, options.tree, alone, fixed)
    try:
        if not options.again and not make_prefixes(pool):
            return 1
        tests, in_modes = choose(options, notes, alone, lambda words: pool.do('without', 'output', words))
        jobs = jobs_of(tests, in_modes)
        outcomes = run_jobs(pool, jobs, folder, begin + 60 * options.minutes)
        for job in jobs:
            notes[job.tests[0].suite].append(f'{job.tests[0].group} {job.mode}: no time was left')
        differences = repeat(pool, tests, outcomes, folder, meant)
    finally:
        pool.end()
    with open(options.work + '/results.json', 'w', encoding='utf-8') as file:
        json.dump({mode: {name: vars(outcome) for name, outcome in found.items()}
                   for mode, found in outcomes.items()}, file, indent=1)
    print_differences(differences)
    print_table(outcomes, differences, notes)
    if any(difference.verdict == 'worse' for difference in differences):
        print('FAILED: tests that pass without cycletime fail with it')
        return 1
    return 0


def make_prefixes(pool):
    """Makes the two prefixes from which the others are copied, one by plain Wine, one by Wine with cycletime."""
    results = {}
    for mode in ('without', 'default'):
        if not pool.free:
            pool.wait()
        pool.begin(lambda made, mode=mode: results.update({mode: made}), mode, 'prefix')
    while pool.busy:
        pool.wait()
    for mode, made in results.items():
        if not made:
            print(f'harmless: no prefix could be made, {mode}')
    return all(results.values())


signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
signal.signal(signal.SIGINT, lambda *_: sys.exit(130))
sys.exit(run(parse()))
