"""Runs the levels over a record, each of them reading its lines once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UnsetType

from api_schema.errors import ApiError
from domain.kernel.audience import FULL
from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import Core, Library, OwnSet
from domain.kernel.game import CardGame, reader_of
from domain.kernel.match import State
from service.catalogue.catalogue import CatalogueEntry, GameCatalogue
from service.history.lines import FORMAT, FORMAT_VERSION, BadLine, ReplayHeader
from service.history.redaction import redaction_of
from service.history.verify.chain import ChainChecker
from service.history.verify.checker import Checker, LineSource, Progress, numbered, run
from service.history.verify.decisions import DecisionChecker
from service.history.verify.draws import DrawChecker
from service.history.verify.folds import FoldChecker
from service.history.verify.redactions import FullFileChecker, LoneFileChecker, RedactedFileChecker
from service.history.verify.report import Level, Unreadable, VerifyReport
from service.history.verify.sources import FileSource


@dataclass(frozen=True)
class VerifyRequest:
    """The knowledge of a verification beside the record.

    `keys`: ids of the keys that the caller trusts, one of which has to have signed it; None: nobody has to. `vouched`:
    ids that count as trusted without making others fail: the verifier's own. `seed`: the seed where the record doesn't
    reveal it, for its keeper. `against`: the full record to compare a redacted one with. `cores`: core sets that its
    keeper has of its game.
    """

    keys: Collection[str] | None = None
    vouched: Collection[str] = ()
    seed: bytes | None = None
    against: LineSource | None = None
    cores: tuple[Core, ...] = ()


def verify_file(
    path: Path,
    catalogue: GameCatalogue,
    keys: Collection[str] | None = None,
    against: Path | None = None,
    progress: Progress = lambda: None,
) -> VerifyReport:
    """Verify a file on disk. Raises Unreadable if it is none that can be read."""
    full = None if against is None else FileSource(against)
    return verify(FileSource(path), catalogue, VerifyRequest(keys=keys, against=full), progress)


def verify(
    source: LineSource,
    catalogue: GameCatalogue,
    asked: VerifyRequest = VerifyRequest(),
    progress: Progress = lambda: None,
) -> VerifyReport:
    """All levels. Raises Unreadable for what does not begin as a replay file."""
    header = header_of(source)
    chain = ChainChecker(asked.keys, asked.vouched)
    intact = run(chain, source, progress, first=True)
    end = chain.end
    if intact.status != "ok":
        levels = (intact, *_skipped("the record is not as it was written", "L1", "L2", "L3", "L4"))
    else:
        levels = (intact, *_beyond(source, catalogue, asked, header, chain, progress))
    return VerifyReport(
        header.match,
        header.game,
        header.perspective,
        None if end is None else end.version,
        None if end is None else end.head,
        None if end is None else end.status,
        None if end is None or end.signature is None else end.signature.key_id,
        chain.pinned,
        levels,
    )


def header_of(source: LineSource) -> ReplayHeader:
    """The header. Raises Unreadable for what isn't one of this format and version."""
    try:
        _, line = next(numbered(source))
    except StopIteration:
        raise Unreadable("it is empty") from None
    except BadLine as bad:
        raise Unreadable(f"{bad}: this is no replay file", bad.number) from None
    if not isinstance(line, ReplayHeader) or line.format != FORMAT:
        raise Unreadable("line 1: no header: this is no replay file", 1)
    if line.format_version != FORMAT_VERSION:
        told = f"line 1: format version {line.format_version}; this release reads version {FORMAT_VERSION}"
        raise Unreadable(told, 1)
    return line


def _beyond(
    source: LineSource,
    catalogue: GameCatalogue,
    asked: VerifyRequest,
    header: ReplayHeader,
    chain: ChainChecker,
    progress: Progress,
) -> list[Level]:
    """L1 to L4 of a record whose chain holds."""
    assert chain.end is not None
    seed = bytes.fromhex(chain.end.seed) if chain.end.seed else asked.seed
    fair = run(DrawChecker(seed), source, progress) if seed else _skip("L3", "the seed is not revealed in this record")
    try:
        entry = catalogue.entry(header.game)
    except ApiError as unknown:
        return [*_skipped(unknown.message, "L1", "L2"), fair, _skip("L4", unknown.message)]
    try:
        library = library_of(entry, header, asked.cores)
    except CardFault as fault:
        reason = "its cards are not known"
        return [_unread(entry, header, fault), _skip("L2", reason), fair, _skip("L4", reason)]
    folding = FoldChecker(entry, header.perspective, library)
    folded = run(folding, source, progress)
    if folded.status != "ok":
        return [folded, _skip("L2", "the events don't fold"), fair, _skip("L4", "the events don't fold")]
    again = _decided(entry, source, header, seed, library, progress)
    redacted = _redacted(entry, source, header, asked, folding.state, library, progress)
    return [folded, again, fair, redacted]


def library_of(entry: CatalogueEntry, header: ReplayHeader, cores: Sequence[Core] = ()) -> Library:
    """The cards of a record: the core sets that it is pinned to as far as they are at hand, the sets that its header
    brings along. Raises CardFault.
    """
    library = entry.library(str(header.pins.get("card_set_hash")), own_sets_of(entry.game, header))
    return msgspec.structs.replace(library, earlier=(*library.earlier, *cores))


def own_sets_of(game: CardGame, header: ReplayHeader) -> list[OwnSet[Any]]:
    """The card sets of players that a header brings along. Raises CardFault."""
    given = () if isinstance(header.card_sets, UnsetType) else header.card_sets
    return [reader_of(game).read_own(game.core(), one.text, kept=True) for one in given]


def _unread(entry: CatalogueEntry, header: ReplayHeader, fault: CardFault) -> Level:
    """Cards that can't be read: rules that have changed may be why."""
    pinned = (header.pins.get("rules_version"), header.pins.get("rules_hash"))
    same = pinned == (entry.game.rules_version, entry.rules_hash)
    return Level("L1", "failed" if same else "diverged", f"a card set can't be read: {fault.faults[0]}", 1)


def _decided(
    entry: CatalogueEntry,
    source: LineSource,
    header: ReplayHeader,
    seed: bytes | None,
    library: Library,
    progress: Progress,
) -> Level:
    if header.perspective != FULL:
        return _skip("L2", "only a full record can be decided again")
    if seed is None:
        return _skip("L2", "the seed is not revealed in this record")
    return run(DecisionChecker(entry, seed, library), source, progress)


def _redacted(
    entry: CatalogueEntry,
    source: LineSource,
    header: ReplayHeader,
    asked: VerifyRequest,
    state: State,
    library: Library,
    progress: Progress,
) -> Level:
    if header.perspective == FULL:
        return run(FullFileChecker(entry, state, library), source, progress)
    if asked.against is None:
        alone = run(LoneFileChecker(redaction_of(header.perspective, state)), source, progress)
        return alone if alone.status != "ok" else _skip("L4", "needs the full record to compare with")
    try:
        full_header = header_of(asked.against)
    except Unreadable as error:
        raise Unreadable(f"what it is compared with: {error}") from None
    if full_header.perspective != FULL:
        return Level(
            "L4", "failed", f"what it is compared with is no full record but what {full_header.perspective} sees"
        )
    there = FoldChecker(entry, FULL, library)
    full = run(there, asked.against, progress, first=True)
    if full.status != "ok":
        return Level("L4", "failed", f"the full record can't be compared with: {full.message}")
    checker: Checker = RedactedFileChecker(header.perspective, asked.against, there.state)
    return run(checker, source, progress)


def _skipped(reason: str, *levels: str) -> list[Level]:
    return [_skip(level, reason) for level in levels]


def _skip(level: str, reason: str) -> Level:
    return Level(level, "skipped", reason)
