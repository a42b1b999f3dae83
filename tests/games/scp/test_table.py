"""The generic table carries the game: names, numbers, jobs, the attempt, what lasts, what is looked at."""

from __future__ import annotations

from collections.abc import Callable

from domain.kernel.audience import SPECTATOR, seat
from domain.kernel.table import Table, TableCard, TableGroup, TableLink, TableZone
from tests.games.scp.custom import card as card_of
from tests.games.scp.table import P1, P2
from tests.games.scp.table import Table as Match

MakeTable = Callable[..., Match]
RIFLEMAN, GUARD, SUIT = "P22", "P15", "G01"
HOUND, REPTILE = "S18", "S21"


def drawn(game: Match, viewer: str = SPECTATOR) -> Table:
    return game.game.table(game.game.view(game.state, viewer), game.cards)


def zone(table: Table, name: str, of: int | None = None) -> TableZone:
    zones = table.zones if of is None else table.players[of].zones
    return next(one for one in zones if one.name == name)


def card(table: Table, iid: str) -> TableCard:
    zones = [*table.zones, *(one for player in table.players for one in player.zones)]
    return next(one for each in zones for one in each.cards if one.id == iid)


def test_cards_of_one_name_are_counted_and_say_whose_they_are(table: MakeTable) -> None:
    game = table()
    first, second = game.asset(P1, RIFLEMAN), game.asset(P1, RIFLEMAN)
    other, alone = game.asset(P2, RIFLEMAN), game.asset(P2, GUARD)
    name = game.cards[RIFLEMAN].name
    drawn_ = drawn(game.start("draw"))
    named = [card(drawn_, iid).name for iid in (first, second, other, alone)]
    assert named == [f"{name} 1 of P1", f"{name} 2 of P1", f"{name} of P2", game.cards[GUARD].name]


def test_scps_of_two_players_are_told_apart_in_answers(table: MakeTable) -> None:
    game = table(3)
    mine = [game.scp(HOUND, number) for number in (1, 2)]
    for iid in mine:
        game.assigned("secure", iid, game.asset(P1, RIFLEMAN))
    game.start("retrieval")
    labels = [one.label for one in game.game.options(game.state, game.prompt(P1)) if one.type == "begin_attempt"]
    name = game.cards[HOUND].name
    assert labels == [f"Begin to secure {name} of P2", f"Begin to secure {name} of P3"]


def test_a_card_shows_its_numbers_its_host_its_job_and_its_flags(table: MakeTable) -> None:
    game = table()
    bearer = game.asset(P1, RIFLEMAN, tapped=True, wounds=1)
    gear = game.asset(P1, SUIT, host=bearer)
    scp = game.scp(HOUND, counters=2)
    worker = game.asset(P1, GUARD)
    game.assigned("secure", scp, worker).start("draw")
    found = drawn(game)
    assert "tapped" in card(found, bearer).flags
    assert card(found, bearer).counters["wounds"] == 1
    assert card(found, gear).host == bearer
    assert card(found, scp).counters["escalation_counters"] == 2
    assert TableLink(worker, scp, "secure") in found.links


def test_what_lasts_says_its_text_its_end_and_whom_it_is_about(table: MakeTable) -> None:
    game = table()
    game.player(P1, hand=["E01"]).start("draw")
    game.event(P1, "E01")
    effects = drawn(game).effects
    assert [one.until for one in effects] == ["this_turn", "until_next_turn"]
    assert {(one.source, one.text, one.about) for one in effects} == {("E01", game.cards["E01"].text, ("seat:0",))}


def test_a_number_that_has_changed_says_what_is_printed(table: MakeTable) -> None:
    game = table()
    iid = game.asset(P1, RIFLEMAN)
    printed = game.cards[RIFLEMAN].skill_value
    cid = card_of(game, "event", 'when = "event", window = "own_turn", do = "mod_skill(mine[personnel], 2, this_turn)"')
    game.player(P1, hand=[cid]).start("draw")
    assert card(drawn(game), iid).base == {}
    game.event(P1, cid)
    found = card(drawn(game), iid)
    assert (found.counters["skill_value"], found.base) == (printed + 2, {"skill_value": printed})


def test_an_attempt_is_a_group_with_its_members_and_totals(table: MakeTable) -> None:
    game = table()
    scp, member = game.scp(HOUND, P2), game.asset(P1, RIFLEMAN)
    guard = game.asset(P2, GUARD)
    game.assigned("secure", scp, member).assigned("defend", scp, guard)
    game.start("retrieval")
    game.attempt(scp)
    found = drawn(game)
    total, requirement = game.totals()
    (group,) = found.groups
    assert isinstance(group, TableGroup)
    assert (group.id, group.kind, group.seats, group.members) == ("attempt", "raid", (P1, P2), (member, guard))
    assert group.numbers == {"group_total": total, "requirement": requirement}
    needed = (f"needs_{skill}" for skill in game.cards[HOUND].secure_skills)
    assert group.flags == ("skills_met", *needed)
    assert TableLink("attempt", scp, "attempted") in found.links
    assert card(found, member).group == card(found, guard).group == "attempt"
    assert [(one.kind, one.seat, one.card) for one in found.pending] == [("events", P1, "attempt")]


def test_a_build_queue_shows_its_resources_to_all_and_its_cards_to_their_owner(table: MakeTable) -> None:
    game = table()
    game.player(P1, queue=[(GUARD, 1), (GUARD, 3)])
    game.start("draw")
    seen, own = zone(drawn(game), "build_queue", P1), zone(drawn(game, seat(P1)), "build_queue", P1)
    assert [(one.name, one.counters["resources"], one.hidden) for one in seen.cards] == [
        (None, 1, True),
        (None, 3, True),
    ]
    name = game.cards[GUARD].name
    assert [one.name for one in own.cards] == [f"{name} 1", f"{name} 2"]


def test_a_mission_points_at_its_target(table: MakeTable) -> None:
    game = table()
    scp = game.scp(HOUND)
    mission, other = game.mission(P1, "M01", scp), game.mission(P2, "M05", player=P1)
    game.start("draw")
    links = drawn(game).links
    assert TableLink(mission, scp, "target") in links
    assert TableLink(other, "seat:0", "target") in links


def test_scps_that_are_looked_at_lie_by_their_places_before_their_player_alone(table: MakeTable) -> None:
    game = table()
    game.board.players[P1].looking, game.board.players[P1].looks = (HOUND, REPTILE), 2
    game.start("draw")
    looked = zone(drawn(game, seat(P1)), "looking", P1)
    assert [(one.value, one.card) for one in looked.cards] == [("1", HOUND), ("2", REPTILE)]
    assert all(one.name != "looking" for player in drawn(game).players for one in player.zones)


def test_whoever_chooses_from_the_hand_of_another_reads_its_names(table: MakeTable) -> None:
    game = table()
    cid = card_of(game, "event", 'when = "event", window = "own_turn", do = "discard_hand(each_other, 1, you)"')
    game.player(P1, hand=[cid]).player(P2, hand=["C04", GUARD]).start("draw")
    game.event(P1, cid)
    labels = [one.label for one in game.game.options(game.state, game.prompt(P1))]
    assert labels == ["Discard Traffic Jam of P2", "Discard D-Class Conscript of P2"]


def test_the_auction_is_a_group_of_those_who_still_bid(table: MakeTable) -> None:
    game = table(3)
    game.board.turn = 0
    game.board.bids, game.board.bids_passed = {P1: 2}, (P2,)
    found = drawn(game)
    (group,) = found.groups
    assert (group.kind, group.seats, group.numbers) == ("bidding", (P1, 2), {"highest_bid": 2})
    assert ["highest_bidder" in player.marks for player in found.players] == [True, False, False]
