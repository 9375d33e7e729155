# SPDX-License-Identifier: MIT
# Prints block NUMBER of commands in the section SECTION of README.md. Exit code 1: there is no such block.
/^## / { is_in = $0 == "## " section }
/^```/ { is_open = !is_open && is_in && /^```sh/; count += is_open; next }
is_open && count == number { print; has_begun = 1 }
END { exit !has_begun }
