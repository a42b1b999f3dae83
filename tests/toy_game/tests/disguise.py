"""How the hidden cards of a match are exchanged: hands, sent cards and the deck, but for what the viewer can see.

Public play narrows a hand, and so what may be exchanged: what is shown or chosen in the step stays where it is, and so
does a banned card, since whoever holds another one may not send it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from domain.kernel.audience import seat_number
from domain.kernel.decide import Decision
from domain.kernel.match import State
from tests.kit.noninterference import exchange
from tests.toy_game import actions as act
from tests.toy_game import events as ev
from tests.toy_game.board import Board


def disguised(state: State, step: Decision, viewer: str, random: Random) -> State:
    """The state with the cards exchanged that stay hidden from the viewer in the step."""
    twin, own = state.copy(), seat_number(viewer)
    kept = {*state.board.banned, *step.state.board.banned, *_told(step, own)}
    zones = [twin.board.deck.cards]
    for number, place in enumerate(twin.board.places):
        if number != own:
            sent = [place.sent] if place.sent is not None and place.sent not in kept else []
            zones += [place.hand, sent]
    spots = [(zone, at) for zone in zones for at, card in enumerate(zone) if card not in kept]
    cards = [zone[at] for zone, at in spots]
    exchange(cards, list(range(len(cards))), random)
    for (zone, at), card in zip(spots, cards, strict=True):
        zone[at] = card
    _put_back(twin.board, own, zones[2::2])
    return twin


def _put_back(board: Board, own: int | None, sent: Sequence[list[str]]) -> None:
    others = [place for number, place in enumerate(board.places) if number != own]
    for place, zone in zip(others, sent, strict=True):
        place.sent = zone[0] if zone else place.sent


def _told(step: Decision, own: int | None) -> Iterator[str | None]:
    """The cards that the step names: to everybody, to the viewer, or to whoever chose them."""
    for fact in step.facts:
        match fact.event:
            case ev.EnvoysRevealed(cards=cards):
                yield from cards
            case ev.EnvoySent(card=card):
                yield card
            case ev.CardDrawn(seat=number, card=card) if number == own:
                yield card


def hands(state: State) -> list[list[str]]:
    """Cards, seat by seat."""
    return [place.hand for place in state.board.places]


def hidden_cards(state: State, number: int) -> Sequence[str]:
    """All that a seat holds."""
    return list(state.board.places[number].hand)


def tries(cid: str) -> Sequence[Any]:
    """Everything that can be tried with a card of a hand; whoever bans names any card that there is."""
    return [act.Send(cid)]
