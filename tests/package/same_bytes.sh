# SPDX-License-Identifier: MIT
# same_bytes.sh WORK OTHER: the packages in WORK fit their checksums, and the same tree, installed by somebody else,
# elsewhere and at another time, makes the same ones. No program holds the time when it was linked.
set -eu

work=$1 other=$2 machine=x86_64
. ./pe.sh

(cd "$work/packages" && sha256sum -c SHA256SUMS)

rm -rf "$other"
(umask 077 && mkdir -p "$other" && cp -R "$work/installed" "$other/tree" && chmod -R g=,o= "$other/tree")
TZ=Asia/Kathmandu SOURCE_DATE_EPOCH=1700000001 sh ../../scripts/lib/pack.sh "$other/tree" "$other/packages"
diff -r "$work/packages" "$other/packages"
if command -v dpkg-deb >/dev/null; then
    SOURCE_DATE_EPOCH=1700000001 sh ../../scripts/lib/deb.sh "$work/installed" "$other/deb"
    (umask 077 && TZ=Asia/Kathmandu SOURCE_DATE_EPOCH=1700000001 \
        sh ../../scripts/lib/deb.sh "$other/tree" "$other/other_deb")
    diff -r "$other/deb" "$other/other_deb"
fi

number() {  # FILE OFFSET
    od -An -v -t u4 -j "$2" -N 4 -- "$1" | tr -d ' '
}
find "$work/installed" -name '*.dll' -o -name '*.exe' >"$other/programs"
[ -s "$other/programs" ] || fail "no programs"
while read -r program; do
    same "$program, time stamp" 0 "$(number "$program" $(($(number "$program" 60) + 8)))"
    same "$program, exports' time stamp" '' "$(headers "$program" | sed -n 's/^Time\/Date stamp[[:blank:]]*//p' | tr -d 0)"
done <"$other/programs"
