"""Icebox (C4-470 to C4-474)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from tests.games.c4.custom import add_card
from tests.games.c4.table import FILLER, P1, P2, P3, ROCK, SCISSORS, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("C4-470", "C4-473", "C4-474")
def test_cards_in_play_of_any_player_own_ones_included(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Cold Storage", "Early Bird"], in_play=["Lucky Penny"], discard=["Fire Drill"])
    game.player(P2, hand=["Lucky Penny"]).player(P3, in_play=["Tip Jar", "Hot Potato"]).start()
    targets = [action["target"] for action in game.legal(P1, "play_card") if "target" in action]
    assert targets == [game.seen("Lucky Penny"), game.seen("Tip Jar"), game.seen("Hot Potato")]
    for iid in (game.held(P2, "Lucky Penny"), game.held(P1, "Early Bird"), game.board.players[P1].discard[0].iid):
        assert game.refused(P1, a.PlayCard(game.held(P1, "Cold Storage"), target=iid)).rule == "C4-441"
    game.play(P1, "Cold Storage", target="Lucky Penny")
    assert (game.controlled(P1), game.controlled(P3)) == ([], ["Tip Jar", "Hot Potato"])
    assert game.discard(P1) == ["Fire Drill", "Lucky Penny", "Cold Storage"]


@pytest.mark.rule("C4-470", "C4-472")
def test_a_card_being_played_but_not_the_icebox_card_itself(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird"]).player(P2, hand=["Brain Freeze"], in_play=["Tip Jar"]).pot(4)
    game.start()
    game.play(P1, "Early Bird")
    targets = [action["target"] for action in game.legal(P2, "play_reaction")]
    assert targets == [game.seen("Tip Jar"), game.seen("Early Bird")]
    itself = a.PlayReaction(game.held(P2, "Brain Freeze"), target=game.held(P2, "Brain Freeze"))
    assert game.refused(P2, itself).rule == "C4-441"
    game.play(P2, "Brain Freeze", target="Early Bird")
    assert (game.discard(P1), game.tokens(P1)) == (["Early Bird"], 10)


@pytest.mark.rule("C4-470")
def test_every_card_of_the_stack_may_be_named(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Early Bird"]).player(P2, hand=["Brain Freeze"])
    game.player(P3, hand=["Brain Freeze"]).pot(4).start()
    game.play(P1, "Early Bird")
    game.play(P2, "Brain Freeze", target="Early Bird")
    assert len(game.legal(P3, "play_reaction")) == 2
    game.play(P3, "Brain Freeze", target="Early Bird")
    assert game.discard(P1) == ["Early Bird"]
    assert [event.by for event in game.ever(e.CardCancelled)] == ["COR-07"]


@pytest.mark.rule("C4-471", "C4-610", "C4-R39", "C4-R56")
def test_an_iceboxed_card_in_play_goes_to_its_owners_discard(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Cold Storage"]).in_play("Travelling Trophy", P2, owner=P3, tokens={"bead": 2})
    game.pot(1).start()
    game.play(P1, "Cold Storage", target="Travelling Trophy")
    (left,) = game.happened(e.CardLeftPlay)
    assert (left.owner, left.controller, left.cause, left.spilled) == (P3, P2, "icebox", {"bead": 2})
    assert [game.discard(seat) for seat in (P1, P2, P3)] == [["Cold Storage"], [], ["Travelling Trophy"]]
    assert game.board.pot == {"coin": 1, "bead": 2}


@pytest.mark.rule("C4-473")
def test_a_narrower_text_names_less(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Lucky Penny", "Early Bird"]).player(P2, hand=["Not So Fast"]).pot(4).start()
    game.play(P1, "Lucky Penny")
    assert game.controlled(P1) == ["Lucky Penny"]
    game.play(P1, "Early Bird")
    assert game.asked() == [(P2, "react")]
    game.play(P2, "Not So Fast")
    assert game.tokens(P1) == 9


@pytest.mark.rule("C4-473")
@pytest.mark.parametrize(("kind", "legal"), [("stay_in_play", ["Tip Jar"]), ("regular", []), ("any", ["Tip Jar"])])
def test_a_text_may_name_a_kind(table: MakeTable, kind: str, legal: list[str]) -> None:
    game = table(2)
    icicle = add_card(game, "Icicle", play=f"icebox(in_play, {kind})")
    game.player(P1, hand=[icicle]).player(P2, in_play=["Tip Jar"]).start()
    assert [action["target"] for action in game.legal(P1, "play_card")] == [game.seen(name) for name in legal]


@pytest.mark.rule("C4-474", "C4-R39")
def test_a_flipped_card_cannot_be_iceboxed(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check", "Do-Over"], deck=["Lucky Penny", "Early Bird"])
    game.player(P2, hand=["Brain Freeze"]).start()
    game.play(P1, "Badge Check", on=P2)
    game.pass_(P2)
    flipped = game.board.players[P1].flipped.card.iid
    game.play(P1, "Do-Over")
    assert flipped not in [action["target"] for action in game.legal(P2, "play_reaction")]
    rule = game.refused(P2, a.PlayReaction(game.held(P2, "Brain Freeze"), target=flipped)).rule
    assert rule == "C4-441"
    game.pass_(P2)
    assert game.discard(P1) == ["Lucky Penny", "Do-Over", "Badge Check"]


@pytest.mark.rule("C4-474")
def test_a_card_in_play_is_removed_not_cancelled(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Cold Storage"]).player(P2, in_play=["Mimic Crate"]).start()
    game.play(P1, "Cold Storage", target="Mimic Crate")
    assert game.happened(e.CardCancelled) == []
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [9, 10, 9]


@pytest.mark.rule("C4-472", "C4-447", "C4-470", "C4-R81")
def test_a_card_cancelled_in_its_own_attack_does_not_attack_on(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check"], deck=[ROCK]).player(P2, hand=["Wrong Map"])
    game.player(P3, hand=["Brain Freeze"], deck=[SCISSORS]).start()
    game.play(P1, "Badge Check", on=P2)
    game.pass_(P3)
    game.play(P2, "Wrong Map")
    game.play(P3, "Brain Freeze", target="Badge Check")
    assert [event.source for event in game.happened(e.AttackCancelled)] == [game.cid("Badge Check")]
    assert [*game.ever(e.CardFlipped), *game.ever(e.AttackRedirected)] == []
    assert game.everyone() == (10, 10, 8)
    assert [game.discard(seat) for seat in (P1, P2, P3)] == [["Badge Check"], ["Wrong Map"], ["Brain Freeze"]]


@pytest.mark.rule("C4-447", "C4-472", "C4-R81")
@pytest.mark.parametrize(
    "play", ["gain(you, 4)", "gain(all, 2)", "lose(all, 2)", "each(all, lose(they, 1)), draw(you, 1)"]
)
def test_what_a_cancelled_card_has_not_done_yet_is_left_out(table: MakeTable, play: str) -> None:
    game = table(3)
    slow = add_card(game, "Slow", play=play)
    stir = add_card(game, "Stir", "reaction", reaction="would_gain(any)", play="draw(you, 1)")
    wake = add_card(game, "Wake", "reaction", reaction="would_lose(any)", play="draw(you, 1)")
    game.player(P1, hand=[slow], in_play=["Lucky Penny"]).player(P2, hand=[stir, wake])
    game.in_play("Lucky Penny", P2).player(P3, kind="coin", hand=["Brain Freeze"]).pot(9).start()
    game.play(P1, slow)
    game.pass_(P3)
    game.play(P2, stir if "gain" in play else wake)
    game.play(P3, "Brain Freeze", target=slow)
    assert [*game.ever(e.TokensGained), *game.ever(e.TokensLost)] == []
    assert (game.hand(P1), game.discard(P1), game.everyone()) == ([], [slow], (10, 10, 8))


@pytest.mark.rule("C4-447", "C4-R81")
def test_what_a_cancelled_card_has_done_keeps_its_windows(table: MakeTable) -> None:
    game = table(3)
    prize = add_card(game, "Prize", play="if_did(gain(all, 1), draw(you, 3))")
    toll = add_card(game, "Toll", "stay_in_play", on='[{ when = "gained(other)", do = "draw(you, 1)" }]')
    game.player(P1, hand=[prize]).player(P2, hand=["Copycat"], in_play=[toll])
    game.player(P3, kind="coin", hand=["Brain Freeze"]).pot(9).start()
    game.play(P1, prize)
    game.pass_(P3)
    game.play(P2, "Copycat")
    game.play(P3, "Brain Freeze", target=prize)
    assert (game.hand(P1), game.discard(P1), game.everyone()) == ([], [prize], (11, 12, 9))
    assert game.hand(P2) == [FILLER, FILLER], "one for P1, and one for P3, whose tokens had moved too"


@pytest.mark.rule("C4-412", "C4-447", "C4-R81")
def test_another_copy_flipped_for_the_attack_is_not_cancelled(table: MakeTable) -> None:
    game = table(3)
    twin = add_card(game, "Twin", play="attack(opp, lose(defender, 2))", flipped="gain(you, 2), gain(you, 1)")
    game.player(P1, hand=[twin], deck=[twin]).player(P2, hand=["Copycat"], deck=[SCISSORS])
    game.player(P3, kind="coin", hand=["Brain Freeze"]).pot(9).start()
    game.play(P1, twin, on=P2)
    game.pass_(P3)
    game.play(P2, "Copycat")
    game.play(P3, "Brain Freeze", target=twin)
    assert game.everyone() == (13, 12, 8)
    assert (game.hand(P1), game.hand(P2), game.discard(P1)) == ([twin], [SCISSORS], [twin])
    assert game.ever(e.AttackDecided) == []
