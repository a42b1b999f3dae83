"""Card files: a TOML head and `[[card]]` tables. Faults name file, line of the card, card, key and column."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from typing import Any, Generic, TypeVar, get_args, get_type_hints

import msgspec

from domain.kernel.effects.grammar import EffectFault
from domain.kernel.effects.vocabulary import suggest

T = TypeVar("T", bound=msgspec.Struct)
R = TypeVar("R")


class CardFault(Exception):
    """A card file that can't be used: every fault as a sentence, with its place."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Entry(msgspec.Struct, Generic[T]):
    """One card of a file: its typed envelope, its table as written, and where it begins."""

    file: str
    line: int
    card: T
    source: Mapping[str, Any]

    def fault(self, key: str, message: str, column: int | None = None) -> str:
        """A sentence that says where and what is wrong."""
        where = f"key {key!r}" + (f", column {column}" if column is not None else "")
        return f"{self.file}:{self.line}: card {self.source.get('name', '?')!r}, {where}: {message}"


class CardFile(msgspec.Struct):
    """A card file: the keys of its head, its cards."""

    name: str
    head: Mapping[str, Any]
    entries: list[Entry[Any]]


def package_files(package: str, folder: str) -> Iterator[tuple[str, str]]:
    """(name, text) of the TOML files in a folder of a package, by name."""
    for file in sorted(files(package).joinpath(folder).iterdir(), key=lambda item: item.name):
        if file.name.endswith(".toml"):
            yield file.name, file.read_text("utf-8")


def read_card_file(name: str, text: str, card_type: type[T]) -> CardFile:
    """Parse the TOML and check every card's envelope. Raises CardFault with all faults found."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CardFault([f"{name}: this is no TOML: {error}"]) from None
    tables = data.pop("card", [])
    lines = [number for number, line in enumerate(text.splitlines(), 1) if re.match(r"\s*\[\[\s*card\s*\]\]", line)]
    if not isinstance(tables, list) or len(lines) != len(tables) or not tables:
        raise CardFault([f"{name}: cards are written as [[card]] tables, one for each card"])
    faults = [f"{name}: key {key!r} is needed at the head of the file" for key in ("set", "name") if key not in data]
    entries: list[Entry[Any]] = []
    for line, table in zip(lines, tables, strict=True):
        entry: Entry[Any] = Entry(name, line, None, table)
        known = [field.encode_name for field in msgspec.structs.fields(card_type)]
        unknown = [key for key in table if key not in known]
        faults.extend(entry.fault(key, f"unknown key{suggest(key, known)}") for key in unknown)
        if not unknown:
            try:
                entry.card = msgspec.convert(table, card_type)
                entries.append(entry)
            except msgspec.ValidationError as error:
                key = _key(error)
                faults.append(entry.fault(key, _reason(str(error), get_type_hints(card_type).get(key))))
    if faults:
        raise CardFault(faults)
    return CardFile(name, data, entries)


class Faults:
    """Collects what is wrong in the parts of one card, so that one reading shows everything."""

    def __init__(self, entry: Entry[Any]) -> None:
        self.entry = entry
        self.found: list[str] = []

    def part(self, key: str, compile_part: Callable[[], R]) -> Any:
        """The compiled part, or None with the fault kept."""
        try:
            return compile_part()
        except EffectFault as fault:
            self.found.append(self.entry.fault(key, fault.message, fault.column))
            return None


def _reason(message: str, expected: Any) -> str:
    """What a validation error says; where one of some names is expected, with the names."""
    wrong = re.match(r"Invalid enum value '(.*)'", message)
    return message if wrong is None else f"unknown name {wrong[1]!r}{suggest(wrong[1], list(get_args(expected)))}"


def _key(error: msgspec.ValidationError) -> str:
    """The key that a validation error speaks of."""
    match = re.search(r"at `\$\.(\w+)", str(error)) or re.search(r"field `(\w+)`", str(error))
    return match[1] if match else "card"
