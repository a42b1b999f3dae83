"""Matches that begin with their set-up: decks by card ids, and shuffles that leave them as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl.definitions import PORTER
from domain.games.cape_and_cowl.loadouts import DECK, Loadout, Options
from domain.kernel import decide
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.lineage import Pins
from domain.kernel.match import ClockPolicy, MatchCreated
from domain.kernel.refusal import Refusal
from tests.games.cape_and_cowl.table import Table
from tests.kit.scenario import SEED, Scenario

First = Literal["p1", "p2"]
PINS = Pins(GAME.rules_version, "0" * 64, "test", GAME.card_set_hash(), ALGORITHM, commitment("mt_set_up", SEED))
COMMONS = (
    "cityzen_bob",
    "nill",
    "captain_commute",
    "paper_crane",
    "hangnail",
    "jack_bauer",
    "corner_diner",
    "community_garden",
    "charity_gala",
    "power_surge",
)
"""Five copies of each are a deck."""


def brings(*top: str) -> Loadout:
    """A legal loadout whose deck begins with these cards."""
    rest = [cid for cid in COMMONS for _ in range(5)]
    for cid in top:
        if cid in rest:
            rest.remove(cid)
    return Loadout((PORTER, *top, *rest[: DECK - len(top)]))


def create(seats: int = 2, options: Options | None = None) -> Decision | IllegalLoadout:
    """The creation of a match."""
    event = MatchCreated(
        match="mt_set_up", game=GAME.slug, seats=seats, options=options or Options(), clock=ClockPolicy(), pins=PINS
    )
    return decide.create(GAME, event, 0)


class Seated(Table):
    """A table whose given are the loadouts of both players."""

    def __init__(self, loadouts: Sequence[Loadout], options: Options | None = None, seed: bytes = SEED) -> None:
        created = create(options=options)
        assert isinstance(created, Decision), created
        Scenario.__init__(self, GAME, created.state)
        self._started, self._cards = True, [DECK + 1] * 2
        for seat, loadout in enumerate(loadouts):
            joined = self.join(seat, loadout, seed)
            assert isinstance(joined, Decision), joined
            self._take(joined)

    def join(self, seat: int, loadout: Loadout, seed: bytes = SEED) -> Decision | Refusal | IllegalLoadout:
        """What comes of a player's coming with a deck; nothing has changed yet."""
        return decide.join(GAME, self.state, seat, f"player-{seat}", 0, loadout=loadout, server_seed=seed)


def set_up(*tops: Sequence[str], first: First = "p1", seed: bytes = SEED) -> Seated:
    """A match in which each player's deck begins with these cards."""
    one, other = tops or ((), ())
    return Seated([brings(*one), brings(*other)], Options(first_player=first), seed)
