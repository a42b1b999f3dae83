"""What players do, with the names that clients send."""

from __future__ import annotations

from typing import Literal

from domain.kernel.actions import Action
from domain.kernel.references import CardId, Word


class Send(Action, frozen=True, tag="send"):
    """Choose a card face down."""

    card: CardId


class Peek(Action, frozen=True, tag="peek"):
    """The owl's secret: keep the top card of the deck, or sink it."""

    choice: Literal["keep", "sink"]


class Pay(Action, frozen=True, tag="pay"):
    """Pay tokens, by colour."""

    tokens: dict[Word, int]


class Ban(Action, frozen=True, tag="ban"):
    """Ban a card for this round, once in a match."""

    card: Word
