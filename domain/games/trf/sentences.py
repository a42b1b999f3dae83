"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from domain.games.trf import events as e
from domain.games.trf.definitions import Window
from domain.kernel.dispatch import ByType, by_type
from domain.kernel.sentences import CardNames, Telling, p

WINDOWS: Mapping[Window, str] = {
    "pre": "before combat",
    "attack": "in the attack window",
    "block": "in the block window",
    "bicker": "in the bicker window",
    "dice": "in the dice window",
    "assault": "in the assault window",
    "post": "after combat",
    "response": "as a response",
}
"""TRF-326 When an OOC card is played."""


class Names(CardNames, frozen=True):
    """The cards of a match as sentences call them, and the words of the rules."""

    causes: ClassVar[Mapping[str, str]] = {
        "damage": "damage",
        "host_left": "what it was attached to has left",
        "tokens": "its last token is gone",
        "planet_captured": "a planet was captured",
        "unique_defeated": "a Unique character was defeated",
        "stuck_turn": "a fight is stuck",
        "turn_over": "the turn is over",
        "concede": "the attacking player has conceded",
        **dict.fromkeys(("setup", "draw_step", "start_of_turn", "resolved"), ""),
    }

    def listed(self, cids: Sequence[str] | None) -> str:
        """Cards by name behind a colon, if any are seen."""
        return f": {self.names(cids)}" if cids else ""

    def title(self, name: str) -> str:
        """A faction or a keyword as it is printed."""
        return self.words(name).title()

    def signed(self, n: int) -> str:
        """A number that may be less than nothing."""
        return f"{n:+d}"

    def number(self, fight: str) -> str:
        """TRF-411 The number of a fight in the match."""
        return fight.removeprefix("f")


def _revealed(named: Names, x: e.CardsRevealed) -> str:
    brought = zip(x.accounts, x.homeworlds, strict=True)
    seats = (f"{p(seat)} is {named.name(cid)} of {named.name(home)}" for seat, (cid, (_, home)) in enumerate(brought))
    return "; ".join(seats)


def _modifier(named: Names, x: e.ModifierAdded) -> str:
    number = f" {x.n}" if x.n else ""
    what = {
        "combat": f"has {x.n:+d} combat",
        "capture": f"has {x.n:+d} capture",
        "defense": f"takes {x.n:+d} to capture",
        "keyword": f"has {named.title(x.name)}{number}",
        "cannot": f"can't {named.words(x.name)}",
        "save": "is kept if its side loses a fight",
        "capture_to_hand": "goes to its owner's hand if it is captured",
    }[x.what]
    return f"{named.name(x.card)} of {p(x.seat)} {what} this turn{named.because(x.cause)}"


def _resolved(named: Names, x: e.FightResolved) -> str:
    saved = f", {len(x.saved)} kept" if x.saved else ""
    attackers, defenders = x.totals
    result = f"{attackers} against {defenders}, {p(x.winner)} wins, {len(x.defeated)} defeated{saved}"
    return f"Fight {named.number(x.fight)}: {result}"


def _used_by(named: Names, x: e.AbilityUsed) -> str:
    return {"account": "TRF-332", "planet": "TRF-329"}.get(named.cards[x.card].kind, "TRF-333")


told = Telling(Names)
SENTENCES: ByType[Names, str] = by_type(
    told(e.PlayerRegistered, "TRF-102", "{seat:p} brings a deck of {deck_size:count card}"),
    told(e.CardsRevealed, "TRF-107", _revealed),
    told(e.DeckShuffled, "TRF-107", "The deck of {seat:p} is shuffled"),
    told(
        e.DieRolled,
        "{purpose:first_player=TRF-110|bicker=TRF-422|combat=TRF-431|effect=TRF-643}",
        "{seat:p} rolls {value}{purpose:first_player= for the first turn|bicker= for bickering|"
        "combat= for the {side} side|effect=}{fight:None=| in fight {fight:number}}",
    ),
    told(e.RandomCardPicked, "TRF-646", "Chance picks {card:name} of the hand of {seat:p}{cause:because}"),
    told(e.FirstPlayerSet, "TRF-110", "{seat:p} goes first"),
    told(e.TurnStarted, "TRF-201", "Turn {turn}: {seat:p}"),
    told(
        e.TurnEnded,
        "TRF-221",
        "Turn {turn} of {seat:p} ends{idle_turns:0=|; nothing has happened for {idle_turns:count turn}}",
    ),
    told(e.PoolsRefilled, "TRF-203", "The pools of {seat:p} are filled: {pool_m} meters and {pool_w} words"),
    told(e.CardDrawn, "{cause:setup=TRF-108|draw_step=TRF-207|TRF-646}", "{seat:p} draws {card:name}{cause:because}"),
    told(e.DrawDeclined, "TRF-207", "{seat:p} draws no card"),
    told(e.PlanetPlayed, "TRF-209", "{seat:p} plays {card:name}: {meters:signed} meters and {words:signed} words"),
    told(e.PlanetEntered, "TRF-212", "{card:name} of {seat:p} comes into play, exhausted{cause:because}"),
    told(e.CharacterPlayed, "TRF-306", "{seat:p} plays {card:name} for {cost} meters"),
    told(e.CharacterRevived, "TRF-334", "{seat:p} revives {card:name} for {cost} meters"),
    told(e.CharacterEntered, "TRF-338", "{card:name} of {seat:p} comes into play{cause:because}"),
    told(
        e.CardDiscarded,
        "{cause:resolved=TRF-325|turn_over=TRF-909|TRF-626}",
        "{card:name} of {seat:p} goes{from_zone:hand= from the hand|} to the discard pile{cause:because}",
    ),
    told(
        e.CardReturnedToHand,
        "TRF-335",
        "{card:name} of {seat:p} returns from the discard pile to the hand{cause:because}",
    ),
    told(
        e.CardsLookedAt,
        "TRF-646",
        "{seat:p} looks at {count:count card} of {zone:hand=the hand of {owner:p}|the own deck}{cards:listed}",
    ),
    told(e.CardTaken, "TRF-646", "{seat:p} takes {card:name} into the hand"),
    told(e.CardsBottomed, "TRF-646", "{seat:p} puts {count:count card} under the deck{cards:listed}"),
    told(e.MetersPaid, "TRF-302", "{seat:p} pays {amount} meters{cause:because}"),
    told(e.WordsPaid, "TRF-302", "{seat:p} pays {amount} words{cause:because}"),
    told(
        e.PlanetExhausted, "TRF-330", "{card:name} of {seat:p} is exhausted: {meters} meters and {words} words are gone"
    ),
    told(e.PoolCut, "TRF-305", "{seat:p} has {pool_m} meters and {pool_w} words left"),
    told(
        e.IncomePromised,
        "TRF-203",
        "The next refill of {seat:p}: {meters:signed} meters and {words:signed} words{cause:because}",
    ),
    told(e.PlanetSkipped, "TRF-636", "{card:name} of {seat:p} will give nothing at the next refill{cause:because}"),
    told(e.IndividualJoined, "TRF-501", "{seat:p} combines an Individual with a Fleeter"),
    told(e.IndividualLeft, "TRF-501", "{seat:p} takes an Individual off its Fleeter"),
    told(
        e.AbilityUsed,
        _used_by,
        "{seat:p} uses ability {ability} of {card:name}{targets:()=| on {targets:count target}}"
        "{opponent:None=| against {opponent:p}}",
    ),
    told(e.TokensPlaced, "TRF-513", "{card:name} of {seat:p} gets {n:count damage token}{cause:because}"),
    told(
        e.TokensRemoved,
        "{kind:damage=TRF-515|TRF-522}",
        "{card:name} of {seat:p} loses {kind:damage={n:count damage token}|{n:count token}}{cause:because}",
    ),
    told(e.ModifierAdded, "{what:save=TRF-631|capture_to_hand=TRF-635|TRF-525}", _modifier),
    told(e.ModifiersEnded, "TRF-525", "What lasted for this turn is over"),
    told(e.UnitRefreshed, "TRF-642", "A unit of {seat:p} is not spent by its battle{cause:because}"),
    told(e.CharacterDestroyed, "{cause:damage=TRF-514|TRF-517}", "{card:name} of {seat:p} is destroyed{cause:because}"),
    told(
        e.OocAnnounced,
        "{window:response=TRF-340|TRF-325}",
        "{seat:p} plays {card:name}{target_cards:()=| on {target_cards:names}}{opponent:None=| against {opponent:p}} "
        "{window} for {cost} words{rank:None=|, with staff rank {rank}}",
        window=WINDOWS,
    ),
    told(e.ResponsePassed, "TRF-341", "{seat:p} does not respond"),
    told(e.OocCancelled, "TRF-342", "{card:name} of {seat:p} is cancelled{cause:because}"),
    told(e.OocResolved, "TRF-325", "{card:name} of {seat:p} is resolved"),
    told(e.FactionChosen, "TRF-644", "{seat:p} chooses {faction:title} for {card:name}"),
    told(
        e.PersistentPlaced,
        "TRF-620",
        "{card:name} of {seat:p} stays in play{host:None=|, attached}{tokens:None=| with {tokens:count token}}",
    ),
    told(
        e.PersistentDiscarded,
        "{cause:tokens=TRF-522|host_left=TRF-520|TRF-521}",
        "{card:name} of {seat:p} leaves play{cause:because}",
    ),
    told(e.StandingPassSet, "TRF-225", "{seat:p} sets in which windows to pass this turn"),
    told(e.WindowPassed, "TRF-223", "{seat:p} passes {window}", window=WINDOWS),
    told(e.AttackDeclined, "TRF-216", "{seat:p} attacks nobody"),
    told(e.AttackerNamed, "TRF-403", "{seat:p} names an attacker of {cards:count card} against {defender:p}"),
    told(e.AttackConfirmed, "TRF-403", "{seat:p} attacks {defender:p} with {attackers:count unit}"),
    told(e.BlockAssigned, "TRF-408", "{seat:p} names a blocker"),
    told(
        e.BlocksConfirmed, "TRF-410", "{seat:p} has named {blocks:count blocker}; {unblocked:count attacker} unblocked"
    ),
    told(
        e.FightStarted,
        "TRF-411",
        "Fight {fight:number}: {attackers:count card} of {attacker:p} against {defenders:count} of {defender:p}",
    ),
    told(e.BattleMarked, "TRF-416", "{cards:count card} in battle on turn {turn}"),
    told(e.SideModified, "TRF-432", "Fight {fight:number}: the {side} side has {n:signed} this turn{cause:because}"),
    told(e.DieSet, "TRF-425", "Fight {fight:number}: the bickering die counts as {value}{cause:because}"),
    told(e.DieRaised, "TRF-640", "Fight {fight:number}: the die of the {side} side counts {n:signed}{cause:because}"),
    told(
        e.FightStuck,
        "{reason:bicker=TRF-426|TRF-434}",
        "Fight {fight:number} is stuck: {reason:bicker=the bickering die shows {die}|both sides have the same total}",
    ),
    told(e.FightResolved, "TRF-433", _resolved),
    told(e.FightWonUnopposed, "TRF-421", "Fight {fight:number}: nobody is left against {winner:p}, who wins"),
    told(e.FightRemoved, "TRF-421", "Fight {fight:number} is over: nobody is left in it"),
    told(e.UnitJoinedFight, "TRF-633", "A unit of {seat:p} joins the {side} side of fight {fight:number}"),
    told(e.UnitLeftFight, "TRF-632", "A unit of {seat:p} leaves fight {fight:number}"),
    told(
        e.AttackCancelled,
        "{cause:concede=TRF-909|TRF-634}",
        "The attack of {seat:p} ends without result{cause:because}",
    ),
    told(e.AssaultAssigned, "TRF-451", "{seat:p} sends a unit to a planet"),
    told(e.AssaultConfirmed, "TRF-455", "{seat:p} has sent {assignments:count unit} to planets"),
    told(
        e.PlanetCaptureChecked,
        "TRF-456",
        "{card:name} of {seat:p} is assaulted with {sum}, {needed} needed: {captured:True=it is captured|it holds}",
    ),
    told(
        e.PlanetCaptured,
        "{to_hand:True=TRF-635|TRF-460}",
        "{by:p} captures {card:name} of {seat:p}; it goes to the {to_hand:True=hand of its owner|discard pile}",
    ),
    told(e.AccountSwapped, "TRF-628", "{seat:p}: {after:name} takes the place of {before:name}"),
    told(e.HomeworldSwapped, "TRF-604", "Another planet of {seat:p} is the homeworld now"),
    told(
        e.PlayerLost,
        "{reason:homeworld=TRF-701|TRF-704}",
        "{seat:p} has lost by {reason:homeworld=the capture of the homeworld|conceding}",
    ),
)
"""Events, each with the rule that it follows; from its content where that decides."""

describe = told.describing(SENTENCES)
