"""The matches that second referees count: those that are stored, and those of bots at every table of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from domain.kernel.audience import FULL
from domain.kernel.codec import encode
from domain.kernel.decide import Decision
from domain.kernel.facts import Event, Fact
from domain.kernel.fold import evolve
from domain.kernel.game import CardGame
from domain.kernel.match import State
from service.bots.bots import BOTS
from service.history.lines import ReplayEvent, ReplayHeader
from service.history.verify.checker import numbered
from service.history.verify.folds import row
from service.history.verify.levels import library_of
from service.history.verify.sources import FileSource
from tests.kit.modes import InMode, in_each_mode
from tests.kit.play import moves, opening, waited_for
from tests.kit.recorded import CATALOGUE
from tests.kit.referee import Match, PlainFact, Stop, as_json
from tests.kit.samples import ROOT, stored


@dataclass(frozen=True)
class AtTable:
    """Who sits at a table of random play: the mode, the number of seats, the bot that answers."""

    variant: InMode
    seats: int
    bot: str
    concede: float = 0.01
    """How often a seat concedes instead of answering."""
    options: tuple[tuple[str, Any], ...] = ()
    """Options that are not the mode's."""

    @property
    def name(self) -> str:
        """The name of a case."""
        return f"{self.variant.name}-{self.seats}-{self.bot}"

    def match(self, seed: int) -> Match:
        """The match of this seed, with concessions and time-outs now and then, but for few where bots are greedy."""
        return Match(f"{self.name}, seed {seed}", lambda: self._stops(seed), self.variant.game.card_set_hash())

    def _stops(self, seed: int) -> Iterator[Stop]:
        game, version = self.variant.game, 0
        state = State()
        options = msgspec.structs.replace(self.variant.options, **dict(self.options))
        for step in opening(game, seed, self.seats, options):
            yield (stop := _stop(step, version))
            version, state = version + len(stop.facts), step.state
        if self.bot == "random":
            played = moves(game, state, seed, concede=self.concede)
        else:
            concede = self.concede / 10
            played = moves(game, state, seed, concede=concede, late=0.01, asked=waited_for, bot=BOTS[self.bot])
        for step in played:
            yield (stop := _stop(step, version))
            version += len(stop.facts)


def _stop(step: Decision, version: int) -> Stop:
    return Stop([_plain(version + place, fact.event) for place, fact in enumerate(step.facts, 1)], step.state)


def tables(game: CardGame, bot: str, concede: float = 0.01, **options: Any) -> list[AtTable]:
    """Every mode of a game with every number of seats, all answered by this bot: `random` or `greedy`."""
    others = tuple(options.items())
    return [AtTable(one, seats, bot, concede, others) for one in in_each_mode([game]) for seats in one.seats]


def stored_matches(game: CardGame) -> list[Match]:
    """Every full record that is kept of this game."""
    return [
        Match(path.relative_to(ROOT).as_posix(), *_from_file(game, path))
        for path in stored()
        if path.parent.name == game.slug and not path.name.startswith(("seat-", "spectator"))
    ]


def _from_file(game: CardGame, path: Path) -> tuple[Callable[[], Iterator[Stop]], str]:
    entry = CATALOGUE.entry(game.slug)
    _, header = next(numbered(FileSource(path)))
    assert isinstance(header, ReplayHeader)

    def stops() -> Iterator[Stop]:
        state, facts = State().use(library_of(entry, header)), []
        for _, line in numbered(FileSource(path)):
            if isinstance(line, ReplayEvent):
                event = entry.codec.decode(*row(line)[:4], FULL)
                assert event is not None
                evolve(game, state, event, line.at)
                facts.append(_plain(line.v, event))
                if line.end:
                    yield Stop(facts, state)
                    facts = []

    return stops, str(header.pins["card_set_hash"])


def _plain(version: int, event: Event) -> PlainFact:
    return PlainFact(version, event.type, as_json(encode(Fact(event), "", "").pub))
