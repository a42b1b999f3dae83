"""What a bot that looks ahead is given of a match of C4: nothing of the windows that others were asked in."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from domain.games.c4 import GAME
from domain.games.c4 import actions as a
from domain.kernel import decide
from domain.kernel.match import State
from tests.games.c4.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


def imagined(state: State, seat: int) -> State:
    chance = Random(5)
    return GAME.imagined(state, seat, lambda things: chance.sample(things, len(things)))


def asked_last(table: MakeTable, reacting: int) -> State:
    """P4 is asked for a Reaction after P2 or P3 has passed; nobody but that player knows which."""
    game = table(4).player(P1, hand=["Early Bird"]).player(P4, hand=["Not So Fast"]).pot(4)
    for seat in (P2, P3):
        game.player(seat, hand=["Not So Fast" if seat == reacting else "Fire Drill"])
    game.start().play(P1, "Early Bird")
    assert game.asked() == [(reacting, "react")]
    game.pass_(reacting)
    assert game.asked() == [(P4, "react")]
    state = game.state.copy()
    game.pass_(P4)
    return state


@pytest.mark.rule("C4-455")
def test_who_was_asked_for_a_reaction_before_stays_unknown(table: MakeTable) -> None:
    second, third = asked_last(table, P2), asked_last(table, P3)
    assert second.frames != third.frames
    assert GAME.view(second, f"seat:{P4}") == GAME.view(third, f"seat:{P4}")
    assert imagined(second, P4).frames == imagined(third, P4).frames
    assert imagined(second, P4) == imagined(third, P4)


def test_a_match_goes_on_from_an_imagined_window_without_asking_those_before(table: MakeTable) -> None:
    state = imagined(asked_last(table, P2), P4)
    done = decide.act(GAME, state, P4, a.Pass(), state.at, bytes(32))
    assert isinstance(done, decide.Decision)
    assert (P1, "main") in [(prompt.seat, prompt.kind) for prompt in done.state.prompts.values()]
