"""Invariants: they hold in every state; random play checks them."""

from __future__ import annotations

from collections import Counter

from domain.games.c4.board import Board, add, plus
from domain.games.c4.match import State
from domain.kernel.invariants import counted, miscounted

TOKENS_BROUGHT = 12


def invariants(state: State) -> list[str]:
    """C4-107 C4-503 C4-R03 Tokens and cards are conserved; nothing is negative."""
    board: Board | None = state.board_or_none
    if board is None or (not board.pot and not any(player.supply for player in board.players)):
        return []
    return [*_tokens(board), *_cards(board)]


def _tokens(board: Board) -> list[str]:
    brought: Counter[str] = Counter()
    for player in board.players:
        brought[player.token_kind] += TOKENS_BROUGHT
    there = plus(board.pot, board.along)
    for player in board.players:
        add(there, player.supply)
    for card in board.in_play:
        add(there, card.tokens)
    faults = [] if there == dict(brought) else [f"C4-107: {there} tokens, but {dict(brought)} were brought"]
    piles = [board.pot, *(player.supply for player in board.players), *(card.tokens for card in board.in_play)]
    return faults + [f"C4-107: a pile holds {pile}" for pile in piles if any(n <= 0 for n in pile.values())]


def _cards(board: Board) -> list[str]:
    faults = []
    for seat, player in enumerate(board.players):
        if player.in_match and player.deck_list is not None and Counter(player.deck_list) != _owned(board, seat):
            faults.append(f"cards of seat {seat} are not those of its deck list")
        if miscounted(player.hand, player.deck):
            faults.append(f"zone sizes of seat {seat} are wrong")
    return faults


def _owned(board: Board, seat: int) -> Counter[str]:
    player = board.players[seat]
    in_play = (card for card in board.in_play if card.owner == seat)
    being_played = (played.card for played in board.being_played if played.card.owner == seat)
    flipped = () if player.flipped is None else (player.flipped.card,)
    return counted(player.deck, player.hand, player.discard, in_play, being_played, flipped)
