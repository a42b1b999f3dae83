"""The parts of the archive, built and connected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.foundation import Foundation
from service.history.archive.archive import Archive
from service.history.archive.checking import Checker
from service.history.archive.filing import Filing
from service.history.exporter import Exporter
from service.matches.repository import Repository

if TYPE_CHECKING:
    from service.history.archive.objects import Objects


@dataclass(frozen=True)
class ArchiveParts:
    """The parts that read the archive, write it and check it; `filing` is None where the settings name none."""

    archive: Archive
    filing: Filing | None
    checker: Checker


def build(
    base: Foundation, archive: Archive, objects: Objects | None, repository: Repository, exporter: Exporter
) -> ArchiveParts:
    """Build them. `archive` is that from which the store answers."""
    days = base.settings.archive_after_days
    filing = None
    if objects is not None:
        filing = Filing(base.store, archive, objects, repository, exporter, base.clock, days)
    return ArchiveParts(archive, filing, Checker(base.store, archive))
