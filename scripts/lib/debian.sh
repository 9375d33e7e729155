# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# Sourced after scripts/lib/common.sh, as root, in namespaces of its own (in_namespaces). The folders of Debians lie in
# $roots. Each is made once, lies above another, and holds what it has more than that one:
#   SUITE-bare   the packages that no Debian is without, as a newcomer has it
#   SUITE-64     above it, Wine for 64-bit programs and what the tests need, compilers included
#   SUITE-both   above SUITE-64, Wine for 32-bit programs, as README.md installs it
#   SUITE-wow64  above SUITE-64, Wine's 32-bit Windows code without any 32-bit Linux code, as in Wine's new WoW64 mode
# What runs, runs in a copy: an overlay that takes all that is written, and is removed afterwards.

# in_namespaces WORK COMMAND...: runs COMMAND with mounts and processes of its own, all of which end with it.
in_namespaces() {
    in_namespaces_work=$1
    shift
    WORK=$in_namespaces_work unshare --mount --pid --fork --kill-child --mount-proc "$@"
}

# make_work: sets $work to a folder for a copy, which is removed when this script ends. What a killed run has left goes too.
make_work() {
    find "$roots" -maxdepth 1 -name 'copy.*' -mmin +1 -exec flock --nonblock {} rm -rf --one-file-system {} \;
    work=$(mktemp -d "$roots/copy.XXXXXX")
    trap 'rm -rf --one-file-system "$work"' EXIT
    exit_on_signals
    exec 8<"$work"
    flock 8
}

# below NAME: prints the name of the Debian above which it lies.
below() {
    case $1 in
    *-64) echo "${1%-*}-bare" ;;
    *-both | *-wow64) echo "${1%-*}-64" ;;
    esac
}

# layers NAME: prints the folders of which it consists, the highest first.
layers() {
    [ -z "$(below "$1")" ] || set -- "$1" ":$(layers "$(below "$1")")"
    printf '%s\n' "$roots/$1${2-}"
}

# open_copy NAME: in $root, below $work, a copy of this Debian, which can be written to.
open_copy() {
    root=$work/root
    mkdir -p "$root" "$work/upper" "$work/workdir"
    # Where $roots is itself in an overlay, as in a container, that cannot take what is written; memory can.
    if ! mount_overlay "$(layers "$1")" 2>/dev/null; then
        mount -t tmpfs -o mode=755 copy "$work"
        mkdir -p "$root" "$work/upper" "$work/workdir"
        mount_overlay "$(layers "$1")"
    fi
    mount -t proc proc "$root/proc"
    for place in dev sys; do mount --rbind /$place "$root/$place"; done
    mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    [ -s "$root/etc/hosts" ] || echo 127.0.0.1 localhost >"$root/etc/hosts"
    # The machine may reach others through a proxy that has a certificate of its own.
    [ ! -d /usr/local/share/ca-certificates ] || cp -r /usr/local/share/ca-certificates "$root/usr/local/share"
}

mount_overlay() {
    mount -t overlay -o "lowerdir=$1,upperdir=$work/upper,workdir=$work/workdir" copy "$root"
}

# close_copy: what was written is in $work/upper.
close_copy() {
    umount -R -l "$root"
}

# run_inside COMMAND...: runs COMMAND in the copy, as root logs in.
run_inside() {
    unshare --root="$root" --wd=/root env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        DEBIAN_FRONTEND=noninteractive "$@"
}

# need_debian NAME: makes it, and those below it, unless they are there. Exit code 77: it could not be fetched.
need_debian() {
    [ ! -d "$roots/$1" ] || return 0
    [ -z "$(below "$1")" ] || need_debian "$(below "$1")"
    # Two that need it make it once.
    exec 9>"$roots/$1.lock"
    flock 9
    if [ ! -d "$roots/$1" ]; then
        echo "making Debian $1 in $roots, which takes some minutes; the log is $roots/$1.log"
        make_layer "$1" >"$roots/$1.log" 2>&1 || report_unmade "$1"
    fi
    exec 9>&-
}

# report_unmade NAME: that something could not be fetched says nothing about the code.
report_unmade() {
    tail -n 20 "$roots/$1.log" >&2
    echo "Debian $1 could not be made: $(grep -v '^[[:blank:]]*$' "$roots/$1.log" | tail -n 1)"
    ! grep -qi 'fetch\|unable to locate\|download' "$roots/$1.log" || exit 77
    exit 1
}

# make_layer NAME: in a copy of the Debian below it.
make_layer() {
    case $1 in
    *-bare)
        make_bare "$1"
        return
        ;;
    esac
    open_copy "$(below "$1")"
    make_layer_failed=
    "fill_${1##*-}" || make_layer_failed=yes
    run_inside sh -c 'apt-get clean; rm -rf /var/lib/apt/lists/*'
    close_copy
    [ -n "$make_layer_failed" ] || mv "$work/upper" "$roots/$1"
    rm -rf --one-file-system "$work/upper" "$work/workdir"
    [ -z "$make_layer_failed" ]
}

# make_bare NAME: no lists of packages, and nothing that make_debian left out.
make_bare() {
    # shellcheck disable=SC2016 # for mmdebstrap to expand
    make_debian "${1%-*}" "$work/bare" --mode=root --variant=minbase \
        --customize-hook='rm "$1/etc/dpkg/dpkg.cfg.d/99mmdebstrap"' && mv "$work/bare" "$roots/$1"
}

install_inside() {
    run_inside apt-get -q update && run_inside apt-get -q -y --no-install-recommends install "$@"
}

fill_64() {
    printf '%s\n' force-unsafe-io path-exclude=/usr/share/doc/\* path-exclude=/usr/share/locale/\* \
        >"$root/etc/dpkg/dpkg.cfg.d/lean"
    mount --bind "$top" "$root/mnt"
    run_inside sh /mnt/scripts/lib/packages test depth
}

fill_both() {
    run_inside dpkg --add-architecture i386
    install_inside wine64 wine32
}

# Debian has no such package. It is what a Wine has that was built for that mode: the Windows code of both word sizes in
# one tree.
fill_wow64() {
    # shellcheck disable=SC2016 # for the shell inside to expand
    run_inside dpkg --add-architecture i386 && run_inside apt-get -q update && run_inside sh -euc '
        cd /tmp
        apt-get -q download "libwine:i386=$(dpkg-query -W -f "\${Version}" libwine:amd64)"
        dpkg-deb -x libwine_*.deb code
        cp code/usr/lib/i386-linux-gnu/wine/i386-windows/* /usr/lib/x86_64-linux-gnu/wine/i386-windows
        rm -r code libwine_*.deb
        dpkg --remove-architecture i386'
}
