"""Matches that begin with their set-up."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel import decide
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.lineage import Pins
from domain.kernel.match import ClockPolicy, MatchCreated
from tests.kit.scenario import SEED, Scenario
from tests.toy_game import GAME
from tests.toy_game.loadouts import Loadout, Options

PINS = Pins(GAME.rules_version, "0" * 64, "test", GAME.card_set_hash(), ALGORITHM, commitment("mt_set_up", SEED))


def create(seats: int, options: Options | None = None) -> Decision | IllegalLoadout:
    """The creation of a match."""
    event = MatchCreated(
        match="mt_set_up", game=GAME.slug, seats=seats, options=options or Options(), clock=ClockPolicy(), pins=PINS
    )
    return decide.create(GAME, event, 0)


def set_up(charms: Sequence[str], options: Options | None = None) -> Scenario:
    """A match that has started, with these charms."""
    created = create(len(charms), options)
    assert isinstance(created, Decision), created
    match = Scenario(GAME, created.state)
    for seat, charm in enumerate(charms):
        joined = decide.join(GAME, match.state, seat, f"player-{seat}", 0, loadout=Loadout(charm), server_seed=SEED)
        assert isinstance(joined, Decision), joined
        match._take(joined)
    return match
