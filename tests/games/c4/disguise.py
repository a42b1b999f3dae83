"""How the hidden cards of a C4 match are exchanged; Reactions in hands excepted (C4-455 lets them open windows)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from domain.games.c4 import GAME
from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from domain.kernel.audience import seat, seat_number
from domain.kernel.decide import Decision
from domain.kernel.match import State
from tests.kit.noninterference import exchange


def plain(cid: str) -> bool:
    """No Reaction: windows don't depend on it."""
    return GAME.core().cards[cid].kind != "reaction"


def disguised(
    state: State, step: Decision, viewer: str, random: Random, movable: Callable[[str], bool] = plain
) -> State:
    """The state with the hidden cards of the others exchanged, as far as they stay hidden in the step.

    `movable` says which cards may come into a hand or go out of it.
    """
    twin = state.copy()
    for number, player in enumerate(twin.board.players):
        if seat_number(viewer) == number or touched(step, number, viewer):
            continue
        deck, hand = player.deck.cards, player.hand.known
        taken, told = takes(step, number), shown_ids(step)
        rest = list(range(len(taken), player.deck.size))
        drawn = [place for place, iid in enumerate(taken) if iid is not None and iid not in told]
        exchange(deck, rest, random)
        exchange(deck, [place for place in drawn + rest if movable(deck[place])], random)
        places = [place for place in drawn + rest if movable(deck[place])]
        held = [iid for iid, cid in hand.items() if iid not in told and movable(cid)]
        for iid, place in zip(held, places, strict=False):
            hand[iid], deck[place] = deck[place], hand[iid]
    return twin


def takes(step: Decision, number: int) -> list[str | None]:
    """The cards that the step takes from the top of a seat's deck: the id if it was drawn unseen, None if turned up."""
    return [
        fact.event.iid if isinstance(fact.event, e.CardDrawn) else None
        for fact in step.facts
        if (isinstance(fact.event, e.CardDrawn | e.CardFlipped) and fact.event.seat == number)
        or (isinstance(fact.event, e.CardDiscarded) and (fact.event.seat, fact.event.from_zone) == (number, "deck"))
    ]


def shown_ids(step: Decision) -> set[str]:
    """The cards that leave a hand in the step, face up."""
    return {fact.event.iid for fact in step.facts if isinstance(fact.event, e.CardPlayed | e.CardDiscarded)}


def touched(step: Decision, number: int, viewer: str) -> bool:
    """Whether the step shuffles or sinks cards of this seat, or shows its hand to the viewer."""
    return any(
        (isinstance(fact.event, e.DeckShuffled | e.CardMovedToBottom) and fact.event.seat == number)
        or (isinstance(fact.event, e.CardsLookedAt) and (fact.event.whose, seat(fact.event.viewer)) == (number, viewer))
        for fact in step.facts
    )


def hands(state: State) -> list[dict[str, str]]:
    """Instance ids and cards, seat by seat."""
    return [player.hand.known for player in state.board.players]


def hidden_cards(state: State, number: int) -> Sequence[str]:
    """All that a seat holds."""
    return list(state.board.players[number].hand.known)


def tries(iid: str) -> Sequence[Any]:
    """Everything that can be tried with the id of a card."""
    return [a.PlayCard(iid), a.PlayReaction(iid), a.UseAbility(iid, 1), a.ChooseCards((iid,))]
