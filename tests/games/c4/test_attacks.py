"""One attack from its declaration to the return of the flipped cards (C4-401 to C4-414, C4-420, C4-421)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from domain.kernel.facts import Event
from tests.games.c4.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]
ROCK, PAPER, SCISSORS = "Early Bird", "Fire Drill", "Light Fingers"
"""Cards of each symbol without a When Flipped ability."""


def types(game: Table, *kinds: type[Event]) -> list[str]:
    """The types of the events of these kinds since the last action, in order."""
    return [fact.event.type for fact in game.facts if isinstance(fact.event, kinds)]


@pytest.mark.rule("C4-401", "C4-408", "C4-411", "C4-R29")
@pytest.mark.parametrize("mine", [ROCK, PAPER, SCISSORS])
@pytest.mark.parametrize("theirs", [ROCK, PAPER, SCISSORS])
def test_only_a_symbol_that_beats_wins(table: MakeTable, mine: str, theirs: str) -> None:
    won = (mine, theirs) in {(ROCK, SCISSORS), (SCISSORS, PAPER), (PAPER, ROCK)}
    game = table(3).player(P1, hand=["Badge Check"], deck=[mine]).player(P2, deck=[theirs]).start()
    game.play(P1, "Badge Check", on=P2)
    assert (game.tokens(P1), game.tokens(P2), game.tokens(P3)) == (10, 6 if won else 10, 10)
    assert [event.won for event in game.happened(e.AttackDecided)] == [won]
    assert (game.hand(P1), game.hand(P2)) == ([mine], [theirs])


@pytest.mark.rule("C4-402", "C4-403", "C4-903", "C4-R27")
def test_the_defender_is_another_player_declared_with_the_card(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Badge Check"]).start()
    assert [action["player"] for action in game.legal(P1, "play_card")] == [P2, P3, P4]
    assert game.refused(P1, game.playing(P1, "Badge Check", on=P1)).rule == "C4-403"
    assert game.refused(P1, game.playing(P1, "Badge Check")).rule == "C4-403"
    game.play(P1, "Badge Check", on=P3)
    assert [event.player for event in game.happened(e.CardPlayed)] == [P3]
    assert [(event.attacker, event.defender) for event in game.happened(e.AttackDeclared)] == [(P1, P3)]


@pytest.mark.rule("C4-403", "C4-R27")
def test_a_protected_player_may_not_be_attacked(table: MakeTable) -> None:
    game = (
        table(3)
        .player(P1, hand=["Fog Bank"])
        .player(P2, hand=["Badge Check", "Cannonade"], deck=["Thick Skin"])
        .start()
    )
    game.play(P1, "Fog Bank")
    game.end_turn(P1)
    assert [action.get("player") for action in game.legal(P2, "play_card")] == [P3, None]
    assert game.refused(P2, game.playing(P2, "Badge Check", on=P1)).rule == "C4-403"


@pytest.mark.rule("C4-403", "C4-R27")
def test_without_a_legal_defender_the_card_cannot_be_declared(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, hand=["Fog Bank"])
        .player(P2, hand=["Badge Check", "Cannonade"], deck=["Thick Skin"])
        .start()
    )
    game.play(P1, "Fog Bank")
    game.end_turn(P1)
    assert game.legal(P2, "play_card") == []
    assert game.refused(P2, game.playing(P2, "Badge Check", on=P1)).rule == "C4-403"
    assert game.refused(P2, game.playing(P2, "Cannonade")).rule == "C4-403"


@pytest.mark.rule("C4-404", "C4-R28", "C4-521")
def test_step_1_triggers_before_the_window(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"]).player(P2, hand=["Side Step"], in_play=["Troll Toll"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert types(game, e.AttackDeclared, e.TokensPaid, e.CardFlipped) == ["attack_declared", "tokens_paid"]
    assert game.asked() == [(P2, "react")]
    game.pass_(P2)
    assert types(game, e.CardFlipped) == ["card_flipped", "card_flipped"]


@pytest.mark.rule("C4-405", "C4-412", "C4-609")
def test_both_flip_their_own_top_card_of_any_kind(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check"], deck=["Brain Freeze", PAPER])
    game.player(P2, deck=["Iron Grip", ROCK]).start()
    game.play(P1, "Badge Check", on=P2)
    flips = [(event.seat, event.card, event.symbol) for event in game.happened(e.CardFlipped)]
    assert flips == [(P1, "COR-07", "rock"), (P2, "COR-12", "scissors")]
    assert (game.deck(P1), game.deck(P2), len(game.deck(P3))) == ([PAPER], [ROCK], 20)
    assert (game.hand(P1), game.hand(P2), game.hand(P3)) == (["Brain Freeze"], ["Iron Grip"], [])
    assert game.tokens(P2) == 6


@pytest.mark.rule("EX-09", "C4-406", "C4-408", "C4-413", "C4-530", "C4-R28")
def test_a_tie_and_when_flipped(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=9, hand=["Badge Check"], deck=["Loose Change", ROCK])
    game.player(P2, deck=["Long Line"]).pot(4).start()
    game.play(P1, "Badge Check", on=P2)
    assert types(game, e.TokensGained, e.AttackDecided) == ["tokens_gained", "attack_decided"]
    assert (game.tokens(P1), game.tokens(P2)) == (10, 10)
    assert [event.won for event in game.happened(e.AttackDecided)] == [False]
    assert (game.hand(P1), game.hand(P2)) == (["Loose Change"], ["Long Line"])
    assert game.deck(P1) == [ROCK]


@pytest.mark.rule("C4-406", "C4-R28")
def test_when_flipped_goes_in_turn_order_of_the_flippers(table: MakeTable) -> None:
    game = table(3).player(P3, hand=["Badge Check"], deck=["Ghost of the Third Floor"])
    game.player(P2, deck=["Loose Change"]).pot(0).turn(P3).start()
    game.play(P3, "Badge Check", on=P2)
    assert types(game, e.TokensLost, e.TokensGained) == ["tokens_lost", "tokens_gained"]
    assert (game.tokens(P1), game.tokens(P2), game.tokens(P3)) == (10, 10, 10)


@pytest.mark.rule("C4-406")
def test_you_is_the_flipper_and_the_rival_the_other_player(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check"], deck=[ROCK])
    game.player(P3, deck=["Ghost of the Third Floor"]).pot(0).start()
    game.play(P1, "Badge Check", on=P3)
    assert (game.tokens(P1), game.tokens(P2), game.tokens(P3)) == (9, 10, 10)


@pytest.mark.rule("C4-407", "C4-R28")
def test_the_flips_are_shown_after_when_flipped_and_before_the_comparison(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check", "Do-Over"], deck=["Loose Change"]).pot(4).start()
    game.play(P1, "Badge Check", on=P2)
    assert types(game, e.TokensGained, e.AttackDecided) == ["tokens_gained"]
    assert game.asked() == [(P1, "react")]
    game.pass_(P1)
    assert types(game, e.AttackDecided) == ["attack_decided"]


@pytest.mark.rule("C4-409", "C4-218", "C4-R30")
@pytest.mark.parametrize(("mine", "theirs", "won"), [([ROCK], [], True), ([], [ROCK], False), ([], [], False)])
def test_who_cannot_flip_has_no_symbol(table: MakeTable, mine: list[str], theirs: list[str], won: bool) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=mine).player(P2, deck=theirs).start()
    game.play(P1, "Badge Check", on=P2)
    assert [event.won for event in game.happened(e.AttackDecided)] == [won]
    assert game.tokens(P2) == (6 if won else 10)
    assert len(game.happened(e.DrawFailed)) == 2 - len(mine) - len(theirs)
    assert (game.hand(P1), game.hand(P2)) == (mine, theirs)


@pytest.mark.rule("C4-410", "C4-R29")
@pytest.mark.parametrize(("wearers", "won"), [((P1,), True), ((P2,), False), ((P1, P2), False), ((), False)])
def test_ties_win_for_one_player(table: MakeTable, wearers: tuple[int, ...], won: bool) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[ROCK]).player(P2, deck=[ROCK])
    for seat in (P1, P2):
        game.in_play("All in Black", seat)
        game.board.players[seat].attributes = ("wears_black",) if seat in wearers else ()
    game.start()
    game.play(P1, "Badge Check", on=P2)
    assert [event.won for event in game.happened(e.AttackDecided)] == [won]


@pytest.mark.rule("C4-410", "C4-408")
def test_ties_win_changes_nothing_but_ties(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[ROCK], in_play=["All in Black"], wears=["wears_black"])
    game.player(P2, deck=[PAPER]).start()
    game.play(P1, "Badge Check", on=P2)
    assert [event.won for event in game.happened(e.AttackDecided)] == [False]


@pytest.mark.rule("C4-411", "C4-R28", "C4-521")
def test_step_6_decided_then_triggers_then_window_then_the_text(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check"], deck=[ROCK], in_play=["Borrowed Hat"])
    game.player(P2, deck=[SCISSORS]).player(P3, hand=["Trap Door"]).pot(4).start()
    game.play(P1, "Badge Check", on=P2)
    assert types(game, e.AttackDecided, e.TokensGained, e.TokensLost) == ["attack_decided", "tokens_gained"]
    assert game.asked() == [(P3, "react")]
    game.play(P3, "Trap Door")
    assert [event.seat for event in game.happened(e.TokensLost)] == [P1, P2]
    assert (game.tokens(P1), game.tokens(P2)) == (10, 6)


@pytest.mark.rule("C4-411")
def test_a_failed_attack_triggers_what_waits_for_failure_only(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[ROCK, PAPER], in_play=["Borrowed Hat", "Spare Goggles"])
    game.player(P2, deck=[PAPER], hand=["Trap Door"]).pot(4).start()
    game.play(P1, "Badge Check", on=P2)
    assert (game.tokens(P1), game.tokens(P2)) == (10, 10)
    assert game.hand(P1) == [PAPER, ROCK]


@pytest.mark.rule("C4-412", "C4-414", "C4-R31")
def test_the_flipped_cards_go_to_the_hands_and_are_not_drawn(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[ROCK]).player(P2, deck=[SCISSORS]).start()
    game.play(P1, "Badge Check", on=P2)
    assert [(event.seat, event.card) for event in game.happened(e.FlippedCardTaken)] == [(P1, "COR-01"), (P2, "COR-03")]
    assert game.happened(e.CardDrawn) == []
    assert game.discard(P1) == ["Badge Check"]
    assert [game.board.players[seat].flipped for seat in (P1, P2)] == [None, None]


@pytest.mark.rule("C4-414", "C4-412")
def test_the_new_instance_in_the_hand_is_known_to_its_owner_only(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[ROCK]).start()
    game.play(P1, "Badge Check", on=P2)
    facts = [fact for fact in game.facts if isinstance(fact.event, e.FlippedCardTaken)]
    assert [fact.secret for fact in facts] == [{"seat:0": ("iid", "draws")}, {"seat:1": ("iid", "draws")}]


@pytest.mark.rule("C4-420", "C4-R19")
def test_the_defender_chooses_what_they_lose_and_give(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Brass Handshake"], deck=[ROCK])
    game.player(P2, tokens={"bead": 3, "gem": 4}, deck=[SCISSORS]).pot(0).start()
    game.play(P1, "Brass Handshake", on=P2)
    assert game.asked() == [(P2, "choose_tokens")]
    game.choose(P2, bead=1, gem=1)
    assert game.asked() == [(P2, "choose_tokens")]
    game.choose(P2, bead=1, gem=2)
    assert (game.supply(P1), game.board.pot) == ({"coin": 10, "bead": 1, "gem": 1}, {"bead": 1, "gem": 2})


@pytest.mark.rule("C4-421", "C4-216", "C4-R13")
def test_both_renew_their_decks_in_turn_order_before_anything_is_shown(table: MakeTable) -> None:
    game = table(2).player(P1, deck=[], discard=[SCISSORS])
    game.player(P2, hand=["Badge Check"], deck=[], discard=[ROCK]).turn(P2).start()
    game.play(P2, "Badge Check", on=P1)
    assert types(game, e.DeckShuffled, e.CardFlipped) == ["deck_shuffled"] * 2 + ["card_flipped"] * 2
    assert [event.seat for event in game.happened(e.DeckShuffled)] == [P2, P1]
    assert game.discard(P2) == ["Badge Check"]
    assert game.tokens(P1) == 6
