"""Set-up: piles, pools, the auction for the first turn, hands (1xx)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from domain.games.scp import GAME
from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.kernel import decide
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.draws import Draws, Roll
from domain.kernel.facts import as_seen
from tests.games.scp.seating import SCPS, SIZE, brings, create, set_up
from tests.games.scp.table import P1, P2, P3, Table
from tests.kit.scenario import SEED, rolled_as, unshuffled

MakeTable = Callable[..., Table]
TOP = ("P01", "P02", "P03", "P04", "P05", "P06", "P07", "P08")
OTHER_SCPS = ("S12", "S13", "S14", "S15", "S16", "S17", "S18", "S19", "S20", "S21")
VIEWERS = ("seat:0", "seat:1", "spectator")


def first_bidder(patch: pytest.MonkeyPatch, seat: int) -> None:
    """Decks keep their order, and this player is drawn to bid first."""
    unshuffled(patch)
    below = Draws.below

    def drawn(draws: Draws, purpose: str, size: int) -> Roll:
        return rolled_as(purpose, size, seat) if purpose == "first_bidder" else below(draws, purpose, size)

    patch.setattr(Draws, "below", drawn)


@pytest.mark.rule("SCP-101", "SCP-R01")
@pytest.mark.parametrize("seats", [1, 2, 6, 7])
def test_two_to_six_players(seats: int) -> None:
    made = create(seats)
    if seats in (2, 6):
        assert not isinstance(made, IllegalLoadout)
    else:
        assert isinstance(made, IllegalLoadout)
        assert [fault.rule for fault in made.violations] == ["SCP-101"]


@pytest.mark.rule("SCP-102")
def test_seats_go_round_clockwise_and_skip_who_has_left(table: MakeTable) -> None:
    game = table(4).start()
    order = [game.board.active]
    for _ in range(4):
        game.end_turn(order[-1])
        order.append(game.board.active)
    assert order == [0, 1, 2, 3, 0]
    game.concede(1)
    game.end_turn(0)
    assert game.board.active == 2


@pytest.mark.rule("SCP-103")
def test_a_deck_and_an_scp_deck_apart_from_it() -> None:
    created = create()
    assert isinstance(created, Decision)
    refused = decide.join(GAME, created.state, P1, "player-0", 0, loadout=brings(scps=SCPS[:9]), server_seed=SEED)
    assert isinstance(refused, IllegalLoadout)
    game = set_up(2, brings(), brings(scps=OTHER_SCPS))
    assert [player.deck.size for player in game.board.players] == [SIZE, SIZE]
    assert game.board.scp_deck.size == game.board.scps_brought == 20


@pytest.mark.rule("SCP-104")
def test_one_scp_deck_of_all_whose_order_nobody_knows() -> None:
    game = set_up(2, brings(), brings(scps=OTHER_SCPS))
    assert Counter(game.board.scp_deck.cards) == Counter((*SCPS, *OTHER_SCPS))
    assert game.board.scp_deck.cards != [*SCPS, *OTHER_SCPS]
    orders = [fact for fact in game.history if isinstance(fact.event, e.DeckShuffled) and fact.event.seat is None]
    made = [fact for fact in game.history if isinstance(fact.event, e.ScpDeckMade)]
    assert (len(orders), len(made)) == (1, 1)
    for viewer in VIEWERS:
        assert getattr(as_seen(orders[0], viewer), "order", None) is None
        assert getattr(as_seen(made[0], viewer), "cards", None) is None


@pytest.mark.rule("SCP-105")
def test_each_deck_is_shuffled_and_lies_face_down() -> None:
    game = set_up()
    orders = [fact for fact in game.history if isinstance(fact.event, e.DeckShuffled)]
    assert sorted(str(fact.event.seat) for fact in orders if isinstance(fact.event, e.DeckShuffled)) == [
        "0",
        "1",
        "None",
    ]
    for fact in orders:
        assert [getattr(as_seen(fact, viewer), "order", None) for viewer in VIEWERS] == [None] * 3
    brought = brings().deck
    for player in game.board.players:
        assert Counter(player.deck.cards) == Counter(brought)
        assert tuple(player.deck.cards) != brought
    assert game.board.players[P1].deck.cards != game.board.players[P2].deck.cards


@pytest.mark.rule("SCP-106", "SCP-114", "SCP-R05")
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_five_resources_and_nothing_in_play(seats: int) -> None:
    game = set_up(seats)
    assert [player.pool for player in game.board.players] == [5] * seats
    for player in game.board.players:
        assert (player.play, player.queue, player.discard, player.removed) == ([], [], [], [])
    revealed = [scp.status for scp in game.board.scps]
    assert revealed == (["unsecured"] if seats == 1 else [])


@pytest.mark.rule("SCP-107")
def test_the_auction_comes_after_the_piles_and_before_the_hands() -> None:
    game = set_up()
    kinds = [type(fact.event) for fact in game.history]
    assert kinds.index(e.FirstBidderDrawn) > max(
        n for n, kind in enumerate(kinds) if kind in (e.PlayerSetUp, e.ScpDeckMade, e.DeckShuffled)
    )
    assert e.CardDrawn not in kinds
    assert [kind for _, kind in game.asked()] == ["bid"]
    assert [player.hand.size for player in game.board.players] == [0, 0]


@pytest.mark.rule("SCP-108", "SCP-R02")
def test_bidding_goes_round_until_one_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    first_bidder(monkeypatch, P3)
    game = set_up(3)
    assert game.asked() == [(P3, "bid")]
    assert game.refused(P1, a.Bid(1)).rule == "SCP-108"
    assert game.refused(P1, a.Pass()).rule == "SCP-205"
    game.do(P3, a.Bid(1))
    game.do(P1, a.Bid(4))
    game.let_pass(P2)
    game.do(P3, a.Bid(5))
    # P2 has passed and is not asked again
    assert game.asked() == [(P1, "bid")]
    game.let_pass(P1)
    assert game.ever(e.BidWon) == [e.BidWon(seat=P3, n=5)]
    assert game.board.player1 == P3


@pytest.mark.rule("SCP-108", "SCP-111", "SCP-R02")
def test_who_is_left_without_a_bid_pays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    first_bidder(monkeypatch, P1)
    game = set_up(3)
    game.let_pass(P1)
    game.let_pass(P2)
    assert game.ever(e.BidWon) == [e.BidWon(seat=P3, n=0)]
    assert [len(player.removed) for player in game.board.players] == [0, 0, 0]
    assert game.asks(P3, "draw_phase")


@pytest.mark.rule("SCP-108", "SCP-708")
def test_the_winner_pays_the_own_bid_after_a_higher_bidder_left(monkeypatch: pytest.MonkeyPatch) -> None:
    first_bidder(monkeypatch, P1)
    game = set_up(3)
    game.do(P1, a.Bid(2))
    game.do(P2, a.Bid(3))
    game.do(P3, a.Bid(4))
    game.concede(P3)
    assert game.refused(P1, a.Bid(4)).rule == "SCP-109"
    game.let_pass(P1)
    assert game.ever(e.BidWon) == [e.BidWon(seat=P2, n=3)]
    assert len(game.board.players[P2].removed) == 3


@pytest.mark.rule("SCP-109", "SCP-R03")
@pytest.mark.parametrize("size", [40, 50])
def test_a_bid_leaves_seven_cards(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    first_bidder(monkeypatch, P1)
    game = set_up(2, brings(size=size), brings())
    for n in (-1, 0, size - 6):
        assert game.refused(P1, a.Bid(n)).rule == "SCP-109"
    assert [one["n"] for one in game.legal(P1, "bid")] == list(range(1, size - 6))
    game.do(P1, a.Bid(size - 7))
    assert game.refused(P2, a.Bid(size - 7)).rule == "SCP-109"
    assert bool(game.legal(P2, "bid")) == (size == 40)
    game.let_pass(P2)
    player = game.board.players[P1]
    assert (player.hand.size, player.deck.size, len(player.removed)) == (6, 1, size - 7)


@pytest.mark.rule("SCP-110", "SCP-111", "SCP-115")
def test_the_winner_removes_cards_from_the_top_face_up(monkeypatch: pytest.MonkeyPatch) -> None:
    first_bidder(monkeypatch, P1)
    game = set_up(2, brings(*TOP), brings(*TOP))
    game.do(P1, a.Bid(1))
    game.do(P2, a.Bid(2))
    game.let_pass(P1)
    assert [card.cid for card in game.board.players[P2].removed] == ["P01", "P02"]
    assert game.board.players[P1].removed == []
    (removed,) = [fact for fact in game.history if isinstance(fact.event, e.CardsRemovedByBid)]
    for viewer in VIEWERS:
        assert [card.cid for card in getattr(as_seen(removed, viewer), "cards", ())] == ["P01", "P02"]
    assert (game.board.player1, game.board.active, game.asked()) == (P2, P2, [(P2, "draw_phase")])
    game.end_turn(P2)
    assert (game.board.active, game.board.round) == (P1, 1)
    game.end_turn(P1)
    assert (game.board.active, game.board.round) == (P2, 2)


@pytest.mark.rule("SCP-112", "SCP-113", "SCP-R04")
def test_six_cards_each_from_player_one_on_and_they_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    first_bidder(monkeypatch, P2)
    game = set_up(3, brings(*TOP), brings(*TOP), brings(*TOP))
    game.do(P2, a.Bid(1))
    game.let_pass(P3)
    game.let_pass(P1)
    drawn = [one.seat for one in game.ever(e.CardDrawn)]
    assert drawn == [P2] * 6 + [P3] * 6 + [P1] * 6
    assert [game.hand(seat) for seat in (P1, P2, P3)] == [list(TOP[:6]), list(TOP[1:7]), list(TOP[:6])]
    # nobody is asked whether to keep the hand
    assert game.asked() == [(P2, "draw_phase")]
    assert {one["type"] for one in game.legal(P2)} <= {
        "draw_cards",
        "end_phase",
        "end_turn",
        "play_event",
        "use_ability",
    }
