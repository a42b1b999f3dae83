"""Card files: a TOML head and `[[card]]` tables, or others. Faults name file, line, card, key and column.

Files may come from anybody: what would be read for too long, or could be neither shown nor stored, is refused.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Generic, cast

import msgspec
from msgspec import inspect
from typing_extensions import TypeVar

from domain.kernel.effects.vocabulary import suggest
from domain.kernel.visible import unprintable

T = TypeVar("T", bound=msgspec.Struct, default=Any)
"""A table of a card file as its game types it; left out, any."""
R = TypeVar("R")

BYTES = 262_144
"""The longest card file, as UTF-8."""
LINE = 4_000
"""The longest line of it."""
CARDS = 500
"""The most cards in it."""
KEYS = 60
"""The most keys of a card."""
FAULTS = 200
"""After so many faults no further card is looked at."""
NAME = 80
"""The longest name of a set or a card."""
TEXT = 2_000
"""The longest other text of a card."""
NUMBER = 9_999
"""The largest number in a card."""
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{16}}")
"""To read a dotted key takes the square of its parts."""


class Flaw(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fault of a card file, and its place. Lines and columns count from 1; `line` is the beginning of the card."""

    file: str
    message: str
    line: int | None = None
    card: str | None = None
    key: str | None = None
    column: int | None = None
    what: str = "card"

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        where = [] if self.card is None else [f"{self.what} {self.card!r}"]
        where += [] if self.key is None else [f"key {self.key!r}"]
        where += [] if self.column is None else [f"column {self.column}"]
        return ": ".join([place, *([", ".join(where)] if where else []), self.message])


class CardFault(Exception):
    """A card file that can't be used: every fault with its place."""

    def __init__(self, faults: list[Flaw]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


class CardEntry(msgspec.Struct, Generic[T]):
    """One card of a file: its typed envelope, its table as written, and where it begins."""

    file: str
    line: int
    card: T
    source: Mapping[str, object]
    what: str = "card"

    def fault(self, key: str, message: str, column: int | None = None) -> Flaw:
        """The faults of this card, with their places."""
        name = str(self.source.get("name", "?"))[:NAME]
        return Flaw(self.file, message, self.line, name, key[:NAME], column, self.what)


def package_files(package: str, folder: str) -> Iterator[tuple[str, str]]:
    """(name, text) of the TOML files in a folder of a package, by name."""
    for file in sorted(files(package).joinpath(folder).iterdir(), key=lambda item: item.name):
        if file.name.endswith(".toml"):
            yield file.name, file.read_text("utf-8")


def parse(name: str, text: str) -> dict[str, object]:
    """A card file as data. Raises CardFault."""
    _check_text(name, text)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (None, None)
        raise CardFault([Flaw(name, f"this is no TOML: {error}", line, column=column)]) from None


def no_tables(name: str, table: str) -> Flaw:
    """A file without a table of its kind."""
    return Flaw(name, f"{table}s are written as [[{table}]] tables, one for each {table}")


def read_tables(
    name: str, text: str, data: dict[str, object], card_type: type[T], table: str = "card"
) -> list[CardEntry[T]]:
    """Take the tables of a kind out of the data of a file, which then is its head, and check their envelopes. Raises
    CardFault with all faults found.
    """
    tables = data.pop(table, [])
    begin = re.compile(rf"\s*\[\[\s*{table}\s*\]\]")
    lines = [number for number, line in enumerate(text.split("\n"), 1) if begin.match(line)]
    if not isinstance(tables, list) or len(lines) != len(tables) or not tables:
        raise CardFault([no_tables(name, table)])
    if len(tables) > CARDS:
        raise CardFault([Flaw(name, f"a card file has at most {CARDS} {table}s, not {len(tables)}")])
    faults = _faults_of_head(name, data)
    entries: list[CardEntry[T]] = []
    for line, source in zip(lines, tables, strict=True):
        entry = CardEntry(name, line, cast("T", None), source, table)
        found = _read_card(entry, card_type)
        faults.extend(found)
        if not found:
            entries.append(entry)
        if len(faults) >= FAULTS:
            break
    if faults:
        raise CardFault(faults)
    return entries


def _check_text(name: str, text: str) -> None:
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise CardFault([Flaw(name, "this is no text of Unicode characters")]) from None
    if size > BYTES:
        raise CardFault([Flaw(name, f"a card file has at most {BYTES} bytes, not {size}")])
    faults = []
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LINE:
            faults.append(Flaw(name, f"a line has at most {LINE} characters, not {len(line)}", number))
        elif _LONG_KEY.search(line):
            faults.append(Flaw(name, "a key has at most 16 parts", number))
    if faults:
        raise CardFault(faults)


def _faults_of_head(name: str, head: Mapping[str, object]) -> list[Flaw]:
    faults = [
        Flaw(name, f"key {key!r} is needed at the head of the file") for key in ("set", "name") if key not in head
    ]
    written = [(key, head[key]) for key in ("set", "name") if key in head]
    faults += [Flaw(name, wrong, key=key) for key, value in written if (wrong := _unfit(key, value))]
    if "name" in head and (not isinstance(head["name"], str) or not head["name"].strip()):
        faults.append(Flaw(name, "the name of a set is a text", key="name"))
    return faults


def _read_card(entry: CardEntry[T], card_type: type[T]) -> list[Flaw]:
    """Complete an entry with its card, or say what is wrong with it."""
    known = card_type.__struct_encode_fields__
    if len(entry.source) > KEYS:
        return [entry.fault("card", f"a card has at most {KEYS} keys")]
    faults = [entry.fault(key, f"unknown key{suggest(key[:NAME], known)}") for key in entry.source if key not in known]
    faults += [entry.fault(key, wrong) for key, value in entry.source.items() if (wrong := _unfit(key, value))]
    if faults:
        return faults
    try:
        entry.card = msgspec.convert(entry.source, card_type)
    except msgspec.ValidationError as error:
        return [entry.fault(_key(error), _reason(str(error), card_type))]
    return []


def _unfit(key: str, value: object) -> str | None:
    """Why a value can't be shown or stored, whatever its key means."""
    longest = NAME if key == "name" else TEXT
    for item in (key, *_inside(value)):
        if isinstance(item, str) and len(item) > longest:
            return f"at most {longest} characters, not {len(item)}"
        if isinstance(item, str) and (hidden := unprintable(item)):
            return f"the character U+{ord(hidden):04X} can't be seen, so it has no place here"
        if isinstance(item, int) and abs(item) > NUMBER:
            return f"a number is at most {NUMBER}"
    return None


def _inside(value: object) -> Iterator[object]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from _inside(item)
    elif isinstance(value, list):
        for item in value:
            yield from _inside(item)
    else:
        yield value


def _reason(message: str, card_type: type) -> str:
    """The message of a validation error, with the expected names or keys, if it expects one of some."""
    place = _place(message, card_type)
    wrong = re.match(r"Invalid enum value '(.*)'", message)
    if wrong is not None:
        names = [str(name) for kind in place if isinstance(kind, inspect.LiteralType) for name in kind.values]
        return f"unknown name {wrong[1]!r}{suggest(wrong[1], names)}"
    unknown = re.match(r"Object contains unknown field `(.*?)`", message)
    if unknown is not None:
        keys = [field.encode_name for kind in place if isinstance(kind, inspect.StructType) for field in kind.fields]
        return f"unknown key {unknown[1][:NAME]!r}{suggest(unknown[1][:NAME], keys)}"
    return message


def _place(message: str, card_type: type) -> list[inspect.Type]:
    """The types of the place that a validation error speaks of, as in "at `$.abilities[0].when`"."""
    path = re.search(r"at `\$(.*)`", message)
    kinds = _options(inspect.type_info(card_type))
    for key in re.findall(r"\.(\w+)|\[", path[1] if path else ""):
        kinds = [option for kind in kinds for inner in _typed(kind, key) for option in _options(inner)]
    return kinds


def _options(kind: inspect.Type) -> list[inspect.Type]:
    return list(kind.types) if isinstance(kind, inspect.UnionType) else [kind]


def _typed(kind: inspect.Type, key: str) -> list[inspect.Type]:
    """The type of a field; without a key that of an item."""
    if isinstance(kind, inspect.StructType):
        return [field.type for field in kind.fields if field.encode_name == key]
    return [kind.item_type] if isinstance(kind, inspect.VarTupleType | inspect.ListType) else []


def _key(error: msgspec.ValidationError) -> str:
    """The key that a validation error speaks of."""
    match = re.search(r"at `\$\.(\w+)", str(error)) or re.search(r"field `(\w+)`", str(error))
    return match[1] if match else "card"
