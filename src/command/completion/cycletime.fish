# SPDX-License-Identifier: MIT
# Completion of cycletime(1) for fish.
set -l commands run wrap time status bench top help version
set -l none "not __fish_seen_subcommand_from $commands"
complete -c cycletime -n $none -f -a run -d 'Run a command whose Windows programs get true CPU times'
complete -c cycletime -n $none -f -a wrap -d 'Another name of run'
complete -c cycletime -n $none -f -a time -d 'Run a command, and tell what each Windows process used'
complete -c cycletime -n $none -f -a status -d 'Tell who answers what'
complete -c cycletime -n $none -f -a bench -d 'Measure what calls cost'
complete -c cycletime -n $none -f -a top -d 'Show who burns the most cycles'
complete -c cycletime -n $none -f -a help -d 'Print what the commands do'
complete -c cycletime -n $none -f -a version -d 'Print the version'
complete -c cycletime -n '__fish_seen_subcommand_from run wrap time' -l no-children -d 'Leave alone the processes that the first program starts'
complete -c cycletime -n '__fish_seen_subcommand_from run wrap time' -l no-nt -d 'Leave calls into ntdll alone'
complete -c cycletime -n '__fish_seen_subcommand_from run wrap time' -l fast-clock -d "Read clocks from the processor's counter"
complete -c cycletime -n '__fish_seen_subcommand_from run wrap time' -l best-effort -d 'Run also without true times'
complete -c cycletime -n '__fish_seen_subcommand_from run wrap time' -l verbose -d 'Say which processes run without'
complete -c cycletime -n '__fish_seen_subcommand_from run wrap time' -l quiet -d 'Do not say that the Linux side is not there'
complete -c cycletime -n '__fish_seen_subcommand_from time bench top' -l json -d 'Print objects'
complete -c cycletime -n '__fish_seen_subcommand_from time' -l output -r -F -d 'Write it into a file'
complete -c cycletime -n '__fish_seen_subcommand_from bench top' -l svg -r -F -d 'Draw it into a file'
complete -c cycletime -n '__fish_seen_subcommand_from top' -l interval -x -d 'Seconds between two looks'
complete -c cycletime -n '__fish_seen_subcommand_from top' -l count -x -d 'End after so many intervals'
complete -c cycletime -n '__fish_seen_subcommand_from top' -l once -d 'One interval, as lines'
complete -c cycletime -n '__fish_seen_subcommand_from top' -l pid -x -d 'Only this process and its threads'
complete -c cycletime -n '__fish_seen_subcommand_from top' -l tree -d 'Show processes below those that started them'
complete -c cycletime -n '__fish_seen_subcommand_from top' -l filter -x -d 'Only processes with this text in their name'
complete -c cycletime -n '__fish_seen_subcommand_from top' -l csv -d 'A line for each processor, process and thread'
complete -c cycletime -n '__fish_seen_subcommand_from top' -l help -d 'Print what the keys and the columns are'
