"""Who opens the rule that a refusal names finds the rulings on it there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.games import discover

GAMES = Path(__file__).parents[2] / "domain" / "games"
RULE = re.compile(r"^- [A-Z0-9]+-\d.*$", re.MULTILINE)
RULING = re.compile(r"[A-Z0-9]+-R\d+")
HEAD = re.compile(rf"^(?:-|\|) ({RULING.pattern})\b", re.MULTILINE)


@pytest.mark.parametrize("game", sorted(discover()))
def test_each_ruling_is_named_by_a_rule(game: str) -> None:
    text = (GAMES / game / "RULES.md").read_text()
    rulings = set(HEAD.findall(text))
    named = set(RULING.findall(" ".join(RULE.findall(text))))
    assert rulings, "none was found"
    assert sorted(rulings - named) == []
