"""The recipe for a card, followed: its examples are cards of their games, and the suite asks for nothing else."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.games import discover
from domain.kernel.cardreader import CardReader
from domain.kernel.game import CardGame
from tests.house.checkouts import copied, ran
from tests.kit.process import ROOT

PAGE = (ROOT / "docs/games/adding-a-card.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^`(\S+)`, (?:in `(\w+)`|at the end):\n\n```\w+\n(.*?)```$", re.MULTILINE | re.DOTALL)
GAMES = discover()
BY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
WRITTEN = ("RULES.md", "-cards.md", "-words.md")
"""How the names of the files end that `make rules` may write."""


class Addition(NamedTuple):
    """What the page adds to a file: to a list that it names, or at the end."""

    file: str
    to: str
    text: str

    def added(self, whole: str) -> str:
        """The file with it."""
        if not self.to:
            return f"{whole}\n{self.text}" if self.file.endswith(".toml") else f"{whole}\n\n{self.text}"
        before, begin, listed = whole.partition(f"\n{self.to} = [\n")
        rows, end, after = listed.partition("\n]\n")
        new = [f"\n{ast.unparse(row)}," for row in ast.parse(self.text).body]
        return "".join([before, begin, rows, *new, end, after])


def additions(game: CardGame) -> list[Addition]:
    """What the page adds for its example of a game."""
    section = PAGE.partition(f"### {game.slug}\n")[2].partition("\n### ")[0]
    return [Addition(*found) for found in EXAMPLE.findall(section)]


def cid(game: CardGame) -> str:
    """The id of the example."""
    (made,) = set(_with_example(game)) - {card.id for card in game.cards()}
    return made


def _with_example(game: CardGame) -> Iterator[str]:
    """The ids of all cards of a game with its example."""
    (card,) = (one for one in additions(game) if one.file.endswith(".toml"))
    reader = game.reader
    assert isinstance(reader, CardReader)
    name = Path(card.file).name
    files = [(file, card.added(text) if file == name else text) for file, text in game.core().files]
    assert name in dict(files)
    return (one.id for one in reader.read_core(files).listed)


@BY_GAME
def test_the_example_is_a_further_card_of_its_game(game: CardGame) -> None:
    found = [one for one in additions(game) if one.file.endswith(".toml")]
    assert len(found) == 1, f"docs/games/adding-a-card.md needs one example of a card under '### {game.slug}'"
    (card,) = found
    (written,) = tomllib.loads(card.text)["card"]
    assert written["name"] not in {one.name for one in game.cards()}
    assert cid(game)


@BY_GAME
def test_the_example_has_scenarios_of_its_own(game: CardGame) -> None:
    scenarios = [one for one in additions(game) if one.file.endswith(".py")]
    assert scenarios, f"docs/games/adding-a-card.md needs scenarios of its example under '### {game.slug}'"
    for one in scenarios:
        whole = (ROOT / one.file).read_text(encoding="utf-8")
        assert cid(game) not in whole
        assert cid(game) in one.added(whole)


@pytest.mark.nightly
@BY_GAME
def test_nothing_else_has_to_change(game: CardGame, programs: None, tmp_path: Path) -> None:
    """In a copy of the checkout the files of the page are changed, `make rules` writes its own, and all tests pass."""
    copied(tmp_path)
    new = cid(game)
    for one in additions(game):
        file = tmp_path / one.file
        file.write_text(one.added(file.read_text(encoding="utf-8")), encoding="utf-8")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    ran(tmp_path, "service", "rules", "--write")
    changed = subprocess.run(["git", "diff", "--name-only"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert changed.stdout
    assert all(name.endswith(WRITTEN) for name in changed.stdout.split()), changed.stdout
    ran(tmp_path, "ruff", "format", "--quiet", "tests/games")
    ran(tmp_path, "ruff", "check", "--quiet", "tests/games")
    ran(tmp_path, "tests.kit.mutants", game.slug, "--card", new)
    ran(tmp_path, "pytest", f"tests/games/{game.slug}", "tests/house/test_games.py", lane="commit")
