"""CAP-502: an any-time ability, of either side, above every kind of pending prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.kernel.match import ActionTaken, PromptClosed, PromptOpened, PromptRevised
from domain.kernel.refusal import Refusal
from tests.games.capcom_crossovers.custom import fighter, move, part
from tests.games.capcom_crossovers.situations import (
    COST,
    FIGHTS,
    KINDS,
    any_time,
    dealt,
    later,
    questions,
    situation,
    stale,
)
from tests.games.capcom_crossovers.table import P1, P2, P3, P4, MakeTable, Table

HURT = "deal_damage(opposing_active, 5)"
LASTING = "until_end_of_turn"


def use(game: Table, user: int) -> a.UseAbility:
    """The any-time ability of a situation, paid."""
    (ability,) = {str(one["ability"]) for one in game.legal(user, "use_ability")}
    return a.UseAbility(ability, (COST[user],))


def fits(answer: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return all(answer.get(name) == value for name, value in wanted.items())


# What is pending goes on


@pytest.mark.rule("CAP-502", "CAP-510", "CAP-R39", "CAP-R80")
@pytest.mark.parametrize("user", [P1, P2])
@pytest.mark.parametrize("kind", KINDS)
def test_prompt_stays_with_a_new_revision(table: MakeTable, kind: str, user: int) -> None:
    made = situation(table, kind)
    game, asked = made.game, made.game.prompt(made.seat)
    later(game, user, use(game, user), seconds=20)
    now = game.prompt(made.seat)
    assert (now.id, now.kind, now.revision) == (asked.id, asked.kind, asked.revision + 1)
    assert now.deadline == asked.deadline
    assert [event.revision for event in game.happened(PromptRevised) if event.prompt == asked.id] == [now.revision]
    assert [event.kind for event in game.happened(PromptOpened) if event.mode != "standing"] == []
    assert game.happened(PromptClosed) == []
    assert questions(game) == [(made.seat, asked.kind)]
    assert game.stat(user, "bap") == 3
    outcome = stale(game, asked)
    assert isinstance(outcome, Refusal)
    assert outcome.code == "PROMPT_CLOSED"
    answer = game.game.default(game.state, now)
    assert answer is not None
    later(game, made.seat, answer, seconds=1)
    assert asked.id not in game.state.prompts


@pytest.mark.rule("CAP-502", "CAP-R77")
@pytest.mark.parametrize(
    ("kind", "user", "do", "answer"),
    [
        ("draw", P2, f"modify_stat(opposing_active, speed, -2, {LASTING})", {"type": "draw_cards", "n": 3}),
        ("combat", P2, f"modify_stat(opposing_active, strength, -3, {LASTING})", {"type": "set_block", "card": "5H"}),
        ("defend", P1, f"modify_stat(opposing_active, strength, -2, {LASTING})", {"type": "counter", "cards": ["6S"]}),
        ("tech_hit", P1, f"modify_stat(opposing_active, strength, 3, {LASTING})", {"type": "tech_hit"}),
        ("ranged_reply", P1, f"modify_stat(opposing_active, combo, -5, {LASTING})", {"type": "reply"}),
        ("combo", P2, f"modify_stat(opposing_active, strength, -3, {LASTING})", {"type": "follow_up", "cards": ["5H"]}),
        ("combo of a counter", P2, "draw(self, 1)", {"type": "follow_up", "cards": ["2H"]}),
        ("damage_response", P2, "draw(self, 1)", {"type": "absorb", "card": "2H"}),
        ("discard", P2, "draw(self, 1)", {"type": "discard", "card": "2H"}),
        ("cleanup", P2, f"modify_stat(opposing_active, strength, 3, {LASTING})", {"type": "place_in_meter"}),
        ("discard_to_endurance", P1, "draw(self, 1)", {"type": "discard", "card": "2D"}),
        ("cut_deck", P1, "draw(self, 1)", {"type": "cut", "k": 30}),
    ],
)
def test_answers_are_computed_anew(
    table: MakeTable,
    kind: str,
    user: int,
    do: str,
    answer: dict[str, Any],
) -> None:
    """The others, `variable_counter` and `ability_choice`, have answers that nobody else changes."""
    made = situation(table, kind, do)
    game, seat = made.game, made.seat
    if kind == "cut_deck":
        answer = {**answer, "k": game.board.players[P1].deck.size - 1}
    assert any(fits(one, answer) for one in game.legal(seat))
    game.do(user, use(game, user))
    assert game.prompt(seat).revision == 1
    assert not any(fits(one, answer) for one in game.legal(seat))


@pytest.mark.rule("CAP-502", "CAP-480", "CAP-R94")
@pytest.mark.parametrize("absorbs", [True, False])
@pytest.mark.parametrize("user", [P1, P2])
@pytest.mark.parametrize("kind", KINDS)
def test_prompt_is_asked_anew_after_an_answer_in_between(table: MakeTable, kind: str, user: int, absorbs: bool) -> None:
    """Damage of an ability, which Bulwark could prevent."""
    made = situation(table, kind, HURT)
    game, asked, victim = made.game, made.game.prompt(made.seat), P2 if user == P1 else P1
    before = game.hp(victim)
    later(game, user, use(game, user), seconds=20)
    assert (questions(game), asked.id in game.state.prompts) == ([(victim, "damage_response")], False)
    assert [event.prompts for event in game.happened(PromptClosed)] == [(asked.id,)]
    later(game, victim, a.Absorb("3D" if victim == P1 else "3H") if absorbs else a.Decline(), seconds=7)
    if kind == "damage_response" and absorbs and victim == P2:
        # the limit is used up, so the damage of the attack is dealt without asking
        assert (game.hp(P2), questions(game)) == (before - 2 - 4, [(P1, "combo")])
        return
    assert game.hp(victim) == before - (2 if absorbs else 5)
    again = game.prompt(made.seat)
    assert (again.kind, again.revision, again.id > asked.id) == (asked.kind, 0, True)
    assert again.deadline == game.state.at + 60_000
    game.do(made.seat, game.game.default(game.state, again))


@pytest.mark.rule("CAP-502", "CAP-R80", "CAP-R94")
def test_abilities_of_both_sides_above_each_other(table: MakeTable) -> None:
    made = situation(table, "combo", HURT)
    game = made.game
    asked = game.prompt(P1)
    game.do(P1, use(game, P1))
    inner = game.prompt(P2)
    game.do(P2, a.UseAbility(f"{made.cid}a", ("2H",)))
    assert questions(game) == [(P1, "damage_response")]
    game.decline(P1)
    assert questions(game) == [(P2, "damage_response")]
    assert game.prompt(P2).id != inner.id
    game.decline(P2)
    assert questions(game) == [(P1, "combo")]
    assert game.prompt(P1).id > asked.id
    assert (game.lost(P1), game.lost(P2)) == (5, 9)


# What needs no more decision


@pytest.mark.rule("CAP-R80", "CAP-211", "CAP-502")
def test_iron_focus_brings_the_hand_down_to_endurance(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="2C 2D 2H 2S 3C 3D 3H 3S").start("endurance")
    asked = game.prompt(P1)
    game.ability(P1, "2C")
    assert (len(game.hand(P1)), questions(game)) == (7, [(P2, "draw")])
    assert [event.prompts for event in game.happened(PromptClosed)] == [(asked.id,)]
    assert [event.prompt for event in game.happened(ActionTaken)] != [asked.id]
    assert isinstance(stale(game, asked), Refusal)


@pytest.mark.rule("CAP-R80", "CAP-211", "CAP-502")
def test_sleight_of_hand_leaves_as_many_cards(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="2C 2D 2H 2S 3C 3D 3H 3S", draw="KS").start("endurance")
    asked = game.prompt(P1)
    game.ability(P1, "2C")
    assert (game.prompt(P1).id, game.prompt(P1).revision) == (asked.id, 1)
    game.do(P1, a.Discard("KS"))
    assert questions(game) == [(P2, "draw")]


@pytest.mark.rule("CAP-R80", "CAP-R87")
def test_discard_of_an_empty_hand_is_not_asked(table: MakeTable) -> None:
    attacker = fighter(table, moves_=(move("Q", "C", 4, 3, hit="discard(opponent, 2, owner)"),))
    game = table(attacker, "ryu").player(P1, hand="QS").player(P2, hand="2H").start()
    game.hit(P1, f"{attacker}m1", "QS")
    assert questions(game) == [(P2, "discard")]
    game.ability(P2, "2H")
    assert questions(game) == [(P1, "combo")]


@pytest.mark.rule("CAP-R80", "CAP-509")
def test_damage_response_without_a_card_is_not_asked(table: MakeTable) -> None:
    absorber = part("would_be_damaged", "prevent_damage(value)", "1, number_card", "turn", may=True)
    guarded = fighter(table, any_time(f"modify_stat(self, bap, 1, {LASTING})"), absorber)
    game = table("ryu", guarded).player(P1, hand="4H").player(P2, hand="2H").start()
    game.hit(P1, "basic", "4H")
    assert questions(game) == [(P2, "damage_response")]
    game.ability(P2, "2H")
    assert (game.lost(P2), questions(game)) == (4, [(P1, "combo")])


@pytest.mark.rule("CAP-R80", "CAP-R10")
def test_emptied_pile_is_not_cut(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="2C", meter="10C 10D 10H 10S", draw="AS 3C", pile=2).start("cleanup")
    game.do(P1, a.RecoverAce(("10C", "10D", "10H", "10S"), "draw", "AS"))
    assert questions(game) == [(P2, "cut_deck")]
    game.ability(P1, "2C")
    assert (game.pile(P1), questions(game)) == ([], [(P1, "cleanup")])


@pytest.mark.rule("CAP-R80", "CAP-205")
def test_emptied_pile_ends_the_draw_phase(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="2C", draw="3C", pile=1).start("draw")
    game.ability(P1, "2C")
    assert (game.hand(P1), questions(game)) == (["3C"], [(P1, "combat")])


@pytest.mark.rule("CAP-R80", "CAP-512")
def test_extra_flip_without_a_pile_is_not_asked(table: MakeTable) -> None:
    thief = fighter(table, any_time("draw(opponent, 1)"))
    game = table(thief, "spider_man").player(P1, hand="4H 2C").player(P2, draw="KC KD", pile=2).start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    assert questions(game) == [(P2, "ability_choice")]
    game.ability(P1, "2C")
    assert (game.lost(P2), questions(game)) == (4, [(P1, "combo")])


@pytest.mark.rule("CAP-R80", "CAP-414")
def test_combo_without_points_is_over(table: MakeTable) -> None:
    made = situation(table, "combo", f"modify_stat(opposing_active, combo, -4, {LASTING})")
    made.game.do(P2, use(made.game, P2))
    assert [event.reason for event in made.game.happened(e.ComboEnded)] == ["points"]
    assert questions(made.game) == [(P1, "cleanup")]


# KOs by an any-time ability


BEFORE = {(P1, "combo of a counter"): 5, (P2, "combo"): 4, (P2, "discard"): 4}
"""What an attack has taken from a seat before the prompt."""


def weak(seat: int, kind: str) -> Callable[[Table], None]:
    """A given: 5 HP are left when the prompt comes."""

    def given(game: Table) -> None:
        game.character(seat, hp=5 + BEFORE.get((seat, kind), 0))

    return given


@pytest.mark.rule("CAP-959", "CAP-930", "CAP-R80", "CAP-R94", "CAP-R69")
@pytest.mark.parametrize(("user", "target"), [(P2, "opposing_active"), (P1, "self")])
@pytest.mark.parametrize("kind", KINDS)
def test_ko_of_the_turn_player_in_a_team(table: MakeTable, kind: str, user: int, target: str) -> None:
    """The attacker, where there is an attack; the turn is over, whatever was asked."""
    made = situation(table, kind, f"deal_damage({target}, 5)", weak(P1, kind))
    game, asked = made.game, made.game.prompt(made.seat)
    game.do(user, use(game, user))
    game.decline(P1)
    assert [event.seat for event in game.happened(e.CharacterKoed)] == [P1]
    assert [event.seat for event in game.happened(e.TurnEnded)] == [P1]
    assert (game.active(P1), questions(game), game.board.turn) == ("ryu", [(P2, "draw")], 6)
    assert asked.id not in game.state.prompts
    assert game.zone(P1) == game.zone(P2) == []


@pytest.mark.rule("CAP-930", "CAP-208", "CAP-R80", "CAP-R94", "CAP-953")
@pytest.mark.parametrize(("user", "target"), [(P1, "opposing_active"), (P2, "self")])
@pytest.mark.parametrize("kind", KINDS)
def test_ko_of_the_opposing_character_in_a_team(table: MakeTable, kind: str, user: int, target: str) -> None:
    """The defender, where there is an attack: a combat phase is over, everything else goes on."""
    made = situation(table, kind, f"deal_damage({target}, 5)", weak(P2, kind))
    game, asked = made.game, made.game.prompt(made.seat)
    game.do(user, use(game, user))
    game.decline(P2)
    follows = {"cut_deck": (P4, "cut_deck")}.get(kind, (P1, "cleanup" if kind in FIGHTS else asked.kind))
    assert (game.active(P2), questions(game)) == ("gambit", [follows])
    assert asked.id not in game.state.prompts
    while game.board.turn < 8:
        (asked_now,) = questions(game)
        game.do(asked_now[0], game.game.default(game.state, game.prompt(asked_now[0])))
    assert [event.seat for event in game.ever(e.TurnStarted)] == [P3, P4, P1]


@pytest.mark.rule("CAP-702", "CAP-704")
@pytest.mark.parametrize("loser", [P1, P2])
def test_ko_ends_a_duel_above_a_prompt(table: MakeTable, loser: int) -> None:
    one = fighter(table, any_time(HURT))
    game = table(one, one).character(loser, hp=5).player(P1, hand="4H 2D").player(P2, hand="2H").start()
    game.attack(P1, "basic", "4H")
    game.ability(1 - loser, COST[1 - loser])
    result = game.state.result
    assert result is not None
    assert (result.rule, result.placings, game.state.prompts) == ("CAP-702", ((1 - loser,), (loser,)), {})
    assert game.ever(e.AttackHit) == []


@pytest.mark.rule("CAP-703")
def test_double_ko_by_an_ability_is_a_draw(table: MakeTable) -> None:
    one = fighter(table, any_time("deal_damage(self, 5), deal_damage(opposing_active, 5)"))
    game = table(one, one).character(P1, hp=5).character(P2, hp=5).player(P1, hand="2D").start("cleanup")
    game.ability(P1, "2D")
    result = game.state.result
    assert result is not None
    assert (result.kind, result.rule, result.placings) == ("draw", "CAP-703", ((P1, P2),))


@pytest.mark.rule("CAP-930", "CAP-208", "CAP-R60")
@pytest.mark.parametrize(
    ("stage", "follows"), [("draw", "draw"), ("combat", "cleanup"), ("cleanup", "cleanup"), ("endurance", "draw")]
)
def test_ko_of_the_turn_player_in_a_tag_battle(table: MakeTable, stage: Any, follows: str) -> None:
    """The same player goes on with the partner; a combat phase is over. Granny Gale has Endurance 8."""
    one = fighter(table, any_time(HURT))
    hand = "3H 4H 5H 6H 7H 8H 9H 10H"
    game = table(("ryu", "granny_gale"), (one, "gambit"), mode="tag").character(P1, "ryu", hp=5)
    game.player(P1, hand=hand).player(P2, hand="2H").start(stage)
    game.ability(P2, "2H")
    assert game.active(P1) == "granny_gale"
    assert questions(game) == [(P2 if stage == "endurance" else P1, follows)]


@pytest.mark.rule("CAP-930", "CAP-503", "CAP-R80", "CAP-R94", "CAP-202")
@pytest.mark.parametrize("victim", [P1, P2])
def test_ko_above_a_choice_at_the_start_of_a_turn(table: MakeTable, victim: int) -> None:
    """The ability of who is out doesn't work any more; that of a living character still waits for its answer."""
    do = part("turn_start", "heal(self, 1)", may=True)
    one = fighter(table, do, any_time("deal_damage(opposing_active, 5)"))
    game = table((one, "ryu"), (one, "gambit"), mode="tag").character(victim, one, hp=5)
    game.player(P1, hand="2D").player(P2, hand="2H").start("start")
    asked = game.prompt(P1)
    assert asked.kind == "ability_choice"
    game.ability(1 - victim, COST[1 - victim])
    if victim == P1:
        assert (game.active(P1), questions(game)) == ("ryu", [(P1, "draw")])
        return
    assert (game.active(P2), game.prompt(P1).id, game.prompt(P1).revision) == ("gambit", asked.id, 1)
    game.do(P1, a.Use())
    assert questions(game) == [(P1, "draw")]


@pytest.mark.rule("CAP-930", "CAP-922", "CAP-R95")
def test_ko_of_the_user_of_a_pending_tag_super(table: MakeTable) -> None:
    one = fighter(table, any_time(HURT))
    game = table(("ryu", "unit_09"), (one, "gambit"), mode="tag").character(P1, "ryu", hp=5)
    game.player(P1, hand="JK1 JK2").player(P2, hand="2H").start()
    game.attack(P1, "tag_super", "JK1 JK2")
    game.ability(P2, "2H")
    assert (game.active(P1), game.lost(P2), questions(game)) == ("unit_09", 0, [(P1, "cleanup")])
    assert [event.reason for event in game.happened(e.CharacterSwitched)] == ["ko"]
    assert game.discard(P1) == ["JK1", "JK2"]


@pytest.mark.rule("CAP-922", "CAP-930", "CAP-R94", "CAP-R95")
@pytest.mark.parametrize("victim", [P1, P2])
def test_ko_above_the_damage_of_a_tag_super(table: MakeTable, victim: int) -> None:
    """It has hit, so its users change places, where both live; its damage is lost with the combat phase."""
    parts = (any_time(HURT), part("would_be_damaged", "prevent_damage(value)", "1, number_card", "turn", may=True))
    ts = (move("2A", "B", 20, 6, mark="TS"),)
    one, other = fighter(table, *parts, moves_=ts), fighter(table, *parts, moves_=ts)
    game = table((one, "unit_09"), (other, "gambit"), mode="tag").character(victim, hp=5)
    game.player(P1, hand="JK1 JK2 2D").player(P2, hand="2H 3H").start()
    game.hit(P1, "tag_super", "JK1 JK2")
    assert questions(game) == [(P2, "damage_response")]
    game.ability(1 - victim, COST[1 - victim])
    game.decline(victim)
    assert (game.active(P1), game.active(P2)) == ("unit_09", other if victim == P1 else "gambit")
    reasons = [(event.side, event.reason) for event in game.happened(e.CharacterSwitched)]
    assert reasons == ([(0, "ko")] if victim == P1 else [(1, "ko"), (0, "tag_super")])
    assert (game.lost(P2), questions(game)) == (0, [(P1, "cleanup")])


@pytest.mark.rule("CAP-511", "CAP-R80", "CAP-R94")
def test_damage_to_who_is_gone_by_then(table: MakeTable) -> None:
    """Two uses, one above the other: what the first would have done is not done to the partner."""
    one = fighter(table, any_time(HURT))
    game = table((one, "ryu"), ("captain_halberd", "gambit"), mode="tag").character(P2, "captain_halberd", hp=5)
    game.player(P1, hand="2D 3D").player(P2, hand="KC").start("cleanup")
    game.ability(P1, "2D")
    game.ability(P1, "3D")
    game.decline(P2)
    assert (game.active(P2), game.lost(P2), questions(game)) == ("gambit", 0, [(P1, "cleanup")])


@pytest.mark.rule("CAP-509", "CAP-480", "CAP-511")
def test_damage_to_a_conceding_character(table: MakeTable) -> None:
    one = fighter(table, any_time(HURT))
    game = table(one, "captain_halberd", "ryu", "gambit", mode="team")
    game.player(P1, hand="2D").player(P2, hand="KC").start("cleanup")
    game.ability(P1, "2D")
    assert questions(game) == [(P2, "damage_response")]
    game.concede(P2)
    assert (game.active(P2), game.lost(P4), questions(game)) == ("gambit", 0, [(P1, "cleanup")])
    assert game.happened(e.DamageDealt) == []


# Who can, and when


@pytest.mark.rule("CAP-502", "CAP-503", "CAP-R39")
def test_no_ability_before_the_first_turn() -> None:
    """It may be used from the start of the first turn on, by both."""
    game = dealt("ryu", "kestrel_volt", first_side="a")
    for seat in (P1, P2):
        assert game.legal(seat, "use_ability") == []
        assert game.refused(seat, a.UseAbility("iron_focus")).rule == "CAP-502"
        game.do(seat, a.Keep())
    assert (len(game.legal(P1, "use_ability")), len(game.legal(P2, "use_ability"))) == (7, 1)


@pytest.mark.rule("CAP-504", "CAP-R40")
def test_ability_of_an_inactive_character(table: MakeTable) -> None:
    game = table("unit_09", "gambit", "ryu", "morrigan", mode="team").player(P3, hand="2C").start()
    assert game.legal(P3, "use_ability") == []
    assert game.refused(P3, a.UseAbility("iron_focus", ("2C",))).rule == "CAP-504"


@pytest.mark.rule("CAP-R102", "CAP-482", "CAP-502", "CAP-701")
def test_an_ability_in_the_middle_of_an_attacks_effects_ends_what_it_finds_at_0(table: MakeTable) -> None:
    """The attack would have taken its user with it; but the match is over before that."""
    last = move("J", "C", 9, 3, hit="discard(opponent, 1, owner), deal_damage(self, 60)")
    one = fighter(table, any_time("heal(self, 1)"), moves_=(last,))
    game = table(one, "ryu").player(P1, hand="JC 2C").player(P2, hand="2D 3D").character(P2, hp=9).start()
    game.hit(P1, f"{one}m1", "JC")
    assert (game.hp(P2), questions(game), game.state.result) == (0, [(P2, "discard")], None)
    game.ability(P1, "2C")
    result = game.state.result
    assert result is not None
    assert (result.rule, result.placings, game.lost(P1)) == ("CAP-702", ((P1,), (P2,)), 0)
