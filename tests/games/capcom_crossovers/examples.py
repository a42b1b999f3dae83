"""What random play seldom or never shows of Capcom Crossovers: frames that only wait in the middle of an effect."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import frames as f
from domain.games.capcom_crossovers.board import Attack, Block, Board, Character, Combat, Zone
from domain.games.capcom_crossovers.faces import DECK_54
from domain.kernel.actions import Action
from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from domain.kernel.zones import DrawPile, Hand

EVENTS: tuple[Event, ...] = ()
FRAMES: tuple[Frame, ...] = (
    f.After(attack=1, spent=True),
    f.Do(character="p1-doc_tremor", cid="doc_tremor", block=1, cause="tremor_charge", lost=True),
    f.Discards(seat=1, n=2, cause="flambe"),
)
ACTIONS: tuple[Action, ...] = ()


def prepare(board: Any) -> None:
    """A board on which any event can be folded: all characters are there, and each pile has every card."""
    assert isinstance(board, Board)
    board.characters = [
        Character(f"p{seat + 1}-{card.cid}", card.cid, seat, seat % 2, 40, 80, "inactive")
        for seat in range(4)
        for card_set in GAME.core().sets
        for card in card_set.cards
    ]
    attack = Attack(0, 0, "p1-ryu", "basic", ("4H",), (), 1, 2, "initial")
    board.combat = Combat(attacks=tuple(replace(attack, number=number) for number in range(12)))
    for player in board.players:
        player.deck_list = DECK_54
        player.deck = DrawPile(list(DECK_54), len(DECK_54))
        player.hand = Hand({face: face for face in DECK_54}, len(DECK_54))
        player.discard, player.meter = list(DECK_54), list(DECK_54)
        player.block = Block("4H")
        player.zone = [Zone(number, ("4H",)) for number in range(12)]
