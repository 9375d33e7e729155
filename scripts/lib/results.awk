# SPDX-License-Identifier: MIT
# Reads the results that ctest wrote with --output-junit. Prints a line for each test, and one for each case that a program
# of cmocka's skipped: its outcome (passed, failed or skipped), its name, and the first failure or the reason, separated by
# tabs.

function plain(text) {
    gsub(/&lt;/, "<", text)
    gsub(/&gt;/, ">", text)
    gsub(/&quot;/, "\"", text)
    gsub(/&apos;/, "'", text)
    gsub(/&amp;/, "\\&", text)
    gsub(/\t/, " ", text)
    return text
}

function print_outcome(outcome, name, detail) {
    printf "%s\t%s\t%s\n", outcome, name, plain(detail)
}

# The text behind TAG in the current line, or nothing.
function behind(tag) {
    return index($0, tag) ? substr($0, index($0, tag) + length(tag)) : ""
}

function failure() {
    if (assertion != "" || place != "") return assertion (assertion == "" ? "" : " ") place
    if (message == "Timeout") return "timeout; its last line: " last
    return last == "" ? message : last
}

{ sub(/\r$/, "") }

/^[[:blank:]]*<testcase name="/ {
    split($0, part, "\"")
    test = part[2]
    status = behind("status=\"")
    sub(/".*/, "", status)
    message = assertion = place = last = current = ""
    next
}

/^[[:blank:]]*<(failure|skipped) message="/ {
    split($0, part, "\"")
    message = part[2]
    next
}

/^[[:blank:]]*<\/testcase>/ {
    sub(/^skipped: /, "", last)
    if (status == "run") print_outcome("passed", test, "")
    else if (status == "disabled" || message ~ /^SKIP_/) print_outcome("skipped", test, last)
    else print_outcome("failed", test, failure())
    next
}

{
    sub(/^[[:blank:]]*<system-out>/, "")
    sub(/<\/system-out>$/, "")
    if ($0 !~ /^[[:blank:]]*$/ && $0 !~ /^[[:blank:]]*<\/?propert/) last = $0
}

/\[ RUN      \] / {
    current = behind("[ RUN      ] ")
    reason = "no reason given"
}
/^skipped: / { reason = behind("skipped: ") }
/\[  SKIPPED \] / && behind("[  SKIPPED ] ") == current {
    print_outcome("skipped", test ": " current, reason)
    current = ""
}
assertion == "" && /\[  ERROR   \] --- [^[]/ { assertion = behind("[  ERROR   ] --- ") }
assertion == "" && /^AssertionError/ { assertion = $0 }
place == "" && /\[   LINE   \] --- / { place = behind("[   LINE   ] --- ") }
