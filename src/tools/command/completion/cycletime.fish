# SPDX-License-Identifier: MIT
# Completion of cycletime(1) for fish.
set -l commands run wrap time status bench top counters help version
# The first word is a subcommand, or a command to run in its place.
set -l none __fish_is_first_token
complete -c cycletime -n "$none; and string length -q -- (commandline -ct)" -F -a '(__fish_complete_command)'
complete -c cycletime -n $none -f -a run -d 'Run a command whose Windows programs get correct CPU times'
complete -c cycletime -n $none -f -a wrap -d 'Another name for run'
complete -c cycletime -n $none -f -a time -d 'Run a command, and print what each Windows process used'
complete -c cycletime -n $none -f -a status -d 'Check the setup, and print where each answer comes from'
complete -c cycletime -n $none -f -a bench -d 'Measure what calls cost'
complete -c cycletime -n $none -f -a top -d 'Show which processes use the most CPU'
complete -c cycletime -n $none -f -a counters -d 'Print performance counters once a second'
complete -c cycletime -n $none -f -a help -d 'Print what the commands do'
complete -c cycletime -n $none -f -a version -d 'Print the version'
@fish_options@
