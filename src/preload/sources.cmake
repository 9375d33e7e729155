# SPDX-License-Identifier: MIT
room(preload apc_code.c children.c exit.c graft.c unixlib.c ntdll.c place.c program.c report.c run_words.c
  sanitizer.c sigaction.c text.c threads.c)
