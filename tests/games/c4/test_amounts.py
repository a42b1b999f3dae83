"""The amount of one gain or loss, from modifiers to windows (C4-375 to C4-384)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from tests.games.c4.custom import add_card
from tests.games.c4.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("C4-375", "C4-R25")
def test_no_modifier_makes_something_of_0(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Kobold Collection"], in_play=["Lucky Penny"]).pot(4).start()
    game.play(P1, "Kobold Collection")
    assert (game.tokens(P1), game.in_pot()) == (10, 4)
    assert game.happened(e.TokensGained) == []


@pytest.mark.rule("C4-376", "C4-515", "C4-R25")
@pytest.mark.parametrize(
    ("cards", "lost"),
    [
        (["Hole in the Pocket"], 3),
        (["Hole in the Pocket", "Hole in the Pocket"], 4),
        (["Hole in the Pocket", "Rain Poncho"], 2),
        (["Rain Poncho"], 1),
        (["Rain Poncho", "Rain Poncho"], 0),
        (["Rain Poncho"] * 3, 0),
    ],
)
def test_increases_and_decreases_are_summed_and_stop_at_0(table: MakeTable, cards: list[str], lost: int) -> None:
    game = table(3).player(P1, hand=["Fire Drill"]).player(P2, in_play=cards).start()
    game.play(P1, "Fire Drill")
    assert (game.tokens(P1), game.tokens(P2), game.tokens(P3)) == (8, 10 - lost, 8)
    assert [event.seat for event in game.happened(e.TokensLost)] == ([P1, P2, P3] if lost else [P1, P3])


@pytest.mark.rule("C4-376")
def test_a_modifier_applies_once_per_event(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Nap Time"], in_play=["Lucky Penny"]).pot(9).start()
    game.play(P1, "Nap Time")
    assert (game.tokens(P1), game.in_pot()) == (15, 4)


@pytest.mark.rule("C4-377", "C4-R25")
@pytest.mark.parametrize(("tokens", "asked"), [(0, []), (1, [(P2, "react")])])
def test_what_cannot_move_opens_no_window_and_uses_up_nothing(
    table: MakeTable, tokens: int, asked: list[tuple[int, str]]
) -> None:
    game = table(2).player(P1, hand=["Fire Drill"]).player(P2, tokens=tokens, hand=["Thick Skin"]).start()
    game.play(P1, "Fire Drill")
    assert [item for item in game.asked() if item[1] == "react"] == asked
    if asked:
        game.play(P2, "Thick Skin")
    assert (game.tokens(P2), len(game.hand(P2))) == (tokens, 1 - len(asked))


@pytest.mark.rule("C4-377", "C4-378")
def test_what_cannot_move_is_not_prevented_either(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird"], in_play=["Gelatinous Guard"]).pot(0).start()
    game.play(P1, "Early Bird")
    assert game.happened(e.EventPrevented) == []
    ballast = table(2).player(P1, hand=["Fire Drill"]).player(P2, tokens=0, in_play=["Ballast"]).start()
    ballast.play(P1, "Fire Drill")
    assert ballast.controlled(P2) == ["Ballast"]


@pytest.mark.rule("C4-378", "C4-R25")
def test_a_continuous_prevention_comes_before_replacements_and_windows(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Fire Drill"])
    game.player(P2, in_play=["Ballast", "Gelatinous Guard"], hand=["Thick Skin"]).pot(0).start()
    game.play(P1, "Fire Drill")
    (prevented,) = game.happened(e.EventPrevented)
    assert (prevented.seat, prevented.kind, prevented.amount, prevented.by) == (P2, "lose", 2, "DGN-14")
    assert (game.tokens(P1), game.tokens(P2), game.tokens(P3)) == (8, 10, 8)
    assert game.controlled(P2) == ["Ballast", "Gelatinous Guard"]


@pytest.mark.rule("C4-379", "C4-457", "C4-R25")
def test_a_replacement_comes_before_the_window(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill"]).player(P2, in_play=["Ballast"], hand=["Thick Skin"]).start()
    game.play(P1, "Fire Drill")
    assert (game.tokens(P2), game.controlled(P2), game.hand(P2)) == (10, [], ["Thick Skin"])


@pytest.mark.rule("C4-379", "C4-380", "C4-R25")
@pytest.mark.parametrize(("tokens", "left"), [(10, 8), (1, 0), (2, 0)])
def test_reactions_reduce_the_uncapped_amount(table: MakeTable, tokens: int, left: int) -> None:
    game = table(2).player(P1, hand=["Fire Drill"])
    game.player(P2, tokens=tokens, hand=["Padded Vest"], in_play=["Hole in the Pocket", "Hole in the Pocket"]).start()
    game.play(P1, "Fire Drill")
    game.play(P2, "Padded Vest")
    assert [(event.from_amount, event.to_amount) for event in game.happened(e.EventReduced)] == [(4, 2)]
    assert (game.tokens(P2), game.hand(P2)) == (left, ["Snack Break"])


@pytest.mark.rule("C4-379")
def test_a_reduction_to_0_prevents(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill"]).player(P2, hand=["Padded Vest", "Thick Skin", "Antidote"]).start()
    game.play(P1, "Fire Drill")
    game.play(P2, "Padded Vest")
    assert game.tokens(P2) == 10
    assert len(game.happened(e.EventPrevented)) == 1
    assert game.hand(P2) == ["Thick Skin", "Antidote", "Snack Break"]


@pytest.mark.rule("C4-380", "C4-521", "C4-R25")
def test_move_then_triggers_then_window(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill"]).player(P2, in_play=["Pressure Valve"], hand=["Antidote"])
    game.pot(0).start()
    game.play(P1, "Fire Drill")
    game.choose(P2, coin=1)
    assert (game.asked(), game.on_card("Pressure Valve"), game.tokens(P2)) == ([(P2, "react")], 1, 8)
    game.play(P2, "Antidote")
    game.choose(P2, bead=2)
    assert game.tokens(P2) == 10


@pytest.mark.rule("C4-380", "C4-452")
def test_the_cap_is_applied_when_the_tokens_move(table: MakeTable) -> None:
    game = table(2)
    insurance = add_card(
        game, "Insurance", "reaction", reaction="would_gain(other)", cost="pay(2)", play="draw(you, 1)"
    )
    game.player(P1, hand=["Nap Time"]).player(P2, tokens={"coin": 9}, hand=[insurance]).pot(1).start()
    game.play(P1, "Nap Time")
    game.play(P2, insurance)
    assert (game.tokens(P1), game.tokens(P2), game.in_pot()) == (13, 7, 0)


@pytest.mark.rule("C4-381", "C4-R25")
def test_if_you_do_ignores_a_prevented_event(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Birthday Collection"], in_play=["Gelatinous Guard"]).start()
    game.play(P1, "Birthday Collection")
    game.option(P2, "yes")
    assert (game.tokens(P2), game.hand(P2)) == (10, [])
    game.option(P3, "no")


@pytest.mark.rule("C4-381")
def test_if_you_do_sees_what_happened(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Birthday Collection"]).start()
    game.play(P1, "Birthday Collection")
    game.option(P2, "yes")
    game.option(P3, "no")
    assert (game.tokens(P1), game.tokens(P2), game.tokens(P3)) == (11, 9, 10)
    assert (len(game.hand(P2)), game.hand(P3)) == (2, [])


@pytest.mark.rule("C4-381")
def test_whenever_ignores_a_prevented_event_and_costs_stay_paid(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Peer Pressure"], deck=["Early Bird"])
    game.player(P2, deck=["Light Fingers"], hand=["Thick Skin"], in_play=["Pressure Valve"]).pot(0).start()
    game.play(P1, "Peer Pressure", on=P2, x=3)
    game.play(P2, "Thick Skin")
    assert (game.tokens(P1), game.tokens(P2), game.in_pot()) == (7, 10, 3)
    assert game.on_card("Pressure Valve") == 0


@pytest.mark.rule("C4-382", "C4-R25")
def test_one_replacement_is_enough(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill", "Fire Drill"]).player(P2, in_play=["Ballast", "Ballast"]).start()
    first = game.seen("Ballast")
    game.play(P1, "Fire Drill")
    assert game.controlled(P2) == ["Ballast"]
    assert game.seen("Ballast") == first
    game.play(P1, "Fire Drill")
    assert (game.tokens(P2), game.controlled(P2)) == (10, [])


@pytest.mark.rule("C4-383", "C4-348", "C4-349", "C4-R25")
def test_a_take_has_its_replacements_and_window_too(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Boarding Party", "Boarding Party"], deck=["Early Bird"] * 2)
    game.player(P2, deck=["Light Fingers"] * 2, in_play=["Ballast"], hand=["Padded Vest", "Thick Skin"]).start()
    game.play(P1, "Boarding Party", on=P2)
    assert (game.tokens(P1), game.tokens(P2), game.controlled(P2)) == (10, 10, [])
    game.play(P1, "Boarding Party", on=P2)
    assert [action["card"] for action in game.legal(P2, "play_reaction")] == [game.held(P2, "Thick Skin")]
    game.play(P2, "Thick Skin")
    assert (game.tokens(P1), game.tokens(P2)) == (9, 10)


@pytest.mark.rule("C4-383", "C4-453")
def test_return_to_sender(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Boarding Party"], deck=["Early Bird"])
    game.player(P2, deck=["Light Fingers"], hand=["Return to Sender"]).player(P3, hand=["Return to Sender"]).start()
    game.play(P1, "Boarding Party", on=P2)
    game.play(P2, "Return to Sender")
    assert (game.tokens(P1), game.tokens(P2), game.tokens(P3)) == (9, 11, 10)


@pytest.mark.rule("C4-384", "C4-R35")
def test_a_payment_has_no_window_before_it_then_triggers_then_window(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Snack Break"], in_play=["Big Spender"]).pot(4)
    game.player(P2, hand=["Petty Cash", "Thick Skin"]).turn(P1, free_actions=0).start()
    game.play(P1, "Snack Break")
    assert (game.asked(), len(game.hand(P1)), game.in_pot()) == ([(P2, "react")], 1, 5)
    game.play(P2, "Petty Cash")
    assert (game.tokens(P1), game.tokens(P2), len(game.hand(P1))) == (9, 11, 4)


@pytest.mark.rule("C4-377", "C4-359")
def test_a_restricted_gain_without_allowed_tokens_opens_nothing(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Souvenir Hunter"], in_play=["Gelatinous Guard"]).pot({"coin": 5}).start()
    game.play(P1, "Souvenir Hunter")
    assert game.happened(e.EventPrevented) == []


@pytest.mark.rule("C4-349", "C4-379", "C4-383")
def test_a_reaction_cannot_reduce_a_take(table: MakeTable) -> None:
    game = table(2)
    vest = add_card(game, "Vest", "reaction", reaction="would_lose(you)", play="reduce_this(1)")
    game.player(P1, hand=["Boarding Party", "Fire Drill"], deck=["Early Bird"]).turn(P1, free_actions=2)
    game.player(P2, hand=[vest, vest], deck=["Light Fingers"]).start()
    game.play(P1, "Boarding Party", on=P2)
    game.play(P2, vest)
    game.pass_(P2)
    assert (game.tokens(P1), game.tokens(P2)) == (15, 5)
    game.play(P1, "Fire Drill")
    game.play(P2, vest)
    game.choose(P1, coin=2)
    assert game.tokens(P2) == 4
