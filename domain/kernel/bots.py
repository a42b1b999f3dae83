"""Bots: what a prompt lets them answer, the best of it, and what an answer leads to, tried in thought."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from math import inf
from typing import TypeVar

import msgspec

from domain.kernel.actions import Action, name_of
from domain.kernel.board import BoardT
from domain.kernel.decide import Decision, act, carry_out
from domain.kernel.game import CardGame, Pick
from domain.kernel.match import State
from domain.kernel.prompts import Prompt, Template, expand

A = TypeVar("A", bound=Action)
T = TypeVar("T")


def named(*kinds: type[A]) -> Mapping[str, type[A]]:
    """Kinds of actions by their names."""
    return {name_of(kind): kind for kind in kinds}


def answers(kinds: Mapping[str, type[A]], templates: Iterable[Template], ways: int | None = None) -> Iterator[A]:
    """The answers of these kinds, made one by one; the first so many ways of each template, or all."""
    for template in templates:
        if template.type in kinds:
            for fields in islice(expand(template), ways):
                yield msgspec.convert(fields, kinds[template.type])


def best(found: Iterable[tuple[float, T]], pick: Pick, over: float = -inf) -> T | None:
    """The thing that is worth most, if that is more than `over`; `pick` breaks ties."""
    weighed = list(found)
    most = max((worth for worth, _ in weighed), default=over)
    return pick([one for worth, one in weighed if worth == most]) if most > over else None


def bounded(value: float, scale: float) -> float:
    """A value between -1 and 1, half of the way at `scale`."""
    return value / (scale + abs(value))


def tried(
    game: CardGame, state: State[BoardT], prompt: Prompt, action: Action, settled: Callable[[State[BoardT]], bool]
) -> State[BoardT]:
    """The state after an answer, with dice of its own; until it is settled or over, prompts get default answers."""
    decision = act(game, state, prompt.seat, action, state.at, b"thought", prompt=prompt.id)
    assert isinstance(decision, Decision), decision
    state = decision.state
    while state.result is None and not settled(state):
        prompt = next(asked for asked in state.prompts.values() if asked.mode != "standing")
        default = game.default(state, prompt)
        assert default is not None, prompt
        state = carry_out(game, state, prompt, default, state.at, b"thought").state
    return state
