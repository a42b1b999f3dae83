"""What a seat may do in Envoys, and what it brings."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.kernel.actions import Action
from domain.kernel.frames import Frame
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


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`rounds`: 1 to 4. `time_limit_s`: a minute to a day, or none."""

    rounds: int = 3
    time_limit_s: int | None = None


class Loadout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A secret charm: the owl may look after the deck, the fox does nothing."""

    charm: str


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public stage of a round."""

    stage: str


class Round(Frame, frozen=True, tag="round"):
    """A round begins."""

    number: int


class Ballots(Frame, frozen=True, tag="ballots"):
    """All seats are asked for an envoy."""


class Reveal(Frame, frozen=True, tag="reveal"):
    """The envoys are shown and compared."""


class Refill(Frame, frozen=True, tag="refill"):
    """Hands are filled and the next round follows, or the end."""


FRAMES = (Round, Ballots, Reveal, Refill)
ACTIONS = (Send, Peek, Pay, Ban)
