"""How matches end early, and how the clock's times are accounted for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from domain.kernel import batch as batches
from domain.kernel import decide
from domain.kernel.batch import LOOP_RULE, Batch
from domain.kernel.decide import ABANDON_RULE, Decision
from domain.kernel.draws import Draws
from domain.kernel.facts import Event
from domain.kernel.match import ClockPolicy, Conceded, MatchEnded, Result, SecretsRevealed, State
from domain.kernel.prompts import Prompt
from domain.kernel.refusal import Refusal
from tests.kit.play import MATCH, NOW, accepted, opening, pins, server_seed
from tests.toy_game import GAME
from tests.toy_game.actions import Options, Round, Send
from tests.toy_game.game import Envoys

SECRET = server_seed(1)


def events(decision: Decision) -> list[Event]:
    return [fact.event for fact in decision.facts]


def last_of(steps: Any) -> Decision:
    *_, last = steps
    return accepted(last)


class Over(Envoys):
    """A game that is over before it has begun."""

    def setup(self, batch: Batch) -> None:
        batch.end(Result("draw", ((0, 1),), "TOY-302"))


class Endless(Envoys):
    """A game in which every frame leads to another."""

    def step(self, batch: Batch, frame: Any) -> None:
        batch.push(Round(1))


def test_a_match_that_ends_in_its_set_up_reveals_its_seed():
    assert events(last_of(opening(Over(), 1, 2)))[-1] == SecretsRevealed(seed=SECRET.hex())


def test_frames_that_never_run_out_abort_the_match(monkeypatch):
    monkeypatch.setattr(batches, "FRAME_LIMIT", 50)
    done = last_of(opening(Endless(), 1, 2))
    result = done.state.result
    assert result is not None
    assert (result.kind, result.rule, done.state.status) == ("aborted", LOOP_RULE, "aborted")
    assert (done.state.prompts, done.state.frames) == ({}, ())
    assert events(done)[-1] == SecretsRevealed(seed=SECRET.hex())


def test_an_open_match_can_be_aborted_and_nothing_follows():
    created = accepted(decide.create(GAME, MATCH, 2, Options(), ClockPolicy(), pins(GAME, 1), NOW))
    done = accepted(decide.abort(GAME, created.state, "abandoned", NOW, SECRET))
    assert [type(event) for event in events(done)] == [MatchEnded, SecretsRevealed]
    assert (done.state.status, done.state.board) == ("aborted", None)
    refusals = (
        decide.join(GAME, done.state, 0, "late", NOW, loadout=GAME.precon("fox", 0), server_seed=SECRET),
        decide.leave(GAME, done.state, 0, NOW),
        decide.concede(GAME, done.state, 0, NOW, SECRET),
        decide.abort(GAME, done.state, "abandoned", NOW, SECRET),
    )
    codes = [refusal.code for refusal in refusals if isinstance(refusal, Refusal)]
    assert codes == ["MATCH_STARTED", "MATCH_STARTED", "MATCH_OVER", "MATCH_OVER"]
    assert done.state.result is not None
    assert done.state.result.rule == ABANDON_RULE


@dataclass
class Timed:
    """A running match of two foxes under a clock."""

    clock: ClockPolicy
    state: State = field(init=False)

    def __post_init__(self) -> None:
        step = accepted(decide.create(GAME, MATCH, 2, Options(rounds=4), self.clock, pins(GAME, 1), NOW))
        for number in range(2):
            loadout = GAME.precon("fox", number)
            joined = decide.join(GAME, step.state, number, f"p{number}", NOW, loadout=loadout, server_seed=SECRET)
            step = accepted(joined)
        self.state = step.state

    def prompt(self, seat: int) -> Prompt:
        return next(p for p in self.state.prompts.values() if p.seat == seat and p.deadline is not None)

    def send(self, seat: int, after: int) -> None:
        """Answer `after` ms from when it was asked."""
        prompt = self.prompt(seat)
        card = GAME.options(self.state, prompt)[0].parameters[0].options[0]
        at = max(self.state.at, prompt.opened_at + after)
        self.state = accepted(decide.act(GAME, self.state, seat, Send(str(card)), at, SECRET, prompt=prompt.id)).state

    def time_out(self, seat: int) -> Decision:
        prompt = self.prompt(seat)
        assert prompt.deadline is not None
        at = max(self.state.at, prompt.deadline)
        done = accepted(decide.time_out(GAME, self.state, prompt.id, prompt.revision, at, SECRET))
        self.state = done.state
        return done


def test_the_bank_pays_for_what_goes_beyond_the_turn_and_for_no_more():
    match = Timed(ClockPolicy(turn=10_000, bank=5_000))
    assert match.prompt(0).allowed == 15_000
    match.send(1, 10_000)
    match.send(0, 12_000)
    assert [seat.bank for seat in match.state.seats] == [3_000, 5_000]


def test_an_answer_long_after_the_deadline_costs_the_bank_and_nothing_beyond():
    match = Timed(ClockPolicy(turn=10_000, bank=5_000))
    match.send(0, 60_000)
    assert match.state.seats[0].bank == 0


def test_two_questions_at_once_share_one_bank():
    match = Timed(ClockPolicy(turn=10_000, bank=5_000))
    batch = Batch(GAME, match.state, Draws(SECRET, MATCH, b"", {}), match.state.at)
    batch.ask(0, "send", "TOY-203", clock="turn", new_turn=True)
    first, second = (prompt for prompt in batch.state.prompts.values() if prompt.seat == 0 and prompt.kind == "send")
    batch.now += 60_000
    batch.close([first, second])
    assert batch.state.seats[0].bank == 0
    batch.ask(0, "send", "TOY-203", clock="turn", new_turn=True)
    assert next(p for p in batch.state.prompts.values() if p.seat == 0 and p.kind == "send").allowed == 10_000


@pytest.mark.parametrize("limit", [1, 2])
def test_who_lets_the_time_run_out_too_often_counts_as_having_left(limit):
    match = Timed(ClockPolicy(turn=10_000, defaults_to_abandon=limit))
    for _ in range(limit - 1):
        match.time_out(0)
        assert not match.state.seats[0].conceded
        match.send(1, 0)
        while any(prompt.kind == "pay" for prompt in match.state.prompts.values()):
            pay = next(prompt for prompt in match.state.prompts.values() if prompt.kind == "pay")
            default = GAME.default(match.state, pay)
            match.state = accepted(decide.act(GAME, match.state, pay.seat, default, match.state.at, SECRET)).state
    assert Conceded(seat=0, abandoned=True) in events(match.time_out(0))
