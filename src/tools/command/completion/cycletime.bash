# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Completion of cycletime(1) for bash.

_cycletime_subcommands() {
    mapfile -t COMPREPLY < <(compgen -W '@command_words@' -- "$1")
}

# The subcommand, or a command to run in its place.
_cycletime_first() {
    local word=$1
    case $word in
    '' | -*) _cycletime_subcommands "$word" ;;
    *)
        # Each once: time is a word of bash, too.
        mapfile -t COMPREPLY < <({ compgen -W '@command_words@' -- "$word"
            compgen -c -- "$word"
            compgen -f -- "$word"; } | sort -u)
        compopt -o filenames 2>/dev/null
        ;;
    esac
}

_cycletime() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options='' operand=file at
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        _cycletime_first "$word"
        return
    fi
    case ${COMP_WORDS[1]} in
    @bash_cases@) ;; # any other command
    esac
    if [ "$operand" = COMMAND... ]; then
        # Words after the program are the program's own.
        for ((at = 2; at < COMP_CWORD; at++)); do
            case ${COMP_WORDS[at]} in
            --) options= ;;
            @value_options@ | @file_options@) at=$((at + 1)) ;;
            -*) ;;
            *) options= ;;
            esac
        done
    fi
    case $before in
    @value_options@) return ;;
    @file_options@) ;;
    *)
        case $word in
        -*)
            mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
            return
            ;;
        esac
        case $operand in
        file | COMMAND...) ;;
        *)
            [ "$operand" != '[COMMAND]' ] || _cycletime_subcommands "$word"
            return
            ;;
        esac
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    compopt -o filenames 2>/dev/null
}
complete -F _cycletime cycletime
