"""What the greedy bot knows, how well it plays, and how seeded matches between bots end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.scp import GAME, bot
from domain.games.scp import actions as a
from domain.kernel.match import State
from domain.kernel.prompts import Parameter, Template
from domain.kernel.result import Result
from domain.kernel.seating import brought, in_mode
from service.simulation.table import Setup, Step, play
from tests.games.scp.table import P1, P2, Table

ENDINGS = {"SCP-702", "SCP-706", "SCP-923"}
"""Piles run out, the round limit, the tenth turn alone: seeded matches must come to each of them."""


def match(seats: int, number: int, bots: Sequence[str], options: Mapping[str, object] | None = None) -> list[Step]:
    """The steps of a seeded match; the decks change from match to match."""
    mode = "solitaire" if seats == 1 else "multi"
    decks = brought(GAME, in_mode(GAME, mode), seats, lambda side, known: known[number * (3 + side) % len(known)])
    return list(
        play(Setup(GAME, "mt_bots", f"{seats} {number}", decks, bots[:seats], {"mode": mode, **(options or {})}))
    )


def result(seats: int, number: int, bots: Sequence[str], options: Mapping[str, object] | None = None) -> Result:
    """How a seeded match ends."""
    found = match(seats, number, bots, options)[-1].decision.state.result
    assert found is not None
    return found


def first(answers: Sequence[Any]) -> Any:
    """Breaks no tie by chance."""
    return answers[0]


def hidden_from(state: State, seat: int) -> State:
    """The state without the order of any pile and without what the others hold or have placed face down."""
    copy = state.copy()
    copy.board.scp_deck.cards = sorted(copy.board.scp_deck.cards)
    for number, player in enumerate(copy.board.players):
        player.deck.cards = sorted(player.deck.cards)
        if number != seat:
            player.hand.known, player.looking = {}, ()
            player.queue = [replace(card, cid=None) for card in player.queue]
    return copy


def test_it_answers_from_what_its_own_seat_can_know() -> None:
    asked: Counter[str] = Counter()
    for step in match(3, 1, ["greedy"] * 3)[3:300]:
        state = step.decision.state
        for prompt in state.prompts.values():
            asked[prompt.kind] += 1
            answer = bot.choose(GAME, state, prompt, first)
            assert bot.choose(GAME, hidden_from(state, prompt.seat), prompt, first) == answer
    assert asked["assignment_phase"] > 20
    assert asked["complication_window"] > 1


def test_it_beats_random_play() -> None:
    won = Counter(result(2, number, ["greedy", "random"]).placings[0] for number in range(6))
    assert won[P1,] >= 5


def test_seeded_matches_end_in_each_of_the_listed_ways() -> None:
    greedy = ["greedy"] * 3
    endings = {result(1, 0, greedy).rule, result(2, 0, greedy, {"round_limit": 5}).rule}
    endings |= {result(seats, 0, greedy).rule for seats in (2, 3)}
    assert endings == ENDINGS


def test_it_secures_what_it_can() -> None:
    game = Table().player(P1, play=["P18", "P20"])
    game.scp("S04")
    game.start("assignment")
    prompt = game.prompt(P1)
    while (answer := bot.choose(GAME, game.state, prompt, first)) is not None:
        game.do(P1, answer)
        prompt = game.prompt(P1)
    game.end_phase()
    assert bot.choose(GAME, game.state, game.prompt(P1), first) == a.BeginAttempt(game.id("S04"), "secure")


def bids(least: int) -> list[Template]:
    """What a seat may bid that has to bid so much."""
    return [Template("bid", {}, (Parameter("n", "number", tuple(range(least, 9))),))]


def test_it_bids_little_and_no_more() -> None:
    game = Table().player(P1, play=["R07", "P03", "P17"])
    assert bot.PLANS["bid"](game.board, P1, bids(2)) == a.Bid(2)
    assert bot.PLANS["bid"](game.board, P1, bids(3)) is None


@pytest.mark.parametrize(
    ("seats", "held_by", "deck", "drawn"), [(2, P2, 3, 2), (2, P1, 3, 3), (2, P2, 9, 5), (1, P1, 3, 2)]
)
def test_it_draws_its_last_card_only_where_that_ends_a_match_it_wins(
    seats: int, held_by: int, deck: int, drawn: int
) -> None:
    """SCP-702 An empty deck ends the match in the Outcome Phase."""
    game = Table(seats).player(P1, deck=deck)
    game.scp("S03", held_by, status="contained")
    game.start("draw")
    assert bot.choose(GAME, game.state, game.prompt(P1), first) == a.DrawCards(drawn)


def test_it_destroys_where_that_costs_no_point() -> None:
    for held in (["R07"], []):
        game = Table().player(P1, play=["P03", "P09", "P29", *held])
        game.scp("S08", P1, status="contained")
        game.start("assignment")
        answer = bot.choose(GAME, game.state, game.prompt(P1), first)
        destroys = isinstance(answer, a.Assign) and answer.job == "destroy"
        assert destroys == bool(held)


def test_it_does_not_secure_what_would_break_out_before_it_can_be_contained() -> None:
    for counters in (0, 6):
        game = Table().player(P1, play=["P18", "P25", "P05"])
        game.scp("S05", counters=counters)
        game.start("assignment")
        answer = bot.choose(GAME, game.state, game.prompt(P1), first)
        secures = isinstance(answer, a.Assign) and (answer.job, answer.scp) == ("secure", game.id("S05"))
        assert secures == (not counters)


def test_it_stops_an_attempt_that_would_succeed() -> None:
    game = Table().player(P2, hand=["C04"])
    game.scp("S03")
    game.assigned("secure", "S03", game.asset(P1, "P19"))
    game.start("retrieval")
    game.attempt("S03")
    answer = bot.choose(GAME, game.state, game.prompt(P2), first)
    assert answer == game.complicating(P2, "C04", "P19")
    game.do(P2, answer)
    assert game.totals() == (3, 4)
