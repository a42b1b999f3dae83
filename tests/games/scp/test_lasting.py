"""How long effects last, and what they are about meanwhile (515, 516)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.rules import continuous
from tests.games.scp import custom
from tests.games.scp.groups import group
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def raid_needs(game: Table, scp: str) -> int:
    """What texts add to the requirement of raids on it now."""
    return continuous.requirement_change(game.board, game.id(scp), "raid")


@pytest.mark.rule("SCP-515", "SCP-R49")
def test_this_attempt(table: MakeTable) -> None:
    game = table().player(P2, hand=["C04"])
    game.scp("S03")
    member, _ = group(game, "secure", "S03", "P19", "P16")
    game.start("retrieval")
    game.attempt("S03")
    game.complicate(P2, "C04", member)
    assert game.skill_value(member) == 2
    game.compare()
    assert (game.skill_value(member), game.board.lasting) == (3, [])
    assert [one.reason for one in game.ever(e.EffectsEnded)] == ["attempt"]


@pytest.mark.rule("SCP-515", "SCP-407", "SCP-507")
@pytest.mark.parametrize(("hand", "drawn"), [([], 1), (["C01"], 0)])
def test_it_lasts_until_what_the_attempt_triggers_is_done(table: MakeTable, hand: list[str], drawn: int) -> None:
    """C01 takes P18's Covert: a text that counts it after the consequences finds none; then it is back."""
    game = table()
    late = custom.card(game, "gear", 'when = "you_secure", do = "draw(you, count(members[skill(covert)]))"')
    game.player(P1, play=[late, "F02"]).player(P2, hand=hand)
    game.scp("S18")
    _, agent = group(game, "secure", "S18", "P23", "P18")
    game.start("retrieval")
    game.attempt("S18")
    if hand:
        game.complicate(P2, "C01", agent)
    game.compare()
    if hand:
        game.choose(P1, "F02")
    assert game.ever(e.AttemptCompared)[0].outcome == "success"
    assert (len(game.hand(P1)), game.skills(agent)) == (drawn, {"covert": 1})


@pytest.mark.rule("SCP-515", "SCP-R49")
def test_this_turn_is_to_the_end_of_phase_13(table: MakeTable) -> None:
    """C08 on R12: its optional text of this turn's end is not there; that of the next turn is."""
    game = table().player(P2, hand=["C08"])
    for cid in ("P19", "P20"):
        game.asset(P1, cid)
    game.asset(P1, "R12")
    game.asset(P1, "F02")
    game.scp("S03")
    group(game, "secure", "S03", "P19", "P19")
    game.start("retrieval")
    game.attempt("S03")
    game.complicate(P2, "C08", "R12")
    game.compare()
    while game.asks(P1, "attrition"):
        game.time_out(P1)
    game.end_turn()
    assert not any(
        fact.event for fact in game.history if type(fact.event) is e.WindowPassed and fact.event.window == "optional"
    )
    assert (game.board.active, game.board.lasting) == (P2, [])
    game.end_turn(P2)
    game.to("maintenance")
    game.end_phase()
    assert game.asked() == [(P1, "optional_trigger")]


@pytest.mark.rule("SCP-515", "SCP-517", "SCP-R49")
def test_until_your_next_turn(table: MakeTable) -> None:
    """E01: no raids this turn; raids on P1's SCPs need 4 more until P1's next turn starts."""
    game = table(3).player(P1, hand=["E01"])
    game.scp("S03", P1)
    game.scp("S08", P2)
    game.start("assignment")
    game.event(P1, "E01")
    for seat in (P1, P2, P3):
        assert (game.board.active, raid_needs(game, "S03"), raid_needs(game, "S08")) == (seat, 4, 0)
        assert continuous.forbidden(game.board, P1, "raid") == (seat == P1)
        game.end_turn(seat)
    assert (game.board.active, raid_needs(game, "S03")) == (P1, 0)


@pytest.mark.rule("SCP-515", "SCP-514")
def test_what_it_is_about_is_asked_whenever_it_is_used(table: MakeTable) -> None:
    """An SCP that P1 secures after E01 counts, one that P1 loses does not."""
    game = table().player(P1, hand=["E01"])
    game.scp("S03")
    game.scp("S08", P1)
    group(game, "secure", "S03", "P19")
    game.asset(P2, "P18")
    game.start("assignment")
    game.event(P1, "E01")
    assert (raid_needs(game, "S03"), raid_needs(game, "S08")) == (0, 4)
    game.end_phase()
    game.whole_attempt("S03")
    assert raid_needs(game, "S03") == 4
    game.end_turn()
    game.to("assignment")
    game.assign(P2, "P18", "secure", "S03")
    game.end_phase(P2)
    game.attempt("S03", seat=P2)
    assert game.totals() == (3, 4 + game.counters("S03") + 4)
    game.compare(P2)


@pytest.mark.rule("SCP-515", "SCP-316")
def test_a_target_stays_the_same(table: MakeTable) -> None:
    game = table().player(P1, hand=["E07"])
    first, second = game.asset(P1, "P17"), game.asset(P1, "P17")
    game.start("draw")
    game.event(P1, "E07", second)
    assert [game.skill_value(iid) for iid in (first, second)] == [2, 3]
    assert game.icons(second) == {"command", "soldier"}
    game.end_turn()
    assert game.skill_value(second) == 3
    game.end_turn(P2)
    assert (game.skill_value(second), game.icons(second)) == (2, {"soldier"})


@pytest.mark.rule("SCP-515")
def test_an_effect_of_another_ends_with_that_players_next_turn(table: MakeTable) -> None:
    """P2 answers in P1's turn: it ends when P2's turn starts."""
    game = table(3)
    firm = custom.card(
        game, "event", 'when = "event", window = "defend", do = "mod_req(mine[scp], raid, 2, until_next_turn)"'
    )
    game.player(P2, hand=[firm], play=["F04", "F04"])
    game.scp("S18", P2)
    group(game, "secure", "S18", "P17")
    game.start("retrieval")
    game.attempt("S18")
    game.all_pass()
    game.do(P1, a.Compare())
    game.event(P2, firm)
    assert game.ever(e.AttemptCompared)[0].requirement == 8
    game.choose(P2, "F04")
    assert raid_needs(game, "S18") == 2
    game.end_turn()
    assert (game.board.active, raid_needs(game, "S18")) == (P2, 0)


@pytest.mark.rule("SCP-516", "SCP-321", "SCP-R49")
def test_it_lasts_without_its_source(table: MakeTable) -> None:
    """G11 is destroyed for 3 more: those stay, the Terminate that it gave is gone."""
    game = table()
    game.scp("S08", P1, status="contained")
    killer, helper = group(game, "destroy", "S08", "P29", "P22")
    charge = game.asset(P1, "G11", host=helper)
    game.start("research")
    game.attempt("S08", "destroy")
    assert game.totals()[0] == 4 + 3
    game.use(P1, charge)
    assert game.totals()[0] == 4 + 3
    assert ("terminate" in game.skills(helper), "terminate" in game.skills(killer)) == (False, True)


@pytest.mark.rule("SCP-516")
def test_static_text_ends_with_its_source(table: MakeTable) -> None:
    game = table()
    gone = custom.card(game, "event", 'when = "event", window = "own_turn", do = "destroy(all(mine[gear]))"')
    game.player(P1, hand=[gone])
    guard = game.asset(P1, "P17")
    game.asset(P1, "G16", host=guard)
    game.start("draw")
    assert game.skill_value(guard) == 5
    game.event(P1, gone)
    assert game.skill_value(guard) == 2


@pytest.mark.rule("SCP-516", "SCP-708", "SCP-R103")
def test_what_the_cards_of_a_player_left_behind_ends_when_they_leave(table: MakeTable) -> None:
    game = table(3)
    weak = custom.card(
        game,
        "event",
        'when = "event", window = "own_turn", target = "any[personnel]", do = "mod_skill(tgt, -1, until_next_turn)"',
    )
    game.player(P1, hand=[weak])
    guard = game.asset(P2, "P17")
    game.start("draw")
    game.event(P1, weak, guard)
    assert game.skill_value(guard) == 1
    game.concede(P1)
    assert game.skill_value(guard) == 2


@pytest.mark.rule("SCP-516")
def test_what_lasts_knows_what_was_paid_for_it() -> None:
    text = 'when = "event", window = "attempt", cost = "destroy(one(mine[gear]))", do = "mod_group(cost_paid)"'
    game = Table()
    cid = custom.card(game, "event", text)
    gear = custom.card(game, "gear", cost=4)
    game.player(P1, hand=[cid], play=[gear])
    game.assigned("secure", game.scp("S03"), game.asset(P1, "P22")).start("retrieval")
    game.attempt("S03")
    before = continuous.group_total(game.board, game.board.attempt)
    game.event(P1, cid)
    assert continuous.group_total(game.board, game.board.attempt) == before + 4


@pytest.mark.rule("SCP-516")
def test_what_lasts_knows_which_player_was_chosen_for_it() -> None:
    text = 'when = "event", window = "own_turn", do = "cannot(opp, raid, until_next_turn)"'
    game = Table(3)
    cid = custom.card(game, "event", text)
    game.player(P1, hand=[cid]).start("draw")
    game.event(P1, cid)
    game.do(P1, a.ChoosePlayer(P3))
    assert [continuous.forbidden(game.board, seat, "raid") for seat in (P1, P2, P3)] == [False, False, True]
