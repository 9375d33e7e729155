# SPDX-License-Identifier: MIT
room(clocks boot_facts.c counter.c counter_rate.c cycle_conversion.c drawn_clock.c linux_clock.c)
