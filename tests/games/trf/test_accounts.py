"""Accounts that are changed, blanked or given titles, and homeworlds that change places (103, 104, 527, 604, 628)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from tests.games.trf.custom import card, fight_dice
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


# Another account


@pytest.mark.rule("TRF-103", "TRF-104", "TRF-628", "TRF-R03")
def test_the_reserve_account_takes_the_place_of_the_account(table: MakeTable) -> None:
    game = table().player(P1, account="A05", reserve="A01", hand=["O12"], characters=["C01"]).start()
    game.play(P1, "O12")
    player = game.board.players[P1]
    assert (player.account.cid, player.reserve) == ("A01", None)
    assert [(event.before, event.after) for event in game.happened(e.AccountSwapped)] == [("A05", "A01")]
    assert game.discard(P1) == ["O12"]
    view = game.game.view(game.state, "seat:1")
    assert view is not None
    assert view.players[P1].account.card == "A01"


@pytest.mark.rule("TRF-104", "TRF-628")
def test_there_is_no_way_back(table: MakeTable) -> None:
    game = table().player(P1, account="A05", reserve="A07", hand=["O12", "O12"]).start()
    game.play(P1, "O12")
    assert game.refused(P1, game.playing(P1, "O12")).rule == "TRF-328"


@pytest.mark.rule("TRF-628")
def test_the_new_account_is_unused_this_turn(table: MakeTable) -> None:
    game = table().player(P1, account="A05", reserve="A01", hand=["O12"], characters=["C01"]).start()
    game.use(P1, "A05")
    if game.asks(P1, "choose_cards"):
        game.choose(P1, "O12")
    game.play(P1, "O12")
    game.use(P1, "A01", "C01")
    assert game.combat(P1, "C01") == 8


@pytest.mark.rule("TRF-628")
def test_cards_attached_to_the_old_account_are_discarded(table: MakeTable) -> None:
    """To their owners' piles; cards on other accounts, and those without a host, stay."""
    game = table().player(P1, account="A05", reserve="A04", hand=["O12"]).player(P2, account="A09")
    game.persistent(P2, "O13", host=game.account(P1), tokens=2, counted=P1)
    game.persistent(P2, "O44", until="stuck_turn")
    game.persistent(P1, "O41", host=game.account(P2), tokens=3, counted=P2)
    game.start()
    assert game.refused(P1, game.using(P1, "A05")).rule == "TRF-527"
    game.play(P1, "O12")
    assert (game.persistents(P1), game.persistents(P2), game.discard(P2)) == (["O41"], ["O44"], ["O13"])


@pytest.mark.rule("TRF-628", "TRF-R54")
def test_cards_in_play_stay_access_is_looked_at_when_playing(table: MakeTable) -> None:
    game = table().player(P1, account="A05", reserve="A03", hand=["O12", "R01"], characters=["R02"], deck=[])
    game.discarded(P1, "R05", paid=10)
    game.start()
    assert game.price(P1, "R01") == 1000
    game.play(P1, "O12")
    assert game.characters(P1) == ["R02"]
    game.next_turn(P1)
    game.next_turn(P2)
    assert game.refused(P1, a.PlayCharacter(game.held(P1, "R01"))).rule == "TRF-314"
    assert game.refused(P1, a.Revive(game.thrown(P1, "R05"))).rule == "TRF-314"
    game.to("pre_combat")
    game.attack(P1, "R02")
    game.all_pass()
    game.to("post_combat")


# Blank accounts


def blank(table: MakeTable, account: str) -> Table:
    """P1 with this account, on which O13 lies."""
    game = table().player(P1, account=account, hand=["X03", "C02"], characters=["C01"]).player(P2, account="A02")
    game.persistent(P2, "O13", host=game.account(P1), tokens=2, counted=P1)
    return game


@pytest.mark.rule("TRF-R46", "TRF-625", "TRF-332")
def test_a_blank_account_has_neither_ability_nor_weakness(table: MakeTable) -> None:
    game = blank(table, "A01").start()
    assert game.price(P1, "O01") == 60
    assert game.refused(P1, game.using(P1, "A01", "C01")).rule == "TRF-527"
    assert game.legal(P1, "activate_account") == []


@pytest.mark.rule("TRF-R46", "TRF-312", "TRF-313", "TRF-319")
def test_it_keeps_titles_faction_and_alignment(table: MakeTable) -> None:
    """A01 stays a Mod of the Coalition, A03's Affinity is gone: Coalition cards are double for a Jedi."""
    game = blank(table, "A01").start()
    assert [game.price(P1, cid) for cid in ("C15", "J13", "R01", "O02")] == [500, 900, None, 50]
    affine = blank(table, "A03").start()
    assert [affine.price(P1, cid) for cid in ("C15", "J13", "O11")] == [1000, 450, 120]


@pytest.mark.rule("TRF-203", "TRF-R46")
@pytest.mark.parametrize(
    ("account", "meters", "words"), [("A08", 500, 40), ("A04", 500, 40), ("A09", 500, 40), ("A11", 500, 40)]
)
def test_it_neither_adds_to_a_refill_nor_takes_from_it(table: MakeTable, account: str, meters: int, words: int) -> None:
    game = blank(table, account).start("refill")
    assert (game.meters(P1), game.words(P1)) == (meters, words)
    open_account = table().player(P1, account=account, hand=["X03"] * 3).start("refill")
    assert (open_account.meters(P1), open_account.words(P1)) != (meters, words)


@pytest.mark.rule("TRF-206", "TRF-R46")
def test_it_has_no_start_of_turn(table: MakeTable) -> None:
    game = blank(table, "A04").start("refill")
    assert game.hand(P1) == ["X03", "C02"]
    assert game.card(P2, "O13").tokens == 1


@pytest.mark.rule("TRF-625", "TRF-R46")
def test_dolash_kneels_before_a_blank_veteran_too(table: MakeTable) -> None:
    game = table().player(P1, account="A01").player(P2, account="A02")
    game.persistent(P1, "O13", host=game.account(P2), tokens=2, counted=P2)
    game.start()
    assert [game.price(P1, "O01"), game.price(P2, "O02", "response")] == [70, 50]


@pytest.mark.rule("TRF-R46")
def test_only_that_account_is_blank(table: MakeTable) -> None:
    game = blank(table, "A01").player(P2, account="A04").start()
    view = game.game.view(game.state, "spectator")
    assert view is not None
    assert [player.account.blank for player in view.players] == [True, False]


# Titles


@pytest.mark.rule("TRF-613", "TRF-324")
def test_an_account_may_have_several_titles_and_be_given_one(table: MakeTable) -> None:
    game = table().player(P1, account="A10")
    game.persistent(P1, "O14", until="planet_captured")
    game.start()
    view = game.game.view(game.state, "spectator")
    assert view is not None
    assert view.players[P1].account.titles == ("Mod", "Troublemaker", "Veteran")
    assert [game.price(P1, cid) for cid in ("O02", "O09", "O11", "O37")] == [50, 60, 120, 240]


# Homeworlds


@pytest.mark.rule("TRF-603", "TRF-604", "TRF-R54")
def test_homeworld_and_shield_change_places_with_their_values(table: MakeTable) -> None:
    game = table().player(P1, home="P09", planets=["P10"], hand=["O11"], characters=["R02"]).player(P2, hand=["X03"])
    game.start()
    assert [game.value(P1, cid) for cid in ("P09", "P10")] == [12, 5]
    meters = game.meters(P1), game.words(P1) - 120
    game.play(P1, "O11", "P10")
    game.all_pass()
    assert [game.value(P1, cid) for cid in ("P09", "P10")] == [5, 11]
    assert (game.meters(P1), game.words(P1)) == meters
    assert game.planets(P1) == ["P09"]
    game.use(P1, "P10")
    assert game.hand(P2) == []
    game.attack(P1, "R02")
    assert game.combat(P1, "R02") == 3
    game.to("post_combat")


@pytest.mark.rule("TRF-603")
@pytest.mark.parametrize(("sent", "lost"), [(["C15", "C04"], False), (["C15", "C04", "X03"], True)])
def test_a_homeworld_gives_the_same_and_falls_at_its_homeworld_value(
    table: MakeTable, sent: list[str], lost: bool
) -> None:
    """P02: capture value 4, homeworld value 9."""
    game = table().player(P1, account="A01", characters=sent).start()
    game.attack(P1, *sent)
    game.assault(P1, *((cid, "P02") for cid in sent))
    assert (game.state.result is not None) == lost
    giving = table().player(P2, home="P02").start()
    giving.next_turn(P1)
    assert (giving.meters(P2), giving.words(P2)) == (500, 40)


# Classes, control


@pytest.mark.rule("TRF-611", "TRF-612")
def test_individuals_fight_alone_and_fleeters_capture_too(table: MakeTable) -> None:
    """An Individual attacks and blocks alone, against Fleeters and Individuals; planets it can't take."""
    game = table().player(P1, characters=["J07", "C01", "J08"]).player(P2, characters=["R09", "R08"], planets=["P26"])
    fight_dice(game, 6, 1, 6)
    game.start()
    game.attack(P1, "J07", "C01", "J08")
    game.block(P2, ("R09", "J07"))
    assert game.discard(P1) == ["J07"]
    refused = game.refused(P1, a.AssignAssault(game.seen(P1, "J08"), game.seen(P2, "P26")))
    assert refused.rule == "TRF-454"
    game.assault(P1, ("C01", "P26"))
    assert game.planets(P2) == []


@pytest.mark.rule("TRF-627")
def test_whoever_a_card_is_attached_to_it_stays_its_owners(table: MakeTable) -> None:
    game = table().player(P1, account="A05", hand=["O40"]).player(P2, characters=["R02"]).start()
    game.play(P1, "O40", "R02")
    assert (game.persistents(P1), game.card(P1, "O40").host) == (["O40"], game.seen(P2, "R02"))
    for player in game.board.players:
        assert {card.owner for card in player.in_play()} == {game.board.players.index(player)}


@pytest.mark.rule("TRF-604", "TRF-105")
def test_nobody_moves_the_homeworld_of_another_player(table: MakeTable) -> None:
    text = "defense(pick(their_planet[shield]), 1), swap_home(same)"
    game = table()
    move = card(game, "ooc", f'windows = ["pre"], do = "{text}"')
    game.player(P1, hand=[move]).player(P2, planets=["P03"]).start()
    game.play(P1, move, "P03")
    assert game.planets(P2) == ["P03"]
