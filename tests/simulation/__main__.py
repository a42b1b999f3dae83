"""Runs of the whole service under seeds:

    python -m tests.simulation [--jobs N] [--actions N] [--plant FAULT] SEED...

`1-50` are so many. It ends with 1 if anything was wrong with one of them.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from tests.simulation import chance, plants

if not os.environ.get("PYTHONHASHSEED", "").isdigit():
    # sets of texts go by hashes, and these by chance
    os.execve(sys.executable, sys.orig_argv, os.environ | {"PYTHONHASHSEED": "0"})
if "--plant" in sys.argv:
    place = sys.argv.index("--plant")
    plants.plant(sys.argv.pop(place + 1))
    sys.argv.pop(place)
assert chance
command = import_module("tests.simulation.command")
sys.exit(command.main(sys.argv[1:]))
