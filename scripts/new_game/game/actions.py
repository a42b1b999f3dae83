"""What players do, with the names that clients send."""

from __future__ import annotations

from domain.kernel.actions import Action
from domain.kernel.references import CardId


class PlayCard(Action, frozen=True, tag="play_card"):
    """Play a card of the hand."""

    card: CardId


class Pass(Action, frozen=True, tag="pass"):
    """Play nothing this turn."""


class DiscardCard(Action, frozen=True, tag="discard_card"):
    """Choose a card of the hand, which goes under the pile."""

    card: CardId
