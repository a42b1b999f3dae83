"""The cost of verification: events per second of each level, over whole matches of a game."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from bench.figures import Figure, rate
from bench.games import usual_seats
from domain.kernel.audience import FULL
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.seating import brought, in_mode
from eventstore import chain
from eventstore.envelope import NewEvent, StoredEvent
from service.application.ids import MATCH_IDS
from service.application.sealing import Cause, seal
from service.catalogue.catalogue import CatalogueEntry
from service.history.lines import encode
from service.history.recorder import Record, Recorder
from service.history.verify.chain import ChainChecker
from service.history.verify.checker import Checker, run
from service.history.verify.decisions import DecisionChecker
from service.history.verify.draws import DrawChecker
from service.history.verify.folds import FoldChecker
from service.simulation.table import Setup, play

MATCHES = 10
PROMISED = 20_000
"""Events per second at L0."""


class _File:
    """The lines of a full replay file, as a source."""

    def __init__(self, game: CardGame, number: int) -> None:
        seats = usual_seats(game)
        loadouts = brought(game, in_mode(game), seats, lambda side, known: known[(number + side) % len(known)])
        setup = Setup(game, MATCH_IDS.id_of(UUID(int=number)), f"bench|{number}", loadouts, ["random"] * seats)
        self.entry, self.seed = CatalogueEntry(game), setup.server_seed
        events, state = _recorded(setup)
        self.library = game.library()
        recorder = Recorder(Record(self.entry, state, events[-1].hash, self.seed, library=self.library), FULL)
        made = [recorder.header(events[0]), *recorder.events(events), recorder.footer()]
        self.events = len(events)
        self._lines = [encode(line) + b"\n" for line in made]

    def lines(self) -> list[bytes]:
        return self._lines


def figures(game: CardGame) -> list[Figure]:
    """The rows of one game."""
    files = [_File(game, number) for number in range(1, MATCHES + 1)]
    levels: dict[str, Callable[[_File], Checker]] = {
        "L0": lambda file: ChainChecker(None),
        "L1, all perspectives": lambda file: FoldChecker(file.entry, FULL, file.library),
        "L2": lambda file: DecisionChecker(file.entry, file.seed, file.library),
        "L3": lambda file: DrawChecker(file.seed),
    }
    return [_figure(game, name, checker, files) for name, checker in levels.items()]


def _figure(game: CardGame, name: str, checker: Callable[[_File], Checker], files: list[_File]) -> Figure:
    promise = PROMISED if name == "L0" else None
    measured = rate(lambda: sum(_checked(file, checker(file), first=name == "L0") for file in files))
    baseline = "promise" if promise else "none"
    return Figure(f"{game.slug}: verify {name}, one core", measured, "events/s", baseline, None, promise)


def _checked(file: _File, checker: Checker, *, first: bool) -> int:
    level = run(checker, file, lambda: None, first=first)
    if level.status != "ok":
        raise AssertionError(level)
    return file.events


def _recorded(setup: Setup) -> tuple[list[StoredEvent], State]:
    """The events of a simulated match as a store would hold them, and its last state."""
    stored: list[StoredEvent] = []
    state, head, stream = State(), chain.GENESIS, MATCH_IDS.stream_of(setup.match)
    for step in play(setup):
        new = seal(step.decision, setup.match, setup.server_seed, head, len(stored) + 1, Cause(step.actor, "k" * 32))
        state, head = step.decision.state, new[-1].hash
        stored += [
            StoredEvent(stream, version, *(getattr(event, name) for name in NewEvent.__struct_fields__))
            for version, event in enumerate(new, len(stored) + 1)
        ]
    return stored, state
