"""Opening a match, taking a seat, giving it back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from typing import Any, Literal, Protocol, cast

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports import Caller, CreateMatch, JoinMatch
from domain.kernel import decide
from domain.kernel.audience import seat as seat_name
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.game import Game
from domain.kernel.match import ClockPolicy, State
from domain.kernel.refusal import Refusal
from domain.kernel.seating import decks_for
from eventstore import chain
from eventstore.chain import canonical
from service.accounts.directory import Directory
from service.catalogue.cardsets import CardSetBook
from service.catalogue.catalogue import Entry, GameCatalogue
from service.catalogue.typed import convert
from service.matches import inputs
from service.matches.access import acting_seat, require_scope, require_token
from service.matches.aggregate import Aggregate
from service.matches.commands import Commands
from service.matches.identity import guest_player, match_id, new_stream, player_of
from service.matches.pins import pins_of
from service.matches.refusals import illegal_loadout, illegal_options, refused, store_errors
from service.matches.repository import Committed, Repository
from service.matches.sealing import Origin
from service.matches.tokens import Tokens
from service.matches.transaction import Proposal, transact
from service.matches.vault import Vault
from service.times import Clock

SavedLoadout = Callable[[Caller, str, str], Awaitable[Mapping[str, Any]]]
"""The loadout of a saved deck of the caller's own, by its id, for a match of a game. NOT_FOUND, INVALID_INPUT."""
DAY = 86_400_000
"""The longest time that a clock may give, in ms."""
HOUR = 3_600_000
"""The longest time that spectators may be behind, in ms."""


class Clocked(Protocol):
    """An order that may ask for clocks."""

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
        commands: Commands,
        vault: Vault,
        tokens: Tokens,
        decks: SavedLoadout,
        clock: Clock,
    ) -> None:
        self._repository = repository
        self._catalogue = catalogue
        self._book = book
        self._directory = directory
        self._commands = commands
        self._vault = vault
        self._tokens = tokens
        self._decks = decks
        self._clock = clock

    async def create(self, caller: Caller, key: str, order: CreateMatch) -> tuple[Aggregate, bool]:
        """(the match, whether it was there before). The same caller and key always find the same match."""
        require_scope(caller, "match:create")
        inputs.require_key(caller, key)
        stream = new_stream(caller, key)
        match, seed = match_id(stream), self._vault.new()
        entry = self._catalogue.entry(order.game)
        inputs.require_brief(order.options)
        options = convert(order.options, entry.game.options_type, "options")
        sets = await self._book.chosen(entry.game, options)
        decision = _created(entry, match, order, options, seed, self._clock())
        origin = Origin("system", self._commands.digest(caller, match, key))
        command = self._commands.stored(caller, match, key, _fingerprint(_content(order)))
        empty = Aggregate(match, stream, entry, State(), chain.GENESIS, sets=sets)
        with store_errors():
            appended = await self._repository.create(empty, seed, decision, origin, command)
            return await self._repository.current(match), appended.replayed

    async def join(self, caller: Caller, match: str, key: str, order: JoinMatch) -> Committed:
        """Take a seat with a loadout. A retry finds the seat that it took, whatever became of a saved deck."""
        require_scope(caller, "match:play")
        inputs.require_key(caller, key)
        inputs.require_seed(order.seed)
        digest = self._commands.digest(caller, match, key)
        player = guest_player(digest) if caller.account is None else await self._player(caller, caller.account, match)
        saved = await self._saved(caller, match, order)

        def propose(known: Aggregate) -> Proposal:
            self._require_invite(known.state, order.invite)
            number = _free_seat(known.state, order.seat)
            outcome = decide.join(
                known.game,
                known.state,
                number,
                player,
                self._clock(),
                bot=order.bot,
                loadout=_loadout(known, order, number, saved),
                seat_seed=order.seed,
                # who comes too late is told so, whatever has become of the seed meanwhile
                server_seed=self._repository.seed(known) if known.state.status == "open" else b"",
            )
            return Proposal(_accepted(outcome), Origin(seat_name(number), digest))

        command = self._commands.stored(caller, match, key, _fingerprint(order))
        return await transact(self._repository, match, command, propose)

    async def leave(self, caller: Caller, match: str, seat: int, key: str) -> Committed:
        """Give a seat back before the start; its token dies with it."""
        require_token(caller)
        require_scope(caller, "match:play")
        inputs.require_key(caller, key)
        digest = self._commands.digest(caller, match, key)

        def propose(known: Aggregate) -> Proposal:
            number = acting_seat(caller, known.state, seat)
            outcome = decide.leave(known.game, known.state, number, self._clock())
            return Proposal(_accepted(outcome), Origin(seat_name(number), digest))

        command = self._commands.stored(caller, match, key, _fingerprint({"leave": seat}))
        return await transact(self._repository, match, command, propose)

    async def _player(self, caller: Caller, account: str, match: str) -> str:
        """The pseudonym of an account in this match. Whose it is, is noted first: a seat must not be lost to it."""
        player = player_of(caller, match)
        with store_errors():
            await self._repository.known(match)
            await self._directory.remember(account, player)
        return player

    async def _saved(self, caller: Caller, match: str, order: JoinMatch) -> Mapping[str, Any] | ApiError | None:
        """What the saved deck holds now; its refusal is told only to whom no seat was given before."""
        if order.deck_id is None:
            return None
        with store_errors():
            game = (await self._repository.known(match)).game.slug
        try:
            return await self._decks(caller, order.deck_id, game)
        except ApiError as error:
            return error

    def _require_invite(self, state: State, code: str | None) -> None:
        if state.visibility == "open" or (code is not None and self._tokens.is_invite(state.match, code)):
            return
        raise ApiError(ErrorCode.FORBIDDEN, "this match takes players by invitation", path=("invite",))


def _created(entry: Entry, match: str, order: CreateMatch, options: Any, seed: bytes, now: int) -> Decision:
    game = entry.game
    inputs.bounded(order.seats, game.min_seats, game.max_seats, "seats")
    outcome = decide.create(
        game,
        match,
        order.seats,
        options,
        clock_policy(game, options, order),
        pins_of(entry, match, seed),
        now,
        visibility=cast(Literal["open", "invite"], order.visibility.lower()),
        reveal=cast(Literal["all", "participants"], order.reveal.lower()),
        spectator_delay=inputs.bounded(order.spectator_delay_ms, 0, HOUR, "spectatorDelayMs"),
    )
    if isinstance(outcome, IllegalLoadout):
        raise illegal_options(outcome.violations)
    return outcome


def clock_policy(game: Game, options: Any, order: Clocked) -> ClockPolicy:
    """The clock that is asked for, in ms; what isn't asked for is the game's own. INVALID_INPUT."""
    decision, turn = game.default_clock(options)
    if order.decision_ms is not None:
        decision = inputs.bounded(order.decision_ms, 0, DAY, "decisionMs") or None
    if order.turn_ms is not None:
        turn = inputs.bounded(order.turn_ms, 0, DAY, "turnMs") or None
    return ClockPolicy(decision, turn, inputs.bounded(order.bank_ms, 0, DAY, "bankMs"))


def _free_seat(state: State, wanted: int | None) -> int:
    if wanted is not None:
        return wanted
    free = [number for number, place in enumerate(state.seats) if place.player is None]
    if state.status == "open" and not free:
        raise ApiError(ErrorCode.SEAT_TAKEN, "all seats are taken", path=("seat",))
    return free[0] if free else 0


def _loadout(match: Aggregate, order: JoinMatch, seat: int, saved: Mapping[str, Any] | ApiError | None) -> Any:
    if [order.deck, order.deck_id, order.loadout].count(None) != 2:
        message = "bring one of the three: a deck, the id of a saved one, or a loadout"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("deck",))
    if isinstance(saved, ApiError):
        raise saved
    if saved is not None:
        return convert(saved, match.game.loadout_type, "deckId")
    if order.loadout is not None:
        return convert(order.loadout, match.game.loadout_type, "loadout")
    return _precon(match, order, seat)


def _precon(match: Aggregate, order: JoinMatch, seat: int) -> Any:
    game, options = match.game, match.state.options
    known = [deck.id for deck in game.decks()]
    if order.deck not in known:
        raise ApiError(
            ErrorCode.INVALID_INPUT,
            f"{game.slug} has no deck {str(order.deck)[:64]!r}; it has {', '.join(known)}",
            path=("deck",),
        )
    assert order.deck is not None
    if not 0 <= seat < len(match.state.seats):
        return None  # there is no such seat, which is what will be said
    loadout = game.precon(order.deck, seat, options)
    if loadout is None:
        fitting = ", ".join(decks_for(game, options, (seat,))) or "none"
        raise ApiError(
            ErrorCode.INVALID_INPUT,
            f"the deck {order.deck!r} is not for seat {seat} of this match; those that are: {fitting}",
            path=("deck",),
        )
    return loadout


def _content(order: CreateMatch) -> dict[str, Any]:
    """What must be the same when the key is sent again; what came later counts only where it says something."""
    content: dict[str, Any] = msgspec.to_builtins(order)
    if not order.spectator_delay_ms:
        del content["spectatorDelayMs"]
    return content


def _fingerprint(content: object) -> bytes:
    return sha256(canonical(msgspec.to_builtins(content))).digest()


def _accepted(outcome: Decision | Refusal | IllegalLoadout) -> Decision:
    if isinstance(outcome, Refusal):
        raise refused(outcome)
    if isinstance(outcome, IllegalLoadout):
        raise illegal_loadout(outcome.violations)
    return outcome
