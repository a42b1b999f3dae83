"""Playing a card from its declaration to the discard or into play (C4-440 to C4-449)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from tests.games.c4.custom import add_card
from tests.games.c4.table import P1, P2, P3, P4, PAPER, ROCK, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("C4-440", "C4-R34")
def test_a_declared_card_lies_face_up_between_hand_and_discard(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Rigged Compass"]).player(P2, hand=["Not So Fast"]).pot(4).start()
    iid = game.held(P1, "Rigged Compass")
    game.play(P1, "Rigged Compass", on=P2)
    (played,) = game.happened(e.CardPlayed)
    assert (played.card, played.iid, played.player, played.kind, played.action) == ("STM-15", iid, P2, "regular", 1)
    assert [fact.secret for fact in game.facts if fact.event is played] == [{}]
    assert [item.card.iid for item in game.board.being_played] == [iid]
    assert (game.hand(P1), game.discard(P1), game.tokens(P1)) == ([], [], 10)
    game.pass_(P2)
    assert (game.board.being_played, game.discard(P1)) == ([], ["Rigged Compass"])


@pytest.mark.rule("C4-440", "C4-441")
def test_targets_are_declared_with_the_card(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Rigged Compass", "Swear Jar"]).start()
    assert [action["player"] for action in game.legal(P1, "play_card")] == [P2, P3, P2, P3]
    assert game.refused(P1, game.playing(P1, "Rigged Compass")).rule == "C4-441"
    assert game.refused(P1, game.playing(P1, "Rigged Compass", on=P1)).rule == "C4-441"
    assert game.refused(P1, game.playing(P1, "Swear Jar", on=P1)).rule == "C4-441"


@pytest.mark.rule("C4-441", "C4-R34")
def test_a_card_without_a_required_target_cannot_be_declared(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Cold Storage"]).start()
    assert game.legal(P1, "play_card") == []
    assert game.refused(P1, game.playing(P1, "Cold Storage")).rule == "C4-441"


@pytest.mark.rule("EX-22", "C4-311", "C4-442", "C4-458", "C4-R63")
def test_two_payments_then_windows(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=3, hand=["Long Line", "Impulse Purchase"]).player(P2, hand=["Petty Cash"])
    game.pot(4).turn(P1, free_actions=0).start()
    game.play(P1, "Long Line", on=P2)
    assert (game.tokens(P1), game.in_pot()) == (0, 7)
    assert game.asked() == [(P2, "react")]
    game.play(P2, "Petty Cash")
    assert (game.tokens(P2), game.in_pot()) == (11, 6)
    assert game.is_idle()
    assert (game.hand(P1), game.board.players[P2].skip_turns) == (["Impulse Purchase"], 1)


@pytest.mark.rule("C4-442", "C4-384", "C4-R34")
def test_payment_by_payment_then_the_window_of_the_card(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Long Line"], in_play=["Big Spender"]).pot(4)
    game.player(P2, hand=["Petty Cash", "Not So Fast"], in_play=["Tinker's Toll"]).turn(P1, free_actions=0).start()
    game.play(P1, "Long Line", on=P3)
    assert [event.reason for event in game.happened(e.TokensPaid)] == ["action", "card_cost"]
    assert (game.on_card("Tinker's Toll"), len(game.hand(P1))) == (1, 1)
    assert [action["card"] for action in game.legal(P2, "play_reaction")] == [game.held(P2, "Petty Cash")]
    game.pass_(P2)
    assert [action["card"] for action in game.legal(P2, "play_reaction")] == [game.held(P2, "Not So Fast")]
    game.pass_(P2)
    assert game.board.players[P3].skip_turns == 1


@pytest.mark.rule("C4-443", "C4-R34")
def test_parts_go_in_written_order_each_as_far_as_it_can(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=0, hand=["Fair Trade"]).player(P2, tokens=3).start()
    game.play(P1, "Fair Trade", on=P2)
    assert (game.tokens(P1), game.tokens(P2), len(game.hand(P1))) == (1, 2, 1)


@pytest.mark.rule("C4-443")
def test_if_you_do_depends_on_the_part_before(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=0, hand=["Last Call"]).player(P2, tokens=1).pot(0).start()
    game.play(P1, "Last Call")
    game.option(P1, "yes")
    game.option(P2, "yes")
    assert (game.hand(P1), len(game.hand(P2))) == ([], 2)


@pytest.mark.rule("C4-444", "C4-R34")
def test_a_part_whose_target_is_gone_is_skipped_and_the_others_happen(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Brain Freeze", "Cold Storage"]).player(P2, in_play=["Tip Jar"])
    game.player(P2, hand=["Brain Freeze"]).start()
    game.play(P1, "Cold Storage", target="Tip Jar")
    game.play(P1, "Brain Freeze", target="Tip Jar")
    game.pass_(P2)
    game.pass_(P2)
    assert (game.controlled(P2), game.discard(P2)) == ([], ["Tip Jar"])
    assert sorted(game.discard(P1)) == ["Brain Freeze", "Cold Storage"]


@pytest.mark.rule("C4-444", "C4-R64")
def test_a_filter_on_a_declared_player_is_tested_at_declaration_only(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Mutiny"], deck=["Early Bird"]).player(P4, tokens=9)
    game.player(P2, hand=["Impulse Purchase"], deck=["Light Fingers"], tokens={"bead": 10}).start()
    assert [action["player"] for action in game.legal(P1, "play_card")] == [P2, P3]
    assert game.refused(P1, game.playing(P1, "Mutiny", on=P4)).rule == "C4-403"
    game.play(P1, "Mutiny", on=P2)
    game.play(P2, "Impulse Purchase")
    assert (game.tokens(P1), game.tokens(P2), game.tokens(P3)) == (15, 4, 10)


@pytest.mark.rule("C4-R64", "C4-403")
def test_mutiny_without_an_attackable_leader_cannot_be_declared(table: MakeTable) -> None:
    game = table(3).player(P1, tokens=20, hand=["Mutiny"], deck=["Thick Skin"]).player(P3, tokens=11, hand=["Fog Bank"])
    game.turn(P3).start()
    game.play(P3, "Fog Bank")
    game.end_turn(P3)
    assert game.legal(P1, "play_card") == []
    assert game.refused(P1, game.playing(P1, "Mutiny", on=P2)).rule == "C4-403"


@pytest.mark.rule("C4-445")
def test_a_card_is_discarded_after_its_text_is_finished(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Rummage Table"], discard=["Early Bird", "Fire Drill"]).start()
    game.play(P1, "Rummage Table")
    assert (game.hand(P1), game.discard(P1)) == (["Early Bird", "Fire Drill"], ["Rummage Table"])


@pytest.mark.rule("C4-445", "C4-610")
def test_a_reaction_is_discarded_too(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill"]).player(P2, hand=["Thick Skin"]).start()
    game.play(P1, "Fire Drill")
    game.play(P2, "Thick Skin")
    assert (game.discard(P1), game.discard(P2)) == (["Fire Drill"], ["Thick Skin"])


@pytest.mark.rule("C4-446")
def test_a_stay_in_play_card_enters_play_and_then_does_its_text(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Swear Jar"]).start()
    game.play(P1, "Swear Jar", on=P2)
    kinds = [fact.event.type for fact in game.facts if isinstance(fact.event, e.CardEnteredPlay | e.TokensPutOnCard)]
    assert kinds == ["card_entered_play", "tokens_put_on_card"]
    assert (game.controlled(P1), game.on_card("Swear Jar"), game.tokens(P2)) == (["Swear Jar"], 1, 9)
    assert (game.board.being_played, game.discard(P1)) == ([], [])


@pytest.mark.rule("C4-446", "C4-611")
def test_it_enters_in_front_of_the_player_whom_its_text_names(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Cursed Invoice"]).start()
    game.play(P1, "Cursed Invoice", on=P3)
    (entered,) = game.happened(e.CardEnteredPlay)
    assert (entered.owner, entered.controller) == (P1, P3)
    assert [game.controlled(seat) for seat in (P1, P2, P3)] == [[], [], ["Cursed Invoice"]]


@pytest.mark.rule("C4-447", "C4-472")
@pytest.mark.parametrize("card", ["Nap Time", "Lucky Penny"])
def test_a_cancelled_card_does_nothing_and_is_discarded(table: MakeTable, card: str) -> None:
    game = table(2).player(P1, hand=[card]).player(P2, hand=["Brain Freeze"]).pot(4).start()
    game.play(P1, card)
    game.play(P2, "Brain Freeze", target=card)
    assert (game.discard(P1), game.controlled(P1), game.tokens(P1)) == ([card], [], 10)
    assert game.board.players[P1].skip_turns == 0
    assert [(event.card, event.owner, event.by) for event in game.happened(e.CardCancelled)] == [
        ("COR-27" if card == "Nap Time" else "COR-09", P1, "COR-07")
    ]


@pytest.mark.rule("C4-448", "C4-R35")
def test_last_in_first_out(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill"]).player(P2, tokens=1, hand=["Impulse Purchase"]).pot(0).start()
    game.play(P1, "Fire Drill")
    game.play(P2, "Impulse Purchase")
    types = [fact.event.type for fact in game.facts if isinstance(fact.event, e.CardDiscarded | e.TokensLost)]
    assert types == ["card_discarded", "tokens_lost", "card_discarded"]
    assert (game.tokens(P2), len(game.hand(P2))) == (0, 2)


@pytest.mark.rule("C4-449", "C4-R57")
def test_a_card_may_be_played_for_nothing(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Rummage Table", "Early Bird"]).pot(0).turn(P1, free_actions=2).start()
    game.play(P1, "Rummage Table")
    game.play(P1, "Early Bird")
    assert (game.tokens(P1), game.in_pot(), game.hand(P1)) == (10, 0, [])
    assert game.discard(P1) == ["Rummage Table", "Early Bird"]


@pytest.mark.rule("C4-R77", "C4-442", "C4-457")
def test_a_card_cancelled_between_the_windows_of_its_payments(table: MakeTable) -> None:
    game = table(3)
    ledger = add_card(
        game, "Ledger", "stay_in_play", on='[{ when = "paid(other, card_cost)", do = "put_from_pot(1)" }]'
    )
    game.player(P1, hand=["Long Line"]).player(P2, hand=["Petty Cash"], in_play=[ledger]).pot(4)
    game.player(P3, tokens={"coin": 5}, hand=["Brain Freeze"]).turn(P1, free_actions=0).start()
    game.play(P1, "Long Line", on=P2)
    game.play(P2, "Petty Cash")
    game.play(P3, "Brain Freeze", target="Long Line")
    assert game.discard(P1) == ["Long Line"]
    assert game.on_card(ledger) == 2
    assert game.board.players[P2].skip_turns == 0


@pytest.mark.rule("C4-443", "C4-R84")
@pytest.mark.parametrize(
    "part",
    [
        *("skip_turn(opp, 1)", "icebox(in_play)", "reverse", "next_turn(opp)", "end_turn", "look_top(opp)"),
        *("reveal_top(opp)", "price(all, 1, this_turn)", "delayed(this_turn, turn_ending, draw(you, 1))"),
        *("draw(opp, 1)", "discard(opp, 1)", "recover(opp, 1)", "extra_action(1)"),
    ],
)
def test_what_has_happened_is_done(table: MakeTable, part: str) -> None:
    game = table(2)
    deed = add_card(game, "Deed", play=f"if_did({part}, gain(you, 3))")
    game.player(P1, hand=[deed]).player(P2, hand=[PAPER], discard=[ROCK], in_play=["Tip Jar"]).pot(9).start()
    game.play(P1, deed, on=P2 if "opp" in part else None, target="Tip Jar" if "icebox" in part else None)
    if "look" in part:
        game.option(P2, "no")
    assert game.tokens(P1) == 13


@pytest.mark.rule("C4-443", "C4-R84")
def test_a_card_that_moved_is_done_too(table: MakeTable) -> None:
    game = table(3)
    bounce = add_card(game, "Bounce", "stay_in_play", act='[{ do = "if_did(move_this(opp), gain(you, 3))" }]')
    game.player(P1, in_play=[bounce]).pot(9).start()
    game.use(P1, bounce, on=P3)
    assert (game.tokens(P1), game.controlled(P3)) == (13, [bounce])


@pytest.mark.rule("C4-443", "C4-R84")
@pytest.mark.parametrize(
    "part", ["discard(you, 0)", "discard(others, 0, random)", "draw(you, 1)", "look_top(you)", "extra_action(0)"]
)
def test_what_has_not_happened_is_not_done(table: MakeTable, part: str) -> None:
    game = table(2)
    deed = add_card(game, "Deed", play=f"if_did({part}, gain(you, 3))")
    game.player(P1, hand=[deed, ROCK], deck=[]).player(P2, hand=[PAPER]).pot(9).start()
    game.play(P1, deed)
    assert game.tokens(P1) == 10


@pytest.mark.rule("C4-446", "C4-611", "C4-R89")
@pytest.mark.parametrize(("tokens", "controller"), [(10, P2), (3, P1)])
def test_in_front_of_whom_may_depend_on_a_condition(table: MakeTable, tokens: int, controller: int) -> None:
    game = table(2)
    leech = add_card(game, "Leech", "stay_in_play", play="when(tokens(opp) > 5, enter(opp)), draw(you, 1)")
    game.player(P1, hand=[leech]).player(P2, tokens=tokens).start()
    game.play(P1, leech, on=P2)
    assert (game.controlled(controller), game.board.being_played) == ([leech], [])
    assert len(game.hand(P1)) == 1
