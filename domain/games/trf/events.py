"""The events, named as in the catalogue; times, versions and visibility belong to the envelope.

`seat` is the player it is about, `card` a card id, `iid` its instance. `cause` is a card id, or what the rules call it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from domain.games.trf.board import ModifierKind, Side, Until
from domain.games.trf.definitions import Faction, Window
from domain.kernel.facts import Event
from domain.kernel.upcasters import Upcaster

Purpose = Literal["first_player", "bicker", "combat", "effect"]


# Set-up and random


class PlayerRegistered(Event, frozen=True):
    """The deck in the order of the list that was brought, and the reserve account if there is one."""

    type = "player_registered"
    seat: int
    deck_size: int
    deck: tuple[str, ...] | None = None
    reserve: str | None = None


class CardsRevealed(Event, frozen=True):
    """The accounts and homeworlds of all players, by seat; a homeworld as (instance id, card id)."""

    type = "cards_revealed"
    accounts: tuple[str, ...]
    homeworlds: tuple[tuple[str, str], ...]


class DeckShuffled(Event, frozen=True):
    """`order` lists places of the deck as it stood."""

    type = "deck_shuffled"
    seat: int
    order: tuple[int, ...] | None = None


class DieRolled(Event, frozen=True):
    """A die; of a fight: which one is in `purpose` and `side`."""

    type = "die_rolled"
    seat: int
    purpose: Purpose
    value: int
    fight: str | None = None
    side: Side | None = None


class RandomCardPicked(Event, frozen=True):
    type = "random_card_picked"
    seat: int
    iid: str
    card: str
    cause: str


class FirstPlayerSet(Event, frozen=True):
    type = "first_player_set"
    seat: int


# Turn


class TurnStarted(Event, frozen=True):
    type = "turn_started"
    seat: int
    turn: int


class TurnEnded(Event, frozen=True):
    type = "turn_ended"
    seat: int
    turn: int
    idle_turns: int


class PoolsRefilled(Event, frozen=True):
    """Pools and caps are what the planets `gave` (instance, meters, words) and income modifiers make of it.

    `exhausted` gave nothing because of an effect.
    """

    type = "pools_refilled"
    seat: int
    pool_m: int
    pool_w: int
    gave: tuple[tuple[str, int, int], ...] = ()
    exhausted: tuple[str, ...] = ()


class CardDrawn(Event, frozen=True):
    type = "card_drawn"
    seat: int
    cause: str
    hand_count: int
    deck_count: int
    card: str | None = None
    iid: str | None = None


class DrawDeclined(Event, frozen=True):
    type = "draw_declined"
    seat: int


class PlanetPlayed(Event, frozen=True):
    """From the hand in the planet step: pools and caps rise by its meters and words."""

    type = "planet_played"
    seat: int
    iid: str
    card: str
    meters: int
    words: int


class PlanetEntered(Event, frozen=True):
    """From the discard pile, by an effect."""

    type = "planet_entered"
    seat: int
    iid: str
    card: str
    cause: str


class CharacterPlayed(Event, frozen=True):
    type = "character_played"
    seat: int
    iid: str
    card: str
    cost: int


class CharacterRevived(Event, frozen=True):
    type = "character_revived"
    seat: int
    iid: str
    card: str
    cost: int


class CharacterEntered(Event, frozen=True):
    """From the discard pile, by an effect."""

    type = "character_entered"
    seat: int
    iid: str
    card: str
    meters_paid: int
    cause: str


class CardDiscarded(Event, frozen=True):
    type = "card_discarded"
    seat: int
    iid: str
    card: str
    from_zone: Literal["hand", "stack"]
    cause: str


class CardReturnedToHand(Event, frozen=True):
    """From the discard pile; in the hand it is the new instance `iid`."""

    type = "card_returned_to_hand"
    seat: int
    old: str
    card: str
    cause: str
    iid: str | None = None


class CardsLookedAt(Event, frozen=True):
    """`seat` sees the hand of `owner`, or the top of the own deck."""

    type = "cards_looked_at"
    seat: int
    owner: int
    zone: Literal["hand", "deck"]
    count: int
    cards: tuple[str, ...] | None = None


class CardTaken(Event, frozen=True):
    """A card of those that are looked at goes to the hand; `place` is where it lies among them, from 0."""

    type = "card_taken"
    seat: int
    card: str | None = None
    iid: str | None = None
    place: int | None = None


class CardsBottomed(Event, frozen=True):
    """The rest of the cards that are looked at goes under the deck, in the order seen."""

    type = "cards_bottomed"
    seat: int
    count: int
    cards: tuple[str, ...] | None = None


# Resources


class MetersPaid(Event, frozen=True):
    type = "meters_paid"
    seat: int
    amount: int
    cause: str


class WordsPaid(Event, frozen=True):
    type = "words_paid"
    seat: int
    amount: int
    cause: str


class PlanetExhausted(Event, frozen=True):
    """Its ability is used: pools and caps go down by what it gave."""

    type = "planet_exhausted"
    seat: int
    iid: str
    card: str
    meters: int
    words: int


class PoolCut(Event, frozen=True):
    type = "pool_cut"
    seat: int
    pool_m: int
    pool_w: int
    max_m: int
    max_w: int


class IncomePromised(Event, frozen=True):
    """So much more, or less, at the next refill."""

    type = "income_promised"
    seat: int
    meters: int
    words: int
    cause: str


class PlanetSkipped(Event, frozen=True):
    """It gives nothing at its owner's next refill."""

    type = "planet_skipped"
    seat: int
    iid: str
    card: str
    cause: str


# Units, tokens, modifiers


class IndividualJoined(Event, frozen=True):
    type = "individual_joined"
    seat: int
    individual: str
    fleeter: str


class IndividualLeft(Event, frozen=True):
    type = "individual_left"
    seat: int
    individual: str
    fleeter: str


class AbilityUsed(Event, frozen=True):
    """`iid` is a planet, a character, or an account by its name as a target."""

    type = "ability_used"
    seat: int
    iid: str
    card: str
    ability: int
    targets: tuple[str, ...] = ()
    opponent: int | None = None


class TokensPlaced(Event, frozen=True):
    """Damage tokens on a character."""

    type = "tokens_placed"
    seat: int
    iid: str
    card: str
    n: int
    cause: str


class TokensRemoved(Event, frozen=True):
    """Damage tokens of a character, or a token of a persistent card."""

    type = "tokens_removed"
    seat: int
    iid: str
    card: str
    kind: Literal["damage", "counter"]
    n: int
    cause: str


class ModifierAdded(Event, frozen=True):
    """For this turn, on a card in play."""

    type = "modifier_added"
    seat: int
    iid: str
    card: str
    what: ModifierKind
    cause: str
    n: int = 0
    name: str = ""


class ModifiersEnded(Event, frozen=True):
    """All that lasted for this turn is over."""

    type = "modifiers_ended"
    seat: int


class UnitRefreshed(Event, frozen=True):
    """Its last battle-mark does not make it spent."""

    type = "unit_refreshed"
    seat: int
    cards: tuple[str, ...]
    cause: str


class CharacterDestroyed(Event, frozen=True):
    type = "character_destroyed"
    seat: int
    iid: str
    card: str
    cause: str


# OOC cards


class OocAnnounced(Event, frozen=True):
    """`rank` is recorded for a staff ruling."""

    type = "ooc_announced"
    seat: int
    iid: str
    card: str
    window: Window
    cost: int
    targets: tuple[str, ...] = ()
    target_cards: tuple[str, ...] = ()
    opponent: int | None = None
    rank: int | None = None


class ResponsePassed(Event, frozen=True):
    type = "response_passed"
    seat: int
    on: str


class OocCancelled(Event, frozen=True):
    """It has no effect and goes to its owner's discard pile."""

    type = "ooc_cancelled"
    seat: int
    iid: str
    card: str
    cause: str


class OocResolved(Event, frozen=True):
    type = "ooc_resolved"
    seat: int
    iid: str
    card: str


class FactionChosen(Event, frozen=True):
    type = "faction_chosen"
    seat: int
    iid: str
    card: str
    faction: Faction


class PersistentPlaced(Event, frozen=True):
    type = "persistent_placed"
    seat: int
    iid: str
    card: str
    host: str | None = None
    tokens: int | None = None
    counted: int | None = None
    until: Until | None = None


class PersistentDiscarded(Event, frozen=True):
    type = "persistent_discarded"
    seat: int
    iid: str
    card: str
    cause: str


class StandingPassSet(Event, frozen=True):
    type = "standing_pass_set"
    seat: int
    windows: tuple[Window, ...] = ()


class WindowPassed(Event, frozen=True):
    type = "window_passed"
    seat: int
    window: Window


# Combat


class AttackDeclined(Event, frozen=True):
    type = "attack_declined"
    seat: int


class AttackerNamed(Event, frozen=True):
    """The cards of a unit."""

    type = "attacker_named"
    seat: int
    defender: int
    cards: tuple[str, ...]


class AttackConfirmed(Event, frozen=True):
    type = "attack_confirmed"
    seat: int
    defender: int
    attackers: tuple[tuple[str, ...], ...]


class BlockAssigned(Event, frozen=True):
    type = "block_assigned"
    seat: int
    blocker: str | None = None
    attacker: str | None = None


class BlocksConfirmed(Event, frozen=True):
    """(blocking unit, attacking unit) by their anchors, and the attacking units that nobody blocks."""

    type = "blocks_confirmed"
    seat: int
    blocks: tuple[tuple[str, str], ...]
    unblocked: tuple[str, ...]


class FightStarted(Event, frozen=True):
    type = "fight_started"
    fight: str
    attacker: int
    defender: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class BattleMarked(Event, frozen=True):
    type = "battle_marked"
    cards: tuple[str, ...]
    turn: int


class SideModified(Event, frozen=True):
    type = "side_modified"
    fight: str
    side: Side
    n: int
    cause: str


class DieSet(Event, frozen=True):
    """The bickering die of a fight counts as this."""

    type = "die_set"
    fight: str
    value: int
    cause: str


class DieRaised(Event, frozen=True):
    """The die of one side of a fight counts so much more."""

    type = "die_raised"
    fight: str
    side: Side
    n: int
    cause: str


class FightStuck(Event, frozen=True):
    type = "fight_stuck"
    fight: str
    reason: Literal["bicker", "tie"]
    die: int


class FightResolved(Event, frozen=True):
    """Totals of attacker and defender side; what was defeated and what a save keeps, as instance ids."""

    type = "fight_resolved"
    fight: str
    totals: tuple[int, int]
    winner: int
    side: Side
    defeated: tuple[str, ...]
    saved: tuple[str, ...] = ()


class FightWonUnopposed(Event, frozen=True):
    type = "fight_won_unopposed"
    fight: str
    winner: int


class FightRemoved(Event, frozen=True):
    type = "fight_removed"
    fight: str


class UnitJoinedFight(Event, frozen=True):
    type = "unit_joined_fight"
    seat: int
    cards: tuple[str, ...]
    fight: str
    side: Side


class UnitLeftFight(Event, frozen=True):
    type = "unit_left_fight"
    seat: int
    cards: tuple[str, ...]
    fight: str


class AttackCancelled(Event, frozen=True):
    """The new fights and the assault of this turn end without result."""

    type = "attack_cancelled"
    seat: int
    cause: str


class AssaultAssigned(Event, frozen=True):
    type = "assault_assigned"
    seat: int
    unit: str | None = None
    planet: str | None = None


class AssaultConfirmed(Event, frozen=True):
    """(unit by its anchor, planet)."""

    type = "assault_confirmed"
    seat: int
    assignments: tuple[tuple[str, str], ...]


class PlanetCaptureChecked(Event, frozen=True):
    """Capture values of the units sent to it, and what would be needed."""

    type = "planet_capture_checked"
    seat: int
    iid: str
    card: str
    sum: int
    needed: int
    captured: bool


class PlanetCaptured(Event, frozen=True):
    """It goes to its owner's discard pile, or to the hand as the new instance `hand`."""

    type = "planet_captured"
    seat: int
    iid: str
    card: str
    by: int
    to_hand: bool = False
    hand: str | None = None


# Accounts, the end


class AccountSwapped(Event, frozen=True):
    type = "account_swapped"
    seat: int
    before: str
    after: str


class HomeworldSwapped(Event, frozen=True):
    """Instances of planets."""

    type = "homeworld_swapped"
    seat: int
    before: str
    after: str


class PlayerLost(Event, frozen=True):
    type = "player_lost"
    seat: int
    reason: Literal["homeworld", "concede"]


EVENTS: tuple[type[Event], ...] = (
    PlayerRegistered,
    CardsRevealed,
    DeckShuffled,
    DieRolled,
    RandomCardPicked,
    FirstPlayerSet,
    TurnStarted,
    TurnEnded,
    PoolsRefilled,
    CardDrawn,
    DrawDeclined,
    PlanetPlayed,
    PlanetEntered,
    CharacterPlayed,
    CharacterRevived,
    CharacterEntered,
    CardDiscarded,
    CardReturnedToHand,
    CardsLookedAt,
    CardTaken,
    CardsBottomed,
    MetersPaid,
    WordsPaid,
    PlanetExhausted,
    PoolCut,
    IncomePromised,
    PlanetSkipped,
    IndividualJoined,
    IndividualLeft,
    AbilityUsed,
    TokensPlaced,
    TokensRemoved,
    ModifierAdded,
    ModifiersEnded,
    UnitRefreshed,
    CharacterDestroyed,
    OocAnnounced,
    ResponsePassed,
    OocCancelled,
    OocResolved,
    FactionChosen,
    PersistentPlaced,
    PersistentDiscarded,
    StandingPassSet,
    WindowPassed,
    AttackDeclined,
    AttackerNamed,
    AttackConfirmed,
    BlockAssigned,
    BlocksConfirmed,
    FightStarted,
    BattleMarked,
    SideModified,
    DieSet,
    DieRaised,
    FightStuck,
    FightResolved,
    FightWonUnopposed,
    FightRemoved,
    UnitJoinedFight,
    UnitLeftFight,
    AttackCancelled,
    AssaultAssigned,
    AssaultConfirmed,
    PlanetCaptureChecked,
    PlanetCaptured,
    AccountSwapped,
    HomeworldSwapped,
    PlayerLost,
)
UPCASTERS: Mapping[tuple[str, int], Upcaster] = {}
"""(type, schema) to what brings a stored event to the next schema; every event is still at its first."""
