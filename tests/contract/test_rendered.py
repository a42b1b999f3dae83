"""No leak, for every game, viewer and step: all that the service renders for V comes out of what V was shown.

Beside the whole match each viewer's own is kept: its facts as the viewer sees them, its stored events with every part
blanked that the viewer may not see. The functions that answer requests render both; the bytes have to be the same.
What they are computed from is then all that they can tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.kernel.audience import SPECTATOR, seat_number, sees
from domain.kernel.codec import SEALED
from domain.kernel.decide import Decision
from domain.kernel.draws import salt
from domain.kernel.facts import as_seen
from domain.kernel.fold import evolve
from domain.kernel.game import CardGame
from domain.kernel.match import State
from eventstore.envelope import NewEvent, StoredEvent
from service.application.sealing import Cause, seal
from service.application.tokens import Tokens
from service.catalogue.catalogue import CatalogueEntry, GameCatalogue
from service.keys import Keys
from service.matches import events
from service.matches.aggregate import Aggregate
from service.matches.legal_actions import LegalActions
from service.matches.on_table import names_around
from service.matches.perspectives import Sight, view_hash
from service.matches.rendering import match_out, state_out, view_of
from service.projections.match_list.fold import fold_public
from tests.contract.games import IN_EVERY_MODE, match_by_chance, shared, viewers
from tests.contract.test_no_leak import TOLD
from tests.kit.lanes import by_lane, lane
from tests.kit.play import MATCH, server_seed

pytestmark = [IN_EVERY_MODE, pytest.mark.long]
SEEDS = range(by_lane(commit=2, nightly=8))
ORIGIN = Cause("seat:0", "a command")
STREAM = UUID(int=1)
HEAD = bytes(32)
LEGAL = LegalActions(Tokens(Keys(["a secret that only tests may know"])))


@dataclass
class Sealed:
    """One step of a match: what was stored, and the state before it."""

    step: Decision
    rows: list[StoredEvent]
    before: State


def sealed(game: CardGame, seed: int, options: Any) -> Iterator[Sealed]:
    """Every step."""
    before = State()
    version = 0
    for step in match_by_chance(game, seed, options):
        new = seal(step, MATCH, server_seed(seed), HEAD, version + 1, ORIGIN)
        rows = [row(event, version) for version, event in enumerate(new, version + 1)]
        version += len(new)
        yield Sealed(step, rows, before)
        before = step.state


@dataclass
class Watched(Sealed):
    """Such a step, and the states of all who watch, the whole one under `full`; the states before it."""

    states: dict[str, State]
    earlier: dict[str, State]


def watched(game: CardGame, seed: int, options: Any) -> Iterator[Watched]:
    """Every step; the states go on from step to step."""
    states: dict[str, State] = {}
    for now in sealed(game, seed, options):
        step = now.step
        states = states or {viewer: State() for viewer in viewers(step.state)}
        earlier = {viewer: state.copy() for viewer, state in states.items()}
        for viewer, state in states.items():
            for fact in step.facts:
                evolve(game, state, as_seen(fact, viewer), step.at)
            # the server's alone: their part in an answer is to say which question is asked
            state.frames = step.state.frames
        yield Watched(step, now.rows, now.before, states, earlier)


def row(new: NewEvent, version: int) -> StoredEvent:
    """The event as the store gives it back."""
    return StoredEvent(STREAM, version, new.type, new.schema, new.body, new.private, new.at, new.hash, new.batch_end)


def blanked(event: StoredEvent, viewer: str) -> StoredEvent:
    """The event without what the viewer may not see: of those parts only that they are there."""
    parts = {} if event.private is None else msgspec.json.decode(event.private)
    left: dict[str, Any] = {}
    for place, (audience, part) in enumerate(parts.items()):
        if sees(viewer, audience):
            left[audience] = part
        else:
            left[f"unseen:{place}"] = {}
    return msgspec.structs.replace(event, private=msgspec.json.encode(left) if parts else None)


@cache
def entry_of(game: CardGame) -> CatalogueEntry:
    """What the service knows of a game: made once, since it prepares a decoder for every event."""
    return GameCatalogue({game.slug: game}).entry(game.slug)


def aggregate(game: CardGame, state: State, seed: int) -> Aggregate:
    return Aggregate(MATCH, STREAM, entry_of(game), state, HEAD, secret=server_seed(seed))


def rendered(before: Aggregate, match: Aggregate, rows: list[StoredEvent], viewer: str) -> dict[str, Any]:
    """All that requests of this viewer are answered with after the step, but refusals (test_no_leak.py)."""
    number = seat_number(viewer)
    asked = [prompt for prompt in match.state.prompts.values() if prompt.rule in TOLD]
    seen = events.seen(match.entry, rows, Sight(viewer))
    names = dict.fromkeys((row.version for row in rows), names_around(before, match, seen, Sight(viewer)))
    return {
        "state": state_out(match, viewer),
        "match": match_out(match.state, HEAD, participant=number is not None),
        "events": events.render(match.entry, match.state.cards, MATCH, seen, names),
        "legal": None if number is None or asked else LEGAL.of(match, number),
        "templates": None if number is None or asked else LEGAL.of(match, number, 0),
    }


def test_all_that_is_rendered_for_a_viewer_comes_out_of_what_the_viewer_was_shown(game: CardGame, options: Any) -> None:
    """No state hash of another perspective does: it has no salt, so whoever had it could try hands against it."""
    compared = apart = 0
    for seed in shared(game, SEEDS):
        random = Random(f"{seed} viewers")
        for now in watched(game, seed, options):
            before, then = aggregate(game, now.before, seed), aggregate(game, now.step.state, seed)
            hashes = hashes_of(then)
            # everybody's history is folded at every step; by day rendering it all would take minutes
            for viewer in sorted(now.states) if lane() == "nightly" else random.sample(sorted(now.states), 2):
                full = msgspec.json.encode(rendered(before, then, now.rows, viewer))
                own = aggregate(game, now.earlier[viewer], seed), aggregate(game, now.states[viewer], seed)
                known = rendered(*own, [blanked(event, viewer) for event in now.rows], viewer)
                assert full == msgspec.json.encode(known), (seed, viewer, now.step.state.version)
                compared += any(event.private is not None for event in now.rows)
                others = {found.encode() for found in hashes.values()} - {hashes.get(viewer, "").encode()}
                assert [found for found in others if found in full] == []
                apart += len(others)
    assert compared
    assert apart


def hashes_of(match: Aggregate) -> dict[str, str]:
    """Those of what each viewer sees; none before the start."""
    state = match.state
    shown = () if state.board_or_none is None else viewers(state)
    return {viewer: view_hash(view_of(match, viewer)) for viewer in shown}


def test_the_list_of_matches_is_made_of_public_parts(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        listed = State()
        for now in sealed(game, seed, options):
            fold_public(listed, [msgspec.structs.replace(event, private=None) for event in now.rows])
            whole_state = now.step.state
            for participant in (True, False):
                shown = match_out(listed, HEAD, participant=participant)
                assert msgspec.json.encode(shown) == msgspec.json.encode(
                    match_out(whole_state, HEAD, participant=participant)
                )


def test_no_commitment_is_made_twice_or_without_its_salt(game: CardGame, options: Any) -> None:
    """The same content under two salts gives two commitments; a salt has 128 bits and serves one part of one event."""
    for seed in shared(game, SEEDS):
        commitments: list[str] = []
        salts: list[bytes] = []
        for now in sealed(game, seed, options):
            for event in now.rows:
                body = msgspec.json.decode(event.body)
                assert len(body["commits"]) == len(msgspec.json.decode(event.private or b"{}"))
                commitments += body["commits"].values()
                salts += [salt(server_seed(seed), MATCH, event.version, name) for name in body["commits"]]
        assert len(set(commitments)) == len(commitments) == len(set(salts)) > 0
        assert {len(one) for one in salts} == {16}
        assert {len(one) for one in commitments} == {64}


def test_the_names_of_commitments_name_nobody_whom_the_public_part_does_not(game: CardGame, options: Any) -> None:
    """`sealed` for sealed events; a seat only where the event tells in public that it is about that seat."""
    named = 0
    for seed in shared(game, SEEDS):
        for now in sealed(game, seed, options):
            for event in now.rows:
                body = msgspec.json.decode(event.body)
                for name in body["commits"]:
                    number = seat_number(name)
                    assert (name == SEALED) == (event.type == SEALED)
                    if number is not None:
                        assert number in public_seats(body["pub"]), body
                        named += 1
    assert named


def public_seats(public: dict[str, Any]) -> set[int]:
    """The seats that the public part of an event speaks of."""
    told = [value for name, value in public.items() if name in ("seat", "owner", "viewer", "voter", "whose")]
    return {value for value in [*told, *public.get("viewers", ())] if isinstance(value, int)}


def test_a_spectator_of_a_spectators_match_misses_nothing(game: CardGame, options: Any) -> None:
    """The oracle of this file: who is shown all of an event has nothing blanked, who isn't has."""
    blank = kept = 0
    for now in sealed(game, 0, options):
        for event in now.rows:
            same = blanked(event, SPECTATOR).private == event.private
            blank, kept = blank + (not same), kept + same
            assert msgspec.json.decode(blanked(event, "full").private or b"{}") == msgspec.json.decode(
                event.private or b"{}"
            )
    assert min(blank, kept) > 0
