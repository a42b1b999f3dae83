"""Play that counts what became of actions, and what the clock raised."""

from __future__ import annotations

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.matches import ActInput
from service.application.pseudonyms import CommandNames
from service.application.tokens import Tokens
from service.matches.aggregate import MatchCache
from service.matches.legal_actions import LegalActions
from service.matches.play import Play
from service.matches.repository import Committed, Repository
from service.metrics.meters import NO_GAME, Meters
from service.times import Clock


class CountedPlay(Play):
    """See Play."""

    def __init__(
        self,
        repository: Repository,
        command_names: CommandNames,
        tokens: Tokens,
        legal: LegalActions,
        clock: Clock,
        meters: Meters,
    ) -> None:
        super().__init__(repository, command_names, tokens, legal, clock)
        self._cache: MatchCache = repository.cache
        self._meters = meters

    async def act(self, caller: Caller, match: str, request: ActInput) -> Committed:
        try:
            done = await super().act(caller, match, request)
        except ApiError as error:
            self._meters.refusals.labels(self._game_of(match), error.code.value).inc()
            raise
        except Exception:
            self._meters.refusals.labels(self._game_of(match), ErrorCode.INTERNAL.value).inc()
            raise
        outcome = "replayed" if done.appended.replayed else "accepted"
        self._meters.actions.labels(done.aggregate.game.slug, outcome).inc()
        return done

    async def time_out(self, match: str, prompt: int, revision: int) -> Committed:
        return self._raised(await super().time_out(match, prompt, revision))

    async def time_up(self, match: str) -> Committed:
        return self._raised(await super().time_up(match))

    def _raised(self, done: Committed) -> Committed:
        if not done.appended.replayed:
            self._meters.time_outs.labels(done.aggregate.game.slug).inc()
        return done

    def _game_of(self, match: str) -> str:
        return self._cache.game_of(match) or NO_GAME
