# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced, in the checkout's folder, after scripts/lib/patiently.sh. Fetches Debian's source packages through an apt state
# of our own: this needs no root, and changes nothing of the machine.

# make_source_apt APT: makes the state in the folder APT, with the machine's own sources, but for source packages.
make_source_apt() {
    mkdir -p "$1/sources" "$1/lists/partial" "$1/cache/archives/partial" "$1/source"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -f "$list" ] || continue
        sed -n 's/^[[:blank:]]*deb\([[:blank:]]\)/deb-src\1/p' "$list" >"$1/sources/$(basename "$list" .list).list"
    done
    for list in /etc/apt/sources.list.d/*.sources; do
        [ -f "$list" ] || continue
        sed 's/^Types:.*/Types: deb-src/' "$list" >"$1/sources/$(basename "$list")"
    done
    # As root, apt would become _apt, who may not write here; the hooks belong to the machine's own updates.
    cat >"$1/apt.conf" <<END
Dir::State::lists "$1/lists";
Dir::Cache "$1/cache";
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$1/sources";
APT::Sandbox::User "root";
Acquire::Languages "none";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
END
}

# download_source APT PACKAGE [OPTION]...: into APT/source. One of the machine's sources may fail: what counts is that the
# package arrives.
download_source() {
    source_apt=$1
    shift
    apt-get -c "$source_apt/apt.conf" update >"$source_apt/log" 2>&1 || true
    (cd "$source_apt/source" && apt-get -c "$source_apt/apt.conf" source --download-only "$@") >>"$source_apt/log" 2>&1
}

# fetch_source APT PACKAGE [OPTION]...: the same, again and again for two minutes. Exit code 77: it could not be fetched.
fetch_source() {
    make_source_apt "$1"
    patiently download_source "$@" && return
    cat "$1/log" >&2
    echo "the source package $2 could not be fetched"
    return 77
}
