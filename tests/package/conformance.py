# SPDX-License-Identifier: MIT
"""The archive of tests that anyone with Windows can run: its runner under Wine's cmd, and what it reports."""
import glob
import os
import re

from package_test import (BUILD, EPOCH, SOURCE, case, check, fail, files_in, fresh, imports, read, run, run_case,
                          run_tool, same, use_own_prefix)

QUICK = ["api_sets", "export_list", "first_question-static"]
SUMS = r"(\d+) passed, (\d+) failed, (\d+) skipped"
SYSTEM_DLLS = {"kernel32.dll", "msvcrt.dll", "ntdll.dll", "version.dll", "advapi32.dll", "user32.dll"}


def make_archive(out, **environment):
    """Makes the archive in OUT, and returns its path."""
    run_tool("sh", SOURCE + "/scripts/lib/conformance.sh", BUILD, out, env={"SOURCE_DATE_EPOCH": EPOCH, **environment})
    return glob.glob(out + "/*.zip")[0]


def unpack(work):
    """Unpacks the archive in a folder with a blank in its name, and returns the folder with the runner."""
    archive = make_archive(work + "/packages")
    run_tool("unzip", "-q", archive, "-d", work + "/un packed")
    return f"{work}/un packed/{os.path.basename(archive)[:-4]}"


def run_tests(folder, *words):
    """Returns the runner's result; with the sums of its last line and those of its lines in `sums` and `counted`."""
    result = run("wine", "cmd", "/c", "run-tests.cmd", *words, cwd=folder,
                 env={"WINEDLLPATH": None, "CYCLETIME_UNIXLIB": None})
    lines = [line for line in result.out.split("\n") if line]
    last = re.fullmatch(SUMS, lines[-1] if lines else "")
    if not last:
        fail("the last line does not have the sums", result)
    result.sums = [int(number) for number in last.groups()]
    result.counted = [len([line for line in lines if line.startswith(word)]) for word in ("pass ", "FAIL ", "skip ")]
    return result


def check_report(folder, result, passing):
    """What is on the screen is also in the report, with each program's output."""
    report = read(folder + "/results/report.txt")
    for line in result.out.split("\n"):
        if line.startswith(("pass ", "FAIL ", "skip ")):
            check(line + "\n" in report, "the report lacks a line", line)
    sums = "%d passed, %d failed, %d skipped\n" % tuple(result.sums)
    check(report.endswith(sums), "the report does not end with the sums")
    for name in passing:
        check(f"== x64-{name}\n" in report, f"the report lacks the output of {name}")
    for text in "Microsoft Windows", "ProcessorNameString", "thread cycles":
        check(text in report, f"the report lacks {text}")
    check(SOURCE not in report, "the report names a folder of the machine that built the tests")


def break_tests(folder):
    """Breaks one expected thing, one program that ends early, and leaves one program out."""
    os.remove(folder + "/x64/downlevel/api-ms-win-core-realtime-l1-1-2.dll")
    os.replace(folder + "/x64/export_list.exe", folder + "/x64/removed")
    run_tool("cp", folder + "/x64/sentinel.exe", folder + "/x64/first_question-static.exe")


@case
def conformance(work):
    """In a folder with a blank in its name, run-tests.cmd prints each result and at last their sums, keeps them in a
    report, and reports a test that fails, a program that ends early and one that is not there."""
    fresh(work)
    use_own_prefix(work + "/prefix")
    folder = unpack(work)
    result = run_tests(folder, *QUICK)
    same("the sums", str(result.counted), str(result.sums))
    check(not result.status and result.sums[0] >= 10 and not result.sums[1], "not all of them pass", result)
    check("Syntax error" not in result.err, "cmd does not understand a line", result)
    check_report(folder, result, QUICK)

    break_tests(folder)
    result = run_tests(folder, "--no-pause", *QUICK)
    same("the sums", str(result.counted), str(result.sums))
    check(result.status == 1 and result.sums[1] >= 3, "the exit code is not 1", result)
    for line in ("api_sets every_forwarder_leads_to_the_function_of_its_name_in_cycletime_dll",
                 "first_question-static first_question-static (the program ended with exit code 0)",
                 "export_list export_list (there is no such program)"):
        check(f"\nFAIL x64\\{line}\n" in "\n" + result.out, f"not reported: {line}", result)


@case
def conformance_all(work):
    """Under Wine all tests of the archive pass or are skipped."""
    fresh(work)
    use_own_prefix(work + "/prefix")
    result = run_tests(unpack(work))
    same("the sums", str(result.counted), str(result.sums))
    check(not result.status and result.sums[0] >= 170, "not all of them pass", result)


@case
def conformance_archive(work):
    """The archive has the files that it should have, for Windows alone, and the same programs make the same bytes."""
    fresh(work)
    folder = unpack(work)
    again = make_archive(work + "/again", TZ="Asia/Kathmandu")
    run_tool("cmp", glob.glob(work + "/packages/*.zip")[0], again)
    files = files_in(folder)
    same("the texts", "LICENSE-cmocka.txt LICENSE.txt README.txt run-tests.cmd",
         " ".join(name for name in files if "/" not in name))
    names = re.search(r"(?m)^set programs=(.*)$", read(folder + "/run-tests.cmd"))[1].split()
    sets = [os.path.basename(path)[:-4] for path in glob.glob(SOURCE + "/def/api-ms-*.def")]
    wanted = [f"{name}.exe" for name in [*names, "sentinel", "cycletime-bench"]]
    wanted += ["cycletime.dll"] + [f"downlevel/{name}.dll" for name in sets]
    for machine, place in ("x86_64", "x64"), ("i686", "x86"):
        found = [name[4:] for name in files if name.startswith(place + "/")]
        if machine == "i686" and not found:
            print("the 32-bit test programs are not built")
            continue
        same("the programs in " + place, sorted(wanted), found)
        for name in found:
            with open(f"{folder}/{place}/{name}", "rb") as file:
                check(SOURCE.encode() not in file.read(), f"{name} names a folder of this machine")
            dlls = {dll for dll, _ in imports(machine, f"{folder}/{place}/{name}")}
            check("kernel32.dll" in dlls or name.endswith(".dll"), f"the imports of {name} cannot be read")
            others = dlls - SYSTEM_DLLS - {"cycletime.dll"}
            check(not others, f"{name} needs {' '.join(sorted(others))}")
    for name in "run-tests.cmd", "README.txt":
        with open(f"{folder}/{name}", "rb") as file:
            check(all(line.endswith(b"\r\n") for line in file), f"a line of {name} ends otherwise")


if __name__ == "__main__":
    run_case()
