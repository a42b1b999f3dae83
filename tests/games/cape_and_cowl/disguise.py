"""How the hidden cards of a C&C match are exchanged.

What a search finds is the declared exception (CNC-533): a seat that searches is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY, Player
from domain.kernel.audience import seat_number
from domain.kernel.decide import Decision
from domain.kernel.match import PromptOpened, State
from tests.kit.noninterference import exchange


def disguised(state: State, step: Decision, viewer: str, random: Random) -> State:
    """The state with the hidden cards of the others exchanged, as far as they stay hidden in the step."""
    twin = state.copy()
    for number, player in enumerate(twin.board.players):
        if seat_number(viewer) != number and not touched(step, number):
            _mix(player, step, number, random)
    return twin


def _mix(player: Player, step: Decision, number: int, random: Random) -> None:
    told, taken = shown_ids(step), milled(step, number)
    deck = player.deck.cards
    places = [place for place in range(len(deck)) if not taken <= place < taken + milled_cards(step, number)]
    held = [place for place, card in enumerate(player.hand) if not card.revealed and card.iid not in told]
    cards = [*(str(player.hand[place].cid) for place in held), *(deck[place] for place in places)]
    exchange(cards, list(range(len(cards))), random)
    for place, cid in zip(held, cards, strict=False):
        player.hand[place] = replace(player.hand[place], cid=cid)
    for place, cid in zip(places, cards[len(held) :], strict=True):
        deck[place] = cid


def shown_ids(step: Decision) -> set[str | None]:
    """The cards that leave a hand in the step, face up, or are revealed in it."""
    kinds = (e.CharacterPlayed, e.CityPlayed, e.EventPlayed, e.CardDiscarded, e.HandCardRevealed)
    return {fact.event.iid for fact in step.facts if isinstance(fact.event, kinds)}


def milled(step: Decision, number: int) -> int:
    """How many cards the seat draws before it mills."""
    drawn = 0
    for fact in step.facts:
        if isinstance(fact.event, e.CardsMilled) and fact.event.seat == number:
            return drawn
        drawn += isinstance(fact.event, e.CardDrawn) and fact.event.seat == number
    return drawn


def milled_cards(step: Decision, number: int) -> int:
    """How many cards go face up from the top of a seat's deck."""
    mills = [fact.event for fact in step.facts if isinstance(fact.event, e.CardsMilled)]
    return sum(len(mill.cards) for mill in mills if mill.seat == number)


def touched(step: Decision, number: int) -> bool:
    """Whether the seat searches its deck in the step, is asked what to take, or puts cards under it."""
    return any(
        (isinstance(fact.event, PromptOpened) and (fact.event.seat, fact.event.kind) == (number, "search_card"))
        or (isinstance(fact.event, e.DeckSearched | e.DeckShuffled) and fact.event.seat == number)
        for fact in step.facts
    )


def hands(state: State) -> list[list[Any]]:
    """Cards by position, seat by seat."""
    return [list(player.hand) for player in state.board.players]


def hidden_cards(state: State, number: int) -> Sequence[str]:
    """What a seat holds and has not revealed."""
    return [str(card.iid) for card in state.board.players[number].hand if not card.revealed]


def tries(iid: str) -> Sequence[Any]:
    """Everything that can be tried with the id of a card."""
    return [
        a.PlayCharacter(iid),
        a.PlayCity(iid),
        a.PlayEvent(iid),
        a.WithdrawCharacter(iid),
        a.DiscardFromHand(iid),
        a.DiscardFromField(iid),
        a.Attack(iid, 1, CITY),
        a.UseAbility(iid, 1),
        a.ChooseTarget(iid),
    ]
