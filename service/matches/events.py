"""Stored events as a perspective sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from api_schema.input.member_names import renamed
from api_schema.ports.matches import EventOut
from domain.kernel.board import Cards
from domain.kernel.facts import Event, Fact, as_seen
from domain.kernel.match import ActionTaken, Conceded, Resolution
from domain.kernel.sentences import NO_THINGS, Things
from eventstore import StoredEvent
from service.application.ids import event_id
from service.application.redaction import Shown, shown
from service.catalogue.catalogue import CatalogueEntry
from service.matches.perspectives import Sight
from service.matches.texts import Teller, tellers
from service.times import rfc3339

CAUSES = (ActionTaken.type, Conceded.type)


class Seen(NamedTuple):
    """A stored event as a viewer sees it: as data, with its type, None if it is sealed away, and how it is told."""

    event: StoredEvent
    viewer: str
    shown: Shown
    typed: Event | None
    teller: Teller

    @property
    def batch_end(self) -> bool:
        """Whether it is the last of its batch."""
        return self.event.batch_end


def seen(entry: CatalogueEntry, events: Sequence[StoredEvent], sight: Sight, facts: Sequence[Fact] = ()) -> list[Seen]:
    """Events in order as a perspective sees them. `facts`: what they were made of, if they were decided just now."""
    kinds = tellers(entry.game)
    found: list[Seen] = []
    for place, event in enumerate(events):
        viewer = sight.at(event.version)
        typed = as_seen(facts[place], viewer) if facts else _decoded(entry, event, viewer)
        found.append(Seen(event, viewer, shown(event, viewer), typed, kinds[type(typed)]))
    return found


def _decoded(entry: CatalogueEntry, event: StoredEvent, viewer: str) -> Event | None:
    # what was still to be resolved is nobody's to read, and may be of a kind that no release knows any more
    private = None if event.type == Resolution.type else event.private
    return entry.codec.decode(event.type, event.schema, event.body, private, viewer)


def render(
    entry: CatalogueEntry, cards: Cards, match: str, events: Iterable[Seen], things: Mapping[int, Things] = {}
) -> list[EventOut]:
    """Events in order, from the beginning of a batch on. `cards` are those of the match, `things` by the version of an
    event the names on the table for those that tell them.
    """
    renames = entry.member_names.events
    rendered: list[EventOut] = []
    cause: str | None = None
    begins = True
    for event, viewer, seen, typed, teller in events:
        out = EventOut(
            event_id(match, event.version, viewer),
            event.version,
            seen.type,
            rfc3339(event.at),
            seen.actor,
            None if begins else cause,
            seen.redacted,
            event.hash.hex(),
            event.batch_end,
            *teller.tell(typed, cards, things.get(event.version, NO_THINGS)),
            data=renamed(seen.data, renames.get(seen.type)),
        )
        if begins:
            cause = out.id if seen.type in CAUSES else None
        begins = event.batch_end
        rendered.append(out)
    return rendered
