"""What the greedy bot knows, how well it plays, and how seeded matches between bots end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl.board import HandCard
from domain.kernel.match import State
from service.simulation.table import Setup, Step, play
from tests.games.cape_and_cowl import custom
from tests.games.cape_and_cowl.table import P1, P2, Table

DECKS = [deck.id for deck in GAME.decks()]
ENDINGS = {"CNC-702", "CNC-703", "CNC-704"}
"""Destruction, Construction and Attrition: seeded matches must come to each of them."""
MATCHES = 30
SHORT = (2, 4, 5)
"""They come to an ending each today."""


def match(number: int, bots: Sequence[str]) -> list[Step]:
    """The steps of a seeded match; the decks change from match to match."""
    decks = [DECKS[number % 5], DECKS[(number + 1 + number // 5) % 5]]
    return list(play(Setup(GAME, "mt_bots", str(number), decks, bots)))


def first(answers: Sequence[Any]) -> Any:
    """Breaks no tie by chance."""
    return answers[0]


def hidden_from(state: State, seat: int) -> State:
    """The state without both decks and without what the other player holds unseen."""
    copy = state.copy()
    for player in copy.board.players:
        player.deck.cards = []
    other = copy.board.players[1 - seat]
    other.hand = [card if card.revealed else HandCard() for card in other.hand]
    other.deck_list = None
    return copy


def test_it_answers_from_what_its_own_seat_can_know() -> None:
    asked: Counter[str] = Counter()
    for number in range(6):
        for step in match(number, ["greedy", "greedy"]):
            state = step.decision.state
            for prompt in state.prompts.values():
                asked[prompt.kind] += 1
                seen = hidden_from(state, prompt.seat)
                assert GAME.greedy(seen, prompt, first) == GAME.greedy(state, prompt, first)
    assert {"main", "trigger_target", "type_effect_target", "choose_discards"} <= set(asked)


def test_it_wins_nearly_always_against_random_answers() -> None:
    won = 0
    for number in range(MATCHES):
        bots = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        result = match(number, bots)[-1].decision.state.result
        assert result is not None
        won += result.kind == "win" and bots[result.placings[0][0]] == "greedy"
    assert won >= MATCHES - 2


def test_its_matches_come_to_every_ending() -> None:
    endings: Counter[str] = Counter()
    for number in (*SHORT, *range(MATCHES)):
        result = match(number, ["greedy", "greedy"])[-1].decision.state.result
        assert result is not None
        endings[result.rule] += 1
        if set(endings) >= ENDINGS:
            break
    assert set(endings) >= ENDINGS


def test_it_thinks_of_a_draw_behind_a_search_in_a_deck_that_it_does_not_know() -> None:
    game = Table()
    written = custom.event(game, "search(city, 1), draw(me, 2)")
    game.player(P1, hand=[written], deck=["corner_diner"] * 4).start()
    game.play(P1, written)
    answer = GAME.greedy(game.state, game.prompt(P1), first)
    assert answer == a.TakeCard("corner_diner")
    game.do(P1, answer)
    assert [card.cid for card in game.board.players[P1].hand] == ["corner_diner"] * 3
    assert (game.board.players[P1].deck.size, len(game.board.players[P1].deck.cards)) == (1, 1)


def test_full_pockets_buy_a_card_where_no_card_of_the_hand_can_be_played() -> None:
    """With one card left before Attrition, no Event of the hand helps; a draw may bring a Character."""
    game = Table()
    game.player(P1, ap=8, hand=["carnivorous_plants"] * 8, discard=24, deck=["carnivorous_plants"] * 7)
    game.player(P2, characters=["danger"]).start()
    for held in (9, 10):
        assert GAME.greedy(game.state, game.prompt(P1), first) == a.DrawCard()
        game.do(P1, a.DrawCard())
        assert len(game.board.players[P1].hand) == held
    assert not isinstance(GAME.greedy(game.state, game.prompt(P1), first), a.DrawCard)
