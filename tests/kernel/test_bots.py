"""Bots: which answers they are given, which of them they take, and how far they try one in thought."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import pytest

from domain.kernel.bots import answers, best, named, tried
from domain.kernel.prompts import Parameter, Template
from tests.kernel.test_decide import prompt_of, started
from tests.toy_game.actions import Peek, Send
from tests.toy_game.game import GAME
from tests.toy_game.match import State

SEND = Template("send", {}, (Parameter("card", "card", ("a", "b", "c")),))
KINDS = named(Send, Peek)
SINK = Template("peek", {"choice": "sink"})


class Last:
    """Takes the last of equals, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Sequence[Any]] = []

    def __call__(self, equals: Sequence[Any], /) -> Any:
        self.asked.append(equals)
        return equals[-1]


@pytest.mark.parametrize(("ways", "cards"), [(None, "abc"), (9, "abc"), (2, "ab"), (0, "")])
def test_the_answers_of_the_kinds_are_made_of_their_templates(ways: int | None, cards: str) -> None:
    sunk = [Peek("sink")] if ways != 0 else []
    found = list(answers(KINDS, [SEND, SINK, Template("ban"), SEND], ways))
    assert found == [*map(Send, cards), *sunk, *map(Send, cards)]


def test_answers_are_made_on_demand() -> None:
    many = Template("send", {}, tuple(Parameter(name, "number", tuple(range(99))) for name in "abcdefgh"))
    assert next(answers(KINDS, [SEND, many])) == Send("a")
    assert list(answers(KINDS, [])) == []


def test_the_best_is_picked_among_equals_in_their_order() -> None:
    pick = Last()
    assert best(iter([(1, "a"), (3, "b"), (2.5, "c"), (3.0, "d")]), pick) == "d"
    assert best([(-7, "a")], pick) == "a"
    assert pick.asked == [["b", "d"], ["a"]]


@pytest.mark.parametrize(("over", "taken"), [(2.9, "a"), (3, None), (4, None)])
def test_what_is_worth_no_more_than_something_else_is_left(over: float, taken: str | None) -> None:
    pick = Last()
    assert best([(3, "a"), (-1, "b")], pick, over) == taken
    assert len(pick.asked) == (taken is not None)
    assert best([], pick) is None


def one_card_is_sent(state: State) -> bool:
    return state.board.places[0].sent is not None


def second_round(state: State) -> bool:
    return state.board.round == 2


def never(state: State) -> bool:
    return False


def thought(state: State, settled: Any) -> Any:
    """The state after seat 0 has sent its last card."""
    card = state.board.places[0].hand[-1]
    return tried(GAME, state, prompt_of(state, 0, "send"), Send(card), settled)


def test_an_answer_is_tried_until_all_is_settled() -> None:
    state = started()
    mine, theirs = state.board.places
    before, mine_sent, theirs_sent = deepcopy(state), mine.hand[-1], theirs.hand[0]
    after = thought(state, one_card_is_sent)
    assert [place.sent for place in after.board.places] == [mine_sent, None]
    after = thought(state, second_round)
    assert (after.board.round, after.result) == (2, None)
    assert mine_sent not in after.board.places[0].hand
    assert theirs_sent not in after.board.places[1].hand
    assert after.board.banned == ()
    assert state == before


def test_it_is_tried_no_further_than_the_end() -> None:
    after = thought(started(rounds=1), never)
    assert after.result is not None
    assert after.board.round == 1


def test_nothing_illegal_is_tried() -> None:
    state = started()
    with pytest.raises(AssertionError):
        tried(GAME, state, prompt_of(state, 0, "send"), Peek("sink"), never)
