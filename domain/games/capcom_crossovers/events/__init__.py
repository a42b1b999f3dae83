"""The events, named as in the catalogue; times, versions and visibility belong to the envelope.

`seat` is the player it is about (`player` there). Characters go by instance id, `cid` beside it by card id; playing
cards by face. `cause` is a card's, move's or ability's id, or what the rules call it.
"""

from __future__ import annotations

from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.events import attacks, blocks, cards, characters, setup, turns
from domain.games.capcom_crossovers.events.attacks import *  # noqa: F403
from domain.games.capcom_crossovers.events.blocks import *  # noqa: F403
from domain.games.capcom_crossovers.events.cards import *  # noqa: F403
from domain.games.capcom_crossovers.events.characters import *  # noqa: F403
from domain.games.capcom_crossovers.events.setup import *  # noqa: F403
from domain.games.capcom_crossovers.events.turns import *  # noqa: F403
from domain.kernel.facts import GameEvent

EVENTS: tuple[type[GameEvent[Board]], ...] = (
    setup.CharacterEntered,
    setup.DeckBrought,
    setup.DeckShuffled,
    setup.OpeningHandDealt,
    setup.MulliganTaken,
    setup.MulliganDeclined,
    setup.FirstSideChosen,
    turns.TurnStarted,
    blocks.BlockReturned,
    cards.CardsDrawn,
    turns.PhaseChanged,
    turns.CombatPassed,
    blocks.BlockSet,
    attacks.AttackDeclared,
    blocks.BlockRevealed,
    blocks.BlockDiscarded,
    blocks.AttackBlocked,
    attacks.DodgeAttempted,
    attacks.ExtraFlipUsed,
    attacks.AttackDodged,
    attacks.AttackHit,
    attacks.AttackCountered,
    attacks.AttackNegated,
    attacks.AttackAvoided,
    attacks.ThrowTeched,
    attacks.RangedReplyDeclined,
    characters.CpReset,
    characters.DamageDealt,
    characters.HpRecovered,
    attacks.ComboEnded,
    cards.CardsDiscarded,
    cards.CardDiscardedAtRandom,
    cards.CardPlacedInMeter,
    cards.AceRecovered,
    cards.JokerRecovered,
    cards.DeckCut,
    characters.AbilityUsed,
    characters.ModifierAdded,
    characters.ModifiersExpired,
    attacks.VariableCounterUsed,
    attacks.TagSuperUsed,
    characters.CharacterSwitched,
    characters.CharacterKoed,
    turns.TurnEnded,
    turns.TimeOver,
    turns.PlayerConceded,
)
