"""Midnight Mezzanine: every card's printed text, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from tests.games.c4.table import P1, P2, P3, P4, PAPER, ROCK, SCISSORS, Table

MakeTable = Callable[..., Table]


@pytest.mark.card("MID-01")
def test_swear_jar_takes_one_token_of_another_player_when_it_enters(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Swear Jar"]).player(P2, tokens={"bead": 2, "gem": 1}).pot(6).start()
    game.play(P1, "Swear Jar", on=P2)
    assert game.controlled(P1) == ["Swear Jar"]
    game.choose(P2, gem=1)
    assert game.everyone() == (10, 2, 10)
    assert (game.on_card("Swear Jar"), game.in_pot()) == (1, 6)
    assert game.happened(e.TokensLost) == []


@pytest.mark.card("MID-01")
def test_swear_jar_takes_one_token_of_who_swore(table: MakeTable) -> None:
    game = table(3).player(P1, in_play=["Swear Jar"]).start()
    game.do(P2, a.MakeClaim("swore", P3))
    game.do(P3, a.AnswerClaim(admit=True))
    assert game.everyone() == (10, 10, 9)
    assert game.on_card("Swear Jar") == 1
    assert game.refused(P1, a.MakeClaim("made_pun", P2)).rule == "C4-550"


@pytest.mark.card("MID-01")
def test_swear_jar_is_emptied_by_its_controller_with_three_or_more_on_it(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=[("Swear Jar", {"bead": 2})]).start()
    assert game.refused(P1, a.UseAbility(game.seen("Swear Jar"), 1)).rule == "C4-333"
    game.do(P1, a.MakeClaim("swore", P2))
    game.do(P2, a.AnswerClaim(admit=True))
    game.use(P1, "Swear Jar")
    assert game.supply(P1) == {"coin": 10, "bead": 3}
    assert (game.on_card("Swear Jar"), game.controlled(P1)) == (0, ["Swear Jar"])


@pytest.mark.card("MID-02")
def test_pants_tax_makes_who_wears_pants_lose_one_and_draws(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Pants Tax"], deck=[PAPER, ROCK], wears=["wears_pants"])
    game.player(P2, wears=["wears_pants", "wears_hat"]).player(P3, wears=["wears_hat"]).start()
    game.play(P1, "Pants Tax")
    assert game.everyone() == (9, 9, 10)
    assert game.hand(P1) == [PAPER]
    assert game.hand(P2) == []


@pytest.mark.card("MID-03")
def test_ink_appreciation_gives_two_to_each_visible_tattoo(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Ink Appreciation"]).player(P2, wears=["visible_tattoo"])
    game.player(P4, wears=["visible_tattoo"]).pot(8).start()
    game.play(P1, "Ink Appreciation")
    assert game.everyone() == (10, 12, 10, 12)


@pytest.mark.card("MID-03")
def test_ink_appreciation_gives_its_player_one_if_nobody_has_a_tattoo(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Ink Appreciation"]).pot(6).start()
    game.play(P1, "Ink Appreciation")
    assert game.everyone() == (11, 10, 10)


@pytest.mark.card("MID-04")
@pytest.mark.parametrize(("hair", "flipped", "after"), [(True, SCISSORS, 7), (False, SCISSORS, 8), (True, PAPER, 10)])
def test_bad_hair_day_hits_long_hair_harder(table: MakeTable, hair: bool, flipped: str, after: int) -> None:
    game = table(3).player(P1, hand=["Bad Hair Day"], deck=[ROCK], wears=["long_hair"])
    game.player(P2, deck=[flipped], wears=["long_hair"] if hair else []).start()
    game.play(P1, "Bad Hair Day", on=P2)
    assert game.everyone() == (10, after, 10)


@pytest.mark.card("MID-05")
@pytest.mark.parametrize(("glasses", "gained"), [(0, 0), (1, 1), (3, 3), (5, 3)])
def test_spectacle_gains_one_for_each_pair_of_glasses_up_to_three(table: MakeTable, glasses: int, gained: int) -> None:
    game = table(5).player(P1, hand=["Spectacle"]).pot(10)
    for seat in range(glasses):
        game.player(seat, wears=["wears_glasses"])
    game.start()
    game.play(P1, "Spectacle")
    assert game.everyone() == (10 + gained, 10, 10, 10, 10)
    assert len(game.happened(e.TokensGained)) == (1 if gained else 0)


@pytest.mark.card("MID-06")
def test_borrowed_hat_counts_as_a_hat_of_its_controller(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Borrowed Hat", "Hat Trick"]).player(P2, hand=["Hat Trick"]).pot(6)
    game.turn(P1, free_actions=2).start()
    game.play(P1, "Borrowed Hat")
    game.play(P1, "Hat Trick")
    assert game.everyone() == (13, 10)
    game.end_turn(P1)
    game.play(P2, "Hat Trick")
    assert game.everyone() == (13, 11)


@pytest.mark.card("MID-06")
@pytest.mark.parametrize(
    ("hat", "flips", "after"),
    [(P1, (ROCK, SCISSORS), (11, 8)), (P1, (ROCK, ROCK), (10, 10)), (P2, (ROCK, SCISSORS), (10, 8))],
)
def test_borrowed_hat_gains_one_for_an_own_attack_won(
    table: MakeTable, hat: int, flips: tuple[str, str], after: tuple[int, int]
) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[flips[0]]).player(P2, deck=[flips[1]]).pot(4)
    game.in_play("Borrowed Hat", hat).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == after


@pytest.mark.card("MID-07")
@pytest.mark.parametrize(("wears", "gained"), [(["wears_hat"], 3), (["wears_pants"], 1), ([], 1)])
def test_hat_trick_gains_three_with_a_hat_else_one(table: MakeTable, wears: list[str], gained: int) -> None:
    game = table(2).player(P1, hand=["Hat Trick"], wears=wears).player(P2, wears=["wears_hat"]).pot(4).start()
    game.play(P1, "Hat Trick")
    assert game.everyone() == (10 + gained, 10)


@pytest.mark.card("MID-08")
def test_group_photo_rewards_costumes_and_its_player_loses_one_without(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Group Photo"]).player(P2, wears=["in_costume"], deck=[PAPER, ROCK]).pot(6).start()
    game.play(P1, "Group Photo")
    assert game.everyone() == (9, 11, 10)
    assert [game.hand(seat) for seat in (P1, P2, P3)] == [[], [PAPER], []]


@pytest.mark.card("MID-08")
def test_group_photo_in_costume(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Group Photo"], wears=["in_costume"], deck=[PAPER, ROCK]).pot(4).start()
    game.play(P1, "Group Photo")
    assert game.everyone() == (11, 10)
    assert game.hand(P1) == [PAPER]
    assert game.untouched(P2)


@pytest.mark.card("MID-09")
@pytest.mark.parametrize(
    ("mine", "theirs", "won"),
    [(["wears_black"], [], True), ([], ["wears_black"], False), (["wears_black"], ["wears_black"], False)],
)
def test_all_in_black_wins_ties_while_its_controller_wears_black(
    table: MakeTable, mine: list[str], theirs: list[str], won: bool
) -> None:
    game = table(3).player(P1, hand=["Badge Check"], deck=[ROCK], wears=mine, in_play=["All in Black"])
    game.player(P2, deck=[ROCK], wears=theirs, in_play=["All in Black"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == (10, 8 if won else 10, 10)


@pytest.mark.card("MID-09")
def test_all_in_black_helps_only_in_ties(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[ROCK], wears=["wears_black"], in_play=["All in Black"])
    game.player(P2, deck=[PAPER]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == (10, 10)


@pytest.mark.card("MID-10")
def test_caught_on_camera_gets_one_of_who_gained_three(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Lights Out", "Caught on Camera"]).player(P2, hand=["Caught on Camera"]).pot(6)
    game.start()
    game.play(P1, "Lights Out")
    assert game.asked() == [(P2, "react")], "one's own gain does not fit"
    game.play(P2, "Caught on Camera")
    assert game.everyone() == (12, 11, 10)
    assert [(event.giver, event.receiver) for event in game.happened(e.TokensGiven)] == [(P1, P2)]


@pytest.mark.card("MID-10")
def test_caught_on_camera_does_not_answer_a_gain_of_two(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird"]).player(P2, hand=["Caught on Camera"]).pot(4).start()
    game.play(P1, "Early Bird")
    assert game.is_idle()
    assert game.untouched(P2)


@pytest.mark.card("MID-11")
def test_spoilers_played_discards_a_card_of_anothers_hand_by_choice(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Spoilers"]).player(P2, hand=[ROCK, PAPER, SCISSORS]).player(P3, hand=[ROCK])
    game.start()
    game.play(P1, "Spoilers", on=P2)
    (seen,) = game.happened(e.CardsLookedAt)
    assert (seen.viewer, seen.whose, len(seen.cards or ())) == (P1, P2, 3)
    assert game.asked() == [(P1, "choose_cards")]
    game.do(P1, a.ChooseCards((game.held(P2, PAPER),)))
    assert game.hand(P2) == [ROCK, SCISSORS]
    assert (game.discard(P2), game.discard(P1)) == ([PAPER], ["Spoilers"])
    assert game.untouched(P3)


@pytest.mark.card("MID-11")
@pytest.mark.parametrize("flips", [("Spoilers", ROCK), (ROCK, "Spoilers")])
def test_spoilers_flipped_cancels_the_attack(table: MakeTable, flips: tuple[str, str]) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[flips[0]], in_play=["Spare Goggles"])
    game.player(P2, deck=[flips[1]]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == (10, 10)
    assert game.happened(e.AttackDecided) == [], "it neither won nor failed"
    assert (game.hand(P1), game.hand(P2)) == ([flips[0]], [flips[1]])


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
    game.player(P3, hand=["Panel Crash", "Badge Check"]).start()
    game.end_turn(P1)
    assert game.asked() == [(P3, "react")], "not for one's own turn"
    game.play(P3, "Panel Crash")
    assert game.everyone() == (10, 10, 9)
    for name, on in (("Badge Check", P1), ("Cannonade", None)):
        assert game.refused(P2, game.playing(P2, name, on=on)).rule == "C4-502"
    game.play(P2, "Rain Poncho")
    game.end_turn(P2)
    game.pass_(P2)
    assert game.playing(P3, "Badge Check", on=P1).card in {action.get("card") for action in game.legal(P3)}


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
    assert game.everyone() == (10, 9, 10, 8)
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
    assert game.everyone() == (10, 8, 10)
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
