"""Consequences of facts that happened together, and the end of a match (TRF-520, TRF-701 to TRF-710)."""

from __future__ import annotations

from typing import Literal

from domain.games.trf import events as e
from domain.games.trf.board import Board
from domain.games.trf.frames import TargetChoice, Turn
from domain.games.trf.loadouts import turn_cap
from domain.games.trf.match import Batch
from domain.games.trf.rules import fights, leaving
from domain.kernel.result import Result, ResultKind


def checkpoint(batch: Batch) -> bool:
    """TRF-520 Whether anything was to be done; then there may be more."""
    board = batch.board
    if batch.state.result is not None or not board.turn:
        return False
    return _homeless(batch) or _killed(batch) or _hostless(batch) or _due(batch) or _empty(batch)


def _homeless(batch: Batch) -> bool:
    """TRF-462 TRF-520 TRF-701 Players without their homeworld have lost, all of them at the same moment."""
    board = batch.board
    gone = tuple(seat for seat, player in enumerate(board.players) if not player.lost and board.home(seat) is None)
    if gone:
        lose(batch, gone, "homeworld", "TRF-701")
    return bool(gone)


def _killed(batch: Batch) -> bool:
    """TRF-514 Damage tokens as many as the printed combat value destroy."""
    board = batch.board
    found = [
        card
        for player in board.players
        for card in player.characters
        if card.damage and card.damage >= board.cards[card.cid].combat
    ]
    for card in found:
        leaving.destroy(batch, card, "damage")
    return bool(found)


def _hostless(batch: Batch) -> bool:
    """TRF-520 TRF-521 Discard cards attached to a card that has left."""
    board = batch.board
    found = [card for player in board.players for card in player.persistents if leaving.hostless(board, card)]
    for card in found:
        leaving.discard_persistent(batch, card, "host_left")
    return bool(found)


def _due(batch: Batch) -> bool:
    """TRF-520 TRF-521 Persistent cards whose end condition is met."""
    found = [card for player in batch.board.players for card in player.persistents if leaving.due(batch.board, card)]
    for card in found:
        leaving.discard_persistent(batch, card, str(card.until))
    return bool(found)


def _empty(batch: Batch) -> bool:
    """TRF-421 TRF-520 Fights without cards."""
    found = [fight for fight in batch.board.fights if not fight.cards()]
    for fight in found:
        batch.emit(e.FightRemoved(fight=fight.id))
    return bool(found)


def out(board: Board) -> tuple[tuple[int, ...], ...]:
    """TRF-908 Those who have lost, the last one first."""
    return tuple((seat,) for seat in reversed(board.out))


def lose(batch: Batch, seats: tuple[int, ...], reason: Literal["homeworld", "concede"], rule: str) -> None:
    """TRF-701 TRF-702 TRF-705 TRF-908 They have lost; the last one left has won, with nobody left it is a draw."""
    board = batch.board
    for seat in seats:
        batch.emit(e.PlayerLost(seat=seat, reason=reason))
    left = board.around(0)
    before = tuple(group for group in out(board) if group[0] not in seats)
    if not left:
        batch.end(Result("draw", (seats, *before), "TRF-705", reason="simultaneous"))
    if len(left) == 1:
        batch.end(Result("win", (left, seats, *before), rule, reason=reason))


def check_caps(batch: Batch) -> None:
    """TRF-707 TRF-708 TRF-R50 The turn cap, and turns in which nothing happened."""
    board = batch.board
    options = batch.state.options
    if board.turn >= turn_cap(options, len(board.players)):
        _count(batch, "TRF-707", "turn_cap")
    if board.idle_turns >= options.stalemate_turns:
        _count(batch, "TRF-708", "stalemate")


def _count(batch: Batch, rule: str, reason: str) -> None:
    """TRF-707 TRF-708 TRF-R99 Of those who are left, planets held and captured decide, then the meters they print."""
    board = batch.board
    left = board.around(0)
    if not batch.state.goes_by("1.2"):
        batch.end(Result("draw", (left, *out(board)), rule, reason=reason))
    counts = tuple(_counts(board, seat) for seat in left)
    batch.emit(e.PlanetsCounted(counts=counts))
    worth = {seat: (held + captured, meters) for seat, held, captured, meters in counts}
    order = sorted(set(worth.values()), reverse=True)
    groups = tuple(tuple(seat for seat in left if worth[seat] == one) for one in order)
    kind: ResultKind = "win" if len(groups[0]) == 1 else "draw"
    batch.end(Result(kind, (*groups, *out(board)), rule, "TRF-R99", reason))


def _counts(board: Board, seat: int) -> tuple[int, int, int, int]:
    """TRF-R99 A player with the planets they hold, those they have captured, and the meters that the first print."""
    player = board.players[seat]
    meters = sum(board.cards[planet.cid].meters for planet in player.planets)
    return seat, len(player.planets), player.conquests, meters


def concede(batch: Batch, seat: int) -> None:
    """TRF-520 TRF-704 TRF-908 TRF-909 TRF-R51 They have lost at once, also out of turn; the own turn ends too."""
    board = batch.board
    if board.players[seat].lost:
        return
    turns_over = board.active == seat
    batch.close([prompt for prompt in batch.state.prompts.values() if turns_over or prompt.seat == seat])
    if turns_over:
        fights.cancel_attack(batch, "concede")
        _clear_stack(batch, seat)
    lose(batch, (seat,), "concede", "TRF-704")
    # while others are still asked nothing is resolved, and so nothing checked
    while checkpoint(batch):
        pass
    if turns_over:
        batch.frames[:] = [Turn("close")]
    else:
        _ask_again(batch)


def _ask_again(batch: Batch) -> None:
    """TRF-343 TRF-908 Mend open prompts about cards that have left; a player chooses a target among the rest."""
    batch.overtake()
    asking = batch.frames[-1]
    if isinstance(asking, TargetChoice):
        batch.frames[-1] = asking.then


def _clear_stack(batch: Batch, seat: int) -> None:
    """TRF-909 OOC cards of the others that were being played are discarded."""
    for card in reversed(batch.board.stack):
        if card.seat != seat:
            event = e.CardDiscarded(seat=card.seat, iid=card.iid, card=card.cid, from_zone="stack", cause="turn_over")
            batch.emit(event)
