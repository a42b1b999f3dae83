"""A bot that looks ahead: it tries answers on tables as they may be, for all that its seat can tell, and plays on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from math import ceil, log2, sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, Protocol, TypeVar

import msgspec

from domain.kernel.actions import Action
from domain.kernel.decide import Decision, act
from domain.kernel.facts import Event
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.prompts import Prompt, Template
from domain.kernel.result import Result
from service.bots.sampling import sample, typed

G = TypeVar("G", bound=CardGame)
T = TypeVar("T")
CANDIDATES = 4
"""So many answers are tried, at most."""
LONGEST = 40
"""Answers after which a match in thought is weighed, wherever it is."""
SURE = 2.0
"""By so many standard errors an answer must be better than the greedy one to be taken."""
MATTERS = 0.02
"""By how much it must be better at least: the worth of a table is a rough measure."""
FEWEST = 3
"""So many tables at least tell an answer from another."""
TURN = "turn_started"
"""The event that begins a turn of its seat."""


class Policy(Protocol):
    """How matches in thought are played on."""

    def __call__(self, game: CardGame, state: State, prompt: Prompt, random: Random, /) -> Any: ...


class Budget(msgspec.Struct, frozen=True):
    """How much may be played in thought for an answer: so many matches, else for so long, in seconds."""

    playouts: int = 0
    seconds: float = 0.0

    def shares(self, rounds: int, each: int) -> Iterator[bool]:
        """True as long as the answers of one of several rounds may be tried once more; at least once."""
        until = perf_counter() + self.seconds / rounds
        for done in count(1):
            yield True
            if done * each * rounds >= self.playouts if self.playouts else perf_counter() >= until:
                return


def budget_of(text: str) -> Budget | None:
    """The budget of a text such as `64` or `20ms`; None for anything else."""
    number, milliseconds = text.removesuffix("ms"), text.endswith("ms")
    if not number.isascii() or not number.isdecimal() or not int(number):
        return None
    return Budget(seconds=int(number) / 1_000) if milliseconds else Budget(int(number))


class Search:
    """The answers to one prompt, tried on the same tables."""

    def __init__(
        self, game: CardGame, state: State, prompt: Prompt, random: Random, policy: Policy, rounds: int
    ) -> None:
        self._game, self._state, self._prompt = game, state, prompt
        self._seed = random.getrandbits(64)
        self._policy, self._rounds = policy, rounds
        self._tables: list[State] = []

    def best(self, answers: Sequence[Action], budget: Budget) -> Action:
        """Sequential halving: in each round the better half of what does better than the first answer goes on. The
        first one is taken unless another one is surely better.
        """
        values: list[list[float]] = [[] for _ in answers]
        left = list(range(1, len(answers)))
        rounds = ceil(log2(len(answers)))
        for _ in range(rounds):
            for _ in budget.shares(rounds, len(left) + 1):
                for place in (0, *left):
                    values[place].append(self._tried(answers[place], len(values[place])))
            left = [place for place in left if fmean(values[place]) > fmean(values[0])]
            left.sort(key=lambda place: -fmean(values[place]))
            left = left[: ceil(len(left) / 2)]
            if not left:
                return answers[0]
        return answers[left[0] if _surely_better(values[left[0]], values[0]) else 0]

    def _tried(self, answer: Action, number: int) -> float:
        """The worth of the table of this number after an answer, when the seat's turn has begun so often."""
        random = Random(f"{self._seed}|{number}")
        seed, state, prompt, action = random.randbytes(32), self._table(number), self._prompt, answer
        begun = 0
        for _ in range(LONGEST):
            decision = act(self._game, state, prompt.seat, action, state.at, seed, prompt=prompt.id)
            if not isinstance(decision, Decision):
                break
            state = decision.state
            if state.result is not None:
                return outcome(state.result, self._prompt.seat)
            begun += sum(turn_of(fact.event) == self._prompt.seat for fact in decision.facts)
            if begun >= self._rounds:
                break
            prompt = next(one for one in state.prompts.values() if one.mode != "standing")
            action = self._policy(self._game, state, prompt, random)
        return self._game.evaluate(state.board, self._prompt.seat)

    def _table(self, number: int) -> State:
        """A table as it may be."""
        assert self._game.dealt is not None
        while len(self._tables) <= number:
            shuffled = partial(_shuffled, Random(f"{self._seed}|{len(self._tables)}|table"))
            made = self._game.dealt(self._state, self._prompt.seat, shuffled)
            made.draws.clear()
            self._tables.append(made)
        return self._tables[number]


def turn_of(event: Event) -> int | None:
    """The seat whose turn begins by this event; None if none does."""
    return event.seat if event.type == TURN else None  # type: ignore[attr-defined]


def _shuffled(random: Random, things: Sequence[T]) -> list[T]:
    return random.sample(things, len(things))


def _surely_better(values: Sequence[float], others: Sequence[float]) -> bool:
    """Whether the mean difference on the same tables matters, and is more than chance."""
    more = [value - other for value, other in zip(values, others, strict=False)]
    return len(more) >= FEWEST and fmean(more) > max(MATTERS, SURE * stdev(more) / sqrt(len(more)))


def outcome(result: Result, seat: int) -> float:
    """The worth of an end to a seat: 1 for a winner, 0 where nobody won, -1 else."""
    if result.kind in ("draw", "aborted"):
        return 0.0
    return 1.0 if result.kind != "all_lose" and seat in result.placings[0] else -1.0


def candidates(
    game: CardGame, state: State, prompt: Prompt, random: Random, policy: Policy, first: Sequence[Action | None]
) -> list[Action]:
    """Different answers: these, then one of each template: the policy's, were nothing else offered, else a sample."""
    templates = random.sample(offered := game.options(state, prompt), len(offered))
    alone = (like(game, Offering, number=prompt.id, only=template) for template in templates)
    wanted = (policy(one, state, prompt, random) for one in alone)
    samples = (typed(game, sample(template, random)) for template in templates)
    found: list[Action] = []
    for answer in chain(first, wanted, samples):
        if answer is not None and answer not in found:
            found.append(answer)
        if len(found) == CANDIDATES:
            break
    return found


@dataclass(frozen=True, eq=False, kw_only=True)
class Offering(CardGame):
    """A game in which one prompt offers but one template."""

    number: int
    only: Template

    def options(self, state: State, prompt: Prompt) -> list[Template]:
        """That one, at that prompt."""
        return [self.only] if prompt.id == self.number else super().options(state, prompt)


def like(game: CardGame, kind: type[G], **more: object) -> G:
    """A game that differs from this one in little. Nothing of its folder is read or checked again."""
    made = kind.__new__(kind)
    vars(made).update(vars(game), **more)
    return made
