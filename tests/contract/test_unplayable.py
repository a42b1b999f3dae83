"""Each card of a hand is offered, or a rule says why not: the one that refuses the action that would play it."""

from __future__ import annotations

from typing import Any

from domain.kernel import decide
from domain.kernel.audience import seat as viewer
from domain.kernel.game import CardGame
from domain.kernel.refusal import Refusal
from domain.kernel.unplayable import unplayable
from tests.contract.games import IN_EVERY_MODE, match_by_chance, shared
from tests.kit.lanes import by_lane
from tests.kit.play import server_seed

pytestmark = IN_EVERY_MODE
SEEDS = range(by_lane(commit=1, nightly=8))


def in_hand(game: CardGame, state: Any, number: int) -> set[str]:
    """The cards that a seat sees in its hand, by what actions say for them."""
    zones = game.table(game.view(state, viewer(number)), state.cards).players[number].zones
    return {value for zone in zones if zone.name == "hand" for card in zone.cards if (value := card.value or card.id)}


def test_what_is_not_offered_is_refused_for_the_same_reason(game: CardGame, options: Any) -> None:
    held, stopped = 0, 0
    for seed in shared(game, SEEDS):
        for step in match_by_chance(game, seed, options):
            state = step.state
            for number in range(len(state.seats)) if state.status == "running" else ():
                found = unplayable(game, state, number)
                hand = set() if state.seats[number].conceded else in_hand(game, state, number)
                tried = list(game.plays(state, number))
                assert set(found) <= {card for card, _ in tried} >= hand, "each card of a hand has a way to be played"
                held, stopped = held + len(hand), stopped + len(found)
                for card, reason in found.items():
                    refused = [
                        decide.act(game, state, number, action, state.at, server_seed(seed))
                        for one, action in tried
                        if one == card
                    ]
                    assert reason in refused
                    assert all(isinstance(one, Refusal) for one in refused)
    assert held
    assert stopped


def test_a_seat_that_plays_no_more_is_told_nothing(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        for step in match_by_chance(game, seed, options):
            state = step.state
            for number in range(len(state.seats)) if state.status != "open" else ():
                if state.seats[number].conceded or state.status != "running":
                    assert unplayable(game, state, number) == {}
