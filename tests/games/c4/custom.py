"""Cards that no core set has, for rules that no core card reaches."""

from __future__ import annotations

from typing import Any, cast

import pytest

from domain.games.c4.cardfiles import load
from domain.games.c4.cards import definitions
from domain.games.c4.words import VOCABULARY
from tests.games.c4.table import BY_NAME


def add_card(patch: pytest.MonkeyPatch, name: str, kind: str = "regular", symbol: str = "rock", **keys: str) -> str:
    """A card for this test, its keys written as in a card file (a value that begins with [ is a list); its name."""
    lines = [f'name = "{name}"', f'kind = "{kind}"', f'symbol = "{symbol}"', 'text = "As written."']
    lines += [f"{key} = {value}" if value.startswith("[") else f'{key} = "{value}"' for key, value in keys.items()]
    number = sum(card.set == "P-TST-1812" for card in definitions().values()) + 1
    text = "\n".join(['set = "P-TST-1812"', 'name = "Test"', "[[card]]", f"number = {number}", *lines])
    (card,) = load(VOCABULARY, "test.toml", text).cards
    patch.setitem(cast(dict[str, Any], definitions()), card.cid, card)
    patch.setitem(BY_NAME, name, card)
    return name
