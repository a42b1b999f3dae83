"""Corridor Classics, second half: every card's printed text, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from tests.games.c4.table import P1, P2, P3, PAPER, ROCK, SCISSORS, Table

MakeTable = Callable[..., Table]


@pytest.mark.card("COR-16")
def test_long_line_costs_two_and_makes_another_skip_a_turn(table: MakeTable) -> None:
    game = table(3).player(P1, tokens=2, hand=["Long Line"]).player(P3, hand=["Parachute"]).start()
    game.play(P1, "Long Line", on=P2)
    assert game.everyone() == (0, 10, 10)
    assert [player.skip_turns for player in game.board.players] == [0, 1, 0]
    assert game.untouched(P3)


@pytest.mark.card("COR-16")
def test_long_line_skips_the_next_turn_only(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Long Line"]).start()
    game.play(P1, "Long Line", on=P2)
    active = []
    for seat in (P1, P3, P1):
        game.end_turn(seat)
        active.append(game.board.active)
    assert active == [P3, P1, P2]


@pytest.mark.card("COR-16")
def test_long_line_needs_two_tokens(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=1, hand=["Long Line"]).start()
    assert game.refused(P1, game.playing(P1, "Long Line", on=P2)).rule == "C4-308"


@pytest.mark.card("COR-17")
def test_about_face_reverses_and_draws(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["About Face"], deck=[SCISSORS, ROCK]).start()
    game.play(P1, "About Face")
    assert game.hand(P1) == [SCISSORS]
    assert game.untouched(P2)
    assert game.untouched(P3)
    game.end_turn(P1)
    assert game.board.active == P3


@pytest.mark.card("COR-18")
def test_encore_costs_three_and_takes_the_next_turn(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Encore"]).start()
    game.play(P1, "Encore")
    assert game.everyone() == (7, 10)
    game.end_turn(P1)
    assert (game.board.active, game.board.turn) == (P1, 3)
    game.end_turn(P1)
    assert game.board.active == P2, "one turn only"


@pytest.mark.card("COR-18")
def test_encore_needs_three_tokens(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=2, hand=["Encore"]).start()
    assert game.refused(P1, game.playing(P1, "Encore")).rule == "C4-308"


@pytest.mark.card("COR-19")
def test_snack_break_draws_three(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Snack Break"], deck=[ROCK, PAPER, SCISSORS, ROCK]).start()
    game.play(P1, "Snack Break")
    assert game.hand(P1) == [ROCK, PAPER, SCISSORS]
    assert game.deck(P1) == [ROCK]
    assert game.untouched(P2)


@pytest.mark.card("COR-20")
def test_fire_drill_makes_each_player_lose_two(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Fire Drill"]).player(P3, tokens=1).start()
    game.play(P1, "Fire Drill")
    assert game.everyone() == (8, 8, 0)
    assert [event.seat for event in game.happened(e.TokensLost)] == [P1, P2, P3]
    assert game.in_pot() == 11


@pytest.mark.card("COR-21")
def test_door_prize_gives_each_player_two_and_its_player_a_card(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Door Prize"]).pot(7).start()
    game.play(P1, "Door Prize")
    assert game.everyone() == (12, 12, 12)
    assert game.in_pot() == 1
    assert [len(game.hand(seat)) for seat in (P1, P2, P3)] == [1, 0, 0]


@pytest.mark.card("COR-22")
@pytest.mark.parametrize(
    ("pot", "gained"), [({"coin": 5, "bead": 3}, 2), ({"coin": 5, "bead": 1}, 1), ({"coin": 5}, 0)]
)
def test_souvenir_hunter_gains_non_matching_tokens_only(table: MakeTable, pot: dict[str, int], gained: int) -> None:
    game = table(2).player(P1, hand=["Souvenir Hunter"]).pot(pot).start()
    game.play(P1, "Souvenir Hunter")
    assert game.supply(P1).get("bead", 0) == gained
    assert game.everyone() == (10 + gained, 10)


@pytest.mark.card("COR-23")
def test_sleight_of_sleeve_of_the_attacker_names_the_symbol_that_wins(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check", "Sleight of Sleeve"], deck=[ROCK]).player(P2, deck=[PAPER])
    game.player(P3, hand=["Sleight of Sleeve"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.asked() == [(P1, "react")]
    assert {action["mode"] for action in game.legal(P1, "play_reaction")} == {"rock", "paper", "scissors"}
    game.play(P1, "Sleight of Sleeve", mode="scissors")
    assert [(event.seat, event.symbol) for event in game.happened(e.SymbolChanged)] == [(P1, "scissors")]
    assert game.everyone() == (10, 6, 10)
    assert game.untouched(P3), "who neither attacks nor defends can't play it"


@pytest.mark.card("COR-23")
def test_sleight_of_sleeve_of_the_defender_saves_them(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[ROCK])
    game.player(P2, hand=["Sleight of Sleeve"], deck=[SCISSORS]).start()
    game.play(P1, "Badge Check", on=P2)
    game.play(P2, "Sleight of Sleeve", mode="rock")
    assert game.everyone() == (10, 10)
    assert game.hand(P2) == [SCISSORS]


@pytest.mark.card("COR-24")
def test_side_step_cancels_an_attack_on_its_player(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check", "Side Step"], deck=[ROCK]).player(P3, hand=["Side Step"])
    game.player(P2, hand=["Side Step"], deck=[SCISSORS]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.asked() == [(P2, "react")], "only who is attacked can play it"
    game.play(P2, "Side Step")
    assert game.everyone() == (10, 10, 10)
    assert game.happened(e.CardFlipped) == []
    assert game.happened(e.AttackDecided) == []
    assert (game.discard(P1), game.discard(P2)) == (["Badge Check"], ["Side Step"])


@pytest.mark.card("COR-25")
def test_loose_change_played(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Loose Change"], deck=["Loose Change", ROCK]).pot(6).start()
    game.play(P1, "Loose Change")
    assert game.everyone() == (11, 10, 10), "to draw one is not to flip it"
    assert game.hand(P1) == ["Loose Change"]


@pytest.mark.card("COR-25")
def test_loose_change_flipped(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check"], deck=[SCISSORS]).player(P2, deck=["Loose Change"]).pot(6).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == (10, 11, 10)
    assert game.hand(P2) == ["Loose Change"]


@pytest.mark.card("COR-26")
@pytest.mark.parametrize(("flipped", "after"), [(SCISSORS, 3), (PAPER, 10)])
def test_stage_fright_played(table: MakeTable, flipped: str, after: int) -> None:
    game = table(3).player(P1, hand=["Stage Fright"], deck=[ROCK]).player(P2, deck=[flipped]).start()
    game.play(P1, "Stage Fright", on=P2)
    assert game.everyone() == (10, after, 10)


@pytest.mark.card("COR-26")
def test_stage_fright_flipped(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check"], deck=["Stage Fright"]).player(P2, deck=[PAPER]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == (9, 10, 10)
    assert [event.won for event in game.happened(e.AttackDecided)] == [False]


@pytest.mark.card("COR-27")
def test_nap_time_gains_four_and_skips_the_own_next_turn(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Nap Time"]).pot(5).start()
    game.play(P1, "Nap Time")
    assert game.everyone() == (14, 10)
    assert [player.skip_turns for player in game.board.players] == [1, 0]
    game.end_turn(P1)
    game.end_turn(P2)
    assert [event.seat for event in game.happened(e.TurnSkipped)] == [P1]
    assert game.board.active == P2


@pytest.mark.card("COR-28")
def test_padded_vest_takes_two_off_a_loss_and_draws(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Stage Fright"], deck=[ROCK]).player(P3, hand=["Padded Vest"])
    game.player(P2, hand=["Padded Vest"], deck=[SCISSORS, PAPER]).start()
    game.play(P1, "Stage Fright", on=P2)
    assert game.asked() == [(P2, "react")], "it is P2 who would lose"
    game.play(P2, "Padded Vest")
    assert game.everyone() == (10, 5, 10)
    assert game.hand(P2) == [PAPER, SCISSORS], "drawn, and the flipped card"


@pytest.mark.card("COR-28")
def test_padded_vest_makes_a_loss_of_two_nothing_and_draws(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill"]).player(P2, hand=["Padded Vest"], deck=[PAPER, ROCK]).start()
    game.play(P1, "Fire Drill")
    game.play(P2, "Padded Vest")
    assert game.everyone() == (8, 10)
    assert game.hand(P2) == [PAPER]


@pytest.mark.card("COR-28")
def test_padded_vest_does_not_answer_a_take(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Light Fingers"], deck=[ROCK])
    game.player(P2, hand=["Padded Vest"], deck=[SCISSORS]).start()
    game.play(P1, "Light Fingers", on=P2)
    assert game.everyone() == (12, 8)
    assert game.hand(P2) == ["Padded Vest", SCISSORS]


@pytest.mark.card("COR-29")
def test_rummage_table_returns_two_chosen_cards_of_the_own_discard(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Rummage Table"], discard=[ROCK, PAPER, SCISSORS]).player(P2, discard=[ROCK])
    game.start()
    game.play(P1, "Rummage Table")
    game.choose_cards(P1, SCISSORS, ROCK)
    assert game.hand(P1) == [SCISSORS, ROCK]
    assert game.discard(P1) == [PAPER, "Rummage Table"]
    assert game.untouched(P2)


@pytest.mark.card("COR-29")
@pytest.mark.parametrize("discard", [[], [ROCK]])
def test_rummage_table_returns_what_there_is(table: MakeTable, discard: list[str]) -> None:
    game = table(2).player(P1, hand=["Rummage Table"], discard=discard).start()
    game.play(P1, "Rummage Table")
    assert game.hand(P1) == discard
    assert game.discard(P1) == ["Rummage Table"], "it is not in the discard while it is played"


@pytest.mark.card("COR-30")
def test_lights_out_gains_three_and_ends_the_turn(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Lights Out", "Early Bird"]).pot(6).turn(P1, free_actions=2).start()
    game.play(P1, "Lights Out")
    assert game.everyone() == (13, 10, 10)
    assert game.board.active == P2
    assert (game.hand(P1), game.discard(P1)) == (["Early Bird"], ["Lights Out"])
