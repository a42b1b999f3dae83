"""Forks, for every game: the copy is the origin at that version, and goes on to the end by draws of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from domain.kernel import draws, forks
from domain.kernel.audience import seat as seat_name
from domain.kernel.decide import Decision
from domain.kernel.facts import Fact, as_seen
from domain.kernel.fold import evolve
from domain.kernel.game import CardGame
from domain.kernel.lineage import MatchForked, Origin
from domain.kernel.match import State
from tests.contract.games import IN_EVERY_MODE, match_by_chance, shared, viewers
from tests.kit.lanes import by_lane
from tests.kit.play import moves, server_seed

pytestmark = IN_EVERY_MODE
SEEDS = range(by_lane(commit=2, nightly=12))
FORK = "mt_fork"
OWN = 1_000
"""What is added to the origin's seed for that of the fork."""
PLAYER = "account:practice"
Facts = list[tuple[Fact, int]]


@dataclass
class Forked:
    """A fork: the origin where it was forked, the copies and their fold, the decision that ends the copied part."""

    before: State
    copies: Facts
    copy: State
    step: Decision


def forked(game: CardGame, seed: int, options: Any) -> Forked:
    """A random match, forked at the end of a random batch."""
    steps = list(match_by_chance(game, seed, options))
    running = [place for place, step in enumerate(steps) if step.state.status == "running"]
    place = Random(f"{seed} fork").choice(running)
    before = steps[place].state
    assert forks.refuse(before) is not None
    assert forks.refuse(steps[-1].state) is None
    origin = Origin(before.match, before.version, "a" * 64)
    own = draws.commitment(FORK, server_seed(seed + OWN))
    copies = [
        (Fact(forks.copied(fact.event, FORK, own, origin), fact.secret, fact.sealed), step.at)
        for step in steps[: place + 1]
        for fact in step.facts
    ]
    copy = State()
    for fact, at in copies:
        evolve(game, copy, fact.event, at)
    step = forks.fork(game, copy, origin, [PLAYER] * len(copy.seats), steps[-1].at + 5_000)
    return Forked(before, copies, copy, step)


def played(game: CardGame, seed: int, found: Forked) -> Iterator[Decision]:
    """The fork and what follows, to its end."""
    yield found.step
    yield from moves(game, found.step.state, seed + OWN)


def offered(game: CardGame, state: State) -> list[Any]:
    """Every prompt with what may be answered and what the time would answer."""
    return [
        (prompt.id, prompt.revision, prompt.seat, prompt.kind, game.options(state, prompt), game.default(state, prompt))
        for prompt in state.prompts.values()
    ]


def test_what_is_legal_at_the_fork_is_what_was_legal_in_the_origin(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        found = forked(game, seed, options)
        after = found.step.state
        for state in (found.copy, after):
            assert offered(game, state) == offered(game, found.before)
            assert (state.board, state.frames, state.progress, state.draws) == (
                found.before.board,
                found.before.frames,
                found.before.progress,
                found.before.draws,
            )
            for viewer in viewers(found.before):
                assert game.view(state, viewer) == game.view(found.before, viewer)


def test_the_seats_are_the_forkers_and_nobody_is_held_to_a_time(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        found = forked(game, seed, options)
        copy, after = found.copy, found.step.state
        assert {place.player for place in copy.seats} == {forks.UNSEATED}
        assert {(place.player, place.since, place.bot) for place in after.seats} == {(PLAYER, after.version, False)}
        assert all(prompt.deadline is None for prompt in after.prompts.values())
        assert after.version == copy.version + 1 == found.before.version + 1
        assert (after.match, after.origin) == (FORK, Origin(found.before.match, found.before.version, "a" * 64))
        assert copy.origin == after.origin
        assert (after.visibility, after.created_at, after.at) == ("invite", found.step.at, found.step.at)
        assert after.pins is not None
        assert found.before.pins is not None
        assert after.pins.seed_commitment != found.before.pins.seed_commitment
        assert msgspec.structs.replace(after.pins, seed_commitment=found.before.pins.seed_commitment) == (
            found.before.pins
        )


def test_a_fork_is_played_to_its_end_by_draws_of_its_own(game: CardGame, options: Any) -> None:
    """Each purpose is counted on from where the origin stood, and each later value comes from the fork's seed."""
    for seed in shared(game, SEEDS):
        found = forked(game, seed, options)
        own = draws.combine(tuple(place.seed for place in found.copy.seats))
        counts = dict(found.copy.draws)
        last = found.copy
        for step in played(game, seed, found):
            last = step.state
            assert game.invariants(last) == []
            for draw in (draw for fact in step.facts for draw in fact.event.draws):
                assert draw.n == counts.get(draw.purpose, 0)
                counts[draw.purpose] = draw.n + 1
                again = draws.Draws(server_seed(seed + OWN), FORK, own, {draw.purpose: draw.n})
                drawn = again.below if isinstance(draw.value, int) else again.shuffle
                assert drawn(draw.purpose, draw.size).draw == draw
        assert last.result is not None
        assert last.revealed
        assert counts == last.draws


def test_the_law_of_redaction_holds_for_forks(game: CardGame, options: Any) -> None:
    """At the version that is forked, and at every stop after it."""
    for seed in shared(game, SEEDS):
        found = forked(game, seed, options)
        own = State()
        redacted = {viewer: State() for viewer in viewers(found.copy)}
        stops = [found.copies, *([(fact, step.at) for fact in step.facts] for step in played(game, seed, found))]
        for facts in stops:
            for fact, at in facts:
                evolve(game, own, fact.event, at)
                for viewer, state in redacted.items():
                    evolve(game, state, as_seen(fact, viewer), at)
            for viewer, state in redacted.items():
                assert plain(game, state, viewer) == plain(game, own, viewer), (seed, viewer, facts)
                assert (state.origin, state.match) == (own.origin, own.match)


def plain(game: CardGame, state: State, viewer: str) -> Any:
    """The view and the questions that the viewer may know of."""
    view = None if state.board_or_none is None else game.view(state, viewer)
    asked = [p for p in state.prompts.values() if p.secrecy != "hidden" or viewer in ("full", seat_name(p.seat))]
    return view, asked


def test_the_fork_of_a_fork_tells_both(game: CardGame, options: Any) -> None:
    found = forked(game, 0, options)
    inner = found.step.facts[0].event
    assert isinstance(inner, MatchForked)
    outer = Origin(FORK, found.step.state.version, "b" * 64)
    again = forks.copied(inner, "mt_again", "c" * 64, outer)
    assert isinstance(again, MatchForked)
    assert (again.origin, set(again.players)) == (inner.origin, {forks.UNSEATED})
    copy = State()
    for fact, at in found.copies:
        evolve(game, copy, forks.copied(fact.event, "mt_again", "c" * 64, outer), at)
    evolve(game, copy, again, found.step.at)
    after = forks.fork(game, copy, outer, [PLAYER] * len(copy.seats), found.step.at).state
    assert (after.match, after.origin) == ("mt_again", outer)
