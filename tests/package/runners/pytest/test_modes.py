# SPDX-License-Identifier: MIT
import subprocess

import pytest

LINES = {stream: "".join(f"line {i}\n" for i in range(first, 2001, 2)) for stream, first in (("out", 1), ("err", 2))}


def run(mode, timeout=300):
    return subprocess.run(["cycletime", "./program.exe", mode], capture_output=True, text=True, timeout=timeout)


def test_pass():
    result = run("pass")
    assert (result.returncode, result.stdout) == (0, "passed\n")


def test_fail():
    assert run("fail").returncode == 0


def test_exit_code():
    assert run("fail").returncode == 3


def test_crash():
    assert run("crash").returncode == 5  # the low byte of 0xC0000005


def test_both():
    result = run("both")
    assert result.stdout == LINES["out"]
    assert LINES["err"] in result.stderr


def test_child():
    result = run("child")
    assert result.stdout == LINES["out"] + "the child ended with 0\n"


def test_limit():
    with pytest.raises(subprocess.TimeoutExpired):
        run("limit", timeout=3)
