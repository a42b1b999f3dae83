"""A game introduces itself, by a file in its folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.kernel.introduction import FILE, DeckStyle, Term, read_introductions
from tests.toy_game import GAME

CURT, LONG = '"a"', f'"{"a" * 241}"'
ENGLISH = 'what = "a"\ngoal = "b"\nwin = ["c"]\nlose = ["d"]\nturn = ["e"]\n'


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> tuple[str, Path]:
    name = f"introduced_{abs(hash(request.node.name))}"
    folder = tmp_path / name
    folder.mkdir()
    folder.joinpath("__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return name, folder / FILE


def test_it_is_read_from_the_folder_of_its_game() -> None:
    told = GAME.introductions["en"]
    assert told.terms == (Term("Charm", "You bring it along: an owl or a fox."),)
    assert told.decks == (DeckStyle("owl", "It may look after the deck."),)


def test_a_game_may_have_none(package: tuple[str, Path]) -> None:
    assert read_introductions(package[0]) == {}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"[de]\n{ENGLISH}", r"there is no \[en\]"),
        (f"[en]\n{ENGLISH}more = 1\n", "unknown field `more`"),
        ('[en]\nwhat = "a"\n', "missing required field `goal`"),
        (f"[en]\n{ENGLISH.replace(CURT, LONG)}", r"length <= 240 - at `\$\.what`"),
        (f'[en]\n{ENGLISH}[en.words]\nWord = ""\n', r"length >= 1 - at `\$\.terms\[0\]\.meaning`"),
    ],
)
def test_a_file_that_is_none_is_told_with_its_place(package: tuple[str, Path], text: str, fault: str) -> None:
    name, file = package
    file.write_text(text)
    with pytest.raises(ValueError, match=fault):
        read_introductions(name)
