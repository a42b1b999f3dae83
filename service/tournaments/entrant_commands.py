"""Entering a tournament, with a deck that the rules allow; being there, and leaving."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.tournaments import DeckOrder, RegisterEntrant
from domain.tournament import decide
from domain.tournament.batch import TournamentDecision
from domain.tournament.events import Deck
from domain.tournament.faults import Fault
from domain.tournament.tournament import TournamentState
from service.accounts.directory import Directory
from service.application.pseudonyms import entrant_of, ladder_player, staff_of
from service.application.refusals import store_errors
from service.catalogue.conversion import with_stored_names
from service.keys import Keys
from service.matches.lobby import SavedLoadout
from service.tournaments.aggregate import TournamentAggregate
from service.tournaments.commands import ENTER, MANAGE, TournamentCommands, require_account, require_organiser
from service.tournaments.refusals import accepted, refused
from service.tournaments.repository import CommittedTournament


class EntrantCommands:
    """The commands of entrants."""

    def __init__(self, commands: TournamentCommands, directory: Directory, keys: Keys, decks: SavedLoadout) -> None:
        self._commands = commands
        self._directory = directory
        self._keys = keys
        self._decks = decks

    def code(self, tournament: str) -> str:
        """The code that opens a tournament by invitation."""
        return self._keys.code("tournament-entry", tournament.encode())

    async def register(
        self, caller: Caller, tournament: str, key: str, request: RegisterEntrant
    ) -> CommittedTournament:
        """Enter. The account is noted first: an entry must not be lost to it."""
        require_account(caller, ENTER)
        entrant = entrant_of(caller, tournament)
        state = (await self._known(tournament)).state
        player = ladder_player(caller, state.game) if state.terms.rated else None
        await self._note(caller, entrant, player)

        async def propose(known: TournamentAggregate) -> TournamentDecision:
            _require_unseen(caller, known.state)
            self._require_invite(known.state, request.invite)
            deck = await self._deck(caller, known.state, request.deck)
            return accepted(decide.register(known.state, entrant, deck, self._commands.clock(), player), _ENTRY)

        return await self._commands.change(caller, tournament, key, ["register", request], entrant, propose)

    async def change_deck(self, caller: Caller, tournament: str, key: str, request: DeckOrder) -> CommittedTournament:
        """Bring another deck."""
        require_account(caller, ENTER)
        entrant = entrant_of(caller, tournament)

        async def propose(known: TournamentAggregate) -> TournamentDecision:
            deck = await self._deck(caller, known.state, request)
            return accepted(decide.change_deck(known.state, entrant, deck, self._commands.clock()), _ENTRY)

        return await self._commands.change(caller, tournament, key, ["deck", request], entrant, propose)

    async def check_in(self, caller: Caller, tournament: str, key: str, entrant: str | None) -> CommittedTournament:
        """Be there."""
        who, actor = _whom(caller, tournament, entrant)

        async def propose(known: TournamentAggregate) -> TournamentDecision:
            _require_own(caller, known.state, who)
            return accepted(decide.check_in(known.state, who, self._commands.clock()), _ENTRY)

        return await self._commands.change(caller, tournament, key, ["check in", who], actor, propose)

    async def drop(self, caller: Caller, tournament: str, key: str, entrant: str | None) -> CommittedTournament:
        """Leave."""
        who, actor = _whom(caller, tournament, entrant)

        async def propose(known: TournamentAggregate) -> TournamentDecision:
            _require_own(caller, known.state, who)
            return accepted(decide.leave(known.state, who, self._commands.clock()), _ENTRY)

        return await self._commands.change(caller, tournament, key, ["drop", who], actor, propose)

    async def _known(self, tournament: str) -> TournamentAggregate:
        with store_errors():
            return await self._commands.repository.current(tournament)

    async def _note(self, caller: Caller, entrant: str, player: str | None) -> None:
        assert caller.account is not None
        with store_errors():
            await self._directory.remember(caller.account, entrant)
            if player is not None:
                await self._directory.remember(caller.account, player)

    def _require_invite(self, state: TournamentState, code: str | None) -> None:
        if state.terms.entry == "open":
            return
        if code is None or not self._keys.is_code(code, "tournament-entry", state.tournament.encode()):
            raise ApiError(ErrorCode.FORBIDDEN, "this tournament takes entrants by invitation", path=("invite",))

    async def _deck(self, caller: Caller, state: TournamentState, request: DeckOrder) -> Deck:
        """The deck as it is kept, once the game allows it. DECK_ILLEGAL, INVALID_INPUT."""
        if [request.deck, request.deck_id, request.loadout].count(None) != 2:
            message = "bring one of the three: a deck, the id of a saved one, or a loadout"
            raise ApiError(ErrorCode.INVALID_INPUT, message, path=("deck",))
        loadout: Mapping[str, Any] | None = request.loadout
        if request.deck_id is not None:
            loadout = await self._decks(caller, request.deck_id, state.game)
        setup = await self._commands.setups.of(state)
        kept = None if loadout is None else with_stored_names(loadout, setup.game.loadout_type, "deck", "loadout")
        return self._commands.setups.accepted(setup, Deck(request.deck, kept))


def _whom(caller: Caller, tournament: str, entrant: str | None) -> tuple[str, str]:
    """The entrant, and as whom the caller speaks of it: as the entrant itself, or else as staff."""
    own = entrant_of(caller, tournament)
    if entrant is None or entrant == own:
        require_account(caller, ENTER)
        return own, own
    require_account(caller, MANAGE)
    return entrant, staff_of(caller, tournament)


def _require_unseen(caller: Caller, state: TournamentState) -> None:
    """Refuse a late entry of an account that may have seen hidden decks: staff, and former staff."""
    staff = staff_of(caller, state.tournament)
    if state.status == "running" and state.terms.decks != "open" and staff in (*state.staff, *state.dismissed):
        raise refused([Fault("DECKS_SEEN", "staff sees the hidden decks, and can't enter late", ("entrant",))], _ENTRY)


def _require_own(caller: Caller, state: TournamentState, who: str) -> None:
    if who != entrant_of(caller, state.tournament):
        require_organiser(caller, state)


_ENTRY = ErrorCode.ENTRY_REFUSED
