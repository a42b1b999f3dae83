"""Statuses of SCPs: one at a time, counters kept or removed, texts by status, and who made it so (448, 501 to 505)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.definitions import Status
from tests.games.scp import custom
from tests.games.scp.groups import group
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def changing(game: Table, effect: str, *, target: str = "any[scp]") -> Callable[..., None]:
    """P1 has an Event with this effect on a target; how it is played on one."""
    cid = custom.card(game, "event", f'when = "event", window = "own_turn", target = "{target}", do = "{effect}"')
    game.player(P1, hand=[cid, cid, cid, cid])
    return lambda scp: game.event(P1, cid, scp)


@pytest.mark.rule("SCP-448", "SCP-R68")
def test_you_secure_by_an_own_attempt(table: MakeTable) -> None:
    """F09 gets its token for a success, not for one that a text made Secured."""
    game = table()
    finance = game.asset(P1, "F09")
    game.scp("S08")
    game.scp("S03")
    group(game, "secure", "S03", "P19")
    play = changing(game, "set_status(tgt, secured)")
    game.start("assignment")
    play("S08")
    assert (game.status("S08"), game.card(finance).tokens) == (("secured", P1), 0)
    game.end_phase()
    game.whole_attempt("S03")
    assert game.card(finance).tokens == 1
    assert [one.scp for one in game.board.facts.secured] == [game.id("S03")]


@pytest.mark.rule("SCP-448", "SCP-R68")
def test_a_raid_secures_too_also_what_was_secured_before(table: MakeTable) -> None:
    """F12 pays for a raid; S22's own text happens to its new controller."""
    game = table().player(P1, hand=["P35"], play=["F12"]).player(P2, hand=["P35"])
    game.scp("S22", P2)
    group(game, "secure", "S22", "P25")
    game.start("retrieval")
    game.attempt("S22")
    game.compare()
    game.all_pass()
    assert game.status("S22") == ("secured", P1)
    assert (game.pool(P1), game.hand(P1), game.hand(P2)) == (8, [], ["P35"])


@pytest.mark.rule("SCP-448", "SCP-R68", "SCP-238")
@pytest.mark.parametrize("way", ["breach", "text", "failed raid"])
def test_this_becomes_secured_whatever_the_cause(table: MakeTable, way: str) -> None:
    """S22: its controller discards a card. F09 of its controller gets nothing."""
    game = table().player(P2, hand=["P35"])
    finance = game.asset(P2, "F09")
    game.scp("S22", P2, status="contained", counters=5 if way != "text" else 0)
    if way == "failed raid":
        group(game, "secure", "S22", "P15")
    play = changing(game, "add_escalation(tgt, 1)" if way == "breach" else "set_status(tgt, secured)")
    game.start("retrieval" if way == "failed raid" else "assignment")
    if way == "failed raid":
        game.attempt("S22")
        game.compare()
        game.all_pass()
        while game.asks(P2, "attrition"):
            game.time_out(P2)
    else:
        play("S22")
    if way == "breach":
        game.end_turn()
    assert (game.status("S22"), game.hand(P2)) == (("secured", P2), [])
    assert [card.tokens for card in game.board.players[P2].play if card.iid == finance] in ([0], [])
    assert not game.board.facts.secured


@pytest.mark.rule("SCP-448", "SCP-R68")
def test_this_becomes_contained_by_a_mission_is_not_you_contain(table: MakeTable) -> None:
    """M01 makes S27 Contained: its own text reveals an SCP, but the turn knows no SCP that was Contained."""
    game = table().scps("S03", "S08", "S14")
    mission = game.scp("S27")
    game.mission(P1, "M01", "S27")
    group(game, "secure", "S27", "P19", "P17", "P17")
    game.start("retrieval")
    game.whole_attempt("S27")
    game.to("maintenance")
    game.end_phase()
    game.do(P1, a.Accept())
    assert game.status(mission) == ("contained", P1)
    assert game.centre() == ["S03"]
    assert game.board.facts.contained == ()


@pytest.mark.rule("SCP-448")
def test_you_contain_by_an_own_attempt(table: MakeTable) -> None:
    game = table(3)
    game.scp("S03", P1)
    group(game, "contain", "S03", "P20")
    game.start("research")
    game.whole_attempt("S03", "contain")
    assert game.board.facts.contained == (game.id("S03"),)


@pytest.mark.rule("SCP-501", "SCP-504")
@pytest.mark.parametrize("first", ["unsecured", "secured", "contained"])
@pytest.mark.parametrize("then", ["unsecured", "secured", "contained"])
def test_one_status_at_a_time_and_counters_stay(table: MakeTable, first: Status, then: Status) -> None:
    game = table()
    game.scp("S03", None if first == "unsecured" else P2, status=first, counters=5)
    play = changing(game, f"set_status(tgt, {then})")
    game.start("draw")
    play("S03")
    holder = None if then == "unsecured" else P1 if first == "unsecured" else P2
    assert (game.status("S03"), game.counters("S03")) == ((then, holder), 5)
    assert game.centre() == (["S03"] if then == "unsecured" else [])


@pytest.mark.rule("SCP-501")
def test_what_comes_back_to_the_centre_is_the_last_there(table: MakeTable) -> None:
    game = table()
    game.scp("S03", P1)
    game.scp("S08")
    play = changing(game, "set_status(tgt, unsecured)")
    game.start("draw")
    play("S03")
    assert game.centre() == ["S08", "S03"]


@pytest.mark.rule("SCP-502")
def test_tapped_and_untapped_follow_the_status(table: MakeTable) -> None:
    """A text counts tapped cards: of these SCPs the Contained one alone."""
    both = "draw(you, count(mine[scp and tapped])), gain_resources(you, count(any[scp and untapped]))"
    game = table()
    cid = custom.card(game, "event", f'when = "event", window = "own_turn", do = "{both}"')
    game.player(P1, hand=[cid])
    game.scp("S03", P1, status="contained")
    game.scp("S08", P1)
    game.scp("S14")
    game.start("draw")
    game.event(P1, cid)
    assert (len(game.hand(P1)), game.pool(P1)) == (1, 7)


@pytest.mark.rule("SCP-502", "SCP-214")
def test_nothing_untaps_or_taps_an_scp(table: MakeTable) -> None:
    game = table()
    game.scp("S03", P1, status="contained")
    game.scp("S08", P1)
    game.start("resupply")
    game.end_phase()
    assert [game.status(cid)[0] for cid in ("S03", "S08")] == ["contained", "secured"]


@pytest.mark.rule("SCP-503", "SCP-R19")
@pytest.mark.parametrize(("before", "n", "after"), [(0, 3, 3), (6, 2, 8), (6, 3, 8), (8, 1, 8), (0, 20, 8)])
def test_counters_stop_at_the_ev(table: MakeTable, before: int, n: int, after: int) -> None:
    game = table()
    game.scp("S03", P1, counters=before)
    play = changing(game, f"add_escalation(tgt, {n})")
    game.start("draw")
    play("S03")
    assert game.counters("S03") == after
    assert sum(one.delta for one in game.ever(e.EscalationChanged)) == after - before


@pytest.mark.rule("SCP-503")
def test_a_text_makes_no_breach_before_the_outcome_phase(table: MakeTable) -> None:
    game = table()
    game.scp("S03", P1, counters=7)
    play = changing(game, "add_escalation(tgt, 1)")
    game.start("assignment")
    play("S03")
    assert (game.status("S03"), game.counters("S03")) == (("secured", P1), 8)


@pytest.mark.rule("SCP-504", "SCP-237", "SCP-238", "SCP-R20")
@pytest.mark.parametrize(
    ("owner", "status", "before", "after", "left"),
    [
        (None, "unsecured", 8, ("unsecured", None), 0),
        (None, "unsecured", 5, ("unsecured", None), 7),
        (P2, "secured", 7, ("unsecured", None), 0),
        (P2, "secured", 6, ("secured", P2), 7),
        (P2, "contained", 8, ("secured", P2), 0),
        (P2, "contained", 7, ("contained", P2), 7),
    ],
)
def test_outbreaks_and_breaches_remove_them(
    table: MakeTable, owner: int | None, status: Status, before: int, after: tuple[str, int | None], left: int
) -> None:
    game = table()
    game.scp("S03", owner, status=status, counters=before)
    game.start("maintenance")
    game.end_phase()
    assert (game.status("S03"), game.counters("S03")) == (after, left)


@pytest.mark.rule("SCP-504")
def test_a_player_who_leaves_leaves_the_counters(table: MakeTable) -> None:
    game = table(3)
    game.scp("S03", P2, status="contained", counters=4)
    game.start("draw")
    game.concede(P2)
    assert (game.status("S03"), game.counters("S03")) == (("unsecured", None), 4)


@pytest.mark.rule("SCP-505", "SCP-R44")
@pytest.mark.parametrize(
    ("owner", "status", "value"),
    [(None, "unsecured", 2), (P1, "secured", 2), (P1, "contained", 3), (P2, "contained", 2)],
)
def test_a_text_works_in_the_status_that_it_names(
    table: MakeTable, owner: int | None, status: Status, value: int
) -> None:
    """S29, while Contained: your Defending Personnel have 1 more."""
    game = table()
    game.scp("S29", owner, status=status)
    game.scp("S03", P1)
    defender = game.asset(P1, "P17")
    game.assigned("defend", "S03", defender)
    assert game.skill_value(defender) == value


@pytest.mark.rule("SCP-505", "SCP-R44")
@pytest.mark.parametrize("who", [P1, P2])
def test_you_of_an_unsecured_scp_is_the_active_player(table: MakeTable, who: int) -> None:
    game = table()
    scp = custom.card(game, "scp", 'when = "escalation", status = "unsecured", do = "draw(you, 1)"')
    game.turn(who)
    game.scp(scp)
    game.start("maintenance")
    game.end_phase(who)
    assert [len(game.hand(seat)) for seat in (P1, P2)] == [int(who == P1), int(who == P2)]


@pytest.mark.rule("SCP-505")
def test_you_of_another_scp_is_its_controller(table: MakeTable) -> None:
    game = table(3)
    scp = custom.card(game, "scp", 'when = "escalation", do = "draw(you, 1)"')
    game.scp(scp, P3)
    game.start("maintenance")
    game.end_phase()
    assert [len(game.hand(seat)) for seat in (P1, P2, P3)] == [0, 0, 1]


@pytest.mark.rule("SCP-R92", "SCP-314", "SCP-505")
@pytest.mark.parametrize(("owner", "rule"), [(None, "SCP-314"), (P2, "SCP-314"), (P1, None)])
def test_abilities_of_an_scp_are_its_controllers(table: MakeTable, owner: int | None, rule: str | None) -> None:
    game = table()
    scp = custom.card(game, "scp", 'when = "act", window = "own_turn", do = "draw(you, 1)"')
    game.scp(scp, owner)
    game.start("draw")
    if rule is None:
        game.use(P1, scp)
        assert len(game.hand(P1)) == 1
    else:
        assert game.refused(P1, a.UseAbility(game.id(scp), 1)).rule == rule
        assert not game.legal(P1, "use_ability")


@pytest.mark.rule("SCP-505")
def test_an_ability_in_another_status_is_refused(table: MakeTable) -> None:
    """S24 works while Contained."""
    game = table().player(P1, hand=["P35"])
    game.scp("S24", P1)
    game.start("draw")
    assert game.refused(P1, game.using(P1, "S24")).rule == "SCP-505"
