# SPDX-License-Identifier: MIT
# fetched.sh SOURCE BUILT WORK VERSION: a project that has cycletime as a part of itself is configured and installed, with
# libraries in a folder of another name, without LLVM's tools; what was installed serves a project that finds it there. Then
# the command for such a folder. The libraries are those that BUILT holds: to build them again takes too long.
set -eu

source=$1 built=$2 work=$3 version=$4 machine=x86_64
. ./pe.sh
consumer=$(cd consumer && pwd)
toolchain=$source/cmake/$machine-w64-mingw32.cmake
libraries=lib/of/others

rm -rf "$work"
mkdir -p "$work"
cmake -G Ninja -S "$consumer/fetched" -B "$work/build" --toolchain "$toolchain" "-DCYCLETIME_SOURCE=$source" \
    -DCYCLETIME_INSTALL=ON "-DCMAKE_INSTALL_LIBDIR=$libraries" -DLLVM_DLLTOOL=OFF -DCYCLETIME_CLANG=OFF \
    -DCMAKE_BUILD_TYPE=Release >"$work/configured"
for library in cycletime cycletime_static; do
    grep -q "no ${library}[.]lib, the .* library for MSVC's linker" "$work/configured" ||
        fail "that there is no $library.lib is not said: $(cat "$work/configured")"
done
cmake --build "$work/build" --target help | grep '^\(static\|dll\): ' >"$work/programs" || true
[ "$(wc -l <"$work/programs")" = 2 ] || fail "the project has not both programs"
parts=$work/build/_deps/cycletime-build/src
cp "$built/src/cycletime.dll" "$built/src/libcycletime_static.a" "$parts"
cp "$built/src/def/libcycletime.dll.a" "$parts/def"
cmake --install "$work/build" --prefix "$work/in stalled"
tree=$work/in\ stalled
same 'what is installed' "$libraries/cmake/cycletime/cycletimeConfig.cmake
$libraries/cmake/cycletime/cycletimeConfigVersion.cmake
$libraries/cmake/cycletime/cycletimeTargets-$machine-mingw-release.cmake
$libraries/cmake/cycletime/cycletimeTargets-$machine-mingw.cmake
$libraries/wine/$machine-windows/cycletime.dll
$libraries/$machine-w64-mingw32/libcycletime.dll.a
$libraries/$machine-w64-mingw32/libcycletime_static.a
$libraries/$machine-w64-mingw32/pkgconfig/cycletime-static.pc
$libraries/$machine-w64-mingw32/pkgconfig/cycletime.pc
include/cycletime.h
include/cycletime/pep_idle.h" "$(cd "$tree" && find . -type f ! -path './share/doc/*' ! -path './share/man/*' |
    sed 's,^\./,,' | LC_ALL=C sort |
    sed 's,^include,~&,' | LC_ALL=C sort | tr -d '~')"

cmake -G Ninja -S "$consumer" -B "$work/found" --toolchain "$toolchain" "-Dcycletime_DIR=$tree/$libraries/cmake/cycletime" \
    "-DCYCLETIME_VERSION=$version" >"$work/found.log" || fail "$(cat "$work/found.log")"
cmake --build "$work/found"
PKG_CONFIG_LIBDIR=$tree/$libraries/$machine-w64-mingw32/pkgconfig
export PKG_CONFIG_LIBDIR
for variable in dll libdir includedir; do
    # It puts a \ before a space.
    [ -e "$(pkg-config --variable=$variable cycletime | tr -d '\\')" ] || fail "pkg-config's $variable is not there"
done

cmake -S "$source" -B "$work/native" -DBUILD_TESTING=OFF "-DCMAKE_INSTALL_LIBDIR=$libraries" >"$work/native.log" ||
    fail "$(cat "$work/native.log")"
mkdir "$work/bin"
cmake --build "$work/native" --target cycletime >>"$work/native.log" || fail "$(cat "$work/native.log")"
cp "$work/native/src/tools/command/cycletime" "$work/bin"
same 'what the command lacks' "cycletime: $work/$libraries: missing; install cycletime again" \
    "$("$work/bin/cycletime" top 2>&1)"
