"""Invariants: they hold in every state, whatever the players do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.scp.board import Asset, Board, Player, Scp
from domain.games.scp.definitions import DEPLOYED
from domain.games.scp.frames import InAttempt, Resolved, Turn
from domain.games.scp.match import State
from domain.games.scp.rules.containment import most_counters
from domain.games.scp.rules.continuous import LARGEST_QUEUE, dying, indestructible, most_wounds
from domain.kernel.invariants import Zone, counted, miscounted, twice


def invariants(state: State) -> list[str]:
    """Sentences about what is broken; empty if all holds."""
    board: Board | None = state.board_or_none
    if board is None or not board.turn:
        return []
    found = [fault for seat, player in enumerate(board.players) for fault in _player(board, seat, player)]
    found += [fault for scp in board.scps for fault in _scp(board, scp)]
    found += _scps(board)
    zones = [zone for player in board.players for zone in _zones(player)]
    twins = twice(*zones, board.scps, board.scp_discard, board.resolving)
    found += [f"two cards are {iid} (SCP-806)" for iid in twins]
    if state.status == "running":
        found += _running(state, board)
    return found


def _zones(player: Player) -> list[Zone]:
    """Where a player's own cards are, but for the deck."""
    mission = () if player.mission is None else (player.mission,)
    return [player.play, player.queue, player.discard, player.removed, player.hand, mission]


def _player(board: Board, seat: int, player: Player) -> Iterator[str]:
    name = f"P{seat + 1}"
    if player.pool < 0 or any(card.resources < 0 for card in player.queue):
        yield f"{name} has less than no Resources (SCP-319)"
    if len(player.queue) > LARGEST_QUEUE:
        yield f"{name} has {len(player.queue)} cards in the Build Queue (SCP-222)"
    if player.left:
        if player.play or player.queue or player.hand.size or player.deck.size or player.discard:
            yield f"{name} has left and has cards (SCP-708)"
        return
    if miscounted(player.deck, player.hand):
        yield f"{name}: the deck or the hand is not as large as it says"
    resolving = (card for card in board.resolving if card.seat == seat)
    there = counted(player.deck, *_zones(player), resolving)
    if player.deck_list is not None and there != Counter(player.deck_list):
        yield f"{name} has other cards than were brought (SCP-103)"
    for card in player.play:
        yield from _asset(board, card, name)


def _asset(board: Board, card: Asset, name: str) -> Iterator[str]:
    printed = board.cards[card.cid]
    if not any(printed.is_(kind) for kind in DEPLOYED):
        yield f"{name}: {card.cid} can't be in play (SCP-306)"
    most = most_wounds(board, card) if indestructible(board, card) else most_wounds(board, card) - 1
    if card.tokens < 0 or not 0 <= card.wounds <= most:
        yield f"{name}: {card.cid} has wrong counters (SCP-319, SCP-521)"
    host = board.asset(card.host)
    if printed.attached != (card.host is not None) or (card.host is not None and host is None):
        yield f"{name}: {card.cid} has no bearer, or one that it can't have (SCP-308, SCP-521)"
    members = () if board.attempt is None else board.attempt.members
    if card.assignment is not None and card.iid not in members and (card.tapped or dying(board, card)):
        yield f"{name}: {card.cid} has a job and can't (SCP-221, SCP-442)"


def _scp(board: Board, scp: Scp) -> Iterator[str]:
    if not 0 <= scp.counters <= most_counters(board, scp):
        yield f"{scp.cid} has {scp.counters} counters (SCP-503)"
    if (scp.status == "unsecured") != (scp.controller is None):
        yield f"{scp.cid} is {scp.status} and has a controller, or none (SCP-501)"
    if scp.controller is not None and board.players[scp.controller].left:
        yield f"{scp.cid} is controlled by a player who has left (SCP-708)"


def _scps(board: Board) -> Iterator[str]:
    """SCP-104 SCP-615 All SCPs that were brought are somewhere."""
    there = board.scp_deck.size + len(board.scps) + len(board.scp_discard)
    if there != board.scps_brought:
        yield f"{there} of {board.scps_brought} SCPs are there (SCP-104)"
    if miscounted(board.scp_deck):
        yield "the SCP deck is not as large as it says"


def _running(state: State, board: Board) -> Iterator[str]:
    if not state.frames or not isinstance(state.frames[0], Turn):
        yield "no turn is going on (SCP-201)"
    if not any(prompt.mode != "standing" for prompt in state.prompts.values()):
        yield "nobody is asked (SCP-320)"
    if (board.attempt is not None) != any(isinstance(frame, InAttempt) for frame in state.frames):
        yield "an attempt is on and not resolved, or the other way round (SCP-407)"
    waiting = {frame.iid for frame in state.frames if isinstance(frame, Resolved)}
    if {card.iid for card in board.resolving} != waiting:
        yield "a card is being resolved and does not wait for it (SCP-312)"
