"""Units: a lone character, or a Fleeter with the Individual combined with it (TRF-501 to TRF-512, TRF-543)."""

from __future__ import annotations

from domain.games.trf.board import Board, Character
from domain.kernel.naming import NamedThing, distinct_names

Unit = tuple[Character, ...]
"""The cards of a unit, its anchor first."""


def is_fleeter(board: Board, card: Character) -> bool:
    """TRF-610 TRF-611 A Fleeter, not an Individual."""
    return board.cards[card.cid].class_ == "fleeter"


def anchor(board: Board, card: Character) -> str:
    """TRF-512 TRF-R59 The card that stands for a unit: its Fleeter, else its only card."""
    return card.iid if card.partner is None or is_fleeter(board, card) else card.partner


def unit_of(board: Board, iid: str | None) -> Unit:
    """TRF-506 TRF-511 The unit that a character in play belongs to; nothing if there is none."""
    card = board.character(iid)
    if card is None:
        return ()
    partner = board.character(card.partner)
    if partner is None:
        return (card,)
    return (card, partner) if is_fleeter(board, card) else (partner, card)


def units(board: Board, seat: int) -> list[Unit]:
    """The units of a player in order of entering play."""
    return [unit_of(board, card.iid) for card in board.players[seat].characters if anchor(board, card) == card.iid]


def named(board: Board, iid: str | None) -> Unit:
    """The unit that this anchor card names; nothing if the card stands for none."""
    unit = unit_of(board, iid)
    return unit if unit and unit[0].iid == iid else ()


def fleeter_of(board: Board, cards: tuple[str, ...]) -> Character | None:
    """The Fleeter among these cards in play, or None."""
    found = (board.character(iid) for iid in cards)
    return next((card for card in found if card is not None and is_fleeter(board, card)), None)


def called(board: Board, iid: str) -> str:
    """The name of a card in play; those that several have are numbered, as on the table."""
    return board.cached(_names)[iid]


def _names(board: Board) -> dict[str, str]:
    return distinct_names(NamedThing(None, one.iid, board.cards[one.cid].name) for one in board.in_play())
