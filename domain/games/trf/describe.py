"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.trf import events as e
from domain.games.trf.cards import definition, name_of
from domain.games.trf.printed import Window

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


def describe(event: Any) -> str:
    """A sentence about one event, with the rule that it follows in brackets."""
    rule, sentence = RULES[type(event)], SENTENCES[type(event)](event)
    return f"{sentence} [{rule if isinstance(rule, str) else rule(event)}]"


def p(seat: int) -> str:
    """A seat as people count."""
    return f"P{seat + 1}"


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


def because(cause: str) -> str:
    """What it comes from: a card, or a rule's own word."""
    return BECAUSE[cause] if cause in BECAUSE else f" ({name_of(cause)})"


def count(n: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def names(cids: Sequence[str]) -> str:
    """Cards by name."""
    return ", ".join(name_of(cid) for cid in cids)


def amounts(meters: int, words: int) -> str:
    """Meters and words together."""
    return f"{meters} meters and {words} words"


def gains(meters: int, words: int) -> str:
    """Meters and words that may be less than nothing."""
    return f"{meters:+d} meters and {words:+d} words"


def of(x: Any) -> str:
    """A card with its owner."""
    return f"{name_of(x.card)} of {p(x.seat)}"


def fight(name: str) -> str:
    """TRF-411 A fight by its number in the match."""
    return f"Fight {name.removeprefix('f')}"


def _registered(x: e.PlayerRegistered) -> str:
    return f"{p(x.seat)} brings a deck of {count(x.deck_size, 'card')}"


def _revealed(x: e.CardsRevealed) -> str:
    brought = zip(x.accounts, x.homeworlds, strict=True)
    told = (f"{p(seat)} is {name_of(cid)} of {name_of(home)}" for seat, (cid, (_, home)) in enumerate(brought))
    return "; ".join(told)


def _die(x: e.DieRolled) -> str:
    what = {
        "first_player": " for the first turn",
        "bicker": " for bickering",
        "combat": f" for the {x.side} side",
        "effect": "",
    }[x.purpose]
    return f"{p(x.seat)} rolls {x.value}{what}{'' if x.fight is None else ' in fight ' + x.fight.removeprefix('f')}"


def _ended(x: e.TurnEnded) -> str:
    idle = f"; nothing has happened for {count(x.idle_turns, 'turn')}" if x.idle_turns else ""
    return f"Turn {x.turn} of {p(x.seat)} ends{idle}"


def _looked(x: e.CardsLookedAt) -> str:
    where = f"the hand of {p(x.owner)}" if x.zone == "hand" else "the own deck"
    found = f": {names(x.cards)}" if x.cards else ""
    return f"{p(x.seat)} looks at {count(x.count, 'card')} of {where}{found}"


def _bottomed(x: e.CardsBottomed) -> str:
    found = f": {names(x.cards)}" if x.cards else ""
    return f"{p(x.seat)} puts {count(x.count, 'card')} under the deck{found}"


def _discarded(x: e.CardDiscarded) -> str:
    where = " from the hand" if x.from_zone == "hand" else ""
    return f"{of(x)} goes{where} to the discard pile{because(x.cause)}"


def _ability(x: e.AbilityUsed) -> str:
    whom = "" if x.opponent is None else f" against {p(x.opponent)}"
    targets = f" on {count(len(x.targets), 'target')}" if x.targets else ""
    return f"{p(x.seat)} uses ability {x.ability} of {name_of(x.card)}{targets}{whom}"


def _removed(x: e.TokensRemoved) -> str:
    kind = "damage token" if x.kind == "damage" else "token"
    return f"{of(x)} loses {count(x.n, kind)}{because(x.cause)}"


def _modifier(x: e.ModifierAdded) -> str:
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
    return f"{of(x)} {what} this turn{because(x.cause)}"


def _announced(x: e.OocAnnounced) -> str:
    on = f" on {names(x.target_cards)}" if x.target_cards else ""
    whom = "" if x.opponent is None else f" against {p(x.opponent)}"
    rank = "" if x.rank is None else f", with staff rank {x.rank}"
    return f"{p(x.seat)} plays {name_of(x.card)}{on}{whom} {WINDOWS[x.window]} for {x.cost} words{rank}"


def _placed(x: e.PersistentPlaced) -> str:
    host = "" if x.host is None else ", attached"
    tokens = "" if x.tokens is None else f" with {count(x.tokens, 'token')}"
    return f"{of(x)} stays in play{host}{tokens}"


def _blocks(x: e.BlocksConfirmed) -> str:
    return f"{p(x.seat)} has named {count(len(x.blocks), 'blocker')}; {count(len(x.unblocked), 'attacker')} unblocked"


def _resolved(x: e.FightResolved) -> str:
    saved = f", {len(x.saved)} kept" if x.saved else ""
    attackers, defenders = x.totals
    return f"{fight(x.fight)}: {attackers} against {defenders}, {p(x.winner)} wins, {len(x.defeated)} defeated{saved}"


def _stuck(x: e.FightStuck) -> str:
    why = f"the bickering die shows {x.die}" if x.reason == "bicker" else "both sides have the same total"
    return f"{fight(x.fight)} is stuck: {why}"


def _checked(x: e.PlanetCaptureChecked) -> str:
    result = "it is captured" if x.captured else "it holds"
    return f"{of(x)} is assaulted with {x.sum}, {x.needed} needed: {result}"


def _captured(x: e.PlanetCaptured) -> str:
    where = "to the hand of its owner" if x.to_hand else "to the discard pile"
    return f"{p(x.by)} captures {of(x)}; it goes {where}"


SENTENCES: Mapping[type[Any], Callable[[Any], str]] = {
    e.PlayerRegistered: _registered,
    e.CardsRevealed: _revealed,
    e.DeckShuffled: lambda x: f"The deck of {p(x.seat)} is shuffled",
    e.DieRolled: _die,
    e.RandomCardPicked: lambda x: f"Chance picks {name_of(x.card)} of the hand of {p(x.seat)}{because(x.cause)}",
    e.FirstPlayerSet: lambda x: f"{p(x.seat)} goes first",
    e.TurnStarted: lambda x: f"Turn {x.turn}: {p(x.seat)}",
    e.TurnEnded: _ended,
    e.PoolsRefilled: lambda x: f"The pools of {p(x.seat)} are filled: {amounts(x.pool_m, x.pool_w)}",
    e.CardDrawn: lambda x: f"{p(x.seat)} draws {name_of(x.card)}{because(x.cause)}",
    e.DrawDeclined: lambda x: f"{p(x.seat)} draws no card",
    e.PlanetPlayed: lambda x: f"{p(x.seat)} plays {name_of(x.card)}: {gains(x.meters, x.words)}",
    e.PlanetEntered: lambda x: f"{of(x)} comes into play, exhausted{because(x.cause)}",
    e.CharacterPlayed: lambda x: f"{p(x.seat)} plays {name_of(x.card)} for {x.cost} meters",
    e.CharacterRevived: lambda x: f"{p(x.seat)} revives {name_of(x.card)} for {x.cost} meters",
    e.CharacterEntered: lambda x: f"{of(x)} comes into play{because(x.cause)}",
    e.CardDiscarded: _discarded,
    e.CardReturnedToHand: lambda x: f"{of(x)} returns from the discard pile to the hand{because(x.cause)}",
    e.CardsLookedAt: _looked,
    e.CardTaken: lambda x: f"{p(x.seat)} takes {name_of(x.card)} into the hand",
    e.CardsBottomed: _bottomed,
    e.MetersPaid: lambda x: f"{p(x.seat)} pays {x.amount} meters{because(x.cause)}",
    e.WordsPaid: lambda x: f"{p(x.seat)} pays {x.amount} words{because(x.cause)}",
    e.PlanetExhausted: lambda x: f"{of(x)} is exhausted: {amounts(x.meters, x.words)} are gone",
    e.PoolCut: lambda x: f"{p(x.seat)} has {amounts(x.pool_m, x.pool_w)} left",
    e.IncomePromised: lambda x: f"The next refill of {p(x.seat)}: {gains(x.meters, x.words)}{because(x.cause)}",
    e.PlanetSkipped: lambda x: f"{of(x)} will give nothing at the next refill{because(x.cause)}",
    e.IndividualJoined: lambda x: f"{p(x.seat)} combines an Individual with a Fleeter",
    e.IndividualLeft: lambda x: f"{p(x.seat)} takes an Individual off its Fleeter",
    e.AbilityUsed: _ability,
    e.TokensPlaced: lambda x: f"{of(x)} gets {count(x.n, 'damage token')}{because(x.cause)}",
    e.TokensRemoved: _removed,
    e.ModifierAdded: _modifier,
    e.ModifiersEnded: lambda x: "What lasted for this turn is over",
    e.UnitRefreshed: lambda x: f"A unit of {p(x.seat)} is not spent by its battle{because(x.cause)}",
    e.CharacterDestroyed: lambda x: f"{of(x)} is destroyed{because(x.cause)}",
    e.OocAnnounced: _announced,
    e.ResponsePassed: lambda x: f"{p(x.seat)} does not respond",
    e.OocCancelled: lambda x: f"{of(x)} is cancelled{because(x.cause)}",
    e.OocResolved: lambda x: f"{of(x)} is resolved",
    e.FactionChosen: lambda x: f"{p(x.seat)} chooses {x.faction.replace('_', ' ').title()} for {name_of(x.card)}",
    e.PersistentPlaced: _placed,
    e.PersistentDiscarded: lambda x: f"{of(x)} leaves play{because(x.cause)}",
    e.StandingPassSet: lambda x: f"{p(x.seat)} sets in which windows to pass this turn",
    e.WindowPassed: lambda x: f"{p(x.seat)} passes {WINDOWS[x.window]}",
    e.AttackDeclined: lambda x: f"{p(x.seat)} attacks nobody",
    e.AttackerNamed: lambda x: (
        f"{p(x.seat)} names an attacker of {count(len(x.cards), 'card')} against {p(x.defender)}"
    ),
    e.AttackConfirmed: lambda x: f"{p(x.seat)} attacks {p(x.defender)} with {count(len(x.attackers), 'unit')}",
    e.BlockAssigned: lambda x: f"{p(x.seat)} names a blocker",
    e.BlocksConfirmed: _blocks,
    e.FightStarted: lambda x: (
        f"{fight(x.fight)}: {count(len(x.attackers), 'card')} of {p(x.attacker)} "
        f"against {len(x.defenders)} of {p(x.defender)}"
    ),
    e.BattleMarked: lambda x: f"{count(len(x.cards), 'card')} in battle on turn {x.turn}",
    e.SideModified: lambda x: f"{fight(x.fight)}: the {x.side} side has {x.n:+d} this turn{because(x.cause)}",
    e.DieSet: lambda x: f"{fight(x.fight)}: the bickering die counts as {x.value}{because(x.cause)}",
    e.DieRaised: lambda x: f"{fight(x.fight)}: the die of the {x.side} side counts {x.n:+d}{because(x.cause)}",
    e.FightStuck: _stuck,
    e.FightResolved: _resolved,
    e.FightWonUnopposed: lambda x: f"{fight(x.fight)}: nobody is left against {p(x.winner)}, who wins",
    e.FightRemoved: lambda x: f"{fight(x.fight)} is over: nobody is left in it",
    e.UnitJoinedFight: lambda x: f"A unit of {p(x.seat)} joins the {x.side} side of fight {x.fight.removeprefix('f')}",
    e.UnitLeftFight: lambda x: f"A unit of {p(x.seat)} leaves fight {x.fight.removeprefix('f')}",
    e.AttackCancelled: lambda x: f"The attack of {p(x.seat)} ends without result{because(x.cause)}",
    e.AssaultAssigned: lambda x: f"{p(x.seat)} sends a unit to a planet",
    e.AssaultConfirmed: lambda x: f"{p(x.seat)} has sent {count(len(x.assignments), 'unit')} to planets",
    e.PlanetCaptureChecked: _checked,
    e.PlanetCaptured: _captured,
    e.AccountSwapped: lambda x: f"{p(x.seat)}: {name_of(x.after)} takes the place of {name_of(x.before)}",
    e.HomeworldSwapped: lambda x: f"Another planet of {p(x.seat)} is the homeworld now",
    e.PlayerLost: lambda x: (
        f"{p(x.seat)} has lost by " + ("the capture of the homeworld" if x.reason == "homeworld" else "conceding")
    ),
}


RULES: Mapping[type[Any], str | Callable[[Any], str]] = {
    e.PlayerRegistered: "TRF-102",
    e.CardsRevealed: "TRF-107",
    e.DeckShuffled: "TRF-107",
    e.DieRolled: lambda x: {
        "first_player": "TRF-110",
        "bicker": "TRF-422",
        "combat": "TRF-431",
        "effect": "TRF-643",
    }[x.purpose],
    e.RandomCardPicked: "TRF-646",
    e.FirstPlayerSet: "TRF-110",
    e.TurnStarted: "TRF-201",
    e.TurnEnded: "TRF-221",
    e.PoolsRefilled: "TRF-203",
    e.CardDrawn: lambda x: {"setup": "TRF-108", "draw_step": "TRF-207"}.get(x.cause, "TRF-646"),
    e.DrawDeclined: "TRF-207",
    e.PlanetPlayed: "TRF-209",
    e.PlanetEntered: "TRF-212",
    e.CharacterPlayed: "TRF-306",
    e.CharacterRevived: "TRF-334",
    e.CharacterEntered: "TRF-338",
    e.CardDiscarded: lambda x: {"resolved": "TRF-325", "turn_over": "TRF-909"}.get(x.cause, "TRF-626"),
    e.CardReturnedToHand: "TRF-335",
    e.CardsLookedAt: "TRF-646",
    e.CardTaken: "TRF-646",
    e.CardsBottomed: "TRF-646",
    e.MetersPaid: "TRF-302",
    e.WordsPaid: "TRF-302",
    e.PlanetExhausted: "TRF-330",
    e.PoolCut: "TRF-305",
    e.IncomePromised: "TRF-203",
    e.PlanetSkipped: "TRF-636",
    e.IndividualJoined: "TRF-501",
    e.IndividualLeft: "TRF-501",
    e.AbilityUsed: lambda x: {"account": "TRF-332", "planet": "TRF-329"}.get(definition(x.card).kind, "TRF-333"),
    e.TokensPlaced: "TRF-513",
    e.TokensRemoved: lambda x: "TRF-515" if x.kind == "damage" else "TRF-522",
    e.ModifierAdded: lambda x: {"save": "TRF-631", "capture_to_hand": "TRF-635"}.get(x.what, "TRF-525"),
    e.ModifiersEnded: "TRF-525",
    e.UnitRefreshed: "TRF-642",
    e.CharacterDestroyed: lambda x: "TRF-514" if x.cause == "damage" else "TRF-517",
    e.OocAnnounced: lambda x: "TRF-340" if x.window == "response" else "TRF-325",
    e.ResponsePassed: "TRF-341",
    e.OocCancelled: "TRF-342",
    e.OocResolved: "TRF-325",
    e.FactionChosen: "TRF-644",
    e.PersistentPlaced: "TRF-620",
    e.PersistentDiscarded: lambda x: {"tokens": "TRF-522", "host_left": "TRF-520"}.get(x.cause, "TRF-521"),
    e.StandingPassSet: "TRF-225",
    e.WindowPassed: "TRF-223",
    e.AttackDeclined: "TRF-216",
    e.AttackerNamed: "TRF-403",
    e.AttackConfirmed: "TRF-403",
    e.BlockAssigned: "TRF-408",
    e.BlocksConfirmed: "TRF-410",
    e.FightStarted: "TRF-411",
    e.BattleMarked: "TRF-416",
    e.SideModified: "TRF-432",
    e.DieSet: "TRF-425",
    e.DieRaised: "TRF-640",
    e.FightStuck: lambda x: "TRF-426" if x.reason == "bicker" else "TRF-434",
    e.FightResolved: "TRF-433",
    e.FightWonUnopposed: "TRF-421",
    e.FightRemoved: "TRF-421",
    e.UnitJoinedFight: "TRF-633",
    e.UnitLeftFight: "TRF-632",
    e.AttackCancelled: lambda x: "TRF-909" if x.cause == "concede" else "TRF-634",
    e.AssaultAssigned: "TRF-451",
    e.AssaultConfirmed: "TRF-455",
    e.PlanetCaptureChecked: "TRF-456",
    e.PlanetCaptured: lambda x: "TRF-635" if x.to_hand else "TRF-460",
    e.AccountSwapped: "TRF-628",
    e.HomeworldSwapped: "TRF-604",
    e.PlayerLost: lambda x: "TRF-701" if x.reason == "homeworld" else "TRF-704",
}
"""The rule that an event follows; from its content where that decides."""
