# SPDX-License-Identifier: MIT
# Makes of src/tools/options.txt a list of CMake's set() commands: of the options of COMMAND, help_COMMAND, strings for C,
# and man_COMMAND, where COMMAND is the first one of its heading, and help_files lists these; of all options, fish_options,
# value_options and file_options. Of the commands it makes help_usage, strings for C, man_synopsis, command_words,
# zsh_commands, fish_commands, and zsh_cases and bash_cases, which set the options and the operand of a command.

function fail(what) {
    print FILENAME ":" FNR ": " what " " $0 > "/dev/stderr"
    failed = 1
    exit 1
}

# BusyBox has no "%*s".
function blanks(count,    result) {
    while (count-- > 0) result = result " "
    return result
}

# wrapped(TEXT, INDENT): TEXT, with lines of no more than 112 columns, and INDENT blanks before each line but the first.
function wrapped(text, indent,    count, word, i, column, result) {
    count = split(text, word, " ")
    column = indent
    for (i = 1; i <= count; i++) {
        if (i > 1 && column + 1 + length(word[i]) > 112) {
            result = result "\n" blanks(indent)
            column = indent
        } else if (i > 1) {
            result = result " "
            column++
        }
        result = result word[i]
        column += length(word[i])
    }
    return result
}

# replaced(TEXT, OLD, NEW): what gsub() makes of a backslash in NEW differs from awk to awk.
function replaced(text, old, new,    at, result) {
    while (at = index(text, old)) {
        result = result substr(text, 1, at - 1) new
        text = substr(text, at + length(old))
    }
    return result text
}

function c_string(text) {
    return "    \"" replaced(text, "\n", "\\n\"\n    \"") "\\n\"\n"
}

function shell_quoted(text) {
    return "'" replaced(text, "'", "'\\''") "'"
}

function roff(text) {
    return replaced(text, "--", "\\-\\-")
}

function man_argument() {
    if (argument == "") return ""
    return (is_optional ? " Op" : "") " Ar " tolower(argument)
}

# The help in C is indented below a command, and not in the help of the viewer and of the counters.
function add_option(    title, indent, value, count, taking, i) {
    if (name == "") return
    indent = command ~ /^(top|counters)$/ ? 0 : 8
    title = name (argument == "" ? "" : " " (is_optional ? "[" argument "]" : argument))
    help[command, ++help_count[command]] = title
    text_of[command, help_count[command]] = text
    indent_of[command] = indent
    if (length(title) > width[command]) width[command] = length(title)

    man[command] = man[command] ".It Fl " substr(name, 2) man_argument() "\n" roff(text) ".\n" more
    value = argument == "" || is_optional ? "" : ":" tolower(argument) (argument == "FILE" ? ":_files" : "")
    count = split(commands, taking, " ")
    for (i = 1; i <= count; i++) {
        words[taking[i]] = words[taking[i]] " " name
        zsh[taking[i]] = zsh[taking[i]] shell_quoted(name "[" tolower(substr(brief, 1, 1)) substr(brief, 2) "]" value) "\n"
    }
    fish = fish "complete -c cycletime -n '__fish_seen_subcommand_from " commands "' -l " substr(name, 3)
    fish = fish (value == "" ? "" : argument == "FILE" ? " -r -F" : " -x") " -d " shell_quoted(brief) "\n"
    if (value != "" && !seen[name]++) {
        if (argument == "FILE") files = files (files == "" ? "" : " | ") name
        else values = values (values == "" ? "" : " | ") name
    }
    name = ""
}

# Returns the line of the manual page for one part of a synopsis, such as [--svg FILE], [--] or COMMAND...
function man_part(part,    is_optional, count, word) {
    is_optional = gsub(/[][]/, "", part)
    count = split(part, word, " ")
    if (part == "OPTIONS") part = "Ar option ..."
    else if (part ~ /^-/) part = "Fl " substr(word[1], 2) (count > 1 ? " Ar " tolower(word[2]) : "")
    else part = "Ar " tolower(replaced(part, "...", " ..."))
    return "." (is_optional ? "Op " : "") part "\n"
}

# The operand is the last part of a synopsis, unless that is an option.
function add_command(command, synopsis,    part) {
    name_of[++command_count] = command
    help_usage = help_usage c_string("       cycletime " command (synopsis == "" ? "" : " " synopsis))
    man_synopsis = man_synopsis ".Nm\n.Cm " command "\n"
    part = ""
    while (match(synopsis, /[[][^]]*[]]|[^ ]+/)) {
        part = substr(synopsis, RSTART, RLENGTH)
        synopsis = substr(synopsis, RSTART + RLENGTH)
        man_synopsis = man_synopsis man_part(part)
    }
    operand[command] = part ~ /^[[](-|OPTIONS)/ ? "" : part
}

function set(variable, value) {
    sub(/\n$/, "", value)
    printf "set(%s [====[\n%s]====])\n", variable, value
}

/^#/ || /^$/ { next }
/^[a-z]+( [^:]*)?: / && order_count == 0 {
    text = substr($0, index($0, ": ") + 2)
    name_of_command = substr($0, 1, index($0, ": ") - 1)
    synopsis = name_of_command
    sub(/ .*/, "", name_of_command)
    add_command(name_of_command, substr(synopsis, length(name_of_command) + 2))
    command_words = command_words (command_words == "" ? "" : " ") name_of_command
    zsh_commands = zsh_commands shell_quoted(name_of_command ":" tolower(substr(text, 1, 1)) substr(text, 2)) "\n"
    fish_commands = fish_commands "complete -c cycletime -n $none -f -a " name_of_command " -d " shell_quoted(text) "\n"
    next
}
/^\[/ {
    add_option()
    commands = substr($0, 2, length($0) - 2)
    command = commands
    sub(/ .*/, "", command)
    order[++order_count] = command
    next
}
/^--/ {
    add_option()
    name = $1
    argument = $2
    is_optional = gsub(/[][]/, "", argument)
    text = more = ""
    next
}
/^    / && name != "" {
    sub(/^    /, "")
    if (text == "") {
        if (/["\\]/) fail("no quote or backslash, please:")
        brief = text = $0
        sub(/[|].*/, "", brief)
        sub(/[|]/, "", text)
    } else {
        more = more $0 "\n"
    }
    next
}
{ fail("what is this:") }
END {
    if (failed) exit 1
    add_option()
    for (i = 1; i <= order_count; i++) {
        command = order[i]
        strings = ""
        for (j = 1; j <= help_count[command]; j++) {
            title = help[command, j]
            title = blanks(indent_of[command]) title blanks(width[command] - length(title) + 2)
            strings = strings c_string(title wrapped(text_of[command, j], length(title)))
        }
        set("help_" command, strings)
        set("man_" command, man[command])
        help_files = help_files command ";"
    }
    for (i = 1; i <= command_count; i++) {
        command = name_of[i]
        zsh_cases = zsh_cases command ")\ncommand_options=(\n" zsh[command] ")\noperand='" operand[command] "'\n;;\n"
        bash_cases = bash_cases command ") options='" substr(words[command], 2) "' operand='" operand[command] "' ;;\n    "
    }
    set("help_usage", c_string("usage: cycletime [--] COMMAND...") help_usage)
    set("help_files", help_files "usage")
    set("man_synopsis", man_synopsis)
    set("zsh_cases", zsh_cases)
    set("bash_cases", bash_cases "*")
    set("zsh_commands", zsh_commands)
    set("fish_commands", fish_commands)
    set("command_words", command_words)
    set("fish_options", fish)
    set("value_options", values)
    set("file_options", files)
}
