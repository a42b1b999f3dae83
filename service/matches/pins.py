"""The pins of a new match."""

from __future__ import annotations

from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.lineage import Pins
from service.catalogue.catalogue import CatalogueEntry


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
