"""When a match ends, who has won and why (7xx)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import PlayerEffect
from domain.games.cape_and_cowl.loadouts import Options
from domain.games.cape_and_cowl.rules.ending import LAST_ROUND
from domain.kernel import decide
from domain.kernel.decide import Decision
from domain.kernel.match import MatchEnded
from domain.kernel.refusal import Refusal
from domain.kernel.result import Result
from tests.games.cape_and_cowl.custom import event
from tests.games.cape_and_cowl.seating import Seated, brings
from tests.games.cape_and_cowl.table import P1, P2, Table
from tests.kit.scenario import SEED

MakeTable = Callable[..., Table]
DRAW = None


def ending(game: Table) -> tuple[int | None, str, str]:
    """(the winner or DRAW, the reason, the rule) of a match that is over, with all that follows from that."""
    result = game.state.result
    assert result is not None, "the match goes on"
    winner = None if result.kind == "draw" else result.placings[0][0]
    assert result.placings == (((P1, P2),) if winner is None else ((winner,), (1 - winner,)))
    assert (game.state.status, game.asked()) == ("finished", [])
    return winner, result.reason, result.rule


def goes_on(game: Table) -> bool:
    return game.state.result is None and game.is_idle()


def looked_at(game: Table) -> Table:
    """The table after a fact, because of which the end is looked at."""
    game.do(game.board.active, a.DrawCard())
    return game


# When it is checked


@pytest.mark.rule("CNC-701", "CNC-703", "CNC-R45")
def test_an_event_that_wins_does_so_before_it_is_discarded(table: MakeTable) -> None:
    """It never becomes the 25th card of the discard pile."""
    game = table().player(P1, cp=190, hand=["construction_project"], discard=24).start()
    game.play(P1, "construction_project")
    assert ending(game) == (P1, "construction", "CNC-703")
    assert len(game.discard(P1)) == 24
    assert game.board.playing.cid == "construction_project"


@pytest.mark.rule("CNC-701", "CNC-R45")
def test_an_event_that_wears_its_own_player_out_is_discarded_first(table: MakeTable) -> None:
    game = table().player(P1, cp=189, hand=["construction_project"], discard=24).start()
    game.play(P1, "construction_project")
    assert ending(game) == (P2, "attrition", "CNC-704")
    assert (game.cp(P1), len(game.discard(P1))) == (199, 25)


@pytest.mark.rule("CNC-701", "CNC-R45")
def test_the_end_comes_between_the_parts_of_a_text(table: MakeTable) -> None:
    game = table().player(P1, cp=195, hand=["charity_gala"]).start()
    game.play(P1, "charity_gala")
    assert ending(game) == (P1, "construction", "CNC-703")
    assert game.happened(e.CardDrawn) == []


@pytest.mark.rule("CNC-701", "CNC-415")
def test_the_end_comes_between_the_steps_of_an_attack(table: MakeTable) -> None:
    game = table().player(P2, cp=8)
    game.character(P1, "cold_caller", combo=(1, 1))
    game.start().attack(P1, "cold_caller")
    assert ending(game) == (P1, "destruction", "CNC-702")
    assert (game.happened(e.ComboChanged), game.combo(P1, "cold_caller")) == ([], 1)


@pytest.mark.rule("CNC-701", "CNC-704")
def test_the_end_comes_before_the_last_text_of_a_destroyed_character(table: MakeTable) -> None:
    game = table().player(P1, characters=["spider_man"]).player(P2, discard=24, characters=["moth_oracle"]).start()
    game.attack(P1, "spider_man", "moth_oracle")
    assert ending(game) == (P1, "attrition", "CNC-704")
    assert game.happened(e.CardDrawn) == []


@pytest.mark.rule("CNC-701", "CNC-322", "CNC-323")
@pytest.mark.parametrize("from_hand", [True, False])
def test_the_end_comes_after_a_card_has_changed_its_zone(table: MakeTable, from_hand: bool) -> None:
    game = table().player(P1, discard=24, hand=["nill"], characters=["flash"]).start()
    card = game.held(P1, "nill") if from_hand else game.seen(P1, "flash")
    game.do(P1, a.DiscardFromHand(card) if from_hand else a.DiscardFromField(card))
    assert ending(game) == (P2, "attrition", "CNC-704")


@pytest.mark.rule("CNC-701", "CNC-204")
def test_the_end_comes_after_each_part_of_the_start_step(table: MakeTable) -> None:
    """Poison, before the income; a City card, before the Characters."""
    game = table().player(P1, discard=24).turn(P2)
    game.character(P1, "spider_man", hp=1, statuses=["poisoned"])
    game.start().end_turn(P2)
    assert ending(game) == (P2, "attrition", "CNC-704")
    assert game.happened(e.ApReceived) == []
    garden = table().player(P1, cp=197, cities=["community_garden"], characters=["leviathan_below"]).turn(P2).start()
    garden.end_turn(P2)
    assert ending(garden) == (P1, "construction", "CNC-703")
    assert garden.cp(P1) == 200


@pytest.mark.rule("CNC-701", "CNC-218", "CNC-513", "CNC-706")
@pytest.mark.parametrize("duration", ["turn", "round"])
def test_the_end_comes_when_what_kept_it_away_is_over(table: MakeTable, duration: Any) -> None:
    """For a turn: in the end step, before the opponent's turn. For a round: first thing in the start step."""
    game = table().player(P1, discard=25).lasting(P1, PlayerEffect("no_attrition", duration, P1)).start()
    assert goes_on(looked_at(game))
    game.end_turn(P1)
    if duration == "round":
        assert goes_on(game)
        game.end_turn(P2)
    assert ending(game) == (P2, "attrition", "CNC-704")
    assert len(game.happened(e.TurnStarted)) == (duration == "round")
    assert game.happened(e.ApReceived) == []


@pytest.mark.rule("CNC-701")
def test_after_the_end_nothing_can_be_done(table: MakeTable) -> None:
    game = table().player(P1, hand=["vanished_cops", "nill"]).player(P2, cp=20).start()
    game.play(P1, "vanished_cops")
    assert ending(game) == (P1, "destruction", "CNC-702")
    for seat in (P1, P2):
        assert game.legal(seat) == []
        assert game.refused(seat, a.EndTurn()).code == "MATCH_OVER"
        late = decide.concede(GAME, game.state, seat, game.state.at, SEED)
        assert isinstance(late, Refusal)
        assert late.code == "MATCH_OVER"
    assert game.refused(P1, game.playing(P1, "nill")).code == "MATCH_OVER"


# Destruction


@pytest.mark.rule("CNC-702")
@pytest.mark.parametrize(("cp", "left"), [(30, 10), (21, 1), (20, 0), (5, 0)])
def test_who_has_no_cp_loses_and_cp_never_fall_below_0(table: MakeTable, cp: int, left: int) -> None:
    game = table().player(P1, hand=["vanished_cops"]).player(P2, cp=cp).start()
    game.play(P1, "vanished_cops")
    assert game.cp(P2) == left
    assert [(event.delta, event.cp_after) for event in game.happened(e.CpChanged)] == [(left - cp, left)]
    if left:
        assert goes_on(game)
    else:
        assert ending(game) == (P1, "destruction", "CNC-702")


@pytest.mark.rule("CNC-702")
def test_who_brings_the_own_cp_to_0_loses(table: MakeTable) -> None:
    game = table().player(P1, cp=5, characters=["leviathan_below"]).turn(P2).start()
    game.end_turn(P2)
    assert ending(game) == (P2, "destruction", "CNC-702")


# Construction


@pytest.mark.rule("CNC-703")
@pytest.mark.parametrize("cp", [189, 190, 195])
def test_who_has_200_cp_or_more_wins(table: MakeTable, cp: int) -> None:
    game = table().player(P1, cp=cp, hand=["construction_project"]).start()
    game.play(P1, "construction_project")
    assert game.cp(P1) == cp + 10
    if cp + 10 < 200:
        assert goes_on(game)
    else:
        assert ending(game) == (P1, "construction", "CNC-703")


@pytest.mark.rule("CNC-703", "CNC-701")
def test_one_may_win_by_construction_in_the_turn_of_the_other(table: MakeTable) -> None:
    game = table().player(P1, characters=["spider_man"])
    game.player(P2, cp=197, characters=["cityzen_bob"], cities=["memorial_wall"]).start()
    game.attack(P1, "spider_man", "cityzen_bob")
    assert ending(game) == (P2, "construction", "CNC-703")


@pytest.mark.rule("CNC-703", "CNC-312", "CNC-608")
def test_the_cp_value_of_a_city_card_may_win(table: MakeTable) -> None:
    game = table().player(P1, cp=180, hand=["amusement_pier"]).start()
    game.play(P1, "amusement_pier")
    assert ending(game) == (P1, "construction", "CNC-703")


# Attrition


@pytest.mark.rule("CNC-704")
@pytest.mark.parametrize("discards", [21, 22, 23])
def test_who_has_25_discards_or_more_loses(table: MakeTable, discards: int) -> None:
    game = table().player(P1, hand=["lost_luggage"]).player(P2, discard=discards).start()
    game.play(P1, "lost_luggage")
    assert len(game.discard(P2)) == discards + 3
    if discards + 3 < 25:
        assert goes_on(game)
    else:
        assert ending(game) == (P1, "attrition", "CNC-704")


@pytest.mark.rule("CNC-704", "CNC-613")
def test_only_the_own_discard_pile_counts(table: MakeTable) -> None:
    game = table().player(P1, discard=24).player(P2, discard=24).start()
    assert goes_on(looked_at(game))
    game.pass_round()
    assert goes_on(game)


@pytest.mark.rule("CNC-705")
@pytest.mark.parametrize(
    ("own", "opposing", "limit"),
    [
        ([], [], 25),
        (["archive_of_names"], [], 28),
        ([], ["cemetery_hill"], 23),
        (["archive_of_names"], ["cemetery_hill"], 26),
        (["cemetery_hill"], ["archive_of_names"], 25),
    ],
)
def test_modifiers_of_the_attrition_limit_are_added_to_25(
    table: MakeTable, own: list[str], opposing: list[str], limit: int
) -> None:
    game = table().player(P1, cities=own, discard=limit - 1, hand=["nill"]).player(P2, cities=opposing).start()
    assert goes_on(looked_at(game))
    assert GAME.view(game.state, "seat:1").players[P1].limits.attrition == limit
    game.do(P1, a.DiscardFromHand(game.held(P1, "nill")))
    assert ending(game) == (P2, "attrition", "CNC-704")


@pytest.mark.rule("CNC-705", "CNC-701")
@pytest.mark.parametrize(
    ("cid", "lower", "discards"),
    [("cemetery_hill", 2, 22), ("cemetery_hill", 2, 23), ("hopeless_headlines", 3, 21), ("hopeless_headlines", 3, 22)],
)
def test_a_lowered_limit_is_checked_at_once(table: MakeTable, cid: str, lower: int, discards: int) -> None:
    game = table().player(P1, hand=[cid]).player(P2, discard=discards).start()
    game.play(P1, cid)
    if discards < 25 - lower:
        assert goes_on(game)
    else:
        assert ending(game) == (P1, "attrition", "CNC-704")


@pytest.mark.rule("CNC-705", "CNC-513")
def test_a_limit_lowered_for_the_match_stays_lower(table: MakeTable) -> None:
    game = table().player(P1, hand=["hopeless_headlines"]).player(P2, discard=21, hand=["nill"]).start()
    game.play(P1, "hopeless_headlines")
    game.pass_round()
    game.pass_round()
    game.end_turn(P1)
    game.do(P2, a.DiscardFromHand(game.held(P2, "nill")))
    assert ending(game) == (P1, "attrition", "CNC-704")


@pytest.mark.rule("CNC-705", "CNC-515", "CNC-701")
@pytest.mark.parametrize("cid", ["bomb_plot", "burst_mains"])
def test_a_higher_limit_that_is_lost_is_checked_at_once(table: MakeTable, cid: str) -> None:
    game = table().player(P1, hand=[cid]).player(P2, cities=["archive_of_names"], discard=25).start()
    assert goes_on(looked_at(game))
    targets = [game.seen(P2, "archive_of_names")] if cid == "bomb_plot" else []
    game.play(P1, cid, *targets)
    assert ending(game) == (P1, "attrition", "CNC-704")


@pytest.mark.rule("CNC-706")
def test_no_attrition_keeps_from_attrition_alone(table: MakeTable) -> None:
    game = table().player(P1, hand=["vanished_cops"])
    game.player(P2, cp=20, discard=40, characters=["captain_america"]).start()
    assert goes_on(looked_at(game))
    assert [GAME.view(game.state, "seat:0").players[seat].no_attrition for seat in (P1, P2)] == [False, True]
    game.play(P1, "vanished_cops")
    assert ending(game) == (P1, "destruction", "CNC-702")


@pytest.mark.rule("CNC-706", "CNC-507", "CNC-515")
def test_attrition_is_checked_at_once_when_the_captain_is_silenced(table: MakeTable) -> None:
    game = table().player(P1, characters=["integration_agent"])
    game.player(P2, discard=25, characters=["captain_america"]).start()
    assert goes_on(looked_at(game))
    game.use(P1, "integration_agent", game.seen(P2, "captain_america"))
    assert ending(game) == (P1, "attrition", "CNC-704")


@pytest.mark.rule("CNC-706", "CNC-515")
@pytest.mark.parametrize("discards", [24, 25])
def test_attrition_is_checked_at_once_when_the_captain_is_withdrawn(table: MakeTable, discards: int) -> None:
    game = table().player(P1, discard=discards, characters=["captain_america"]).start()
    assert goes_on(looked_at(game))
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "captain_america")))
    if discards < 25:
        assert goes_on(game)
    else:
        assert ending(game) == (P2, "attrition", "CNC-704")


@pytest.mark.rule("CNC-706", "CNC-513")
def test_hold_the_line_holds_for_a_round(table: MakeTable) -> None:
    game = table().player(P1, discard=24, hand=["hold_the_line"]).start()
    game.play(P1, "hold_the_line")
    assert len(game.discard(P1)) == 25
    assert goes_on(game)
    game.end_turn(P1)
    assert goes_on(game)
    game.end_turn(P2)
    assert ending(game) == (P2, "attrition", "CNC-704")


# Several endings in one check


def decided(table: MakeTable, one: dict[str, Any], other: dict[str, Any]) -> tuple[int | None, str, str]:
    """The end that is found on a board where this holds for P1 and P2."""
    return ending(looked_at(table().player(P1, **one).player(P2, **other).start()))


@pytest.mark.rule("CNC-707", "CNC-R46")
def test_destruction_comes_before_construction_and_that_before_attrition(table: MakeTable) -> None:
    lost, won, worn_out = {"cp": 0}, {"cp": 200}, {"discard": 25}
    assert decided(table, lost, won) == (P2, "destruction", "CNC-702")
    assert decided(table, won, lost) == (P1, "destruction", "CNC-702")
    assert decided(table, lost, worn_out) == (P2, "destruction", "CNC-702")
    assert decided(table, worn_out, lost) == (P1, "destruction", "CNC-702")
    assert decided(table, won | worn_out, {}) == (P1, "construction", "CNC-703")
    assert decided(table, {}, won | worn_out) == (P2, "construction", "CNC-703")
    assert decided(table, won, worn_out) == (P1, "construction", "CNC-703")


@pytest.mark.rule("CNC-708", "CNC-529", "CNC-R46")
@pytest.mark.parametrize(
    ("one", "other", "winner"), [(30, 30, DRAW), (10, 25, DRAW), (31, 30, P1), (30, 31, P2), (1, 100, P2)]
)
def test_both_at_0_cp_in_one_check_is_a_draw(table: MakeTable, one: int, other: int, winner: int | None) -> None:
    game = table().player(P1, cp=one, hand=["mutual_ruin"]).player(P2, cp=other).start()
    game.play(P1, "mutual_ruin")
    assert ending(game) == (winner, "destruction", "CNC-708" if winner is DRAW else "CNC-702")


@pytest.mark.rule("CNC-709", "CNC-R46")
@pytest.mark.parametrize(("one", "other", "winner"), [(201, 200, P1), (200, 205, P2), (200, 200, DRAW)])
def test_both_at_200_cp_the_higher_wins(table: MakeTable, one: int, other: int, winner: int | None) -> None:
    assert decided(table, {"cp": one}, {"cp": other}) == (winner, "construction", "CNC-709")


@pytest.mark.rule("CNC-710", "CNC-529", "CNC-R46")
@pytest.mark.parametrize(
    ("discards", "cps", "winner"),
    [
        ((23, 24), (1, 199), P1),
        ((24, 23), (199, 1), P2),
        ((24, 24), (80, 79), P1),
        ((24, 24), (79, 80), P2),
        ((24, 24), (80, 80), DRAW),
    ],
)
def test_both_worn_out_the_one_with_more_discards_loses_then_the_one_with_lower_cp(
    table: MakeTable, discards: tuple[int, int], cps: tuple[int, int], winner: int | None
) -> None:
    """Total Eclipse destroys two Characters of each at the same time; the Event itself is not yet discarded."""
    game = table()
    for seat in (P1, P2):
        game.player(seat, cp=cps[seat], discard=discards[seat], characters=["nill", "flash"])
    game.player(P1, hand=["total_eclipse"]).start()
    game.play(P1, "total_eclipse")
    assert [len(game.discard(seat)) for seat in (P1, P2)] == [discards[P1] + 2, discards[P2] + 2]
    assert ending(game) == (winner, "attrition", "CNC-710")


@pytest.mark.rule("CNC-704", "CNC-706", "CNC-710")
def test_only_who_can_lose_by_attrition_is_compared(table: MakeTable) -> None:
    game = table().player(P1, discard=30, characters=["nill"], hand=["total_eclipse"])
    game.player(P2, discard=24, characters=["nill"]).lasting(P1, PlayerEffect("no_attrition", "round", P1)).start()
    game.play(P1, "total_eclipse")
    assert ending(game) == (P1, "attrition", "CNC-704")


# Concession, decks that run out, the result


@pytest.mark.rule("CNC-711", "CNC-713", "CNC-R08")
@pytest.mark.parametrize("seat", [P1, P2])
def test_who_concedes_loses_whatever_the_board(table: MakeTable, seat: int) -> None:
    game = table().player(seat, cp=199).player(1 - seat, cp=1, discard=24).start()
    game.concede(seat)
    assert ending(game) == (1 - seat, "concede", "CNC-711")


@pytest.mark.rule("CNC-712", "CNC-330", "CNC-R10")
def test_an_empty_deck_is_no_loss(table: MakeTable) -> None:
    game = table().player(P1, deck=[], hand=["port_in_wave"]).player(P2, deck=[]).start()
    assert game.refused(P1, a.DrawCard()).rule == "CNC-307"
    game.play(P1, "port_in_wave")
    assert [(event.undrawn, event.reason) for event in game.happened(e.DrawStopped)] == [(3, "deck_empty")]
    for _ in range(3):
        game.pass_round()
    assert goes_on(game)


@pytest.mark.rule("CNC-713")
def test_a_match_has_one_winner_or_is_a_draw_and_the_reason_is_recorded(table: MakeTable) -> None:
    won = table().player(P1, cp=190, hand=["construction_project"]).start()
    won.play(P1, "construction_project")
    (ended,) = won.happened(MatchEnded)
    assert ended.result == Result("win", ((P1,), (P2,)), "CNC-703", None, "construction") == won.state.result
    drawn = table().player(P1, cp=30, hand=["mutual_ruin"]).player(P2, cp=30).start()
    drawn.play(P1, "mutual_ruin")
    (ended,) = drawn.happened(MatchEnded)
    assert ended.result == Result("draw", ((P1, P2),), "CNC-708", None, "destruction") == drawn.state.result


# Limits


@pytest.mark.rule("CNC-714", "CNC-716")
@pytest.mark.parametrize("first", [P1, P2])
def test_the_round_limit_ends_the_match_after_the_second_players_turn_of_that_round(
    table: MakeTable, first: int
) -> None:
    second = 1 - first
    game = table(round_limit=3).player(second, cp=101).turn(first, first=first, number=2).start()
    game.pass_round(first)
    assert goes_on(game)
    game.end_turn(first)
    assert goes_on(game)
    game.end_turn(second)
    assert ending(game) == (second, "limit", "CNC-714")
    assert game.state.result is not None
    assert game.state.result.decided_by == "CNC-716"
    assert game.happened(e.TurnStarted) == []


@pytest.mark.rule("CNC-714", "CNC-808")
def test_without_a_round_limit_there_is_none(table: MakeTable) -> None:
    game = table().player(P2, cp=101).turn(P2, number=LAST_ROUND - 1).start()
    game.end_turn(P2)
    assert goes_on(game)


@pytest.mark.rule("CNC-714", "CNC-701")
def test_what_ends_the_match_earlier_ends_it_earlier(table: MakeTable) -> None:
    game = table(round_limit=2).player(P1, cp=1).player(P2, cp=190, hand=["construction_project"]).turn(P2).start()
    game.play(P2, "construction_project")
    assert ending(game) == (P2, "construction", "CNC-703")


@pytest.mark.rule("CNC-715", "CNC-716", "CNC-R47")
@pytest.mark.parametrize("active", [P1, P2])
def test_when_the_time_is_up_the_current_turn_is_finished(table: MakeTable, active: int) -> None:
    game = table().player(active, hand=["nill"]).player(1 - active, cp=110).turn(active, time_up=True).start()
    game.play(active, "nill")
    game.do(active, a.DrawCard())
    assert goes_on(game)
    game.end_turn(active)
    assert ending(game) == (1 - active, "limit", "CNC-715")
    assert game.state.result is not None
    assert game.state.result.decided_by == "CNC-716"
    assert (len(game.happened(e.TurnEnded)), game.happened(e.TurnStarted)) == (1, [])


@pytest.mark.rule("CNC-715", "CNC-808", "CNC-R47")
def test_the_time_is_reported_as_up_once_in_the_middle_of_a_turn() -> None:
    game = Seated([brings(), brings()], Options(first_player="p1", time_limit_s=60))
    early = decide.time_up(GAME, game.state, 59_999, SEED)
    assert isinstance(early, Refusal)
    report = decide.time_up(GAME, game.state, 60_000, SEED)
    assert isinstance(report, Decision)
    game.state = report.state
    assert GAME.view(game.state, "seat:1").time_up
    assert goes_on(looked_at(game))
    again = decide.time_up(GAME, game.state, 60_001, SEED)
    assert isinstance(again, Refusal)
    game.end_turn(P1)
    assert ending(game) == (DRAW, "limit", "CNC-715")


@pytest.mark.rule("CNC-715", "CNC-220", "CNC-R47")
def test_with_the_time_up_prompts_are_still_answered(table: MakeTable) -> None:
    game = table().player(P1, hand=["vulcanus_agents"]).player(P2, hand=["nill"] * 4, cp=90).turn(time_up=True).start()
    game.play(P1, "vulcanus_agents")
    game.choose(P2, *(card.iid for card in game.board.players[P2].hand[:3]))
    assert len(game.discard(P2)) == 3
    game.end_turn(P1)
    assert ending(game) == (P1, "limit", "CNC-715")


@pytest.mark.rule("CNC-716")
@pytest.mark.parametrize(
    ("tiebreak", "cps", "discards", "winner"),
    [
        ("most_cp", (101, 100), (20, 0), P1),
        ("most_cp", (100, 101), (0, 20), P2),
        ("most_cp", (100, 100), (4, 5), P1),
        ("most_cp", (100, 100), (5, 4), P2),
        ("most_cp", (100, 100), (5, 5), DRAW),
        ("fewest_discards", (1, 199), (4, 5), P1),
        ("fewest_discards", (199, 1), (5, 4), P2),
        ("fewest_discards", (101, 100), (5, 5), P1),
        ("fewest_discards", (100, 101), (5, 5), P2),
        ("fewest_discards", (100, 100), (5, 5), DRAW),
    ],
)
@pytest.mark.parametrize("limit", ["CNC-714", "CNC-715"])
def test_the_tiebreak(
    table: MakeTable,
    tiebreak: str,
    cps: tuple[int, int],
    discards: tuple[int, int],
    winner: int | None,
    limit: str,
) -> None:
    rounds = 2 if limit == "CNC-714" else None
    game = table(tiebreak=tiebreak, round_limit=rounds).turn(P2, time_up=limit == "CNC-715")
    for seat in (P1, P2):
        game.player(seat, cp=cps[seat], discard=discards[seat])
    game.start().end_turn(P2)
    assert ending(game) == (winner, "limit", limit)


@pytest.mark.rule("CNC-716", "CNC-808")
def test_by_default_most_cp_decide(table: MakeTable) -> None:
    game = table(round_limit=2).player(P1, cp=101, discard=9).turn(P2).start()
    game.end_turn(P2)
    assert ending(game) == (P1, "limit", "CNC-714")


@pytest.mark.rule("CNC-717", "CNC-R48")
@pytest.mark.parametrize("first", [P1, P2])
def test_after_round_100_the_match_is_a_draw(table: MakeTable, first: int) -> None:
    assert LAST_ROUND == 100
    second = 1 - first
    game = table().player(first, cp=150).player(second, discard=20).turn(second, first=first, number=99).start()
    game.end_turn(second)
    assert goes_on(game)
    game.end_turn(first)
    assert goes_on(game)
    game.end_turn(second)
    assert ending(game) == (DRAW, "turn_cap", "CNC-717")


@pytest.mark.rule("CNC-717", "CNC-714", "CNC-715", "CNC-R48")
@pytest.mark.parametrize(
    ("options", "time_up", "rule"), [({"round_limit": 100}, False, "CNC-714"), ({}, True, "CNC-715")]
)
def test_a_limit_that_comes_with_round_100_decides(
    table: MakeTable, options: dict[str, Any], time_up: bool, rule: str
) -> None:
    game = table(**options).player(P1, cp=150).turn(P2, number=100, time_up=time_up).start()
    game.end_turn(P2)
    assert ending(game) == (P1, "limit", rule)


# Several discard by one effect


@pytest.mark.rule("CNC-R62", "CNC-529", "CNC-710")
@pytest.mark.parametrize("how", ["owner", "random"])
@pytest.mark.parametrize("held", [1, 2])
def test_where_both_discard_the_end_is_looked_at_when_both_have(table: MakeTable, how: str, held: int) -> None:
    game = table()
    purge = event(game, f"discard_hand(both, 1, {how})")
    game.player(P1, cp=120, hand=[purge, *["nill"] * held], discard=24).player(P2, hand=["mac"] * held, discard=24)
    game.start()
    game.play(P1, purge)
    for seat in [P1, P2] if how == "owner" and held == 2 else []:
        assert (game.state.result, game.asked()) == (None, [(seat, "choose_discards")])
        game.choose(seat, game.board.players[seat].hand[0].iid)
    assert [len(player.discard) for player in game.board.players] == [25, 25]
    assert ending(game) == (P1, "attrition", "CNC-710")


@pytest.mark.rule("CNC-R62", "CNC-704")
def test_where_one_of_both_has_nothing_to_discard_the_end_is_looked_at_all_the_same(table: MakeTable) -> None:
    game = table()
    purge = event(game, "discard_hand(both, 1, owner), gain_cp(me, 1)")
    game.player(P1, hand=[purge, "nill"], discard=24).start()
    game.play(P1, purge)
    assert (ending(game), game.cp(P1)) == ((P2, "attrition", "CNC-704"), 100)


@pytest.mark.rule("CNC-R62", "CNC-331", "CNC-710")
def test_where_both_hold_too_many_the_end_is_looked_at_when_both_have_discarded(table: MakeTable) -> None:
    game = table()
    flight = event(game, "return_hand(all(any_char))")
    game.player(P1, hand=[flight, *["nill"] * 10], characters=["danger"], cp=120, discard=24)
    game.player(P2, hand=["nill"] * 10, characters=["danger"], discard=24).start()
    game.play(P1, flight)
    game.choose(P1, game.held(P1, "danger"))
    assert (game.state.result, game.asked()) == (None, [(P2, "discard_down")])
    game.choose(P2, game.held(P2, "danger"))
    assert ending(game) == (P1, "attrition", "CNC-710")


@pytest.mark.rule("CNC-R62", "CNC-706")
def test_what_a_return_ends_is_looked_at_before_anybody_discards(table: MakeTable) -> None:
    game = table().player(P1, hand=["eviction_notice"])
    game.player(P2, hand=["nill"] * 10, characters=["captain_america"], discard=25).start()
    game.play(P1, "eviction_notice", game.seen(P2, "captain_america"))
    assert (ending(game), len(game.hand(P2))) == ((P1, "attrition", "CNC-704"), 11)
