"""The decider of a tournament: an intent becomes facts, or faults and nothing.

Every function leaves the given state as it is. Seeds and the ids of matches come from the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.draws import commitment
from domain.tournament import course as steps
from domain.tournament import events as told
from domain.tournament.batch import (
    TournamentBatch,
    TournamentDecision,
    audience,
    no_reason,
    not_open,
    not_running,
    not_there,
    one,
    over,
)
from domain.tournament.course import Course, CourseOrFaults
from domain.tournament.events import Deck, Role, Terms
from domain.tournament.faults import Fault, Faults
from domain.tournament.playing import MatchLayout, begin_game, reveal_decks, settle
from domain.tournament.policy import MOST_ENTRANTS, Policy
from domain.tournament.policy import faults as policy_faults
from domain.tournament.ranks import FinalRank, final_ranks, staged
from domain.tournament.seeds import draw_seed, round_seed
from domain.tournament.tournament import TableRef, TournamentState, pairing_at, result_at

MOST_CHANGES = 100
"""Times that an entrant may bring another deck to a tournament."""
MOST_RETURNS = 8
"""Times that an entrant that has left may enter again: each one takes the others' time."""
Pair = Callable[[Course, bytes, Sequence[str]], CourseOrFaults]
"""The next round of a course, by its seed, without those who are excused."""


def create(
    tournament: str,
    name: str,
    game: str,
    options: Any,
    policy: Policy,
    terms: Terms,
    organiser: str,
    seed: bytes,
    now: int,
) -> TournamentDecision | Faults:
    """A new tournament. `options` are plain data that the game has accepted."""
    found = (*policy_faults(policy), *_terms_faults(terms))
    if found:
        return found
    batch = TournamentBatch(TournamentState(), now)
    batch.emit(
        told.TournamentCreated(
            tournament=tournament,
            name=name,
            game=game,
            options=options,
            policy=policy,
            terms=terms,
            organiser=organiser,
            commitment=commitment(tournament, draw_seed(seed, tournament)),
        )
    )
    return batch.decided()


def _terms_faults(terms: Terms) -> Faults:
    if terms.most is not None and not 2 <= terms.most <= MOST_ENTRANTS:
        return (Fault("ENTRANTS_RANGE", f"between 2 and {MOST_ENTRANTS} entrants", ("most",)),)
    return ()


def appoint(state: TournamentState, staff: str, role: Role, now: int) -> TournamentDecision | Faults:
    """Let somebody run the tournament, or rule in it."""
    if state.over:
        return over(state)
    if state.staff.get(staff) == role:
        return (Fault("STAFF_TWICE", f"is a {role} already", ("staff",)),)
    if _last_organiser(state, staff):
        return (Fault("LAST_ORGANISER", "a tournament needs an organiser", ("staff",)),)
    return one(state, told.StaffAppointed(staff=staff, role=role), now)


def dismiss(state: TournamentState, staff: str, now: int) -> TournamentDecision | Faults:
    """Take a role back."""
    if state.over:
        return over(state)
    if staff not in state.staff:
        return (Fault("STAFF_UNKNOWN", "has no role in this tournament", ("staff",)),)
    if _last_organiser(state, staff):
        return (Fault("LAST_ORGANISER", "a tournament needs an organiser", ("staff",)),)
    return one(state, told.StaffDismissed(staff=staff), now)


def _last_organiser(state: TournamentState, staff: str) -> bool:
    return [who for who, role in state.staff.items() if role == "organiser"] == [staff]


def register(
    state: TournamentState, entrant: str, deck: Deck | None, now: int, player: str | None = None
) -> TournamentDecision | Faults:
    """Enter, or enter late: the game has accepted the deck."""
    found = not_open(state) or _entry_faults(state, entrant)
    if found:
        return found
    batch = TournamentBatch(state, now)
    batch.emit(told.EntrantRegistered(entrant=entrant, player=player, deck=deck), _deck_secret(state, entrant, deck))
    return batch.decided()


def _entry_faults(state: TournamentState, entrant: str) -> Faults:
    there = sum(entry.there for entry in state.entries.values())
    known = state.entries.get(entrant)
    if known is not None and known.status != "withdrawn":
        return (Fault("ENTRANT_TWICE", "has entered already", ("entrant",)),)
    if known is not None and known.returns >= MOST_RETURNS:
        return (Fault("RETURNS_USED", f"has left and entered again {MOST_RETURNS} times already", ("entrant",)),)
    if there >= min(state.terms.most or MOST_ENTRANTS, MOST_ENTRANTS):
        return (Fault("ENTRANTS_FULL", f"all {there} places are taken", ("entrant",)),)
    late = None if state.course is None else steps.enter(state.course, entrant)
    return () if late is None or isinstance(late, Course) else late


def change_deck(state: TournamentState, entrant: str, deck: Deck, now: int) -> TournamentDecision | Faults:
    """Bring another deck; nothing if it is the same one. The game has accepted it."""
    found = not_open(state) or not_there(state, entrant)
    if found:
        return found
    if state.status != "registration":
        return (Fault("STARTED", "decks are fixed once the tournament has started", ("deck",)),)
    batch, entry = TournamentBatch(state, now), state.entries[entrant]
    if _written(deck) == _written(entry.deck):
        return batch.decided()
    if entry.changes >= MOST_CHANGES:
        return (Fault("CHANGES_USED", f"has brought another deck {MOST_CHANGES} times already", ("deck",)),)
    batch.emit(told.DeckChanged(entrant=entrant, deck=deck), _deck_secret(state, entrant, deck))
    return batch.decided()


def _written(deck: Deck | None) -> bytes:
    """The deck as it is stored, whether it comes from there or not."""
    return msgspec.json.encode(deck, order="deterministic")


def _deck_secret(state: TournamentState, entrant: str, deck: Deck | None) -> Mapping[str, tuple[str, ...]]:
    return {} if deck is None or state.terms.decks == "open" else {audience(entrant): ("deck",)}


def check_in(state: TournamentState, entrant: str, now: int) -> TournamentDecision | Faults:
    """Be there."""
    found = not_open(state) or not_there(state, entrant)
    if found:
        return found
    if state.status != "registration":
        return (Fault("STARTED", "it has started", ("entrant",)),)
    if state.entries[entrant].checked_in:
        return (Fault("CHECKED_IN", "has checked in already", ("entrant",)),)
    return one(state, told.EntrantCheckedIn(entrant=entrant), now)


def leave(state: TournamentState, entrant: str, now: int) -> TournamentDecision | Faults:
    """Take the registration back, or drop out after the round that has begun last.

    A latecomer who has not been paired yet takes the registration back as well.
    """
    found = over(state) or not_there(state, entrant)
    if found:
        return found
    course = state.course
    if course is None or any(one.id == entrant and one.entered > len(course.rounds) for one in course.entrants):
        return one(state, told.EntrantWithdrawn(entrant=entrant), now)
    return one(state, told.EntrantDropped(entrant=entrant), now)


def start_round(
    state: TournamentState,
    number: int,
    excused: Sequence[str],
    seed: bytes,
    matches: MatchLayout,
    now: int,
    pair: Pair | None = None,
) -> TournamentDecision | Faults:
    """The next round with all its matches. Round 1 ends the registration. `seed` is that of the tournament; `pair` is
    for a caller that has paired the same before.
    """
    found = not_open(state) or _round_faults(state, number)
    if found:
        return found
    batch = TournamentBatch(state, now)
    if batch.state.course is None:
        found = _start(batch, seed)
        if found:
            return found
    course = batch.state.course
    assert course is not None
    unknown = [who for who in excused if who not in batch.state.entries or not batch.state.entries[who].there]
    if unknown:
        return (Fault("ENTRANT_UNKNOWN", f"{unknown[0]!r} takes no part", ("excused",)),)
    paired = (pair or steps.pair)(
        course, round_seed(draw_seed(seed, state.tournament), state.tournament, number), excused
    )
    if not isinstance(paired, Course):
        return paired
    _emit_round(batch, course, paired, seed)
    for pairing in steps.open_tables(paired):
        begin_game(batch, number, pairing, matches)
    settle(batch, seed)
    return batch.decided()


def _round_faults(state: TournamentState, number: int) -> Faults:
    begun = len(state.rounds)
    if number <= begun:
        return (Fault("ROUND_STARTED", f"round {number} has begun; the next is {begun + 1}", ("round",)),)
    if number > begun + 1:
        return (Fault("ROUND_UNKNOWN", f"the next round is {begun + 1}", ("round",)),)
    if state.disputed:
        place = state.disputed[0]
        return (Fault("DISPUTE_OPEN", f"the result of table {place[1]} of round {place[0]} is disputed", ("round",)),)
    if state.course is not None and (waiting := steps.open_tables(state.course)):
        tables = f"table{'s' * (len(waiting) > 1)} {', '.join(str(one.table) for one in waiting[:10])}"
        return (Fault("ROUND_OPEN", f"round {begun} goes on: no result yet at {tables}", ("round",)),)
    return ()


def _start(batch: TournamentBatch, seed: bytes) -> Faults:
    state = batch.state
    for entry in list(state.entries.values()):
        if entry.there and state.terms.check_in and not entry.checked_in:
            batch.emit(told.EntrantWithdrawn(entrant=entry.id))
    there = tuple(entry.id for entry in state.entries.values() if entry.there)
    begun = steps.start(state.tournament, state.policy, there)
    if not isinstance(begun, Course):
        return begun
    first = commitment(state.tournament, round_seed(draw_seed(seed, state.tournament), state.tournament, 1))
    batch.emit(told.TournamentStarted(entrants=there, commitment=first))
    return ()


def _emit_round(batch: TournamentBatch, before: Course, paired: Course, seed: bytes) -> None:
    following = round_seed(draw_seed(seed, before.id), before.id, len(paired.rounds) + 1)
    batch.emit(round_started(before, paired, commitment(before.id, following)))


def round_started(before: Course, paired: Course, following: str) -> told.RoundStarted:
    """The event of a round that was paired. `following`: the commitment to the seed of the next one."""
    one = paired.rounds[-1]
    return told.RoundStarted(
        number=one.number,
        proof=paired.proofs[-1],
        commitment=following,
        byes=one.byes,
        half=one.half,
        results=one.results,
        seeded=() if before.seeded else paired.seeded,
    )


def confirm(
    state: TournamentState, place: TableRef, entrant: str, seed: bytes, now: int
) -> TournamentDecision | Faults:
    """Agree with the result of the own table; that takes a dispute back."""
    found = _report_faults(state, place, entrant)
    if found:
        return found
    if entrant in state.tables[place].confirmed:
        return (Fault("CONFIRMED", "has confirmed it already", ("table",)),)
    batch = TournamentBatch(state, now)
    batch.emit(told.ResultConfirmed(round=place[0], table=place[1], entrant=entrant))
    settle(batch, seed)
    return batch.decided()


def dispute(
    state: TournamentState, place: TableRef, entrant: str, reason: str, now: int
) -> TournamentDecision | Faults:
    """Disagree with the result of the own table in the round that is on, before the next one begins: once."""
    found = _report_faults(state, place, entrant) or no_reason(reason)
    if found:
        return found
    if place[0] != len(state.rounds):
        return (Fault("ROUND_PAST", "the next round has begun: ask a referee", ("round",)),)
    table = state.tables[place]
    if any(one.entrant == entrant for one in table.disputes):
        return (Fault("DISPUTED", "has disputed it already", ("table",)),)
    if entrant in table.agreed:
        return (Fault("DISPUTE_ENDED", "has disputed it before and then confirmed it", ("table",)),)
    if table.ruled or entrant in (*table.absent, *table.lost):
        return (Fault("RULED", "a referee has decided on it", ("table",)),)
    return one(state, told.ResultDisputed(round=place[0], table=place[1], entrant=entrant, reason=reason), now)


def _report_faults(state: TournamentState, place: TableRef, entrant: str) -> Faults:
    if state.status != "running":
        return not_running(state)
    pairing = pairing_at(state, place)
    if pairing is None:
        return (Fault("TABLE_UNKNOWN", "there is no such table", ("table",)),)
    if entrant not in pairing.seats:
        return (Fault("NOT_YOUR_TABLE", "only who sat there can say so", ("table",)),)
    if entrant in state.disqualified:
        return (Fault("DISQUALIFIED", "who was told to leave has no say in it", ("table",)),)
    if result_at(state, place) is None:
        return (Fault("RESULT_OPEN", "the table has no result yet", ("table",)),)
    return ()


def pause(state: TournamentState, reason: str, now: int) -> TournamentDecision | Faults:
    """Let nothing begin until it is resumed."""
    found = over(state) or (no_reason(reason) if reason else ())
    if found:
        return found
    if state.paused:
        return (Fault("PAUSED", "it is paused already", ("status",)),)
    return one(state, told.TournamentPaused(reason=reason), now)


def resume(state: TournamentState, now: int) -> TournamentDecision | Faults:
    """Go on."""
    if state.over:
        return over(state)
    if not state.paused:
        return (Fault("NOT_PAUSED", "it is not paused", ("status",)),)
    return one(state, told.TournamentResumed(), now)


def cancel(state: TournamentState, reason: str, seed: bytes, now: int) -> TournamentDecision | Faults:
    """End it without a result."""
    found = over(state) or no_reason(reason)
    if found:
        return found
    batch = TournamentBatch(state, now)
    if state.course is not None:
        reveal_decks(batch, seed, set(state.entries))
    batch.emit(told.TournamentCancelled(reason=reason))
    batch.emit(told.SeedRevealed(seed=draw_seed(seed, state.tournament).hex()))
    return batch.decided()


def finish(state: TournamentState, seed: bytes, now: int) -> TournamentDecision | Faults:
    """The end, when nothing is left to play and nothing disputed."""
    if state.status != "running":
        return not_running(state)
    course = state.course
    assert course is not None
    if state.disputed:
        return (Fault("DISPUTE_OPEN", "a result is disputed", ("status",)),)
    done = steps.finish(course)
    if not isinstance(done, Course):
        return done
    batch = TournamentBatch(state, now)
    reveal_decks(batch, seed, set(state.entries))
    batch.emit(told.TournamentFinished(ranks=final_ranks(course, state.disqualified)))
    batch.emit(told.SeedRevealed(seed=draw_seed(seed, state.tournament).hex()))
    return batch.decided()


def ranks_now(state: TournamentState) -> tuple[FinalRank, ...]:
    """The final ranks of everybody; before the end those that would be final now. None before the start, nor of a
    tournament that was cancelled.
    """
    if state.course is None or state.status == "cancelled":
        return ()
    gone = state.disqualified
    return tuple(staged(state.course, state.ranks or final_ranks(state.course, gone), gone))
