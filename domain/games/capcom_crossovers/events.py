"""The events, named as in the catalogue; times, versions and visibility belong to the envelope.

`seat` is the player it is about (`player` there). Characters go by instance id, `cid` beside it by card id; playing
cards by face. `cause` is a card's, move's or ability's id, or what the rules call it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from domain.games.capcom_crossovers.board import Duration, Phase, Role, Stat
from domain.kernel.facts import Event
from domain.kernel.upcasters import Upcaster

Pile = Literal["draw", "discard"]
VariableCounterOutcome = Literal["higher", "equal", "lower"]
SwitchReason = Literal["tag", "vc", "tag_super", "ko"]


class CharacterEntered(Event, frozen=True):
    """CAP-103 CAP-104 CAP-902 A character takes its place before the match."""

    type = "character_entered"
    seat: int
    side: int
    character: str
    cid: str
    hp: int
    active: bool


class DeckBrought(Event, frozen=True):
    """CAP-102 CAP-105 The own deck of playing cards, in the order of faces."""

    type = "deck_brought"
    seat: int
    cards: tuple[str, ...]


class DeckShuffled(Event, frozen=True):
    """`order` lists places of the pile as it stood."""

    type = "deck_shuffled"
    seat: int
    cause: str
    order: tuple[int, ...] | None = None


class OpeningHandDealt(Event, frozen=True):
    type = "opening_hand_dealt"
    seat: int
    n: int
    cards: tuple[str, ...] | None = None


class MulliganTaken(Event, frozen=True):
    """The hand goes back into the draw pile."""

    type = "mulligan_taken"
    seat: int


class MulliganDeclined(Event, frozen=True):
    type = "mulligan_declined"
    seat: int


class FirstSideChosen(Event, frozen=True):
    """`order` are the seats in turn order."""

    type = "first_side_chosen"
    side: int
    order: tuple[int, ...]
    by: Literal["option", "draw"]


class TurnStarted(Event, frozen=True):
    type = "turn_started"
    seat: int
    turn: int


class BlockReturned(Event, frozen=True):
    """`seen`: it was turned up."""

    type = "block_returned"
    seat: int
    seen: bool
    card: str | None = None


class CardsDrawn(Event, frozen=True):
    type = "cards_drawn"
    seat: int
    n: int
    cause: str
    cards: tuple[str, ...] | None = None


class PhaseChanged(Event, frozen=True):
    type = "phase_changed"
    seat: int
    phase: Phase


class CombatPassed(Event, frozen=True):
    type = "combat_passed"
    seat: int


class BlockSet(Event, frozen=True):
    type = "block_set"
    seat: int
    card: str | None = None


class AttackDeclared(Event, frozen=True):
    """`sequence` is the value of a basic attack; `counted`: its uses in a combo are (CAP-416)."""

    type = "attack_declared"
    attack: int
    seat: int
    character: str
    cid: str
    move: str
    cards: tuple[str, ...]
    extra_cards: tuple[str, ...]
    cp: int
    cp_used: int
    priority: int | None
    role: Role
    partner: str | None = None
    partner_cid: str | None = None
    sequence: int | None = None
    counted: bool = False


class BlockRevealed(Event, frozen=True):
    type = "block_revealed"
    seat: int
    card: str
    defense_total: int


class BlockDiscarded(Event, frozen=True):
    type = "block_discarded"
    seat: int
    card: str


class AttackBlocked(Event, frozen=True):
    type = "attack_blocked"
    attack: int
    damage_through: int


class DodgeAttempted(Event, frozen=True):
    type = "dodge_attempted"
    seat: int
    card: str
    success: bool


class ExtraFlipUsed(Event, frozen=True):
    type = "extra_flip_used"
    seat: int
    card: str
    success: bool


class AttackDodged(Event, frozen=True):
    type = "attack_dodged"
    attack: int


class AttackHit(Event, frozen=True):
    """`owner` is the seat whose combo it begins or goes on with; None: there is no combo."""

    type = "attack_hit"
    attack: int
    owner: int | None = None


class AttackCountered(Event, frozen=True):
    """`by` is an attack; priorities as they are now."""

    type = "attack_countered"
    attack: int
    by: int
    priority: int
    by_priority: int


class AttackNegated(Event, frozen=True):
    type = "attack_negated"
    attack: int
    by: int
    priority: int
    by_priority: int


class AttackAvoided(Event, frozen=True):
    type = "attack_avoided"
    attack: int
    by: int


class ThrowTeched(Event, frozen=True):
    type = "throw_teched"
    attack: int
    seat: int
    cards: tuple[str, ...]


class RangedReplyDeclined(Event, frozen=True):
    type = "ranged_reply_declined"
    seat: int


class CpReset(Event, frozen=True):
    type = "cp_reset"
    character: str
    cid: str


class DamageDealt(Event, frozen=True):
    """The steps of CAP-480. `attack` is the attack that dealt it; without one `cause` says what did."""

    type = "damage_dealt"
    target: str
    cid: str
    n: int
    hp_after: int
    base: int
    cause: str
    attack: int | None = None
    added: int = 0
    halved: int = 0
    blocked: int = 0
    reduced: int = 0
    absorbed: int = 0


class HpRecovered(Event, frozen=True):
    type = "hp_recovered"
    character: str
    cid: str
    n: int
    hp_after: int
    cause: str


class ComboEnded(Event, frozen=True):
    type = "combo_ended"
    seat: int
    total: int
    reason: Literal["finisher", "points", "declined", "ko", "tag_super", "teched", "conceded"]


class CardsDiscarded(Event, frozen=True):
    """`source`: where they came from; of the action zone those of `attack`."""

    type = "cards_discarded"
    seat: int
    cards: tuple[str, ...]
    source: Literal["hand", "zone"]
    cause: str
    attack: int | None = None


class CardDiscardedAtRandom(Event, frozen=True):
    type = "card_discarded_at_random"
    seat: int
    card: str
    cause: str


class CardPlacedInMeter(Event, frozen=True):
    type = "card_placed_in_meter"
    seat: int
    card: str
    total: int


class AceRecovered(Event, frozen=True):
    type = "ace_recovered"
    seat: int
    paid: tuple[str, ...]
    pile: Pile
    ace: str


class JokerRecovered(Event, frozen=True):
    type = "joker_recovered"
    seat: int
    paid: tuple[str, ...]
    joker: str


class DeckCut(Event, frozen=True):
    type = "deck_cut"
    seat: int
    by: int
    k: int


class AbilityUsed(Event, frozen=True):
    """A part of an ability with a cost or a limit, or one that somebody chose to use; its cost went before."""

    type = "ability_used"
    seat: int
    character: str
    cid: str
    ability: str
    part: int
    limit: Literal["turn", "game"] | None = None


class ModifierAdded(Event, frozen=True):
    """`call` is the word of the card that says what it is about; `amount` 0 with `prevent_damage` is a half."""

    type = "modifier_added"
    character: str
    cid: str
    source: str
    source_cid: str
    call: int
    what: str
    amount: int
    duration: Duration
    stat: Stat | None = None


class ModifiersExpired(Event, frozen=True):
    """Everything of this duration is over."""

    type = "modifiers_expired"
    duration: Duration


class VariableCounterUsed(Event, frozen=True):
    type = "variable_counter_used"
    attack: int
    seat: int
    character: str
    cid: str
    move: str
    joker: str
    priority: int
    against: int
    outcome: VariableCounterOutcome


class TagSuperUsed(Event, frozen=True):
    type = "tag_super_used"
    attack: int
    seat: int
    jokers: tuple[str, ...]
    damage: int
    priority: int


class CharacterSwitched(Event, frozen=True):
    type = "character_switched"
    side: int
    comes: str
    comes_cid: str
    goes: str
    goes_cid: str
    reason: SwitchReason


class CharacterKoed(Event, frozen=True):
    """`out`: its player has no more turns."""

    type = "character_koed"
    seat: int
    character: str
    cid: str
    out: bool


class TurnEnded(Event, frozen=True):
    type = "turn_ended"
    seat: int
    turn: int


class TimeOver(Event, frozen=True):
    """`empty` are the players whose draw pile is empty, none at the turn cap. Fractions of HP by side."""

    type = "time_over"
    empty: tuple[int, ...]
    fractions: tuple[tuple[int, int], ...]


class PlayerConceded(Event, frozen=True):
    type = "player_conceded"
    seat: int


EVENTS: tuple[type[Event], ...] = (
    CharacterEntered,
    DeckBrought,
    DeckShuffled,
    OpeningHandDealt,
    MulliganTaken,
    MulliganDeclined,
    FirstSideChosen,
    TurnStarted,
    BlockReturned,
    CardsDrawn,
    PhaseChanged,
    CombatPassed,
    BlockSet,
    AttackDeclared,
    BlockRevealed,
    BlockDiscarded,
    AttackBlocked,
    DodgeAttempted,
    ExtraFlipUsed,
    AttackDodged,
    AttackHit,
    AttackCountered,
    AttackNegated,
    AttackAvoided,
    ThrowTeched,
    RangedReplyDeclined,
    CpReset,
    DamageDealt,
    HpRecovered,
    ComboEnded,
    CardsDiscarded,
    CardDiscardedAtRandom,
    CardPlacedInMeter,
    AceRecovered,
    JokerRecovered,
    DeckCut,
    AbilityUsed,
    ModifierAdded,
    ModifiersExpired,
    VariableCounterUsed,
    TagSuperUsed,
    CharacterSwitched,
    CharacterKoed,
    TurnEnded,
    TimeOver,
    PlayerConceded,
)
UPCASTERS: Mapping[tuple[str, int], Upcaster] = {}
