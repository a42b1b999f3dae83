"""Matches that are played by chance, and the appends with which the service would have kept each decision of them."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from random import Random
from uuid import UUID
from zlib import crc32

from bench.games import accepted, opening, step, usual_seats
from domain.kernel import decide
from domain.kernel.audience import seat as seat_name
from domain.kernel.decide import Decision
from domain.kernel.game import CardGame
from domain.kernel.match import ClockPolicy, MatchCreated, State
from domain.kernel.seating import in_mode
from eventstore import bulk, chain
from eventstore.envelope import Command, StreamAppend
from service.application.ids import MATCH_IDS
from service.application.sealing import Cause, seal
from service.bootstrap import Playledger
from service.matches.releases import SYSTEM, pins_of
from service.tables import account_seats

CLOCK = ClockPolicy(decision=365 * 86_400_000)
"""Nothing falls due."""
ACCOUNTS = 20_000
PAUSE = 1_000
"""Milliseconds for an answer."""


class Match:
    """A match that is played by chance, of accounts against a clock or of guests."""

    def __init__(
        self, app: Playledger, game: CardGame, random: Random, begun: int, *, accounts: bool, seats: int | None = None
    ) -> None:
        self.stream = UUID(int=random.getrandbits(128), version=4)
        self.id = MATCH_IDS.id_of(self.stream)
        self.accounts = accounts
        self._game, self._random = game, random
        kind = "pl" if accounts else "guest"
        self.players = [f"{kind}:{_text(random, 9)}" for _ in range(seats or usual_seats(game))]
        self._seed, self._secret = (seed := random.randbytes(32)), app.vault.close(seed)
        created = MatchCreated(
            match=self.id,
            game=game.slug,
            seats=len(self.players),
            options=in_mode(game),
            clock=CLOCK if accounts else ClockPolicy(),
            pins=pins_of(app.catalogue.entry(game.slug), self.id, seed),
        )
        self._opening: Iterator[Decision] = opening(game, created, self.players, random, seed, begun)
        self._state = State()
        self._head = chain.GENESIS

    @property
    def started(self) -> bool:
        """Whether all have sat down."""
        return self._state.status != "open"

    @property
    def over(self) -> bool:
        """Whether nothing follows any more."""
        return self._state.result is not None

    def next(self) -> StreamAppend:
        """The next decision: somebody sits down, or answers."""
        decision = next(self._opening, None)
        return self._kept(decision or step(self._game, self._state, self._random, self._seed, PAUSE))

    def given_up(self) -> StreamAppend:
        """Somebody gives up."""
        seat = next(number for number, place in enumerate(self._state.seats) if not place.conceded)
        at = self._state.at + PAUSE
        return self._kept(accepted(decide.concede(self._game, self._state, seat, at, self._seed)))

    def _kept(self, decision: Decision) -> StreamAppend:
        before, key = self._state.version, _text(self._random, 16)
        events = seal(decision, self.id, self._seed, self._head, before + 1, Cause(_actor(decision), key))
        self._state, self._head = decision.state, events[-1].hash
        command = Command(self.players[0], key, self._random.randbytes(32))
        secret, close = None if before else self._secret, decision.state.revealed
        return StreamAppend(self.stream, MATCH_IDS.kind, before, events, command, close, secret)


async def seat_accounts(app: Playledger, matches: Iterable[Match]) -> None:
    """Note the accounts of those who sit down in these matches, if they have any."""
    players = [player for match in matches if match.accounts for player in match.players]
    rows = [{"player": player, "account": f"ac_{crc32(player.encode()) % ACCOUNTS}"} for player in players]
    await app.store.sql.write(lambda connection: bulk.insert(connection, account_seats, rows))


def _actor(decision: Decision) -> str:
    """Whoever sits down, answers or gives up; a match is created by the service."""
    seat = getattr(decision.facts[0].event, "seat", None)
    return SYSTEM if seat is None else seat_name(seat)


def _text(random: Random, size: int) -> str:
    return urlsafe_b64encode(random.randbytes(size)).decode().rstrip("=")
