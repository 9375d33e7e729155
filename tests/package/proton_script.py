# SPDX-License-Identifier: MIT
# proton_script.py VERSION VERB COMMAND...: to the environment of Wine it does what Proton's script of that version does: 9
# and 10 put their own WINEDLLPATH in place of the user's, 11 puts it before that.
import os
import subprocess
import sys

environment = dict(os.environ)
directories = ["/proton/files/lib64/wine", "/proton/files/lib/wine"]
if sys.argv[1] == "11" and "WINEDLLPATH" in os.environ:
    directories.append(os.environ["WINEDLLPATH"])
environment["WINEDLLPATH"] = ":".join(directories)
sys.exit(subprocess.call(["wine"] + sys.argv[3:], env=environment))
