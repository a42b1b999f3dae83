"""Characters that are bought, revived or put into play (306, 307, 334 to 339, 626, 629)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from tests.games.trf import custom
from tests.games.trf.custom import fight_dice
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


def revive(game: Table, seat: int, cid: str) -> a.Revive:
    """The action of reviving a card of the own discard pile."""
    return a.Revive(game.thrown(seat, cid))


# Buying


@pytest.mark.rule("TRF-306")
def test_a_bought_character_is_a_lone_unit_of_this_turn(table: MakeTable) -> None:
    game = table().player(P1, account="A11", hand=["C12", "C01"], characters=["C02"]).start("deployment")
    game.buy(P1, "C12")
    card = game.card(P1, "C12")
    assert (card.bought_turn, card.meters_paid, card.partner, card.owner) == (5, 500, None, P1)
    assert [(event.card, event.cost) for event in game.happened(e.CharacterPlayed)] == [("C12", 500)]
    assert (game.characters(P1), game.hand(P1), game.meters(P1)) == (["C02", "C12"], ["C01"], 1500)
    view = game.game.view(game.state, "spectator")
    assert view is not None
    assert [unit.cards for unit in view.players[P1].units][-1] == (card.iid,)


@pytest.mark.rule("TRF-306")
def test_only_a_character_of_the_own_hand(table: MakeTable) -> None:
    game = table().player(P1, hand=["O01", "P03"], discard=["X03"]).player(P2, hand=["X03"]).start("deployment")
    for cid in ("O01", "P03"):
        assert game.refused(P1, a.PlayCharacter(game.held(P1, cid))).rule == "TRF-601"
    for iid in (game.held(P2, "X03"), game.thrown(P1, "X03"), "nothing"):
        assert game.refused(P1, a.PlayCharacter(iid)).rule == "TRF-306"


@pytest.mark.rule("TRF-307")
def test_any_number_of_characters_and_planets(table: MakeTable) -> None:
    game = table().player(P1, hand=["X03"] * 20, planets=["P20"] * 12, characters=["C14"] * 20).start("deployment")
    for _ in range(20):
        game.buy(P1, "X03")
    assert (len(game.characters(P1)), len(game.planets(P1)), game.meters(P1)) == (40, 12, 0)


# Reviving


@pytest.mark.rule("TRF-334", "TRF-336", "TRF-338", "TRF-R36", "TRF-R37")
def test_a_defeated_unique_is_revived_for_double_what_was_paid(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C07"]).player(P2, characters=["R05"])
    fight_dice(game, 3, 1, 6)
    game.start()
    game.attack(P1, "C07")
    game.block(P2, ("R05", "C07"))
    assert game.discard(P1) == ["C07"]
    game.next_turn(P1)
    assert game.refused(P1, revive(game, P1, "C07")).rule == "TRF-334"
    game.next_turn(P2)
    game.to("deployment")
    assert game.refused(P1, revive(game, P1, "C07")).rule == "TRF-302"


@pytest.mark.rule("TRF-334", "TRF-336", "TRF-337", "TRF-338", "TRF-R36")
def test_it_comes_back_fresh_and_as_bought_this_turn(table: MakeTable) -> None:
    game = table().player(P1, account="A01", meters=1300)
    game.discarded(P1, "C07", paid=650)
    game.start("deployment")
    game.do(P1, revive(game, P1, "C07"))
    card = game.card(P1, "C07")
    assert (card.bought_turn, card.meters_paid, card.damage, card.battle_turn) == (5, 650, 0, 0)
    assert (game.meters(P1), game.discard(P1)) == (0, [])
    assert [(event.card, event.cost) for event in game.happened(e.CharacterRevived)] == [("C07", 1300)]
    game.to("pre_combat")
    assert game.refused(P1, a.AddAttacker(card.iid)).rule == "TRF-402"


@pytest.mark.rule("TRF-335", "TRF-337")
def test_a_destroyed_unique_can_be_revived_and_goes_by_what_was_paid(table: MakeTable) -> None:
    game = table().player(P1, account="A07", hand=["O08"]).player(P2, account="A05")
    game.character(P2, "R12", paid=150)
    game.character(P2, "R08", paid=150)
    game.start()
    game.play(P1, "O08", "R12")
    (card,) = game.board.players[P2].discard
    assert (card.cid, game.revivable(card), card.meters_paid) == ("R12", True, 150)


@pytest.mark.rule("TRF-335", "TRF-339")
@pytest.mark.parametrize(
    ("cid", "rule"), [("C07", "TRF-335"), ("C12", "TRF-335"), ("C15", "TRF-339"), ("O01", "TRF-339")]
)
def test_a_card_that_was_only_discarded_cannot_be_revived(table: MakeTable, cid: str, rule: str) -> None:
    game = table().player(P1, account="A01", discard=[cid]).start("deployment")
    assert game.refused(P1, revive(game, P1, cid)).rule == rule
    assert game.legal(P1, "revive") == []


@pytest.mark.rule("TRF-339")
def test_a_defeated_non_unique_cannot_be_revived(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C14"]).player(P2, characters=["R05"])
    fight_dice(game, 3, 1, 6)
    game.start()
    game.attack(P1, "C14")
    game.block(P2, ("R05", "C14"))
    assert [game.revivable(card) for card in game.board.players[P1].discard] == [False]
    game.next_turn(P1)
    game.next_turn(P2)
    assert game.refused(P1, revive(game, P1, "C14")).rule == "TRF-339"


@pytest.mark.rule("TRF-334")
def test_nobody_revives_anothers_character(table: MakeTable) -> None:
    game = table().player(P1, account="A01")
    game.discarded(P2, "C12", paid=100)
    game.start("deployment")
    assert game.refused(P1, a.Revive(game.thrown(P2, "C12"))).rule == "TRF-334"
    assert game.refused(P1, a.Revive("nothing")).rule == "TRF-334"


@pytest.mark.rule("TRF-334", "TRF-314", "TRF-316")
@pytest.mark.parametrize(("cid", "rule"), [("F04", "TRF-314"), ("R05", "TRF-314"), ("J01", "TRF-316")])
def test_access_must_still_be_given(table: MakeTable, cid: str, rule: str) -> None:
    """F04 was bought while O43 was in play."""
    game = table().player(P1, account="A01")
    game.discarded(P1, cid, paid=10)
    game.start("deployment")
    assert game.refused(P1, revive(game, P1, cid)).rule == rule
    open_to = table().player(P1, account="A01")
    open_to.discarded(P1, "F04", paid=10)
    open_to.persistent(P1, "O43", until="planet_captured")
    open_to.start("deployment")
    open_to.do(P1, revive(open_to, P1, "F04"))
    assert open_to.meters(P1) == 1980


@pytest.mark.rule("TRF-336", "TRF-R37")
def test_neither_discounts_nor_doublings_change_the_price(table: MakeTable) -> None:
    """C02 was bought for 300 with Azguard's discount; A11 would pay 700 for it now."""
    game = table().player(P1, account="A11", planets=["P01"])
    game.discarded(P1, "C02", paid=300)
    game.start("deployment")
    game.do(P1, revive(game, P1, "C02"))
    assert game.meters(P1) == 1400


@pytest.mark.rule("TRF-336", "TRF-337", "TRF-338", "TRF-R36", "TRF-R37", "TRF-R71")
def test_reviving_again_and_again_costs_the_same(table: MakeTable) -> None:
    """Also in the Deployment in which it was destroyed, by planets of its own player: 150, then 300 each time."""
    game = table().player(P1, account="A01", home="P08", planets=["P07"] * 4, hand=["X04"], meters=2000, words=280)
    game.start("deployment")
    iid = game.buy(P1, "X04")
    for _ in range(2):
        for _ in range(2):
            fires = [card for card in game.board.players[P1].planets if card.cid == "P07" and not card.exhausted]
            game.do(P1, a.ActivatePlanet(fires[0].iid, 1, (iid,)))
        assert game.discard(P1) == ["X04"]
        game.do(P1, a.Revive(iid))
        assert (game.card(P1, "X04").meters_paid, game.card(P1, "X04").damage) == (150, 0)
    assert [event.amount for event in game.ever(e.MetersPaid)] == [150, 300, 300]


@pytest.mark.rule("TRF-334")
def test_who_is_revived_enters_play(table: MakeTable) -> None:
    game = table().player(P1, account="A01")
    herald = custom.card(game, "character", 'when = "enters", do = "draw(me, 1)"', unique=True)
    game.discarded(P1, herald, paid=100)
    game.start("deployment")
    game.do(P1, revive(game, P1, herald))
    assert [event.cause for event in game.happened(e.CardDrawn)] == [herald]


@pytest.mark.rule("TRF-335", "TRF-337")
def test_the_mark_goes_when_it_leaves_the_pile(table: MakeTable) -> None:
    """O07 takes it to the hand; bought again it counts what is paid now."""
    game = table().player(P1, account="A11", hand=["O07"])
    game.discarded(P1, "C12", paid=1)
    game.start()
    game.play(P1, "O07", "C12")
    assert game.hand(P1) == ["C12"]
    game.next_turn(P1)
    game.next_turn(P2)
    game.buy(P1, "C12")
    assert game.card(P1, "C12").meters_paid == 500


# Put into play


@pytest.mark.rule("TRF-337", "TRF-338", "TRF-607", "TRF-R37")
def test_who_comes_for_nothing_counts_the_cost_it_would_have_had(table: MakeTable) -> None:
    """C02 for 350 - 50 (P01): revived later for 600."""
    game = table().player(P1, account="A01", home="P01", hand=["X03", "X01"], discard=["C02"])
    game.player(P2, account="A05", home="P03", hand=["O08", "X03"]).start("deployment")
    game.use(P1, "P01", "C02", cards=["X03", "X01"])
    card = game.card(P1, "C02")
    assert (card.meters_paid, card.bought_turn) == (300, 5)
    assert [event.meters_paid for event in game.happened(e.CharacterEntered)] == [300]
    assert game.ever(e.MetersPaid) == []
    game.next_turn(P1, "pre_combat")
    game.play(P2, "O08", "C02")
    game.all_pass()
    (buried,) = [card for card in game.board.players[P1].discard if card.cid == "C02"]
    assert (game.revivable(buried), buried.meters_paid) == (True, 300)


@pytest.mark.rule("TRF-337", "TRF-R37")
def test_who_was_paid_for_keeps_that(table: MakeTable) -> None:
    game = table().player(P1, account="A01", home="P01", hand=["X03", "X01"])
    game.discarded(P1, "C02", paid=700)
    game.start("deployment")
    game.use(P1, "P01", "C02", cards=["X03", "X01"])
    assert game.card(P1, "C02").meters_paid == 700


@pytest.mark.rule("TRF-337", "TRF-R37")
def test_a_payment_of_nothing_is_a_payment(table: MakeTable) -> None:
    game = table().player(P1, account="A01", home="P01", hand=["X03", "X01"])
    game.discarded(P1, "C02", paid=0)
    game.start("deployment")
    game.use(P1, "P01", "C02", cards=["X03", "X01"])
    assert game.card(P1, "C02").meters_paid == 0


@pytest.mark.rule("TRF-337", "TRF-650", "TRF-R72")
@pytest.mark.parametrize(("cid", "paid"), [("J03", 400), ("C04", 300), ("X01", 300), ("R04", 300)])
def test_doublings_are_part_of_that_cost(table: MakeTable, cid: str, paid: int) -> None:
    """Where there is no access, as for R04, nothing is doubled."""
    game = table().player(P1, account="A01", hand=["O36"], discard=[cid]).start("post_combat")
    game.play(P1, "O36", cid)
    assert game.card(P1, cid).meters_paid == paid


@pytest.mark.rule("TRF-338", "TRF-R36")
def test_who_is_put_into_play_counts_as_bought_this_turn(table: MakeTable) -> None:
    game = table().player(P1, account="A06", characters=["D07"], discard=["X03", "D03"])
    custom.dice(game, "effect", P1, 5)
    game.start()
    game.use(P1, "D07", "X03")
    assert game.card(P1, "X03").bought_turn == 5
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "X03"))).rule == "TRF-402"


@pytest.mark.rule("TRF-626")
def test_discard_piles_are_face_up_and_every_card_goes_to_its_owners(table: MakeTable) -> None:
    game = (
        table()
        .player(P1, account="A09", hand=["O13"])
        .player(P2, account="A06", hand=["O48", "O02", "X03"], home="P03")
    )
    game.start()
    game.play(P1, "O13", game.account(P2))
    game.all_pass()
    game.next_turn(P1, "pre_combat")
    game.play(P2, "O48", "O13")
    game.all_pass()
    assert (game.discard(P1), game.discard(P2)) == (["O13"], ["O48"])
    view = game.game.view(game.state, "spectator")
    assert view is not None
    assert [[card.card for card in player.discard] for player in view.players] == [["O13"], ["O48"]]


@pytest.mark.rule("TRF-629")
def test_a_planet_of_the_discard_pile_comes_back_by_an_effect_alone(table: MakeTable) -> None:
    game = table().player(P1, discard=["P20"], hand=["P03"]).player(P2, discard=["P21"]).start("planet")
    assert game.refused(P1, a.PlayPlanet(game.thrown(P1, "P20"))).rule == "TRF-209"
    game.lay(P1, "P03")
    assert game.refused(P1, revive(game, P1, "P20")).rule == "TRF-339"
    effect = table().player(P1, hand=["O32"], discard=["P20"]).player(P2, discard=["P21"]).start("post_combat")
    assert [one["targets"] for one in effect.legal(P1, "play_ooc")] == [[effect.thrown(P1, "P20")]]
    effect.play(P1, "O32", "P20")
    assert (effect.planets(P1), effect.discard(P1)) == (["P20"], ["O32"])
