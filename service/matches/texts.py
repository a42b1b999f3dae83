"""Sentences for people about the events of the kernel; those of a game, and what seats are called, are its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any, NamedTuple

from domain.kernel import match as kernel
from domain.kernel.board import Cards
from domain.kernel.facts import Event
from domain.kernel.game import CardGame
from domain.kernel.lineage import MatchForked, RulesRepinned
from domain.kernel.sentences import NO_THINGS, USUAL, Subject, Things, joined

NOTHING_SEEN = "Something happened that is hidden from you."


_RULES = re.compile(r" \[([A-Z0-9]+-[A-Z0-9-]+(?:, [A-Z0-9]+-[A-Z0-9-]+)*)\](?=\.?$)")


class Named(NamedTuple):
    """The things that an event names: seats, cards of the catalogue and cards on the table by their ids."""

    seats: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    things: tuple[str, ...] = ()


class Told(NamedTuple):
    """An event for people: a sentence, the rules that it follows, its arguments by field, and what the event names.

    The arguments are names of seats and cards, words and numbers.
    """

    text: str
    rules: tuple[str, ...]
    arguments: dict[str, str]
    named: Named


def describe(game: CardGame, event: Event | None, cards: Cards, things: Things = NO_THINGS) -> str:
    """The sentence of an event, as far as the viewer may know it, with its rules in brackets; `cards` are those of the
    match, `things` the names of those on the table.
    """
    if event is None:
        return NOTHING_SEEN
    sentence = _SENTENCES.get(type(event))
    return game.describe(event, cards, things) if sentence is None else sentence(game, event)


def tell(game: CardGame, event: Event | None, cards: Cards, things: Things) -> Told:
    """All that is told of an event, with the rules apart from its sentence."""
    if event is None:
        return Told(NOTHING_SEEN, (), {}, Named())
    sentence = describe(game, event, cards, things)
    found = _RULES.search(sentence) if "[" in sentence else None
    names = _values_by_field(game, event)
    arguments, subjects = _arguments(game, event, names, cards, things), _named(game, event, names)
    if found is None:
        return Told(sentence, (), arguments, subjects)
    return Told(sentence[: found.start()] + sentence[found.end() :], _rules(found[1]), arguments, subjects)


@cache
def told_on_table(game: CardGame) -> AbstractSet[str]:
    """The types of events whose sentences name cards on the table."""
    return {kind.type for kind in game.events if is_told_on_table(game, kind)}


def is_told_on_table(game: CardGame, kind: type[Event]) -> bool:
    """Whether the sentence of an event names cards on the table."""
    return kind not in _SENTENCES and game.told_on_table(kind)


def named(game: CardGame, event: Event | None) -> Named:
    """The things that an event names."""
    return Named() if event is None else _named(game, event, _values_by_field(game, event))


@cache
def _rules(listed: str) -> tuple[str, ...]:
    return tuple(listed.split(", "))


Names = Mapping[str, Sequence[Any]]


def _values_by_field(game: CardGame, event: Event) -> Names:
    """The seats or ids that each field of an event names; of things those on the table."""
    return {name: _values(game, event, subject, getattr(event, name)) for name, subject in _naming(game, type(event))}


def _named(game: CardGame, event: Event, names: Names) -> Named:
    found: dict[Subject, dict[Any, None]] = {"seat": {}, "card": {}, "thing": {}}
    for name, subject in _naming(game, type(event)):
        found[subject].update(dict.fromkeys(names[name]))
    return Named(*map(tuple, found.values()))


def _arguments(game: CardGame, event: Event, names: Names, cards: Cards, things: Things) -> dict[str, str]:
    told: dict[str, str] = {}
    for name, subject in _saying(game, type(event)):
        if subject is None:
            value = getattr(event, name)
            text = str(value) if isinstance(value, str | int) else ""
        elif subject == "seat":
            text = ", ".join(map(game.seat_name, names[name]))
        elif subject == "card":
            text = ", ".join(cards[one].name for one in names[name] if one in cards)
        else:
            text = ", ".join(things[one] for one in names[name] if one in things)
        if text:
            told[name] = text
    return told


@cache
def _naming(game: CardGame, kind: type[Event]) -> Sequence[tuple[str, Subject]]:
    """The fields of an event that name something."""
    return [(name, subject) for name, subject in _subjects(game, kind).items() if hasattr(kind, name)]


@cache
def _saying(game: CardGame, kind: type[Event]) -> Sequence[tuple[str, Subject | None]]:
    """The fields of an event that its sentence may say, with what they name."""
    subjects, on_table = _subjects(game, kind), is_told_on_table(game, kind)
    # what the sentence doesn't name may not depend on what has come of it meanwhile
    said = [name for name in kind.__struct_fields__ if on_table or subjects.get(name) != "thing"]
    return [(name, subjects.get(name)) for name in said]


def _subjects(game: CardGame, kind: type[Event]) -> Mapping[str, Subject]:
    return USUAL if kind in _SENTENCES else game.subjects(kind)


def _values(game: CardGame, event: Event, subject: Subject, value: Any) -> Sequence[Any]:
    if value is None:
        return ()
    each = list(_each(value)) if isinstance(value, tuple | list) else (value,)
    return [game.thing_id(event, one) for one in each] if subject == "thing" else each


def _each(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple | list):
        for one in value:
            yield from _each(one)
    elif value is not None:
        yield value


def _action_taken(game: CardGame, event: kernel.ActionTaken) -> str:
    seat = game.seat_name(event.seat)
    if event.default:
        return f"The time of {seat} is up."
    action = event.action
    if action is None:
        return f"{seat} acts."
    return f"{seat} {action.told}." if action.told else f"{seat} acts: {_words(action.__struct_config__.tag)}."


def _prompt_opened(game: CardGame, event: kernel.PromptOpened) -> str:
    return f"{game.seat_name(event.seat)} is asked: {game.asks_all(event.kind)} [{event.rule}]."


def _ended(game: CardGame, event: kernel.MatchEnded) -> str:
    result = event.result
    best = [game.seat_name(seat) for seat in result.placings[0]] if result.placings else ["nobody"]
    ending = {
        "win": f"{joined(best)} {'wins' if len(best) == 1 else 'win'}",
        "shared": f"{joined(best)} share the win",
        "draw": "a draw",
        "all_lose": "all lose",
        "aborted": "the match was aborted",
    }[result.kind]
    rules = dict.fromkeys(filter(None, (result.rule, result.decided_by)))
    return f"The match is over: {ending} [{', '.join(rules)}]."


def _conceded(game: CardGame, event: kernel.Conceded) -> str:
    return f"{game.seat_name(event.seat)} {'has gone' if event.abandoned else 'concedes'}."


def _words(name: str) -> str:
    return name.replace("_", " ")


def _of_seat(what: str) -> Callable[[CardGame, Any], str]:
    """A sentence that begins with the seat of the event."""
    return lambda game, event: f"{game.seat_name(event.seat)} {what}."


def _always(sentence: str) -> Callable[[CardGame, Any], str]:
    return lambda game, event: sentence


_SENTENCES: Mapping[type[Event], Callable[[CardGame, Any], str]] = {
    kernel.MatchCreated: lambda game, event: f"A match of {game.title} with {event.seats} seats is open.",
    kernel.SeatTaken: lambda game, event: f"{game.seat_name(event.seat)} sits down{', a bot' if event.bot else ''}.",
    kernel.SeatLeft: _of_seat("stands up; the seat is free again"),
    kernel.LoadoutSealed: _of_seat("is ready"),
    kernel.SeedAdded: _of_seat("adds a seed of its own"),
    kernel.MatchStarted: _always("The match begins."),
    kernel.TimeUp: _always("The time of the match is up."),
    kernel.ActionTaken: _action_taken,
    kernel.Resolution: lambda game, event: "The table waits." if event.progress else "Nothing is left to resolve.",
    kernel.PromptOpened: _prompt_opened,
    kernel.PromptClosed: _always("Open questions are void."),
    kernel.PromptRevised: _always("An open question has changed."),
    kernel.Conceded: _conceded,
    kernel.MatchEnded: _ended,
    kernel.SecretsRevealed: _always("The secrets of the match are revealed."),
    MatchForked: lambda game, event: f"This is a fork of {event.origin.match} at version {event.origin.version}.",
    RulesRepinned: lambda game, event: (
        f"From here on rules {event.rules_version} decide, in engine {event.engine_version}."
    ),
}
