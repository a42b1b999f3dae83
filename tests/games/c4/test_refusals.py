"""Which rule a refusal names: of several broken rules the first in the order of the catalogue's Actions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from tests.games.c4.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def rule(game: Table, seat: int, action: object) -> str | None:
    """The rule that the refusal of an action names."""
    return game.refused(seat, action).rule


@pytest.mark.rule("C4-301", "C4-440", "C4-603")
def test_a_card_turn_before_hand_before_kind(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Brain Freeze"]).player(P2, hand=["Brain Freeze"]).start()
    mine, theirs = game.held(P1, "Brain Freeze"), game.held(P2, "Brain Freeze")
    assert rule(game, P2, a.PlayCard(mine)) == "C4-301"
    assert rule(game, P1, a.PlayCard(theirs)) == "C4-440"
    assert rule(game, P1, a.PlayCard(mine)) == "C4-603"


@pytest.mark.rule("C4-403", "C4-441", "C4-502", "C4-308", "C4-R75")
def test_a_card_forbids_before_targets_before_costs(table: MakeTable) -> None:
    game = (
        table(3)
        .player(P1, tokens=0, hand=["Badge Check", "Rigged Compass", "Cold Storage"])
        .turn(P1, free_actions=0)
        .start()
    )
    assert rule(game, P1, game.playing(P1, "Badge Check", on=P1)) == "C4-403"
    assert rule(game, P1, game.playing(P1, "Badge Check")) == "C4-403"
    assert rule(game, P1, game.playing(P1, "Rigged Compass", on=7)) == "C4-441"
    assert rule(game, P1, game.playing(P1, "Cold Storage")) == "C4-441"
    assert rule(game, P1, game.playing(P1, "Badge Check", on=P2)) == "C4-308"


@pytest.mark.rule("C4-502", "C4-403")
def test_a_card_that_is_forbidden_is_refused_for_that_first(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, tokens=0, hand=["Badge Check"])
        .player(P2, in_play=["Union Rules"])
        .turn(P1, free_actions=0, actions_taken=2)
        .start()
    )
    assert rule(game, P1, game.playing(P1, "Badge Check", on=P1)) == "C4-502"


@pytest.mark.rule("C4-440", "C4-441")
def test_nothing_is_declared_that_the_card_does_not_ask_for(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird"]).player(P2, in_play=["Tip Jar"]).start()
    assert rule(game, P1, game.playing(P1, "Early Bird", on=P2)) == "C4-441"
    assert rule(game, P1, game.playing(P1, "Early Bird", target="Tip Jar")) == "C4-441"
    assert rule(game, P1, game.playing(P1, "Early Bird", mode="rock")) == "C4-440"
    assert rule(game, P1, game.playing(P1, "Early Bird", x=1)) == "C4-314"


@pytest.mark.rule("C4-450", "C4-440", "C4-603")
def test_a_reaction_window_before_hand_before_kind_before_condition(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, hand=["Early Bird", "Thick Skin"])
        .player(P2, tokens=1, hand=["Brain Freeze", "Not So Fast", "Snack Break", "Thick Skin"])
        .pot(4)
        .start()
    )
    brain_freeze = game.playing(P2, "Brain Freeze")
    assert rule(game, P2, brain_freeze) == "C4-450"
    assert rule(game, P1, game.playing(P1, "Thick Skin")) == "C4-450"
    game.play(P1, "Early Bird")
    assert rule(game, P2, a.PlayReaction(game.held(P1, "Thick Skin"))) == "C4-440"
    assert rule(game, P2, a.PlayReaction(game.held(P2, "Snack Break"))) == "C4-603"
    assert rule(game, P2, game.playing(P2, "Thick Skin")) == "C4-450"
    assert rule(game, P2, brain_freeze) == "C4-441"
    game.pass_(P2)


@pytest.mark.rule("C4-441")
def test_a_reaction_target_before_cost(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check"]).player(P2, tokens=0, hand=["Pass the Blame", "Side Step"]).start()
    game.play(P1, "Badge Check", on=P2)
    on_the_attacker = game.refused(P2, game.playing(P2, "Pass the Blame", on=P1))
    on_the_third = game.refused(P2, game.playing(P2, "Pass the Blame", on=P3))
    assert (on_the_attacker.rule, on_the_attacker.path) == ("C4-441", ("player",))
    assert (on_the_third.rule, on_the_third.path) == ("C4-441", ("card",))
    game.play(P2, "Side Step")


@pytest.mark.rule("C4-502", "C4-441")
def test_a_reaction_forbid_before_cost(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=0, hand=["Quiet Coyote", "Impulse Purchase"]).start()
    assert rule(game, P1, game.playing(P1, "Impulse Purchase")) == "C4-441"
    game.play(P1, "Quiet Coyote")
    assert rule(game, P1, game.playing(P1, "Impulse Purchase")) == "C4-502"


@pytest.mark.rule("C4-330", "C4-331", "C4-333")
def test_an_ability_turn_before_control_before_condition_before_cost(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, tokens=1, in_play=["Swear Jar", "Lost Room Key", "Piggy Bank"])
        .player(P2, in_play=["Tip Jar"])
        .start()
    )
    assert rule(game, P2, a.UseAbility(game.seen("Tip Jar"), 1)) == "C4-330"
    assert rule(game, P1, a.UseAbility(game.seen("Tip Jar"), 1)) == "C4-330"
    assert rule(game, P1, a.UseAbility(game.seen("Piggy Bank"), 3)) == "C4-330"
    assert rule(game, P1, a.UseAbility(game.seen("Swear Jar"), 1)) == "C4-333"
    assert rule(game, P1, a.UseAbility(game.seen("Lost Room Key"), 1)) == "C4-331"
    assert rule(game, P1, a.UseAbility(game.seen("Piggy Bank"), 1, x=2)) == "C4-333"
    assert rule(game, P1, a.UseAbility(game.seen("Piggy Bank"), 1, x=3)) == "C4-314"
    assert rule(game, P1, a.UseAbility(game.seen("Piggy Bank"), 2, player=P2)) == "C4-441"


@pytest.mark.rule("C4-204", "C4-454")
def test_the_end_of_a_turn_and_a_pass_are_for_who_is_asked(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird"]).player(P2, hand=["Not So Fast"]).pot(4).start()
    assert rule(game, P2, a.EndTurn()) == "C4-204"
    assert rule(game, P1, a.Pass()) == "C4-454"
    game.play(P1, "Early Bird")
    assert rule(game, P1, a.EndTurn()) == "C4-204"
    assert rule(game, P1, a.Pass()) == "C4-454"
    game.pass_(P2)
