"""When Flipped (C4-530 to C4-532)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from tests.games.c4.custom import add_card, made
from tests.games.c4.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("C4-530")
def test_not_when_drawn_or_played(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Snack Break", "Loose Change"], deck=["Loose Change"] * 4).pot(9)
    game.turn(P1, free_actions=2).start()
    game.play(P1, "Snack Break")
    assert game.tokens(P1) == 10
    game.play(P1, "Loose Change")
    assert game.tokens(P1) == 11, "the played text alone"
    assert game.ever(e.WhenFlippedResolved) == []


@pytest.mark.rule("C4-530", "C4-R55")
@pytest.mark.parametrize("name", ["Potion Tasting", "Crystal Ball App"])
def test_not_when_revealed_or_looked_at(table: MakeTable, name: str) -> None:
    game = table(2).player(P1, hand=[name], deck=["Ghost of the Third Floor"] * 4).pot(9).start()
    game.play(P1, name)
    if name == "Crystal Ball App":
        game.option(P1, "no")
    assert game.tokens(P2) == 10
    assert game.ever(e.WhenFlippedResolved) == []


@pytest.mark.rule("C4-530", "C4-406")
def test_when_flipped_for_an_attack_on_either_side(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=["Loose Change"]).pot(9)
    game.player(P2, deck=["Loose Change"], kind="coin").start()
    game.play(P1, "Badge Check", on=P2)
    assert (game.tokens(P1), game.tokens(P2)) == (11, 11)
    assert [event.seat for event in game.happened(e.WhenFlippedResolved)] == [P1, P2]


@pytest.mark.rule("C4-531")
def test_it_is_not_optional_and_opens_the_usual_windows(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check", "Thick Skin"], deck=["Stage Fright"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.asked() == [(P1, "react")], "only the would_lose window, no question whether it should happen"
    game.play(P1, "Thick Skin")
    assert (game.tokens(P1), game.tokens(P2)) == (10, 6)
    assert [event.card for event in game.happened(e.WhenFlippedResolved)] == ["COR-26"]


@pytest.mark.rule("C4-531", "C4-474")
def test_it_cannot_be_iceboxed(table: MakeTable) -> None:
    """Brain Freeze finds Badge Check while it is being played; the flipped card is no target and asks for no answer."""
    game = table(2).player(P1, hand=["Badge Check"], deck=["Loose Change"]).player(P2, hand=["Brain Freeze"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert [action["target"] for action in game.legal(P2, "play_reaction")] == [game.seen("Badge Check")]
    game.pass_(P2)
    game.choose(P1, coin=1)
    assert game.supply(P1)["coin"] == 11
    assert game.is_idle()


@pytest.mark.rule("C4-531")
def test_may_makes_it_optional(table: MakeTable) -> None:
    game = table(2)
    made(
        game,
        'name = "Offer"\nkind = "regular"\nsymbol = "rock"\nplay = "draw(you, 1)"\nflipped = "may(you, gain(you, 1))"',
    )
    game.player(P1, hand=["Badge Check"], deck=["Offer"]).pot(4).start()
    game.play(P1, "Badge Check", on=P2)
    game.option(P1, "no")
    assert game.tokens(P1) == 10
    assert game.hand(P1) == ["Offer"]


@pytest.mark.rule("C4-532", "C4-419", "C4-R32")
def test_a_card_that_moved_itself_is_not_returned(table: MakeTable) -> None:
    game = table(2)
    made(
        game,
        'name = "Slippery"\nkind = "regular"\nsymbol = "rock"\nplay = "draw(you, 1)"\nflipped = "reflip(you)"',
    )
    game.player(P1, hand=["Badge Check"], deck=["Slippery", "Nap Time"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert (game.discard(P1), game.hand(P1)) == (["Slippery", "Badge Check"], ["Nap Time"])
    assert game.hand(P2) == ["Snack Break"]


@pytest.mark.rule("C4-R66")
@pytest.mark.parametrize("name", ["Card Reader", "Potion Tasting"])
def test_without_a_card_to_reveal_nothing_happens(table: MakeTable, name: str) -> None:
    game = table(2).player(P1, hand=[name], deck=[]).player(P2, deck=[]).pot(9).start()
    game.play(P1, name, on=P2 if name == "Card Reader" else None)
    assert (game.tokens(P1), game.tokens(P2), game.hand(P1)) == (10, 10, [])
    assert [event.wanted for event in game.happened(e.DrawFailed)] == ["reveal"]


@pytest.mark.rule("C4-406", "C4-419", "C4-R87")
def test_when_flipped_happens_once_after_a_new_flip(table: MakeTable) -> None:
    game = table(2)
    nudge = add_card(game, "Nudge", play="draw(you, 1)", flipped="reflip(rival)")
    game.player(P1, hand=["Badge Check"], deck=[nudge])
    game.player(P2, kind="coin", deck=["Stage Fright", "Loose Change"]).pot(9).start()
    game.play(P1, "Badge Check", on=P2)
    assert [event.card for event in game.happened(e.WhenFlippedResolved)] == [game.cid("Loose Change"), game.cid(nudge)]
    assert (game.tokens(P2), game.discard(P2)) == (11, ["Stage Fright"])


@pytest.mark.rule("C4-384", "C4-415", "C4-457")
@pytest.mark.parametrize("flipped", ["cancel_attack, pay(you, 1)", "pay(you, 1), cancel_attack"])
def test_a_payment_keeps_its_window_though_the_attack_is_cancelled(table: MakeTable, flipped: str) -> None:
    game = table(2)
    toll = add_card(game, "Toll", play="draw(you, 1)", flipped=flipped)
    tip = add_card(game, "Tip", "reaction", reaction="paid(other, effect)", play="gain(you, 1)")
    game.player(P1, hand=["Badge Check"], deck=[toll]).player(P2, kind="coin", hand=[tip]).pot(9).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.asked() == [(P2, "react")]
    game.play(P2, tip)
    assert (game.everyone(), game.ever(e.AttackDecided)) == ((9, 11), [])


@pytest.mark.rule("C4-419", "C4-R91")
@pytest.mark.parametrize("whose", ["you", "rival", "you + rival"])
def test_new_flips_come_to_an_end(table: MakeTable, whose: str) -> None:
    game = table(2)
    spin = add_card(game, "Spin", symbol="scissors", play="draw(you, 1)", flipped=f"reflip({whose})")
    game.player(P1, hand=["Badge Check"], deck=[spin] * 9).player(P2, deck=[spin] * 9).start()
    game.play(P1, "Badge Check", on=P2)
    assert 2 < len(game.happened(e.CardFlipped)) <= 6
    assert len(game.happened(e.AttackDecided)) == 1
