"""From the pairings of a round to its results: games of tables, what they come to, and what is known after a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from domain.kernel.draws import salt
from domain.tournament import events as told
from domain.tournament.batch import TournamentBatch, TournamentDecision, audience
from domain.tournament.entrants import Pairing, TableResult, by_games
from domain.tournament.faults import Fault, Faults
from domain.tournament.tournament import TableGame, TableRef, TournamentState, pairing_at, result_at

DUEL = 2
GAME_LOSS = "GAME_LOSS"
"""The rule that ends a game that a referee calls lost."""


class MatchLayout(msgspec.Struct, frozen=True):
    """The making of a tournament's matches: the id of one by round, table and game, and the sides of a table by its
    number of players.
    """

    id: Callable[[int, int, int], str]
    sides: Mapping[int, Sequence[Sequence[int]]]


def begin_game(batch: TournamentBatch, number: int, pairing: Pairing, matches: MatchLayout) -> None:
    """The next game of a table. In a duel the seats change from game to game; one that is played again keeps them."""
    before = batch.state.tables[number, pairing.table].games
    game, size = len(before) + 1, len(pairing.seats)
    turned = size == DUEL and sum(one.places is not None for one in before) % 2
    order = (1, 0) if turned else range(size)
    side_of = {seat: side for side, seats in enumerate(matches.sides[size]) for seat in seats}
    seats = tuple(order[side_of[seat]] for seat in sorted(side_of))
    match = matches.id(number, pairing.table, game)
    entrants = tuple(pairing.seats[seat] for seat in seats)
    batch.emit(
        told.GameStarted(round=number, table=pairing.table, game=game, match=match, seats=seats, entrants=entrants)
    )


def game_over(
    state: TournamentState,
    place: TableRef,
    number: int,
    placings: Sequence[Sequence[int]] | None,
    rule: str,
    seed: bytes,
    matches: MatchLayout,
    now: int,
    head: str | None = None,
) -> TournamentDecision | Faults:
    """Record how a match of a table ended, by its own seats; None: it was aborted. Result or next game follow.

    `head` is the hash of the match's last event, in hex.
    """
    game = next((one for one in _games(state, place) if one.number == number), None)
    if game is None:
        return (Fault("GAME_UNKNOWN", "there is no such game at this table", ("game",)),)
    if not game.running:
        return (Fault("GAME_OVER", "the game is over already", ("game",)),)
    batch = TournamentBatch(state, now)
    places = () if placings is None else placed(game.seats, placings)
    batch.emit(
        told.GameFinished(
            round=place[0],
            table=place[1],
            game=number,
            rule=rule,
            places=places,
            aborted=placings is None,
            head=head,
        )
    )
    if result_at(state, place) is None and not state.over and placings is not None:
        go_on(batch, place, seed, matches)
    return batch.decided()


def game_lost(batch: TournamentBatch, place: TableRef, loser: int) -> None:
    """End the game that is played at a table of two by a referee's call."""
    game = next(one for one in batch.state.tables[place].games if one.running)
    places = ((1 - loser,), (loser,))
    batch.emit(told.GameFinished(round=place[0], table=place[1], game=game.number, rule=GAME_LOSS, places=places))


def _games(state: TournamentState, place: TableRef) -> tuple[TableGame, ...]:
    return state.tables[place].games if place in state.tables else ()


def placed(seats: Sequence[int], placings: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Places of the seats of the table: each stands where the first of its seats of the match does.

    `seats`: the seat of the table that each seat of the match belongs to.
    """
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for group in placings:
        own = tuple(dict.fromkeys(seats[seat] for seat in group if seats[seat] not in seen))
        seen |= set(own)
        if own:
            found.append(tuple(sorted(own)))
    return tuple(found)


def go_on(batch: TournamentBatch, place: TableRef, seed: bytes, matches: MatchLayout) -> None:
    """Record what the games of a table come to, or begin the next one. A ruling decides what a game loss does."""
    pairing = pairing_at(batch.state, place)
    assert pairing is not None
    result = outcome(batch.state, place, pairing)
    if result is None:
        begin_game(batch, place[0], pairing, matches)
        return
    ruled = batch.state.tables[place].games[-1].rule == GAME_LOSS
    batch.emit(told.ResultRecorded(round=place[0], result=result, source="ruling" if ruled else "played"))
    settle(batch, seed)


def outcome(state: TournamentState, place: TableRef, pairing: Pairing) -> TableResult | None:
    """The result of a table by its games; None while it is not decided."""
    played = [game for game in state.tables[place].games if game.places is not None]
    if len(pairing.seats) != DUEL:
        return _of_many(state, place, pairing, played[-1].places or ())
    won, drawn = score(state, place)
    most = best_of(state, place[0])
    if max(won) <= most // 2 and len(played) < most:
        return None
    if not any((*won, drawn)):
        return TableResult(pairing.table)
    return TableResult(pairing.table, by_games(won), won, drawn)


def _of_many(state: TournamentState, place: TableRef, pairing: Pairing, places: Sequence[Sequence[int]]) -> TableResult:
    """The result of a table of three and more: an entrant that was disqualified during the game, or called absent, has
    no place; one that was called to have lost stands behind all others.
    """
    table = state.tables[place]
    gone = state.disqualified.union(table.absent)
    out = [seat for seat, who in enumerate(pairing.seats) if who in gone]
    lost = tuple(seat for seat, who in enumerate(pairing.seats) if who in table.lost and seat not in out)
    left = (tuple(seat for seat in group if seat not in (*out, *lost)) for group in places)
    standing = tuple(group for group in left if group)
    return TableResult(pairing.table, (*standing, lost) if standing and lost else standing, absent=tuple(out))


def score(state: TournamentState, place: TableRef) -> tuple[tuple[int, ...], int]:
    """The games of a duel that are over: how many each seat has won, and how many were drawn."""
    played = [game for game in state.tables[place].games if game.places is not None]
    won = tuple(sum(_winner(game) == seat for game in played) for seat in range(DUEL))
    return won, sum((game.places or ())[:1] == ((0, 1),) for game in played)


def _winner(game: TableGame) -> int | None:
    first = (game.places or ((),))[0]
    return first[0] if len(first) == 1 else None


def best_of(state: TournamentState, number: int) -> int:
    """The most games that a table of this round plays."""
    course = state.course
    assert course is not None
    in_cut = course.policy.cut is not None and number > course.due
    return course.policy.cut.best_of if in_cut and course.policy.cut else course.policy.best_of


def settle(batch: TournamentBatch, seed: bytes) -> None:
    """Once a round is over, and nothing in it disputed, say so, and reveal the decks that were hidden until they had
    been played. After this event the matches of the round may open their secrets.
    """
    state = batch.state
    if not state.round_is_over:
        return
    number = len(state.rounds)
    if state.done < number:
        batch.emit(told.RoundFinished(number=number))
    if state.terms.decks == "after_round":
        reveal_decks(batch, seed, set(_played(state)))


def _played(state: TournamentState) -> Iterator[str]:
    """The entrants at tables where a game has begun."""
    for one in state.rounds:
        for pairing in one.pairings:
            if state.tables[one.number, pairing.table].games:
                yield from pairing.seats


def reveal_decks(batch: TournamentBatch, seed: bytes, whose: set[str]) -> None:
    """Show the decks of some that are still hidden; nobody sees what somebody brought who took no part."""
    state = batch.state
    hidden = {
        entry.id: entry
        for entry in state.entries.values()
        if entry.id in whose and entry.deck is not None and entry.id not in state.open_decks
        if entry.status != "withdrawn"
    }
    if state.terms.decks == "open" or not hidden:
        return
    decks = {who: entry.deck for who, entry in hidden.items() if entry.deck is not None}
    salts = {who: salt(seed, state.tournament, entry.since, audience(who)).hex() for who, entry in hidden.items()}
    batch.emit(told.DecksRevealed(decks=decks, salts=salts))
