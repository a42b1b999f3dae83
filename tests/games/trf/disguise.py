"""How the hidden cards of a TRF match are exchanged: hands and decks of the others, and their reserve accounts.

What leaves a hand face up in the step stays where it is; so does a hand that the viewer looks at in it, and a reserve
account whose player does something that may ask for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from domain.games.trf import GAME
from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Player
from domain.kernel.audience import seat_number
from domain.kernel.decide import Decision
from domain.kernel.match import State
from tests.kit.noninterference import exchange

ACCOUNTS = tuple(cid for cid, card in GAME.core().cards.items() if card.kind == "account")
NAMED = (e.PlanetPlayed, e.CharacterPlayed, e.CardDiscarded, e.OocAnnounced, e.RandomCardPicked)
"""What tells everybody which card of a hand it is about."""
SWAPS = (e.OocAnnounced, e.AbilityUsed, e.AccountSwapped)
"""What a reserve account may be asked for with."""


def disguised(state: State, step: Decision, viewer: str, random: Random) -> State:
    """The state with the hidden cards of the others exchanged, as far as they stay hidden in the step."""
    twin = state.copy()
    looks = [fact.event for fact in step.facts if isinstance(fact.event, e.CardsLookedAt)]
    for number, player in enumerate(twin.board.players):
        if seat_number(viewer) == number or player.lost:
            continue
        seen = any((look.seat, look.owner) == (seat_number(viewer), number) for look in looks)
        _mix(player, step, number, random, seen=seen)
        if not any(isinstance(fact.event, SWAPS) and fact.event.seat == number for fact in step.facts):
            player.reserve = random.choice((None, *ACCOUNTS))
    return twin


def _mix(player: Player, step: Decision, number: int, random: Random, *, seen: bool) -> None:
    told, drawn = shown_ids(step), drawn_ids(step, number)
    hand, deck = player.hand.known, player.deck.cards
    held = [] if seen else [iid for iid in hand if iid not in told]
    places = [at for at in range(len(deck)) if not seen and (at >= len(drawn) or drawn[at] not in told)]
    cards = [*(hand[iid] for iid in held), *(deck[at] for at in places)]
    exchange(cards, list(range(len(cards))), random)
    hand.update(zip(held, cards, strict=False))
    for at, cid in zip(places, cards[len(held) :], strict=True):
        deck[at] = cid
    player.looking = tuple(deck[: len(player.looking)])


def shown_ids(step: Decision) -> set[str]:
    """The cards that leave a hand in the step, face up."""
    return {fact.event.iid for fact in step.facts if isinstance(fact.event, NAMED)}


def drawn_ids(step: Decision, number: int) -> list[str | None]:
    """The cards that a seat draws in the step, from the top of the deck."""
    drawn = [fact.event for fact in step.facts if isinstance(fact.event, e.CardDrawn)]
    return [event.iid for event in drawn if event.seat == number]


def hands(state: State) -> list[list[Any]]:
    """Cards in order of arrival, seat by seat."""
    return [list(player.hand.known.items()) for player in state.board.players]


def hidden_cards(state: State, number: int) -> Sequence[str]:
    """What a seat holds."""
    return list(state.board.players[number].hand.known)


def tries(iid: str) -> Sequence[Any]:
    """Everything that can be tried with the id of a card."""
    return [
        a.PlayPlanet(iid),
        a.PlayCharacter(iid),
        a.Revive(iid),
        a.ActivatePlanet(iid, 1),
        a.ActivateAccount(1, (iid,)),
        a.ActivateCharacter(iid, 1),
        a.JoinFleet(iid, iid),
        a.LeaveFleet(iid),
        *(a.PlayOoc(iid, window) for window in ("pre", "attack", "dice", "post", "response")),
        a.AddAttacker(iid),
        a.AssignBlock(iid, iid),
        a.AssignAssault(iid, iid),
        a.ChooseCards((iid,)),
    ]
