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
complete -c cycletime -n '__fish_seen_subcommand_from run wrap time' -l no-children -d 'Do not include the processes that the first program starts'
complete -c cycletime -n '__fish_seen_subcommand_from run wrap time' -l no-nt -d "Do not change ntdll's functions"
complete -c cycletime -n '__fish_seen_subcommand_from run wrap time' -l fast-clock -d "Read clocks from the processor's time-stamp counter"
complete -c cycletime -n '__fish_seen_subcommand_from run wrap time' -l best-effort -d 'Run even without correct times'
complete -c cycletime -n '__fish_seen_subcommand_from run wrap time' -l verbose -d 'Print which processes run without cycletime'
complete -c cycletime -n '__fish_seen_subcommand_from run wrap time' -l quiet -d 'Do not print that the Linux side is missing'
complete -c cycletime -n '__fish_seen_subcommand_from time bench top' -l json -d 'Print JSON'
complete -c cycletime -n '__fish_seen_subcommand_from time' -l output -r -F -d 'Write the table to a file'
complete -c cycletime -n '__fish_seen_subcommand_from bench top' -l svg -r -F -d 'Draw the result into a file'
complete -c cycletime -n '__fish_seen_subcommand_from top counters' -l interval -x -d 'Seconds between two readings'
complete -c cycletime -n '__fish_seen_subcommand_from top counters' -l count -x -d 'End after this many intervals'
complete -c cycletime -n '__fish_seen_subcommand_from top' -l once -d 'One interval, as text'
complete -c cycletime -n '__fish_seen_subcommand_from top' -l pid -x -d 'Only this process and its threads'
complete -c cycletime -n '__fish_seen_subcommand_from top' -l tree -d 'Show processes below their parents'
complete -c cycletime -n '__fish_seen_subcommand_from top' -l filter -x -d 'Only processes with this text in their name'
complete -c cycletime -n '__fish_seen_subcommand_from top' -l csv -d 'One line per processor, process and thread'
complete -c cycletime -n '__fish_seen_subcommand_from counters' -l list -d 'Print the paths of all counters'
complete -c cycletime -n '__fish_seen_subcommand_from top counters' -l help -d 'Explain what is shown'
