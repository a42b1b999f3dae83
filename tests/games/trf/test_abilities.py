"""Activated abilities of accounts and characters (332, 333); those of planets stand in test_resources.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from tests.games.trf import custom
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


# Accounts


@pytest.mark.rule("TRF-332", "TRF-R40")
@pytest.mark.parametrize(
    "steps", [("pre_combat", "pre_combat"), ("pre_combat", "post_combat"), ("post_combat", "post_combat")]
)
def test_the_account_once_a_turn(table: MakeTable, steps: tuple[str, str]) -> None:
    game = table().player(P1, account="A01", characters=["C01"]).start()
    for place, step in enumerate(steps):
        if step == "post_combat" and game.asks(P1, "prompt_roleplay"):
            game.decline(P1)
        if place == 0:
            game.use(P1, "A01", "C01")
        else:
            assert game.refused(P1, game.using(P1, "A01", "C01")).rule == "TRF-332"
            assert game.legal(P1, "activate_account") == []
    game.next_turn(P1)
    game.next_turn(P2, "pre_combat")
    game.use(P1, "A01", "C01")
    assert game.words(P1) == 20


@pytest.mark.rule("TRF-332", "TRF-R40")
def test_two_abilities_of_an_account_share_the_one_use(table: MakeTable) -> None:
    acts = ['when = "act", do = "draw(me, 1)"', 'when = "act", do = "income_next(me, words=10)"']
    game = table()
    two = custom.card(game, "account", *acts)
    game.player(P1, account=two).start()
    assert game.refused(P1, a.ActivateAccount(3)).rule == "TRF-332"
    game.use(P1, two, ability=2)
    assert game.refused(P1, game.using(P1, two, ability=1)).rule == "TRF-332"


@pytest.mark.rule("TRF-332")
def test_the_account_acts_only_in_its_players_roleplay_phase(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C01"], hand=["X03"]).player(P2, account="A05", hand=["X03"])
    game.start("deployment")
    assert game.refused(P1, game.using(P1, "A01", "C01")).rule == "TRF-332"
    assert game.refused(P2, game.using(P2, "A05")).rule == "TRF-332"
    game.to("pre_combat")
    assert game.refused(P2, game.using(P2, "A05")).rule == "TRF-332"
    game.attack(P1, "C01")
    assert game.asks(P1, "prompt_window")
    assert game.refused(P1, game.using(P1, "A01", "C01")).rule == "TRF-332"
    game.to("post_combat")


@pytest.mark.rule("TRF-332")
def test_an_account_without_an_ability_has_none_to_use(table: MakeTable) -> None:
    """Passive texts need no activation."""
    game = table().player(P1, account="A11").start()
    assert game.refused(P1, a.ActivateAccount(1)).rule == "TRF-332"


# Characters


@pytest.mark.rule("TRF-333", "TRF-R35")
def test_a_character_acts_on_the_turn_it_was_bought(table: MakeTable) -> None:
    game = table().player(P1, account="A01", hand=["C02"], deck=["C01", "C03", "C04", "C05"]).start("deployment")
    game.buy(P1, "C02")
    assert game.refused(P1, game.using(P1, "C02")).rule == "TRF-333"
    game.to("pre_combat")
    game.use(P1, "C02")
    game.choose(P1, "3")
    assert game.hand(P1) == ["C04"]
    assert game.board.players[P1].deck.cards == ["C05", "C01", "C03"]


@pytest.mark.rule("TRF-333")
def test_only_in_the_own_pre_combat_step(table: MakeTable) -> None:
    game = table().player(P1, characters=["C06", "C07"]).player(P2, characters=["U12"], hand=["X03"])
    game.character(P1, "C04", battle_turn=4)
    game.start()
    assert game.refused(P2, game.using(P2, "U12")).rule == "TRF-333"
    assert game.refused(P1, game.using(P2, "U12")).rule == "TRF-333"
    game.attack(P1, "C07")
    assert game.refused(P2, game.using(P2, "U12")).rule == "TRF-333"
    game.to("post_combat")
    assert game.refused(P1, game.using(P1, "C06", "C04")).rule == "TRF-333"


@pytest.mark.rule("TRF-333")
def test_not_while_it_is_committed(table: MakeTable) -> None:
    game = table()
    game.fight([game.character(P1, "U12")], [game.character(P2, "R02")])
    custom.dice(game, "bicker", P1, 1)
    game.start()
    assert game.refused(P1, game.using(P1, "U12")).rule == "TRF-427"
    assert game.legal(P1, "activate_character") == []


@pytest.mark.rule("TRF-333")
@pytest.mark.parametrize(("marked", "legal"), [(5, False), (4, True), (3, True)])
def test_not_in_the_turn_of_its_battle_but_while_it_is_spent(table: MakeTable, marked: int, legal: bool) -> None:
    game = table()
    game.character(P1, "U12", battle_turn=marked)
    game.start()
    if legal:
        game.use(P1, "U12")
    else:
        assert game.refused(P1, game.using(P1, "U12")).rule == "TRF-436"


@pytest.mark.rule("TRF-333", "TRF-508")
def test_once_a_turn_for_the_whole_unit(table: MakeTable) -> None:
    game = table()
    game.unit(P1, "X05", "U12")
    game.start()
    game.use(P1, "U12")
    for cid in ("U12", "X05"):
        targets = ["X05"] if cid == "X05" else []
        assert game.refused(P1, game.using(P1, cid, *targets)).rule == "TRF-508"
    game.next_turn(P1)
    game.next_turn(P2, "pre_combat")
    game.use(P1, "X05", "X05")


@pytest.mark.rule("TRF-333", "TRF-328")
def test_an_ability_needs_its_target(table: MakeTable) -> None:
    game = table().player(P1, characters=["C06", "U07"]).player(P2, characters=["R09", "R02"]).start()
    assert game.legal(P1, "activate_character") == []
    assert game.refused(P1, game.using(P1, "C06", "C06")).rule == "TRF-328"
    assert game.refused(P1, game.using(P1, "U07", "R09")).rule == "TRF-328"


@pytest.mark.rule("TRF-302", "TRF-607")
def test_cards_that_are_discarded_as_a_cost_are_named_and_gone_at_once(table: MakeTable) -> None:
    game = table().player(P1, account="A01", home="P01", hand=["C14", "X03", "X01"], discard=["C13"])
    game.start("deployment")
    for cards in ([], ["C14"], ["C14", "X03", "X01"], ["C14", "C14"]):
        assert game.refused(P1, game.using(P1, "P01", "C13", cards=cards)).rule == "TRF-302"
    game.use(P1, "P01", "C13", cards=["C14", "X01"])
    assert (game.hand(P1), game.discard(P1), game.characters(P1)) == (["X03"], ["C14", "X01"], ["C13"])
    kinds = (e.AbilityUsed, e.PlanetExhausted, e.CardDiscarded, e.CharacterEntered)
    told = [type(fact.event) for fact in game.facts if isinstance(fact.event, kinds)]
    assert told == [e.AbilityUsed, e.PlanetExhausted, e.CardDiscarded, e.CardDiscarded, e.CharacterEntered]


@pytest.mark.rule("TRF-607", "TRF-328")
def test_azguards_homeworld_ability_needs_two_cards_and_an_azguard_character(table: MakeTable) -> None:
    """Unique or not, and however it came to the pile; no other card, and none of the opponent's."""
    few = table().player(P1, account="A01", home="P01", hand=["X03"], discard=["C13"]).start()
    assert few.refused(P1, few.using(P1, "P01", "C13", cards=["X03"])).rule == "TRF-328"
    game = table().player(
        P1, account="A01", home="P01", hand=["X03", "X01"], discard=["C04", "C12", "O49", "C01", "C02"]
    )
    game.player(P2, discard=["C10"]).start()
    legal = {one["targets"][0] for one in game.legal(P1, "activate_planet")}
    assert legal == {game.thrown(P1, cid) for cid in ("C01", "C02")}
    for cid in ("C04", "C12", "O49", "C10"):
        assert game.refused(P1, game.using(P1, "P01", cid, cards=["X03", "X01"])).rule == "TRF-328"
