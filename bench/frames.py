"""What a client reads to draw a match: a whole match as frames, and the answers to a prompt as templates."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from statistics import median
from uuid import UUID

import msgspec

from bench.figures import Figure
from bench.games import usual_seats
from domain.kernel.audience import SPECTATOR
from domain.kernel.game import CardGame
from domain.kernel.seating import brought, in_mode
from service.application.ids import MATCH_IDS
from service.application.tokens import Tokens
from service.catalogue.catalogue import CatalogueEntry
from service.keys import Keys
from service.matches.aggregate import Aggregate
from service.matches.frames import Shown, difference, frame_state
from service.matches.legal_actions import LegalActions
from service.matches.rendering import state_out
from service.simulation.table import Setup, play

TEMPLATES = 4096
"""Bytes of the answer to any prompt where all answers are templates, at most."""
LEGAL = LegalActions(Tokens(Keys(["only for measuring"])))


class Measured(msgspec.Struct):
    """One match, as bytes, and the seconds for each frame."""

    states: bytes = b""
    frames: bytes = b""
    seconds: list[float] = []
    largest: int = 0


def figures(game: CardGame) -> list[Figure]:
    """The rows of one game."""
    found = _measured(game)
    packed, name = len(gzip.compress(found.frames)), game.slug
    return [
        Figure(f"{name}: a match as frames", len(found.frames), "bytes", "its states", len(found.states), None),
        Figure(f"{name}: the same, packed", packed, "bytes", "states, packed", len(gzip.compress(found.states)), None),
        Figure(f"{name}: a frame, median", median(found.seconds) * 1e3, "ms", "none", None, None),
        Figure(f"{name}: the answer to a prompt as templates, largest", found.largest, "bytes", "promise", None,
               TEMPLATES, "at most"),
    ]  # fmt: skip


def _measured(game: CardGame) -> Measured:
    found, before = Measured(), None
    for match in _steps(game):
        for number in range(len(match.state.seats)):
            for prompt in LEGAL.of(match, number, 0).prompts:
                found.largest = max(found.largest, len(msgspec.json.encode(prompt)))
        begin = time.perf_counter()
        now: Shown = frame_state(state_out(match, SPECTATOR))
        frame = now if before is None else difference(before, now)
        found.seconds.append(time.perf_counter() - begin)
        found.frames += msgspec.json.encode(frame) + b"\n"
        found.states += msgspec.json.encode(now) + b"\n"
        before = now
    return found


def _steps(game: CardGame) -> Iterator[Aggregate]:
    """A match by chance after each of its batches, from its start."""
    seats = usual_seats(game)
    loadouts = brought(game, in_mode(game), seats, lambda side, known: known[side % len(known)])
    stream = UUID(int=1)
    setup = Setup(game, MATCH_IDS.id_of(stream), "frames", loadouts, ["greedy"] * seats)
    entry = CatalogueEntry(game)
    for step in play(setup):
        if step.decision.state.board_or_none is not None:
            yield Aggregate(setup.match, stream, entry, step.decision.state, bytes(32))
