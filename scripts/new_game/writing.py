"""From the template to the folders of a game.

The template is a game, `game/` with its tests in `tests/`, that is linted and typed like all code. Its names stand for
those of the new game. What commands write of a game is written for the new one at once.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from pathlib import Path

from domain.games import discover
from scripts.new_game.naming import Naming
from service.catalogue import card_tables, scenario_index, vocabulary
from tests.kit import fixtures, playthrough, rules

TEMPLATE = Path(__file__).resolve().parent
STEPS = "docs/games/README.md"


def folders(slug: str) -> dict[str, str]:
    """The folders of a game by those of the template."""
    return {"game": f"domain/games/{slug}", "tests": f"tests/games/{slug}"}


def files(names: Naming) -> Iterator[tuple[str, str]]:
    """(path in the checkout, text) of every file of the game."""
    for part, folder in folders(names.slug).items():
        for file in sorted((TEMPLATE / part).rglob("*")):
            if file.is_file() and file.suffix != ".pyc":
                place = file.relative_to(TEMPLATE / part).as_posix()
                yield f"{folder}/{place}", filled(file.read_text(encoding="utf-8"), names)


def filled(text: str, names: Naming) -> str:
    """A text of the template with the names of the game."""
    words = {
        "scripts.new_game.game": f"domain.games.{names.slug}",
        "scripts.new_game.tests": f"tests.games.{names.slug}",
        "bonfire": names.slug,
        "Bonfire": names.title,
        "BON": names.prefix,
    }
    return re.sub(rf"\b(?:{'|'.join(map(re.escape, words))})\b", lambda found: words[found[0]], text)


def write(root: Path, names: Naming) -> list[str]:
    """Write the folders; the paths. Names of other lengths and places of imports are formatted like all code."""
    written = []
    for name, text in files(names):
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        written.append(name)
    there = [str(root / folder) for folder in folders(names.slug).values()]
    for command in (["check", "--fix-only"], ["format"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, "--quiet", *there], cwd=root, check=True)
    return written


def generate(slug: str) -> None:
    """What `make rules fixtures playthroughs` write of the game, in this checkout."""
    invalidate_caches()
    game = discover()[slug]
    card_tables.write(game)
    scenario_index.write(game)
    vocabulary.write(game)
    fixtures.add(fixtures.FOLDER, game, kernel=False)
    playthrough.write(game)
    rules.write(rules.note(rules.noted(), rules.today()))


def steps(root: Path, slug: str) -> str:
    """The steps of the page, for this game, as a terminal shows them."""
    page = (root / STEPS).read_text(encoding="utf-8")
    found = page.partition("## Adding a game\n")[2].partition("\n## ")[0]
    numbered = re.findall(r"^\d\. .*(?:\n   .*)*", found, re.MULTILINE)
    return re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", "\n".join(numbered)).replace("<slug>", slug)
