"""Abilities of cards in play (C4-330 to C4-333)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from tests.games.c4.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("C4-330", "C4-R18")
def test_each_ability_once_a_turn_and_no_action(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=["Piggy Bank"]).start()
    game.use(P1, "Piggy Bank", 1, x=2)
    assert (game.on_card("Piggy Bank"), game.tokens(P1)) == (2, 8)
    assert (game.board.free_actions, game.board.actions_taken) == (1, 0)
    assert game.refused(P1, a.UseAbility(game.seen("Piggy Bank"), 1, x=1)).rule == "C4-330"
    game.use(P1, "Piggy Bank", 2)
    assert (game.on_card("Piggy Bank"), game.tokens(P1)) == (0, 10)
    game.end_turn(P1)
    game.end_turn(P2)
    game.use(P1, "Piggy Bank", 1, x=1)
    assert game.on_card("Piggy Bank") == 1


@pytest.mark.rule("C4-330")
def test_only_the_controller_in_the_own_turn_while_idle(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, hand=["Early Bird"])
        .player(P2, in_play=["Tip Jar"], hand=["Not So Fast"])
        .in_play("Lost Room Key", P1, owner=P2)
        .pot(4)
        .start()
    )
    assert game.refused(P2, a.UseAbility(game.seen("Tip Jar"), 1)).rule == "C4-330"
    assert [action["card"] for action in game.legal(P1, "use_ability")] == [game.seen("Lost Room Key")]
    game.play(P1, "Early Bird")
    assert game.refused(P1, a.UseAbility(game.seen("Lost Room Key"), 1)).rule == "C4-330"
    game.pass_(P2)
    game.use(P1, "Lost Room Key")
    assert (game.controlled(P1), game.discard(P2)) == ([], ["Lost Room Key"])


@pytest.mark.rule("C4-331", "C4-R18")
@pytest.mark.parametrize(("tokens", "legal"), [(2, True), (1, False)])
def test_a_cost_is_paid_in_full_or_the_ability_is_not_used(table: MakeTable, tokens: int, legal: bool) -> None:
    game = table(2).player(P1, tokens=tokens, in_play=["Cursed Invoice"]).start()
    assert bool(game.legal(P1, "use_ability")) is legal
    if legal:
        game.use(P1, "Cursed Invoice")
        assert (game.tokens(P1), game.controlled(P1)) == (0, [])
    else:
        assert game.refused(P1, a.UseAbility(game.seen("Cursed Invoice"), 1)).rule == "C4-331"


@pytest.mark.rule("C4-331")
@pytest.mark.parametrize(("on_it", "legal"), [(3, True), (2, False)])
def test_a_spilled_cost_comes_from_the_card(table: MakeTable, on_it: int, legal: bool) -> None:
    game = table(3).player(P1, in_play=[("Pressure Valve", {"coin": on_it})]).pot(0).start()
    if not legal:
        assert game.refused(P1, a.UseAbility(game.seen("Pressure Valve"), 1)).rule == "C4-331"
        return
    game.use(P1, "Pressure Valve")
    assert (game.tokens(0), game.tokens(1), game.tokens(2)) == (10, 9, 9)
    assert (game.on_card("Pressure Valve"), game.in_pot()) == (0, 5)


@pytest.mark.rule("C4-332", "C4-R18")
def test_no_window_for_the_ability_but_for_its_events(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, in_play=[("Pressure Valve", {"coin": 3})])
        .player(P2, hand=["Brain Freeze", "Impulse Purchase", "Antidote", "Thick Skin"])
        .pot(0)
        .start()
    )
    game.use(P1, "Pressure Valve")
    assert [action["card"] for action in game.legal(P2, "play_reaction")] == [game.held(P2, "Thick Skin")]
    game.pass_(P2)
    assert [action["card"] for action in game.legal(P2, "play_reaction")] == [game.held(P2, "Antidote")]
    game.pass_(P2)
    assert game.tokens(P2) == 9


@pytest.mark.rule("C4-332", "C4-384")
def test_an_abilitys_payment_opens_its_window_too(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=["Lost Room Key", "Big Spender"]).player(P2, hand=["Petty Cash"]).start()
    game.use(P1, "Lost Room Key")
    assert [event.reason for event in game.happened(e.TokensPaid)] == ["card_cost"]
    assert game.happened(e.CardDrawn) == []
    assert game.controlled(P1) == ["Big Spender"]


@pytest.mark.rule("C4-333", "C4-R18")
@pytest.mark.parametrize(("on_it", "legal"), [(3, True), (2, False)])
def test_a_bracketed_condition_must_hold(table: MakeTable, on_it: int, legal: bool) -> None:
    game = table(2).player(P1, in_play=[("Swear Jar", {"bead": on_it})]).start()
    assert bool(game.legal(P1, "use_ability")) is legal
    if legal:
        game.use(P1, "Swear Jar")
        assert (game.on_card("Swear Jar"), game.supply(P1)) == (0, {"coin": 10, "bead": 3})
    else:
        assert game.refused(P1, a.UseAbility(game.seen("Swear Jar"), 1)).rule == "C4-333"


@pytest.mark.rule("C4-333")
def test_putting_x_needs_x_tokens(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=1, in_play=["Piggy Bank"]).start()
    assert [action.get("x") for action in game.legal(P1, "use_ability")] == [1, None]
    assert game.refused(P1, a.UseAbility(game.seen("Piggy Bank"), 1, x=2)).rule == "C4-333"
    game.use(P1, "Piggy Bank", 1, x=1)
    assert (game.tokens(P1), game.on_card("Piggy Bank")) == (0, 1)


@pytest.mark.rule("C4-333")
def test_putting_x_with_no_token_at_all(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=0, in_play=["Piggy Bank"]).start()
    assert [action["ability"] for action in game.legal(P1, "use_ability")] == [2]
    assert game.refused(P1, a.UseAbility(game.seen("Piggy Bank"), 1, x=1)).rule == "C4-333"
