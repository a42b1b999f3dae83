"""The ladder of one game and season: an aggregate whose events are ratings, and how each is computed and checked.

A tournament is rated when it is finished, in the order of its rounds, tables and games. Each game counts as it was
played, whatever a referee made of the result of its table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from domain.kernel.codec import Row
from domain.kernel.facts import Event, Fact
from domain.kernel.upcasters import UnreadableEvent
from domain.tournament.faults import Fault, Faults
from domain.tournament.ladder_events import GameRated, LadderOpened, Moved, Placings, TournamentRated, read
from domain.tournament.playing import DUEL, GAME_LOSS
from domain.tournament.ratings import MODEL, Change, RatedGame, Rating, faults, rate
from domain.tournament.tournament import TableGame, TournamentState, pairing_at

START = Rating()


class CountedGame(msgspec.Struct, frozen=True):
    """A game of a tournament that counts. `places` holds players by their references on the ladder."""

    round: int
    table: int
    game: int
    match: str
    places: Placings

    @property
    def place(self) -> tuple[int, int, int]:
        """Its place in the order of its tournament."""
        return self.round, self.table, self.game


class Finished(msgspec.Struct, frozen=True):
    """A tournament as it is rated: its games in their order, what finished it, and the round that ends the rating."""

    tournament: str
    game: str
    season: str
    version: int
    head: str
    rounds: int
    games: tuple[CountedGame, ...]


class Ladder(msgspec.Struct):
    """A ladder as its events fold. `open` is the tournament that is being rated, and `last` its newest game here.

    `rated` are the tournaments that are done; `counted` is how many games of the open one are in.
    """

    id: str = ""
    game: str = ""
    season: str = ""
    version: int = 0
    at: int = 0
    ratings: dict[str, Rating] = {}
    rated: set[str] = set()
    open: str | None = None
    last: tuple[int, int, int] = (0, 0, 0)
    counted: int = 0

    def copy(self) -> Ladder:
        """An independent copy; immutable values are shared."""
        return msgspec.structs.replace(self, ratings=dict(self.ratings), rated=set(self.rated))


class LadderDecision(msgspec.Struct, frozen=True):
    """Facts to append after the ladder's version, and the ladder after them. `at` in ms; nothing of it is hidden."""

    facts: tuple[Fact, ...]
    state: Ladder
    at: int
    hidden: bool = False


def counted(state: TournamentState) -> tuple[CountedGame, ...]:
    """The games of a tournament that count, in the order in which they are rated: by round, table and number."""
    found = (
        CountedGame(number, table, game.number, game.match, _places(state, (number, table), game))
        for (number, table), seated in sorted(state.tables.items())
        for game in seated.games
        if was_played(game)
    )
    return tuple(one for one in found if not faults(RatedGame(one.match, one.places)))


def was_played(game: TableGame) -> bool:
    """Whether a game says who was stronger: its players alone brought it to its end.

    An aborted game, one that a referee called lost, and one that all have lost don't.
    """
    return not game.aborted and bool(game.places) and game.rule != GAME_LOSS


def _places(state: TournamentState, place: tuple[int, int], game: TableGame) -> Placings:
    """The places of the players who came; empty if somebody at the table is on no leaderboard."""
    pairing = pairing_at(state, place)
    assert pairing is not None
    players = [state.entries[entrant].player for entrant in pairing.seats]
    if None in players:
        return ()
    absent = state.tables[place].absent if len(pairing.seats) > DUEL else ()
    came = [str(players[seat]) for seat, who in enumerate(pairing.seats) if who not in absent]
    groups = [tuple(str(players[seat]) for seat in group if players[seat] in came) for group in game.places or ()]
    placed = {player for group in groups for player in group}
    lost = tuple(player for player in came if player not in placed)
    return tuple(group for group in (*groups, lost) if group)


def rate_round(ladder: Ladder, id_: str, finished: Finished, number: int, now: int) -> LadderDecision:
    """Rate the games of one round; the first batch opens the ladder `id_`, the last round ends the tournament.

    Raises ValueError if it is not the turn of this round.
    """
    if _not_its_turn(ladder, finished.tournament):
        raise ValueError(f"{ladder.open or finished.tournament} is rated now, or was before")
    games = [game for game in finished.games if game.round == number]
    batch = _Batch(ladder, now)
    if not ladder.version:
        batch.emit(LadderOpened(ladder=id_, game=finished.game, season=finished.season, model=MODEL, start=START))
    for game, changes in zip(games, _rated(batch.state, games), strict=True):
        batch.emit(_event(finished.tournament, game, changes))
    if number == finished.rounds:
        batch.emit(
            TournamentRated(
                tournament=finished.tournament,
                version=finished.version,
                head=finished.head,
                games=batch.state.counted,
            )
        )
    return LadderDecision(tuple(batch.facts), batch.state, batch.now)


def _not_its_turn(ladder: Ladder, tournament: str) -> bool:
    """Whether a tournament was rated before, or another one is rated now."""
    return tournament in ladder.rated or ladder.open not in (None, tournament)


def next_round(ladder: Ladder, finished: Finished) -> int | None:
    """The round of a tournament that is rated next; None once it is done. Rounds without a game are passed over."""
    if finished.tournament in ladder.rated:
        return None
    done = ladder.last[0] if ladder.open == finished.tournament else 0
    left = [game.round for game in finished.games if game.round > done]
    return min(left, default=finished.rounds)


def check(ladder: Ladder, event: Event) -> Faults:
    """The fault of the next event of a ladder, computed from the ladder before it and from its inputs alone."""
    if event.draws:
        return (Fault("DRAWS_EXTRA", "nothing is drawn for a ladder", ("draws",)),)
    if isinstance(event, LadderOpened):
        return _opening_faults(ladder, event)
    if not ladder.version:
        return (Fault("NOT_OPENED", "a ladder begins with its opening", ("type",)),)
    if isinstance(event, TournamentRated):
        return _end_faults(ladder, event)
    assert isinstance(event, GameRated)
    return _order_faults(ladder, event) or _change_faults(ladder, event)


def _opening_faults(ladder: Ladder, event: LadderOpened) -> Faults:
    if ladder.version:
        return (Fault("OPENED_TWICE", "a ladder is opened once", ("type",)),)
    if event.model != MODEL:
        return (Fault("MODEL_UNKNOWN", f"is rated by {event.model}; this release knows {MODEL}", ("model",)),)
    if event.start != START:
        return (Fault("START_DIFFERS", f"everybody begins with {START}", ("start",)),)
    return ()


def _end_faults(ladder: Ladder, event: TournamentRated) -> Faults:
    if _not_its_turn(ladder, event.tournament):
        return (Fault("TOURNAMENT_TWICE", "a tournament is rated once, and alone", ("tournament",)),)
    games = ladder.counted if ladder.open else 0
    return () if event.games == games else (Fault("GAMES_COUNT", f"{games} games of it are here", ("games",)),)


def _order_faults(ladder: Ladder, event: GameRated) -> Faults:
    if _not_its_turn(ladder, event.tournament):
        return (Fault("TOURNAMENT_TWICE", "a tournament is rated once, and alone", ("tournament",)),)
    if ladder.open and (event.round, event.table, event.game) <= ladder.last:
        return (Fault("GAMES_ORDER", "games are rated by round, table and number", ("game",)),)
    return faults(RatedGame(event.match, event.places))


def _change_faults(ladder: Ladder, event: GameRated) -> Faults:
    game = CountedGame(event.round, event.table, event.game, event.match, event.places)
    [expected] = _rated(ladder, [game])
    if len(event.changes) != len(expected):
        return (Fault("CHANGES_COUNT", f"{len(expected)} players were rated", ("changes",)),)
    return tuple(
        Fault("CHANGE_DIFFERS", f"{ours.player}: {ours.before} becomes {ours.after}", ("changes", str(number)))
        for number, (ours, theirs) in enumerate(zip(expected, event.changes, strict=True))
        if ours != theirs
    )


def _rated(ladder: Ladder, games: Sequence[CountedGame]) -> list[tuple[Moved, ...]]:
    """The changes by each of some games, one after another."""
    players = {player for game in games for group in game.places for player in group}
    before = {player: ladder.ratings[player] for player in players if player in ladder.ratings}
    changes = rate([RatedGame(game.match, game.places) for game in games], before)
    return [tuple(map(_moved, own)) for _, own in groupby(changes, key=lambda change: change.game)]


def _moved(change: Change) -> Moved:
    return Moved(change.player, change.before, change.after)


def _event(tournament: str, game: CountedGame, changes: tuple[Moved, ...]) -> GameRated:
    return GameRated(
        tournament=tournament,
        round=game.round,
        table=game.table,
        game=game.game,
        match=game.match,
        places=game.places,
        changes=changes,
    )


class _Batch:
    """Facts in the making."""

    def __init__(self, ladder: Ladder, now: int) -> None:
        self.state = ladder.copy()
        self.now = max(ladder.at, now)
        self.facts: list[Fact] = []

    def emit(self, event: Event) -> None:
        self.facts.append(Fact(event))
        evolve(self.state, event, self.now)


def fold(ladder: Ladder, rows: Iterable[Row]) -> Ladder:
    """Fold stored events into the ladder, in place. Raises UnreadableEvent, which says where."""
    for type_, schema, body, _, at in rows:
        try:
            evolve(ladder, read(type_, schema, body), at)
        except UnreadableEvent as error:
            raise UnreadableEvent(str(error), f"event {ladder.version + 1} ({type_})") from error
    return ladder


def evolve(ladder: Ladder, event: Event, at: int) -> None:
    """Fold one event, in place."""
    ladder.version += 1
    ladder.at = at
    _FOLDERS[type(event)](ladder, event)


def _opened(ladder: Ladder, event: LadderOpened) -> None:
    ladder.id, ladder.game, ladder.season = event.ladder, event.game, event.season
    ladder.ratings, ladder.rated = {}, set()


def _game_rated(ladder: Ladder, event: GameRated) -> None:
    ladder.counted = ladder.counted + 1 if ladder.open else 1
    ladder.open, ladder.last = event.tournament, (event.round, event.table, event.game)
    ladder.ratings.update((change.player, change.after) for change in event.changes)


def _tournament_rated(ladder: Ladder, event: TournamentRated) -> None:
    ladder.rated.add(event.tournament)
    ladder.open, ladder.last, ladder.counted = None, (0, 0, 0), 0


_FOLDERS: Mapping[type[Event], Callable[[Ladder, Any], None]] = {
    LadderOpened: _opened,
    GameRated: _game_rated,
    TournamentRated: _tournament_rated,
}
