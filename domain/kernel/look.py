"""How a game looks, as data: `look.toml` in its folder says what a client that knows no game can't guess.

Everything has a default: a game without the file is drawn plainly, and can be played all the same.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated, Literal

import msgspec

FILE = "look.toml"
Weight = Literal["key", "play", "detail", "trace"]
"""How much an event matters to whoever reads what has happened: key, the turns of a match; play, what somebody does or
what comes of it; detail, what explains it; trace, how it is carried out.
"""
Icon = Literal[
    "anchor", "arrow", "bag", "ban", "bell", "bolt", "book", "brick", "bulb", "city", "clock", "cloud", "coin", "cross",
    "crown", "cube", "dice", "door", "drop", "eye", "fire", "fist", "flag", "flask", "gear", "hand", "heart", "key",
    "leaf", "link", "lock", "mask", "moon", "paper", "pen", "person", "people", "pile", "plus", "radio", "ring",
    "rocket", "shield", "skull", "spark", "speed", "star", "sun", "swords", "target", "tower", "wave", "wheel",
]  # fmt: skip
"""The pictures that a client draws for itself."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of every table of a look."""


class TableLook(Part, frozen=True):
    """How the seats stand, and the zones of the middle in their order."""

    seats: Literal["facing", "ring", "sides"] = "ring"
    order: tuple[str, ...] = ()


class ZoneLook(Part, frozen=True):
    """A zone: its label, its place, how its cards lie, and how large they are.

    `under`: cards that are attached to others lie under their hosts. `by`: members of a group lie together.
    """

    label: str
    place: Literal["hand", "front", "back", "side", "pile", "centre", "out"] = "front"
    arrange: Literal["fan", "row", "grid", "pile", "stack", "list"] = "row"
    card: Literal["full", "compact", "token"] = "compact"
    under: Literal["host"] | None = None
    by: Literal["group"] | None = None


class NumberLook(Part, frozen=True):
    """A number of a seat, of a card, of a group or of the table. `most`: the name of the one that it is a part of."""

    label: str
    icon: Icon | None = None
    most: str | None = None
    tone: Literal["good", "bad", "plain"] = "plain"


class FlagLook(Part, frozen=True):
    """Something that holds of a card or of a group."""

    label: str
    draw: Literal["turn", "dim", "ring", "ribbon", "none"] = "ribbon"


class Corners(Part, frozen=True):
    """What stands in the corners of a card: numbers or lines of its face, by their names."""

    top_left: str | None = None
    top_right: str | None = None
    bottom_left: str | None = None
    bottom_right: str | None = None


class FaceLook(Part, frozen=True):
    """How cards of the catalogue look whose attributes are as `when` says; the first that fits counts.

    `hue`: degrees; `colour`: that of the hue, or one that has none. `line`: what of its face stands in the line of its
    kind, `tags`: what is shown as tags; both name lines and tags of the face.
    """

    hue: Annotated[int, msgspec.Meta(ge=0, le=359)]
    glyph: Icon
    when: Mapping[str, str] = {}
    corners: Corners = Corners()
    line: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    colour: Literal["hue", "grey", "black"] = "hue"


class GroupLook(Part, frozen=True):
    """A kind of group: its label, and the numbers that are shown, in their order."""

    label: str
    numbers: tuple[str, ...] = ()


class LinkLook(Part, frozen=True):
    """A kind of link: a verb, and how it is drawn."""

    label: str
    draw: Literal["arrow", "bracket", "badge"] = "arrow"


class ActionLook(Part, frozen=True):
    """An action: what a button says, and where it stands. pass: it does nothing, or ends something; undo: it takes back
    what was named; aside: it is set beside the course of play.
    """

    label: str
    weight: Literal["main", "pass", "undo", "aside"] = "main"


class PromptLook(Part, frozen=True):
    """A kind of prompt. `auto`: a client may answer it by itself where there is one answer."""

    auto: bool = True


class EventLook(Part, frozen=True):
    """A kind of event, and its mark on a timeline if it has one."""

    weight: Weight = "play"
    mark: str | None = None


class Look(Part, frozen=True):
    """How a game looks, by the names that its table, its prompts, its actions and its events use.

    `symbols`: the colour of a symbol beside a line of a face, by the name and the word of the line.
    `words`: what people read for the words of a field, by its name; `phases`, `marks`, `durations`, `kinds` (of things
    that are pending): the same for those of the table; `mark_labels`: for the marks of events; `endings`: for the
    reasons of results, each a sentence without its full stop.
    """

    table: TableLook = TableLook()
    zones: Mapping[str, ZoneLook] = {}
    numbers: Mapping[str, NumberLook] = {}
    flags: Mapping[str, FlagLook] = {}
    groups: Mapping[str, GroupLook] = {}
    links: Mapping[str, LinkLook] = {}
    faces: tuple[FaceLook, ...] = ()
    symbols: Mapping[str, Mapping[str, Literal["black", "silver", "gold"]]] = {}
    actions: Mapping[str, ActionLook] = {}
    prompts: Mapping[str, PromptLook] = {}
    events: Mapping[str, EventLook] = {}
    words: Mapping[str, Mapping[str, str]] = {}
    phases: Mapping[str, str] = {}
    marks: Mapping[str, str] = {}
    durations: Mapping[str, str] = {}
    kinds: Mapping[str, str] = {}
    mark_labels: Mapping[str, str] = {}
    endings: Mapping[str, str] = {}


KERNEL: Mapping[str, EventLook] = {
    **dict.fromkeys(("match_started", "conceded", "match_ended"), EventLook("key")),
    **dict.fromkeys(("match_created", "seat_taken", "seat_left", "time_up"), EventLook("play")),
    **dict.fromkeys(("match_forked", "rules_repinned", "secrets_revealed"), EventLook("detail")),
    **dict.fromkeys(("loadout_sealed", "seed_added"), EventLook("detail")),
    **dict.fromkeys(("action_taken", "resolution", "sealed"), EventLook("trace")),
    **dict.fromkeys(("prompt_opened", "prompt_closed", "prompt_revised"), EventLook("trace")),
}
"""How the kernel's own events count; a look may say otherwise."""
OTHER = EventLook()


def read_look(package: str) -> Look:
    """The look of a game from its folder. ValueError for what is no look."""
    file = files(package).joinpath(FILE)
    if not file.is_file():
        return Look()
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Look)
    except msgspec.ValidationError as error:
        raise ValueError(f"{package}/{FILE}: {error}") from None


def event_look(look: Look, type_: str) -> EventLook:
    """How an event counts, by its type."""
    return look.events.get(type_) or KERNEL.get(type_, OTHER)
