"""The generic table: what every game can be shown as, by a client that knows none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Literal, Protocol, TypeVar

import msgspec

from domain.kernel.dispatch import always

SeenBy = Literal["all", "owner", "you", "nobody"]


class TableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card or another thing of the generic table view; without `card` and `name` it is face down.

    `id` is nobody else's on this table, `value` what actions say for it where that is something else; `card` is its
    entry in the catalogue. `owner`: the seat it belongs to, where it lies with another or with none. `host`: the id of
    what it is attached to; `group`: the id of the group that it is in. `counters`: its numbers as they are now, `base`:
    what is printed, of those that differ from it. `flags`: what holds of it. `cost`: what its holder would pay for it
    now. `hidden`: not everybody sees it; others see its back, if anything.
    """

    id: str | None = None
    card: str | None = None
    name: str | None = None
    value: str | None = None
    owner: int | None = None
    host: str | None = None
    group: str | None = None
    counters: Mapping[str, int] = {}
    base: Mapping[str, int] = {}
    flags: tuple[str, ...] = ()
    cost: int | None = None
    hidden: bool = False


class TableZone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A zone of the table view: the cards that the viewer sees, how many there are, and who sees them.

    `seen`: by all, by its owner (the seat that has it), by this viewer alone, or by nobody.
    """

    name: str
    count: int
    cards: tuple[TableCard, ...] = ()
    seen: SeenBy = "all"


class TablePlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of the table view: its numbers, its marks, its zones. `side`: those of one side win and lose together."""

    seat: int
    in_match: bool
    stats: Mapping[str, int] = {}
    marks: tuple[str, ...] = ()
    zones: tuple[TableZone, ...] = ()
    side: int | None = None


class TableGroup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Things that belong together for a while, as in a fight: what kind of group, whose, which cards by id."""

    id: str
    kind: str
    label: str
    seats: tuple[int, ...] = ()
    members: tuple[str, ...] = ()
    numbers: Mapping[str, int] = {}
    flags: tuple[str, ...] = ()


class TableLink(msgspec.Struct, frozen=True, omit_defaults=True, rename={"source": "from"}):
    """What one thing does to another, as to block it: ids of cards or groups, `seat:1` for a seat."""

    source: str
    to: str
    kind: str


class TableEffect(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that lasts: what it says, the catalogue's id of the card that makes it, how long it holds, the ids of
    the cards (`seat:1`: the seats) that it is about.
    """

    text: str
    source: str | None = None
    until: str | None = None
    about: tuple[str, ...] = ()


class TablePending(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is still to be resolved: a sentence, and the seat and the thing (by id) whose it is."""

    kind: str
    text: str
    seat: int | None = None
    card: str | None = None


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """The form in which a client that knows no game can show every game."""

    phase: str
    active: int | None
    stats: Mapping[str, int]
    players: tuple[TablePlayer, ...]
    zones: tuple[TableZone, ...] = ()
    groups: tuple[TableGroup, ...] = ()
    links: tuple[TableLink, ...] = ()
    effects: tuple[TableEffect, ...] = ()
    pending: tuple[TablePending, ...] = ()
    marks: tuple[str, ...] = ()


class ViewedCard(Protocol):
    """A card of a game's view, known by its `iid`, else its `id`, else, where cards have none, by what it is."""

    @property
    def card(self) -> str | None: ...

    @property
    def name(self) -> str | None: ...


C = TypeVar("C", bound=ViewedCard)
IDS = ("iid", "id", "card")
CardFields = Callable[[C], Mapping[str, object]]
NOTHING: Callable[..., Mapping[str, object]] = always({})


def zone(
    name: str,
    cards: Iterable[C] | C | None,
    size: int | None = None,
    told: CardFields[C] = NOTHING,
    *,
    seen: SeenBy = "all",
) -> TableZone:
    """A zone of a view: cards, or the one card or none that it holds. `size` says how many there are if not all of
    them are seen, `told` the fields of a card's place on the table beside `id`, `card` and `name`, or instead of them.
    Where not all see a zone its cards are hidden, but for those of which `told` says otherwise.
    """
    there = () if cards is None else tuple(cards) if isinstance(cards, Iterable) else (cards,)
    shown = tuple(_shown(card, {"hidden": seen != "all", **told(card)}) for card in there)
    return TableZone(name, len(shown) if size is None else size, shown, seen)


def _shown(card: ViewedCard, told: Mapping[str, object]) -> TableCard:
    iid = next(getattr(card, name) for name in IDS if hasattr(card, name))
    fields: dict[str, object] = {"id": iid, "card": card.card, "name": card.name, **told}
    return TableCard(**fields)  # type: ignore[arg-type]


def names_on(table: Table, seat_name: Callable[[int], str]) -> dict[str, str]:
    """The names of what lies on a table by id, and of its groups; a card that lies face down is known by its place."""
    named = {group.id: group.label for group in table.groups}
    named |= {card.id: card.name for zone in table.zones for card in zone.cards if card.id and card.name}
    for player in table.players:
        whose = seat_name(player.seat)
        for zone in player.zones:
            for place, card in enumerate(zone.cards, 1):
                if card.id is not None:
                    named[card.id] = card.name or f"card {place} of {whose}'s {zone.name.replace('_', ' ')}"
    return named


def hidden_on(table: Table) -> set[str]:
    """The ids of the cards on a table that the viewer can't name."""
    cards = (card for player in table.players for zone in player.zones for card in zone.cards)
    return {card.id for card in cards if card.id and not card.name}


def names_for(table: Table, seat: int, seat_name: Callable[[int], str]) -> dict[str, str]:
    """The names of what lies on a table by what a seat's actions say for it."""
    names = names_on(table, seat_name)
    players = sorted(table.players, key=lambda player: player.seat == seat)
    zones = chain(table.zones, *(player.zones for player in players))
    cards = (card for zone in zones for card in zone.cards)
    return names | {card.value: names[card.id] for card in cards if card.value and card.id in names}


def seat_id(seat: int) -> str:
    """How links and effects name a seat."""
    return f"seat:{seat}"


def holding(**flags: bool) -> tuple[str, ...]:
    """The names of the flags that hold."""
    return tuple(name for name, holds in flags.items() if holds)


def changed(now: Mapping[str, int], printed: Mapping[str, int]) -> dict[str, int]:
    """The printed numbers that differ from those of now."""
    return {name: n for name, n in printed.items() if now.get(name, n) != n}


def renamed(zones: Iterable[TableZone], names: Mapping[str, str]) -> tuple[TableZone, ...]:
    """The zones with these names for the cards that are among them, by id."""
    return tuple(msgspec.structs.replace(zone, cards=tuple(_renamed(zone.cards, names))) for zone in zones)


def _renamed(cards: Iterable[TableCard], names: Mapping[str, str]) -> Iterator[TableCard]:
    for card in cards:
        name = names.get(card.id or "", card.name)
        yield card if name == card.name else msgspec.structs.replace(card, name=name)
