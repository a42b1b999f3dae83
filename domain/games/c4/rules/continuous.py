"""Continuous effects: modifiers that apply now, folded from the cards in play on demand, never stored (C4-515)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.games.c4.board import Board
from domain.games.c4.frames import Env, Moment
from domain.kernel.effects.compiler import Call, Expression


class Unanswerable(Exception):
    """C4-R66 A condition about a card that is not there: neither it nor its opposite holds."""


class EvalContext:
    """The context of an ability's words: the board, the bindings, a moment, the player that a filter asks about, the
    kinds of modifiers that are left out of account.
    """

    __slots__ = ("board", "env", "moment", "seat", "without")

    def __init__(
        self,
        board: Board,
        env: Env,
        seat: int | None = None,
        moment: Moment | None = None,
        without: tuple[str, ...] = (),
    ) -> None:
        self.board = board
        self.env = env
        self.seat = seat
        self.moment = moment
        self.without = without

    def about(self, seat: int) -> EvalContext:
        """The same context with a filter's question asked about one seat."""
        return EvalContext(self.board, self.env, seat, self.moment, self.without)

    def in_turn_order(self, seats: set[int]) -> tuple[int, ...]:
        """C4-213 These seats, the active player first, then in the current direction."""
        return tuple(seat for seat in self.board.turn_order() if seat in seats)


UNREAD: Mapping[str, tuple[str, ...]] = {"attr": ("attr", "price"), "price": ("price",)}
"""C4-R82 By kind of modifier, the kinds in play that its own words don't read: a text never asks about itself."""


def holds(test: Expression | None, context: EvalContext) -> bool:
    """C4-R66 C4-R83 Whether a condition holds, where there is one; what can't be answered does not."""
    try:
        return test is None or bool(test(context))
    except Unanswerable:
        return False


def sources(
    board: Board, kind: str, without: tuple[str, ...] = ()
) -> Iterator[tuple[str, int, tuple[int, ...], int, str]]:
    """Active modifiers of a kind: (card id, controller, seats, value, what).

    C4-510 C4-511 C4-515 C4-R42 Cards in play work for their controller of the moment, each copy on its own;
    C4-512 lasting effects go on without their card. C4-R82 Cards in play don't count for a kind in `without`.
    """
    cards = board.cards
    for card in () if kind in without else board.in_play:
        for call in cards[card.cid].continuous:
            if call.word == kind:
                env = Env(card.controller, card.cid, card.iid)
                context = EvalContext(board, env, without=UNREAD.get(kind, ()))
                yield card.cid, card.controller, *_modifier(call, context)
    for effect in board.effects:
        if effect.kind == kind:
            yield effect.cid, effect.controller, effect.seats, effect.value, effect.what


def _modifier(call: Call, context: EvalContext) -> tuple[tuple[int, ...], int, str]:
    """C4-R83 The seats, value and what of a modifier; one that can't be answered concerns nobody."""
    try:
        values = {name: value(context) for name, value in call.arguments.items()}
    except Unanswerable:
        return (), 0, ""
    return values["who"], values.get("n", 0), str(values.get("what") or values.get("cause") or "")


def total(board: Board, kind: str, seat: int, without: tuple[str, ...] = ()) -> int:
    """C4-376 C4-515 The sum of all modifiers of a kind that apply to a player."""
    return sum(value for _, _, seats, value, _ in sources(board, kind, without) if seat in seats)


def applying(board: Board, kind: str, seat: int, to: str = "", without: tuple[str, ...] = ()) -> str | None:
    """C4-378 C4-502 The card whose modifier of this kind applies to the player, or None; forbidding beats allowing.

    `to`: what it is asked about, where a modifier may be about one thing alone.
    """
    found = sources(board, kind, without)
    return next((cid for cid, _, seats, _, what in found if seat in seats and what in ("", to)), None)


def forbidden(board: Board, seat: int, what: str) -> str | None:
    """C4-502 C4-R41 The card that forbids this to the player, its own controller included (C4-R59), or None."""
    return applying(board, "forbid", seat, what)


def protected(board: Board, attacker: int, defender: int) -> bool:
    """C4-403 Whether a card keeps this attacker from attacking this defender."""
    return any(
        forbids == "attack_you" and controller == defender and attacker in seats
        for _, controller, seats, _, forbids in sources(board, "forbid")
    )


def has_attribute(board: Board, seat: int, attribute: str, without: tuple[str, ...] = ()) -> bool:
    """C4-541 C4-543 C4-R40 Declared, or given by a card; not declared means no."""
    if attribute in board.players[seat].attributes:
        return True
    return applying(board, "attr", seat, attribute, without) is not None
