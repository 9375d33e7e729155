# SPDX-License-Identifier: MIT
room(tools dos_path.c option.c output.c say.c stop.c svg.c text.c)
