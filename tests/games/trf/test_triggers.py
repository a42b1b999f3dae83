"""Triggers, choices, and cases of single effects (TRF-206, TRF-524, TRF-526, TRF-639, TRF-643 to TRF-646, TRF-650)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from tests.games.trf.custom import card, dice, fight_dice
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]
START = 'when = "start_of_turn", do = "draw(me, 1)"'


def causes(game: Table) -> list[str]:
    """Which texts drew or promised, in order."""
    kinds = (e.CardDrawn, e.IncomePromised, e.TokensRemoved, e.DieRolled)
    told = (fact.event for fact in game.history if isinstance(fact.event, kinds))
    return [one.card if isinstance(one, e.TokensRemoved) else getattr(one, "cause", "die") for one in told]


@pytest.mark.rule("TRF-524", "TRF-206", "TRF-R43", "TRF-638")
def test_what_comes_up_together_goes_by_player_then_by_age_the_account_first(table: MakeTable) -> None:
    game = table()
    planet = card(game, "planet", START)
    character = card(game, "character", START)
    game.player(P1, account="A04")
    theirs = game.persistent(P2, "O41", host=game.account(P1), tokens=2, counted=P1)
    game.character(P1, character)
    mine = game.persistent(P1, "O17", tokens=2, counted=P1)
    game.planet(P1, planet)
    game.turn(P2)
    game.start("post_combat")
    game.end_turn(P2)
    assert causes(game) == ["A04", character, "O17", planet, "O41"]
    assert [game.board.persistent(iid).tokens for iid in (mine, theirs)] == [1, 1]
    # the texts of the other player's cards speak on their own turns only
    assert game.asked() == [(P1, "prompt_draw")]


@pytest.mark.rule("TRF-524", "TRF-R43", "TRF-630")
def test_after_a_fight_the_active_player_comes_first(table: MakeTable) -> None:
    game = table().player(P1, characters=["R10"]).player(P2, characters=["D01", "D09"])
    game.fight([game.seen(P1, "R10")], [game.seen(P2, "D01")])
    fight_dice(game, 3, 1, 6)
    game.turn(P2).start()
    game.decline(P2)
    assert [(one.seat, one.cause) for one in game.happened(e.IncomePromised)] == [(P2, "D01"), (P1, "R10")]


@pytest.mark.rule("TRF-526")
@pytest.mark.parametrize(("answer", "drawn"), [("yes", 1), ("no", 0)])
def test_may_asks_the_controller(table: MakeTable, answer: str, drawn: int) -> None:
    game = table()
    thinker = card(game, "character", 'when = "defeated", do = "may(draw(me, 1))"')
    game.player(P1, characters=["C15"]).player(P2, characters=[thinker])
    fight_dice(game, 3, 6, 1)
    game.start()
    game.attack(P1, "C15")
    game.block(P2, (thinker, "C15"))
    assert game.asked() == [(P2, "choose_option")]
    assert game.refused(P2, a.ChooseOption("perhaps")).rule == "TRF-526"
    game.option(P2, answer)
    assert len(game.hand(P2)) == drawn


@pytest.mark.rule("TRF-526", "TRF-646")
def test_an_effect_goes_as_far_as_it_can(table: MakeTable) -> None:
    game = table().player(P1, account="A05", hand=["O01"], deck=["C14"]).start()
    game.play(P1, "O01")
    assert game.hand(P1) == ["C14"]


@pytest.mark.rule("TRF-639", "TRF-R43")
def test_what_was_collected_resolves_though_its_card_has_left(table: MakeTable) -> None:
    game = table()
    first = card(game, "planet", 'when = "start_of_turn", do = "destroy(each(my_char))"')
    second = card(game, "character", START)
    game.player(P1, planets=[first], characters=[second]).start("refill")
    assert game.characters(P1) == []
    assert len(game.hand(P1)) == 1


@pytest.mark.rule("TRF-639", "TRF-523")
def test_what_comes_into_play_later_has_no_trigger_of_that_moment(table: MakeTable) -> None:
    game = table()
    late = card(game, "character", START)
    caller = card(game, "planet", 'when = "start_of_turn", do = "put_into_play(pick(my_discard[character]))"')
    game.player(P1, planets=[caller])
    game.discarded(P1, late, paid=100)
    game.start("refill")
    assert game.characters(P1) == [late]
    assert game.hand(P1) == []


@pytest.mark.rule("TRF-643", "TRF-111")
@pytest.mark.parametrize(("die", "tokens"), [(1, (1, 0)), (2, (1, 0)), (3, (0, 1)), (6, (0, 1))])
def test_an_effect_die_chooses_the_line(table: MakeTable, die: int, tokens: tuple[int, int]) -> None:
    game = table().player(P1, characters=["D08"]).player(P2, characters=["R01"])
    dice(game, "effect", P1, die)
    game.start()
    game.use(P1, "D08", "R01")
    assert (game.card(P1, "D08").damage, game.card(P2, "R01").damage) == tokens
    (rolled,) = game.happened(e.DieRolled)
    assert (rolled.purpose, rolled.value, rolled.fight) == ("effect", die, None)


@pytest.mark.rule("TRF-643", "TRF-328")
def test_the_target_of_a_line_is_named_beforehand_unless_there_is_none(table: MakeTable) -> None:
    game = table().player(P1, characters=["D08"]).player(P2, characters=["R01"])
    game.start()
    for targets in ((), (game.seen(P1, "D08"),)):
        use = a.ActivateCharacter(game.seen(P1, "D08"), 2, targets)
        assert game.refused(P1, use).rule == "TRF-328"
    alone = table().player(P1, characters=["D08"])
    dice(alone, "effect", P1, 5)
    alone.start()
    alone.use(P1, "D08")
    assert alone.card(P1, "D08").damage == 0
    assert alone.happened(e.TokensPlaced) == []


@pytest.mark.rule("TRF-644", "TRF-R47", "TRF-317", "TRF-521")
def test_a_faction_is_chosen_openly_when_the_card_resolves(table: MakeTable) -> None:
    game = table().player(P1, account="A01", hand=["O42"]).player(P2, hand=["C14"]).start()
    game.play(P1, "O42")
    assert game.ever(e.FactionChosen) == []
    game.let_pass(P2)
    assert game.asked() == [(P1, "choose_option")]
    assert [one["option"] for one in game.legal(P1, "choose_option")] == ["coalition", "jedi"]
    assert game.refused(P1, a.ChooseOption("iron_regency")).rule == "TRF-526"
    game.option(P1, "jedi")
    (chosen,) = game.happened(e.FactionChosen)
    assert chosen.faction == game.card(P1, "O42").chosen == "jedi"
    assert not [fact for fact in game.facts if isinstance(fact.event, e.FactionChosen) and fact.secret]
    assert [game.price(P1, cid) for cid in ("J03", "J01")] == [200, None]


@pytest.mark.rule("TRF-644", "TRF-R98")
def test_a_universal_account_has_no_faction_to_choose(table: MakeTable) -> None:
    game = table().player(P1, account="A08", hand=["O42"]).start()
    assert game.legal(P1, "play_ooc") == []
    assert game.refused(P1, game.playing(P1, "O42")).rule == "TRF-644"
    assert game.words(P1) == 500


@pytest.mark.rule("TRF-R98")
def test_by_earlier_rules_a_universal_account_chose_universal(table: MakeTable) -> None:
    game = table().goes_by("1.1").player(P1, account="A08", hand=["O42"]).start()
    game.play(P1, "O42")
    assert (game.card(P1, "O42").chosen, game.words(P1)) == ("universal", 420)


@pytest.mark.rule("TRF-644", "TRF-518")
def test_any_faction_but_universal_can_be_a_rival(table: MakeTable) -> None:
    game = table().player(P1, hand=["O57"], characters=["C01"]).player(P2, characters=["R02", "X03"])
    dice(game, "bicker", P1, 1)
    game.start()
    game.play(P1, "O57")
    options = [one["option"] for one in game.legal(P1, "choose_option")]
    assert options == ["coalition", "jedi", "iron_regency", "umbral_circle", "freeport_league", "drift_clans"]
    game.option(P1, "iron_regency")
    assert game.combat(P1, "C01") == 6
    game.attack(P1, "C01")
    game.block(P2, ("X03", "C01"), ("R02", "C01"))
    assert game.combat(P1, "C01") == 7


@pytest.mark.rule("TRF-645", "TRF-308", "TRF-327")
def test_a_discount_looks_at_the_window_that_is_used(table: MakeTable) -> None:
    game = table().player(P1, account="A06", planets=["P13"]).player(P2, account="A02").start()
    # O48: pre-combat and post-combat; O02: pre-combat and response
    assert [game.price(P1, "O48", window) for window in ("pre", "post")] == [30, 40]
    assert [game.price(P1, "O02", window) for window in ("pre", "response")] == [40, 50]
    assert [game.price(P2, "O02", window) for window in ("pre", "response")] == [50, 40]


@pytest.mark.rule("TRF-646", "TRF-526")
def test_empty_hands_and_decks_give_what_they_have(table: MakeTable) -> None:
    game = table().player(P1, account="A05", hand=["O52", "O04", "C14"], deck=["C15", "X01"]).player(P2).start()
    game.play(P1, "O52")
    assert (game.discard(P2), game.ever(e.RandomCardPicked)) == ([], [])
    game.play(P1, "O04")
    (seen,) = game.happened(e.CardsLookedAt)
    assert seen.cards == ("C15", "X01")
    game.choose(P1, "2")
    assert (game.hand(P1), game.board.players[P1].deck.cards) == (["C14", "X01"], ["C15"])


@pytest.mark.rule("TRF-646", "TRF-207")
def test_looking_at_an_empty_deck_shows_nothing(table: MakeTable) -> None:
    game = table().player(P1, hand=["O04"], deck=[]).start()
    game.play(P1, "O04")
    assert game.ever(e.CardsLookedAt) == []
    assert game.asked() == [(P1, "prompt_roleplay")]


@pytest.mark.rule("TRF-650", "TRF-629")
def test_effects_bring_cards_back_without_access(table: MakeTable) -> None:
    # a lightside Veteran of the Jedi with a darkside character in the discard pile
    game = table().player(P1, account="A03", hand=["O36", "O36", "O07"])
    game.discarded(P1, "R02", paid=150)
    game.discarded(P1, "R09", paid=10)
    game.start("deployment")
    assert game.price(P1, "R09") is None
    assert game.refused(P1, a.Revive(game.thrown(P1, "R09"))).rule == "TRF-314"
    game.to("pre_combat")
    game.play(P1, "O07", "R09")
    assert "R09" in game.hand(P1)
    game.decline(P1)
    game.play(P1, "O36", "R02")
    assert game.characters(P1) == ["R02"]
    assert game.card(P1, "R02").bought_turn == 5
