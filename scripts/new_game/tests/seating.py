"""Matches that begin with their set-up."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel import decide
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.lineage import Pins
from domain.kernel.match import ClockPolicy, MatchCreated
from scripts.new_game.game import GAME
from scripts.new_game.game.loadouts import Loadout, Options, precon
from tests.kit.scenario import SEED, Scenario

PINS = Pins(GAME.rules_version, "0" * 64, "test", GAME.card_set_hash(), ALGORITHM, commitment("mt_set_up", SEED))


def ready(deck: str = "big_fire") -> Loadout:
    """The loadout around a ready-made deck."""
    found = precon(deck, 0, Options(), 2)
    assert found is not None
    return found


def create(seats: int, options: Options | None = None) -> Decision | IllegalLoadout:
    """The creation of a match."""
    event = MatchCreated(
        match="mt_set_up", game=GAME.slug, seats=seats, options=options or Options(), clock=ClockPolicy(), pins=PINS
    )
    return decide.create(GAME, event, 0)


def set_up(loadouts: Sequence[Loadout]) -> Scenario:
    """A match that has started, with these loadouts."""
    created = create(len(loadouts))
    assert isinstance(created, Decision), created
    match = Scenario(GAME, created.state)
    for seat, loadout in enumerate(loadouts):
        joined = decide.join(GAME, match.state, seat, f"player-{seat}", 0, loadout=loadout, server_seed=SEED)
        assert isinstance(joined, Decision), joined
        match._take(joined)
    return match
