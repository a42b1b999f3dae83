"""Individuals that join Fleeters or leave them (TRF-501 to TRF-505, TRF-543)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Board, Character
from domain.games.trf.match import Batch
from domain.games.trf.rules import continuous
from domain.games.trf.rules.units import is_fleeter, unit_of
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal


def templates(board: Board, seat: int) -> Iterator[Template]:
    """TRF-501 TRF-502 TRF-503 The Individuals that may join, with their Fleeters, and those that may leave."""
    cards = board.players[seat].characters
    joining = tuple(card.iid for card in cards if _refuse_joining(board, card) is None)
    joined = tuple(card.iid for card in cards if _refuse_joined(board, card) is None)
    if joining and joined:
        parameters = (Parameter("individual", "card", joining), Parameter("fleeter", "card", joined))
        yield Template("join_fleet", {}, parameters, "Combine an Individual with a Fleeter", ("TRF-501",))
    leaving = tuple(card.iid for card in cards if _refuse_leaving(board, card) is None)
    if leaving:
        individual = Parameter("individual", "card", leaving)
        yield Template("leave_fleet", {}, (individual,), "Take an Individual off its Fleeter", ("TRF-501",))


def _refuse_moved(board: Board, card: Character, path: str) -> Refusal | None:
    """TRF-427 TRF-436 TRF-440 TRF-503 TRF-508 TRF-R33 TRF-R34 Why nothing moves here this turn, or None."""
    if card.fight is not None:
        return illegal("TRF-427", "it is committed to a stuck fight", path)
    if continuous.marked(board, card):
        return illegal("TRF-436", "it was in a battle this turn", path)
    if not is_fleeter(board, card) and card.moved_turn == board.turn:
        return illegal("TRF-503", "an Individual joins or leaves once per turn", path)
    if any(one.ability_turn == board.turn for one in unit_of(board, card.iid)):
        return illegal("TRF-543" if is_fleeter(board, card) else "TRF-508", "an ability of it was used this turn", path)
    return None


def _refuse_joining(board: Board, card: Character) -> Refusal | None:
    """TRF-501 TRF-504 TRF-505 TRF-510 Why this can't join a Fleeter, or None."""
    if is_fleeter(board, card) or card.partner is not None:
        return illegal("TRF-501", "a lone Individual joins a Fleeter", "individual")
    return _refuse_moved(board, card, "individual")


def _refuse_joined(board: Board, card: Character) -> Refusal | None:
    """TRF-501 TRF-502 TRF-504 TRF-543 Why this can't be joined, or None."""
    if not is_fleeter(board, card):
        return illegal("TRF-501", "an Individual joins a Fleeter", "fleeter")
    if card.partner is not None:
        return illegal("TRF-502", "a Fleeter holds at most one Individual", "fleeter")
    return _refuse_moved(board, card, "fleeter")


def _refuse_leaving(board: Board, card: Character) -> Refusal | None:
    """TRF-501 TRF-503 TRF-508 Why this can't leave a Fleeter, or None."""
    if is_fleeter(board, card) or card.partner is None:
        return illegal("TRF-501", "only a combined Individual can leave", "individual")
    return _refuse_moved(board, card, "individual")


def _own(board: Board, seat: int, iid: str, path: str) -> Character | Refusal:
    card = board.character(iid)
    if card is None or card.owner != seat:
        return illegal("TRF-501", "you have no such character in play", path)
    return card


def refuse_join(board: Board, seat: int, action: a.JoinFleet) -> Refusal | None:
    """TRF-501 TRF-502 Why they can't be combined, or None."""
    individual = _own(board, seat, action.individual, "individual")
    fleeter = _own(board, seat, action.fleeter, "fleeter")
    if isinstance(individual, Refusal):
        return individual
    if isinstance(fleeter, Refusal):
        return fleeter
    return _refuse_joining(board, individual) or _refuse_joined(board, fleeter)


def refuse_leave(board: Board, seat: int, action: a.LeaveFleet) -> Refusal | None:
    """TRF-501 TRF-503 Why it can't leave, or None."""
    individual = _own(board, seat, action.individual, "individual")
    return individual if isinstance(individual, Refusal) else _refuse_leaving(board, individual)


def join(batch: Batch, seat: int, action: a.JoinFleet) -> None:
    """TRF-501 TRF-506 They are one unit from now on."""
    batch.emit(e.IndividualJoined(seat=seat, individual=action.individual, fleeter=action.fleeter))


def leave(batch: Batch, seat: int, action: a.LeaveFleet) -> None:
    """TRF-501 TRF-510 The Individual is a unit of its own."""
    individual = batch.board.character(action.individual)
    assert individual is not None
    assert individual.partner is not None
    batch.emit(e.IndividualLeft(seat=seat, individual=action.individual, fleeter=individual.partner))
