"""Whatever was ever stored loads for ever: an example of each event, frame and action at each of its schema numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games import discover
from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.codec import Codec, encode
from domain.kernel.facts import Event, Fact
from domain.kernel.fold import evolve
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.typing import frames_data
from domain.kernel.upcasters import UnreadableEvent
from eventstore.chain import canonical
from service.matches.texts import describe
from tests.contract.games import name_of
from tests.kit.fixtures import FOLDER, Handmade, add, changed, missing
from tests.kit.modes import with_seats
from tests.kit.play import opening
from tests.toy_game import GAME as TOY
from tests.toy_game.events import EVENTS, BansLifted, CardDrawn
from tests.toy_game.frames import Ballots, Round

GAMES = list(discover().values())
VIEWERS = (FULL, SPECTATOR, seat(0))


def examples(folder: Path, what: str, game: CardGame) -> Iterator[tuple[str, Any]]:
    """(file, example) of a game."""
    for file in sorted((folder / what).rglob("*.json")):
        held = msgspec.json.decode(file.read_bytes())
        if held["game"] == game.slug:
            yield from ((file.relative_to(folder).as_posix(), example) for example in held["examples"])


def read(codec: Codec, example: Any, viewer: str) -> Event | None:
    body = canonical({"pub": example["pub"]})
    private = canonical(example["private"]) if example["private"] else None
    return codec.decode(example["type"], example["schema"], body, private, viewer)


def table(game: CardGame, event: Event | None) -> State:
    """A running match on which any event can be folded, with as many seats as the event speaks of."""
    told = getattr(event, "seeds", None) or getattr(event, "players", None)
    seats = game.max_seats if told is None else len(told)
    state = started(game, seats).copy()
    if find_spec(f"tests.games.{game.slug}.examples") is not None:
        import_module(f"tests.games.{game.slug}.examples").prepare(state.board)
    return state


@cache
def started(game: CardGame, seats: int) -> State:
    """A match of so many that has just begun."""
    *_, step = opening(game, 1, seats, with_seats(game, seats).options)
    return step.state


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_every_schema_number_of_everything_stored_has_its_examples(game: CardGame) -> None:
    """`make fixtures` adds what is missing."""
    assert missing(FOLDER, game, kernel=game.slug == "c4") == []


def test_no_example_ever_changes() -> None:
    assert changed(FOLDER) == []


@pytest.mark.parametrize("game", GAMES, ids=name_of)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_stored_events_load_fold_and_are_told(game: CardGame, viewer: str) -> None:
    codec = Codec(game)
    found = list(examples(FOLDER, "events", game))
    assert {example["type"] for _, example in found} >= {kind.type for kind in game.events}
    for file, example in found:
        event = read(codec, example, viewer)
        assert event is not None or viewer != FULL, file
        state = table(game, event)
        assert describe(game, event, game.core().cards).strip(), file
        version = state.version
        evolve(game, state, event, 5)
        assert state.version == version + 1, file


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_stored_events_are_written_again_as_they_read(game: CardGame) -> None:
    codec = Codec(game)
    for file, example in examples(FOLDER, "events", game):
        event = read(codec, example, FULL)
        assert event is not None
        parts = encode(Fact(event), "seat:0", "command")
        assert read(codec, msgspec.to_builtins(parts), FULL) == event, file


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_stored_frames_and_actions_load(game: CardGame) -> None:
    typing = Codec(game).typing
    for file, example in examples(FOLDER, "frames", game):
        frames = typing.frames([example])
        assert typing.frames(frames_data(frames)) == frames, file
    for file, example in examples(FOLDER, "actions", game):
        action = typing.action(example)
        assert typing.action(msgspec.to_builtins(action)) == action, file


class TaggedDraw(CardDrawn, frozen=True, kw_only=True):
    """What becomes of an event that is changed."""

    schema = 2
    turn: int


class WhichResults(Round, frozen=True, tag="round"):
    """What becomes of a frame that is changed."""

    schema = 2
    of: int


CHANGED = replace(
    TOY,
    events=(*[kind for kind in EVENTS if kind is not CardDrawn], TaggedDraw),
    frames=(*[kind for kind in TOY.frames if kind is not Round], WhichResults),
)
"""The toy game after the change, without upcasters."""
MENDED = replace(
    CHANGED,
    upcasters={
        ("card_drawn", 1): lambda data: {**data, "turn": 0},
        ("frame:round", 1): lambda data: {**data, "of": 3},
    },
)
"""With them."""


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """The examples of the toy game as it is. In random play no round is left waiting and no time is up: by hand."""
    add(tmp_path, TOY, kernel=False, handmade=Handmade([BansLifted()], [Round(2)]))
    assert missing(tmp_path, TOY, kernel=False) == []
    return tmp_path


def test_a_schema_number_cannot_rise_without_an_example(released: Path) -> None:
    wanted = ["events/envoys/card_drawn.2.json", "frames/envoys/round.2.json"]
    assert sorted(missing(released, MENDED, kernel=False)) == wanted
    before = {file: file.read_bytes() for file in released.rglob("*.json")}
    given = Handmade([TaggedDraw(seat=0, turn=4)], [WhichResults(1, 3)])
    assert sorted(add(released, MENDED, kernel=False, handmade=given)) == wanted
    assert missing(released, MENDED, kernel=False) == []
    assert {file: file.read_bytes() for file in before} == before
    assert changed(released) == []


def test_a_schema_number_cannot_rise_without_an_upcaster(released: Path) -> None:
    without, mended = Codec(CHANGED), Codec(MENDED)
    drawn = [example for file, example in examples(released, "events", TOY) if file.endswith("card_drawn.1.json")]
    waiting = [example for file, example in examples(released, "frames", TOY) if file.endswith("round.1.json")]
    assert drawn
    assert waiting == [{"type": "round", "number": 2}]
    for example in drawn:
        with pytest.raises(UnreadableEvent, match="no upcaster from schema 1"):
            read(without, example, FULL)
        assert isinstance(read(mended, example, FULL), TaggedDraw)
    with pytest.raises(UnreadableEvent, match="no upcaster from schema 1"):
        without.typing.frames(waiting)
    assert mended.typing.frames([*waiting, {"type": "ballots"}]) == (WhichResults(2, 3), Ballots())


@pytest.mark.parametrize("harm", ["change", "remove", "slip in"])
def test_an_example_that_is_not_as_it_was_is_found(released: Path, harm: str) -> None:
    file = released / "events/envoys/card_drawn.1.json"
    if harm == "change":
        file.write_text(file.read_text().replace('"seat"', '"sit"'))
    elif harm == "remove":
        file.unlink()
    else:
        file = released / "events/envoys/card_eaten.1.json"
        file.write_text("{}")
    assert changed(released) == [file.relative_to(released).as_posix()]
