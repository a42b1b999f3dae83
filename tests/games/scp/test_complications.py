"""Complications: who may play which on what, overcoming, and what they do (426 to 428, 430 to 433, 447)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from tests.games.scp import custom
from tests.games.scp.groups import defence, group, outcomes
from tests.games.scp.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


def securing(game: Table, scp: str, *cids: str, counters: int = 0) -> list[str]:
    """An attempt to secure has begun; the members."""
    game.scp(scp, counters=counters)
    members = group(game, "secure", scp, *cids)
    game.start("retrieval")
    game.attempt(scp)
    return members


@pytest.mark.rule("SCP-426", "SCP-901")
@pytest.mark.parametrize("who", [P1, P2, P3, P4])
def test_each_other_player_clockwise_plays_one_or_passes(table: MakeTable, who: int) -> None:
    game = table(4).turn(who)
    for seat in range(4):
        game.player(seat, hand=["C04", "C04"])
    game.scp("S03")
    (member,) = group(game, "secure", "S03", "P19", seat=who)
    game.start("retrieval")
    game.attempt("S03", seat=who)
    first, second, third = ((who + step) % 4 for step in (1, 2, 3))
    assert game.asked() == [(first, "complication_window")]
    assert game.refused(second, game.complicating(second, "C04", member)).rule == "SCP-426"
    game.complicate(first, "C04", member)
    game.let_pass(who)
    assert game.asked() == [(second, "complication_window")]
    game.let_pass(second)
    game.complicate(third, "C04", member)
    game.let_pass(who)
    assert game.asked() == [(who, "attempt_window")]
    assert [len(game.hand(seat)) for seat in (first, second, third)] == [1, 2, 1]
    assert game.totals()[0] == 4 - 2


@pytest.mark.rule("SCP-426")
def test_complications_are_free_and_an_empty_hand_is_not_asked(table: MakeTable) -> None:
    game = table(3).player(P3, hand=["C04"], pool=0)
    (member,) = securing(game, "S03", "P19")
    assert game.asked() == [(P3, "complication_window")]
    game.complicate(P3, "C04", member)
    assert (game.pool(P3), game.hand(P3)) == (0, [])


@pytest.mark.rule("SCP-426")
def test_only_a_complication_of_the_own_hand(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["P35"]).player(P3, hand=["C04"])
    (member,) = securing(game, "S03", "P19")
    stolen = a.PlayComplication(game.held(P3, "C04"), member)
    assert game.refused(P2, stolen).rule == "SCP-426"
    assert game.refused(P2, game.complicating(P2, "P35", member)).rule == "SCP-427"


@pytest.mark.rule("SCP-427")
def test_the_window_has_to_be_listed(table: MakeTable) -> None:
    game = table().player(P2, hand=["C14", "C18", "C04"])
    (member,) = securing(game, "S03", "P19")
    for cid in ("C14", "C18"):
        assert game.refused(P2, game.complicating(P2, cid, member)).rule == "SCP-427"
    game.complicate(P2, "C04", member)


@pytest.mark.rule("SCP-427")
def test_when_securing_the_target_is_a_card_of_the_active_player(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["C09", "C04", "C07"])
    own, others = game.asset(P1, "F03", tokens=2), game.asset(P3, "F03", tokens=2)
    mine, theirs = game.face_down(P1, "P17", 2), game.face_down(P3, "P17", 2)
    bystander = game.asset(P1, "P17")
    securing(game, "S03", "P19")
    assert game.refused(P2, game.complicating(P2, "C09", others)).rule == "SCP-427"
    assert game.refused(P2, game.complicating(P2, "C07", theirs)).rule == "SCP-427"
    assert game.refused(P2, game.complicating(P2, "C04", bystander)).rule == "SCP-427"
    assert game.refused(P2, game.complicating(P2, "C09", "nothing")).rule == "SCP-427"
    offered = {(one["card"], one["target"]) for one in game.legal(P2, "play_complication")}
    assert (game.held(P2, "C07"), mine) in offered
    game.complicate(P2, "C09", own)
    assert (game.card(own).tokens, game.card(others).tokens) == (0, 2)


@pytest.mark.rule("SCP-427")
def test_its_own_restriction(table: MakeTable) -> None:
    """C13 asks for two or more Personnel in the attempt."""
    for cids, legal in ((["P22"], False), (["P22", "P16"], True)):
        game = table().player(P2, hand=["C13"])
        first, *_ = securing(game, "S03", *cids)
        assert bool(game.legal(P2, "play_complication")) == legal
        if legal:
            game.complicate(P2, "C13", first)
            assert game.card(first).wounds == 2
        else:
            assert game.refused(P2, game.complicating(P2, "C13", first)).rule == "SCP-427"


@pytest.mark.rule("SCP-428")
def test_never_in_the_own_turn(table: MakeTable) -> None:
    game = table().player(P1, hand=["C04"])
    game.scp("S03")
    (member,) = group(game, "secure", "S03", "P19")
    game.start("retrieval")
    play = game.complicating(P1, "C04", member)
    assert game.refused(P1, play).rule == "SCP-428"
    game.attempt("S03")
    assert game.asked() == [(P1, "attempt_window")]
    assert game.refused(P1, play).rule == "SCP-428"
    assert not game.legal(P1, "play_complication")


@pytest.mark.rule("SCP-430", "SCP-R38")
@pytest.mark.parametrize(
    ("cids", "overcome"),
    [(["P18", "P18"], True), (["P18", "P17"], False), (["P22", "P22"], False), (["P05", "P15"], True)],
)
def test_the_listed_skill_and_the_total(table: MakeTable, cids: list[str], overcome: bool) -> None:
    """C02: Covert and 6. S05 asks for Covert, so further copies count in the total."""
    game = table().player(P2, hand=["C02"])
    first, second = securing(game, "S05", *cids)
    game.complicate(P2, "C02", second)
    assert bool(game.ever(e.ComplicationOvercome)) == overcome
    assert bool(game.ever(e.ComplicationResolved)) != overcome
    assert bool(game.board.lasting) != overcome
    assert game.discards(P2) == ["C02"]
    assert game.skill_value(first) >= 1


@pytest.mark.rule("SCP-430")
@pytest.mark.parametrize(("cids", "overcome"), [(["P30", "P22"], True), (["P17", "P22"], False)])
def test_the_listed_icon_on_any_member(table: MakeTable, cids: list[str], overcome: bool) -> None:
    """C06: a Command Icon; that of a Personnel beside the attempt doesn't help."""
    game = table().player(P2, hand=["C06"])
    game.asset(P1, "P02")
    _, second = securing(game, "S18", *cids)
    game.complicate(P2, "C06", second)
    assert (second in game.board.attempt.members) == overcome


@pytest.mark.rule("SCP-430", "SCP-432")
def test_before_the_number_is_compared_neither_counters_nor_text_count(table: MakeTable) -> None:
    """C17: Covert 8, 1 counter, -1. 8 is enough although it would be 7 afterwards."""
    game = table().player(P2, hand=["C17"])
    first, *_ = securing(game, "S05", "P25", "P18")
    assert game.totals()[0] == 8
    game.complicate(P2, "C17", first)
    assert (game.counters("S05"), game.totals()[0]) == (0, 8)
    assert not game.ever(e.HandRevealed)


@pytest.mark.rule("SCP-430", "SCP-447")
@pytest.mark.parametrize(("cids", "overcome"), [(["P23", "P23"], True), (["P23", "P17"], False), (["P18"] * 3, False)])
def test_on_a_defender_the_defenders_overcome_it(table: MakeTable, cids: list[str], overcome: bool) -> None:
    """C11: Combat and 8; the attackers have both."""
    game = table(3).player(P3, hand=["C11"])
    game.scp("S18", P2)
    group(game, "secure", "S18", "P23", "P23")
    first, *_ = defence(game, "S18", *cids)
    game.start("retrieval")
    game.attempt("S18")
    game.complicate(P3, "C11", first)
    assert bool(game.ever(e.ComplicationOvercome)) == overcome
    assert game.card(first).wounds == (0 if overcome else 1)


@pytest.mark.rule("SCP-430")
def test_on_a_member_the_defenders_do_not_help(table: MakeTable) -> None:
    game = table(3).player(P3, hand=["C11"])
    game.scp("S18", P2)
    (member,) = group(game, "secure", "S18", "P23")
    defence(game, "S18", "P23", "P23")
    game.start("retrieval")
    game.attempt("S18")
    game.complicate(P3, "C11", member)
    assert game.card(member).wounds == 1


@pytest.mark.rule("SCP-430")
def test_without_overcome_it_cannot_be_overcome(table: MakeTable) -> None:
    game = table().player(P2, hand=["C04"])
    first, *_ = securing(game, "S05", "P25", "P30")
    game.complicate(P2, "C04", first)
    assert game.ever(e.ComplicationResolved)


@pytest.mark.rule("SCP-430", "SCP-R88")
def test_a_target_that_left_was_on_the_side_of_its_controller(table: MakeTable) -> None:
    """P2 answers by destroying the targeted Gear: still it is P2's defenders who lack Technical."""
    game = table(3)
    leave = custom.card(game, "event", 'when = "event", window = "response", do = "destroy(all(mine[gear]))"')
    game.player(P2, hand=[leave]).player(P3, hand=["C05"])
    game.asset(P2, "G05")
    game.scp("S18", P2)
    group(game, "secure", "S18", "P23")
    game.start("retrieval")
    game.attempt("S18")
    game.let_pass(P2)
    game.complicate(P3, "C05", "G05")
    game.event(P2, leave)
    assert (game.in_play(P2), game.ever(e.ComplicationOvercome)) == ([], [])
    assert game.ever(e.ComplicationResolved)


@pytest.mark.rule("SCP-431", "SCP-R39")
@pytest.mark.parametrize(("counters", "legal"), [(7, True), (8, False)])
def test_there_has_to_be_room_for_its_counters(table: MakeTable, counters: int, legal: bool) -> None:
    """S03 takes 8, C17 brings 1; C04 brings none and is always legal."""
    game = table().player(P2, hand=["C17", "C04"])
    (member,) = securing(game, "S03", "P19", counters=counters)
    if legal:
        game.complicate(P2, "C17", member)
        assert game.counters("S03") == 8
    else:
        assert game.refused(P2, game.complicating(P2, "C17", member)).rule == "SCP-431"
        game.complicate(P2, "C04", member)


@pytest.mark.rule("SCP-431", "SCP-432", "SCP-R39")
@pytest.mark.parametrize(
    ("holder", "cid", "counters", "gained"), [(P1, "S20", 8, 0), (P2, "S30", 6, 2), (P2, "S30", 7, 0)]
)
def test_what_changes_its_value_counts(table: MakeTable, holder: int, cid: str, counters: int, gained: int) -> None:
    """Against P1's S20 C17 brings none, from P2 with S30 two: refused at 7 of 8 counters."""
    game = table().player(P2, hand=["C17"])
    game.scp(cid, holder, status="contained")
    (member,) = securing(game, "S03", "P19", counters=counters)
    play = game.complicating(P2, "C17", member)
    if counters == 7:
        assert game.refused(P2, play).rule == "SCP-431"
    else:
        game.do(P2, play)
        assert game.counters("S03") == counters + gained


@pytest.mark.rule("SCP-432")
def test_first_the_counters_then_the_text(table: MakeTable) -> None:
    game = table()
    calm = custom.card(
        game,
        "complication",
        'when = "complication", target = "members", do = "remove_escalation(all(scp))"',
        escalation=2,
    )
    game.player(P2, hand=[calm])
    (member,) = securing(game, "S03", "P19", counters=1)
    game.complicate(P2, calm, member)
    assert [one.delta for one in game.ever(e.EscalationChanged)] == [2, -3]


@pytest.mark.rule("SCP-432", "SCP-316")
def test_a_target_that_left_takes_its_part_along(table: MakeTable) -> None:
    """The member is returned in response: the counter comes and the attempt loses 1, but nobody is Wounded."""
    game = table()
    hit = custom.card(
        game,
        "complication",
        'when = "complication", target = "members", do = "wound(tgt, 1), mod_group(-1)"',
        escalation=1,
    )
    back = custom.card(
        game,
        "event",
        'when = "event", window = "response", target = "mine[personnel]", do = "return_to_hand(tgt)"',
    )
    game.player(P1, hand=[back]).player(P2, hand=[hit])
    gone, stays = securing(game, "S03", "P19", "P31")
    game.complicate(P2, hit, gone)
    game.event(P1, back, gone)
    assert (game.counters("S03"), game.totals()[0]) == (1, 3 - 1)
    assert (game.card(stays).wounds, game.hand(P1)) == (0, ["P19"])


@pytest.mark.rule("SCP-433")
def test_each_is_finished_before_the_next_is_asked(table: MakeTable) -> None:
    """When P3 is asked, what P2's C12 destroyed is gone."""
    game = table(3).player(P2, hand=["C12"]).player(P3, hand=["C04"])
    first, second = securing(game, "S03", "P17", "P31")
    game.complicate(P2, "C12", first)
    assert (game.discards(P2), game.board.resolving) == (["C12"], [])
    assert (game.discards(P1), game.counters("S03")) == (["P17"], 1)
    assert game.asked() == [(P3, "complication_window")]
    assert [one["target"] for one in game.legal(P3, "play_complication")] == [second]


@pytest.mark.rule("SCP-426", "SCP-R105")
@pytest.mark.parametrize(("rules", "next_one"), [("1.0", P2), ("1.1", P4)])
def test_who_had_no_card_when_it_was_their_turn_is_not_asked_later(table: MakeTable, rules: str, next_one: int) -> None:
    """C03 of P3 returns a Gear to P2's empty hand in a raid on P2: P4 is asked next, and nobody after."""
    game = table(4).goes_by(rules).player(P3, hand=["C03"]).player(P4, hand=["C04"])
    gear = game.asset(P2, "G05")
    game.scp("S18", P2)
    group(game, "secure", "S18", "P22")
    game.start("retrieval")
    game.attempt("S18")
    game.complicate(P3, "C03", gear)
    assert (game.hand(P2), game.asked()) == (["G05"], [(next_one, "complication_window")])
    for seat in (P2, P4)[next_one == P4 :]:
        game.let_pass(seat)
    assert game.asked() == [(P1, "attempt_window")]


@pytest.mark.rule("SCP-433", "SCP-507")
def test_a_complication_can_take_what_would_overcome_the_next(table: MakeTable) -> None:
    """C01 takes P18's Skills; without Covert C02 is not overcome any more."""
    game = table(3).player(P2, hand=["C01"]).player(P3, hand=["C02"])
    first, _ = securing(game, "S18", "P18", "P22")
    game.complicate(P2, "C01", first)
    assert game.skills(first) == {}
    game.complicate(P3, "C02", first)
    assert (game.skill_value(first), game.ever(e.ComplicationOvercome)) == (2, [])


@pytest.mark.rule("SCP-447", "SCP-R67")
def test_outside_a_raid_nobody_is_defending(table: MakeTable) -> None:
    """P22 defends another SCP: in the attempt to secure it is no target, nor is P2's defender."""
    game = table().player(P2, hand=["C11"])
    game.scp("S08", P1)
    game.scp("S14", P2)
    (own,) = defence(game, "S08", "P22", seat=P1)
    (theirs,) = defence(game, "S14", "P22")
    (member,) = securing(game, "S03", "P19")
    for target in (own, theirs):
        assert game.refused(P2, game.complicating(P2, "C11", target)).rule == "SCP-427"
    assert [one["target"] for one in game.legal(P2, "play_complication")] == [member]


@pytest.mark.rule("SCP-447", "SCP-R67")
def test_in_a_raid_those_who_defend_its_scp(table: MakeTable) -> None:
    game = table(3).player(P3, hand=["C11"])
    game.scp("S18", P2)
    game.scp("S14", P2)
    (member,) = group(game, "secure", "S18", "P22")
    (here,) = defence(game, "S18", "P17")
    defence(game, "S14", "P17")
    game.start("retrieval")
    game.attempt("S18")
    assert {one["target"] for one in game.legal(P3, "play_complication")} == {member, here}


@pytest.mark.rule("SCP-447")
def test_elsewhere_whoever_has_the_job_is_defending(table: MakeTable) -> None:
    """G15 gives its bearer 3 more while Defending, raid or not."""
    game = table()
    game.scp("S14", P1)
    defender, idle = game.asset(P1, "P17"), game.asset(P1, "P17")
    for host in (defender, idle):
        game.asset(P1, "G15", host=host)
    game.assigned("defend", "S14", defender)
    assert (game.skill_value(defender), game.skill_value(idle)) == (5, 2)


@pytest.mark.rule("SCP-519")
def test_who_cannot_be_targeted(table: MakeTable) -> None:
    """P05 by no Complication, P38 by none that is Mundane or Horrific."""
    game = table().player(P2, hand=["C04", "C06"])
    agent, janitor, plain = securing(game, "S05", "P05", "P38", "P18")
    assert game.refused(P2, game.complicating(P2, "C06", agent)).rule == "SCP-519"
    assert game.refused(P2, game.complicating(P2, "C04", janitor)).rule == "SCP-519"
    offered = {
        (game.board.players[P2].hand.known[one["card"]], one["target"]) for one in game.legal(P2, "play_complication")
    }
    assert offered == {("C04", plain), ("C06", janitor), ("C06", plain)}
    game.complicate(P2, "C06", janitor)
    assert outcomes(game) == []


@pytest.mark.rule("SCP-708", "SCP-433")
def test_whose_complication_waits_leaves_it_without_effect(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["E05"]).player(P2, hand=["C17"]).player(P3, hand=["C04"])
    (member,) = securing(game, "S03", "P19")
    game.complicate(P2, "C17", member)
    assert game.asked() == [(P1, "response")]
    game.concede(P2)
    assert (game.counters("S03"), game.hand(P1)) == (0, ["E05"])
    assert game.asked() == [(P3, "complication_window")]
