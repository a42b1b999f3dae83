"""Midnight Mezzanine, first half: every card's printed text, and what it leaves alone."""

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
@pytest.mark.parametrize(("tattooed", "after"), [((P2, P4), (10, 12, 10, 12)), ((P1,), (12, 10, 10, 10))])
def test_ink_appreciation_gives_two_to_each_visible_tattoo(
    table: MakeTable, tattooed: tuple[int, ...], after: tuple[int, ...]
) -> None:
    game = table(4).player(P1, hand=["Ink Appreciation"]).pot(8)
    for seat in tattooed:
        game.player(seat, wears=["visible_tattoo"])
    game.start()
    game.play(P1, "Ink Appreciation")
    assert game.everyone() == after


@pytest.mark.card("MID-03")
def test_ink_appreciation_gives_its_player_one_if_nobody_has_a_tattoo(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Ink Appreciation"]).pot(6).start()
    game.play(P1, "Ink Appreciation")
    assert game.everyone() == (11, 10, 10)


@pytest.mark.card("MID-04")
@pytest.mark.parametrize(("hair", "flipped", "after"), [(True, SCISSORS, 3), (False, SCISSORS, 4), (True, PAPER, 10)])
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
    [(P1, (ROCK, SCISSORS), (11, 6)), (P1, (ROCK, ROCK), (10, 10)), (P2, (ROCK, SCISSORS), (10, 6))],
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
    assert game.everyone() == (10, 6 if won else 10, 10)


@pytest.mark.card("MID-09")
def test_all_in_black_is_for_its_controller_alone(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[ROCK], wears=["wears_black"])
    game.player(P2, deck=[ROCK], in_play=["All in Black"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == (10, 10)


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
