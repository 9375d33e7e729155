# SPDX-License-Identifier: MIT
room(api extensions.c idle_states.c processes.c processors.c processthreadsapi.c realtimeapiset.c)
