"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.c4 import events as e
from domain.games.c4.board import Lasting, Tokens
from domain.games.c4.loadouts import card_name


def describe(event: Any) -> str:
    """A sentence about one of C4's events, with the rule that it follows in brackets."""
    rule, sentence = RULES[type(event)], SENTENCES[type(event)](event)
    named = rule if isinstance(rule, str) else rule(event)
    return f"{sentence} [{named}]" if named else sentence


def p(seat: int | None) -> str:
    """A seat as people count."""
    return "nobody" if seat is None else f"P{seat + 1}"


def pile(tokens: Tokens) -> str:
    """Tokens as `2 coin + 1 bead`."""
    return " + ".join(f"{n} {kind}" for kind, n in sorted(tokens.items())) or "no tokens"


def words(name: str) -> str:
    """An identifier as words."""
    return name.replace("_", " ")


def on(target: int | str | None) -> str:
    """Whom, a seat, or what, a card's name, something is aimed at, if at anything."""
    if target is None:
        return ""
    return f" on {target if isinstance(target, str) else p(target)}"


def declares(x: int | None, mode: str | None = None) -> str:
    """What else is declared, in round brackets."""
    there = [*(() if x is None else (f"X = {x}",)), *(() if mode is None else (words(mode),))]
    return f" ({', '.join(there)})" if there else ""


def count(n: int, thing: str) -> str:
    """`1 turn`, `2 turns`."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def _played(event: e.CardPlayed) -> str:
    target = None if event.target_card is None else card_name(event.target_card)
    price = f" for {count(event.price, 'token')}" if event.price else ""
    declared = declares(event.x, event.mode)
    return f"{p(event.seat)} plays {card_name(event.card)}{on(event.player)}{on(target)}{price}{declared}"


def _used(event: e.AbilityUsed) -> str:
    ability = f"ability {event.ability} of {card_name(event.card)}"
    return f"{p(event.seat)} uses {ability}{on(event.player)}{declares(event.x)}"


def _gained(event: e.TokensGained) -> str:
    other = {"gain": "", "take": f" from {p(event.other)}", "give": f" given by {p(event.other)}"}[event.cause]
    added = f", {pile(event.from_pot)} of it out of the pot" if event.cause == "give" and event.from_pot else ""
    return f"{p(event.seat)} gains {pile(event.tokens)}{other}{added} with {card_name(event.source)}"


def _lost(event: e.TokensLost) -> str:
    taken = " to a take" if event.cause == "take" else ""
    return f"{p(event.seat)} loses {pile(event.tokens)}{taken} with {card_name(event.source)}"


def _put(event: e.TokensPutOnCard) -> str:
    source = "the pot" if event.from_seat is None else p(event.from_seat)
    return f"{pile(event.tokens)} from {source} onto {card_name(event.card)}"


def _decided(event: e.AttackDecided) -> str:
    symbols = f"{event.attacker_symbol or 'no symbol'} against {event.defender_symbol or 'no symbol'}"
    result = "is won" if event.won else "fails"
    return f"{symbols}: the attack of {p(event.attacker)} on {p(event.defender)} {result}"


def _discarded(event: e.CardDiscarded) -> str:
    card, seat = card_name(event.card), p(event.seat)
    if event.from_zone == "hand":
        return f"{seat} discards {card} because of {card_name(event.cause)}"
    how = {"played": "is done and", "cancelled": "is cancelled and", "reflip": "is flipped anew and"}
    return f"{card} {how.get(event.cause, 'is revealed and')} goes to the discard of {seat}"


def _looked(event: e.CardsLookedAt) -> str:
    seen = "" if event.cards is None else ": " + ", ".join(card_name(cid) for cid, _ in event.cards)
    return f"{p(event.viewer)} looks at {count(event.count, 'card')} of the {event.zone} of {p(event.whose)}{seen}"


def _left(event: e.CardLeftPlay) -> str:
    spilled = f", {pile(event.spilled)} on it go to the pot" if event.spilled else ""
    return f"{card_name(event.card)} of {p(event.owner)} leaves play in front of {p(event.controller)}{spilled}"


def _choice(vote: str, choice: int) -> str:
    return {0: "rejects", 1: "confirms"}[choice] if vote == "claim" else p(choice)


def _ballot(event: e.BallotCast) -> str:
    chosen = "" if event.choice is None or event.vote is None else f": {_choice(event.vote, event.choice)}"
    return f"{p(event.voter)} casts a ballot{chosen}"


def _closed(event: e.VoteClosed) -> str:
    cast = ", ".join(f"{p(voter)}: {_choice(event.vote, choice)}" for voter, choice in event.ballots)
    return f"The vote closes ({cast or 'no ballots'})"


def _effect(event: e.EffectAdded) -> str:
    effect = event.effect
    whom = f" for {', '.join(map(p, effect.seats))}" if effect.seats else ""
    return f"{card_name(effect.cid)} of {p(effect.controller)} goes on{whom}, {_lasting(effect)}"


def _lasting(effect: Lasting) -> str:
    value = f"{effect.value:+d}" if effect.value else ""
    parts = (words(effect.kind), words(effect.what), value, words(effect.duration))
    return " ".join(part for part in parts if part)


def _set_up(event: e.PlayerSetUp) -> str:
    declared = ", ".join((event.token_kind, event.faction, *map(words, event.attributes)))
    return f"{p(event.seat)} brings {event.deck_size} cards; {declared}"


SENTENCES: Mapping[type[Any], Callable[[Any], str]] = {
    e.PlayerSetUp: _set_up,
    e.DeckShuffled: lambda x: f"The deck of {p(x.seat)} is shuffled",
    e.TokensPlaced: lambda x: f"{p(x.seat)} keeps {x.supply} {x.kind} and puts {x.pot} into the pot",
    e.SetUpCardRevealed: lambda x: f"{p(x.seat)} reveals {card_name(x.card)}",
    e.FirstPlayerDetermined: lambda x: f"{p(x.seat)} goes first, by {x.by}",
    e.TurnStarted: lambda x: f"Turn {x.turn}: {p(x.seat)}",
    e.TurnSkipped: lambda x: f"{p(x.seat)} is skipped",
    e.SkipAdded: lambda x: f"{p(x.seat)} will skip {count(x.turns, 'turn')}",
    e.TurnOverrideAdded: lambda x: f"{p(x.seat)} takes the next turn with {card_name(x.source)}",
    e.TurnOverrideUsed: lambda x: f"The next turn goes to {p(x.seat)}",
    e.DirectionReversed: lambda x: f"Play now passes to the {x.direction}",
    e.ExtraActions: lambda x: f"{p(x.seat)} gets {count(x.n, 'extra free action')}",
    e.CardDrawn: lambda x: f"{p(x.seat)} draws {card_name(x.card)}",
    e.DrawFailed: lambda x: f"{p(x.seat)} has no card to {x.wanted}",
    e.CardPlayed: _played,
    e.AbilityUsed: _used,
    e.TokensPaid: lambda x: f"{p(x.seat)} pays {pile(x.tokens)} for {card_name(x.source)}",
    e.CardCancelled: lambda x: f"{card_name(x.card)} of {p(x.owner)} is cancelled by {card_name(x.by)}",
    e.CardEnteredPlay: lambda x: f"{card_name(x.card)} enters play in front of {p(x.controller)}",
    e.ControlChanged: lambda x: f"{card_name(x.card)} moves from {p(x.from_seat)} to {p(x.to_seat)}",
    e.CardLeftPlay: _left,
    e.CardDiscarded: _discarded,
    e.AttackDeclared: lambda x: f"{p(x.attacker)} attacks {p(x.defender)} with {card_name(x.source)}",
    e.AttackRedirected: lambda x: f"The attack goes from {p(x.old_defender)} to {p(x.new_defender)}",
    e.AttackCancelled: lambda x: f"{card_name(x.source)} cancels the attack",
    e.CardFlipped: lambda x: f"{p(x.seat)} flips {card_name(x.card)}: {x.symbol}",
    e.WhenFlippedResolved: lambda x: f"When Flipped of {card_name(x.card)} has happened for {p(x.seat)}",
    e.SymbolChanged: lambda x: f"{card_name(x.card)} of {p(x.seat)} now shows {x.symbol}",
    e.AttackDecided: _decided,
    e.FlippedCardTaken: lambda x: f"{p(x.seat)} takes {card_name(x.card)} into the hand",
    e.TokensGained: _gained,
    e.TokensLost: _lost,
    e.TokensTaken: lambda x: f"{p(x.taker)} takes {pile(x.tokens)} from {p(x.victim)}",
    e.TokensGiven: lambda x: f"{p(x.giver)} gives {pile(x.tokens)} to {p(x.receiver)}",
    e.TokensPutOnCard: _put,
    e.TokensCollected: lambda x: f"{p(x.seat)} collects {pile(x.tokens)} from {card_name(x.card)}",
    e.TokensSpilled: lambda x: f"{pile(x.tokens)} on {card_name(x.card)} go to the pot",
    e.EventPrevented: lambda x: f"{card_name(x.by)} prevents: {p(x.seat)} would {words(x.kind)} {x.amount}",
    e.EventReduced: lambda x: (
        f"{card_name(x.by)} reduces: {p(x.seat)} would {words(x.kind)} {x.from_amount}, now {x.to_amount}"
    ),
    e.EffectAdded: _effect,
    e.EffectEnded: lambda x: f"The effect of {card_name(x.source)} ends",
    e.CardsLookedAt: _looked,
    e.TopCardRevealed: lambda x: f"{p(x.seat)} reveals {card_name(x.card)} from the deck",
    e.CardRecovered: lambda x: f"{p(x.seat)} returns {card_name(x.card)} to the hand",
    e.CardMovedToBottom: lambda x: f"{p(x.seat)} puts {card_name(x.card)} at the bottom of the deck",
    e.ClaimMade: lambda x: f"{p(x.claimant)} claims: {p(x.accused)} {words(x.kind)}",
    e.ClaimAnswered: lambda x: f"{p(x.accused)} " + ("admits it" if x.admitted else "denies it") + "",
    e.ClaimUpheld: lambda x: f"The claim of {p(x.claimant)} is upheld: {p(x.accused)} {words(x.kind)}",
    e.ClaimRejected: lambda x: f"The claim of {p(x.claimant)} is rejected: {p(x.accused)} {words(x.kind)}",
    e.VoteOpened: lambda x: f"{', '.join(map(p, x.voters)) or 'Nobody'} may vote",
    e.BallotCast: _ballot,
    e.VoteClosed: _closed,
    e.TurnEnded: lambda x: f"Turn {x.turn} of {p(x.seat)} ends",
    e.LeaveAnnounced: lambda x: f"{p(x.seat)} is leaving",
    e.PlayerConceded: lambda x: f"{p(x.seat)} leaves; {pile(x.tokens)} go to the pot",
    e.TurnStopped: lambda x: f"The turn of {p(x.seat)} stops",
}

_MOVED = {"gain": "C4-345", "lose": "C4-345", "take": "C4-347", "give": "C4-351"}
_VOTES = {"claim": "C4-554", "card": "C4-560", "winner": "C4-707"}

RULES: Mapping[type[Any], str | Callable[[Any], str]] = {
    e.PlayerSetUp: "C4-108",
    e.DeckShuffled: lambda x: {"setup": "C4-109", "visa": "C4-216", "setup_return": "C4-114"}[x.cause],
    e.TokensPlaced: "C4-106",
    e.SetUpCardRevealed: lambda x: "C4-113" if x.round else "C4-110",
    e.FirstPlayerDetermined: lambda x: {"name": "C4-111", "random": "C4-113"}[x.by],
    e.TurnStarted: "C4-202",
    e.TurnSkipped: "C4-211",
    e.SkipAdded: "C4-211",
    e.TurnOverrideAdded: "C4-210",
    e.TurnOverrideUsed: "C4-210",
    e.DirectionReversed: "C4-209",
    e.ExtraActions: "C4-305",
    e.CardDrawn: lambda x: {"turn": "C4-203", "effect": "C4-220", "opening": "C4-115"}[x.cause],
    e.DrawFailed: lambda x: "C4-409" if x.wanted == "flip" else "C4-218",
    e.CardPlayed: lambda x: "C4-450" if x.kind == "reaction" else "C4-301",
    e.AbilityUsed: "C4-330",
    e.TokensPaid: lambda x: {"action": "C4-307", "card_cost": "C4-311", "effect": "C4-353"}[x.reason],
    e.CardCancelled: "C4-472",
    e.CardEnteredPlay: "C4-446",
    e.ControlChanged: "C4-511",
    e.CardLeftPlay: lambda x: {"icebox": "C4-471", "own_text": "C4-357", "concede": "C4-714"}[x.cause],
    e.CardDiscarded: lambda x: {"played": "C4-445", "cancelled": "C4-447", "reflip": "C4-419"}.get(x.cause, "C4-610"),
    e.AttackDeclared: "C4-404",
    e.AttackRedirected: "C4-416",
    e.AttackCancelled: "C4-415",
    e.CardFlipped: "C4-405",
    e.WhenFlippedResolved: "C4-406",
    e.SymbolChanged: "C4-418",
    e.AttackDecided: "C4-408",
    e.FlippedCardTaken: "C4-412",
    e.TokensGained: lambda x: _MOVED[x.cause],
    e.TokensLost: lambda x: _MOVED[x.cause],
    e.TokensTaken: "C4-346",
    e.TokensGiven: "C4-350",
    e.TokensPutOnCard: "C4-356",
    e.TokensCollected: "C4-356",
    e.TokensSpilled: "C4-357",
    e.EventPrevented: "C4-378",
    e.EventReduced: "C4-379",
    e.EffectAdded: "C4-512",
    e.EffectEnded: lambda x: {"this_turn": "C4-514", "until_your_next_turn": "C4-513"}.get(x.duration, "C4-512"),
    e.CardsLookedAt: "C4-443",
    e.TopCardRevealed: "C4-530",
    e.CardRecovered: "C4-610",
    e.CardMovedToBottom: "C4-610",
    e.ClaimMade: "C4-551",
    e.ClaimAnswered: "C4-553",
    e.ClaimUpheld: "C4-556",
    e.ClaimRejected: "C4-554",
    e.VoteOpened: lambda x: _VOTES[x.vote],
    e.BallotCast: lambda x: "" if x.vote is None else _VOTES[x.vote],
    e.VoteClosed: lambda x: {"claim": "C4-554", "card": "C4-561", "winner": "C4-707"}[x.vote],
    e.TurnEnded: "C4-206",
    e.LeaveAnnounced: "C4-714",
    e.PlayerConceded: "C4-714",
    e.TurnStopped: "C4-715",
}
"""The rule that an event follows, as the catalogue's section on it says; from its content where that decides."""
