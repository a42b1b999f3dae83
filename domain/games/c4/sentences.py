"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from domain.games.c4 import events as e
from domain.games.c4.board import Lasting, Tokens
from domain.kernel.dispatch import ByType, always, by_type, on
from domain.kernel.sentences import CardNames, count, describing, p


def pile(tokens: Tokens) -> str:
    """Tokens as `2 coin + 1 bead`."""
    return " + ".join(f"{n} {kind}" for kind, n in sorted(tokens.items())) or "no tokens"


def words(name: str) -> str:
    """An identifier as words."""
    return name.replace("_", " ")


def aimed_at(target: int | str | None) -> str:
    """Whom, a seat, or what, a card's name, something is aimed at, if at anything."""
    if target is None:
        return ""
    return f" on {target if isinstance(target, str) else p(target)}"


def declares(x: int | None, mode: str | None = None) -> str:
    """What else is declared, in round brackets."""
    there = [*(() if x is None else (f"X = {x}",)), *(() if mode is None else (words(mode),))]
    return f" ({', '.join(there)})" if there else ""


def _played(named: CardNames, event: e.CardPlayed) -> str:
    target = None if event.target_card is None else named.name(event.target_card)
    price = f" for {count(event.price, 'token')}" if event.price else ""
    declared = declares(event.x, event.mode)
    return f"{p(event.seat)} plays {named.name(event.card)}{aimed_at(event.player)}{aimed_at(target)}{price}{declared}"


def _used(named: CardNames, event: e.AbilityUsed) -> str:
    ability = f"ability {event.ability} of {named.name(event.card)}"
    return f"{p(event.seat)} uses {ability}{aimed_at(event.player)}{declares(event.x)}"


def _gained(named: CardNames, event: e.TokensGained) -> str:
    other = "" if event.other is None else f" {'from' if event.cause == 'take' else 'given by'} {p(event.other)}"
    added = f", {pile(event.from_pot)} of it out of the pot" if event.cause == "give" and event.from_pot else ""
    return f"{p(event.seat)} gains {pile(event.tokens)}{other}{added} with {named.name(event.source)}"


def _lost(named: CardNames, event: e.TokensLost) -> str:
    taken = " to a take" if event.cause == "take" else ""
    return f"{p(event.seat)} loses {pile(event.tokens)}{taken} with {named.name(event.source)}"


def _put(named: CardNames, event: e.TokensPutOnCard) -> str:
    source = "the pot" if event.from_seat is None else p(event.from_seat)
    return f"{pile(event.tokens)} from {source} onto {named.name(event.card)}"


def _decided(named: CardNames, event: e.AttackDecided) -> str:
    symbols = f"{event.attacker_symbol or 'no symbol'} against {event.defender_symbol or 'no symbol'}"
    result = "is won" if event.won else "fails"
    return f"{symbols}: the attack of {p(event.attacker)} on {p(event.defender)} {result}"


def _discarded(named: CardNames, event: e.CardDiscarded) -> str:
    card, seat = named.name(event.card), p(event.seat)
    if event.from_zone == "hand":
        return f"{seat} discards {card} because of {named.name(event.cause)}"
    how = {"played": "is done and", "cancelled": "is cancelled and", "reflip": "is flipped anew and"}
    return f"{card} {how.get(event.cause, 'is revealed and')} goes to the discard of {seat}"


def _looked(named: CardNames, event: e.CardsLookedAt) -> str:
    seen = "" if event.cards is None else ": " + ", ".join(named.name(cid) for cid, _ in event.cards)
    return f"{p(event.viewer)} looks at {count(event.count, 'card')} of the {event.zone} of {p(event.whose)}{seen}"


def _left(named: CardNames, event: e.CardLeftPlay) -> str:
    spilled = f", {pile(event.spilled)} on it go to the pot" if event.spilled else ""
    return f"{named.name(event.card)} of {p(event.owner)} leaves play in front of {p(event.controller)}{spilled}"


def _choice(vote: str, choice: int) -> str:
    return {0: "rejects", 1: "confirms"}[choice] if vote == "claim" else p(choice)


def _ballot(named: CardNames, event: e.BallotCast) -> str:
    chosen = "" if event.choice is None or event.vote is None else f": {_choice(event.vote, event.choice)}"
    return f"{p(event.voter)} casts a ballot{chosen}"


def _closed(named: CardNames, event: e.VoteClosed) -> str:
    cast = ", ".join(f"{p(voter)}: {_choice(event.vote, choice)}" for voter, choice in event.ballots)
    return f"The vote closes ({cast or 'no ballots'})"


def _effect(named: CardNames, event: e.EffectAdded) -> str:
    effect = event.effect
    whom = f" for {', '.join(map(p, effect.seats))}" if effect.seats else ""
    return f"{named.name(effect.cid)} of {p(effect.controller)} goes on{whom}, {_lasting(effect)}"


def _lasting(effect: Lasting) -> str:
    value = f"{effect.value:+d}" if effect.value else ""
    parts = (words(effect.kind), words(effect.what), value, words(effect.duration))
    return " ".join(part for part in parts if part)


def _set_up(named: CardNames, event: e.PlayerSetUp) -> str:
    declared = ", ".join((event.token_kind, event.faction, *map(words, event.attributes)))
    return f"{p(event.seat)} brings {event.deck_size} cards; {declared}"


SENTENCES: ByType[CardNames, str] = by_type(
    on(e.PlayerSetUp, _set_up),
    on(e.DeckShuffled, lambda named, x: f"The deck of {p(x.seat)} is shuffled"),
    on(e.TokensPlaced, lambda named, x: f"{p(x.seat)} keeps {x.supply} {x.kind} and puts {x.pot} into the pot"),
    on(e.SetUpCardRevealed, lambda named, x: f"{p(x.seat)} reveals {named.name(x.card)}"),
    on(e.FirstPlayerDetermined, lambda named, x: f"{p(x.seat)} goes first, by {x.by}"),
    on(e.TurnStarted, lambda named, x: f"Turn {x.turn}: {p(x.seat)}"),
    on(e.TurnSkipped, lambda named, x: f"{p(x.seat)} is skipped"),
    on(e.SkipAdded, lambda named, x: f"{p(x.seat)} will skip {count(x.turns, 'turn')}"),
    on(e.TurnOverrideAdded, lambda named, x: f"{p(x.seat)} takes the next turn with {named.name(x.source)}"),
    on(e.TurnOverrideUsed, lambda named, x: f"The next turn goes to {p(x.seat)}"),
    on(e.DirectionReversed, lambda named, x: f"Play now passes to the {x.direction}"),
    on(e.ExtraActions, lambda named, x: f"{p(x.seat)} gets {count(x.n, 'extra free action')}"),
    on(e.CardDrawn, lambda named, x: f"{p(x.seat)} draws {named.name(x.card)}"),
    on(e.DrawFailed, lambda named, x: f"{p(x.seat)} has no card to {x.wanted}"),
    on(e.CardPlayed, _played),
    on(e.AbilityUsed, _used),
    on(e.TokensPaid, lambda named, x: f"{p(x.seat)} pays {pile(x.tokens)} for {named.name(x.source)}"),
    on(e.CardCancelled, lambda named, x: f"{named.name(x.card)} of {p(x.owner)} is cancelled by {named.name(x.by)}"),
    on(e.CardEnteredPlay, lambda named, x: f"{named.name(x.card)} enters play in front of {p(x.controller)}"),
    on(e.ControlChanged, lambda named, x: f"{named.name(x.card)} moves from {p(x.from_seat)} to {p(x.to_seat)}"),
    on(e.CardLeftPlay, _left),
    on(e.CardDiscarded, _discarded),
    on(e.AttackDeclared, lambda named, x: f"{p(x.attacker)} attacks {p(x.defender)} with {named.name(x.source)}"),
    on(e.AttackRedirected, lambda named, x: f"The attack goes from {p(x.old_defender)} to {p(x.new_defender)}"),
    on(e.AttackCancelled, lambda named, x: f"{named.name(x.source)} cancels the attack"),
    on(e.CardFlipped, lambda named, x: f"{p(x.seat)} flips {named.name(x.card)}: {x.symbol}"),
    on(e.WhenFlippedResolved, lambda named, x: f"When Flipped of {named.name(x.card)} has happened for {p(x.seat)}"),
    on(e.SymbolChanged, lambda named, x: f"{named.name(x.card)} of {p(x.seat)} now shows {x.symbol}"),
    on(e.AttackDecided, _decided),
    on(e.FlippedCardTaken, lambda named, x: f"{p(x.seat)} takes {named.name(x.card)} into the hand"),
    on(e.TokensGained, _gained),
    on(e.TokensLost, _lost),
    on(e.TokensTaken, lambda named, x: f"{p(x.taker)} takes {pile(x.tokens)} from {p(x.victim)}"),
    on(e.TokensGiven, lambda named, x: f"{p(x.giver)} gives {pile(x.tokens)} to {p(x.receiver)}"),
    on(e.TokensPutOnCard, _put),
    on(e.TokensCollected, lambda named, x: f"{p(x.seat)} collects {pile(x.tokens)} from {named.name(x.card)}"),
    on(e.TokensSpilled, lambda named, x: f"{pile(x.tokens)} on {named.name(x.card)} go to the pot"),
    on(e.EventPrevented, lambda named, x: f"{named.name(x.by)} prevents: {p(x.seat)} would {words(x.kind)} {x.amount}"),
    on(
        e.EventReduced,
        lambda named, x: (
            f"{named.name(x.by)} reduces: {p(x.seat)} would {words(x.kind)} {x.from_amount}, now {x.to_amount}"
        ),
    ),
    on(e.EffectAdded, _effect),
    on(e.EffectEnded, lambda named, x: f"The effect of {named.name(x.source)} ends"),
    on(e.CardsLookedAt, _looked),
    on(e.TopCardRevealed, lambda named, x: f"{p(x.seat)} reveals {named.name(x.card)} from the deck"),
    on(e.CardRecovered, lambda named, x: f"{p(x.seat)} returns {named.name(x.card)} to the hand"),
    on(e.CardMovedToBottom, lambda named, x: f"{p(x.seat)} puts {named.name(x.card)} at the bottom of the deck"),
    on(e.ClaimMade, lambda named, x: f"{p(x.claimant)} claims: {p(x.accused)} {words(x.kind)}"),
    on(e.ClaimAnswered, lambda named, x: f"{p(x.accused)} " + ("admits it" if x.admitted else "denies it")),
    on(e.ClaimUpheld, lambda named, x: f"The claim of {p(x.claimant)} is upheld: {p(x.accused)} {words(x.kind)}"),
    on(e.ClaimRejected, lambda named, x: f"The claim of {p(x.claimant)} is rejected: {p(x.accused)} {words(x.kind)}"),
    on(e.VoteOpened, lambda named, x: f"{', '.join(map(p, x.voters)) or 'Nobody'} may vote"),
    on(e.BallotCast, _ballot),
    on(e.VoteClosed, _closed),
    on(e.TurnEnded, lambda named, x: f"Turn {x.turn} of {p(x.seat)} ends"),
    on(e.LeaveAnnounced, lambda named, x: f"{p(x.seat)} is leaving"),
    on(e.PlayerConceded, lambda named, x: f"{p(x.seat)} leaves; {pile(x.tokens)} go to the pot"),
    on(e.TurnStopped, lambda named, x: f"The turn of {p(x.seat)} stops"),
)

_MOVED = {"gain": "C4-345", "lose": "C4-345", "take": "C4-347", "give": "C4-351"}
_ENDED = {"this_turn": "C4-514", "until_your_next_turn": "C4-513", "this_attack": "C4-512"}
_VOTES = {"claim": "C4-554", "card": "C4-560", "winner": "C4-707"}

RULES: ByType[CardNames, str] = by_type(
    on(e.PlayerSetUp, always("C4-108")),
    on(e.DeckShuffled, lambda named, x: {"setup": "C4-109", "visa": "C4-216", "setup_return": "C4-114"}[x.cause]),
    on(e.TokensPlaced, always("C4-106")),
    on(e.SetUpCardRevealed, lambda named, x: "C4-113" if x.round else "C4-110"),
    on(e.FirstPlayerDetermined, lambda named, x: {"name": "C4-111", "random": "C4-113"}[x.by]),
    on(e.TurnStarted, always("C4-202")),
    on(e.TurnSkipped, always("C4-211")),
    on(e.SkipAdded, always("C4-211")),
    on(e.TurnOverrideAdded, always("C4-210")),
    on(e.TurnOverrideUsed, always("C4-210")),
    on(e.DirectionReversed, always("C4-209")),
    on(e.ExtraActions, always("C4-305")),
    on(e.CardDrawn, lambda named, x: {"turn": "C4-203", "effect": "C4-220", "opening": "C4-115"}[x.cause]),
    on(e.DrawFailed, lambda named, x: "C4-409" if x.wanted == "flip" else "C4-218"),
    on(e.CardPlayed, lambda named, x: "C4-450" if x.kind == "reaction" else "C4-301"),
    on(e.AbilityUsed, always("C4-330")),
    on(e.TokensPaid, lambda named, x: {"action": "C4-307", "card_cost": "C4-311", "effect": "C4-353"}[x.reason]),
    on(e.CardCancelled, always("C4-472")),
    on(e.CardEnteredPlay, always("C4-446")),
    on(e.ControlChanged, always("C4-511")),
    on(e.CardLeftPlay, lambda named, x: {"icebox": "C4-471", "own_text": "C4-357", "concede": "C4-714"}[x.cause]),
    on(
        e.CardDiscarded,
        lambda named, x: {"played": "C4-445", "cancelled": "C4-447", "reflip": "C4-419"}.get(x.cause, "C4-610"),
    ),
    on(e.AttackDeclared, always("C4-404")),
    on(e.AttackRedirected, always("C4-416")),
    on(e.AttackCancelled, always("C4-415")),
    on(e.CardFlipped, always("C4-405")),
    on(e.WhenFlippedResolved, always("C4-406")),
    on(e.SymbolChanged, always("C4-418")),
    on(e.AttackDecided, always("C4-408")),
    on(e.FlippedCardTaken, always("C4-412")),
    on(e.TokensGained, lambda named, x: _MOVED[x.cause]),
    on(e.TokensLost, lambda named, x: _MOVED[x.cause]),
    on(e.TokensTaken, always("C4-346")),
    on(e.TokensGiven, always("C4-350")),
    on(e.TokensPutOnCard, always("C4-356")),
    on(e.TokensCollected, always("C4-356")),
    on(e.TokensSpilled, always("C4-357")),
    on(e.EventPrevented, always("C4-378")),
    on(e.EventReduced, always("C4-379")),
    on(e.EffectAdded, always("C4-512")),
    on(e.EffectEnded, lambda named, x: _ENDED[x.duration]),
    on(e.CardsLookedAt, always("C4-443")),
    on(e.TopCardRevealed, always("C4-530")),
    on(e.CardRecovered, always("C4-610")),
    on(e.CardMovedToBottom, always("C4-610")),
    on(e.ClaimMade, always("C4-551")),
    on(e.ClaimAnswered, always("C4-553")),
    on(e.ClaimUpheld, always("C4-556")),
    on(e.ClaimRejected, always("C4-554")),
    on(e.VoteOpened, lambda named, x: _VOTES[x.vote]),
    on(e.BallotCast, lambda named, x: "" if x.vote is None else _VOTES[x.vote]),
    on(e.VoteClosed, lambda named, x: {"claim": "C4-554", "card": "C4-561", "winner": "C4-707"}[x.vote]),
    on(e.TurnEnded, always("C4-206")),
    on(e.LeaveAnnounced, always("C4-714")),
    on(e.PlayerConceded, always("C4-714")),
    on(e.TurnStopped, always("C4-715")),
)
"""The rule that an event follows, as the catalogue's section on it says; from its content where that decides."""

describe = describing(CardNames, SENTENCES, RULES)
