# SPDX-License-Identifier: MIT
"""What one run of a test came to, and how two of them differ."""
import re

LINE = re.compile(r'([\w.+-]+\.(?:c|cpp)):(\d+)(?::[\d.]+)?: '
                  r'(Test failed|Test succeeded inside todo block|Tests skipped)(?:: ?([^\r\n]*))?')
SUM = re.compile(r'[0-9a-f]{4,}:\S+: (\d+) tests executed \(\d+ marked as todo, (?:\d+ as flaky, )?(\d+) failures?\)')
CRASH = re.compile(r'[0-9a-f]{4,}:\S+: unhandled exception ([0-9a-f]+)')
KINDS = {'Test failed': 'fails', 'Test succeeded inside todo block': 'todo', 'Tests skipped': 'skips'}
TIMEOUT = 'timeout'


class Outcome:
    """How a run of a test ended, and its findings: what is wrong with it, each with a text for people.

    A finding is named so that it is the same in every run: a line of a source file, not a process or an address.
    """

    def __init__(self, code, seconds, output, kind):
        self.code, self.seconds = code, seconds
        self.findings = {}
        self.checks = 1
        if code == TIMEOUT:
            self.findings[TIMEOUT] = f'did not end within {seconds:.0f} s'
        getattr(self, 'read_' + kind)(output)

    def read_wine(self, output):
        """Reads what Wine's test programs print: a line for each failure, and a sum at the end of each process."""
        sums = SUM.findall(output)
        self.checks = sum(int(executed) for executed, _ in sums)
        for file, line, what, text in LINE.findall(output):
            self.findings.setdefault(f'{KINDS[what]} {file}:{line}', text[:110])
        for code in CRASH.findall(output):
            self.findings['crash ' + code] = 'unhandled exception'
        # The exit code is the number of failures in the first process, so only the lines report more.
        if self.code != TIMEOUT and not sums:
            self.findings[f'ends early, {self.code}'] = 'without a sum of its tests'

    def read_exit(self, output):
        """Reads nothing: a test that ends with 0 has passed."""
        if self.code not in (0, TIMEOUT):
            last = output.strip().splitlines()[-1:] or ['']
            self.findings[f'exit code {self.code}'] = last[0][:110]

    def read_lines(self, output):
        """Keeps the lines `name: value`, which only the comparison can judge; the program has to end well."""
        self.read_exit(output)
        self.lines = dict(line.split(': ', 1) for line in output.splitlines() if ': ' in line)
        self.checks = len(self.lines)


def compare(without, with_it):
    """What is worse with cycletime, and what is better: findings, each with a text."""
    worse, better = {}, {}
    for own, other, is_worse in ((with_it, without, True), (without, with_it, False)):
        for key, text in own.findings.items():
            if key not in other.findings:
                # A check of which Wine's tests know that it fails, and that succeeds here, is no loss.
                (worse if is_worse != key.startswith('todo ') else better)[key] = text
    values, others = getattr(without, 'lines', {}), getattr(with_it, 'lines', {})
    # Where one has not come to its end, only what both have printed can be compared.
    both = values.keys() & others.keys()
    for name in both if TIMEOUT in {without.code, with_it.code} else values.keys() | others.keys():
        if values.get(name) != others.get(name):
            worse['differs ' + name] = f'{values.get(name)} without, {others.get(name)} with'
    return worse, better
