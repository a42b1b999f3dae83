"""The base on which everything else is built."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from eventstore import EventStore
from service.accounts.directory import Directory
from service.application.pseudonyms import CommandNames
from service.application.tokens import Tokens
from service.application.vault import Vault
from service.catalogue.card_sets import CardSetBook
from service.catalogue.catalogue import GameCatalogue
from service.keys import Keys
from service.leases import Job, Lease
from service.settings import Settings
from service.streams.broker import Broker
from service.times import Clock


@dataclass(frozen=True)
class Foundation:
    """The settings, what reaches outside the process, and what is derived from the keys and from the store alone."""

    settings: Settings
    clock: Clock
    keys: Keys
    store: EventStore
    broker: Broker
    catalogue: GameCatalogue
    card_sets: CardSetBook
    directory: Directory
    command_names: CommandNames
    tokens: Tokens
    vault: Vault
    leases: Mapping[str, Lease]


def build(
    settings: Settings,
    clock: Clock,
    keys: Keys,
    store: EventStore,
    broker: Broker,
    catalogue: GameCatalogue,
    alone: bool,
) -> Foundation:
    """Build the rest from what is given. A process that is `alone` on its store shares no work."""
    return Foundation(
        settings,
        clock,
        keys,
        store,
        broker,
        catalogue,
        CardSetBook(store, catalogue, clock),
        Directory(store, clock),
        CommandNames(keys),
        Tokens(keys),
        Vault(keys),
        _leases(settings, alone),
    )


FOLDING = (Job.NUMBERING, Job.READ_MODELS)
"""The work on read models, which goes on where their logs are numbered."""


def jobs_of(settings: Settings) -> Collection[str]:
    """The work in the background that this process does: read models, bots, webhooks and clocks can be off."""
    off = {Job.HOUSE_BOTS: not settings.house_bots, Job.WEBHOOKS: not settings.webhooks}
    off |= dict.fromkeys((Job.CLOCKS, Job.TOURNAMENTS), not settings.clocks)
    off |= dict.fromkeys(FOLDING, not settings.read_models)
    return [job for job in Job if not off.get(job)]


def _leases(settings: Settings, alone: bool) -> Mapping[str, Lease]:
    """Work that is off is done by hand alone, which needs no lease that others could hold. But each process looks how
    far the read models are: where it must not fold, its lease is never granted.
    """
    granted = () if alone else jobs_of(settings)
    never = () if settings.read_models else FOLDING
    return {job: Lease(job) if job in granted or job in never else Lease.of_one_alone(job) for job in Job}
