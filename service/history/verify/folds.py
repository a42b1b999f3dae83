"""L1: the events, folded as this perspective sees them, give seats and seeds, every state hash and the result."""

from __future__ import annotations

import msgspec

from domain.kernel.cardsets import Library
from domain.kernel.codec import Row
from domain.kernel.match import State
from eventstore.chain import canonical
from service.catalogue.catalogue import CatalogueEntry
from service.history.lines import Check, ReplayEvent, ReplayFooter, ReplayHeader, SeatLine
from service.history.verify.report import LevelFailure
from service.matches.perspectives import state_hash


class _Body(msgspec.Struct):
    pub: msgspec.Raw


def incomparable(header: ReplayHeader, entry: CatalogueEntry, library: Library) -> str:
    """Why this release can't make the state hashes of a record anew; nothing if it can."""
    if header.views != entry.views_hash:
        return "views have other types now"
    return "" if library.has(str(header.pins.get("card_set_hash"))) else "its card sets are not here"


class FoldedState:
    """A state folded from lines, as one viewer sees them."""

    def __init__(self, entry: CatalogueEntry, viewer: str, library: Library) -> None:
        self._entry = entry
        self._viewer = viewer
        self.state = State().use(library)

    def event(self, line: ReplayEvent) -> None:
        """Fold one more event. Raises LevelFailure for what this release can't read."""
        try:
            self._entry.codec.fold(self.state, [row(line)], self._viewer)
        except Exception as error:  # what was never played can break a game in any way
            raise LevelFailure(f"{line.type} can't be folded: {str(error) or repr(error)}", line.v) from None

    def hash(self, viewer: str) -> str:
        """The state hash of a viewer now. Raises LevelFailure for a state that can't be shown."""
        try:
            return state_hash(self._entry.game, self.state, viewer)
        except Exception as error:
            raise LevelFailure(f"the state can't be shown to {viewer}: {error!r}", self.state.version) from None


def row(line: ReplayEvent) -> Row:
    """A line as the codec reads it, without its closed parts."""
    opened = {part.to: part.data for part in line.prv if part.is_open}
    body = canonical(_Body(line.pub))
    return line.type, line.schema, body, canonical(opened) if opened else None, line.at


class FoldChecker:
    """The law of redaction makes this work on redacted files as on full ones."""

    level = "L1"

    def __init__(self, entry: CatalogueEntry, perspective: str, library: Library) -> None:
        self._entry = entry
        self._folded = FoldedState(entry, perspective, library)
        self._library = library
        self._header: ReplayHeader | None = None
        self._why_not = ""
        self._hashes = 0

    @property
    def state(self) -> State:
        """The state after the last line read."""
        return self._folded.state

    def header(self, line: ReplayHeader) -> None:
        self._header = line
        self._why_not = incomparable(line, self._entry, self._library)

    def event(self, line: ReplayEvent) -> None:
        self._folded.event(line)

    def check(self, line: Check) -> None:
        self._compare(line.state, line.v)

    def footer(self, line: ReplayFooter) -> None:
        state = self.state
        self._seated()
        self._compare(line.state, line.version)
        result = None if state.result is None else msgspec.to_builtins(state.result)
        if (line.status, line.version) != (state.status, state.version) or canonical(line.result) != canonical(result):
            raise LevelFailure("the result is not what the events fold to", line.version)

    def summary(self) -> str:
        """The comparisons made, as text."""
        hashes = f"no state hashes: {self._why_not}" if self._why_not else f"{self._hashes} state hashes"
        return f"{self.state.version} events folded, {hashes}"

    def _seated(self) -> None:
        header, state = self._header, self.state
        assert header is not None
        seats = [SeatLine(number, place.player, place.bot) for number, place in enumerate(state.seats)]
        seeds = None if state.board_or_none is None else [place.seed for place in state.seats]
        if (header.seats, header.seat_seeds) != (seats, seeds):
            raise LevelFailure("the header's seats or seeds are not those of the events", state.version)

    def _compare(self, said: dict[str, str], version: int) -> None:
        for viewer, hashed in () if self._why_not else said.items():
            if hashed != self._folded.hash(viewer):
                raise LevelFailure(f"the state of {viewer} has another hash", version)
            self._hashes += 1
