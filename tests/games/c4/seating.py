"""Matches that begin with their set-up: loadouts by printed names, decks that stay in the order given."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.c4 import GAME
from domain.games.c4.loadouts import SMALLEST_DECK, Loadout, Options
from domain.kernel import decide
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.lineage import Pins
from domain.kernel.match import ClockPolicy, MatchCreated
from tests.games.c4.table import FILLER, KINDS, Table, cid
from tests.kit.scenario import SEED, Scenario

PINS = Pins(GAME.rules_version, "0" * 64, "test", GAME.card_set_hash(), ALGORITHM, commitment("mt_set_up", SEED))


def brings(*top: str, kind: str = "coin", wears: Sequence[str] = (), size: int = SMALLEST_DECK) -> Loadout:
    """A loadout whose deck begins with these cards and goes on with fillers."""
    names = [*top, *[FILLER] * (size - len(top))]
    return Loadout(tuple(cid(name) for name in names), kind, tuple(wears))


def create(seats: int, options: Options | None = None) -> Decision | IllegalLoadout:
    """The creation of a match."""
    event = MatchCreated(
        match="mt_set_up", game=GAME.slug, seats=seats, options=options or Options(), clock=ClockPolicy(), pins=PINS
    )
    return decide.create(GAME, event, 0)


class Seated(Table):
    """A table whose given are loadouts, one for each seat."""

    def __init__(self, loadouts: Sequence[Loadout], options: Options | None = None) -> None:
        created = create(len(loadouts), options)
        assert isinstance(created, Decision), created
        Scenario.__init__(self, GAME, created.state)
        for seat, loadout in enumerate(loadouts):
            joined = decide.join(GAME, self.state, seat, f"player-{seat}", 0, loadout=loadout, server_seed=SEED)
            assert isinstance(joined, Decision), joined
            self._take(joined)
        self._brought = self._all_tokens()
        self._started = True


def set_up(*tops: Sequence[str], options: Options | None = None) -> Seated:
    """A match in which each player's deck begins with these cards; each has a token kind of their own."""
    loadouts = [brings(*top, kind=kind) for top, kind in zip(tops, KINDS, strict=False)]
    return Seated(loadouts, options)
