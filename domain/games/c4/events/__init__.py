"""The events of C4, named as in its catalogue; times, versions and visibility belong to the envelope."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.c4.board import Board
from domain.games.c4.events import attacks, cards, effects, endings, setup, tokens, turns, votes
from domain.games.c4.events.attacks import AttackCancelled as AttackCancelled
from domain.games.c4.events.attacks import AttackDecided as AttackDecided
from domain.games.c4.events.attacks import AttackDeclared as AttackDeclared
from domain.games.c4.events.attacks import AttackRedirected as AttackRedirected
from domain.games.c4.events.attacks import CardFlipped as CardFlipped
from domain.games.c4.events.attacks import FlippedCardTaken as FlippedCardTaken
from domain.games.c4.events.attacks import SymbolChanged as SymbolChanged
from domain.games.c4.events.attacks import WhenFlippedResolved as WhenFlippedResolved
from domain.games.c4.events.cards import AbilityUsed as AbilityUsed
from domain.games.c4.events.cards import CardCancelled as CardCancelled
from domain.games.c4.events.cards import CardDiscarded as CardDiscarded
from domain.games.c4.events.cards import CardDrawn as CardDrawn
from domain.games.c4.events.cards import CardEnteredPlay as CardEnteredPlay
from domain.games.c4.events.cards import CardLeftPlay as CardLeftPlay
from domain.games.c4.events.cards import CardPlayed as CardPlayed
from domain.games.c4.events.cards import ControlChanged as ControlChanged
from domain.games.c4.events.cards import DrawFailed as DrawFailed
from domain.games.c4.events.cards import TokensPaid as TokensPaid
from domain.games.c4.events.effects import CardMovedToBottom as CardMovedToBottom
from domain.games.c4.events.effects import CardRecovered as CardRecovered
from domain.games.c4.events.effects import CardsLookedAt as CardsLookedAt
from domain.games.c4.events.effects import EffectAdded as EffectAdded
from domain.games.c4.events.effects import EffectEnded as EffectEnded
from domain.games.c4.events.effects import TopCardRevealed as TopCardRevealed
from domain.games.c4.events.endings import LeaveAnnounced as LeaveAnnounced
from domain.games.c4.events.endings import PlayerConceded as PlayerConceded
from domain.games.c4.events.endings import TurnEnded as TurnEnded
from domain.games.c4.events.endings import TurnStopped as TurnStopped
from domain.games.c4.events.setup import DeckShuffled as DeckShuffled
from domain.games.c4.events.setup import FirstPlayerDetermined as FirstPlayerDetermined
from domain.games.c4.events.setup import PlayerSetUp as PlayerSetUp
from domain.games.c4.events.setup import SetUpCardRevealed as SetUpCardRevealed
from domain.games.c4.events.setup import TokensPlaced as TokensPlaced
from domain.games.c4.events.tokens import EventPrevented as EventPrevented
from domain.games.c4.events.tokens import EventReduced as EventReduced
from domain.games.c4.events.tokens import TokensCollected as TokensCollected
from domain.games.c4.events.tokens import TokensGained as TokensGained
from domain.games.c4.events.tokens import TokensGiven as TokensGiven
from domain.games.c4.events.tokens import TokensLost as TokensLost
from domain.games.c4.events.tokens import TokensPutOnCard as TokensPutOnCard
from domain.games.c4.events.tokens import TokensSpilled as TokensSpilled
from domain.games.c4.events.tokens import TokensTaken as TokensTaken
from domain.games.c4.events.turns import DirectionReversed as DirectionReversed
from domain.games.c4.events.turns import ExtraActions as ExtraActions
from domain.games.c4.events.turns import SkipAdded as SkipAdded
from domain.games.c4.events.turns import TurnOverrideAdded as TurnOverrideAdded
from domain.games.c4.events.turns import TurnOverrideUsed as TurnOverrideUsed
from domain.games.c4.events.turns import TurnSkipped as TurnSkipped
from domain.games.c4.events.turns import TurnStarted as TurnStarted
from domain.games.c4.events.votes import BallotCast as BallotCast
from domain.games.c4.events.votes import ClaimAnswered as ClaimAnswered
from domain.games.c4.events.votes import ClaimMade as ClaimMade
from domain.games.c4.events.votes import ClaimRejected as ClaimRejected
from domain.games.c4.events.votes import ClaimUpheld as ClaimUpheld
from domain.games.c4.events.votes import VoteClosed as VoteClosed
from domain.games.c4.events.votes import VoteOpened as VoteOpened
from domain.kernel.facts import GameEvent
from domain.kernel.upcasters import Upcaster

EVENTS: tuple[type[GameEvent[Board]], ...] = tuple(
    kind
    for module in (setup, turns, cards, attacks, tokens, effects, votes, endings)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, GameEvent) and kind.__module__ == module.__name__
)
"""In the order of the catalogue."""

UPCASTERS: Mapping[tuple[str, int], Upcaster] = {
    # what the vote was about can't be known from the event alone
    ("ballot_cast", 1): lambda data: data,
}
