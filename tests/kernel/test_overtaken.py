"""Questions that an act overtakes, and answers that are partly secret, on a toy game that asks what it is told to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

import pytest

from domain.kernel import decide
from domain.kernel.actions import Action
from domain.kernel.audience import seat
from domain.kernel.batch import Batch
from domain.kernel.decide import Decision
from domain.kernel.dispatch import always, by_type, on
from domain.kernel.frames import Frame
from domain.kernel.game import CardGame
from domain.kernel.match import ActionTaken, ClockPolicy, PromptClosed, PromptOpened, PromptRevised, State
from domain.kernel.prompts import Parameter, Prompt, Secrecy, Template
from domain.kernel.questions import Question, questions_of
from domain.kernel.refusal import Refusal
from tests.kernel.test_decide import FOX, SEED, started
from tests.kit.play import accepted
from tests.toy_game import events as ev
from tests.toy_game.actions import Ban, Pay, Peek, Send
from tests.toy_game.frames import Ballots, Refill, Reveal, Round
from tests.toy_game.game import GAME

TIME = 60_000
Asked = tuple[int, str]


class Whisper(Action, frozen=True, tag="whisper"):
    """Choose a card; which one is for its own seat alone."""

    private: ClassVar[bool] = True
    card: str


def talk(
    *ballots: tuple[Asked, ...],
    reveal: tuple[Asked, ...] = (),
    interruption: tuple[Frame, ...] = (),
    but: Callable[[Prompt], bool] = lambda prompt: False,
    secrecy: Secrecy = "open",
) -> CardGame:
    """A game that asks what `ballots` and `reveal` say by the number of the round, of seats that have neither sent nor
    left.

    Whoever bans overtakes all questions but those that `but` names; then `interruption` is resolved.
    """
    asks: dict[type[Frame], tuple[tuple[Asked, ...], ...]] = {Ballots: ballots, Reveal: (reveal,) * 9}

    def overtake(batch: Batch, number: int, action: Ban) -> None:
        batch.overtake(but)
        batch.push(*interruption)

    def ask(batch: Batch, frame: Ballots | Reveal) -> None:
        places = batch.board.places
        left = [one for one in asks[type(frame)][batch.board.round] if not _done(places[one[0]])]
        if left:
            batch.frames.append(frame)
        for number, kind in left:
            batch.ask(number, kind)

    asked = partial(Question, rule="TOY-203", mode="simultaneous", secrecy=secrecy)
    return replace(
        GAME,
        setup=_set_up,
        steps=by_type(on(Round, _round), on(Refill, _refill), on(Ballots, ask), on(Reveal, ask)),
        leave=_leave,
        standing=_both,
        progress=_no_progress,
        questions=questions_of(
            asked(
                kind="send",
                options=_options(CARD, "send", "whisper"),
                answers={Send: _sent, Whisper: _sent},
                default=always(Whisper("envoy-01")),
            ),
            asked(
                kind="peek",
                options=_options(Parameter("choice", "option", ("keep", "sink")), "peek"),
                answers={Peek: _popped},
                default=always(Peek("keep")),
            ),
            Question(
                kind="pay",
                rule="TOY-206",
                options=_options(Parameter("tokens", "counts", ("red",), 0, 2, (2,)), "pay"),
                answers=by_type(on(Pay, _popped)),
                default=always(Pay({})),
            ),
            Question(
                kind="ban",
                rule="TOY-207",
                mode="standing",
                clock="none",
                options=_options(CARD, "ban"),
                answers=by_type(on(Ban, overtake)),
                default=always(None),
            ),
        ),
    )


CARD = Parameter("card", "card", tuple(GAME.core().cards))


def _options(parameter: Parameter, *names: str) -> Callable[[State, int], list[Template]]:
    return lambda state, number: [Template(name, {}, (parameter,)) for name in names]


def _set_up(batch: Batch) -> None:
    batch.push(Ballots(), Refill())


def _round(batch: Batch, frame: Round) -> None:
    batch.emit(ev.RoundStarted(number=frame.number))


def _refill(batch: Batch, frame: Refill) -> None:
    batch.frames.append(frame)
    batch.ask(0, "pay")


def _sent(batch: Batch, number: int, action: Action) -> None:
    batch.emit(ev.EnvoySent(seat=number))


def _popped(batch: Batch, number: int, action: Action) -> None:
    batch.frames.pop()


def _leave(batch: Batch, number: int) -> None:
    batch.overtake(lambda prompt: prompt.seat == number and prompt.kind == "pay")
    batch.emit(ev.HandDropped(seat=number))


def _both(state: State) -> Sequence[Asked]:
    return [(number, "ban") for number in (0, 1)]


def _no_progress(state: State) -> None:
    return None


def _done(place: Any) -> bool:
    return place.sent is not None or place.out


def begun(game: CardGame) -> State:
    return started(FOX, ClockPolicy(decision=TIME), game)


def act(game: CardGame, state: State, number: int, action: Any, later: int = 0) -> Decision:
    return accepted(decide.act(game, state, number, action, state.at + later, SEED))


def ban(game: CardGame, state: State, later: int = 10_000) -> Decision:
    """Seat 1 does something in between."""
    return act(game, state, 1, Ban("envoy-01"), later)


def waiting(state: State) -> dict[Asked, Prompt]:
    """The questions that somebody must answer."""
    return {(one.seat, one.kind): one for one in state.prompts.values() if one.mode != "standing"}


def opened(done: Decision) -> list[Asked]:
    events = [fact.event for fact in done.facts]
    return [(one.seat, one.kind) for one in events if isinstance(one, PromptOpened) and one.mode != "standing"]


def closed(done: Decision) -> list[int]:
    return [number for fact in done.facts if isinstance(fact.event, PromptClosed) for number in fact.event.prompts]


def revised(done: Decision) -> list[tuple[int, int]]:
    events = [fact.event for fact in done.facts]
    return [(one.prompt, one.revision) for one in events if isinstance(one, PromptRevised)]


def taken(done: Decision) -> list[tuple[int, Any, bool]]:
    events = [fact.event for fact in done.facts]
    return [(one.seat, one.action, one.default) for one in events if isinstance(one, ActionTaken)]


SAME = ((0, "send"),)


def test_the_same_question_goes_on_with_one_new_revision() -> None:
    game = talk(SAME)
    state = begun(game)
    asked = waiting(state)[0, "send"]
    done = ban(game, state)
    now = waiting(done.state)[0, "send"]
    assert (now.id, now.revision, now.deadline) == (asked.id, 1, asked.deadline)
    assert (opened(done), closed(done), revised(done)) == ([], [], [(asked.id, 1)])
    again = ban(game, done.state)
    assert (revised(again), waiting(again.state)[0, "send"].deadline) == ([(asked.id, 2)], asked.deadline)


def test_an_answer_to_the_old_revision_comes_too_late() -> None:
    game = talk(SAME)
    state = begun(game)
    asked = waiting(state)[0, "send"]
    after = ban(game, state).state
    outcome = decide.act(game, after, 0, Send("envoy-01"), after.at, SEED, prompt=asked.id, revision=0)
    assert isinstance(outcome, Refusal)
    assert outcome.code == "PROMPT_CLOSED"
    late = decide.time_out(game, after, asked.id, 0, TIME * 10**9, SEED)
    assert isinstance(late, Refusal)
    done = accepted(decide.act(game, after, 0, Send("envoy-01"), after.at, SEED, prompt=asked.id, revision=1))
    assert list(waiting(done.state)) == [(0, "pay")]


@pytest.mark.parametrize("other", [(0, "peek"), (1, "send")])
def test_another_question_closes_the_overtaken_one(other: Asked) -> None:
    """Of another kind, or to another seat; it has the full time."""
    game = talk(SAME, (other,), interruption=(Round(1),))
    state = begun(game)
    asked = waiting(state)[0, "send"]
    done = ban(game, state)
    assert (opened(done), closed(done), revised(done)) == ([other], [asked.id], [])
    assert waiting(done.state)[other].deadline == done.at + TIME
    assert list(waiting(done.state)) == [other]


def test_a_question_that_is_not_asked_again_closes_without_an_answer() -> None:
    game = talk(SAME, (), interruption=(Round(1),))
    state = begun(game)
    done = ban(game, state)
    assert closed(done) == [waiting(state)[0, "send"].id]
    assert (opened(done), list(waiting(done.state))) == ([(0, "pay")], [(0, "pay")])
    assert [seat_number for seat_number, _, _ in taken(done)] == [1]


def test_a_question_in_between_closes_it_until_later() -> None:
    """Then it is asked anew, with the full time."""
    game = talk(SAME, reveal=((1, "peek"),), interruption=(Reveal(),))
    state = begun(game)
    asked = waiting(state)[0, "send"]
    done = ban(game, state)
    assert (opened(done), closed(done), list(waiting(done.state))) == ([(1, "peek")], [asked.id], [(1, "peek")])
    after = act(game, done.state, 1, Peek("keep"), later=20_000)
    again = waiting(after.state)[0, "send"]
    assert (again.revision, again.id > asked.id, again.deadline) == (0, True, after.at + TIME)


def test_the_same_question_of_another_frame_is_another_one() -> None:
    """Seat, kind and text are the same, but it is asked above the first."""
    game = talk(((0, "peek"),), reveal=((0, "peek"),), interruption=(Reveal(),))
    state = begun(game)
    asked = waiting(state)[0, "peek"]
    done = ban(game, state)
    above = waiting(done.state)[0, "peek"]
    assert (above.id > asked.id, above.revision, closed(done)) == (True, 0, [asked.id])
    after = act(game, done.state, 0, Peek("keep"))
    assert waiting(after.state)[0, "peek"].id > above.id


def test_a_question_in_between_may_be_overtaken_itself() -> None:
    """With an interruption that asks nothing it goes on, and the first waits below."""
    game = talk(((0, "peek"),), reveal=((1, "peek"),), interruption=(Reveal(),))
    state = ban(game, begun(game)).state
    above = waiting(state)[1, "peek"]
    game = talk(*(((0, "peek"),),) * 2, reveal=((1, "peek"),), interruption=(Round(1),))
    done = ban(game, state)
    assert revised(done) == [(above.id, 1)]
    assert list(waiting(done.state)) == [(1, "peek")]
    after = act(game, done.state, 1, Peek("keep"))
    assert list(waiting(after.state)) == [(0, "peek")]


def test_several_questions_go_on_together() -> None:
    game = talk(((0, "send"), (1, "send")))
    state = begun(game)
    asked = waiting(state)
    done = ban(game, state)
    assert revised(done) == [(asked[0, "send"].id, 1), (asked[1, "send"].id, 1)]
    assert {key: one.id for key, one in waiting(done.state).items()} == {key: one.id for key, one in asked.items()}
    assert (opened(done), closed(done)) == ([], [])


def test_of_several_questions_some_are_answered_and_some_go() -> None:
    game = talk(((0, "send"), (1, "send")), ((1, "peek"),), interruption=(Round(1),))
    state = act(game, begun(game), 0, Send("envoy-01")).state
    asked = waiting(state)
    assert list(asked) == [(1, "send")]
    done = ban(talk(((0, "send"), (1, "send"))), state)
    assert revised(done) == [(asked[1, "send"].id, 1)]
    last = ban(game, done.state)
    assert (closed(last), list(waiting(last.state))) == ([asked[1, "send"].id], [(1, "peek")])


def test_standing_questions_are_not_overtaken() -> None:
    game = talk(SAME)
    state = begun(game)
    standing = {one.id for one in state.prompts.values() if one.mode == "standing" and one.seat == 0}
    done = ban(game, state)
    assert standing <= set(done.state.prompts)
    assert not standing & {number for number, _ in revised(done)}


def test_what_still_waits_comes_before_what_was_pushed() -> None:
    game = talk(
        ((0, "send"), (1, "send")),
        reveal=((0, "peek"),),
        but=lambda prompt: prompt.seat == 1,
        interruption=(Round(0), Reveal()),
    )
    state = begun(game)
    asked = waiting(state)
    done = ban(game, state)
    assert (closed(done), list(waiting(done.state))) == ([asked[0, "send"].id], [(1, "send")])
    assert [fact for fact in done.facts if isinstance(fact.event, ev.RoundStarted)] == []
    after = act(game, done.state, 1, Send("envoy-01"))
    assert list(waiting(after.state)) == [(0, "peek")]


@pytest.mark.parametrize(("kind", "answered"), [("pay", [(0, Pay({}), True)]), ("send", [])])
def test_who_leaves_answers_only_what_was_excepted(kind: str, answered: list[Any]) -> None:
    game = talk(((0, kind), (1, "send")))
    state = begun(game)
    asked = waiting(state)
    done = accepted(decide.concede(game, state, 0, state.at, SEED))
    assert taken(done)[: len(answered)] == answered
    assert (asked[0, kind].id in closed(done)) == (not answered)
    assert [one for one in revised(done) if one[0] == asked[1, "send"].id][:1] == [(asked[1, "send"].id, 1)]


def test_who_leaves_revises_the_questions_of_others_once() -> None:
    game = talk(((1, "send"),))
    state = begun(game)
    asked = waiting(state)[1, "send"]
    done = accepted(decide.concede(game, state, 0, state.at, SEED))
    assert [one for one in revised(done) if one[0] == asked.id] == [(asked.id, 1)]
    assert waiting(done.state)[1, "send"].deadline == asked.deadline


def test_a_hidden_question_is_revised_and_closed_for_its_seat_alone() -> None:
    asks = ((0, "peek"),), ((1, "peek"),)
    game = talk(*asks, secrecy="hidden")
    state = begun(game)
    done = ban(game, state)
    (fact,) = (one for one in done.facts if isinstance(one.event, PromptRevised))
    assert fact.sealed == seat(0)
    game = talk(*asks, secrecy="hidden", interruption=(Round(1),))
    (fact,) = (one for one in ban(game, done.state).facts if isinstance(one.event, PromptClosed))
    assert fact.sealed == seat(0)


# Answers that are partly secret


def recorded(done: Decision) -> tuple[Mapping[str, Any], str | None]:
    """(what is for whom alone, who may see it at all) of the answer."""
    fact = next(one for one in done.facts if isinstance(one.event, ActionTaken))
    return dict(fact.secret), fact.sealed


def test_a_private_action_is_for_its_own_seat() -> None:
    """All see that it was answered; a plain action of the same question all see in full."""
    game = talk(SAME)
    state = begun(game)
    assert recorded(act(game, state, 0, Whisper("envoy-01"))) == ({seat(0): ("action",)}, None)
    assert recorded(act(game, state, 0, Send("envoy-01"))) == ({}, None)


def test_a_private_action_by_default_is_as_secret() -> None:
    game = talk(SAME)
    state = begun(game)
    asked = waiting(state)[0, "send"]
    done = accepted(decide.time_out(game, state, asked.id, 0, state.at + TIME, SEED))
    assert taken(done) == [(0, Whisper("envoy-01"), True)]
    assert recorded(done) == ({seat(0): ("action",)}, None)
