"""A match of Capcom Crossovers: what the kernel keeps of one, with the types of this game."""

from __future__ import annotations

import msgspec

from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.loadouts import Loadout, Options
from domain.kernel import batch, match


class PendingDamage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Damage that is about to be dealt to the active character of a side; `n` is what is left of it so far."""

    target: str
    n: int
    attack: int | None = None


class PendingEffect(msgspec.Struct, frozen=True):
    """An ability or a move whose effects are being resolved, or that its owner is asked about."""

    character: str
    cause: str


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public summary of what is being resolved: damage on its way, effects bottom to top."""

    damage: PendingDamage | None = None
    effects: tuple[PendingEffect, ...] = ()


State = match.State[Board, Options, Loadout, Progress]
Batch = batch.Batch[Board, Options, Loadout, Progress]
