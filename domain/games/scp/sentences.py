"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from domain.games.scp import events as e
from domain.games.scp.board import Phase, Until
from domain.kernel.dispatch import ByType, always, by_type, on
from domain.kernel.sentences import CardNames, count, describing, p

PHASE_NAMES: Mapping[Phase, str] = {
    "start": "Mandatory Start of Turn",
    "optional_start": "Optional Start of Turn",
    "end": "Mandatory End of Turn",
    "optional_end": "Optional End of Turn",
    "draw": "Draw",
    "resupply": "Resupply",
    "mission": "Mission",
    "assignment": "Assignment",
    "retrieval": "Retrieval",
    "research": "Research",
    "maintenance": "Maintenance",
    "escalation": "Escalation",
    "outcome": "Outcome",
}
"""SCP-201."""
BECAUSE: Mapping[str, str] = {
    "attrition": " (Attrition)",
    "wounds": " (Wounds)",
    "no_bearer": " (its bearer has left)",
    "cost": " (as a cost)",
    **dict.fromkeys(("setup", "draw_phase", "resolved"), ""),
}
"""Causes that are no cards: what the rules call them, nothing where the sentence or its rule says it already."""


def is_rule(cause: str) -> bool:
    """Whether a cause is a rule and no card."""
    return cause.startswith("SCP-")


class _Caused(Protocol):
    @property
    def cause(self) -> str: ...


class _Changed(Protocol):
    @property
    def delta(self) -> int: ...


class Names(CardNames, frozen=True):
    """The cards of a match as sentences call them, also where one is the cause."""

    def why(self, x: _Caused) -> str:
        """The source of something: a card, or a rule's own word; a rule itself stands in brackets anyway."""
        if is_rule(x.cause):
            return ""
        return BECAUSE[x.cause] if x.cause in BECAUSE else f" ({self.name(x.cause)})"


def of_cause(rule: str, **words: str) -> Callable[[Names, _Caused], str]:
    """The rule that is the cause, or that belongs to the word for it; else this one, of texts."""
    return lambda named, x: x.cause if is_rule(x.cause) else words.get(x.cause, rule)


def aimed(x: e.MissionPlayed | e.EventPlayed | e.AbilityUsed) -> str:
    """The subject of something; instances name cards here, so the text doesn't call them by name."""
    whom = "" if x.player is None else f" against {p(x.player)}"
    return f"{whom}{'' if x.target is None else ' on a target'}"


def _deck(x: e.DeckShuffled) -> str:
    return "The SCP deck" if x.seat is None else f"The deck of {p(x.seat)}"


def _discarded(named: Names, x: e.CardDiscarded) -> str:
    where = " from the hand" if x.from_zone == "hand" else ""
    return f"{named.of(x)} goes{where} to the discard pile{named.why(x)}"


def _top(named: Names, x: e.CardsMilled | e.CardsRemovedByBid) -> str:
    return f"{count(len(x.cards), 'card')} from the top of the deck: {named.names([card.cid for card in x.cards])}"


def _change(x: _Changed, thing: str, more: str = "gets") -> str:
    return f"{more if x.delta > 0 else 'loses'} {count(abs(x.delta), thing)}"


def _hand(named: Names, x: e.HandRevealed) -> str:
    viewers = ", ".join(p(seat) for seat in x.viewers)
    found = f": {named.names(x.cards)}" if x.cards else ""
    return f"The hand of {p(x.seat)} is shown to {viewers}{named.why(x)}{found}"


def _resources(named: Names, x: e.ResourcesChanged) -> str:
    what = "gets" if x.delta > 0 else "loses" if not is_rule(x.cause) and x.cause != "draw_phase" else "pays"
    return f"{p(x.seat)} {what} {count(abs(x.delta), 'Resource')}, {x.pool} in the pool{named.why(x)}"


def _mission(named: Names, x: e.MissionResolved) -> str:
    if not x.success:
        return f"{named.of(x)} has failed"
    return f"{named.of(x)} has succeeded" + ("" if x.accepted else ", and its text is left")


def _assigned(named: Names, x: e.PersonnelAssigned) -> str:
    job = "to research" if x.assignment.scp is None else f"to {x.assignment.job} an SCP"
    return f"{named.of(x)} is assigned {job}"


WHY_ENDED: Mapping[e.Ended, str] = {
    "turn": "the turn is over",
    "left_play": "its SCP has left play",
    "tapped": "it is tapped",
    "dying": "it is Dying",
    "scp_lost": "its SCP is lost",
    "unassigned": "taken back",
    "phase": "the next Assignment Phase has begun",
}
"""SCP-220 SCP-221."""


def _deployed(named: Names, x: e.CardDeployed) -> str:
    return f"{named.of(x)} comes into play for {x.cost}{'' if x.host is None else ', attached'}"


WHY_NOT: Mapping[str, str] = {
    "SCP-303": "it holds too few Resources",
    "SCP-306": "such cards do not enter play so",
    "SCP-308": "nobody can bear it",
    "SCP-309": "its Required Icons are not in play",
}
"""SCP-305 Why a revealed card is discarded."""


def _begun(named: Names, x: e.AttemptBegun) -> str:
    whose = "" if x.defender is None else f" of {p(x.defender)}"
    against = "" if x.defender is None else f" against {count(len(x.defenders), 'defender')}"
    return (
        f"{p(x.seat)} attempts to {x.kind} {named.name(x.card)}{whose} with {count(len(x.members), 'member')}{against}"
    )


WINDOWS: Mapping[e.Window, str] = {
    "complication": "plays no Complication",
    "response": "does not respond",
    "reply": "does not reply",
    "optional": "uses nothing more in this phase",
}


def _compared(named: Names, x: e.AttemptCompared) -> str:
    skills = "" if x.skills_met else ", the required Skills are missing"
    result = {"success": "success", "failure": "failure", "equal": "nothing happens"}[x.outcome]
    return f"{named.name(x.card)}: {x.group_total} against {x.requirement}{skills}: {result}"


def _peeked(named: Names, x: e.ScpPeeked) -> str:
    found = f": {named.names(x.cards)}" if x.cards else ""
    top = "card" if x.n == 1 else f"{x.n} cards"
    return f"{p(x.seat)} looks at the top {top} of the SCP deck{named.why(x)}{found}"


def _under(named: Names, x: e.ScpPutOnBottom) -> str:
    which = f": places {', '.join(str(place + 1) for place in x.places)}" if x.places else ""
    return f"{p(x.seat)} puts {count(x.n, 'SCP')} on the bottom of the SCP deck{which}"


def _build_peeked(named: Names, x: e.BuildPeeked) -> str:
    what = "a face-down card" if x.card is None else f"{named.name(x.card)}, face down,"
    return f"{p(x.seat)} looks at {what} of {p(x.owner)}{named.why(x)}"


def _breached(named: Names, x: e.ScpUncontained | e.ScpUnsecured) -> str:
    return "; its counters are removed" if x.breach else named.why(x)


def _scp_destroyed(named: Names, x: e.ScpDestroyed) -> str:
    whose = "" if x.seat is None else f" by {p(x.seat)}"
    return f"{named.name(x.card)} is destroyed{whose}{named.why(x)}"


def _due(named: Names, x: e.AttritionDue) -> str:
    kept = f", {x.prevented} prevented" if x.prevented else ""
    return f"{p(x.seat)} suffers Attrition {x.n}{kept}{named.why(x)}"


def _done(named: Names, x: e.AttritionDone) -> str:
    lost = f", {x.lost} could not be paid" if x.lost else ""
    return f"{p(x.seat)} has paid {x.total} in Attrition{lost}"


LASTS: Mapping[Until, str] = {
    "this_attempt": "in this attempt",
    "this_turn": "this turn",
    "until_next_turn": "until the next turn of",
}


def _lasts(named: Names, x: e.EffectStarted) -> str:
    whose = f" {p(x.seat)}" if x.effect.until == "until_next_turn" else ""
    return f"An effect of {named.name(x.effect.cid)} lasts {LASTS[x.effect.until]}{whose}"


ENDED: Mapping[str, str] = {
    "attempt": "the attempt is over",
    "turn": "the turn is over",
    "next_turn": "the next turn has begun",
    "left": "their player has left",
}


def _score(one: e.Score) -> str:
    bonus = f" and {one.bonus} more" if one.bonus else ""
    return f"{p(one.seat)} has {one.contained} Contained{bonus}, Skill {one.skill}, {count(one.deck, 'card')} left"


SENTENCES: ByType[Names, str] = by_type(
    on(
        e.PlayerSetUp,
        lambda named, x: (
            f"{p(x.seat)} brings a deck of {count(x.deck_size, 'card')} and {count(x.scps, 'SCP')}, "
            f"and has {count(x.pool, 'Resource')}"
        ),
    ),
    on(e.ScpDeckMade, lambda named, x: f"The SCP deck has {count(x.size, 'card')}"),
    on(e.DeckShuffled, lambda named, x: f"{_deck(x)} is shuffled"),
    on(e.FirstBidderDrawn, lambda named, x: f"Chance picks {p(x.seat)} to bid first"),
    on(e.BidMade, lambda named, x: f"{p(x.seat)} bids {count(x.n, 'card')}"),
    on(e.BidPassed, lambda named, x: f"{p(x.seat)} bids no more"),
    on(e.BidWon, lambda named, x: f"{p(x.seat)} wins the first turn for {count(x.n, 'card')}"),
    on(e.CardsRemovedByBid, lambda named, x: f"{p(x.seat)} removes {_top(named, x)}"),
    on(e.PlayerOneSet, lambda named, x: f"{p(x.seat)} is Player 1"),
    on(e.TurnStarted, lambda named, x: f"Round {x.round}, turn {x.turn}: {p(x.seat)}"),
    on(e.PhaseStarted, lambda named, x: f"{PHASE_NAMES[x.phase]} Phase of {p(x.seat)}"),
    on(e.StepStarted, lambda named, x: f"{p(x.seat)} goes on to step {'abc'[x.step]} of the phase"),
    on(e.TurnEnded, lambda named, x: f"Turn {x.turn} of {p(x.seat)} ends"),
    on(e.CardDrawn, lambda named, x: f"{p(x.seat)} draws {named.name(x.card)}{named.why(x)}"),
    on(e.CardDiscarded, _discarded),
    on(e.CardsMilled, lambda named, x: f"{p(x.seat)} discards {_top(named, x)}{named.why(x)}"),
    on(e.HandRevealed, _hand),
    on(e.ResourcesChanged, _resources),
    on(e.PoolRefilled, lambda named, x: f"The pool of {p(x.seat)} is refilled to {x.to}"),
    on(e.FinanceTokenChanged, lambda named, x: f"{named.of(x)} {_change(x, 'Finance Token')}{named.why(x)}"),
    on(e.Produced, lambda named, x: f"{named.of(x)} produces {count(x.n, 'Finance Token')}"),
    on(e.CardsUntapped, lambda named, x: f"{count(len(x.cards), 'card')} of {p(x.seat)} untapped{named.why(x)}"),
    on(e.CardTapped, lambda named, x: f"{named.of(x)} is tapped{named.why(x)}"),
    on(e.MissionPlayed, lambda named, x: f"{p(x.seat)} plays {named.name(x.card)}{aimed(x)}"),
    on(e.MissionResolved, _mission),
    on(e.MissionDiscarded, lambda named, x: f"{named.of(x)} goes to the discard pile"),
    on(e.PersonnelAssigned, _assigned),
    on(e.AssignmentEnded, lambda named, x: f"{named.of(x)} has no job any more: {WHY_ENDED[x.reason]}"),
    on(e.CardPlacedFaceDown, lambda named, x: f"{p(x.seat)} places {named.name(x.card)} face down in the Build Queue"),
    on(e.BuildFunded, lambda named, x: f"{p(x.seat)} puts {count(x.n, 'Resource')} on a face-down card"),
    on(e.BuildChanged, lambda named, x: f"A face-down card of {p(x.seat)} {_change(x, 'Resource')}{named.why(x)}"),
    on(e.BuildRevealed, lambda named, x: f"{p(x.seat)} reveals {named.name(x.card)}"),
    on(e.CardDeployed, _deployed),
    on(e.BuildDiscarded, lambda named, x: f"{named.of(x)} is discarded: {WHY_NOT[x.rule]}"),
    on(e.ReplacedByNewer, lambda named, x: f"{named.of(x)} gives way to the newer one"),
    on(e.AttemptBegun, _begun),
    on(e.WindowPassed, lambda named, x: f"{p(x.seat)} {WINDOWS[x.window]}"),
    on(e.ComplicationPlayed, lambda named, x: f"{p(x.seat)} plays {named.name(x.card)} on a target"),
    on(e.ComplicationNegated, lambda named, x: f"{named.of(x)} has no effect{named.why(x)}"),
    on(e.ComplicationOvercome, lambda named, x: f"{named.of(x)} is overcome"),
    on(
        e.ComplicationResolved,
        lambda named, x: f"{named.of(x)} takes effect, worth {count(x.counters, 'Escalation Counter')}",
    ),
    on(e.EventPlayed, lambda named, x: f"{p(x.seat)} plays {named.name(x.card)}{aimed(x)}"),
    on(e.AbilityUsed, lambda named, x: f"{p(x.seat)} uses ability {x.ability} of {named.name(x.card)}{aimed(x)}"),
    on(e.TextResolved, lambda named, x: f"Ability {x.ability} of {named.name(x.card)} happens for {p(x.seat)}"),
    on(e.MemberRemoved, lambda named, x: f"{named.of(x)} is removed from the attempt{named.why(x)}"),
    on(e.AttemptCompared, _compared),
    on(e.AttemptCalledOff, lambda named, x: f"The attempt on {named.name(x.card)} is called off{named.why(x)}"),
    on(e.AttemptVoid, lambda named, x: f"The attempt on {named.name(x.card)} ends without result"),
    on(e.AttemptEnded, lambda named, x: f"The attempt of {p(x.seat)} is over"),
    on(e.Researched, lambda named, x: f"{p(x.seat)} researches with {len(x.cards)} Personnel"),
    on(e.ScpRevealed, lambda named, x: f"{named.name(x.card)} comes into the centre{named.why(x)}"),
    on(e.ScpPeeked, _peeked),
    on(e.ScpPutOnBottom, _under),
    on(e.BuildPeeked, _build_peeked),
    on(e.ScpSecured, lambda named, x: f"{named.name(x.card)} is Secured by {p(x.seat)}{named.why(x)}"),
    on(e.ScpContained, lambda named, x: f"{named.name(x.card)} is Contained by {p(x.seat)}{named.why(x)}"),
    on(e.ScpUncontained, lambda named, x: f"{named.of(x)} is no longer Contained{_breached(named, x)}"),
    on(e.ScpUnsecured, lambda named, x: f"{named.of(x)} is Unsecured{_breached(named, x)}"),
    on(e.ScpDestroyed, _scp_destroyed),
    on(
        e.EscalationChanged,
        lambda named, x: f"{named.name(x.card)} {_change(x, 'Escalation Counter', 'gains')}{named.why(x)}",
    ),
    on(
        e.CounterRemoved,
        lambda named, x: f"{p(x.seat)} removes {count(x.n, 'Escalation Counter')} from {named.name(x.card)}",
    ),
    on(e.Outbreak, lambda named, x: f"{named.name(x.card)} breaks out with Skill {x.skill}; its counters are removed"),
    on(e.AttritionDue, _due),
    on(e.PreventionUsed, lambda named, x: f"An effect prevents {x.n} Attrition of {p(x.seat)}"),
    on(e.AttritionPaid, lambda named, x: f"{named.of(x)} pays {x.value} of the Attrition"),
    on(e.AttritionDone, _done),
    on(e.CardDestroyed, lambda named, x: f"{named.of(x)} is destroyed{named.why(x)}"),
    on(e.CardReturned, lambda named, x: f"{named.of(x)} returns to the hand{named.why(x)}"),
    on(e.CardRecovered, lambda named, x: f"{named.of(x)} returns from the discard pile to the hand{named.why(x)}"),
    on(e.WoundChanged, lambda named, x: f"{named.of(x)} {_change(x, 'Wound', 'suffers')}{named.why(x)}"),
    on(e.EffectStarted, _lasts),
    on(e.EffectsEnded, lambda named, x: f"{count(len(x.numbers), 'effect')} ended: {ENDED[x.reason]}"),
    on(e.RevealsAllowed, lambda named, x: f"{p(x.seat)} may reveal {count(x.n, 'card')} more this turn{named.why(x)}"),
    on(e.LoopBroken, lambda named, x: f"{count(len(x.cards), 'card')} that made a loop leave the game"),
    on(e.PlayerLeft, lambda named, x: f"{p(x.seat)} leaves the match; SCPs go back to the centre"),
    on(e.MatchScored, lambda named, x: "; ".join(_score(one) for one in x.scores)),
)


RULES: ByType[Names, str] = by_type(
    on(e.PlayerSetUp, always("SCP-103")),
    on(e.ScpDeckMade, always("SCP-104")),
    on(e.DeckShuffled, lambda named, x: "SCP-104" if x.seat is None else "SCP-105"),
    on(e.FirstBidderDrawn, always("SCP-108")),
    on(e.BidMade, always("SCP-109")),
    on(e.BidPassed, always("SCP-108")),
    on(e.BidWon, always("SCP-108")),
    on(e.CardsRemovedByBid, always("SCP-110")),
    on(e.PlayerOneSet, always("SCP-115")),
    on(e.TurnStarted, always("SCP-241")),
    on(e.PhaseStarted, always("SCP-201")),
    on(e.StepStarted, always("SCP-202")),
    on(e.TurnEnded, always("SCP-241")),
    on(e.CardDrawn, of_cause("SCP-319", setup="SCP-112", draw_phase="SCP-210")),
    on(e.CardDiscarded, of_cause("SCP-319", resolved="SCP-312")),
    on(e.CardsMilled, lambda named, x: "SCP-237" if named.cards[x.cause].is_("scp") else "SCP-319"),
    on(e.HandRevealed, always("SCP-523")),
    on(e.ResourcesChanged, of_cause("SCP-319", draw_phase="SCP-210")),
    on(e.PoolRefilled, always("SCP-212")),
    on(e.FinanceTokenChanged, of_cause("SCP-319", cost="SCP-301")),
    on(e.Produced, always("SCP-231")),
    on(e.CardsUntapped, of_cause("SCP-517")),
    on(e.CardTapped, of_cause("SCP-221", cost="SCP-315")),
    on(e.MissionPlayed, always("SCP-216")),
    on(e.MissionResolved, always("SCP-235")),
    on(e.MissionDiscarded, always("SCP-235")),
    on(e.PersonnelAssigned, always("SCP-218")),
    on(
        e.AssignmentEnded,
        lambda named, x: {"unassigned": "SCP-219", "tapped": "SCP-221", "dying": "SCP-442"}.get(x.reason, "SCP-220"),
    ),
    on(e.CardPlacedFaceDown, always("SCP-222")),
    on(e.BuildFunded, always("SCP-223")),
    on(e.BuildChanged, always("SCP-319")),
    on(e.BuildRevealed, always("SCP-232")),
    on(e.CardDeployed, always("SCP-303")),
    on(e.BuildDiscarded, lambda named, x: x.rule),
    on(e.ReplacedByNewer, always("SCP-513")),
    on(e.AttemptBegun, always("SCP-402")),
    on(
        e.WindowPassed,
        lambda named, x: {"response": "SCP-429", "reply": "SCP-413", "optional": "SCP-208"}.get(x.window, "SCP-426"),
    ),
    on(e.ComplicationPlayed, always("SCP-427")),
    on(e.ComplicationNegated, always("SCP-429")),
    on(e.ComplicationOvercome, always("SCP-430")),
    on(e.ComplicationResolved, always("SCP-432")),
    on(e.EventPlayed, always("SCP-310")),
    on(e.AbilityUsed, always("SCP-314")),
    on(e.TextResolved, always("SCP-520")),
    on(e.MemberRemoved, always("SCP-446")),
    on(
        e.AttemptCompared,
        lambda named, x: {"secure": "SCP-408", "raid": "SCP-414", "contain": "SCP-421", "destroy": "SCP-422"}[x.kind],
    ),
    on(e.AttemptCalledOff, always("SCP-445")),
    on(e.AttemptVoid, always("SCP-424")),
    on(e.AttemptEnded, always("SCP-425")),
    on(e.Researched, always("SCP-229")),
    on(e.ScpRevealed, of_cause("SCP-517")),
    on(e.ScpPeeked, always("SCP-524")),
    on(e.ScpPutOnBottom, always("SCP-524")),
    on(e.BuildPeeked, always("SCP-523")),
    on(e.ScpSecured, of_cause("SCP-504")),
    on(e.ScpContained, of_cause("SCP-504")),
    on(e.ScpUncontained, of_cause("SCP-504")),
    on(e.ScpUnsecured, of_cause("SCP-504")),
    on(e.ScpDestroyed, of_cause("SCP-508")),
    on(e.EscalationChanged, of_cause("SCP-503")),
    on(e.CounterRemoved, always("SCP-230")),
    on(e.Outbreak, always("SCP-237")),
    on(e.AttritionDue, of_cause("SCP-434")),
    on(e.PreventionUsed, always("SCP-440")),
    on(e.AttritionPaid, always("SCP-439")),
    on(e.AttritionDone, lambda named, x: "SCP-437" if x.lost else "SCP-436"),
    on(
        e.CardDestroyed, of_cause("SCP-508", attrition="SCP-434", wounds="SCP-442", no_bearer="SCP-521", cost="SCP-301")
    ),
    on(e.CardReturned, always("SCP-508")),
    on(e.CardRecovered, always("SCP-508")),
    on(e.WoundChanged, lambda named, x: "SCP-444" if x.delta < 0 else of_cause("SCP-442")(named, x)),
    on(e.EffectStarted, always("SCP-515")),
    on(e.EffectsEnded, lambda named, x: "SCP-708" if x.reason == "left" else "SCP-515"),
    on(e.RevealsAllowed, always("SCP-232")),
    on(e.LoopBroken, always("SCP-522")),
    on(e.PlayerLeft, always("SCP-708")),
    on(e.MatchScored, always("SCP-704")),
)

describe = describing(Names, SENTENCES, RULES)
