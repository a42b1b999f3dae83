"""How the hidden cards of a match are exchanged: hands and decks of the others, each among themselves.

What leaves a hand face up in the step stays where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from domain.kernel.audience import seat_number
from domain.kernel.decide import Decision
from domain.kernel.match import State
from scripts.new_game.game import actions as a
from scripts.new_game.game import events as e
from scripts.new_game.game.board import Player
from tests.kit.noninterference import exchange


def disguised(state: State, step: Decision, viewer: str, random: Random) -> State:
    """The state with the hidden cards of the others exchanged, as far as they stay hidden in the step."""
    twin = state.copy()
    for number, player in enumerate(twin.board.players):
        if seat_number(viewer) != number:
            _mix(player, step, number, random)
    return twin


def _mix(player: Player, step: Decision, number: int, random: Random) -> None:
    told, drawn = shown_ids(step), drawn_ids(step, number)
    hand, deck = player.hand.known, player.deck.cards
    held = [iid for iid in hand if iid not in told]
    places = [at for at in range(len(deck)) if at >= len(drawn) or drawn[at] not in told]
    cards = [*(hand[iid] for iid in held), *(deck[at] for at in places)]
    exchange(cards, list(range(len(cards))), random)
    hand.update(zip(held, cards, strict=False))
    for at, cid in zip(places, cards[len(held) :], strict=True):
        deck[at] = cid


def shown_ids(step: Decision) -> set[str]:
    """The cards that leave a hand in the step, face up."""
    return {fact.event.iid for fact in step.facts if isinstance(fact.event, e.CardPlayed | e.CardDiscarded)}


def drawn_ids(step: Decision, number: int) -> list[str | None]:
    """The cards that a seat draws in the step, from the top of the deck."""
    drawn = [fact.event for fact in step.facts if isinstance(fact.event, e.CardDrawn)]
    return [event.iid for event in drawn if event.seat == number]


def hands(state: State) -> list[dict[str, str]]:
    """Instance ids and cards, seat by seat."""
    return [player.hand.known for player in state.board.players]


def hidden_cards(state: State, number: int) -> Sequence[str]:
    """All that a seat holds."""
    return list(state.board.players[number].hand.known)


def tries(iid: str) -> Sequence[Any]:
    """Everything that can be tried with the id of a card."""
    return [a.PlayCard(iid), a.DiscardCard(iid)]
