"""The time of a match may be up at any stop, for every game: it is told to all, and no question changes unsaid."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from domain.kernel import decide
from domain.kernel.decide import Decision
from domain.kernel.facts import as_seen
from domain.kernel.fold import evolve
from domain.kernel.game import CardGame
from domain.kernel.match import MatchStarted, State, TimeUp
from domain.kernel.refusal import Refusal
from tests.contract.games import IN_EVERY_MODE, match_by_chance, shared, viewers
from tests.contract.test_forks import plain
from tests.kit.lanes import by_lane
from tests.kit.play import accepted, moves, server_seed

pytestmark = IN_EVERY_MODE
SEEDS = range(by_lane(commit=4, nightly=24))


def stop(game: CardGame, seed: int, options: Any) -> State:
    """Some stop of a random match, in which the time is up now."""
    running = [step.state for step in match_by_chance(game, seed, options) if step.state.status == "running"]
    state = Random(f"{seed} time").choice(running)
    return msgspec.structs.replace(state, ends_at=state.at)


def reported(game: CardGame, state: State, seed: int) -> Decision:
    return accepted(decide.time_up(game, state, state.at, server_seed(seed)))


def test_no_match_is_limited_unless_its_options_say_so(game: CardGame, options: Any) -> None:
    (start,) = (
        fact.event
        for step in match_by_chance(game, 1, options)
        for fact in step.facts
        if isinstance(fact.event, MatchStarted)
    )
    assert start.time_limit is None
    assert game.time_limit(options) is None


def test_it_is_told_to_everybody_and_once(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        step = reported(game, stop(game, seed, options), seed)
        first = step.facts[0]
        assert (type(first.event), first.secret, first.sealed, step.hidden) == (TimeUp, {}, None, False)
        assert step.state.time_up
        assert isinstance(decide.time_up(game, step.state, step.state.at, server_seed(seed)), Refusal)


def test_a_question_that_is_still_the_same_has_the_same_answers(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        before = stop(game, seed, options)
        after = reported(game, before, seed).state
        for prompt in after.prompts.values():
            if before.prompts.get(prompt.id) == prompt:
                assert game.options(after, prompt) == game.options(before, prompt)
                assert game.default(after, prompt) == game.default(before, prompt)


def test_the_law_of_redaction_holds_and_the_match_goes_on_to_its_end(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        before = stop(game, seed, options)
        step = reported(game, before, seed)
        own = before.copy()
        redacted = {viewer: before.copy() for viewer in viewers(before)}
        for fact in step.facts:
            evolve(game, own, fact.event, step.at)
            for viewer, state in redacted.items():
                evolve(game, state, as_seen(fact, viewer), step.at)
                assert plain(game, state, viewer) == plain(game, own, viewer), (seed, viewer, fact)
                assert (state.time_up, state.ends_at, state.status) == (own.time_up, own.ends_at, own.status)
        assert own == step.state
        *_, last = [step, *moves(game, step.state, seed)]
        assert last.state.result is not None
