# SPDX-License-Identifier: MIT
"""results.py FILE: reads the results that ctest wrote into FILE with --output-junit. Prints a line for each test, and one
for each case that a program of cmocka's skipped, of which ctest knows nothing: its outcome (passed, failed or skipped),
its name, and the first failure or the reason, separated by tabs."""
import re
import sys
import xml.etree.ElementTree

FAILURES = (r"\[  ERROR   \] --- ([^[].*)|^(AssertionError.*)", r"\[   LINE   \] --- (.*)")


def first_failure(lines, message):
    found = [re.search(pattern, "\n".join(lines), re.M) for pattern in FAILURES]
    if any(found):
        return " ".join(match.group(match.lastindex) for match in found if match)
    if message == "Timeout":
        return "timeout; its last line: " + lines[-1]
    return lines[-1] or message


def outcome_of(case, lines):
    note = case.find("failure")
    note = case.find("skipped") if note is None else note
    message = "" if note is None else note.get("message", "")
    if case.get("status") == "run":
        return "passed", ""
    if case.get("status") == "disabled" or message.startswith("SKIP_"):
        return "skipped", lines[-1].removeprefix("skipped: ")
    return "failed", first_failure(lines, message)


def skipped_cases(lines):
    name = reason = None
    for line in lines:
        if match := re.search(r"\[ RUN      \] (.*)", line):
            name, reason = match.group(1), "no reason given"
        elif line.startswith("skipped: "):
            reason = line.removeprefix("skipped: ")
        elif name and line.endswith("[  SKIPPED ] " + name):
            yield name, reason
            name = None


def print_outcome(outcome, name, detail):
    print(outcome, name, detail.replace("\t", " "), sep="\t")


for test in xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase"):
    output = [line for line in (test.findtext("system-out") or "").splitlines() if line.strip()] or [""]
    for skipped, why in skipped_cases(output):
        print_outcome("skipped", f"{test.get('name')}: {skipped}", why)
    print_outcome(outcome_of(test, output)[0], test.get("name"), outcome_of(test, output)[1])
