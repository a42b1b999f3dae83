"""Sentences for people about the events of the kernel; those of a game, and what seats are called, are its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kernel import match as kernel
from domain.kernel.board import Cards
from domain.kernel.facts import Event
from domain.kernel.game import CardGame
from domain.kernel.lineage import MatchForked, RulesRepinned

NOTHING_SEEN = "Something happened that is hidden from you."


def describe(game: CardGame, event: Event | None, cards: Cards) -> str:
    """The sentence of an event, as far as the viewer may know it; `cards` are those of the match."""
    if event is None:
        return NOTHING_SEEN
    sentence = _SENTENCES.get(type(event))
    return game.describe(event, cards) if sentence is None else sentence(game, event)


def _action_taken(game: CardGame, event: kernel.ActionTaken) -> str:
    seat = game.seat_name(event.seat)
    if event.default:
        return f"The time of {seat} is up."
    name = "" if event.action is None else f": {_words(event.action.__struct_config__.tag)}"
    return f"{seat} acts{name}."


def _prompt_opened(game: CardGame, event: kernel.PromptOpened) -> str:
    return f"{game.seat_name(event.seat)} is asked: {_words(event.kind)} [{event.rule}]."


def _ended(game: CardGame, event: kernel.MatchEnded) -> str:
    result = event.result
    best = ", ".join(map(game.seat_name, result.placings[0])) if result.placings else "nobody"
    ending = {
        "win": _winning([game.seat_name(seat) for seat in result.placings[0]]) if result.placings else "nobody wins",
        "shared": f"{best} share the win",
        "draw": "a draw",
        "all_lose": "all lose",
        "aborted": "the match was aborted",
    }[result.kind]
    rules = dict.fromkeys(filter(None, (result.rule, result.decided_by)))
    return f"The match is over: {ending} [{', '.join(rules)}]."


def _winning(names: Sequence[str]) -> str:
    """A team wins as one: P1 and P3 win."""
    return f"{names[0]} wins" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} win"


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
