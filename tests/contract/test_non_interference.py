"""No leak through the service: two matches that differ only in what V can't see are shown to V in the same bytes.

At every stop of random play the hidden cards of the others are exchanged among each other: any that V can't see before
the step nor after it, but for what a game's declared exceptions look at. The same action is then decided on both
states, sealed, and rendered by the functions that answer requests. Hashes are left out: they hold salted commitments to
the hidden parts.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from domain.kernel.audience import FULL, seat
from domain.kernel.facts import as_seen
from domain.kernel.fold import evolve
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.seating import seat_counts
from tests.contract.games import DISCOVERED_IN_EVERY_MODE, match_by_chance, shared
from tests.kit.lanes import by_lane
from tests.kit.noninterference import SEEDS, PairedMatch, disguises, hides, told, viewers
from tests.kit.play import accepted, server_seed

pytestmark = DISCOVERED_IN_EVERY_MODE
DISGUISES = disguises()
ENDS = range(by_lane(commit=8, nightly=40, fast=8))


def test_what_v_cannot_see_changes_no_byte_of_what_v_is_shown(game: CardGame, options: Any) -> None:
    paired, disguise, exchanged = PairedMatch(game, options), DISGUISES[game.slug], 0
    for seed in shared(game, SEEDS):
        random = Random(f"{seed} disguise")
        for state, move, step in paired.played(seed):
            viewer = random.choice(viewers(state))
            twin = disguise.disguised(state, step, viewer, random)
            other = accepted(move(twin))
            one, two = paired.shown(state, step, viewer, seed), paired.shown(twin, other, viewer, seed)
            assert msgspec.json.encode(one) == msgspec.json.encode(two), viewer
            if disguise.hands(other.state) != disguise.hands(step.state):
                exchanged += 1
                assert game.view(step.state, FULL) != game.view(other.state, FULL)
    assert exchanged


def test_the_first_hands_are_told_to_nobody_else(game: CardGame, options: Any) -> None:
    """Cards that are dealt before anybody acts have no twin: nothing that V was told may name them."""
    disguise = DISGUISES[game.slug]
    for seed in shared(game, SEEDS):
        owns: dict[str, State] = {}
        for step in match_by_chance(game, seed, options):
            owns = owns or {viewer: State() for viewer in viewers(step.state)}
            for viewer, own in owns.items():
                for fact in step.facts:
                    evolve(game, own, as_seen(fact, viewer), step.at)
            dealt = step.state.board_or_none is not None and hides(disguise, step.state)
            if dealt:
                break
        assert dealt
        for number in range(len(step.state.seats)):
            hidden = set(disguise.hidden_cards(step.state, number))
            for viewer in owns.keys() - {seat(number)}:
                assert not hidden & set(disguise.hidden_cards(owns[viewer], number)), f"seat {number} to {viewer}"


def test_an_end_that_keeps_its_secrets_tells_v_nothing_that_v_cannot_see(game: CardGame, options: Any) -> None:
    """Of a match whose tournament reveals it later, finished and not revealed."""
    paired, disguise, exchanged = PairedMatch(game, options, reveal="later"), DISGUISES[game.slug], 0
    hidden = 0
    for seed in shared(game, ENDS):
        random = Random(f"{seed} ends")
        state, move, step = list(paired.played(seed))[-1]
        assert step.state.withheld
        hidden += hides(disguise, step.state)
        for viewer in viewers(state):
            twin = disguise.disguised(state, step, viewer, random)
            other = accepted(move(twin))
            assert other.state.withheld
            one, two = paired.shown(state, step, viewer, seed), paired.shown(twin, other, viewer, seed)
            assert msgspec.json.encode(one) == msgspec.json.encode(two), viewer
            assert server_seed(seed).hex().encode() not in msgspec.json.encode(one)
            exchanged += disguise.hands(other.state) != disguise.hands(step.state)
    assert exchanged > 0 or hidden < len(shared(game, ENDS)) / 2


def test_a_refusal_says_the_same_of_a_hidden_card_and_of_none(game: CardGame, options: Any) -> None:
    paired, disguise, compared = PairedMatch(game, options), DISGUISES[game.slug], 0
    for seed in shared(game, SEEDS):
        random = Random(f"{seed} refusals")
        for state, _, _ in paired.played(seed):
            number = random.randrange(len(state.seats))
            others = [place for place in range(len(state.seats)) if place != number]
            hidden = [iid for place in others for iid in disguise.hidden_cards(state, place)]
            asked = [prompt for prompt in state.prompts.values() if prompt.seat == number]
            if not hidden or any(prompt.kind == "choose_cards" for prompt in asked):
                continue
            iid, nothing = random.choice(hidden), "c0123456789"
            for prompt in (None, *asked):
                guard = {} if prompt is None else {"prompt": prompt.id, "revision": prompt.revision}
                for real, made_up in zip(disguise.tries(iid), disguise.tries(nothing), strict=True):
                    if prompt is not None and not game.takes(prompt, real):
                        continue
                    error = paired.refusal_of(state, number, real, seed, **guard)
                    assert error is not None
                    assert told(error, iid) == told(paired.refusal_of(state, number, made_up, seed, **guard), nothing)
                    compared += 1
    assert compared or seat_counts(game, options) == [1]
