"""Batches that went further than they would now: each is decided again by the limit that it was played under."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from domain.kernel import decide
from domain.kernel.batch import Batch
from domain.kernel.decide import Decision
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.frames import Frame
from domain.kernel.game import CardGame
from domain.kernel.lineage import Pins
from domain.kernel.loops import FORMER_FACTS, LIMITS, LOOP_RULE, Limits
from domain.kernel.match import ClockPolicy, MatchCreated, State
from service.catalogue.catalogue import CatalogueEntry, GameCatalogue
from service.history.verify.levels import verify
from service.history.verify.sources import BytesSource
from tests.history.matches import lines, written
from tests.kit.play import MATCH, NOW, accepted, moves, server_seed
from tests.toy_game.actions import Send
from tests.toy_game.events import PointScored
from tests.toy_game.frames import Reveal
from tests.toy_game.game import GAME
from tests.toy_game.loadouts import Options

SECRET = server_seed(1)


def _verbose(batch: Batch) -> None:
    for _ in range(LIMITS.facts + 500):
        batch.emit(PointScored(seat=0))
    GAME.setup(batch)


def _endless(batch: Batch, frame: Frame) -> None:
    for _ in range(30):
        batch.emit(PointScored(seat=0))
    batch.push(frame)


VERBOSE = replace(GAME, setup=_verbose)
"""A game whose set-up makes more facts than a batch may have now, and fewer than it might have once."""
ENDLESS = replace(GAME, steps=dict.fromkeys(GAME.steps, _endless))
"""A game that never stops."""
LATER = replace(GAME, steps={**GAME.steps, Reveal: _endless})
"""A game that never stops after the first answers."""
VOID, FORMER = Limits(LIMITS.facts, void=True), Limits(FORMER_FACTS, void=True)


def steps(entry: CatalogueEntry, limits: Limits) -> Iterator[Decision]:
    """A match under a limit, played on if it is not over by its set-up."""
    game = entry.game
    pins = Pins(
        game.rules_version, entry.rules_hash, "test", game.card_set_hash(), ALGORITHM, commitment(MATCH, SECRET)
    )
    created = MatchCreated(match=MATCH, game=game.slug, seats=2, options=Options(), clock=ClockPolicy(), pins=pins)
    step = accepted(decide.create(game, created, NOW))
    yield step
    for number in range(2):
        deck = game.precon("fox", number, step.state.options, 2)
        taken = (game, step.state, number, f"player-{number}", NOW)
        step = accepted(decide.join(*taken, loadout=deck, server_seed=SECRET, limits=limits))
        yield step
    if step.state.status == "running":
        yield from played(game, step.state, limits)


def played(game: CardGame, state: State, limits: Limits) -> Iterator[Decision]:
    """Both send; then the match is over, or is played on."""
    for number in range(2):
        card = Send(state.board.places[number].hand[0])
        step = accepted(decide.act(game, state, number, card, NOW, SECRET, limits=limits))
        state = step.state
        yield step
    if state.status == "running":
        yield from moves(game, state, 1)


def audited(game: CardGame, limits: Limits) -> tuple[dict[str, str], Any]:
    """(the status of each level, the result)."""
    catalogue = GameCatalogue({game.slug: game})
    match = written(catalogue.entry(game.slug), SECRET, steps(catalogue.entry(game.slug), limits))
    data = b"".join(lines(match))
    report = verify(BytesSource(data, len(data), len(data)), catalogue)
    return {level.level: level.status for level in report.levels}, match.state.result


CASES = [
    pytest.param(VERBOSE, LIMITS, "aborted", id="verbose"),
    pytest.param(VERBOSE, FORMER, None, id="verbose, formerly"),
    pytest.param(ENDLESS, LIMITS, "aborted", id="endless"),
    pytest.param(ENDLESS, FORMER, "aborted", id="endless, formerly", marks=pytest.mark.nightly),
    pytest.param(LATER, LIMITS, "win", id="later"),
    pytest.param(LATER, VOID, "aborted", id="later, formerly"),
    pytest.param(LATER, FORMER, "aborted", id="later, more formerly", marks=pytest.mark.nightly),
]


@pytest.mark.parametrize(("game", "limits", "kind"), CASES)
def test_a_match_holds_by_the_limits_that_it_was_played_under(game: CardGame, limits: Limits, kind: str | None) -> None:
    statuses, result = audited(game, limits)
    assert set(statuses.values()) == {"ok"}
    assert (result.kind if result.rule == LOOP_RULE else None) == kind


@pytest.mark.nightly
def test_a_limit_that_never_was_is_found() -> None:
    statuses, result = audited(ENDLESS, Limits(FORMER_FACTS + 500, void=True))
    assert result.rule == LOOP_RULE
    assert statuses["L2"] == "failed"
