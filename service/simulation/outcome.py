"""The outcome of one simulated match: plain data, which another process may have played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from domain.kernel.facts import Event
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.result import place_in
from domain.kernel.sides import Sides
from service.bots.searching import TURN, turn_of


class SideOutcome(msgspec.Struct, frozen=True):
    """How a side fared. Its loadout, bot and score are those of its first seat.

    `moved`: it was the first, second ... side to have a turn, 0 if it had none. `place`: how many seats are before it.
    `counted`: how often its seats did what the game counts.
    """

    seats: tuple[int, ...]
    loadout: str
    bot: str
    moved: int = 0
    place: int = 0
    won: bool = False
    score: int | None = None
    counted: Mapping[str, int] = {}


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A match that is over, or that never ended: then it has no `rule`. `seconds` is the time spent on playing.

    `rule` ended it, `decided_by` said who won (a tie-break, if one did). `questions` it waited for, of all its seats;
    `forced` ones had one answer only.
    """

    match: str
    mode: str | None = None
    seats: int
    sides: tuple[SideOutcome, ...]
    actions: int = 0
    questions: int = 0
    forced: int = 0
    events: int = 0
    turns: int = 0
    seconds: float = 0.0
    rule: str | None = None
    decided_by: str = ""
    violations: tuple[str, ...] = ()


def sides_of(
    game: CardGame, state: State, sides: Sides, loadouts: Sequence[str], bots: Sequence[str], events: Iterable[Event]
) -> tuple[tuple[SideOutcome, ...], int]:
    """How each side fared, and how many turns there were."""
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    counted: list[Counter[str]] = [Counter() for _ in sides]
    turns: list[int] = []
    for seat, what in _counts(game, events):
        counted[side_of[seat]][what] += 1
        turns += [side_of[seat]] if what == TURN else []
    order = list(dict.fromkeys(turns))
    result = state.result
    placings = () if result is None else result.placings
    first = placings[0] if result is not None and result.kind in ("win", "shared") else ()
    found = tuple(
        SideOutcome(
            seats=side,
            loadout=loadouts[side[0]],
            bot=bots[side[0]],
            moved=order.index(number) + 1 if number in order else 0,
            place=place_in(placings, side[0]) or 0,
            won=side[0] in first,
            score=None if state.board_or_none is None else game.score(state.board, side[0]),
            counted={what: many for what, many in sorted(counted[number].items()) if what != TURN},
        )
        for number, side in enumerate(sides)
    )
    return found, len(turns)


def _counts(game: CardGame, events: Iterable[Event]) -> Iterator[tuple[int, str]]:
    """Turns, and whose count of what rises by an event."""
    for event in events:
        turn = turn_of(event)
        if turn is not None:
            yield turn, TURN
        rises = game.counted.get(type(event))
        found = None if rises is None else rises(event)
        if found is not None:
            yield found
