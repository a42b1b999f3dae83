"""From the toy game to the folders of a game.

The toy game is a game like any other, tested with the rest, but that nobody finds it. Its names stand for those of the
new game. What commands write of a game is written for the new one at once.
"""

from __future__ import annotations

import os
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

TOY = "tests/toy_game"
APART = ("releases.py", "sides.py")
"""What of the toy game is no part of a game: its later releases and its modes, for tests of the kernel."""
STEPS = "docs/games/README.md"
WRITERS = {
    "tests.kit.samples": "",
    "api_schema.snapshots": "",
    "api_schema.rest.error_pages": "docs/errors.md",
    "tests.e2e.matrix": "docs/tournament-matrix.md",
}
"""What writes of all games at once, and where it goes if not to files of its own."""
SIMULATED = """# {title}: results of simulated matches

The tables between the marked lines are made by the command: `make simulations GAMES={slug}` plays all of this page
anew, and the words around them stay.

<!-- simulate: matches=40 bots=random,greedy seed=1 -->
<!-- simulated -->
"""
PAGES = ("tests/house/test_games.py", "tests/house/test_adding_a_card.py", "tests/e2e/test_clients_page.py")
"""The tests of what pages say of every game."""


def folders(slug: str) -> dict[str, str]:
    """The folders of a game by those of the toy game; what lies in `tests` goes first."""
    return {f"{TOY}/tests": f"tests/games/{slug}", TOY: f"domain/games/{slug}"}


def files(root: Path, names: Naming) -> Iterator[tuple[str, str]]:
    """(path in the checkout, text) of every file of the game."""
    for file in sorted((root / TOY).rglob("*.*")):
        place = file.relative_to(root).as_posix()
        if file.suffix in (".py", ".md", ".toml") and file.name not in APART:
            yield filled(place, names), filled(file.read_text(encoding="utf-8"), names)


def filled(text: str, names: Naming) -> str:
    """A text of the toy game, or a path, with the names of the game."""
    for folder, place in folders(names.slug).items():
        text = text.replace(folder, place).replace(folder.replace("/", "."), place.replace("/", "."))
    words = {"envoys": names.slug, "Envoys": names.title, "TOY": names.prefix}
    return re.sub(rf"\b(?:{'|'.join(words)})\b", lambda found: words[found[0]], text)


def write(root: Path, names: Naming) -> list[str]:
    """Write the folders; the paths. Names of other lengths and places of imports are formatted like all code."""
    written = []
    for name, text in files(root, names):
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        written.append(name)
    there = [str(root / folder) for folder in folders(names.slug).values()]
    for command in (["check", "--fix-only"], ["format"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, "--quiet", *there], cwd=root, check=True)
    return written


def generate(root: Path, slug: str) -> None:
    """What `make rules fixtures playthroughs simulations samples schema` write of it, but for models of the client."""
    invalidate_caches()
    game = discover()[slug]
    card_tables.write(game)
    scenario_index.write(game)
    vocabulary.write(game)
    fixtures.add(fixtures.FOLDER, game, kernel=False)
    playthrough.write(game)
    rules.write(rules.note(rules.noted(), rules.today()))
    simulated = f"docs/simulations/{slug}.md"
    (root / simulated).write_text(SIMULATED.format(title=game.title, slug=slug), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "service", "simulate", slug, "--page", simulated], cwd=root, check=True)
    for module, page in WRITERS.items():
        command = [sys.executable, "-m", module]
        told = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, text=True, check=True).stdout
        if page:
            (root / page).write_text(told, encoding="utf-8")


def steps(root: Path, slug: str) -> str:
    """The steps of the page, for this game, as a terminal shows them."""
    page = (root / STEPS).read_text(encoding="utf-8")
    found = page.partition("## Adding a game\n")[2].partition("\n## ")[0]
    numbered = re.findall(r"^\d\. .*(?:\n   .*)*", found, re.MULTILINE)
    return re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", "\n".join(numbered)).replace("<slug>", slug)


def left(root: Path, slug: str) -> str:
    """What is still red of what pages say of the game: a line for each of their tests that fails."""
    command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-rfE", "-k", f"{slug} or modes", *PAGES]
    wide = {**os.environ, "COLUMNS": "200", "PLAYLEDGER_LANE": "day"}
    told = subprocess.run(command, cwd=root, env=wide, stdout=subprocess.PIPE, text=True, check=False).stdout
    return "\n".join(line for line in told.splitlines() if line.startswith(("FAILED ", "ERROR ")))
