# SPDX-License-Identifier: MIT
# The header's comments as pages: -v form=markdown for one on stdout, -v form=man -v out=FOLDER -v version=VERSION for a
# page of each function and type there, and cycletime.3 for what holds for all.
#
# A comment that begins with "/**" belongs to the declaration behind it, up to its end; one with @mainpage or @name to none.
# Known are @mainpage, @name, @param, @return and @retval. Lines that are indented by four stay as they are.
#
# Doxygen 1.9 cannot take its place: it writes no Markdown, and its manual page is one of the whole header, to which those of
# functions and of each member of a structure only refer.

function fail(what) {
    print FILENAME ":" FNR ": " what > "/dev/stderr"
    failed = 1
    exit 1
}

# What is said and what it belongs to, as lines, until it is known.
function begin_comment(text) {
    lines = 0
    if (text != "") line[++lines] = text
}

# ---- Markdown

function escaped(text) {
    gsub(/[*<]/, "\\\\&", text)
    return text
}

function markdown_code(text) {
    printf "```c\n%s```\n\n", text
}

function markdown_text(    i, text, is_item) {
    for (i = 1; i <= lines; i++) {
        text = line[i]
        if (text ~ /^    /) {
            print text
            is_item = 0
        } else if (match(text, /^@(mainpage|name) /)) {
            print (text ~ /^@main/ ? "# " : "## ") substr(text, RLENGTH + 1)
        } else if (text ~ /^@(param|retval) /) {
            split(text, word, " +")
            sub(/^@[a-z]+ +[^ ]+ */, "", text)
            print "- `" word[2] "`: " escaped(text)
            is_item = 1
        } else if (text ~ /^@return /) {
            if (is_item) print ""
            print "Returns: " escaped(substr(text, 9))
            is_item = 0
        } else {
            if (text == "") is_item = 0
            sub(/^ +/, "", text)
            print (is_item ? "  " : "") escaped(text)
        }
    }
    print ""
}

function markdown_entry(name, code) {
    if (name != "") printf "### %s\n\n", name
    if (code != "" && name != "") markdown_code(code)
    markdown_text()
    if (code != "" && name == "") markdown_code(code)
}

# ---- man

function roff(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    if (text ~ /^['.]/) text = "\\&" text
    return text
}

function man_begin(name, brief) {
    page = out "/" name ".3"
    printf ".TH \"%s\" 3 \"\" \"cycletime %s\" \"Windows programming\"\n", name, version > page
    printf ".SH NAME\n%s \\- %s\n", name, roff(brief) > page
}

function brief_of(    text, i) {
    for (i = 1; i <= lines && line[i] != "" && line[i] !~ /^@/; i++) text = text (i > 1 ? " " : "") line[i]
    if (match(text, /[.:]( |$)/)) text = substr(text, 1, RSTART - 1)
    return tolower(substr(text, 1, 1)) substr(text, 2)
}

function man_code(code) {
    printf ".nf\n%s.fi\n", roff(code) > page
}

function man_text(    i, text, is_code, heading) {
    heading = ""
    for (i = 1; i <= lines; i++) {
        text = line[i]
        if (is_code && text !~ /^    / && text != "") {
            print ".fi\n.RE" > page
            is_code = 0
        }
        if (text ~ /^    /) {
            if (!is_code) print ".RS 2\n.nf" > page
            is_code = 1
            print roff(substr(text, 5)) > page
        } else if (match(text, /^@(mainpage|name) /)) {
            if (text ~ /^@name/) print ".SH " toupper(substr(text, RLENGTH + 1)) > page
        } else if (text ~ /^@(param|retval) /) {
            if (text ~ /^@param/ && heading != "PARAMETERS") print ".SH " (heading = "PARAMETERS") > page
            split(text, word, " +")
            sub(/^@[a-z]+ +[^ ]+ */, "", text)
            printf ".TP\n.B %s\n%s\n", roff(word[2]), roff(text) > page
        } else if (text ~ /^@return /) {
            print ".SH " (heading = "RETURN VALUE") "\n" roff(substr(text, 9)) > page
        } else if (text == "") {
            if (!is_code) print ".PP" > page
        } else {
            sub(/^ +/, "", text)
            print roff(text) > page
        }
    }
    if (is_code) print ".fi\n.RE" > page
}

function man_entry(name, code) {
    if (name == "") {
        page = out "/cycletime.3"
        if (!begun++) {
            printf ".TH cycletime 3 \"\" \"cycletime %s\" \"Windows programming\"\n.SH NAME\n", version > page
            print "cycletime \\- CPU times and cycles for Windows programs\n.SH SYNOPSIS\n.nf\n#include <windows.h>" > page
            print "#include <cycletime.h>\n.fi\n.SH DESCRIPTION" > page
        }
        man_text()
        if (code != "") man_code(code)
        return
    }
    man_begin(name, brief_of())
    print ".SH SYNOPSIS\n.nf\n#include <windows.h>\n#include <cycletime.h>\n.fi\n.PP" > page
    man_code(code)
    print ".SH DESCRIPTION" > page
    man_text()
    print ".SH SEE ALSO\n.BR cycletime (3)" > page
    close(page)
}

# ---- the header

function entry(name, code) {
    if (form == "man") man_entry(name, code)
    else markdown_entry(name, code)
}

# The function or type that CODE declares.
function declared(code,    text) {
    text = code
    if (text ~ /^typedef/) {
        sub(/;[^;]*$/, "", text)
        sub(/.*[ }]/, "", text)
        return text
    }
    sub(/\(_(In|Out|Inout).*/, "", text)
    sub(/\(\n.*/, "", text)
    sub(/\(void\).*/, "", text)
    sub(/.* /, "", text)
    return text
}

/^ \*\/$/ && state == "comment" { state = is_general ? "general" : "code"; code = ""; next }
state == "comment" {
    text = $0
    sub(/^ \* ?/, "", text)
    if (text ~ /^@(mainpage|name) /) is_general = 1
    if (text ~ /^@/ && text !~ /^@(mainpage|name|param|return|retval) /) fail("what is " text "?")
    if (text ~ /^@(param|return|retval) /) is_tag = 1
    else if (text == "") is_tag = 0
    else if (is_tag) sub(/^ +/, "", text)
    line[++lines] = text
    next
}
/^\/\*\*$/ {
    if (state == "code") fail("two comments, and nothing between them")
    if (state == "general") entry("", code)
    begin_comment("")
    is_general = is_tag = 0
    state = "comment"
    next
}
/^\/\*\* .*\*\/$/ {
    if (state == "general") entry("", code)
    text = $0
    sub(/^\/\*\* /, "", text)
    sub(/ *\*\/$/, "", text)
    begin_comment(text)
    code = ""
    state = "code"
    next
}
state == "general" && /^#define CYCLETIME_[A-Z_]+ / && !/HRESULT/ { code = code $0 "\n"; next }
state == "code" {
    code = code $0 "\n"
    if (code ~ /^typedef/ ? /^}.*;$/ : /;$/) {
        entry(declared(code), code)
        state = ""
    }
    next
}
/^(WINBASEAPI|CYCLETIME_HRESULT|BOOL|ULONG|VOID) .*\(/ || /^typedef / { fail("nothing is said of " $0) }
END {
    if (!failed && state == "general") entry("", code)
}
