# SPDX-License-Identifier: MIT
"""Debian's packages, unpacked: cycletime, which has the command, and cycletime-dev, with which programs are built."""
import glob
import os
import re
import shutil

from consumers import page_block
from package_test import (SOURCE, build, case, check, files_in, fresh, prepare, read, run, run_case, run_tool, same, skip,
                          write)

PACKAGES = ["cycletime", "cycletime-dev"]


def of_development(file):
    return bool(re.match(r"include/|lib/(?!preload/|wine/)|lib/wine/[^/]*/cycletime[.]dll$", file))


def of_command(file):
    return bool(re.match(r"bin/|lib/(preload|wine)/", file))


def check_links(root):
    """Each link of the package, and each file of it that another one includes by its whole path, is in the package."""
    for folder, folders, files in os.walk(root):
        for path in [f"{folder}/{name}" for name in folders + files]:
            check(os.path.exists(path), path + " leads nowhere")
    for file in glob.glob(root + "/usr/*/lib/cmake/cycletime/*.cmake"):
        check(os.path.isfile(root + read(file).removeprefix("include(").removesuffix(")\n")), file + " includes nothing")


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


@case
def debs(tree, work):
    """The files of the command are in cycletime, those of the libraries in cycletime-dev, with the page of each function;
    nothing in a package leads out of it."""
    if not shutil.which("dh"):
        skip("debhelper is not installed")
    fresh(work)
    run_tool("sh", SOURCE + "/scripts/lib/deb.sh", tree, work + "/packages", env={"SOURCE_DATE_EPOCH": "1700000001"})
    run_tool("sha256sum", "-c", "SHA256SUMS", cwd=work + "/packages")
    for package in PACKAGES:
        run_tool("dpkg-deb", "-x", *glob.glob(f"{work}/packages/{package}_*.deb"), f"{work}/{package}")
        pages = f"{work}/{package}/usr/share/doc/{package}"
        same("dead links of " + package, "", run("sh", SOURCE + "/scripts/lib/links.sh", pages + "/README.md",
                                                 *glob.glob(pages + "/docs/*.md")).out)
        check_links(f"{work}/{package}")
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
    check_upgrade(work)


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
        result = run(command + "/bin/cycletime", f"{work}/{name}.exe")
        time = re.fullmatch(r"work: (\d+\.\d{3}) ms\n", result.out)
        check(time and float(time[1]) > 0, name + " does not report the time of its work", result)
        check("not exact" not in result.err, name + " does not get exact times", result)


if __name__ == "__main__":
    run_case()
