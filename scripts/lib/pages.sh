#!/bin/sh
# SPDX-License-Identifier: MIT
# pages.sh FOLDER: in the pages of an installed tree, links to what only the sources have become words.
set -eu

for page in "$1"/*.md "$1"/docs/*.md; do
    # shellcheck disable=SC2016 # it is Markdown
    sed 's#\[\([^]]*\)\](\(\.\./\)\{0,1\}\(CONTRIBUTING\.md\|include/cycletime\.h\))#`\1`#g' "$page" >"$page.new"
    mv "$page.new" "$page"
done
