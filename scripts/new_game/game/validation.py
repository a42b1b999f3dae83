"""What a card file must hold beyond the words (5xx)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.cardfile import CardEntry, Flaw
from scripts.new_game.game.definitions import CardTable


def check_kind(entry: CardEntry[CardTable]) -> Iterator[Flaw]:
    """BON-502 A stone says what holds, and no other card does."""
    if (entry.card.kind == "stone") != (entry.card.holds is not None):
        yield entry.fault("holds", "a stone says what holds while it is in play, no other card does (BON-502)")
