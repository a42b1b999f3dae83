"""Responses to Complications (429)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from tests.games.scp import custom
from tests.games.scp.groups import defence, group
from tests.games.scp.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


def announced(game: Table, cid: str = "C17") -> str:
    """P2 has played this on the one member of an attempt to secure S03."""
    game.player(P2, hand=[cid])
    game.scp("S03")
    (member,) = group(game, "secure", "S03", "P19")
    game.start("retrieval")
    game.attempt("S03")
    game.complicate(P2, cid, member)
    return member


@pytest.mark.rule("SCP-429", "SCP-R27")
def test_negated_it_does_nothing_and_is_discarded(table: MakeTable) -> None:
    game = table().player(P1, hand=["E05"])
    announced(game)
    assert game.asked() == [(P1, "response")]
    game.event(P1, "E05")
    assert (game.counters("S03"), game.totals()[0], game.pool(P1)) == (0, 4, 4)
    assert (game.discards(P2), game.discards(P1)) == (["C17"], ["E05"])
    assert [one.card for one in game.ever(e.ComplicationNegated)] == ["C17"]
    assert game.board.attempt.resolved is False


@pytest.mark.rule("SCP-429")
def test_passed_it_takes_effect(table: MakeTable) -> None:
    game = table().player(P1, hand=["E05"])
    announced(game)
    game.let_pass(P1)
    assert (game.counters("S03"), game.totals()[0]) == (1, 3)
    assert game.board.attempt.resolved is True


@pytest.mark.rule("SCP-429")
def test_one_response_and_no_more(table: MakeTable) -> None:
    game = table()
    idle = custom.card(game, "event", 'when = "event", window = "response", do = "draw(you, 1)"')
    game.player(P1, hand=[idle, "E05"])
    announced(game)
    game.event(P1, idle)
    assert (game.counters("S03"), game.asked()) == (1, [(P1, "attempt_window")])
    assert game.refused(P1, game.playing(P1, "E05")).rule == "SCP-311"


@pytest.mark.rule("SCP-429")
def test_only_responses(table: MakeTable) -> None:
    game = table().player(P1, hand=["E04", "E12", "P35"])
    announced(game)
    for cid in ("E04", "E12"):
        assert game.refused(P1, game.playing(P1, cid)).rule == "SCP-311"
    assert game.refused(P2, a.Pass()).rule == "SCP-205"
    assert [one["type"] for one in game.legal(P1)] == ["pass"]


@pytest.mark.rule("SCP-429")
@pytest.mark.parametrize(("pool", "hand", "asked"), [(1, [], True), (0, [], False), (0, ["P35"], True)])
def test_asked_with_cards_in_hand_or_an_ability_that_is_ready(
    table: MakeTable, pool: int, hand: list[str], asked: bool
) -> None:
    """R06 negates for 1 Resource."""
    game = table().player(P1, hand=hand, pool=pool, play=["P02"])
    game.asset(P1, "R06")
    announced(game)
    assert game.asks(P1, "response") == asked
    if pool:
        game.use(P1, "R06")
        assert (game.counters("S03"), game.pool(P1)) == (0, 0)


@pytest.mark.rule("SCP-429")
@pytest.mark.parametrize(("cid", "asked"), [("C06", True), ("C17", False)])
def test_an_ability_that_is_for_some_types(table: MakeTable, cid: str, asked: bool) -> None:
    """P37 answers Bureaucracy and Kondraki; it has the Command Icon, but is not in the attempt."""
    game = table()
    game.asset(P1, "P37")
    member = announced(game, cid)
    assert game.asks(P1, "response") == asked
    if asked:
        game.use(P1, "P37")
        assert game.card("P37").tapped
        assert member in game.board.attempt.members


@pytest.mark.rule("SCP-429", "SCP-412")
def test_the_controller_of_the_target_is_asked(table: MakeTable) -> None:
    game = table(4)
    for seat in (P1, P2, P3, P4):
        game.player(seat, hand=["E05"])
    game.player(P3, hand=["C11"])
    game.scp("S18", P2)
    group(game, "secure", "S18", "P22")
    (defender,) = defence(game, "S18", "P17")
    game.start("retrieval")
    game.attempt("S18")
    game.let_pass(P2)
    game.complicate(P3, "C11", defender)
    assert game.asked() == [(P2, "response")]
    game.event(P2, "E05")
    assert (game.card(defender).wounds, game.counters("S18")) == (0, 0)
    assert game.asked() == [(P4, "complication_window")]


@pytest.mark.rule("SCP-429")
def test_a_response_of_the_defender_is_not_for_texts_about_own_attempts(table: MakeTable) -> None:
    """R06 is for Complications in its controller's attempts."""
    game = table(3).player(P3, hand=["C11"])
    game.asset(P2, "P02")
    game.asset(P2, "R06")
    game.scp("S18", P2)
    group(game, "secure", "S18", "P22")
    (defender,) = defence(game, "S18", "P17")
    game.start("retrieval")
    game.attempt("S18")
    game.complicate(P3, "C11", defender)
    assert game.card(defender).wounds == 1


@pytest.mark.rule("SCP-429", "SCP-430")
def test_the_response_comes_before_it_is_overcome(table: MakeTable) -> None:
    """C17 asks for Covert and 8: a response that gives 4 lets the group of 4 overcome it."""
    game = table()
    more = custom.card(game, "event", 'when = "event", window = "response", do = "mod_group(4)"')
    game.player(P1, hand=[more]).player(P2, hand=["C17"])
    game.scp("S05")
    (member,) = group(game, "secure", "S05", "P18")
    game.asset(P1, "G16", host=member)
    game.start("retrieval")
    game.attempt("S05")
    assert game.totals()[0] == 6
    game.complicate(P2, "C17", member)
    game.event(P1, more)
    assert [one.card for one in game.ever(e.ComplicationOvercome)] == ["C17"]
    assert game.totals()[0] == 10


@pytest.mark.rule("SCP-429", "SCP-602")
@pytest.mark.parametrize(("kind", "drawn"), [("lethal", 1), ("mundane", 0)])
def test_a_response_that_is_a_complication_too_is_not_the_one_that_waits(
    table: MakeTable, kind: str, drawn: int
) -> None:
    """It asks for the type of C11, which is Lethal, and is itself Mundane."""
    game = table(3)
    two = custom.card(
        game,
        "event",
        f'when = "event", window = "response", do = "when(announced([{kind}]), draw(you, 1))"',
        'when = "complication", target = "members", do = "mod_group(-1)"',
        types=["event", "complication"],
        **custom.DEFAULTS["complication"],
    )
    game.player(P2, hand=[two]).player(P3, hand=["C11"])
    game.scp("S18", P2)
    group(game, "secure", "S18", "P22")
    (defender,) = defence(game, "S18", "P17")
    game.start("retrieval")
    game.attempt("S18")
    game.let_pass(P2)
    game.complicate(P3, "C11", defender)
    game.event(P2, two)
    assert len(game.hand(P2)) == drawn
    assert game.card(defender).wounds == 1


@pytest.mark.rule("SCP-708", "SCP-429")
def test_who_may_respond_still_may_when_another_leaves(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["E05"])
    announced(game)
    game.concede(P3)
    assert game.asked() == [(P1, "response")]
    game.event(P1, "E05")
    assert game.counters("S03") == 0


@pytest.mark.rule("SCP-708", "SCP-429")
def test_the_raid_is_over_when_the_defender_leaves_instead_of_responding(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["E05"]).player(P3, hand=["C11"])
    game.scp("S18", P2)
    (member,) = group(game, "secure", "S18", "P22")
    (defender,) = defence(game, "S18", "P17")
    game.start("retrieval")
    game.attempt("S18")
    game.let_pass(P2)
    game.complicate(P3, "C11", defender)
    assert game.asked() == [(P2, "response")]
    game.concede(P2)
    assert game.asked() == [(P1, "retrieval_phase")]
    assert (game.discards(P3), game.board.resolving) == (["C11"], [])
    assert (game.status("S18"), game.counters("S18")) == (("unsecured", None), 0)
    assert game.card(member).tapped


@pytest.mark.rule("SCP-316", "SCP-429", "SCP-R102")
@pytest.mark.parametrize(
    ("rules", "do", "kept"),
    [
        ("1.0", "remove_from_attempt(tgt)", False),
        ("1.1", "remove_from_attempt(tgt)", True),
        ("1.1", "grant_icon(tgt, command, this_attempt)", True),
        ("1.1", "draw(you, 1)", False),
    ],
)
def test_a_response_can_make_the_target_illegal(table: MakeTable, rules: str, do: str, kept: bool) -> None:
    """P2 would destroy a member without Command: one that was withdrawn, or has it now, is spared; the rest happens."""
    game = table().goes_by(rules)
    hit = custom.card(
        game,
        "complication",
        'when = "complication", target = "members[not icon(command)]", do = "destroy(tgt), draw(you, 1)"',
    )
    reply = custom.card(game, "event", f'when = "event", window = "response", target = "members", do = "{do}"')
    game.player(P1, hand=[reply]).player(P2, hand=[hit])
    game.scp("S03")
    first, _ = group(game, "secure", "S03", "P18", "P18")
    game.start("retrieval")
    game.attempt("S03")
    game.complicate(P2, hit, first)
    game.event(P1, reply, first)
    assert (game.board.asset(first) is not None, len(game.hand(P2))) == (kept, 1)
