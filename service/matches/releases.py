"""The release that decides a match. It renews pins that lag behind, and refuses matches of a newer release."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256

import msgspec
import structlog
from cachetools import LRUCache

from api_schema.errors import ApiError, ErrorCode
from domain.kernel import decide
from domain.kernel.decide import Decision
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.lineage import Pins, RulesRepinned
from domain.kernel.upcasters import UnreadableEvent
from domain.kernel.versions import is_older
from eventstore import Command
from eventstore.chain import canonical
from service.catalogue.catalogue import CatalogueEntry
from service.matches.aggregate import Aggregate

log = structlog.get_logger(__name__)

SYSTEM = "system"
REMEMBERED = 10_000


class Releases:
    """Refuses the matches that this process is too old for, and tells the log of each of them once."""

    def __init__(self) -> None:
        self._told: LRUCache[str, None] = LRUCache(REMEMBERED)

    def served(self, match: Aggregate) -> Aggregate:
        """The match, unless newer rules than ours decide it. One that is over asks nothing of the rules any more."""
        return match if match.state.result is not None else self.judged(match)

    def judged(self, match: Aggregate) -> Aggregate:
        """The match, unless newer rules than ours have decided it, also one that is over."""
        state, ours = match.state, match.entry.release.rules_version
        if state.pins is not None and is_older(ours, state.pins.rules_version):
            reason = f"it goes by rules {state.pins.rules_version} of {state.game}, this server has {ours}"
            raise self._mismatch(match.match, reason, reason)
        return match

    @contextmanager
    def readable(self, match: str) -> Iterator[None]:
        """Inside, what this release can't read is refused, without a word about what may be hidden."""
        try:
            yield
        except UnreadableEvent as error:
            where = error.where or "one of its events"
            raise self._mismatch(match, f"this server can't read {where}", f"{where}: {error}") from error

    def _mismatch(self, match: str, reason: str, detail: str) -> ApiError:
        if match not in self._told:
            self._told[match] = None
            log.warning("match of another release refused", match=match, reason=detail)
        message = f"match {match} belongs to a newer release: {reason}; a server of that release serves it"
        return ApiError(ErrorCode.RELEASE_MISMATCH, message, path=("matchId",))


def repinning(match: Aggregate, now: int) -> Decision | None:
    """The change of pins that has to come before anything is decided here; None if this release is the pinned one."""
    pins, release = match.state.pins, match.entry.release
    if pins is not None and match.library.has(pins.card_set_hash):
        # it goes on with the cards that it began with
        release = msgspec.structs.replace(release, card_set_hash=pins.card_set_hash)
    if match.state.result is not None or pins is None or _same(pins, release):
        return None
    outcome = decide.repin(match.game, match.state, release, now)
    return outcome if isinstance(outcome, Decision) else None


def command_of(match: Aggregate) -> Command:
    """The command of a change of pins: one for each version and release, so that replicas make it once."""
    content = canonical(msgspec.to_builtins(match.entry.release))
    return Command(SYSTEM, f"repin:{match.version}:{sha256(content).hexdigest()[:16]}", content)


def after(match: Aggregate, change: Decision) -> Aggregate:
    """The match as it will be once its pins have changed: what a command is first decided on."""
    return replace(match, state=change.state, repinned=True)


def _same(pins: Pins, release: RulesRepinned) -> bool:
    return all(getattr(pins, name) == getattr(release, name) for name in RULES)


RULES = ("rules_version", "rules_hash", "engine_version", "card_set_hash")


def pins_of(entry: CatalogueEntry, match: str, seed: bytes) -> Pins:
    """The pins of this release, with the commitment to the match's seed."""
    return Pins(
        rules_version=entry.release.rules_version,
        rules_hash=entry.release.rules_hash,
        engine_version=entry.release.engine_version,
        card_set_hash=entry.release.card_set_hash,
        rng_algorithm=ALGORITHM,
        seed_commitment=commitment(match, seed),
    )
