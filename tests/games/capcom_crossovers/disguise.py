"""How the hidden cards of a match are exchanged: hands, draw piles and block cards of the others, each among its own.

A card is its face, so what a step names or shows stays where it is. A forced choice at a time-out shows that nothing
lower is held (CAP-R51): that seat is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers.board import Player
from domain.games.capcom_crossovers.faces import DECK_54
from domain.kernel.audience import seat_number
from domain.kernel.decide import Decision
from domain.kernel.match import ActionTaken, State
from tests.kit.noninterference import exchange

FACES = frozenset(DECK_54)


def disguised(state: State, step: Decision, viewer: str, random: Random) -> State:
    """The state with the hidden cards of the others exchanged, as far as they stay hidden in the step."""
    twin = state.copy()
    for number, player in enumerate(twin.board.players):
        if seat_number(viewer) != number and not forced(step, number):
            _mix(player, named(step, number), random)
    return twin


def _mix(player: Player, kept: set[str], random: Random) -> None:
    block = () if player.block is None or player.block.seen else (str(player.block.card),)
    cards = [*player.held, *player.deck.cards, *block]
    exchange(cards, [place for place, face in enumerate(cards) if face not in kept], random)
    held, pile = len(player.held), len(player.deck.cards)
    player.hand.known = {face: face for face in cards[:held]}
    player.deck.cards = cards[held : held + pile]
    if player.block is not None and block:
        player.block = replace(player.block, card=cards[-1])


def named(step: Decision, number: int) -> set[str]:
    """The own cards that the seat names in the step, and those that everybody sees of it."""
    found: set[str] = set()
    for fact in step.facts:
        event = fact.event
        if isinstance(event, ActionTaken) and event.seat == number:
            found |= set(_faces(msgspec.to_builtins(event.action)))
        elif getattr(event, "seat", None) == number:
            hidden = {name for names in fact.secret.values() for name in names}
            data = msgspec.to_builtins(event)
            found |= {face for key, value in data.items() if key not in hidden for face in _faces(value)}
    return found


def _faces(value: Any) -> Iterator[str]:
    if isinstance(value, str) and value in FACES:
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _faces(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _faces(item)


def forced(step: Decision, number: int) -> bool:
    """Whether the clock chooses a card of this seat, the lowest one."""
    taken = [fact.event for fact in step.facts if isinstance(fact.event, ActionTaken)]
    return any(one.default and one.seat == number and isinstance(one.action, a.Discard) for one in taken)


def hands(state: State) -> list[list[Any]]:
    """Cards in order of arrival, seat by seat."""
    return [player.held for player in state.board.players]


def hidden_cards(state: State, number: int) -> Sequence[str]:
    """What this seat alone holds: whoever else holds the same face may name it."""
    others = {face for seat, player in enumerate(state.board.players) if seat != number for face in player.held}
    return [face for face in state.board.players[number].held if face not in others]


def tries(iid: str) -> Sequence[Any]:
    """Everything that can be tried with a card of a hand."""
    return [
        a.DeclareAttack("basic", (iid,)),
        a.SetBlock(iid),
        a.FollowUp("basic", (iid,)),
        a.Counter("basic", (iid,)),
        a.Reply("basic", (iid,)),
        a.TechHit(iid, iid),
        a.VariableCounter(iid),
        a.Absorb(iid),
        a.PlaceInMeter(iid),
        a.Tag(iid, iid),
        a.RecoverHp(iid),
        a.Discard(iid),
        a.UseAbility("iron_focus", (iid,)),
    ]
