#!/bin/sh
# SPDX-License-Identifier: MIT
# ways.sh PAGE: whether the lists in PAGE (Ways through the source) are as the sources are. Each function is defined in
# the file that its line names and calls the next one: by its name or, where the next line says "by `WORD`", by the pointer
# or the number WORD, to which a source assigns the function. No way has more than 8 functions in 5 files.
set -eu
page=$1
git grep -hE '(\.[a-z_]+|\[UNIXLIB_CALL_[A-Z_]+\]) = "?[A-Za-z_]+' -- 'src/*.c' | awk -v page="$page" '
    # body(FILE, NAME): the text of the function that FILE defines; "" if it does not.
    function body(file, name,    line, text, is_in, is_open) {
        text = ""
        while ((getline line < file) > 0) {
            if (!is_in && line ~ "^[A-Za-z_].*[ *]" name "\\(") { is_in = 1; is_open = 0; text = "" }
            if (!is_in) continue
            if (line == "{") is_open = 1
            else if (!is_open && line ~ /;$/) is_in = 0
            else if (is_open) text = text line "\n"
            if (is_open && line == "}") break
        }
        close(file)
        return is_open ? text : ""
    }
    function complain(text) { print page ":" number ": " text; bad = 1 }
    function has_word(text, word) { return text ~ "(^|[^A-Za-z0-9_])" word "([^A-Za-z0-9_]|$)" }
    { assigned = assigned $0 "\n" }
    END {
        while ((getline line < page) > 0) {
            number++
            if (line ~ /^##/) is_here = line ~ /Ways through the source$/
            if (!is_here) continue
            if (line ~ /^1\. /) { ways++; functions = files = 0; caller = ""; split("", seen) }
            if (line !~ /^[0-9]+\. `/) continue
            split(line, part, "`")
            split(part[2], place, ": ")
            file = "src/" place[1]; name = place[2]; by = part[4]
            if (++functions > 8) complain("more than 8 functions")
            if (!(file in seen) && ++files > 5) complain("more than 5 files")
            seen[file] = 1
            text = body(file, name)
            if (text == "") complain(file " does not define " name)
            if (by != "" && !has_word(assigned, by "\\]? = \"?" name)) complain("no source has " by " = " name)
            if (caller != "" && !has_word(caller, by != "" ? by : name)) complain("the function before does not call " name)
            caller = text
        }
        if (ways < 6) complain(ways + 0 " ways, not 6 or more")
        exit bad
    }'
