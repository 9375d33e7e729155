# SPDX-License-Identifier: MIT
room(tools now.c option.c output.c say.c stop.c svg.c text.c)
