"""The parts of matches, built and connected."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from service.application.ids import MATCH_IDS
from service.foundation import Foundation
from service.matches.aggregate import MatchCache
from service.matches.delay import Delays, delayed_hub
from service.matches.finder import Finder
from service.matches.forks import Forks
from service.matches.frames import Frames
from service.matches.house_seats import HouseSeats
from service.matches.legal_actions import LegalActions
from service.matches.lobby import Lobby, SavedLoadout
from service.matches.play import Play
from service.matches.public_clocks import PublicClocks
from service.matches.reader import MatchReader
from service.matches.repository import Repository
from service.matches.updates import MatchUpdates
from service.matches.usecases import MatchUseCases
from service.meters import Meters
from service.streams.event_slices import StoreSource
from service.streams.hub import Hub
from service.streams.presence import Presence


@dataclass(frozen=True)
class MatchParts:
    """The running parts of matches."""

    use_cases: MatchUseCases
    cache: MatchCache
    repository: Repository
    reader: MatchReader
    legal: LegalActions
    play: Play
    delays: Delays
    hub: Hub
    delayed_hub: Hub
    presence: Presence


def build(base: Foundation, saved: SavedLoadout, meters: Meters) -> MatchParts:
    """Build them."""
    cache = MatchCache(base.settings.cached_matches, base.settings.store_append_seconds, base.broker.follow)
    base.broker.subscribe(cache)
    repository = Repository(
        base.store,
        base.catalogue,
        base.vault,
        cache,
        base.broker,
        base.card_sets,
        base.settings.snapshot_every,
        base.settings.cached_past_versions,
    )
    reader, legal = MatchReader(repository), LegalActions(base.tokens)
    frames = Frames(repository, reader)
    play = Play(repository, base.command_names, base.tokens, legal, base.clock, meters)
    delays = Delays(repository, base.clock)
    clockwork = PublicClocks(repository, base.clock)
    hub = Hub(StoreSource(base.store, MATCH_IDS.stream_of), base.broker, clockwork=clockwork)
    behind = delayed_hub(base.store, repository, delays, base.clock, base.broker)
    presence = Presence(base.broker, lambda match, seen: hub.note(match, "PresenceChanged", msgspec.json.encode(seen)))
    lobby = Lobby(
        repository,
        base.catalogue,
        base.card_sets,
        base.directory,
        base.command_names,
        base.vault,
        base.tokens,
        saved,
        HouseSeats(base.store, base.settings.limits.house_bots, base.settings.limits.house_bots_guests),
        base.clock,
    )
    use_cases = MatchUseCases(
        repository,
        lobby,
        Forks(repository, base.directory, base.command_names, base.vault, base.clock, delays),
        play,
        reader,
        legal,
        Finder(base.store, base.clock),
        MatchUpdates(repository, reader, frames, hub, behind, presence),
        frames,
        base.tokens,
        base.directory.names,
        delays,
    )
    return MatchParts(use_cases, cache, repository, reader, legal, play, delays, hub, behind, presence)
