"""The events, named as in the catalogue; times, versions and visibility belong to the envelope.

`seat` is the player it is about. `cause` is a card id, or what the rules call it (`draw_card`, `poison` ...).
"""

from __future__ import annotations

from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.events.acts import AbilityUsed as AbilityUsed
from domain.games.cape_and_cowl.events.acts import ActFailed as ActFailed
from domain.games.cape_and_cowl.events.acts import AttackDeclared as AttackDeclared
from domain.games.cape_and_cowl.events.acts import ComboBroken as ComboBroken
from domain.games.cape_and_cowl.events.acts import ComboChanged as ComboChanged
from domain.games.cape_and_cowl.events.acts import DamageDealt as DamageDealt
from domain.games.cape_and_cowl.events.acts import DamagePrevented as DamagePrevented
from domain.games.cape_and_cowl.events.acts import TypeEffectUnleashed as TypeEffectUnleashed
from domain.games.cape_and_cowl.events.cards import CardDestroyed as CardDestroyed
from domain.games.cape_and_cowl.events.cards import CardDiscarded as CardDiscarded
from domain.games.cape_and_cowl.events.cards import CardReturned as CardReturned
from domain.games.cape_and_cowl.events.cards import CardSunk as CardSunk
from domain.games.cape_and_cowl.events.cards import CharacterPlayed as CharacterPlayed
from domain.games.cape_and_cowl.events.cards import CharacterWithdrawn as CharacterWithdrawn
from domain.games.cape_and_cowl.events.cards import CityPlayed as CityPlayed
from domain.games.cape_and_cowl.events.cards import DestroyReplaced as DestroyReplaced
from domain.games.cape_and_cowl.events.cards import EventPlayed as EventPlayed
from domain.games.cape_and_cowl.events.cards import PorterEntered as PorterEntered
from domain.games.cape_and_cowl.events.cards import of as of
from domain.games.cape_and_cowl.events.chance import DieRolled as DieRolled
from domain.games.cape_and_cowl.events.chance import RandomCardPicked as RandomCardPicked
from domain.games.cape_and_cowl.events.chance import RandomTargetPicked as RandomTargetPicked
from domain.games.cape_and_cowl.events.characters import ClassChanged as ClassChanged
from domain.games.cape_and_cowl.events.characters import ExtraActGained as ExtraActGained
from domain.games.cape_and_cowl.events.characters import Healed as Healed
from domain.games.cape_and_cowl.events.characters import MaxHpChanged as MaxHpChanged
from domain.games.cape_and_cowl.events.characters import ModifierAdded as ModifierAdded
from domain.games.cape_and_cowl.events.characters import StatusEnded as StatusEnded
from domain.games.cape_and_cowl.events.characters import StatusGained as StatusGained
from domain.games.cape_and_cowl.events.piles import CardDrawn as CardDrawn
from domain.games.cape_and_cowl.events.piles import CardsMilled as CardsMilled
from domain.games.cape_and_cowl.events.piles import CardsRecovered as CardsRecovered
from domain.games.cape_and_cowl.events.piles import DeckSearched as DeckSearched
from domain.games.cape_and_cowl.events.piles import DeckShuffled as DeckShuffled
from domain.games.cape_and_cowl.events.piles import DrawStopped as DrawStopped
from domain.games.cape_and_cowl.events.piles import HandCardRevealed as HandCardRevealed
from domain.games.cape_and_cowl.events.points import ApGained as ApGained
from domain.games.cape_and_cowl.events.points import ApLost as ApLost
from domain.games.cape_and_cowl.events.points import ApReceived as ApReceived
from domain.games.cape_and_cowl.events.points import ApRefunded as ApRefunded
from domain.games.cape_and_cowl.events.points import ApSpent as ApSpent
from domain.games.cape_and_cowl.events.points import CpChanged as CpChanged
from domain.games.cape_and_cowl.events.points import OverdriveOff as OverdriveOff
from domain.games.cape_and_cowl.events.points import OverdriveOn as OverdriveOn
from domain.games.cape_and_cowl.events.points import ShortageAdded as ShortageAdded
from domain.games.cape_and_cowl.events.turns import DurationEnded as DurationEnded
from domain.games.cape_and_cowl.events.turns import FirstPlayerChosen as FirstPlayerChosen
from domain.games.cape_and_cowl.events.turns import PlayerSetUp as PlayerSetUp
from domain.games.cape_and_cowl.events.turns import TurnEnded as TurnEnded
from domain.games.cape_and_cowl.events.turns import TurnStarted as TurnStarted
from domain.kernel.facts import GameEvent

EVENTS: tuple[type[GameEvent[Board]], ...] = (
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
