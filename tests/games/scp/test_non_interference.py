"""Nobody learns more than they may in matches that go on: nobody gives up, and most of what is done makes sense.

The contract plays at random and gives up now and then, so few of its matches come to attempts, and hardly any to raids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.scp import GAME
from domain.games.scp import events as e
from domain.games.scp.loadouts import Mode, Options
from domain.kernel import decide
from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.decide import Decision
from domain.kernel.facts import as_seen
from domain.kernel.fold import evolve
from domain.kernel.match import State
from service.bots.sampling import sample, typed
from tests.games.scp import disguise
from tests.kit.noninterference import PairedMatch, viewers
from tests.kit.play import accepted, opening, server_seed

SHUNNED = ("bid", "pass", "end_phase", "end_turn", "unassign", "compare", "draw_cards", "decline")
"""What ends things, and what empties decks before anything has happened."""
SEATS: dict[Mode, int] = {"multi": 3, "solitaire": 1}
SEEDS = range(4)
MODES = pytest.mark.parametrize("mode", list(SEATS))
LOOKS = (e.ScpPeeked, e.BuildPeeked, e.HandRevealed)


def chosen(state: State, random: Random) -> tuple[int, Any]:
    """Who acts, and how: mostly as the bot would, so that it comes to something; else as nobody would."""
    prompt = random.choice(list(state.prompts.values()))
    active = [one for one in GAME.options(state, prompt) if one.type not in SHUNNED]
    if not active or random.random() < 0.8:
        return prompt.seat, GAME.greedy(state, prompt, random.choice) or GAME.default(state, prompt)
    return prompt.seat, typed(GAME, sample(random.choice(active), random))


def played(mode: Mode, seed: int, most: int) -> Iterator[tuple[State, Any, Decision]]:
    """(state, move, what came of it), so many of them at most."""
    random = Random(f"{seed} bold")
    state = list(opening(GAME, seed, SEATS[mode], Options(mode=mode)))[-1].state
    for _ in range(most):
        if state.status != "running":
            return
        number, action = chosen(state, random)

        def move(known: State, number: int = number, action: Any = action, at: int = state.at) -> Any:
            return decide.act(GAME, known, number, action, at, server_seed(seed))

        step = accepted(move(state))
        yield state, move, step
        state = step.state


@MODES
def test_what_everybody_is_shown_is_enough_for_what_they_see_and_are_offered(mode: Mode) -> None:
    """The law of redaction, and that options rest on what their seat knows, far into a match."""
    happened: Counter[type[Any]] = Counter()
    for seed in SEEDS:
        own: dict[str, State] = {}
        for step in opening(GAME, seed, SEATS[mode], Options(mode=mode)):
            own = own or {viewer: State() for viewer in (SPECTATOR, FULL, *map(seat, range(SEATS[mode])))}
            for viewer, state in own.items():
                for fact in step.facts:
                    evolve(GAME, state, as_seen(fact, viewer), step.at)
        for _, _, step in played(mode, seed, 500):
            happened.update(type(fact.event) for fact in step.facts)
            assert GAME.invariants(step.state) == []
            for viewer, state in own.items():
                for fact in step.facts:
                    evolve(GAME, state, as_seen(fact, viewer), step.at)
                state.frames = step.state.frames
                assert GAME.view(state, viewer) == GAME.view(step.state, viewer), (seed, viewer)
            for prompt in step.state.prompts.values():
                known = own[seat(prompt.seat)]
                assert GAME.options(known, prompt) == GAME.options(step.state, prompt), prompt
                assert GAME.default(known, prompt) == GAME.default(step.state, prompt), prompt
    wanted = (e.AttemptCompared, e.AttritionPaid, e.ScpRevealed, e.CardPlacedFaceDown, e.BuildRevealed)
    assert all(happened[kind] for kind in (*wanted, *((e.ComplicationPlayed,) if mode == "multi" else ())))
    # few cards of the decks of solitaire look at anything
    assert mode == "solitaire" or any(happened[kind] for kind in LOOKS)


@MODES
def test_what_v_cannot_see_changes_no_byte_far_into_a_match(mode: Mode) -> None:
    paired, exchanged, attempts = PairedMatch(GAME, Options(mode=mode)), 0, 0
    for seed in SEEDS:
        random = Random(f"{seed} disguise")
        for place, (state, move, step) in enumerate(played(mode, seed, 500)):
            attempts += any(isinstance(fact.event, e.AttemptCompared) for fact in step.facts)
            if place % 4:
                continue
            viewer = random.choice(viewers(state))
            twin = disguise.disguised(state, step, viewer, random)
            other = accepted(move(twin))
            one, two = paired.shown(state, step, viewer, seed), paired.shown(twin, other, viewer, seed)
            assert msgspec.json.encode(one) == msgspec.json.encode(two), (seed, viewer)
            exchanged += disguise.hands(other.state) != disguise.hands(step.state)
    assert exchanged > 50
    assert attempts
