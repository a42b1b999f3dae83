"""Runs the levels over a record, each of them reading its lines once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from msgspec import UnsetType

from api_schema.errors import ApiError
from domain.kernel.audience import FULL
from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import own_sets
from domain.kernel.game import Game
from domain.kernel.match import State
from service.catalogue.cardsets import Sets
from service.catalogue.catalogue import Entry, GameCatalogue
from service.history.lines import FORMAT, FORMAT_VERSION, BadLine, Header
from service.history.redaction import redaction_of
from service.history.verify.chain import Chain
from service.history.verify.checker import Checker, Progress, Source, numbered, run
from service.history.verify.deciding import Deciding
from service.history.verify.drawing import Drawing
from service.history.verify.folding import Folding
from service.history.verify.redacting import Alone, OfItself, OfTheFull
from service.history.verify.report import Level, Report, Unreadable
from service.history.verify.sources import FileSource


@dataclass(frozen=True)
class Asked:
    """What a verification knows beside the record.

    `keys`: ids of the keys that the caller trusts, None: any will do. `vouched`: ids that count as trusted without
    making others fail: those of whoever verifies. `seed`: the seed where the record doesn't reveal
    it, for who keeps it. `against`: the full record that a redacted one is compared with.
    """

    keys: Collection[str] | None = None
    vouched: Collection[str] = ()
    seed: bytes | None = None
    against: Source | None = None


def verify_file(
    path: Path,
    catalogue: GameCatalogue,
    keys: Collection[str] | None = None,
    against: Path | None = None,
    progress: Progress = lambda: None,
) -> Report:
    """Verify a file on disk. Raises Unreadable if it is none that can be read."""
    full = None if against is None else FileSource(against)
    return verify(FileSource(path), catalogue, Asked(keys=keys, against=full), progress)


def verify(
    source: Source, catalogue: GameCatalogue, asked: Asked = Asked(), progress: Progress = lambda: None
) -> Report:
    """All levels. Raises Unreadable for what does not begin as a replay file."""
    header = header_of(source)
    chain = Chain(asked.keys, asked.vouched)
    intact = run(chain, source, progress, first=True)
    end = chain.end
    if intact.status != "ok":
        levels = (intact, *_skipped("the record is not as it was written", "L1", "L2", "L3", "L4"))
    else:
        levels = (intact, *_beyond(source, catalogue, asked, header, chain, progress))
    return Report(
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


def header_of(source: Source) -> Header:
    """The header. Raises Unreadable for what isn't one of this format and version."""
    try:
        _, line = next(numbered(source))
    except StopIteration:
        raise Unreadable("it is empty") from None
    except BadLine as bad:
        raise Unreadable(f"{bad}: this is no replay file", bad.number) from None
    if not isinstance(line, Header) or line.format != FORMAT:
        raise Unreadable("line 1: no header: this is no replay file", 1)
    if line.format_version != FORMAT_VERSION:
        told = f"line 1: format version {line.format_version}; this release reads version {FORMAT_VERSION}"
        raise Unreadable(told, 1)
    return line


def _beyond(
    source: Source, catalogue: GameCatalogue, asked: Asked, header: Header, chain: Chain, progress: Progress
) -> list[Level]:
    """L1 to L4 of a record whose chain holds."""
    assert chain.end is not None
    seed = bytes.fromhex(chain.end.seed) if chain.end.seed else asked.seed
    fair = run(Drawing(seed), source, progress) if seed else _skip("L3", "the seed is not revealed in this record")
    try:
        entry = catalogue.entry(header.game)
    except ApiError as unknown:
        return [*_skipped(unknown.message, "L1", "L2"), fair, _skip("L4", unknown.message)]
    try:
        sets = card_sets_of(entry.game, header)
    except CardFault as fault:
        reason = "its cards are not known"
        return [_unread(entry, header, fault), _skip("L2", reason), fair, _skip("L4", reason)]
    folding = Folding(entry, header.perspective)
    folded = run(folding, source, progress)
    if folded.status != "ok":
        return [folded, _skip("L2", "the events don't fold"), fair, _skip("L4", "the events don't fold")]
    again = _decided(entry, source, header, seed, progress)
    redacted = _redacted(entry, source, header, asked, folding.state, progress)
    del sets  # until here their cards had to be known
    return [folded, again, fair, redacted]


def card_sets_of(game: Game, header: Header) -> Sets:
    """The card sets that a header brings along, known for as long as they are held. Raises CardFault."""
    given = () if isinstance(header.card_sets, UnsetType) else header.card_sets
    return tuple(own_sets(game).use(one.text) for one in given)


def _unread(entry: Entry, header: Header, fault: CardFault) -> Level:
    """Cards that can't be read: rules that have changed may be why."""
    pinned = (header.pins.get("rules_version"), header.pins.get("rules_hash"))
    same = pinned == (entry.game.rules_version, entry.rules_hash)
    return Level("L1", "failed" if same else "diverged", f"a card set can't be read: {fault.faults[0]}", 1)


def _decided(entry: Entry, source: Source, header: Header, seed: bytes | None, progress: Progress) -> Level:
    if header.perspective != FULL:
        return _skip("L2", "only a full record can be decided again")
    if seed is None:
        return _skip("L2", "the seed is not revealed in this record")
    return run(Deciding(entry, seed), source, progress)


def _redacted(entry: Entry, source: Source, header: Header, asked: Asked, state: State, progress: Progress) -> Level:
    if header.perspective == FULL:
        return run(OfItself(entry, state), source, progress)
    if asked.against is None:
        alone = run(Alone(redaction_of(header.perspective, state)), source, progress)
        return alone if alone.status != "ok" else _skip("L4", "needs the full record to compare with")
    try:
        full_header = header_of(asked.against)
    except Unreadable as error:
        raise Unreadable(f"what it is compared with: {error}") from None
    if full_header.perspective != FULL:
        return Level(
            "L4", "failed", f"what it is compared with is no full record but what {full_header.perspective} sees"
        )
    there = Folding(entry, FULL)
    full = run(there, asked.against, progress, first=True)
    if full.status != "ok":
        return Level("L4", "failed", f"the full record can't be compared with: {full.message}")
    checker: Checker = OfTheFull(header.perspective, asked.against, there.state)
    return run(checker, source, progress)


def _skipped(reason: str, *levels: str) -> list[Level]:
    return [_skip(level, reason) for level in levels]


def _skip(level: str, reason: str) -> Level:
    return Level(level, "skipped", reason)
