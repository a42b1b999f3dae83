"""Attacks cancelled, redirected, on everybody; changed symbols, new flips (C4-415 to C4-419, C4-422, C4-423)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from tests.games.c4.custom import add_card
from tests.games.c4.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]
ROCK, PAPER, SCISSORS = "Early Bird", "Fire Drill", "Light Fingers"


@pytest.mark.rule("C4-415", "C4-R28", "C4-457")
def test_a_cancelled_attack_stops_before_the_flips(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check"], in_play=["Borrowed Hat", "Spare Goggles"])
    game.player(P2, hand=["Side Step", "Side Step"]).start()
    game.play(P1, "Badge Check", on=P2)
    game.play(P2, "Side Step")
    assert game.hand(P2) == ["Side Step"]
    assert [*game.happened(e.CardFlipped), *game.happened(e.AttackDecided)] == []
    assert (game.tokens(P1), game.tokens(P2), game.hand(P1)) == (10, 10, [])


@pytest.mark.rule("C4-415", "C4-412", "C4-413")
def test_cards_flipped_before_the_cancellation_still_go_to_the_hands(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=["Spoilers"])
    game.player(P2, deck=["Loose Change"], hand=["Do-Over"]).pot(4).start()
    game.play(P1, "Badge Check", on=P2)
    assert (game.hand(P1), game.hand(P2)) == (["Spoilers"], ["Do-Over", "Loose Change"])
    assert game.happened(e.AttackDecided) == []
    assert (game.tokens(P2), game.in_pot()) == (10, 4)


@pytest.mark.rule("C4-416", "C4-R32")
def test_the_new_defender_is_attacked_anew(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check"], deck=[ROCK]).player(P2, hand=["Wrong Map"], in_play=["Troll Toll"])
    game.player(P3, hand=["Side Step"], in_play=["Troll Toll"], deck=[SCISSORS]).pot(0).start()
    game.play(P1, "Badge Check", on=P2)
    game.play(P2, "Wrong Map")
    assert [(event.old_defender, event.new_defender) for event in game.happened(e.AttackRedirected)] == [(P2, P3)]
    assert (game.tokens(P1), game.asked()) == (8, [(P3, "react")])
    game.pass_(P3)
    assert (game.tokens(P2), game.tokens(P3)) == (10, 6)
    assert (game.hand(P2), game.hand(P3)) == ([], ["Side Step", SCISSORS])


@pytest.mark.rule("C4-416", "C4-R32")
def test_the_new_defender_may_redirect_on(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Badge Check"], deck=[ROCK]).player(P2, hand=["Wrong Map"])
    game.player(P3, hand=["Pass the Blame"]).player(P4, deck=[SCISSORS]).start()
    game.play(P1, "Badge Check", on=P2)
    game.play(P2, "Wrong Map")
    assert [action["player"] for action in game.legal(P3, "play_reaction")] == [P2, P4]
    game.play(P3, "Pass the Blame", on=P4)
    assert (game.tokens(P2), game.tokens(P3), game.tokens(P4)) == (10, 9, 6)


@pytest.mark.rule("C4-416", "C4-457", "C4-R32")
def test_a_redirection_closes_the_window(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check"]).player(P2, hand=["Wrong Map", "Side Step"]).start()
    game.play(P1, "Badge Check", on=P2)
    game.play(P2, "Wrong Map")
    assert game.is_idle()
    assert game.hand(P2) == ["Side Step"]


@pytest.mark.rule("C4-416", "C4-415")
def test_a_redirection_to_the_attacker_cancels(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"]).player(P2, hand=["Wrong Map"]).start()
    game.play(P1, "Badge Check", on=P2)
    game.play(P2, "Wrong Map")
    assert len(game.happened(e.AttackCancelled)) == 1
    assert [*game.happened(e.AttackRedirected), *game.happened(e.CardFlipped)] == []


@pytest.mark.rule("C4-416", "C4-403")
def test_a_redirection_to_a_protected_player_cancels(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check"]).player(P2, hand=["Wrong Map"])
    game.player(P3, hand=["Fog Bank"]).turn(P3).start()
    game.play(P3, "Fog Bank")
    game.end_turn(P3)
    game.play(P1, "Badge Check", on=P2)
    game.play(P2, "Wrong Map")
    assert len(game.happened(e.AttackCancelled)) == 1
    assert (game.tokens(P2), game.tokens(P3)) == (10, 10)


@pytest.mark.rule("C4-417", "C4-R33")
def test_attack_each_is_one_whole_attack_after_the_other(table: MakeTable) -> None:
    game = table(4).player(P2, hand=["Cannonade"], deck=[ROCK, ROCK, ROCK])
    game.player(P3, deck=[SCISSORS]).player(P4, deck=[PAPER]).player(P1, deck=[SCISSORS]).turn(P2).start()
    game.play(P2, "Cannonade")
    assert [(event.defender, event.won) for event in game.happened(e.AttackDecided)] == [
        (P3, True),
        (P4, False),
        (P1, True),
    ]
    assert [game.tokens(seat) for seat in (P1, P2, P3, P4)] == [8, 10, 8, 10]
    assert game.hand(P2) == [ROCK, ROCK, ROCK]


@pytest.mark.rule("C4-417", "C4-R33")
def test_a_cancelled_or_redirected_one_leaves_the_others_as_they_are(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Cannonade"], deck=[ROCK] * 4).player(P2, hand=["Side Step"], deck=[SCISSORS])
    game.player(P3, hand=["Wrong Map"], deck=[SCISSORS]).player(P4, deck=[SCISSORS] * 2).start()
    game.play(P1, "Cannonade")
    game.play(P2, "Side Step")
    game.play(P3, "Wrong Map")
    assert [game.tokens(seat) for seat in (P2, P3, P4)] == [10, 10, 6]


@pytest.mark.rule("C4-417", "C4-403")
def test_attack_each_leaves_out_who_may_not_be_attacked(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Fog Bank"]).player(P2, hand=["Cannonade"], deck=[PAPER, ROCK])
    game.player(P3, deck=[SCISSORS]).start()
    game.play(P1, "Fog Bank")
    game.end_turn(P1)
    game.play(P2, "Cannonade")
    assert [event.defender for event in game.happened(e.AttackDeclared)] == [P3]
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [10, 10, 8]


@pytest.mark.rule("C4-418", "C4-R32")
def test_the_latest_symbol_counts_and_for_this_attack_only(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check", "Badge Check", "Sleight of Sleeve"], deck=[ROCK, ROCK])
    game.player(P2, hand=["Sleight of Sleeve"], deck=[SCISSORS, SCISSORS]).start()
    game.play(P1, "Badge Check", on=P2)
    game.pass_(P1)
    game.play(P2, "Sleight of Sleeve", mode="paper")
    game.play(P1, "Sleight of Sleeve", mode="scissors")
    assert [(event.attacker_symbol, event.defender_symbol) for event in game.happened(e.AttackDecided)] == [
        ("scissors", "paper")
    ]
    game.play(P1, "Badge Check", on=P2)
    assert [(event.attacker_symbol, event.defender_symbol) for event in game.happened(e.AttackDecided)] == [
        ("rock", "scissors")
    ]


@pytest.mark.rule("C4-418", "C4-440")
def test_a_named_symbol_is_declared_with_the_card(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check", "Sleight of Sleeve"], deck=[ROCK]).start()
    game.play(P1, "Badge Check", on=P2)
    assert [action["mode"] for action in game.legal(P1, "play_reaction")] == ["rock", "paper", "scissors"]
    assert game.refused(P1, game.playing(P1, "Sleight of Sleeve", mode="lizard")).rule == "C4-440"
    assert game.refused(P1, game.playing(P1, "Sleight of Sleeve")).rule == "C4-440"
    game.play(P1, "Sleight of Sleeve", mode="paper")
    assert game.tokens(P2) == 6


@pytest.mark.rule("C4-419", "C4-R32")
def test_a_new_flip_discards_the_old_card_and_its_ability_happens_at_once(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check", "Do-Over"], deck=["Stage Fright", "Loose Change"])
    game.player(P2, deck=[SCISSORS]).pot(4).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.tokens(P1) == 9
    game.play(P1, "Do-Over")
    assert game.tokens(P1) == 10
    assert (game.hand(P1), game.tokens(P2)) == (["Loose Change"], 6)
    assert sorted(game.discard(P1)) == ["Badge Check", "Do-Over", "Stage Fright"]


@pytest.mark.rule("C4-419")
def test_the_rivals_flip_goes_to_the_rivals_discard(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check", "Second Look"], deck=[ROCK])
    game.player(P2, deck=[PAPER, SCISSORS]).start()
    game.play(P1, "Badge Check", on=P2)
    game.play(P1, "Second Look")
    assert (game.discard(P2), game.hand(P2), game.tokens(P2)) == ([PAPER], [SCISSORS], 6)


@pytest.mark.rule("C4-422", "C4-R32")
def test_without_a_flipped_card_nothing_changes(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check", "Sleight of Sleeve", "Do-Over"], deck=[])
    game.player(P2, deck=[SCISSORS]).start()
    game.play(P1, "Badge Check", on=P2)
    game.play(P1, "Sleight of Sleeve", mode="rock")
    game.play(P1, "Do-Over")
    assert [*game.happened(e.CardFlipped), *game.ever(e.SymbolChanged)] == []
    assert [event.won for event in game.happened(e.AttackDecided)] == [False]


@pytest.mark.rule("C4-422", "C4-418")
@pytest.mark.parametrize(("theirs", "symbol"), [([PAPER], "scissors"), ([ROCK], "paper"), ([], "rock")])
def test_the_symbol_that_beats_the_rivals(table: MakeTable, theirs: list[str], symbol: str) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=["Mimic Crate"]).player(P2, deck=theirs).start()
    game.play(P1, "Badge Check", on=P2)
    assert [(event.attacker_symbol, event.won) for event in game.happened(e.AttackDecided)] == [(symbol, True)]


@pytest.mark.rule("C4-423", "C4-216", "C4-R32")
def test_the_card_just_discarded_belongs_to_the_renewed_deck(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check", "Do-Over"], deck=[ROCK]).player(P2, deck=[SCISSORS]).start()
    game.play(P1, "Badge Check", on=P2)
    game.play(P1, "Do-Over")
    assert [event.seat for event in game.happened(e.DeckShuffled)] == [P1]
    assert game.hand(P1) == [ROCK]
    assert game.tokens(P2) == 6


@pytest.mark.rule("C4-415", "C4-407")
def test_an_attack_cancelled_by_a_new_flip_closes_the_window(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[ROCK])
    game.player(P2, hand=["Do-Over", "Do-Over"], deck=[SCISSORS, "Spoilers"]).start()
    game.play(P1, "Badge Check", on=P2)
    game.play(P2, "Do-Over")
    assert game.is_idle()
    assert (game.hand(P2), game.tokens(P2)) == (["Do-Over", "Spoilers"], 10)


@pytest.mark.rule("C4-403", "C4-502")
def test_a_forbid_holds_for_abilities_too(table: MakeTable) -> None:
    game = table(3)
    catapult = add_card(game, "Catapult", "stay_in_play", act='[{ do = "attack(opp, lose(defender, 1))" }]')
    game.player(P1, in_play=[catapult], deck=[ROCK] * 3)
    game.player(P2, hand=["Panel Crash"]).player(P3, hand=["Fog Bank"]).turn(P3).start()
    game.play(P3, "Fog Bank")
    game.end_turn(P3)
    game.play(P2, "Panel Crash")
    assert game.refused(P1, a.UseAbility(game.seen(catapult), 1, P2)).rule == "C4-502"


@pytest.mark.rule("C4-410", "C4-512")
def test_what_was_said_for_this_attack_ends_with_it(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check", "Badge Check"], deck=["Cannonade", ROCK])
    game.player(P2, deck=[ROCK, ROCK]).pot(0).turn(P1, free_actions=2).start()
    game.play(P1, "Badge Check", on=P2)
    assert (game.tokens(P2), game.board.effects) == (6, [])
    game.play(P1, "Badge Check", on=P2)
    assert game.tokens(P2) == 6


@pytest.mark.rule("C4-403")
def test_only_those_whom_a_card_names_may_not_attack(table: MakeTable) -> None:
    game = table(3)
    fence = add_card(game, "Fence", "stay_in_play", continuous='["forbid(left, attack_you)"]')
    game.player(P1, hand=["Badge Check"]).player(P2, in_play=[fence]).player(P3, hand=["Badge Check"])
    game.start()
    assert [action["player"] for action in game.legal(P1, "play_card")] == [P2, P3]
    game.end_turn(P1)
    game.end_turn(P2)
    attacks = [action["player"] for action in game.legal(P3, "play_card") if "player" in action]
    assert attacks == [P1]


@pytest.mark.rule("C4-R80", "C4-412")
@pytest.mark.parametrize(
    ("won", "answer"),
    [
        ("attack(opp, lose(defender, 5))", ""),
        ("lose(defender, 1)", "attack(active, lose(defender, 5))"),
        ("lose(defender, 1)", "reflip(rival)"),
    ],
)
def test_no_attack_while_cards_lie_flipped(table: MakeTable, won: str, answer: str) -> None:
    game = table(2)
    strike = add_card(game, "Strike", play=f"attack(opp, {won})")
    parry = add_card(game, "Parry", "reaction", reaction="flips_shown(attacker=other)", play=answer or "draw(you, 1)")
    wild = add_card(game, "Wild", play="draw(you, 1)", flipped="attack_each(others, lose(defender, 5))")
    game.player(P1, hand=[strike], deck=[ROCK, wild, PAPER]).player(P2, hand=[parry], deck=[SCISSORS, ROCK]).start()
    game.play(P1, strike, on=P2)
    if answer:
        game.play(P2, parry)
    else:
        game.pass_(P2)
    assert len(game.ever(e.AttackDecided)) == 1
    there = {*game.hand(P1), *game.hand(P2), *game.discard(P1), *game.discard(P2)}
    assert there >= {ROCK, SCISSORS}, "no flipped card is lost"


@pytest.mark.rule("C4-403", "C4-R85")
@pytest.mark.parametrize(
    ("play", "legal"),
    [
        ("attack(left, lose(defender, 1))", False),
        ("attack_each(others[tokens > 50], lose(defender, 1))", False),
        ("attack(left + active, lose(defender, 1))", False),
        ("attack(others, lose(defender, 1))", True),
        ("attack(left, lose(defender, 1)), attack(others[tokens >= 10], lose(defender, 1))", True),
        ("each(others[tokens > 50], attack(they, lose(defender, 1)))", True),
    ],
)
def test_an_attack_on_nobody_who_may_be_attacked_cannot_be_declared(
    table: MakeTable, play: str, *, legal: bool
) -> None:
    game = table(3)
    fence = add_card(game, "Fence", "stay_in_play", continuous='["forbid(others, attack_you)"]')
    strike = add_card(game, "Strike", play=play)
    game.player(P1, hand=[strike]).player(P2, in_play=[fence]).start()
    assert (game.legal(P1, "play_card") != []) == legal
    if not legal:
        assert game.refused(P1, game.playing(P1, strike)).rule == "C4-403"
