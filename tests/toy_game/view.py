"""What a viewer sees of Envoys."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.kernel.facts import Event
from domain.kernel.table import Table, TableCard, TablePlayer, TableZone
from tests.toy_game.actions import Loadout
from tests.toy_game.board import Place


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat; `hand`, `charm` and `sent` only for itself."""

    points: int
    tokens: dict[str, int]
    held: int
    has_sent: bool
    has_banned: bool
    out: bool
    hand: tuple[str, ...] | None = None
    sent: str | None = None
    charm: str | None = None

    @classmethod
    def of(cls, place: Place, loadout: Loadout | None, *, open_hand: bool) -> SeatView:
        return cls(
            points=place.points,
            tokens=dict(place.tokens),
            held=place.held,
            has_sent=place.sent is not None,
            has_banned=place.has_banned,
            out=place.out,
            hand=tuple(place.hand) if open_hand else None,
            sent=place.sent if open_hand else None,
            charm=loadout.charm if open_hand and loadout else None,
        )


class ToyView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as one viewer sees it."""

    round: int
    stage: str
    deck_size: int
    deck: tuple[str, ...] | None
    seats: tuple[SeatView, ...]
    banned: tuple[str, ...]
    revealed: tuple[str | None, ...]


def held(card: str) -> TableCard:
    """A card of a hand."""
    return TableCard(card, card, card, hidden=True)


def table(view: ToyView, cards: Mapping[str, object]) -> Table:
    """The generic table of this view."""
    players = tuple(
        TablePlayer(
            number,
            not place.out,
            {"points": place.points, **place.tokens},
            (),
            (TableZone("hand", place.held, tuple(map(held, place.hand or ())), "owner"),),
        )
        for number, place in enumerate(view.seats)
    )
    return Table(view.stage, None, {"round": view.round}, players, (TableZone("deck", view.deck_size, seen="nobody"),))


def describe(event: Event, cards: Mapping[str, str], things: Mapping[str, str] = {}) -> str:
    """A plain sentence: the type and its visible fields; `nobody` for a seat that has left."""
    fields = {key: value for key, value in msgspec.to_builtins(event).items() if key != "draws"}
    return f"{event.type}: {', '.join(f'{name} {value}' for name, value in fields.items())}".replace("None", "nobody")
