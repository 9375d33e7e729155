# SPDX-License-Identifier: MIT
# Completion of cycletime(1) for fish.
# The first word is a subcommand, or a command to run in its place.
set -l none __fish_is_first_token
complete -c cycletime -n "$none; and string length -q -- (commandline -ct)" -F -a '(__fish_complete_command)'
@fish_commands@
complete -c cycletime -n '__fish_seen_subcommand_from help' -f -a '@command_words@'
@fish_options@
