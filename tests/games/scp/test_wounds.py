"""Wounds (442 to 444)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Assignment
from tests.games.scp import custom
from tests.games.scp.groups import defence, group, outcomes
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def wounding(game: Table, n: int, target: str) -> Table:
    """P1 plays an Event that places so many Wounds."""
    cid = custom.card(
        game, "event", f'when = "event", window = "own_turn", target = "any[personnel]", do = "wound(tgt, {n})"'
    )
    game.player(P1, hand=[cid]).start("assignment")
    game.event(P1, cid, target)
    return game


@pytest.mark.rule("SCP-442", "SCP-R43")
@pytest.mark.parametrize(("before", "n", "after"), [(0, 1, 1), (0, 2, 2), (1, 1, 2), (0, 3, None), (2, 1, None)])
def test_three_destroy(table: MakeTable, before: int, n: int, after: int | None) -> None:
    game = table()
    hurt = game.asset(P1, "P17", wounds=before)
    wounding(game, n, hurt)
    assert [card.wounds for card in game.board.players[P1].play] == ([] if after is None else [after])
    assert game.discards(P1).count("P17") == (1 if after is None else 0)


@pytest.mark.rule("SCP-442")
def test_more_than_it_takes_are_not_placed(table: MakeTable) -> None:
    game = table()
    hurt = game.asset(P1, "P17", wounds=1)
    wounding(game, 5, hurt)
    assert [one.delta for one in game.ever(e.WoundChanged)] == [2]


@pytest.mark.rule("SCP-442")
@pytest.mark.parametrize(("wounds", "able"), [(0, True), (1, True), (2, False)])
def test_damaged_is_no_penalty_dying_is(table: MakeTable, wounds: int, able: bool) -> None:
    """P21 heals for a tap; a Dying one can neither do that nor be assigned."""
    game = table()
    medic, hurt = game.asset(P1, "P21", wounds=wounds), game.asset(P1, "P17", wounds=1)
    game.scp("S14")
    game.start("assignment")
    assign = a.Assign(medic, "secure", game.id("S14"))
    if able:
        game.do(P1, assign)
        assert (game.skill_value(medic), game.card(medic).assignment) == (2, Assignment("secure", game.id("S14")))
        game.use(P1, medic, hurt)
        assert game.card(medic).tapped
    else:
        assert game.refused(P1, assign).rule == "SCP-442"
        assert game.refused(P1, game.using(P1, medic)).rule == "SCP-442"
        assert not any(one["personnel"] == medic for one in game.legal(P1, "assign"))
        assert not game.legal(P1, "use_ability")


@pytest.mark.rule("SCP-442", "SCP-220")
@pytest.mark.parametrize("job", ["secure", "defend"])
def test_a_dying_personnel_loses_its_job(table: MakeTable, job: str) -> None:
    game = table()
    target = game.scp("S03", P1 if job == "defend" else None)
    group(game, "secure", target, "P17")
    cid = custom.card(game, "event", 'when = "event", window = "own_turn", do = "wound(all(mine[personnel]), 1)"')
    hurt = game.asset(P1, "P22", wounds=1)
    game.assigned("defend" if job == "defend" else "secure", target, hurt)
    game.player(P1, hand=[cid]).start("draw")
    game.event(P1, cid)
    assert [card.assignment is None for card in game.board.players[P1].play] == [False, True]
    assert [one.reason for one in game.ever(e.AssignmentEnded)] == ["dying"]


@pytest.mark.rule("SCP-442")
def test_a_dying_member_stays_in_an_attempt_that_has_begun(table: MakeTable) -> None:
    game = table().player(P2, hand=["C11"])
    game.scp("S03")
    hurt = game.asset(P1, "P19", wounds=1)
    game.assigned("secure", "S03", hurt)
    group(game, "secure", "S03", "P17")
    game.start("retrieval")
    game.attempt("S03")
    game.complicate(P2, "C11", hurt)
    assert (game.card(hurt).wounds, game.totals()[0]) == (2, 3 + 1 - 1 + 2)
    game.compare()
    assert outcomes(game) == ["success"]


@pytest.mark.rule("SCP-442", "SCP-424", "SCP-521")
def test_a_member_destroyed_in_its_attempt(table: MakeTable) -> None:
    """C20 of two players are its second and third Wound: the rest of the group fails, and its Gear goes with it."""
    game = table(3).player(P2, hand=["C20"]).player(P3, hand=["C20"])
    game.scp("S03")
    hurt = game.asset(P1, "P16", wounds=1)
    game.assigned("secure", "S03", hurt)
    game.asset(P1, "G16", host=hurt)
    group(game, "secure", "S03", "P15", "P23")
    game.start("retrieval")
    game.attempt("S03")
    game.complicate(P2, "C20", hurt)
    assert game.totals()[0] == 1 + 3 + 5
    game.complicate(P3, "C20", hurt)
    assert game.in_play(P1) == ["P15", "P23"]
    assert game.totals()[0] == 5
    game.compare()
    assert outcomes(game) == ["failure"]


@pytest.mark.rule("SCP-443", "SCP-R43")
@pytest.mark.parametrize(("before", "n", "after"), [(0, 1, 1), (0, 2, None), (1, 1, None)])
def test_a_construct_is_destroyed_at_two(table: MakeTable, before: int, n: int, after: int | None) -> None:
    game = table()
    hurt = game.asset(P1, "P33", wounds=before)
    wounding(game, n, hurt)
    assert [card.wounds for card in game.board.players[P1].play] == ([] if after is None else [after])


@pytest.mark.rule("SCP-443", "SCP-R90", "SCP-511")
def test_indestructible_ones_stay_with_their_wounds(table: MakeTable) -> None:
    """A Construct with 2 is not Dying; another Personnel with 3 is."""
    game = table()
    machine = custom.card(game, "personnel", keywords=["indestructible"], subtypes=["Construct"])
    person = custom.card(game, "personnel", keywords=["indestructible"])
    game.scp("S14")
    for cid, wounds in ((machine, 1), (person, 2)):
        game.asset(P1, cid, wounds=wounds)
    cid = custom.card(game, "event", 'when = "event", window = "own_turn", do = "wound(all(mine[personnel]), 3)"')
    game.player(P1, hand=[cid]).start("assignment")
    game.event(P1, cid)
    assert [card.wounds for card in game.board.players[P1].play] == [2, 3]
    game.assign(P1, machine, "secure", "S14")
    assert game.refused(P1, a.Assign(game.id(person), "secure", game.id("S14"))).rule == "SCP-442"


@pytest.mark.rule("SCP-R90", "SCP-518")
def test_blanked_it_is_destroyed(table: MakeTable) -> None:
    game = table()
    person = custom.card(game, "personnel", keywords=["indestructible"])
    blank = custom.card(game, "event", 'when = "event", window = "own_turn", do = "blank(mine[personnel], this_turn)"')
    game.player(P1, hand=[blank])
    game.asset(P1, person, wounds=3)
    game.start("draw")
    game.event(P1, blank)
    assert game.in_play(P1) == []


@pytest.mark.rule("SCP-444", "SCP-R43")
@pytest.mark.parametrize(
    ("word", "cid", "before", "after"),
    [
        ("heal", "P17", 2, 0),
        ("heal", "P17", 1, 0),
        ("heal", "P33", 1, 1),
        ("repair", "P33", 1, 0),
        ("repair", "P17", 2, 2),
    ],
)
def test_healing_is_for_the_living_repair_for_constructs(
    table: MakeTable, word: str, cid: str, before: int, after: int
) -> None:
    game = table()
    cure = custom.card(
        game, "event", f'when = "event", window = "own_turn", target = "mine[personnel]", do = "{word}(tgt, 2)"'
    )
    game.player(P1, hand=[cure])
    hurt = game.asset(P1, cid, wounds=before)
    game.start("draw")
    game.event(P1, cure, hurt)
    assert game.card(hurt).wounds == after


@pytest.mark.rule("SCP-444")
def test_wounds_do_not_go_away_by_themselves(table: MakeTable) -> None:
    game = table()
    hurt = game.asset(P1, "P17", wounds=1)
    game.scp("S03")
    game.start("draw")
    for seat in (P1, P2, P1):
        game.end_turn(seat)
    assert game.card(hurt).wounds == 1


@pytest.mark.rule("SCP-442", "SCP-444", "SCP-217")
def test_healed_it_can_be_assigned_again(table: MakeTable) -> None:
    game = table().player(P1, hand=["E13"])
    hurt = game.asset(P1, "P17", wounds=2)
    game.scp("S18")
    game.start("assignment")
    assert game.refused(P1, a.Assign(hurt, "secure", game.id("S18"))).rule == "SCP-442"
    game.event(P1, "E13", hurt)
    game.assign(P1, hurt, "secure", "S18")


@pytest.mark.rule("SCP-442", "SCP-415")
def test_a_dying_defender_defends_no_more(table: MakeTable) -> None:
    game = table(3).player(P3, hand=["C11"])
    game.scp("S18", P2)
    group(game, "secure", "S18", "P22", "P22")
    hurt = game.asset(P2, "P22", wounds=1)
    game.assigned("defend", "S18", hurt)
    defence(game, "S18", "P21")
    game.start("retrieval")
    game.attempt("S18")
    game.complicate(P3, "C11", hurt)
    assert (game.card(hurt).wounds, game.card(hurt).assignment) == (2, None)
    assert game.totals()[1] == 6 + 1
