"""Opening a match, taking a seat, giving it back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from hashlib import sha256
from typing import Any, Literal, Protocol, cast

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.idempotency import require_key
from api_schema.input.patterns import DAY, HOUR
from api_schema.ports.base import Caller
from api_schema.ports.matches import CreateMatch, JoinMatch
from domain.kernel import decide
from domain.kernel.audience import seat as seat_name
from domain.kernel.cardsets import Library
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.game import CardGame, Strength
from domain.kernel.match import ClockPolicy, MatchCreated, State
from domain.kernel.refusal import Refusal, Violation
from domain.kernel.seating import modes_for
from eventstore import chain
from eventstore.chain import canonical
from service.accounts.directory import Directory
from service.application import inputs
from service.application.ids import MATCH_IDS, new_match
from service.application.permissions import require_scope, require_token
from service.application.pseudonyms import CommandNames, guest_player, house_player, player_of, strength_of
from service.application.refusals import illegal_loadout, illegal_options, refused, store_errors
from service.application.sealing import Cause
from service.application.tokens import Tokens
from service.application.vault import Vault
from service.catalogue.card_sets import CardSetBook
from service.catalogue.catalogue import CatalogueEntry, GameCatalogue
from service.catalogue.conversion import ready_loadout, received
from service.matches import house_seats
from service.matches.access import acting_seat
from service.matches.aggregate import Aggregate
from service.matches.house_seats import HouseSeats
from service.matches.releases import pins_of
from service.matches.repository import Committed, Repository
from service.matches.transaction import Proposal, transact
from service.times import Clock

SavedLoadout = Callable[[Caller, str, str], Awaitable[Mapping[str, Any]]]
"""The loadout of a saved deck of the caller's own, by its id, for a match of a game. NOT_FOUND, INVALID_INPUT."""


ALWAYS_COUNTED = frozenset(
    {
        *("game", "seats", "options", "decisionMs", "turnMs", "bankMs", "visibility", "reveal"),
        *("seat", "deck", "deckId", "loadout", "seed", "bot", "invite", "leave"),
    }
)
"""The members that requests of a lobby began with."""


class Clocked(Protocol):
    """A request that may ask for clocks."""

    @property
    def decision_ms(self) -> int | None: ...

    @property
    def turn_ms(self) -> int | None: ...

    @property
    def bank_ms(self) -> int: ...


class Lobby:
    """Everything before the first move."""

    def __init__(
        self,
        repository: Repository,
        catalogue: GameCatalogue,
        book: CardSetBook,
        directory: Directory,
        command_names: CommandNames,
        vault: Vault,
        tokens: Tokens,
        decks: SavedLoadout,
        house: HouseSeats,
        clock: Clock,
    ) -> None:
        self._repository = repository
        self._catalogue = catalogue
        self._book = book
        self._directory = directory
        self._command_names = command_names
        self._vault = vault
        self._tokens = tokens
        self._decks = decks
        self._house = house
        self._clock = clock

    async def create(self, caller: Caller, key: str, request: CreateMatch) -> tuple[Aggregate, bool]:
        """(the match, whether it was there before). The same caller and key always find the same match."""
        require_scope(caller, "match:create")
        require_key(caller, key)
        stream = new_match(caller, key)
        match, seed = MATCH_IDS.id_of(stream), self._vault.new()
        entry = self._catalogue.entry(request.game)
        inputs.require_brief(request.options)
        options = received(request.options, entry.game.options_type, "options")
        library = await self._book.chosen(entry.game, options)
        decision = _created(entry, match, request, options, seed, self._clock(), library)
        cause = Cause("system", self._command_names.digest(caller, match, key))
        command = self._command_names.stored(caller, match, key, _fingerprint(request))
        empty = Aggregate(match, stream, entry, State().use(library), chain.GENESIS)
        with store_errors():
            appended = await self._repository.create(empty, seed, decision, cause, command)
            return await self._repository.current(match), appended.replayed

    async def join(self, caller: Caller, match: str, key: str, request: JoinMatch) -> Committed:
        """Take a seat with a loadout. A retry finds the seat that it took, whatever became of a saved deck."""
        require_scope(caller, "match:play")
        require_key(caller, key)
        inputs.require_seed(request.seed)
        if isinstance(request.bot, str):
            return await self._seat_bot(caller, match, key, request, request.bot)
        digest = self._command_names.digest(caller, match, key)
        player = guest_player(digest) if caller.account is None else await self._player(caller, caller.account, match)
        saved = await self._saved(caller, match, request)

        def propose(known: Aggregate) -> Proposal:
            self._require_invite(known.state, request.invite)
            number = _free_seat(known.state, request.seat)
            outcome = decide.join(
                known.game,
                known.state,
                number,
                player,
                self._clock(),
                bot=bool(request.bot),
                loadout=_loadout(known, request, number, saved),
                seat_seed=request.seed,
                # a caller who comes too late learns that, whatever has become of the seed meanwhile
                server_seed=self._repository.seed(known) if known.state.status == "open" else b"",
            )
            return Proposal(_accepted(known.game, outcome), Cause(seat_name(number), digest))

        command = self._command_names.stored(caller, match, key, _fingerprint(request))
        return await transact(self._repository, match, command, propose)

    async def leave(self, caller: Caller, match: str, seat: int, key: str) -> Committed:
        """Give a seat back before the start; its token dies with it. That of a bot of the house its match's maker gives
        back.
        """
        require_token(caller)
        require_scope(caller, "match:play")
        require_key(caller, key)
        digest = self._command_names.digest(caller, match, key)
        bots = await self._own_bots(caller, match)

        def propose(known: Aggregate) -> Proposal:
            # it may have been freed and taken by somebody else meanwhile
            is_bot = seat in bots and strength_of(known.state.seats[seat].player) is not None
            number = seat if is_bot else acting_seat(caller, known.state, seat)
            outcome = decide.leave(known.game, known.state, number, self._clock())
            return Proposal(_accepted(known.game, outcome), Cause(seat_name(number), digest))

        command = self._command_names.stored(caller, match, key, _fingerprint({"leave": seat}))
        done = await transact(self._repository, match, command, propose)
        if seat in bots and not done.appended.replayed:
            with store_errors():
                await self._house.freed(match)
        return done

    async def _seat_bot(
        self, caller: Caller, match: str, key: str, request: JoinMatch, strength: Strength
    ) -> Committed:
        """Give a seat of an own match to a bot of the house. It is noted first: no account has more than it may."""
        require_token(caller)
        house_seats.require_plain(request)
        digest = self._command_names.digest(caller, match, key)
        command = self._command_names.stored(caller, match, key, _fingerprint(request))
        with store_errors():
            known = await self._repository.current(match)
            # a retry gets its first answer, whatever became of the note, the limit or the match since
            first = await self._repository.store.find_command(known.stream, command)
            if first is not None:
                return await self._repository.replayed(known, first)
            house_seats.require_bot(known, strength)
            if not await self._house.owns(caller, known.state):
                raise house_seats.not_own()
            noted = await self._house.note(caller, match, digest)

        def propose(known: Aggregate) -> Proposal:
            number = _free_seat(known.state, request.seat)
            house_seats.require_player(known.state, number)
            seated = self._bot_seated(known, number, request, strength, digest)
            return Proposal(seated, Cause(seat_name(number), digest))

        try:
            return await transact(self._repository, match, command, propose)
        except ApiError as error:
            if noted and error.code != ErrorCode.UNAVAILABLE:
                with store_errors():
                    await self._house.forget(digest)
            raise

    def _bot_seated(
        self, known: Aggregate, number: int, request: JoinMatch, strength: Strength, chance: str
    ) -> Decision:
        """With the named deck, else with the first legal one of those that are for the seat, in an order by chance."""
        named = request.deck is not None
        outcome: Decision | Refusal | IllegalLoadout | None = None
        for loadout in [_precon(known, request, number)] if named else house_seats.chosen(known, number, chance):
            outcome = decide.join(
                known.game,
                known.state,
                number,
                house_player(strength),
                self._clock(),
                bot=True,
                loadout=loadout,
                server_seed=self._repository.seed(known) if known.state.status == "open" else b"",
            )
            if not isinstance(outcome, IllegalLoadout):
                break
        assert outcome is not None
        return _accepted(known.game, outcome)

    async def _own_bots(self, caller: Caller, match: str) -> Collection[int]:
        """The seats of bots of the house in a match, if it is the caller's own."""
        with store_errors():
            state = (await self._repository.current(match)).state
            found = [number for number, place in enumerate(state.seats) if strength_of(place.player)]
            return found if found and await self._house.owns(caller, state) else ()

    async def _player(self, caller: Caller, account: str, match: str) -> str:
        """The pseudonym of an account in this match. The account is noted first: a seat must not be lost to it."""
        player = player_of(caller, match)
        with store_errors():
            await self._repository.known(match)
            await self._directory.remember(account, player)
        return player

    async def _saved(self, caller: Caller, match: str, request: JoinMatch) -> Mapping[str, Any] | ApiError | None:
        """The present content of the saved deck; only a caller who got no seat before learns of its refusal."""
        if request.deck_id is None:
            return None
        with store_errors():
            game = (await self._repository.known(match)).game.slug
        try:
            return await self._decks(caller, request.deck_id, game)
        except ApiError as error:
            return error

    def _require_invite(self, state: State, code: str | None) -> None:
        if state.visibility == "open" or (code is not None and self._tokens.is_invite(state.match, code)):
            return
        raise ApiError(ErrorCode.FORBIDDEN, "this match takes players by invitation", path=("invite",))


def _created(
    entry: CatalogueEntry, match: str, request: CreateMatch, options: Any, seed: bytes, now: int, library: Library
) -> Decision:
    game = entry.game
    _require_seats(game, request.seats)
    event = MatchCreated(
        match=match,
        game=game.slug,
        seats=request.seats,
        options=options,
        clock=clock_policy(game, options, request),
        pins=pins_of(entry, match, seed),
        visibility=cast(Literal["open", "invite"], request.visibility.lower()),
        reveal=cast(Literal["all", "participants"], request.reveal.lower()),
        spectator_delay=inputs.bounded(request.spectator_delay_ms, 0, HOUR, "spectatorDelayMs"),
    )
    outcome = decide.create(game, event, now, library)
    if isinstance(outcome, IllegalLoadout):
        raise illegal_options(game, [_with_modes(game, options, request.seats, fault) for fault in outcome.violations])
    return outcome


def _require_seats(game: CardGame, seats: int) -> None:
    """Refuse a number of seats that no match of the game has."""
    if not game.min_seats <= seats <= game.max_seats:
        numbers = dict.fromkeys((game.min_seats, game.max_seats))
        message = f"a match of {game.slug} has {' to '.join(map(str, numbers))} seats, not {seats}"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("seats",))


def _with_modes(game: CardGame, options: Any, seats: int, fault: Violation) -> Violation:
    """A fault that lies in the number of seats, with the modes of the game that fit it."""
    fitting = modes_for(game, options, seats) if fault.path == ("seats",) else []
    if not fitting:
        return fault
    hint = " or ".join(f'{{"mode": "{mode}"}}' for mode in fitting)
    return msgspec.structs.replace(fault, message=f"{fault.message}; options that fit: {hint}")


def clock_policy(game: CardGame, options: Any, request: Clocked) -> ClockPolicy:
    """The clock of a new match, in ms: as the request says, else the game's own. INVALID_INPUT."""
    decision, turn = game.default_clock(options)
    if request.decision_ms is not None:
        decision = inputs.bounded(request.decision_ms, 0, DAY, "decisionMs") or None
    if request.turn_ms is not None:
        turn = inputs.bounded(request.turn_ms, 0, DAY, "turnMs") or None
    return ClockPolicy(decision, turn, inputs.bounded(request.bank_ms, 0, DAY, "bankMs"))


def _free_seat(state: State, wanted: int | None) -> int:
    if wanted is not None:
        return wanted
    free = [number for number, place in enumerate(state.seats) if place.player is None]
    if state.status == "open" and not free:
        raise ApiError(ErrorCode.SEAT_TAKEN, "all seats are taken", path=("seat",))
    return free[0] if free else 0


def _loadout(match: Aggregate, request: JoinMatch, seat: int, saved: Mapping[str, Any] | ApiError | None) -> Any:
    if [request.deck, request.deck_id, request.loadout].count(None) != 2:
        message = "bring one of the three: a deck, the id of a saved one, or a loadout"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("deck",))
    if isinstance(saved, ApiError):
        raise saved
    if saved is not None:
        return received(saved, match.game.loadout_type, "deckId")
    if request.loadout is not None:
        return received(request.loadout, match.game.loadout_type, "loadout")
    return _precon(match, request, seat)


def _precon(match: Aggregate, request: JoinMatch, seat: int) -> Any:
    assert request.deck is not None
    seats = len(match.state.seats)
    if not 0 <= seat < seats:
        return None  # there is no such seat, which is what will be said
    return ready_loadout(match.game, request.deck, match.state.options, seats, seat)


def _fingerprint(content: CreateMatch | JoinMatch | Mapping[str, int]) -> bytes:
    """The same for the same content, when a key comes again. A member that came later counts only where it is set."""
    members: Mapping[str, Any] = msgspec.to_builtins(content)
    counted = {name: value for name, value in members.items() if value or name in ALWAYS_COUNTED}
    return sha256(canonical(counted)).digest()


def _accepted(game: CardGame, outcome: Decision | Refusal | IllegalLoadout) -> Decision:
    if isinstance(outcome, Refusal):
        raise refused(outcome)
    if isinstance(outcome, IllegalLoadout):
        raise illegal_loadout(game, outcome.violations)
    return outcome
