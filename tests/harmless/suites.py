# SPDX-License-Identifier: MIT
"""The suites: which tests each has, and how one test is started."""
import dataclasses
import json
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 120

# Portable libraries that deal with time, processes or threads, by Debian's names of their source packages.
LIBRARIES = ('libuv1', 'benchmark', 'mimalloc', 'nng', 'libevent')


@dataclasses.dataclass
class Test:
    """A test: one process, started by WORDS in a folder of its own in which FILES (pairs of a source and a name) are."""
    suite: str
    group: str  # a module of Wine's, otherwise the suite again
    name: str
    words: list
    files: list
    kind: str = 'exit'  # how its output is read: a method of Outcome
    limit: int = LIMIT

    def __str__(self):
        return f'{self.suite}/{self.name}' if self.group == self.suite else f'{self.suite}/{self.group}:{self.name}'


@dataclasses.dataclass
class Module:
    """A line of modules.txt."""
    name: str
    network: bool
    modes: bool
    left_out: set


def modules():
    """The modules of Wine that are tested, by their names, in the order of the file."""
    found = {}
    with open(HERE + '/modules.txt', encoding='utf-8') as file:
        for line in file:
            words = line.split('#')[0].split()
            if words:
                found[words[0]] = Module(words[0], 'network' in words, 'modes' in words,
                                         {word[1:] for word in words[1:] if word.startswith('-')})
    return found


def wine_programs(cache, machine):
    """The test programs that were built, by their modules."""
    with open(f'{cache}/wine/{machine}/programs', encoding='utf-8') as file:
        return dict(line.rstrip('\n').split(' ', 1) for line in file)


def wine_tests(module, program):
    """A test for each unit of a module: each source file of a test program is one."""
    with open(os.path.dirname(os.path.dirname(program)) + '/testlist.c', encoding='utf-8') as file:
        units = re.findall(r'\{ "([^"]+)", func_', file.read())
    name = os.path.basename(program)
    return [Test('wine', module.name, unit, [name, unit], [(program, name)], 'wine')
            for unit in units if unit not in module.left_out]


def ctest_tests(suite, build):
    """The tests of a CMake project, as ctest knows them, of those programs that were built."""
    libraries = [(entry.path, entry.name) for entry in os.scandir(build) if entry.name.endswith('.dll')]
    shown = subprocess.run(['ctest', '--show-only=json-v1'], cwd=build, stdout=subprocess.PIPE, check=True).stdout
    found = []
    for test in json.loads(shown)['tests']:
        program, *arguments = test.get('command', ['not built'])
        if os.path.exists(program):
            name = os.path.basename(program)
            found.append(Test(suite, suite, test['name'], [name, *arguments], [(program, name), *libraries]))
    return found


def list_of(build, output, words):
    """The lines by which a program lists its tests; OUTPUT returns what a program prints, which is kept."""
    kept = build + '/tests.txt'
    if not os.path.exists(kept):
        text = output(words)
        if text is None:
            return []
        with open(kept, 'w', encoding='utf-8') as file:
            file.write(text)
    with open(kept, encoding='utf-8') as file:
        return [line.strip() for line in file if line.strip()]


def libuv_tests(source, build, output):
    """libuv's program starts the test that it is given in a process of its own, with the helpers that it needs."""
    names = list_of(build, output, [build + '/uv_run_tests_a.exe', '--list'])
    files = [(build + '/uv_run_tests_a.exe', 'uv_run_tests_a.exe'), (source + '/test/fixtures', 'test/fixtures')]
    return [Test('libuv1', 'libuv1', name, ['uv_run_tests_a.exe', name, name], files) for name in names]


def libevent_tests(build, output):
    """libevent's program runs the test that it is given, in the way that it chooses: most in a process of their own."""
    listed = list_of(build, output, [build + '/bin/regress.exe', '--list-tests'])
    # `    group/test` or, behind a mark, options of the test.
    names = [word for line in listed for word in line.split() if '/' in word]
    return [Test('libevent', 'libevent', name.replace('/', '.'), ['regress.exe', name],
                 [(build + '/bin/regress.exe', 'regress.exe')]) for name in names]


def library_tests(suite, cache, machine, output):
    """The tests of one of LIBRARIES."""
    source, build = f'{cache}/{suite}/source', f'{cache}/{suite}/{machine}'
    if suite == 'libuv1':
        return libuv_tests(source, build, output)
    if suite == 'libevent':
        return libevent_tests(build, output)
    return ctest_tests(suite, build)


def node_tests(node, script):
    """Node.js for Windows, by a program of ours: each line that it prints is what must be the same."""
    return [Test('node', 'node', subject, [node, 'calls.cjs', subject], [(script, 'calls.cjs')], 'lines', 300)
            for subject in ('process', 'performance', 'threads', 'system', 'crypto', 'children')]
