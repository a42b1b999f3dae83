"""The lines of a replay file as docs/replay/format.md specifies them: canonical JSON, one object a line, with a sum."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Annotated, Any, Literal, TypeAlias, cast

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from domain.kernel.codec import SEALED
from domain.kernel.match import Status
from eventstore import chain
from eventstore.chain import canonical
from service.application.event_lines import Count, EventLine, Hash
from service.application.signing import Signature

FORMAT = "playledger-replay"
FORMAT_VERSION = 1
CHECK_EVERY = 50
"""Versions between two check lines."""

Time = Annotated[int, Meta(ge=0, lt=253_402_300_800_000)]
"""ms since 1970 UTC, before the year 10000."""
Perspective = Annotated[str, Meta(pattern="^(full|spectator|seat:(0|[1-9][0-9]*))\\Z")]


class BadLine(Exception):
    """A line that breaks the format. `number` counts from 1."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(f"line {number}: {message}")
        self.number = number
        self.message = message


class _Line(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, tag_field="k", gc=False
):
    sum: str | UnsetType = UNSET


class SeatLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat of a header."""

    seat: Count
    player: str | None
    bot: bool


class CardSetLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card set that a player has written, as the match was played with it."""

    hash: Hash
    text: str


class ReplayHeader(_Line, frozen=True, tag="h"):
    """The first line: what the match is, as its events say."""

    format: str
    format_version: int
    match: str
    game: str
    perspective: Perspective
    created_at: str
    pins: dict[str, str]
    options: dict[str, Any]
    clock: dict[str, Any]
    seats: list[SeatLine]
    seat_seeds: list[str | None] | None
    hash: Literal["sha-256"]
    views: str
    tags: dict[str, str]
    card_sets: Annotated[list[CardSetLine], Meta(min_length=1)] | UnsetType = UNSET


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A private part: open with `data` and `salt`, or closed with `commit` alone."""

    to: str
    data: Raw | UnsetType = UNSET
    salt: Annotated[str, Meta(pattern="^[0-9a-f]{32}\\Z")] | UnsetType = UNSET
    commit: Hash | UnsetType = UNSET

    @property
    def is_open(self) -> bool:
        """Whether this perspective sees it."""
        return self.data is not UNSET


class ReplayEvent(EventLine, frozen=True, kw_only=True, tag="e", gc=False):
    """An event: the hashed members, and its private parts as far as the perspective sees them."""

    sum: str | UnsetType = UNSET
    at: Time
    prv: list[Part]
    end: bool
    caused_by: Count | None


class Check(_Line, frozen=True, tag="c"):
    """State hashes by perspective after version `v`."""

    v: Count
    state: dict[str, Hash]


class ReplayFooter(_Line, frozen=True, tag="f"):
    """The last line: where the record stands."""

    version: Count
    head: Hash
    status: Status
    result: dict[str, Any] | None
    state: dict[str, Hash]
    seed: Hash | None
    signature: Signature | None


Line: TypeAlias = ReplayHeader | ReplayEvent | Check | ReplayFooter


def _no_fraction(text: str) -> None:
    raise ValueError(f"the number {text[:32]} is no integer")


_any = msgspec.json.Decoder(float_hook=_no_fraction)
_typed = msgspec.json.Decoder(Line)
_SUM = 32
_LARGEST = 2**53 - 1
_HIGH = re.compile(r"[\ud800-\U0010ffff]")


def encode(line: Line) -> bytes:
    """The line as it stands in a file, without the line feed; its sum is computed here."""
    bare = msgspec.structs.replace(line, sum=UNSET)
    return canonical(msgspec.structs.replace(bare, sum=_sum(canonical(bare))))


def decode(number: int, raw: bytes) -> Line:
    """The line of these bytes. Raises BadLine unless they are canonical, their sum is right and nothing is unknown."""
    plain = _plain(number, raw)
    given = plain.pop("sum", None)
    if given != _sum(canonical(plain)):
        raise BadLine(number, "the sum is not that of the line: it was changed")
    return typed(number, raw)


def typed(number: int, raw: bytes) -> Line:
    """The line of bytes that `decode` has accepted before."""
    try:
        line = cast(Line, _typed.decode(raw))
        if isinstance(line, ReplayEvent):
            _hold_objects(line)
        return line
    except (ValueError, RecursionError) as error:
        raise BadLine(number, f"not a line of this format: {error}") from None


def _hold_objects(line: ReplayEvent) -> None:
    for part in (line.pub, *(part.data for part in line.prv)):
        if isinstance(part, Raw) and not bytes(part).startswith(b"{"):
            raise ValueError("pub and data are objects")


def _plain(number: int, raw: bytes) -> dict[str, Any]:
    try:
        plain = _any.decode(raw)
    except (ValueError, RecursionError) as error:
        raise BadLine(number, f"not JSON: {error}") from None
    if not isinstance(plain, dict):
        raise BadLine(number, "not a JSON object")
    try:
        _plain_values(plain)
        same = canonical(plain) == raw
    except (ValueError, RecursionError) as error:
        raise BadLine(number, f"not JSON as it may stand here: {error}") from None
    if not same:
        raise BadLine(number, "not canonical JSON")
    return plain


def _plain_values(value: Any) -> None:
    """ValueError for what other languages would read or sort in another way."""
    if isinstance(value, dict):
        if _HIGH.search("".join(value)):
            raise ValueError("the name of a member has a character above U+D7FF")
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            _plain_values(item)
    elif isinstance(value, int) and abs(value) > _LARGEST:
        raise ValueError("an integer of 2^53 or more")


def _sum(bare: bytes) -> str:
    return sha256(bare).hexdigest()[:_SUM]


def commits(line: ReplayEvent) -> dict[str, str]:
    """The hashed commitments by name: those of open parts computed, those of closed ones as given.

    Raises ValueError where parts could stand in for one another: each audience has one part, a sealed event one in all.
    """
    names = [part.to for part in line.prv]
    if sorted(set(names)) != names:
        raise ValueError("the private parts are not in the order of their audiences, each once")
    if line.type == SEALED and len(names) != 1:
        raise ValueError("a sealed event has one private part")
    if any((part.to == SEALED) != (line.type == SEALED and not part.is_open) for part in line.prv):
        raise ValueError("a private part is for 'sealed' where it belongs to a sealed event and is closed, only there")
    return {_name(line, part): commit(part) for part in line.prv}


def commit(part: Part) -> str:
    """The hex commitment of a part. Raises ValueError for a part that is neither open nor closed."""
    if isinstance(part.commit, str) and part.data is UNSET and part.salt is UNSET:
        return part.commit
    if isinstance(part.data, Raw) and isinstance(part.salt, str) and part.commit is UNSET:
        return chain.commitment(bytes.fromhex(part.salt), bytes(part.data))
    raise ValueError("a private part has either data and salt or commit")


def _name(line: ReplayEvent, part: Part) -> str:
    return SEALED if line.type == SEALED else part.to


def body(match: str, line: ReplayEvent) -> bytes:
    """The canonical bytes of the event that are hashed."""
    return line.hashed(match, commits(line))


def private(line: ReplayEvent) -> bytes | None:
    """The private parts of the event as the store has them, all of which are open in a full file."""
    return canonical({part.to: part.data for part in line.prv}) if line.prv else None
