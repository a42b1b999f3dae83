"""What must hold in every state, whatever was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.trf import query
from domain.games.trf.board import Board, Player
from domain.games.trf.cards import definition
from domain.games.trf.units import is_fleeter
from domain.kernel.match import State


def invariants(state: State) -> list[str]:
    """Sentences about what is broken; empty if all holds."""
    board: Board | None = state.board
    if board is None or not board.turn:
        return []
    found = [fault for seat, player in enumerate(board.players) for fault in _player(board, seat, player)]
    found += _fights(board)
    iids = Counter(card.iid for card in board.in_play())
    return [*found, *(f"two cards in play are {iid}" for iid, n in iids.items() if n > 1)]


def _player(board: Board, seat: int, player: Player) -> Iterator[str]:
    name = f"P{seat + 1}"
    if player.lost:
        if player.in_play() or player.hand.size or player.deck.size or player.discard:
            yield f"{name} has lost and has cards (TRF-908)"
        return
    if player.deck_list is not None:
        stack = sum(card.seat == seat for card in board.stack)
        there = player.deck.size + player.hand.size + len(player.discard) + len(player.in_play()) + stack
        if there != len(player.deck_list) + 1:
            yield f"{name} has {there} cards, not {len(player.deck_list) + 1} (TRF-106)"
    if board.home(seat) is None:
        yield f"{name} has no homeworld (TRF-701)"
    if sum(planet.home for planet in player.planets) > 1:
        yield f"{name} has two homeworlds (TRF-604)"
    if not 0 <= player.pool_m <= player.max_m or not 0 <= player.pool_w <= player.max_w:
        yield f"{name} has more in a pool than it can hold (TRF-305)"
    yield from _units(board, player, name)


def _units(board: Board, player: Player, name: str) -> Iterator[str]:
    for card in player.characters:
        if card.damage and card.damage >= definition(card.cid).combat:
            yield f"{name}: {card.cid} should be destroyed (TRF-514)"
        partner = board.character(card.partner)
        if card.partner is not None and (partner is None or partner.partner != card.iid):
            yield f"{name}: {card.cid} is combined with nobody (TRF-511)"
        if partner is not None and is_fleeter(card) == is_fleeter(partner):
            yield f"{name}: a unit is one Fleeter with one Individual (TRF-502)"
        if card.fight is not None and (fight := board.fight(card.fight)) is not None and card.iid not in fight.cards():
            yield f"{name}: {card.cid} is not in its fight (TRF-427)"
        if card.fight is not None and board.fight(card.fight) is None:
            yield f"{name}: {card.cid} is in a fight that is over (TRF-427)"


def _fights(board: Board) -> Iterator[str]:
    for fight in board.fights:
        if not fight.cards():
            yield f"{fight.id} has no cards (TRF-421)"
        for iid in fight.cards():
            card = board.character(iid)
            if card is None or card.fight != fight.id:
                yield f"{fight.id} holds a card that is elsewhere (TRF-427)"
        if not 0 <= query.threshold(board, fight) <= 5:
            yield f"{fight.id} has no threshold (TRF-424)"
