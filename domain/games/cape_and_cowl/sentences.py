"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY, opponent
from domain.games.cape_and_cowl.definitions import CLASSES, TYPE, AttackType, Definition
from domain.games.cape_and_cowl.naming import city_id, city_of
from domain.kernel.dispatch import ByType, by_type
from domain.kernel.facts import Event, OfSeat
from domain.kernel.look import read_look
from domain.kernel.sentences import CardNames, Telling, Words, p


class Names(CardNames, frozen=True):
    """The names of cards, attack types and causes in sentences."""

    causes: ClassVar[Mapping[str, str]] = {
        "poisoned": "Poison",
        "confused": "Confusion",
        "host_left": "its host has left",
        **dict.fromkeys(("setup", "draw_card", "withdraw_character", "discard_from_hand", "discard_from_field"), ""),
        **dict.fromkeys(("hand_full", "no_hp", "played", "damage", "act_failed"), ""),
    }

    def name(self, cid: str | None) -> str:
        """A name for people: of a card, of a type's effect; what can't be seen is a card."""
        found = None if cid is None else self.cards[cid]
        return found.effect_name or found.name if isinstance(found, AttackType) else super().name(cid)

    def there(self, iid: str | None, cid: str | None) -> str:
        """A card by its name on the table, or if it isn't there any more by the printed one."""
        return self.things.get(iid or "") or self.name(cid)

    def of(self, seat: int, iid: str | None, cid: str | None) -> str:
        """The same, and whose it is."""
        called, whose = self.there(iid, cid), f" of {p(seat)}"
        return called if called.endswith(whose) else called + whose

    def attack(self, cid: str, number: int) -> str:
        """An Attack by its printed name."""
        card: Definition = self.cards[cid]
        return card.attacks[number - 1].name

    def type(self, name: str) -> AttackType:
        """An attack type by its id."""
        kind: AttackType = self.cards[TYPE + name]
        return kind

    def effect(self, name: str) -> str:
        """The Type Effect of an attack type."""
        return self.name(TYPE + name)

    def rule(self, name: str) -> str:
        """The rule of a Type Effect."""
        return self.type(name).rule

    def said(self, cause: str) -> frozenset[str]:
        """All words of a card's texts, or of an attack type's."""
        found = self.cards[cause]
        return found.words if isinstance(found, AttackType) else frozenset().union(*(x.words for x in found.abilities))

    def text(self, cause: str, word: str) -> str:
        """The rules by which the texts of a card happen that say this, or that of an attack type."""
        found = self.cards[cause]
        if isinstance(found, AttackType):
            return found.rule
        said = (BY_TEXT.get(one.when, "CNC-503") for one in found.abilities if word in one.words)
        return ", ".join(dict.fromkeys(said))

    def status(self, status: str) -> str:
        """A status by its printed name."""
        return status.capitalize()


BY_TEXT: Mapping[str, str] = {"play": "CNC-313", "act": "CNC-502", "each_turn": "CNC-609"}
"""The rules by which texts happen; all others do by themselves."""


def _received(c: Names, x: e.ApReceived) -> str:
    extra = f" + {x.extra} of cards" if x.extra else ""
    less = f" - {x.shortage} of shortage" if x.shortage else ""
    return f"{p(x.seat)} receives {x.amount} AP ({x.porter} of the Porter{extra}{less}) and has {x.ap_after}"


def _spent(c: Names, x: e.ApSpent) -> str:
    """The cost of a card stands in the sentence of its play, that of another action nowhere else."""
    card = c.because(x.cause)
    return f"{p(x.seat)} " + (f"has {x.ap_after} AP left{card}" if card else f"spends {x.n} AP and has {x.ap_after}")


def _cp(c: Names, x: e.CpChanged) -> str:
    """Damage of Attacks stands in a sentence of its own."""
    if x.delta < 0 and "damage_cp" not in c.said(x.cause):
        return f"{p(x.seat)} has {x.cp_after} CP left"
    verb = "gains" if x.delta > 0 else "loses"
    return f"{p(x.seat)} {verb} {abs(x.delta)} CP{c.because(x.cause)} and has {x.cp_after}"


def _cp_rule(c: Names, x: e.CpChanged) -> str:
    """CNC-415 CNC-608 That of its cause: a City card's value, a text, an Attack; both of these if it may be either."""
    card = c.cards[x.cause]
    if isinstance(card, AttackType):
        return card.rule
    if card.cp == x.delta:
        return "CNC-608"
    attacked = "CNC-415" if x.delta < 0 and card.attacks else ""
    return ", ".join(filter(None, [attacked, c.text(x.cause, "gain_cp" if x.delta > 0 else "damage_cp")]))


def _attack(c: Names, x: e.AttackDeclared) -> str:
    other = opponent(x.seat)
    target = city_of(other) if x.target_card is None else c.of(other, x.target, x.target_card)
    attack = c.attack(x.card, x.attack)
    return f"{p(x.seat)} attacks {target} with {attack} of {c.there(x.attacker, x.card)} for {x.cost} AP"


def _ability(c: Names, x: e.AbilityUsed) -> str:
    card: Definition = c.cards[x.card]
    ability = card.abilities[x.ability - 1].name
    return f"{p(x.seat)} uses {ability} of {c.there(x.character, x.card)}{_aimed(c, x)} for {x.cost} AP"


def _event(c: Names, x: e.EventPlayed) -> str:
    return f"{p(x.seat)} plays {c.name(x.card)}{_aimed(c, x)} for {x.cost} AP"


def _aimed(c: Names, x: e.EventPlayed | e.AbilityUsed) -> str:
    """Of the targets the City alone is no card."""
    cards = iter(x.target_cards)
    aims = (city_of(opponent(x.seat)) if aim == CITY else c.there(aim, next(cards, None)) for aim in x.targets)
    return f" on {', '.join(aims)}" if x.targets else ""


def _target(c: Names, x: e.DamageDealt | e.DamagePrevented) -> str:
    target = city_of(x.seat) if x.target == CITY else c.of(x.seat, x.target, x.target_card)
    return target[0].upper() + target[1:]


def _damage(c: Names, x: e.DamageDealt) -> str:
    kind = f" {c.type(x.attack_type).name} attack" if x.attack_type else ""
    left = "" if x.target == CITY else f", {x.hp_after} HP left"
    return f"{_target(c, x)} takes {x.amount}{kind} damage{c.because(x.cause)}{left}"


def _prevented(c: Names, x: e.DamagePrevented) -> str:
    target = _target(c, x)
    return {
        "immune": f"{target} is immune",
        "reduction": f"{target} takes {x.amount} damage less",
        "shield": f"The Shield of {target} prevents {x.amount} damage",
    }[x.by]


LOOK = read_look(__package__)
"""CNC-513 How long something lasts and what limits are called, in words."""


def change(kind: str, value: int, limit: str = "") -> str:
    """CNC-513 The difference from the print for a while."""
    if limit:
        return f"{LOOK.numbers[limit].label} {value:+d}"
    return {
        "attack_mod": f"Attack {value:+d}",
        "cp_damage_mod": f"attack damage to the City {value:+d}",
        "no_attrition": "no loss by Attrition",
        "storm": f"Ice, Air, Water and Electric Attacks {value:+d}",
    }[kind]


CHANGED: Mapping[str, str] = {
    "attack_mod": "CNC-409",
    "cp_damage_mod": "CNC-415",
    "no_attrition": "CNC-706",
    "storm": "CNC-441",
    "characters": "CNC-309",
    "events_per_turn": "CNC-213",
    "cities_per_turn": "CNC-214",
    "attrition": "CNC-705",
}
"""The rules on what is changed for a while, a limit by its name."""


def _modifier(c: Names, x: e.ModifierAdded) -> str:
    whom = p(x.seat) if x.card is None else c.of(x.seat, x.iid, x.card)
    return f"{whom} gets {change(x.kind, x.value, x.limit)} {LOOK.durations[x.duration]}{c.because(x.cause)}"


def _milled(c: Names, x: e.CardsMilled) -> str:
    cards = c.names(cid for _, cid in x.cards)
    return f"{cards} from the deck of {p(x.seat)} to the discard pile{c.because(x.cause)}"


def _recovered(c: Names, x: e.CardsRecovered) -> str:
    where = "into the hand" if x.to == "hand" else "at the bottom of the deck"
    return f"{p(x.seat)} puts {c.names(cid for _, cid in x.cards)} from the discard pile {where}"


def _combo(c: Names, x: e.ComboChanged) -> str:
    return f"{c.attack(x.card, x.attack)} of {c.of(x.seat, x.character, x.card)} reaches Combo level {x.level}"


def _status_rule(c: Names, x: e.StatusEnded) -> str:
    """CNC-505 CNC-508 CNC-510 CNC-511 A failed Act, damage, healing, a cure, or either of the last two."""
    if x.cause in ENDED:
        return ENDED[x.cause]
    words = c.said(x.cause)
    healed = "heal" in words and x.status in ("confused", "poisoned")
    return ", ".join(filter(None, ["CNC-510" if healed else "", "CNC-511" if "cure" in words else ""]))


ENDED: Mapping[str, str] = {"act_failed": "CNC-505", "damage": "CNC-508"}


def _destroyed_rule(c: Names, x: e.CardDestroyed) -> str:
    """CNC-413 CNC-523 CNC-608 A Character at 0 HP or by an effect, or a City card."""
    if x.cause == "no_hp":
        return "CNC-413"
    return "CNC-608" if c.cards[x.card].kind == "city" else "CNC-523"


OF_CLASS: Words = {name: f"a{'n' * (name[0] == 'A')} {name}" for name in CLASSES} | {"Government": "Government"}
"""CNC-603 A Character of a Class, as people say it: Government has no article."""


def thing_id(event: Event, named: str) -> str:
    """CNC-415 The City that is damaged is its seat's, the one that is aimed at the opponent's."""
    if named != CITY or not isinstance(event, OfSeat):
        return named
    damaged = isinstance(event, e.DamageDealt | e.DamagePrevented)
    return city_id(event.seat if damaged else opponent(event.seat))


told = Telling(Names)
SENTENCES: ByType[Names, str] = by_type(
    told(e.PlayerSetUp, "CNC-102", "{seat:p} brings a deck of {deck_size} cards"),
    told(e.PorterEntered, "CNC-106", "The Porter of {seat:p} enters play"),
    told(e.DeckShuffled, "{cause:setup=CNC-110|CNC-533}", "The deck of {seat:p} is shuffled"),
    told(e.FirstPlayerChosen, "CNC-107", "{seat:p} goes first{by:coin=, by the toss of a coin|}"),
    told(e.TurnStarted, "CNC-202", "Round {round}, turn {turn} begins: {seat:p} is active"),
    told(e.TurnEnded, "CNC-218", "Turn {turn} of {seat:p} ends"),
    told(
        e.DurationEnded,
        "CNC-513",
        "The {duration:round=statuses and |}changes that {seat:p} made for {duration:round=a round|this turn} end",
    ),
    told(e.ApReceived, "CNC-205", _received),
    told(e.ApSpent, "CNC-301", _spent),
    told(e.ApGained, "CNC-305", "{seat:p} gains {n} AP{cause:because} and has {ap_after}"),
    told(e.ApLost, "CNC-304", "{seat:p} loses {n} AP{cause:because} and has {ap_after}"),
    told(e.ApRefunded, "CNC-444", "{seat:p} gets back {n} AP{cause:because} and has {ap_after}"),
    told(e.ShortageAdded, "CNC-205", "{seat:p} will receive {n} AP less{cause:because}"),
    told(e.OverdriveOn, "CNC-208", "Emergency Overdrive of {seat:p} turns on at {cp} CP"),
    told(e.OverdriveOff, "CNC-209", "Emergency Overdrive of {seat:p} turns off at {cp} CP"),
    told(
        e.CardDrawn,
        "{cause:setup=CNC-108|draw_card=CNC-306|{cause:text draw}}",
        "{seat:p} draws {card:name}{cause:because}",
    ),
    told(
        e.DrawStopped,
        "CNC-330",
        "{seat:p} loses {undrawn:count draw}: {reason:hand_full=the hand is full|the deck is empty}",
    ),
    told(e.CharacterPlayed, "CNC-310", "{seat:p} plays {card:name} for {cost} AP"),
    told(
        e.CityPlayed,
        "{host:None=CNC-312|CNC-519}",
        "{seat:p} plays {card:name}{host:None=| on {host:thing}} for {cost} AP",
    ),
    told(e.EventPlayed, "CNC-313", _event, on_table=True, naming={"targets": "thing"}),
    told(e.CpChanged, _cp_rule, _cp),
    told(
        e.CharacterWithdrawn,
        "{cause:withdraw_character=CNC-315|{cause:text withdraw}}",
        "{seat:p} withdraws {card:name}{cause:because}",
    ),
    told(e.CardReturned, "{cause:text return_hand}", "{card:name} returns to the hand of {seat:p}{cause:because}"),
    told(
        e.CardDiscarded,
        "{cause:played=CNC-313|discard_from_hand=CNC-322|discard_from_field=CNC-323|"
        "host_left=CNC-521|hand_full=CNC-331|{cause:text discard_hand}}",
        "{card:name} of {seat:p} goes{from_zone:play=| from the {from_zone}} to the discard pile{cause:because}",
    ),
    told(e.CardsMilled, "CNC-527", _milled),
    told(e.CardDestroyed, _destroyed_rule, "{card:name} of {seat:p} is destroyed{cause:because}"),
    told(
        e.DestroyReplaced,
        "{by:guard=CNC-520|CNC-522}",
        "{card:name} of {seat:p} is not destroyed: "
        "{by:guard=its guard is destroyed instead|it keeps {hp_after} HP instead}",
    ),
    told(e.CardSunk, "CNC-313", "{card:name} goes to the bottom of the deck of {seat:p}"),
    told(e.AttackDeclared, "CNC-401", _attack, on_table=True, naming={"attacker": "thing", "target": "thing"}),
    told(e.AbilityUsed, "CNC-502", _ability, on_table=True, naming={"character": "thing", "targets": "thing"}),
    told(e.ActFailed, "CNC-505", "{card:name} of {seat:p} is Confused: its Act fails", naming={"character": "thing"}),
    told(
        e.DamageDealt,
        "{target:city=CNC-415|CNC-412}",
        _damage,
        on_table=True,
        naming={"target": "thing", "source": "thing"},
    ),
    told(
        e.DamagePrevented,
        lambda c, x: "CNC-415" if x.target == CITY else "CNC-508" if x.by == "shield" else "CNC-411",
        _prevented,
        on_table=True,
        naming={"target": "thing"},
    ),
    told(e.ComboChanged, "CNC-421", _combo, on_table=True, naming={"character": "thing"}),
    told(
        e.ComboBroken,
        "{reason:no_attack=CNC-425|CNC-424}",
        "The Combo of {card:name} of {seat:p} is lost",
        naming={"character": "thing"},
    ),
    told(
        e.TypeEffectUnleashed,
        "{attack_type:rule}",
        "{card:name} unleashes {attack_type:effect}",
        naming={"character": "thing"},
    ),
    told(
        e.StatusGained,
        "{status:frozen=CNC-504|confused=CNC-505|poisoned=CNC-506|silenced=CNC-507|"
        "shielded=CNC-508|disabled=CNC-516|flooded=CNC-517}",
        "{card:None=|{card:name} of }{seat:p} becomes {status:status}{cause:because}",
    ),
    told(e.StatusEnded, _status_rule, "{card:name} of {seat:p} is no longer {status:status}"),
    told(e.Healed, "CNC-510", "{card:name} of {seat:p} heals {n} and has {hp_after} HP{cause:because}"),
    told(e.MaxHpChanged, "CNC-512", "{card:name} of {seat:p} now has {hp_after} of {max_hp} HP"),
    told(e.ModifierAdded, lambda c, x: CHANGED[x.limit or x.kind], _modifier, on_table=True),
    told(e.ExtraActGained, "CNC-326", "{card:name} of {seat:p} may Act {n:count time} more this turn{cause:because}"),
    told(
        e.ClassChanged,
        "CNC-525",
        "{card:name} of {seat:p} becomes {after} and is no longer {before}",
        before=OF_CLASS,
        after=OF_CLASS,
    ),
    told(e.HandCardRevealed, "CNC-526", "Card {position} of the hand of {seat:p} is {card:name}"),
    told(
        e.DeckSearched,
        "CNC-533",
        "{seat:p} searches the deck and takes {found:True={card:name}|nothing}{cause:because}",
    ),
    told(e.CardsRecovered, "CNC-534", _recovered),
    told(e.DieRolled, "CNC-528", "{seat:p} rolls {value}{cause:because}"),
    told(
        e.RandomCardPicked,
        "{cause:text discard_hand}",
        "Chance picks card {position} of the hand of {seat:p}: {card:name}",
    ),
    told(
        e.RandomTargetPicked,
        "{cause:text random}",
        "Chance picks {card:name}{cause:because}",
        naming={"target": "thing"},
    ),
)
"""Events, each with the rule that it follows; from its content where that decides."""

describe = told.describing(SENTENCES)
