"""Begin a game: `make new-game SLUG=<slug>`, with TITLE= and PREFIX= where the usual ones won't do.

It writes the two folders of a whole small game, which the next commits make into the one that is wanted, and prints the
next steps. It changes nothing outside them but what other commands write: `make rules fixtures playthroughs`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scripts.new_game.naming import faults, naming
from scripts.new_game.writing import folders, generate, steps, write

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Exit code 2 if there can't be such a game; then nothing is written."""
    parser = argparse.ArgumentParser(usage="make new-game SLUG=<slug> [TITLE=...] [PREFIX=...]", description=__doc__)
    parser.add_argument("slug", help="the name of its folders and in the API")
    parser.add_argument("--title", default="", help="its name for people; the words of the slug if not given")
    parser.add_argument("--prefix", default="", help="that of its rule IDs; initials, or three letters, if not given")
    asked = parser.parse_args()
    names = naming(asked.slug, asked.title, asked.prefix)
    if fault := next(faults(ROOT, names), None):
        sys.stderr.write(f"new-game: {fault}\n")
        return 2
    written = write(ROOT, names)
    generate(names.slug)
    for folder in folders(names.slug).values():
        sys.stdout.write(f"{folder}/: {sum(name.startswith(f'{folder}/') for name in written)} files\n")
    sys.stdout.write(f"{names.title} can be played. The steps from here, as docs/games/README.md has them:\n\n")
    sys.stdout.write(f"{steps(ROOT, names.slug)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
