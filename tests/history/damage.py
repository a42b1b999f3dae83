"""What can happen to a file by accident, and what somebody can do to it who makes the sums anew."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from itertools import zip_longest
from random import Random
from typing import Any

import msgspec

from tests.history.matches import lines, played
from tests.kernel import plain_fairness as plain

Line = dict[str, Any]


def flip_a_bit(data: bytes, a: int, b: int) -> bytes:
    place = a % len(data)
    return data[:place] + bytes([data[place] ^ (1 << b % 8)]) + data[place + 1 :]


def change_a_byte(data: bytes, a: int, b: int) -> bytes:
    place = a % len(data)
    return data[:place] + bytes([b % 256]) + data[place + 1 :]


def cut_anywhere(data: bytes, a: int, b: int) -> bytes:
    return data[: a % len(data)]


def cut_after_a_line(data: bytes, a: int, b: int) -> bytes:
    rows = data.splitlines(keepends=True)
    return b"".join(rows[: a % len(rows)])


def delete_a_line(data: bytes, a: int, b: int) -> bytes:
    rows = data.splitlines(keepends=True)
    del rows[a % len(rows)]
    return b"".join(rows)


def insert_a_copy(data: bytes, a: int, b: int) -> bytes:
    rows = data.splitlines(keepends=True)
    rows.insert(b % (len(rows) + 1), rows[a % len(rows)])
    return b"".join(rows)


def swap_two_lines(data: bytes, a: int, b: int) -> bytes:
    rows = data.splitlines(keepends=True)
    one, other = a % len(rows), b % len(rows)
    rows[one], rows[other] = rows[other], rows[one]
    return b"".join(rows)


Damage = Callable[[bytes, int, int], bytes]
OF_BYTES: list[Damage] = [flip_a_bit, change_a_byte, cut_anywhere]
OF_LINES: list[Damage] = [cut_after_a_line, delete_a_line, insert_a_copy, swap_two_lines]


def first_difference(original: bytes, damaged: bytes) -> int | None:
    """The number of the first line that is another one or missing, from 1; None if nothing differs."""
    # each with its line feed: one that is cut off has none; what stands behind the last is no line, unless it is there
    rows = zip_longest(*(re.findall(rb"[^\n]*\n|[^\n]+", data) for data in (original, damaged)))
    return next((number for number, (one, other) in enumerate(rows, 1) if one != other), None)


@cache
def files() -> list[bytes]:
    """Of both games: of matches that are over, go on, or have no more than begun, full, for spectators and a seat."""
    kinds = (("envoys", 2, None), ("envoys", 1, 8), ("c4", 1, None), ("c4", 2, 14), ("c4", 1, 3))
    matches = [played(*kind) for kind in kinds]
    return [b"".join(lines(match, perspective)) for match in matches for perspective in match.perspectives[:3]]


def packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def unpacked(data: bytes) -> bytes | None:
    """What is in a gzipped file; None if it is broken."""
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return None


def summed(rows: Iterable[Line]) -> bytes:
    """The file of these lines, with sums that fit."""
    return b"".join(_summed({name: value for name, value in row.items() if name != "sum"}) for row in rows)


def _summed(row: Line) -> bytes:
    return plain.canonical({**row, "sum": sha256(plain.canonical(row)).hexdigest()[:32]}) + b"\n"


def chained(rows: list[Line]) -> bytes:
    """The file of these lines with commitments, hashes, footer and sums that fit: what a forger has no key for."""
    match, head = rows[0]["match"], bytes(32)
    for row in rows:
        if row["k"] == "e":
            names = ["sealed" if row["type"] == "sealed" else part["to"] for part in row["prv"]]
            body = {name: row[name] for name in ("v", "type", "schema", "actor", "command", "at", "pub")}
            body |= {"match": match, "commits": dict(zip(names, map(_commit, row["prv"]), strict=True))}
            head = plain.link(head, plain.canonical(body))
            row["hash"] = head.hex()
    rows[-1] |= {"head": head.hex(), "signature": None}
    return summed(rows)


def _commit(part: Line) -> str:
    if "commit" in part:
        return str(part["commit"])
    return plain.private_commitment(bytes.fromhex(part["salt"]), part["data"])


ODD: list[Any] = [
    None, True, 0, -1, 1, 50, 2**53, 10**17, "", "x", "ä", "sealed", "seat:0", "seat:99", "nobody", "full", "a" * 64,
    [], [None], {}, {"\uff5e": 1}, {"k": "e"}, ["shuffle:0", 0, 10**12, 0], ["x", 0, 0, 0], ["x", 0, 2, [0]],
]  # fmt: skip
NAMES = ["draws", "origin", "seed", "seeds", "seat", "result", "k", "to", "salt", "commit", "data", "pins", "__proto__"]


def rewrite(rows: list[Line], random: Random) -> None:
    """One member of one line, however deep, is changed, added, doubled or gone."""
    place: Any = rows[random.choice([0, -1, random.randrange(len(rows)), random.randrange(len(rows))])]
    while True:
        name = random.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if isinstance(place[name], dict | list) and place[name] and random.random() < 0.7:
            place = place[name]
        else:
            break
    change = random.randrange(5)
    if change == 0:
        del place[name]
    elif change == 1:
        place[name] = msgspec.json.decode(msgspec.json.encode(random.choice(list(_values(rows)))))
    elif change == 2 and isinstance(place, list):
        place.insert(random.randint(0, len(place)), place[name])
    elif change == 3 and isinstance(place, dict):
        place[random.choice(NAMES)] = random.choice(ODD)
    else:
        place[name] = random.choice(ODD)


def _values(value: Any) -> Iterator[Any]:
    for item in value.values() if isinstance(value, dict) else value:
        yield item
        if isinstance(item, dict | list):
            yield from _values(item)
