"""The life of a match, from its creation to its end, on the toy game."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.kernel import decide
from domain.kernel.actions import Action
from domain.kernel.audience import seat
from domain.kernel.batch import Batch
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.draws import Draws
from domain.kernel.game import CardGame
from domain.kernel.lineage import RulesRepinned
from domain.kernel.match import (
    ActionTaken,
    ClockPolicy,
    LoadoutSealed,
    MatchCreated,
    MatchEnded,
    PromptOpened,
    PromptRevised,
    Resolution,
    SecretsRevealed,
    State,
)
from domain.kernel.prompts import Prompt
from domain.kernel.questions import questions_of
from domain.kernel.refusal import Refusal
from domain.kernel.result import Result
from tests.kit.play import MATCH, NOW, accepted, pins, server_seed
from tests.toy_game import GAME
from tests.toy_game.actions import Ban, Peek, Send
from tests.toy_game.frames import Round
from tests.toy_game.loadouts import Loadout, Options

SEED = server_seed(0)
FOX, OWL = Loadout("fox"), Loadout("owl")


def created(clock: ClockPolicy | None = None, game: CardGame = GAME, **options: Any) -> State:
    chosen = Options(**options)
    event = MatchCreated(
        match=MATCH, game=game.slug, seats=2, options=chosen, clock=clock or ClockPolicy(), pins=pins(game, 0)
    )
    return accepted(decide.create(game, event, NOW)).state


def joined(state: State, number: int, loadout: Any = FOX, game: CardGame = GAME) -> Any:
    return decide.join(game, state, number, f"p{number}", NOW, loadout=loadout, server_seed=SEED)


def started(first: Loadout = FOX, clock: ClockPolicy | None = None, game: CardGame = GAME, **options: Any) -> State:
    state = accepted(joined(created(clock, game, **options), 0, first, game)).state
    return accepted(joined(state, 1, FOX, game)).state


def prompt_of(state: State, number: int, kind: str) -> Prompt:
    return next(prompt for prompt in state.prompts.values() if (prompt.seat, prompt.kind) == (number, kind))


def send(state: State, number: int, at: int = NOW) -> Decision:
    card = next(card for card in state.board.places[number].hand if card not in state.board.banned)
    return accepted(decide.act(GAME, state, number, Send(card), at, SEED))


def refused(outcome: Any) -> Refusal:
    assert isinstance(outcome, Refusal)
    return outcome


def test_options_and_loadouts_are_checked_with_every_violation() -> None:
    event = MatchCreated(
        match=MATCH, game=GAME.slug, seats=7, options=Options(rounds=0), clock=ClockPolicy(), pins=pins(GAME, 0)
    )
    outcome = decide.create(GAME, event, NOW)
    assert isinstance(outcome, IllegalLoadout)
    assert [fault.path for fault in outcome.violations] == [("options", "rounds"), ("seats",)]
    outcome = joined(created(), 0, Loadout("bear"))
    assert isinstance(outcome, IllegalLoadout)
    assert [fault.rule for fault in outcome.violations] == ["TOY-103"]


def test_seats_are_taken_once_and_given_back() -> None:
    state = accepted(joined(created(), 0)).state
    assert refused(joined(state, 0)).code == "SEAT_TAKEN"
    assert refused(joined(state, 5)).code == "NOT_FOUND"
    left = accepted(decide.leave(GAME, state, 0, NOW)).state
    assert left.seats[0].player is None
    assert left.seats[0].loadout is None
    again = accepted(joined(left, 0, OWL)).state
    assert (again.seats[0].loadout, again.seats[0].since) == (OWL, 5)


def test_a_loadout_is_sealed() -> None:
    done = accepted(joined(created(), 0, OWL))
    (fact,) = (fact for fact in done.facts if isinstance(fact.event, LoadoutSealed))
    assert fact.secret == {seat(0): ("loadout",)}


def test_after_the_start_nobody_joins_or_leaves() -> None:
    state = started()
    assert refused(joined(state, 0)).code == "MATCH_STARTED"
    assert refused(decide.leave(GAME, state, 0, NOW)).code == "MATCH_STARTED"


def test_before_the_start_nothing_can_be_done() -> None:
    for outcome in (
        decide.act(GAME, created(), 0, Ban("envoy-01"), NOW, SEED),
        decide.concede(GAME, created(), 0, NOW, SEED),
    ):
        assert refused(outcome).rule == "KERNEL-START"


def test_a_batch_records_action_facts_and_where_it_stops() -> None:
    done = send(send(started(), 0).state, 1)
    kinds = [type(fact.event).__name__ for fact in done.facts]
    assert kinds[:4] == ["ActionTaken", "EnvoySent", "EnvoysRevealed", "PointScored"]
    assert kinds[-1] == "Resolution"


def test_a_ballot_is_answered_face_down() -> None:
    done = send(started(), 0)
    taken = done.facts[0]
    assert isinstance(taken.event, ActionTaken)
    assert taken.secret == {seat(0): ("action",)}
    assert not done.hidden


def test_a_hidden_prompt_is_sealed_from_beginning_to_end() -> None:
    state = started(OWL)
    prompt = prompt_of(state, 0, "peek")
    assert prompt.secrecy == "hidden"
    done = accepted(decide.act(GAME, state, 0, Peek("sink"), NOW, SEED, prompt=prompt.id, revision=0))
    assert done.hidden
    assert [fact.sealed for fact in done.facts[:2]] == [seat(0), seat(0)]
    assert all(fact.sealed is None for fact in done.facts[2:])


def test_a_revision_rises_for_the_others_only() -> None:
    state = started()
    done = accepted(decide.act(GAME, state, 0, Ban("envoy-01"), NOW, SEED))
    revised = [fact.event.prompt for fact in done.facts if isinstance(fact.event, PromptRevised)]
    assert revised == [prompt.id for prompt in state.prompts.values() if prompt.seat == 1]
    stale = prompt_of(state, 1, "ban")
    outcome = decide.act(GAME, done.state, 1, Ban("envoy-02"), NOW, SEED, prompt=stale.id, revision=0)
    assert refused(outcome).code == "PROMPT_CLOSED"


def test_nothing_is_stored_where_nothing_new_is_to_be_resolved() -> None:
    done = accepted(decide.act(GAME, started(), 0, Ban("envoy-01"), NOW, SEED))
    assert not any(isinstance(fact.event, Resolution) for fact in done.facts)


def test_conceding_ends_a_duel_and_reveals_the_seed() -> None:
    done = accepted(decide.concede(GAME, started(), 0, NOW, SEED))
    ended, revealed = (fact.event for fact in done.facts[-2:])
    assert isinstance(ended, MatchEnded)
    assert ended.result.placings == ((1,), (0,))
    assert revealed == SecretsRevealed(seed=SEED.hex())
    assert done.state.status == "finished"
    assert not done.state.prompts
    assert refused(decide.concede(GAME, done.state, 1, NOW, SEED)).code == "MATCH_OVER"
    assert refused(decide.act(GAME, done.state, 1, Ban("envoy-01"), NOW, SEED)).code == "MATCH_OVER"


def test_a_match_that_nobody_plays_is_aborted_in_public() -> None:
    for state in (created(), started()):
        done = accepted(decide.abort(GAME, state, "abandoned", NOW, SEED))
        assert done.state.status == "aborted"
        assert done.facts[-1].event == SecretsRevealed(seed=SEED.hex())
        assert refused(joined(done.state, 0)).code == "MATCH_STARTED"
        assert refused(decide.abort(GAME, done.state, "abandoned", NOW, SEED)).code == "MATCH_OVER"


def test_time_is_taken_from_turn_then_bank_and_only_once_it_is_up() -> None:
    state = started(clock=ClockPolicy(turn=10_000, bank=5_000))
    prompt = prompt_of(state, 0, "send")
    assert (prompt.allowed, prompt.bank) == (15_000, 5_000)
    early = decide.time_out(GAME, state, prompt.id, 0, NOW + 14_999, SEED)
    assert refused(early).code == "TOO_EARLY"
    late = accepted(decide.time_out(GAME, state, prompt.id, 0, NOW + 15_000, SEED))
    taken = late.facts[0].event
    assert isinstance(taken, ActionTaken)
    assert taken.default
    assert late.state.seats[0].bank == 0
    again = decide.time_out(GAME, late.state, prompt.id, 0, NOW + 20_000, SEED)
    assert refused(again).code == "PROMPT_CLOSED"


def test_a_quick_answer_costs_no_bank() -> None:
    state = started(clock=ClockPolicy(turn=10_000, bank=5_000))
    card = state.board.places[0].hand[0]
    done = accepted(decide.act(GAME, state, 0, Send(card), NOW + 12_000, SEED))
    assert done.state.seats[0].bank == 3_000
    done = accepted(decide.act(GAME, state, 0, Send(card), NOW + 9_000, SEED))
    assert (done.state.seats[0].bank, done.state.seats[0].turn_used) == (5_000, 9_000)


def test_an_answer_long_after_the_deadline_costs_the_bank_and_nothing_beyond() -> None:
    done = send(started(clock=ClockPolicy(turn=10_000, bank=5_000)), 0, NOW + 60_000)
    assert done.state.seats[0].bank == 0


def test_two_questions_at_once_share_one_bank() -> None:
    state = started(clock=ClockPolicy(turn=10_000, bank=5_000))
    batch = Batch(GAME, state, Draws(SEED, MATCH, b"", {}), NOW)
    batch.ask(0, "send", new_turn=True)
    batch.now += 60_000
    batch.close([prompt for prompt in batch.state.prompts.values() if prompt.seat == 0])
    assert batch.state.seats[0].bank == 0


def test_who_lets_the_time_run_out_too_often_has_gone() -> None:
    state = started(clock=ClockPolicy(turn=1_000, defaults_to_abandon=1))
    prompt = prompt_of(state, 0, "send")
    done = accepted(decide.time_out(GAME, state, prompt.id, 0, NOW + 1_000, SEED))
    assert done.state.status == "finished"
    assert done.state.seats[0].conceded


def test_time_never_runs_backwards() -> None:
    state = started()
    assert accepted(decide.act(GAME, state, 0, Ban("envoy-01"), NOW - 60_000, SEED)).at == state.at


def _at_once(batch: Batch) -> None:
    batch.end(Result("draw", ((0, 1),), "TOY-302"))


OVER = replace(GAME, setup=_at_once)
"""A game that is over before it has begun."""


def test_a_match_that_ends_in_its_set_up_reveals_its_seed() -> None:
    last = accepted(joined(accepted(joined(created(game=OVER), 0, FOX, OVER)).state, 1, FOX, OVER))
    assert last.facts[-1].event == SecretsRevealed(seed=SEED.hex())


@pytest.mark.parametrize("action", [Send("envoy-99"), Peek("keep"), Ban("nothing")])
def test_a_refusal_leaves_no_trace(action: Action) -> None:
    state = started()
    before = state.copy()
    assert refused(decide.act(GAME, state, 0, action, NOW, SEED)).code == "ILLEGAL_ACTION"
    assert state == before


def test_prompts_are_named_by_the_version_that_opened_them() -> None:
    state = created()
    version = state.version
    for number in range(2):
        done = accepted(joined(state, number))
        for fact in done.facts:
            version += 1
            if isinstance(fact.event, PromptOpened):
                assert done.state.prompts[version].kind == fact.event.kind
        state = done.state


RELEASE = RulesRepinned(rules_version="2", rules_hash="1" * 64, engine_version="next", card_set_hash="2" * 64)


@pytest.mark.parametrize("state", [created(), started(OWL)], ids=["open", "running"])
def test_another_release_takes_over_the_pins_and_nothing_else(state: State) -> None:
    step = accepted(decide.repin(GAME, state, RELEASE, NOW + 7))
    before, after = state.pins, step.state.pins
    assert before is not None
    assert after == msgspec.structs.replace(
        before, rules_version="2", rules_hash="1" * 64, engine_version="next", card_set_hash="2" * 64
    )
    assert [fact.event for fact in step.facts] == [RELEASE]
    same = msgspec.structs.replace(step.state, pins=before, version=state.version, at=state.at)
    assert same == state


def test_a_match_that_is_over_keeps_its_pins() -> None:
    over = accepted(decide.concede(GAME, started(), 0, NOW, SEED)).state
    outcome = decide.repin(GAME, over, RELEASE, NOW)
    assert isinstance(outcome, Refusal)
    assert outcome.code == "MATCH_OVER"


def test_a_game_goes_to_another_process_by_its_name() -> None:
    assert pickle.loads(pickle.dumps(GAME)) is GAME
    with pytest.raises(TypeError, match=r"envoys is not the GAME of tests\.toy_game"):
        pickle.dumps(OVER)


def test_questions_of_one_kind_are_asked_by_frames_of_their_own() -> None:
    (first,) = GAME.questions["send"].values()
    with pytest.raises(TypeError, match="two questions of one kind"):
        questions_of(first, first)
    assert questions_of(first, replace(first, frame=Round))["send"].keys() == {None, Round}
