"""The time that a prompt gets, and what it may tell."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel import decide
from domain.kernel.decide import Decision
from domain.kernel.match import PromptOpened
from tests.kit.play import accepted, opening, server_seed
from tests.toy_game import GAME

BANK = 30_000


def started() -> Decision:
    """A match in which a seat may be asked in secret first (charm `owl`), everybody afterwards."""
    return next(step for step in map(begun, range(100)) if any(hidden(step)))


def begun(seed: int) -> Decision:
    return list(opening(GAME, seed, 2))[-1]


def hidden(step: Decision) -> Iterator[PromptOpened]:
    return (fact.event for fact in step.facts if isinstance(fact.event, PromptOpened) and fact.sealed)


def test_a_hidden_prompt_leaves_the_public_bank_alone() -> None:
    """Else the next public prompt of the seat, or a time-out that came later than others', would name it."""
    step = started()
    seed = next(number for number in range(100) if begun(number).state == step.state)
    while prompt := next((p for p in step.state.prompts.values() if p.secrecy == "hidden"), None):
        assert (prompt.allowed, prompt.bank) == (60_000, 0)
        now = step.state.at + 60_000
        step = accepted(decide.time_out(GAME, step.state, prompt.id, prompt.revision, now, server_seed(seed)))
    assert [place.bank for place in step.state.seats] == [BANK, BANK]
    opened = [fact.event for fact in step.facts if isinstance(fact.event, PromptOpened)]
    assert [event.bank for event in opened] == [BANK, BANK]
