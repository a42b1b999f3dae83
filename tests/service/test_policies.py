"""The bots of simulated matches: what they answer, and what they never do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from domain.kernel.decide import Decision
from domain.kernel.game import CardGame
from domain.kernel.match import ActionTaken
from domain.kernel.seating import brought
from service.simulation.table import Setup, play
from tests.contract.games import DISCOVERED_IN_EVERY_MODE
from tests.kit.modes import InMode

pytestmark = DISCOVERED_IN_EVERY_MODE
STEPS = 250


def decisions(variant: InMode, bots: Sequence[str], seed: str = "p") -> Iterator[Decision]:
    """A match of the fewest seats, these bots in turn, for so many steps."""
    seats = variant.seats[0]
    decks = brought(variant.game, variant.options, seats, lambda side, known: known[(side + 1) % len(known)])
    seated = [bots[seat % len(bots)] for seat in range(seats)]
    options = {} if variant.mode is None else {"mode": variant.mode}
    return (step.decision for step in islice(play(Setup(variant.game, "mt_p", seed, decks, seated, options)), STEPS))


def attacks(game: CardGame, found: Iterator[Decision]) -> list[tuple[int, bool]]:
    """(seat, whether it attacks) of each answer."""
    state = next(found).state
    answered = []
    for decision in found:
        for fact in decision.facts:
            if isinstance(fact.event, ActionTaken) and fact.event.action is not None:
                seat = fact.event.seat
                answered.append((seat, game.attacking(state.board, seat, fact.event.action)))
        state = decision.state
    return answered


def test_who_waits_never_attacks_and_who_is_greedy_does(variant: InMode) -> None:
    waiting = attacks(variant.game, decisions(variant, ["waiting"]))
    greedy = attacks(variant.game, decisions(variant, ["greedy"]))
    assert len(waiting) > 5 * variant.seats[0]
    assert not any(attacked for _, attacked in waiting)
    assert any(attacked for _, attacked in greedy) or variant.seats[0] == 1
