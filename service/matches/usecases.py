"""ports.Matches: every use case of a match, from a caller's request to what the caller may see of the answer."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from functools import partial

import msgspec

from api_schema.ports.base import Caller
from api_schema.ports.matches import (
    ALL_MATCHES,
    EXPANDED,
    FRAME_VERSIONS,
    ActInput,
    CreateMatch,
    DirectSink,
    EventOut,
    EventPage,
    ForkMatch,
    FrameFile,
    JoinMatch,
    JoinOut,
    LegalActionSet,
    MatchFilter,
    MatchOut,
    MatchPage,
    PresenceOut,
    StateOut,
    Statistics,
    Taken,
    UnplayableCards,
    Update,
)
from domain.kernel.audience import seat as seat_name
from service.accounts.directory import NamesOf
from service.application.inputs import bounded, digest_of
from service.application.permissions import require_scope, require_token
from service.application.redaction import shown
from service.application.refusals import store_errors
from service.application.tokens import SeatClaim, Tokens
from service.matches.access import acting_seat, perspective, refuse_dead_token, require_sight, seat_at, visible_seats
from service.matches.aggregate import Aggregate
from service.matches.delay import Delays, is_behind
from service.matches.finder import Finder
from service.matches.forks import Forks
from service.matches.frames import Frames
from service.matches.legal_actions import LegalActions, unplayable_of
from service.matches.lobby import Lobby
from service.matches.perspectives import perspective_on
from service.matches.play import Play
from service.matches.reader import PAGE, MatchReader
from service.matches.rendering import match_out, with_names
from service.matches.repository import Committed, Repository
from service.matches.updates import MatchUpdates
from service.streams.presence import NOBODY

VERSIONS = 1_000_000_000


class MatchUseCases:
    """The parts behind one port."""

    def __init__(
        self,
        repository: Repository,
        lobby: Lobby,
        forks: Forks,
        play: Play,
        reader: MatchReader,
        legal: LegalActions,
        finder: Finder,
        watching: MatchUpdates,
        frames: Frames,
        tokens: Tokens,
        names: NamesOf,
        delays: Delays,
    ) -> None:
        self._repository = repository
        self._lobby = lobby
        self._forks = forks
        self._play = play
        self._reader = reader
        self._legal = legal
        self._finder = finder
        self._watching = watching
        self._frames = frames
        self._tokens = tokens
        self._names = names
        self._delays = delays

    async def create(self, caller: Caller, key: str, request: CreateMatch) -> tuple[MatchOut, bool, str | None]:
        match, replayed = await self._lobby.create(caller, key, request)
        invite = self._tokens.invite(match.match) if match.state.visibility == "invite" else None
        with store_errors():
            match = await self._delays.known_to(caller, match)
        return (await self._named(match_out(match.state, match.head, participant=True)))[0], replayed, invite

    async def fork(self, caller: Caller, match_id: str, key: str, request: ForkMatch) -> tuple[MatchOut, bool]:
        bounded(request.at_version, 1, VERSIONS, "atVersion")
        match, replayed = await self._forks.fork(caller, match_id, key, request.at_version)
        return self._with_options(match_out(match.state, match.head, participant=True)), replayed

    async def join(self, caller: Caller, match_id: str, key: str, request: JoinMatch) -> JoinOut:
        done = await self._lobby.join(caller, match_id, key, request)
        taken = done.events[0]
        number = int(shown(taken, seat_name(0)).data["seat"])
        claim = SeatClaim(match_id, number, taken.version)
        is_bot = isinstance(request.bot, str)
        with store_errors():
            # one who repeats it may have left the seat meanwhile
            match = await self._delays.known_to(caller if is_bot else claim.caller, done.aggregate)
        (out,) = await self._named(match_out(match.state, match.head, participant=True))
        return JoinOut(out, number, "" if is_bot else self._tokens.seat(claim), done.appended.replayed)

    async def leave(self, caller: Caller, match_id: str, seat: int, key: str) -> MatchOut:
        return await self._out(caller, (await self._lobby.leave(caller, match_id, seat, key)).aggregate)

    async def get(self, caller: Caller, match_id: str) -> MatchOut:
        with store_errors():
            match = await self._repository.current(match_id)
        return await self._out(caller, match)

    async def find(
        self,
        caller: Caller,
        *,
        first: int,
        after: str | None = None,
        wanted: MatchFilter = ALL_MATCHES,
    ) -> MatchPage:
        with store_errors():
            page = await self._finder.find(caller, first=first, after=after, wanted=wanted)
        return page.changed(matches=await self._named(*page.matches))

    async def listed(self, caller: Caller, match_ids: Sequence[str]) -> Mapping[str, MatchOut]:
        """Many matches at once, by id, as the list has them. The caller has to ask for new matches, and for those that
        it sees with a delay, one by one.
        """
        with store_errors():
            found = await self._finder.current(caller, match_ids)
        return {match.id: match for match in await self._named(*found.values())}

    async def statistics(self) -> Statistics:
        with store_errors():
            return await self._finder.statistics([game.slug for game in self._repository.catalogue.games()])

    async def state(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, at_version: int | None = None
    ) -> StateOut:
        match, viewer = await self._seen(caller, match_id, perspective)
        if at_version is not None:
            bounded(at_version, 1, VERSIONS, "atVersion")
        with store_errors():
            return await self._reader.state(match, viewer, at_version)

    async def legal_actions(
        self,
        caller: Caller,
        match_id: str,
        seat: int | None = None,
        at_version: int | None = None,
        expand: int = EXPANDED,
    ) -> LegalActionSet:
        if at_version is None:
            require_token(caller)
        match = await self._current(caller, match_id)
        number = seat_at(caller, match.state, seat, at_version)
        if at_version is not None:
            bounded(at_version, 1, VERSIONS, "atVersion")
        bounded(expand, 0, EXPANDED, "expand")
        with store_errors():
            return self._legal.of(await self._reader.at(match, at_version), number, expand)

    async def unplayable(self, caller: Caller, match_id: str, seat: int | None = None) -> UnplayableCards:
        require_token(caller)
        require_scope(caller, "match:play")
        match = await self._current(caller, match_id)
        return unplayable_of(match, acting_seat(caller, match.state, seat))

    async def act(self, caller: Caller, match_id: str, request: ActInput) -> Taken:
        done = await self._play.act(caller, match_id, request)
        match, appended = done.aggregate, done.appended
        return Taken(
            game=match.game.slug,
            version=appended.last_version,
            head_hash=appended.head_hash.hex(),
            replayed=appended.replayed,
            count=len(done.events),
            match=lambda: self._out(caller, match),
            events=partial(self._decided, caller, request, done),
        )

    async def _decided(self, caller: Caller, request: ActInput, done: Committed) -> Sequence[EventOut]:
        """The events of an answer, as the seat sees them: the store may have to tell what lay on the table before."""
        viewer = seat_name(acting_seat(caller, done.aggregate.state, request.seat))
        with store_errors():
            return await self._reader.render(done.aggregate, done.events, viewer, done.facts)

    async def events(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, after: int = 0, first: int = PAGE
    ) -> EventPage:
        bounded(after, 0, VERSIONS, "after")
        bounded(first, 1, PAGE, "first")
        match, viewer = await self._seen(caller, match_id, perspective)
        with store_errors():
            return await self._reader.page(match, viewer, after, first)

    async def frames(
        self,
        caller: Caller,
        match_id: str,
        *,
        perspective: str | None = None,
        first: int = 1,
        last: int | None = None,
        brief: bool = False,
    ) -> FrameFile:
        bounded(first, 1, VERSIONS, "from")
        match, viewer = await self._seen(caller, match_id, perspective)
        wanted = match.version if last is None else bounded(last, first, VERSIONS, "to")
        upto = min(wanted, match.version, first + FRAME_VERSIONS - 1)
        with store_errors():
            head = await self._reader.head_at(match, upto)
            frames = await self._frames.of(match, viewer, first, upto, brief=brief)
            return FrameFile(match.version, upto, head.hex(), viewer, frames)

    async def updates(
        self,
        caller: Caller,
        match_id: str,
        *,
        perspective: str | None = None,
        after: int = 0,
        after_hash: str | None = None,
        frames: bool = False,
        sink: DirectSink | None = None,
    ) -> AsyncGenerator[Update]:
        bounded(after, 0, VERSIONS, "after")
        head = None if after_hash is None else digest_of(after_hash, "afterHash")
        match, viewer = await self._seen(caller, match_id, perspective)
        sight = perspective_on(match.state, viewer)
        behind = partial(is_behind, caller)
        source = self._watching.updates(match_id, sight, after, behind, sink, head, frames=frames)
        with store_errors():
            async with aclosing(source) as updates:
                async for update in updates:
                    state = (await self._repository.known(match_id)).state
                    refuse_dead_token(caller, state)
                    require_sight(caller, state)
                    yield update

    async def presence(self, caller: Caller, match_id: str) -> PresenceOut:
        with store_errors():
            state = (await self._repository.known(match_id)).state
            # as a stream of the match would: refused alike, with the token of a seat that was left too
            perspective(caller, state, None)
        # streams end with their match: a count of watchers would tell that it is over
        return NOBODY if is_behind(caller, state) else await self._watching.presence(match_id)

    async def _current(self, caller: Caller, match_id: str) -> Aggregate:
        """The match as the caller may know it now."""
        with store_errors():
            return await self._delays.known_to(caller, await self._repository.current(match_id))

    async def _seen(self, caller: Caller, match_id: str, wanted: str | None) -> tuple[Aggregate, str]:
        match = await self._current(caller, match_id)
        return match, perspective(caller, match.state, wanted)

    async def _out(self, caller: Caller, match: Aggregate) -> MatchOut:
        with store_errors():
            match = await self._delays.known_to(caller, match)
        participant = bool(visible_seats(caller, match.state))
        return (await self._named(match_out(match.state, match.head, participant=participant)))[0]

    async def _named(self, *matches: MatchOut) -> tuple[MatchOut, ...]:
        """The matches with the names of their players: read now, since no event holds them."""
        players = {seat.player for match in matches for seat in match.seats if seat.player is not None}
        names = await self._names(players) if players else {}
        return tuple(with_names(self._with_options(match), names) for match in matches)

    def _with_options(self, match: MatchOut) -> MatchOut:
        """The match with its options as the API writes them."""
        member_names = self._repository.catalogue.member_names(match.game)
        return (
            match
            if member_names is None
            else msgspec.structs.replace(match, options=member_names.options(match.options))
        )
