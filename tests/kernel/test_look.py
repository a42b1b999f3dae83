"""A look has an entry for each name of its game, and for no other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from domain.kernel.look import Look
from domain.kernel.names import Names, check_look, check_names
from domain.kernel.references import References

NAMES = Names(
    zones=("hand",),
    numbers=("tokens",),
    words={"pile": ("draw", "discard")},
    printed=("cost",),
    facts=("kind", "titles"),
)
LOOK: Mapping[str, Any] = {
    "zones": {"hand": {"label": "Hand"}},
    "numbers": {"tokens": {"label": "Tokens"}, "cost": {"label": "Cost"}},
    "words": {"pile": {"draw": "from the top", "discard": "from the discard pile"}},
    "faces": [{"hue": 0, "glyph": "star", "when": {"kind": "a"}, "corners": {"top_left": "cost"}, "tags": ["titles"]}],
}
FACE = {"hue": 0, "glyph": "star"}


def check(names: Names | None, **changed: Any) -> None:
    check_look(msgspec.convert({**LOOK, **changed}, Look), ["ask"], ["act"], ["happened"], names)


def test_a_look_may_say_what_the_game_names() -> None:
    check(NAMES)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"zones": {}}, "look.toml: zones: 'hand' is missing"),
        ({"zones": LOOK["zones"] | {"deck": {"label": "Deck"}}}, "look.toml: zones: 'deck' is nothing in this game"),
        ({"numbers": {"tokens": {"label": "Tokens"}}}, "look.toml: numbers: 'cost' is missing"),
        ({"marks": {"lost": "Has lost"}}, "look.toml: marks: 'lost' is nothing in this game"),
        ({"words": {"pile": {"draw": "from the top"}}}, "look.toml: words.pile: 'discard' is missing"),
        (
            {"words": LOOK["words"] | {"side": {"left": "Left"}}},
            "look.toml: words: 'side' is nothing in this game",
        ),
        ({"faces": [FACE | {"corners": {"top_left": "price"}}]}, "look.toml: faces.corners has no 'price'"),
        ({"faces": [FACE | {"line": ["class"]}]}, "look.toml: faces.line has no 'class'"),
        ({"faces": [FACE | {"tags": ["cost"]}]}, "look.toml: faces.tags has no 'cost'"),
        ({"faces": [FACE | {"when": {"class": "hero"}}]}, "look.toml: faces.when has no 'class'"),
        ({"symbols": {"rarity": {"C": "black"}}}, "look.toml: symbols has no 'rarity'"),
        ({"prompts": {"beg": {}}}, "look.toml: prompts has no 'beg'"),
    ],
    ids=str,
)
def test_a_name_too_many_or_too_few_is_refused(changed: Mapping[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        check(NAMES, **changed)


def test_every_fault_is_named() -> None:
    with pytest.raises(ValueError, match="zones: 'hand' is missing; marks: 'lost' is nothing in this game"):
        check(NAMES, zones={}, marks={"lost": "Has lost"})


def test_a_game_without_names_may_have_any_look() -> None:
    check(None)
    with pytest.raises(ValueError, match="actions has no 'sing'"):
        check(None, actions={"sing": {"label": "Sing"}})


def test_words_are_named_for_fields_of_words_alone() -> None:
    answers: dict[str, References] = {"take": {"pile": ("word",), "cards": ("card", "word")}}
    check_names(NAMES, answers)
    with pytest.raises(ValueError, match=r"^the names of the game: words: 'pile' is nothing in this game$"):
        check_names(NAMES, {"take": {"cards": ("card",)}})
    with pytest.raises(ValueError, match="words: 'side' is missing"):
        check_names(NAMES, {**answers, "go": {"side": ("word",)}})
