"""Examples of everything that is ever stored of a match or a tournament, kept for good: all later releases load them.

One file for each event type, frame and action of each schema number, with a few examples in the form that the store
keeps. `python -m tests.kit.fixtures` adds the files that are missing, from seeded random play and from what a game's
tests give by hand (`tests/games/<slug>/examples.py`). It never changes one, and the index holds their hashes.
`--anew <slug>` first drops the examples of a game that no release has had: nobody has stored anything of it yet.
Events of tournaments come from tournaments by chance.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from api_schema import release
from api_schema.input.names import pascal
from domain.games import discover
from domain.kernel import decide, forks
from domain.kernel.codec import SEALED, encode
from domain.kernel.facts import Event, Fact
from domain.kernel.fold import FOLDERS
from domain.kernel.game import CardGame
from domain.kernel.lineage import Origin, RulesRepinned
from domain.kernel.match import ActionTaken, Resolution, TimeUp
from domain.kernel.typing import frames_data
from domain.tournament.events import EVENTS
from tests.kit import tournaments_by_chance
from tests.kit.modes import in_each_mode
from tests.kit.play import NOW, accepted, opening, whole

FOLDER = Path(__file__).parents[1] / "fixtures"
INDEX = "index.txt"
KERNEL = "kernel"
TOURNAMENT = "tournament"
SEEDS = range(40)
TOURNAMENTS = range(72)
MOST = 4
"""Examples that one file holds."""
TELLING = frozenset({"algorithm", "format"})


class Kind(NamedTuple):
    """Something that is stored under a name and a schema number. `folder` is `events/c4`, `frames/c4` ..."""

    folder: str
    name: str
    schema: int

    @property
    def file(self) -> str:
        """Its place below the folder of all."""
        return f"{self.folder}/{self.name}.{self.schema}.json"


class Handmade(NamedTuple):
    """The examples that a game's tests give by hand."""

    events: Sequence[Event] = ()
    frames: Sequence[Any] = ()
    actions: Sequence[Any] = ()


def kinds(game: CardGame, *, kernel: bool) -> list[Kind]:
    """All that may be stored of a game, and of the kernel, at every schema number up to the present one."""
    own = [Kind(f"events/{game.slug}", kind.type, n) for kind in game.events for n in _numbers(kind)]
    own += [Kind(f"frames/{game.slug}", _tag(kind), n) for kind in game.frames for n in _numbers(kind)]
    own += [Kind(f"actions/{game.slug}", _tag(kind), 1) for kind in game.actions]
    if kernel:
        own += [Kind(f"events/{KERNEL}", kind.type, n) for kind in FOLDERS for n in _numbers(kind)]
        own.append(Kind(f"events/{KERNEL}", SEALED, 1))
    return own


def missing(folder: Path, game: CardGame, *, kernel: bool) -> list[str]:
    """The files that should be there and are not."""
    return [kind.file for kind in _wanted(folder, kinds(game, kernel=kernel))]


def of_tournaments(events: Iterable[type[Event]] = EVENTS) -> list[Kind]:
    """All that may be stored of a tournament."""
    return [Kind(f"events/{TOURNAMENT}", kind.type, n) for kind in events for n in _numbers(kind)]


def missing_of_tournaments(folder: Path, events: Iterable[type[Event]] = EVENTS) -> list[str]:
    """The files of tournaments that should be there and are not."""
    return [kind.file for kind in _wanted(folder, of_tournaments(events))]


def add_of_tournaments(folder: Path, events: Iterable[type[Event]] = EVENTS, given: Sequence[Event] = ()) -> list[str]:
    """Write the files of tournaments that are missing and can be made, by chance or from what is given; their names."""
    wanted = _wanted(folder, of_tournaments(events))
    found: dict[Kind, list[Any]] = defaultdict(list)
    for fact in [*map(Fact, given), *_played_tournaments()] if wanted else []:
        kind = Kind(f"events/{TOURNAMENT}", fact.event.type, fact.event.schema)
        found[kind].append(msgspec.to_builtins(encode(fact, "account:ac_1", "command")))
    return _write(folder, TOURNAMENT, wanted, found)


def _wanted(folder: Path, asked: Iterable[Kind]) -> list[Kind]:
    return [kind for kind in asked if not (folder / kind.file).is_file()]


def add(folder: Path, game: CardGame, *, kernel: bool, handmade: Handmade | None = None) -> list[str]:
    """Write the files that are missing and can be made; their names."""
    wanted = _wanted(folder, kinds(game, kernel=kernel))
    found = _found(game, handmade_of(game) if handmade is None else handmade) if wanted else {}
    return _write(folder, game.slug, wanted, found)


def _write(folder: Path, owner: str, wanted: Sequence[Kind], found: Mapping[Kind, Sequence[Any]]) -> list[str]:
    written = [kind for kind in wanted if kind in found]
    for kind in written:
        file = folder / kind.file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_text(owner, kind, _chosen(found[kind])), encoding="utf-8")
    with (folder / INDEX).open("a", encoding="utf-8") as index:
        index.writelines(f"{_hash(folder / kind.file)}  {kind.file}\n" for kind in written)
    return [kind.file for kind in written]


def changed(folder: Path) -> list[str]:
    """The files that are not as the index has them, or that it doesn't have, or that are gone."""
    lines = (line.split("  ", 1) for line in (folder / INDEX).read_text(encoding="utf-8").splitlines())
    listed = {name: digest for digest, name in lines}
    there = {file.relative_to(folder).as_posix(): _hash(file) for file in folder.glob("*/*/*.json")}
    return sorted(name for name in listed.keys() | there.keys() if listed.get(name) != there.get(name))


def forget(folder: Path, game: CardGame) -> None:
    """Drop the examples of a game, files and lines of the index."""
    own = {kind.folder for kind in kinds(game, kernel=False)}
    index = (folder / INDEX).read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in index if line.split("  ", 1)[1].rpartition("/")[0] not in own]
    (folder / INDEX).write_text("".join(kept), encoding="utf-8")
    for name in own:
        shutil.rmtree(folder / name, ignore_errors=True)


def is_released(game: CardGame) -> bool:
    """Whether the last release has this game: then its matches may be stored somewhere."""
    return f"type {pascal(game.slug)}State " in release.documents()["schema.graphql"]


def handmade_of(game: CardGame) -> Handmade:
    """The examples that the game's tests give by hand."""
    name = f"tests.games.{game.slug}.examples"
    if find_spec(f"tests.games.{game.slug}") is None or find_spec(name) is None:
        return Handmade()
    module = import_module(name)
    return Handmade(module.EVENTS, module.FRAMES, module.ACTIONS)


def _numbers(kind: Any) -> range:
    return range(1, kind.schema + 1)


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def _found(game: CardGame, handmade: Handmade) -> dict[Kind, list[Any]]:
    """Examples by what they are examples of."""
    found: dict[Kind, list[Any]] = defaultdict(list)
    given = [Fact(event) for event in handmade.events]
    for fact in [*_played(game), *_seldom(game), *given]:
        for kind, example in _stored(game, fact):
            found[kind].append(example)
    for frame in handmade.frames:
        found[_frame_kind(game, frame)].append(frames_data([frame])[0])
    for action in handmade.actions:
        found[Kind(f"actions/{game.slug}", _tag(action), 1)].append(msgspec.to_builtins(action))
    return found


def _played(game: CardGame) -> Iterator[Fact]:
    played = (whole(game, seed, options=one.options) for one in in_each_mode([game]) for seed in SEEDS)
    return (fact for match in played for step in match for fact in step.facts)


def _played_tournaments() -> Iterator[Fact]:
    played = (tournaments_by_chance.whole(number) for number in TOURNAMENTS)
    return (fact for desk in played for decision in desk.decisions for fact in decision.facts)


def _seldom(game: CardGame) -> Iterator[Fact]:
    """Events of a match beside the play."""
    opened, taken, *_, started = opening(game, 1)
    yield from accepted(decide.leave(game, taken.state, 0, NOW)).facts
    release = RulesRepinned(rules_version="2", rules_hash="1" * 64, engine_version="2", card_set_hash="2" * 64)
    yield from accepted(decide.repin(game, started.state, release, NOW)).facts
    origin = Origin("mt_origin", 7, "3" * 64)
    yield Fact(TimeUp())
    yield Fact(forks.copied(opened.facts[0].event, "mt_fork", "4" * 64, origin))
    players = ["account:ac_1"] * len(started.state.seats)
    yield from forks.fork(game, started.state, origin, players, NOW).facts


def _stored(game: CardGame, fact: Fact) -> Iterator[tuple[Kind, Any]]:
    event = fact.event
    parts = encode(fact, "seat:0", "command")
    example = msgspec.to_builtins(parts)
    owner = game.slug if type(event) in game.events else KERNEL
    yield Kind(f"events/{owner}", event.type, event.schema), example
    if fact.sealed is not None:
        yield Kind(f"events/{KERNEL}", SEALED, 1), example
    if isinstance(event, Resolution):
        for frame in event.frames or ():
            yield _frame_kind(game, frame), frames_data([frame])[0]
    if isinstance(event, ActionTaken) and event.action is not None:
        yield Kind(f"actions/{game.slug}", _tag(event.action), 1), msgspec.to_builtins(event.action)


def _frame_kind(game: CardGame, frame: Any) -> Kind:
    return Kind(f"frames/{game.slug}", _tag(frame), frame.schema)


def _chosen(examples: Iterable[Any]) -> list[str]:
    """Those that differ most: the shortest of each set of fields, those first that show most that is new."""
    shortest: dict[tuple[str, ...], str] = {}
    for example in examples:
        fields, text = tuple(sorted(set(_fields(example)))), _line(example)
        if fields not in shortest or (len(text), text) < (len(shortest[fields]), shortest[fields]):
            shortest[fields] = text
    left = sorted(shortest, key=lambda fields: (-len(fields), fields))
    chosen: list[str] = []
    shown: set[str] = set()
    while left and len(chosen) < MOST:
        best = max(left, key=lambda fields: len(set(fields) - shown))
        left.remove(best)
        shown.update(best)
        chosen.append(shortest[best])
    return chosen


def _fields(data: Any, path: str = "") -> Iterator[str]:
    """The paths of all fields, with the value of those that say what the others mean; list items count once."""
    for name, value in data.items() if isinstance(data, dict) else ():
        own = f"{path}/{name.partition(':')[0]}"
        yield f"{own}={value}" if name in TELLING else own
        yield from _fields(value, own)
    for value in data if isinstance(data, list | tuple) else ():
        yield from _fields(value, path)


def _line(example: Any) -> str:
    return json.dumps(example, sort_keys=True, ensure_ascii=False)


def _text(owner: str, kind: Kind, lines: Sequence[str]) -> str:
    head = f'"game": "{owner}", "name": "{kind.name}", "schema": {kind.schema}'
    return "{" + head + ', "examples": [\n' + ",\n".join(lines) + "\n]}\n"


def _hash(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def main() -> None:
    """Add what is missing for tournaments and for every game; the kernel's events are shown by C4."""
    games = discover()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--anew", metavar="GAME", choices=sorted(games), help="drop the examples of this game first")
    anew = parser.parse_args().anew
    if anew is not None and is_released(games[anew]):
        parser.error(f"{anew} is released: what was stored of it has to load for ever")
    if anew is not None:
        forget(FOLDER, games[anew])
    for name in add_of_tournaments(FOLDER):
        sys.stdout.write(f"added {name}\n")
    for game in games.values():
        kernel = game.slug == "c4"
        for name in add(FOLDER, game, kernel=kernel):
            sys.stdout.write(f"added {name}\n")
        for name in missing(FOLDER, game, kernel=kernel):
            where = f"tests/games/{game.slug}/examples.py"
            sys.stdout.write(f"missing {name}: random play doesn't show it, give an example in {where}\n")


if __name__ == "__main__":
    main()
