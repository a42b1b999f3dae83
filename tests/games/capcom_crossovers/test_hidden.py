"""What the others may and may not see: block cards, draw piles, hands, also those of a partner (CAP-112, CAP-960)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.faces import face_name
from domain.games.capcom_crossovers.views import PlayerView, View
from domain.kernel.audience import SPECTATOR, seat
from domain.kernel.facts import Fact, as_seen
from domain.kernel.match import ActionTaken
from tests.games.capcom_crossovers.table import P1, P2, P3, P4, MakeTable, Table

TEAM = {"mode": "team"}
BOSS = {"mode": "boss"}
VIEWERS = (*map(seat, (P1, P2, P3, P4)), SPECTATOR)


def seen(game: Table, viewer: str) -> View:
    """The match as somebody sees it."""
    found = GAME.view(game.state, viewer)
    assert isinstance(found, View)
    return found


def shared(player: PlayerView) -> PlayerView:
    """What everybody sees of a player."""
    block = None if player.block is None else replace(player.block, card=None)
    return replace(player, hand=(), draw_pile_contents=None, block=block)


def told(facts: list[Fact], viewer: str) -> str:
    """What a viewer is told about some facts, whole and as sentences."""
    cards = GAME.core().cards
    events = [event for fact in facts if (event := as_seen(fact, viewer)) is not None]
    sentences = (GAME.describe(event, cards) for event in events if type(event) in GAME.events)
    return "\n".join([*map(repr, events), *sentences])


def team(table: MakeTable) -> Table:
    """A team battle with something of everything."""
    game = table("ryu", "morrigan", "gambit", "spider_man", **TEAM)
    game.player(P1, hand="2C JK1", block="5C", draw="3D 4D", discard="KC", meter="10C")
    game.player(P2, hand="2D JK2", draw="3S", discard="KD").player(P3, hand="2H 3H", draw="4H")
    return game.player(P4, hand="2S", meter="9S").start()


# Block cards


@pytest.mark.rule("CAP-R78", "CAP-420")
def test_a_block_card_is_its_owners_to_see(table: MakeTable) -> None:
    game = table("ryu", "morrigan", "gambit", "spider_man", **TEAM).player(P1, hand="5C 6C").start()
    game.block(P1, "5C")
    for viewer in VIEWERS:
        own = viewer == seat(P1)
        (block_set,) = [event for fact in game.facts if isinstance(event := as_seen(fact, viewer), e.BlockSet)]
        (taken,) = [event for fact in game.facts if isinstance(event := as_seen(fact, viewer), ActionTaken)]
        assert (block_set.card, taken.action) == (("5C", a.SetBlock("5C")) if own else (None, None))
        assert ("5C" in told(game.facts, viewer), face_name("5C") in told(game.facts, viewer)) == (own, own)
        block = seen(game, viewer).players[P1].block
        assert block is not None
        assert (block.card is not None, block.seen) == (own, False)
        zone = next(one for one in GAME.table(seen(game, viewer), game.cards).players[P1].zones if one.name == "block")
        assert (zone.count, len(zone.cards)) == (1, int(own))


@pytest.mark.rule("CAP-R78", "CAP-430")
def test_a_block_card_that_met_nothing_returns_unseen(table: MakeTable) -> None:
    game = table("ryu", "doc_tremor").player(P1, hand="5C").start()
    game.block(P1, "5C")
    game.end_turn(P1)
    game.pass_turn(P2)
    for viewer in (seat(P2), SPECTATOR):
        (returned,) = [event for fact in game.facts if isinstance(event := as_seen(fact, viewer), e.BlockReturned)]
        assert (returned.card, returned.seen) == (None, False)
        assert "5C" not in told(game.history, viewer)
        assert (seen(game, viewer).players[P1].hand_size, seen(game, viewer).players[P1].hand) == (1, ())


@pytest.mark.rule("CAP-R78", "CAP-422", "CAP-424")
def test_a_block_card_that_was_turned_up_returns_to_a_hidden_hand(table: MakeTable) -> None:
    game = table("ryu", "doc_tremor").player(P1, hand="2D").player(P2, block="6C", hand="3C").start()
    game.attack(P1, "basic", "2D")
    (returned,) = game.happened(e.BlockReturned)
    assert (returned.card, returned.seen) == ("6C", True)
    for viewer in (seat(P1), SPECTATOR):
        assert face_name("6C") in told(game.facts, viewer)
        player = seen(game, viewer).players[P2]
        assert (player.hand_size, player.hand, player.block) == (2, (), None)


@pytest.mark.rule("CAP-432", "CAP-R78", "CAP-427", "CAP-428")
@pytest.mark.parametrize(
    ("character", "move", "cards"), [("morrigan", "throw", "9C 9D"), ("morrigan", "vector_drain", "KC")]
)
def test_a_block_card_that_is_lost_is_public_in_the_discard_pile(
    table: MakeTable, character: str, move: str, cards: str
) -> None:
    game = table(character, "ryu").player(P1, hand=cards).player(P2, block="6C").start()
    game.attack(P1, move, cards)
    assert game.happened(e.BlockRevealed) == []
    for viewer in (seat(P1), SPECTATOR):
        assert [card.card for card in seen(game, viewer).players[P2].discard_pile] == ["6C"]


# Draw piles


@pytest.mark.rule("CAP-112")
def test_the_order_of_a_draw_pile_is_told_to_nobody(table: MakeTable) -> None:
    one, other = (
        table("ryu", "gambit").player(P1, hand="2C", draw=draw).start() for draw in ("AC 3D KH 7S", "7S KH AC 3D")
    )
    for viewer in (seat(P1), seat(P2), SPECTATOR):
        assert seen(one, viewer) == seen(other, viewer)
    contents = seen(one, seat(P1)).players[P1].draw_pile_contents
    assert contents is not None
    assert sorted(card.card for card in contents) == sorted(one.pile(P1))
    for viewer in (seat(P2), SPECTATOR):
        assert seen(one, viewer).players[P1].draw_pile_contents is None
    piles = {
        viewer: next(
            zone for zone in GAME.table(seen(one, viewer), one.cards).players[P1].zones if zone.name == "draw_pile"
        )
        for viewer in (seat(P1), seat(P2))
    }
    assert [card.value for card in piles[seat(P1)].cards] == [card.card for card in contents]
    assert (piles[seat(P2)].count, piles[seat(P2)].cards) == (51, ())


@pytest.mark.rule("CAP-112")
def test_the_order_stays_hidden_after_a_search_and_a_cut(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, meter="10C 10D 10H 10S").start("cleanup")
    game.do(P1, a.RecoverAce(("10C", "10D", "10H", "10S"), "draw", "AS"))
    for viewer in (seat(P1), seat(P2), SPECTATOR):
        shuffles = [event for fact in game.facts if isinstance(event := as_seen(fact, viewer), e.DeckShuffled)]
        assert [(event.order, event.draws) for event in shuffles] == [(None, ())]
    game.do(P2, a.Cut(5))
    assert [(event.by, event.k) for event in game.happened(e.DeckCut)] == [(P2, 5)]


@pytest.mark.rule("CAP-112", "CAP-203")
def test_drawn_cards_are_the_drawers_to_see(table: MakeTable) -> None:
    game = table("ryu", "morrigan", "gambit", "spider_man", **TEAM).player(P1, draw="KH QD").start("draw")
    game.draw(P1, 2)
    for viewer in VIEWERS:
        (drawn,) = [event for fact in game.facts if isinstance(event := as_seen(fact, viewer), e.CardsDrawn)]
        assert (drawn.n, drawn.cards) == (2, ("KH", "QD") if viewer == seat(P1) else None)
        assert (face_name("KH") in told(game.facts, viewer)) is (viewer == seat(P1))


# Hands


@pytest.mark.rule("CAP-960", "CAP-112")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_shows_the_own_hand_block_and_pile_and_nobody_elses_partners_too(table: MakeTable, viewer: str) -> None:
    game = team(table)
    for number, player in enumerate(seen(game, viewer).players):
        if viewer == seat(number):
            assert [card.card for card in player.hand] == game.hand(number)
            assert player.draw_pile_contents is not None
        else:
            assert player == shared(seen(game, SPECTATOR).players[number])
            assert (player.hand, player.draw_pile_contents) == ((), None)
        assert player.hand_size == len(game.hand(number))


@pytest.mark.rule("CAP-960", "CAP-112")
def test_all_else_is_the_same_for_everybody(table: MakeTable) -> None:
    game = team(table)
    first, *others = (
        replace(view, players=tuple(map(shared, view.players))) for view in (seen(game, viewer) for viewer in VIEWERS)
    )
    assert others == [first] * 4
    assert [[card.card for card in player.super_meter] for player in first.players] == [["10C"], [], [], ["9S"]]
    assert [[card.card for card in player.discard_pile] for player in first.players] == [["KC"], ["KD"], [], []]


@pytest.mark.rule("CAP-960")
def test_what_partners_hold_makes_no_difference_to_what_the_other_is_offered(table: MakeTable) -> None:
    offers = []
    for hand in ("2H 3H", "JK1 JK2", "AC AD"):
        game = table("ryu", "morrigan", "gambit", "spider_man", **TEAM).player(P1, hand="4C JC")
        game.player(P3, hand=hand).start()
        offers.append((game.legal(P1), game.asked(), seen(game, seat(P1))))
    assert offers[0] == offers[1] == offers[2]


@pytest.mark.rule("CAP-960", "CAP-970")
def test_partners_against_a_boss_do_not_see_each_others_cards(table: MakeTable) -> None:
    game = table("ryu", "gambit", "hollow_titan", **BOSS).player(P1, hand="4C 5C", block="6C").player(P2, hand="2D")
    game.turn(P2).start("cleanup")
    partner, own, boss = seen(game, seat(P2)).players
    assert ([card.card for card in own.hand], partner.hand, boss.hand) == (["2D"], (), ())
    assert partner.block is not None
    assert (partner.block.card, partner.hand_size) == (None, 2)


@pytest.mark.rule("CAP-R45", "CAP-R82")
def test_who_is_asked_depends_on_no_hidden_card(table: MakeTable) -> None:
    for hand in ("10C", "AC"):
        game = table("ryu", "captain_halberd").player(P1, hand="4C").player(P2, hand=hand).start()
        game.hit(P1, "basic", "4C")
        assert game.waits(P2) == "damage_response"
    for hand in ("2C", "AC", "JK1"):
        game = table(("ryu", "gambit"), ("morrigan", "spider_man"), mode="tag").player(P1, hand=hand).start()
        assert [seat for seat, kind in game.asked() if kind == "ability"] == [P1]
