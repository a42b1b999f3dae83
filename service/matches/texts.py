"""Sentences for people about the events of the kernel; those of a game are its own to tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel import match as kernel
from domain.kernel.facts import Event
from domain.kernel.game import Game
from domain.kernel.lineage import MatchForked, RulesRepinned

NOTHING_SEEN = "Something happened that is hidden from you."


def describe(game: Game, event: Event | None) -> str:
    """What happened, as far as the viewer may know it."""
    if event is None:
        return NOTHING_SEEN
    sentence = _SENTENCES.get(type(event))
    return game.describe(event) if sentence is None else sentence(event)


def _action_taken(event: kernel.ActionTaken) -> str:
    if event.default:
        return f"The time of seat {event.seat} is up."
    name = "" if event.action is None else f": {event.action.__struct_config__.tag}"
    return f"Seat {event.seat} acts{name}."


def _prompt_opened(event: kernel.PromptOpened) -> str:
    return f"Seat {event.seat} is asked: {event.kind} ({event.rule})."


def _ended(event: kernel.MatchEnded) -> str:
    result = event.result
    best = ", ".join(f"seat {number}" for number in result.placings[0]) if result.placings else "nobody"
    ending = {
        "win": f"{best} wins",
        "shared": f"{best} share the win",
        "draw": "a draw",
        "all_lose": "all lose",
        "aborted": "the match was aborted",
    }[result.kind]
    return f"The match is over: {ending} ({result.rule})."


def _conceded(event: kernel.Conceded) -> str:
    return f"Seat {event.seat} {'has gone' if event.abandoned else 'concedes'}."


_SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    kernel.MatchCreated: lambda event: f"A match of {event.game} with {event.seats} seats is open.",
    kernel.SeatTaken: lambda event: f"Seat {event.seat} is taken{' by a bot' if event.bot else ''}.",
    kernel.SeatLeft: lambda event: f"Seat {event.seat} is free again.",
    kernel.LoadoutSealed: lambda event: f"Seat {event.seat} is ready.",
    kernel.SeedAdded: lambda event: f"Seat {event.seat} adds a seed of its own.",
    kernel.MatchStarted: lambda event: "The match begins.",
    kernel.ActionTaken: _action_taken,
    kernel.Resolution: lambda event: "The table waits." if event.progress else "Nothing is left to resolve.",
    kernel.PromptOpened: _prompt_opened,
    kernel.PromptClosed: lambda event: "Open questions are void.",
    kernel.PromptRevised: lambda event: "An open question has changed.",
    kernel.Conceded: _conceded,
    kernel.MatchEnded: _ended,
    kernel.SecretsRevealed: lambda event: "The secrets of the match are revealed.",
    MatchForked: lambda event: f"This is a fork of {event.origin.match} at version {event.origin.version}.",
    RulesRepinned: lambda event: f"From here on rules {event.rules_version} decide, in engine {event.engine_version}.",
}
