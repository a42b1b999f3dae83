"""What never ends in an action, and who loses by it: a toy game whose rounds go on and on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from domain.kernel import decide
from domain.kernel.batch import Batch
from domain.kernel.decide import Decision
from domain.kernel.frames import Frame
from domain.kernel.game import CardGame
from domain.kernel.loops import LIMITS, LOOP_RULE, Limits
from domain.kernel.match import ClockPolicy, MatchCreated, MatchEnded, State
from domain.kernel.result import Result
from tests.kit.play import MATCH, NOW, accepted, pins, server_seed
from tests.toy_game import GAME
from tests.toy_game.actions import Send
from tests.toy_game.events import PointScored
from tests.toy_game.frames import Round
from tests.toy_game.loadouts import Loadout, Options

pytestmark = pytest.mark.rule("KERNEL-LOOP")

SEED = server_seed(0)
FOR_ANY_NUMBER = replace(GAME, check_options=lambda options, seats: [])


def started(game: CardGame = FOR_ANY_NUMBER, seats: int = 2, clock: ClockPolicy | None = None) -> State:
    event = MatchCreated(
        match=MATCH, game=game.slug, seats=seats, options=Options(), clock=clock or ClockPolicy(), pins=pins(game, 0)
    )
    state = accepted(decide.create(game, event, NOW)).state
    for number in range(seats):
        joined = decide.join(game, state, number, f"p{number}", NOW, loadout=Loadout("fox"), server_seed=SEED)
        state = accepted(joined).state
    return state


def send(game: CardGame, state: State, number: int, **limits: Any) -> Decision:
    action = Send(state.board.places[number].hand[0])
    return accepted(decide.act(game, state, number, action, NOW, SEED, **limits))


def waiting(state: State, number: int) -> State:
    """The match waits for this seat alone."""
    for other in range(len(state.seats)):
        if other != number and not state.seats[other].conceded:
            state = send(GAME, state, other).state
    return state


def sent(game: CardGame, state: State, number: int = 0, **limits: Any) -> State:
    """After the last action that the match has waited for."""
    return send(game, waiting(state, number), number, **limits).state


def result(state: State) -> Result:
    assert state.result is not None
    assert state.result.rule == LOOP_RULE
    return state.result


def _again(batch: Batch, frame: Frame) -> None:
    batch.push(Round(1))


def _talk(batch: Batch, frame: Frame) -> None:
    for _ in range(30):
        batch.emit(PointScored(seat=0))
    batch.push(Round(1))


def _talk_at_once(batch: Batch) -> bool:
    _talk(batch, Round(1))
    return True


def _two_texts(batch: Batch, frame: Frame) -> None:
    batch.push(Round(2 if frame == Round(1) else 1))


def endless(step: Any = _again, **given: Any) -> CardGame:
    return replace(GAME, steps=dict.fromkeys(GAME.steps, step), **given)


TALKATIVE = endless(_talk)
"""A game whose frames never run out and make many facts each."""
RESTLESS = replace(TALKATIVE, checkpoint=_talk_at_once)
"""A game in which what must happen at once makes many facts, again and again."""


def of(seat: int) -> Any:
    """Every text is that player's."""
    return lambda state, frame: seat


def by_number(state: State, frame: Frame) -> int | None:
    """The texts are those of both players by turns."""
    return frame.number - 1 if isinstance(frame, Round) else None


@pytest.mark.parametrize("game", [endless(), TALKATIVE, RESTLESS])
def test_a_match_that_never_begins_is_void(game: CardGame) -> None:
    assert result(started(game)).kind == "aborted"
    assert result(started(game)).placings == ((0, 1),)


def test_frames_and_facts_are_limited() -> None:
    assert result(sent(endless(), started())).reason == "frame limit"
    last = send(TALKATIVE, waiting(started(), 0), 0)
    assert result(last.state).reason == "fact limit"
    assert LIMITS.facts < len(last.facts) < LIMITS.facts + 100
    assert isinstance(last.facts[-2].event, MatchEnded)


@pytest.mark.parametrize(
    ("game", "loser"),
    [
        pytest.param(endless(), 1, id="no text"),
        pytest.param(endless(text_of=of(1)), 1, id="who acts"),
        pytest.param(endless(text_of=of(0)), 0, id="whose trap it is"),
        pytest.param(endless(_two_texts, text_of=by_number), 1, id="two players' texts"),
    ],
)
def test_who_loses(game: CardGame, loser: int) -> None:
    assert result(sent(game, started(), 1)) == Result("win", ((1 - loser,), (loser,)), LOOP_RULE, None, "frame limit")


def test_what_led_into_the_loop_does_not_count() -> None:
    def first(state: State, frame: Frame) -> int:
        return 0 if frame == Round(2) else 1

    def step(batch: Batch, frame: Frame) -> None:
        batch.push(Round(1))
        if len(batch.facts) == 1:
            batch.emit(PointScored(seat=0))
            batch.push(Round(2))

    assert result(sent(endless(step, text_of=first), started(), 0)).placings == ((0,), (1,))


def test_whose_time_is_up_has_acted() -> None:
    state = waiting(started(clock=ClockPolicy(turn=1_000)), 1)
    prompt = next(prompt for prompt in state.prompts.values() if (prompt.seat, prompt.kind) == (1, "send"))
    done = accepted(decide.time_out(endless(), state, prompt.id, prompt.revision, NOW + 1_000, SEED))
    assert result(done.state).placings == ((0,), (1,))


def test_who_concedes_has_acted() -> None:
    game = endless(leave=lambda batch, seat: batch.push(Round(1)))
    done = accepted(decide.concede(game, waiting(started(), 1), 1, NOW, SEED))
    assert result(done.state).placings == ((0,), (1,))


def in_pairs(options: object, seats: int) -> Sequence[tuple[int, ...]]:
    return ((0, 2), (1, 3))


def alone(options: object, seats: int) -> Sequence[tuple[int, ...]]:
    return (tuple(range(seats)),)


@pytest.mark.parametrize(
    ("given", "kind", "placings"),
    [
        pytest.param({}, "shared", ((1, 2, 3), (0,)), id="all others win"),
        pytest.param({"sides": in_pairs}, "win", ((1, 3), (0, 2)), id="sides lose together"),
        pytest.param({"sides": alone}, "all_lose", ((0, 1, 2, 3),), id="nobody is left to win"),
        pytest.param({"out": lambda state: [(3,), (1,)]}, "win", ((2,), (0,), (3,), (1,)), id="who is out stays so"),
        pytest.param({"out": lambda state: [(1, 0)]}, "shared", ((2, 3), (1,), (0,)), id="the loser was out"),
        pytest.param({"out": lambda state: [(3,)], "sides": in_pairs}, "win", ((1, 3), (0, 2)), id="one of a side"),
    ],
)
def test_who_wins(given: Any, kind: str, placings: Any) -> None:
    found = result(sent(endless(text_of=of(0), **given), started(seats=4)))
    assert (found.kind, found.placings) == (kind, placings)


def test_who_conceded_before_does_not_win() -> None:
    state = started(seats=3)
    gone = accepted(decide.concede(replace(GAME, leave=lambda batch, seat: None), state, 2, NOW, SEED)).state
    found = result(sent(endless(), gone))
    assert (found.kind, found.placings) == ("win", ((1,), (0,), (2,)))


def test_formerly_nobody_lost() -> None:
    assert result(sent(endless(), started(), limits=Limits(LIMITS.facts, void=True))).kind == "aborted"
