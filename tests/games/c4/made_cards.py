"""Cards for one test: texts that a rule speaks of and that no card of the core sets has."""

from __future__ import annotations

import pytest

from domain.games.c4.cardfiles import load
from domain.games.c4.cards import definitions
from domain.games.c4.words import VOCABULARY
from tests.games.c4.table import BY_NAME


def made(monkeypatch: pytest.MonkeyPatch, *bodies: str) -> None:
    """Add cards to the catalogue; each body holds the keys of a `[[card]]` but its number and text."""
    tables = [f'[[card]]\nnumber = {n}\ntext = "Text."\n{body}\n' for n, body in enumerate(bodies, 1)]
    known = definitions()
    assert isinstance(known, dict)
    for card in load(VOCABULARY, "tests.toml", 'set = "P-TST-2401"\nname = "Tests"\n' + "".join(tables)).cards:
        monkeypatch.setitem(known, card.cid, card)
        monkeypatch.setitem(BY_NAME, card.name, card)
