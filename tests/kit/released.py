"""Matches that each release has played, for every later one to audit: `python -m tests.kit.released 0.2.0` keeps them.

A file has the matches of one game, packed: replay files without what follows from the rest. The sum of a line, the hash
of an event and the salts of its parts are most of what no packing makes smaller. Unpacked they are the same bytes.
"""

from __future__ import annotations

import lzma
import sys
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec

from domain.games import discover
from domain.kernel.codec import SEALED
from domain.kernel.draws import salt
from domain.kernel.game import CardGame
from eventstore import chain
from tests.kit import rules
from tests.kit.modes import in_each_mode
from tests.kit.samples import seated

FOLDER = Path(__file__).parents[1] / "fixtures/released"
MATCHES = 10
"""Of each game."""
BOTS = ("greedy", "random")
Line = dict[str, Any]


def kept() -> list[tuple[str, str, int]]:
    """(release, game, place) of every match that is kept."""
    files = sorted(FOLDER.glob("*/*.xz"))
    return [(file.parent.name, file.stem, place) for file in files for place in range(MATCHES)]


def match(release: str, game: str, place: int) -> bytes:
    """The replay file of a match that is kept."""
    return restored(stripped_of(release, game)[place])


def stripped_of(release: str, game: str) -> list[bytes]:
    """All that are kept of a game, as `stripped` leaves them."""
    return _split(lzma.decompress(_file(release, game).read_bytes()))


def keep(release: str, game: str, files: Iterable[bytes]) -> None:
    """Write the matches of a game. Raises ValueError if one would not come back as it is."""
    made = []
    for file in files:
        made.append(stripped(file))
        if restored(made[-1]) != file:
            raise ValueError(f"a match of {game} is not the same once it is unpacked")
    path = _file(release, game)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(b"".join(made), preset=9 | lzma.PRESET_EXTREME))


def stripped(file: bytes) -> bytes:
    """The full replay file of a match that is over, without what `restored` finds out."""
    return b"".join(chain.canonical(_bare(msgspec.json.decode(line))) + b"\n" for line in file.splitlines())


def _bare(line: Line) -> Line:
    del line["sum"]
    if line["k"] == "e":
        del line["hash"]
        line["prv"] = [{"to": part["to"], "data": part["data"]} for part in line["prv"]]
    return line


def restored(file: bytes) -> bytes:
    """The replay file again, as docs/replay/format.md makes its hashes, sums and salts."""
    header, *lines = (msgspec.json.decode(line) for line in file.splitlines())
    seed, head, made = bytes.fromhex(lines[-1]["seed"]), chain.GENESIS, [header]
    for line in lines:
        if line["k"] == "e":
            head = _completed(line, header["match"], seed, head)
        made.append(line)
    return b"".join(chain.canonical(line | {"sum": _sum(line)}) + b"\n" for line in made)


def _completed(line: Line, match: str, seed: bytes, before: bytes) -> bytes:
    """The hash of an event, which has salts and hash after that."""
    commits = {}
    for part in line["prv"]:
        name = SEALED if line["type"] == SEALED else part["to"]
        own = salt(seed, match, line["v"], name)
        part["salt"], commits[name] = own.hex(), chain.commitment(own, chain.canonical(part["data"]))
    told = {name: line[name] for name in ("v", "type", "schema", "actor", "command", "at", "pub")}
    head = chain.link(before, chain.canonical({"match": match, **told, "commits": commits}))
    line["hash"] = head.hex()
    return head


def _sum(line: Mapping[str, Any]) -> str:
    return sha256(chain.canonical(line)).hexdigest()[:32]


def _split(data: bytes) -> list[bytes]:
    """The files of a packed one: each begins with its header, and the footer of the one before ends there."""
    found: list[list[bytes]] = []
    for line in data.splitlines(keepends=True):
        if msgspec.json.decode(line, type=_Kind).k == "h":
            found.append([])
        found[-1].append(line)
    return [b"".join(lines) for lines in found]


class _Kind(msgspec.Struct):
    k: str


def _file(release: str, game: str) -> Path:
    return FOLDER / release / f"{game}.xz"


def played(game: CardGame, release: str) -> Iterator[bytes]:
    """Matches of every mode with few and many players, by two bots in turn; the last one is conceded."""
    tables = [(variant, seats) for variant in in_each_mode([game]) for seats in variant.seats]
    for place, (variant, seats) in enumerate(islice(cycle(tables), MATCHES)):
        match = seated(variant, f"{release}, {place}", seats, engine=release)
        if place == MATCHES - 1:
            match.play(20).concede(0)
        yield match.play(bot=BOTS[place % len(BOTS)]).recorded.file()


def main() -> None:
    """Keep the matches of a release, and note that it has given out the rules of today."""
    (release,) = sys.argv[1:]
    for game in discover().values():
        keep(release, game.slug, played(game, release))
    rules.write(rules.given_out(rules.noted(), release))


if __name__ == "__main__":
    main()
