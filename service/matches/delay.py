"""The delay of spectators: the version of a match that a stranger, who holds no seat, may know now.

Every use case that shows a match asks `Delays.known_to` for it first; what it then shows, it shows of that aggregate.
"""

from __future__ import annotations

from uuid import UUID

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from domain.kernel.match import MatchStarted, State
from eventstore.read_models.past import Past
from service.application.permissions import READ
from service.matches.access import visible_seats
from service.matches.aggregate import Aggregate
from service.matches.repository import Repository
from service.times import Clock


def is_behind(caller: Caller, state: State, scope: str = READ) -> bool:
    """Whether the caller sees this match with a delay, now or once it runs."""
    return state.spectator_delay > 0 and not visible_seats(caller, state, scope)


class Delays:
    """Finds the versions that strangers may know. It goes by the times of the events, which never run backwards."""

    def __init__(self, repository: Repository, clock: Clock) -> None:
        self._repository = repository
        self._clock = clock

    async def known_to(self, caller: Caller, match: Aggregate, scope: str = READ) -> Aggregate:
        """The match as the caller may know it: as it is for a caller who may look as a seat of it, else as for
        strangers.
        """
        if not is_behind(caller, match.state, scope):
            return match
        version = await self._version(match)
        then = match if version == match.version else await self._repository.at(match.match, version)
        if then is None:
            raise ApiError(ErrorCode.UNAVAILABLE, "this match can't be read now")
        return then

    async def bound(self, stream: UUID, version: int, delay: int) -> tuple[int, int]:
        """(up to which version strangers may know a match that is at `version`, the time that this was found at).

        All of it before it starts; from the start on the last batch that is `delay` ms old, at least the one that has
        started it. Ask only after `version` was read: a start that is not found then comes after it.
        """
        now = self._clock()
        known = await self._repository.store.sql.read(
            lambda connection: Past(connection).batch_end(stream, version, MatchStarted.type, now - delay)
        )
        return version if known is None else known, now

    async def _version(self, match: Aggregate) -> int:
        if match.state.status == "open":
            return match.version
        return (await self.bound(match.stream, match.version, match.state.spectator_delay))[0]
