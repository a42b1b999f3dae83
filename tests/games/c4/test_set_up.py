"""Set-up: seats, tokens, decks, the first player (1xx)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from domain.games.c4.loadouts import Loadout, Options
from domain.games.c4.rules.setup import sort_name
from domain.kernel.facts import as_seen
from tests.games.c4.seating import Seated, brings, set_up
from tests.games.c4.table import P1, P2, P3, Table, cid
from tests.kit.scenario import unshuffled

MakeTable = Callable[..., Table]


@pytest.fixture(autouse=True)
def in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    unshuffled(monkeypatch)


@pytest.mark.rule("EX-01", "C4-105", "C4-106", "C4-110", "C4-111", "C4-114", "C4-203", "C4-R02", "C4-R05")
def test_set_up() -> None:
    game = set_up(["Snack Break"], ["Badge Check"], ["Fire Drill"])
    assert [game.supply(seat) for seat in (P1, P2, P3)] == [{"coin": 10}, {"bead": 10}, {"gem": 10}]
    assert game.board.pot == {"coin": 2, "bead": 2, "gem": 2}
    assert [event.card for event in game.ever(e.SetUpCardRevealed)] == [cid("Snack Break"), "COR-02", "COR-20"]
    assert (game.hand(P1), game.hand(P3)) == (["Snack Break"], ["Fire Drill"])
    assert game.hand(P2) == ["Badge Check", "Snack Break"]
    assert [(event.seat, event.by) for event in game.ever(e.FirstPlayerDetermined)] == [(P2, "name")]
    assert game.board.active == P2
    game.check()


@pytest.mark.rule("EX-02", "C4-112", "C4-113", "C4-114", "C4-R06")
def test_equal_names() -> None:
    last_chance = "Amy's Last Chance"
    game = set_up([last_chance, "Long Line"], [last_chance, "Double Shift"], ["Badge Check", "Early Bird"])
    shown = [(event.round, event.seat, event.card) for event in game.ever(e.SetUpCardRevealed)]
    assert shown[3:] == [(1, P1, cid("Long Line")), (1, P2, cid("Double Shift"))]
    assert game.board.active == P2
    assert game.hand(P1) == [last_chance]
    assert game.hand(P2) == [last_chance, "Double Shift"], "Double Shift was shuffled back and drawn in step 1"
    assert len(game.deck(P1)) == 12
    assert [(event.seat, event.cause) for event in game.ever(e.DeckShuffled)][3:] == [
        (P1, "setup_return"),
        (P2, "setup_return"),
    ]


@pytest.mark.rule("C4-113", "C4-R06")
def test_a_tie_that_stays_is_drawn_after_five_rounds() -> None:
    game = set_up([], [], ["Wrong Map"])
    rounds = [event.round for event in game.ever(e.SetUpCardRevealed)]
    assert rounds == [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    (first,) = game.ever(e.FirstPlayerDetermined)
    assert first.by == "random"
    assert first.seat in (P1, P2)
    assert [(draw.purpose, draw.size) for draw in first.draws] == [("first_player", 2)]


@pytest.mark.rule("C4-113")
def test_only_those_who_are_still_tied_reveal_on() -> None:
    game = set_up(["Early Bird", "Nap Time"], ["Early Bird", "Door Prize", "Nap Time"], ["Early Bird", "Door Prize"])
    shown = [(event.round, event.seat) for event in game.ever(e.SetUpCardRevealed)]
    assert shown[3:] == [(1, P1), (1, P2), (1, P3), (2, P2), (2, P3)]
    assert game.board.active == P2


@pytest.mark.rule("C4-112", "C4-R06")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Zoo", "Zoology"),
        ("Ab Z", "Ab1"),
        ("Ab1", "Aba"),
        ("The Ant", "Yak"),
        ("apple", "Banana"),
        ("Banana", "The Apple"),
        ("Éclair", "Edam"),
    ],
)
def test_order_of_names(first: str, second: str) -> None:
    assert sort_name(first) < sort_name(second)


@pytest.mark.rule("C4-112")
def test_names_that_are_the_same_for_the_order() -> None:
    assert sort_name("  Amy's   Last-Chance! ") == sort_name("AMYS LASTCHANCE") == "AMYS LASTCHANCE"


@pytest.mark.rule("C4-101", "C4-116")
def test_seats_clockwise_and_play_to_the_left() -> None:
    game = set_up(["Early Bird"], [], [])
    assert game.board.turn_order() == (P1, P2, P3)
    game.end_turn(P1)
    assert game.board.active == P2


@pytest.mark.rule("C4-102", "C4-108", "C4-541")
def test_what_a_player_brings_is_public_but_the_deck() -> None:
    game = Seated([brings("Early Bird", wears=["wears_hat"]), Loadout(("COR-20",) * 15, "gem", (), "maker")])
    facts = [fact for fact in game.history if isinstance(fact.event, e.PlayerSetUp)]
    other, own = as_seen(facts[0], "seat:1"), as_seen(facts[0], "seat:0")
    assert isinstance(other, e.PlayerSetUp)
    assert isinstance(own, e.PlayerSetUp)
    assert (other.token_kind, other.attributes, other.faction, other.deck_size) == ("coin", ("wears_hat",), "none", 13)
    assert other.deck is None
    assert own.deck == brings("Early Bird").deck
    assert (game.board.players[P2].faction, game.board.players[P2].attributes) == ("maker", ())
    assert game.board.players[P2].deck.size + game.board.players[P2].hand.size == 15


@pytest.mark.rule("C4-103", "C4-104", "C4-107", "C4-R03")
def test_players_may_share_a_token_kind() -> None:
    game = Seated([brings("Early Bird", kind="gem"), brings(kind="gem"), brings(kind="shell")])
    assert [game.supply(seat) for seat in (P1, P2, P3)] == [{"gem": 10}, {"gem": 10}, {"shell": 10}]
    assert game.board.pot == {"gem": 4, "shell": 2}
    assert game.game.invariants(game.state) == []
    game.board.pot["gem"] -= 1
    assert [fault[:6] for fault in game.game.invariants(game.state)] == ["C4-107"]


@pytest.mark.rule("C4-115", "C4-R05")
def test_opening_hands_are_drawn_in_turn_order_once_the_first_player_is_known() -> None:
    game = set_up([], ["Early Bird"], [], options=Options(opening_hand=2))
    drawn = [(event.seat, event.cause) for event in game.ever(e.CardDrawn)]
    opening = [(seat, "opening") for seat in (P2, P2, P3, P3, P1, P1)]
    assert drawn == [*opening, (P2, "turn")]
    kinds = [type(fact.event) for fact in game.history]
    assert kinds.index(e.FirstPlayerDetermined) < kinds.index(e.CardDrawn)
    assert [len(game.hand(seat)) for seat in (P1, P2, P3)] == [3, 4, 3]


@pytest.mark.rule("C4-115", "C4-R05")
def test_without_the_option_nobody_is_dealt_a_hand() -> None:
    game = set_up([], ["Early Bird"])
    assert (len(game.hand(P1)), len(game.hand(P2))) == (1, 2)


@pytest.mark.rule("C4-117", "C4-530")
def test_when_flipped_does_not_happen_in_set_up() -> None:
    game = set_up(["Loose Change"], ["Stage Fright"])
    assert (game.tokens(P1), game.tokens(P2), game.in_pot()) == (10, 10, 4)


@pytest.mark.rule("C4-107", "C4-503", "C4-R03")
def test_tokens_are_conserved_in_whatever_happens(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Nap Time", "Fair Trade"]).player(P2, in_play=[("Tip Jar", {"gem": 2})])
    game.pot({"bead": 5}).turn(P1, free_actions=2).start()
    game.play(P1, "Nap Time")
    game.play(P1, "Fair Trade", on=P2)
    game.choose(P1, bead=1)
    assert (game.supply(P1), game.supply(P2)) == ({"coin": 10, "bead": 4}, {"bead": 10})
    assert (game.in_pot(), game.on_card("Tip Jar")) == (1, 2)
