# SPDX-License-Identifier: MIT
# Draws two terminals side by side, as SVG: what a program printed with plain Wine, and with cycletime.
#
#   awk -v wine=VERSION -v command=WORDS -f terminals.awk PLAIN WITH
#
# Both files are outputs of scripts/demo. A line "linux-ms N" is what Linux measured, and is below the terminal. A line
# "NAME: VALUE" that differs in the two is coloured, except that of the work, which is another run's.

function escape(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    return text
}

function text_at(x, y, class, text) {
    printf "<text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>\n", x, y, class, escape(text)
}

function class_of(side, line) {
    if (lines[1, line] == lines[2, line] || lines[side, line] !~ /: / || lines[side, line] ~ /^done/) return "line"
    return side == 1 ? "line wrong" : "line right"
}

# terminal SIDE X TITLE PROMPT
function terminal(side, x, title, prompt,    i) {
    text_at(x, 24, "title", title)
    printf "<rect class=\"screen\" x=\"%d\" y=\"36\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", x, WIDTH, bottom - 36
    text_at(x + 16, 64, "line", "$ " prompt)
    for (i = 1; i <= count[side]; i++) text_at(x + 16, 64 + i * STEP, class_of(side, i), lines[side, i])
    text_at(x, bottom + 24, "measured", "Linux measured " linux[side] " ms of CPU time in this run.")
}

BEGIN { WIDTH = 465; STEP = 22 }

FNR == 1 { side++ }
{ sub(/\r$/, "") }
$1 == "linux-ms" { linux[side] = $2; next }
/: / { lines[side, ++count[side]] = $0 }

END {
    if (side != 2 || !count[1] || count[1] != count[2] || !linux[1] || !linux[2]) {
        print "terminals: the two files are not of the same program" >"/dev/stderr"
        exit 1
    }
    bottom = 64 + count[1] * STEP + 20
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\" height=\"%d\" viewBox=\"0 0 960 %d\" role=\"img\">\n",
        bottom + 38, bottom + 38
    print "<title>The same program with plain Wine and with cycletime</title>"
    print "<style>svg{color:#1f2328}.page{fill:#fff}.screen{fill:#f6f8fa;stroke:#d1d9e0}"
    print "text{font:14px sans-serif;fill:currentColor}.title{font-weight:bold}.line{font:14px monospace}"
    print ".wrong{fill:#c4280b}.right{fill:#0a7d33}.line.wrong,.line.right{font-weight:bold}"
    print "@media(prefers-color-scheme:dark){svg{color:#e6edf3}.page{fill:#0d1117}.screen{fill:#161b22;stroke:#3d444d}"
    print ".wrong{fill:#ff8170}.right{fill:#4cc56a}}</style>"
    print "<rect class=\"page\" width=\"100%\" height=\"100%\"/>"
    terminal(1, 8, wine, "wine " command)
    terminal(2, 487, wine ", with cycletime", "cycletime " command)
    print "</svg>"
}
