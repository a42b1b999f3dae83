"""Cards that no core set has, for rules that no core card reaches."""

from __future__ import annotations

from domain.games.c4.cardfiles import READER
from tests.games.c4.table import Table

SET = "P-TST-1812"


def add_card(game: Table, name: str, kind: str = "regular", symbol: str = "rock", **keys: str) -> str:
    """A card for this table, its keys written as in a card file (a value that begins with [ is a list); its name."""
    lines = [f'name = "{name}"', f'kind = "{kind}"', f'symbol = "{symbol}"']
    lines += [f"{key} = {value}" if value.startswith("[") else f'{key} = "{value}"' for key, value in keys.items()]
    made(game, "\n".join(lines))
    return name


def made(game: Table, body: str) -> None:
    """Add a card to this table; the body holds the keys of a `[[card]]` but its number and text."""
    number = sum(card.set == SET for card in game.cards.values()) + 1
    head = f'set = "{SET}"\nname = "Tests"\n[[card]]\nnumber = {number}\ntext = "As written."\n'
    game.cards |= READER.read_core([("tests.toml", head + body)]).cards
