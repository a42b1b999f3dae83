"""Windows and Reactions (C4-450 to C4-460)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from domain.kernel.facts import as_seen
from tests.games.c4.custom import add_card
from tests.games.c4.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]
ROCK, SCISSORS = "Early Bird", "Light Fingers"


def offered(game: Table, seat: int) -> list[str]:
    """Names of the Reactions that a player may play now."""
    cards = [action["card"] for action in game.legal(seat, "play_reaction")]
    hand = game.board.players[seat].hand.known
    return [name for iid, name in zip(hand, game.hand(seat), strict=True) if iid in cards]


@pytest.mark.rule("C4-450", "C4-452")
@pytest.mark.parametrize(
    ("reaction", "card", "steps"),
    [
        ("Not So Fast", "Door Prize", ["Not So Fast"]),
        ("Side Step", "Boarding Party", ["Side Step"]),
        ("Do-Over", "Boarding Party", ["Do-Over"]),
        ("Trap Door", "Boarding Party", ["Trap Door"]),
        ("Return to Sender", "Boarding Party", ["Return to Sender"]),
        ("Antidote", "Boarding Party", ["Antidote"]),
        ("Thick Skin", "Fire Drill", ["Thick Skin"]),
        ("Copycat", "Door Prize", ["Copycat"]),
        ("Petty Cash", "Fire Drill", ["Petty Cash"]),
    ],
)
def test_a_reaction_fits_its_own_window_only(table: MakeTable, reaction: str, card: str, steps: list[str]) -> None:
    """The player is asked exactly once in the whole chain, and then for this card."""
    game = table(2).player(P1, hand=[card], deck=[ROCK] * 4).player(P2, hand=[reaction], deck=[SCISSORS] * 4).pot(8)
    game.turn(P1, free_actions=0).start()
    game.play(P1, card, on=P2 if card == "Boarding Party" else None)
    assert offered(game, P2) == steps
    game.pass_(P2)
    assert game.is_idle()


@pytest.mark.rule("C4-452", "C4-R35")
def test_the_windows_in_their_order(table: MakeTable) -> None:
    game = table(2)
    names = ["paid", "card_being_played", "attack_declared", "flips_shown", "attack_won", "would_take", "taken"]
    names += ["would_lose", "lost", "would_gain", "gained", "turn_ending", "turn_started"]
    for name in names:
        add_card(game, name, "reaction", reaction=name, play="draw(you, 1)")
    game.player(P1, hand=["Boarding Party"], deck=[ROCK]).player(P2, hand=names, deck=[SCISSORS])
    game.turn(P1, free_actions=0).start()
    asked = []
    game.play(P1, "Boarding Party", on=P2)
    while not game.is_idle():
        asked.append(offered(game, P2))
        game.pass_(P2)
    game.end_turn(P1)
    while not game.is_idle():
        asked.append(offered(game, P2))
        game.pass_(P2)
    assert asked == [
        ["paid"],
        ["card_being_played"],
        ["attack_declared"],
        ["flips_shown"],
        ["attack_won"],
        ["would_take", "would_lose", "would_gain"],
        ["taken", "lost", "gained"],
        ["turn_ending"],
        ["turn_started"],
    ]


@pytest.mark.rule("C4-451")
def test_everybody_the_active_player_included_may_react_from_the_own_hand(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Fire Drill", "Thick Skin"]).player(P3, hand=["Thick Skin"]).start()
    game.play(P1, "Fire Drill")
    assert game.asked() == [(P1, "react")]
    game.play(P1, "Thick Skin")
    assert game.asked() == [(P3, "react")]
    game.play(P3, "Thick Skin")
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [10, 8, 10]


@pytest.mark.rule("C4-453", "C4-R35")
def test_each_side_of_a_take_has_its_conditions(table: MakeTable) -> None:
    game = table(3)
    brake = add_card(game, "Brake", "reaction", reaction="would_gain(other)", play="prevent_this")
    game.player(P1, hand=["Boarding Party"], deck=[ROCK])
    game.player(P2, hand=["Thick Skin", "Antidote"], deck=[SCISSORS]).player(P3, hand=[brake, "Copycat"]).pot(4)
    game.start()
    game.play(P1, "Boarding Party", on=P2)
    assert offered(game, P2) == ["Thick Skin"]
    game.pass_(P2)
    assert offered(game, P3) == [brake]
    game.pass_(P3)
    assert offered(game, P2) == ["Antidote"]
    game.pass_(P2)
    assert offered(game, P3) == ["Copycat"]
    game.pass_(P3)


@pytest.mark.rule("C4-453", "C4-383", "C4-354")
def test_a_give_opens_the_windows_of_a_gain(table: MakeTable) -> None:
    game = table(3)
    brake = add_card(game, "Brake", "reaction", reaction="would_gain(other)", play="prevent_this")
    game.player(P1, hand=["Round of Drinks", "Round of Drinks"]).player(P3, hand=[brake, "Copycat"]).pot(4)
    game.start()
    game.play(P1, "Round of Drinks", on=P2)
    assert offered(game, P3) == [brake]
    game.pass_(P3)
    assert offered(game, P3) == ["Copycat"]
    game.play(P3, "Copycat")
    game.play(P1, "Round of Drinks", on=P2)
    game.play(P3, brake)
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [8, 11, 11]


@pytest.mark.rule("C4-454", "C4-R35")
def test_one_opportunity_each_in_turn_order_and_again_after_a_reaction(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["Fire Drill", "Impulse Purchase"]).player(P3, hand=["Impulse Purchase"])
    game.player(P1, hand=["Brain Freeze"], in_play=["Tip Jar"]).turn(P2).start()
    game.play(P2, "Fire Drill")
    assert game.asked() == [(P2, "react")]
    game.pass_(P2)
    assert game.asked() == [(P3, "react")]
    game.pass_(P3)
    assert game.asked() == [(P1, "react")]
    game.play(P1, "Brain Freeze", target="Tip Jar")
    assert game.asked() == [(P2, "react")]
    game.pass_(P2)
    game.pass_(P3)
    assert (game.controlled(P1), game.asked()) == ([], [(P2, "react")])
    game.pass_(P2)
    assert game.asked() == [(P3, "react")]
    game.pass_(P3)
    assert game.discard(P2) == ["Fire Drill"]


@pytest.mark.rule("C4-455", "C4-R36")
def test_who_has_no_legal_reaction_is_not_asked_and_nobody_sees_who_is(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Early Bird"]).player(P2, hand=["Thick Skin"]).player(P3, hand=["Not So Fast"])
    game.pot(4).start()
    game.play(P1, "Early Bird")
    assert game.asked() == [(P3, "react")]
    asking = [fact for fact in game.facts if fact.sealed is not None]
    assert {fact.sealed for fact in asking} == {"seat:2"}
    game.pass_(P3)
    for fact in [*asking, *(fact for fact in game.facts if fact.sealed)]:
        assert [as_seen(fact, viewer) for viewer in ("seat:0", "seat:1", "spectator")] == [None] * 3
    assert as_seen(game.facts[0], "seat:0") is None


@pytest.mark.rule("C4-455", "C4-441")
def test_who_cannot_pay_for_the_reaction_is_not_asked(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird"]).player(P2, tokens=1, hand=["Brain Freeze"]).pot(4).start()
    game.play(P1, "Early Bird")
    assert (game.is_idle(), game.tokens(P1)) == (True, 12)


@pytest.mark.rule("C4-456", "C4-R35")
def test_a_reaction_opens_its_own_window_and_can_be_iceboxed(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill", "Brain Freeze"]).player(P2, hand=["Thick Skin"]).pot(0).start()
    game.play(P1, "Fire Drill")
    game.pass_(P1)
    game.play(P2, "Thick Skin")
    assert offered(game, P1) == ["Brain Freeze"]
    game.play(P1, "Brain Freeze", target="Thick Skin")
    assert (game.tokens(P1), game.tokens(P2)) == (6, 8)
    assert (game.discard(P2), game.happened(e.EventPrevented)) == (["Thick Skin"], [])


@pytest.mark.rule("C4-457", "C4-R35")
def test_a_window_closes_when_its_card_is_cancelled(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Early Bird"]).player(P2, hand=["Not So Fast"]).player(P3, hand=["Not So Fast"])
    game.pot(4).start()
    game.play(P1, "Early Bird")
    game.play(P2, "Not So Fast")
    assert game.is_idle()
    assert game.hand(P3) == ["Not So Fast"]


@pytest.mark.rule("C4-457")
def test_a_window_closes_when_its_event_is_prevented(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill"]).player(P2, hand=["Thick Skin", "Padded Vest"]).start()
    game.play(P1, "Fire Drill")
    assert offered(game, P2) == ["Thick Skin", "Padded Vest"]
    game.play(P2, "Thick Skin")
    assert (game.is_idle(), game.hand(P2)) == (True, ["Padded Vest"])


@pytest.mark.rule("C4-458", "C4-R37")
def test_any_time_is_the_start_the_end_and_any_card_played(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill"]).player(P2, hand=["Impulse Purchase"]).pot(0).start()
    moments = []
    game.play(P1, "Fire Drill")
    moments.append((game.asked(), game.tokens(P2), game.board.active))
    game.pass_(P2)
    assert (game.is_idle(), game.tokens(P2)) == (True, 8)
    game.end_turn(P1)
    moments.append((game.asked(), game.board.turn, game.board.active))
    game.pass_(P2)
    moments.append((game.asked(), game.board.turn, game.board.active))
    asked = [(P2, "react")]
    assert moments == [(asked, 10, P1), (asked, 2, P1), (asked, 3, P2)]
    game.pass_(P2)
    assert game.is_idle()


@pytest.mark.rule("C4-458", "C4-R37")
def test_any_time_is_also_the_own_idle_step_2(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Impulse Purchase", "Thick Skin"]).player(P2, hand=["Impulse Purchase"]).start()
    assert offered(game, P1) == ["Impulse Purchase"]
    assert game.refused(P2, game.playing(P2, "Impulse Purchase")).rule == "C4-450"
    game.play(P1, "Impulse Purchase")
    assert game.asked() == [(P2, "react")]
    game.pass_(P2)
    assert (len(game.hand(P1)), game.tokens(P1)) == (3, 9)


@pytest.mark.rule("C4-459", "C4-R38")
def test_after_the_last_reaction_of_a_chain_no_window_opens(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill", "Fire Drill"]).player(P2, hand=["Impulse Purchase"] * 3)
    game.player(P1, hand=["Thick Skin"]).turn(P1, reaction_cap=2, free_actions=2).start()
    game.play(P1, "Fire Drill")
    game.play(P2, "Impulse Purchase")
    game.play(P2, "Impulse Purchase")
    assert (game.is_idle(), game.tokens(P1)) == (True, 8)
    assert game.hand(P1) == ["Fire Drill", "Thick Skin"]
    game.play(P1, "Fire Drill")
    game.play(P2, "Impulse Purchase")
    game.play(P1, "Thick Skin")
    assert game.tokens(P1) == 8


@pytest.mark.rule("C4-459")
def test_the_cap_is_30_unless_an_option_lowers_it(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill"]).player(P2, tokens=60, hand=["Impulse Purchase"] * 32)
    game.player(P2, deck=["Snack Break"] * 60).start()
    game.play(P1, "Fire Drill")
    for _ in range(30):
        game.play(P2, "Impulse Purchase")
    assert (game.is_idle(), game.tokens(P2)) == (True, 28)
    assert game.hand(P2).count("Impulse Purchase") == 2


@pytest.mark.rule("C4-460", "C4-R35")
def test_nothing_is_undone_once_the_tokens_have_moved(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill"]).player(P2, hand=["Thick Skin", "Padded Vest", "Antidote"]).start()
    game.play(P1, "Fire Drill")
    game.pass_(P2)
    assert (game.tokens(P2), offered(game, P2)) == (8, ["Antidote"])
    assert game.refused(P2, game.playing(P2, "Thick Skin")).rule == "C4-450"
    game.pass_(P2)
    assert game.tokens(P2) == 8


@pytest.mark.rule("C4-450", "C4-403")
def test_panel_crash_forbids_attacks_of_this_turn(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=["Thick Skin"]).player(P2, hand=["Panel Crash"]).turn(P2)
    game.start()
    game.end_turn(P2)
    game.play(P2, "Panel Crash")
    assert game.refused(P1, game.playing(P1, "Badge Check", on=P2)).rule == "C4-502"
    assert game.legal(P1, "play_card") == []


@pytest.mark.rule("C4-502", "C4-403", "C4-R88")
def test_a_forbid_holds_for_triggers_and_reactions_too(table: MakeTable) -> None:
    game = table(2)
    snarl = add_card(
        game, "Snarl", "stay_in_play", on='[{ when = "gained(any)", do = "attack(others, lose(defender, 1))" }]'
    )
    bite = add_card(game, "Bite", "reaction", reaction="gained(other)", play="attack(active, lose(defender, 1))")
    peace = add_card(game, "Peace", "stay_in_play", continuous='["forbid(others, attack)"]')
    game.player(P1, hand=["Early Bird"], in_play=[peace]).player(P2, hand=[bite], in_play=[snarl]).pot(9).start()
    game.play(P1, "Early Bird")
    assert game.ever(e.AttackDeclared) == []
    assert game.hand(P2) == [bite]


@pytest.mark.rule("C4-502", "C4-444", "C4-R88")
def test_a_declared_attack_that_becomes_forbidden_does_not_take_place(table: MakeTable) -> None:
    game = table(2)
    truce = add_card(
        game, "Truce", "reaction", reaction="card_being_played(other)", play="forbid(all, attack, this_turn)"
    )
    game.player(P1, hand=["Badge Check"]).player(P2, hand=[truce]).start()
    game.play(P1, "Badge Check", on=P2)
    game.play(P2, truce)
    assert game.ever(e.AttackDeclared) == []
    assert game.discard(P1) == ["Badge Check"]
