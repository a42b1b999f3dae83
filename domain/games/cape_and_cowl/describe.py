"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY
from domain.games.cape_and_cowl.cards import TYPE, definition, name_of, type_of


def describe(event: Any) -> str:
    """A sentence about one event, with the rule that it follows in brackets."""
    rule, sentence = RULES[type(event)], SENTENCES[type(event)](event)
    return f"{sentence} [{rule if isinstance(rule, str) else rule(event)}]"


def p(seat: int) -> str:
    """A seat as people count."""
    return f"P{seat + 1}"


BECAUSE: Mapping[str, str] = {
    "poisoned": " (Poison)",
    "confused": " (Confusion)",
    "host_left": " (its host has left)",
    **dict.fromkeys(
        (
            "setup",
            "draw_card",
            "withdraw_character",
            "discard_from_hand",
            "discard_from_field",
            "hand_full",
            "no_hp",
            "played",
            "damage",
            "act_failed",
        ),
        "",
    ),
}
"""Causes that are no cards: what the rules call them, nothing where the sentence says it already."""


def because(cause: str) -> str:
    """What it comes from: a card, a Type Effect, or a rule's own word."""
    return BECAUSE[cause] if cause in BECAUSE else f" ({name_of(cause)})"


def count(n: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def names(cids: Sequence[str]) -> str:
    """Cards by name."""
    return ", ".join(name_of(cid) for cid in cids)


def on(targets: Sequence[str]) -> str:
    """What something is aimed at."""
    return f" on {names(targets)}" if targets else ""


def attack_name(card: str, number: int) -> str:
    """An Attack by its printed name."""
    return definition(card).attacks[number - 1].name


def _set_up(x: e.PlayerSetUp) -> str:
    return f"{p(x.seat)} brings a deck of {x.deck_size} cards"


def _received(x: e.ApReceived) -> str:
    extra = f" + {x.extra} of cards" if x.extra else ""
    less = f" - {x.shortage} of shortage" if x.shortage else ""
    return f"{p(x.seat)} receives {x.amount} AP ({x.porter} of the Porter{extra}{less}) and has {x.ap_after}"


def _ap(verb: str) -> Callable[[Any], str]:
    return lambda x: f"{p(x.seat)} {verb} {x.n} AP{because(x.cause)} and has {x.ap_after}"


def _played(x: Any) -> str:
    return f"{p(x.seat)} plays {name_of(x.card)} for {x.cost} AP"


def _cp(x: e.CpChanged) -> str:
    verb = "gains" if x.delta > 0 else "loses"
    return f"{p(x.seat)} {verb} {abs(x.delta)} CP{because(x.cause)} and has {x.cp_after}"


def _discarded(x: e.CardDiscarded) -> str:
    where = {"hand": " from the hand", "field": " from the field", "deck": " from the deck", "play": ""}[x.from_zone]
    return f"{name_of(x.card)} of {p(x.seat)} goes{where} to the discard pile{because(x.cause)}"


def _replaced(x: e.DestroyReplaced) -> str:
    how = "its guard is destroyed instead" if x.by == "guard" else f"it keeps {x.hp_after} HP instead"
    return f"{name_of(x.card)} of {p(x.seat)} is not destroyed: {how}"


def _attack(x: e.AttackDeclared) -> str:
    target = f"the City of {p(1 - x.seat)}" if x.target_card is None else name_of(x.target_card)
    return f"{p(x.seat)}: {name_of(x.card)} attacks {target} with {attack_name(x.card, x.attack)} for {x.cost} AP"


def _ability(x: e.AbilityUsed) -> str:
    ability = definition(x.card).abilities[x.ability - 1].name
    return f"{p(x.seat)}: {name_of(x.card)} uses {ability}{on(x.target_cards)} for {x.cost} AP"


def _target(x: e.DamageDealt | e.DamagePrevented) -> str:
    return f"the City of {p(x.seat)}" if x.target == CITY else f"{name_of(x.target_card)} of {p(x.seat)}"


def _damage(x: e.DamageDealt) -> str:
    kind = f" {type_of(x.attack_type).name} attack" if x.attack_type else ""
    left = f", {x.hp_after} {'CP' if x.target == CITY else 'HP'} are left"
    target = _target(x)
    return f"{target[0].upper()}{target[1:]} takes {x.amount}{kind} damage{because(x.cause)}{left}"


def _prevented(x: e.DamagePrevented) -> str:
    by = {"immune": "it is immune", "reduction": "it takes less", "shield": "its Shield is gone"}[x.by]
    return f"{x.amount} damage to {_target(x)} is prevented: {by}"


def _status(x: e.StatusGained) -> str:
    whom = p(x.seat) if x.card is None else f"{name_of(x.card)} of {p(x.seat)}"
    return f"{whom} becomes {x.status.capitalize()}{because(x.cause)}"


LASTS = {"turn": "this turn", "round": "for a round", "stay": "while it stays in play", "match": "until the end"}
"""CNC-513 How long something lasts, in words."""


def _modifier(x: e.ModifierAdded) -> str:
    whom = p(x.seat) if x.card is None else f"{name_of(x.card)} of {p(x.seat)}"
    what = {
        "attack_mod": f"Attack {x.value:+d}",
        "cp_damage_mod": f"attack damage to the City {x.value:+d}",
        "limit_mod": f"limit of {x.limit.replace('_', ' ')} {x.value:+d}",
        "no_attrition": "no loss by Attrition",
        "storm": f"Ice, Air, Water and Electric Attacks {x.value:+d}",
    }[x.kind]
    return f"{whom}: {what} {LASTS[x.duration]}{because(x.cause)}"


def _searched(x: e.DeckSearched) -> str:
    taken = f"takes {name_of(x.card)}" if x.found else "takes nothing"
    return f"{p(x.seat)} searches the deck and {taken}{because(x.cause)}"


def _recovered(x: e.CardsRecovered) -> str:
    where = "into the hand" if x.to == "hand" else "at the bottom of the deck"
    return f"{p(x.seat)} puts {names([cid for _, cid in x.cards])} of the discard pile {where}"


def _duration(x: e.DurationEnded) -> str:
    return f"What {p(x.seat)} made for {'a round' if x.duration == 'round' else 'this turn'} ends"


SENTENCES: Mapping[type[Any], Callable[[Any], str]] = {
    e.PlayerSetUp: _set_up,
    e.PorterEntered: lambda x: f"The Porter of {p(x.seat)} enters play",
    e.DeckShuffled: lambda x: f"The deck of {p(x.seat)} is shuffled",
    e.FirstPlayerChosen: lambda x: f"{p(x.seat)} goes first, by {x.by}",
    e.TurnStarted: lambda x: f"Round {x.round}, turn {x.turn}: {p(x.seat)}",
    e.TurnEnded: lambda x: f"Turn {x.turn} of {p(x.seat)} ends",
    e.DurationEnded: _duration,
    e.ApReceived: _received,
    e.ApSpent: _ap("spends"),
    e.ApGained: _ap("gains"),
    e.ApLost: _ap("loses"),
    e.ApRefunded: _ap("gets back"),
    e.ShortageAdded: lambda x: f"{p(x.seat)} will receive {x.n} AP less{because(x.cause)}",
    e.OverdriveOn: lambda x: f"Emergency Overdrive of {p(x.seat)} turns on at {x.cp} CP",
    e.OverdriveOff: lambda x: f"Emergency Overdrive of {p(x.seat)} turns off at {x.cp} CP",
    e.CardDrawn: lambda x: f"{p(x.seat)} draws {name_of(x.card)}{because(x.cause)}",
    e.DrawStopped: lambda x: (
        f"{p(x.seat)} loses {count(x.undrawn, 'draw')}: "
        + ("the hand is full" if x.reason == "hand_full" else "the deck is empty")
    ),
    e.CharacterPlayed: _played,
    e.CityPlayed: _played,
    e.EventPlayed: lambda x: f"{_played(x)}{on(x.target_cards)}",
    e.CpChanged: _cp,
    e.CharacterWithdrawn: lambda x: f"{p(x.seat)} withdraws {name_of(x.card)}{because(x.cause)}",
    e.CardReturned: lambda x: f"{name_of(x.card)} returns to the hand of {p(x.seat)}{because(x.cause)}",
    e.CardDiscarded: _discarded,
    e.CardsMilled: lambda x: (
        f"{names([cid for _, cid in x.cards])} from the deck of {p(x.seat)} to the discard pile{because(x.cause)}"
    ),
    e.CardDestroyed: lambda x: f"{name_of(x.card)} of {p(x.seat)} is destroyed{because(x.cause)}",
    e.DestroyReplaced: _replaced,
    e.CardSunk: lambda x: f"{name_of(x.card)} goes to the bottom of the deck of {p(x.seat)}",
    e.AttackDeclared: _attack,
    e.AbilityUsed: _ability,
    e.ActFailed: lambda x: f"{name_of(x.card)} of {p(x.seat)} is Confused: its Act fails",
    e.DamageDealt: _damage,
    e.DamagePrevented: _prevented,
    e.ComboChanged: lambda x: f"{name_of(x.card)}: {attack_name(x.card, x.attack)} reaches Combo level {x.level}",
    e.ComboBroken: lambda x: f"The Combo of {name_of(x.card)} of {p(x.seat)} is lost",
    e.TypeEffectUnleashed: lambda x: f"{name_of(x.card)} unleashes {name_of(TYPE + x.attack_type)}",
    e.StatusGained: _status,
    e.StatusEnded: lambda x: f"{name_of(x.card)} of {p(x.seat)} is no longer {x.status.capitalize()}",
    e.Healed: lambda x: f"{name_of(x.card)} of {p(x.seat)} heals {x.n} and has {x.hp_after} HP{because(x.cause)}",
    e.MaxHpChanged: lambda x: f"{name_of(x.card)} of {p(x.seat)} now has {x.hp_after} of {x.max_hp} HP",
    e.ModifierAdded: _modifier,
    e.ExtraActGained: lambda x: (
        f"{name_of(x.card)} of {p(x.seat)} may Act {count(x.n, 'time')} more this turn{because(x.cause)}"
    ),
    e.ClassChanged: lambda x: f"{name_of(x.card)} of {p(x.seat)}, a {x.before}, becomes a {x.after}",
    e.HandCardRevealed: lambda x: f"Card {x.position} of the hand of {p(x.seat)} is {name_of(x.card)}",
    e.DeckSearched: _searched,
    e.CardsRecovered: _recovered,
    e.DieRolled: lambda x: f"{p(x.seat)} rolls {x.value}{because(x.cause)}",
    e.RandomCardPicked: lambda x: f"Chance picks card {x.position} of the hand of {p(x.seat)}: {name_of(x.card)}",
    e.RandomTargetPicked: lambda x: f"Chance picks {name_of(x.card)}{because(x.cause)}",
}


RULES: Mapping[type[Any], str | Callable[[Any], str]] = {
    e.PlayerSetUp: "CNC-102",
    e.PorterEntered: "CNC-106",
    e.DeckShuffled: lambda x: "CNC-110" if x.cause == "setup" else "CNC-533",
    e.FirstPlayerChosen: "CNC-107",
    e.TurnStarted: "CNC-202",
    e.TurnEnded: "CNC-218",
    e.DurationEnded: "CNC-513",
    e.ApReceived: "CNC-205",
    e.ApSpent: "CNC-301",
    e.ApGained: "CNC-305",
    e.ApLost: "CNC-304",
    e.ApRefunded: "CNC-444",
    e.ShortageAdded: "CNC-205",
    e.OverdriveOn: "CNC-208",
    e.OverdriveOff: "CNC-209",
    e.CardDrawn: lambda x: {"setup": "CNC-108", "draw_card": "CNC-306"}.get(x.cause, "CNC-330"),
    e.DrawStopped: "CNC-330",
    e.CharacterPlayed: "CNC-310",
    e.CityPlayed: lambda x: "CNC-312" if x.host is None else "CNC-519",
    e.EventPlayed: "CNC-313",
    e.CpChanged: "CNC-702",
    e.CharacterWithdrawn: lambda x: "CNC-315" if x.cause == "withdraw_character" else "CNC-329",
    e.CardReturned: "CNC-331",
    e.CardDiscarded: lambda x: {
        "played": "CNC-313",
        "discard_from_hand": "CNC-322",
        "discard_from_field": "CNC-323",
        "host_left": "CNC-521",
        "hand_full": "CNC-331",
    }.get(x.cause, "CNC-613"),
    e.CardsMilled: "CNC-527",
    e.CardDestroyed: lambda x: "CNC-413" if x.cause == "no_hp" else "CNC-523",
    e.DestroyReplaced: lambda x: "CNC-520" if x.by == "guard" else "CNC-522",
    e.CardSunk: "CNC-313",
    e.AttackDeclared: "CNC-401",
    e.AbilityUsed: "CNC-502",
    e.ActFailed: "CNC-505",
    e.DamageDealt: lambda x: "CNC-412" if x.target != CITY else "CNC-415",
    e.DamagePrevented: lambda x: {"immune": "CNC-411", "reduction": "CNC-411", "shield": "CNC-508"}[x.by],
    e.ComboChanged: "CNC-421",
    e.ComboBroken: lambda x: "CNC-425" if x.reason == "no_attack" else "CNC-424",
    e.TypeEffectUnleashed: lambda x: type_of(x.attack_type).rule,
    e.StatusGained: lambda x: {
        "frozen": "CNC-504",
        "confused": "CNC-505",
        "poisoned": "CNC-506",
        "silenced": "CNC-507",
        "shielded": "CNC-508",
        "disabled": "CNC-516",
        "flooded": "CNC-517",
    }[x.status],
    e.StatusEnded: "CNC-509",
    e.Healed: "CNC-510",
    e.MaxHpChanged: "CNC-512",
    e.ModifierAdded: lambda x: {"attack_mod": "CNC-409", "storm": "CNC-441"}.get(x.kind, "CNC-513"),
    e.ExtraActGained: "CNC-326",
    e.ClassChanged: "CNC-525",
    e.HandCardRevealed: "CNC-526",
    e.DeckSearched: "CNC-533",
    e.CardsRecovered: "CNC-534",
    e.DieRolled: "CNC-528",
    e.RandomCardPicked: "CNC-528",
    e.RandomTargetPicked: "CNC-528",
}
"""The rule that an event follows; from its content where that decides."""
