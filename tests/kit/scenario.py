"""Scenarios of any game: act, be refused, look at what happened. The `given` builds a state; then actions count."""

from __future__ import annotations

from typing import Any, Self, TypeVar

import pytest

from domain.kernel import decide
from domain.kernel.decide import Decision
from domain.kernel.draws import ALGORITHM, Draws, Permutation, Roll
from domain.kernel.execution import Execution
from domain.kernel.facts import Draw, Event, Fact
from domain.kernel.game import CardGame
from domain.kernel.lineage import Pins
from domain.kernel.match import State
from domain.kernel.prompts import Prompt, expand
from domain.kernel.refusal import Refusal

SEED = bytes(range(32))
CHANGED: dict[str, dict[str, Any]] = {}
"""By game, cards that scenarios are played with in the place of the printed ones: `make mutants` puts them here."""
E = TypeVar("E", bound=Event)


def rolled_as(purpose: str, size: int, value: int) -> Roll:
    """A roll that comes out so."""
    return Roll(value, Draw(purpose, 0, size, value))


def unshuffled(patch: pytest.MonkeyPatch) -> None:
    """Every pile keeps its order when it is shuffled."""

    def in_order(draws: Draws, purpose: str, size: int) -> Permutation:
        order = tuple(range(size))
        return Permutation(order, Draw(purpose, 0, size, order))

    patch.setattr(Draws, "shuffle", in_order)


def cards_of(game: CardGame) -> dict[str, Any]:
    """The cards that a scenario is played with, by id: a copy, to which a test may add cards of its own."""
    return {**game.core().cards, **CHANGED.get(game.slug, {})}


class Scenario:
    """A match in the making. `facts` are those since the last action, `history` all since the given; `cards` are those
    that it is played with, and a test may add some.
    """

    def __init__(self, game: CardGame, state: State) -> None:
        self.game = game
        self.state = state
        self.cards = cards_of(game)
        state.play_with(self.cards)
        self.facts: list[Fact] = []
        self.history: list[Fact] = []

    @property
    def board(self) -> Any:
        return self.state.board

    def goes_by(self, rules: str) -> Self:
        """It was made under this version of the rules."""
        self.state.pins = Pins(rules, "0" * 64, "test", self.game.card_set_hash(), ALGORITHM, "0" * 64)
        return self

    def begin(self) -> None:
        """Complete the given: resolve its frames until a prompt is open."""
        batch = Execution(self.game, self.state, Draws(SEED, "mt_scenario", b"", {}), 0)
        batch.finish(lambda: None)
        self.state = batch.state

    def do(self, seat: int, action: Any) -> None:
        """The seat acts; a refusal fails the test."""
        outcome = decide.act(self.game, self.state, seat, action, self.state.at, SEED)
        assert isinstance(outcome, Decision), outcome
        self._take(outcome)

    def refused(self, seat: int, action: Any) -> Refusal:
        """The seat tries; the refusal. Nothing has changed."""
        version = self.state.version
        outcome = decide.act(self.game, self.state, seat, action, self.state.at, SEED)
        assert isinstance(outcome, Refusal), f"{action} was accepted"
        assert self.state.version == version
        return outcome

    def time_out(self, seat: int) -> None:
        """The time for the seat's prompt is up."""
        prompt = self.prompt(seat)
        assert prompt.deadline is not None, f"{prompt.kind} has no deadline"
        outcome = decide.time_out(self.game, self.state, prompt.id, prompt.revision, prompt.deadline, SEED)
        assert isinstance(outcome, Decision), outcome
        self._take(outcome)

    def time_up(self) -> None:
        """The time of the match is up."""
        assert self.state.deadline is not None, "the match has no time limit"
        outcome = decide.time_up(self.game, self.state, self.state.deadline, SEED)
        assert isinstance(outcome, Decision), outcome
        self._take(outcome)

    def concede(self, seat: int) -> None:
        outcome = decide.concede(self.game, self.state, seat, self.state.at, SEED)
        assert isinstance(outcome, Decision), outcome
        self._take(outcome)

    def prompt(self, seat: int) -> Prompt:
        """The one prompt of a seat that is not standing."""
        mine = [item for item in self.state.prompts.values() if item.seat == seat and item.mode != "standing"]
        assert len(mine) == 1, f"seat {seat} has {[item.kind for item in mine]}"
        return mine[0]

    def asked(self) -> list[tuple[int, str]]:
        """The open prompts as (seat, kind), in the order of their opening."""
        return [(item.seat, item.kind) for item in self.state.prompts.values()]

    def legal(self, seat: int, kind: str | None = None) -> list[dict[str, Any]]:
        """Every legal action of a seat as data with its type; only those of one type if `kind` is given."""
        return [
            {"type": template.type, **fields}
            for prompt in self.state.prompts.values()
            if prompt.seat == seat
            for template in self.game.options(self.state, prompt)
            if kind in (None, template.type)
            for fields in expand(template)
        ]

    def happened(self, kind: type[E]) -> list[E]:
        """Events of a type since the last action."""
        return [fact.event for fact in self.facts if isinstance(fact.event, kind)]

    def ever(self, kind: type[E]) -> list[E]:
        """Events of a type since the given."""
        return [fact.event for fact in self.history if isinstance(fact.event, kind)]

    def _take(self, decision: Decision) -> None:
        self.state = decision.state
        self.facts = list(decision.facts)
        self.history.extend(decision.facts)
