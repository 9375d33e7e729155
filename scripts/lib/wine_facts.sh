#!/bin/sh
# SPDX-License-Identifier: MIT
# wine_facts.sh PAGE TEST: whether the tables of PAGE and the sources name the same facts.
# Each file that a row names has the mark "Wine: NAME." in a comment, and each mark is in such a row; each row that names
# the test wine.layout has its NAME in the source TEST, and each name there is in such a row.
set -eu
page=$1 test=$2

# rows: the tables' rows, as "NAME FILES TEST" with the files separated by commas.
rows() {
    tr -d '`' <"$page" | awk -F ' *[|] *' '
        /^[|]/ && $2 ~ /^[a-z0-9-]+$/ && $2 != "name" && $2 !~ /^-/ { gsub(/ /, "", $5); print $2, $5, $6 }'
}

# of_page: "FILE NAME" for each file of each row. A row names a file by the end of its path.
of_page() {
    rows | while read -r name files _; do
        echo "$files" | tr , '\n' | while read -r file; do
            found=$(git ls-files "src/*/$file" "src/$file")
            [ "$(echo "$found" | wc -w)" -eq 1 ] || found="$file (which is not one file of src)"
            echo "$found $name"
        done
    done
}

# of_sources: the same, for each mark.
of_sources() {
    git grep -oE 'Wine: [a-z0-9-]+(, [a-z0-9-]+)*[.]' -- 'src/*.[ch]' | sed 's/:Wine:/,/; s/[.]$//' |
        awk -F ', *' '{ for (i = 2; i <= NF; i++) print $1, $i }'
}

# differences TEXT: prints the lines that only one of the files $left and $right has. Fails if there are any.
differences() {
    only_left=$(comm -23 "$left" "$right") only_right=$(comm -13 "$left" "$right")
    [ -z "$only_left" ] || echo "$only_left" | sed "s|^|$page, but not $1: |"
    [ -z "$only_right" ] || echo "$only_right" | sed "s|^|$1, but not $page: |"
    [ -z "$only_left$only_right" ]
}

left=$(mktemp) right=$(mktemp) bad=0
trap 'rm "$left" "$right"' EXIT
of_page | sort -u >"$left"
of_sources | sort -u >"$right"
[ -s "$left" ] || { echo "$page: no tables of facts"; bad=1; }
differences "marks in src" || bad=1
rows | awk '$3 == "wine.layout" { print $1 }' | sort -u >"$left"
sed -n 's/^ *FACT("\([a-z0-9-]*\)".*/\1/p' "$test" | sort -u >"$right"
differences "$test" || bad=1
exit $bad
