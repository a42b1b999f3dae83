"""The page for people: what it weighs, how soon and how smoothly it answers, in a browser before a real service."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import httpx
from playwright.sync_api import Browser, WebSocket, sync_playwright

from api_schema.web import COMPLETE
from bench.browser import Instruments
from bench.figures import Figure
from bench.guests import Guests, Round
from bench.long_matches import Made, fill
from bench.servers import alone
from tests.kit import browser as browsers
from tests.kit.embedded import migrated
from tests.web.browsing import BUILD, QUIET, Visitor, visiting
from tests.web.sizes import LIMITS, sizes
from tests.web.tables import by_clicks, seated, sit, waits

PLAY = "main button.main:not(:disabled)"
CARDS = ".board [data-card]"
BOARD = ".board"
FRAME = 1e3 / 60
TWO_FRAMES = 34.0
"""Two frames as a browser's clock tells them."""
Of = Callable[[list[float]], float]


@dataclass(frozen=True)
class Scale:
    """How much is measured."""

    events: int = 10_000
    cards: int = 100
    changed: int = 10
    tables: int = 16
    seconds: float = 15.0
    clicks: int = 40
    moves: int = 100
    runs: int = 5


@dataclass
class Measured:
    """The samples by the name of what they measure."""

    scale: Scale
    made: Made
    samples: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, *values: float) -> None:
        """More samples."""
        self.samples.setdefault(name, []).extend(values)

    def median(self, name: str) -> float:
        """The middle one."""
        return median(self.samples[name])


def missing() -> str | None:
    """Why nothing can be measured here, or None."""
    if browsers.browser() is None:
        return f"no browser: none of {', '.join(browsers.NAMES)}"
    if not (BUILD / COMPLETE).is_file():
        return "the page is not built: make web"
    return None


def measure(scale: Scale = Scale()) -> Measured:
    """All of it, on a store of its own that is gone afterwards."""
    names = [f"Player {number}" for number in range(2 * scale.tables)]
    with TemporaryDirectory(prefix="playledger-bench-") as folder:
        database = migrated(Path(folder, "bench.db"))
        made = asyncio.run(
            fill(database, ["Olga", *names], events=scale.events, cards=scale.cards, changed=scale.changed)
        )
        with alone(database) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browsers.browser(), args=list(QUIET))
            found = Measured(scale, made)
            visits = Visits(browser, f"http://127.0.0.1:{server.port}")
            for part in (_first_sight, _clicks, _wide_batch, _long_replay, _proof, _boards, _long_match):
                part(visits, found)
            browser.close()
    return found


@dataclass(frozen=True)
class Visits:
    """Visits of people who were never there before."""

    browser: Browser
    address: str

    @contextmanager
    def one(self) -> Iterator[Visit]:
        """A visit, which ends with the block; it fails if anything happened that must not."""
        with visiting(self.browser, self.address) as visitor:
            yield Visit(visitor)


class Visit(Instruments):
    """One visit under measurement."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor.page)
        self.visitor = visitor

    def open(self, path: str) -> None:
        """Begin to go to an address of the service."""
        self.page.goto(self.visitor.address + path, wait_until="commit")


def _first_sight(visits: Visits, found: Measured) -> None:
    """Lobby and table on a machine that is four times slower, with nothing kept from before."""
    wide = found.made.wide
    places = {"lobby": ("/", PLAY), "table": (f"/m/{wide.match}", CARDS)}
    for _ in range(found.scale.runs):
        for name, (path, wanted) in places.items():
            with visits.one() as visit:
                visit.slow_down()
                visit.open(path)
                found.add(f"{name} there", visit.there(wanted))
                found.add(f"{name} longest task", visit.longest_task())


def _clicks(visits: Visits, found: Measured) -> None:
    """From the click that sends an answer to the table that has it, against the house."""
    random = Random(1)
    while len(found.samples.get("click", ())) < found.scale.clicks:
        (held,) = seated(visits.address, "c4")
        with visits.one() as visit:
            sit(visit.visitor, held)
            step = by_clicks(random)
            for _ in range(found.scale.clicks * 2):
                if waits(visit.page) == "over":
                    break
                step(visit.page)
            found.add("click", *visit.page.evaluate("window.answered"))


def _wide_batch(visits: Visits, found: Measured) -> None:
    """A batch that changes many of many cards, to and fro."""
    wide = found.made.wide
    with visits.one() as visit:
        visit.open(f"/m/{wide.match}?at={wide.before}&as=spectator")
        visit.there(CARDS)
        _settled(visit)
        for _ in range(found.scale.runs):
            spent = visit.scrub(["ArrowRight", "ArrowLeft"])
            found.add("batch", sum(spent[kind] for kind in ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")))


def _long_replay(visits: Visits, found: Measured) -> None:
    """A long match: until its first table, a step, a jump, and what it holds when all of it was seen."""
    long = found.made.long
    path = f"/v1/matches/{long.match}/frames"
    found.add("frames", sum(_packed(visits, path, at, long.last) for at in range(1, long.last + 1, 4096)))
    middle = long.last // 2
    for _ in range(found.scale.runs):
        with visits.one() as visit:
            visit.open(f"/m/{long.match}?at={middle}&as=spectator")
            found.add("replay there", visit.there(BOARD))
            _settled(visit)
            found.add("replay complete", float(visit.page.evaluate("performance.now()")))
            found.add("step", visit.scrub(["ArrowRight"] * found.scale.moves)["TaskDuration"])
            places = Random(2).sample(range(1, long.last), found.scale.moves)
            found.add("jump", visit.scrub(list(places))["TaskDuration"])
            visit.scrub(list(range(1, long.last, max(1, long.last // 200))))
            found.add("replay held", visit.held())


def _packed(visits: Visits, path: str, at: int, last: int) -> int:
    """Bytes of a page of frames as they are sent to the page."""
    asked: dict[str, str | int] = {"as": "spectator", "from": at, "to": min(last, at + 4095), "brief": "true"}
    answer = httpx.get(visits.address + path, params=asked, timeout=60)
    assert answer.is_success, answer.text
    return len(gzip.compress(answer.content))


def _proof(visits: Visits, found: Measured) -> None:
    """The check of a long record in the page, and the worst frame meanwhile."""
    long = found.made.long
    for _ in range(found.scale.runs):
        with visits.one() as visit:
            visit.open(f"/m/{long.match}?at={long.last}&as=spectator")
            visit.there(BOARD)
            _settled(visit)
            button = visit.page.get_by_role("button", name="Check it here")
            took, worst = visit.clicked(button, "The record holds")
            found.add("proof", took / 1e3)
            found.add("proof frame", worst)


def _boards(visits: Visits, found: Measured) -> None:
    """Live boards of a round that is played, on one socket."""
    scale, tokens = found.scale, found.made.tokens
    round_ = Round.started(visits.address, tokens, "Olga")
    with visits.one() as visit:
        sockets: list[str] = []

        def opened(socket: WebSocket) -> None:
            sockets.append(socket.url)

        visit.page.on("websocket", opened)
        visit.open(f"/t/{round_.event}/boards")
        visit.there(".players", scale.tables)
        visit.page.wait_for_timeout(1e3)
        found.add("boards longest task", visit.longest_task())
        visit.forget_tasks()
        with round_.playing(per_second=2):
            visit.page.wait_for_timeout(scale.seconds * 1e3)
        assert len(sockets) == 1, sockets
        assert round_.actions > scale.tables, round_.actions
        found.add("boards", visit.longest_task())
        found.add("actions of boards", round_.actions / scale.seconds)


def _long_match(visits: Visits, found: Measured) -> None:
    """What a watcher's page holds more when a live match has grown by so many events."""
    with Guests.opened(visits.address) as guests, visits.one() as visit:
        visit.open(f"/m/{guests.match}")
        visit.there(BOARD)
        before = _after(visit, guests, found.scale.events // 10)
        held, nodes = _after(visit, guests, found.scale.events)
        found.add("live match grown", held - before[0])
        found.add("live match nodes", nodes - before[1])


def _after(visit: Visit, guests: Guests, events: int) -> tuple[float, float]:
    """What the page holds when so many more events have come: megabytes, and elements."""
    guests.end_turns(guests.version + events)
    visit.page.wait_for_selector(f'a[href$="?at={guests.version}"]', state="attached")
    return visit.held(), float(visit.page.evaluate("document.querySelectorAll('*').length"))


def _settled(visit: Visit) -> None:
    """Return as soon as the whole replay is there."""
    visit.page.get_by_text("Reading the rest").wait_for(state="detached")


def figures(found: Measured | None = None) -> list[Figure]:
    """The rows."""
    weighed = sizes()
    rows = [
        Figure(f"page: {name}, scripts and styles, packed", weighed[key] / 1024, "KiB", "promise", None,
               LIMITS[key] / 1024, "at most")
        for key, name in NAMES.items()
    ]  # fmt: skip
    return rows + _timed(found or measure())


NAMES = {
    "lobby": "the lobby",
    "table": "a table, beside the lobby",
    "results": "results, beside the lobby",
    "proof": "the worker that checks records",
}


def _timed(found: Measured) -> list[Figure]:
    made = found.made
    long, wide = f"replay of {made.long.last:,} events", f"{made.wide.cards} cards"

    def row(
        name: str, sample: str, unit: str, most: float | None, of: Callable[[list[float]], float] = median
    ) -> Figure:
        baseline = "none" if most is None else "promise"
        return Figure(f"page: {name}", of(found.samples[sample]), unit, baseline, None, most, "at most")

    return [
        row("the lobby, until it can be used, four times slower", "lobby there", "ms", 1_000),
        row(f"a table of {wide}, the same", "table there", "ms", 1_500),
        row("longest task of the lobby on the way", "lobby longest task", "ms", 200),
        row("longest task of that table on the way", "table longest task", "ms", 200),
        row("from a click to the table that has it", "click", "ms", 100),
        row(f"a batch that changes {made.wide.changed} of {wide}, script and layout", "batch", "ms", 8),
        row(f"{long}: frames, packed", "frames", "bytes", 150 << 10),
        row(f"{long}: until its first table", "replay there", "ms", 1_500),
        row(f"{long}: until all of it is there", "replay complete", "ms", None),
        row(f"{long}: a step, main thread", "step", "ms", FRAME),
        row(f"{long}: a jump, main thread", "jump", "ms", 2 * FRAME),
        row(f"{long}: memory, once all was seen", "replay held", "MB", 120),
        row(f"{long}: checked in the page", "proof", "s", 3),
        row(f"{long}: worst frame meanwhile", "proof frame", "ms", TWO_FRAMES),
        row(f"longest task of {found.scale.tables} boards on the way", "boards longest task", "ms", 200),
        row(f"{found.scale.tables} live boards, longest task; 0: none took 50", "boards", "ms", 50, max),
        row("actions a second of these boards", "actions of boards", "actions/s", None),
        row(f"memory that {found.scale.events:,} events of a live match take", "live match grown", "MB", 20),
        row("elements that these events add", "live match nodes", "", None),
    ]
