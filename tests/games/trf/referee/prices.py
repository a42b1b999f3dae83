"""What cards of TRF cost, as the second referee counts it (308 to 324)."""

from __future__ import annotations

import ast

from tests.games.trf.referee.state import Persistent
from tests.games.trf.referee.table import Source, Table, describes
from tests.games.trf.referee.texts import ALIGNMENTS, Printed
from tests.kit.card_texts import Text, amount, argument, word

TITLED = {"Mod": {"Mod", "Admin"}}
"""TRF-319 Titles that stand for others too."""


def price(table: Table, seat: int, card: Printed, window: str | None = None) -> int | None:
    """TRF-308 TRF-309 What a card costs a player in meters or words; None without access."""
    multiplier = access(table, seat, card)
    if multiplier is None:
        return None
    title = card.data.get("title")
    if card.kind == "ooc" and title and not TITLED.get(title, {title}) & table.titles(seat):
        multiplier *= 2
    return max(0, card.number("cost") * multiplier + changes(table, seat, card, window))


def changes(table: Table, seat: int, card: Printed, window: str | None = None) -> int:
    """TRF-308 TRF-606 The sum of increases and reductions."""
    key = "words" if card.kind == "ooc" else "meters"
    mine = (one for one in table.sources("cost") if one.owner == seat)
    texts = table.once(one for one in mine if _fits(table, argument(one.text, 0), card, seat, window))
    return sum(amount(one.text, key) for one in texts)


def _fits(table: Table, text: Text, card: Printed, seat: int, window: str | None) -> bool:
    if isinstance(text, ast.BoolOp):
        return all(_fits(table, one, card, seat, window) for one in text.values)
    if isinstance(text, ast.Call):
        named = word(text.args[0])
        if word(text) == "tied":
            return named in card.data.get("ties", ())
        if word(text) == "played_in":
            return named == window
        others = (other for other, player in enumerate(table.players) if other != seat and not player.lost)
        return any(named in table.titles(other) for other in others)
    return describes(card, word(text))


def access(table: Table, seat: int, card: Printed) -> int | None:
    """TRF-310 to TRF-317 TRF-530 The multiplier for another faction; None: the account can't play the card."""
    account = table.cards[table.players[seat].account]
    if "universal" in (card.faction, account.faction) or card.faction == account.faction:
        return 1
    if card.deviant:
        return None
    if any(one.owner == seat and _opened(one) in (card.faction, card.alignment) for one in table.sources("opens")):
        return 1
    return 2 if card.alignment == ALIGNMENTS[account.faction] else None


def _opened(source: Source) -> str | None:
    named = word(argument(source.text, 0))
    return source.card.chosen if named == "chosen" and isinstance(source.card, Persistent) else named
