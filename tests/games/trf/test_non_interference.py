"""Nobody learns more than they may in matches that go on: nobody gives up, and whoever can do something mostly does.

The contract plays at random and gives up now and then, so few of its matches come to blocks, assaults and long stacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.trf import GAME
from domain.games.trf import events as e
from domain.games.trf.loadouts import Mode, Options
from domain.kernel import decide
from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.decide import Decision
from domain.kernel.facts import as_seen
from domain.kernel.fold import evolve
from domain.kernel.match import State
from service.bots.sampling import sample, typed
from tests.games.trf import disguise
from tests.kit.noninterference import PairedMatch, viewers
from tests.kit.play import accepted, opening, server_seed

ENDS = ("skip_draw", "skip_planet", "end_deployment", "decline_attack", "end_turn", "confirm_blocks", "confirm_assault")
SHUNNED = (*ENDS, "pass", "leave_fleet", "set_standing_pass")
MODES: tuple[Mode, ...] = ("duel", "free_for_all")


def chosen(state: State, random: Random) -> tuple[int, Any]:
    """Who acts, and how: rarely not at all, if there is something to do."""
    prompts = list(state.prompts.values())
    blocking = [prompt for prompt in prompts if prompt.mode != "standing"]
    prompt = random.choice(blocking if random.random() < 0.95 else prompts)
    templates = GAME.options(state, prompt)
    active = [one for one in templates if one.type not in SHUNNED]
    template = random.choice(active if active and random.random() < 0.8 else templates)
    return prompt.seat, typed(GAME, sample(template, random))


def played(mode: Mode, seed: int, most: int) -> Iterator[tuple[State, Any, Decision]]:
    """(state, move, what came of it), so many of them at most."""
    random = Random(f"{seed} bold")
    state = list(opening(GAME, seed, 3 if mode == "free_for_all" else 2, Options(mode=mode)))[-1].state
    for _ in range(most):
        if state.status != "running":
            return
        number, action = chosen(state, random)

        def move(known: State, number: int = number, action: Any = action, at: int = state.at) -> Any:
            return decide.act(GAME, known, number, action, at, server_seed(seed))

        step = accepted(move(state))
        yield state, move, step
        state = step.state


@pytest.mark.parametrize("mode", MODES)
def test_what_everybody_is_shown_is_enough_for_what_they_see_and_are_offered(mode: Mode) -> None:
    """The law of redaction, and that options rest on what their seat knows, far into a match."""
    happened: Counter[type[Any]] = Counter()
    for seed in range(2):
        own: dict[str, State] = {}
        number = 3 if mode == "free_for_all" else 2
        for step in opening(GAME, seed, number, Options(mode=mode)):
            own = own or {viewer: State() for viewer in (SPECTATOR, FULL, *map(seat, range(number)))}
            for viewer, state in own.items():
                for fact in step.facts:
                    evolve(GAME, state, as_seen(fact, viewer), step.at)
        for _, _, step in played(mode, seed, 400):
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
    assert all(happened[kind] for kind in (e.BlockAssigned, e.AssaultAssigned, e.FightResolved, e.OocAnnounced))


@pytest.mark.parametrize("mode", MODES)
def test_what_v_cannot_see_changes_no_byte_far_into_a_match(mode: Mode) -> None:
    paired, exchanged, blocked = PairedMatch(GAME, Options(mode=mode)), 0, 0
    for seed in range(2):
        random = Random(f"{seed} disguise")
        for place, (state, move, step) in enumerate(played(mode, seed, 400)):
            blocked += any(isinstance(fact.event, e.BlockAssigned) for fact in step.facts)
            if place < 60 or place % 3:
                continue
            viewer = random.choice(viewers(state))
            twin = disguise.disguised(state, step, viewer, random)
            other = accepted(move(twin))
            one, two = paired.shown(state, step, viewer, seed), paired.shown(twin, other, viewer, seed)
            assert msgspec.json.encode(one) == msgspec.json.encode(two), (seed, viewer)
            exchanged += disguise.hands(other.state) != disguise.hands(step.state)
    assert exchanged > 50
    assert blocked
