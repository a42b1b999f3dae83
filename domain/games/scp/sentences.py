"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Protocol

from domain.games.scp import board, lasting
from domain.games.scp import events as e
from domain.games.scp.board import Phase
from domain.kernel.dispatch import ByType, by_type
from domain.kernel.markup import plain
from domain.kernel.sentences import CardNames, Subjects, Telling, count, joined, p
from domain.kernel.zones import Card

PHASES: Mapping[Phase, str] = {
    **{phase: phase.capitalize() for phase in board.PHASES},
    "start": "Mandatory Start of Turn",
    "optional_start": "Optional Start of Turn",
    "end": "Mandatory End of Turn",
    "optional_end": "Optional End of Turn",
}
"""SCP-201."""


def is_rule(cause: str) -> bool:
    """Whether a cause is a rule and no card."""
    return cause.startswith("SCP-")


class Names(CardNames, frozen=True):
    """The cards of a match as sentences call them, also where one is the cause."""

    causes: ClassVar[Mapping[str, str]] = {
        "attrition": "Attrition",
        "wounds": "Wounds",
        "no_bearer": "its bearer has left",
        "cost": "as a cost",
        **dict.fromkeys(("setup", "draw_phase", "resolved"), ""),
    }

    naming: ClassVar[Subjects] = {**CardNames.naming, "listed": "card"}

    def because(self, cause: str) -> str:
        """The source of something: a card, or a rule's own word; a rule itself stands in brackets anyway."""
        return "" if is_rule(cause) else super().because(cause)

    def change(self, delta: int, words: str) -> str:
        """The gain or loss of a card or a pool; the verb for more stands before the thing."""
        more, thing = words.split(" ", 1)
        return f"{more if delta > 0 else 'loses'} {self.count(abs(delta), thing)}"

    def own(self, seat: int, iids: Sequence[str]) -> str:
        """Cards on the table of the player whom the sentence is about: it says whose they are."""
        return joined(self.thing(iid).removesuffix(f" of {p(seat)}") for iid in iids)

    def listed(self, cids: Sequence[str] | None) -> str:
        """Cards by name behind a colon, if any are seen."""
        return f": {self.names(cids)}" if cids else ""

    def top(self, cards: Sequence[Card]) -> str:
        """Cards that have left a deck."""
        return f"{self.count(cards, 'card')} from the top of the deck: {self.names(card.cid for card in cards)}"


class _Caused(Protocol):
    @property
    def cause(self) -> str: ...


def of_cause(rule: str, **words: str) -> Callable[[Names, _Caused], str]:
    """The rule that is the cause, or that belongs to the word for it; else this one, of texts."""
    return lambda named, x: x.cause if is_rule(x.cause) else words.get(x.cause, rule)


class _Change(_Caused, Protocol):
    @property
    def delta(self) -> int: ...


def of_change(**words: str) -> Callable[[Names, _Change], str]:
    """As `of_cause`; a text may give as much as it says, and takes as much as there is."""
    given, taken = of_cause("SCP-318", **words), of_cause("SCP-319", **words)
    return lambda named, x: (taken if x.delta < 0 else given)(named, x)


def _healed(named: Names, x: e.WoundChanged) -> str:
    return "SCP-444" if x.delta < 0 else of_cause("SCP-442")(named, x)


def _milled_by(named: Names, x: e.CardsMilled) -> str:
    return "SCP-237" if named.cards[x.cause].is_("scp") else "SCP-319"


def _resources(named: Names, x: e.ResourcesChanged) -> str:
    what = "gets" if x.delta > 0 else "loses" if not is_rule(x.cause) and x.cause != "draw_phase" else "pays"
    return f"{p(x.seat)} {what} {count(abs(x.delta), 'Resource')}, {x.pool} in the pool{named.because(x.cause)}"


def _mission(named: Names, x: e.MissionResolved) -> str:
    result = "has failed" if not x.success else "has succeeded" if x.accepted else "has succeeded, and its text is left"
    return f"{named.name(x.card)} of {p(x.seat)} {result}"


def _assigned(named: Names, x: e.PersonnelAssigned) -> str:
    job = x.assignment
    to = "research" if job.scp is None else f"{job.job} {named.thing(job.scp)}"
    return f"{p(x.seat)} assigns {named.own(x.seat, (x.iid,))} to {to}"


def _untapped(named: Names, x: e.CardsUntapped) -> str:
    return f"{p(x.seat)} untaps {named.own(x.seat, x.cards)}{named.because(x.cause)}"


def _researched(named: Names, x: e.Researched) -> str:
    return f"{p(x.seat)} researches with {named.own(x.seat, x.cards)}"


def _begun(named: Names, x: e.AttemptBegun) -> str:
    whose = "" if x.defender is None else f" of {p(x.defender)}"
    against = f" against {named.each(x.defenders)}" if x.defenders else ""
    return f"{p(x.seat)} attempts to {x.kind} {named.name(x.card)}{whose} with {named.own(x.seat, x.members)}{against}"


def _happens(named: Names, x: e.TextResolved) -> str:
    text = plain(named.cards[x.card].text).rstrip(".")
    return f"The text of {named.name(x.card)} happens for {p(x.seat)}: {text}"


def _compared(named: Names, x: e.AttemptCompared) -> str:
    needed = joined(skill.capitalize() for skill in named.cards[x.card].needed(x.kind))
    missing = "" if x.skills_met else f", it needs {needed}" if x.members else ", nobody is left in it"
    outcome = "nothing happens" if x.outcome == "equal" else x.outcome
    return (
        f"{p(x.seat)} has {x.group_total} against {x.requirement} to {x.kind} {named.name(x.card)}{missing}: {outcome}"
    )


def _under(named: Names, x: e.ScpPutOnBottom) -> str:
    if not x.n:
        return f"{p(x.seat)} leaves the SCP deck as it is"
    which = f": places {joined(str(place + 1) for place in x.places)}" if x.places else ""
    return f"{p(x.seat)} puts {count(x.n, 'SCP')} on the bottom of the SCP deck{which}"


def _lasts(named: Names, x: e.EffectStarted) -> str:
    next_turn = f"until the next turn of {p(x.seat)}"
    lasts = {"this_attempt": "in this attempt", "this_turn": "this turn", "until_next_turn": next_turn}
    effect = x.effect
    printed = named.cards[effect.cid]
    target = "" if effect.target is None else named.thing(effect.target)
    return f"{printed.name} {lasting.does(printed, effect, target)} {lasts[effect.until]}"


def _score(one: e.Score) -> str:
    bonus = f" and {one.bonus} more" if one.bonus else ""
    return f"{p(one.seat)} has {one.contained} Contained{bonus}, Skill {one.skill}, {count(one.deck, 'card')} left"


def _scores(named: Names, x: e.MatchScored) -> str:
    return "; ".join(map(_score, x.scores))


told = Telling(Names)
SCP: Subjects = {"scp": "thing"}
"""The SCP that an event is about."""
CARDS: Subjects = {"cards": "thing"}
"""The cards on the table that an event is about."""
SENTENCES: ByType[Names, str] = by_type(
    told(
        e.PlayerSetUp,
        "SCP-103",
        "{seat:p} brings a deck of {deck_size:count card} and {scps:count SCP}, and has {pool:count Resource}",
    ),
    told(e.ScpDeckMade, "SCP-104", "The SCP deck has {size:count card}"),
    told(e.DeckShuffled, "{seat:None=SCP-104|SCP-105}", "{seat:None=The SCP deck|The deck of {seat:p}} is shuffled"),
    told(e.FirstBidderDrawn, "SCP-108", "Chance picks {seat:p} to bid first"),
    told(e.BidMade, "SCP-109", "{seat:p} bids {n:count card}"),
    told(e.BidPassed, "SCP-108", "{seat:p} bids no more"),
    told(e.BidWon, "SCP-108", "{seat:p} wins the first turn for {n:count card}"),
    told(e.CardsRemovedByBid, "SCP-110", "{seat:p} removes {cards:top}"),
    told(e.PlayerOneSet, "SCP-115", "{seat:p} is Player 1"),
    told(e.TurnStarted, "SCP-241", "Round {round}, turn {turn} begins: {seat:p} is active"),
    told(e.PhaseStarted, "SCP-201", "{phase} Phase of {seat:p}", phase=PHASES),
    told(e.StepStarted, "SCP-202", "{seat:p} is done with the first {step:1=step|2 steps} of the phase"),
    told(e.TurnEnded, "SCP-241", "Turn {turn} of {seat:p} ends"),
    told(
        e.CardDrawn,
        of_cause("SCP-319", setup="SCP-112", draw_phase="SCP-210"),
        "{seat:p} draws {card:name}{cause:because}",
    ),
    told(
        e.CardDiscarded,
        of_cause("SCP-319", resolved="SCP-312"),
        "{card:name} of {seat:p} goes{from_zone:hand= from the hand|} to the discard pile{cause:because}",
    ),
    told(e.CardsMilled, _milled_by, "{seat:p} discards {cards:top}{cause:because}"),
    told(e.HandRevealed, "SCP-523", "The hand of {seat:p} is shown to {viewers:seats}{cause:because}{cards:listed}"),
    told(e.ResourcesChanged, of_change(draw_phase="SCP-210"), _resources),
    told(e.PoolRefilled, "SCP-212", "The pool of {seat:p} is refilled to {to}"),
    told(
        e.FinanceTokenChanged,
        of_change(cost="SCP-301"),
        "{card:name} of {seat:p} {delta:change gets Finance Token}{cause:because}",
    ),
    told(e.Produced, "SCP-231", "{card:name} of {seat:p} produces {n:count Finance Token}"),
    told(e.CardsUntapped, of_cause("SCP-517"), _untapped, on_table=True, naming=CARDS),
    told(e.CardTapped, of_cause("SCP-221", cost="SCP-315"), "{card:name} of {seat:p} is tapped{cause:because}"),
    told(
        e.MissionPlayed,
        "SCP-216",
        "{seat:p} plays {card:name}{player:None=| against {player:p}}{target:None=| on {target:thing}}",
    ),
    told(e.MissionResolved, "SCP-235", _mission),
    told(e.MissionDiscarded, "SCP-235", "{card:name} of {seat:p} goes to the discard pile"),
    told(e.PersonnelAssigned, "SCP-218", _assigned, on_table=True),
    told(
        e.AssignmentEnded,
        "{reason:unassigned=SCP-219|tapped=SCP-221|dying=SCP-442|SCP-220}",
        "{card:name} of {seat:p} has no job any more: "
        "{reason:turn=the turn is over|left_play=its SCP has left play|tapped=it is tapped|dying=it is Dying|"
        "scp_lost=its SCP is lost|unassigned=taken back|phase=the next Assignment Phase has begun}",
    ),
    told(e.CardPlacedFaceDown, "SCP-222", "{seat:p} places {card:name} face down in the Build Queue"),
    told(e.BuildFunded, "SCP-223", "{seat:p} puts {n:count Resource} on {iid:thing}"),
    told(e.BuildChanged, of_change(), "{seat:p} {delta:change gets Resource} on {iid:thing}{cause:because}"),
    told(e.BuildRevealed, "SCP-232", "{seat:p} reveals {card:name}"),
    told(e.CardDeployed, "SCP-303", "{card:name} of {seat:p} comes into play for {cost}{host:None=|, on {host:thing}}"),
    told(
        e.BuildDiscarded,
        "{rule}",
        "{card:name} of {seat:p} is discarded: "
        "{rule:SCP-303=it holds too few Resources|SCP-306=such cards do not enter play so|"
        "SCP-308=nobody can bear it|SCP-309=its Required Icons are not in play}",
    ),
    told(e.ReplacedByNewer, "SCP-513", "{card:name} of {seat:p} gives way to the newer one"),
    told(
        e.AttemptBegun,
        "SCP-402",
        _begun,
        on_table=True,
        naming={**SCP, "defender": "seat", "members": "thing", "defenders": "thing"},
    ),
    told(
        e.WindowPassed,
        "{window:complication=SCP-426|response=SCP-429|reply=SCP-413|optional=SCP-208}",
        "{seat:p} {window:complication=plays no Complication|response=does not respond|reply=does not reply|"
        "optional=uses nothing more in this phase}",
    ),
    told(e.ComplicationPlayed, "SCP-427", "{seat:p} plays {card:name} on {target:thing}"),
    told(e.ComplicationNegated, "SCP-429", "{card:name} of {seat:p} has no effect{cause:because}"),
    told(e.ComplicationOvercome, "SCP-430", "{card:name} of {seat:p} is overcome"),
    told(
        e.ComplicationResolved,
        "SCP-432",
        "{card:name} of {seat:p} takes effect, worth {counters:count Escalation Counter}",
    ),
    told(
        e.EventPlayed,
        "SCP-310",
        "{seat:p} plays {card:name}{player:None=| against {player:p}}{target:None=| on {target:thing}}",
    ),
    told(
        e.AbilityUsed,
        "SCP-314",
        "{seat:p} uses {card:name}{ability:1=| (ability {ability})}{player:None=| against {player:p}}"
        "{target:None=| on {target:thing}}",
    ),
    told(e.TextResolved, "SCP-520", _happens),
    told(e.MemberRemoved, "SCP-446", "{card:name} of {seat:p} is removed from the attempt{cause:because}"),
    told(
        e.AttemptCompared,
        "{kind:secure=SCP-408|raid=SCP-414|contain=SCP-421|destroy=SCP-422}",
        _compared,
        naming=SCP,
    ),
    told(e.AttemptCalledOff, "SCP-445", "The attempt on {card:name} is called off{cause:because}", naming=SCP),
    told(e.AttemptVoid, "SCP-424", "The attempt on {card:name} ends without result", naming=SCP),
    told(e.AttemptEnded, "SCP-425", "The attempt of {seat:p} is over", naming=SCP),
    told(e.Researched, "SCP-229", _researched, on_table=True, naming=CARDS),
    told(e.ScpRevealed, of_cause("SCP-517"), "{card:name} comes into the centre{cause:because}", naming=SCP),
    told(
        e.ScpPeeked,
        "SCP-524",
        "{seat:p} looks at the top {n:1=card|{n} cards} of the SCP deck{cause:because}{cards:listed}",
    ),
    told(e.ScpPutOnBottom, "SCP-524", _under),
    told(
        e.BuildPeeked,
        "SCP-523",
        "{seat:p} looks at {card:None={iid:thing}|{card:name}, face down, of {owner:p}}{cause:because}",
    ),
    told(e.ScpSecured, of_cause("SCP-504"), "{card:name} is Secured by {seat:p}{cause:because}", naming=SCP),
    told(e.ScpContained, of_cause("SCP-504"), "{card:name} is Contained by {seat:p}{cause:because}", naming=SCP),
    told(
        e.ScpUncontained,
        of_cause("SCP-504"),
        "{card:name} of {seat:p} is no longer Contained{breach:True=; its counters are removed|{cause:because}}",
        naming=SCP,
    ),
    told(
        e.ScpUnsecured,
        of_cause("SCP-504"),
        "{card:name} of {seat:p} is Unsecured{breach:True=; its counters are removed|{cause:because}}",
        naming=SCP,
    ),
    told(
        e.ScpDestroyed,
        of_cause("SCP-508"),
        "{card:name} is destroyed{seat:None=| by {seat:p}}{cause:because}",
        naming=SCP,
    ),
    told(
        e.EscalationChanged,
        of_cause("SCP-503"),
        "{card:name} {delta:change gains Escalation Counter}{cause:because}",
        naming=SCP,
    ),
    told(e.CounterRemoved, "SCP-230", "{seat:p} removes {n:count Escalation Counter} from {card:name}", naming=SCP),
    told(e.Outbreak, "SCP-237", "{card:name} breaks out with Skill {skill}; its counters are removed", naming=SCP),
    told(
        e.AttritionDue,
        of_cause("SCP-434"),
        "{seat:p} suffers Attrition {n}{prevented:0=|, {prevented} prevented}{cause:because}",
    ),
    told(e.PreventionUsed, "SCP-440", "An effect prevents {n} Attrition of {seat:p}"),
    told(e.AttritionPaid, "SCP-439", "{card:name} of {seat:p} pays {value} of the Attrition"),
    told(
        e.AttritionDone,
        "{lost:0=SCP-436|SCP-437}",
        "{seat:p} has paid {total} in Attrition{lost:0=|, {lost} could not be paid}",
    ),
    told(
        e.CardDestroyed,
        of_cause("SCP-508", attrition="SCP-434", wounds="SCP-442", no_bearer="SCP-521", cost="SCP-301"),
        "{card:name} of {seat:p} is destroyed{cause:because}",
    ),
    told(e.CardReturned, "SCP-508", "{card:name} of {seat:p} returns to the hand{cause:because}"),
    told(
        e.CardRecovered, "SCP-508", "{card:name} of {seat:p} returns from the discard pile to the hand{cause:because}"
    ),
    told(e.WoundChanged, _healed, "{card:name} of {seat:p} {delta:change suffers Wound}{cause:because}"),
    told(e.EffectStarted, "SCP-515", _lasts, on_table=True),
    told(
        e.EffectsEnded,
        "{reason:left=SCP-708|SCP-515}",
        "{numbers:count effect} ended: {reason:attempt=the attempt is over|turn=the turn is over|"
        "next_turn=the next turn has begun|left=their player has left}",
    ),
    told(e.RevealsAllowed, "SCP-232", "{seat:p} may reveal {n} more of the Build Queue this turn{cause:because}"),
    told(e.LoopBroken, "SCP-522", "{cards:each} made a loop and leave the game"),
    told(e.PlayerLeft, "SCP-708", "{seat:p} leaves the match; SCPs go back to the centre"),
    told(e.MatchScored, "SCP-704", _scores),
)
"""Events, each with the rule that it follows; from its content or its cause where that decides."""

describe = told.describing(SENTENCES)
