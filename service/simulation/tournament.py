"""A whole tournament of bots in this process, from its seed alone: no store and no clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any
from uuid import UUID

import msgspec

from domain.kernel.game import CardGame
from domain.kernel.seating import in_mode, modes
from domain.tournament import course as steps
from domain.tournament.course import Course, CourseOrFaults
from domain.tournament.faults import Unsound
from domain.tournament.pods import table_sizes
from domain.tournament.policy import ELIMINATIONS, Cut, LateEntry, Policy, rounds_of
from service.application.ids import TOURNAMENT_IDS
from service.simulation.table import SimulationRefused, typed_options
from service.simulation.tournament_tables import Playing, SimulatedEntrant, by_bots, by_strength, result
from service.tournaments.seating import Seating, seating

TIE_BREAKS: Mapping[str, tuple[str, ...]] = {
    "swiss": ("OMW", "GW", "OGW"),
    "round_robin": ("DE", "SB", "WIN"),
    "pods": ("WIN", "OPP"),
}


@dataclass(frozen=True)
class SimulationRequest:
    """The tournament to simulate. `drops` and `late` are percent of the entrants; `played`: by bots, or else drawn."""

    game: CardGame
    format: str
    entrants: int
    seed: str
    mode: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    rounds: int | None = None
    best_of: int = 1
    cut: int | None = None
    bots: Sequence[str] = ("greedy",)
    played: bool = True
    drops: int = 0
    late: int = 0


class Simulation:
    """A tournament as it was asked for: its policy, its entrants, what they play.

    Raises SimulationRefused for what can't be.
    """

    def __init__(self, asked: SimulationRequest) -> None:
        self.asked = asked
        self.id = self._id()
        self.seating = self._seated(asked.format)
        self._ends = self.seating if asked.cut is None else self._seated("single_elimination")
        self.policy = self._policy()
        self.entries = self._entries()
        self._playing = self._how()
        self._begun = self._start()

    def run(self) -> Iterator[Course]:
        """The tournament after each result, and at last when it is finished."""
        course = self._begun
        while not steps.over(course):
            course = sound(steps.pair(self._moved(course), self._seed(len(course.rounds) + 1)))
            for pairing in steps.open_tables(course):
                seed = f"{self.asked.seed}|{len(course.rounds)}|{pairing.table}"
                course = sound(steps.record(course, result(steps.policy_now(course), seed, pairing, self._playing)))
                yield course
            course = self._left(course)
        yield sound(steps.finish(course))

    @property
    def tables(self) -> int:
        """About how many tables will be played: replays, forfeits and byes are not known before."""
        total = self.asked.entrants
        out = {"single_elimination": total - 1, "double_elimination": 2 * total - 2}
        if self.policy.format in out:
            return out[self.policy.format]
        pods = self.policy.pods
        each = total // 2 if pods is None else len(table_sizes(total, pods.least, pods.size, pods.most)[0])
        return each * rounds_of(self.policy, total) + (self.asked.cut or 1) - 1

    def _id(self) -> str:
        """Another one for another game, format or field, so that the same seed is not the same draws."""
        asked = self.asked
        random = self._random(f"{asked.game.slug}|{asked.mode}|{asked.format}|{asked.entrants}")
        return TOURNAMENT_IDS.id_of(UUID(int=random.getrandbits(128)))

    def _policy(self) -> Policy:
        asked = self.asked
        single = asked.format in ELIMINATIONS
        policy = msgspec.convert(
            {"format": asked.format, "rounds": asked.rounds, "best_of": asked.best_of, "tie_breaks": ()}, Policy
        )
        return msgspec.structs.replace(
            policy,
            rounds=_rounds(policy, asked),
            tie_breaks=() if single else TIE_BREAKS[asked.format],
            pods=self.seating.pods if asked.format == "pods" else None,
            cut=None if asked.cut is None else Cut(asked.cut, best_of=asked.best_of),
            late_entry=LateEntry(_until(policy, asked)),
        )

    def _seated(self, format_: str) -> Seating:
        asked = self.asked
        return _seated(asked.game, typed_options(asked.game, asked.options), format_, asked.mode)

    def _entries(self) -> dict[str, SimulatedEntrant]:
        """Make the entrants: decks and bots go round; the seed draws who comes late or leaves, and when."""
        asked, random = self.asked, self._random("entrants")
        decks = [deck for deck in self.seating.decks if deck in self._ends.decks]
        if not decks:
            raise SimulationRefused(f"no deck of {asked.game.slug} fits all tables of this tournament")
        random.shuffle(decks)
        digits = len(str(asked.entrants))
        ids = [f"e{number:0{digits}}" for number in range(1, asked.entrants + 1)]
        late, gone = self._late(ids), self._gone(ids)
        return {
            who: SimulatedEntrant(
                who,
                decks[number % len(decks)],
                asked.bots[number % len(asked.bots)],
                round(random.gauss(0, 1), 3),
                late.get(who, 1),
                None if who not in gone else max(gone[who], late.get(who, 1)),
            )
            for number, who in enumerate(ids)
        }

    def _late(self, ids: Sequence[str]) -> dict[str, int]:
        random, until = self._random("late"), self.policy.late_entry.until
        return {who: random.randint(2, until) for who in random.sample(ids, _percent(self.asked.late, ids))}

    def _gone(self, ids: Sequence[str]) -> dict[str, int]:
        """The last round that those who leave play; never the last of all, after which nobody needs to leave."""
        random, last = self._random("drops"), max(1, _length(self.policy, len(ids)) - 1)
        return {who: random.randint(1, last) for who in random.sample(ids, _percent(self.asked.drops, ids))}

    def _how(self) -> Playing:
        if not self.asked.played:
            return by_strength(self.entries)
        sides = {**self._ends.sides, **self.seating.sides}
        return by_bots(self.asked.game, self.asked.options, sides, self.entries)

    def _start(self) -> Course:
        there = [one.id for one in self.entries.values() if one.entered == 1]
        return sound(steps.start(self.id, self.policy, there))

    def _moved(self, course: Course) -> Course:
        """With those who enter before the next round."""
        for one in self.entries.values():
            if one.entered == len(course.rounds) + 1 > 1:
                course = sound(steps.enter(course, one.id))
        return course

    def _left(self, course: Course) -> Course:
        """Without those who leave after the last round."""
        for one in self.entries.values():
            if one.stays == len(course.rounds):
                course = sound(steps.leave(course, one.id))
        return course

    def _seed(self, number: int) -> bytes:
        return sha256(f"tournament|{self.asked.seed}|{number}".encode()).digest()

    def _random(self, what: str) -> Random:
        return Random(f"{self.asked.seed}|{what}")


def sound(outcome: CourseOrFaults) -> Course:
    """The outcome without faults. Raises SimulationRefused with every fault."""
    if isinstance(outcome, Course):
        return outcome
    raise SimulationRefused(str(Unsound(outcome)))


def _rounds(policy: Policy, asked: SimulationRequest) -> int | None:
    """Those of Swiss and pods are counted for everybody, those too who come late."""
    return rounds_of(policy, asked.entrants) if policy.format in {"swiss", "pods"} else policy.rounds


def _until(policy: Policy, asked: SimulationRequest) -> int:
    """Late entrants come before the middle of the tournament; in a short one before its second round."""
    return max(2, rounds_of(policy, asked.entrants) // 2) if asked.late else 1


def _length(policy: Policy, entrants: int) -> int:
    """The approximate number of rounds."""
    bracket = policy.cut.size if policy.cut else entrants if policy.format in ELIMINATIONS else 1
    main = 0 if policy.format in ELIMINATIONS else rounds_of(policy, entrants)
    return main + (bracket - 1).bit_length()


def _percent(percent: int, ids: Sequence[str]) -> int:
    return round(len(ids) * percent / 100)


def _seated(game: CardGame, options: Any, format_: str, mode: str | None) -> Seating:
    """The tables of a format. Raises SimulationRefused with what fits instead."""
    found = seating(game, options, format_)
    if found is None:
        name = game.slug if mode is None else f"{game.slug} in the mode {mode}"
        raise SimulationRefused(f"{name} has no tables for {format_}; {_instead(game)}")
    return found


def _instead(game: CardGame) -> str:
    """The formats that fit the game, with their modes, as text."""
    known: Sequence[str | None] = modes(game) or (None,)
    told = []
    for formats in (("swiss", "round_robin", "single_elimination", "double_elimination"), ("pods",)):
        fitting = [mode or "" for mode in known if seating(game, in_mode(game, mode), formats[0])]
        if fitting:
            told.append(", ".join(formats) + (f" with --mode {' or '.join(fitting)}" if all(fitting) else ""))
    return f"what fits: {'; '.join(told) or 'nothing'}"
