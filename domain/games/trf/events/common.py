"""The changes that several events make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from domain.games.trf.board import Board, Character, Discarded, InPlay
from domain.kernel.facts import OfCard

C = TypeVar("C", bound=InPlay)


def change(board: Board, iid: str | None, **changes: object) -> None:
    """A card in play with some facts changed, if it is there."""
    for player in board.players:
        if (
            _change(player.characters, iid, changes)
            or _change(player.planets, iid, changes)
            or _change(player.persistents, iid, changes)
        ):
            return


def _change(zone: list[C], iid: str | None, changes: Mapping[str, object]) -> bool:
    for place, card in enumerate(zone):
        if card.iid == iid:
            zone[place] = replace(card, **changes)
            return True
    return False


def change_fight(board: Board, name: str, **changes: object) -> None:
    for place, fight in enumerate(board.fights):
        if fight.id == name:
            board.fights[place] = replace(fight, **changes)
            return


def act(board: Board, seat: int) -> None:
    """TRF-708 TRF-R90 TRF-R92 Something was played, revived or put into play."""
    board.players[seat].acts += 1
    board.busy = True


def enter(board: Board) -> int:
    board.entered += 1
    return board.entered


def bought(board: Board, event: OfCard[Board], meters_paid: int) -> None:
    """TRF-306 TRF-338 A lone unit, bought this turn."""
    card = Character(event.iid, event.card, event.seat, enter(board), board.turn, meters_paid)
    board.players[event.seat].characters.append(card)


def leave_discard(board: Board, iid: str) -> Discarded | None:
    card = board.discarded(iid)
    for player in board.players:
        player.discard = [other for other in player.discard if other.iid != iid]
    return card


def to_discard(board: Board, card: Discarded) -> None:
    board.players[card.owner].discard.append(card)


def leave_stack(board: Board, iid: str) -> None:
    board.stack = tuple(card for card in board.stack if card.iid != iid)


def leave_play(board: Board, iids: Iterable[str]) -> list[Character]:
    """TRF-511 TRF-R53 Characters leave the Battlegrounds, their fights and the attack; a partner goes on alone."""
    gone = [card for iid in iids if (card := board.character(iid)) is not None]
    names = {card.iid for card in gone}
    for player in board.players:
        player.characters = [
            replace(card, partner=None) if card.partner in names else card
            for card in player.characters
            if card.iid not in names
        ]
    out_of_fights(board, names)
    if board.attack is not None:
        attackers = (replace(unit, cards=_without(unit.cards, names)) for unit in board.attack.attackers)
        board.attack = replace(board.attack, attackers=tuple(unit for unit in attackers if unit.cards))
    return gone


def out_of_fights(board: Board, names: set[str]) -> None:
    board.fights = [
        replace(fight, attackers=_without(fight.attackers, names), defenders=_without(fight.defenders, names))
        for fight in board.fights
    ]


def _without(cards: tuple[str, ...], names: set[str]) -> tuple[str, ...]:
    return tuple(card for card in cards if card not in names)


def bury(board: Board, cards: Iterable[Character]) -> None:
    """TRF-335 TRF-517 To their owners' discard piles, without tokens; what was paid for them is remembered."""
    for card in cards:
        to_discard(board, Discarded(card.iid, card.cid, card.owner, card.meters_paid))


def due(board: Board, seat: int, until: str) -> None:
    """TRF-521 The end condition of persistent cards of a player is met."""
    player = board.players[seat]
    player.persistents = [replace(card, due=True) if card.until == until else card for card in player.persistents]


def free(board: Board, name: str) -> None:
    """A fight is over: its cards are committed no longer."""
    for player in board.players:
        player.characters = [replace(card, fight=None) if card.fight == name else card for card in player.characters]
    board.fights = [fight for fight in board.fights if fight.id != name]
