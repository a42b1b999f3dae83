"""The actions by their names in the catalogue. Cards are named by their instances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from domain.games.scp.board import Job
from domain.kernel.actions import Action
from domain.kernel.references import CardId, Naming, Place, Seat


class Bid(Action, frozen=True, tag="bid"):
    """Name a higher bid for the first turn."""

    told: ClassVar[str] = "bids cards for the first turn"
    n: int


class Pass(Action, frozen=True, tag="pass"):
    """Bid no more, use or play nothing."""

    told: ClassVar[str] = "passes"


class DrawCards(Action, frozen=True, tag="draw_cards"):
    """Pay n Resources for n cards."""

    told: ClassVar[str] = "pays for cards"
    n: int


class CycleComplication(Action, frozen=True, tag="cycle_complication"):
    """Alone: discard a Complication for a card."""

    told: ClassVar[str] = "exchanges a Complication"
    card: CardId


class CashFinance(Action, frozen=True, tag="cash_finance"):
    """Turn n Finance Tokens into Resources."""

    told: ClassVar[str] = "turns in Finance Tokens"
    finance: CardId
    n: int


class PlayMission(Action, frozen=True, tag="play_mission"):
    """Play a Mission of the hand; it says whether its target is a card or a player."""

    told: ClassVar[str] = "plays a Mission"
    card: CardId
    target: CardId | None = None
    player: Seat | None = None


class Assign(Action, frozen=True, tag="assign"):
    """Give a Personnel a job; research has no SCP."""

    told: ClassVar[str] = "gives a job"
    personnel: CardId
    job: Job
    scp: CardId | None = None


class Unassign(Action, frozen=True, tag="unassign"):
    """Take a Personnel's job."""

    told: ClassVar[str] = "takes a job back"
    personnel: CardId


class PlaceBuild(Action, frozen=True, tag="place_build"):
    """Put a card of the hand face down into the Build Queue."""

    private: ClassVar[bool] = True
    told: ClassVar[str] = "places a card face down"
    card: CardId


class FundBuild(Action, frozen=True, tag="fund_build"):
    """Put n Resources of the pool on a face-down card."""

    told: ClassVar[str] = "puts Resources on a face-down card"
    card: CardId
    n: int


class BeginAttempt(Action, frozen=True, tag="begin_attempt"):
    """Begin the attempt of those who are assigned to it."""

    told: ClassVar[str] = "begins an attempt"
    scp: CardId
    job: Job


class Compare(Action, frozen=True, tag="compare"):
    """Play nothing more in this attempt."""

    told: ClassVar[str] = "lets the totals be compared"


class DoResearch(Action, frozen=True, tag="do_research"):
    """Reveal the top card of the SCP deck."""

    told: ClassVar[str] = "researches"


class RemoveEscalation(Action, frozen=True, tag="remove_escalation"):
    """Remove n counters from an own SCP."""

    told: ClassVar[str] = "removes Escalation Counters"
    scp: CardId
    n: int


class Produce(Action, frozen=True, tag="produce"):
    """Place Finance Tokens for the Production Value."""

    told: ClassVar[str] = "produces Finance Tokens"
    finance: CardId


class RevealBuild(Action, frozen=True, tag="reveal_build"):
    """Reveal a face-down card; attached Gear names its bearer."""

    told: ClassVar[str] = "reveals a face-down card"
    card: CardId
    host: CardId | None = None


class PlayEvent(Action, frozen=True, tag="play_event"):
    """Play an Event of the hand; it says whether it has a target."""

    told: ClassVar[str] = "plays an Event"
    card: CardId
    target: CardId | None = None
    player: Seat | None = None


class PlayComplication(Action, frozen=True, tag="play_complication"):
    """Play a Complication of the hand on a target."""

    told: ClassVar[str] = "plays a Complication"
    card: CardId
    target: CardId


class UseAbility(Action, frozen=True, tag="use_ability"):
    """Use an ability of a card in play, by its number on the card from 1."""

    told: ClassVar[str] = "uses an ability"
    card: CardId
    ability: int
    target: CardId | None = None
    player: Seat | None = None


class ChooseTrigger(Action, frozen=True, tag="choose_trigger"):
    """The text that happens next, by its card and its number on the card from 1."""

    told: ClassVar[str] = "chooses the text that happens next"
    card: CardId
    ability: int


class ChooseCard(Action, frozen=True, tag="choose_card"):
    """The card for an effect, a cost, or Attrition."""

    told: ClassVar[str] = "chooses a card"
    card: CardId


class ChoosePlayer(Action, frozen=True, tag="choose_player"):
    """The other player that a text is about."""

    told: ClassVar[str] = "chooses a player"
    player: Seat


class DiscardCard(Action, frozen=True, tag="discard_card"):
    """The card of a hand that is discarded: of the own hand an instance, of another's the id of the card."""

    told: ClassVar[str] = "chooses a card to be discarded"
    card: Annotated[str, Naming(("card", "word"))]


class PutUnder(Action, frozen=True, tag="put_under"):
    """The SCPs that go to the bottom, by their places from the top, from 1."""

    private: ClassVar[bool] = True
    told: ClassVar[str] = "puts back the SCPs that were looked at"
    places: tuple[Place, ...] = ()


class Accept(Action, frozen=True, tag="accept"):
    """Resolve the Success text of the Mission."""

    told: ClassVar[str] = "takes the Success text of the Mission"


class Decline(Action, frozen=True, tag="decline"):
    """Leave it."""

    told: ClassVar[str] = "leaves the Success text of the Mission"


class EndPhase(Action, frozen=True, tag="end_phase"):
    """End the phase."""

    told: ClassVar[str] = "ends the phase"


class EndTurn(Action, frozen=True, tag="end_turn"):
    """End the phase, and leave all later ones without an optional action."""

    told: ClassVar[str] = "ends the turn"


UNASKED: Mapping[type[Action], tuple[str, str]] = {
    Bid: ("SCP-108", "it is not your turn to bid"),
    Pass: ("SCP-205", "nothing is asked of you that could be passed"),
    DrawCards: ("SCP-210", "cards are paid for in your own Draw Phase"),
    CycleComplication: ("SCP-922", "Complications are exchanged in the Draw Phase of solitaire"),
    CashFinance: ("SCP-213", "Finance Tokens are turned in in your own Resupply Phase"),
    PlayMission: ("SCP-215", "Missions are played in your own Mission Phase"),
    Assign: ("SCP-217", "Personnel are assigned in your own Assignment Phase"),
    Unassign: ("SCP-219", "assignments are changed in your own Assignment Phase"),
    PlaceBuild: ("SCP-222", "cards are placed face down in your own Assignment Phase"),
    FundBuild: ("SCP-223", "Resources are moved in your own Assignment Phase"),
    BeginAttempt: ("SCP-401", "attempts begin in your own Retrieval and Research Phases"),
    Compare: ("SCP-407", "no attempt of yours waits to be compared"),
    DoResearch: ("SCP-228", "SCPs are revealed in your own Research Phase"),
    RemoveEscalation: ("SCP-230", "counters are removed in your own Maintenance Phase"),
    Produce: ("SCP-231", "Finance Tokens are placed in your own Maintenance Phase"),
    RevealBuild: ("SCP-232", "cards are revealed in your own Maintenance Phase"),
    PlayEvent: ("SCP-311", "no window is open to you in which an Event could be played"),
    PlayComplication: ("SCP-426", "no Complication window is open to you"),
    UseAbility: ("SCP-311", "no window is open to you in which an ability could be used"),
    ChooseTrigger: ("SCP-207", "no text waits for your choice"),
    ChooseCard: ("SCP-316", "you are not asked to choose a card"),
    ChoosePlayer: ("SCP-316", "you are not asked to choose a player"),
    DiscardCard: ("SCP-319", "you are not asked to choose a discard"),
    PutUnder: ("SCP-524", "you are not looking at the SCP deck"),
    Accept: ("SCP-235", "no Mission of yours waits for this"),
    Decline: ("SCP-235", "no Mission of yours waits for this"),
    EndPhase: ("SCP-204", "it is not your turn, or something else is asked first"),
    EndTurn: ("SCP-242", "it is not your turn, or something else is asked first"),
}
"""By action the rule that says who may do it and when, and what it says to others."""
