"""Texts of the start and the end of turns and of the Escalation Phase (SCP-206 to SCP-209, SCP-234, SCP-240)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from tests.games.scp.custom import card
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def resolved(game: Table) -> list[tuple[int, str]]:
    """Whose texts have happened, in order."""
    return [(one.seat, one.card) for one in game.ever(e.TextResolved)]


@pytest.mark.rule("SCP-206")
def test_each_text_of_the_start_happens_once_and_must(table: MakeTable) -> None:
    game = table().player(P1, play=["P36"])
    game.scp("S33", P1)
    game.start("start")
    assert game.asked() == [(P1, "choose_trigger")]
    assert game.refused(P1, a.Pass()).rule == "SCP-205"
    game.trigger(P1, "S33")
    assert resolved(game) == [(P1, "S33"), (P1, "P36")]
    assert game.pool(P1) == 3
    assert game.asked() == [(P1, "draw_phase")]


@pytest.mark.rule("SCP-206")
def test_a_text_whose_status_does_not_fit_is_silent(table: MakeTable) -> None:
    game = table()
    game.scp("S33", P1, status="contained")
    game.start("start")
    assert (resolved(game), game.pool(P1)) == ([], 5)


def each_end(game: Table, *, may: bool = False) -> str:
    """A Finance with a text for the end of every turn."""
    return card(game, "finance", f'when = "each_end", may = {str(may).lower()}, do = "gain_resources(you, 1)"')


@pytest.mark.rule("SCP-207", "SCP-240")
def test_one_of_each_player_in_turn_round_the_table(table: MakeTable) -> None:
    game = table(3)
    one, two = each_end(game), each_end(game)
    game.turn(P2).player(P1, play=[one]).player(P2, play=[one, two]).player(P3, play=[one, two])
    game.start("maintenance")
    game.end_phase(P2)
    assert game.asked() == [(P2, "choose_trigger")]
    assert game.refused(P2, a.ChooseTrigger(game.id(one, P3), 1)).rule == "SCP-207"
    assert game.refused(P3, a.ChooseTrigger(game.id(one, P3), 1)).rule == "SCP-207"
    game.do(P2, a.ChooseTrigger(game.id(two, P2), 1))
    assert game.asked() == [(P3, "choose_trigger")]
    game.do(P3, a.ChooseTrigger(game.id(one, P3), 1))
    assert resolved(game) == [(P2, two), (P3, one), (P1, one), (P2, one), (P3, two)]


@pytest.mark.rule("SCP-208", "SCP-203")
def test_at_the_start_texts_may_be_used_each_once(table: MakeTable) -> None:
    game = table().player(P1, play=["F02", "P26", "P26"])
    first, second = (one.iid for one in game.board.players[P1].play[1:])
    game.start("optional_start")
    assert game.asked() == [(P1, "optional_trigger")]
    game.do(P1, a.ChooseTrigger(first, 1))
    assert game.pool(P1) == 6
    assert game.refused(P1, a.ChooseTrigger(first, 1)).rule == "SCP-207"
    game.do(P1, a.ChooseTrigger(second, 1))
    assert (game.pool(P1), game.asked()) == (7, [(P1, "draw_phase")])


@pytest.mark.rule("SCP-208")
def test_a_pass_is_final_for_the_phase(table: MakeTable) -> None:
    game = table().player(P1, play=["F02", "P26", "P26"])
    game.start("optional_start")
    game.trigger(P1, "P26")
    game.let_pass(P1)
    assert (game.pool(P1), game.asked()) == (6, [(P1, "draw_phase")])


@pytest.mark.rule("SCP-208", "SCP-240")
def test_who_passes_does_not_stop_the_others(table: MakeTable) -> None:
    game = table()
    may = each_end(game, may=True)
    game.player(P1, play=[may, may]).player(P2, play=[may, may])
    game.start("maintenance")
    game.end_phase()
    game.let_pass(P1)
    game.trigger(P2, game.id(may, P2))
    # P1 has passed and is not asked again
    assert game.asked() == [(P2, "optional_trigger")]
    game.let_pass(P2)
    assert (game.board.active, game.pool(P1), game.pool(P2)) == (P2, 5, 6)


@pytest.mark.rule("SCP-208", "SCP-301")
@pytest.mark.parametrize("tokens", [0, 1])
def test_a_text_that_cannot_be_paid_for_is_not_asked_about(table: MakeTable, tokens: int) -> None:
    game = table()
    game.asset(P1, "F07", tokens=tokens)
    game.start("maintenance")
    game.end_phase()
    assert game.asks(P1, "optional_trigger") == bool(tokens)
    if tokens:
        game.trigger(P1, "F07")
        assert (game.card("F07").tokens, len(game.hand(P1))) == (0, 1)


@pytest.mark.rule("SCP-207", "SCP-208", "SCP-R104")
@pytest.mark.parametrize("dear", ['may = true, cost = "pay(6)"', 'only_if = "pool(you) >= 6"'], ids=["may", "must"])
def test_a_text_that_does_not_work_yet_waits(table: MakeTable, dear: str) -> None:
    """With 5 Resources P1 can't pay 6, or has not 6; the other text brings one more."""
    game = table()
    may = "true" if "may" in dear else "false"
    waits = card(game, "finance", f'when = "end", {dear}, do = "draw(you, 1)"')
    brings = card(game, "finance", f'when = "end", may = {may}, do = "gain_resources(you, 1)"')
    game.player(P1, play=[waits, brings]).start("maintenance")
    game.end_phase()
    if may == "true":
        assert [one.get("card") for one in game.legal(P1)] == [game.id(brings), None]
        game.trigger(P1, brings)
        game.trigger(P1, waits)
    assert (resolved(game), len(game.hand(P1))) == ([(P1, brings), (P1, waits)], 1)


@pytest.mark.rule("SCP-R104")
def test_before_1_1_a_text_that_does_not_work_yet_is_gone(table: MakeTable) -> None:
    game = table().goes_by("1.0")
    waits = card(game, "finance", 'when = "end", only_if = "pool(you) >= 6", do = "draw(you, 1)"')
    brings = card(game, "finance", 'when = "end", may = false, do = "gain_resources(you, 1)"')
    game.player(P1, play=[waits, brings]).start("maintenance")
    game.end_phase()
    assert (resolved(game), game.hand(P1)) == ([(P1, brings)], [])


@pytest.mark.rule("SCP-209", "SCP-R07")
def test_a_text_is_for_the_own_turns_alone(table: MakeTable) -> None:
    game = table().player(P2, play=["P36", "P34"]).start("draw")
    game.end_turn()
    # P36 has acted at the start of the turn of P2, P34 not at the end of that of P1
    assert resolved(game) == [(P2, "P36")]
    game.end_turn(P2)
    assert resolved(game) == [(P2, "P36"), (P2, "P34")]


@pytest.mark.rule("SCP-209", "SCP-R07")
def test_unless_it_says_each_turn(table: MakeTable) -> None:
    game = table()
    game.scp("S01", P2, status="contained")
    game.start("maintenance")
    game.end_phase()
    assert game.counters("S01") == 1
    game.end_turn(P2)
    assert game.counters("S01") == 2


@pytest.mark.rule("SCP-234")
def test_in_the_escalation_phase_texts_follow_the_counters(table: MakeTable) -> None:
    game = table()
    game.scp("S36")
    game.scp("S20", counters=4)
    game.scp("S03")
    game.start("maintenance")
    game.end_phase()
    # 4 + 2 fills S20, so that the text finds no room there
    gained = [(one.card, one.delta, one.cause) for one in game.ever(e.EscalationChanged)]
    assert gained == [("S36", 2, "SCP-233"), ("S20", 2, "SCP-233"), ("S03", 2, "SCP-233"), ("S03", 1, "S36")]


@pytest.mark.rule("SCP-234", "SCP-505")
def test_texts_of_unsecured_scps_are_the_active_players(table: MakeTable) -> None:
    game = table().turn(P2)
    game.scp("S21")
    game.scp("S36")
    game.start("maintenance")
    game.end_phase(P2)
    assert game.asked() == [(P2, "choose_trigger")]
    game.trigger(P2, "S36")
    assert resolved(game) == [(P2, "S36"), (P2, "S21")]
    assert (game.pool(P1), game.pool(P2)) == (5, 4)


@pytest.mark.rule("SCP-234", "SCP-207")
def test_in_the_escalation_phase_the_active_player_is_first(table: MakeTable) -> None:
    game = table(3)
    drill = card(game, "finance", 'when = "escalation", do = "gain_resources(you, 1)"')
    game.turn(P2).player(P1, play=[drill]).player(P2, play=[drill]).player(P3, play=[drill])
    game.start("maintenance")
    game.end_phase(P2)
    assert resolved(game) == [(P2, drill), (P3, drill), (P1, drill)]


@pytest.mark.rule("SCP-207", "SCP-505")
def test_the_text_of_an_scp_that_was_lost_happens_for_nobody(table: MakeTable) -> None:
    game = table()
    kind = card(game, "scp", 'when = "each_end", do = "gain_resources(you, 1)"')
    harsh = card(game, "finance", 'when = "end", do = "set_status(all(theirs[scp]), unsecured)"')
    game.player(P1, play=[harsh])
    game.scp(kind, P2)
    game.start("maintenance")
    game.end_phase()
    assert resolved(game) == [(P1, harsh)]
    assert (game.pool(P1), game.pool(P2)) == (5, 5)


@pytest.mark.rule("SCP-240")
@pytest.mark.parametrize("command", [True, False])
def test_at_the_end_of_the_turn_what_must_be_happens(table: MakeTable, command: bool) -> None:
    game = table().player(P1, play=["P34", *(["P30"] if command else [])]).start("maintenance")
    game.end_phase()
    assert ("P34" in game.in_play(P1)) == command
    assert game.board.active == P2


@pytest.mark.rule("SCP-240", "SCP-201")
def test_what_must_be_comes_before_what_may(table: MakeTable) -> None:
    game = table().player(P1, play=["P06", "P14"])
    game.start("maintenance")
    game.end_phase()
    assert game.in_play(P1) == ["P06"]
    assert game.asked() == [(P1, "optional_trigger")]
    game.let_pass(P1)
