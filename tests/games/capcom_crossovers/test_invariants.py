"""What must hold in every state: a sound state has no faults, and each way to break it is told with its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Block, Board, Modifier, Player, Zone
from domain.games.capcom_crossovers.faces import DECK_54
from domain.games.capcom_crossovers.frames import Combo, Kos, Turn
from domain.games.capcom_crossovers.invariants import invariants
from domain.kernel.effects.compiler import Call
from domain.kernel.match import State

Break = Callable[[State], Any]


def sound() -> State:
    """Tag: P1's Ryu has hit P2's Kestrel Volt with a basic attack, and may go on; P2 has Overclock on."""
    board = Board(mode="tag", sides=((0,), (1,)), players=[Player(), Player()]).play_with(GAME.core().cards)
    for seat, cids in enumerate((("ryu", "gambit"), ("kestrel_volt", "brakk_ironjaw"))):
        for place, cid in enumerate(cids):
            e.CharacterEntered(
                seat=seat, side=seat, character=f"p{seat + 1}-{cid}", cid=cid, hp=80, active=place == 0
            ).fold(board)
        e.DeckBrought(seat=seat, cards=DECK_54).fold(board)
        e.OpeningHandDealt(seat=seat, n=7, cards=DECK_54[:7]).fold(board)
    for event in (
        e.FirstSideChosen(side=0, order=(0, 1), by="draw"),
        e.TurnStarted(seat=0, turn=1),
        e.PhaseChanged(seat=0, phase="combat"),
        e.AttackDeclared(
            attack=0,
            seat=0,
            character="p1-ryu",
            cid="ryu",
            move="basic",
            cards=("4C",),
            extra_cards=(),
            cp=1,
            cp_used=1,
            priority=2,
            role="initial",
        ),
        e.AttackHit(attack=0, owner=0),
    ):
        event.fold(board)
    return State(status="running", board_or_none=board, frames=(Turn("cleanup"), Combo(0)))


def change(place: int, **changes: Any) -> Break:
    """A character is otherwise."""

    def broken(state: State) -> None:
        state.board.characters[place] = replace(state.board.characters[place], **changes)

    return broken


def player(**changes: Any) -> Break:
    """P1 is otherwise."""

    def broken(state: State) -> None:
        state.board.players[0] = replace(state.board.players[0], **changes)

    return broken


def board(**changes: Any) -> Break:
    """The table is otherwise."""

    def broken(state: State) -> None:
        state.board = state.board.with_parts(**changes)

    return broken


def move(face: str, where: str) -> Break:
    """A card of P1's hand lies somewhere else."""

    def broken(state: State) -> None:
        mine = state.board.players[0]
        mine.hand.remove(face)
        if where == "block":
            mine.block = Block(face)
        else:
            getattr(mine, where).append(face)

    return broken


def player_block(**changes: Any) -> Break:
    """The block card of P1 is otherwise."""

    def broken(state: State) -> None:
        mine = state.board.players[0]
        mine.block = replace(mine.block, **changes)

    return broken


def both(*breaks: Break) -> Break:
    return lambda state: [broken(state) for broken in breaks]


def swap(face: str) -> Break:
    """P1 has a card of the draw pile in the hand, for one of the hand."""

    def broken(state: State) -> None:
        mine = state.board.players[0]
        mine.deck.cards[mine.deck.cards.index(face)] = "2C"
        mine.hand.remove("2C")
        mine.hand.add(face, face)

    return broken


def frames(*stack: Any) -> Break:
    return lambda state: setattr(state, "frames", stack)


def combat(**changes: Any) -> Break:
    return lambda state: setattr(state.board, "combat", replace(state.board.combat, **changes))


OVERCLOCK = Modifier(
    "p2-kestrel_volt", "p2-kestrel_volt", "kestrel_volt", 1, "modify_stat", 2, "until_end_of_turn", "combo"
)
FAULTS: list[tuple[str, Break]] = [
    ("CAP-801", lambda state: state.board.players[0].hand.remove("2C")),
    ("CAP-801", lambda state: state.board.players[0].discard.append("2C")),
    ("CAP-801", player(deck_list=DECK_54[:-2])),
    ("large", lambda state: setattr(state.board.players[0].deck, "size", 3)),
    ("large", lambda state: setattr(state.board.players[0].hand, "size", 3)),
    ("CAP-309", both(swap("AS"), move("AS", "meter"))),
    ("CAP-950", both(swap("JK1"), move("JK1", "meter"))),
    ("CAP-433", both(swap("KS"), move("KS", "block"))),
    ("CAP-959", player(out=True)),
    ("CAP-481", change(0, hp=81)),
    ("CAP-481", change(0, hp=-1)),
    ("is not KOed", change(0, hp=0)),
    ("is KOed with 80 HP", change(1, status="koed")),
    ("CAP-302", change(0, cp_used=-1)),
    ("has used 6 combo points of 5", change(0, cp_used=6)),
    ("has used 7 combo points of 6", change(2, cp_used=7)),
    ("CAP-505", change(0, used_turn=(1, 1))),
    ("CAP-505", change(0, used_game=(2,))),
    ("CAP-506", lambda state: state.board.modifiers.append(replace(OVERCLOCK, character="p2-nobody"))),
    ("CAP-506", lambda state: state.board.modifiers.append(replace(OVERCLOCK, cid="ryu"))),
    ("CAP-703", both(change(0, status="koed", hp=0), change(1, status="koed", hp=0), player(out=True))),
    ("CAP-901", change(1, status="active")),
    ("CAP-930", change(0, status="koed", hp=0)),
    ("CAP-110", board(turn=0)),
    ("CAP-215", board(order=(0, 0))),
    ("CAP-215", board(first_player=1)),
    (
        "the turn of P1, who is out",
        both(change(0, status="koed", hp=0), player(out=True)),
    ),
    ("CAP-201", frames(Combo(0))),
    ("CAP-201", frames(Turn(), Turn())),
    ("CAP-424", both(move("6C", "block"), player_block(seen=True))),
    ("CAP-907", both(move("6C", "block"), change(0, seat=1))),
    ("CAP-208", board(phase="cleanup")),
    ("CAP-207", combat(attacks=())),
    ("CAP-318", board(combat=None)),
    ("CAP-318", player(zone=[Zone(1, ("4C",))])),
]


PASSING = Call("modify_stat", print, {}, "modify_stat(opposing_active, combo, -1)")


def overclocked(state: State) -> None:
    """Kestrel Volt has used 8 points, which Overclock allows."""
    state.board.modifiers.append(OVERCLOCK)
    change(2, cp_used=8)(state)


def over(state: State) -> None:
    """The match has ended in the midst of a combo, with a fallen character that nobody looks at any more."""
    state.status = "finished"
    change(2, hp=0)(state)


@pytest.mark.parametrize(
    "so",
    [
        lambda state: None,
        lambda state: setattr(state, "board", None),
        overclocked,
        over,
        both(change(2, hp=0), frames(Turn("cleanup"), Kos())),
        both(board(turn=0, phase="mulligan", combat=None), player(zone=[], discard=["4C"])),
        move("6C", "block"),
        both(swap("10S"), move("10S", "meter")),
        both(
            swap("JK1"),
            move("JK1", "meter"),
            change(1, status="koed", hp=0),
        ),
    ],
)
def test_a_sound_state_has_no_faults(so: Break) -> None:
    state = sound()
    so(state)
    assert invariants(state) == []


def test_points_that_a_passing_change_allowed_are_no_fault() -> None:
    state = sound()
    passing = replace(state.board.definition("ryu"), calls={1: PASSING})
    state.board.play_with({**state.board.cards, "ryu": passing})
    change(0, cp_used=6)(state)
    assert invariants(state) == []


@pytest.mark.parametrize(("rule", "broken"), FAULTS)
def test_what_is_broken_is_told_with_its_rule(rule: str, broken: Break) -> None:
    state = sound()
    broken(state)
    assert any(rule in fault for fault in invariants(state)), invariants(state)
