#!/bin/sh
# SPDX-License-Identifier: MIT
# links.sh PAGES: whether each relative link in these Markdown pages names a file that is there, and behind a # a heading of
# it.
set -eu

# links PAGE: their targets, but for other sites, and for what GitHub has beside a repository's files; code is no text.
# shellcheck disable=SC2016 # it is Markdown
links() {
    sed -e '/^```/,/^```/d' -e 's/`[^`]*`//g' "$1" | grep -o ']([^)]*)' | sed 's/^](//; s/)$//' |
        grep -vE '^[a-z]*:|^([.]{2}/){2,3}(releases|issues)(/|$)' || true
}

# headings PAGE: the names by which they are linked to.
# shellcheck disable=SC2016
headings() {
    sed '/^```/,/^```/d' "$1" | sed -n 's/^#\{1,6\} *//p' | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

dead=0
for page; do
    for link in $(links "$page"); do
        file=${link%%#*} heading=
        case $link in
        *'#'*) heading=${link#*#} ;;
        esac
        target=$page
        [ -z "$file" ] || target=$(dirname -- "$page")/$file
        if [ -e "$target" ] && { [ -z "$heading" ] || headings "$target" | grep -qxF -- "$heading"; }; then continue; fi
        echo "$page: dead link: $link"
        dead=$((dead + 1))
    done
done
[ "$dead" -eq 0 ]
