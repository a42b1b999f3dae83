"""In which order texts count that depend on one another, and when they are a loop (SCP-R76, SCP-R77)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import events as e
from tests.games.scp.custom import card
from tests.games.scp.table import P1, Table

MakeTable = Callable[..., Table]


def own_event(game: Table, do: str, **more: str) -> str:
    """An Event of the window `own_turn`."""
    keys = "".join(f', {key} = "{value}"' for key, value in more.items())
    return card(game, "event", f'when = "event", window = "own_turn", do = "{do}"{keys}')


@pytest.mark.rule("SCP-R76", "SCP-514")
def test_icons_are_given_to_who_has_printed_ones(table: MakeTable) -> None:
    game = table()
    enlist = own_event(game, "grant_icon(tgt, soldier, this_turn)", target="mine[personnel]")
    promote = own_event(game, "grant_icon(mine[personnel and icon(soldier)], command, this_turn)")
    arm = own_event(game, "grant_skill(mine[personnel and icon(soldier)], covert, this_turn)")
    game.player(P1, hand=[enlist, promote, arm], play=["P17", "P18", "P20"]).start("draw")
    game.event(P1, promote)
    game.event(P1, arm)
    game.event(P1, enlist, "P18")
    # Icons: P18 is no printed Soldier; Skills: it is one by then
    assert [sorted(game.icons(cid)) for cid in ("P17", "P18", "P20")] == [
        ["command", "soldier"],
        ["soldier"],
        ["site_7"],
    ]
    assert [game.skills(cid).get("covert", 0) for cid in ("P17", "P18", "P20")] == [1, 2, 0]


@pytest.mark.rule("SCP-R76", "SCP-514")
@pytest.mark.parametrize(("times", "value"), [(0, 3), (1, 6), (2, 9)])
def test_skill_values_are_changed_by_printed_ones(table: MakeTable, times: int, value: int) -> None:
    game = table()
    swell = own_event(game, "mod_skill(mine[personnel], untapped_total(covert), this_turn)")
    game.player(P1, hand=[swell] * times, play=["P18"]).start("draw")
    for _ in range(times):
        game.event(P1, swell)
    assert game.skill_value("P18") == value


@pytest.mark.rule("SCP-R77", "SCP-522")
def test_a_loop_that_asks_its_player_is_a_loop(table: MakeTable) -> None:
    game = table()
    restless = card(
        game,
        "scp",
        'when = "contained", do = "set_status(self, secured)"',
        'when = "secured", do = "add_finance_token(one(mine[finance]), 1), set_status(self, contained)"',
    )
    begin = own_event(game, "set_status(tgt, contained)", target="mine[scp]")
    game.player(P1, hand=[begin], play=["F02", "F03"])
    game.scp(restless, P1)
    game.start("draw")
    game.event(P1, begin, restless)
    asked = 0
    while game.asks(P1, "choose"):
        asked += 1
        assert asked <= 50
        game.choose(P1, "F02")
    assert [type(one) for one in game.ever(e.LoopBroken)] == [e.LoopBroken]
    assert (asked, game.card("F02").tokens) == (50, 50)
    assert game.board.scps == []
    assert game.asked() == [(P1, "draw_phase")]
