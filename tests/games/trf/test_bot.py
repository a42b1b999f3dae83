"""What the greedy bot knows, how well it plays, and how seeded matches between bots end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from domain.games.trf import GAME, bot
from domain.games.trf import actions as a
from domain.games.trf.actions import AssignBlock
from domain.kernel.match import State
from domain.kernel.prompts import expand
from domain.kernel.result import Result
from domain.kernel.seating import brought, in_mode
from service.bots.bots import searching
from service.bots.searching import Budget
from service.simulation.table import Setup, Step, play
from tests.games.trf.table import P1, P2, Table

ENDINGS = {"TRF-701", "TRF-707"}
"""A captured homeworld, the turn cap: seeded matches must come to each of them."""
SEATS = {"duel": 2, "free_for_all": 3}


def match(mode: str, number: int, bots: Sequence[str], cap: int = 80) -> list[Step]:
    """The steps of a seeded match; the decks change from match to match."""
    options = {"mode": mode, "turn_cap": cap}
    seats = SEATS[mode]
    decks = brought(GAME, in_mode(GAME, mode), seats, lambda side, known: known[number * (3 + side) % len(known)])
    return list(play(Setup(GAME, "mt_bots", f"{mode} {number}", decks, bots[:seats], options)))


def result(mode: str, number: int, bots: Sequence[str], cap: int = 80) -> Result:
    """How a seeded match ends."""
    found = match(mode, number, bots, cap)[-1].decision.state.result
    assert found is not None
    return found


def first(answers: Sequence[Any]) -> Any:
    """Breaks no tie by chance."""
    return answers[0]


def hidden_from(state: State, seat: int) -> State:
    """The state without the order of any pile and without what the others hold or have not confirmed."""
    copy = state.copy()
    for number, player in enumerate(copy.board.players):
        player.deck.cards = sorted(player.deck.cards)
        if number != seat:
            player.hand.known = {}
            player.reserve, player.standing, player.looking = None, (), ()
    return copy


@pytest.mark.parametrize("mode", SEATS)
def test_it_answers_from_what_its_own_seat_can_know(mode: str) -> None:
    asked: Counter[str] = Counter()
    steps = match(mode, 1, ["greedy"] * 3, 8)
    for step in steps[3:120]:
        state = step.decision.state
        for prompt in state.prompts.values():
            if prompt.kind == "choose_cards":
                continue
            asked[prompt.kind] += 1
            answer = bot.choose(GAME, state, prompt, first)
            assert bot.choose(GAME, hidden_from(state, prompt.seat), prompt, first) == answer
    assert asked["prompt_roleplay"] > 10


def test_it_beats_random_play() -> None:
    won = Counter(result("duel", number, ["greedy", "random"]).placings[0] for number in range(4))
    assert won[P1,] >= 3


def test_seeded_matches_end_in_each_of_the_listed_ways() -> None:
    endings = {result(mode, 1, ["greedy"] * 3, cap).rule for mode in SEATS for cap in (6, 100)}
    assert endings == ENDINGS


def test_it_takes_the_homeworld_that_lies_open() -> None:
    game = Table().player(P1, characters=["C07", "C15"]).start()
    while game.state.result is None:
        prompt = game.prompt(P1)
        game.do(P1, bot.choose(GAME, game.state, prompt, first))
    assert game.state.result.placings == ((P1,), (P2,))


def test_it_blocks_what_would_take_its_homeworld() -> None:
    game = Table().player(P1, characters=["R02"]).player(P2, characters=["C07", "J05"]).turn(P2).start()
    game.attack(P2, "C07", "J05")
    prompt = game.prompt(P1)
    answer = bot.choose(GAME, game.state, prompt, first)
    assert isinstance(answer, AssignBlock)
    assert answer.blocker == game.seen(P1, "R02")
    offered = [fields for template in GAME.options(game.state, prompt) for fields in expand(template)]
    assert {"blocker": answer.blocker, "attacker": answer.attacker} in offered


def answered(game: Table, seat: int) -> Any:
    """What the bot answers to what this seat is asked."""
    return bot.choose(GAME, game.state, game.prompt(seat), first)


def test_it_joins_an_individual_to_a_fleeter_that_is_as_ready() -> None:
    game = Table().player(P1, characters=["C15", "C04", "C10", "C02"]).start()
    assert answered(game, P1) == a.JoinFleet(game.seen(P1, "C10"), game.seen(P1, "C15"))
    game.do(P1, answered(game, P1))
    assert not isinstance(answered(game, P1), a.JoinFleet)


def test_it_does_not_join_who_could_attack_to_who_cannot() -> None:
    game = Table().player(P1, characters=["C10"])
    game.character(P1, "C15", bought=5)
    assert not isinstance(answered(game.start(), P1), a.JoinFleet)


def test_it_blocks_by_two_what_one_cannot_beat() -> None:
    game = Table().player(P1, characters=["C15"]).player(P2, characters=["R04", "R13"]).start()
    game.attack(P1, "C15")
    game.do(P2, answered(game, P2))
    game.do(P2, answered(game, P2))
    assert {blocker for blocker, _ in game.board.blocks} == {game.seen(P2, "R04"), game.seen(P2, "R13")}


def test_it_does_not_send_two_against_a_cloaked_unit() -> None:
    game = Table().player(P1, account="A05", characters=["U03"]).player(P2, characters=["R04", "R13"]).start()
    game.attack(P1, "U03")
    assert not isinstance(answered(game, P2), AssignBlock)


@pytest.mark.parametrize(("planet", "plays"), [("P20", False), ("P04", False), ("P01", True), ("P08", False)])
def test_it_bombards_what_falls_by_it_and_nothing_else(planet: str, plays: bool) -> None:
    game = Table().player(P1, hand=["O30"], characters=["C15"]).player(P2, planets=[planet]).start()
    game.attack(P1, "C15")
    game.all_pass()
    while game.asks(P1, "prompt_assault"):
        game.do(P1, answered(game, P1))
    assert isinstance(answered(game, P1), a.PlayOoc) == plays


def test_it_buys_what_is_worth_most_and_then_uses_planets() -> None:
    game = Table().player(P1, hand=["C04", "C15"], planets=["P06"]).start("deployment")
    assert answered(game, P1) == a.PlayCharacter(game.held(P1, "C15"))


@pytest.mark.parametrize(("stage", "looks"), [("draw", False), ("deployment", True)])
def test_only_where_much_is_to_be_weighed_it_is_worth_looking_ahead(stage: Any, looks: bool) -> None:
    game = Table().player(P1, hand=["C04", "P20"], characters=["C15"], deck=["C01"]).start(stage)
    asked: list[str] = []

    def policy(game: Any, state: State, prompt: Any, random: Random) -> Any:
        asked.append(prompt.kind)
        return game.default(state, prompt)

    searching(Budget(1), policy)(GAME, game.state, game.prompt(P1), Random(1))
    assert bool(asked) == looks
