"""The events, named as in the catalogue; times, versions and visibility belong to the envelope.

`seat` is the player it is about, `iid` and `card` a card, `scp` the instance of an SCP. `cause` is a card id, or what
the rules call it (`draw_phase`, `setup` ...).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from domain.games.scp.board import Assignment, Lasting, Phase
from domain.games.scp.definitions import Kind
from domain.kernel.facts import Event
from domain.kernel.upcasters import Upcaster
from domain.kernel.zones import Card

Window = Literal["complication", "response", "reply", "optional"]
Ended = Literal["turn", "left_play", "tapped", "dying", "scp_lost", "unassigned", "phase"]
"""Why an assignment has ended (SCP-220, SCP-221)."""
Compared = Literal["success", "failure", "equal"]
"""SCP-408 SCP-423 The result of a comparison."""


class PlayerSetUp(Event, frozen=True):
    """SCP-103 SCP-105 SCP-106 The deck that a player brought, and the pool to start with."""

    type = "player_set_up"
    seat: int
    deck_size: int
    scps: int
    pool: int
    deck: tuple[str, ...] | None = None


class ScpDeckMade(Event, frozen=True):
    """SCP-104 All SCP decks together, in order of seats; nobody may look at it."""

    type = "scp_deck_made"
    size: int
    cards: tuple[str, ...] | None = None


class DeckShuffled(Event, frozen=True):
    """SCP-104 SCP-105 `order` lists places of the deck as it stood; without a seat it is the SCP deck."""

    type = "deck_shuffled"
    seat: int | None = None
    order: tuple[int, ...] | None = None


class FirstBidderDrawn(Event, frozen=True):
    type = "first_bidder_drawn"
    seat: int


class BidMade(Event, frozen=True):
    type = "bid_made"
    seat: int
    n: int


class BidPassed(Event, frozen=True):
    type = "bid_passed"
    seat: int


class BidWon(Event, frozen=True):
    type = "bid_won"
    seat: int
    n: int


class CardsRemovedByBid(Event, frozen=True):
    """SCP-110 From the top of the deck, face up."""

    type = "cards_removed_by_bid"
    seat: int
    cards: tuple[Card, ...]


class PlayerOneSet(Event, frozen=True):
    """SCP-110 SCP-920 Who takes the first turn."""

    type = "player_one_set"
    seat: int


class TurnStarted(Event, frozen=True):
    type = "turn_started"
    seat: int
    round: int
    turn: int


class PhaseStarted(Event, frozen=True):
    type = "phase_started"
    seat: int
    phase: Phase


class StepStarted(Event, frozen=True):
    """SCP-227 SCP-230 A later step of the phase: the earlier ones are closed."""

    type = "step_started"
    seat: int
    step: int


class TurnEnded(Event, frozen=True):
    type = "turn_ended"
    seat: int
    turn: int


class CardDrawn(Event, frozen=True):
    type = "card_drawn"
    seat: int
    cause: str
    hand_count: int
    deck_count: int
    card: str | None = None
    iid: str | None = None


class CardDiscarded(Event, frozen=True):
    """A card of a hand, or one that was played, goes to its owner's discard pile."""

    type = "card_discarded"
    seat: int
    iid: str
    card: str
    from_zone: Literal["hand", "resolving"]
    cause: str


class CardsMilled(Event, frozen=True):
    """From the top of the deck to the discard pile."""

    type = "cards_milled"
    seat: int
    cards: tuple[Card, ...]
    cause: str


class HandRevealed(Event, frozen=True):
    """SCP-523 The viewers see the hand as it is."""

    type = "hand_revealed"
    seat: int
    viewers: tuple[int, ...]
    cause: str
    cards: tuple[str, ...] | None = None


class ResourcesChanged(Event, frozen=True):
    type = "resources_changed"
    seat: int
    delta: int
    pool: int
    cause: str


class PoolRefilled(Event, frozen=True):
    """SCP-212."""

    type = "pool_refilled"
    seat: int
    to: int


class FinanceTokenChanged(Event, frozen=True):
    type = "finance_token_changed"
    seat: int
    iid: str
    card: str
    delta: int
    cause: str


class Produced(Event, frozen=True):
    """SCP-231 Finance Tokens for the Production Value; once for each Finance."""

    type = "produced"
    seat: int
    iid: str
    card: str
    n: int


class CardsUntapped(Event, frozen=True):
    type = "cards_untapped"
    seat: int
    cards: tuple[str, ...]
    cause: str


class CardTapped(Event, frozen=True):
    type = "card_tapped"
    seat: int
    iid: str
    card: str
    cause: str


class MissionPlayed(Event, frozen=True):
    """SCP-216 The target is a card, or a player."""

    type = "mission_played"
    seat: int
    iid: str
    card: str
    target: str | None = None
    player: int | None = None


class MissionResolved(Event, frozen=True):
    """SCP-235 Whether its requirements were met, and whether its Success text was accepted."""

    type = "mission_resolved"
    seat: int
    iid: str
    card: str
    success: bool
    accepted: bool


class MissionDiscarded(Event, frozen=True):
    type = "mission_discarded"
    seat: int
    iid: str
    card: str


class PersonnelAssigned(Event, frozen=True):
    type = "personnel_assigned"
    seat: int
    iid: str
    card: str
    assignment: Assignment


class AssignmentEnded(Event, frozen=True):
    type = "assignment_ended"
    seat: int
    iid: str
    card: str
    reason: Ended


class CardPlacedFaceDown(Event, frozen=True):
    """SCP-222 A card of the hand goes into the Build Queue; `iid` names it there, `old` named it in the hand."""

    type = "card_placed_face_down"
    seat: int
    iid: str
    hand_count: int
    card: str | None = None
    old: str | None = None


class BuildFunded(Event, frozen=True):
    """SCP-223 Resources of the pool go onto a face-down card."""

    type = "build_funded"
    seat: int
    iid: str
    n: int


class BuildChanged(Event, frozen=True):
    """Resources from the supply onto a face-down card, or from it to the supply."""

    type = "build_changed"
    seat: int
    iid: str
    delta: int
    cause: str


class BuildRevealed(Event, frozen=True):
    type = "build_revealed"
    seat: int
    iid: str
    card: str


class CardDeployed(Event, frozen=True):
    """SCP-303 SCP-304 The revealed card enters play; `cost` is what it had to hold, `host` its bearer."""

    type = "card_deployed"
    seat: int
    iid: str
    card: str
    cost: int
    host: str | None = None


class BuildDiscarded(Event, frozen=True):
    """SCP-305 The revealed card may not enter play; `rule` says why."""

    type = "build_discarded"
    seat: int
    iid: str
    card: str
    rule: str


class ReplacedByNewer(Event, frozen=True):
    """SCP-513 The older Unique Personnel of the same title is discarded."""

    type = "card_replaced"
    seat: int
    iid: str
    card: str


class AttemptBegun(Event, frozen=True):
    """SCP-402 The members become tapped."""

    type = "attempt_begun"
    seat: int
    kind: Kind
    scp: str
    card: str
    members: tuple[str, ...]
    defender: int | None = None
    defenders: tuple[str, ...] = ()


class WindowPassed(Event, frozen=True):
    type = "window_passed"
    seat: int
    window: Window


class ComplicationPlayed(Event, frozen=True):
    type = "complication_played"
    seat: int
    iid: str
    card: str
    target: str


class ComplicationNegated(Event, frozen=True):
    type = "complication_negated"
    seat: int
    iid: str
    card: str
    cause: str


class ComplicationOvercome(Event, frozen=True):
    type = "complication_overcome"
    seat: int
    iid: str
    card: str


class ComplicationResolved(Event, frozen=True):
    """SCP-432 It takes effect; `counters` is how many the SCP gains by it."""

    type = "complication_resolved"
    seat: int
    iid: str
    card: str
    counters: int


class EventPlayed(Event, frozen=True):
    type = "event_played"
    seat: int
    iid: str
    card: str
    target: str | None = None
    player: int | None = None


class AbilityUsed(Event, frozen=True):
    type = "ability_used"
    seat: int
    iid: str
    card: str
    ability: int
    target: str | None = None
    player: int | None = None


class TextResolved(Event, frozen=True):
    """A triggered text is carried out (SCP-207, SCP-520); SCP-522 counts them."""

    type = "text_resolved"
    seat: int
    iid: str
    card: str
    ability: int


class MemberRemoved(Event, frozen=True):
    type = "member_removed"
    seat: int
    iid: str
    card: str
    cause: str


class AttemptCompared(Event, frozen=True):
    """SCP-411 The values at step 5, and the Personnel there."""

    type = "attempt_compared"
    seat: int
    kind: Kind
    scp: str
    card: str
    group_total: int
    requirement: int
    skills_met: bool
    outcome: Compared
    members: tuple[str, ...]
    defenders: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()


class AttemptCalledOff(Event, frozen=True):
    type = "attempt_called_off"
    seat: int
    scp: str
    card: str
    cause: str


class AttemptVoid(Event, frozen=True):
    """SCP-424 Nothing is left to compare."""

    type = "attempt_void"
    seat: int
    scp: str
    card: str


class AttemptEnded(Event, frozen=True):
    """SCP-407 All seven steps are done."""

    type = "attempt_ended"
    seat: int
    scp: str


class Researched(Event, frozen=True):
    """SCP-229 These Personnel become tapped."""

    type = "researched"
    seat: int
    cards: tuple[str, ...]


class ScpRevealed(Event, frozen=True):
    """The top card of the SCP deck comes into the centre."""

    type = "scp_revealed"
    seat: int
    scp: str
    card: str
    cause: str


class ScpPeeked(Event, frozen=True):
    """SCP-524 The player sees the top cards of the SCP deck."""

    type = "scp_peeked"
    seat: int
    n: int
    cause: str
    cards: tuple[str, ...] | None = None


class ScpPutOnBottom(Event, frozen=True):
    """SCP-524 So many of them go to the bottom; `places` counts from the top, from 0."""

    type = "scp_put_on_bottom"
    seat: int
    n: int
    places: tuple[int, ...] | None = None


class BuildPeeked(Event, frozen=True):
    """SCP-523 The player sees a face-down card of another."""

    type = "build_peeked"
    seat: int
    owner: int
    iid: str
    cause: str
    card: str | None = None


class ScpSecured(Event, frozen=True):
    """The SCP is Secured now. `by_attempt`: the player Secured it (SCP-448)."""

    type = "scp_secured"
    seat: int
    scp: str
    card: str
    cause: str
    by_attempt: bool = False


class ScpContained(Event, frozen=True):
    type = "scp_contained"
    seat: int
    scp: str
    card: str
    cause: str
    by_attempt: bool = False


class ScpUncontained(Event, frozen=True):
    """A Contained SCP is Secured again, under the same controller; in a breach its counters are removed."""

    type = "scp_uncontained"
    seat: int
    scp: str
    card: str
    cause: str
    breach: bool = False


class ScpUnsecured(Event, frozen=True):
    """The SCP goes back to the centre; in a breach its counters are removed."""

    type = "scp_unsecured"
    seat: int
    scp: str
    card: str
    cause: str
    breach: bool = False


class ScpDestroyed(Event, frozen=True):
    type = "scp_destroyed"
    scp: str
    card: str
    cause: str
    seat: int | None = None


class EscalationChanged(Event, frozen=True):
    type = "escalation_changed"
    scp: str
    card: str
    delta: int
    cause: str


class CounterRemoved(Event, frozen=True):
    """SCP-230 Counters that a player removes in the Maintenance Phase, once from each SCP."""

    type = "counter_removed"
    seat: int
    scp: str
    card: str
    n: int


class Outbreak(Event, frozen=True):
    """SCP-237 All its counters are removed."""

    type = "outbreak"
    scp: str
    card: str
    skill: int


class AttritionDue(Event, frozen=True):
    type = "attrition_due"
    seat: int
    n: int
    prevented: int
    cause: str


class PreventionUsed(Event, frozen=True):
    type = "prevention_used"
    seat: int
    number: int
    n: int


class AttritionPaid(Event, frozen=True):
    type = "attrition_paid"
    seat: int
    iid: str
    card: str
    value: int


class AttritionDone(Event, frozen=True):
    """SCP-437 `lost` is what could not be paid."""

    type = "attrition_done"
    seat: int
    total: int
    lost: int


class CardDestroyed(Event, frozen=True):
    type = "card_destroyed"
    seat: int
    iid: str
    card: str
    cause: str


class CardReturned(Event, frozen=True):
    """A card in play goes to its owner's hand, under another id."""

    type = "card_returned"
    seat: int
    old: str
    card: str
    cause: str
    iid: str | None = None


class CardRecovered(Event, frozen=True):
    """A card of the discard pile goes to its owner's hand, under another id."""

    type = "card_recovered"
    seat: int
    old: str
    card: str
    cause: str
    iid: str | None = None


class WoundChanged(Event, frozen=True):
    type = "wound_changed"
    seat: int
    iid: str
    card: str
    delta: int
    cause: str


class EffectStarted(Event, frozen=True):
    type = "effect_started"
    seat: int
    effect: Lasting


class EffectsEnded(Event, frozen=True):
    type = "effects_ended"
    numbers: tuple[int, ...]
    reason: Literal["attempt", "turn", "next_turn", "left"]


class RevealsAllowed(Event, frozen=True):
    """SCP-232 So many more cards may be revealed this turn."""

    type = "reveals_allowed"
    seat: int
    n: int
    cause: str


class LoopBroken(Event, frozen=True):
    """SCP-522 These cards are removed from the game."""

    type = "loop_broken"
    cards: tuple[str, ...]


class PlayerLeft(Event, frozen=True):
    """SCP-708 SCPs go back to the centre, all other cards are removed."""

    type = "player_left"
    seat: int


class Score(msgspec.Struct, frozen=True):
    """SCP-704 SCP-705 The values that rank a player."""

    seat: int
    contained: int
    bonus: int
    skill: int
    deck: int


class MatchScored(Event, frozen=True):
    type = "match_scored"
    scores: tuple[Score, ...]


EVENTS: tuple[type[Event], ...] = (
    PlayerSetUp,
    ScpDeckMade,
    DeckShuffled,
    FirstBidderDrawn,
    BidMade,
    BidPassed,
    BidWon,
    CardsRemovedByBid,
    PlayerOneSet,
    TurnStarted,
    PhaseStarted,
    StepStarted,
    TurnEnded,
    CardDrawn,
    CardDiscarded,
    CardsMilled,
    HandRevealed,
    ResourcesChanged,
    PoolRefilled,
    FinanceTokenChanged,
    Produced,
    CardsUntapped,
    CardTapped,
    MissionPlayed,
    MissionResolved,
    MissionDiscarded,
    PersonnelAssigned,
    AssignmentEnded,
    CardPlacedFaceDown,
    BuildFunded,
    BuildChanged,
    BuildRevealed,
    CardDeployed,
    BuildDiscarded,
    ReplacedByNewer,
    AttemptBegun,
    WindowPassed,
    ComplicationPlayed,
    ComplicationNegated,
    ComplicationOvercome,
    ComplicationResolved,
    EventPlayed,
    AbilityUsed,
    TextResolved,
    MemberRemoved,
    AttemptCompared,
    AttemptCalledOff,
    AttemptVoid,
    AttemptEnded,
    Researched,
    ScpRevealed,
    ScpPeeked,
    ScpPutOnBottom,
    BuildPeeked,
    ScpSecured,
    ScpContained,
    ScpUncontained,
    ScpUnsecured,
    ScpDestroyed,
    EscalationChanged,
    CounterRemoved,
    Outbreak,
    AttritionDue,
    PreventionUsed,
    AttritionPaid,
    AttritionDone,
    CardDestroyed,
    CardReturned,
    CardRecovered,
    WoundChanged,
    EffectStarted,
    EffectsEnded,
    RevealsAllowed,
    LoopBroken,
    PlayerLeft,
    MatchScored,
)
UPCASTERS: Mapping[tuple[str, int], Upcaster] = {}
