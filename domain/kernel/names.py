"""The names that a game gives the things of its table and its cards, and whether its look has a word for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from domain.kernel.look import FILE, KERNEL, Look
from domain.kernel.references import References


class Names(msgspec.Struct, frozen=True, kw_only=True):
    """The names that occur on the tables of a game, in the words of its answers, and on the faces of its cards.

    `words`: what answers say by the name of their field, where it is neither a card nor anything else on the table;
    `printed`: the numbers of faces, `facts`: their lines and tags.
    """

    zones: Sequence[str] = ()
    numbers: Sequence[str] = ()
    flags: Sequence[str] = ()
    groups: Sequence[str] = ()
    links: Sequence[str] = ()
    phases: Sequence[str] = ()
    marks: Sequence[str] = ()
    durations: Sequence[str] = ()
    kinds: Sequence[str] = ()
    words: Mapping[str, Sequence[str]] = {}
    printed: Sequence[str] = ()
    facts: Sequence[str] = ()


OF_TABLES = ("zones", "flags", "groups", "links", "phases", "marks", "durations", "kinds")
"""The parts of a look that have an entry for each name of the same part of the names, and no other."""


def check_names(names: Names, answers: Mapping[str, References]) -> None:
    """ValueError for names that say no words for a field of an answer which has words alone, or for another field."""
    fields = {name for answer in answers.values() for name, kinds in answer.items() if kinds == ("word",)}
    faults = list(_differ("words", names.words, fields))
    if faults:
        raise ValueError(f"the names of the game: {'; '.join(faults)}")


def check_look(
    look: Look, prompts: Iterable[str], actions: Iterable[str], events: Iterable[str], names: Names | None
) -> None:
    """ValueError for names in a look that its game has not, and for those of its `names` that the look has not; without
    them for names that lead nowhere alone.
    """
    faults = [
        *_unknown("prompts", look.prompts, prompts),
        *_unknown("actions", look.actions, actions),
        *_unknown("events", look.events, [*events, *KERNEL]),
        *_unknown("table.order", look.table.order, look.zones),
        *_unknown("numbers.most", filter(None, (one.most for one in look.numbers.values())), look.numbers),
        *_unknown("groups.numbers", (name for one in look.groups.values() for name in one.numbers), look.numbers),
        *_unknown("events.mark", filter(None, (one.mark for one in look.events.values())), look.mark_labels),
        *(() if names is None else _against(look, names)),
    ]
    if faults:
        raise ValueError(f"{FILE}: {'; '.join(faults)}")


def _against(look: Look, names: Names) -> Iterator[str]:
    for part in OF_TABLES:
        yield from _differ(part, getattr(look, part), getattr(names, part))
    yield from _differ("numbers", look.numbers, {*names.numbers, *names.printed})
    yield from _differ("words", look.words, names.words)
    for name in names.words:
        yield from _differ(f"words.{name}", look.words.get(name, ()), names.words[name])
    yield from _unknown("symbols", look.symbols, names.facts)
    for face in look.faces:
        corners = filter(None, msgspec.structs.astuple(face.corners))
        yield from _unknown("faces.corners", corners, [*names.printed, *names.facts])
        for part, used in (("when", face.when), ("line", face.line), ("tags", face.tags)):
            yield from _unknown(f"faces.{part}", used, names.facts)


def _differ(where: str, names: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    """Names that are one too many, or missing."""
    there, wanted = set(names), set(known)
    yield from (f"{where}: {name!r} is nothing in this game" for name in sorted(there - wanted))
    yield from (f"{where}: {name!r} is missing" for name in sorted(wanted - there))


def _unknown(where: str, names: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    there = set(known)
    yield from (f"{where} has no {name!r}" for name in names if name not in there)
