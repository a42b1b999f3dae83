"""The turn and its phases: their order, who ends them, whose turn is next (SCP-201 to SCP-205, SCP-241, SCP-242)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import PHASES, Phase
from domain.games.scp.rules.turns import PLAYED
from tests.games.scp.custom import card
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]
THIRTEEN = (
    "start",
    "optional_start",
    "draw",
    "resupply",
    "mission",
    "assignment",
    "retrieval",
    "research",
    "maintenance",
    "escalation",
    "outcome",
    "end",
    "optional_end",
)


def phases(game: Table, turn: int) -> list[str]:
    """The phases of a turn, counted from the given."""
    found: list[list[str]] = [[]]
    for fact in game.history:
        if isinstance(fact.event, e.TurnStarted):
            found.append([])
        if isinstance(fact.event, e.PhaseStarted):
            found[-1].append(fact.event.phase)
    return found[turn]


@pytest.mark.rule("SCP-201", "SCP-202")
@pytest.mark.parametrize("at_once", [True, False])
def test_thirteen_phases_in_their_order_each_once(table: MakeTable, at_once: bool) -> None:
    assert PHASES == THIRTEEN
    game = table().start("draw")
    game.end_turn()
    if at_once:
        game.end_turn(P2)
    else:
        for _ in PLAYED:
            game.end_phase(P2)
    assert phases(game, 1) == list(THIRTEEN)


@pytest.mark.rule("SCP-204", "SCP-203", "SCP-R06")
def test_phases_three_to_nine_are_ended_and_the_others_run_by_themselves(table: MakeTable) -> None:
    game = table().start("draw")
    asked = []
    for _ in PLAYED:
        asked.append(game.asked())
        game.end_phase()
    assert asked == [[(P1, f"{phase}_phase")] for phase in THIRTEEN[2:9]]
    # phases 10 to 13 of the one and 1 and 2 of the other turn asked nothing
    assert game.asked() == [(P2, "draw_phase")]


@pytest.mark.rule("SCP-203")
def test_nothing_optional_has_to_be_done(table: MakeTable) -> None:
    game = table().player(P1, hand=["M08", "P17"], play=["P22", "P16", "F07"], queue=[("P17", 2)])
    game.scp("S03")
    game.scp("S08", P1, counters=2)
    game.start("draw")
    game.end_turn()
    assert game.board.active == P2
    assert (game.hand(P1), game.queue(P1)) == (["M08", "P17"], [("P17", 2)])


@pytest.mark.rule("SCP-203", "SCP-242")
def test_what_must_be_done_cannot_be_passed(table: MakeTable) -> None:
    game = table().player(P1, play=["P15", "P17"])
    game.scp("S25", P1)
    game.start("draw")
    game.do(P1, a.EndTurn())
    assert game.asked() == [(P1, "choose")]
    for action in (a.Pass(), a.EndPhase(), a.EndTurn()):
        assert game.refused(P1, action).rule in ("SCP-316", "SCP-204", "SCP-242")
    game.choose(P1, "P17")
    assert game.card("P17").wounds == 1
    assert game.board.active == P2


ACTIONS = (
    (a.EndPhase(), "SCP-204"),
    (a.EndTurn(), "SCP-242"),
    (a.DrawCards(1), "SCP-210"),
    (a.Pass(), "SCP-205"),
)


@pytest.mark.rule("SCP-205")
@pytest.mark.parametrize("phase", PLAYED)
def test_only_the_active_player_acts(table: MakeTable, phase: Phase) -> None:
    game = table(3).player(P2, hand=["E05", "M08"], play=["P22"]).start(phase)
    for seat in (P2, P3):
        assert game.legal(seat) == []
        for action, rule in ACTIONS:
            assert game.refused(seat, action).rule == rule
    assert game.refused(P2, a.PlayMission(game.held(P2, "M08"))).rule == "SCP-215"
    game.end_phase(P1)


@pytest.mark.rule("SCP-205", "SCP-426")
def test_others_act_when_a_prompt_asks_them(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["C04"]).player(P3, hand=["C04"])
    game.scp("S18")
    game.assigned("secure", "S18", game.asset(P1, "P22"))
    game.start("retrieval")
    game.attempt("S18")
    assert game.asked() == [(P2, "complication_window")]
    assert game.refused(P1, a.EndPhase()).rule == "SCP-204"
    assert game.refused(P3, game.complicating(P3, "C04", "P22")).rule == "SCP-426"
    game.complicate(P2, "C04", "P22")
    assert game.asked() == [(P3, "complication_window")]


@pytest.mark.rule("SCP-241", "SCP-115")
def test_the_next_player_starts_at_phase_one(table: MakeTable) -> None:
    game = table(3).turn(P3, number=2).start("draw")
    game.end_turn(P3)
    started = game.ever(e.TurnStarted)[-1]
    assert (started.seat, started.round, game.board.round) == (P1, 3, 3)
    game.end_turn(P1)
    assert (game.board.active, game.board.round) == (P2, 3)
    assert phases(game, 1)[0] == "start"


@pytest.mark.rule("SCP-241", "SCP-515")
def test_what_lasts_this_turn_ends_between_the_turns(table: MakeTable) -> None:
    game = table()
    stronger = card(
        game, "event", 'when = "event", window = "own_turn", do = "mod_skill(mine[personnel], 2, this_turn)"'
    )
    ends = card(game, "finance", 'when = "end", may = true, do = "gain_resources(you, 1)"')
    game.player(P1, hand=[stronger], play=["P17", ends]).start("draw")
    game.event(P1, stronger)
    game.do(P1, a.EndTurn())
    # still in phase 13
    assert game.asked() == [(P1, "optional_trigger")]
    assert game.skill_value("P17") == 4
    game.let_pass(P1)
    assert (game.board.active, game.skill_value("P17")) == (P2, 2)


@pytest.mark.rule("SCP-242", "SCP-R06")
def test_the_short_cut_leaves_what_may_and_does_what_must_be(table: MakeTable) -> None:
    game = table().player(P1, pool=1, hand=["M08"], play=["P34", "P22"], queue=[("P17", 2)])
    finance = game.asset(P1, "F07", tokens=1)
    game.scp("S03")
    game.scp("S08", P1)
    game.assigned("secure", "S03", game.id("P22"))
    tapped = game.asset(P1, "P16", tapped=True)
    game.start("draw")
    game.do(P1, a.EndTurn())
    # the refill, untapping, escalation and the end of the turn have happened; phase 13 asks
    assert (game.pool(P1), game.card(tapped).tapped, game.counters("S03"), game.counters("S08")) == (5, False, 2, 1)
    assert "P34" not in game.in_play(P1)
    assert game.asked() == [(P1, "optional_trigger")]
    # no draw, Mission, attempt, production or reveal
    assert (game.deck_size(P1), game.hand(P1)) == (20, ["M08"])
    assert (game.status("S03"), game.card(finance).tokens, game.queue(P1)) == (
        ("unsecured", None),
        1,
        [("P17", 2)],
    )


@pytest.mark.rule("SCP-242")
@pytest.mark.parametrize("phase", PLAYED)
def test_the_short_cut_works_from_every_phase(table: MakeTable, phase: Phase) -> None:
    game = table().start(phase)
    game.do(P1, a.EndTurn())
    assert game.asked() == [(P2, "draw_phase")]


@pytest.mark.rule("SCP-320", "SCP-204", "SCP-R06")
@pytest.mark.parametrize("phase", PLAYED)
def test_the_phase_can_always_be_ended(table: MakeTable, phase: Phase) -> None:
    game = table().player(P1, pool=0, deck=0, hand=["C04"]).start(phase)
    assert {"end_phase", "end_turn"} <= {one["type"] for one in game.legal(P1)}
    game.end_phase()


@pytest.mark.rule("SCP-320")
def test_in_an_attempt_it_is_compared_instead(table: MakeTable) -> None:
    game = table()
    game.scp("S03", P1)
    game.assigned("contain", "S03", game.asset(P1, "P15"))
    game.start("research")
    game.attempt("S03", "contain")
    assert game.legal(P1) == [{"type": "compare"}]
    assert game.refused(P1, a.EndPhase()).rule == "SCP-204"
    assert game.refused(P1, a.EndTurn()).rule == "SCP-242"
    game.do(P1, a.Compare())
    assert game.refused(P1, a.Compare()).rule == "SCP-407"
    assert game.asked() == [(P1, "research_phase")]
