"""What must hold in every state: a sound state has no faults, and each way to break it is told with its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.scp.board import Destroyed, Played, Scp
from domain.games.scp.frames import InAttempt, Resolved, Turn
from domain.games.scp.invariants import invariants
from domain.kernel.match import State
from domain.kernel.zones import Card, DrawPile, Hand
from tests.games.scp.table import P1, P2, Table

Break = Callable[[State], Any]


def sound() -> State:
    """P1's P22, who bears a Gear, attempts to secure S03; P1 has a Finance and a face-down card, P2 an SCP."""
    game = Table().player(P1, hand=["E05"], discard=["P16"], queue=[("P17", 1)]).player(P2, hand=["C04"])
    member = game.asset(P1, "P22")
    game.asset(P1, "G02", host=member)
    game.asset(P1, "F02", tokens=1)
    game.scp("S18", P2, counters=2)
    scp = game.scp("S03", counters=1)
    game.assigned("secure", scp, member).start("retrieval")
    game.attempt(scp)
    return game.state


def asset(place: int, **changes: Any) -> Break:
    """A card of P1 in play is otherwise."""

    def broken(state: State) -> None:
        cards = state.board.players[P1].play
        cards[place] = replace(cards[place], **changes)

    return broken


def scp(place: int, **changes: Any) -> Break:
    """An SCP is otherwise."""

    def broken(state: State) -> None:
        state.board.scps[place] = replace(state.board.scps[place], **changes)

    return broken


def player(seat: int = P1, **changes: Any) -> Break:
    """A player is otherwise."""

    def broken(state: State) -> None:
        state.board.players[seat] = replace(state.board.players[seat], **changes)

    return broken


def board(**changes: Any) -> Break:
    """The table is otherwise."""
    return lambda state: setattr(state, "board", state.board.with_parts(**changes))


def frames(*stack: Any) -> Break:
    return lambda state: setattr(state, "frames", stack)


def both(*breaks: Break) -> Break:
    def broken(state: State) -> None:
        for one in breaks:
            one(state)

    return broken


def debt(state: State) -> None:
    """Less than nothing lies on a face-down card."""
    queue = state.board.players[P1].queue
    queue[0] = replace(queue[0], resources=-1)


def crowded(state: State) -> None:
    """Six cards lie face down."""
    queue = state.board.players[P1].queue
    queue += [replace(queue[0], iid=f"q{place}") for place in range(5)]


def played(state: State) -> None:
    """P1's Event is being resolved."""
    state.board.players[P1].hand.remove(next(iter(state.board.players[P1].hand.known)))
    state.board.resolving.append(Played("e1", "E05", P1))


EMPTY: dict[str, Any] = {"left": True, "play": [], "queue": [], "discard": [], "deck": DrawPile(), "deck_list": None}
FAULTS: list[tuple[str, Break]] = [
    ("SCP-806", lambda state: state.board.scp_discard.append(Destroyed(state.board.scps[0].iid, "S18", None))),
    ("SCP-319", player(pool=-1)),
    ("SCP-319", debt),
    ("SCP-222", crowded),
    ("SCP-708", player(left=True)),
    ("not as large", lambda state: setattr(state.board.players[P1].deck, "size", 3)),
    ("not as large", lambda state: setattr(state.board.players[P1].hand, "size", 3)),
    ("SCP-103", lambda state: state.board.players[P1].discard.append(Card("d1", "P16", P1))),
    ("SCP-103", player(deck_list=("P16",))),
    ("SCP-306", asset(0, cid="E05")),
    ("SCP-319", asset(2, tokens=-1)),
    ("SCP-521", asset(0, wounds=3)),
    ("SCP-308", asset(1, host=None)),
    ("SCP-308", asset(2, host="x001")),
    ("SCP-521", asset(1, host="nobody")),
    ("SCP-221", both(asset(0, tapped=True), board(attempt=None))),
    ("SCP-442", both(asset(0, tapped=False, wounds=2), board(attempt=None))),
    ("SCP-503", scp(0, counters=7)),
    ("SCP-503", scp(0, counters=-1)),
    ("SCP-501", scp(0, controller=None)),
    ("SCP-501", scp(1, controller=P1)),
    ("is controlled by a player who has left (SCP-708)", player(P2, **EMPTY, hand=Hand())),
    ("SCP-104", lambda state: state.board.scps.append(Scp("s9", "S04", 9, 9))),
    ("not as large", lambda state: setattr(state.board.scp_deck, "cards", [])),
    ("SCP-201", frames(InAttempt("events"))),
    ("SCP-201", frames()),
    ("SCP-320", lambda state: state.prompts.clear()),
    ("SCP-407", board(attempt=None)),
    ("SCP-407", frames(Turn("retrieval"))),
    ("SCP-312", played),
    ("SCP-312", frames(Turn("retrieval"), InAttempt("events"), Resolved("e1"))),
]


def over(state: State) -> None:
    """The match has ended in the midst of an attempt: nothing further is resolved."""
    state.status = "finished"
    state.prompts.clear()
    state.frames = ()


@pytest.mark.parametrize(
    "so",
    [
        lambda state: None,
        lambda state: setattr(state, "board", None),
        board(turn=0, players=[]),
        over,
        both(played, frames(Turn("retrieval"), InAttempt("events"), Resolved("e1"))),
        both(
            board(attempt=None),
            asset(0, assignment=None),
            frames(Turn("retrieval")),
        ),
    ],
)
def test_a_sound_state_has_no_faults(so: Break) -> None:
    state = sound()
    so(state)
    assert invariants(state) == []


@pytest.mark.parametrize(("fault", "broken"), FAULTS)
def test_what_is_broken_is_told(fault: str, broken: Break) -> None:
    state = sound()
    broken(state)
    found = invariants(state)
    assert any(fault in sentence for sentence in found), found
