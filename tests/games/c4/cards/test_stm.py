"""Steam and Sail: every card's printed text, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from tests.games.c4.table import P1, P2, P3, P4, PAPER, ROCK, SCISSORS, Table

MakeTable = Callable[..., Table]


@pytest.mark.card("STM-01")
@pytest.mark.parametrize(("flipped", "after"), [(SCISSORS, (15, 5, 10)), (PAPER, (10, 10, 10))])
def test_boarding_party_takes_five_if_won(table: MakeTable, flipped: str, after: tuple[int, ...]) -> None:
    game = table(3).player(P1, hand=["Boarding Party"], deck=[ROCK]).player(P2, deck=[flipped]).start()
    game.play(P1, "Boarding Party", on=P2)
    assert game.everyone() == after
    assert game.in_pot() == 6


@pytest.mark.card("STM-02")
def test_ballast_prevents_one_own_loss_and_is_gone(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Fire Drill", "Fire Drill"]).player(P2, in_play=["Ballast"])
    game.turn(P1, free_actions=2).start()
    game.play(P1, "Fire Drill")
    assert game.everyone() == (8, 10, 8)
    assert (game.controlled(P2), game.discard(P2)) == ([], ["Ballast"])
    game.play(P1, "Fire Drill")
    assert game.everyone() == (6, 8, 6)


@pytest.mark.card("STM-02")
def test_ballast_is_played_prevents_takes_and_ignores_others_losses(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Ballast"]).player(P2, hand=["Light Fingers", "Badge Check"])
    game.player(P2, deck=[ROCK, ROCK, ROCK]).player(P1, deck=[SCISSORS]).player(P3, deck=[SCISSORS])
    game.start()
    game.play(P1, "Ballast")
    game.end_turn(P1)
    game.play(P2, "Badge Check", on=P3)
    assert (game.everyone(), game.controlled(P1)) == ((10, 10, 6), ["Ballast"])
    game.play(P2, "Light Fingers", on=P1)
    assert (game.everyone(), game.controlled(P1)) == ((10, 9, 6), [])


@pytest.mark.card("STM-03")
def test_crew_share_gives_two_to_its_player_and_the_same_faction(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Crew Share"], faction="maker").player(P2, faction="airship")
    game.player(P3, faction="maker").pot(8).start()
    game.play(P1, "Crew Share")
    assert game.everyone() == (12, 10, 12, 10)


@pytest.mark.card("STM-03")
def test_crew_share_without_a_faction_is_for_its_player_alone(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Crew Share"]).pot(6).start()
    game.play(P1, "Crew Share")
    assert game.everyone() == (12, 10, 10)


@pytest.mark.card("STM-04")
def test_pressure_valve_fills_by_one_with_each_own_loss(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Pressure Valve", "Fire Drill", "Long Line"]).pot(4)
    game.player(P2, kind="coin").turn(P1, free_actions=3).start()
    game.play(P1, "Pressure Valve")
    game.play(P1, "Long Line", on=P2)
    assert game.on_card("Pressure Valve") == 0, "a payment is no loss"
    game.play(P1, "Fire Drill")
    assert game.everyone() == (6, 8)
    assert game.on_card("Pressure Valve") == 1, "one loss event, and the other's loss does not count"


@pytest.mark.card("STM-04")
def test_pressure_valve_spills_three_and_each_other_player_loses_one(table: MakeTable) -> None:
    game = table(3).player(P1, in_play=[("Pressure Valve", {"coin": 4})]).start()
    game.use(P1, "Pressure Valve")
    assert game.everyone() == (10, 9, 9)
    assert (game.on_card("Pressure Valve"), game.in_pot()) == (1, 11)


@pytest.mark.card("STM-04")
def test_pressure_valve_needs_three_tokens_on_it(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=[("Pressure Valve", {"coin": 2})]).start()
    assert game.refused(P1, a.UseAbility(game.seen("Pressure Valve"), 1)).rule == "C4-331"


@pytest.mark.card("STM-05")
@pytest.mark.parametrize(("flipped", "after"), [(SCISSORS, (12, 5, 10)), (PAPER, (10, 10, 10))])
def test_brass_handshake_gets_two_given_and_three_lost(table: MakeTable, flipped: str, after: tuple[int, ...]) -> None:
    game = table(3).player(P1, hand=["Brass Handshake"], deck=[ROCK]).player(P2, deck=[flipped]).start()
    game.play(P1, "Brass Handshake", on=P2)
    assert game.everyone() == after
    assert len(game.happened(e.TokensGiven)) == len(game.happened(e.TokensLost)) == (1 if flipped == SCISSORS else 0)


@pytest.mark.card("STM-06")
@pytest.mark.parametrize(("option", "tokens", "free"), [("yes", 9, 2), ("no", 10, 1)])
def test_clockwork_butler_sells_a_free_action_at_the_own_turn_start(
    table: MakeTable, option: str, tokens: int, free: int
) -> None:
    game = table(2).player(P1, hand=["Clockwork Butler"]).start()
    game.play(P1, "Clockwork Butler")
    game.end_turn(P1)
    assert game.is_idle(), "another player's turn"
    game.end_turn(P2)
    game.option(P1, option)
    assert game.everyone() == (tokens, 10)
    assert game.board.free_actions == free


@pytest.mark.card("STM-07")
def test_tinkers_toll_collects_what_others_additional_actions_brought(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Tinker's Toll", "Iron Grip"]).pot(4)
    game.player(P2, kind="coin", hand=["Rain Poncho", "Long Line"]).start()
    game.play(P1, "Tinker's Toll")
    game.play(P1, "Iron Grip")
    assert game.on_card("Tinker's Toll") == 0, "the own payment"
    game.end_turn(P1)
    game.play(P2, "Long Line", on=P1)
    assert game.on_card("Tinker's Toll") == 0, "a free action, and a card's own cost"
    game.play(P2, "Rain Poncho")
    assert game.on_card("Tinker's Toll") == 1
    assert game.everyone() == (9, 7)


@pytest.mark.card("STM-07")
def test_tinkers_toll_collects_at_the_own_turn_start(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=[("Tinker's Toll", {"bead": 2})]).start()
    game.end_turn(P1)
    assert game.on_card("Tinker's Toll") == 2, "another player's turn"
    game.end_turn(P2)
    assert game.supply(P1) == {"coin": 10, "bead": 2}
    assert (game.on_card("Tinker's Toll"), game.controlled(P1)) == (0, ["Tinker's Toll"])


@pytest.mark.card("STM-08")
def test_parachute_saves_who_has_no_tokens_when_any_turn_is_ending(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Parachute"]).player(P2, tokens=0, hand=["Parachute"]).pot(6).start()
    game.end_turn(P1)
    assert game.asked() == [(P2, "react")], "P1 has tokens"
    game.play(P2, "Parachute")
    assert game.everyone() == (10, 2, 10)
    assert game.state.result is None


@pytest.mark.card("STM-08")
def test_parachute_saves_at_the_end_of_the_own_turn_too(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=0, hand=["Parachute"]).pot(4).start()
    game.end_turn(P1)
    assert game.asked() == [(P1, "react")]
    game.play(P1, "Parachute")
    assert game.everyone() == (2, 10)


@pytest.mark.card("STM-08")
def test_parachute_can_not_be_played_before_the_turn_is_ending(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=0, hand=["Parachute"]).start()
    assert game.refused(P1, game.playing(P1, "Parachute")).rule == "C4-450"


@pytest.mark.card("STM-09")
def test_wrong_map_sends_the_attack_to_the_left(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Badge Check", "Wrong Map"], deck=[ROCK]).player(P3, deck=[SCISSORS])
    game.player(P2, hand=["Wrong Map"]).player(P4, hand=["Wrong Map"]).turn(P1, direction=-1).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.asked() == [(P2, "react")], "only who is attacked can play it"
    game.play(P2, "Wrong Map")
    assert game.everyone() == (10, 10, 6, 10)
    assert game.untouched(P4)


@pytest.mark.card("STM-09")
def test_wrong_map_to_the_attacker_cancels_the_attack(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check"]).player(P3, hand=["Wrong Map"]).start()
    game.play(P1, "Badge Check", on=P3)
    game.play(P3, "Wrong Map")
    assert len(game.happened(e.AttackCancelled)) == 1
    assert game.everyone() == (10, 10, 10)


@pytest.mark.card("STM-10")
def test_full_steam_gives_an_action_and_pays_for_attacks_won_this_turn(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Full Steam", "Badge Check", "Badge Check"], deck=[ROCK, ROCK, PAPER, ROCK])
    game.player(P2, hand=["Badge Check"], deck=[SCISSORS, PAPER, ROCK, PAPER]).pot(5).start()
    game.play(P1, "Full Steam")
    assert game.board.free_actions == 1
    game.play(P1, "Badge Check", on=P2)
    assert game.tokens(P1) == 11
    game.play(P1, "Badge Check", on=P2)
    assert game.tokens(P1) == 10, "paid 1, not won"
    game.end_turn(P1)
    assert game.board.effects == []
    game.play(P2, "Badge Check", on=P1)
    assert game.happened(e.TokensGained) == []


@pytest.mark.card("STM-11")
def test_mutiny_attacks_the_other_player_with_the_most_tokens(table: MakeTable) -> None:
    game = table(4).player(P1, tokens=20, hand=["Mutiny"], deck=[ROCK]).player(P2, tokens=9).player(P3, tokens=12)
    game.player(P4, tokens=12, deck=[SCISSORS]).start()
    assert {action["player"] for action in game.legal(P1, "play_card")} == {P3, P4}
    assert game.refused(P1, game.playing(P1, "Mutiny", on=P2)).rule == "C4-403"
    game.play(P1, "Mutiny", on=P4)
    assert game.everyone() == (25, 9, 12, 7)


@pytest.mark.card("STM-11")
def test_mutiny_takes_nothing_if_not_won(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Mutiny"], deck=[ROCK]).player(P2, deck=[ROCK]).start()
    game.play(P1, "Mutiny", on=P2)
    assert game.everyone() == (10, 10)


@pytest.mark.card("STM-12")
def test_salvage_rights_played_returns_a_card_and_gains_one(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Salvage Rights"], discard=[ROCK, PAPER]).pot(4).start()
    game.play(P1, "Salvage Rights")
    game.choose_cards(P1, PAPER)
    assert (game.hand(P1), game.discard(P1)) == ([PAPER], [ROCK, "Salvage Rights"])
    assert game.everyone() == (11, 10)


@pytest.mark.card("STM-12")
def test_salvage_rights_flipped_draws(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=["Salvage Rights", PAPER, ROCK], discard=[ROCK])
    game.player(P2, deck=[ROCK]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.hand(P1) == [PAPER, "Salvage Rights"]
    assert game.discard(P1) == [ROCK, "Badge Check"]
    assert game.everyone() == (10, 10)


@pytest.mark.card("STM-13")
def test_cannonade_played_attacks_each_other_player_on_their_own(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Cannonade"], deck=[ROCK, ROCK, ROCK]).player(P2, deck=[SCISSORS])
    game.player(P3, deck=[PAPER]).player(P4, deck=[SCISSORS]).start()
    game.play(P1, "Cannonade")
    assert game.everyone() == (10, 8, 10, 8)
    assert [event.defender for event in game.happened(e.AttackDeclared)] == [P2, P3, P4]
    assert game.hand(P1) == [ROCK, ROCK, ROCK]


@pytest.mark.card("STM-13")
def test_cannonade_flipped_wins_ties_in_this_attack_only(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check", "Badge Check"], deck=["Cannonade", ROCK])
    game.player(P2, deck=[ROCK, ROCK]).turn(P1, free_actions=2).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == (10, 6)
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == (10, 6)


@pytest.mark.card("STM-13")
def test_cannonade_flipped_by_both_is_a_tie(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=["Cannonade"]).player(P2, deck=["Cannonade"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == (10, 10)


@pytest.mark.card("STM-14")
def test_fog_bank_protects_until_the_own_next_turn(table: MakeTable) -> None:
    game = (
        table(3)
        .player(P1, hand=["Fog Bank", "Badge Check"], deck=[PAPER, ROCK])
        .player(P2, hand=["Badge Check"])
        .start()
    )
    game.play(P1, "Fog Bank")
    assert game.hand(P1) == ["Badge Check", PAPER]
    assert P2 in {action.get("player") for action in game.legal(P1)}, "it may attack"
    game.end_turn(P1)
    assert {action.get("player") for action in game.legal(P2, "play_card")} == {P3, None}
    assert game.refused(P2, game.playing(P2, "Badge Check", on=P1)).rule == "C4-403"
    game.end_turn(P2)
    game.end_turn(P3)
    assert game.board.effects == []


@pytest.mark.card("STM-15")
def test_rigged_compass_gains_one_and_gives_another_the_next_turn(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Rigged Compass"]).pot(6).start()
    assert {action["player"] for action in game.legal(P1, "play_card")} == {P2, P3}
    game.play(P1, "Rigged Compass", on=P3)
    assert game.everyone() == (11, 10, 10)
    game.end_turn(P1)
    assert game.board.active == P3
    game.end_turn(P3)
    assert game.board.active == P1, "order goes on from there"


@pytest.mark.card("STM-16")
def test_gear_jam_cancels_another_players_additional_action(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Rain Poncho", "Iron Grip", "Gear Jam"]).player(P2, hand=["Gear Jam"]).start()
    game.play(P1, "Rain Poncho")
    assert game.is_idle(), "a free action"
    game.play(P1, "Iron Grip")
    assert game.asked() == [(P2, "react")]
    game.play(P2, "Gear Jam")
    assert game.controlled(P1) == ["Rain Poncho"]
    assert game.discard(P1) == ["Iron Grip"]
    assert game.everyone() == (9, 10), "what was paid stays paid"


@pytest.mark.card("STM-17")
@pytest.mark.parametrize("looker", [P1, P2])
@pytest.mark.parametrize(("option", "flipped"), [("yes", PAPER), ("no", ROCK)])
def test_lookout_looks_at_the_top_card_before_the_flip(
    table: MakeTable, looker: int, option: str, flipped: str
) -> None:
    game = table(3).player(P1, hand=["Badge Check"], deck=[ROCK, PAPER]).player(P2, deck=[ROCK, PAPER])
    game.in_play("Lookout", looker).in_play("Lookout", P3).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.asked() == [(looker, "choose_option")], "P3 neither attacks nor is attacked"
    game.option(looker, option)
    assert game.hand(looker) == [flipped]
    assert game.hand(P1 + P2 - looker) == [ROCK]
    assert game.untouched(P3)


@pytest.mark.card("STM-18")
def test_message_in_a_bottle_gets_one_of_each_richer_player(table: MakeTable) -> None:
    game = table(4).player(P1, tokens=10, hand=["Message in a Bottle"]).player(P2, tokens=12).player(P3, tokens=9)
    game.start()
    game.play(P1, "Message in a Bottle")
    assert game.everyone() == (11, 11, 9, 9), "after paying 1 only P2 and P4 have more"
    assert game.in_pot() == 9


@pytest.mark.card("STM-18")
def test_message_in_a_bottle_costs_one(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=0, hand=["Message in a Bottle"]).start()
    assert game.refused(P1, game.playing(P1, "Message in a Bottle")).rule == "C4-308"


@pytest.mark.card("STM-19")
def test_spare_goggles_count_as_glasses(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Spare Goggles", "Spectacle"]).pot(6).turn(P1, free_actions=2).start()
    game.play(P1, "Spare Goggles")
    game.play(P1, "Spectacle")
    assert game.everyone() == (11, 10, 10)


@pytest.mark.card("STM-19")
@pytest.mark.parametrize(
    ("owner", "flipped", "drawn"), [(P1, PAPER, [SCISSORS, ROCK]), (P1, SCISSORS, [ROCK]), (P2, PAPER, [ROCK])]
)
def test_spare_goggles_draw_for_an_own_failed_attack(
    table: MakeTable, owner: int, flipped: str, drawn: list[str]
) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[ROCK, SCISSORS, PAPER]).player(P2, deck=[flipped, ROCK])
    game.in_play("Spare Goggles", owner).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.hand(P1) == drawn
    assert game.hand(P2) == [flipped]


@pytest.mark.card("STM-20")
def test_wind_change_reverses_when_anothers_turn_is_ending(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Wind Change"]).player(P2, hand=["Wind Change"]).start()
    game.end_turn(P1)
    assert game.asked() == [(P2, "react")], "not at the end of one's own turn"
    game.play(P2, "Wind Change")
    assert game.board.active == P3
    assert game.everyone() == (10, 10, 10)


@pytest.mark.card("STM-21")
def test_bounty_poster_pays_whoever_wins_against_the_named_player(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Bounty Poster", "Badge Check"], deck=[ROCK]).pot(6)
    game.player(P2, kind="coin", hand=["Badge Check", "Badge Check"], deck=[PAPER, ROCK, PAPER, ROCK])
    game.player(P3, deck=[SCISSORS, SCISSORS]).start()
    game.play(P1, "Bounty Poster", on=P3)
    game.end_turn(P1)
    game.play(P2, "Badge Check", on=P3)
    assert game.everyone() == (10, 11, 6)
    game.play(P2, "Badge Check", on=P1)
    assert game.everyone() == (6, 10, 6), "won against another: no bounty, 1 paid"
    game.end_turn(P2)
    game.end_turn(P3)
    assert game.board.effects == [], "until the own next turn"


@pytest.mark.card("STM-21")
def test_bounty_poster_pays_who_put_it_up_too(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Bounty Poster", "Badge Check"], deck=[ROCK]).player(P3, deck=[SCISSORS])
    game.pot(6).turn(P1, free_actions=2).start()
    game.play(P1, "Bounty Poster", on=P3)
    game.play(P1, "Badge Check", on=P3)
    assert game.everyone() == (11, 10, 6)


@pytest.mark.card("STM-22")
def test_travelling_trophy_gains_one_at_its_controllers_turn_start(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Travelling Trophy"]).pot(4).start()
    game.play(P1, "Travelling Trophy")
    game.end_turn(P1)
    assert game.everyone() == (10, 10)
    game.end_turn(P2)
    assert game.everyone() == (11, 10)


@pytest.mark.card("STM-22")
@pytest.mark.parametrize(("on", "flipped", "holder"), [(P2, SCISSORS, P1), (P2, PAPER, P2), (P3, SCISSORS, P2)])
def test_travelling_trophy_moves_to_who_wins_an_attack_on_its_controller(
    table: MakeTable, on: int, flipped: str, holder: int
) -> None:
    game = table(3).player(P1, hand=["Badge Check"], deck=[ROCK]).player(on, deck=[flipped])
    game.in_play("Travelling Trophy", P2).start()
    game.play(P1, "Badge Check", on=on)
    assert game.controlled(holder) == ["Travelling Trophy"]
    assert len(game.board.in_play) == 1
