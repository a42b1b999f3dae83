"""Whole tournaments by chance, of every format and with all that can happen.

One depends on its number alone, never on the decks that entrants bring: two that differ only in their decks take the
same course.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple, cast

import msgspec

from domain.kernel.match import ClockPolicy
from domain.tournament import course as steps
from domain.tournament import decide
from domain.tournament.batch import TournamentDecision
from domain.tournament.entrants import Pairing, TableResult
from domain.tournament.events import Deck, RulingKind, Terms
from domain.tournament.playing import game_over
from domain.tournament.policy import Cut, LateEntry, Pods, Points, Policy
from domain.tournament.rulings import rule
from domain.tournament.tournament import TableGame, TableRef, TournamentState, pairing_at
from tests.kit.tournaments import NOW, REFEREE, Desk, Placings, deck_of, running_games

CHESS = Points(win=2, draw=1, loss=0, bye=2, units=2)
TIE_BREAKS = (("OMW", "GW", "OGW", "MW"), ("DE", "BH/C1", "BH", "SB", "WIN"), ("BH/M1", "DE", "PP", "OPP"))
KINDS: tuple[RulingKind, ...] = (
    "override",
    "override",
    "award",
    "no_show",
    "game_loss",
    "match_loss",
    "disqualification",
    "warning",
    "replay",
    "uphold",
)


class Wildness(NamedTuple):
    """The chances of what happens, of one."""

    incident: float = 0.3
    leaving: float = 0.05
    excused: float = 0.04
    cancelled: float = 0.03


CALM = Wildness(0, 0, 0, 0)
"""Nothing but games."""
WILD = Wildness()


def policies(number: int) -> Policy:
    """A policy of any format, by its number: with every number of games, with cuts, late entries, scorings."""
    random = Random(f"policy {number}")
    best_of = random.choice([1, 1, 3, 5])
    size, out = random.choice([2, 3, 4]), random.choice(["single_elimination", "double_elimination"])
    cut = Cut(size, cast("Any", out), random.choice([1, 3])) if random.random() < 0.5 else None
    late = LateEntry(random.choice([1, 2, 3, 3]), random.choice(["loss", "draw"]))
    breaks = random.choice(TIE_BREAKS)
    return [
        Policy("swiss", rounds=3, best_of=best_of, cut=cut, late_entry=late, tie_breaks=breaks),
        Policy("round_robin", best_of=best_of, cut=cut, drops=random.choice(["kept", "annulled"])),
        Policy("single_elimination", best_of=best_of, third_place=random.random() < 0.5),
        Policy("double_elimination", best_of=best_of, bracket_reset=random.random() < 0.7),
        Policy("pods", rounds=3, pods=Pods(), cut=cut, late_entry=late),
        Policy("swiss", rounds=4, best_of=best_of, points=CHESS, own_bye="win", late_entry=late, tie_breaks=breaks),
    ][number % 6]


def terms(number: int) -> Terms:
    """Terms by their number: each rule for decks, with check-in and without, for a season or not."""
    random = Random(f"terms {number}")
    decks = (["open", "closed", "after_round"])[number // 6 % 3]
    found = Terms(cast("Any", decks), check_in=random.random() < 0.5, most=random.choice([None, 12]))
    if random.random() < 0.5:
        return found
    clock = ClockPolicy(decision=60_000, turn=120_000, bank=30_000)
    return msgspec.structs.replace(
        found, entry="invite", clock=clock, spectator_delay=30_000, season="autumn", starts_at=NOW + 1
    )


def by_chance(
    number: int,
    wild: Wildness | None = None,
    deck: Callable[[str], Deck] = deck_of,
    kept_by: Callable[[Policy, Terms], Desk] = Desk,
) -> tuple[Desk, Driver]:
    """A tournament of any kind that is about to be played: its desk, and the decisions that are still to come.

    Every sixth number is of the same format. If it is not said how wild it is, one in four is calm.
    """
    desk = kept_by(policies(number), terms(number))
    calm = number // 6 % 4 == 0
    return desk, Driver(desk, Random(f"play {number}"), wild or (CALM if calm else WILD), deck)


def played(number: int) -> Desk:
    """A tournament by chance that is over."""
    desk, decisions = by_chance(number)
    for _ in decisions:
        pass
    return desk


@cache
def whole(number: int) -> Desk:
    """It again, played once for all tests: they look at it and go on with none."""
    return played(number)


class Driver:
    """Plays a whole tournament by chance, one decision at a time: iterate over it."""

    def __init__(self, desk: Desk, random: Random, wild: Wildness, deck: Callable[[str], Deck]) -> None:
        self.desk = desk
        self.random = random
        self.wild = wild
        self.deck = deck
        self.entered = 0

    def __iter__(self) -> Iterator[TournamentDecision]:
        yield from self._registration()
        while not self.desk.state.over:
            yield from self._round()
            if self._often(self.wild.cancelled):
                yield from self.desk.try_(decide.cancel, reason="the hall is closed")
            elif self.desk.state.course is not None and steps.over(self.desk.state.course):
                yield from self.desk.try_(decide.finish)

    def _often(self, chance: float) -> bool:
        return self.random.random() < chance

    def _registration(self) -> Iterator[TournamentDecision]:
        desk = self.desk
        yield from desk.try_(decide.appoint, staff=REFEREE, role="referee")
        for _ in range(self.random.randint(6, 9)):
            yield from self._enter()
            if self._often(self.wild.incident):
                yield from self._before_the_start()
        if desk.state.terms.check_in:
            for entrant in there(desk.state)[1 if self._often(self.wild.incident) else 0 :]:
                yield from desk.try_(decide.check_in, entrant=entrant)

    def _enter(self) -> Iterator[TournamentDecision]:
        self.entered += 1
        entrant = f"en_{self.entered:02}"
        player = f"ac_{self.entered:02}" if self.desk.state.terms.season else None
        yield from self.desk.try_(decide.register, entrant=entrant, deck=self.deck(entrant), player=player)

    def _before_the_start(self) -> Iterator[TournamentDecision]:
        entrant = self.random.choice(list(self.desk.state.entries))
        if self._often(0.5):
            yield from self.desk.try_(decide.change_deck, entrant=entrant, deck=self.deck(f"{entrant} again"))
        elif len(there(self.desk.state)) > 5:
            yield from self.desk.try_(decide.leave, entrant=entrant)
            if self._often(0.5):
                yield from self.desk.try_(decide.register, entrant=entrant, deck=self.deck(f"{entrant} back"))

    def _round(self) -> Iterator[TournamentDecision]:
        desk = self.desk
        in_round = [who for who in there(desk.state) if self._often(self.wild.excused)]
        started = list(desk.try_(decide.start_round, number=desk.number + 1, excused=in_round))
        yield from started or desk.try_(decide.start_round, number=desk.number + 1, excused=())
        while not desk.state.round_is_over or desk.state.paused:
            yield from self._incident() if self._often(self.wild.incident) else self._on()
        while self._often(self.wild.incident):
            yield from self._between_rounds()
        if desk.state.paused:
            yield from desk.try_(decide.resume)
        for place in list(desk.state.tables):
            yield from self._on(place)

    def _on(self, place: TableRef | None = None) -> Iterator[TournamentDecision]:
        """Let happen what has to: a game ends, somebody settles a dispute, a table that stands still goes on."""
        desk = self.desk
        found = [one for one in running_games(desk.state) if place in (None, one[0])]
        waiting = [] if desk.state.course is None else list(steps.open_tables(desk.state.course))
        if desk.state.paused:
            yield from desk.try_(decide.resume)
        elif found:
            yield from self._game(*self.random.choice(found))
        elif desk.state.disputed:
            number, table = desk.state.disputed[0]
            yield from self._rule("uphold", table, number=number)
        elif waiting:
            yield from self._settle(self.random.choice(waiting))

    def _game(self, place: TableRef, game: TableGame) -> Iterator[TournamentDecision]:
        placings = None if self._often(self.wild.incident / 5) else self._placings(len(game.seats))
        yield from self.desk.try_(game_over, place=place, number=game.number, placings=placings, rule="R-1")

    def _placings(self, seats: int) -> Placings:
        order = self.random.sample(range(seats), seats)
        if self._often(0.1):
            return [sorted(order[:2]), *([seat] for seat in order[2:])]
        return [] if self._often(0.02) else [[seat] for seat in order]

    def _settle(self, pairing: Pairing) -> Iterator[TournamentDecision]:
        """Play again at a table that has no result; where that can't be, say what came out."""
        again = list(self._rule("replay", pairing.table))
        yield from again or self._rule("override", pairing.table, result=self._any_result(pairing))

    def _any_result(self, pairing: Pairing) -> TableResult:
        places = tuple(tuple(group) for group in self._placings(len(pairing.seats)))
        return TableResult(pairing.table, places)

    def _rule(self, kind: RulingKind, table: int = 0, **given: Any) -> Iterator[TournamentDecision]:
        yield from self.desk.try_(rule, ruling=self.desk.call(kind, table, **given))

    def _incident(self) -> Iterator[TournamentDecision]:
        """Something that need not be."""
        state, random = self.desk.state, self.random
        tables = [place for place in state.tables if place[0] == self.desk.number or self._often(0.3)]
        if not tables or self._often(0.3):
            yield from self._of_all()
            return
        number, table = random.choice(tables)
        who = random.choice(self.desk.seats(table, number))
        if self._often(0.5):
            told = {"place": (number, table), "entrant": who}
            yield from self.desk.try_(decide.dispute, **told, reason="he had six cards")
            if self._often(0.7):
                yield from self.desk.try_(decide.confirm, **told)
            return
        pairing = pairing_at(state, (number, table))
        assert pairing is not None
        kind = random.choice(KINDS)
        result = self._any_result(pairing) if kind == "override" else None
        asked = None if result or self._often(0.1) else who
        if kind != "disqualification" or self._often(0.3):
            yield from self._rule(kind, table, entrant=asked, result=result, number=number)

    def _of_all(self) -> Iterator[TournamentDecision]:
        desk, random = self.desk, self.random
        present = there(desk.state)
        chosen = random.randrange(5)
        if chosen == 0:
            yield from self._enter()
        elif chosen == 1 and len(present) > 3 and self._often(self.wild.leaving * 4):
            yield from desk.try_(decide.leave, entrant=random.choice(present))
        elif chosen == 2:
            yield from desk.try_(decide.pause, reason="lunch")
        elif chosen == 3:
            yield from desk.try_(decide.appoint, staff=f"st_{random.randrange(3)}", role="referee")
        elif chosen == 4:
            yield from desk.try_(decide.dismiss, staff=f"st_{random.randrange(3)}")

    def _between_rounds(self) -> Iterator[TournamentDecision]:
        yield from self._incident()
        if self._often(0.3):
            yield from self._enter()
        if self._often(0.3) and self.desk.state.tables:
            yield from self._correct(*self.random.choice(list(self.desk.state.tables)))
        for entrant in there(self.desk.state):
            if len(there(self.desk.state)) > 3 and self._often(self.wild.leaving):
                yield from self.desk.try_(decide.leave, entrant=entrant)

    def _correct(self, number: int, table: int) -> Iterator[TournamentDecision]:
        pairing = pairing_at(self.desk.state, (number, table))
        assert pairing is not None
        yield from self._rule("override", table, number=number, result=self._any_result(pairing))


def there(state: TournamentState) -> list[str]:
    """The participants."""
    return [entry.id for entry in state.entries.values() if entry.there]
