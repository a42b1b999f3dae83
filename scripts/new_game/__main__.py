"""Begin a game: `make new-game SLUG=<slug>`, with TITLE= and PREFIX= where the usual ones won't do.

It writes the two folders of a whole small game, which the next commits make into the one that is wanted, and prints the
next steps, with what is still red of what pages say of it. It changes nothing outside them but what other commands
write: `make rules fixtures playthroughs simulations samples schema`. Of a game that is there it prints the steps and
what is red.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from domain.games import discover
from scripts.new_game.naming import faults, naming
from scripts.new_game.writing import folders, generate, left, steps, write

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Exit code 2 if there can't be such a game; then nothing is written."""
    parser = argparse.ArgumentParser(usage="make new-game SLUG=<slug> [TITLE=...] [PREFIX=...]", description=__doc__)
    parser.add_argument("slug", help="the name of its folders and in the API")
    parser.add_argument("--title", default="", help="its name for people; the words of the slug if not given")
    parser.add_argument("--prefix", default="", help="that of its rule IDs; initials, or three letters, if not given")
    asked = parser.parse_args()
    if asked.slug in discover():
        return _told(asked.slug)
    names = naming(asked.slug, asked.title, asked.prefix)
    if fault := next(faults(ROOT, names), None):
        sys.stderr.write(f"new-game: {fault}\n")
        return 2
    written = write(ROOT, names)
    generate(ROOT, names.slug)
    for folder in folders(names.slug).values():
        sys.stdout.write(f"{folder}/: {sum(name.startswith(f'{folder}/') for name in written)} files\n")
    sys.stdout.write(f"{names.title} can be played.\n")
    return _told(names.slug)


def _told(slug: str) -> int:
    """The steps as docs/games/README.md has them, and what is red."""
    sys.stdout.write(f"\n{steps(ROOT, slug)}\n\nStill red:\n{left(ROOT, slug) or 'nothing'}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
