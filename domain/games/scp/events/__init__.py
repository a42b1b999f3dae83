"""The events, named as in the catalogue; times, versions and visibility belong to the envelope.

`seat` is the player it is about, `iid` and `card` a card, `scp` the instance of an SCP. `cause` is a card id, or what
the rules call it (`draw_phase`, `setup` ...).
"""

from __future__ import annotations

from domain.games.scp.board import Board
from domain.games.scp.events import attempts, building, cards, piles, plays, scps, setup, turns
from domain.games.scp.events.attempts import *  # noqa: F403
from domain.games.scp.events.building import *  # noqa: F403
from domain.games.scp.events.cards import *  # noqa: F403
from domain.games.scp.events.piles import *  # noqa: F403
from domain.games.scp.events.plays import *  # noqa: F403
from domain.games.scp.events.scps import *  # noqa: F403
from domain.games.scp.events.setup import *  # noqa: F403
from domain.games.scp.events.turns import *  # noqa: F403
from domain.kernel.facts import GameEvent

EVENTS: tuple[type[GameEvent[Board]], ...] = (
    setup.PlayerSetUp,
    setup.ScpDeckMade,
    setup.DeckShuffled,
    setup.FirstBidderDrawn,
    setup.BidMade,
    setup.BidPassed,
    setup.BidWon,
    setup.CardsRemovedByBid,
    setup.PlayerOneSet,
    turns.TurnStarted,
    turns.PhaseStarted,
    turns.StepStarted,
    turns.TurnEnded,
    piles.CardDrawn,
    piles.CardDiscarded,
    piles.CardsMilled,
    piles.HandRevealed,
    building.ResourcesChanged,
    building.PoolRefilled,
    building.FinanceTokenChanged,
    building.Produced,
    cards.CardsUntapped,
    cards.CardTapped,
    plays.MissionPlayed,
    plays.MissionResolved,
    plays.MissionDiscarded,
    cards.PersonnelAssigned,
    cards.AssignmentEnded,
    building.CardPlacedFaceDown,
    building.BuildFunded,
    building.BuildChanged,
    building.BuildRevealed,
    building.CardDeployed,
    building.BuildDiscarded,
    building.ReplacedByNewer,
    attempts.AttemptBegun,
    attempts.WindowPassed,
    plays.ComplicationPlayed,
    plays.ComplicationNegated,
    plays.ComplicationOvercome,
    plays.ComplicationResolved,
    plays.EventPlayed,
    plays.AbilityUsed,
    plays.TextResolved,
    attempts.MemberRemoved,
    attempts.AttemptCompared,
    attempts.AttemptCalledOff,
    attempts.AttemptVoid,
    attempts.AttemptEnded,
    cards.Researched,
    scps.ScpRevealed,
    scps.ScpPeeked,
    scps.ScpPutOnBottom,
    building.BuildPeeked,
    scps.ScpSecured,
    scps.ScpContained,
    scps.ScpUncontained,
    scps.ScpUnsecured,
    scps.ScpDestroyed,
    scps.EscalationChanged,
    scps.CounterRemoved,
    scps.Outbreak,
    cards.AttritionDue,
    cards.PreventionUsed,
    cards.AttritionPaid,
    cards.AttritionDone,
    cards.CardDestroyed,
    cards.CardReturned,
    piles.CardRecovered,
    cards.WoundChanged,
    turns.EffectStarted,
    turns.EffectsEnded,
    building.RevealsAllowed,
    turns.LoopBroken,
    turns.PlayerLeft,
    turns.MatchScored,
)
