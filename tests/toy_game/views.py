"""Views: an allow-list projection of the board for a viewer, and the same as the generic table."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.kernel.audience import FULL, seat_number
from domain.kernel.table import Table, TableCard, TablePlayer, TableZone
from tests.toy_game.board import Place
from tests.toy_game.definitions import Definition
from tests.toy_game.frames import Ballots, Refill, Reveal
from tests.toy_game.loadouts import Loadout
from tests.toy_game.match import Progress, State

STAGES = {Ballots: "preparing", Reveal: "choosing", Refill: "paying"}


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
        """What a viewer sees of a place."""
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


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as a viewer sees it."""

    round: int
    stage: str
    deck_size: int
    deck: tuple[str, ...] | None
    seats: tuple[SeatView, ...]
    banned: tuple[str, ...]
    revealed: tuple[str | None, ...]


def progress(state: State) -> Progress | None:
    """The public part of the frames."""
    return Progress(STAGES[type(state.frames[-1])]) if state.frames else None


def phase(state: State) -> str:
    """The stage of the round, or that the match is over."""
    return state.progress.stage if state.progress else "over"


def view(state: State, viewer: str) -> View:
    """The board of a match that has started, for a viewer. It shows only what this names."""
    own, board = seat_number(viewer), state.board
    seats = tuple(
        SeatView.of(place, state.seats[number].loadout, open_hand=viewer == FULL or own == number)
        for number, place in enumerate(board.places)
    )
    deck = tuple(board.deck.cards) if viewer == FULL else None
    return View(board.round, phase(state), board.deck.size, deck, seats, board.banned, board.revealed)


def table(view: View, cards: Mapping[str, Definition]) -> Table:
    """The match as the generic table."""
    players = tuple(
        TablePlayer(
            number,
            not place.out,
            {"points": place.points, **place.tokens},
            (),
            (TableZone("hand", place.held, tuple(_held(cards[card]) for card in place.hand or ()), "owner"),),
        )
        for number, place in enumerate(view.seats)
    )
    return Table(view.stage, None, {"round": view.round}, players, (TableZone("deck", view.deck_size, seen="nobody"),))


def _held(card: Definition) -> TableCard:
    """A card of a hand."""
    return TableCard(card.cid, card.cid, card.name, hidden=True)
