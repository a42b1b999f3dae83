"""Matches that begin with their set-up: loadouts by card ids, and shuffles that leave decks as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.games.scp import GAME
from domain.games.scp.loadouts import Loadout, Options
from domain.kernel import decide
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.lineage import Pins
from domain.kernel.match import ClockPolicy, MatchCreated
from domain.kernel.refusal import Refusal
from tests.games.scp.table import Table
from tests.kit.scenario import SEED, Scenario

MATCH = "mt_set_up"
PINS = Pins(GAME.rules_version, "0" * 64, "test", GAME.card_set_hash(), ALGORITHM, commitment(MATCH, SEED))
SIZE = 50
ORDINARY = tuple(f"P{number}" for number in range(16, 36) if number not in (15, 34))
"""Personnel of which three copies are allowed."""
SCPS = ("S02", "S03", "S04", "S05", "S06", "S07", "S08", "S09", "S10", "S11")


def brings(*top: str, scps: Sequence[str] = SCPS, size: int = SIZE) -> Loadout:
    """A legal loadout whose deck begins with these cards."""
    more = [cid for _ in range(3) for cid in ORDINARY if cid not in top]
    return Loadout(deck=(*top, *more)[:size], scps=tuple(scps))


def create(seats: int = 2, **options: Any) -> Decision | IllegalLoadout:
    """The creation of a match."""
    event = MatchCreated(
        match=MATCH, game=GAME.slug, seats=seats, options=Options(**options), clock=ClockPolicy(), pins=PINS
    )
    return decide.create(GAME, event, 0)


class Seated(Table):
    """A table whose given are the loadouts of the players, and cards that the match has more."""

    def __init__(
        self, loadouts: Sequence[Loadout], seed: bytes = SEED, cards: Mapping[str, Any] = {}, **options: Any
    ) -> None:
        created = create(len(loadouts), **options)
        assert isinstance(created, Decision), created
        Scenario.__init__(self, GAME, created.state)
        self.cards.update(cards)
        self._started = True
        for seat, loadout in enumerate(loadouts):
            joined = self.sit(seat, loadout, seed)
            assert isinstance(joined, Decision), joined
            self._take(joined)

    def sit(self, seat: int, loadout: Loadout, seed: bytes = SEED) -> Decision | Refusal | IllegalLoadout:
        """What comes of a player's coming with a loadout; nothing has changed yet."""
        return decide.join(GAME, self.state, seat, f"player-{seat}", 0, loadout=loadout, server_seed=seed)


def set_up(seats: int = 2, *loadouts: Loadout, seed: bytes = SEED) -> Seated:
    """A match of so many players; one alone brings 40 cards."""
    if seats == 1:
        return Seated(loadouts or (brings(size=40),), seed, mode="solitaire")
    return Seated(loadouts or [brings()] * seats, seed)
