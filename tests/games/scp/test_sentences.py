"""What people are told of each thing that can happen: cards by name, players as seats, the rule, nothing hidden."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Literal, get_args

from msgspec.structs import fields

from domain.games.scp import events as e
from domain.games.scp.board import PHASES, Assignment, Lasting, Until
from domain.games.scp.cardfiles import core
from domain.games.scp.definitions import Kind
from domain.games.scp.sentences import SENTENCES, describe
from domain.kernel.facts import Event
from domain.kernel.zones import Card
from service.catalogue.rules import parse
from tests.kit.cases import cases

RESULTS: tuple[tuple[Kind, e.Compared], ...] = (
    ("secure", "success"),
    ("raid", "failure"),
    ("contain", "success"),
    ("destroy", "equal"),
)
ENDED: tuple[e.Ended, ...] = get_args(e.Ended)
WINDOWS: tuple[e.Window, ...] = get_args(e.Window)
LASTS: tuple[Until, ...] = get_args(Until)
OVER: tuple[Literal["attempt", "turn", "next_turn", "left"], ...] = ("attempt", "turn", "next_turn", "left")
THINGS = {
    "s1": "Ironwood Rifleman",
    "s2": "D-Class Conscript 2",
    "s3": "Site Guard of P2",
    "s6": "card 1 of P2's build queue",
    "s9": "SCP-F018 Corridor Hound",
}
"""The names on the table."""
TOP = (Card("s1", "C15", 0), Card("s2", "C04", 0))
SAID: list[Event] = [
    e.PlayerSetUp(seat=0, deck_size=50, scps=10, pool=5, deck=("P15",)),
    e.ScpDeckMade(size=20, cards=("S01",)),
    e.DeckShuffled(seat=0, order=(0,)),
    e.DeckShuffled(),
    e.FirstBidderDrawn(seat=1),
    e.BidMade(seat=1, n=2),
    e.BidMade(seat=0, n=1),
    e.BidPassed(seat=1),
    e.BidWon(seat=0, n=3),
    e.BidWon(seat=0, n=0),
    e.CardsRemovedByBid(seat=0, cards=TOP),
    e.PlayerOneSet(seat=1),
    e.TurnStarted(seat=0, round=2, turn=3),
    *(e.PhaseStarted(seat=0, phase=phase) for phase in PHASES),
    e.StepStarted(seat=0, step=1),
    e.StepStarted(seat=0, step=2),
    e.TurnEnded(seat=0, turn=3),
    *(
        e.CardDrawn(seat=0, cause=cause, hand_count=1, deck_count=1, card="P15", iid="s1")
        for cause in ("setup", "draw_phase", "SCP-922", "P09")
    ),
    *(e.CardDiscarded(seat=0, iid="s1", card="C04", from_zone="hand", cause=cause) for cause in ("S31", "SCP-922")),
    e.CardDiscarded(seat=0, iid="s1", card="E05", from_zone="resolving", cause="resolved"),
    *(e.CardsMilled(seat=0, cards=TOP, cause=cause) for cause in ("S29", "M08")),
    e.HandRevealed(seat=0, viewers=(1, 2), cause="M04", cards=("C04", "P15")),
    *(
        e.ResourcesChanged(seat=0, delta=delta, pool=4, cause=cause)
        for delta, cause in ((-1, "draw_phase"), (2, "SCP-213"), (3, "E02"), (-1, "S33"))
    ),
    e.PoolRefilled(seat=0, to=5),
    *(
        e.FinanceTokenChanged(seat=0, iid="s1", card="F02", delta=delta, cause=cause)
        for delta, cause in ((-2, "SCP-213"), (1, "S05"), (-1, "cost"))
    ),
    e.Produced(seat=0, iid="s1", card="F02", n=1),
    *(e.CardsUntapped(seat=0, cards=("s1", "s2"), cause=cause) for cause in ("SCP-214", "E08")),
    *(e.CardTapped(seat=0, iid="s1", card="P10", cause=cause) for cause in ("cost", "M03")),
    e.MissionPlayed(seat=0, iid="s1", card="M03"),
    e.MissionPlayed(seat=0, iid="s1", card="M01", target="s9"),
    e.MissionPlayed(seat=0, iid="s1", card="M05", player=1),
    e.MissionResolved(seat=0, iid="s1", card="M01", success=True, accepted=True),
    e.MissionResolved(seat=0, iid="s1", card="M01", success=True, accepted=False),
    e.MissionResolved(seat=0, iid="s1", card="M01", success=False, accepted=False),
    e.MissionDiscarded(seat=0, iid="s1", card="M01"),
    e.PersonnelAssigned(seat=0, iid="s1", card="P22", assignment=Assignment("secure", "s9")),
    e.PersonnelAssigned(seat=0, iid="s1", card="P19", assignment=Assignment("research")),
    *(e.AssignmentEnded(seat=0, iid="s1", card="P22", reason=reason) for reason in ENDED),
    e.CardPlacedFaceDown(seat=0, iid="s2", hand_count=3, card="P22", old="s1"),
    e.BuildFunded(seat=1, iid="s6", n=3),
    e.BuildChanged(seat=1, iid="s6", delta=3, cause="M03"),
    e.BuildChanged(seat=1, iid="s6", delta=-1, cause="C07"),
    e.BuildRevealed(seat=0, iid="s2", card="P22"),
    e.CardDeployed(seat=0, iid="s2", card="P22", cost=4),
    e.CardDeployed(seat=0, iid="s2", card="G01", cost=3, host="s1"),
    *(
        e.BuildDiscarded(seat=0, iid="s2", card="G01", rule=rule)
        for rule in ("SCP-303", "SCP-306", "SCP-308", "SCP-309")
    ),
    e.ReplacedByNewer(seat=0, iid="s1", card="P01"),
    e.AttemptBegun(seat=0, kind="secure", scp="s9", card="S18", members=("s1", "s2")),
    e.AttemptBegun(seat=0, kind="raid", scp="s9", card="S18", members=("s1",), defender=1, defenders=("s3",)),
    e.AttemptBegun(seat=0, kind="contain", scp="s9", card="S18", members=("s1",)),
    e.AttemptBegun(seat=0, kind="destroy", scp="s9", card="S18", members=("s1",)),
    *(e.WindowPassed(seat=1, window=window) for window in WINDOWS),
    e.ComplicationPlayed(seat=1, iid="s4", card="C04", target="s1"),
    e.ComplicationNegated(seat=1, iid="s4", card="C04", cause="E05"),
    e.ComplicationOvercome(seat=1, iid="s4", card="C04"),
    e.ComplicationResolved(seat=1, iid="s4", card="C14", counters=2),
    e.EventPlayed(seat=0, iid="s5", card="E12"),
    e.EventPlayed(seat=0, iid="s5", card="E17", target="s1"),
    e.EventPlayed(seat=0, iid="s5", card="E11", player=1),
    e.AbilityUsed(seat=0, iid="s1", card="P10", ability=1, target="s6"),
    e.AbilityUsed(seat=0, iid="s1", card="S15", ability=2),
    e.TextResolved(seat=0, iid="s9", card="S21", ability=1),
    e.MemberRemoved(seat=0, iid="s1", card="P22", cause="C06"),
    *(
        e.AttemptCompared(
            seat=0,
            kind=kind,
            scp="s9",
            card="S18",
            group_total=9,
            requirement=8,
            skills_met=outcome != "failure",
            outcome=outcome,
            members=("s1",),
        )
        for kind, outcome in RESULTS
    ),
    e.AttemptCalledOff(seat=0, scp="s9", card="S18", cause="E14"),
    e.AttemptVoid(seat=0, scp="s9", card="S18"),
    e.AttemptEnded(seat=0, scp="s9"),
    e.Researched(seat=0, cards=("s1", "s2")),
    *(e.ScpRevealed(seat=0, scp="s9", card="S18", cause=cause) for cause in ("SCP-228", "SCP-921", "S27")),
    e.ScpPeeked(seat=0, n=2, cause="P01", cards=("S21", "S09")),
    e.ScpPutOnBottom(seat=0, n=2, places=(0, 1)),
    e.ScpPutOnBottom(seat=0, n=0, places=()),
    e.BuildPeeked(seat=0, owner=1, iid="s6", cause="P10", card="P22"),
    *(e.ScpSecured(seat=0, scp="s9", card="S18", cause=cause) for cause in ("SCP-409", "SCP-416", "M10")),
    *(e.ScpContained(seat=0, scp="s9", card="S18", cause=cause) for cause in ("SCP-421", "M01")),
    e.ScpUncontained(seat=0, scp="s9", card="S18", cause="M10"),
    e.ScpUncontained(seat=0, scp="s9", card="S18", cause="SCP-238", breach=True),
    e.ScpUnsecured(seat=0, scp="s9", card="S18", cause="M07"),
    e.ScpUnsecured(seat=0, scp="s9", card="S18", cause="SCP-418", breach=True),
    e.ScpDestroyed(scp="s9", card="S18", cause="SCP-423", seat=0),
    e.ScpDestroyed(scp="s9", card="S18", cause="P34"),
    *(
        e.EscalationChanged(scp="s9", card="S18", delta=delta, cause=cause)
        for delta, cause in ((2, "SCP-233"), (1, "S36"), (-3, "M09"))
    ),
    e.CounterRemoved(seat=0, scp="s9", card="S18", n=2),
    e.Outbreak(scp="s9", card="S20", skill=2),
    e.AttritionDue(seat=0, n=4, prevented=1, cause="SCP-410"),
    e.AttritionDue(seat=0, n=3, prevented=0, cause="M10"),
    e.PreventionUsed(seat=0, number=1, n=1),
    e.AttritionPaid(seat=0, iid="s1", card="P15", value=2),
    e.AttritionDone(seat=0, total=4, lost=0),
    e.AttritionDone(seat=0, total=2, lost=1),
    *(
        e.CardDestroyed(seat=0, iid="s1", card="P15", cause=cause)
        for cause in ("attrition", "wounds", "no_bearer", "cost", "SCP-417", "C12")
    ),
    e.CardReturned(seat=0, old="s1", card="P22", cause="S34", iid="s7"),
    e.CardRecovered(seat=0, old="s1", card="P22", cause="E17", iid="s7"),
    *(
        e.WoundChanged(seat=0, iid="s1", card="P22", delta=delta, cause=cause)
        for delta, cause in ((1, "SCP-423"), (1, "S18"), (-2, "S26"))
    ),
    *(e.EffectStarted(seat=0, effect=Lasting(1, 0, "C19", 0, 0, until, target="s1")) for until in LASTS),
    *(
        e.EffectStarted(seat=0, effect=Lasting(1, 0, cid, 0, at, "this_turn", target=target, stock=4))
        for cid, at, target in (
            ("E01", 0, None),
            ("E01", 1, None),
            ("E03", 0, None),
            ("E07", 1, "s3"),
            ("E15", 0, None),
            ("C01", 0, "s1"),
            ("C02", 1, "s1"),
            ("C05", 0, "s1"),
        )
    ),
    *(e.EffectsEnded(numbers=(1, 2), reason=reason) for reason in OVER),
    e.RevealsAllowed(seat=0, n=1, cause="S24"),
    e.LoopBroken(cards=("s1", "s2")),
    e.PlayerLeft(seat=1),
    e.MatchScored(scores=(e.Score(0, 2, 1, 5, 9), e.Score(1, 0, 0, 3, 1))),
]
TOLD = [
    "P1 brings a deck of 50 cards and 10 SCPs, and has 5 Resources [SCP-103]",
    "The SCP deck has 20 cards [SCP-104]",
    "The deck of P1 is shuffled [SCP-105]",
    "The SCP deck is shuffled [SCP-104]",
    "Chance picks P2 to bid first [SCP-108]",
    "P2 bids 2 cards [SCP-109]",
    "P1 bids 1 card [SCP-109]",
    "P2 bids no more [SCP-108]",
    "P1 wins the first turn for 3 cards [SCP-108]",
    "P1 wins the first turn for 0 cards [SCP-108]",
    "P1 removes 2 cards from the top of the deck: Sympathetic Guard and Traffic Jam [SCP-110]",
    "P2 is Player 1 [SCP-115]",
    "Round 2, turn 3 begins: P1 is active [SCP-241]",
    "Mandatory Start of Turn Phase of P1 [SCP-201]",
    "Optional Start of Turn Phase of P1 [SCP-201]",
    "Draw Phase of P1 [SCP-201]",
    "Resupply Phase of P1 [SCP-201]",
    "Mission Phase of P1 [SCP-201]",
    "Assignment Phase of P1 [SCP-201]",
    "Retrieval Phase of P1 [SCP-201]",
    "Research Phase of P1 [SCP-201]",
    "Maintenance Phase of P1 [SCP-201]",
    "Escalation Phase of P1 [SCP-201]",
    "Outcome Phase of P1 [SCP-201]",
    "Mandatory End of Turn Phase of P1 [SCP-201]",
    "Optional End of Turn Phase of P1 [SCP-201]",
    "P1 is done with the first step of the phase [SCP-202]",
    "P1 is done with the first 2 steps of the phase [SCP-202]",
    "Turn 3 of P1 ends [SCP-241]",
    "P1 draws D-Class Conscript [SCP-112]",
    "P1 draws D-Class Conscript [SCP-210]",
    "P1 draws D-Class Conscript [SCP-922]",
    "P1 draws D-Class Conscript (Executor Brandt) [SCP-319]",
    "Traffic Jam of P1 goes from the hand to the discard pile (SCP-F031 Unfinished Symphony) [SCP-319]",
    "Traffic Jam of P1 goes from the hand to the discard pile [SCP-922]",
    "Override Clearance of P1 goes to the discard pile [SCP-312]",
    (
        "P1 discards 2 cards from the top of the deck: Sympathetic Guard and Traffic Jam (SCP-F029 "
        "Mirror Regiment) [SCP-237]"
    ),
    ("P1 discards 2 cards from the top of the deck: Sympathetic Guard and Traffic Jam (All Hands Recall) [SCP-319]"),
    "The hand of P1 is shown to P2 and P3 (Quiet Acquisition): Traffic Jam and D-Class Conscript [SCP-523]",
    "P1 pays 1 Resource, 4 in the pool [SCP-210]",
    "P1 gets 2 Resources, 4 in the pool [SCP-213]",
    "P1 gets 3 Resources, 4 in the pool (Emergency Funding) [SCP-318]",
    "P1 loses 1 Resource, 4 in the pool (SCP-F033 Debt Collector) [SCP-319]",
    "The pool of P1 is refilled to 5 [SCP-212]",
    "Shell Company of P1 loses 2 Finance Tokens [SCP-213]",
    "Shell Company of P1 gets 1 Finance Token (SCP-F005 Ledger That Lies) [SCP-318]",
    "Shell Company of P1 loses 1 Finance Token (as a cost) [SCP-301]",
    "Shell Company of P1 produces 1 Finance Token [SCP-231]",
    "P1 untaps Ironwood Rifleman and D-Class Conscript 2 [SCP-214]",
    "P1 untaps Ironwood Rifleman and D-Class Conscript 2 (Overtime) [SCP-517]",
    "Dr Coleman of P1 is tapped (as a cost) [SCP-315]",
    "Dr Coleman of P1 is tapped (Live-Fire Exercise) [SCP-221]",
    "P1 plays Live-Fire Exercise [SCP-216]",
    "P1 plays Warzone Retrieval on SCP-F018 Corridor Hound [SCP-216]",
    "P1 plays Embedded Asset against P2 [SCP-216]",
    "Warzone Retrieval of P1 has succeeded [SCP-235]",
    "Warzone Retrieval of P1 has succeeded, and its text is left [SCP-235]",
    "Warzone Retrieval of P1 has failed [SCP-235]",
    "Warzone Retrieval of P1 goes to the discard pile [SCP-235]",
    "P1 assigns Ironwood Rifleman to secure SCP-F018 Corridor Hound [SCP-218]",
    "P1 assigns Ironwood Rifleman to research [SCP-218]",
    "Ironwood Rifleman of P1 has no job any more: the turn is over [SCP-220]",
    "Ironwood Rifleman of P1 has no job any more: its SCP has left play [SCP-220]",
    "Ironwood Rifleman of P1 has no job any more: it is tapped [SCP-221]",
    "Ironwood Rifleman of P1 has no job any more: it is Dying [SCP-442]",
    "Ironwood Rifleman of P1 has no job any more: its SCP is lost [SCP-220]",
    "Ironwood Rifleman of P1 has no job any more: taken back [SCP-219]",
    "Ironwood Rifleman of P1 has no job any more: the next Assignment Phase has begun [SCP-220]",
    "P1 places Ironwood Rifleman face down in the Build Queue [SCP-222]",
    "P2 puts 3 Resources on card 1 of P2's build queue [SCP-223]",
    "P2 gets 3 Resources on card 1 of P2's build queue (Live-Fire Exercise) [SCP-318]",
    "P2 loses 1 Resource on card 1 of P2's build queue (Budget Freeze) [SCP-319]",
    "P1 reveals Ironwood Rifleman [SCP-232]",
    "Ironwood Rifleman of P1 comes into play for 4 [SCP-303]",
    "Level 5 NBC Suit of P1 comes into play for 3, on Ironwood Rifleman [SCP-303]",
    "Level 5 NBC Suit of P1 is discarded: it holds too few Resources [SCP-303]",
    "Level 5 NBC Suit of P1 is discarded: such cards do not enter play so [SCP-306]",
    "Level 5 NBC Suit of P1 is discarded: nobody can bear it [SCP-308]",
    "Level 5 NBC Suit of P1 is discarded: its Required Icons are not in play [SCP-309]",
    "Dr Coleman of P1 gives way to the newer one [SCP-513]",
    "P1 attempts to secure SCP-F018 Corridor Hound with Ironwood Rifleman and D-Class Conscript 2 [SCP-402]",
    "P1 attempts to raid SCP-F018 Corridor Hound of P2 with Ironwood Rifleman against Site Guard of P2 [SCP-402]",
    "P1 attempts to contain SCP-F018 Corridor Hound with Ironwood Rifleman [SCP-402]",
    "P1 attempts to destroy SCP-F018 Corridor Hound with Ironwood Rifleman [SCP-402]",
    "P2 plays no Complication [SCP-426]",
    "P2 does not respond [SCP-429]",
    "P2 does not reply [SCP-413]",
    "P2 uses nothing more in this phase [SCP-208]",
    "P2 plays Traffic Jam on Ironwood Rifleman [SCP-427]",
    "Traffic Jam of P2 has no effect (Override Clearance) [SCP-429]",
    "Traffic Jam of P2 is overcome [SCP-430]",
    "Hairline Crack of P2 takes effect, worth 2 Escalation Counters [SCP-432]",
    "P1 plays Requisition Order [SCP-310]",
    "P1 plays Archive Dive on Ironwood Rifleman [SCP-310]",
    "P1 plays Deep Background Check against P2 [SCP-310]",
    "P1 uses Dr Coleman on card 1 of P2's build queue [SCP-314]",
    "P1 uses SCP-F015 Vending Oracle (ability 2) [SCP-314]",
    (
        "The text of SCP-F021 Glass Tide happens for P1: Escalation Phase, while Unsecured: the active player "
        "loses 1 Resource [SCP-520]"
    ),
    "Ironwood Rifleman of P1 is removed from the attempt (Missing Paperwork) [SCP-446]",
    "P1 has 9 against 8 to secure SCP-F018 Corridor Hound: success [SCP-408]",
    "P1 has 9 against 8 to raid SCP-F018 Corridor Hound, it needs Combat: failure [SCP-414]",
    "P1 has 9 against 8 to contain SCP-F018 Corridor Hound: success [SCP-421]",
    "P1 has 9 against 8 to destroy SCP-F018 Corridor Hound: nothing happens [SCP-422]",
    "The attempt on SCP-F018 Corridor Hound is called off (Tactical Withdrawal) [SCP-445]",
    "The attempt on SCP-F018 Corridor Hound ends without result [SCP-424]",
    "The attempt of P1 is over [SCP-425]",
    "P1 researches with Ironwood Rifleman and D-Class Conscript 2 [SCP-229]",
    "SCP-F018 Corridor Hound comes into the centre [SCP-228]",
    "SCP-F018 Corridor Hound comes into the centre [SCP-921]",
    "SCP-F018 Corridor Hound comes into the centre (SCP-F027 Moth Cathedral) [SCP-517]",
    (
        "P1 looks at the top 2 cards of the SCP deck (Dr Coleman): SCP-F021 Glass Tide and SCP-F009 "
        "Marble Choir [SCP-524]"
    ),
    "P1 puts 2 SCPs on the bottom of the SCP deck: places 1 and 2 [SCP-524]",
    "P1 leaves the SCP deck as it is [SCP-524]",
    "P1 looks at Ironwood Rifleman, face down, of P2 (Dr Coleman) [SCP-523]",
    "SCP-F018 Corridor Hound is Secured by P1 [SCP-409]",
    "SCP-F018 Corridor Hound is Secured by P1 [SCP-416]",
    "SCP-F018 Corridor Hound is Secured by P1 (Inside Job) [SCP-504]",
    "SCP-F018 Corridor Hound is Contained by P1 [SCP-421]",
    "SCP-F018 Corridor Hound is Contained by P1 (Warzone Retrieval) [SCP-504]",
    "SCP-F018 Corridor Hound of P1 is no longer Contained (Inside Job) [SCP-504]",
    "SCP-F018 Corridor Hound of P1 is no longer Contained; its counters are removed [SCP-238]",
    "SCP-F018 Corridor Hound of P1 is Unsecured (Emergency Containment) [SCP-504]",
    "SCP-F018 Corridor Hound of P1 is Unsecured; its counters are removed [SCP-418]",
    "SCP-F018 Corridor Hound is destroyed by P1 [SCP-423]",
    "SCP-F018 Corridor Hound is destroyed (Bound Revenant) [SCP-508]",
    "SCP-F018 Corridor Hound gains 2 Escalation Counters [SCP-233]",
    "SCP-F018 Corridor Hound gains 1 Escalation Counter (SCP-F036 The Long Winter) [SCP-503]",
    "SCP-F018 Corridor Hound loses 3 Escalation Counters (Blackout Protocol) [SCP-503]",
    "P1 removes 2 Escalation Counters from SCP-F018 Corridor Hound [SCP-230]",
    "SCP-F020 Tenant of Room Nine breaks out with Skill 2; its counters are removed [SCP-237]",
    "P1 suffers Attrition 4, 1 prevented [SCP-410]",
    "P1 suffers Attrition 3 (Inside Job) [SCP-434]",
    "An effect prevents 1 Attrition of P1 [SCP-440]",
    "D-Class Conscript of P1 pays 2 of the Attrition [SCP-439]",
    "P1 has paid 4 in Attrition [SCP-436]",
    "P1 has paid 2 in Attrition, 1 could not be paid [SCP-437]",
    "D-Class Conscript of P1 is destroyed (Attrition) [SCP-434]",
    "D-Class Conscript of P1 is destroyed (Wounds) [SCP-442]",
    "D-Class Conscript of P1 is destroyed (its bearer has left) [SCP-521]",
    "D-Class Conscript of P1 is destroyed (as a cost) [SCP-301]",
    "D-Class Conscript of P1 is destroyed [SCP-417]",
    "D-Class Conscript of P1 is destroyed (Booby Trap) [SCP-508]",
    "Ironwood Rifleman of P1 returns to the hand (SCP-F034 Paper Army) [SCP-508]",
    "Ironwood Rifleman of P1 returns from the discard pile to the hand (Archive Dive) [SCP-508]",
    "Ironwood Rifleman of P1 suffers 1 Wound [SCP-423]",
    "Ironwood Rifleman of P1 suffers 1 Wound (SCP-F018 Corridor Hound) [SCP-442]",
    "Ironwood Rifleman of P1 loses 2 Wounds (SCP-F026 Echo Surgeon) [SCP-444]",
    "Faces in the Wall changes the Skill Value of Ironwood Rifleman by -3 in this attempt [SCP-515]",
    "Faces in the Wall changes the Skill Value of Ironwood Rifleman by -3 this turn [SCP-515]",
    "Faces in the Wall changes the Skill Value of Ironwood Rifleman by -3 until the next turn of P1 [SCP-515]",
    "Lockdown forbids raids this turn [SCP-515]",
    "Lockdown changes the requirement to raid by +4 this turn [SCP-515]",
    "Concentrated Fire changes the group total by +3 this turn [SCP-515]",
    "Field Promotion gives the Icon Command to Site Guard of P2 this turn [SCP-515]",
    "Hazard Protocols prevents up to 4 Attrition this turn [SCP-515]",
    "Kondrakesque Logic takes all Skills of Ironwood Rifleman this turn [SCP-515]",
    "Unsupervised Camera Crew takes the Skill Covert of Ironwood Rifleman this turn [SCP-515]",
    "Dead Batteries takes the text of Ironwood Rifleman this turn [SCP-515]",
    "2 effects ended: the attempt is over [SCP-515]",
    "2 effects ended: the turn is over [SCP-515]",
    "2 effects ended: the next turn has begun [SCP-515]",
    "2 effects ended: their player has left [SCP-708]",
    "P1 may reveal 1 more of the Build Queue this turn (SCP-F024 Nine-Minute Man) [SCP-232]",
    "Ironwood Rifleman and D-Class Conscript 2 made a loop and leave the game [SCP-522]",
    "P2 leaves the match; SCPs go back to the centre [SCP-708]",
    "P1 has 2 Contained and 1 more, Skill 5, 9 cards left; P2 has 0 Contained, Skill 3, 1 card left [SCP-704]",
]
HIDDEN: list[tuple[Event, str]] = [
    (
        e.PlayerSetUp(seat=0, deck_size=50, scps=10, pool=5),
        "P1 brings a deck of 50 cards and 10 SCPs, and has 5 Resources [SCP-103]",
    ),
    (e.ScpDeckMade(size=20), "The SCP deck has 20 cards [SCP-104]"),
    (e.DeckShuffled(seat=0), "The deck of P1 is shuffled [SCP-105]"),
    (e.CardDrawn(seat=0, cause="draw_phase", hand_count=1, deck_count=1), "P1 draws a card [SCP-210]"),
    (e.HandRevealed(seat=0, viewers=(1,), cause="M04"), "The hand of P1 is shown to P2 (Quiet Acquisition) [SCP-523]"),
    (e.CardPlacedFaceDown(seat=0, iid="s2", hand_count=3), "P1 places a card face down in the Build Queue [SCP-222]"),
    (
        e.ScpPeeked(seat=0, n=1, cause="S15"),
        "P1 looks at the top card of the SCP deck (SCP-F015 Vending Oracle) [SCP-524]",
    ),
    (e.ScpPutOnBottom(seat=0, n=1), "P1 puts 1 SCP on the bottom of the SCP deck [SCP-524]"),
    (
        e.BuildPeeked(seat=0, owner=1, iid="s6", cause="P10"),
        "P1 looks at card 1 of P2's build queue (Dr Coleman) [SCP-523]",
    ),
    (
        e.CardReturned(seat=0, old="s1", card="P22", cause="S34"),
        "Ironwood Rifleman of P1 returns to the hand (SCP-F034 Paper Army) [SCP-508]",
    ),
    (
        e.CardRecovered(seat=0, old="s1", card="P22", cause="E17"),
        "Ironwood Rifleman of P1 returns from the discard pile to the hand (Archive Dive) [SCP-508]",
    ),
]


def test_every_event_has_a_sentence_and_a_rule_and_stands_here() -> None:
    assert set(SENTENCES) == set(e.EVENTS) == {type(event) for event in SAID}


def test_the_player_of_a_sentence_is_not_named_again_with_the_cards() -> None:
    told = [
        e.CardsUntapped(seat=1, cards=("s1", "s3"), cause="SCP-214"),
        e.Researched(seat=1, cards=("s3",)),
        e.PersonnelAssigned(seat=1, iid="s3", card="P16", assignment=Assignment("defend", "s9")),
        e.AttemptBegun(seat=1, kind="contain", scp="s9", card="S18", members=("s3",)),
    ]
    assert [describe(event, core().cards, THINGS) for event in told] == [
        "P2 untaps Ironwood Rifleman and Site Guard [SCP-214]",
        "P2 researches with Site Guard [SCP-229]",
        "P2 assigns Site Guard to defend SCP-F018 Corridor Hound [SCP-218]",
        "P2 attempts to contain SCP-F018 Corridor Hound with Site Guard [SCP-402]",
    ]


def test_a_group_that_lacks_skills_is_told_which_it_needs() -> None:
    def compared(kind: Kind, card: str, members: tuple[str, ...]) -> str:
        event = e.AttemptCompared(
            seat=0,
            kind=kind,
            scp="s9",
            card=card,
            group_total=9,
            requirement=8,
            skills_met=False,
            outcome="failure",
            members=members,
        )
        return describe(event, core().cards, THINGS)

    hound = "to contain SCP-F018 Corridor Hound"
    assert compared("contain", "S18", ("s1",)) == f"P1 has 9 against 8 {hound}, it needs Combat: failure [SCP-421]"
    assert "it needs Occult and Covert: failure" in compared("secure", "S40", ("s1",))
    assert "it needs Terminate: failure" in compared("destroy", "S18", ("s1",))
    assert "nobody is left in it: failure" in compared("destroy", "S18", ())


def test_each_is_told_in_these_words() -> None:
    with cases() as case:
        for event, sentence in [*zip(SAID, TOLD, strict=True), *HIDDEN]:
            with case(repr(event)):
                assert describe(event, core().cards, THINGS) == sentence


def test_the_rules_are_in_the_catalogue() -> None:
    known = {rule.id for rule in parse((files("domain.games.scp") / "RULES.md").read_text())}
    assert {rule for sentence in TOLD for rule in re.findall(r"SCP-R?\d+", sentence)} <= known


def test_all_that_can_be_hidden_is_told_without_it() -> None:
    secret = ("deck", "order", "cards", "card", "iid", "old", "places")
    hideable = {
        kind for kind in e.EVENTS for field in fields(kind) if field.name in secret and field.default in (None, ())
    }
    assert {type(event) for event, _ in HIDDEN} == hideable
