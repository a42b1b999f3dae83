"""docs/fairness.md once more, written from the text alone: nothing of the program is imported here."""

import hmac
import json
from collections.abc import Iterator, Sequence
from hashlib import sha256


def commitment(match: str, server_seed: bytes) -> str:
    return sha256(b"playledger-fair-1|" + match.encode() + b"|" + server_seed).hexdigest()


def seats_hash(seeds: Sequence[str | None]) -> str:
    text = b"playledger-fair-1"
    for number, seed in enumerate(seeds):
        part = b"none" if seed is None else b"seed:" + seed.encode()
        text += b"|" + str(number).encode() + b"|" + str(len(part)).encode() + b"|" + part
    return sha256(text).hexdigest()


def words(server_seed: bytes, match: str, seats: str, purpose: str, n: int) -> Iterator[int]:
    block = 0
    while True:
        message = f"{match}|{seats}|{purpose}|{n}|{block}".encode()
        mac = hmac.new(server_seed, message, "sha256").digest()
        for start in (0, 8, 16, 24):
            yield int.from_bytes(mac[start : start + 8], "big")
        block += 1


def below(stream: Iterator[int], size: int) -> int:
    limit = 2**64 - 2**64 % size
    return next(word for word in stream if word < limit) % size


def shuffle(stream: Iterator[int], size: int) -> list[int]:
    places = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(stream, last + 1)
        places[last], places[other] = places[other], places[last]
    return places


def salt(server_seed: bytes, match: str, version: int, name: str) -> bytes:
    return hmac.new(server_seed, f"salt|{match}|{version}|{name}".encode(), "sha256").digest()[:16]


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def private_commitment(salt_bytes: bytes, part: object) -> str:
    return sha256(b"\x01" + salt_bytes + canonical(part)).hexdigest()


def link(previous: bytes, body: bytes) -> bytes:
    return sha256(b"\x00" + previous + body).digest()
