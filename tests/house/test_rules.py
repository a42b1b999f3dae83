"""What the rules say changes with their version alone, and a ruling says from which version on it holds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from domain.games import discover
from domain.kernel.game import CardGame
from domain.kernel.versions import is_older
from scripts.release import folder_of
from service.catalogue.rules import hash_of, parse, text_of
from tests.kit.rules import NONE, Rules, faults, given_out, note, noted, today

GAMES = discover()
SINCE = re.compile(r"\(since ([0-9.]+)\)")


def test_the_rules_of_today_are_noted_under_their_version() -> None:
    assert faults(noted(), today()) == []


KNOWN = [Rules("c4", "4.9", "a", "0.1.0"), Rules("c4", "4.10", "b", "0.2.0")]
UNRELEASED = [*KNOWN, Rules("c4", "4.11", "c")]


@pytest.mark.parametrize(
    ("known", "rules", "told"),
    [
        (KNOWN, Rules("c4", "4.10", "b"), ""),
        (KNOWN, Rules("c4", "4.10", "x"), "4.10 of release 0.2.0: raise rules_version in domain/games/c4/game.py"),
        (KNOWN, Rules("c4", "4.9", "x"), "rules 4.9 of release 0.1.0: raise rules_version"),
        (KNOWN, Rules("c4", "4.11", "x"), "rules 4.11 are not noted yet: run `make rules`"),
        (KNOWN, Rules("c4", "4.9.1", "x"), "rules 4.9.1 come after 4.10: take a higher rules_version"),
        (UNRELEASED, Rules("c4", "4.11", "x"), "no release has them: run `make rules`"),
        (KNOWN, Rules("new", "1.0", "x"), "rules 1.0 are not noted yet"),
    ],
)
def test_a_change_under_an_old_version_is_refused_and_says_what_to_do(
    known: list[Rules], rules: Rules, told: str
) -> None:
    found = faults(known, [rules])
    assert bool(found) == bool(told)
    assert told in "".join(found)


def test_what_no_release_has_may_be_noted_anew_and_nothing_else() -> None:
    again = Rules("c4", "4.11", "x")
    assert note(UNRELEASED, [again]) == [*KNOWN, again]
    assert note(UNRELEASED, [Rules("c4", "4.12", "x")]) == [*KNOWN, Rules("c4", "4.12", "x")]
    with pytest.raises(ValueError, match="raise rules_version"):
        note(KNOWN, [Rules("c4", "4.10", "x")])
    released = given_out([*KNOWN, again], "0.3.0")
    assert released == [*KNOWN, Rules("c4", "4.11", "x", "0.3.0")]
    assert note(released, [again]) == released


TEXT = """# A game

## Rules

### Turns

- A-101 A turn has
  two parts.

## Rulings

- A-R1 Which? -> The first. -> It is there.

## Core set

| id | name |
| --- | --- |
| A-1 | Ann |
"""
SAME = [("### Turns", "### The turn"), ("has\n  two", "has two"), ("| A-1 | Ann |", "| A-1 | Ann |\n| A-2 | Bo |")]
OTHER = [("two parts", "three parts"), ("A-101", "A-102"), ("The first", "The last"), ("- A-R1", "- A-R2")]


def test_the_hash_is_that_of_the_numbered_rules() -> None:
    assert {hash_of(TEXT.replace(*change)) for change in SAME} == {hash_of(TEXT)}
    assert len({hash_of(TEXT), *(hash_of(TEXT.replace(*change)) for change in OTHER)}) == 1 + len(OTHER)


def asked(game: CardGame) -> Iterator[tuple[str, str, str]]:
    """(function, its docstring, the version that it asks for) wherever a rule asks `goes_by`."""
    for file in folder_of(game).rglob("*.py"):
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for call in filter(_asks, ast.walk(function)):
                    assert isinstance(call, ast.Call)
                    yield function.name, ast.get_docstring(function) or "", str(ast.literal_eval(call.args[0]))


def _asks(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "goes_by"


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_ruling_holds_from_the_version_that_its_text_names(slug: str) -> None:
    """Its text says `(since 1.1)`, and a function that names it asks `goes_by("1.1")`: neither without the other."""
    game = GAMES[slug]
    said = {(rule.id, version) for rule in parse(text_of(game)) for version in SINCE.findall(rule.text)}
    held = set()
    for function, docstring, version in asked(game):
        named = {(rule, since) for rule, since in said if since == version and re.search(rf"\b{rule}\b", docstring)}
        assert named, f"{function} asks for rules {version}: its docstring names no ruling that is `(since {version})`"
        held |= named
    assert held == said
    released = [rules.version for rules in noted() if rules.game == slug and rules.release != NONE]
    for _, version in said:
        assert not is_older(game.rules_version, version)
        assert all(is_older(first, version) for first in released[:1]), f"rules {version} are as old as the game"
