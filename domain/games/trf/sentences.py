"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.trf import events as e
from domain.games.trf.definitions import Window
from domain.kernel.dispatch import ByType, always, by_type, on
from domain.kernel.sentences import CardNames, count, describing, p

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


BECAUSE: Mapping[str, str] = {
    "damage": " (damage)",
    "host_left": " (what it was attached to has left)",
    "tokens": " (its last token is gone)",
    "planet_captured": " (a planet was captured)",
    "unique_defeated": " (a Unique character was defeated)",
    "stuck_turn": " (a fight is stuck)",
    "turn_over": " (the turn is over)",
    "concede": " (the attacking player has conceded)",
    **dict.fromkeys(("setup", "draw_step", "start_of_turn", "resolved"), ""),
}
"""Causes that are no cards: what the rules call them, nothing where the sentence says it already."""


class Names(CardNames, frozen=True):
    """The cards of a match as sentences call them."""

    def because(self, cause: str) -> str:
        """The source of something: a card, or a rule's own word."""
        return BECAUSE[cause] if cause in BECAUSE else f" ({self.name(cause)})"


def amounts(meters: int, words: int) -> str:
    """Meters and words together."""
    return f"{meters} meters and {words} words"


def gains(meters: int, words: int) -> str:
    """Meters and words that may be less than nothing."""
    return f"{meters:+d} meters and {words:+d} words"


def fight(name: str) -> str:
    """TRF-411 A fight by its number in the match."""
    return f"Fight {name.removeprefix('f')}"


def _registered(named: Names, x: e.PlayerRegistered) -> str:
    return f"{p(x.seat)} brings a deck of {count(x.deck_size, 'card')}"


def _revealed(named: Names, x: e.CardsRevealed) -> str:
    brought = zip(x.accounts, x.homeworlds, strict=True)
    told = (f"{p(seat)} is {named.name(cid)} of {named.name(home)}" for seat, (cid, (_, home)) in enumerate(brought))
    return "; ".join(told)


def _die(named: Names, x: e.DieRolled) -> str:
    what = {
        "first_player": " for the first turn",
        "bicker": " for bickering",
        "combat": f" for the {x.side} side",
        "effect": "",
    }[x.purpose]
    return f"{p(x.seat)} rolls {x.value}{what}{'' if x.fight is None else ' in fight ' + x.fight.removeprefix('f')}"


def _ended(named: Names, x: e.TurnEnded) -> str:
    idle = f"; nothing has happened for {count(x.idle_turns, 'turn')}" if x.idle_turns else ""
    return f"Turn {x.turn} of {p(x.seat)} ends{idle}"


def _looked(named: Names, x: e.CardsLookedAt) -> str:
    where = f"the hand of {p(x.owner)}" if x.zone == "hand" else "the own deck"
    found = f": {named.names(x.cards)}" if x.cards else ""
    return f"{p(x.seat)} looks at {count(x.count, 'card')} of {where}{found}"


def _bottomed(named: Names, x: e.CardsBottomed) -> str:
    found = f": {named.names(x.cards)}" if x.cards else ""
    return f"{p(x.seat)} puts {count(x.count, 'card')} under the deck{found}"


def _discarded(named: Names, x: e.CardDiscarded) -> str:
    where = " from the hand" if x.from_zone == "hand" else ""
    return f"{named.of(x)} goes{where} to the discard pile{named.because(x.cause)}"


def _ability(named: Names, x: e.AbilityUsed) -> str:
    whom = "" if x.opponent is None else f" against {p(x.opponent)}"
    targets = f" on {count(len(x.targets), 'target')}" if x.targets else ""
    return f"{p(x.seat)} uses ability {x.ability} of {named.name(x.card)}{targets}{whom}"


def _removed(named: Names, x: e.TokensRemoved) -> str:
    kind = "damage token" if x.kind == "damage" else "token"
    return f"{named.of(x)} loses {count(x.n, kind)}{named.because(x.cause)}"


def _modifier(named: Names, x: e.ModifierAdded) -> str:
    number = f" {x.n}" if x.n else ""
    what = {
        "combat": f"has {x.n:+d} combat",
        "capture": f"has {x.n:+d} capture",
        "defense": f"takes {x.n:+d} to capture",
        "keyword": f"has {x.name.replace('_', ' ').title()}{number}",
        "cannot": f"can't {x.name.replace('_', ' ')}",
        "save": "is kept if its side loses a fight",
        "capture_to_hand": "goes to its owner's hand if it is captured",
    }[x.what]
    return f"{named.of(x)} {what} this turn{named.because(x.cause)}"


def _announced(named: Names, x: e.OocAnnounced) -> str:
    on = f" on {named.names(x.target_cards)}" if x.target_cards else ""
    whom = "" if x.opponent is None else f" against {p(x.opponent)}"
    rank = "" if x.rank is None else f", with staff rank {x.rank}"
    return f"{p(x.seat)} plays {named.name(x.card)}{on}{whom} {WINDOWS[x.window]} for {x.cost} words{rank}"


def _placed(named: Names, x: e.PersistentPlaced) -> str:
    host = "" if x.host is None else ", attached"
    tokens = "" if x.tokens is None else f" with {count(x.tokens, 'token')}"
    return f"{named.of(x)} stays in play{host}{tokens}"


def _blocks(named: Names, x: e.BlocksConfirmed) -> str:
    return f"{p(x.seat)} has named {count(len(x.blocks), 'blocker')}; {count(len(x.unblocked), 'attacker')} unblocked"


def _resolved(named: Names, x: e.FightResolved) -> str:
    saved = f", {len(x.saved)} kept" if x.saved else ""
    attackers, defenders = x.totals
    return f"{fight(x.fight)}: {attackers} against {defenders}, {p(x.winner)} wins, {len(x.defeated)} defeated{saved}"


def _stuck(named: Names, x: e.FightStuck) -> str:
    why = f"the bickering die shows {x.die}" if x.reason == "bicker" else "both sides have the same total"
    return f"{fight(x.fight)} is stuck: {why}"


def _checked(named: Names, x: e.PlanetCaptureChecked) -> str:
    result = "it is captured" if x.captured else "it holds"
    return f"{named.of(x)} is assaulted with {x.sum}, {x.needed} needed: {result}"


def _captured(named: Names, x: e.PlanetCaptured) -> str:
    where = "to the hand of its owner" if x.to_hand else "to the discard pile"
    return f"{p(x.by)} captures {named.of(x)}; it goes {where}"


SENTENCES: ByType[Names, str] = by_type(
    on(e.PlayerRegistered, _registered),
    on(e.CardsRevealed, _revealed),
    on(e.DeckShuffled, lambda named, x: f"The deck of {p(x.seat)} is shuffled"),
    on(e.DieRolled, _die),
    on(
        e.RandomCardPicked,
        lambda named, x: f"Chance picks {named.name(x.card)} of the hand of {p(x.seat)}{named.because(x.cause)}",
    ),
    on(e.FirstPlayerSet, lambda named, x: f"{p(x.seat)} goes first"),
    on(e.TurnStarted, lambda named, x: f"Turn {x.turn}: {p(x.seat)}"),
    on(e.TurnEnded, _ended),
    on(e.PoolsRefilled, lambda named, x: f"The pools of {p(x.seat)} are filled: {amounts(x.pool_m, x.pool_w)}"),
    on(e.CardDrawn, lambda named, x: f"{p(x.seat)} draws {named.name(x.card)}{named.because(x.cause)}"),
    on(e.DrawDeclined, lambda named, x: f"{p(x.seat)} draws no card"),
    on(e.PlanetPlayed, lambda named, x: f"{p(x.seat)} plays {named.name(x.card)}: {gains(x.meters, x.words)}"),
    on(e.PlanetEntered, lambda named, x: f"{named.of(x)} comes into play, exhausted{named.because(x.cause)}"),
    on(e.CharacterPlayed, lambda named, x: f"{p(x.seat)} plays {named.name(x.card)} for {x.cost} meters"),
    on(e.CharacterRevived, lambda named, x: f"{p(x.seat)} revives {named.name(x.card)} for {x.cost} meters"),
    on(e.CharacterEntered, lambda named, x: f"{named.of(x)} comes into play{named.because(x.cause)}"),
    on(e.CardDiscarded, _discarded),
    on(
        e.CardReturnedToHand,
        lambda named, x: f"{named.of(x)} returns from the discard pile to the hand{named.because(x.cause)}",
    ),
    on(e.CardsLookedAt, _looked),
    on(e.CardTaken, lambda named, x: f"{p(x.seat)} takes {named.name(x.card)} into the hand"),
    on(e.CardsBottomed, _bottomed),
    on(e.MetersPaid, lambda named, x: f"{p(x.seat)} pays {x.amount} meters{named.because(x.cause)}"),
    on(e.WordsPaid, lambda named, x: f"{p(x.seat)} pays {x.amount} words{named.because(x.cause)}"),
    on(e.PlanetExhausted, lambda named, x: f"{named.of(x)} is exhausted: {amounts(x.meters, x.words)} are gone"),
    on(e.PoolCut, lambda named, x: f"{p(x.seat)} has {amounts(x.pool_m, x.pool_w)} left"),
    on(
        e.IncomePromised,
        lambda named, x: f"The next refill of {p(x.seat)}: {gains(x.meters, x.words)}{named.because(x.cause)}",
    ),
    on(e.PlanetSkipped, lambda named, x: f"{named.of(x)} will give nothing at the next refill{named.because(x.cause)}"),
    on(e.IndividualJoined, lambda named, x: f"{p(x.seat)} combines an Individual with a Fleeter"),
    on(e.IndividualLeft, lambda named, x: f"{p(x.seat)} takes an Individual off its Fleeter"),
    on(e.AbilityUsed, _ability),
    on(e.TokensPlaced, lambda named, x: f"{named.of(x)} gets {count(x.n, 'damage token')}{named.because(x.cause)}"),
    on(e.TokensRemoved, _removed),
    on(e.ModifierAdded, _modifier),
    on(e.ModifiersEnded, lambda named, x: "What lasted for this turn is over"),
    on(e.UnitRefreshed, lambda named, x: f"A unit of {p(x.seat)} is not spent by its battle{named.because(x.cause)}"),
    on(e.CharacterDestroyed, lambda named, x: f"{named.of(x)} is destroyed{named.because(x.cause)}"),
    on(e.OocAnnounced, _announced),
    on(e.ResponsePassed, lambda named, x: f"{p(x.seat)} does not respond"),
    on(e.OocCancelled, lambda named, x: f"{named.of(x)} is cancelled{named.because(x.cause)}"),
    on(e.OocResolved, lambda named, x: f"{named.of(x)} is resolved"),
    on(
        e.FactionChosen,
        lambda named, x: f"{p(x.seat)} chooses {x.faction.replace('_', ' ').title()} for {named.name(x.card)}",
    ),
    on(e.PersistentPlaced, _placed),
    on(e.PersistentDiscarded, lambda named, x: f"{named.of(x)} leaves play{named.because(x.cause)}"),
    on(e.StandingPassSet, lambda named, x: f"{p(x.seat)} sets in which windows to pass this turn"),
    on(e.WindowPassed, lambda named, x: f"{p(x.seat)} passes {WINDOWS[x.window]}"),
    on(e.AttackDeclined, lambda named, x: f"{p(x.seat)} attacks nobody"),
    on(
        e.AttackerNamed,
        lambda named, x: f"{p(x.seat)} names an attacker of {count(len(x.cards), 'card')} against {p(x.defender)}",
    ),
    on(
        e.AttackConfirmed,
        lambda named, x: f"{p(x.seat)} attacks {p(x.defender)} with {count(len(x.attackers), 'unit')}",
    ),
    on(e.BlockAssigned, lambda named, x: f"{p(x.seat)} names a blocker"),
    on(e.BlocksConfirmed, _blocks),
    on(
        e.FightStarted,
        lambda named, x: (
            f"{fight(x.fight)}: {count(len(x.attackers), 'card')} of {p(x.attacker)} "
            f"against {len(x.defenders)} of {p(x.defender)}"
        ),
    ),
    on(e.BattleMarked, lambda named, x: f"{count(len(x.cards), 'card')} in battle on turn {x.turn}"),
    on(
        e.SideModified,
        lambda named, x: f"{fight(x.fight)}: the {x.side} side has {x.n:+d} this turn{named.because(x.cause)}",
    ),
    on(e.DieSet, lambda named, x: f"{fight(x.fight)}: the bickering die counts as {x.value}{named.because(x.cause)}"),
    on(
        e.DieRaised,
        lambda named, x: f"{fight(x.fight)}: the die of the {x.side} side counts {x.n:+d}{named.because(x.cause)}",
    ),
    on(e.FightStuck, _stuck),
    on(e.FightResolved, _resolved),
    on(e.FightWonUnopposed, lambda named, x: f"{fight(x.fight)}: nobody is left against {p(x.winner)}, who wins"),
    on(e.FightRemoved, lambda named, x: f"{fight(x.fight)} is over: nobody is left in it"),
    on(
        e.UnitJoinedFight,
        lambda named, x: f"A unit of {p(x.seat)} joins the {x.side} side of fight {x.fight.removeprefix('f')}",
    ),
    on(e.UnitLeftFight, lambda named, x: f"A unit of {p(x.seat)} leaves fight {x.fight.removeprefix('f')}"),
    on(e.AttackCancelled, lambda named, x: f"The attack of {p(x.seat)} ends without result{named.because(x.cause)}"),
    on(e.AssaultAssigned, lambda named, x: f"{p(x.seat)} sends a unit to a planet"),
    on(e.AssaultConfirmed, lambda named, x: f"{p(x.seat)} has sent {count(len(x.assignments), 'unit')} to planets"),
    on(e.PlanetCaptureChecked, _checked),
    on(e.PlanetCaptured, _captured),
    on(
        e.AccountSwapped,
        lambda named, x: f"{p(x.seat)}: {named.name(x.after)} takes the place of {named.name(x.before)}",
    ),
    on(e.HomeworldSwapped, lambda named, x: f"Another planet of {p(x.seat)} is the homeworld now"),
    on(
        e.PlayerLost,
        lambda named, x: (
            f"{p(x.seat)} has lost by " + ("the capture of the homeworld" if x.reason == "homeworld" else "conceding")
        ),
    ),
)


RULES: ByType[Names, str] = by_type(
    on(e.PlayerRegistered, always("TRF-102")),
    on(e.CardsRevealed, always("TRF-107")),
    on(e.DeckShuffled, always("TRF-107")),
    on(
        e.DieRolled,
        lambda named, x: {
            "first_player": "TRF-110",
            "bicker": "TRF-422",
            "combat": "TRF-431",
            "effect": "TRF-643",
        }[x.purpose],
    ),
    on(e.RandomCardPicked, always("TRF-646")),
    on(e.FirstPlayerSet, always("TRF-110")),
    on(e.TurnStarted, always("TRF-201")),
    on(e.TurnEnded, always("TRF-221")),
    on(e.PoolsRefilled, always("TRF-203")),
    on(e.CardDrawn, lambda named, x: {"setup": "TRF-108", "draw_step": "TRF-207"}.get(x.cause, "TRF-646")),
    on(e.DrawDeclined, always("TRF-207")),
    on(e.PlanetPlayed, always("TRF-209")),
    on(e.PlanetEntered, always("TRF-212")),
    on(e.CharacterPlayed, always("TRF-306")),
    on(e.CharacterRevived, always("TRF-334")),
    on(e.CharacterEntered, always("TRF-338")),
    on(e.CardDiscarded, lambda named, x: {"resolved": "TRF-325", "turn_over": "TRF-909"}.get(x.cause, "TRF-626")),
    on(e.CardReturnedToHand, always("TRF-335")),
    on(e.CardsLookedAt, always("TRF-646")),
    on(e.CardTaken, always("TRF-646")),
    on(e.CardsBottomed, always("TRF-646")),
    on(e.MetersPaid, always("TRF-302")),
    on(e.WordsPaid, always("TRF-302")),
    on(e.PlanetExhausted, always("TRF-330")),
    on(e.PoolCut, always("TRF-305")),
    on(e.IncomePromised, always("TRF-203")),
    on(e.PlanetSkipped, always("TRF-636")),
    on(e.IndividualJoined, always("TRF-501")),
    on(e.IndividualLeft, always("TRF-501")),
    on(
        e.AbilityUsed,
        lambda named, x: {"account": "TRF-332", "planet": "TRF-329"}.get(named.cards[x.card].kind, "TRF-333"),
    ),
    on(e.TokensPlaced, always("TRF-513")),
    on(e.TokensRemoved, lambda named, x: "TRF-515" if x.kind == "damage" else "TRF-522"),
    on(e.ModifierAdded, lambda named, x: {"save": "TRF-631", "capture_to_hand": "TRF-635"}.get(x.what, "TRF-525")),
    on(e.ModifiersEnded, always("TRF-525")),
    on(e.UnitRefreshed, always("TRF-642")),
    on(e.CharacterDestroyed, lambda named, x: "TRF-514" if x.cause == "damage" else "TRF-517"),
    on(e.OocAnnounced, lambda named, x: "TRF-340" if x.window == "response" else "TRF-325"),
    on(e.ResponsePassed, always("TRF-341")),
    on(e.OocCancelled, always("TRF-342")),
    on(e.OocResolved, always("TRF-325")),
    on(e.FactionChosen, always("TRF-644")),
    on(e.PersistentPlaced, always("TRF-620")),
    on(e.PersistentDiscarded, lambda named, x: {"tokens": "TRF-522", "host_left": "TRF-520"}.get(x.cause, "TRF-521")),
    on(e.StandingPassSet, always("TRF-225")),
    on(e.WindowPassed, always("TRF-223")),
    on(e.AttackDeclined, always("TRF-216")),
    on(e.AttackerNamed, always("TRF-403")),
    on(e.AttackConfirmed, always("TRF-403")),
    on(e.BlockAssigned, always("TRF-408")),
    on(e.BlocksConfirmed, always("TRF-410")),
    on(e.FightStarted, always("TRF-411")),
    on(e.BattleMarked, always("TRF-416")),
    on(e.SideModified, always("TRF-432")),
    on(e.DieSet, always("TRF-425")),
    on(e.DieRaised, always("TRF-640")),
    on(e.FightStuck, lambda named, x: "TRF-426" if x.reason == "bicker" else "TRF-434"),
    on(e.FightResolved, always("TRF-433")),
    on(e.FightWonUnopposed, always("TRF-421")),
    on(e.FightRemoved, always("TRF-421")),
    on(e.UnitJoinedFight, always("TRF-633")),
    on(e.UnitLeftFight, always("TRF-632")),
    on(e.AttackCancelled, lambda named, x: "TRF-909" if x.cause == "concede" else "TRF-634"),
    on(e.AssaultAssigned, always("TRF-451")),
    on(e.AssaultConfirmed, always("TRF-455")),
    on(e.PlanetCaptureChecked, always("TRF-456")),
    on(e.PlanetCaptured, lambda named, x: "TRF-635" if x.to_hand else "TRF-460"),
    on(e.AccountSwapped, always("TRF-628")),
    on(e.HomeworldSwapped, always("TRF-604")),
    on(e.PlayerLost, lambda named, x: "TRF-701" if x.reason == "homeworld" else "TRF-704"),
)
"""The rule that an event follows; from its content where that decides."""

describe = describing(Names, SENTENCES, RULES)
