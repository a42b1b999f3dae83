"""The ports over the real kernel, in memory: what the skins need to be tested without a service."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from types import SimpleNamespace
from typing import Any

import msgspec

from api_schema.errors import ApiError, ErrorCode, Fault
from api_schema.input.member_names import camel_value
from api_schema.ports.accounts import AccountOut, NewToken, TokenInfo
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.catalogue import LoadoutReport, OwnCardSet, RuleInfo, ViolationOut
from api_schema.ports.health import ReadyOut
from api_schema.ports.history import AuditLevel, AuditReport, KeySet, Payer, ReplayFile, SigningKey
from api_schema.ports.inbox import (
    InboxEntry,
    InboxHeartbeatOut,
    InboxMessage,
    InboxPage,
    SeatsToAct,
    SeatToAct,
    YourTurnOut,
)
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
    ResultOut,
    SeatOut,
    StateOut,
    Statistics,
    Taken,
    Update,
)
from domain.kernel import decide
from domain.kernel.audience import FULL
from domain.kernel.draws import ALGORITHM
from domain.kernel.facts import as_seen
from domain.kernel.fold import fold
from domain.kernel.game import LoadoutContext
from domain.kernel.lineage import Pins
from domain.kernel.match import ClockPolicy, MatchCreated
from domain.kernel.prompts import expand
from domain.kernel.refusal import Refusal
from tests.api import nothing
from tests.api.nothing import WELL
from tests.api.taken import taken
from tests.kit.told import BESIDE
from tests.kit.waiting import PATIENCE
from tests.toy_game.game import GAME

SEED = b"s" * 32
NOW = "2026-01-02T03:04:05.000Z"
PINS = Pins("1", "a" * 64, "test", "b" * 64, ALGORITHM, "c" * 64)


def refused(refusal: Refusal, **details: object) -> ApiError:
    return ApiError(ErrorCode(refusal.code), refusal.message, rule_id=refusal.rule, path=refusal.path, details=details)


def read(data: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise ApiError(ErrorCode.INVALID_INPUT, str(error)) from error


def _place(after: str | None) -> int:
    """The place of a cursor, which is a number here."""
    if after is None or after.isdecimal():
        return int(after or 0)
    raise ApiError(ErrorCode.INVALID_INPUT, "this is not a cursor of this list", path=("after",))


class FakeAccounts:
    """Tokens are `seat:<match>:<seat>` or `user:<name>`; `revoked` ones are no good."""

    def __init__(self, calls: Counter[str]) -> None:
        self.calls = calls
        self.revoked: set[str] = set()
        self.names: dict[str, str | None] = {}

    async def authenticate(self, token: str | None) -> Caller:
        self.calls["authenticate"] += 1
        if token is None:
            return ANONYMOUS
        kind, _, rest = token.partition(":")
        if token in self.revoked or kind not in ("seat", "user"):
            raise ApiError(ErrorCode.UNAUTHENTICATED, "this token is not valid")
        if kind == "user":
            return Caller(token, frozenset({"match:play"}), account=f"ac_{rest}")
        match, seat = rest.split(":")
        return Caller(token, frozenset({"match:play"}), seat=(match, int(seat)))

    async def create_token(self, caller: Caller, name: str, scopes: Any, expires_at: str | None = None) -> NewToken:
        if caller.account is None:
            raise ApiError(ErrorCode.FORBIDDEN, "only accounts have tokens")
        return NewToken(
            id=f"tk_{name}",
            name=name,
            scopes=tuple(scopes),
            created_at=NOW,
            expires_at=expires_at,
            token=f"user:{name}",
        )

    async def tokens(self, caller: Caller) -> list[TokenInfo]:
        return [TokenInfo(id="tk_1", name="phone", scopes=("match:play",), created_at=NOW)]

    async def revoke_token(self, caller: Caller, token_id: str) -> None:
        self.revoked.add("user:" + token_id.removeprefix("tk_"))

    async def profile(self, caller: Caller) -> AccountOut:
        if caller.account is None:
            raise ApiError(ErrorCode.UNAUTHENTICATED, "only accounts have names")
        return AccountOut(caller.account, self.names.get(caller.account), NOW)

    async def rename(self, caller: Caller, name: str | None) -> AccountOut:
        account = (await self.profile(caller)).id
        if name == "":
            raise ApiError(ErrorCode.INVALID_INPUT, "a name has 1 to 40 characters", path=("name",))
        self.names[account] = name
        return await self.profile(caller)

    async def erase(self, caller: Caller, confirm: str) -> None:
        if confirm != "ERASE":
            raise ApiError(ErrorCode.INVALID_INPUT, "confirm it", path=("confirm",))
        self.revoked.add(caller.ref)


class FakeCatalogue:
    """The toy game."""

    def __init__(self, calls: Counter[str]) -> None:
        self.calls = calls

    def games(self) -> Any:
        return [GAME]

    def game(self, slug: str) -> Any:
        self.calls["game"] += 1
        if slug != GAME.slug:
            raise ApiError(ErrorCode.NOT_FOUND, f"no game {slug}")
        return GAME

    def rules(self, slug: str) -> Any:
        return [RuleInfo("TOY-101", "Shuffle.", "Set-up"), RuleInfo("TOY-205", "Score.", "Rounds")]

    def rules_hash(self, slug: str) -> str:
        return "a" * 64

    async def cards(self, slug: str, card_set: str | None = None) -> Any:
        self.game(slug)
        return GAME.cards()

    def card_sets(self, slug: str) -> Any:
        return GAME.card_sets()

    def decks(self, slug: str) -> Any:
        return GAME.decks()

    def card_set_hash(self, slug: str) -> str:
        return GAME.card_set_hash()

    def option_schema(self, slug: str) -> Any:
        return msgspec.json.schema(GAME.options_type)

    def loadout_schema(self, slug: str) -> Any:
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
        context = LoadoutContext(read(options, GAME.options_type), seats, GAME.core().cards)
        faults = GAME.check_loadout(context, read(loadout, GAME.loadout_type))
        return LoadoutReport(not faults, tuple(ViolationOut(f.rule, f.message, f.path) for f in faults))

    async def validate_deck(
        self, slug: str, options: Mapping[str, Any], seats: int, deck: str, seat: int
    ) -> LoadoutReport:
        return await self.validate_loadout(slug, options, seats, {"charm": deck})


class FakeMatches:
    """Matches in memory. `calls` counts the use cases; `broken` makes reading fail."""

    def __init__(self, calls: Counter[str]) -> None:
        self.calls = calls
        self.broken = False
        self.states: dict[str, Any] = {}
        self.facts: dict[str, list[Any]] = {}
        self.ends: dict[str, set[int]] = {}
        self.keys: dict[tuple[str, str], Any] = {}
        self.changed = asyncio.Condition()
        self.heartbeat = 10.0 * PATIENCE

    async def create(self, caller: Caller, key: str, request: CreateMatch) -> tuple[MatchOut, bool, str | None]:
        if request.game != GAME.slug:
            raise ApiError(ErrorCode.NOT_FOUND, f"no game {request.game}", path=("game",))
        known = self.keys.get((caller.ref, key))
        if known:
            self._same(known, request)
            return self._out(known[0]), True, None
        match = f"mt_{len(self.states)}"
        options = read(request.options, GAME.options_type)
        event = MatchCreated(
            match=match, game=GAME.slug, seats=request.seats, options=options, clock=ClockPolicy(), pins=PINS
        )
        made = decide.create(GAME, event, 1000)
        if isinstance(made, decide.IllegalLoadout):
            faults = tuple(Fault(f.message, f.rule, f.path) for f in made.violations)
            raise ApiError(ErrorCode.INVALID_INPUT, "these options are not legal", faults=faults)
        self.keys[caller.ref, key] = (match, request)
        self.facts[match], self.ends[match] = [], set()
        await self._keep(match, made)
        return self._out(match), False, "invited" if request.visibility == "INVITE" else None

    async def fork(self, caller: Caller, match_id: str, key: str, request: ForkMatch) -> tuple[MatchOut, bool]:
        self._state(match_id)
        details: dict[str, object] = {"nearest": 1}
        raise ApiError(ErrorCode.FORK_REFUSED, "these matches still run", details=details)

    async def join(self, caller: Caller, match_id: str, key: str, request: JoinMatch) -> JoinOut:
        state = self._state(match_id)
        free = [number for number, seat in enumerate(state.seats) if seat.player is None]
        seat = request.seat if request.seat is not None else (free or [0])[0]
        loadout = (
            GAME.precon(request.deck, seat, state.options, len(state.seats))
            if request.deck
            else read(request.loadout, GAME.loadout_type)
        )
        made = decide.join(GAME, state, seat, caller.ref, 2000, loadout=loadout, server_seed=SEED)
        if isinstance(made, Refusal):
            raise refused(made)
        if isinstance(made, decide.IllegalLoadout):
            faults = tuple(Fault(f.message, f.rule, f.path) for f in made.violations)
            raise ApiError(ErrorCode.DECK_ILLEGAL, "this deck is not legal", faults=faults)
        await self._keep(match_id, made)
        return JoinOut(self._out(match_id), seat, f"seat:{match_id}:{seat}", False)

    async def leave(self, caller: Caller, match_id: str, seat: int, key: str) -> MatchOut:
        made = decide.leave(GAME, self._state(match_id), seat, 3000)
        if isinstance(made, Refusal):
            raise refused(made)
        await self._keep(match_id, made)
        return self._out(match_id)

    async def get(self, caller: Caller, match_id: str) -> MatchOut:
        self.calls["get"] += 1
        if self.broken:
            raise RuntimeError("the secret of the storage")
        self._state(match_id)
        return self._out(match_id)

    async def find(
        self,
        caller: Caller,
        *,
        first: int,
        after: str | None = None,
        wanted: MatchFilter = ALL_MATCHES,
    ) -> MatchPage:
        self.calls["find"] += 1
        found = [
            out
            for match in reversed(self.states)
            if (out := self._out(match)).status in (wanted.status or (out.status,))
        ]
        start = _place(after)
        return MatchPage(tuple(found[start : start + first]), str(start + first), has_next=start + first < len(found))

    async def statistics(self) -> Statistics:
        self.calls["statistics"] += 1
        status = Counter(state.status for state in self.states.values())
        counts = MatchCounts(*(status[name] for name in ("open", "running", "finished", "aborted")))
        return Statistics((GameStatistics(GAME.slug, counts),))

    async def state(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, at_version: int | None = None
    ) -> StateOut:
        self.calls["state"] += 1
        viewer = self._viewer(caller, match_id, perspective)
        version = at_version or len(self.facts[match_id])
        state = self._past(match_id, version)
        view = GAME.view(state, viewer) if state.board_or_none else None
        own = [prompt for prompt in state.prompts.values() if viewer in (FULL, f"seat:{prompt.seat}")]
        return StateOut(
            match_id,
            version,
            version not in self.ends[match_id],
            viewer,
            state.status,
            GAME.phase(state) if state.board_or_none else state.status,
            tuple(self._prompt(prompt) for prompt in own),
            "d" * 64,
            "e" * 64,
            camel_value(view),
            camel_value(GAME.table(view, GAME.core().cards) if view else None),
            None,
        )

    async def legal_actions(
        self, caller: Caller, match_id: str, seat: int | None = None, at_version: int | None = None, expand: int = 200
    ) -> LegalActionSet:
        self.calls["legal_actions"] += 1
        if seat is None:
            seat = self._seat(caller, match_id)
        return self._legal(match_id, seat, at_version)

    async def act(self, caller: Caller, match_id: str, request: ActInput) -> Taken:
        state = self._state(match_id)
        seat = request.seat if request.seat is not None else self._seat(caller, match_id)
        if self._seat(caller, match_id) != seat:
            raise ApiError(ErrorCode.NOT_YOUR_SEAT, "this is not your seat", path=("seat",))
        known = self.keys.get((f"{caller.ref} {match_id}", request.idempotency_key))
        if known:
            self._same(known, request)
            first: ActOut = known[0]
            return taken(msgspec.structs.replace(first, replayed=True))
        before = len(self.facts[match_id])
        await self._keep(match_id, self._decide(state, seat, request))
        events = self._events(match_id, f"seat:{seat}", before)
        out = ActOut(self._out(match_id), len(self.facts[match_id]), "e" * 64, False, events)
        self.keys[f"{caller.ref} {match_id}", request.idempotency_key] = (out, request)
        return taken(out)

    def _decide(self, state: Any, seat: int, request: ActInput) -> Any:
        data, prompt, revision = request.action, request.prompt_id, request.revision
        if request.token is not None:
            prompt, rev, encoded = request.token.split("|")
            data, revision = msgspec.json.decode(encoded), int(rev)
        assert data is not None
        if data["type"] == "concede":
            made = decide.concede(GAME, state, seat, 4000, SEED)
        elif prompt is None and request.expected_version is None:
            raise ApiError(ErrorCode.GUARD_REQUIRED, "an action needs a guard")
        elif prompt is None and request.expected_version != state.version:
            details: dict[str, object] = {"expected": request.expected_version, "actual": state.version}
            raise ApiError(ErrorCode.VERSION_CONFLICT, "something happened before", details=details)
        else:
            action = {kind.__struct_config__.tag: kind for kind in GAME.actions}[data["type"]]
            asked = None if prompt is None else int(prompt)
            made = decide.act(GAME, state, seat, read(data, action), 4000, SEED, prompt=asked, revision=revision)
        if isinstance(made, Refusal):
            raise refused(made, legal=self._legal(state.match, seat))
        return made

    async def events(
        self,
        caller: Caller,
        match_id: str,
        *,
        perspective: str | None = None,
        after: int = 0,
        first: int = 256,
    ) -> EventPage:
        self.calls["events"] += 1
        found = self._events(match_id, self._viewer(caller, match_id, perspective), after)
        return EventPage(found[:first], len(found) <= first, len(self.facts[match_id]))

    async def presence(self, caller: Caller, match_id: str) -> PresenceOut:
        self._out(match_id)
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
        viewer = self._viewer(caller, match_id, perspective)
        while True:
            events = self._events(match_id, viewer, after)
            if events:
                payload = {"fromVersion": after + 1, "toVersion": events[-1].version, "events": events}
                after = events[-1].version
                yield self._update("EventsAppended", after, {**payload, "stateHash": "d", "headHash": "e"})
            elif self._state(match_id).status == "finished":
                yield self._update("MatchClosed", after, {"version": after, "result": self._out(match_id).result})
                return
            elif not await self._wait(match_id, after):
                yield self._update("Heartbeat", after, {"version": after})

    async def _wait(self, match_id: str, after: int) -> bool:
        try:
            async with asyncio.timeout(self.heartbeat), self.changed:
                await self.changed.wait_for(lambda: len(self.facts[match_id]) > after)
        except TimeoutError:
            return False
        return True

    def _update(self, kind: str, version: int, payload: Any) -> Update:
        return Update(kind, version, msgspec.json.encode(payload))

    async def _keep(self, match_id: str, made: decide.Decision) -> None:
        self.states[match_id] = made.state
        self.facts[match_id] += made.facts
        self.ends[match_id].add(len(self.facts[match_id]))
        async with self.changed:
            self.changed.notify_all()

    def _same(self, known: Any, order: Any) -> None:
        if known[1] != order:
            details: dict[str, object] = {"firstUsedAt": NOW}
            raise ApiError(ErrorCode.KEY_REUSED, "this key was used for something else", details=details)

    def _state(self, match_id: str) -> Any:
        if match_id not in self.states:
            raise ApiError(ErrorCode.NOT_FOUND, f"no match {match_id}")
        return self.states[match_id]

    def _seat(self, caller: Caller, match_id: str) -> int:
        if caller.seat is None or caller.seat[0] != match_id:
            raise ApiError(ErrorCode.NOT_YOUR_SEAT, "you have no seat in this match")
        return caller.seat[1]

    def _viewer(self, caller: Caller, match_id: str, perspective: str | None) -> str:
        own = f"seat:{caller.seat[1]}" if caller.seat and caller.seat[0] == match_id else "spectator"
        if perspective not in (None, "spectator", own):
            raise ApiError(ErrorCode.FORBIDDEN, "this perspective is not yours", path=("as",))
        return perspective or own

    def _prompt(self, prompt: Any) -> PromptOut:
        mode = prompt.mode.upper()
        return PromptOut(
            str(prompt.id), prompt.revision, prompt.seat, prompt.kind, mode, prompt.rule, "Send", None, prompt.id, None
        )

    def _past(self, match_id: str, version: int) -> Any:
        return fold(GAME, [(fact, 1000) for fact in self.facts[match_id][:version]], FULL)

    def _legal(self, match_id: str, seat: int, at_version: int | None = None) -> LegalActionSet:
        state = self._state(match_id) if at_version is None else self._past(match_id, at_version)
        own = [prompt for prompt in state.prompts.values() if prompt.seat == seat]
        prompts = tuple(self._options(state, prompt) for prompt in own)
        return LegalActionSet(state.version, seat, state.status == "running", prompts)

    def _options(self, state: Any, prompt: Any) -> PromptOptions:
        templates = tuple(GAME.options(state, prompt))
        answers = [{"type": template.type, **fields} for template in templates for fields in expand(template)]
        actions = tuple(self._action(prompt, answer) for answer in answers)
        return PromptOptions(self._prompt(prompt), actions, templates, (), None)

    def _action(self, prompt: Any, answer: dict[str, Any]) -> LegalAction:
        token = f"{prompt.id}|{prompt.revision}|{msgspec.json.encode(answer).decode()}"
        return LegalAction(token, answer["type"], answer["type"], answer, (prompt.rule,))

    def _events(self, match_id: str, viewer: str, after: int) -> tuple[EventOut, ...]:
        return tuple(
            self._event(match_id, viewer, version, fact)
            for version, fact in enumerate(self.facts[match_id], 1)
            if version > after
        )

    def _event(self, match_id: str, viewer: str, version: int, fact: Any) -> EventOut:
        seen = as_seen(fact, viewer)
        kind = "sealed" if seen is None else seen.type
        data = {} if seen is None else msgspec.to_builtins(camel_value(seen), str_keys=True)
        return EventOut(
            f"{match_id}-{version}",
            version,
            kind,
            NOW,
            "system",
            None,
            seen != fact.event,
            "f" * 64,
            version in self.ends[match_id],
            kind,
            *BESIDE,
            data,
        )

    def _out(self, match_id: str) -> MatchOut:
        state = self._state(match_id)
        seats = tuple(
            SeatOut(n, seat.player is not None, seat.sealed, seat.bot, None, seat.conceded)
            for n, seat in enumerate(state.seats)
        )
        result = state.result and ResultOut(
            state.result.kind.upper(), state.result.placings, state.result.rule, None, ""
        )
        pins = PinsOut(**msgspec.structs.asdict(PINS))
        return MatchOut(
            match_id,
            state.game,
            state.status.upper(),
            state.version,
            "OPEN",
            "ALL",
            result is not None,
            0,
            seats,
            ClockOut(None, None, 0),
            None,
            msgspec.to_builtins(state.options),
            pins,
            result,
            False,
            None,
            None,
            "e" * 64,
            NOW,
            NOW,
        )


class FakeHistory:
    """The records of the fake matches; nobody has tampered with them."""

    def __init__(self, matches: FakeMatches) -> None:
        self.matches = matches

    async def replay(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, after: int = 0
    ) -> ReplayFile:
        state = await self.matches.state(caller, match_id, perspective=perspective)
        over = state.status == "finished"
        return ReplayFile(match_id, state.perspective, state.version, "e" * 64, over, "v", None, self._lines())

    async def _lines(self) -> AsyncGenerator[bytes, None]:
        yield b"{}\n"

    async def audit(self, caller: Caller, match_id: str, payer: Payer) -> AuditReport:
        match = await self.matches.get(caller, match_id)
        level = AuditLevel("L2", "SKIPPED", "later", 7, None)
        head, ended = match.head_hash, match.status
        return AuditReport(True, "OK", match.id, match.game, "full", match.version, head, ended, "key", True, (level,))

    async def verify(self, body: AsyncIterator[bytes]) -> AuditReport:
        raise ApiError(ErrorCode.INVALID_INPUT, "this is no replay file")


class FakeHealth:
    """Always well."""

    async def ready(self) -> ReadyOut:
        return WELL


class FakeSigning:
    """One key that has signed, the example of RFC 8037."""

    async def keys(self) -> KeySet:
        x, kid = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
        return KeySet((SigningKey(x=x, kid=kid, first_used_at="2024-01-01T00:00:00.000Z"),))


class FakeInbox:
    """The inbox that tests put items into; cursors count them."""

    def __init__(self) -> None:
        self.items: list[InboxEntry] = []
        self.heartbeat = 0.05

    async def page(self, caller: Caller, *, after: str | None = None, first: int = 50) -> InboxPage:
        items = tuple(self._items(caller, after))
        end = items[:first][-1].cursor if items else after
        return InboxPage(items[:first], end, len(items) > first, False)

    async def follow(self, caller: Caller, *, after: str | None = None) -> AsyncGenerator[InboxMessage]:
        while True:
            for item in self._items(caller, after):
                yield item
                after = item.cursor
            await asyncio.sleep(self.heartbeat)
            yield InboxHeartbeatOut(after or "")

    async def seats_to_act(self, caller: Caller) -> SeatsToAct:
        turns = [item for item in self._items(caller, None) if isinstance(item, YourTurnOut)]
        return SeatsToAct(tuple(SeatToAct(item.match_id, item.seat, item.prompt_id, item.deadline) for item in turns))

    def _items(self, caller: Caller, after: str | None) -> list[InboxEntry]:
        if caller.account is None:
            raise ApiError(ErrorCode.UNAUTHENTICATED, "an inbox belongs to an account")
        return self.items[_place(after) :]


def use_cases() -> Any:
    """The ports, with what tests want to reach: `calls`, `accounts`, `matches`."""
    calls: Counter[str] = Counter()
    accounts, catalogue, matches = FakeAccounts(calls), FakeCatalogue(calls), FakeMatches(calls)
    inbox, history = FakeInbox(), FakeHistory(matches)
    use = nothing.use_cases(
        accounts=accounts,
        catalogue=catalogue,
        matches=matches,
        health=FakeHealth(),
        signing=FakeSigning(),
        history=history,
        inbox=inbox,
    )
    return SimpleNamespace(use=use, calls=calls, accounts=accounts, matches=matches, inbox=inbox)
