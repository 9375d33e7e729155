# SPDX-License-Identifier: MIT
room(calls calls.c children_follow.c clock_calls.c job_calls.c list_calls.c measure.c process_calls.c processor_calls.c
  thread_question.c)
