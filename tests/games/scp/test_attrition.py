"""Attrition: what can be chosen, how far, what it is worth, and what prevents it (434 to 441)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from tests.games.scp import custom
from tests.games.scp.groups import due, group
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def failing(game: Table, *, start: bool = True) -> Table:
    """P1 fails to secure S39 (EV 4): Attrition 4, with one Cost-1 member that counts as 2."""
    game.scp("S39")
    group(game, "secure", "S39", "P15")
    game.start("retrieval")
    game.attempt("S39")
    if start:
        game.compare()
    return game


def suffer(game: Table, n: int, who: str = "you") -> Table:
    """P1 plays an Event that costs this much Attrition."""
    cid = custom.card(game, "event", f'when = "event", window = "own_turn", do = "attrition({who}, {n})"')
    game.player(P1, hand=[cid]).start("draw")
    game.event(P1, cid)
    return game


@pytest.mark.rule("SCP-434", "SCP-R40")
def test_one_card_after_another_until_it_is_reached(table: MakeTable) -> None:
    game = suffer(table().player(P1, play=["P17", "F02", "F04", "P22"]), 4)
    game.choose(P1, "F02")
    assert (game.in_play(P1), game.asked()) == (["P17", "F04", "P22"], [(P1, "attrition")])
    game.choose(P1, "P17")
    assert (game.in_play(P1), game.discards(P1)[:2]) == (["F04", "P22"], ["F02", "P17"])
    assert game.ever(e.AttritionDone) == [e.AttritionDone(seat=P1, total=4, lost=0)]
    assert game.asked() == [(P1, "draw_phase")]


@pytest.mark.rule("SCP-436", "SCP-R40")
def test_what_is_above_is_lost_and_no_further_card_is_chosen(table: MakeTable) -> None:
    game = suffer(table().player(P1, play=["F04", "F02"]), 1)
    card = game.id("F02")
    game.choose(P1, "F04")
    assert game.ever(e.AttritionDone) == [e.AttritionDone(seat=P1, total=5, lost=0)]
    assert game.refused(P1, a.ChooseCard(card)).rule == "SCP-316"
    assert game.in_play(P1) == ["F02"]


@pytest.mark.rule("SCP-435", "SCP-R40", "SCP-512", "SCP-511")
def test_what_is_eligible(table: MakeTable) -> None:
    game = table()
    free = custom.card(game, "gear", cost=0)
    solid = custom.card(game, "finance", keywords=["indestructible"])
    game.player(P1, play=["P17", "G05", "F02", "R16", free, solid, "P11"], queue=["P22"])
    theirs = game.asset(P2, "F02")
    scp = game.scp("S03", P1)
    suffer(game, 6)
    able = {game.card(one["card"]).cid for one in game.legal(P1, "choose_card")}
    assert able == {"P17", "G05", "F02"}
    refused = {"R16": "SCP-435", free: "SCP-435", solid: "SCP-511", "P11": "SCP-512", theirs: "SCP-435"}
    for cid, rule in refused.items():
        assert game.refused(P1, a.ChooseCard(game.id(cid))).rule == rule
    for cid in (scp, game.queued(P1, "P22"), "nothing"):
        assert game.refused(P1, a.ChooseCard(cid)).rule == "SCP-435"


@pytest.mark.rule("SCP-437", "SCP-R41", "SCP-434")
@pytest.mark.parametrize(("play", "total"), [([], 0), (["P17", "F02"], 4), (["P17", "F04"], 7)])
def test_when_nothing_is_left_the_rest_is_lost(table: MakeTable, play: list[str], total: int) -> None:
    """If all has to go, nobody is asked."""
    game = suffer(table().player(P1, play=[*play, "R16"]), 8)
    assert game.in_play(P1) == ["R16"]
    assert game.ever(e.AttritionDone) == [e.AttritionDone(seat=P1, total=total, lost=8 - total)]


@pytest.mark.rule("SCP-434")
def test_exactly_all_goes_without_a_question(table: MakeTable) -> None:
    game = suffer(table().player(P1, play=["P17", "F02"]), 4)
    assert (game.in_play(P1), game.asked()) == ([], [(P1, "draw_phase")])
    other = suffer(table().player(P1, play=["P17", "F02"]), 3)
    assert other.asked() == [(P1, "attrition")]


@pytest.mark.rule("SCP-438", "SCP-R40", "SCP-508")
def test_attached_gear_goes_uncounted_with_its_bearer(table: MakeTable) -> None:
    game = table().player(P1, play=["F04"])
    bearer = game.asset(P1, "P22")
    game.asset(P1, "G16", host=bearer)
    suffer(game, 4)
    game.choose(P1, bearer)
    assert (game.in_play(P1), game.asked()) == (["F04"], [(P1, "attrition")])
    assert [(one.card, one.value) for one in game.ever(e.AttritionPaid)] == [("P22", 3)]


@pytest.mark.rule("SCP-438", "SCP-R40")
def test_gear_may_be_chosen_by_itself(table: MakeTable) -> None:
    game = table().player(P1, play=["F04"])
    bearer = game.asset(P1, "P22")
    gear = game.asset(P1, "G16", host=bearer)
    suffer(game, 4)
    game.choose(P1, gear)
    assert (game.in_play(P1), game.asked()) == (["F04", "P22"], [(P1, "draw_phase")])


@pytest.mark.rule("SCP-438", "SCP-437")
def test_when_all_must_go_gear_goes_first_and_counts(table: MakeTable) -> None:
    game = table()
    bearer = game.asset(P1, "P22")
    game.asset(P1, "G16", host=bearer)
    suffer(game, 8)
    assert game.ever(e.AttritionDone) == [e.AttritionDone(seat=P1, total=7, lost=1)]


@pytest.mark.rule("SCP-439", "SCP-R40")
@pytest.mark.parametrize(("cid", "value"), [("P15", 2), ("G12", 3), ("P16", 2), ("F03", 4)])
def test_the_printed_cost_or_what_the_text_says(table: MakeTable, cid: str, value: int) -> None:
    """R10 and P07 make cards cheaper, not worth less."""
    game = suffer(table().player(P1, play=["P07", "R10", "P02", cid]), 9)
    game.choose(P1, cid)
    assert [one.value for one in game.ever(e.AttritionPaid)] == [value]


@pytest.mark.rule("SCP-439", "SCP-518")
def test_a_blanked_card_is_worth_its_printed_cost(table: MakeTable) -> None:
    game = table(3).player(P1, play=["F04"]).player(P3, hand=["C05"])
    drone = game.asset(P1, "G12")
    game.scp("S18")
    group(game, "secure", "S18", "P17")
    game.start("retrieval")
    game.attempt("S18")
    game.complicate(P3, "C05", drone)
    game.compare()
    game.choose(P1, drone)
    assert [one.value for one in game.ever(e.AttritionPaid)] == [1]
    game.choose(P1, "F04")


@pytest.mark.rule("SCP-440", "SCP-R42")
def test_prevention_comes_before_any_choice_each_time(table: MakeTable) -> None:
    """R13 prevents 1 of each Attrition: of 3 and then of 2."""
    game = table()
    cid = custom.card(game, "event", 'when = "event", window = "own_turn", do = "attrition(you, 3), attrition(you, 2)"')
    game.player(P1, hand=[cid], play=["P17", "R13", "F04", "F04"]).start("draw")
    game.event(P1, cid)
    game.choose(P1, "F04")
    assert [(one.n, one.prevented) for one in game.ever(e.AttritionDue)] == [(3, 1), (2, 1)]
    game.choose(P1, "F04")
    assert game.in_play(P1) == ["P17", "R13"]


@pytest.mark.rule("SCP-440", "SCP-510")
def test_prevention_of_a_resource_without_its_icons_does_not_work(table: MakeTable) -> None:
    game = suffer(table().player(P1, play=["R13", "F04"]), 1)
    assert [(one.n, one.prevented) for one in game.ever(e.AttritionDue)] == [(1, 0)]
    game.choose(P1, "F04")


@pytest.mark.rule("SCP-440", "SCP-R42")
def test_a_stock_is_used_up(table: MakeTable) -> None:
    """E15's 4: the success of a raid costs 3 in two parts; F11 adds 2 before."""
    game = table()
    again = custom.card(game, "finance", 'when = "you_secure", do = "attrition(you, 6)"', cost=6)
    game.player(P1, hand=["E15"], play=[again, "F04"])
    game.asset(P1, "F11", tokens=1)
    game.scp("S03", counters=3)
    group(game, "secure", "S03", "P19", "P19")
    game.start("retrieval")
    game.attempt("S03")
    game.event(P1, "E15")
    game.use(P1, "F11")
    game.do(P1, a.Compare())
    assert [(one.n, one.prevented) for one in game.ever(e.AttritionDue)] == [(3, 3), (6, 3)]
    game.choose(P1, "F04")
    assert game.board.lasting == []


@pytest.mark.rule("SCP-440")
def test_static_prevention_first_then_the_stock(table: MakeTable) -> None:
    """G10 prevents 2 of 4, of E15's 4 the other 2 are used."""
    game = table().player(P1, hand=["E15"], play=["G10", "F04"])
    failing(game, start=False)
    game.event(P1, "E15")
    game.do(P1, a.Compare())
    assert [one.n for one in game.ever(e.PreventionUsed)] == [2]
    assert [(one.n, one.prevented) for one in game.ever(e.AttritionDue)] == [(4, 4)]
    assert (game.in_play(P1), game.counters("S39")) == (["G10", "F04", "P15"], 1)


@pytest.mark.rule("SCP-440")
@pytest.mark.parametrize("seat", [P1, P2])
def test_prevention_is_its_players(table: MakeTable, seat: int) -> None:
    game = table().player(P1, play=["F04", "F04"])
    for cid in ("P17", "R13"):
        game.asset(seat, cid)
    suffer(game, 4)
    assert game.ever(e.AttritionDue)[0].prevented == (1 if seat == P1 else 0)
    game.choose(P1, "F04")


@pytest.mark.rule("SCP-440")
def test_a_vehicle_prevents_in_secure_attempts_and_raids_alone(table: MakeTable) -> None:
    game = suffer(table().player(P1, play=["G10", "F04"]), 3)
    assert game.ever(e.AttritionDue)[0].prevented == 0
    game.choose(P1, "G10")


@pytest.mark.rule("SCP-441", "SCP-R42")
def test_attrition_zero_does_nothing(table: MakeTable) -> None:
    game = suffer(table().player(P1, play=["F04"]), 0)
    assert (game.ever(e.AttritionDue), game.in_play(P1)) == ([], ["F04"])


@pytest.mark.rule("SCP-441", "SCP-440")
def test_attrition_that_is_prevented_whole_does_nothing(table: MakeTable) -> None:
    game = suffer(table().player(P1, play=["P17", "R13"]), 1)
    assert (game.in_play(P1), game.asked()) == (["P17", "R13"], [(P1, "draw_phase")])


@pytest.mark.rule("SCP-434", "SCP-708")
def test_several_players_one_after_another_and_who_leaves_pays_no_more(table: MakeTable) -> None:
    game = table(3)
    for seat in (P1, P2, P3):
        game.player(seat, play=["F02", "F04"])
    suffer(game, 2, "each")
    game.choose(P1, "F02")
    assert game.asked() == [(P2, "attrition")]
    game.concede(P2)
    assert game.asked() == [(P3, "attrition")]
    game.choose(P3, "F04")
    assert due(game) == [(P1, 2), (P2, 2), (P3, 2)]
    assert game.in_play(P3) == ["F02"]


@pytest.mark.rule("SCP-434", "SCP-808")
def test_the_default_is_the_lowest_value_then_the_oldest(table: MakeTable) -> None:
    game = suffer(table().player(P1, play=["F04", "G12", "P16", "F02"]), 3)
    game.time_out(P1)
    assert [one.card for one in game.ever(e.AttritionPaid)] == ["P16"]
    game.time_out(P1)
    assert [one.card for one in game.ever(e.AttritionPaid)] == ["P16", "F02"]


@pytest.mark.rule("SCP-440", "SCP-R42")
def test_no_more_is_prevented_than_is_due(table: MakeTable) -> None:
    """G10 prevents 2, but only 1 is due; E15's stock stays whole."""
    game = table().player(P1, hand=["E15"], play=["G10"])
    game.scp("S03", counters=1)
    group(game, "secure", "S03", "P19", "P16")
    game.start("retrieval")
    game.attempt("S03")
    game.event(P1, "E15")
    game.do(P1, a.Compare())
    assert [(one.n, one.prevented) for one in game.ever(e.AttritionDue)] == [(1, 1)]
    assert not game.ever(e.PreventionUsed)
