"""Tournaments for tests: a desk that takes decisions and keeps their stored form."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from inspect import signature
from typing import Any, TypeVar, cast

from domain.kernel import decide as matches_decide
from domain.kernel.codec import Row
from domain.kernel.facts import Event
from domain.tournament import decide
from domain.tournament.batch import TournamentDecision
from domain.tournament.entrants import TableResult
from domain.tournament.events import Deck, RulingKind, Terms
from domain.tournament.playing import MatchLayout, game_over
from domain.tournament.policy import Policy
from domain.tournament.rulings import Ruling, rule
from domain.tournament.tournament import TableGame, TableRef, TournamentState, pairing_at, result_at
from eventstore.chain import GENESIS
from eventstore.envelope import NewEvent
from service.application.sealing import Cause, seal

ID = "tn_kit"
SEED = bytes(range(32))
NOW = 1_700_000_000_000
MOST_SEATS = 8
ORGANISER, REFEREE = "st_organiser", "st_referee"
MATCHES = MatchLayout(
    lambda number, table, game: f"mt_{number}_{table}_{game}",
    {size: [[seat] for seat in range(size)] for size in range(2, MOST_SEATS + 1)},
)
Placings = Sequence[Sequence[int]]
E = TypeVar("E", bound=Event)


class Desk:
    """A tournament and its decider. `decisions` are all so far, `stored` their form in the event store."""

    def __init__(
        self,
        policy: Policy | None = None,
        terms: Terms | None = None,
        seed: bytes = SEED,
        tournament: str = ID,
        matches: MatchLayout = MATCHES,
    ) -> None:
        self.seed = seed
        self.matches = matches
        self.now = NOW
        self.tournament = tournament
        self.state = TournamentState()
        self.decisions: list[TournamentDecision] = []
        self.stored: list[NewEvent] = []
        self.refusals: list[str] = []
        self.do(
            decide.create,
            tournament=tournament,
            name="Cup",
            game="c4",
            options={"mode": "duel"},
            policy=policy or Policy("swiss", rounds=3),
            terms=terms or Terms(),
            organiser=ORGANISER,
        )

    def ask(self, command: Callable[..., Any], **given: Any) -> Any:
        """The outcome of a command. State, seed, matches and time are those of the desk."""
        own = {"state": self.state, "seed": self.seed, "matches": self.matches, "now": self.now}
        return command(**{name: own[name] for name in signature(command).parameters if name in own}, **given)

    def do(self, command: Callable[..., Any], **given: Any) -> TournamentDecision:
        """A command that is accepted; what it decided."""
        outcome = self.ask(command, **given)
        assert isinstance(outcome, TournamentDecision), outcome
        self._take(outcome)
        return outcome

    def refused(self, command: Callable[..., Any], **given: Any) -> list[str]:
        """The codes of a command that is not. Nothing has changed."""
        before = copy.deepcopy(self.state)
        outcome = self.ask(command, **given)
        assert not isinstance(outcome, TournamentDecision), f"{command.__name__} was accepted"
        assert self.state == before
        return [fault.code for fault in outcome]

    def try_(self, command: Callable[..., Any], **given: Any) -> Iterator[TournamentDecision]:
        """The decision, if there is one; a refusal is kept in `refusals`."""
        outcome = self.ask(command, **given)
        if isinstance(outcome, TournamentDecision):
            self._take(outcome)
            yield outcome
        else:
            self.refusals += [fault.code for fault in outcome]

    def _take(self, decision: TournamentDecision) -> None:
        previous = self.stored[-1].hash if self.stored else GENESIS
        origin = Cause("account:ac_kit", f"command {len(self.decisions)}")
        # a decision of a tournament is sealed as one of a match: it has the same facts, time and `hidden`
        own = cast("matches_decide.Decision", decision)
        self.stored += seal(own, self.tournament, self.seed, previous, self.state.version + 1, origin)
        self.decisions.append(decision)
        self.state = decision.state
        self.now += 1000

    @property
    def rows(self) -> list[Row]:
        """The stored events as they are read."""
        return [row_of(event) for event in self.stored]

    @property
    def number(self) -> int:
        """The round that is on."""
        return len(self.state.rounds)

    def ever(self, kind: type[E]) -> list[E]:
        """All events of a type."""
        return [fact.event for decision in self.decisions for fact in decision.facts if isinstance(fact.event, kind)]

    def enter(self, *entrants: str, deck: Callable[[str], Deck | None] = lambda _: None) -> None:
        """Some enter, each with a deck."""
        for entrant in entrants:
            self.do(decide.register, entrant=entrant, deck=deck(entrant))

    def round(self, excused: Sequence[str] = ()) -> TournamentDecision:
        """The next round begins."""
        return self.do(decide.start_round, number=self.number + 1, excused=excused)

    def game(
        self, table: int, placings: Placings | None = ((0,), (1,)), number: int | None = None
    ) -> TournamentDecision:
        """The game that is played at a table is over, or that of a number; by the seats of the match."""
        place = self.number, table
        running = [one.number for one in self.state.tables[place].games if one.running]
        return self.do(game_over, place=place, number=number or running[0], placings=placings, rule="R-1")

    def play(self) -> None:
        """Play all games of the round, until every table has a result; the first seat of a game wins."""
        while found := running_games(self.state):
            place, game = found[0]
            placings = [[seat] for seat in range(len(game.seats))]
            self.do(game_over, place=place, number=game.number, placings=placings, rule="R-1")

    def ruling(
        self,
        kind: RulingKind,
        table: int = 0,
        entrant: str | None = None,
        result: TableResult | None = None,
        number: int | None = None,
    ) -> TournamentDecision:
        """A referee's call about a table of the round that is on, or of another one."""
        return self.do(rule, ruling=self.call(kind, table, entrant, result, number))

    def call(
        self,
        kind: RulingKind,
        table: int = 0,
        entrant: str | None = None,
        result: TableResult | None = None,
        number: int | None = None,
        reason: str = "seen by the referee",
    ) -> Ruling:
        """A call that a referee asks for."""
        place = (self.number if number is None else number, table) if table else (0, 0)
        return Ruling(kind, REFEREE, reason, place, entrant, result)

    def seats(self, table: int, number: int | None = None) -> tuple[str, ...]:
        """The entrants at a table."""
        pairing = pairing_at(self.state, (number or self.number, table))
        assert pairing is not None
        return pairing.seats

    def result(self, table: int, number: int | None = None) -> TableResult | None:
        """The result of a table."""
        return result_at(self.state, (number or self.number, table))


def row_of(event: NewEvent) -> Row:
    """A stored event as it is read."""
    return event.type, event.schema, event.body, event.private, event.at


def running_games(state: TournamentState) -> list[tuple[TableRef, TableGame]]:
    """Every game that is played now."""
    return [(place, game) for place, table in state.tables.items() for game in table.games if game.running]


def deck_of(entrant: str) -> Deck:
    """The default deck of an entrant: a preconstructed one, or every fourth an own one."""
    if sum(entrant.encode()) % 4 == 0:
        return Deck(loadout={"cards": [f"deck of {entrant}"]})
    return Deck(precon=f"deck of {entrant}")
