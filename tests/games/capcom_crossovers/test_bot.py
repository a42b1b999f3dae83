"""What the greedy bot knows, how well it plays, and how seeded matches between bots end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from domain.games.capcom_crossovers import GAME, bot
from domain.games.capcom_crossovers.board import Mode
from domain.games.capcom_crossovers.loadouts import SIDES
from domain.kernel.match import State
from domain.kernel.result import Result
from domain.kernel.seating import brought, in_mode
from service.simulation.table import Setup, Step, play
from tests.kit.lanes import by_lane

MODES: tuple[Mode, ...] = tuple(SIDES)
ENDINGS = {"CAP-702", "CAP-703", "CAP-710"}
"""A KO in one_on_one, a side of which everybody is KOed, Time Over: seeded matches must come to each of them."""
MATCHES = 16


def match(mode: Mode, number: int, bots: Sequence[str]) -> list[Step]:
    """The steps of a seeded match; the line-ups change from match to match, `bots` are those of the sides."""
    seats = sum(map(len, SIDES[mode]))
    decks = brought(GAME, in_mode(GAME, mode), seats, lambda side, known: known[number * (3 + side) % len(known)])
    seated = [next(bots[side] for side, group in enumerate(SIDES[mode]) if seat in group) for seat in range(seats)]
    return list(play(Setup(GAME, "mt_bots", f"{mode} {number}", decks, seated, {"mode": mode})))


def result(mode: Mode, number: int, bots: Sequence[str]) -> Result:
    """How a seeded match ends."""
    found = match(mode, number, bots)[-1].decision.state.result
    assert found is not None
    return found


def first(answers: Sequence[Any]) -> Any:
    """Breaks no tie by chance."""
    return answers[0]


def hidden_from(state: State, seat: int) -> State:
    """The state without the order of any pile and without what the others hold or have set unseen."""
    copy = state.copy()
    for number, player in enumerate(copy.board.players):
        player.deck.cards = sorted(player.deck.cards) if number == seat else []
        if number != seat:
            player.hand.known = {}
            player.block = None if player.block is None else type(player.block)(None, player.block.seen)
    return copy


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.rule("CAP-112", "CAP-960", "CAP-R09")
def test_it_answers_from_what_its_own_seat_can_know(mode: Mode) -> None:
    asked: Counter[str] = Counter()
    for number in range(2):
        for step in match(mode, number, ["greedy", "greedy"]):
            state = step.decision.state
            for prompt in state.prompts.values():
                asked[prompt.kind] += 1
                seen = hidden_from(state, prompt.seat)
                assert bot.choose(GAME, seen, prompt, first) == bot.choose(GAME, state, prompt, first)
    assert {"draw", "combat", "defend", "combo", "cleanup"} <= set(asked)


@pytest.mark.parametrize("mode", MODES)
def test_it_wins_nearly_always_against_random_answers(mode: Mode) -> None:
    won = 0
    for number in range(MATCHES):
        greedy = number % 2
        ended = result(mode, number, ["random", "greedy"] if greedy else ["greedy", "random"])
        won += ended.kind in ("win", "shared") and ended.placings[0][0] in SIDES[mode][greedy]
    assert won >= MATCHES - 2


def test_whoever_only_waits_seldom_wins_and_most_matches_are_won() -> None:
    won: Counter[str] = Counter()
    for number, mode in enumerate(MODES * by_lane(6, 24, fast=6)):
        bots = ["waiting", "greedy"] if number // len(MODES) % 2 else ["greedy", "waiting"]
        ended = result(mode, number, bots)
        won["nobody" if ended.kind != "win" else bots[ended.placings[0][0] not in SIDES[mode][0]]] += 1
    assert won["waiting"] <= won.total() / 3
    assert won["nobody"] <= won.total() / 5


def test_its_matches_come_to_every_ending() -> None:
    endings: Counter[str] = Counter()
    for number in range(MATCHES):
        endings[result("one_on_one", number, ["greedy", "greedy"]).rule] += 1
        endings[result("tag", number, ["greedy", "random"]).rule] += 1
        endings[result("tag", number, ["random", "random"]).rule] += 1
    assert set(endings) == ENDINGS
