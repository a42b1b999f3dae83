"""The documents of the API without the types of games that a client doesn't play."""

from __future__ import annotations

from asyncio import Lock, to_thread
from collections.abc import Callable, Mapping, Sequence

from cachetools import LRUCache

from api_schema.input.faults import refuse
from domain.kernel.game import CardGame

MOST = 16
"""Documents that are kept: half a megabyte each."""
Making = Callable[[Sequence[CardGame]], bytes]


class Slim:
    """Makes documents that describe some games, one at a time and beside the loop, and keeps the last ones."""

    def __init__(self, games: Sequence[CardGame], **making: Making) -> None:
        self._games: Mapping[str, CardGame] = {game.slug: game for game in games}
        self._making = making
        self._kept: LRUCache[tuple[str, frozenset[str]], bytes] = LRUCache(MOST)
        self._lock = Lock()

    async def document(self, kind: str, wanted: str) -> bytes:
        """The document of a kind for games by their slugs, commas between. INVALID_INPUT if there is no such game."""
        slugs = frozenset(filter(None, wanted.split(",")))
        for slug in sorted(slugs - self._games.keys()):
            there = ", ".join(sorted(self._games))
            raise refuse(f"There is no game `{slug}`; there are {there}.", "query", "games")
        async with self._lock:
            if (found := self._kept.get((kind, slugs))) is None:
                games = [game for slug, game in self._games.items() if slug in slugs]
                found = self._kept[kind, slugs] = await to_thread(self._making[kind], games)
        return found
