# SPDX-License-Identifier: MIT
"""The archives and Debian's packages: what they hold, what they need, and that they can be made again byte by byte."""
import glob
import json
import os
import re
import shutil

from consumers import check_timer, page_block
from package_test import (BUILD, EPOCH, SOURCE, build, case, check, fail, files_in, fresh, need_tools, pe_headers,
                          prepare, read, run, run_case, run_tool, same, write, write_script)

EVERYWHERE = """README.txt
bin/cycletime
include/cycletime.h
include/cycletime/pep_idle.h
lib/cmake/cycletime/cycletimeConfig.cmake
lib/cmake/cycletime/cycletimeConfigVersion.cmake
share/bash-completion/completions/cycletime
share/cycletime/cargo.toml
share/cycletime/i686-w64-mingw32.cmake
share/cycletime/x86_64-w64-mingw32.cmake
share/doc/cycletime/CHANGELOG.md
share/doc/cycletime/LICENSE
share/doc/cycletime/README.md
share/fish/vendor_completions.d/cycletime.fish
share/man/man1/cycletime.1
share/meson/cross/cycletime-i686
share/meson/cross/cycletime-i686-posix
share/meson/cross/cycletime-x86_64
share/meson/cross/cycletime-x86_64-posix
share/zsh/site-functions/_cycletime""".split("\n")
TARGETS = ["mingw", "mingw-release", "msvc"]
LIBRARIES = ["libcycletime.dll.a", "libcycletime_static.a", "cycletime.lib", "pkgconfig/cycletime.pc",
             "pkgconfig/cycletime-static.pc"]
PROGRAMS = ["cycletime.dll", "cycletime_unixlib.dll", "cycletime-top.exe", "cycletime-bench.exe", "cycletime-counters.exe"]
PLATFORMS = ["haswell x86_64", "i486 i386", "i586 i386", "i686 i386", "xeon_phi x86_64"]


@case
def unpack(work, place):
    """What is built is installed, made into packages, and unpacked elsewhere."""
    fresh(work)
    for preset in "x86_64", "i686", "host":
        run_tool("cmake", "--install", f"{BUILD}/{preset}", "--prefix", work + "/installed")
    make_packages(work + "/installed", work + "/packages")
    os.makedirs(place)
    for package in glob.glob(work + "/packages/*.zip"):
        run_tool("unzip", "-q", package, cwd=place)
    run_tool("tar", "-xf", *glob.glob(work + "/packages/*.tar.gz"), cwd=place)


def make_packages(tree, packages, **environment):
    run_tool("sh", SOURCE + "/scripts/lib/pack.sh", tree, packages, env={"SOURCE_DATE_EPOCH": EPOCH, **environment})


def base_names(pattern):
    return [os.path.basename(path) for path in glob.glob(pattern)]


def wanted_files():
    """Returns what the package for Wine holds."""
    wanted = EVERYWHERE + ["share/man/man3/" + page for page in base_names(BUILD + "/host/man/man3/*.3")]
    wanted += ["share/doc/cycletime/docs/reference.md"]
    for kind in "md", "svg":
        wanted += ["share/doc/cycletime/docs/" + page for page in base_names(f"{SOURCE}/docs/*.{kind}")]
    for machine in "x86_64", "i686":
        wanted += [f"lib/cmake/cycletime/cycletimeTargets-{machine}-{file}.cmake" for file in TARGETS]
        wanted += [f"lib/{machine}-w64-mingw32/{file}" for file in LIBRARIES]
        wanted += [f"lib/{machine}-pc-windows-msvc/cycletime_static.lib"]
        wanted += [f"lib/downlevel/{machine}/{name[:-4]}.dll" for name in base_names(SOURCE + "/def/api-ms-*.def")]
    for machine in "x86_64", "i386":
        wanted += [f"lib/wine/{machine}-windows/{file}" for file in PROGRAMS]
        wanted += [f"lib/wine/{machine}-windows/missing/bcryptprimitives.dll"]
        # The 32-bit Linux side is built where the compiler can.
        if machine == "x86_64" or os.path.isfile(BUILD + "/host/src/unixlib/i386-unix/cycletime_unixlib.so"):
            wanted += [f"lib/wine/{machine}-unix/cycletime_unixlib.so", f"lib/preload/{machine}/cycletime_preload.so"]
    return sorted(wanted)


def check_readme(package):
    names = re.findall(r"(?:bin|include|lib|share)/[A-Za-z0-9_./-]*[A-Za-z0-9]",
                       read(package + "/README.txt").replace("\\", "/"))
    check(names, f"the README of {package} names no file")
    for name in names:
        check(os.path.exists(f"{package}/{name}"), f"{package} has no {name}, which its README names")


@case
def tree(wine, windows, libraries):
    """The unpacked packages hold what they should, where they should, and nothing else."""
    wanted = wanted_files()
    same("the package for Wine", wanted, files_in(wine))
    only_wine = r"bin/|.*-unix/|lib/preload/|.*/cycletime_unixlib[.]dll$|.*/missing/|share/[^d]"
    wanted = [file for file in wanted if not re.match(only_wine, file)]
    same("the package for Windows", wanted, files_in(windows))
    same("the package of libraries", [file for file in wanted if not file.endswith(".exe")], files_in(libraries))

    preload = wine + "/lib/preload"
    same("what ld.so may name", PLATFORMS, [f"{name} {os.readlink(f'{preload}/{name}')}"
                                            for name in sorted(os.listdir(preload)) if os.path.islink(f"{preload}/{name}")])
    for package, name in (windows, "for Windows"), (libraries, "of libraries"):
        check(not os.path.exists(package + "/lib/preload"), f"the package {name} has what is preloaded on Linux")
    # A user of the package has no use for how the code is changed.
    pages = wine + "/share/doc/cycletime"
    same("dead links between its pages", "", run("sh", SOURCE + "/scripts/lib/links.sh", pages + "/README.md",
                                                 *glob.glob(pages + "/docs/*.md")).out)
    check(os.access(wine + "/bin/cycletime", os.X_OK), "bin/cycletime cannot be run")
    with open(windows + "/README.txt", "rb") as readme:
        check(all(line.endswith(b"\r\n") for line in readme), "a line of the README for Windows ends otherwise")
    for package in wine, windows, libraries:
        check_readme(package)


SCRIPTS_NEED = ["sh", "awk", "sed", "sort", "tr", "cat", "id", "uname", "dirname", "find", "grep"]
ARE_THERE = ["clang", "cmake", "ninja", "gcc", "x86_64-w64-mingw32-gcc", "i686-w64-mingw32-gcc", "llvm-dlltool",
             "git"]
PACMAN = "pacman -S --needed clang cmake gcc git llvm mingw-w64-gcc ninja zip"
DNF = "dnf install clang cmake gcc git glibc-devel llvm mingw32-gcc mingw64-gcc ninja-build zip"
ZYPPER = "zypper install clang cmake gcc git glibc-devel llvm mingw32-cross-gcc mingw64-cross-gcc ninja zip"


@case
def needs(work):
    """Where there is no apt, scripts/lib/packages names all that is missing at once, for the system's own command, or
    for each where none is known; and nothing where nothing is missing. It installs nothing there."""
    tools = fresh(work) + "/bin"
    os.mkdir(tools)
    for tool in SCRIPTS_NEED:
        os.symlink(shutil.which(tool), f"{tools}/{tool}")

    def called(manager, *words):
        """Returns what scripts/lib/packages says on a machine with that package manager, and no program but these."""
        for name in "pacman", "dnf", "zypper":
            if os.path.exists(f"{tools}/{name}"):
                os.remove(f"{tools}/{name}")
        if manager:
            write_script(f"{tools}/{manager}", f'echo "{manager} was called" >&2')
        result = run(shutil.which("env"), "PATH=" + tools, SOURCE + "/scripts/lib/packages", *words)
        result.out += result.err
        return result

    def expect(what, manager, wanted, words, other_machine=""):
        """OTHER_MACHINE: packages for 32-bit programs of this machine, which another kind of machine does not make."""
        start = "packages: something is missing; install it with\n    "
        found = re.sub(other_machine, "", called(manager, *words).out.rstrip("\n"))
        same(what, start + wanted if wanted else "", found)

    expect("pacman", "pacman", PACMAN, ["package"], r" lib32-\S*")
    expect("dnf", "dnf", DNF, ["package"], r" \S*[.]i686")
    expect("zypper", "zypper", ZYPPER, ["package"], r" \S*-32bit")
    result = called("", "package", "deb")
    same("all of them", "apt-get dnf pacman zypper", " ".join(sorted(re.findall(r"(?m)^    ([a-z-]*) ", result.out))))
    same("its exit code", "1", str(result.status))
    expect("what the demo fetches Node.js with", "pacman", "pacman -S --needed npm", ["node"])

    # What is there is not named.
    for tool in ARE_THERE:
        write_script(f"{tools}/{tool}")
    expect("zip alone", "pacman", "pacman -S --needed zip", ["package"])
    write_script(tools + "/zip")
    expect("nothing is missing", "pacman", "", ["package"])
    os.symlink(tools + "/zip", tools + "/npm")
    expect("an npm from elsewhere", "pacman", "", ["node"])


@case
def glibc(tree):
    """Wherever it was built, the Linux side and the command ask for nothing that glibc 2.34 has not, or the command has it
    all in itself; what is preloaded asks for no library at all."""
    unixlibs = glob.glob(tree + "/lib/wine/*-unix/cycletime_unixlib.so")
    check(unixlibs, "there is no Linux side")
    for library in unixlibs + [tree + "/bin/cycletime"]:
        headers = run_tool("objdump", "-p", library)
        if library.endswith("/bin/cycletime") and "NEEDED" not in headers:
            continue
        # All that ld.so looks for, GLIBC_ABI_... included.
        versions = re.findall(r"(?m)^ *0x[0-9a-f]* 0x[0-9a-f]* [0-9]* (.*)$", headers.partition("\nVersion References")[2])
        numbers = [re.fullmatch(r"GLIBC_(2[.0-9]*)", version) for version in versions]
        if not any(numbers):
            fail(f"{library}: no version is seen", headers)
        for version, number in zip(versions, numbers):
            check(number and [int(part) for part in number[1].split(".")] <= [2, 34], f"{library} asks for {version}")
    preloaded = glob.glob(tree + "/lib/preload/*/cycletime_preload.so")
    check(preloaded, "nothing is preloaded")
    for library in preloaded:
        headers = run_tool("objdump", "-p", library)
        check(not re.search("NEEDED|Version References", headers), f"{library} asks for a library", headers)


@case
def hardened(tree):
    """The command and the Linux libraries can stand at any address, their tables of addresses are bound and read-only
    before their first instruction, and no memory of theirs is writable and executable. The command and the Linux side check
    their stacks, and the lengths that they give the C library."""
    command, unixlibs = tree + "/bin/cycletime", glob.glob(tree + "/lib/wine/*-unix/cycletime_unixlib.so")
    preloaded = glob.glob(tree + "/lib/preload/*/cycletime_preload.so")
    check(unixlibs and preloaded, "a Linux library is missing")
    for file in [command, *unixlibs, *preloaded]:
        headers, segments, dynamic = (run_tool("readelf", "-W", option, file) for option in ("-h", "-l", "-d"))
        check(re.search(r"Type: *DYN ", headers), f"{file} stands at a fixed address", headers)
        check("GNU_RELRO" in segments, f"{file}: its tables stay writable", segments)
        check(re.search(r"GNU_STACK .* RW ", segments), f"{file}: its stack is executable", segments)
        check(not re.search(r"LOAD .* RWE ", segments), f"{file} has code that can be overwritten", segments)
        check(re.search(r"BIND_NOW", dynamic) and not re.search("TEXTREL", dynamic), f"{file} is bound late", dynamic)
    for library in unixlibs:
        symbols = run_tool("readelf", "-W", "--dyn-syms", library)
        check(re.search(r"UND __stack_chk_fail\b", symbols), f"{library} does not check its stack", symbols)
        check(re.search(r"UND __\w+_chk\b", symbols.replace("__stack_chk", "")), f"{library} checks no lengths", symbols)
    # The C library in the command has such checks of its own, so the build is asked.
    sources = [entry["command"] for entry in json.loads(read(BUILD + "/host/compile_commands.json"))
               if re.search("/src/(tools/command|unixlib)/", entry["file"])]
    check(len(sources) > 40, f"only {len(sources)} files of the command and the Linux side are known")
    for words in sources:
        check("-fstack-protector-strong" in words and "-D_FORTIFY_SOURCE=" in words, "is not checked: " + words)


@case
def release_notes(version, address):
    """The notes of a release begin with what it is and how it is installed, and each link leads to a file of the release;
    there are none of another version or for another address."""
    script = SOURCE + "/scripts/lib/release_notes.sh"
    notes = run_tool("sh", script, version, address)
    begin = notes.split("\n")[:8]
    check(begin[0].startswith("cycletime gives Windows programs"), "they do not say what it is", notes)
    check(any(f"./cycletime_{version}-1_amd64.deb" in line for line in begin), "they do not say how it is installed", notes)
    links = re.findall(r"\]\(([^)]*)\)", notes)
    check(links, "there are no links", notes)
    for link in links:
        path = link.removeprefix(f"{address}/blob/v{version}/").partition("#")[0]
        check("://" in path or path != link.partition("#")[0] and os.path.isfile(f"{SOURCE}/{path}"), link + " is dead")
    for words in ["0.0.9", address], [version, address + "2"]:
        result = run("sh", script, *words)
        check(result.status and not result.out, "notes of " + " ".join(words), result)


def number_at(content, offset):
    return int.from_bytes(content[offset:offset + 4], "little")


@case
def same_bytes(work, other):
    """The packages fit their checksums, and the same tree, installed by somebody else, elsewhere and at another time, makes
    the same ones. No program holds the time when it was linked."""
    installed, packages = work + "/installed", work + "/packages"
    run_tool("sha256sum", "-c", "SHA256SUMS", cwd=packages)
    fresh(other)
    umask = os.umask(0o77)
    run_tool("cp", "-R", installed, other + "/tree")
    run_tool("chmod", "-R", "g=,o=", other + "/tree")
    os.umask(umask)
    make_packages(other + "/tree", other + "/packages", TZ="Asia/Kathmandu")
    run_tool("diff", "-r", packages, other + "/packages")
    if shutil.which("dh"):
        recipe = SOURCE + "/scripts/lib/deb.sh"
        run_tool("sh", recipe, installed, other + "/deb", env={"SOURCE_DATE_EPOCH": EPOCH})
        run_tool("sh", "-c", 'umask 077; exec sh "$@"', "sh", recipe, other + "/tree", other + "/other_deb",
                 env={"SOURCE_DATE_EPOCH": EPOCH, "TZ": "Asia/Kathmandu"})
        run_tool("diff", "-r", other + "/deb", other + "/other_deb")

    programs = [path for ending in ("dll", "exe") for path in glob.glob(f"{installed}/**/*.{ending}", recursive=True)]
    check(programs, "there are no programs")
    for program in programs:
        with open(program, "rb") as file:
            content = file.read()
        same(program + ", time stamp", "0", str(number_at(content, number_at(content, 60) + 8)))
        stamps = re.findall(r"(?m)^Time/Date stamp\s*(\S*)", pe_headers("x86_64", program))
        same(program + ", exports' time stamp", "", "".join(stamps).replace("0", ""))


PACKAGES = ["cycletime", "cycletime-dev"]


def of_development(file):
    return bool(re.match(r"include/|lib/(?!preload/|wine/)|lib/wine/[^/]*/cycletime[.]dll$", file))


def of_command(file):
    return bool(re.match(r"bin/|lib/(preload|wine)/|share/(cycletime|meson)/", file))


def check_links(root):
    """Each link of the package, and each file of it that another one includes by its whole path, is in the package. Returns
    the files that include another."""
    for folder, folders, files in os.walk(root):
        for path in [f"{folder}/{name}" for name in folders + files]:
            check(os.path.exists(path), path + " leads nowhere")
    including = glob.glob(root + "/usr/*/lib/cmake/cycletime/*.cmake")
    for file in including:
        check(os.path.isfile(root + read(file).removeprefix("include(").removesuffix(")\n")), file + " includes nothing")
    return including


def check_upgrade(work):
    """cycletime-dev can be unpacked while 1.0.0's cycletime, the one package that was, still has the libraries' links."""
    link, root = "usr/x86_64-w64-mingw32/lib/libcycletime.dll.a", work + "/root"
    for folder in root + "/var/lib/dpkg/updates", root + "/var/lib/dpkg/info", f"{work}/old/DEBIAN":
        os.makedirs(folder)
    os.makedirs(os.path.dirname(f"{work}/old/{link}"))
    os.symlink("nowhere", f"{work}/old/{link}")
    write(root + "/var/lib/dpkg/status", "")
    write(work + "/old/DEBIAN/control", "Package: cycletime\nVersion: 1.0.0-1\nArchitecture: amd64\nMaintainer: authors\n"
                                        "Description: one package\n")
    run_tool("dpkg-deb", "--root-owner-group", "--build", work + "/old", work + "/old.deb")
    for package in work + "/old.deb", *glob.glob(f"{work}/packages/cycletime-dev_*.deb"):
        run_tool("dpkg", "--root=" + root, "--log=/dev/null", "--force-not-root,bad-path,architecture", "--unpack", package)
    same("the link", "../../lib/cycletime-dev/lib/x86_64-w64-mingw32/libcycletime.dll.a", os.readlink(f"{root}/{link}"))


def check_beside_winehq(work):
    """WineHQ's packages conflict with Debian's Wine; the command is installed beside them, and removes none."""
    need_tools("apt-get")
    stanza = ("Package: {}\nStatus: install ok installed\nArchitecture: amd64\nMaintainer: a <a@b>\nVersion: {}\n{}"
              "Description: a\n\n")
    command = glob.glob(f"{work}/packages/cycletime_*.deb")
    for package in "winehq-stable", "winehq-staging", "winehq-devel":
        write(work + "/status", stanza.format("libc6", "2.36-9", "")
              + stanza.format(package, "10.0.0.0~bookworm-1", "Conflicts: wine, wine64, wine32\n"))
        steps = run_tool("apt-get", "-s", "-o", f"Dir::State::status={work}/status", "-o", "Debug::NoLocking=1", "install",
                         "--no-install-recommends", *command)
        same(package, ["Inst cycletime"], re.findall(r"(?m)^(?:Inst|Remv) [^ ]+", steps))


@case
def debs(tree, work):
    """The files of the command are in cycletime, those of the libraries in cycletime-dev, with the page of each function;
    nothing in a package leads out of it."""
    need_tools("dh")
    fresh(work)
    run_tool("sh", SOURCE + "/scripts/lib/deb.sh", tree, work + "/packages", env={"SOURCE_DATE_EPOCH": EPOCH})
    run_tool("sha256sum", "-c", "SHA256SUMS", cwd=work + "/packages")
    for package in PACKAGES:
        run_tool("dpkg-deb", "-x", *glob.glob(f"{work}/packages/{package}_*.deb"), f"{work}/{package}")
        pages = f"{work}/{package}/usr/share/doc/{package}"
        same("dead links of " + package, "", run("sh", SOURCE + "/scripts/lib/links.sh", pages + "/README.md",
                                                 *glob.glob(pages + "/docs/*.md")).out)
        including = check_links(f"{work}/{package}")
        check(bool(including) == (package == "cycletime-dev"), f"{package} has {len(including)} files for CMake")
    files = files_in(tree)
    command, development = [f"{work}/{package}/usr" for package in PACKAGES]
    same("the command's tree", sorted(filter(of_command, files)), files_in(command + "/lib/cycletime"))
    same("the libraries' tree", sorted(filter(of_development, files)), files_in(development + "/lib/cycletime-dev"))
    same("the command's manual", ["man1/cycletime.1.gz"], files_in(command + "/share/man"))
    same("the functions' manual", [f"man3/{name}.gz" for name in sorted(os.listdir(tree + "/share/man/man3"))],
         files_in(development + "/share/man"))
    completions = "bash-completion/completions/cycletime", "fish/vendor_completions.d/cycletime.fish", \
        "zsh/vendor-completions/_cycletime"
    for file in completions:
        check(os.path.isfile(f"{command}/share/{file}"), "no " + file)
    for machine in "x86_64", "i686":
        check(os.path.isfile(f"{command}/share/cycletime/{machine}-w64-mingw32.cmake"), f"no toolchain file for {machine}")
        same("Meson's compilers", [f"{machine}-w64-mingw32-gcc-posix", f"{machine}-w64-mingw32-g++-posix"],
             re.findall("'(.*-g.*)'", read(f"{command}/share/meson/cross/cycletime-{machine}")))
    check_upgrade(work)
    check_beside_winehq(work)


@case
def debs_alone(packages, work):
    """A program that is built with cycletime-dev alone, with the static library or the DLL, gets exact times by cycletime
    alone."""
    prepare(work)
    command, development = [f"{packages}/{package}/usr" for package in PACKAGES]
    write(work + "/timer.c", page_block("c", "/* timer.c */"))
    os.environ.update(PKG_CONFIG_SYSROOT_DIR=packages + "/cycletime-dev",
                      PKG_CONFIG_LIBDIR=development + "/x86_64-w64-mingw32/lib/pkgconfig")
    shutil.copy(run_tool("pkg-config", "--variable=dll", "cycletime").strip(), work)
    place = development + "/x86_64-w64-mingw32"
    for name, options in (("timer", ["-I", place + "/include", "-L", place + "/lib", "-lcycletime_static"]),
                          ("found", run_tool("pkg-config", "--cflags", "--libs", "cycletime").split())):
        build("x86_64", work + "/timer.c", f"{work}/{name}.exe", *options)
        check_timer(name, run(command + "/bin/cycletime", f"{work}/{name}.exe"))


if __name__ == "__main__":
    run_case()
