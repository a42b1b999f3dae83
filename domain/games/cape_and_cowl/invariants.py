"""Invariants: they hold in every state, whatever the players do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.cape_and_cowl.board import Board, Player
from domain.games.cape_and_cowl.definitions import PORTER, TOP
from domain.games.cape_and_cowl.frames import DiscardDown
from domain.games.cape_and_cowl.match import State
from domain.games.cape_and_cowl.rules import continuous
from domain.kernel.invariants import twice

CARDS = 51


def invariants(state: State) -> list[str]:
    """Sentences about what is broken; empty if all holds."""
    board: Board | None = state.board_or_none
    if board is None:
        return []
    found = [fault for seat, player in enumerate(board.players) for fault in _player(board, seat, player)]
    if state.status == "running":
        found += _hands(state)
    in_play = (player.in_play() for player in board.players)
    return [*found, *(f"two cards in play are {iid}" for iid in twice(*in_play))]


def _hands(state: State) -> Iterator[str]:
    """CNC-307 CNC-331 Cards above the limit are about to be discarded, each by a frame of its own."""
    down = Counter(frame.seat for frame in state.frames if isinstance(frame, DiscardDown))
    for seat, player in enumerate(state.board.players):
        if len(player.hand) > continuous.HAND_LIMIT + down[seat]:
            yield f"P{seat + 1} holds more than {continuous.HAND_LIMIT} cards (CNC-307)"


def _player(board: Board, seat: int, player: Player) -> Iterator[str]:
    name = f"P{seat + 1}"
    known = len(player.hand) + len(player.discard) + len(player.in_play())
    playing = board.playing is not None and board.playing.seat == seat
    if player.deck.size + known + playing != CARDS:
        yield f"{name} has not {CARDS} cards (CNC-801)"
    if player.deck.cards and len(player.deck.cards) != player.deck.size:
        yield f"{name}: the deck is not as large as it says"
    if [card.cid for card in player.cities].count(PORTER) != 1:
        yield f"{name} has not one Porter in play (CNC-617)"
    if player.cp < 0:
        yield f"{name} has {player.cp} CP (CNC-702)"
    yield from _field(board, player, name)


def _field(board: Board, player: Player, name: str) -> Iterator[str]:
    for card in player.characters:
        if not 0 < card.hp <= card.max_hp <= TOP or card.max_hp != continuous.max_hp(board, card):
            yield f"{name}: {board.cards[card.cid].name} has {card.hp} of {card.max_hp} HP (CNC-512)"
    cities = [card.cid for card in player.cities]
    if len(cities) != len(set(cities)):
        yield f"{name} has two copies of a City card in play (CNC-311)"
    hosts = {card.iid for card in player.cities}
    if any(card.host is not None and card.host not in hosts for card in player.cities):
        yield f"{name} has a guard without a host (CNC-521)"
