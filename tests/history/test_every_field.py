"""What an audit makes of another value in any field of any event of the kernel.

Each event is changed in one field, and the chain is made anew to fit it. What was somebody's to choose is GIVEN: then
the record is that of another honest match, and every level holds. What FOLLOWS from something else is found by the
levels that compute it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, reduce
from operator import or_
from types import GenericAlias
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec import inspect

from domain.kernel import forks
from domain.kernel.fold import FOLDERS
from domain.kernel.lineage import MatchForked, Origin
from domain.kernel.match import MatchCreated, MatchEnded
from tests.history.eventful import CREATED, ENTRY, aborted, eventful, fork
from tests.history.files import INTACT
from tests.history.matches import Body, Match, Private, forged, lines
from tests.history.verifiers import statuses
from tests.kit import records
from tests.kit.fields import default, others
from tests.toy_game import GAME

OF_THE_GAME: Mapping[str, Any] = {
    "match_created.options": GAME.options_type,
    "loadout_sealed.loadout": GAME.loadout_type,
    "action_taken.action": reduce(or_, GAME.actions),
    "resolution.progress": GAME.progress_type,
    "resolution.frames": GenericAlias(tuple, (reduce(or_, GAME.frames), ...)),
}
"""The types of the fields that are the game's."""
STORIES: Mapping[str, Callable[[], Match]] = {"": cache(eventful), "fork: ": cache(fork), "aborted: ": cache(aborted)}
GIVEN = {
    "match_created.options.rounds",
    "match_created.clock.defaults_to_abandon",
    "match_created.pins.rules_version",
    "match_created.pins.rules_hash",
    "match_created.pins.engine_version",
    "match_created.pins.card_set_hash",
    "match_created.visibility",
    "match_created.spectator_delay",
    "match_created.tournament",
    "seat_taken.player",
    "seat_taken.bot",
    "rules_repinned.rules_version",
    "rules_repinned.rules_hash",
    "rules_repinned.engine_version",
    "rules_repinned.card_set_hash",
    "fork: match_forked.players",
    "aborted: match_ended.result.reason",
}
"""Chosen by somebody, and nothing in this match would be different."""
UNREAD = "no level that needs the game"
FOLLOWS = {
    "match_created.match": "L0",
    "match_created.game": UNREAD,
    "match_created.seats": "L0",
    "match_created.options.time_limit_s": "L2",
    "match_created.clock.decision": "L2",
    "match_created.clock.turn": "L2",
    "match_created.clock.bank": "L2",
    "match_created.pins.rng_algorithm": "L3",
    "match_created.pins.seed_commitment": "L3",
    "match_created.reveal": "L2",
    "match_created.origin": "L2",
    "seat_taken.seat": "L2",
    "seat_left.seat": "L2",
    "loadout_sealed.seat": "L2 L4",
    "loadout_sealed.loadout.charm": "L2",
    "seed_added.seat": "L2 L3",
    "seed_added.seed": "L2 L3",
    "match_started.seeds": "L2 L3",
    "match_started.time_limit": "L2",
    "action_taken.seat": "L2",
    "action_taken.prompt": "L2",
    "action_taken.revision": "L2",
    "action_taken.action.tokens": "L2",
    "action_taken.default": "L2",
    "resolution.progress.stage": "L2",
    "resolution.frames": "L2",
    "prompt_opened.seat": "L2",
    "prompt_opened.kind": "L2",
    "prompt_opened.rule": "L2",
    "prompt_opened.mode": "L2",
    "prompt_opened.secrecy": "L2",
    "prompt_opened.clock": "L2",
    "prompt_opened.allowed": "L2",
    "prompt_opened.bank": "L2",
    "prompt_opened.new_turn": "L2",
    "prompt_closed.prompts": "L2",
    "prompt_revised.prompt": "L2",
    "prompt_revised.revision": "L2",
    "conceded.seat": "L2",
    "conceded.abandoned": "L2",
    "match_ended.result.kind": "L2",
    "match_ended.result.placings": "L2",
    "match_ended.result.rule": "L2",
    "match_ended.result.decided_by": "L2",
    "match_ended.result.reason": "L2",
    "secrets_revealed.seed": "L2 L3",
    "fork: match_forked.origin.match": "L2",
    "fork: match_forked.origin.version": "L2",
    "fork: match_forked.origin.head": "L2",
    "aborted: match_ended.result.kind": "L2",
    "aborted: match_ended.result.placings": "L2",
    "aborted: match_ended.result.rule": "L2",
    "aborted: match_ended.result.decided_by": "L2",
}
"""The levels that find it."""
MADE = {f"match_created.{name}" for name in ("match", "game", "origin", "pins.rng_algorithm", "pins.seed_commitment")}
"""What nobody chooses who makes a match."""
CHOSEN = sorted(path for path in GIVEN | set(FOLLOWS) if path.startswith("match_created.") and path not in MADE)
KEPT_BY_FORKS = {"game", "seats", "options", "draws"}


class Change(NamedTuple):
    """Another value in an event of a type."""

    story: str
    type: str
    field: str
    value: Any


def _changes() -> Iterator[tuple[str, Change]]:
    told = [("", kind) for kind in FOLDERS if kind is not MatchForked] + [
        ("fork: ", MatchForked),
        ("aborted: ", MatchEnded),
    ]
    for story, kind in told:
        body, private = _last(STORIES[story](), kind.type)
        for field in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
            path = f"{kind.type}.{field.name}"
            type_ = inspect.type_info(OF_THE_GAME[path]) if path in OF_THE_GAME else field.type
            now = _holder(body, private, field.name).get(field.name, default(field))
            for inner, value in others(type_, now, path):
                yield story + inner, Change(story, kind.type, field.name, value)


def _last(match: Match, kind: str) -> tuple[Body, Private]:
    """The last event of a type that isn't sealed: its body, and its private parts."""
    event = [event for event in match.events if event.type == kind][-1]
    return msgspec.json.decode(event.body), {} if event.private is None else msgspec.json.decode(event.private)


def _holder(body: Body, private: Private, field: str) -> dict[str, Any]:
    """The public part or the private one that has the field; the public one where it is left out."""
    return next((part for part in [body["pub"], *private.values()] if field in part), body["pub"])


@cache
def changes() -> Mapping[str, Change]:
    """Another value for everything in every event, by path."""
    return dict(_changes())


def _audit(change: Change) -> str:
    """The levels that fail for a record with this change, and nothing that was not changed with it."""
    match = STORIES[change.story]()

    def edit(body: Body, private: Private) -> None:
        _holder(body, private, change.field)[change.field] = change.value

    def edit_alone(type_: str, data: dict[str, Any]) -> None:
        if type_ == change.type:
            data[change.field] = change.value

    version = [event.version for event in match.events if event.type == change.type][-1]
    try:
        data = b"".join(lines(forged(match, {version: edit}), signer=None))
    except LookupError:  # nothing can be played on from there
        data = records.forged(b"".join(lines(match, signer=None)), edit_alone)
    levels = statuses(data)
    failed = " ".join(level for level, status in levels.items() if status == "failed")
    return failed or (UNREAD if levels != INTACT else "")


@pytest.mark.parametrize("story", STORIES.values(), ids=["eventful", "fork", "aborted"])
def test_the_honest_record_holds(story: Callable[[], Match]) -> None:
    assert statuses(b"".join(lines(story()))) == INTACT


def test_every_field_is_given_or_follows() -> None:
    """A new field of an event: say here which it is. If it is given, every level has to hold with another value."""
    assert {path for path in changes() if not path.endswith(".draws")} == GIVEN | set(FOLLOWS)


@pytest.mark.parametrize("path", sorted(GIVEN))
def test_another_value_of_what_is_given(path: str) -> None:
    assert _audit(changes()[path]) == ""


@pytest.mark.parametrize("path", FOLLOWS)
def test_another_value_of_what_follows(path: str) -> None:
    assert _audit(changes()[path]) == FOLLOWS[path]


def test_a_draw_that_nothing_asked_for() -> None:
    drawn = {path: _audit(change) for path, change in changes().items() if path.endswith(".draws")}
    assert len(drawn) > len(FOLDERS)
    assert set(drawn.values()) == {"L2 L3"}


def _created(path: str) -> MatchCreated:
    """The first event with the change at this path."""
    body, _ = _last(STORIES[""](), MatchCreated.type)
    change = changes()[path]
    created = msgspec.convert({**body["pub"], change.field: change.value}, MatchCreated)
    ENTRY.codec.typing.created(created)
    return created


@pytest.mark.parametrize("path", CHOSEN)
def test_an_honest_match_that_began_otherwise_holds(path: str) -> None:
    created = _created(path)
    assert created != CREATED
    assert statuses(b"".join(lines(eventful(created)))) == INTACT


def test_a_fork_says_what_becomes_of_every_field() -> None:
    """A new field of the first event is copied from the origin unless `forks.copied` says something else."""
    changed = set()
    for event in (CREATED, *map(_created, CHOSEN)):
        copy = forks.copied(event, "mt_fork", "c" * 64, Origin("mt_origin", 7, "a" * 64))
        changed |= {name for name in event.__struct_fields__ if getattr(copy, name) != getattr(event, name)}
    assert set(CREATED.__struct_fields__) - changed == KEPT_BY_FORKS
