"""Questions: for each kind of prompt what may be answered, what by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from domain.kernel.actions import Action
from domain.kernel.dispatch import always, by_type, on
from domain.kernel.prompts import Parameter, Template, expand
from domain.kernel.questions import Question, questions_of
from domain.kernel.refusal import Refusal, illegal
from tests.toy_game import actions as act
from tests.toy_game.match import State
from tests.toy_game.rules import turns


def _cards(state: State, number: int) -> list[Template]:
    """TOY-203 TOY-R01 A card of the hand; a banned one only where there is no other."""
    place = state.board.places[number]
    free = [card for card in place.hand if card not in state.board.banned] or place.hand
    return [_one("send", Parameter("card", "card", tuple(free)), "TOY-203")]


def _sink_or_keep(state: State, number: int) -> list[Template]:
    """TOY-202."""
    return [_one("peek", Parameter("choice", "option", ("keep", "sink")), "TOY-202")]


def _all_cards(state: State, number: int) -> list[Template]:
    """TOY-207."""
    return [_one("ban", Parameter("card", "card", tuple(state.board.cards)), "TOY-207")]


def _tokens(state: State, number: int) -> list[Template]:
    """TOY-206 One or two, as far as there are any."""
    place = state.board.places[number]
    most = tuple(place.tokens.values())
    owed = min(1, sum(most)), min(2, sum(most))
    return [_one("pay", Parameter("tokens", "counts", tuple(place.tokens), *owed, most), "TOY-206")]


def _one(kind: str, parameter: Parameter, rule: str) -> Template:
    return Template(kind, {}, (parameter,), f"{kind} a {parameter.name}", (rule,))


def _first(options: Callable[[State, int], list[Template]]) -> Callable[[State, int], Action]:
    """The first answer of its only template."""

    def default(state: State, number: int) -> Action:
        template = options(state, number)[0]
        return msgspec.convert({"type": template.type, **next(expand(template))}, act.Send | act.Peek | act.Pay)

    return default


QUESTIONS = questions_of(
    Question(
        kind="send",
        rule="TOY-203",
        mode="simultaneous",
        secrecy="ballot",
        clock="turn",
        options=_cards,
        answers=by_type(on(act.Send, turns.send)),
        default=_first(_cards),
    ),
    Question(
        kind="peek",
        rule="TOY-202",
        secrecy="hidden",
        options=_sink_or_keep,
        answers=by_type(on(act.Peek, turns.peek)),
        default=_first(_sink_or_keep),
    ),
    Question(
        kind="pay",
        rule="TOY-206",
        options=_tokens,
        answers=by_type(on(act.Pay, turns.pay)),
        default=_first(_tokens),
    ),
    Question(
        kind="ban",
        rule="TOY-207",
        mode="standing",
        clock="none",
        options=_all_cards,
        answers=by_type(on(act.Ban, turns.ban)),
        default=always(None),
    ),
)


def standing(state: State) -> Sequence[tuple[int, str]]:
    """TOY-207 TOY-303 Whoever has not banned may, until the time is up."""
    if state.time_up:
        return []
    return [(n, "ban") for n in state.board.remaining() if not state.board.places[n].has_banned]


def refuse_unasked(state: State, seat: int, action: Action) -> Refusal:
    """TOY-201 Nobody acts without a prompt."""
    return illegal("TOY-201", "it is not the time for this", "action")


def plays(state: State, seat: int) -> Iterator[tuple[str, Action]]:
    """TOY-203 Each card of the hand is sent."""
    for card in state.board.places[seat].hand:
        yield card, act.Send(card)
