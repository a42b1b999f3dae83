"""The time of a match, on the toy game: how long it is, that it is reported once, and what follows from that."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest

from domain.kernel import decide, forks
from domain.kernel.audience import seat
from domain.kernel.codec import Codec, encode
from domain.kernel.decide import TIME_RULE, Decision, IllegalLoadout
from domain.kernel.facts import Fact
from domain.kernel.fold import evolve
from domain.kernel.lineage import Origin
from domain.kernel.match import ClockPolicy, MatchCreated, MatchStarted, PromptClosed, PromptRevised, State, TimeUp
from domain.kernel.snapshots import dump, load
from service.simulation.table import START, Setup, play
from tests.kernel.test_decide import FOX, OWL, SEED, created, joined, prompt_of, refused, send, started
from tests.kit.play import MATCH, NOW, accepted, moves, pins, whole
from tests.toy_game import GAME
from tests.toy_game.actions import Ban, Send
from tests.toy_game.events import BansLifted
from tests.toy_game.loadouts import Options

LIMIT = 90_000
DUE = NOW + LIMIT


def limited(first: Any = FOX, rounds: int = 3) -> State:
    return started(first, rounds=rounds, time_limit_s=90)


def time_up(state: State, now: int = DUE) -> Any:
    return decide.time_up(GAME, state, now, SEED)


def banned(state: State) -> State:
    """Seat 0 bans a card that seat 1 holds."""
    card = state.board.places[1].hand[0]
    return accepted(decide.act(GAME, state, 0, Ban(card), NOW, SEED)).state


def reported(state: State) -> Decision:
    return accepted(time_up(state))


def revised(step: Decision) -> list[int]:
    return [fact.event.prompt for fact in step.facts if isinstance(fact.event, PromptRevised)]


def test_the_time_begins_with_the_match() -> None:
    waiting = accepted(joined(created(time_limit_s=90), 0)).state
    assert (waiting.ends_at, waiting.deadline) == (None, None)
    assert refused(time_up(waiting)).rule == "KERNEL-START"
    state = limited()
    assert (state.ends_at, state.deadline, state.time_up) == (DUE, DUE, False)


def test_a_match_without_a_limit_has_the_bytes_it_always_had() -> None:
    assert encode(Fact(MatchStarted(seeds=(None, "ab"))), "", "").pub == {"seeds": (None, "ab")}
    limit = MatchStarted(seeds=(None, None), time_limit=LIMIT)
    assert encode(Fact(limit), "", "").pub == {"seeds": (None, None), "time_limit": LIMIT}
    outcome = time_up(started())
    assert (refused(outcome).code, refused(outcome).rule) == ("ILLEGAL_ACTION", TIME_RULE)


def test_it_is_reported_once_it_is_up_and_only_once() -> None:
    state = limited()
    before = state.copy()
    assert refused(time_up(state, DUE - 1)).code == "TOO_EARLY"
    assert state == before
    step = reported(state)
    assert step.facts[0] == Fact(TimeUp())
    assert (step.state.ends_at, step.state.deadline, step.state.time_up) == (DUE, None, True)
    assert refused(time_up(step.state, DUE + 5)).rule == TIME_RULE
    over = accepted(decide.concede(GAME, state, 0, NOW, SEED)).state
    assert over.deadline is None
    assert refused(time_up(over)).code == "MATCH_OVER"


def test_a_late_report_is_as_good() -> None:
    later = send(limited(), 0, DUE + 60_000).state
    step = accepted(time_up(later, DUE))
    assert step.at == later.at == DUE + 60_000


def test_open_questions_stay_as_they_are() -> None:
    state = limited(OWL)
    peek = prompt_of(state, 0, "peek")
    step = reported(state)
    assert step.state.prompts == {peek.id: peek}
    assert revised(step) == []
    closed = [fact.event for fact in step.facts if isinstance(fact.event, PromptClosed)]
    assert closed == [PromptClosed(prompts=tuple(p.id for p in state.prompts.values() if p.kind == "ban"))]


@pytest.mark.rule("TOY-303")
def test_what_may_be_answered_changes_only_under_a_new_revision() -> None:
    state = banned(limited())
    card = state.board.places[1].hand[0]
    asked = prompt_of(state, 1, "send")
    assert refused(decide.act(GAME, state, 1, Send(card), NOW, SEED)).code == "ILLEGAL_ACTION"
    step = reported(state)
    assert [type(fact.event) for fact in step.facts[:2]] == [TimeUp, BansLifted]
    assert set(revised(step)) == set(state.prompts)
    stale = decide.act(GAME, step.state, 1, Send(card), DUE, SEED, prompt=asked.id, revision=asked.revision)
    assert refused(stale).code == "PROMPT_CLOSED"
    accepted(decide.act(GAME, step.state, 1, Send(card), DUE, SEED, prompt=asked.id, revision=asked.revision + 1))


def test_a_hidden_question_is_revised_in_secret() -> None:
    state = banned(limited(OWL))
    peek = prompt_of(state, 0, "peek")
    facts = [fact for fact in reported(state).facts if isinstance(fact.event, PromptRevised)]
    (own,) = (fact for fact in facts if fact.event == PromptRevised(prompt=peek.id, revision=peek.revision + 1))
    assert own.sealed == seat(0)
    assert all(fact.sealed is None for fact in facts if fact is not own)


@pytest.mark.rule("TOY-303")
def test_the_round_in_play_is_the_last() -> None:
    for seed in range(8):
        *_, last = moves(GAME, reported(limited()).state, seed, concede=0)
        assert last.state.result is not None
        assert last.state.result.rule == "TOY-303"
        assert last.state.board.round == 1


@pytest.mark.rule("TOY-303")
@pytest.mark.parametrize("seconds", [0, 59, 86_401])
def test_a_limit_is_a_minute_to_a_day(seconds: int) -> None:
    options = Options(time_limit_s=seconds)
    event = MatchCreated(match=MATCH, game=GAME.slug, seats=2, options=options, clock=ClockPolicy(), pins=pins(GAME, 0))
    outcome = decide.create(GAME, event, NOW)
    assert isinstance(outcome, IllegalLoadout)
    assert [fault.path for fault in outcome.violations] == [("options", "time_limit_s")]


def test_matches_with_a_limit_end_by_it_now_and_then_and_fold_from_their_stored_facts() -> None:
    rules = set()
    codec = Codec(GAME)
    for seed in range(12):
        steps = list(whole(GAME, seed, options=Options(rounds=4, time_limit_s=60)))
        rows = [row_of(fact, step.at) for step in steps for fact in step.facts]
        last = steps[-1].state
        assert codec.fold(State(), rows) == last
        assert last.result is not None
        rules.add(last.result.rule)
        middle = steps[len(steps) // 2].state
        assert load(codec.typing, dump(middle)) == middle
    assert {"TOY-302", "TOY-303"} <= rules


def row_of(fact: Fact, at: int) -> Any:
    parts = encode(fact, "seat:0", "command")
    body = msgspec.json.encode({"pub": parts.pub})
    return parts.type, parts.schema, body, msgspec.json.encode(parts.private) if parts.private else None, at


@pytest.mark.parametrize("was_up", [False, True])
def test_a_fork_has_no_limit_and_what_was_up_stays_up(was_up: bool) -> None:
    origin = reported(limited()).state if was_up else limited()
    step = forks.fork(GAME, origin, Origin(MATCH, origin.version, "a" * 64), ["p", "p"], NOW + DUE)
    assert (step.state.ends_at, step.state.deadline, step.state.time_up) == (None, None, was_up)
    assert refused(time_up(step.state, 2 * DUE)).rule == TIME_RULE
    folded = origin.copy()
    evolve(GAME, folded, step.facts[0].event, step.at)
    assert folded == step.state


def _five_seconds(options: Options) -> int:
    return 5_000


HASTY = dataclasses.replace(GAME, time_limit=_five_seconds)
"""Time is up after five seconds, whatever the options say."""


def test_simulated_matches_keep_their_time() -> None:
    """An answer takes a second there."""
    for number in range(6):
        steps = list(play(Setup(HASTY, MATCH, f"{number}", ["fox"] * 3, ["random"] * 3)))
        report = next(step for step in steps if step.decision.state.time_up)
        assert (report.actor, report.is_action) == ("clock", False)
        assert report.decision.facts[0].event == TimeUp()
        assert report.decision.at == START + 5_000
        result = steps[-1].decision.state.result
        assert result is not None
        assert result.rule == "TOY-303"
