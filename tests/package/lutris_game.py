# SPDX-License-Identifier: MIT
"""lutris_game.py HOME PROGRAM PREFIX COMMAND: in HOME, the settings of Lutris by which no dialog waits for a click, and its
list of games, with one game: PROGRAM, which the system's Wine runs in PREFIX, with the command prefix COMMAND."""
import json
import os
import sqlite3
import sys

SETTINGS = """[lutris]
dismiss-missing-vulkan-library-warning = True
hide-no-vulkan-warning = True
hide-wine-systemwide-install-warning = True
"""
OFF = ("d3d_extras", "dgvoodoo2", "dxvk", "dxvk_nvapi", "esync", "fsync", "sandbox", "vkd3d")


def main():
    home, program, prefix, command = sys.argv[1:]
    settings, data = home + "/.config/lutris", home + "/.local/share/lutris"
    os.makedirs(settings + "/games", exist_ok=True)
    os.makedirs(data, exist_ok=True)
    with open(settings + "/lutris.conf", "w", encoding="utf-8") as file:
        file.write(SETTINGS)
    with open(settings + "/games/game.yml", "w", encoding="utf-8") as file:
        json.dump({"game": {"exe": program, "prefix": prefix, "arch": "win64"},
                   "system": {"disable_runtime": True, "prefix_command": command},
                   "wine": {"version": "system", **{name: False for name in OFF}}}, file)
    with sqlite3.connect(data + "/pga.db") as games:
        games.execute("CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, name TEXT, slug TEXT, runner TEXT,"
                      " platform TEXT, installed INTEGER, configpath TEXT)")
        games.execute("INSERT OR REPLACE INTO games (id, name, slug, runner, platform, installed, configpath)"
                      " VALUES (1, 'game', 'game', 'wine', 'Windows', 1, 'game')")


main()
