"""Stored events as a perspective sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, cast

from api_schema.input.member_names import renamed
from api_schema.ports.matches import EventOut, EventSubjects
from domain.kernel.audience import SPECTATOR
from domain.kernel.board import Cards
from domain.kernel.facts import Event
from domain.kernel.look import event_look
from domain.kernel.match import ActionTaken, Conceded, Resolution
from domain.kernel.sentences import Things
from eventstore import StoredEvent
from service.application.ids import event_id
from service.application.redaction import Shown, shown
from service.catalogue.catalogue import CatalogueEntry
from service.matches import texts
from service.times import rfc3339

_Weight: TypeAlias = Literal["KEY", "PLAY", "DETAIL", "TRACE"]
CAUSES = (ActionTaken.type, Conceded.type)


def render(
    entry: CatalogueEntry,
    cards: Cards,
    match: str,
    events: Iterable[StoredEvent],
    perspective: str,
    since: int = 0,
    things: Mapping[int, Things] = {},
) -> list[EventOut]:
    """Events in order, from the beginning of a batch on; those before version `since` as spectators see them. `cards`
    are those of the match, `things` by the version of an event the names on the table for those that tell them.
    """
    rendered: list[EventOut] = []
    cause: str | None = None
    begins = True
    for event in events:
        viewer = perspective if event.version >= since else SPECTATOR
        seen = shown(event, viewer)
        own = event_id(match, event.version, viewer)
        if begins:
            cause = own if seen.type in CAUSES else None
        typed = decoded(entry, event, viewer)
        on_table = things.get(event.version, {})
        rendered.append(_out(entry, cards, event, seen, own, None if begins else cause, typed, on_table))
        begins = event.batch_end
    return rendered


def decoded(entry: CatalogueEntry, event: StoredEvent, viewer: str) -> Event | None:
    """An event as a viewer sees it, with its type; None if it is sealed away."""
    # what was still to be resolved is nobody's to read, and may be of a kind that no release knows any more
    private = None if event.type == Resolution.type else event.private
    return entry.codec.decode(event.type, event.schema, event.body, private, viewer)


def _out(
    entry: CatalogueEntry,
    cards: Cards,
    event: StoredEvent,
    seen: Shown,
    own: str,
    cause: str | None,
    typed: Event | None,
    things: Things,
) -> EventOut:
    game = entry.game
    told, look = texts.tell(game, typed, cards, things), event_look(game.look, seen.type)
    rename = entry.member_names.events.get(seen.type)
    return EventOut(
        id=own,
        version=event.version,
        type=seen.type,
        at=rfc3339(event.at),
        actor=seen.actor,
        caused_by=cause,
        redacted=seen.redacted,
        hash=event.hash.hex(),
        batch_end=event.batch_end,
        text=told.text,
        text_key=seen.type if typed is None or type(typed) not in game.events else f"{game.slug}.{seen.type}",
        text_arguments=renamed(told.arguments, rename),
        rule_ids=told.rules,
        weight=cast(_Weight, look.weight.upper()),
        mark=look.mark,
        subjects=EventSubjects(*told.named),
        data=renamed(seen.data, rename),
    )
