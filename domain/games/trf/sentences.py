"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from domain.games.trf import events as e
from domain.games.trf.board import ModifierKind
from domain.games.trf.definitions import Window
from domain.kernel.dispatch import ByType, by_type
from domain.kernel.sentences import CardNames, Subjects, Telling, joined, p

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
Pairs = Sequence[tuple[str, str]]


def _seconds(pairs: Pairs) -> Iterable[str]:
    """The second things that the pairs name, each once."""
    return dict.fromkeys(second for _, second in pairs)


def is_fight(name: str) -> bool:
    """TRF-411 Whether a target is a fight: the ids of cards begin with another letter."""
    return name.startswith("f")


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

    naming: ClassVar[Subjects] = {
        **CardNames.naming,
        "listed": "card",
        **dict.fromkeys(("unit", "blocked", "sent"), "thing"),
    }

    def thing(self, iid: str | None) -> str:
        """TRF-411 A card on the table by its name there, a fight by its number."""
        return f"fight {self.number(iid)}" if iid is not None and is_fight(iid) else super().thing(iid)

    def listed(self, cids: Sequence[str] | None) -> str:
        """Cards by name behind a colon, if any are seen."""
        return f": {self.names(cids)}" if cids else ""

    def title(self, name: str) -> str:
        """A faction or a keyword as it is printed."""
        return self.words(name).title()

    def unit(self, iids: Iterable[str]) -> str:
        """TRF-506 The cards of a unit."""
        return " + ".join(map(self.thing, iids))

    def blocked(self, blocks: Pairs) -> str:
        """TRF-410 (blocker, attacker): who is blocked with what."""
        return ", ".join(f"{self.thing(one)} with {self._with_one(blocks, one)}" for one in _seconds(blocks))

    def sent(self, assignments: Pairs) -> str:
        """TRF-451 (unit, planet): what is sent where."""
        return ", ".join(f"{self._with_one(assignments, one)} to {self.thing(one)}" for one in _seconds(assignments))

    def _with_one(self, pairs: Pairs, second: str) -> str:
        """The first cards of the pairs with this second one."""
        return self.each(one for one, other in pairs if other == second)

    def against(self, totals: tuple[int, int]) -> str:
        """TRF-432 The total of the attacker side and that of the defender side."""
        return f"{totals[0]} against {totals[1]}"

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


def modified(what: ModifierKind, n: int, name: str) -> str:
    """TRF-525 The change of a card by an effect for a turn, as a sentence goes on behind the card."""
    said = name.replace("_", " ")
    return {
        "combat": f"has {n:+d} combat",
        "capture": f"has {n:+d} capture",
        "defense": f"needs {abs(n)} {'more' if n > 0 else 'less'} to be captured",
        "keyword": f"has {said.title()}{f' {n}' if n else ''}",
        "cannot": f"can't {said}",
        "save": "is kept if its side loses a fight",
        "capture_to_hand": "goes to its owner's hand if it is captured",
    }[what]


def _modifier(named: Names, x: e.ModifierAdded) -> str:
    what = modified(x.what, x.n, x.name)
    return f"{named.things.get(x.iid) or named.name(x.card)} of {p(x.seat)} {what} this turn{named.because(x.cause)}"


def _promised(named: Names, x: e.IncomePromised) -> str:
    numbers = {"meters": x.meters, "words": x.words}
    more = joined(f"{abs(n)} {name} {'more' if n > 0 else 'less'}" for name, n in numbers.items() if n)
    return f"The next refill of {p(x.seat)} gives {more or 'the same'}{named.because(x.cause)}"


def _counted(named: Names, x: e.PlanetsCounted) -> str:
    counts = (f"{p(seat)} holds {held} and has captured {captured}" for seat, held, captured, _ in x.counts)
    meters = (f"{p(seat)} {meters}" for seat, *_, meters in x.counts)
    return f"Planets are counted: {'; '.join(counts)} (meters: {', '.join(meters)})"


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
    told(e.TurnStarted, "TRF-201", "Turn {turn} of {seat:p} begins"),
    told(
        e.TurnEnded,
        "TRF-221",
        "Turn {turn} of {seat:p} ends{idle_turns:0=|; nothing has happened for {idle_turns:count turn}}",
    ),
    told(e.PlanetsCounted, "TRF-R99", _counted),
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
    told(e.IncomePromised, "TRF-203", _promised),
    told(e.PlanetSkipped, "TRF-636", "{card:name} of {seat:p} will give nothing at the next refill{cause:because}"),
    told(e.IndividualJoined, "TRF-501", "{seat:p} combines {individual:thing} with {fleeter:thing}"),
    told(e.IndividualLeft, "TRF-501", "{seat:p} takes {individual:thing} off {fleeter:thing}"),
    told(
        e.AbilityUsed,
        _used_by,
        "{seat:p} uses {card:name}{ability:1=|, ability {ability}}{targets:()=| on {targets:each}}"
        "{opponent:None=| against {opponent:p}}",
    ),
    told(e.TokensPlaced, "TRF-513", "{card:name} of {seat:p} gets {n:count damage token}{cause:because}"),
    told(
        e.TokensRemoved,
        "{kind:damage=TRF-515|TRF-522}",
        "{card:name} of {seat:p} loses {kind:damage={n:count damage token}|{n:count token}}{cause:because}",
    ),
    told(e.ModifierAdded, "{what:save=TRF-631|capture_to_hand=TRF-635|TRF-525}", _modifier, on_table=True),
    told(e.ModifiersEnded, "TRF-525", "Effects that last for a turn are over"),
    told(e.UnitRefreshed, "TRF-642", "{cards:unit} of {seat:p} is not spent by its battle{cause:because}"),
    told(e.CharacterDestroyed, "{cause:damage=TRF-514|TRF-517}", "{card:name} of {seat:p} is destroyed{cause:because}"),
    told(
        e.OocAnnounced,
        "{window:response=TRF-340|TRF-325}",
        "{seat:p} plays {card:name}{targets:()=| on {targets:each}}{opponent:None=| against {opponent:p}} "
        "{window} for {cost} words{rank:None=|, with staff rank {rank}}",
        window=WINDOWS,
    ),
    told(e.ResponsePassed, "TRF-341", "{seat:p} does not respond to {on:thing}"),
    told(e.OocCancelled, "TRF-342", "{card:name} of {seat:p} is cancelled{cause:because}"),
    told(e.OocResolved, "TRF-325", "{card:name} of {seat:p} is resolved"),
    told(e.FactionChosen, "TRF-644", "{seat:p} chooses {faction:title} for {card:name}"),
    told(
        e.PersistentPlaced,
        "TRF-620",
        "{card:name} of {seat:p} stays in play{host:None=|, attached to {host:thing}}"
        "{tokens:None=| with {tokens:count token}}",
    ),
    told(
        e.PersistentDiscarded,
        "{cause:tokens=TRF-522|host_left=TRF-520|TRF-521}",
        "{card:name} of {seat:p} leaves play{cause:because}",
    ),
    told(e.StandingPassSet, "TRF-225", "{seat:p} names the windows that pass by themselves this turn"),
    told(e.WindowPassed, "TRF-223", "{seat:p} passes {window}", window=WINDOWS),
    # each is told once: attackers as they are named, blockers and sent units when all of them are open
    told(e.AttackDeclined, "TRF-216", "{seat:p} attacks nobody"),
    told(e.AttackerNamed, "TRF-403", "{seat:p} names {cards:unit} to attack {defender:p}"),
    told(
        e.AttackConfirmed,
        "TRF-403",
        "{seat:p} attacks {defender:p} with {attackers:count unit}",
        naming={"attackers": "thing"},
    ),
    told(e.BlockAssigned, "TRF-408", "{seat:p} names a blocker", naming={"blocker": "thing", "attacker": "thing"}),
    told(
        e.BlocksConfirmed,
        "TRF-410",
        "{seat:p} blocks {blocks:()=nothing|{blocks:blocked}}{unblocked:()=|; {unblocked:each} unblocked}",
    ),
    told(
        e.FightStarted,
        "TRF-411",
        "Fight {fight:number}: {attackers:each} of {attacker:p} against {defenders:each} of {defender:p}",
    ),
    told(e.BattleMarked, "TRF-416", "In battle on turn {turn}: {cards:each}"),
    told(e.SideModified, "TRF-432", "Fight {fight:number}: the {side} side has {n:signed} this turn{cause:because}"),
    told(e.DieSet, "TRF-425", "Fight {fight:number}: the bickering die counts as {value}{cause:because}"),
    told(e.DieRaised, "TRF-640", "Fight {fight:number}: the die of the {side} side counts {n:signed}{cause:because}"),
    told(
        e.FightStuck,
        "{reason:bicker=TRF-426|TRF-434}",
        "Fight {fight:number} is stuck: {reason:bicker=the bickering die shows {die}|both sides have the same total}",
    ),
    told(
        e.FightResolved,
        "TRF-433",
        "Fight {fight:number}: {totals:against}, {winner:p} wins"
        "{defeated:()=|; {defeated:each} defeated}{saved:()=|; {saved:each} kept}",
    ),
    told(e.FightWonUnopposed, "TRF-421", "Fight {fight:number}: nobody is left against {winner:p}, who wins"),
    told(e.FightRemoved, "TRF-421", "Fight {fight:number} is over: nobody is left in it"),
    told(e.UnitJoinedFight, "TRF-633", "{cards:unit} of {seat:p} joins the {side} side of fight {fight:number}"),
    told(e.UnitLeftFight, "TRF-632", "{cards:unit} of {seat:p} leaves fight {fight:number}"),
    told(
        e.AttackCancelled,
        "{cause:concede=TRF-909|TRF-634}",
        "The attack of {seat:p} ends without result{cause:because}",
    ),
    told(
        e.AssaultAssigned, "TRF-451", "{seat:p} sends a unit to a planet", naming={"unit": "thing", "planet": "thing"}
    ),
    told(e.AssaultConfirmed, "TRF-455", "{seat:p} sends {assignments:()=nobody to a planet|{assignments:sent}}"),
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
    told(e.HomeworldSwapped, "TRF-604", "{after:thing} takes the place of {before:thing} as the homeworld of {seat:p}"),
    told(
        e.PlayerLost,
        "{reason:homeworld=TRF-701|TRF-704}",
        "{seat:p} has lost by {reason:homeworld=the capture of the homeworld|conceding}",
    ),
)
"""Events, each with the rule that it follows; from its content where that decides."""

describe = told.describing(SENTENCES)
