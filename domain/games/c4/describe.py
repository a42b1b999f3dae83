"""Events as sentences for people, from what the viewer sees of them; cards by name, seats as P1, P2 ..."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.c4 import events as e
from domain.games.c4.board import Tokens
from domain.games.c4.loadouts import card_name


def describe(event: Any) -> str:
    """A sentence about one of C4's events."""
    return SENTENCES[type(event)](event)


def p(seat: int | None) -> str:
    """A seat as people count."""
    return "nobody" if seat is None else f"P{seat + 1}"


def pile(tokens: Tokens) -> str:
    """Tokens as `2 coin + 1 bead`."""
    return " + ".join(f"{n} {kind}" for kind, n in sorted(tokens.items())) or "no tokens"


def _played(event: e.CardPlayed) -> str:
    names = [p(event.player)] if event.player is not None else []
    names += [f"X = {event.x}"] if event.x is not None else []
    names += [event.mode] if event.mode is not None else []
    what = f"{p(event.seat)} plays {card_name(event.card)}"
    price = f" for {event.price}" if event.price else ""
    return what + price + (f" ({', '.join(names)})" if names else "") + " (C4-440)"


def _gained(event: e.TokensGained) -> str:
    how = {"gain": "gains", "take": "gains by taking", "give": "gains by being given"}[event.cause]
    return f"{p(event.seat)} {how} {pile(event.tokens)} ({card_name(event.source)}, C4-345)"


def _lost(event: e.TokensLost) -> str:
    how = "loses" if event.cause == "lose" else "loses by a take"
    return f"{p(event.seat)} {how} {pile(event.tokens)} ({card_name(event.source)}, C4-345)"


def _put(event: e.TokensPutOnCard) -> str:
    source = "the pot" if event.from_seat is None else p(event.from_seat)
    return f"{pile(event.tokens)} from {source} onto {card_name(event.card)} (C4-356)"


def _decided(event: e.AttackDecided) -> str:
    symbols = f"{event.attacker_symbol or 'no symbol'} against {event.defender_symbol or 'no symbol'}"
    result = "is won" if event.won else "fails"
    return f"{symbols}: the attack of {p(event.attacker)} on {p(event.defender)} {result} (C4-408)"


def _looked(event: e.CardsLookedAt) -> str:
    seen = "" if event.cards is None else ": " + ", ".join(card_name(cid) for cid, _ in event.cards)
    return f"{p(event.viewer)} looks at {event.count} of the {event.zone} of {p(event.whose)}{seen}"


def _left(event: e.CardLeftPlay) -> str:
    spilled = f", {pile(event.spilled)} go to the pot" if event.spilled else ""
    return f"{card_name(event.card)} leaves play{spilled} (C4-357)"


def _ballot(event: e.BallotCast) -> str:
    return f"{p(event.voter)} casts a ballot" + ("" if event.choice is None else f": {event.choice}")


def _closed(event: e.VoteClosed) -> str:
    cast = ", ".join(f"{p(voter)}: {choice}" for voter, choice in event.ballots) or "no ballots"
    return f"The vote closes ({cast})"


def _effect(event: e.EffectAdded) -> str:
    duration = event.effect.duration.replace("_", " ")
    return f"{card_name(event.effect.cid)} goes on: {event.effect.kind}, {duration} (C4-512)"


def _set_up(event: e.PlayerSetUp) -> str:
    declared = ", ".join((event.token_kind, event.faction, *event.attributes))
    return f"{p(event.seat)} brings {event.deck_size} cards; {declared}"


SENTENCES: Mapping[type[Any], Callable[[Any], str]] = {
    e.PlayerSetUp: _set_up,
    e.DeckShuffled: lambda x: (
        f"The deck of {p(x.seat)} is shuffled" + (" (C4-216)" if x.cause == "visa" else " (C4-109)")
    ),
    e.TokensPlaced: lambda x: f"{p(x.seat)} keeps {x.supply} {x.kind} and puts {x.pot} into the pot (C4-106)",
    e.SetUpCardRevealed: lambda x: f"{p(x.seat)} reveals {card_name(x.card)} (C4-110)",
    e.FirstPlayerDetermined: lambda x: f"{p(x.seat)} goes first, by {x.by} (C4-111)",
    e.TurnStarted: lambda x: f"Turn {x.turn}: {p(x.seat)} (C4-202)",
    e.TurnSkipped: lambda x: f"{p(x.seat)} is skipped (C4-211)",
    e.SkipAdded: lambda x: f"{p(x.seat)} will skip {x.turns} turn(s)",
    e.TurnOverrideAdded: lambda x: f"{p(x.seat)} takes the next turn ({card_name(x.source)}, C4-210)",
    e.TurnOverrideUsed: lambda x: f"The next turn goes to {p(x.seat)} (C4-210)",
    e.DirectionReversed: lambda x: f"Play now passes to the {x.direction} (C4-209)",
    e.ExtraActions: lambda x: f"{p(x.seat)} gets {x.n} extra free action(s) (C4-305)",
    e.CardDrawn: lambda x: f"{p(x.seat)} draws {card_name(x.card)}",
    e.DrawFailed: lambda x: f"{p(x.seat)} has no card to {x.wanted} (C4-218)",
    e.CardPlayed: _played,
    e.AbilityUsed: lambda x: f"{p(x.seat)} uses ability {x.ability} of {card_name(x.card)} (C4-330)",
    e.TokensPaid: lambda x: f"{p(x.seat)} pays {pile(x.tokens)} for {card_name(x.source)} (C4-352)",
    e.CardCancelled: lambda x: f"{card_name(x.card)} is cancelled by {card_name(x.by)} (C4-447)",
    e.CardEnteredPlay: lambda x: f"{card_name(x.card)} enters play in front of {p(x.controller)} (C4-446)",
    e.ControlChanged: lambda x: f"{card_name(x.card)} moves from {p(x.from_seat)} to {p(x.to_seat)}",
    e.CardLeftPlay: _left,
    e.CardDiscarded: lambda x: f"{card_name(x.card)} goes to the discard of {p(x.seat)}",
    e.AttackDeclared: lambda x: f"{p(x.attacker)} attacks {p(x.defender)} with {card_name(x.source)} (C4-404)",
    e.AttackRedirected: lambda x: f"The attack goes from {p(x.old_defender)} to {p(x.new_defender)} (C4-416)",
    e.AttackCancelled: lambda x: f"{card_name(x.source)} cancels the attack (C4-415)",
    e.CardFlipped: lambda x: f"{p(x.seat)} flips {card_name(x.card)}: {x.symbol} (C4-405)",
    e.WhenFlippedResolved: lambda x: f"When Flipped of {card_name(x.card)} has happened (C4-406)",
    e.SymbolChanged: lambda x: f"{card_name(x.card)} of {p(x.seat)} now shows {x.symbol} (C4-418)",
    e.AttackDecided: _decided,
    e.FlippedCardTaken: lambda x: f"{p(x.seat)} takes {card_name(x.card)} into the hand (C4-412)",
    e.TokensGained: _gained,
    e.TokensLost: _lost,
    e.TokensTaken: lambda x: f"{p(x.taker)} takes {pile(x.tokens)} from {p(x.victim)} (C4-346)",
    e.TokensGiven: lambda x: f"{p(x.giver)} gives {pile(x.tokens)} to {p(x.receiver)} (C4-350)",
    e.TokensPutOnCard: _put,
    e.TokensCollected: lambda x: f"{p(x.seat)} collects {pile(x.tokens)} from {card_name(x.card)} (C4-356)",
    e.TokensSpilled: lambda x: f"{pile(x.tokens)} on {card_name(x.card)} go to the pot (C4-357)",
    e.EventPrevented: lambda x: f"{card_name(x.by)} prevents: {p(x.seat)} would {x.kind} {x.amount} (C4-378)",
    e.EventReduced: lambda x: f"{card_name(x.by)} reduces {x.from_amount} to {x.to_amount} for {p(x.seat)} (C4-379)",
    e.EffectAdded: _effect,
    e.EffectEnded: lambda x: f"The effect of {card_name(x.source)} ends",
    e.CardsLookedAt: _looked,
    e.TopCardRevealed: lambda x: f"{p(x.seat)} reveals {card_name(x.card)} from the deck",
    e.CardRecovered: lambda x: f"{p(x.seat)} returns {card_name(x.card)} to the hand",
    e.CardMovedToBottom: lambda x: f"{p(x.seat)} puts {card_name(x.card)} at the bottom of the deck",
    e.ClaimMade: lambda x: f"{p(x.claimant)} claims: {p(x.accused)} {x.kind.replace('_', ' ')} (C4-551)",
    e.ClaimAnswered: lambda x: f"{p(x.accused)} " + ("admits it" if x.admitted else "denies it") + " (C4-553)",
    e.ClaimUpheld: lambda x: f"The claim against {p(x.accused)} is upheld (C4-556)",
    e.ClaimRejected: lambda x: f"The claim against {p(x.accused)} is rejected (C4-554)",
    e.VoteOpened: lambda x: f"{', '.join(map(p, x.voters)) or 'Nobody'} may vote",
    e.BallotCast: _ballot,
    e.VoteClosed: _closed,
    e.TurnEnded: lambda x: f"Turn {x.turn} of {p(x.seat)} ends (C4-206)",
    e.LeaveAnnounced: lambda x: f"{p(x.seat)} is leaving (C4-714)",
    e.PlayerConceded: lambda x: f"{p(x.seat)} leaves; {pile(x.tokens)} go to the pot (C4-714)",
    e.TurnStopped: lambda x: f"The turn of {p(x.seat)} stops (C4-715)",
}
