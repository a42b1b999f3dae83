"""What is done for a player whose time is up (the prompts of section Actions; CAP-R51, CAP-R73, CAP-R76)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Mode
from domain.games.capcom_crossovers.faces import DECK_54, default_order
from domain.kernel.actions import Action
from domain.kernel.cardsets import OwnSet, card_id
from domain.kernel.match import ActionTaken
from tests.games.capcom_crossovers.seating import MODES, set_up
from tests.games.capcom_crossovers.table import P1, P2, P3, P4, MakeTable, Table

Asked = tuple[Table, int]
TEAM = {"mode": "team"}


def mulligan(table: MakeTable, own: str) -> Asked:
    return set_up(), P1


def draw(table: MakeTable, own: str) -> Asked:
    return table("ryu", "gambit").start("draw"), P1


def combat(table: MakeTable, own: str) -> Asked:
    return table("ryu", "gambit").player(P1, hand="4C AC AD").start(), P1


def variable_counter(table: MakeTable, own: str) -> Asked:
    game = table("ryu", "morrigan", "gambit", "spider_man", **TEAM).player(P1, hand="4C").player(P4, hand="JK1").start()
    game.attack(P1, "basic", "4C")
    return game, P4


def defend(table: MakeTable, own: str) -> Asked:
    game = table("ryu", "gambit").player(P1, hand="4C").player(P2, hand="QC 9C 9D", draw="2C").start()
    game.attack(P1, "basic", "4C")
    return game, P2


def tech_hit(table: MakeTable, own: str) -> Asked:
    game = table("ryu", "gambit").player(P1, hand="9C 9D").player(P2, hand="10C 10D", block="4C").start()
    game.attack(P1, "throw", "9C 9D")
    return game, P2


def ranged_reply(table: MakeTable, own: str) -> Asked:
    game = table("gambit", "ryu").player(P1, hand="4C").player(P2, hand="JC", draw="2C").start()
    game.attack(P1, "basic", "4C")
    game.dodge(P2)
    return game, P2


def combo(table: MakeTable, own: str) -> Asked:
    game = table("ryu", "gambit").player(P1, hand="4C 5C").start()
    game.hit(P1, "basic", "4C")
    return game, P1


def damage_response(table: MakeTable, own: str) -> Asked:
    game = table("ryu", "captain_halberd").player(P1, hand="4C").player(P2, hand="10C").start()
    game.hit(P1, "basic", "4C")
    return game, P2


def ability_choice(table: MakeTable, own: str) -> Asked:
    game = table("ryu", "spider_man").player(P1, hand="4C").player(P2, draw="QC 2C").start()
    game.attack(P1, "basic", "4C")
    game.dodge(P2)
    return game, P2


def cleanup(table: MakeTable, own: str) -> Asked:
    return table("ryu", "gambit").player(P1, hand="9C", meter="10C 10D 10H 10S").start("cleanup"), P1


def discard_to_endurance(table: MakeTable, own: str) -> Asked:
    game = table("brakk_ironjaw", "gambit").player(P1, hand="AC KC QC JC 9C 2S 2D 3C 4C").start("cleanup")
    game.end_turn(P1)
    return game, P1


def discard(table: MakeTable, own: str) -> Asked:
    game = table(own, "gambit").player(P1, hand="AC AD").player(P2, hand="KC JD 9C").start()
    game.hit(P1, f"{own}m4", "AC AD")
    return game, P2


def cut_deck(table: MakeTable, own: str) -> Asked:
    game = table("ryu", "gambit").player(P1, meter="10C 10D 10H 10S").start("cleanup")
    game.do(P1, a.RecoverAce(("10C", "10D", "10H", "10S"), "draw", "AC"))
    return game, P2


DEFAULTS: list[tuple[Callable[[MakeTable, str], Asked], str, Action]] = [
    (mulligan, "mulligan_choice", a.Keep()),
    (draw, "draw", a.DrawCards(1)),
    (combat, "combat", a.PassCombat()),
    (variable_counter, "variable_counter", a.Decline()),
    (defend, "defend", a.TakeHit()),
    (tech_hit, "tech_hit", a.Decline()),
    (ranged_reply, "ranged_reply", a.Decline()),
    (combo, "combo", a.EndCombo()),
    (damage_response, "damage_response", a.Decline()),
    (ability_choice, "ability_choice", a.Decline()),
    (cleanup, "cleanup", a.EndTurn()),
    (discard_to_endurance, "discard_to_endurance", a.Discard("2D")),
    (discard, "discard", a.Discard("9C")),
    (cut_deck, "cut_deck", a.Cut(0)),
]


@pytest.mark.rule("CAP-R51", "CAP-R76", "CAP-803")
@pytest.mark.parametrize(("given", "kind", "default"), DEFAULTS, ids=[kind for _, kind, _ in DEFAULTS])
def test_the_default_of_every_prompt(
    table: MakeTable, own: OwnSet[Any], given: Callable[[MakeTable, str], Asked], kind: str, default: Action
) -> None:
    game, seat = given(table, card_id(own.hash, 1))
    assert game.waits(seat) == kind
    game.time_out(seat)
    (taken,) = game.happened(ActionTaken)
    assert (taken.seat, taken.action, taken.default) == (seat, default, True)
    assert game.state.prompts


@pytest.mark.rule("CAP-R51", "CAP-R76")
def test_there_is_no_other_prompt_but_the_abilities_that_stand_open(table: MakeTable) -> None:
    assert GAME.questions.keys() == {kind for _, kind, _ in DEFAULTS} | {"ability"}
    game = table("ryu", "gambit").player(P1, hand="2C").player(P2, hand="2C").start()
    standing = [one for one in game.state.prompts.values() if one.kind == "ability"]
    assert [(one.seat, one.mode, one.deadline) for one in standing] == [(P1, "standing", None), (P2, "standing", None)]


@pytest.mark.rule("CAP-R51", "CAP-211")
def test_forced_choices_go_from_the_lowest_card_on(table: MakeTable) -> None:
    game = table("brakk_ironjaw", "gambit").player(P1, hand="AC KC 2S 10C QC 2D 3C 4C").start("cleanup")
    game.time_out(P1)
    game.time_out(P1)
    game.time_out(P1)
    assert (game.discard(P1), game.board.turn_player) == (["2D", "2S"], P2)


@pytest.mark.rule("CAP-R51")
def test_the_order_of_forced_choices() -> None:
    order = default_order(DECK_54)
    assert order[:5] == ["2C", "2D", "2H", "2S", "3C"]
    assert order[35:] == ["10S", "JK1", "JK2", *(f"{rank}{suit}" for rank in "JQKA" for suit in "CDHS")]


@pytest.mark.rule("CAP-R51")
def test_what_happens_by_default(table: MakeTable, own: OwnSet[Any]) -> None:
    name = card_id(own.hash, 1)
    game, _ = defend(table, name)
    game.time_out(P2)
    assert (game.lost(P2), game.waits(P1)) == (4, "combo")
    game, _ = variable_counter(table, name)
    game.time_out(P4)
    assert (game.waits(P2), game.hand(P4)) == ("defend", ["JK1"])
    game, _ = ability_choice(table, name)
    game.time_out(P2)
    assert (game.lost(P2), game.pile(P2)[0], game.who(P2).used_turn) == (4, "2C", ())
    game, _ = cut_deck(table, name)
    before = game.pile(P1)
    game.time_out(P2)
    assert (game.pile(P1), game.happened(e.DeckCut)) == (before, [])
    game, _ = combat(table, name)
    game.time_out(P1)
    game.time_out(P1)
    assert (game.board.turn_player, game.hand(P1)) == (P2, ["4C", "AC", "AD"])


@pytest.mark.rule("CAP-R76", "CAP-R51")
@pytest.mark.parametrize("mode", MODES)
def test_a_match_in_which_nobody_answers_ends(mode: Mode) -> None:
    game = set_up(mode, turn_cap=12)
    for _ in range(400):
        prompt = next((one for one in game.state.prompts.values() if one.mode != "standing"), None)
        if prompt is None:
            break
        game.time_out(prompt.seat)
    assert game.state.result is not None
    assert all(fact.event.default for fact in game.history if isinstance(fact.event, ActionTaken))


# Prompts that are sent though only the default is possible


@pytest.mark.rule("CAP-R73", "CAP-404")
def test_who_can_do_nothing_else_is_asked_all_the_same(table: MakeTable) -> None:
    game = table("kestrel_volt", "doc_tremor").player(P1, hand="KC").start()
    game.attack(P1, "skyfall_kick", "KC")
    assert [one["type"] for one in game.legal(P2)] == ["take_hit"]
    game = table("ryu", "doc_tremor").player(P1, hand="9C 9D").player(P2, block="4C").start()
    game.attack(P1, "throw", "9C 9D")
    assert [one["type"] for one in game.legal(P2)] == ["decline"]
    game.decline(P2)
    assert [one["type"] for one in game.legal(P1)] == ["end_combo"]
    game = table("ryu", "doc_tremor").player(P1, hand="4C").player(P2, draw="2C").start()
    game.attack(P1, "basic", "4C")
    game.dodge(P2)
    assert (game.waits(P2), [one["type"] for one in game.legal(P2)]) == ("ranged_reply", ["decline"])


@pytest.mark.rule("CAP-R73", "CAP-956")
@pytest.mark.parametrize("hand", ["", "JK1"])
def test_a_partner_is_asked_with_and_without_a_joker(table: MakeTable, hand: str) -> None:
    game = table("ryu", "morrigan", "gambit", "spider_man", **TEAM).player(P1, hand="4C").player(P4, hand=hand).start()
    game.attack(P1, "basic", "4C")
    assert game.waits(P4) == "variable_counter"
    assert {one["type"] for one in game.legal(P4)} == ({"variable_counter", "decline"} if hand else {"decline"})
    assert [item for item in game.asked() if item[1] == "defend"] == []
    game.decline(P4)
    assert game.waits(P2) == "defend"


@pytest.mark.rule("CAP-R73")
def test_a_follow_up_throw_asks_for_a_tech_hit_with_an_empty_hand(table: MakeTable) -> None:
    game = table("brakk_ironjaw", "ryu").player(P1, hand="2C 10C 10D").start()
    game.hit(P1, "basic", "2C")
    game.follow(P1, "throw", "10C 10D")
    assert [one["type"] for one in game.legal(P2)] == ["decline"]
    assert P3 not in {seat for seat, _ in game.asked()}


@pytest.mark.rule("CAP-R76")
@pytest.mark.parametrize("stage", ["draw", "combat", "cleanup"])
def test_with_nothing_in_hand_there_is_something_to_do(table: MakeTable, stage: Any) -> None:
    game = table("ryu", "gambit").start(stage)
    assert [one["type"] for one in game.legal(P1)][-1:] == [
        {"draw": "draw_cards", "combat": "pass_combat", "cleanup": "end_turn"}[stage]
    ]
