"""The Master Card Rule and continuous effects (C4-501 to C4-516)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from tests.games.c4.custom import add_card
from tests.games.c4.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("C4-501")
def test_card_text_beats_the_rules(table: MakeTable) -> None:
    """The rule says equal symbols fail (C4-408) and the next player is the one to the left (C4-207)."""
    game = table(3).player(P1, hand=["Badge Check", "Rigged Compass"], in_play=["All in Black"], wears=["wears_black"])
    game.player(P2, kind="coin").pot(4).turn(P1, free_actions=2).start()
    game.play(P1, "Badge Check", on=P2)
    assert [event.won for event in game.happened(e.AttackDecided)] == [True]
    game.play(P1, "Rigged Compass", on=P3)
    game.end_turn(P1)
    assert game.board.active == P3


@pytest.mark.rule("C4-502", "C4-R41")
def test_forbidding_beats_allowing(table: MakeTable) -> None:
    """Second Wind allows two more actions, Union Rules no more than two."""
    game = table(2).player(P1, hand=["Second Wind", "Early Bird", "Nap Time"]).player(P2, in_play=["Union Rules"])
    game.pot(9).start()
    game.play(P1, "Second Wind")
    game.play(P1, "Early Bird")
    assert game.board.free_actions == 1
    assert game.refused(P1, game.playing(P1, "Nap Time")).rule == "C4-502"
    assert {str(action["type"]) for action in game.legal(P1)} == {"end_turn"}


@pytest.mark.rule("C4-502", "C4-R41")
def test_preventing_beats_increasing(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird"], in_play=["Gelatinous Guard", "Lucky Penny"]).pot(9).start()
    game.play(P1, "Early Bird")
    assert (game.tokens(P1), game.in_pot()) == (10, 9)
    assert [event.by for event in game.happened(e.EventPrevented)] == ["DGN-14"]


@pytest.mark.rule("C4-502", "C4-R41")
def test_otherwise_the_later_effect_holds(table: MakeTable) -> None:
    """Both name a symbol for a flipped card of an attack; the second Sleight of Sleeve is played last."""
    game = table(2).player(P1, hand=["Badge Check", "Sleight of Sleeve", "Sleight of Sleeve"]).start()
    game.play(P1, "Badge Check", on=P2)
    game.play(P1, "Sleight of Sleeve", mode="scissors")
    game.play(P1, "Sleight of Sleeve", mode="paper")
    assert [(event.attacker_symbol, event.won) for event in game.happened(e.AttackDecided)] == [("paper", True)]


@pytest.mark.rule("C4-502", "C4-512", "C4-513", "C4-R59")
def test_a_forbid_holds_for_its_own_player_too(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Quiet Coyote", "Impulse Purchase"]).player(P2, hand=["Impulse Purchase"])
    game.player(P3, hand=["Not So Fast"]).turn(P1, free_actions=1).start()
    game.play(P1, "Quiet Coyote")
    for seat in (P1, P2, P3):
        game.pass_(seat)
    assert game.refused(P1, game.playing(P1, "Impulse Purchase")).rule == "C4-502"
    assert {str(action["type"]) for action in game.legal(P1)} == {"end_turn"}
    game.end_turn(P1)
    assert game.asked() == [(P2, "main")]


@pytest.mark.rule("C4-503", "C4-459", "C4-712")
def test_limits_that_no_card_can_break(table: MakeTable) -> None:
    game = table(2, reaction_cap=1).player(P1, hand=["Early Bird", "Brain Freeze"]).player(P2, hand=["Not So Fast"])
    game.pot(9).turn(P1, turn_cap=1).start()
    game.board.reaction_cap = 1
    game.play(P1, "Early Bird")
    game.pass_(P1)
    game.play(P2, "Not So Fast")
    assert game.discard(P1) == ["Early Bird"], "no window for an answer to the last Reaction of the chain"
    game.end_turn(P1)
    assert game.state.result is not None
    assert game.state.result.rule == "C4-712"


@pytest.mark.rule("C4-510", "C4-446")
def test_a_card_works_from_when_it_is_in_play_until_it_leaves(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Lucky Penny", "Early Bird", "Cold Storage", "Early Bird"]).pot(9)
    game.turn(P1, free_actions=4).start()
    game.play(P1, "Lucky Penny")
    game.play(P1, "Early Bird")
    assert game.tokens(P1) == 13
    game.play(P1, "Cold Storage", target="Lucky Penny")
    game.play(P1, "Early Bird")
    assert game.tokens(P1) == 15


@pytest.mark.rule("C4-511", "C4-R42")
def test_you_is_the_controller_of_the_moment(table: MakeTable) -> None:
    game = table(3).player(P1, tokens=10).in_play("Hot Potato", P2, owner=P1).turn(P1).start()
    game.end_turn(P1)
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [10, 9, 10]
    game.end_turn(P2)
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [10, 9, 9]
    assert game.controlled(P3) == ["Hot Potato"]
    assert [(event.from_seat, event.to_seat) for event in game.happened(e.ControlChanged)] == [(P2, P3)]


@pytest.mark.rule("C4-512", "C4-513", "C4-R42")
def test_an_effect_lasts_though_its_card_is_in_the_discard(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Fog Bank"]).player(P2, hand=["Badge Check"]).player(P3, hand=["Badge Check"])
    game.start()
    game.play(P1, "Fog Bank")
    assert game.discard(P1) == ["Fog Bank"]
    game.end_turn(P1)
    assert [action["player"] for action in game.legal(P2, "play_card") if "player" in action] == [P3]
    assert game.refused(P2, game.playing(P2, "Badge Check", on=P1)).rule == "C4-403"
    game.end_turn(P2)
    assert game.refused(P3, game.playing(P3, "Badge Check", on=P1)).rule == "C4-403"
    game.end_turn(P3)
    assert [event.source for event in game.happened(e.EffectEnded)] == ["STM-14"]
    game.end_turn(P1)
    assert {action["player"] for action in game.legal(P2, "play_card") if "player" in action} == {P1, P3}


@pytest.mark.rule("C4-513", "C4-R58")
def test_until_your_next_turn_ends_at_once_when_the_player_leaves(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Quiet Coyote"]).player(P2, hand=["Impulse Purchase"]).start()
    game.play(P1, "Quiet Coyote")
    game.pass_(P2)
    game.end_turn(P1)
    assert game.board.effects
    game.concede(P1)
    assert game.board.effects == []
    game.play(P2, "Impulse Purchase")
    assert game.tokens(P2) == 9


@pytest.mark.rule("C4-513", "C4-R58")
def test_until_your_next_turn_outlasts_the_turns_of_others(table: MakeTable) -> None:
    """P1 takes P2's place by an override: it is the next turn that P1 really takes that counts."""
    game = table(3).player(P1, hand=["Fog Bank", "Encore"]).turn(P1, free_actions=2).start()
    game.play(P1, "Fog Bank")
    game.play(P1, "Encore")
    assert game.board.effects
    game.end_turn(P1)
    assert (game.board.active, game.board.effects) == (P1, [])


@pytest.mark.rule("C4-514", "C4-502")
def test_this_turn_ends_with_the_turn(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Panel Crash"]).player(P2, hand=["Badge Check", "Early Bird", "Food Fight"])
    game.player(P3, hand=["Badge Check"]).pot(4).start()
    game.end_turn(P1)
    game.play(P1, "Panel Crash")
    assert game.refused(P2, game.playing(P2, "Badge Check", on=P3)).rule == "C4-502"
    assert game.refused(P2, game.playing(P2, "Food Fight")).rule == "C4-502"
    game.play(P2, "Early Bird")
    game.end_turn(P2)
    assert game.board.effects == []
    game.play(P3, "Badge Check", on=P2)
    assert len(game.happened(e.AttackDeclared)) == 1


@pytest.mark.rule("C4-515", "C4-376", "C4-516", "C4-R42")
def test_copies_add_up(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird"], in_play=["Lucky Penny", "Lucky Penny", "Fast Talker"])
    game.player(P2, in_play=["Budget Cut"]).pot(9).start()
    game.play(P1, "Early Bird")
    assert game.tokens(P1) == 13, "2 + 1 + 1 - 1"
    assert [sum(event.tokens.values()) for event in game.happened(e.TokensGained)] == [3]


@pytest.mark.rule("C4-515", "C4-520")
def test_copies_each_trigger(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=["Night Owl", "Night Owl"]).pot(9).start()
    game.end_turn(P1)
    assert [event.tokens for event in game.happened(e.TokensGained)] == [{"coin": 1}] * 2


@pytest.mark.rule("C4-512", "C4-R86")
@pytest.mark.parametrize("part", ["mod_gain(you, 3, this_attack)", "delayed(this_attack, gained(you), gain(you, 3))"])
def test_there_is_no_this_attack_outside_an_attack(table: MakeTable, part: str) -> None:
    game = table(2)
    brag = add_card(game, "Brag", play=f"if_did({part}, gain(you, 3))")
    game.player(P1, hand=[brag, "Early Bird"]).pot(9).turn(P1, free_actions=2).start()
    game.play(P1, brag)
    game.play(P1, "Early Bird")
    assert (game.tokens(P1), game.board.effects) == (12, [])
