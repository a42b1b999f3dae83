"""Looking at tournaments: pages of entrants, tables, standings and events, each at one version."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.tournaments import (
    ALL_ENTRANTS,
    BracketOut,
    EntrantFilter,
    EntrantOut,
    EntrantPage,
    EntrantRecordOut,
    EntrantSort,
    PairingPage,
    RankPage,
    RoundOut,
    StandingPage,
    TournamentEventOut,
    TournamentEventPage,
    TournamentOut,
)
from domain.tournament.batch import audience
from domain.tournament.codec import fold
from domain.tournament.entrant_record import entrant_record
from domain.tournament.entrants import Round
from domain.tournament.events import DeckChanged, EntrantRegistered
from domain.tournament.ranks import FinalRank
from domain.tournament.standings import Standing
from domain.tournament.tournament import Entry, TournamentState
from eventstore import StoredEvent
from eventstore.read_models.past import Past
from service.accounts.directory import NamesOf
from service.application.ids import TOURNAMENT_IDS
from service.application.inputs import bounded
from service.application.names import folded, sought
from service.application.refusals import store_errors
from service.catalogue.catalogue import MemberNamesOf
from service.cursors import Part, T, cursor, list_name, part_of, place_of, placed
from service.matches.aggregate import row
from service.tournaments.aggregate import TournamentAggregate
from service.tournaments.commands import own_entrant
from service.tournaments.rankings import Ranked, Rankings
from service.tournaments.rendering import (
    bracket_out,
    entrant_out,
    entrant_round_out,
    events_out,
    pairing_out,
    rank_out,
    round_out,
    seats_out,
    standing_out,
    tournament_out,
    viewer_of,
    with_options,
)
from service.tournaments.repository import TournamentRepository
from service.tournaments.round_file import text_of

PAGE = 256
VERSIONS = 1_000_000_000
ROUNDS = 100_000
"""No tournament has as many."""


class _Entrant(msgspec.Struct):
    entrant: str


class _Brought(msgspec.Struct):
    pub: _Entrant
    commits: Mapping[str, str] = {}


_brought = msgspec.json.Decoder(_Brought).decode
_BRINGING = EntrantRegistered.type, DeckChanged.type


class TournamentReader:
    """Reads tournaments: the public part, and what entrants and staff see beside it."""

    def __init__(
        self, repository: TournamentRepository, rankings: Rankings, names: NamesOf, member_names: MemberNamesOf
    ) -> None:
        self._repository = repository
        self._rankings = rankings
        self._names = names
        self._member_names = member_names

    async def known(self, tournament: str) -> TournamentAggregate:
        """The tournament as it is now. NOT_FOUND."""
        with store_errors():
            return await self._repository.current(tournament)

    async def at(self, tournament: str, version: int) -> TournamentAggregate:
        """The tournament as it was at a version: mostly it is still at it."""
        known = await self.known(tournament)
        if known.version == version:
            return known
        with store_errors():
            events = await self._repository.store.read(known.stream, 0, version)
        return replace(known, state=fold(TournamentState(), map(row, events)), head=events[-1].hash)

    async def shown(self, caller: Caller, known: TournamentAggregate) -> TournamentOut:
        """The tournament as the caller sees it."""
        shown = tournament_out(known, caller, await self._names(known.state.staff))
        return with_options(shown, self._member_names(shown.game))

    async def entrants(
        self, caller: Caller, tournament: str, first: int, after: str | None, wanted: EntrantFilter
    ) -> EntrantPage:
        """Some entrants, in the order of entering or of their names."""
        known = await self.known(tournament)
        part = sought(wanted.name)
        rows = list(known.state.entries.values())
        if wanted != ALL_ENTRANTS:
            rows = _chosen(rows, await self._names(known.state.entries), part, wanted.sort)
        page = _page(rows, list_name("entrants", tournament, wanted), first, after)
        names = await self._names(entry.id for entry in page.rows)
        shown = await self._entrants(caller, known, page.rows, names)
        return page.placed(EntrantPage(shown, known.version, page.end, page.more, len(rows)))

    async def _entrants(
        self, caller: Caller, known: TournamentAggregate, entries: Sequence[Entry], names: Mapping[str, str]
    ) -> tuple[EntrantOut, ...]:
        """Entrants as the caller sees them."""
        state, viewer = known.state, viewer_of(caller, known.state)
        commitments = await self._commitments(known, [entry.since for entry in entries])
        member_names = self._member_names(state.game)
        return tuple(entrant_out(state, entry, viewer, commitments, names, member_names) for entry in entries)

    async def _commitments(self, known: TournamentAggregate, versions: Sequence[int]) -> dict[str, str]:
        """The commitments to the decks that these events brought, by entrant; none where decks are open."""
        if known.state.terms.decks == "open" or not versions:
            return {}
        places = [(known.stream, version) for version in versions]
        with store_errors():
            brought = await self._repository.store.sql.lookup(lambda connection: Past(connection).at(places))
        found: dict[str, str] = {}
        for body in (_brought(event.body) for event in brought if event.type in _BRINGING):
            found[body.pub.entrant] = body.commits.get(audience(body.pub.entrant), "")
        return {entrant: digest for entrant, digest in found.items() if digest}

    async def rounds(self, tournament: str) -> tuple[RoundOut, ...]:
        """All rounds that have begun."""
        state = (await self.known(tournament)).state
        return tuple(round_out(state, one.number) for one in state.rounds)

    async def pairings(self, tournament: str, number: int | None, first: int, after: str | None) -> PairingPage:
        """The tables of a round."""
        known = await self.known(tournament)
        one = round_of(known.state, number)
        if one is None:
            return PairingPage(0, (), (), (), known.version, None, False, 0)
        part = _page(one.pairings, list_name("pairings", tournament, one.number), first, after)
        names = await self._names(chain((who for pairing in part.rows for who in pairing.seats), one.byes, one.half))
        shown = tuple(pairing_out(known.state, one, pairing, names) for pairing in part.rows)
        byes, half, count = seats_out(one.byes, names), seats_out(one.half, names), len(one.pairings)
        return part.placed(PairingPage(one.number, shown, byes, half, known.version, part.end, part.more, count))

    async def entrant_record(self, caller: Caller, tournament: str, entrant: str | None) -> EntrantRecordOut:
        """All rounds of an entrant, of the caller's own without one."""
        known = await self.known(tournament)
        state = known.state
        who = own_entrant(caller, state) if entrant is None else entrant
        entry = state.entries.get(who or "")
        if entry is None:
            raise ApiError(ErrorCode.NOT_FOUND, "is no entrant", path=("entrant",))
        rounds = entrant_record(state, entry.id)
        tables = [found.pairing.seats for found in rounds if found.pairing is not None]
        names = await self._names({entry.id}.union(*tables))
        (shown,) = await self._entrants(caller, known, [entry], names)
        return EntrantRecordOut(shown, tuple(entrant_round_out(state, found, names) for found in rounds), known.version)

    async def bracket(self, tournament: str) -> BracketOut:
        """The whole bracket, made in a thread: a large one takes some time."""
        known = await self.known(tournament)
        names = await self._names(() if known.state.course is None else known.state.course.seeded)
        return await asyncio.to_thread(bracket_out, known, names)

    async def standings(
        self, tournament: str, after_round: int | None, bracket: bool, first: int, after: str | None
    ) -> StandingPage:
        """The standings after a round; without one, after the last that is over, from page to page the same one."""
        bounded(first, 1, PAGE, "first")
        here = list_name("standings", tournament, after_round, bracket)
        number, begin = (after_round, 0) if after is None else place_of(after, here, tuple[int, int])
        if number is not None and not 0 <= number <= ROUNDS:
            raise no_round(number)
        begin = min(max(0, begin), VERSIONS)
        found = await self._ranked(tournament, number, bracket, begin, first)
        names = await self._names(row.entrant for row in found.rows)
        end = begin + len(found.rows)
        page = StandingPage(
            tuple(standing_out(row, names) for row in found.rows),
            found.number,
            found.over,
            bracket,
            found.version,
            cursor(here, found.number, end) if found.rows else None,
            end < found.total and bool(found.rows),
            found.total,
        )
        return placed(page, here, [(found.number, place) for place in range(begin + 1, end + 1)], after)

    async def ranks(self, tournament: str, first: int, after: str | None) -> RankPage:
        """Final ranks of everybody."""
        known = await self.known(tournament)
        rows = await self.final_ranking(known)
        part = _page(rows, list_name("ranks", tournament), first, after)
        names = await self._names(row.entrant for row in part.rows)
        shown, final = tuple(rank_out(row, names) for row in part.rows), known.state.status == "finished"
        return part.placed(RankPage(shown, final, known.version, part.end, part.more, len(rows)))

    async def final_ranking(self, known: TournamentAggregate) -> tuple[FinalRank, ...]:
        """All final ranks, or those that would be final now."""
        return await self._rankings.ranks(known)

    async def _ranked(self, tournament: str, number: int | None, bracket: bool, begin: int, first: int) -> Ranked:
        with store_errors():
            kept = await self._rankings.kept(TOURNAMENT_IDS.stream_of(tournament), number, bracket, begin, first)
        if kept is not None and not self._is_behind(tournament, number, kept):
            return kept
        known = await self.known(tournament)
        number = known.state.done if number is None else number
        rows = await self.ranking(known, number, bracket=bracket)
        over = number <= known.state.done
        return Ranked(number, known.version, len(rows), rows[begin : begin + first], over)

    async def ranking(self, known: TournamentAggregate, number: int, *, bracket: bool) -> tuple[Standing, ...]:
        """All rows of the standings after a round, as of this version. NOT_FOUND for one that has not begun."""
        if not 0 <= number <= len(known.state.rounds):
            raise no_round(number)
        return await self._rankings.computed(known, number, bracket)

    def _is_behind(self, tournament: str, number: int | None, kept: Ranked) -> bool:
        """Whether this process has seen a later round end: the caller that has just ended it here sees that."""
        known = self._repository.here(tournament)
        return number is None and known is not None and known.state.done > kept.number

    async def events(self, caller: Caller, tournament: str, after: int, first: int) -> TournamentEventPage:
        """Events after a version."""
        bounded(after, 0, VERSIONS, "after")
        bounded(first, 1, PAGE, "first")
        known = await self.known(tournament)
        with store_errors():
            events = await self._repository.store.read(known.stream, after, first, settled=known.state.over)
        shown = self.rendered(known, events, viewer_of(caller, known.state))
        end = shown[-1].version if shown else after
        return TournamentEventPage(shown, end, end < known.version)

    def rendered(
        self, known: TournamentAggregate, events: Sequence[StoredEvent], viewer: str
    ) -> tuple[TournamentEventOut, ...]:
        """Events of a tournament as a viewer may see them."""
        return tuple(events_out(known.id, events, viewer, self._member_names(known.state.game)))

    async def stored(self, known: TournamentAggregate, after: int, first: int) -> Sequence[StoredEvent]:
        """The next events of a tournament as it is known."""
        with store_errors():
            size, settled = min(first, known.version - after), known.state.over
            return await self._repository.store.read(known.stream, after, size, settled=settled)

    async def round_file(self, tournament: str, number: int) -> bytes:
        """The proof of a round."""
        state = (await self.known(tournament)).state
        one = round_of(state, number)
        if one is None or state.course is None:
            raise no_round(number)
        return text_of(state.course.proofs[one.number - 1])


def _chosen(rows: list[Entry], names: Mapping[str, str], part: str | None, sort: EntrantSort) -> list[Entry]:
    """Those with a part of a name that everybody sees, in this order; who has no name comes last."""
    seen = {who: folded(name) for who, name in names.items()}
    if part is not None:
        rows = [entry for entry in rows if part in seen.get(entry.id, "")]
    return sorted(rows, key=lambda entry: (entry.id not in seen, seen.get(entry.id, ""))) if sort == "NAME" else rows


def round_of(state: TournamentState, number: int | None) -> Round | None:
    """A round; null: the last one, None if there is none yet. NOT_FOUND for one that has not begun."""
    if number is None:
        return state.rounds[-1] if state.rounds else None
    if not 1 <= number <= len(state.rounds):
        raise no_round(number)
    return state.rounds[number - 1]


def no_round(number: int) -> ApiError:
    """The round has not begun."""
    return ApiError(ErrorCode.NOT_FOUND, f"round {number} has not begun", path=("round",))


def _page(rows: Sequence[T], name: str, first: int, after: str | None) -> Part[T]:
    bounded(first, 1, PAGE, "first")
    return part_of(rows, name, first, after)
