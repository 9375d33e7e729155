# SPDX-License-Identifier: MIT
"""Programs that are built with the packages, also with several copies of cycletime in one process."""
import glob
import json
import os
import re
import shutil

from package_test import (BUILD, SOURCE, TESTS, build, case, check, export_list, exports, fail, files_in, fresh,
                          imports, library, need_tools, need_wine, pe_headers, prepare, read, run, run_case, run_tool,
                          same, write)

CONSUMER = TESTS + "/consumer"
DEFINITIONS = SOURCE + "/def/cycletime.def"
KERNEL32 = """GetCurrentProcessId@0 GetCurrentThreadId@0 GetLastError@0 GetModuleFileNameW@12 GetModuleHandleExW@12
GetModuleHandleW@4 GetProcAddress@8 GetProcessHeap@0 HeapAlloc@12 HeapFree@12 SetLastError@4""".split()


def configure(source, work, tree, version, *options):
    return run("cmake", "-G", "Ninja", "-S", source, "-B", work, "-DCMAKE_PREFIX_PATH=" + tree,
               "-DCYCLETIME_VERSION=" + version, *options)


@case
def not_windows(tree, work, version):
    """A project that is not for Windows gets a clear error."""
    result = configure(CONSUMER, fresh(work), tree, version)
    check(result.status, "the package was found for a native compiler", result)
    check("cycletime is for Windows programs" in result.out + result.err, "the error is not clear", result)


def build_with_cmake(work, tree, version, *options):
    result = configure(CONSUMER, work, tree, version, "-DCMAKE_BUILD_TYPE=Release", *options)
    if result.status:
        fail("the project cannot be configured", result)
    run_tool("cmake", "--build", work, "--verbose")


def make_import_libraries(machine, work):
    """Makes libraries of all that the static library asks of kernel32, and of the compiler's runtime, whose functions ntdll
    has as well."""
    if machine == "x86_64":
        of_runtime, kind, suffix = ["memcpy", "memset", "__chkstk"], "i386:x86-64", "@[0-9]*"
    else:
        of_runtime, kind, suffix = ["memcpy", "memset", "_chkstk", "_aulldiv"], "i386", "$"
    for name, functions in ("ntdll", of_runtime), ("kernel32", [re.sub(suffix, "", function) for function in KERNEL32]):
        write(f"{work}/{name}.def", "\n".join([f"LIBRARY {name}.dll", "EXPORTS", *functions, ""]))
        run_tool("llvm-dlltool", "-k", "-m", kind, "-d", f"{work}/{name}.def", "-l", f"{work}/{name}.lib")


def build_with_msvc(machine, tree, work, version, is_clang_cl):
    need_tools("clang", "lld-link")
    make_import_libraries(machine, work)
    compiler = ""
    if is_clang_cl:
        # It goes by the name that it is called by. A cache for compilers takes it for another.
        compiler = work + "/clang-cl"
        os.symlink(os.path.realpath(shutil.which("clang")), compiler)
        os.environ.pop("CMAKE_C_COMPILER_LAUNCHER", None)
    # The linker refuses 32-bit objects without the mark of safe exception handlers.
    options = "LINKER:/safeseh" if machine == "i686" else ""
    build_with_cmake(work, tree, version, "--toolchain", CONSUMER + "/msvc.cmake", "-DMSVC_MACHINE=" + machine,
                     "-DMSVC_COMPILER=" + compiler, "-DMSVC_OPTIONS=" + options,
                     f"-DMSVC_LIBRARIES={work}/kernel32.lib;{work}/ntdll.lib")
    run_tool("cmake", "-DNM=llvm-nm", f"-DLIBRARY={tree}/lib/{machine}-pc-windows-msvc/cycletime_static.lib",
             "-DEXPORT_LIST=" + DEFINITIONS, "-P", SOURCE + "/tests/wine/suites/static_symbols.cmake")


def build_with_pkg_config(machine, tree, work, version):
    os.environ["PKG_CONFIG_LIBDIR"] = f"{tree}/lib/{machine}-w64-mingw32/pkgconfig"
    for package in "cycletime", "cycletime-static":
        same("version of " + package, version, run_tool("pkg-config", "--modversion", package).strip())
    run_tool("make", "-C", work, "-f", CONSUMER + "/Makefile", "VPATH=" + CONSUMER, f"CC={machine}-w64-mingw32-gcc")


def link_options(machine, tree):
    return ["-I", tree + "/include", "-L", f"{tree}/lib/{machine}-w64-mingw32"]


def build_with_names(machine, tree, work):
    options = link_options(machine, tree)
    build(machine, CONSUMER + "/program.c", work + "/static.exe", *options, "-lcycletime_static")
    build(machine, CONSUMER + "/program.c", work + "/dll.exe", *options, "-lcycletime")
    shutil.copy(library(machine, tree), work)


def imports_of_ours(machine, program):
    """Returns what it imports of the functions that cycletime.dll exports, wherever from."""
    ours = set(export_list(DEFINITIONS))
    return sorted(f"{dll} {name}" for dll, name in imports(machine, program) if name in ours)


def check_static(machine, program):
    check("kernel32.dll" in [dll for dll, _ in imports(machine, program)], f"the imports of {program} cannot be read")
    same(f"of cycletime {program} imports", "", imports_of_ours(machine, program))


def check_imports(machine, work):
    same("of cycletime dll.exe imports", ["cycletime.dll CycletimeQueryFrequency", "cycletime.dll QueryThreadCycleTime"],
         imports_of_ours(machine, work + "/dll.exe"))
    check(os.path.isfile(work + "/cycletime.dll"), "cycletime.dll is not beside dll.exe")
    check_static(machine, work + "/static.exe")


@case
def consumer(way, machine, tree, work, version):
    """The projects of tests/package/consumer are built through CMake with a MinGW compiler (cmake) or with clang and lld
    for MSVC's ABI (msvc, and by clang's other name clang-cl), through pkg-config, or by naming the libraries (names); each
    program imports of cycletime what it should."""
    fresh(work)
    if way == "cmake":
        build_with_cmake(work, tree, version, "--toolchain", f"{SOURCE}/cmake/{machine}-w64-mingw32.cmake")
    elif way == "pkg-config":
        build_with_pkg_config(machine, tree, work, version)
    elif way == "names":
        build_with_names(machine, tree, work)
    else:
        build_with_msvc(machine, tree, work, version, way == "clang-cl")
    check_imports(machine, work)


def check_answer(*words):
    result = run("wine", *words)
    check(result.status == 42, f"{words[0]}: exit code {result.status}, not 42", result)


@case
def consumer_run(machine, work, program):
    """What was built gets answers under Wine."""
    need_wine(machine)
    check_answer(f"{work}/{program}")


def page_block(language, words):
    """Returns the one block of docs/link.md in that language that has these words."""
    blocks = re.findall(rf"(?ms)^```{language}\n(.*?)^```$", read(SOURCE + "/docs/link.md"))
    found = [text for text in blocks if words in text]
    check(len(found) == 1, f"docs/link.md has {len(found)} blocks with {words}")
    return found[0]


def for_msvc(lines, work):
    """Returns the page's lines with what stands for Windows' SDK: MinGW's headers and libraries, and an entry point."""
    headers, libraries = [f"/usr/{place}" for place in ("share/mingw-w64/include", "x86_64-w64-mingw32/lib")]
    flags = ("-w -fno-ms-compatibility -fms-compatibility-version=0 -fgnuc-version=4.2.1 -D__MINGW32__ -nostdlibinc "
             f"-D__USE_MINGW_ANSI_STDIO=0 -isystem {headers}")
    make_import_libraries("x86_64", work)
    run_tool("clang", "--target=x86_64-pc-windows-msvc", "-c", CONSUMER + "/entry.c", "-o", work + "/entry.obj")
    instead = f"entry.obj ntdll.lib {libraries}/libmsvcrt.a {libraries}/libkernel32.a /entry:start /subsystem:console"
    return lines.replace("clang ", f"clang {flags} ").replace("kernel32.lib ...", instead)


def build_as_page_says(way, work):
    """Returns the programs."""
    if way == "names":
        run_tool("bash", "-ec", page_block("sh", "$mingw-gcc timer.c"), cwd=work)
        return "timer.exe", "timer++.exe", "timer-dll.exe"
    if way == "pkg-config":
        run_tool("bash", "-ec", page_block("sh", "PKG_CONFIG_PATH"), cwd=work)
        return "timer.exe", "timer-dll.exe"
    if way == "msvc":
        need_tools("clang", "lld-link")
        run_tool("bash", "-ec", for_msvc(page_block("sh", "lld-link"), work), cwd=work)
        shutil.copy(library("x86_64", work + "/cycletime"), work)
        return "timer.exe", "timer-dll.exe"
    if way == "cmake":
        write(work + "/CMakeLists.txt", page_block("cmake", "project(timer"))
        write(work + "/mingw.cmake", page_block("cmake", "CMAKE_SYSTEM_NAME"))
        run_tool("bash", "-ec", page_block("sh", "cmake -S"), cwd=work)
    else:
        need_tools("meson")
        write(work + "/meson.build", page_block("meson", "project("))
        write(work + "/mingw.ini", page_block("ini", "[binaries]"))
        run_tool("bash", "-ec", page_block("sh", "meson setup"), cwd=work)
    return ["build/timer.exe"]


def check_timer(program, result):
    """Checks that docs/link.md's program reports the time of its work, and says nothing of inexact times."""
    time = re.fullmatch(r"work: (\d+\.\d{3}) ms\n", result.out)
    check(time and float(time[1]) > 0, f"{program} does not report the time of its work", result)
    check("not exact" not in result.err, f"{program} does not get exact times", result)


def check_order_of_libraries(work):
    """Whether a program is linked with kernel32's functions shows only where these are not hooked."""
    program, tree = work + "/order.exe", work + "/cycletime"
    options = link_options("x86_64", tree)
    for first, second, is_exact in ("cycletime", "kernel32", True), ("kernel32", "cycletime", False):
        build("x86_64", work + "/timer.c", program, *options, "-l" + first, "-l" + second)
        result = run("wine", program, env={"WINEDLLPATH": tree + "/lib/wine"})
        check(("not exact" not in result.err) == is_exact, f"{first} before {second} is not noticed", result)


@case
def link_page(way, tree, work):
    """The programs of docs/link.md are built by the page's own lines, report the CPU time of their work, and notice a wrong
    order of libraries."""
    prepare(work)
    os.environ["HOME"] = work
    os.symlink(tree, work + "/cycletime")
    write(work + "/timer.c", page_block("c", "/* timer.c */"))
    for program in build_as_page_says(way, work):
        result = run(work + "/cycletime/bin/cycletime", "run", work + "/" + program)
        check_timer(program, result)
    if way == "names":
        check_order_of_libraries(work)


def definitions_of_api_sets():
    return sorted(glob.glob(SOURCE + "/def/api-ms-*.def"))


@case
def api_sets(machine, tree):
    """The API-set DLLs are what their .def files say, lead only to what cycletime.dll exports, and are nothing else: no
    code, no imports."""
    ours = exports(machine, library(machine, tree))
    check(ours, "the exports of cycletime.dll cannot be read")
    folder = f"{tree}/lib/downlevel/{machine}"
    same("the API sets", [os.path.basename(file)[:-4] + ".dll" for file in definitions_of_api_sets()],
         sorted(os.listdir(folder)))
    for definitions in definitions_of_api_sets():
        name, names = os.path.basename(definitions)[:-4], export_list(definitions)
        check(names, definitions + " lists nothing")
        dll = f"{folder}/{name}.dll"
        headers = pe_headers(machine, dll)
        same(name + ", names", names, exports(machine, dll))
        same(name + ", forwarders", ["cycletime." + function for function in names],
             re.findall(r"(?m) Forwarder RVA -- (.*)$", headers))
        for function in names:
            check(function in export_list(DEFINITIONS), f"{name}: {function} is not in def/cycletime.def")
            check(function in ours, f"{name}: cycletime.dll does not export {function}")
        same(name + ", own name", name + ".dll", "".join(re.findall(r"(?m)^Name\s*[0-9a-f]* (.*)$", headers)))
        same(name + ", imports", [], [f"{dll} {function}" for dll, function in imports(machine, dll)])
        check(re.search(r"(?m)^SizeOfCode\s*0*$", headers), name + ": has code")
        check(re.search(r"(?m)^AddressOfEntryPoint\s*0*$", headers), name + ": has an entry point")
        # Without relocations, it may lie anywhere only if it does not claim that they were taken away.
        check("relocations stripped" not in headers, name + ": cannot be moved")


@case
def api_sets_run(machine, tree, work, version):
    """Under Wine each export of the API-set DLLs is cycletime.dll's function."""
    prepare(work, machine)
    for dll in glob.glob(f"{tree}/lib/downlevel/{machine}/*.dll") + [library(machine, tree)]:
        shutil.copy(dll, work)
    build(machine, TESTS + "/forward.c", work + "/forward.exe", "-municode", "-Wall", "-Wextra", "-Werror", "-lversion")
    check(definitions_of_api_sets(), "there are no API sets")
    for definitions in definitions_of_api_sets():
        dll = os.path.basename(definitions)[:-4] + ".dll"
        check_answer(work + "/forward.exe", version, f"{work}/{dll}", *export_list(definitions))


LIBRARIES = "lib/of/others"
INSTALLED = """include/cycletime.h
include/cycletime/pep_idle.h
{0}/cmake/cycletime/cycletimeConfig.cmake
{0}/cmake/cycletime/cycletimeConfigVersion.cmake
{0}/cmake/cycletime/cycletimeTargets-{1}-mingw-release.cmake
{0}/cmake/cycletime/cycletimeTargets-{1}-mingw.cmake
{0}/wine/{1}-windows/cycletime.dll
{0}/{1}-w64-mingw32/libcycletime.dll.a
{0}/{1}-w64-mingw32/libcycletime_static.a
{0}/{1}-w64-mingw32/pkgconfig/cycletime-static.pc
{0}/{1}-w64-mingw32/pkgconfig/cycletime.pc"""


def make_repository(place):
    """Returns the address of a repository that has what is built of cycletime, as it is now."""
    os.makedirs(place)
    for name in "CMakeLists.txt", "cmake", "def", "include", "src":
        run_tool("cp", "-r", f"{SOURCE}/{name}", place)
    git = ["git", "-C", place, "-c", "user.name=test", "-c", "user.email=test@example.org"]
    run_tool(*git, "init", "--quiet", "--initial-branch=main")
    run_tool(*git, "add", "--all")
    run_tool(*git, "commit", "--quiet", "--message=all")
    return "file://" + place


def build_part(work, generator, way, *targets):
    """Builds the targets of a project that has cycletime as a part. Returns the folder of its programs."""
    source = make_repository(work + "/repository") if way == "repository" else SOURCE
    run_tool("cmake", "-G", generator, "-S", CONSUMER + "/fetched", "-B", work + "/build",
             f"--toolchain={SOURCE}/cmake/x86_64-w64-mingw32.cmake", "-DCYCLETIME_SOURCE=" + source, "-DWAY=" + way)
    run_tool("cmake", "--build", work + "/build", "--parallel", "2", "--target", *targets)
    return work + "/build" + ("/Debug" if generator == "Ninja Multi-Config" else "")


@case
def made(work):
    """A project that fetches cycletime by git is built by Make, which is CMake's default."""
    place = build_part(fresh(work), "Unix Makefiles", "repository", "static")
    check_static("x86_64", place + "/static.exe")


@case
def parts(work):
    """A project that has cycletime as a part, in either way, is built by each generator of CMake."""
    fresh(work)
    for generator in "Unix Makefiles", "Ninja", "Ninja Multi-Config":
        for way in "subdirectory", "folder":
            place = build_part(f"{work}/{generator} {way}", generator, way, "static", "dll")
            check_imports("x86_64", place)


def install_from_project(work, toolchain):
    """Configures and installs a project that has cycletime as a part. The libraries are those of the build: to build them
    again takes too long."""
    said = run_tool("cmake", "-G", "Ninja", "-S", CONSUMER + "/fetched", "-B", work + "/build", "--toolchain", toolchain,
                    "-DCYCLETIME_SOURCE=" + SOURCE, "-DWAY=folder", "-DCYCLETIME_INSTALL=ON",
                    "-DCMAKE_INSTALL_LIBDIR=" + LIBRARIES, "-DLLVM_DLLTOOL=OFF", "-DCYCLETIME_CLANG=OFF",
                    "-DCMAKE_BUILD_TYPE=Release")
    for name in "cycletime", "cycletime_static":
        check(re.search(f"no {name}[.]lib, the .* library for MSVC's linker", said),
              f"that there is no {name}.lib is not said", said)
    targets = run_tool("cmake", "--build", work + "/build", "--target", "help")
    check(len(re.findall("(?m)^(?:static|dll): ", targets)) == 2, "the project has not both programs", targets)
    parts = work + "/build/_deps/cycletime-build/src"
    for file in "cycletime.dll", "libcycletime_static.a", "def/libcycletime.dll.a":
        shutil.copy(f"{BUILD}/x86_64/src/{file}", f"{parts}/{file}")
    run_tool("cmake", "--install", work + "/build", "--prefix", work + "/in stalled")
    return work + "/in stalled"


def check_command_in_such_a_folder(work):
    run_tool("cmake", "-S", SOURCE, "-B", work + "/native", "-DBUILD_TESTING=OFF", "-DCMAKE_INSTALL_LIBDIR=" + LIBRARIES)
    run_tool("cmake", "--build", work + "/native", "--target", "cycletime")
    os.mkdir(work + "/bin")
    shutil.copy(work + "/native/src/tools/command/cycletime", work + "/bin")
    result = run(work + "/bin/cycletime", "top")
    same("what the command lacks", f"cycletime: {work}/{LIBRARIES}: missing; install cycletime again\n",
         result.out + result.err)


@case
def fetched(work, version):
    """A project that has cycletime as a part of itself is configured and installed, with libraries in a folder of another
    name, without LLVM's tools; what was installed serves a project that finds it there. The command finds such a folder."""
    machine = "x86_64"
    toolchain = f"{SOURCE}/cmake/{machine}-w64-mingw32.cmake"
    tree = install_from_project(fresh(work), toolchain)
    same("what is installed", sorted(INSTALLED.format(LIBRARIES, machine).split("\n")),
         [path for path in files_in(tree) if not path.startswith(("share/doc/", "share/man/"))])

    run_tool("cmake", "-G", "Ninja", "-S", CONSUMER, "-B", work + "/found", "--toolchain", toolchain,
             f"-Dcycletime_DIR={tree}/{LIBRARIES}/cmake/cycletime", "-DCYCLETIME_VERSION=" + version)
    run_tool("cmake", "--build", work + "/found")
    for variable in "dll", "libdir", "includedir":
        path = run_tool("pkg-config", "--variable=" + variable, "cycletime",
                        env={"PKG_CONFIG_LIBDIR": f"{tree}/{LIBRARIES}/{machine}-w64-mingw32/pkgconfig"})
        # It puts a \ before a space.
        check(os.path.exists(path.strip().replace("\\", "")), f"pkg-config's {variable} is not there", path)
    check_command_in_such_a_folder(work)


ACTIVE, UNIXLIB = 0, 3  # of CYCLETIME_UNIXLIB_STATE and CYCLETIME_SOURCE
ACTIVE_BY_CALLS, MISSING = 1, 5
NONE, EXACT = 0, 2  # of CYCLETIME_ACCURACY, of what kernel32 exports
REPORT = r"(?m)^(\w+) state (\d+) source (\d+) accuracy (\d+) first (\d+) time (\d+)$"


class Copies:
    """The programs, and the ways to run them."""

    def __init__(self, machine, tree, work):
        self.command, self.work, self.tree = tree + "/bin/cycletime", work, tree
        options = ["-O2", "-static-libgcc", *link_options(machine, tree)]
        source = TESTS + "/copies.c"
        self.program, self.with_dll = work + "/copies.exe", work + "/dll/copies.exe"
        build(machine, source, self.program, *options, "-lcycletime_static")
        build(machine, source, work + "/plugin.dll", *options, "-shared", "-DPLUGIN", "-lcycletime_static")
        os.mkdir(work + "/dll")
        build(machine, source, self.with_dll, *options, "-lcycletime")
        shutil.copy(library(machine, tree), work + "/dll")

    def run(self, *words):
        result = run(self.command, "run", *words)
        if result.status:
            fail("the program does not run", result)
        return result

    def first_call(self, program):
        """Returns how long the first call took, in microseconds."""
        return int(re.search(REPORT, self.run(program, "once").out)[5])


def reports(result, *who):
    """Returns what each copy reported: its state, source, accuracy, the time of its first call, and the process's."""
    found = re.findall(REPORT, result.out)
    same("the copies that report", list(who), [name for name, *_ in found])
    return [[int(value) for value in values] for _, *values in found]


def check_all_have_the_linux_side(result, *who, accuracy=EXACT):
    found = reports(result, *who)
    for name, (state, source, of_kernel32, *_) in zip(who, found):
        check(of_kernel32 == accuracy, f"{name} takes kernel32's answers for others", result)
        check(state in (ACTIVE, ACTIVE_BY_CALLS) and source == UNIXLIB, f"{name} does not have the Linux side", result)
    times = [time for *_, time in found]
    check(times == sorted(times), "the copies do not have one clock", result)


def check_counted_once(copies):
    """The process counts once for its parent, and has one row in a list."""
    result = copies.run(copies.program, "parent")
    child, descendants = map(int, re.search(r"child (\d+) descendants (\d+)", result.out).groups())
    check(child / 2 < descendants < child * 3 / 2, "the child does not count once", result)
    result = run(copies.command, "time", "--json", "--output", copies.work + "/list", copies.program)
    listed = json.loads(read(copies.work + "/list"))["processes"]
    check([process["name"] for process in listed].count("copies.exe") == 1, "it is not listed once", result, listed)


def check_other_versions(copies):
    """A copy that cannot use the Linux side gets it all the same, and --verbose names its version."""
    for unixlib_version in "1", "1000":
        line = "copies.exe: contains a static library of cycletime 1.5.2, which cannot use the Linux side"
        words = copies.program, "share", str(0x10502), unixlib_version
        result = copies.run("--verbose", *words)
        same("the answer", "shared 1\n", result.out)
        check(re.search(line, result.err), "--verbose does not name the version", result)
        result = copies.run(*words)
        check(not re.search(line, result.err), "the version is named without --verbose", result)


def check_first_call(copies):
    """Tries again: another program may run in between."""
    tries = []
    for _ in range(20):
        tries.append((copies.first_call(copies.program), copies.first_call(copies.with_dll)))
        if min(static for static, _ in tries) <= min(dll for _, dll in tries) + 500:
            print("microseconds of the first call, static and DLL:", tries)
            return
    fail("the first call of the static library takes 0.5 ms more than that of the DLL", tries)


@case
def copies(tree, work, machine="x86_64"):
    """Under `cycletime run` and `cycletime env` all copies of cycletime in a process, of the static library too, have one
    Linux side, for which the process counts once, and they find it as quickly as cycletime.dll."""
    prepare(work, machine)
    copies = Copies(machine, tree, work)
    all_of_them = "program", "plugin", "dll", "again"
    check_all_have_the_linux_side(copies.run(copies.program), *all_of_them)
    script = write(work + "/by_env", f'eval "$("{copies.command}" env)"; wine "$1"\n')
    check_all_have_the_linux_side(run("sh", script, copies.program), *all_of_them)
    check_all_have_the_linux_side(run("wine", copies.program, env={"WINEDLLPATH": tree + "/lib/wine"}), "program", "plugin",
                                  "again", accuracy=NONE)
    plain = run("wine", copies.program, env={"WINEDLLPATH": None, "CYCLETIME_UNIXLIB": None})
    check([state for state, *_ in reports(plain, "program", "plugin", "again")] == [MISSING] * 3,
          "the Linux side is not missing in plain Wine", plain)
    check_counted_once(copies)
    check_other_versions(copies)
    check_first_call(copies)


if __name__ == "__main__":
    run_case()
