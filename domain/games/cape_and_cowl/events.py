"""The events, named as in the catalogue; times, versions and visibility belong to the envelope.

`seat` is the player it is about. `cause` is a card id, or what the rules call it (`draw_card`, `poison` ...).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from domain.games.cape_and_cowl.board import Duration, Status
from domain.games.cape_and_cowl.definitions import Class
from domain.kernel.facts import Event
from domain.kernel.upcasters import Upcaster

Zone = Literal["hand", "field", "deck", "play"]


class PlayerSetUp(Event, frozen=True):
    """The deck in the order of the loadout, the Porter apart."""

    type = "player_set_up"
    seat: int
    deck_size: int
    deck: tuple[str, ...] | None = None


class PorterEntered(Event, frozen=True):
    type = "porter_entered"
    seat: int
    iid: str
    card: str


class DeckShuffled(Event, frozen=True):
    """`order` lists places of the deck as it stood."""

    type = "deck_shuffled"
    seat: int
    cause: str
    order: tuple[int, ...] | None = None


class FirstPlayerChosen(Event, frozen=True):
    type = "first_player_chosen"
    seat: int
    by: Literal["option", "coin"]


class TurnStarted(Event, frozen=True):
    type = "turn_started"
    seat: int
    round: int
    turn: int


class TurnEnded(Event, frozen=True):
    type = "turn_ended"
    seat: int
    round: int
    turn: int


class DurationEnded(Event, frozen=True):
    """Every effect of this duration that this player made is over."""

    type = "duration_ended"
    seat: int
    duration: Duration


class ApReceived(Event, frozen=True):
    type = "ap_received"
    seat: int
    porter: int
    extra: int
    shortage: int
    amount: int
    ap_after: int


class ApSpent(Event, frozen=True):
    type = "ap_spent"
    seat: int
    n: int
    cause: str
    ap_after: int


class ApGained(Event, frozen=True):
    type = "ap_gained"
    seat: int
    n: int
    cause: str
    ap_after: int


class ApLost(Event, frozen=True):
    type = "ap_lost"
    seat: int
    n: int
    cause: str
    ap_after: int


class ApRefunded(Event, frozen=True):
    type = "ap_refunded"
    seat: int
    n: int
    cause: str
    ap_after: int


class ShortageAdded(Event, frozen=True):
    type = "shortage_added"
    seat: int
    n: int
    cause: str


class OverdriveOn(Event, frozen=True):
    type = "overdrive_on"
    seat: int
    cp: int


class OverdriveOff(Event, frozen=True):
    type = "overdrive_off"
    seat: int
    cp: int


class CardDrawn(Event, frozen=True):
    type = "card_drawn"
    seat: int
    cause: str
    hand_count: int
    deck_count: int
    card: str | None = None
    iid: str | None = None


class DrawStopped(Event, frozen=True):
    type = "draw_stopped"
    seat: int
    undrawn: int
    reason: Literal["hand_full", "deck_empty"]


class CharacterPlayed(Event, frozen=True):
    type = "character_played"
    seat: int
    iid: str
    card: str
    position: int
    cost: int


class CityPlayed(Event, frozen=True):
    type = "city_played"
    seat: int
    iid: str
    card: str
    position: int
    cost: int
    host: str | None = None


class EventPlayed(Event, frozen=True):
    type = "event_played"
    seat: int
    iid: str
    card: str
    position: int
    cost: int
    targets: tuple[str, ...] = ()
    target_cards: tuple[str, ...] = ()


class CpChanged(Event, frozen=True):
    type = "cp_changed"
    seat: int
    delta: int
    cp_after: int
    cause: str


class CharacterWithdrawn(Event, frozen=True):
    """`old` is the Character in play; in the hand it is the new instance `iid`."""

    type = "character_withdrawn"
    seat: int
    old: str
    card: str
    cause: str
    iid: str | None = None


class CardReturned(Event, frozen=True):
    """As `character_withdrawn`, but by an effect that withdrawing rules don't bind."""

    type = "card_returned"
    seat: int
    old: str
    card: str
    cause: str
    iid: str | None = None


class CardDiscarded(Event, frozen=True):
    """`position` is the place in the hand that the card leaves."""

    type = "card_discarded"
    seat: int
    iid: str
    card: str
    from_zone: Zone
    cause: str
    discard_count: int
    position: int | None = None


class CardsMilled(Event, frozen=True):
    """(instance id, card id) from the top."""

    type = "cards_milled"
    seat: int
    cause: str
    cards: tuple[tuple[str, str], ...]


class CardDestroyed(Event, frozen=True):
    type = "card_destroyed"
    seat: int
    iid: str
    card: str
    cause: str
    discard_count: int


class DestroyReplaced(Event, frozen=True):
    """The card stays: by its guard, or with `hp_after` by its own text."""

    type = "destroy_replaced"
    seat: int
    iid: str
    card: str
    by: Literal["guard", "replacement"]
    hp_after: int = 0


class CardSunk(Event, frozen=True):
    """An Event goes to the bottom of its player's deck."""

    type = "card_sunk"
    seat: int
    iid: str
    card: str


class AttackDeclared(Event, frozen=True):
    type = "attack_declared"
    seat: int
    attacker: str
    card: str
    attack: int
    target: str
    cost: int
    target_card: str | None = None


class AbilityUsed(Event, frozen=True):
    type = "ability_used"
    seat: int
    character: str
    card: str
    ability: int
    cost: int
    targets: tuple[str, ...] = ()
    target_cards: tuple[str, ...] = ()


class ActFailed(Event, frozen=True):
    type = "act_failed"
    seat: int
    character: str
    card: str
    reason: Literal["confused"] = "confused"


class DamageDealt(Event, frozen=True):
    """To a Character (`hp_after`) or to the City of `seat` (the change of its CP follows). `source` is what did it."""

    type = "damage_dealt"
    seat: int
    target: str
    kind: Literal["attack", "effect"]
    amount: int
    hp_after: int
    cause: str
    source: str | None = None
    target_card: str | None = None
    attack_type: str = ""
    strength: int = 0


class DamagePrevented(Event, frozen=True):
    type = "damage_prevented"
    seat: int
    target: str
    by: Literal["immune", "reduction", "shield"]
    amount: int
    target_card: str | None = None


class ComboChanged(Event, frozen=True):
    type = "combo_changed"
    seat: int
    character: str
    card: str
    attack: int
    level: int


class ComboBroken(Event, frozen=True):
    type = "combo_broken"
    seat: int
    character: str
    card: str
    reason: Literal["no_attack", "other_attack"]


class TypeEffectUnleashed(Event, frozen=True):
    """The Combo of the Character, if it is still there, is used up."""

    type = "type_effect_unleashed"
    seat: int
    character: str
    card: str
    attack_type: str


class StatusGained(Event, frozen=True):
    """A status of a Character; `disabled` of a City card; `flooded` of the player."""

    type = "status_gained"
    seat: int
    status: Status | Literal["disabled", "flooded"]
    made_by: int
    cause: str
    iid: str | None = None
    card: str | None = None


class StatusEnded(Event, frozen=True):
    type = "status_ended"
    seat: int
    status: Status
    cause: str
    iid: str
    card: str


class Healed(Event, frozen=True):
    type = "healed"
    seat: int
    iid: str
    card: str
    n: int
    hp_after: int
    cause: str


class MaxHpChanged(Event, frozen=True):
    """The cards in play give a Character another maximum; its HP follow."""

    type = "max_hp_changed"
    seat: int
    iid: str
    card: str
    max_hp: int
    hp_after: int


class ModifierAdded(Event, frozen=True):
    """For a Character (`iid`) an Attack modifier, else something that lasts for the player `seat`."""

    type = "modifier_added"
    seat: int
    kind: Literal["attack_mod", "cp_damage_mod", "limit_mod", "no_attrition", "storm"]
    duration: Duration
    made_by: int
    cause: str
    value: int = 0
    iid: str | None = None
    card: str | None = None
    types: tuple[str, ...] = ()
    damaged: bool = False
    limit: str = ""


class ExtraActGained(Event, frozen=True):
    type = "extra_act_gained"
    seat: int
    iid: str
    card: str
    n: int
    cause: str


class ClassChanged(Event, frozen=True):
    type = "class_changed"
    seat: int
    iid: str
    card: str
    before: Class
    after: Class


class HandCardRevealed(Event, frozen=True):
    type = "hand_card_revealed"
    seat: int
    position: int
    iid: str
    card: str


class DeckSearched(Event, frozen=True):
    """One card, unseen by the opponent, or none, is taken out of the deck; then the deck is shuffled."""

    type = "deck_searched"
    seat: int
    found: bool
    cause: str
    card: str | None = None
    iid: str | None = None


class CardsRecovered(Event, frozen=True):
    """(old instance, card id) of the discard pile, to the hand as new instances or in this order under the deck."""

    type = "cards_recovered"
    seat: int
    cards: tuple[tuple[str, str], ...]
    to: Literal["hand", "bottom"]
    cause: str
    iids: tuple[str, ...] = ()


class DieRolled(Event, frozen=True):
    type = "die_rolled"
    seat: int
    value: int
    cause: str


class RandomCardPicked(Event, frozen=True):
    type = "random_card_picked"
    seat: int
    position: int
    card: str
    cause: str


class RandomTargetPicked(Event, frozen=True):
    type = "random_target_picked"
    seat: int
    candidates: tuple[str, ...]
    target: str
    card: str
    cause: str


EVENTS: tuple[type[Event], ...] = (
    PlayerSetUp,
    PorterEntered,
    DeckShuffled,
    FirstPlayerChosen,
    TurnStarted,
    TurnEnded,
    DurationEnded,
    ApReceived,
    ApSpent,
    ApGained,
    ApLost,
    ApRefunded,
    ShortageAdded,
    OverdriveOn,
    OverdriveOff,
    CardDrawn,
    DrawStopped,
    CharacterPlayed,
    CityPlayed,
    EventPlayed,
    CpChanged,
    CharacterWithdrawn,
    CardReturned,
    CardDiscarded,
    CardsMilled,
    CardDestroyed,
    DestroyReplaced,
    CardSunk,
    AttackDeclared,
    AbilityUsed,
    ActFailed,
    DamageDealt,
    DamagePrevented,
    ComboChanged,
    ComboBroken,
    TypeEffectUnleashed,
    StatusGained,
    StatusEnded,
    Healed,
    MaxHpChanged,
    ModifierAdded,
    ExtraActGained,
    ClassChanged,
    HandCardRevealed,
    DeckSearched,
    CardsRecovered,
    DieRolled,
    RandomCardPicked,
    RandomTargetPicked,
)
UPCASTERS: Mapping[tuple[str, int], Upcaster] = {}
