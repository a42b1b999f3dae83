"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY
from domain.games.cape_and_cowl.definitions import TYPE, AttackType, Definition
from domain.kernel.dispatch import ByType, always, by_type, on
from domain.kernel.sentences import CardNames, count, describing, p

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


class Names(CardNames, frozen=True):
    """What the sentences call cards, attack types and causes."""

    def name(self, cid: str | None) -> str:
        """A name for people: of a card, of a type's effect; what can't be seen is a card."""
        found = None if cid is None else self.cards[cid]
        return found.effect_name or found.name if isinstance(found, AttackType) else super().name(cid)

    def because(self, cause: str) -> str:
        """The source of something: a card, a Type Effect, or a rule's own word."""
        return BECAUSE[cause] if cause in BECAUSE else f" ({self.name(cause)})"

    def aimed_at(self, targets: Sequence[str]) -> str:
        """The target of something."""
        return f" on {self.names(targets)}" if targets else ""

    def attack(self, cid: str, number: int) -> str:
        """An Attack by its printed name."""
        card: Definition = self.cards[cid]
        return card.attacks[number - 1].name

    def type(self, name: str) -> AttackType:
        """An attack type by its id."""
        kind: AttackType = self.cards[TYPE + name]
        return kind


def _set_up(c: Names, x: e.PlayerSetUp) -> str:
    return f"{p(x.seat)} brings a deck of {x.deck_size} cards"


def _received(c: Names, x: e.ApReceived) -> str:
    extra = f" + {x.extra} of cards" if x.extra else ""
    less = f" - {x.shortage} of shortage" if x.shortage else ""
    return f"{p(x.seat)} receives {x.amount} AP ({x.porter} of the Porter{extra}{less}) and has {x.ap_after}"


def _ap(verb: str) -> Callable[[Names, e.ApSpent | e.ApGained | e.ApLost | e.ApRefunded], str]:
    return lambda c, x: f"{p(x.seat)} {verb} {x.n} AP{c.because(x.cause)} and has {x.ap_after}"


def _played(c: Names, x: e.CharacterPlayed | e.CityPlayed | e.EventPlayed) -> str:
    return f"{p(x.seat)} plays {c.name(x.card)} for {x.cost} AP"


def _cp(c: Names, x: e.CpChanged) -> str:
    verb = "gains" if x.delta > 0 else "loses"
    return f"{p(x.seat)} {verb} {abs(x.delta)} CP{c.because(x.cause)} and has {x.cp_after}"


def _discarded(c: Names, x: e.CardDiscarded) -> str:
    where = {"hand": " from the hand", "field": " from the field", "deck": " from the deck", "play": ""}[x.from_zone]
    return f"{c.of(x)} goes{where} to the discard pile{c.because(x.cause)}"


def _replaced(c: Names, x: e.DestroyReplaced) -> str:
    how = "its guard is destroyed instead" if x.by == "guard" else f"it keeps {x.hp_after} HP instead"
    return f"{c.of(x)} is not destroyed: {how}"


def _attack(c: Names, x: e.AttackDeclared) -> str:
    target = f"the City of {p(1 - x.seat)}" if x.target_card is None else c.name(x.target_card)
    return f"{p(x.seat)}: {c.name(x.card)} attacks {target} with {c.attack(x.card, x.attack)} for {x.cost} AP"


def _ability(c: Names, x: e.AbilityUsed) -> str:
    ability = c.cards[x.card].abilities[x.ability - 1].name
    return f"{p(x.seat)}: {c.name(x.card)} uses {ability}{c.aimed_at(x.target_cards)} for {x.cost} AP"


def _target(c: Names, x: e.DamageDealt | e.DamagePrevented) -> str:
    return f"the City of {p(x.seat)}" if x.target == CITY else f"{c.name(x.target_card)} of {p(x.seat)}"


def _damage(c: Names, x: e.DamageDealt) -> str:
    kind = f" {c.type(x.attack_type).name} attack" if x.attack_type else ""
    left = f", {x.hp_after} {'CP' if x.target == CITY else 'HP'} are left"
    target = _target(c, x)
    return f"{target[0].upper()}{target[1:]} takes {x.amount}{kind} damage{c.because(x.cause)}{left}"


def _prevented(c: Names, x: e.DamagePrevented) -> str:
    by = {"immune": "it is immune", "reduction": "it takes less", "shield": "its Shield is gone"}[x.by]
    return f"{x.amount} damage to {_target(c, x)} is prevented: {by}"


def _status(c: Names, x: e.StatusGained) -> str:
    whom = p(x.seat) if x.card is None else c.of(x)
    return f"{whom} becomes {x.status.capitalize()}{c.because(x.cause)}"


LASTS = {"turn": "this turn", "round": "for a round", "stay": "while it stays in play", "match": "until the end"}
"""CNC-513 How long something lasts, in words."""


def _modifier(c: Names, x: e.ModifierAdded) -> str:
    whom = p(x.seat) if x.card is None else c.of(x)
    what = {
        "attack_mod": f"Attack {x.value:+d}",
        "cp_damage_mod": f"attack damage to the City {x.value:+d}",
        "limit_mod": f"limit of {x.limit.replace('_', ' ')} {x.value:+d}",
        "no_attrition": "no loss by Attrition",
        "storm": f"Ice, Air, Water and Electric Attacks {x.value:+d}",
    }[x.kind]
    return f"{whom}: {what} {LASTS[x.duration]}{c.because(x.cause)}"


def _searched(c: Names, x: e.DeckSearched) -> str:
    taken = f"takes {c.name(x.card)}" if x.found else "takes nothing"
    return f"{p(x.seat)} searches the deck and {taken}{c.because(x.cause)}"


def _milled(c: Names, x: e.CardsMilled) -> str:
    cards = c.names(cid for _, cid in x.cards)
    return f"{cards} from the deck of {p(x.seat)} to the discard pile{c.because(x.cause)}"


def _recovered(c: Names, x: e.CardsRecovered) -> str:
    where = "into the hand" if x.to == "hand" else "at the bottom of the deck"
    return f"{p(x.seat)} puts {c.names(cid for _, cid in x.cards)} of the discard pile {where}"


def _duration(c: Names, x: e.DurationEnded) -> str:
    return f"What {p(x.seat)} made for {'a round' if x.duration == 'round' else 'this turn'} ends"


SENTENCES: ByType[Names, str] = by_type(
    on(e.PlayerSetUp, _set_up),
    on(e.PorterEntered, lambda c, x: f"The Porter of {p(x.seat)} enters play"),
    on(e.DeckShuffled, lambda c, x: f"The deck of {p(x.seat)} is shuffled"),
    on(e.FirstPlayerChosen, lambda c, x: f"{p(x.seat)} goes first, by {x.by}"),
    on(e.TurnStarted, lambda c, x: f"Round {x.round}, turn {x.turn}: {p(x.seat)}"),
    on(e.TurnEnded, lambda c, x: f"Turn {x.turn} of {p(x.seat)} ends"),
    on(e.DurationEnded, _duration),
    on(e.ApReceived, _received),
    on(e.ApSpent, _ap("spends")),
    on(e.ApGained, _ap("gains")),
    on(e.ApLost, _ap("loses")),
    on(e.ApRefunded, _ap("gets back")),
    on(e.ShortageAdded, lambda c, x: f"{p(x.seat)} will receive {x.n} AP less{c.because(x.cause)}"),
    on(e.OverdriveOn, lambda c, x: f"Emergency Overdrive of {p(x.seat)} turns on at {x.cp} CP"),
    on(e.OverdriveOff, lambda c, x: f"Emergency Overdrive of {p(x.seat)} turns off at {x.cp} CP"),
    on(e.CardDrawn, lambda c, x: f"{p(x.seat)} draws {c.name(x.card)}{c.because(x.cause)}"),
    on(
        e.DrawStopped,
        lambda c, x: (
            f"{p(x.seat)} loses {count(x.undrawn, 'draw')}: "
            + ("the hand is full" if x.reason == "hand_full" else "the deck is empty")
        ),
    ),
    on(e.CharacterPlayed, _played),
    on(e.CityPlayed, _played),
    on(e.EventPlayed, lambda c, x: f"{_played(c, x)}{c.aimed_at(x.target_cards)}"),
    on(e.CpChanged, _cp),
    on(e.CharacterWithdrawn, lambda c, x: f"{p(x.seat)} withdraws {c.name(x.card)}{c.because(x.cause)}"),
    on(e.CardReturned, lambda c, x: f"{c.name(x.card)} returns to the hand of {p(x.seat)}{c.because(x.cause)}"),
    on(e.CardDiscarded, _discarded),
    on(e.CardsMilled, _milled),
    on(e.CardDestroyed, lambda c, x: f"{c.of(x)} is destroyed{c.because(x.cause)}"),
    on(e.DestroyReplaced, _replaced),
    on(e.CardSunk, lambda c, x: f"{c.name(x.card)} goes to the bottom of the deck of {p(x.seat)}"),
    on(e.AttackDeclared, _attack),
    on(e.AbilityUsed, _ability),
    on(e.ActFailed, lambda c, x: f"{c.of(x)} is Confused: its Act fails"),
    on(e.DamageDealt, _damage),
    on(e.DamagePrevented, _prevented),
    on(e.ComboChanged, lambda c, x: f"{c.name(x.card)}: {c.attack(x.card, x.attack)} reaches Combo level {x.level}"),
    on(e.ComboBroken, lambda c, x: f"The Combo of {c.of(x)} is lost"),
    on(e.TypeEffectUnleashed, lambda c, x: f"{c.name(x.card)} unleashes {c.name(TYPE + x.attack_type)}"),
    on(e.StatusGained, _status),
    on(e.StatusEnded, lambda c, x: f"{c.of(x)} is no longer {x.status.capitalize()}"),
    on(e.Healed, lambda c, x: f"{c.of(x)} heals {x.n} and has {x.hp_after} HP{c.because(x.cause)}"),
    on(e.MaxHpChanged, lambda c, x: f"{c.of(x)} now has {x.hp_after} of {x.max_hp} HP"),
    on(e.ModifierAdded, _modifier),
    on(e.ExtraActGained, lambda c, x: f"{c.of(x)} may Act {count(x.n, 'time')} more this turn{c.because(x.cause)}"),
    on(e.ClassChanged, lambda c, x: f"{c.of(x)}, a {x.before}, becomes a {x.after}"),
    on(e.HandCardRevealed, lambda c, x: f"Card {x.position} of the hand of {p(x.seat)} is {c.name(x.card)}"),
    on(e.DeckSearched, _searched),
    on(e.CardsRecovered, _recovered),
    on(e.DieRolled, lambda c, x: f"{p(x.seat)} rolls {x.value}{c.because(x.cause)}"),
    on(e.RandomCardPicked, lambda c, x: f"Chance picks card {x.position} of the hand of {p(x.seat)}: {c.name(x.card)}"),
    on(e.RandomTargetPicked, lambda c, x: f"Chance picks {c.name(x.card)}{c.because(x.cause)}"),
)


RULES: ByType[Names, str] = by_type(
    on(e.PlayerSetUp, always("CNC-102")),
    on(e.PorterEntered, always("CNC-106")),
    on(e.DeckShuffled, lambda c, x: "CNC-110" if x.cause == "setup" else "CNC-533"),
    on(e.FirstPlayerChosen, always("CNC-107")),
    on(e.TurnStarted, always("CNC-202")),
    on(e.TurnEnded, always("CNC-218")),
    on(e.DurationEnded, always("CNC-513")),
    on(e.ApReceived, always("CNC-205")),
    on(e.ApSpent, always("CNC-301")),
    on(e.ApGained, always("CNC-305")),
    on(e.ApLost, always("CNC-304")),
    on(e.ApRefunded, always("CNC-444")),
    on(e.ShortageAdded, always("CNC-205")),
    on(e.OverdriveOn, always("CNC-208")),
    on(e.OverdriveOff, always("CNC-209")),
    on(e.CardDrawn, lambda c, x: {"setup": "CNC-108", "draw_card": "CNC-306"}.get(x.cause, "CNC-330")),
    on(e.DrawStopped, always("CNC-330")),
    on(e.CharacterPlayed, always("CNC-310")),
    on(e.CityPlayed, lambda c, x: "CNC-312" if x.host is None else "CNC-519"),
    on(e.EventPlayed, always("CNC-313")),
    on(e.CpChanged, always("CNC-702")),
    on(e.CharacterWithdrawn, lambda c, x: "CNC-315" if x.cause == "withdraw_character" else "CNC-329"),
    on(e.CardReturned, always("CNC-331")),
    on(
        e.CardDiscarded,
        lambda c, x: {
            "played": "CNC-313",
            "discard_from_hand": "CNC-322",
            "discard_from_field": "CNC-323",
            "host_left": "CNC-521",
            "hand_full": "CNC-331",
        }.get(x.cause, "CNC-613"),
    ),
    on(e.CardsMilled, always("CNC-527")),
    on(e.CardDestroyed, lambda c, x: "CNC-413" if x.cause == "no_hp" else "CNC-523"),
    on(e.DestroyReplaced, lambda c, x: "CNC-520" if x.by == "guard" else "CNC-522"),
    on(e.CardSunk, always("CNC-313")),
    on(e.AttackDeclared, always("CNC-401")),
    on(e.AbilityUsed, always("CNC-502")),
    on(e.ActFailed, always("CNC-505")),
    on(e.DamageDealt, lambda c, x: "CNC-412" if x.target != CITY else "CNC-415"),
    on(e.DamagePrevented, lambda c, x: {"immune": "CNC-411", "reduction": "CNC-411", "shield": "CNC-508"}[x.by]),
    on(e.ComboChanged, always("CNC-421")),
    on(e.ComboBroken, lambda c, x: "CNC-425" if x.reason == "no_attack" else "CNC-424"),
    on(e.TypeEffectUnleashed, lambda c, x: c.type(x.attack_type).rule),
    on(
        e.StatusGained,
        lambda c, x: {
            "frozen": "CNC-504",
            "confused": "CNC-505",
            "poisoned": "CNC-506",
            "silenced": "CNC-507",
            "shielded": "CNC-508",
            "disabled": "CNC-516",
            "flooded": "CNC-517",
        }[x.status],
    ),
    on(e.StatusEnded, always("CNC-509")),
    on(e.Healed, always("CNC-510")),
    on(e.MaxHpChanged, always("CNC-512")),
    on(e.ModifierAdded, lambda c, x: {"attack_mod": "CNC-409", "storm": "CNC-441"}.get(x.kind, "CNC-513")),
    on(e.ExtraActGained, always("CNC-326")),
    on(e.ClassChanged, always("CNC-525")),
    on(e.HandCardRevealed, always("CNC-526")),
    on(e.DeckSearched, always("CNC-533")),
    on(e.CardsRecovered, always("CNC-534")),
    on(e.DieRolled, always("CNC-528")),
    on(e.RandomCardPicked, always("CNC-528")),
    on(e.RandomTargetPicked, always("CNC-528")),
)
"""The rule that an event follows; from its content where that decides."""

describe = describing(Names, SENTENCES, RULES)
