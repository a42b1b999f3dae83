"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.games.c4 import events as e
from domain.games.c4.board import Tokens
from domain.kernel.dispatch import ByType, by_type
from domain.kernel.sentences import CardNames, Telling, count, joined, p

CLAIMS: Mapping[str, str] = {"swore": "swore", "used_phone": "used a phone", "made_pun": "made a pun"}
"""C4-551 The deeds that a claim says somebody has done."""
KEPT_FROM: Mapping[str, str] = {"gain": "gaining", "lose": "losing", "take": "taking", "give": "getting"}
LET: Mapping[str, str] = {"gain": "gain", "lose": "lose", "take": "take", "give": "get"}
"""C4-378 C4-379 The acts that somebody is kept from, or may do less."""


class Names(CardNames, frozen=True):
    """Cards by name, tokens by number and kind."""

    def pile(self, tokens: Tokens) -> str:
        """Tokens as `1 bead and 2 coins`."""
        return joined(self.of_kind(n, kind) for kind, n in sorted(tokens.items())) or "no tokens"

    def of_kind(self, n: int, kind: str) -> str:
        """Tokens of one kind; dice have a plural of their own."""
        return f"{n} dice" if kind == "die" and n != 1 else count(n, kind)

    def kinds(self, kind: str) -> str:
        """The tokens of one kind."""
        return self.of_kind(2, kind).removeprefix("2 ")

    def added(self, tokens: Tokens) -> str:
        """C4-355 Tokens that an increase adds to a gift, if any."""
        return f", {self.pile(tokens)} from the pot added," if tokens else ""

    def going(self, tokens: Tokens) -> str:
        """Tokens that go somewhere, as `1 bead goes` or `2 beads go`."""
        return f"{self.pile(tokens)} {'goes' if sum(tokens.values()) == 1 else 'go'}"

    def to_pot(self, tokens: Tokens) -> str:
        """C4-714 The supply of a player who left, where it stays in the match."""
        return f"; {self.going(tokens)} to the pot" if tokens else ""

    def with_them(self, tokens: Tokens) -> str:
        """C4-R93 The supply of a player who left, where it does not."""
        return f" with {self.pile(tokens)}" if tokens else ""

    def spilled(self, tokens: Tokens) -> str:
        """C4-357 The tokens that lay on a card, if any did."""
        return f"; of those on it {self.going(tokens)} to the pot" if tokens else ""

    def seen(self, cards: Iterable[tuple[str, str | None]] | None) -> str:
        """C4-443 Cards that were looked at behind a colon, if they are seen."""
        return "" if cards is None else f": {self.names(cid for cid, _ in cards)}"


def lasting(kind: str, value: int, what: str, controller: int) -> str:
    """C4-512 The consequence of an effect that goes on, for those whom it concerns."""
    said = what.replace("_", " ")
    forbidden = {"attack": "attack", "attack_you": f"attack {p(controller)}", "reactions": "play Reactions"}
    return {
        "ties_win": "equal symbols count as a win",
        "mod_gain": f"gains change by {value:+d}",
        "mod_lose": f"losses change by {value:+d}",
        "price": f"additional actions cost {value:+d}",
        "prevent_gain": "no tokens are gained",
        "prevent_lose": "nobody takes tokens" if what == "take" else "no tokens are lost",
        "forbid": f"may not {forbidden.get(what, 'take more than 2 actions')}",
        "attr": f"has the attribute {said}",
        "delayed": "something is still to happen",
    }[kind]


def _set_up(named: Names, event: e.PlayerSetUp) -> str:
    faction = () if event.faction == "none" else (f"{event.faction} faction",)
    declared = joined((named.kinds(event.token_kind), *faction, *map(named.words, event.attributes)))
    return f"{p(event.seat)} brings {count(event.deck_size, 'card')}; {declared}"


def _discarded(named: Names, event: e.CardDiscarded) -> str:
    card, seat = named.name(event.card), p(event.seat)
    if event.from_zone == "hand":
        return f"{seat} discards {card} because of {named.name(event.cause)}"
    how = {"played": "is done and", "cancelled": "is cancelled and", "reflip": "is flipped anew and"}
    return f"{card} {how.get(event.cause, 'is revealed and')} goes to the discard pile of {seat}"


def _choice(vote: str, choice: int) -> str:
    return {0: "rejects", 1: "confirms"}[choice] if vote == "claim" else p(choice)


def _ballot(named: Names, event: e.BallotCast) -> str:
    chosen = "" if event.choice is None or event.vote is None else f": {_choice(event.vote, event.choice)}"
    return f"{p(event.voter)} casts a ballot{chosen}"


def _closed(named: Names, event: e.VoteClosed) -> str:
    cast = ", ".join(f"{p(voter)}: {_choice(event.vote, choice)}" for voter, choice in event.ballots)
    most = "" if event.top is None or event.vote == "claim" else f": {p(event.top)} has most"
    return f"The vote closes ({cast or 'no ballots'}){most}"


def _lasts_by(named: Names, event: e.EffectAdded) -> str:
    return "C4-526" if event.effect.kind == "delayed" else "C4-512"


def _effect(named: Names, event: e.EffectAdded) -> str:
    effect = event.effect
    whom = named.seats(effect.seats or (effect.controller,))
    said = lasting(effect.kind, effect.value, effect.what, effect.controller)
    how_long = {
        "this_turn": "this turn",
        "until_your_next_turn": f"until the next turn of {p(effect.controller)}",
        "this_attack": "in this attack",
    }[effect.duration]
    if effect.kind == "delayed":
        return f"{named.name(effect.cid)} of {p(effect.controller)} waits for the rest of its text {how_long}"
    says = " " if effect.kind == "forbid" else ": "
    return f"{whom}{says}{said} {how_long} ({named.name(effect.cid)})"


def _voters(named: Names, event: e.VoteOpened) -> str:
    return f"{named.seats(event.voters)} may vote" if event.voters else "Nobody may vote"


told = Telling(Names)
SENTENCES: ByType[Names, str] = by_type(
    told(e.PlayerSetUp, "C4-108", _set_up),
    told(e.DeckShuffled, "{cause:setup=C4-109|visa=C4-216|setup_return=C4-114}", "The deck of {seat:p} is shuffled"),
    told(
        e.TokensPlaced,
        "C4-106",
        lambda named, x: f"{p(x.seat)} keeps {named.of_kind(x.supply, x.kind)} and puts {x.pot} into the pot",
    ),
    told(e.SetUpCardRevealed, "{round:0=C4-110|C4-113}", "{seat:p} reveals {card:name}"),
    told(
        e.FirstPlayerDetermined,
        "{by:name=C4-111|random=C4-113}",
        "{seat:p} goes first, by {by:name=the name of the card|chance}",
    ),
    told(e.TurnStarted, "C4-202", "Turn {turn} of {seat:p} begins"),
    told(e.TurnSkipped, "C4-211", "{seat:p} is skipped"),
    told(e.SkipAdded, "C4-211", "{seat:p} will skip {turns:count turn}"),
    told(e.TurnOverrideAdded, "C4-210", "{seat:p} takes the next turn with {source:name}"),
    told(e.TurnOverrideUsed, "C4-210", "The next turn goes to {seat:p}"),
    told(e.DirectionReversed, "C4-209", "Play now passes to the {direction}"),
    told(e.ExtraActions, "C4-305", "{seat:p} gets {n:count extra free action}"),
    told(e.CardDrawn, "{cause:turn=C4-203|effect=C4-220|opening=C4-115}", "{seat:p} draws {card:name}"),
    told(e.DrawFailed, "{wanted:flip=C4-409|C4-218}", "{seat:p} has no card to {wanted}"),
    told(
        e.CardPlayed,
        "{kind:reaction=C4-450|C4-301}",
        "{seat:p} plays {card:name}{player:None=| on {player:p}}{target_card:None=| on {target_card:name}}"
        "{x:None=| with {x} as X}{mode:None=| naming {mode}}",
    ),
    told(
        e.AbilityUsed,
        "C4-330",
        "{seat:p} uses {ability:1=|ability {ability} of }{card:name}{player:None=| on {player:p}}"
        "{x:None=| with {x} as X}",
    ),
    told(
        e.TokensPaid,
        "{reason:action=C4-307|card_cost=C4-311|effect=C4-353}",
        "{seat:p} pays {tokens:pile} for {source:name}",
    ),
    told(e.CardCancelled, "C4-472", "{card:name} of {owner:p} is cancelled by {by:name}"),
    told(e.CardEnteredPlay, "C4-446", "{card:name} enters play in front of {controller:p}"),
    told(e.ControlChanged, "C4-511", "{card:name} moves from {from_seat:p} to {to_seat:p}"),
    told(
        e.CardLeftPlay,
        "{cause:icebox=C4-471|own_text=C4-357|concede=C4-714}",
        "{card:name} of {owner:p} leaves play in front of {controller:p}{spilled:spilled}",
    ),
    told(e.CardDiscarded, "{cause:played=C4-445|cancelled=C4-447|reflip=C4-419|C4-610}", _discarded),
    told(e.AttackDeclared, "C4-404", "{attacker:p} attacks {defender:p} with {source:name}"),
    told(e.AttackRedirected, "C4-416", "The attack goes from {old_defender:p} to {new_defender:p}"),
    told(e.AttackCancelled, "C4-415", "{source:name} cancels the attack"),
    told(e.CardFlipped, "C4-405", "{seat:p} flips {card:name}: {symbol}"),
    told(e.WhenFlippedResolved, "C4-406", "{seat:p} has done the When Flipped text of {card:name}"),
    told(e.SymbolChanged, "C4-418", "{card:name} of {seat:p} now shows {symbol}"),
    told(
        e.AttackDecided,
        "C4-408",
        "The attack of {attacker:p} on {defender:p} {won:True=is won|fails}: "
        "{attacker_symbol:None=no symbol|{attacker_symbol}} against "
        "{defender_symbol:None=no symbol|{defender_symbol}}",
    ),
    told(e.FlippedCardTaken, "C4-412", "{seat:p} takes {card:name} into the hand"),
    told(
        e.TokensGained,
        "{cause:gain=C4-345|take=C4-347|give=C4-351}",
        "{cause:take=That take from {other:p} counts as a gain of {seat:p}|"
        "give=That gift of {other:p} counts as a gain of {seat:p}{from_pot:added}|"
        "{seat:p} gains {tokens:pile}} with {source:name}",
    ),
    told(
        e.TokensLost,
        "{cause:lose=C4-345|take=C4-347}",
        "{cause:take=That take counts as a loss of {seat:p}|{seat:p} loses {tokens:pile}} with {source:name}",
    ),
    told(e.TokensTaken, "C4-346", "{taker:p} takes {tokens:pile} from {victim:p}"),
    told(e.TokensGiven, "C4-350", "{giver:p} gives {tokens:pile} to {receiver:p}"),
    told(e.TokensPutOnCard, "C4-356", "{tokens:going} from {from_seat:None=the pot|{from_seat:p}} onto {card:name}"),
    told(e.TokensCollected, "C4-356", "{seat:p} collects {tokens:pile} from {card:name}"),
    told(e.TokensSpilled, "C4-357", "Of the tokens on {card:name} {tokens:going} to the pot"),
    told(e.EventPrevented, "C4-378", "{by:name} keeps {seat:p} from {kind} {amount:count token}", kind=KEPT_FROM),
    told(
        e.EventReduced,
        "C4-379",
        "{by:name} lets {seat:p} {kind} {to_amount:count token} instead of {from_amount}",
        kind=LET,
    ),
    told(e.EffectAdded, _lasts_by, _effect),
    told(
        e.EffectEnded,
        "{duration:this_turn=C4-514|until_your_next_turn=C4-513|this_attack=C4-512}",
        "The effect of {source:name} ends",
    ),
    told(
        e.CardsLookedAt,
        "C4-443",
        "{viewer:p} looks at {count:count card} of the {zone} of {whose:p}{cards:seen}",
    ),
    told(e.TopCardRevealed, "C4-530", "{seat:p} reveals {card:name} from the deck"),
    told(e.CardRecovered, "C4-610", "{seat:p} returns {card:name} to the hand"),
    told(e.CardMovedToBottom, "C4-610", "{seat:p} puts {card:name} at the bottom of the deck"),
    told(e.ClaimMade, "C4-551", "{claimant:p} claims: {accused:p} {kind}", kind=CLAIMS),
    told(e.ClaimAnswered, "C4-553", "{accused:p} {admitted:True=admits it|denies it}"),
    told(e.ClaimUpheld, "C4-556", "The claim of {claimant:p} is upheld: {accused:p} {kind}", kind=CLAIMS),
    told(e.ClaimRejected, "C4-554", "The claim of {claimant:p} is rejected: {accused:p} {kind}", kind=CLAIMS),
    told(e.VoteOpened, "{vote:claim=C4-554|card=C4-560|winner=C4-707}", _voters, naming={"voters": "seat"}),
    told(e.BallotCast, "{vote:None=|claim=C4-554|card=C4-560|winner=C4-707}", _ballot),
    told(e.VoteClosed, "{vote:claim=C4-554|card=C4-561|winner=C4-707}", _closed),
    told(e.TurnEnded, "C4-206", "Turn {turn} of {seat:p} ends"),
    told(e.LeaveAnnounced, "C4-714", "{seat:p} is leaving"),
    told(
        e.PlayerConceded,
        "C4-714",
        "{seat:p} leaves{tokens:to_pot}{along:with_them}{turn_cap:None=|; the turn cap is now {turn_cap}}",
    ),
    told(e.TurnStopped, "C4-715", "The turn of {seat:p} stops"),
)
"""Events, each with the rule that the catalogue's section on it says; from its content where that decides."""

describe = told.describing(SENTENCES)
