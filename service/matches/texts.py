"""Sentences for people about the events of a match. Those of a game, and what seats are called, are its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Literal, NamedTuple, TypeAlias, cast

import msgspec
from msgspec.structs import astuple, replace

from api_schema.input.names import camel
from api_schema.ports.matches import EventSubjects
from domain.kernel import match as kernel
from domain.kernel.board import Cards
from domain.kernel.codec import SEALED
from domain.kernel.dispatch import ByType, always, by_type
from domain.kernel.facts import Event
from domain.kernel.game import CardGame
from domain.kernel.lineage import MatchForked, RulesRepinned
from domain.kernel.look import event_look
from domain.kernel.sentences import NO_THINGS, CardNames, Describing, Subject, Telling, Things, joined

NOTHING_SEEN = "Something happened that is hidden from you."
Weight: TypeAlias = Literal["KEY", "PLAY", "DETAIL", "TRACE"]
Say = Callable[[Any, Cards, Things], str]
"""The text for the value of a field, if there is one: names of seats and cards, a word or a number."""


class Told(NamedTuple):
    """An event for people: the members of `EventOut` from `text` to `subjects`."""

    text: str
    text_key: str
    text_arguments: Mapping[str, str]
    rule_ids: tuple[str, ...]
    weight: Weight
    mark: str | None
    subjects: EventSubjects


class Teller(msgspec.Struct, frozen=True):
    """Tells events of one kind, as far as a viewer sees them. `on_table`: by the names of cards on the table, of those
    that `things` gives.
    """

    tell: Callable[[Any, Cards, Things], Told]
    things: Callable[[Any], tuple[str, ...]]
    on_table: bool


Tellers = Mapping[type, Teller]
"""By the type of an event; that of None tells what is sealed away."""


@cache
def tellers(game: CardGame) -> Tellers:
    """The functions that tell the events of a game's matches, each made once."""
    own, kernels = game.describe, replace(told.describing(SENTENCES), naming=partial(Names, game=game))
    found = {kind: _teller(game, kind, kernels, kind.type) for kind in kernels.sentences}
    found |= {kind: _teller(game, kind, own, f"{game.slug}.{kind.type}") for kind in game.events}
    look = event_look(game.look, SEALED)
    hidden = Told(NOTHING_SEEN, SEALED, {}, (), _weight(look.weight), look.mark, EventSubjects((), (), ()))
    return found | {type(None): Teller(always(hidden), always(()), on_table=False)}


def describe(game: CardGame, event: Event | None, cards: Cards, things: Things = NO_THINGS) -> str:
    """The sentence of an event, as far as the viewer may know it, with its rules in brackets; `cards` are those of the
    match, `things` the names of those on the table.
    """
    told = tellers(game)[type(event)].tell(event, cards, things)
    end = "." if told.rule_ids and type(event) in SENTENCES else ""
    return f"{told.text.removesuffix(end)} [{', '.join(told.rule_ids)}]{end}" if told.rule_ids else told.text


def _teller(game: CardGame, kind: type[Event], describing: Describing[Any], key: str) -> Teller:
    naming, sentence = describing.naming, describing.sentences[kind]
    text, rule, subjects = sentence.tell, sentence.rule, sentence.subjects
    look = event_look(game.look, kind.type)
    weight, mark = _weight(look.weight), look.mark
    fields = kind.__struct_fields__
    # what the sentence doesn't name may not depend on what has come of it meanwhile
    hidden = () if sentence.on_table else [name for name, subject in subjects.items() if subject == "thing"]
    says = [(camel(name), always("") if name in hidden else _say(game, subjects.get(name))) for name in fields]
    places: dict[Subject, list[int]] = {"seat": [], "card": [], "thing": []}
    for name, subject in subjects.items():
        places[subject].append(fields.index(name))
    get = _values(game, places["thing"])
    seats, ids, on_table = map(_gathered, places.values())

    def tell(event: Event, cards: Cards, things: Things) -> Told:
        values = get(event)
        arguments: dict[str, str] = {}
        for (name, say), value in zip(says, values, strict=True):
            if value is not None and (told := say(value, cards, things)):
                arguments[name] = told
        named = naming(cards, things)
        rules, subjects = _rules(rule(named, event)), EventSubjects(seats(values), ids(values), on_table(values))
        return Told(text(named, event), key, arguments, rules, weight, mark, subjects)

    return Teller(tell, lambda event: on_table(get(event)), sentence.on_table)


def _values(game: CardGame, things: Sequence[int]) -> Callable[[Event], Sequence[Any]]:
    """The values of an event's fields; those that name things have the ids on the table."""
    thing_id = game.thing_id
    if thing_id is None or not things:
        return astuple

    def values(event: Event) -> Sequence[Any]:
        found = list(astuple(event))
        for place in things:
            found[place] = tuple(thing_id(event, one) for one in _each(found[place]))
        return found

    return values


def _each(value: Any) -> tuple[Any, ...]:
    """The seats or ids that a value names, at any depth."""
    if isinstance(value, (tuple, list)):
        return tuple([one for part in value for one in _each(part)])
    return () if value is None else (value,)


def _gathered(places: Sequence[int]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """All that is named at these places of the values of an event, each once."""
    if not places:
        return always(())
    first, *others = places

    def gathered(values: Sequence[Any]) -> tuple[Any, ...]:
        found = _each(values[first])
        if not others and len(found) < 2:
            return found
        return tuple(dict.fromkeys([*found, *(one for place in others for one in _each(values[place]))]))

    return gathered


def _say(game: CardGame, subject: Subject | None) -> Say:
    seat_name = game.seat_name
    match subject:
        case "seat":
            return lambda value, cards, things: (
                seat_name(value) if isinstance(value, int) else ", ".join(map(seat_name, _each(value)))
            )
        case "card":
            return lambda value, cards, things: ", ".join([cards[one].name for one in _each(value) if one in cards])
        case "thing":
            return lambda value, cards, things: ", ".join([things[one] for one in _each(value) if one in things])
        case None:
            return lambda value, cards, things: (
                value if value.__class__ is str else str(value) if isinstance(value, int) else ""
            )


@cache
def _rules(listed: str) -> tuple[str, ...]:
    return tuple(listed.split(", ")) if listed else ()


def _weight(weight: str) -> Weight:
    return cast(Weight, weight.upper())


class Names(CardNames, frozen=True, kw_only=True):
    """The names in the kernel's own events, as a game calls them."""

    game: CardGame

    def p(self, seat: int) -> str:
        """A seat as the game calls it."""
        return self.game.seat_name(seat)


def _action_taken(named: Names, event: kernel.ActionTaken) -> str:
    seat, action = named.p(event.seat), event.action
    if event.default:
        return f"The time of {seat} is up."
    if action is None:
        return f"{seat} acts."
    told = action.in_words()
    return f"{seat} {told}." if told else f"{seat} acts: {named.words(action.__struct_config__.tag)}."


def _ended(named: Names, event: kernel.MatchEnded) -> str:
    result = event.result
    best = [named.p(seat) for seat in result.placings[0]] if result.placings else ["nobody"]
    ending = {
        "win": f"{joined(best)} {'wins' if len(best) == 1 else 'win'}",
        "shared": f"{joined(best)} share the win",
        "draw": "a draw",
        "all_lose": "all lose",
        "aborted": "the match was aborted",
    }[result.kind]
    why = named.game.look.endings.get(result.reason, result.reason if " " in result.reason else "")
    return f"The match is over: {ending}." + (f" {why[0].upper()}{why[1:]}." if why else "")


def _ended_by(named: Names, event: kernel.MatchEnded) -> str:
    return ", ".join(dict.fromkeys(filter(None, (event.result.rule, event.result.decided_by))))


told = Telling(Names)
SENTENCES: ByType[Names, str] = by_type(
    told(kernel.MatchCreated, "", lambda named, x: f"A match of {named.game.title} with {x.seats} seats is open."),
    told(kernel.SeatTaken, "", "{seat:p} sits down{bot:True=, a bot|}."),
    told(kernel.SeatLeft, "", "{seat:p} stands up; the seat is free again."),
    told(kernel.LoadoutSealed, "", "{seat:p} is ready."),
    told(kernel.SeedAdded, "", "{seat:p} adds a seed of its own."),
    told(kernel.MatchStarted, "", "The match begins."),
    told(kernel.TimeUp, "", "The time of the match is up."),
    told(kernel.ActionTaken, "", _action_taken),
    told(kernel.Resolution, "", lambda _, x: "The table waits." if x.progress else "Nothing is left to resolve."),
    told(
        kernel.PromptOpened,
        lambda named, x: x.rule,
        lambda named, x: f"{named.p(x.seat)} is asked: {named.game.asks_all(x.kind)}.",
    ),
    told(kernel.PromptClosed, "", "Open questions are void."),
    told(kernel.PromptRevised, "", "An open question has changed."),
    told(kernel.Conceded, "", "{seat:p} {abandoned:True=has gone|concedes}."),
    told(kernel.MatchEnded, _ended_by, _ended),
    told(kernel.SecretsRevealed, "", "The secrets of the match are revealed."),
    told(MatchForked, "", lambda named, x: f"This is a fork of {x.origin.match} at version {x.origin.version}."),
    told(RulesRepinned, "", "From here on rules {rules_version} decide, in engine {engine_version}."),
)
