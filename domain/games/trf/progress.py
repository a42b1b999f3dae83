"""The public progress: what the match is resolving."""

from __future__ import annotations

import msgspec

from domain.games.trf.definitions import Window
from domain.games.trf.frames import Stage


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """TRF-202 The public summary of what is being resolved: the step, the window that is open, the fight."""

    step: Stage
    window: Window | None = None
    fight: str | None = None
