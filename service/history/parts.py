"""The parts of records and audits, built and connected."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from service.application.signing import Signer
from service.foundation import Foundation
from service.history.audit import ArchivedCommands, Auditor
from service.history.exporter import Exporter
from service.history.importer import Importer
from service.history.key_ring import KeyRing
from service.history.usecases import HistoryUseCases
from service.matches.parts import MatchParts
from service.projections.match_signatures.queries import Signatures


@dataclass(frozen=True)
class HistoryParts:
    """The parts that write records, read and check them."""

    use_cases: HistoryUseCases
    key_ring: KeyRing
    signatures: Signatures
    exporter: Exporter
    importer: Importer
    auditor: Auditor


def build(
    base: Foundation,
    matches: MatchParts,
    signer: Signer,
    catch_up: Callable[[], Awaitable[None]],
    archived: ArchivedCommands,
) -> HistoryParts:
    """Build them. `catch_up` waits until what is committed is signed too; `archived` tells of commands that left."""
    signatures, key_ring = Signatures(base.store), KeyRing(base.store, signer)
    exporter = Exporter(matches.repository, signatures, catch_up)
    auditor = Auditor(base.store, base.catalogue, base.vault, signatures, base.card_sets, archived)
    use_cases = HistoryUseCases(matches.repository, exporter, auditor, base.catalogue, key_ring, matches.delays)
    importer = Importer(base.store, base.catalogue, signatures, base.card_sets)
    return HistoryParts(use_cases, key_ring, signatures, exporter, importer, auditor)
