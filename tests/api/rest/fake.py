"""The ports as a small fake: one match of Envoys that only counts, so that the skin can be tested by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from api_schema.errors import ApiError, ErrorCode, Fault
from api_schema.ports.accounts import AccountOut, NewToken, TokenInfo
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.catalogue import LoadoutReport, OwnCardSet, RuleInfo, ViolationOut
from api_schema.ports.health import ReadyOut
from api_schema.ports.history import AuditLevel, AuditReport, KeySet, Payer, ReplayFile, SigningKey
from api_schema.ports.inbox import InboxHeartbeatOut, InboxMessage, InboxPage, SeatsToAct, SeatToAct, YourTurnOut
from api_schema.ports.matches import (
    ALL_MATCHES,
    ActInput,
    ActOut,
    ClockOut,
    CreateMatch,
    DirectSink,
    EventOut,
    EventPage,
    ForkMatch,
    FrameFile,
    GameStatistics,
    JoinMatch,
    JoinOut,
    LegalAction,
    LegalActionSet,
    MatchCounts,
    MatchFilter,
    MatchOut,
    MatchPage,
    PinsOut,
    PresenceOut,
    PromptOptions,
    PromptOut,
    StateOut,
    Statistics,
    Taken,
    Update,
)
from api_schema.ports.use_cases import UseCases
from domain.kernel.catalogue import CardInfo, CardSetInfo, DeckInfo
from domain.kernel.game import CardGame
from tests.api.nothing import WELL, use_cases
from tests.api.taken import taken
from tests.kit.told import BESIDE
from tests.toy_game import GAME

PROMPT = PromptOut("p1", 0, 0, "send", "BLOCKING", "ENV-1", "Send", None, 1, None)
PINS = PinsOut("1", "r", "e", "c", "hmac-sha256-ctr/1", "s")


AGAIN = "an-intent-told-again"
"""The key of a request that has been answered before."""


class FakeAccounts:
    """Every seat token is a caller of its own name."""

    async def authenticate(self, token: str | None) -> Caller:
        if token is not None and not token.startswith("st_"):
            raise ApiError(ErrorCode.UNAUTHENTICATED, "The token is unknown.")
        return ANONYMOUS if token is None else Caller(token)

    async def create_token(
        self, caller: Caller, name: str, scopes: Sequence[str], expires_at: str | None = None
    ) -> NewToken:
        return NewToken(
            id="tk_1", name=name, scopes=tuple(scopes), created_at="t", expires_at=expires_at, token="pl_secret"
        )

    async def tokens(self, caller: Caller) -> Sequence[TokenInfo]:
        return [TokenInfo(id="tk_1", name="phone", scopes=("match:play",), created_at="t")]

    async def revoke_token(self, caller: Caller, token_id: str) -> None:
        if token_id != "tk_1":
            raise ApiError(ErrorCode.NOT_FOUND, "There is no such token.")

    async def profile(self, caller: Caller) -> AccountOut:
        return AccountOut("ac_1", "Ada", "t")

    async def rename(self, caller: Caller, name: str | None) -> AccountOut:
        return AccountOut("ac_1", name, "t")

    async def erase(self, caller: Caller, confirm: str) -> None:
        if confirm != "ERASE":
            raise ApiError(ErrorCode.INVALID_INPUT, "Confirm it.", path=("confirm",))


class FakeCatalogue:
    """Envoys alone."""

    def games(self) -> Sequence[CardGame]:
        return [GAME]

    def game(self, slug: str) -> CardGame:
        if slug != GAME.slug:
            raise ApiError(ErrorCode.NOT_FOUND, "There is no such game.", path=("game",))
        return GAME

    def rules(self, slug: str) -> Sequence[RuleInfo]:
        return [RuleInfo("ENV-1", "Everybody sends.", "Rounds"), RuleInfo("ENV-9", "The highest wins.", "End")]

    def rules_hash(self, slug: str) -> str:
        return "rules-hash"

    async def cards(self, slug: str, card_set: str | None = None) -> Sequence[CardInfo]:
        return [card for card in GAME.cards() if card_set in {None, card.set}]

    def card_sets(self, slug: str) -> Sequence[CardSetInfo]:
        return GAME.card_sets()

    def decks(self, slug: str) -> Sequence[DeckInfo]:
        return GAME.decks()

    def card_set_hash(self, slug: str) -> str:
        return GAME.card_set_hash()

    def option_schema(self, slug: str) -> Mapping[str, Any]:
        return msgspec.json.schema(GAME.options_type)

    def loadout_schema(self, slug: str) -> Mapping[str, Any]:
        return msgspec.json.schema(GAME.loadout_type)

    async def upload_card_set(self, caller: Caller, slug: str, text: str) -> OwnCardSet:
        if not text.startswith("set"):
            fault = Fault("no TOML", path=("text",), line=1, column=2)
            raise ApiError(ErrorCode.CARD_SET_INVALID, "no TOML", path=("text",), faults=(fault,))
        return await self.card_set("0" * 64)

    async def card_set(self, digest: str) -> OwnCardSet:
        if digest != "0" * 64:
            raise ApiError(ErrorCode.NOT_FOUND, "There is no such card set.")
        return OwnCardSet(digest, GAME.slug, "Own", 1, "set")

    async def validate_loadout(
        self, slug: str, options: Mapping[str, Any], seats: int, loadout: Mapping[str, Any]
    ) -> LoadoutReport:
        self.game(slug)
        if loadout == {"charm": "fox"}:
            return LoadoutReport(True, ())
        return LoadoutReport(False, (ViolationOut("ENV-2", "There is no such charm.", ("charm",)),))

    async def validate_deck(
        self, slug: str, options: Mapping[str, Any], seats: int, deck: str, seat: int
    ) -> LoadoutReport:
        return await self.validate_loadout(slug, options, seats, {"charm": deck})


class FakeMatches:
    """One match, `mt_1`: every accepted action is one more event. Some actions fail in the ways that matter."""

    def __init__(self) -> None:
        self.version = 3
        self.rendering = "one"
        self.status: Literal["RUNNING", "FINISHED"] = "RUNNING"
        self.orders: list[ActInput] = []
        self.changed = asyncio.Event()
        self.closed_streams = 0

    def match(self) -> MatchOut:
        return MatchOut(
            id="mt_1",
            game="envoys",
            status=self.status,
            version=self.version,
            visibility="OPEN",
            reveal="ALL",
            closed=self.status == "FINISHED",
            spectator_delay_ms=0,
            seats=(),
            clock=ClockOut(None, None, 0),
            ends_at=None,
            options={},
            pins=PINS,
            result=None,
            practice=False,
            origin=None,
            tournament=None,
            head_hash="ab",
            created_at="t",
            updated_at="t",
        )

    def known(self, match_id: str) -> None:
        if match_id != "mt_1":
            raise ApiError(ErrorCode.NOT_FOUND, "There is no such match.")

    async def create(self, caller: Caller, key: str, request: CreateMatch) -> tuple[MatchOut, bool, str | None]:
        return self.match(), key == AGAIN, "invite-code"

    async def fork(self, caller: Caller, match_id: str, key: str, request: ForkMatch) -> tuple[MatchOut, bool]:
        self.known(match_id)
        if request.at_version > self.version:
            facts: dict[str, object] = {"nearest": self.version}
            raise ApiError(ErrorCode.FORK_REFUSED, "There is no such version.", path=("atVersion",), details=facts)
        return self.match(), key == AGAIN

    async def join(self, caller: Caller, match_id: str, key: str, request: JoinMatch) -> JoinOut:
        self.known(match_id)
        if request.deck == "short":
            faults = (Fault("One card is missing.", "ENV-3", ("cards",)), Fault("No charm.", "ENV-2", ("charm",)))
            raise ApiError(ErrorCode.DECK_ILLEGAL, "The deck is illegal.", rule_id="ENV-3", faults=faults)
        return JoinOut(self.match(), request.seat or 0, "st_secret", False)

    async def leave(self, caller: Caller, match_id: str, seat: int, key: str) -> MatchOut:
        self.known(match_id)
        return self.match()

    async def get(self, caller: Caller, match_id: str) -> MatchOut:
        self.known(match_id)
        return self.match()

    async def find(
        self,
        caller: Caller,
        *,
        first: int,
        after: str | None = None,
        wanted: MatchFilter = ALL_MATCHES,
    ) -> MatchPage:
        return MatchPage((self.match(),) if self.status in (wanted.status or (self.status,)) else (), "cursor", False)

    async def statistics(self) -> Statistics:
        return Statistics((GameStatistics(GAME.slug, MatchCounts(0, 1, 0, 0)),))

    async def state(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, at_version: int | None = None
    ) -> StateOut:
        self.known(match_id)
        seen_by = perspective or ("spectator" if caller is ANONYMOUS else "seat:0")
        if seen_by == "full":
            raise ApiError(ErrorCode.FORBIDDEN, "Only the referee sees all.")
        at = self.version if at_version is None else at_version
        return StateOut(
            "mt_1", at, False, seen_by, "RUNNING", "send", (), "h", "ab", {"told": self.rendering}, None, None
        )

    async def legal_actions(
        self, caller: Caller, match_id: str, seat: int | None = None, at_version: int | None = None, expand: int = 200
    ) -> LegalActionSet:
        self.known(match_id)
        label = f"Send the fox, {self.rendering}"
        action = LegalAction("tok-1", "send", label, {"type": "send", "card": "fox"}, ("ENV-1",))
        return LegalActionSet(
            at_version or self.version, seat or 0, True, (PromptOptions(PROMPT, (action,), (), (), None),)
        )

    async def act(self, caller: Caller, match_id: str, request: ActInput) -> Taken:
        self.known(match_id)
        self.orders.append(request)
        kind = "token" if request.action is None else request.action["type"]
        if kind == "boom":
            raise RuntimeError("the secret inside")
        if kind == "ban":
            raise ApiError(ErrorCode.ILLEGAL_ACTION, "Once in a match.", rule_id="ENV-7", path=("card",))
        if request.expected_version not in {None, self.version}:
            facts: dict[str, object] = {"expected": request.expected_version, "actual": self.version}
            raise ApiError(ErrorCode.VERSION_CONFLICT, "The match went on.", details=facts)
        if kind == "flood":
            raise ApiError(ErrorCode.RATE_LIMITED, "Too many actions.", details={"retryAfterMs": 1500})
        self.version += 1
        self.changed.set()
        return taken(ActOut(self.match(), self.version, "ab", False, (self.event(self.version),)))

    def event(self, version: int) -> EventOut:
        return EventOut(f"ev_{version}", version, "sent", "t", "seat:0", None, False, "ab", True, "Sent.", *BESIDE, {})

    async def events(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, after: int = 0, first: int = 256
    ) -> EventPage:
        self.known(match_id)
        last = min(after + first, self.version)
        found = tuple(self.event(version) for version in range(after + 1, last + 1))
        return EventPage(found, last >= self.version, self.version)

    async def presence(self, caller: Caller, match_id: str) -> PresenceOut:
        self.known(match_id)
        return PresenceOut((1,), 2)

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
        raise NotImplementedError

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
        try:
            while True:
                while after < self.version:
                    after += 1
                    yield Update("EventsAppended", after, b'{"toVersion":%d}' % after)
                if self.status == "FINISHED":
                    yield Update("MatchClosed", after, b'{"version":%d}' % after)
                    return
                self.changed.clear()
                await self.changed.wait()
        finally:
            self.closed_streams += 1


PAGE = 1_000


class FakeHistory:
    """The records of the one match, a line for each version; every file that is sent is somebody's."""

    def __init__(self, matches: FakeMatches) -> None:
        self._matches = matches
        self.closed_files = 0
        self.lines_read = 0

    async def replay(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, after: int = 0
    ) -> ReplayFile:
        self._matches.known(match_id)
        seen_by = perspective or ("spectator" if caller is ANONYMOUS else "seat:0")
        if seen_by == "full":
            raise ApiError(ErrorCode.FORBIDDEN, "Only the referee sees all.")
        over = self._matches.status == "FINISHED"
        return ReplayFile("mt_1", seen_by, self._matches.version, "ab", over, "v" * 64, None, self._lines(after))

    async def _lines(self, after: int) -> AsyncGenerator[bytes, None]:
        try:
            for version in range(after + 1, self._matches.version + 1):
                self.lines_read += 1
                if not version % PAGE:
                    await asyncio.sleep(0)  # as a store is waited for, page by page
                yield b'{"k":"e","v":%d}\n' % version
        finally:
            self.closed_files += 1

    async def audit(self, caller: Caller, match_id: str, payer: Payer) -> AuditReport:
        self._matches.known(match_id)
        level = AuditLevel("L0", "OK", "it holds", None, None)
        return AuditReport(True, "OK", "mt_1", "envoys", "full", 3, "ab", "RUNNING", None, False, (level,))

    async def verify(self, body: AsyncIterator[bytes]) -> AuditReport:
        data = b"".join([chunk async for chunk in body])
        level = AuditLevel("L0", "FAILED", data.decode(), 1, None)
        return AuditReport(False, "FAILED", "mt_1", "envoys", "full", None, None, None, None, False, (level,))


class FakeHealth:
    """Says what it is told to."""

    def __init__(self) -> None:
        self.told = WELL

    async def ready(self) -> ReadyOut:
        return self.told


class FakeSigning:
    """One key that has signed, the example of RFC 8037."""

    async def keys(self) -> KeySet:
        x, kid = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
        return KeySet((SigningKey(x=x, kid=kid, first_used_at="2024-01-01T00:00:00.000Z"),))


class FakeInbox:
    """Everybody was told that it is their turn in the one match, once for each version; cursors are these."""

    def __init__(self, matches: FakeMatches) -> None:
        self._matches = matches

    async def page(self, caller: Caller, *, after: str | None = None, first: int = 50) -> InboxPage:
        items = self._items(caller, after)
        return InboxPage(items[:first], items[-1].cursor if items else after, len(items) > first, after == "1")

    async def follow(self, caller: Caller, *, after: str | None = None) -> AsyncGenerator[InboxMessage]:
        try:
            while True:
                for item in self._items(caller, after):
                    yield item
                    after = item.cursor
                yield InboxHeartbeatOut(after or "")
                self._matches.changed.clear()
                await self._matches.changed.wait()
        finally:
            self._matches.closed_streams += 1

    async def seats_to_act(self, caller: Caller) -> SeatsToAct:
        self._items(caller, None)
        return SeatsToAct((SeatToAct("mt_1", 0, "pr_3", None),))

    def _items(self, caller: Caller, after: str | None) -> tuple[YourTurnOut, ...]:
        if caller is ANONYMOUS:
            raise ApiError(ErrorCode.UNAUTHENTICATED, "An inbox belongs to an account.")
        if after is not None and not after.isdecimal():
            raise ApiError(ErrorCode.INVALID_INPUT, "This is not a cursor.", path=("after",))
        known = range(int(after or 0) + 1, self._matches.version + 1)
        return tuple(
            YourTurnOut(str(number), "2024-01-01T00:00:00.000Z", "mt_1", 0, f"pr_{number}", None) for number in known
        )


class Fakes(msgspec.Struct):
    """The fakes behind one application."""

    matches: FakeMatches
    health: FakeHealth
    history: FakeHistory

    def uses(self) -> UseCases:
        return use_cases(
            accounts=FakeAccounts(),
            catalogue=FakeCatalogue(),
            matches=self.matches,
            health=self.health,
            signing=FakeSigning(),
            history=self.history,
            inbox=FakeInbox(self.matches),
        )
