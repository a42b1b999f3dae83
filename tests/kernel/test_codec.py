"""What is stored of a fact, what each viewer reads back, and what old schemas become."""

from __future__ import annotations

from dataclasses import replace

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel import snapshots
from domain.kernel.audience import FULL, NOBODY, SPECTATOR, seat
from domain.kernel.codec import SEALED, Codec, PublicReader, encode
from domain.kernel.facts import Draw, Event, Fact, Notice, as_seen
from domain.kernel.fold import fold
from domain.kernel.match import ActionTaken, Resolution, SeatTaken, State
from domain.kernel.typing import frames_data
from domain.kernel.upcasters import UnreadableEvent
from eventstore.chain import canonical
from tests.kit.play import whole
from tests.kit.stored import stored_row
from tests.toy_game import GAME
from tests.toy_game.actions import Send
from tests.toy_game.board import Board
from tests.toy_game.events import CardDrawn, TopSunk
from tests.toy_game.frames import Ballots, Round
from tests.toy_game.loadouts import Options
from tests.toy_game.match import Progress

CODEC = Codec(GAME)
VIEWERS = (FULL, SPECTATOR, seat(0), seat(1), seat(2))
KEYS = st.text(st.characters(max_codepoint=0xD7FF))
"""Above that, RFC 8785 sorts by UTF-16 units and msgspec by code points; our keys are identifiers."""
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
)


@given(JSON)
def test_canonical_bytes_are_those_of_rfc_8785(value):
    try:
        expected = rfc8785.dumps(value)
    except rfc8785.CanonicalizationError:
        return
    assert canonical(value) == expected


def read(fact: Fact, viewer: str) -> Event | None:
    type_, schema, body, private, _ = stored_row(fact, 1)
    return CODEC.decode(type_, schema, body, private, viewer)


def test_a_private_field_is_stored_apart():
    parts = encode(Fact(CardDrawn(seat=1, card="envoy-03"), {seat(1): ("card",)}), "seat:1", "c")
    assert parts.pub == {"seat": 1}
    assert parts.private == {"seat:1": {"card": "envoy-03"}}


def test_a_hidden_field_at_its_default_still_has_a_private_part():
    """Else the missing commitment would tell that a ballot was empty."""
    parts = encode(Fact(ActionTaken(seat=0, prompt=3), {seat(0): ("action",)}), "seat:0", "c")
    assert parts.private == {"seat:0": {}}


def test_a_sealed_fact_shows_nothing():
    parts = encode(Fact(TopSunk(seat=1), sealed=seat(1)), "seat:1", "c")
    assert (parts.type, parts.schema, parts.pub) == (SEALED, 1, {})
    inner = {"type": "top_sunk", "schema": 1, "actor": "seat:1", "command": "c", "data": {"seat": 1}}
    assert parts.private == {"seat:1": inner}


def test_a_sealed_fact_has_one_audience():
    with pytest.raises(ValueError, match="one audience"):
        encode(Fact(TopSunk(seat=1), {NOBODY: ("seat",)}, seat(1)), "seat:1", "c")


def test_a_default_is_left_out_wherever_its_value_came_from():
    class Named(Event, frozen=True):
        type = "named"
        name: str = "nobody"

    assert encode(Fact(Named(name="".join(["no", "body"]))), "", "").pub == {}


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(
    "fact",
    [
        Fact(CardDrawn(seat=1, card="envoy-03"), {seat(1): ("card",)}),
        Fact(CardDrawn(seat=1, card="envoy-03", draws=(Draw("deck", 2, 3, (0, 2, 1)),)), {NOBODY: ("draws", "card")}),
        Fact(TopSunk(seat=1), sealed=seat(1)),
        Fact(ActionTaken(seat=0, prompt=3, action=Send("envoy-01")), {seat(0): ("action",)}),
        Fact(Resolution(progress=Progress("choosing"), frames=(Round(2), Ballots())), {NOBODY: ("frames",)}),
    ],
    ids=lambda value: value.event.type if isinstance(value, Fact) else value,
)
def test_each_viewer_reads_back_what_the_fact_shows_it(fact, viewer):
    assert read(fact, viewer) == as_seen(fact, viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_stored_matches_fold_as_the_facts_do(viewer):
    for seed in range(5):
        facts = [(fact, step.at) for step in whole(GAME, seed) for fact in step.facts]
        rows = [stored_row(fact, at) for fact, at in facts]
        assert CODEC.fold(State(), rows, viewer) == fold(GAME, facts, viewer)


def test_an_unknown_event_is_named():
    with pytest.raises(UnreadableEvent, match="'card_eaten'"):
        CODEC.decode("card_eaten", 1, b'{"pub":{}}', None, FULL)


class OtherSeat(Notice[Board], frozen=True):
    """Another event by the name of one of the kernel's."""

    type = "seat_taken"


def test_a_game_names_no_event_as_the_kernel_does():
    """The kernel's own would be lost when it is read again."""
    with pytest.raises(TypeError, match="envoys names events as the kernel does: seat_taken"):
        Codec(replace(GAME, events=(*GAME.events, OtherSeat)))


def test_a_newer_schema_is_refused():
    with pytest.raises(UnreadableEvent, match="schema 2"):
        CODEC.decode("card_drawn", 2, b'{"pub":{"seat":1}}', None, FULL)


def test_an_old_schema_is_raised_step_by_step():
    class CardEaten(Notice[Board], frozen=True):
        type = "card_eaten"
        schema = 3
        eater: int
        course: int = 1

    steps = {
        ("card_eaten", 1): lambda data: {"eater": data["seat"]},
        ("card_eaten", 2): lambda data: {**data, "course": 2},
    }
    codec = Codec(replace(GAME, events=(*GAME.events, CardEaten)), steps)
    assert codec.decode("card_eaten", 1, b'{"pub":{"seat":1}}', None, FULL) == CardEaten(eater=1, course=2)
    assert codec.decode("card_eaten", 2, b'{"pub":{"eater":0}}', None, FULL) == CardEaten(eater=0, course=2)
    assert codec.decode("card_eaten", 3, b'{"pub":{"eater":0}}', None, FULL) == CardEaten(eater=0)


def test_old_frames_are_raised_too():
    class Round2(Round, frozen=True, tag="round"):
        schema = 2

    newer = replace(GAME, frames=(Round2, Ballots))
    codec = Codec(newer, {("frame:round", 1): lambda data: {**data, "number": data["number"] + 10}})
    assert codec.typing.frames([{"type": "round", "number": 1}]) == (Round2(11),)
    assert codec.typing.frames(frames_data([Round2(11)])) == (Round2(11),)


@pytest.mark.parametrize("frame", [{"type": "feast"}, {"type": "round", "number": 1, "schema": 2}])
def test_a_frame_of_a_newer_release_is_refused(frame):
    tag = frame["type"]
    with pytest.raises(UnreadableEvent, match=tag):
        CODEC.typing.frames([frame])


@pytest.mark.parametrize(
    ("type_", "pub"),
    [
        ("card_drawn", b'{"seat":1,"luck":7}'),
        ("card_drawn", b"{}"),
        ("action_taken", b'{"seat":0,"prompt":3,"action":{"type":"feast"}}'),
        ("match_created", b'{"match":"mt","game":"envoys","moon":1}'),
    ],
)
def test_whatever_else_is_unknown_makes_an_event_unreadable(type_, pub):
    with pytest.raises(UnreadableEvent, match=type_):
        CODEC.decode(type_, 1, b'{"pub":%b}' % pub, None, FULL)


def test_a_fold_says_where_it_stopped_and_not_what_was_hidden_there():
    facts = [(fact, step.at) for step in whole(GAME, 3) for fact in step.facts][:8]
    rows = [stored_row(fact, at) for fact, at in facts]
    secret = b'{"seat:0":{"type":"feast","schema":1,"actor":"","command":"","data":{}}}'
    rows.append((SEALED, 1, b'{"pub":{}}', secret, 9))
    with pytest.raises(UnreadableEvent, match="'feast'") as error:
        CODEC.fold(State(), rows)
    assert error.value.where == "event 9 (sealed)"
    CODEC.fold(State(), rows, SPECTATOR)


def test_a_reader_of_public_parts_raises_old_schemas_and_refuses_newer_ones():
    class SeatTaken2(SeatTaken, frozen=True):
        schema = 2

    steps = {("seat_taken", 1): lambda data: {"seat": data["place"], "player": "x"}}
    reader = PublicReader([SeatTaken2], steps)
    assert reader.decode("seat_taken", 1, b'{"pub":{"place":1}}') == SeatTaken2(seat=1, player="x")
    assert reader.decode("seat_taken", 2, b'{"pub":{"seat":0,"player":"y"}}') == SeatTaken2(seat=0, player="y")
    assert reader.decode("seat_left", 1, b'{"pub":{"seat":0}}') is None
    for schema, pub in ((3, b"{}"), (2, b'{"seat":0,"player":"y","moon":1}')):
        with pytest.raises(UnreadableEvent, match="seat_taken"):
            reader.decode("seat_taken", schema, b'{"pub":%b}' % pub)


def test_a_snapshot_is_the_state():
    for step in whole(GAME, 3):
        assert snapshots.load(CODEC.typing, snapshots.dump(step.state)) == step.state


def test_a_snapshot_keeps_the_schema_of_its_frames():
    class Round2(Round, frozen=True, tag="round"):
        schema = 2

    newer = replace(GAME, frames=(Round2, Ballots))
    codec = Codec(newer, {("frame:round", 1): lambda data: {**data, "number": data["number"] + 10}})
    state = State(frames=(Round2(11),), options=Options())
    assert snapshots.load(codec.typing, snapshots.dump(state)).frames == (Round2(11),)


def test_the_schema_hash_changes_with_the_board():
    class Longer(Progress, frozen=True):
        rounds_left: int = 0

    assert snapshots.schema_hash(replace(GAME, progress_type=Longer)) != snapshots.schema_hash(GAME)
