"""Gains, losses, Non Matching tokens and tokens on cards (C4-340 to C4-345, C4-356 to C4-360)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from tests.games.c4.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def gains(game: Table) -> list[tuple[int, int]]:
    """Gain events since the last action: (seat, number)."""
    return [(event.seat, sum(event.tokens.values())) for event in game.happened(e.TokensGained)]


def losses(game: Table) -> list[tuple[int, int]]:
    """Loss events since the last action: (seat, number)."""
    return [(event.seat, sum(event.tokens.values())) for event in game.happened(e.TokensLost)]


@pytest.mark.rule("C4-340", "C4-341", "C4-R19")
def test_a_gain_moves_any_tokens_of_the_pot_to_the_supply(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Early Bird"]).pot({"coin": 2, "bead": 2, "gem": 1}).start()
    game.play(P1, "Early Bird")
    assert game.asked() == [(P1, "choose_tokens")]
    game.choose(P1, coin=1, gem=1)
    assert game.supply(P1) == {"coin": 11, "gem": 1}
    assert game.board.pot == {"coin": 1, "bead": 2}
    assert (game.tokens(P2), game.tokens(P3)) == (10, 10)


@pytest.mark.rule("C4-342")
@pytest.mark.parametrize(("pot", "events"), [(3, [(P1, 3)]), (4, [(P1, 4)]), (0, [])])
def test_a_gain_takes_what_is_there(table: MakeTable, pot: int, events: list[tuple[int, int]]) -> None:
    game = table(2).player(P1, hand=["Nap Time"]).player(P2, hand=["Copycat"]).pot(pot).start()
    game.play(P1, "Nap Time")
    assert gains(game) == events
    assert game.in_pot() == 0
    assert game.tokens(P1) == 10 + pot
    assert game.is_idle() is (pot == 0)
    if pot:
        game.pass_(P2)


@pytest.mark.rule("C4-343", "C4-R19")
def test_a_loss_moves_tokens_of_the_losers_choice_to_the_pot(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, tokens={"coin": 2, "bead": 1}, hand=["Fire Drill"])
        .player(P2, tokens={"bead": 3, "gem": 3})
        .pot(0)
        .start()
    )
    game.play(P1, "Fire Drill")
    game.choose(P1, coin=1, bead=1)
    assert game.asked() == [(P2, "choose_tokens")]
    game.choose(P2, gem=2)
    assert (game.supply(P1), game.supply(P2)) == ({"coin": 1}, {"bead": 3, "gem": 1})
    assert game.board.pot == {"coin": 1, "bead": 1, "gem": 2}


@pytest.mark.rule("C4-344")
@pytest.mark.parametrize(("tokens", "events"), [(2, [(P2, 2)]), (1, [(P2, 1)]), (0, [])])
def test_a_loss_ends_at_nothing(table: MakeTable, tokens: int, events: list[tuple[int, int]]) -> None:
    game = (
        table(2)
        .player(P1, tokens=0, hand=["Fire Drill"])
        .player(P2, tokens=tokens, hand=["Antidote"], in_play=["Pressure Valve"])
        .pot(0)
        .start()
    )
    game.play(P1, "Fire Drill")
    assert losses(game) == events
    assert game.tokens(P2) == 0
    assert game.on_card("Pressure Valve") == len(events)
    if events:
        game.pass_(P2)


@pytest.mark.rule("EX-05", "C4-345")
def test_one_effect_is_one_event(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Nap Time"]).player(P2, in_play=["Goblin Accountant"]).pot(6).start()
    game.play(P1, "Nap Time")
    assert gains(game) == [(P1, 4), (P2, 1)]
    assert (game.tokens(P1), game.tokens(P2), game.in_pot()) == (14, 11, 1)


@pytest.mark.rule("C4-345")
def test_a_loss_of_several_triggers_once(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill"], in_play=["Pressure Valve"]).player(P2, tokens=0).pot(0).start()
    game.play(P1, "Fire Drill")
    assert losses(game) == [(P1, 2)]
    assert (game.on_card("Pressure Valve"), game.in_pot()) == (1, 1)


@pytest.mark.rule("EX-06", "C4-344", "C4-376", "C4-612", "C4-R62")
@pytest.mark.parametrize(
    ("tokens", "pot", "card", "after", "lost"),
    [
        (7, 4, None, 5, [(P1, 7)]),
        (0, 9, None, 5, []),
        (7, 4, "Hole in the Pocket", 5, [(P1, 7)]),
        (7, 4, "Lucky Penny", 6, [(P1, 7)]),
    ],
)
def test_amys_last_chance(
    table: MakeTable, tokens: int, pot: int, card: str | None, after: int, lost: list[tuple[int, int]]
) -> None:
    game = table(2).player(P1, tokens=tokens, hand=["Amy's Last Chance"], in_play=[card] if card else []).pot(pot)
    game.start().play(P1, "Amy's Last Chance")
    assert losses(game) == lost
    assert gains(game) == [(P1, after)]
    assert (game.tokens(P1), game.in_pot()) == (after, tokens + pot - after)


@pytest.mark.rule("EX-23", "C4-342", "C4-344", "C4-612", "C4-R62")
def test_amys_last_chance_with_a_small_pot(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=2, hand=["Amy's Last Chance"]).pot(1).start()
    game.play(P1, "Amy's Last Chance")
    assert (losses(game), gains(game)) == ([(P1, 2)], [(P1, 3)])
    assert (game.tokens(P1), game.in_pot()) == (3, 0)


@pytest.mark.rule("C4-358")
def test_non_matching_is_judged_by_ones_own_kind(table: MakeTable) -> None:
    game = (
        table(3)
        .player(P1, hand=["Souvenir Hunter"])
        .player(P3, kind="coin")
        .pot({"coin": 3, "bead": 1, "gem": 1})
        .start()
    )
    game.play(P1, "Souvenir Hunter")
    assert game.supply(P1) == {"coin": 10, "bead": 1, "gem": 1}
    assert game.board.pot == {"coin": 3}


@pytest.mark.rule("C4-359")
@pytest.mark.parametrize(
    ("pot", "gained"), [({"coin": 5, "bead": 5}, 3), ({"coin": 5, "bead": 2}, 2), ({"coin": 5}, 0)]
)
def test_a_restricted_gain_is_capped_by_the_allowed_tokens_increase_included(
    table: MakeTable, pot: dict[str, int], gained: int
) -> None:
    game = table(2).player(P1, hand=["Souvenir Hunter"], in_play=["Lucky Penny"]).pot(pot).start()
    game.play(P1, "Souvenir Hunter")
    assert game.supply(P1).get("bead", 0) == gained
    assert game.supply(P1)["coin"] == 10
    assert len(gains(game)) == (1 if gained else 0)


@pytest.mark.rule("C4-356", "C4-360", "C4-R22")
def test_putting_and_collecting_are_none_of_the_five_movements(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, in_play=["Piggy Bank", "Lucky Penny", "Hole in the Pocket", "Gelatinous Guard"])
        .player(P2, hand=["Thick Skin", "Copycat", "Petty Cash"], in_play=["Budget Cut"])
        .start()
    )
    game.use(P1, "Piggy Bank", 1, x=2)
    assert (game.tokens(P1), game.on_card("Piggy Bank")) == (8, 2)
    game.use(P1, "Piggy Bank", 2)
    assert (game.tokens(P1), game.on_card("Piggy Bank")) == (10, 0)
    assert [*game.ever(e.TokensGained), *game.ever(e.TokensLost), *game.ever(e.TokensPaid)] == []
    assert [event.from_seat for event in game.ever(e.TokensPutOnCard)] == [P1]


@pytest.mark.rule("C4-356")
def test_tokens_from_the_pot_onto_a_card(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, hand=["Mimic Crate"], in_play=["Lucky Penny"])
        .player(P2, hand=["Copycat"])
        .pot({"bead": 3})
        .start()
    )
    game.play(P1, "Mimic Crate")
    assert (game.on_card("Mimic Crate"), game.board.pot) == (2, {"bead": 1})
    assert gains(game) == []


@pytest.mark.rule("EX-14", "C4-357", "C4-471", "C4-R22")
def test_tokens_of_an_iceboxed_card_go_to_the_pot(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, hand=["Cold Storage"])
        .player(P2, in_play=[("Tip Jar", {"bead": 2, "coin": 1}), "Lucky Penny"])
        .pot(2)
        .start()
    )
    game.play(P1, "Cold Storage", target="Tip Jar")
    assert game.discard(P2) == ["Tip Jar"]
    assert game.board.pot == {"coin": 3, "bead": 2}
    assert [*gains(game), *losses(game)] == []


@pytest.mark.rule("C4-357")
def test_spilled_tokens_go_to_the_pot_and_nobody_gains(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=[("Pressure Valve", {"coin": 4})]).player(P2, tokens=0).pot(0).start()
    game.use(P1, "Pressure Valve")
    assert (game.on_card("Pressure Valve"), game.in_pot(), game.tokens(P1)) == (1, 3, 10)
    assert [*gains(game), *losses(game)] == []


@pytest.mark.rule("C4-360", "C4-R22")
def test_tokens_on_cards_are_in_nobodys_supply(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, tokens=5, hand=["Kobold Collection"], in_play=[("Piggy Bank", {"coin": 5})])
        .player(P2, tokens=6)
        .pot(4)
        .start()
    )
    game.play(P1, "Kobold Collection")
    assert game.tokens(P1) == 6
