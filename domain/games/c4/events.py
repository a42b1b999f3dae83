"""The events of C4, named as in its catalogue; times, versions and visibility belong to the envelope."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from domain.games.c4.board import Duration, Lasting, Tokens
from domain.kernel.facts import Event
from domain.kernel.upcasters import Upcaster


class PlayerSetUp(Event, frozen=True):
    type = "player_set_up"
    seat: int
    token_kind: str
    attributes: tuple[str, ...]
    faction: str
    deck_size: int
    deck: tuple[str, ...] | None = None


class DeckShuffled(Event, frozen=True):
    """`order` lists places of the pile that is shuffled: of the deck as it stood, or of the discard by arrival."""

    type = "deck_shuffled"
    seat: int
    cause: Literal["setup", "visa", "setup_return"]
    order: tuple[int, ...] | None = None


class TokensPlaced(Event, frozen=True):
    type = "tokens_placed"
    seat: int
    supply: int
    pot: int
    kind: str


class SetUpCardRevealed(Event, frozen=True):
    """Round 0 is the reveal of all; `iid` is the card's in the hand that it goes to (C4-114)."""

    type = "set_up_card_revealed"
    seat: int
    card: str
    round: int
    iid: str | None = None


class FirstPlayerDetermined(Event, frozen=True):
    type = "first_player_determined"
    seat: int
    by: Literal["name", "random"]


class TurnStarted(Event, frozen=True):
    type = "turn_started"
    turn: int
    seat: int


class TurnSkipped(Event, frozen=True):
    type = "turn_skipped"
    seat: int
    left_to_skip: int


class SkipAdded(Event, frozen=True):
    type = "skip_added"
    seat: int
    turns: int


class TurnOverrideAdded(Event, frozen=True):
    type = "turn_override_added"
    seat: int
    source: str


class TurnOverrideUsed(Event, frozen=True):
    type = "turn_override_used"
    seat: int


class DirectionReversed(Event, frozen=True):
    type = "direction_reversed"
    direction: Literal["left", "right"]


class ExtraActions(Event, frozen=True):
    type = "extra_actions_added"
    seat: int
    n: int


class CardDrawn(Event, frozen=True):
    type = "card_drawn"
    seat: int
    cause: Literal["turn", "effect", "opening"]
    card: str | None = None
    iid: str | None = None


class DrawFailed(Event, frozen=True):
    type = "draw_failed"
    seat: int
    wanted: Literal["draw", "reveal", "look", "flip"]


class CardPlayed(Event, frozen=True):
    """`action` is the number of the action in this turn, 0 for a Reaction; `additional` one that had a price.

    `target` is the instance of the card that was declared as target, `target_card` which card that is.
    """

    type = "card_played"
    seat: int
    card: str
    iid: str
    kind: Literal["regular", "stay_in_play", "reaction"]
    action: int = 0
    additional: bool = False
    price: int = 0
    player: int | None = None
    target: str | None = None
    target_card: str | None = None
    x: int | None = None
    mode: str | None = None


class AbilityUsed(Event, frozen=True):
    type = "ability_used"
    seat: int
    card: str
    iid: str
    ability: int
    player: int | None = None
    x: int | None = None


class TokensPaid(Event, frozen=True):
    type = "tokens_paid"
    seat: int
    tokens: Tokens
    reason: Literal["action", "card_cost", "effect"]
    source: str


class CardCancelled(Event, frozen=True):
    type = "card_cancelled"
    card: str
    iid: str
    owner: int
    by: str


class CardEnteredPlay(Event, frozen=True):
    type = "card_entered_play"
    card: str
    iid: str
    owner: int
    controller: int


class ControlChanged(Event, frozen=True):
    type = "control_changed"
    card: str
    iid: str
    from_seat: int
    to_seat: int


class CardLeftPlay(Event, frozen=True):
    """The card goes to its owner's discard, the tokens on it to the pot; out of the match if its owner leaves."""

    type = "card_left_play"
    card: str
    iid: str
    owner: int
    controller: int
    cause: Literal["icebox", "own_text", "concede"]
    spilled: Tokens = {}


class CardDiscarded(Event, frozen=True):
    type = "card_discarded"
    seat: int
    card: str
    iid: str
    from_zone: Literal["being_played", "hand", "deck", "flipped"]
    cause: str


class AttackDeclared(Event, frozen=True):
    type = "attack_declared"
    attacker: int
    defender: int
    source: str


class AttackRedirected(Event, frozen=True):
    type = "attack_redirected"
    old_defender: int
    new_defender: int


class AttackCancelled(Event, frozen=True):
    type = "attack_cancelled"
    source: str


class CardFlipped(Event, frozen=True):
    type = "card_flipped"
    seat: int
    card: str
    iid: str
    symbol: str


class WhenFlippedResolved(Event, frozen=True):
    type = "when_flipped_resolved"
    seat: int
    card: str


class SymbolChanged(Event, frozen=True):
    type = "symbol_changed"
    seat: int
    card: str
    symbol: str


class AttackDecided(Event, frozen=True):
    type = "attack_decided"
    attacker: int
    defender: int
    attacker_symbol: str | None
    defender_symbol: str | None
    won: bool


class FlippedCardTaken(Event, frozen=True):
    """The flipped card goes to its owner's hand under a new instance id."""

    type = "flipped_card_taken"
    seat: int
    card: str
    iid: str | None = None


class TokensGained(Event, frozen=True):
    """One gain event, whatever its size (C4-345); `other` is the victim or giver, `from_pot` what an increase added."""

    type = "tokens_gained"
    seat: int
    tokens: Tokens
    cause: Literal["gain", "take", "give"]
    source: str
    other: int | None = None
    from_pot: Tokens = {}


class TokensLost(Event, frozen=True):
    type = "tokens_lost"
    seat: int
    tokens: Tokens
    cause: Literal["lose", "take"]
    source: str


class TokensTaken(Event, frozen=True):
    type = "tokens_taken"
    taker: int
    victim: int
    tokens: Tokens


class TokensGiven(Event, frozen=True):
    type = "tokens_given"
    giver: int
    receiver: int
    tokens: Tokens


class TokensPutOnCard(Event, frozen=True):
    """`from_seat` is null if they come from the pot."""

    type = "tokens_put_on_card"
    card: str
    iid: str
    tokens: Tokens
    from_seat: int | None = None


class TokensCollected(Event, frozen=True):
    type = "tokens_collected"
    card: str
    iid: str
    seat: int
    tokens: Tokens


class TokensSpilled(Event, frozen=True):
    type = "tokens_spilled"
    card: str
    iid: str
    tokens: Tokens


class EventPrevented(Event, frozen=True):
    type = "event_prevented"
    seat: int
    kind: str
    amount: int
    by: str


class EventReduced(Event, frozen=True):
    type = "event_reduced"
    seat: int
    kind: str
    from_amount: int
    to_amount: int
    by: str


class EffectAdded(Event, frozen=True):
    type = "effect_added"
    effect: Lasting


class EffectEnded(Event, frozen=True):
    type = "effect_ended"
    effect: int
    duration: Duration
    source: str


class CardsLookedAt(Event, frozen=True):
    """`cards` as (card id, instance id); a card of a deck has no instance id."""

    type = "cards_looked_at"
    viewer: int
    whose: int
    zone: Literal["hand", "deck"]
    count: int
    cards: tuple[tuple[str, str | None], ...] | None = None


class TopCardRevealed(Event, frozen=True):
    type = "top_card_revealed"
    seat: int
    card: str


class CardRecovered(Event, frozen=True):
    """A card of the own discard goes to the hand under a new instance id."""

    type = "card_recovered"
    seat: int
    card: str
    old: str
    iid: str | None = None


class CardMovedToBottom(Event, frozen=True):
    type = "card_moved_to_bottom"
    seat: int
    card: str | None = None


class ClaimMade(Event, frozen=True):
    type = "claim_made"
    kind: str
    claimant: int
    accused: int


class ClaimAnswered(Event, frozen=True):
    type = "claim_answered"
    accused: int
    admitted: bool


class ClaimUpheld(Event, frozen=True):
    type = "claim_upheld"
    kind: str
    claimant: int
    accused: int


class ClaimRejected(Event, frozen=True):
    type = "claim_rejected"
    kind: str
    claimant: int
    accused: int


class VoteOpened(Event, frozen=True):
    type = "vote_opened"
    vote: Literal["claim", "card", "winner"]
    voters: tuple[int, ...]


class BallotCast(Event, frozen=True):
    """`choice` is a seat, or for a claim 1 (confirm) or 0 (reject); hidden until the vote closes.

    Schema 1 did not say what the `vote` was about.
    """

    type = "ballot_cast"
    schema = 2
    voter: int
    choice: int | None = None
    vote: Literal["claim", "card", "winner"] | None = None


class VoteClosed(Event, frozen=True):
    """`ballots` by voter as (voter, choice); `top` the seat or answer with the most, null if there is none."""

    type = "vote_closed"
    vote: Literal["claim", "card", "winner"]
    ballots: tuple[tuple[int, int], ...]
    top: int | None


class TurnEnded(Event, frozen=True):
    type = "turn_ended"
    seat: int
    turn: int


class LeaveAnnounced(Event, frozen=True):
    """The seat leaves as soon as nothing is resolving (C4-714)."""

    type = "leave_announced"
    seat: int


class PlayerConceded(Event, frozen=True):
    type = "player_conceded"
    seat: int
    tokens: Tokens


class TurnStopped(Event, frozen=True):
    """The active player has left; the turn stops where it is (C4-715)."""

    type = "turn_stopped"
    seat: int


EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)


UPCASTERS: Mapping[tuple[str, int], Upcaster] = {
    # what the vote was about can't be known from the event alone
    ("ballot_cast", 1): lambda data: data,
}
