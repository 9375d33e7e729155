# SPDX-License-Identifier: MIT
room(lives account.c entry.c files.c folders.c job.c job_question.c membership.c other_process.c process_question.c record.c
  record_file.c subreaper.c user_home.c)
