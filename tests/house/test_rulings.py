"""Rule books: a rule names the rulings on it, and nothing else stands there that the code says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.games import discover

GAMES = Path(__file__).parents[2] / "domain" / "games"
RULE = re.compile(r"^- [A-Z0-9]+-\d.*$", re.MULTILINE)
RULING = re.compile(r"[A-Z0-9]+-R\d+")
LONGEST = 850
"""Lines of a rule book, tables of cards and actions among them."""
HEAD = re.compile(rf"^(?:-|\|) ({RULING.pattern})\b", re.MULTILINE)


@pytest.mark.parametrize("game", sorted(discover()))
def test_each_ruling_is_named_by_a_rule(game: str) -> None:
    text = (GAMES / game / "RULES.md").read_text()
    rulings = set(HEAD.findall(text))
    named = set(RULING.findall(" ".join(RULE.findall(text))))
    assert rulings, "none was found"
    assert sorted(rulings - named) == []


@pytest.mark.parametrize("game", sorted(discover()))
def test_a_rule_book_plans_no_program(game: str) -> None:
    text = (GAMES / game / "RULES.md").read_text()
    heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
    wanted = {"Terms", "Rules", "Rulings", "Actions and prompts", "Core set", "Worked examples", "Not rules"}
    assert set(heads) == wanted
    assert text.count("\n") <= LONGEST
