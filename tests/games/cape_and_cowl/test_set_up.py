"""Set-up: Porters, decks, hands, the first player (1xx)."""

from __future__ import annotations

import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import opponent
from domain.games.cape_and_cowl.definitions import PORTER
from domain.games.cape_and_cowl.loadouts import Loadout, Options
from domain.games.cape_and_cowl.rules import setup
from domain.kernel.audience import NOBODY
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.facts import Event, as_seen
from domain.kernel.match import ActionTaken, PromptOpened
from tests.games.cape_and_cowl.seating import First, Seated, brings, create, set_up
from tests.games.cape_and_cowl.table import P1, P2
from tests.kit.scenario import unshuffled


def seats_of(game: Seated, kind: type[Event]) -> list[int]:
    """Whom the events of a type were about, as they came."""
    return [getattr(event, "seat", -1) for event in game.ever(kind)]


@pytest.mark.rule("CNC-101", "CNC-901")
@pytest.mark.parametrize("seats", [0, 1, 3, 4])
def test_a_match_has_exactly_two_players(seats: int) -> None:
    refused = create(seats)
    assert isinstance(refused, IllegalLoadout)
    assert [fault.rule for fault in refused.violations] == ["CNC-901"]
    assert (GAME.min_seats, GAME.max_seats) == (2, 2)


@pytest.mark.rule("CNC-101")
def test_each_player_is_the_opponent_of_the_other() -> None:
    assert isinstance(create(2), Decision)
    game = set_up()
    assert len(game.board.players) == 2
    assert (opponent(P1), opponent(P2)) == (P2, P1)


@pytest.mark.rule("CNC-102")
@pytest.mark.parametrize("cheat", [P1, P2])
def test_with_an_illegal_deck_a_match_does_not_start(cheat: int) -> None:
    short = Loadout(brings().deck[:-1])
    game = Seated([brings()] if cheat == P2 else [])
    refused = game.join(cheat, short)
    assert isinstance(refused, IllegalLoadout)
    assert [fault.rule for fault in refused.violations] == ["CNC-801"]
    assert (game.state.status, game.state.board_or_none) == ("open", None)


@pytest.mark.rule("CNC-102", "CNC-105")
def test_a_match_starts_once_both_have_come_with_a_legal_deck() -> None:
    alone = Seated([brings()])
    assert (alone.state.status, alone.state.board_or_none) == ("open", None)
    game = set_up()
    assert game.state.status == "running"
    assert [event.deck for event in game.ever(e.PlayerSetUp)] == [brings().deck[1:]] * 2
    game.check()


@pytest.mark.rule("CNC-103", "CNC-104", "CNC-R01")
def test_before_anything_happens_a_player_has_100_cp_and_nothing_else() -> None:
    board = setup.new_board(set_up().state)
    for player in board.players:
        assert (player.cp, player.ap, player.overdrive, player.shortage) == (100, 0, False, 0)
        assert (player.hand, player.discard, player.characters, player.cities) == ([], [], [], [])


@pytest.mark.rule("CNC-103", "CNC-104", "CNC-R01")
@pytest.mark.parametrize(("first", "ap"), [("p1", [3, 0]), ("p2", [0, 3])])
def test_at_the_first_turn_its_player_has_one_income(first: First, ap: list[int]) -> None:
    game = set_up(first=first)
    assert [game.ap(seat) for seat in (P1, P2)] == ap
    for seat, player in enumerate(game.board.players):
        assert (game.cp(seat), player.overdrive, player.shortage) == (100, False, 0)
        assert (game.characters(seat), game.discard(seat), player.effects) == ([], [], [])


@pytest.mark.rule("CNC-105")
@pytest.mark.parametrize(("option", "first"), [("p1", P1), ("p2", P2)])
def test_the_parts_of_set_up_in_order_p1_before_p2_whoever_begins(option: First, first: int) -> None:
    game = set_up(first=option)
    own = [type(fact.event) for fact in game.history if type(fact.event) in GAME.events]
    assert own == [
        *[e.PlayerSetUp] * 2,
        *[e.PorterEntered] * 2,
        *[e.DeckShuffled] * 2,
        *[e.CardDrawn] * 10,
        e.FirstPlayerChosen,
        e.TurnStarted,
        e.ApReceived,
    ]
    for kind in (e.PlayerSetUp, e.PorterEntered, e.DeckShuffled):
        assert seats_of(game, kind) == [P1, P2]
    assert seats_of(game, e.CardDrawn) == [P1] * 5 + [P2] * 5
    assert [seats_of(game, kind) for kind in (e.FirstPlayerChosen, e.TurnStarted, e.ApReceived)] == [[first]] * 3
    assert game.asked() == [(first, "main")]
    game.check()


@pytest.mark.rule("CNC-106", "CNC-807")
def test_the_porter_is_in_play_for_nothing_and_is_no_city_play(monkeypatch: pytest.MonkeyPatch) -> None:
    unshuffled(monkeypatch)
    game = set_up(["corner_diner"], ["corner_diner"])
    for seat in (P1, P2):
        assert [card.cid for card in game.board.players[seat].cities] == [PORTER]
        assert game.cp(seat) == 100
        assert PORTER not in (*game.hand(seat), *game.deck(seat))
    assert game.ever(e.ApSpent) == game.ever(e.CityPlayed) == game.ever(e.CpChanged) == []
    game.play(P1, "corner_diner")
    assert (game.cities(P1), game.ap(P1)) == (["corner_diner"], 2), "the City card of this turn"


@pytest.mark.rule("CNC-107", "CNC-R02")
@pytest.mark.parametrize(("option", "first"), [("p1", P1), ("p2", P2)])
def test_the_option_says_who_begins(option: First, first: int) -> None:
    (chosen,) = set_up(first=option).ever(e.FirstPlayerChosen)
    assert (chosen.seat, chosen.by, chosen.draws) == (first, "option", ())


@pytest.mark.rule("CNC-107", "CNC-R02")
def test_by_default_a_recorded_coin_says_who_begins() -> None:
    assert Options().first_player == "random"
    begin = set()
    for n in range(8):
        game = Seated([brings(), brings()], seed=bytes([n]) * 32)
        (chosen,) = game.ever(e.FirstPlayerChosen)
        (coin,) = chosen.draws
        assert (chosen.by, coin.purpose, coin.size, coin.value) == ("coin", "coin", 2, chosen.seat)
        assert game.board.active == game.board.first == chosen.seat
        begin.add(chosen.seat)
    assert begin == {P1, P2}


@pytest.mark.rule("CNC-108")
def test_the_starting_hand_is_the_top_5_of_the_shuffled_50() -> None:
    game = set_up()
    for seat, shuffled in enumerate(game.ever(e.DeckShuffled)):
        brought = brings().deck[1:]
        assert shuffled.order is not None
        order = [brought[place] for place in shuffled.order]
        assert (game.hand(seat), game.deck(seat)) == (order[:5], order[5:])
    assert {event.cause for event in game.ever(e.CardDrawn)} == {"setup"}
    assert game.ever(e.ApSpent) == []


@pytest.mark.rule("CNC-109", "CNC-R02")
def test_nobody_is_asked_about_the_starting_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    unshuffled(monkeypatch)
    top = ["nill", "cityzen_bob", "power_surge", "corner_diner", "hangnail"]
    game = set_up(top, top)
    assert len(game.ever(PromptOpened)) == 1
    assert game.ever(ActionTaken) == []
    assert (game.hand(P1), game.hand(P2)) == (top, top)
    kinds = {"draw_card", "play_character", "play_city", "play_event", "discard_from_hand", "end_turn"}
    assert {str(action["type"]) for action in game.legal(P1)} == kinds
    assert game.legal(P2) == []


@pytest.mark.rule("CNC-110")
def test_each_deck_is_one_recorded_permutation_of_its_50_cards() -> None:
    game = set_up()
    shuffled = game.ever(e.DeckShuffled)
    for event in shuffled:
        assert event.order is not None
        assert sorted(event.order) == list(range(50))
        assert event.order != tuple(range(50))
        (draw,) = event.draws
        assert (draw.size, draw.value) == (50, event.order)
    assert shuffled[0].order != shuffled[1].order
    assert [event.order for event in set_up().ever(e.DeckShuffled)] == [event.order for event in shuffled]


@pytest.mark.rule("CNC-110")
@pytest.mark.parametrize("viewer", ["seat:0", "seat:1", "spectator"])
def test_the_order_of_a_deck_is_nobodys(viewer: str) -> None:
    game = set_up()
    facts = [fact for fact in game.history if isinstance(fact.event, e.DeckShuffled)]
    for fact in facts:
        shown = as_seen(fact, viewer)
        assert isinstance(shown, e.DeckShuffled)
        assert (shown.order, shown.draws) == (None, ())
        assert set(fact.secret) == {NOBODY}
    for seat, player in enumerate(GAME.view(game.state, viewer).players):
        assert player.deck_size == 45
        own = viewer == f"seat:{seat}"
        assert (player.deck_contents is not None) is own
        if player.deck_contents is not None:
            names = [card.card for card in player.deck_contents]
            assert names == sorted(set(game.deck(seat)))


@pytest.mark.rule("CNC-110", "CNC-306")
def test_cards_are_drawn_from_the_top_of_that_order() -> None:
    game = set_up()
    top, rest = game.deck(P1)[0], game.deck(P1)[1:]
    game.do(P1, a.DrawCard())
    assert (game.hand(P1)[-1], game.deck(P1)) == (top, rest)
