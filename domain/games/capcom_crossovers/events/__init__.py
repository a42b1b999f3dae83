"""The events, named as in the catalogue; times, versions and visibility belong to the envelope.

`seat` is the player it is about (`player` there). Characters go by instance id, `cid` beside it by card id; playing
cards by face. `cause` is a card's, move's or ability's id, or what the rules call it.
"""

from __future__ import annotations

from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.events.attacks import AttackAvoided as AttackAvoided
from domain.games.capcom_crossovers.events.attacks import AttackCountered as AttackCountered
from domain.games.capcom_crossovers.events.attacks import AttackDeclared as AttackDeclared
from domain.games.capcom_crossovers.events.attacks import AttackDodged as AttackDodged
from domain.games.capcom_crossovers.events.attacks import AttackHit as AttackHit
from domain.games.capcom_crossovers.events.attacks import AttackNegated as AttackNegated
from domain.games.capcom_crossovers.events.attacks import ComboEnded as ComboEnded
from domain.games.capcom_crossovers.events.attacks import DodgeAttempted as DodgeAttempted
from domain.games.capcom_crossovers.events.attacks import ExtraFlipUsed as ExtraFlipUsed
from domain.games.capcom_crossovers.events.attacks import RangedReplyDeclined as RangedReplyDeclined
from domain.games.capcom_crossovers.events.attacks import TagSuperUsed as TagSuperUsed
from domain.games.capcom_crossovers.events.attacks import ThrowTeched as ThrowTeched
from domain.games.capcom_crossovers.events.attacks import VariableCounterOutcome as VariableCounterOutcome
from domain.games.capcom_crossovers.events.attacks import VariableCounterUsed as VariableCounterUsed
from domain.games.capcom_crossovers.events.blocks import AttackBlocked as AttackBlocked
from domain.games.capcom_crossovers.events.blocks import BlockDiscarded as BlockDiscarded
from domain.games.capcom_crossovers.events.blocks import BlockReturned as BlockReturned
from domain.games.capcom_crossovers.events.blocks import BlockRevealed as BlockRevealed
from domain.games.capcom_crossovers.events.blocks import BlockSet as BlockSet
from domain.games.capcom_crossovers.events.cards import AceRecovered as AceRecovered
from domain.games.capcom_crossovers.events.cards import CardDiscardedAtRandom as CardDiscardedAtRandom
from domain.games.capcom_crossovers.events.cards import CardPlacedInMeter as CardPlacedInMeter
from domain.games.capcom_crossovers.events.cards import CardsDiscarded as CardsDiscarded
from domain.games.capcom_crossovers.events.cards import CardsDrawn as CardsDrawn
from domain.games.capcom_crossovers.events.cards import DeckCut as DeckCut
from domain.games.capcom_crossovers.events.cards import JokerRecovered as JokerRecovered
from domain.games.capcom_crossovers.events.characters import AbilityUsed as AbilityUsed
from domain.games.capcom_crossovers.events.characters import CharacterKoed as CharacterKoed
from domain.games.capcom_crossovers.events.characters import CharacterSwitched as CharacterSwitched
from domain.games.capcom_crossovers.events.characters import CpReset as CpReset
from domain.games.capcom_crossovers.events.characters import DamageDealt as DamageDealt
from domain.games.capcom_crossovers.events.characters import HpRecovered as HpRecovered
from domain.games.capcom_crossovers.events.characters import ModifierAdded as ModifierAdded
from domain.games.capcom_crossovers.events.characters import ModifiersExpired as ModifiersExpired
from domain.games.capcom_crossovers.events.characters import SwitchReason as SwitchReason
from domain.games.capcom_crossovers.events.setup import CharacterEntered as CharacterEntered
from domain.games.capcom_crossovers.events.setup import DeckBrought as DeckBrought
from domain.games.capcom_crossovers.events.setup import DeckShuffled as DeckShuffled
from domain.games.capcom_crossovers.events.setup import FirstSideChosen as FirstSideChosen
from domain.games.capcom_crossovers.events.setup import MulliganDeclined as MulliganDeclined
from domain.games.capcom_crossovers.events.setup import MulliganTaken as MulliganTaken
from domain.games.capcom_crossovers.events.setup import OpeningHandDealt as OpeningHandDealt
from domain.games.capcom_crossovers.events.turns import CombatPassed as CombatPassed
from domain.games.capcom_crossovers.events.turns import PhaseChanged as PhaseChanged
from domain.games.capcom_crossovers.events.turns import PlayerConceded as PlayerConceded
from domain.games.capcom_crossovers.events.turns import TimeOver as TimeOver
from domain.games.capcom_crossovers.events.turns import TurnEnded as TurnEnded
from domain.games.capcom_crossovers.events.turns import TurnStarted as TurnStarted
from domain.kernel.facts import GameEvent

EVENTS: tuple[type[GameEvent[Board]], ...] = (
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
