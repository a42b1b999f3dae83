"""Views: an allow-list projection of the board for a viewer, and the same as the generic table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from domain.kernel.table import Table, TablePending, TablePlayer, zone
from domain.kernel.views import Shown, is_own, phase
from domain.kernel.zones import Card
from scripts.new_game.game.board import Board, Player
from scripts.new_game.game.definitions import Definition, Wood
from scripts.new_game.game.frames import Discards, Do
from scripts.new_game.game.match import Progress, State


class HandCard(msgspec.Struct, frozen=True):
    """A card of a hand that the viewer may see."""

    iid: str
    card: str
    name: str


class PublicCard(msgspec.Struct, frozen=True):
    """A card in a public zone."""

    iid: str
    card: str
    name: str
    owner: int


class PlayerView(msgspec.Struct, frozen=True):
    """One seat. `hand` is there for its owner, and for all in the full record."""

    seat: int
    in_match: bool
    points: int
    deck_size: int
    hand_size: int
    hand: tuple[HandCard, ...] | None
    in_play: tuple[PublicCard, ...]


class View(msgspec.Struct, frozen=True):
    """A match as a viewer sees it. `text` is the card whose text is being carried out."""

    phase: Literal["setup", "running", "finished"]
    turn: int
    active_player: int | None
    burning: Wood | None
    pile: tuple[PublicCard, ...]
    text: str | None
    players: tuple[PlayerView, ...]


PLAYER, PUBLIC = Shown(PlayerView, Player), Shown(PublicCard, Card)


def view(state: State, viewer: str) -> View:
    """The board of a match that has started, for a viewer. It shows only what this names."""
    board = state.board
    return View(
        phase=phase(state),
        turn=board.turn,
        active_player=board.active if board.active >= 0 else None,
        burning=board.burning(),
        pile=tuple(_public(board, card) for card in board.pile),
        text=None if state.progress is None else state.progress.card,
        players=tuple(_player(board, seat, viewer) for seat in range(len(board.players))),
    )


def _player(board: Board, seat: int, viewer: str) -> PlayerView:
    player, cards = board.players[seat], board.cards
    held = tuple(HandCard(iid, cid, cards[cid].name) for iid, cid in player.hand.known.items())
    return PLAYER(
        player,
        seat=seat,
        deck_size=player.deck.size,
        hand_size=player.hand.size,
        hand=held if is_own(viewer, seat) else None,
        in_play=tuple(_public(board, card) for card in player.in_play),
    )


def _public(board: Board, card: Card) -> PublicCard:
    return PUBLIC(card, card=card.cid, name=board.cards[card.cid].name)


def progress(state: State) -> Progress | None:
    """The public part of the frames."""
    if not state.frames:
        return None
    top = state.frames[-1]
    return Progress("text", top.card) if isinstance(top, Do | Discards) else Progress("turn")


def table(view: View, cards: Mapping[str, Definition]) -> Table:
    """The match as the generic table."""
    return Table(
        phase=view.phase,
        active=view.active_player,
        stats={"turn": view.turn},
        players=tuple(_table_player(player) for player in view.players),
        zones=(zone("pile", view.pile),),
        pending=() if view.text is None else (TablePending("text", cards[view.text].name),),
    )


def _table_player(player: PlayerView) -> TablePlayer:
    return TablePlayer(
        seat=player.seat,
        in_match=player.in_match,
        stats={"points": player.points},
        zones=(
            zone("hand", player.hand, player.hand_size),
            zone("deck", None, player.deck_size),
            zone("in_play", player.in_play),
        ),
    )
