"""Results of matches, folded from their ends; what was brought to them, from the moment it is everybody's to know.

A loadout is private until `secrets_revealed` shows the seed to all. Before that event no row says anything of it, so no
query can: neither by a count, nor by finding or not finding a match. Matches that reveal to their players alone never
come that far. Setup events are looked up: a page of the log may begin after them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal
from uuid import UUID

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from api_schema.errors import ApiError
from domain.kernel import match as kernel
from domain.kernel.audience import FULL
from domain.kernel.codec import Codec, PublicReader
from domain.kernel.fold import FOLDERS
from domain.kernel.lineage import MatchForked
from domain.kernel.match import LoadoutSealed, MatchCreated, SeatLeft, State
from domain.kernel.result import Result, place_in
from domain.kernel.upcasters import UnreadableEvent
from eventstore import Logged, StoredEvent, bulk
from eventstore.read_models.past import Past
from service.application.pseudonyms import strength_of
from service.projections.match_results.loadouts import cards_of, deck_label
from service.projections.match_results.table import result_cards, result_seats, results

log = structlog.get_logger(__name__)

NAME = "match_results"
COUNTED = "open"
"""The visibility of matches that count: of no other does anybody learn here that it exists."""
Outcome = Literal["win", "draw", "loss"]

_PUBLIC = (kernel.MatchCreated, kernel.SeatTaken, kernel.SeatLeft, MatchForked, kernel.MatchEnded)
_BROUGHT = (MatchCreated.type, LoadoutSealed.type, SeatLeft.type)
_reader = PublicReader(_PUBLIC)


class _Seed(msgspec.Struct):
    seed: str | None = None


class _Revealed(msgspec.Struct):
    pub: _Seed


_revealed = msgspec.json.Decoder(_Revealed).decode


class ResultBook:
    """Applies ends and reveals of matches to the tables; each event once, in the order of the log."""

    name = NAME
    follows = (kernel.MatchEnded.type, kernel.SecretsRevealed.type)
    tables = (results, result_seats, result_cards)

    def __init__(self, codec: Callable[[str], Codec]) -> None:
        """`codec` reads the events of a game, by its slug; ApiError if there is none."""
        self._codec = codec

    def apply(self, connection: Connection, logged: Sequence[Logged], past: Past) -> None:
        """Fold a page of the log."""
        happened = [entry.event for entry in logged]
        ended = {event.stream_id: event for event in happened if event.type == kernel.MatchEnded.type}
        if ended:
            self._note_ends(connection, ended, past)
        opened = {event.stream_id: event.at for event in happened if _opens(event)}
        if opened:
            self._note_decks(connection, opened, past)

    def _note_ends(self, connection: Connection, ended: Mapping[UUID, StoredEvent], past: Past) -> None:
        found = _events(past, ended, [kind.type for kind in _PUBLIC])
        ends = {stream: state for stream, own in found.items() if _counts(state := _folded(own))}
        if ends:
            rows = [self._row(stream, state, ended[stream].at) for stream, state in ends.items()]
            bulk.insert(connection, results, rows)
            bulk.insert(connection, result_seats, [row for end in ends.items() for row in _seat_rows(*end)])

    def _row(self, stream: UUID, state: State, at: int) -> dict[str, Any]:
        result, game = _result(state), state.tournament
        return {
            "stream_id": stream,
            "game": state.game,
            "mode": self._mode(state),
            "tournament": None if game is None else game.tournament,
            "round": None if game is None else game.round,
            "table_number": None if game is None else game.table,
            "game_number": None if game is None else game.game,
            "seats": len(state.seats),
            "kind": result.kind,
            "ended_by": result.rule,
            "finished_at": at,
            "known_at": at + state.spectator_delay,
        }

    def _mode(self, state: State) -> str | None:
        """The option of that name; None where the game has none, or what was chosen can't be read."""
        try:
            options = msgspec.convert(state.options, self._codec(state.game).game.options_type)
        except (ApiError, msgspec.ValidationError) as error:
            log.warning("results know no mode", match=state.match, error=str(error))
            return None
        return getattr(options, "mode", None)

    def _note_decks(self, connection: Connection, opened: Mapping[UUID, int], past: Past) -> None:
        """`opened`: when the secrets of which match were opened to everybody."""
        counted = connection.execute(
            sa.select(results).where(bulk.among(connection, results.c.stream_id, opened))
        ).all()
        setup = _events(past, [row.stream_id for row in counted], _BROUGHT)
        # strangers are as far behind as they were with the end
        known = {row.stream_id: opened[row.stream_id] + row.known_at - row.finished_at for row in counted}
        brought = [
            (_place(row.stream_id, seat), deck, cards)
            for row in counted
            for seat, deck, cards in self._brought(row.game, row.stream_id, setup[row.stream_id])
        ]
        copies = [{**at, "card": card, "copies": many} for at, _, cards in brought for card, many in cards.items()]
        bulk.update(connection, result_seats, [{**at, "deck": deck} for at, deck, _ in brought])
        bulk.insert(connection, result_cards, copies)
        times = [{"stream_id": stream, "decks_known_at": time} for stream, time in known.items()]
        bulk.update(connection, results, times)

    def _brought(
        self, game: str, stream: UUID, setup: Sequence[StoredEvent]
    ) -> list[tuple[int, str, Mapping[str, int]]]:
        """(seat, deck, copies by card); nothing of a match that this release can't read."""
        try:
            return _decks(self._codec(game), setup)
        except (ApiError, UnreadableEvent) as error:
            log.warning("results pass over what was brought", stream=str(stream), error=str(error))
            return []


def outcome_of(result: Result, seat: int) -> tuple[int, Outcome]:
    """(place, outcome) of a seat. All seats of the best group win a win; else being among the best is a draw."""
    better = place_in(result.placings, seat)
    assert better is not None
    if better or result.kind == "all_lose":
        return 1 + better, "loss"
    return 1, "win" if result.kind == "win" else "draw"


def _opens(event: StoredEvent) -> bool:
    """Whether everybody sees the seed in this event, so all that it opens."""
    return event.type == kernel.SecretsRevealed.type and _revealed(event.body).pub.seed is not None


def _counts(state: State) -> bool:
    """By what is known to be so: whatever could not be read counts for nothing, nor does play against the house."""
    seated = bool(state.seats) and all(place.player and not strength_of(place.player) for place in state.seats)
    return seated and state.status == "finished" and state.visibility == COUNTED and state.origin is None


def _folded(own: Sequence[StoredEvent]) -> State:
    state = State()
    for event in own:
        state.version, state.at = event.version, event.at
        try:
            fact = _reader.decode(event.type, event.schema, event.body)
        except UnreadableEvent as error:
            log.warning("results pass over a match", stream=str(event.stream_id), error=str(error))
            return State()
        if fact is not None:
            FOLDERS[type(fact)](state, fact)
    return state


def _seat_rows(stream: UUID, state: State) -> list[dict[str, Any]]:
    rows = []
    for number, seat in enumerate(state.seats):
        place, outcome = outcome_of(_result(state), number)
        rows.append({"stream_id": stream, "seat": number, "player": seat.player, "place": place, "outcome": outcome})
    return rows


def _result(state: State) -> Result:
    assert state.result is not None
    return state.result


def _events(past: Past, streams: Collection[UUID], types: Collection[str]) -> dict[UUID, list[StoredEvent]]:
    """The events of some types of these streams, in order."""
    found: dict[UUID, list[StoredEvent]] = defaultdict(list)
    for event in past.events(streams, types):
        found[event.stream_id].append(event)
    return found


def _decks(codec: Codec, setup: Sequence[StoredEvent]) -> list[tuple[int, str, Mapping[str, int]]]:
    game, options, seats, loadouts = codec.game, None, 0, dict[int, Any]()
    for event in setup:
        fact = codec.decode(event.type, event.schema, event.body, event.private, FULL)
        if isinstance(fact, MatchCreated):
            options, seats = fact.options, fact.seats
        elif isinstance(fact, SeatLeft):
            loadouts.pop(fact.seat, None)
        elif isinstance(fact, LoadoutSealed) and fact.loadout is not None:
            loadouts[fact.seat] = fact.loadout
    return [
        (seat, deck_label(game, seat, options, seats, loadout), cards_of(game, options, loadout))
        for seat, loadout in sorted(loadouts.items())
    ]


def _place(stream: UUID, seat: int) -> dict[str, Any]:
    return {"stream_id": stream, "seat": seat}
