# SPDX-License-Identifier: MIT
# proton_script.py VERSION VERB COMMAND...: changes the environment as Proton's script of that version does. 9 and 10 replace
# the user's WINEDLLPATH by their own, 11 puts its own before it. The prefix is a folder of STEAM_COMPAT_DATA_PATH.
import os
import subprocess
import sys

environment = dict(os.environ)
directories = ["/proton/files/lib64/wine", "/proton/files/lib/wine"]
if sys.argv[1] == "11" and "WINEDLLPATH" in os.environ:
    directories.append(os.environ["WINEDLLPATH"])
environment["WINEDLLPATH"] = ":".join(directories)
if "STEAM_COMPAT_DATA_PATH" in os.environ:
    environment["WINEPREFIX"] = os.environ["STEAM_COMPAT_DATA_PATH"] + "/pfx"
sys.exit(subprocess.call(["wine"] + sys.argv[3:], env=environment))
