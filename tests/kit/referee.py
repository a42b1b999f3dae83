"""Second referees: each game is counted once more, from the facts of its matches, by code that shares nothing with it.

A referee of a game knows its RULES.md and its card files, and imports nothing of the game. It hears one fact after the
other as stored (version, type, data with everything hidden shown), recomputes what is countable, and compares: what a
fact says, what the spectator sees after each command, and the end. An event that it has no method for and that it does
not name as `UNCOUNTED` is a difference too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, NamedTuple

import msgspec
import pytest

from domain.kernel.audience import FULL, SPECTATOR
from domain.kernel.fold import FOLDERS
from domain.kernel.game import CardGame
from domain.kernel.match import State
from tests.kit.recorded import CATALOGUE

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


Files = Sequence[Data]
"""Files of cards, read as nothing but TOML."""


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


Make = Callable[[Files], Referee]
"""A referee who knows these cards."""


@dataclass(frozen=True)
class Match:
    """A match to be counted: what it is called, how its stops are come by, and the hash of its core sets."""

    name: str
    stops: Callable[[], Iterable[Stop]]
    pinned: str


def judge(make: Make, game: CardGame, match: Match) -> Referee:
    """Let a referee count a whole match. Raises Difference, with the name of the match."""
    state, referee = State(), make(card_files(game, match.pinned))
    try:
        for facts, state in match.stops():
            for fact in facts:
                referee.hear(fact)
            if state.board_or_none is not None:
                view = game.view(state, SPECTATOR)
                referee.see(as_json(view), as_json(game.table(view, state.cards)))
        referee.finish(as_json(game.view(state, FULL)))
    except Difference as difference:
        raise Difference(f"{match.name}: {difference}") from difference
    return referee


def noticed(make: Make, game: CardGame, matches: Iterable[Match]) -> Difference | None:
    """The first difference in these matches, None if there is none."""
    for match in matches:
        try:
            judge(make, game, match)
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

    def noticed_by(self, make: Make, game: CardGame, matches: Iterable[Match], patch: pytest.MonkeyPatch) -> str:
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


def as_json(value: object) -> Any:
    """As it is stored and sent."""
    return msgspec.json.decode(msgspec.json.encode(value))


@cache
def card_files(game: CardGame, pinned: str) -> Files:
    """The files of the core sets of this hash, of this release or an earlier one."""
    core = CATALOGUE.entry(game.slug).published(pinned)
    assert core is not None, f"{game.slug} has never published {pinned}"
    return [tomllib.loads(text) for _, text in core.files]
