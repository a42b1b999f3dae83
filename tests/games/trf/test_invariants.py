"""What must hold in every state: a sound state has no faults, and each way to break it is told with its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.trf import GAME
from domain.games.trf import events as e
from domain.games.trf.board import Account, Board, Discarded, Persistent, Player
from domain.games.trf.frames import Announced, Env, InWindow, LookTop, Resolved, Turn
from domain.games.trf.invariants import invariants
from domain.kernel.match import State

Break = Callable[[State], Any]
DECK = ("C01", "C02", "C15", "O01", "O13", "C01", "O02")
SCOUTED = ("C01", "O02")


def sound() -> State:
    """P1's Fleeter with an Individual fights P2's C15; a ban lies on P2's account."""
    board = Board(players=[Player(), Player()]).play_with(GAME.core().cards)
    events: list[Any] = [e.PlayerRegistered(seat=seat, deck_size=7, deck=DECK) for seat in (0, 1)]
    events.append(e.CardsRevealed(accounts=("A01", "A02"), homeworlds=(("p0", "P02"), ("p1", "P09"))))
    events += [
        e.CardDrawn(seat=seat, cause="setup", hand_count=1, deck_count=1, card=cid, iid=f"{cid}{seat}")
        for seat in (0, 1)
        for cid in DECK[:5]
    ]
    events += [e.PoolsRefilled(seat=seat, pool_m=500, pool_w=40, gave=((f"p{seat}", 500, 40),)) for seat in (0, 1)]
    events.append(e.TurnStarted(seat=0, turn=1))
    events += [e.CharacterPlayed(seat=0, iid=f"{cid}0", card=cid, cost=250) for cid in ("C01", "C02")]
    events += [
        e.CharacterPlayed(seat=1, iid="C151", card="C15", cost=500),
        e.OocAnnounced(seat=0, iid="O130", card="O13", window="pre", cost=0),
        e.PersistentPlaced(seat=0, iid="O130", card="O13", host="account:1", tokens=2, counted=1),
        e.IndividualJoined(seat=0, individual="C020", fleeter="C010"),
        e.AttackerNamed(seat=0, defender=1, cards=("C010", "C020")),
        e.AttackConfirmed(seat=0, defender=1, attackers=(("C010", "C020"),)),
        e.BlocksConfirmed(seat=1, blocks=(("C151", "C010"),), unblocked=()),
        e.FightStarted(fight="f1", attacker=0, defender=1, attackers=("C010", "C020"), defenders=("C151",)),
        e.CardDiscarded(seat=0, iid="C150", card="C15", from_zone="hand", cause="A05"),
    ]
    for event in events:
        event.fold(board)
    return State(status="running", board_or_none=board, frames=(Turn("fights"), InWindow("bicker", (0, 1), fight="f1")))


def character(place: int, seat: int = 0, **changes: Any) -> Break:
    """A character is otherwise."""

    def broken(state: State) -> None:
        cards = state.board.players[seat].characters
        cards[place] = replace(cards[place], **changes)

    return broken


def lying(zone: str, **changes: Any) -> Break:
    """The first card of a zone of P1 is otherwise."""

    def broken(state: State) -> None:
        cards = getattr(state.board.players[0], zone)
        cards[0] = replace(cards[0], **changes)

    return broken


def player(seat: int = 0, **changes: Any) -> Break:
    """A player is otherwise."""

    def broken(state: State) -> None:
        state.board.players[seat] = replace(state.board.players[seat], **changes)

    return broken


def board(**changes: Any) -> Break:
    """The table is otherwise."""
    return lambda state: setattr(state, "board", state.board.with_parts(**changes))


def fight(**changes: Any) -> Break:
    """The fight is otherwise."""

    def broken(state: State) -> None:
        state.board.fights[0] = replace(state.board.fights[0], **changes)

    return broken


def attack(**changes: Any) -> Break:
    """The attack is otherwise."""
    return lambda state: setattr(state.board, "attack", replace(state.board.attack, **changes))


def frames(*stack: Any) -> Break:
    return lambda state: setattr(state, "frames", stack)


def both(*breaks: Break) -> Break:
    def broken(state: State) -> None:
        for one in breaks:
            one(state)

    return broken


def gone(seat: int) -> Break:
    """A player has lost."""
    return lambda state: e.PlayerLost(seat=seat, reason="concede").fold(state.board)


def on_stack(state: State) -> None:
    """A card of P1's hand is being played."""
    e.OocAnnounced(seat=0, iid="O010", card="O01", window="bicker", cost=0).fold(state.board)


TWICE = Persistent("C151", "O13", 0, 9, host="account:1", tokens=1, counted=1)
FAULTS: list[tuple[str, Break]] = [
    ("TRF-306", lambda state: state.board.players[0].persistents.append(TWICE)),
    ("TRF-103", player(account=None)),
    ("TRF-103", player(account=Account("C01"))),
    ("TRF-908", player(lost=True)),
    ("TRF-908", board(out=(1,))),
    ("has lost and has cards", both(player(lost=True), board(out=(0,)))),
    ("not as large", lambda state: setattr(state.board.players[0].deck, "size", 3)),
    ("not as large", lambda state: setattr(state.board.players[0].hand, "size", 3)),
    ("TRF-106", lambda state: state.board.players[0].hand.remove("O010")),
    ("TRF-106", player(deck_list=(*DECK, "C01"))),
    ("TRF-106", lambda state: state.board.players[0].discard.append(Discarded("x", "C01", 0))),
    ("TRF-601", lying("characters", cid="O01")),
    ("TRF-601", lying("planets", owner=1)),
    ("TRF-601", lying("persistents", cid="C01")),
    ("TRF-626", lying("discard", owner=1)),
    ("TRF-335", lying("discard", cid="O01", meters_paid=5)),
    ("TRF-604", lying("planets", home=False)),
    ("TRF-305", player(pool_m=501)),
    ("TRF-305", player(pool_w=-1)),
    ("TRF-330", lying("planets", exhausted=True)),
    ("TRF-620", lying("persistents", cid="O01")),
    ("TRF-522", lying("persistents", counted=None)),
    ("TRF-522", lying("persistents", tokens=0)),
    ("TRF-521", lying("persistents", due=True)),
    ("TRF-521", lying("persistents", host="p9")),
    ("TRF-515", character(0, damage=-1)),
    ("TRF-514", character(0, damage=6)),
    ("TRF-306", character(0, battle_turn=2)),
    ("TRF-427", character(0, fight="f9")),
    ("TRF-511", character(1, partner=None)),
    ("TRF-511", character(0, partner="C151")),
    ("TRF-502", both(character(0, cid="C02"), character(1, cid="C02"))),
    ("TRF-506", character(1, fight=None)),
    ("TRF-411", lambda state: state.board.fights.append(state.board.fights[0])),
    ("TRF-408", fight(attackers=("C010", "C020", "C020"))),
    ("TRF-427", fight(defenders=("C159",))),
    ("TRF-430", fight(attacker=1, defender=0)),
    ("TRF-111", fight(bicker=7)),
    ("TRF-111", fight(dice=(0, 3))),
    ("TRF-426", fight(started_turn=0)),
    ("TRF-421", fight(attackers=(), defenders=())),
    ("TRF-407", board(attack=None)),
    ("TRF-405", attack(defender=0)),
    ("TRF-216", board(declined=True)),
    ("TRF-401", board(active=1)),
    ("TRF-408", board(blocks=(("C151", "C010"), ("C151", "C010")))),
    ("TRF-451", board(assault=(("C010", "p1"), ("C010", "p1")))),
    ("TRF-202", frames(InWindow("bicker", (0, 1)))),
    ("TRF-202", frames(Turn(), Turn())),
    ("TRF-902", gone(0)),
    ("TRF-340", on_stack),
    ("TRF-646", player(looking=SCOUTED)),
    ("TRF-646", both(player(looking=("O02",)), frames(Turn(), LookTop(0, 1, "O04")))),
]
ENV = Env(0, "O01", iid="O010")


def over(state: State) -> None:
    """The match has ended in the midst of a fight: nothing further resolves (TRF-702)."""
    state.status = "finished"
    gone(1)(state)


@pytest.mark.parametrize(
    "so",
    [
        lambda state: None,
        lambda state: setattr(state, "board", None),
        board(turn=0, players=[]),
        over,
        both(on_stack, frames(Turn("fights"), Announced(ENV, 0))),
        both(on_stack, frames(Turn("fights"), Resolved("O010"))),
        both(player(looking=SCOUTED), frames(Turn(), LookTop(0, 1, "O04"))),
        lambda state: e.FightStuck(fight="f1", reason="tie", die=4).fold(state.board),
    ],
)
def test_a_sound_state_has_no_faults(so: Break) -> None:
    state = sound()
    so(state)
    assert invariants(state) == []


@pytest.mark.parametrize(("rule", "broken"), FAULTS)
def test_what_is_broken_is_told_with_its_rule(rule: str, broken: Break) -> None:
    state = sound()
    broken(state)
    assert any(rule in fault for fault in invariants(state))
