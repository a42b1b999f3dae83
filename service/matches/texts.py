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


class EventText(NamedTuple):
    """An event for people: a sentence, and the rules that it follows."""

    text: str
    rules: tuple[str, ...]


class Named(NamedTuple):
    """The things that an event names: seats, cards of the catalogue and cards on the table by their ids."""

    seats: tuple[int, ...]
    cards: tuple[str, ...]
    things: tuple[str, ...]


def describe(game: CardGame, event: Event | None, cards: Cards, things: Things = NO_THINGS) -> str:
    """The sentence of an event, as far as the viewer may know it, with its rules in brackets; `cards` are those of the
    match, `things` the names of those on the table.
    """
    if event is None:
        return NOTHING_SEEN
    sentence = _SENTENCES.get(type(event))
    return game.describe(event, cards, things) if sentence is None else sentence(game, event)


def event_text(game: CardGame, event: Event | None, cards: Cards, things: Things) -> EventText:
    """The same with the rules apart."""
    sentence = describe(game, event, cards, things)
    found = _RULES.search(sentence)
    return EventText(_RULES.sub("", sentence), tuple(found[1].split(", ")) if found else ())


@cache
def told_on_table(game: CardGame) -> AbstractSet[str]:
    """The types of events whose sentences name cards on the table."""
    return {kind.type for kind in game.events if is_told_on_table(game, kind)}


def is_told_on_table(game: CardGame, kind: type[Event]) -> bool:
    """Whether the sentence of an event names cards on the table."""
    return kind not in _SENTENCES and game.told_on_table(kind)


def named(game: CardGame, event: Event | None) -> Named:
    """The things that an event names."""
    found: dict[Subject, dict[Any, None]] = {"seat": {}, "card": {}, "thing": {}}
    if event is not None:
        for name, subject in _naming(game, type(event)):
            found[subject].update(dict.fromkeys(_values(game, event, subject, getattr(event, name))))
    return Named(*map(tuple, found.values()))


def arguments(game: CardGame, event: Event | None, cards: Cards, things: Things) -> dict[str, str]:
    """The arguments of the sentence of an event, by its fields: names of seats and cards, words and numbers."""
    told: dict[str, str] = {}
    if event is not None:
        for name, subject in _saying(game, type(event)):
            text = _argument(game, event, subject, getattr(event, name), cards, things)
            if text is not None:
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


def _argument(
    game: CardGame, event: Event, subject: Subject | None, value: Any, cards: Cards, things: Things
) -> str | None:
    if subject is None:
        return str(value) if isinstance(value, str | int) and value != "" else None
    each = list(_values(game, event, subject, value))
    if subject == "seat":
        return ", ".join(map(game.seat_name, each)) or None
    named = things if subject == "thing" else {one: cards[one].name for one in each if one in cards}
    return ", ".join(named[one] for one in each if one in named) or None


def _values(game: CardGame, event: Event, subject: Subject, value: Any) -> Iterator[Any]:
    """The seats or ids that a field of an event holds; of things those on the table."""
    return (game.thing_id(event, one) if subject == "thing" else one for one in _each(value))


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
