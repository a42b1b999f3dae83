"""Second referees: each game is counted once more, from the facts of its matches, by code that shares nothing with it.

A referee of a game knows its RULES.md and its card files, and imports nothing of the game. It hears one fact after the
other as stored (version, type, data with everything hidden shown), recomputes what is countable, and compares: what a
fact says, what the spectator sees after each command, and the end. An event that it has no method for and that it does
not name as `UNCOUNTED` is a difference too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import msgspec
import pytest

from domain.kernel.audience import FULL, SPECTATOR
from domain.kernel.codec import encode
from domain.kernel.decide import Decision
from domain.kernel.facts import Event, Fact
from domain.kernel.fold import FOLDERS, evolve
from domain.kernel.game import CardGame
from domain.kernel.match import State
from service.history.lines import ReplayEvent
from service.history.verify.checker import numbered
from service.history.verify.folds import row
from service.history.verify.sources import FileSource
from service.simulation.bots import BOTS
from tests.kit.modes import InMode, in_each_mode
from tests.kit.play import moves, opening, waited_for
from tests.kit.recorded import CATALOGUE
from tests.kit.samples import ROOT, stored

Data = Mapping[str, Any]
"""Plain data; fields at their defaults are left out, as in the store."""
OF_LINEAGE = frozenset({"match_forked", "rules_repinned"})
"""Events that neither stored matches nor new ones have."""


class PlainFact(NamedTuple):
    """A fact as stored, with what is hidden of it."""

    version: int
    type: str
    data: Data


class Stop(NamedTuple):
    """The facts of one command, and the engine's state after them."""

    facts: Sequence[PlainFact]
    state: State


class Difference(AssertionError):
    """The referee counts otherwise than the engine."""


class Referee:
    """Counts one match. A game's referee has a method `on_<event type>(data)` for each event that changes a count.

    The questions and the end of a match are the kernel's and counted here.
    """

    UNCOUNTED: ClassVar[frozenset[str]] = frozenset()
    """The game's events with nothing to count in them."""
    KERNEL: ClassVar[frozenset[str]] = frozenset({"seat_left", "loadout_sealed", "seed_added", "resolution"})
    """The kernel's that need no method; a game's referee may have one."""

    def __init__(self) -> None:
        self.facts = 0
        self.compared = 0
        self.fact = PlainFact(0, "nothing yet", {})
        self.created: Data = {}
        self.seats = 0
        self.asked: dict[int, tuple[int, str]] = {}
        """(seat, kind) of the open prompts, by their number."""
        self.result: Data | None = None

    def hear(self, fact: PlainFact) -> None:
        """Count a fact. Raises Difference."""
        self.same("KERNEL", "version", self.fact.version + 1, fact.version)
        self.fact = fact
        self.facts += 1
        if self.result is not None:
            self.same("KERNEL", "the one event after the end", "secrets_revealed", fact.type)
        count: Callable[[Data], None] | None = getattr(self, f"on_{fact.type}", None)
        if count is not None:
            count(fact.data)
        elif fact.type not in self.UNCOUNTED | self.KERNEL:
            raise self.difference("KERNEL", "events that the referee knows", "one of them", fact.type)

    def see(self, view: Data, table: Data) -> None:
        """Compare with what a spectator sees after a command: the game's view and the generic table."""

    def finish(self, view: Data) -> None:
        """Compare the end with the view that hides nothing."""

    def same(self, rule: str, what: str, expected: object, found: object) -> None:
        """Compare one count. Raises Difference."""
        self.compared += 1
        if expected != found:
            raise self.difference(rule, what, expected, found)

    def holds(self, rule: str, what: str, is_so: bool, found: object = None) -> None:
        """Compare where several counts are right. Raises Difference."""
        self.compared += 1
        if not is_so:
            raise self.difference(rule, what, "this", found)

    def difference(self, rule: str, what: str, expected: object, found: object) -> Difference:
        """What is wrong, where, by which rule."""
        fact = self.fact
        return Difference(
            f"version {fact.version}, {fact.type} {fact.data}: {rule}: {what}: {expected!r} expected, {found!r} found"
        )

    def on_match_created(self, data: Data) -> None:
        """The match is made: its seats and options."""
        self.created = data
        self.seats = data["seats"]

    def on_seat_taken(self, data: Data) -> None:
        """A player sits down on a seat that there is."""
        self.holds("KERNEL", "seat", data["seat"] < self.seats, data["seat"])

    def on_match_started(self, data: Data) -> None:
        """Every seat has a seed or none."""
        self.same("KERNEL", "seats with or without a seed", self.seats, len(data["seeds"]))

    def on_prompt_opened(self, data: Data) -> None:
        """A question is known by the version of its fact."""
        self.asked[self.fact.version] = (data["seat"], data["kind"])

    def on_prompt_revised(self, data: Data) -> None:
        """Only an open question is revised."""
        self.holds("KERNEL", "the revised prompt is open", data["prompt"] in self.asked, data["prompt"])

    def on_prompt_closed(self, data: Data) -> None:
        """Open questions close without an answer."""
        for number in data["prompts"]:
            self.holds("KERNEL", "the closed prompt was open", number in self.asked, number)
            del self.asked[number]

    def on_action_taken(self, data: Data) -> None:
        """A seat answers a question that was open to it."""
        self.holds("KERNEL", "the answered prompt was open", data["prompt"] in self.asked, data["prompt"])
        self.same("KERNEL", "who was asked", self.asked.pop(data["prompt"])[0], data["seat"])

    def on_conceded(self, data: Data) -> None:
        """A seat gives up."""
        self.holds("KERNEL", "seat", data["seat"] < self.seats, data["seat"])

    def on_time_up(self, data: Data) -> None:
        """The time of the match is up."""

    def on_match_ended(self, data: Data) -> None:
        """Every seat has one place."""
        self.result = data["result"]
        places = [seat for group in data["result"]["placings"] for seat in group]
        self.same("KERNEL", "seats that have a place", list(range(self.seats)), sorted(places))

    def on_secrets_revealed(self, data: Data) -> None:
        """Only the end opens the secrets."""
        self.holds("KERNEL", "the match is over", self.result is not None)


@dataclass(frozen=True)
class Match:
    """A match to be counted: what it is called, and how its stops are come by."""

    name: str
    stops: Callable[[], Iterable[Stop]]


def judge(referee: Referee, game: CardGame, match: Match) -> Referee:
    """Let the referee count a whole match. Raises Difference, with the name of the match."""
    state = State()
    try:
        for facts, state in match.stops():
            for fact in facts:
                referee.hear(fact)
            if state.board_or_none is not None:
                view = game.view(state, SPECTATOR)
                referee.see(_as_json(view), _as_json(game.table(view, state.cards)))
        referee.finish(_as_json(game.view(state, FULL)))
    except Difference as difference:
        raise Difference(f"{match.name}: {difference}") from difference
    return referee


def noticed(make: Callable[[], Referee], game: CardGame, matches: Iterable[Match]) -> Difference | None:
    """The first difference in these matches, None if there is none."""
    for match in matches:
        try:
            judge(make(), game, match)
        except Difference as difference:
            return difference
    return None


@dataclass(frozen=True)
class Fault:
    """A fault planted into an engine: what it breaks, where, how it makes the wrong function of the right one, and the
    rules by which a referee may notice it.
    """

    name: str
    place: object
    function: str
    wrong: Callable[[Any], Any]
    rules: tuple[str, ...]

    def noticed_by(
        self, make: Callable[[], Referee], game: CardGame, matches: Iterable[Match], patch: pytest.MonkeyPatch
    ) -> str:
        """What the referee says to the first match that goes wrong by it; empty if none does."""
        patch.setattr(self.place, self.function, self.wrong(getattr(self.place, self.function)))
        return str(noticed(make, game, matches) or "")


def unheard(referee: type[Referee], game: CardGame) -> set[str]:
    """Event types of a game and of the kernel that its referee has no method for and doesn't name; and what it names
    in vain.
    """
    types = {kind.type for kind in (*game.events, *FOLDERS) if kind.type not in OF_LINEAGE}
    methods = {kind for kind in types if hasattr(referee, f"on_{kind}")}
    return (types ^ (methods | referee.UNCOUNTED | referee.KERNEL)) | (methods & referee.UNCOUNTED)


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
        return Match(f"{self.name}, seed {seed}", lambda: self._stops(seed))

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
        Match(path.relative_to(ROOT).as_posix(), _from_file(game, path))
        for path in stored()
        if path.parent.name == game.slug and not path.name.startswith(("seat-", "spectator"))
    ]


def _from_file(game: CardGame, path: Path) -> Callable[[], Iterator[Stop]]:
    def stops() -> Iterator[Stop]:
        state, facts = State(), []
        codec = CATALOGUE.entry(game.slug).codec
        for _, line in numbered(FileSource(path)):
            if isinstance(line, ReplayEvent):
                event = codec.decode(*row(line)[:4], FULL)
                assert event is not None
                evolve(game, state, event, line.at)
                facts.append(_plain(line.v, event))
                if line.end:
                    yield Stop(facts, state)
                    facts = []

    return stops


def _plain(version: int, event: Event) -> PlainFact:
    return PlainFact(version, event.type, _as_json(encode(Fact(event), "", "").pub))


def _as_json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@cache
def card_files(game: CardGame) -> tuple[Data, ...]:
    """The files of a game's cards, read as nothing but TOML, in the order of their names."""
    folder = ROOT.joinpath(*game.package.split("."), "cards")
    return tuple(tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.toml")))
