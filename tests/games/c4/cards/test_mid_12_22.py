"""Midnight Mezzanine, second half: every card's printed text, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from tests.games.c4.table import P1, P2, P3, P4, PAPER, ROCK, SCISSORS, Table

MakeTable = Callable[..., Table]


@pytest.mark.card("MID-12")
@pytest.mark.parametrize(("plays", "after"), [([], 11), (["Rain Poncho"], 11), (["Rain Poncho", "Iron Grip"], 9)])
def test_night_owl_gains_one_after_a_turn_without_additional_actions(
    table: MakeTable, plays: list[str], after: int
) -> None:
    game = table(2).player(P1, hand=plays, in_play=["Night Owl"]).pot(4).start()
    for name in plays:
        game.play(P1, name)
    game.end_turn(P1)
    assert game.everyone() == (after, 10)
    game.end_turn(P2)
    assert game.everyone() == (after, 10), "at the end of one's own turn only"


@pytest.mark.card("MID-13")
def test_lost_room_key_makes_another_players_additional_actions_dearer(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Lost Room Key", "Rain Poncho"]).player(P2, hand=["Rain Poncho", "Iron Grip"])
    game.start()
    game.play(P1, "Lost Room Key", on=P2)
    game.play(P1, "Rain Poncho")
    assert game.everyone() == (9, 10)
    assert game.refused(P1, a.UseAbility(game.seen("Lost Room Key"), 1)).rule == "C4-330"
    game.end_turn(P1)
    game.play(P2, "Rain Poncho")
    game.play(P2, "Iron Grip")
    assert game.everyone() == (9, 8), "1 + 1"


@pytest.mark.card("MID-13")
def test_lost_room_key_may_be_removed_for_two(table: MakeTable) -> None:
    game = table(2).in_play("Lost Room Key", P1, owner=P2).start()
    game.use(P1, "Lost Room Key")
    assert game.everyone() == (8, 10)
    assert (game.controlled(P1), game.discard(P1), game.discard(P2)) == ([], [], ["Lost Room Key"])


@pytest.mark.card("MID-13")
def test_lost_room_key_stays_with_who_can_not_pay(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=1).in_play("Lost Room Key", P1, owner=P2).start()
    assert game.refused(P1, a.UseAbility(game.seen("Lost Room Key"), 1)).rule == "C4-331"


@pytest.mark.card("MID-14")
@pytest.mark.parametrize(("option", "after", "drawn"), [("give", (12, 8, 10), 0), ("draw", (10, 10, 10), 2)])
def test_elevator_pitch_lets_another_player_choose(
    table: MakeTable, option: str, after: tuple[int, ...], drawn: int
) -> None:
    game = table(3).player(P1, hand=["Elevator Pitch"]).start()
    game.play(P1, "Elevator Pitch", on=P2)
    assert game.asked() == [(P2, "choose_option")]
    game.option(P2, option)
    assert game.everyone() == after
    assert [len(game.hand(seat)) for seat in (P1, P2, P3)] == [drawn, 0, 0]


@pytest.mark.card("MID-15")
def test_shared_cab_gives_two_to_its_player_and_to_another(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Shared Cab"]).pot(6).start()
    game.play(P1, "Shared Cab", on=P3)
    assert game.everyone() == (12, 10, 12)
    assert game.in_pot() == 2


@pytest.mark.card("MID-16")
def test_ghost_of_the_third_floor_played_gains_a_foreign_token(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Ghost of the Third Floor"]).pot({"coin": 5, "bead": 2}).start()
    game.play(P1, "Ghost of the Third Floor")
    assert game.supply(P1) == {"coin": 10, "bead": 1}
    assert game.untouched(P2)


@pytest.mark.card("MID-16")
@pytest.mark.parametrize(("flips", "after"), [((0, 1), (10, 9, 10)), ((1, 0), (9, 10, 10))])
def test_ghost_of_the_third_floor_flipped_haunts_the_rival(
    table: MakeTable, flips: tuple[int, int], after: tuple[int, ...]
) -> None:
    cards = ("Ghost of the Third Floor", ROCK)
    game = table(3).player(P1, hand=["Badge Check"], deck=[cards[flips[0]]]).player(P2, deck=[cards[flips[1]]]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == after


@pytest.mark.card("MID-17")
def test_panel_crash_stops_attacks_of_the_player_whose_turn_starts(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["Badge Check", "Cannonade", "Rain Poncho", "Panel Crash"])
    game.player(P1, hand=["Panel Crash"]).player(P3, hand=["Badge Check"]).start()
    game.end_turn(P1)
    assert game.asked() == [(P1, "react")], "not for one's own turn"
    game.play(P1, "Panel Crash")
    assert game.everyone() == (9, 10, 10)
    for name, on in (("Badge Check", P1), ("Cannonade", None)):
        assert game.refused(P2, game.playing(P2, name, on=on)).rule == "C4-502"
    game.play(P2, "Rain Poncho")
    game.end_turn(P2)
    game.pass_(P2)
    assert game.board.effects == [], "this turn only"
    assert {action.get("player") for action in game.legal(P3, "play_card")} == {P1, P2, None}


@pytest.mark.card("MID-17")
def test_panel_crash_costs_one(table: MakeTable) -> None:
    game = table(3).player(P3, tokens=0, hand=["Panel Crash"]).start()
    game.concede(P1)
    assert [event.seat for event in game.happened(e.TurnStarted)] == [P2]
    assert game.is_idle()
    assert game.untouched(P3)


@pytest.mark.card("MID-18")
def test_last_call_lets_each_player_pay_one_for_two_cards(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Last Call"]).player(P4, tokens=0).pot(8).start()
    game.play(P1, "Last Call")
    for seat, option in ((P1, "yes"), (P2, "no"), (P3, "yes"), (P4, "yes")):
        assert game.asked() == [(seat, "choose_option")]
        game.option(seat, option)
    assert game.everyone() == (9, 10, 9, 0)
    assert [len(game.hand(seat)) for seat in (P1, P2, P3, P4)] == [2, 0, 2, 0], "P4 has nothing to pay"
    assert game.in_pot() == 10


@pytest.mark.card("MID-19")
@pytest.mark.parametrize(
    ("ballots", "after"), [((P3, P3, P1), (10, 10, 8)), ((P2, P3, P1), (10, 10, 10)), ((P2, None, None), (10, 8, 10))]
)
def test_scapegoat_loses_two(table: MakeTable, ballots: tuple[int | None, ...], after: tuple[int, ...]) -> None:
    game = table(3).player(P1, hand=["Scapegoat"]).start()
    game.play(P1, "Scapegoat")
    assert game.refused(P1, a.VoteCard(P1)).rule == "C4-560"
    for seat, ballot in enumerate(ballots):
        if ballot is None:
            game.time_out(seat)
        else:
            game.do(seat, a.VoteCard(ballot))
    assert game.everyone() == after


@pytest.mark.card("MID-20")
def test_pass_the_blame_sends_the_attack_to_a_third_player(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Badge Check", "Pass the Blame"], deck=[ROCK]).player(P4, deck=[SCISSORS])
    game.player(P2, hand=["Pass the Blame"]).player(P3, hand=["Pass the Blame"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.asked() == [(P2, "react")], "only who is attacked can play it"
    assert {action["player"] for action in game.legal(P2, "play_reaction")} == {P3, P4}
    game.play(P2, "Pass the Blame", on=P4)
    assert game.everyone() == (10, 9, 10, 6)
    assert game.untouched(P3)


@pytest.mark.card("MID-20")
@pytest.mark.parametrize(("players", "tokens"), [(2, 10), (3, 0)])
def test_pass_the_blame_needs_a_third_player_and_a_token(table: MakeTable, players: int, tokens: int) -> None:
    game = table(players).player(P1, hand=["Badge Check"], deck=[PAPER])
    game.player(P2, tokens=tokens, hand=["Pass the Blame"], deck=[SCISSORS]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.happened(e.AttackRedirected) == []
    assert game.hand(P2) == ["Pass the Blame", SCISSORS]


@pytest.mark.card("MID-21")
def test_second_look_makes_the_rival_flip_again(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check", "Second Look"], deck=[ROCK]).player(P3, hand=["Second Look"])
    game.player(P2, deck=[PAPER, SCISSORS]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.asked() == [(P1, "react")], "P3 neither attacks nor defends"
    game.play(P1, "Second Look")
    assert game.everyone() == (10, 6, 10)
    assert (game.hand(P2), game.discard(P2)) == ([SCISSORS], [PAPER])
    assert game.hand(P1) == [ROCK]


@pytest.mark.card("MID-22")
@pytest.mark.parametrize(
    ("top", "gained", "drawn"), [(SCISSORS, 2, 0), ("Iron Grip", 0, 1), ("Thick Skin", 0, 1), ("Loose Change", 2, 0)]
)
def test_card_reader_reveals_a_card_of_another_deck(table: MakeTable, top: str, gained: int, drawn: int) -> None:
    game = table(3).player(P1, hand=["Card Reader"]).player(P2, deck=[top, ROCK]).pot(6).start()
    game.play(P1, "Card Reader", on=P2)
    assert game.everyone() == (10 + gained, 10, 10)
    assert len(game.hand(P1)) == drawn
    assert (game.deck(P2), game.discard(P2)) == ([ROCK], [top])


@pytest.mark.card("MID-22")
def test_card_reader_without_a_card_to_reveal_does_nothing(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Card Reader"]).player(P2, deck=[]).pot(4).start()
    game.play(P1, "Card Reader", on=P2)
    assert game.everyone() == (10, 10)
    assert game.hand(P1) == []
