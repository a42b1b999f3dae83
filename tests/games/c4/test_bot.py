"""What the greedy bot of C4 knows and takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from domain.games.c4 import GAME
from domain.games.c4 import actions as a
from domain.kernel.match import State
from service.simulation.table import Setup, play
from tests.games.c4.table import P1, P2, P3, P4, PAPER, ROCK, SCISSORS, Table

MakeTable = Callable[..., Table]


def first(answers: Sequence[Any]) -> Any:
    """Breaks no tie by chance."""
    return answers[0]


def last(answers: Sequence[Any]) -> Any:
    """Another chance."""
    return answers[-1]


def answer(game: Table) -> Any:
    """What the bot answers to the prompt that is open; None: its default."""
    (prompt,) = (one for one in game.state.prompts.values() if one.mode != "standing")
    return GAME.greedy(game.state, prompt, first)


def card(game: Table, seat: int) -> str | None:
    """The card that it plays, by name; None: it ends its turn or passes."""
    chosen = answer(game)
    return None if chosen is None else game.cards[game.board.players[seat].hand.known[chosen.card]].name


def hidden_from(state: State, seat: int) -> State:
    """The state without the order of any deck and without what the others hold."""
    copy = state.copy()
    for number, player in enumerate(copy.board.players):
        player.deck.cards = sorted(player.deck.cards)
        if number != seat:
            player.hand.known = {}
    return copy


def test_it_answers_from_what_its_own_seat_can_know() -> None:
    asked: Counter[str] = Counter()
    decks = ["cold_case", "dressed_to_win", "steam_raiders"]
    for step in list(play(Setup(GAME, "mt_bots", "c4", decks, ["greedy"] * 3, {"turn_cap": 15})))[4:]:
        state = step.decision.state
        for prompt in state.prompts.values():
            if prompt.mode != "standing":
                hidden = hidden_from(state, prompt.seat)
                assert GAME.greedy(hidden, prompt, first) == GAME.greedy(state, prompt, first), prompt.kind
                asked[prompt.kind] += 1
    assert {"main", "react"} <= asked.keys()


def test_it_counts_on_no_more_than_the_pot_holds(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird", "Light Fingers"])
    assert card(game.pot(4).start(), P1) == "Early Bird"
    assert card(table(2).player(P1, hand=["Early Bird", "Light Fingers"]).pot(0).start(), P1) == "Light Fingers"


@pytest.mark.parametrize(("mine", "theirs", "plays"), [(10, 2, "Fire Drill"), (9, 12, None), (2, 2, None)])
def test_it_ends_the_game_when_it_is_ahead(table: MakeTable, mine: int, theirs: int, plays: str | None) -> None:
    game = table(2).player(P1, tokens=mine, hand=["Fire Drill"]).player(P2, tokens=theirs).start()
    assert card(game, P1) == plays


def test_no_loss_of_others_is_worth_an_end_that_it_loses(table: MakeTable) -> None:
    """Each loses two, the third player the last ones, and the second has most."""
    game = table(4).player(P1, tokens=7, hand=["Fire Drill"]).player(P2, tokens=10).player(P3, tokens=2)
    assert card(game.player(P4, tokens=6).start(), P1) is None


def test_it_upholds_no_claim_about_a_room_that_it_has_not_heard(table: MakeTable) -> None:
    game = table(3).player(P1, in_play=["Phone Police"]).start()
    game.do(P2, a.MakeClaim("used_phone", P3))
    game.do(P3, a.AnswerClaim(admit=False))
    assert [GAME.greedy(game.state, one, pick) for one in game.state.prompts.values() for pick in (first, last)] == [
        a.VoteClaim(confirm=False)
    ] * 2
    game.do(P1, a.VoteClaim(confirm=False))


def test_it_keeps_its_last_tokens(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=1, hand=["Snack Break"]).turn(P1, free_actions=0).start()
    assert card(game, P1) is None


def test_it_pays_to_be_rid_of_a_card_that_harms_it(table: MakeTable) -> None:
    game = table(2).in_play("Cursed Invoice", P1, owner=P2).start()
    assert isinstance(answer(game), a.UseAbility)
    assert answer(table(2).in_play("Night Owl", P1).start()) is None


@pytest.mark.parametrize(("held", "removed"), [("Night Owl", True), ("Cursed Invoice", False)])
def test_it_iceboxes_what_helps_another_player(table: MakeTable, held: str, removed: bool) -> None:
    game = table(2).player(P1, hand=["Cold Storage"]).in_play(held, P2, owner=P1).start()
    assert (card(game, P1) == "Cold Storage") == removed


@pytest.mark.parametrize(("theirs", "mode"), [(SCISSORS, "rock"), (ROCK, "paper")])
def test_it_names_the_symbol_that_wins(table: MakeTable, theirs: str, mode: str) -> None:
    game = table(2).player(P1, hand=["Badge Check", "Sleight of Sleeve"], deck=[SCISSORS])
    game.player(P2, deck=[theirs]).start()
    game.play(P1, "Badge Check", on=P2)
    assert answer(game).mode == mode
    game.pass_(P1)


@pytest.mark.parametrize(("attack", "answered"), [("Badge Check", True), ("Hireling", False)])
def test_it_cancels_cards_that_cost_it_much(table: MakeTable, attack: str, answered: bool) -> None:
    game = table(2).player(P1, hand=[attack], deck=[ROCK]).player(P2, hand=["Thick Skin"], deck=[SCISSORS]).start()
    game.play(P1, attack, on=P2)
    assert (game.asked() == [(P2, "react")] and isinstance(answer(game), a.PlayReaction)) == answered
    for seat, _ in game.asked():
        if not game.is_idle():
            game.pass_(seat)


def test_it_names_the_player_whom_a_loss_hits_hardest(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Scapegoat"]).player(P2, tokens=12).player(P3, tokens=8).start()
    game.play(P1, "Scapegoat")
    prompt = next(one for one in game.state.prompts.values() if one.seat == P1)
    assert GAME.greedy(game.state, prompt, first) == a.VoteCard(P3)
    for seat in (P1, P2, P3):
        game.do(seat, a.VoteCard((seat + 1) % 3))


def test_it_does_what_it_may_if_that_pays(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Birthday Collection"]).player(P2, hand=[PAPER]).start()
    game.play(P1, "Birthday Collection")
    assert answer(game) == a.ChooseOption("no")
    game.option(P2, "no")
