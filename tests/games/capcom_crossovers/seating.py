"""Matches that begin with their set-up: who comes with which characters, over the kernel's own create and join."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers.board import Mode
from domain.games.capcom_crossovers.loadouts import Loadout, Options, seats_of
from domain.kernel import decide
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.lineage import Pins
from domain.kernel.match import ClockPolicy, MatchCreated
from domain.kernel.refusal import Refusal
from tests.games.capcom_crossovers.table import Table
from tests.kit.scenario import SEED, Scenario

MATCH = "mt_set_up"
PINS = Pins(GAME.rules_version, "0" * 64, "test", GAME.card_set_hash(), ALGORITHM, commitment(MATCH, SEED))
MODES: tuple[Mode, ...] = ("one_on_one", "tag", "team", "boss")
Brought = Sequence[Sequence[str]]
LINE_UPS: dict[Mode, Brought] = {
    "one_on_one": (["ryu"], ["gambit"]),
    "tag": (["ryu", "gambit"], ["morrigan", "spider_man"]),
    "team": (["ryu"], ["morrigan"], ["gambit"], ["spider_man"]),
    "boss": (["ryu"], ["gambit"], ["hollow_titan"]),
}
"""By seat, what comes unless a test says otherwise."""


def create(mode: Mode = "one_on_one", seats: int | None = None, **options: Any) -> Decision | IllegalLoadout:
    """The creation of a match, by default with as many seats as the mode has."""
    made = msgspec.convert({"mode": mode, **options}, Options)
    places = seats_of(mode) if seats is None else seats
    event = MatchCreated(
        match=MATCH, game=GAME.slug, seats=places, options=made, clock=ClockPolicy(decision=60_000), pins=PINS
    )
    return decide.create(GAME, event, 0)


class Seated(Table):
    """A table whose given is who has come with which characters, from seat 0 on."""

    def __init__(self, mode: Mode, brought: Brought, seed: str | None = None, **options: Any) -> None:
        created = create(mode, **options)
        assert isinstance(created, Decision), created
        Scenario.__init__(self, GAME, created.state)
        self._started = True
        for seat, characters in enumerate(brought):
            joined = self.join(seat, characters, seed)
            assert isinstance(joined, Decision), joined
            self._take(joined)

    def join(
        self, seat: int, characters: Sequence[str], seed: str | None = None
    ) -> Decision | Refusal | IllegalLoadout:
        """What comes of a player's coming with these characters, and with a seed; nothing has changed yet."""
        player, loadout = f"player-{seat}", Loadout(tuple(characters))
        return decide.join(GAME, self.state, seat, player, 0, loadout=loadout, seat_seed=seed, server_seed=SEED)

    def faults(self, seat: int, characters: Sequence[str]) -> list[str]:
        """The rules that these characters break for this seat; nobody has sat down."""
        outcome = self.join(seat, characters)
        if isinstance(outcome, Decision):
            return []
        assert isinstance(outcome, IllegalLoadout), outcome
        return [violation.rule for violation in outcome.violations]

    def keep(self) -> Seated:
        """Everybody who is still to be asked keeps the opening hand."""
        while self.board.phase == "mulligan":
            ((seat, _),) = self.asked()
            self.do(seat, a.Keep())
        return self


def set_up(
    mode: Mode = "one_on_one", brought: Brought | None = None, seed: str | None = None, **options: Any
) -> Seated:
    """A match of this mode to which everybody has come, with this seed; the mulligans are being asked."""
    return Seated(mode, LINE_UPS[mode] if brought is None else brought, seed, **options)
