"""Turns and rounds, the start, main and end step, income and Overdrive, whose answer counts (2xx)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import Modifier, PlayerEffect
from domain.games.cape_and_cowl.loadouts import Options
from domain.kernel.facts import Event
from domain.kernel.match import MatchEnded
from tests.games.cape_and_cowl.table import P1, P2, Table

MakeTable = Callable[..., Table]


def order(game: Table, *kinds: type[Event]) -> list[type[Event]]:
    """The events of these types since the last action, as they came."""
    return [type(fact.event) for fact in game.facts if isinstance(fact.event, kinds)]


def incomes(game: Table, seat: int) -> list[int]:
    """What a player received at the start of each turn, as far as it was played."""
    return [event.amount for event in game.ever(e.ApReceived) if event.seat == seat]


# Turns and rounds


@pytest.mark.rule("CNC-201", "CNC-202", "CNC-R03")
@pytest.mark.parametrize("first", [P1, P2])
def test_turns_alternate_and_a_round_is_one_of_the_first_and_one_of_the_second(table: MakeTable, first: int) -> None:
    second = 1 - first
    game = table().turn(first, first=first, number=1).start()
    assert (game.board.turn, game.board.round) == (1, 1)
    for _ in range(2):
        game.pass_round(first)
    started = [(event.seat, event.round, event.turn) for event in game.ever(e.TurnStarted)]
    assert started == [(second, 1, 2), (first, 2, 3), (second, 2, 4), (first, 3, 5)]
    ended = [(event.seat, event.round, event.turn) for event in game.ever(e.TurnEnded)]
    assert ended == [(first, 1, 1), *started[:3]]
    assert game.board.active == first


@pytest.mark.rule("CNC-202", "CNC-504", "CNC-513", "CNC-R03")
@pytest.mark.parametrize("maker", [P1, P2])
def test_for_a_round_lasts_until_the_makers_next_start_step(table: MakeTable, maker: int) -> None:
    """A Freeze by the second player binds the first player, too, though the number of the round changes."""
    other = 1 - maker
    game = table().player(maker, hand=["cold_snap"]).turn(maker)
    frozen = game.character(other, "spider_man")
    game.start().play(maker, "cold_snap", frozen)
    game.end_turn(maker)
    assert game.refused(other, game.attacking(other, "spider_man")).rule == "CNC-504"
    game.end_turn(other)
    assert game.statuses(other, "spider_man") == []
    assert [(event.seat, event.duration) for event in game.happened(e.DurationEnded)] == [(maker, "round")]
    game.end_turn(maker)
    game.attack(other, "spider_man")


# The start step


@pytest.mark.rule("CNC-203", "CNC-204", "CNC-R04", "CNC-609")
def test_the_parts_of_the_start_step_in_order(table: MakeTable) -> None:
    game = table().player(P1, cities=["community_garden"]).turn(P2)
    game.character(P1, "ironwood", hp=20, statuses=["poisoned"])
    game.lasting(P1, PlayerEffect("cp_damage_mod", "round", P1, -50)).start()
    game.end_turn(P2)
    parts = (e.TurnStarted, e.DurationEnded, e.DamageDealt, e.ApReceived, e.CpChanged, e.Healed)
    assert order(game, *parts) == list(parts)
    assert (game.hp(P1, "ironwood"), game.cp(P1), game.ap(P1)) == (21, 103, 13)
    assert game.board.players[P1].effects == []


@pytest.mark.rule("CNC-204", "CNC-R04")
def test_marks_and_counts_of_the_turn_are_cleared(table: MakeTable) -> None:
    hand = ["corner_diner", "amusement_pier", "power_surge", "overtime_shift", "nill"]
    game = table().player(P1, hand=hand, characters=["demolition_twins", "flash"]).start()
    game.play(P1, "corner_diner")
    game.play(P1, "overtime_shift", game.seen(P1, "demolition_twins"))
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "flash")))
    game.play(P1, "nill")
    for _ in range(3):
        game.attack(P1, "demolition_twins")
    me = game.board.players[P1]
    assert (me.events_played, me.cities_played, len(me.withdrawn)) == (1, 1, 1)
    twins = game.card(P1, "demolition_twins")
    assert (twins.acts_used, twins.extra_acts, twins.attacked, game.card(P1, "nill").played_now) == (3, 1, True, True)
    game.pass_round()
    me = game.board.players[P1]
    assert (me.events_played, me.cities_played, me.withdrawn) == (0, 0, ())
    twins = game.card(P1, "demolition_twins")
    assert (twins.acts_used, twins.extra_acts, twins.attacked, game.card(P1, "nill").played_now) == (0, 0, False, False)
    for cid in ("amusement_pier", "power_surge", "flash"):
        game.play(P1, cid)
    game.attack(P1, "demolition_twins")
    game.attack(P1, "demolition_twins")
    assert game.refused(P1, game.attacking(P1, "demolition_twins")).rule == "CNC-326"
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "nill")))


@pytest.mark.rule("CNC-204", "CNC-506", "CNC-R04", "CNC-R29")
def test_poison_comes_before_income_and_hurts_the_active_players_characters_alone(table: MakeTable) -> None:
    game = table().player(P1, cities=["avengers_mansion"]).turn(P2)
    game.character(P1, "spider_man", hp=1, statuses=["poisoned"])
    game.character(P1, "paper_crane")
    game.character(P2, "hangnail", hp=1, statuses=["poisoned"])
    game.start().end_turn(P2)
    assert (game.discard(P1), game.characters(P2)) == (["spider_man"], ["hangnail"])
    assert incomes(game, P1) == [4], "a dead Hero generates nothing"


@pytest.mark.rule("CNC-204", "CNC-609")
@pytest.mark.parametrize(
    ("cities", "kinds"),
    [
        (["community_garden", "trauma_ward"], [e.CpChanged, e.Healed]),
        (["trauma_ward", "community_garden"], [e.Healed, e.CpChanged]),
    ],
)
def test_each_turn_texts_in_order_of_entering_play(
    table: MakeTable, cities: list[str], kinds: list[type[Event]]
) -> None:
    game = table().player(P1, characters=["nill"], cities=cities).player(P2, cities=["community_garden"]).turn(P2)
    game.start().end_turn(P2)
    assert order(game, e.CpChanged, e.Healed) == kinds
    assert (game.cp(P1), game.cp(P2)) == (103, 100), "those of the active player alone"


@pytest.mark.rule("CNC-204")
@pytest.mark.parametrize(
    ("characters", "kinds"),
    [
        (["ironwood", "leviathan_below"], [e.Healed, e.CpChanged]),
        (["leviathan_below", "ironwood"], [e.CpChanged, e.Healed]),
    ],
)
def test_start_texts_in_order_of_entering_play(
    table: MakeTable, characters: list[str], kinds: list[type[Event]]
) -> None:
    game = table().player(P1, characters=characters).player(P2, characters=["leviathan_below"]).turn(P2)
    game.start().end_turn(P2)
    assert order(game, e.CpChanged, e.Healed) == kinds
    assert (game.cp(P1), game.cp(P2)) == (95, 100), "those of the active player alone"


# Income


@pytest.mark.rule("CNC-205", "CNC-206", "CNC-207", "CNC-R05")
@pytest.mark.parametrize(
    ("cp", "arrays", "shortage", "amount"),
    [
        (100, 0, 0, 3),
        (100, 1, 0, 4),
        (49, 0, 0, 5),
        (49, 1, 0, 6),
        (100, 0, 2, 1),
        (100, 0, 3, 0),
        (100, 0, 7, 0),
        (100, 1, 4, 0),
        (49, 1, 4, 2),
    ],
)
def test_income_is_the_porters_and_texts_less_the_shortage(
    table: MakeTable, cp: int, arrays: int, shortage: int, amount: int
) -> None:
    game = table().player(P1, cp=cp, ap=2, shortage=shortage, cities=["solar_array"] * arrays)
    game.player(P2, cities=["solar_array"]).turn(P2).start().end_turn(P2)
    (income,) = game.happened(e.ApReceived)
    assert (income.seat, income.porter, income.extra) == (P1, 5 if cp < 50 else 3, arrays)
    assert (income.shortage, income.amount, income.ap_after) == (shortage, amount, 2 + amount)
    assert (game.ap(P1), game.board.players[P1].shortage, game.ap(P2)) == (2 + amount, 0, 10)


@pytest.mark.rule("CNC-205", "CNC-R05")
def test_a_shortage_is_for_one_income_and_a_debt_is_no_shortage(table: MakeTable) -> None:
    game = table().player(P1, hand=["tax_audit"]).player(P2, ap=-4).start()
    game.play(P1, "tax_audit")
    assert (game.board.players[P2].shortage, game.ap(P2)) == (2, -4)
    game.pass_round()
    game.end_turn(P1)
    assert incomes(game, P2) == [1, 3]
    assert game.ap(P2) == 0


@pytest.mark.rule("CNC-205", "CNC-515")
def test_a_disabled_city_card_adds_nothing_to_the_income(table: MakeTable) -> None:
    game = table().turn(P2)
    game.city(P1, "solar_array", disabled=P2)
    game.start().end_turn(P2)
    assert incomes(game, P1) == [3]


@pytest.mark.rule("CNC-207", "CNC-208", "CNC-209")
@pytest.mark.parametrize(
    ("cp", "before", "hand", "after"),
    [
        (30, True, "construction_project", True),
        (40, True, "construction_project", True),
        (41, True, "construction_project", False),
        (50, False, "mutual_ruin", True),
        (79, False, "mutual_ruin", True),
        (80, False, "mutual_ruin", False),
        (90, False, "mutual_ruin", False),
    ],
)
def test_overdrive_turns_on_below_50_and_off_above_50(
    table: MakeTable, cp: int, before: bool, hand: str, after: bool
) -> None:
    """Construction Project gives 10 CP, Mutual Ruin takes 30; at exactly 50 nothing changes."""
    game = table().player(P1, cp=cp, overdrive=before, hand=[hand]).start()
    game.play(P1, hand)
    assert game.board.players[P1].overdrive is after
    assert len(game.happened(e.OverdriveOn)) == (after and not before)
    assert len(game.happened(e.OverdriveOff)) == (before and not after)
    game.pass_round()
    assert incomes(game, P1) == [5 if after else 3]


@pytest.mark.rule("CNC-208", "CNC-209", "CNC-210")
def test_overdrive_switches_at_once_and_gives_or_takes_no_ap(table: MakeTable) -> None:
    game = table().player(P1, ap=0, hand=["emergency_drill"], characters=["nill"])
    game.player(P2, cp=49, ap=4, hand=["construction_project"]).turn(P2).start()
    game.play(P2, "construction_project")
    assert order(game, e.CpChanged, e.OverdriveOff, e.CardDiscarded) == [e.CpChanged, e.OverdriveOff, e.CardDiscarded]
    assert game.ap(P2) == 3, "the Event's cost alone"
    ruined = table().player(P1, cp=70, ap=4, hand=["mutual_ruin"]).start()
    ruined.play(P1, "mutual_ruin")
    assert order(ruined, e.OverdriveOn, e.CardDiscarded) == [e.OverdriveOn, e.CardDiscarded]
    assert ruined.ap(P1) == 2, "the Event's cost alone"


@pytest.mark.rule("CNC-207")
def test_what_counts_is_overdrive_when_the_income_is_computed(table: MakeTable) -> None:
    """The Garden's CP come after the income of that turn."""
    game = table().player(P1, cp=49, cities=["community_garden"]).turn(P2).start()
    game.end_turn(P2)
    assert (game.cp(P1), game.board.players[P1].overdrive) == (52, False)
    game.pass_round()
    assert incomes(game, P1) == [5, 3]


@pytest.mark.rule("CNC-211")
def test_ap_stay_without_an_upper_limit(table: MakeTable) -> None:
    game = table().player(P1, ap=999).start()
    game.end_turn(P1)
    assert game.ap(P1) == 999
    game.end_turn(P2)
    assert game.ap(P1) == 1002


# The main step


@pytest.mark.rule("CNC-212", "CNC-R06")
def test_actions_in_any_order(table: MakeTable) -> None:
    game = (
        table().player(P1, hand=["spider_man", "corner_diner", "power_surge"], characters=["batman", "flash"]).start()
    )
    game.attack(P1, "batman")
    game.play(P1, "spider_man")
    game.do(P1, a.DiscardFromField(game.seen(P1, "batman")))
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "flash")))
    game.do(P1, a.DrawCard())
    game.attack(P1, "spider_man")
    game.play(P1, "corner_diner")
    game.do(P1, a.DiscardFromHand(game.held(P1, "flash")))
    game.do(P1, a.DrawCard())
    game.play(P1, "power_surge")
    assert game.is_idle()


@pytest.mark.rule("CNC-213")
def test_one_event_a_turn(table: MakeTable) -> None:
    game = table().player(P1, hand=["power_surge", "power_surge"]).start()
    game.play(P1, "power_surge")
    assert game.refused(P1, game.playing(P1, "power_surge")).rule == "CNC-213"
    assert game.legal(P1, "play_event") == []
    game.pass_round()
    game.play(P1, "power_surge")


@pytest.mark.rule("CNC-213")
def test_more_events_a_turn_with_a_modifier(table: MakeTable) -> None:
    game = table().player(P1, hand=["power_surge"] * 3, cities=["broadcast_tower"]).start()
    game.play(P1, "power_surge")
    game.play(P1, "power_surge")
    assert game.refused(P1, game.playing(P1, "power_surge")).rule == "CNC-213"


@pytest.mark.rule("CNC-213")
def test_the_limit_of_events_is_at_least_0(table: MakeTable) -> None:
    lower = PlayerEffect("limit_mod", "round", P2, -1, "events_per_turn")
    game = table().player(P1, hand=["power_surge"]).lasting(P1, lower, lower).start()
    assert GAME.view(game.state, "seat:0").players[P1].limits.events_per_turn == 0
    assert game.refused(P1, game.playing(P1, "power_surge")).rule == "CNC-213"


@pytest.mark.rule("CNC-214")
def test_one_city_card_a_turn(table: MakeTable) -> None:
    game = table().player(P1, hand=["corner_diner", "amusement_pier"]).start()
    game.play(P1, "corner_diner")
    assert game.refused(P1, game.playing(P1, "amusement_pier")).rule == "CNC-214"
    assert game.legal(P1, "play_city") == []
    game.pass_round()
    game.play(P1, "amusement_pier")


@pytest.mark.rule("CNC-214")
def test_more_city_cards_a_turn_with_a_modifier_and_none_with_less(table: MakeTable) -> None:
    game = table().player(P1, hand=["corner_diner", "amusement_pier", "mac"], characters=["city_engineer"]).start()
    game.play(P1, "corner_diner")
    game.play(P1, "amusement_pier")
    assert game.refused(P1, game.playing(P1, "mac")).rule == "CNC-214"
    lower = PlayerEffect("limit_mod", "round", P2, -1, "cities_per_turn")
    barred = table().player(P1, hand=["mac"]).lasting(P1, lower, lower).start()
    assert GAME.view(barred.state, "seat:0").players[P1].limits.cities_per_turn == 0
    assert barred.refused(P1, barred.playing(P1, "mac")).rule == "CNC-214"


@pytest.mark.rule("CNC-215", "CNC-309")
def test_any_number_of_characters_a_turn_within_ap_and_the_limit_in_play(table: MakeTable) -> None:
    game = table().player(P1, ap=5, hand=["spider_man"] * 6).start()
    for _ in range(3):
        game.play(P1, "spider_man")
    assert game.refused(P1, game.playing(P1, "spider_man")).rule == "CNC-309"
    game.do(P1, a.DiscardFromField(game.seen(P1, "spider_man")))
    game.play(P1, "spider_man")
    poor = table().player(P1, ap=1, hand=["spider_man"] * 2).start()
    poor.play(P1, "spider_man")
    assert poor.refused(P1, poor.playing(P1, "spider_man")).rule == "CNC-301"


@pytest.mark.rule("CNC-216", "CNC-406", "CNC-R07")
@pytest.mark.parametrize("first", [P1, P2])
@pytest.mark.parametrize("cid", ["spider_man", "repo_ghost"])
def test_in_the_very_first_turn_no_attack_targets_the_city(table: MakeTable, first: int, cid: str) -> None:
    game = table().player(first, characters=[cid]).turn(first, first=first, number=1).start()
    assert game.refused(first, game.attacking(first, cid)).rule == "CNC-216"
    assert game.legal(first, "attack") == []
    game.pass_round(first)
    game.attack(first, cid)
    assert game.cp(1 - first) < 100


@pytest.mark.rule("CNC-216", "CNC-406", "CNC-R07")
def test_in_the_second_turn_of_the_match_the_city_may_be_attacked(table: MakeTable) -> None:
    game = table().player(P1, characters=["cityzen_bob"]).player(P2, characters=["repo_ghost"])
    game.turn(P1, number=1).start().end_turn(P1)
    game.attack(P2, "repo_ghost")
    assert game.cp(P1) == 92


@pytest.mark.rule("CNC-216", "CNC-R07")
def test_in_the_very_first_turn_events_and_abilities_may_damage_cp(table: MakeTable) -> None:
    game = table().player(P1, hand=["vanished_cops"], characters=["the_foreclosure"]).turn(P1, number=1).start()
    game.play(P1, "vanished_cops")
    assert game.cp(P2) == 80
    game.use(P1, "the_foreclosure")
    assert game.cp(P2) == 70


@pytest.mark.rule("CNC-216", "CNC-402")
def test_in_the_very_first_turn_characters_may_be_attacked(table: MakeTable) -> None:
    game = table().player(P1, characters=["spider_man"]).player(P2, characters=["danger"]).turn(P1, number=1).start()
    game.attack(P1, "spider_man", "danger")
    assert game.hp(P2, "danger") == 30


@pytest.mark.rule("CNC-217")
def test_the_active_player_may_end_the_turn_without_having_done_anything(table: MakeTable) -> None:
    game = table().player(P1, hand=["nill"]).start()
    game.end_turn(P1)
    assert (game.board.active, game.hand(P1), game.ap(P1)) == (P2, ["nill"], 10)
    assert {"type": "end_turn"} in game.legal(P2)


@pytest.mark.rule("CNC-217", "CNC-220")
def test_the_turn_cannot_be_ended_while_a_prompt_is_pending(table: MakeTable) -> None:
    game = table().player(P1, hand=["import_clinic"], characters=["nill"]).start()
    game.play(P1, "import_clinic")
    assert game.refused(P1, a.EndTurn()).rule == "CNC-220"
    game.target(P1, None)
    game.end_turn(P1)
    assert game.board.active == P2


# The end step


@pytest.mark.rule("CNC-203", "CNC-218", "CNC-425", "CNC-R04")
def test_the_parts_of_the_end_step_in_order(table: MakeTable) -> None:
    game = table().player(P1, hand=["rallying_cry"])
    game.character(P1, "cold_caller", combo=(1, 1))
    game.start().play(P1, "rallying_cry")
    assert game.strength(P1, "cold_caller") == 13
    game.end_turn(P1)
    parts = (e.ComboBroken, e.DurationEnded, e.TurnEnded, e.TurnStarted)
    assert order(game, *parts) == list(parts)
    assert [event.duration for event in game.happened(e.DurationEnded)] == ["turn"]
    assert (game.combo(P1, "cold_caller"), game.strength(P1, "cold_caller")) == (0, 8)
    assert game.board.active == P2


@pytest.mark.rule("CNC-218", "CNC-714")
def test_limits_are_looked_at_before_the_opponents_turn_begins(table: MakeTable) -> None:
    game = table(round_limit=2).player(P2, cp=120).turn(P2)
    game.character(P2, "cold_caller", combo=(1, 1), modifiers=[Modifier(5, "turn", P2)])
    game.start().end_turn(P2)
    parts = (e.ComboBroken, e.DurationEnded, e.TurnEnded, MatchEnded)
    assert order(game, *parts, e.TurnStarted) == list(parts)


@pytest.mark.rule("CNC-218", "CNC-425", "CNC-513")
def test_combos_of_the_other_player_and_effects_of_a_round_go_on(table: MakeTable) -> None:
    game = table().player(P1, hand=["lockdown"])
    game.character(P2, "cold_caller", combo=(1, 1))
    game.start().play(P1, "lockdown")
    game.end_turn(P1)
    assert game.combo(P2, "cold_caller") == 1
    assert game.happened(e.DurationEnded) == []
    assert len(game.board.players[P1].effects) == 1


# Whose answer counts


@pytest.mark.rule("CNC-219", "CNC-R08")
def test_out_of_turn_one_does_nothing(table: MakeTable) -> None:
    game = table().player(P2, hand=["spider_man", "corner_diner", "power_surge"], characters=["nill"]).start()
    nill = game.seen(P2, "nill")
    actions: list[Any] = [
        *(game.playing(P2, cid) for cid in game.hand(P2)),
        game.attacking(P2, "nill"),
        a.DrawCard(),
        a.WithdrawCharacter(nill),
        a.DiscardFromField(nill),
        a.DiscardFromHand(game.held(P2, "spider_man")),
        a.UseAbility(nill, 1),
        a.EndTurn(),
        a.ChooseTarget(nill),
        a.ChooseCards(),
        a.ChoosePositions(),
        a.TakeCard(),
    ]
    assert {game.refused(P2, action).rule for action in actions} == {"CNC-219"}
    assert game.legal(P2) == []


@pytest.mark.rule("CNC-219", "CNC-220", "CNC-R08")
def test_the_other_player_answers_prompts_and_the_active_one_waits(table: MakeTable) -> None:
    game = table().player(P1, hand=["vulcanus_agents", "nill"]).player(P2, hand=["nill"] * 4).start()
    game.play(P1, "vulcanus_agents")
    assert game.asked() == [(P2, "choose_discards")]
    assert (game.legal(P1), {str(action["type"]) for action in game.legal(P2)}) == ([], {"choose_cards"})
    for action in (a.EndTurn(), a.DrawCard(), game.playing(P1, "nill")):
        assert game.refused(P1, action).rule == "CNC-220"
    assert game.refused(P1, a.ChooseCards()).rule == "CNC-219"
    assert game.refused(P2, game.playing(P2, "nill")).rule == "CNC-219"
    game.choose(P2, *(card.iid for card in game.board.players[P2].hand[1:]))
    assert game.is_idle()


@pytest.mark.rule("CNC-220")
def test_while_the_active_player_is_asked_only_the_answer_is_legal(table: MakeTable) -> None:
    game = table().player(P1, hand=["import_clinic", "nill"], characters=["flash"]).start()
    game.play(P1, "import_clinic")
    for action in (a.DrawCard(), game.playing(P1, "nill"), game.attacking(P1, "flash")):
        assert game.refused(P1, action).rule == "CNC-220"
    assert game.refused(P1, a.ChooseCards()).rule == "CNC-220", "another kind of answer"
    assert {str(action["type"]) for action in game.legal(P1)} == {"choose_target"}
    assert game.legal(P2) == []
    game.target(P1, game.seen(P1, "flash"))


@pytest.mark.rule("CNC-219", "CNC-220", "CNC-332", "CNC-711", "CNC-R08")
@pytest.mark.parametrize("seat", [P1, P2])
@pytest.mark.parametrize("asked", [True, False])
def test_either_player_may_concede_at_any_time(table: MakeTable, seat: int, asked: bool) -> None:
    game = table().player(P1, hand=["vulcanus_agents"]).player(P2, hand=["nill"] * 4).start()
    if asked:
        game.play(P1, "vulcanus_agents")
    game.concede(seat)
    assert game.state.result is not None
    assert (game.state.result.placings, game.state.result.reason) == (((1 - seat,), (seat,)), "concede")


# The decision timer


@pytest.mark.rule("CNC-221", "CNC-R49")
def test_in_the_main_step_the_turn_ends_when_the_time_is_up(table: MakeTable) -> None:
    game = table().player(P1, hand=["nill"]).start()
    game.time_out(P1)
    assert (game.board.active, game.hand(P1)) == (P2, ["nill"])
    assert len(game.happened(e.TurnEnded)) == 1


@pytest.mark.rule("CNC-221", "CNC-808")
@pytest.mark.parametrize(
    ("options", "decision"),
    [
        (Options(), None),
        (Options(decision_timer_s=10), 10_000),
        (Options(time_limit_s=3600), 300_000),
        (Options(time_limit_s=3600, decision_timer_s=45), 45_000),
    ],
)
def test_the_options_say_how_long_a_decision_may_take(options: Options, decision: int | None) -> None:
    assert GAME.default_clock(options) == (decision, None)


def unleashing(table: MakeTable, cid: str, **p2: Any) -> Table:
    """P1's Character has unleashed its Type Effect on the City, and the question it makes is open."""
    game = table().player(P1, hand=["nill"]).player(P2, **p2)
    game.character(P1, cid, combo=(1, 2))
    game.start().attack(P1, cid)
    return game


@pytest.mark.rule("CNC-221", "CNC-431", "CNC-R24", "CNC-R49")
def test_by_default_a_type_effect_has_no_target(table: MakeTable) -> None:
    game = unleashing(table, "gale_warden", cities=["corner_diner"])
    assert game.is_idle(), "Air asks nothing"
    game = unleashing(table, "salt_prophet", cities=["corner_diner"])
    assert game.asked() == [(P1, "type_effect_target")]
    game.time_out(P1)
    assert game.cities(P2) == ["corner_diner"]


@pytest.mark.rule("CNC-221", "CNC-434", "CNC-R49")
def test_by_default_a_hack_reveals_nothing(table: MakeTable) -> None:
    game = unleashing(table, "danger", hand=["nill", "batman"])
    assert game.asked() == [(P1, "hand_positions")]
    game.time_out(P1)
    assert [card.revealed for card in game.board.players[P2].hand] == [False, False]


@pytest.mark.rule("CNC-221", "CNC-526", "CNC-R49")
def test_by_default_the_lowest_positions_are_revealed(table: MakeTable) -> None:
    game = table().player(P1, characters=["batman"]).player(P2, hand=["nill"] * 4).start()
    game.use(P1, "batman")
    assert game.asked() == [(P1, "hand_positions")]
    game.time_out(P1)
    assert [card.revealed for card in game.board.players[P2].hand] == [True, True, False, False]


@pytest.mark.rule("CNC-221", "CNC-445", "CNC-R49")
def test_by_default_the_lowest_positions_are_discarded(table: MakeTable) -> None:
    game = table().player(P1, hand=["vulcanus_agents"])
    game.player(P2, hand=["nill", "batman", "flash", "cityzen_bob", "danger"]).start()
    game.play(P1, "vulcanus_agents")
    game.time_out(P2)
    assert (game.discard(P2), game.hand(P2)) == (["nill", "batman", "flash"], ["cityzen_bob", "danger"])


@pytest.mark.rule("CNC-221", "CNC-331", "CNC-R49")
def test_by_default_the_11th_card_is_discarded(table: MakeTable) -> None:
    game = table().player(P1, hand=["eviction_notice"])
    game.player(P2, hand=["nill"] * 10, characters=["spider_man"]).start()
    game.play(P1, "eviction_notice", game.seen(P2, "spider_man"))
    assert game.asked() == [(P2, "discard_down")]
    game.time_out(P2)
    assert (game.discard(P2), game.hand(P2)) == (["spider_man"], ["nill"] * 10)


@pytest.mark.rule("CNC-221", "CNC-532", "CNC-R24", "CNC-R49")
def test_by_default_a_trigger_has_no_target(table: MakeTable) -> None:
    game = table().player(P1, hand=["import_clinic"])
    game.character(P1, "spider_man", hp=5)
    game.start().play(P1, "import_clinic")
    game.time_out(P1)
    assert game.hp(P1, "spider_man") == 5
    assert game.board.active == P1, "only the prompt is answered"


@pytest.mark.rule("CNC-221", "CNC-533", "CNC-R49")
def test_by_default_nothing_is_searched_for(table: MakeTable) -> None:
    game = table().player(P1, characters=["bruce_wayne"], deck=["nill", "batman", "nill"]).start()
    game.use(P1, "bruce_wayne", ability=2)
    assert game.asked() == [(P1, "search_card")]
    game.time_out(P1)
    assert game.hand(P1) == []
    assert sorted(game.deck(P1)) == ["batman", "nill", "nill"]
