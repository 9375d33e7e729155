#!/bin/sh
# SPDX-License-Identifier: MIT
# release_notes.sh VERSION URL: prints what cycletime is, how it is installed, and VERSION's section of CHANGELOG.md, with
# links into the repository at URL. Fails unless the project is of that version and address and the section has a date.
set -eu

cd "$(dirname "$0")/../.."
version=${1:?usage: release_notes.sh VERSION URL}
url=${2:?usage: release_notes.sh VERSION URL}

fail() {
    echo "release_notes: $*" >&2
    exit 1
}

grep -q "^project(cycletime VERSION $version " CMakeLists.txt || fail "CMakeLists.txt is not of version $version"
grep -qF "HOMEPAGE_URL \"$url\"" CMakeLists.txt || fail "CMakeLists.txt does not name the address $url"
grep -qE "^## $version - [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md ||
    fail "CHANGELOG.md has no section \"## $version - DATE\""
commands=$(awk -v section=Installation -v number=1 -f scripts/lib/readme_block.awk README.md) ||
    fail "README.md has no commands of Installation"

print_notes() {
    cat <<END
cycletime gives Windows programs under Wine correct CPU times. On Debian 12 or 13, or Ubuntu:

\`\`\`sh
$commands
\`\`\`

On other distributions, install Wine and unpack \`cycletime-$version-wine.tar.gz\`; [more](README.md#installation).

END
    awk -v begin="## $version - " '
        /^## / { is_in = index($0, begin) == 1; next }
        is_in && (!/^$/ || has_begun) { has_begun = 1; print }' CHANGELOG.md
}

# A link without a colon is a path in the repository.
print_notes | sed -E "s,\]\(([^):]+)\),](${url}/blob/v$version/\1),g"
