"""Tournaments as they go out: by allow-list, for one viewer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, cast
from uuid import UUID

import msgspec

from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import ClockOut
from api_schema.ports.tournaments import (
    BracketNodeOut,
    BracketOut,
    BracketPlayerOut,
    BracketSourceOut,
    BracketTableOut,
    DeckOut,
    DisputeOut,
    EntrantOut,
    EntrantRoundOut,
    PairingOut,
    ProofOut,
    RankOut,
    RoundOut,
    StaffOut,
    StandingOut,
    TableGameOut,
    TableResultOut,
    TableSeatOut,
    TieBreakValue,
    TournamentEventOut,
    TournamentOut,
    TournamentStatus,
)
from domain.kernel.audience import FULL, SPECTATOR
from domain.kernel.draws import commitment
from domain.kernel.facts import Event
from domain.tournament.batch import audience
from domain.tournament.brackets import NOBODY, BracketMatch, BracketSource, place
from domain.tournament.codec import READER
from domain.tournament.course import bracket_now, bracket_tables, open_tables, seeds
from domain.tournament.entrant_record import EntrantRound
from domain.tournament.entrants import Pairing, Round
from domain.tournament.events import Deck, RoundStarted
from domain.tournament.ranks import FinalRank
from domain.tournament.standings import Exact, Standing
from domain.tournament.tournament import (
    Entry,
    RoundClock,
    Stage,
    TableGame,
    TableState,
    TournamentState,
    result_at,
    round_clock,
)
from eventstore import StoredEvent
from service.application.ids import TOURNAMENT_IDS, event_id
from service.application.pseudonyms import entrant_of, staff_of
from service.catalogue.member_names import GameMemberNames
from service.times import rfc3339
from service.tournaments.aggregate import TournamentAggregate
from service.tournaments.commands import own_entrant, role_of
from service.tournaments.member_names import event_data
from service.tournaments.policies import policy_out

READ = "tournament:read"
_SEEING = frozenset({READ, "tournament:enter", "tournament:manage", "tournament:referee", "admin"})
Names = Mapping[str, str]
"""The present names of the accounts behind references."""


def viewer_of(caller: Caller, state: TournamentState) -> str:
    """The viewer of a caller: once it has begun staff that does not play sees all, an entrant the own deck, everybody
    else no hidden one.
    """
    if caller.account is None or not caller.scopes & _SEEING:
        return SPECTATOR
    entrant = own_entrant(caller, state)
    if entrant is not None:
        return audience(entrant)
    return FULL if role_of(caller, state) and state.status != "registration" else SPECTATOR


def tournament_out(known: TournamentAggregate, caller: Caller, names: Names) -> TournamentOut:
    """The tournament, but for its options: they are as stored, and of a game that may be gone."""
    state, course = known.state, known.state.course
    terms, role = state.terms, role_of(caller, state)
    ends_at, left = clock_out(round_clock(state, len(state.rounds)))
    return TournamentOut(
        id=known.id,
        game=state.game,
        name=state.name,
        status=status_of(state),
        paused=state.paused,
        version=known.version,
        policy=policy_out(state.policy),
        options=state.options,
        decks=cast(Any, terms.decks.upper()),
        entry=cast(Any, terms.entry.upper()),
        check_in=terms.check_in,
        most_entrants=terms.most,
        clock=ClockOut(terms.clock.decision, terms.clock.turn, terms.clock.bank),
        spectator_delay_ms=terms.spectator_delay,
        rated=terms.rated,
        season=terms.season,
        starts_at=None if terms.starts_at is None else rfc3339(terms.starts_at),
        staff=tuple(StaffOut(who, names.get(who), cast(Any, one.upper())) for who, one in state.staff.items()),
        entrants=sum(entry.there for entry in state.entries.values()),
        round=len(state.rounds),
        rounds_due=None if course is None else course.due,
        round_over=state.round_is_over,
        seed_commitment=state.commitment,
        head_hash=known.head.hex(),
        created_at=rfc3339(state.created_at),
        updated_at=rfc3339(state.at),
        you=own_entrant(caller, state),
        your_role=cast(Any, role.upper()) if role else None,
        round_ends_at=ends_at,
        round_left_ms=left,
    )


def public_json(stream: UUID, state: TournamentState, head: bytes) -> str:
    """The public facts of a tournament, for its row in the list."""
    known = TournamentAggregate(TOURNAMENT_IDS.id_of(stream), stream, state, head, None)
    return msgspec.json.encode(tournament_out(known, ANONYMOUS, {})).decode()


def seen_by(caller: Caller, shown: TournamentOut, entered: AbstractSet[str], names: Names) -> TournamentOut:
    """The public form of a tournament with the caller's own members; `entered`: the caller's entrants."""
    you, role = None, None
    if caller.account is not None:
        own, staff = entrant_of(caller, shown.id), staff_of(caller, shown.id)
        you = own if own in entered else None
        role = next((one.role for one in shown.staff if one.id == staff), None)
    named = tuple(msgspec.structs.replace(one, name=names.get(one.id)) for one in shown.staff)
    return msgspec.structs.replace(shown, staff=named, you=you, your_role=role)


def with_options(shown: TournamentOut, member_names: GameMemberNames | None) -> TournamentOut:
    """The tournament with its options as the API writes them."""
    return (
        shown if member_names is None else msgspec.structs.replace(shown, options=member_names.options(shown.options))
    )


def clock_out(clock: RoundClock) -> tuple[str | None, int | None]:
    """When the time of a round is over, and how much is left while it stands still."""
    return None if clock.ends_at is None else rfc3339(clock.ends_at), clock.left


def status_of(state: TournamentState | Stage) -> TournamentStatus:
    """The status as it goes out."""
    return cast(TournamentStatus, state.status.upper())


def entrant_out(
    state: TournamentState,
    entry: Entry,
    viewer: str,
    commitments: Names,
    names: Names,
    member_names: GameMemberNames | None,
) -> EntrantOut:
    """An entrant, with the deck if the viewer may know it."""
    shown = state.terms.decks == "open" or entry.id in state.open_decks or viewer in (FULL, audience(entry.id))
    taking = {} if state.course is None else {one.id: one for one in state.course.entrants}
    part = taking.get(entry.id)
    deck = entry.deck if shown else None
    return EntrantOut(
        id=entry.id,
        name=names.get(entry.id),
        status=cast(Any, entry.status.upper()),
        checked_in=entry.checked_in,
        entered=1 if part is None else part.entered,
        dropped=None if part is None else part.dropped,
        deck=None if deck is None else _deck_out(deck, member_names),
        deck_commitment=commitments.get(entry.id),
    )


def _deck_out(deck: Deck, member_names: GameMemberNames | None) -> DeckOut:
    return DeckOut(deck.precon, deck.loadout if member_names is None else member_names.loadout(deck.loadout))


def round_out(state: TournamentState, number: int) -> RoundOut:
    """A round that has begun."""
    course = state.course
    assert course is not None
    one, proof = course.rounds[number - 1], course.proofs[number - 1]
    waiting = len(open_tables(course)) if number == len(course.rounds) else 0
    ends_at, left = clock_out(round_clock(state, number))
    return RoundOut(
        number=number,
        status="OVER" if number < len(course.rounds) or state.round_is_over else "RUNNING",
        started_at=rfc3339(state.rounds_at[number - 1]),
        ends_at=ends_at,
        left_ms=left,
        tables=len(one.pairings),
        open_tables=waiting,
        byes=one.byes,
        half=one.half,
        bracket=number > course.due,
        proof=ProofOut(
            proof.algorithm, proof.input_hash, proof.seed, commitment(state.tournament, bytes.fromhex(proof.seed))
        ),
    )


def pairing_out(state: TournamentState, one: Round, pairing: Pairing, names: Names) -> PairingOut:
    """A table with its games and its result."""
    where = one.number, pairing.table
    table, result = state.tables[where], result_at(state, where)
    source = cast(Any, table.source.upper())
    return PairingOut(
        round=one.number,
        table=pairing.table,
        node=_node_at(state, one, pairing),
        status=_status(table, decided=result is not None),
        seats=seats_out(pairing.seats, names),
        games=tuple(map(_game_out, table.games)),
        result=None
        if result is None
        else TableResultOut(result.places, result.games, result.drawn, result.absent, source),
        confirmed=table.confirmed,
        disputes=tuple(DisputeOut(one.entrant, one.reason) for one in table.disputes),
    )


def seats_out(whose: Iterable[str], names: Names) -> tuple[TableSeatOut, ...]:
    """Entrants with their names."""
    return tuple(TableSeatOut(who, names.get(who)) for who in whose)


def _node_at(state: TournamentState, one: Round, pairing: Pairing) -> str | None:
    assert state.course is not None
    nodes = state.course.proofs[one.number - 1].result.nodes
    return nodes[pairing.table - 1] if nodes else None


def bracket_out(known: TournamentAggregate, names: Names) -> BracketOut:
    """The bracket; it is empty before its first round has begun."""
    course = known.state.course
    matches = () if course is None else bracket_now(course)
    if course is None or not matches:
        return BracketOut((), (), known.version)
    tables = bracket_tables(course)
    nodes = tuple(bracket_node_out(match, tables.get(match.node.id), names) for match in matches)
    return BracketOut(nodes, seeds(course), known.version)


def bracket_node_out(match: BracketMatch, table: tuple[int, int] | None, names: Names) -> BracketNodeOut:
    """A match of a bracket, and where it is played."""
    side, number, match_number = place(match.node.id)
    return BracketNodeOut(
        id=match.node.id,
        side=cast(Any, side.upper()),
        round=number,
        number=match_number,
        players=(_player(match.node.first, match.first, names), _player(match.node.second, match.second, names)),
        pairing=None if table is None else BracketTableOut(*table),
        winner=match.winner or None,
    )


def _player(source: BracketSource, who: str | None, names: Names) -> BracketPlayerOut:
    seed = int(source.of) if source.kind == "seed" else None
    origin = BracketSourceOut(cast(Any, source.kind.upper()), seed, source.of if seed is None else None)
    return BracketPlayerOut(origin, who or None, names.get(who or ""), bye=who == NOBODY)


def entrant_round_out(state: TournamentState, found: EntrantRound, names: Names) -> EntrantRoundOut:
    """A round as one entrant has it."""
    one, pairing = found.round, found.pairing
    assert state.course is not None
    return EntrantRoundOut(
        number=one.number,
        bracket=one.number > state.course.due,
        part=cast(Any, found.part.upper()),
        pairing=None if pairing is None else pairing_out(state, one, pairing, names),
        points=_value(found.points),
        total=_value(found.total),
    )


def _status(table: TableState, *, decided: bool) -> Any:
    if decided:
        return "DISPUTED" if table.disputes else "DECIDED"
    return "OPEN" if not table.games or table.games[-1].running else "NEEDS_RULING"


def _game_out(game: TableGame) -> TableGameOut:
    status: Any = "RUNNING" if game.running else "ABORTED" if game.aborted else "OVER"
    return TableGameOut(game.number, game.match, game.seats, status, game.places or (), game.rule or None)


def standing_out(row: Standing, names: Names) -> StandingOut:
    """A row of the standings."""
    return StandingOut(
        rank=row.rank,
        entrant=row.entrant,
        name=names.get(row.entrant),
        points=_value(row.points),
        record=row.record,
        tie_breaks=tuple(map(_value, row.tie_breaks)),
        decided_by=row.decided_above,
    )


def rank_out(row: FinalRank, names: Names) -> RankOut:
    """A final rank."""
    return RankOut(row.rank, row.entrant, names.get(row.entrant), cast(Any, row.stage.upper()))


def _value(value: Exact) -> TieBreakValue:
    return TieBreakValue(value.code, value.exact, value.display)


def events_out(
    tournament: str, events: Iterable[StoredEvent], viewer: str, member_names: GameMemberNames | None
) -> Sequence[TournamentEventOut]:
    """Events as a viewer may see them."""
    return [event_out(tournament, event, viewer, member_names) for event in events]


def event_out(
    tournament: str, event: StoredEvent, viewer: str, member_names: GameMemberNames | None
) -> TournamentEventOut:
    """An event as a viewer may see it. The input of a proof is left out: the file of the round has it."""
    decoded = READER.decode(event.type, event.schema, event.body, event.private, viewer)
    assert decoded is not None
    return TournamentEventOut(
        id=event_id(tournament, event.version, viewer),
        version=event.version,
        type=event.type,
        at=rfc3339(event.at),
        data=event_data(event.type, _data(decoded), member_names),
        redacted=event.private is not None and decoded != _whole(event),
        hash=event.hash.hex(),
    )


def _whole(event: StoredEvent) -> Event | None:
    return READER.decode(event.type, event.schema, event.body, event.private, FULL)


def _data(event: Event) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(event)
    if isinstance(event, RoundStarted):
        del data["proof"]["input"]
    return data
