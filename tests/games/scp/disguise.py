"""How the hidden cards of an SCP-CCG match are exchanged: hands, Build Queues and decks of the others, the SCP deck.

What leaves a hand, a Build Queue or a deck face up in the step stays where it is; so do the cards of a player whose
hand or face-down card the viewer sees before the step, in it or after it, and an SCP deck that the viewer looks into.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Board, Player
from domain.games.scp.frames import Discard
from domain.kernel.audience import seat_number
from domain.kernel.decide import Decision
from domain.kernel.match import State
from tests.kit.noninterference import exchange

NAMED = (e.MissionPlayed, e.EventPlayed, e.ComplicationPlayed, e.CardDiscarded, e.BuildRevealed)
"""What tells everybody which card of a hand or a Build Queue it is about."""


def disguised(state: State, step: Decision, viewer: str, random: Random) -> State:
    """The state with the hidden cards of the others exchanged, as far as they stay hidden in the step."""
    twin = state.copy()
    for number, player in enumerate(twin.board.players):
        if seat_number(viewer) != number and not player.left and not _seen(state, step, number, viewer):
            _mix(player, step, number, random)
    _mix_scps(twin.board, step, seat_number(viewer), random)
    return twin


def _seen(state: State, step: Decision, number: int, viewer: str) -> bool:
    """Whether the viewer sees hidden cards of this seat, or anybody chooses among those of its hand."""
    number_of_viewer = seat_number(viewer)
    for fact in step.facts:
        match fact.event:
            case e.HandRevealed(seat=seat, viewers=viewers) if seat == number and number_of_viewer in viewers:
                return True
            case e.BuildPeeked(owner=owner, seat=seat) if (owner, seat) == (number, number_of_viewer):
                return True
    asked = [known.frames[-1] for known in (state, step.state) if known.frames]
    return any(isinstance(frame, Discard) and frame.seat == number and frame.by != number for frame in asked)


def _mix(player: Player, step: Decision, number: int, random: Random) -> None:
    """The cards of the hand, the Build Queue and the deck among each other."""
    told, taken = told_ids(step), taken_ids(step, number)
    hand, deck, queue = player.hand.known, player.deck.cards, player.queue
    held = [iid for iid in hand if iid not in told]
    laid = [at for at, card in enumerate(queue) if card.iid not in told]
    places = [at for at in range(len(deck)) if at >= len(taken) or taken[at] not in told]
    cards = [*(hand[iid] for iid in held), *(queue[at].cid or "" for at in laid), *(deck[at] for at in places)]
    exchange(cards, list(range(len(cards))), random)
    mixed = iter(cards)
    for iid in held:
        hand[iid] = next(mixed)
    for at in laid:
        queue[at] = type(queue[at])(queue[at].iid, next(mixed), queue[at].resources)
    for at in places:
        deck[at] = next(mixed)


def _mix_scps(board: Board, step: Decision, viewer: int | None, random: Random) -> None:
    """The SCPs of the SCP deck among each other, but those that come into the centre in the step."""
    events = [fact.event for fact in step.facts]
    revealed = sum(isinstance(event, e.ScpRevealed) for event in events)
    moved = any(isinstance(event, e.ScpPutOnBottom) for event in events)
    peeked = any(isinstance(event, e.ScpPeeked) and event.seat == viewer for event in events)
    if peeked or (moved and revealed) or (viewer is not None and board.players[viewer].looks):
        return
    deck = board.scp_deck.cards
    exchange(deck, list(range(revealed, len(deck))), random)
    for player in board.players:
        player.looking = tuple(deck[: player.looks])


def told_ids(step: Decision) -> set[str | None]:
    """The cards that are turned up in the step; None stands for those of a deck."""
    return {None, *(fact.event.iid for fact in step.facts if isinstance(fact.event, NAMED))}


def taken_ids(step: Decision, number: int) -> list[str | None]:
    """What the step takes from the top of a seat's deck: the id if it was drawn unseen, None if it was turned up."""
    taken: list[str | None] = []
    for fact in step.facts:
        match fact.event:
            case e.CardDrawn(seat=seat, iid=iid) if seat == number:
                taken.append(iid)
            case e.CardsMilled(seat=seat, cards=cards) | e.CardsRemovedByBid(seat=seat, cards=cards) if seat == number:
                taken += [None] * len(cards)
    return taken


def hands(state: State) -> list[list[Any]]:
    """Cards of hands in order of arrival and face-down cards, seat by seat."""
    return [[*player.hand.known.items(), *player.queue] for player in state.board.players]


def hidden_cards(state: State, number: int) -> Sequence[str]:
    """What a seat holds."""
    return list(state.board.players[number].hand.known)


def tries(iid: str) -> Sequence[Any]:
    """Everything that can be tried with the id of a card."""
    return [
        a.CycleComplication(iid),
        a.CashFinance(iid, 1),
        a.PlayMission(iid),
        a.PlayMission(iid, target=iid),
        a.PlayMission(iid, player=0),
        *(a.Assign(iid, job) for job in ("research", "secure")),
        a.Assign(iid, "secure", iid),
        a.Unassign(iid),
        a.PlaceBuild(iid),
        a.FundBuild(iid, 1),
        a.BeginAttempt(iid, "secure"),
        a.RemoveEscalation(iid, 1),
        a.Produce(iid),
        a.RevealBuild(iid),
        a.PlayEvent(iid),
        a.PlayEvent(iid, target=iid),
        a.PlayComplication(iid, iid),
        a.UseAbility(iid, 1),
        a.ChooseTrigger(iid, 1),
        a.ChooseCard(iid),
        a.DiscardCard(iid),
    ]
