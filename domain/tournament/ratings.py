"""Ratings by the Plackett-Luce model of openskill, recomputed from published games. Chains hold them as whole numbers.

The library counts in floating point. The result of each game is rounded to millionths at once, and the next game starts
from the rounded numbers, so errors of the last digits can't add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from openskill.models import PlackettLuce

from domain.tournament.faults import Fault

MODEL = "openskill-plackett-luce/1"
MILLION = 1_000_000


class Rating(msgspec.Struct, frozen=True):
    """Strength and how uncertain it is, in millionths. Players are listed by `ordinal`, which is safe to have."""

    mu: int = 25_000_000
    sigma: int = 8_333_333
    games: int = 0

    @property
    def ordinal(self) -> int:
        """Strength less three times its uncertainty."""
        return self.mu - 3 * self.sigma


class RatedGame(msgspec.Struct, frozen=True):
    """One finished game: its id, and groups of equal players, best first."""

    id: str
    places: tuple[tuple[str, ...], ...]


class Change(msgspec.Struct, frozen=True):
    """The change of one player's rating by a game."""

    game: str
    player: str
    before: Rating
    after: Rating


def faults(game: RatedGame) -> tuple[Fault, ...]:
    """Why a game can't be rated."""
    players = [player for group in game.places for player in group]
    if len(players) < 2:
        return (Fault("RATED_ALONE", "a rated game has two players or more", ("places",)),)
    if len(set(players)) < len(players) or not all(game.places):
        return (Fault("PLACES_TWICE", "every player stands in one place", ("places",)),)
    return ()


def rate(games: Iterable[RatedGame], before: Mapping[str, Rating] | None = None) -> tuple[Change, ...]:
    """All changes by some games, in their order; a new player starts with the model's own rating."""
    ratings = dict(before or {})
    model = PlackettLuce()
    changes: list[Change] = []
    for game in games:
        for change in _rated(model, game, ratings):
            ratings[change.player] = change.after
            changes.append(change)
    return tuple(changes)


def _rated(model: PlackettLuce, game: RatedGame, ratings: Mapping[str, Rating]) -> list[Change]:
    players = [player for group in game.places for player in group]
    before = [ratings.get(player, Rating()) for player in players]
    teams = [[model.rating(mu=one.mu / MILLION, sigma=one.sigma / MILLION)] for one in before]
    rated = model.rate(teams, ranks=[float(rank) for rank in _ranks(game)])
    return [
        Change(game.id, player, old, Rating(round(new.mu * MILLION), round(new.sigma * MILLION), old.games + 1))
        for player, old, [new] in zip(players, before, rated, strict=True)
    ]


def _ranks(game: RatedGame) -> list[int]:
    ranks: list[int] = []
    for group in game.places:
        ranks += [len(ranks) + 1] * len(group)
    return ranks
