"""Matches that begin with their set-up: loadouts by card ids, and shuffles that leave decks as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.games.trf import GAME
from domain.games.trf.loadouts import Loadout, Options
from domain.kernel import decide
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.lineage import Pins
from domain.kernel.match import ClockPolicy, MatchCreated
from domain.kernel.refusal import Refusal
from tests.games.trf.table import FILLER, Table
from tests.kit.scenario import SEED, Scenario

MATCH = "mt_set_up"
PINS = Pins(GAME.rules_version, "0" * 64, "test", GAME.card_set_hash(), ALGORITHM, commitment(MATCH, SEED))
SIZE = 40


def brings(*top: str, **changed: Any) -> Loadout:
    """A legal loadout, without a limit of copies, whose deck begins with these cards."""
    deck = (*top, *[FILLER] * (SIZE - len(top)))
    return msgspec.convert({"account": "A03", "homeworld": "P02", "deck": deck, **changed}, Loadout)


def create(seats: int = 2, **options: Any) -> Decision | IllegalLoadout:
    """The creation of a match."""
    event = MatchCreated(
        match=MATCH, game=GAME.slug, seats=seats, options=Options(**options), clock=ClockPolicy(), pins=PINS
    )
    return decide.create(GAME, event, 0)


class Seated(Table):
    """A table whose given are the loadouts of the players."""

    def __init__(self, loadouts: Sequence[Loadout], seats: int = 2, seed: bytes = SEED, **options: Any) -> None:
        created = create(seats, max_copies=0, **options)
        assert isinstance(created, Decision), created
        Scenario.__init__(self, GAME, created.state)
        self._started = True
        for seat, loadout in enumerate(loadouts):
            joined = self.sit(seat, loadout, seed)
            assert isinstance(joined, Decision), joined
            self._take(joined)

    def sit(self, seat: int, loadout: Loadout, seed: bytes = SEED) -> Decision | Refusal | IllegalLoadout:
        """What comes of a player's coming with a loadout; nothing has changed yet."""
        return decide.join(GAME, self.state, seat, f"player-{seat}", 0, loadout=loadout, server_seed=seed)


def set_up(*loadouts: Loadout, seed: bytes = SEED) -> Seated:
    """A match of these players, two by default."""
    given = loadouts or (brings(), brings())
    options = {"mode": "free_for_all"} if len(given) > 2 else {}
    return Seated(given, len(given), seed, **options)
