"""No leak through exports: what V can't see changes no byte of V's file of a match that goes on.

The declared exceptions are `MAY_DIFFER`: salted commitments, what is computed from them, and the sums of lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games import discover
from domain.games.c4 import GAME as C4
from domain.kernel.audience import SPECTATOR, seat, sees
from domain.kernel.decide import Decision
from domain.kernel.match import State
from eventstore.chain import canonical
from service.application.sealing import seal
from service.history.lines import Check, Line, encode
from service.history.recorder import full_line
from service.history.redaction import redaction_of
from service.matches.perspectives import state_hashes
from service.matches.repository import stored
from tests.contract.games import shared
from tests.history.files import events, rows
from tests.history.stories import STORIES
from tests.kit.lanes import lane
from tests.kit.modes import InMode, in_each_mode, name_of
from tests.kit.noninterference import ORIGIN, SEEDS, PairedMatch, disguises, hides, viewers
from tests.kit.play import MATCH, accepted, server_seed
from tests.kit.recorded import Recorded, Scribe
from tests.toy_game import GAME as TOY
from tests.toy_game import actions as act

MAY_DIFFER = {
    "hash": "the chain's hash of an event, over its commitments",
    "head": "the last of these",
    "commit": "a commitment to what this perspective doesn't see, salted from the seed",
    "sum": "over a line with one of these",
    "seed_commitment": "to the server's seed",
}


def masked(value: Any) -> Any:
    """Plain data without what may differ, but with the number of its characters."""
    if isinstance(value, dict):
        return {
            name: len(item) if name in MAY_DIFFER and isinstance(item, str) else masked(item)
            for name, item in value.items()
        }
    return [masked(item) for item in value] if isinstance(value, list) else value


def exported(paired: PairedMatch, before: State, step: Decision, viewer: str, seed: int) -> list[Any]:
    """What a step adds to the file of a viewer, its header, and the state hash of a check after it."""
    new = seal(step, MATCH, server_seed(seed), bytes(32), before.version + 1, ORIGIN)
    redaction = redaction_of(viewer, step.state)
    told: list[Line] = [
        redaction.event(full_line(MATCH, event, server_seed(seed))) for event in stored(paired.aggregate(before), new)
    ]
    told.append(Check(v=step.state.version, state=state_hashes(paired.game, step.state, viewer)))
    return [masked(msgspec.json.decode(encode(line))) for line in told]


@pytest.mark.parametrize("variant", in_each_mode(discover().values()), ids=name_of)
def test_what_v_cannot_see_changes_nothing_that_a_step_adds_to_the_file_of_v(variant: InMode) -> None:
    paired, disguise, exchanged = PairedMatch(variant.game, variant.options), disguises()[variant.game.slug], 0
    for seed in SEEDS if lane() == "nightly" else shared(variant.game, SEEDS):
        random = Random(f"{seed} exports")
        for state, move, step in paired.played(seed):
            viewer = random.choice(viewers(state))
            twin = disguise.disguised(state, step, viewer, random)
            other = accepted(move(twin))
            one, two = (exported(paired, *pair, viewer, seed) for pair in ((state, step), (twin, other)))
            assert canonical(one) == canonical(two)
            exchanged += disguise.hands(other.state) != disguise.hands(step.state)
    assert exchanged


@pytest.mark.parametrize("variant", in_each_mode(discover().values()), ids=name_of)
def test_what_v_cannot_see_changes_nothing_of_an_end_that_keeps_its_secrets_in_the_file_of_v(variant: InMode) -> None:
    paired, disguise = PairedMatch(variant.game, variant.options, reveal="later"), disguises()[variant.game.slug]
    exchanged = hidden = 0
    for seed in SEEDS[:6]:
        random = Random(f"{seed} ends of exports")
        state, move, step = list(paired.played(seed))[-1]
        hidden += hides(disguise, step.state)
        for viewer in viewers(state):
            twin = disguise.disguised(state, step, viewer, random)
            other = accepted(move(twin))
            one, two = (exported(paired, *pair, viewer, seed) for pair in ((state, step), (twin, other)))
            assert canonical(one) == canonical(two)
            assert server_seed(seed).hex() not in canonical(one).decode()
            exchanged += disguise.hands(other.state) != disguise.hands(step.state)
    assert exchanged > 0 or hidden < len(SEEDS[:6]) / 2


def file_of(recorded: Recorded, viewer: str) -> bytes:
    return canonical(masked(rows(recorded.file(viewer))))


def lobby(deck: str, seed: str) -> Recorded:
    """Seat 1 has sat down with a loadout and a seed, seat 0 and 2 with others."""
    scribe = Scribe("c4", "lobby", 4)
    scribe.join(0, "account:a", C4.decks()[0].id, "aa").join(1, "account:b", deck, seed)
    return scribe.join(2, "account:c", C4.decks()[1].id).leave(2).recorded


def test_nobody_learns_another_ones_loadout_or_seed_from_a_file_before_the_start() -> None:
    one, other = (lobby(deck.id, seed) for deck, seed in zip(C4.decks()[2:4], ("abcd", "dcba"), strict=True))
    for viewer in (SPECTATOR, seat(0), seat(2)):
        assert file_of(one, viewer) == file_of(other, viewer)
    assert file_of(one, seat(1)) != file_of(other, seat(1))


def kept(name: str) -> Recorded:
    """Envoys up to the moment at which one envoy is on the table, face down; `name` gives all its chance."""
    scribe = Scribe(TOY.slug, name, 2, options={"rounds": 2})
    scribe.random = Random("the players")
    for number in range(2):
        scribe.join(number, f"account:{number}", "owl")
    for number in range(2):
        scribe.act(_asked(scribe, number, "peek"), act.Peek("keep"))
    prompt = _asked(scribe, 0, "send")
    return scribe.act(prompt, act.Send(scribe.state.board.places[0].hand[0])).recorded


def _asked(scribe: Scribe, number: int, kind: str) -> Any:
    return next(prompt for prompt in scribe.state.prompts.values() if (prompt.seat, prompt.kind) == (number, kind))


def neutral(recorded: Recorded, viewer: str) -> bytes:
    """The masked file under the name of no match."""
    return file_of(recorded, viewer).replace(recorded.match.encode(), b"mt_some")


def test_a_spectator_learns_nothing_of_cards_seeds_and_choices_from_a_whole_file() -> None:
    """Two matches from other server seeds: everything drawn and chosen in secret differs, no byte of the file does."""
    first, *others = [kept(f"chance {number}") for number in range(12)]
    dealt = {tuple(first.state.board.places[0].hand) for first in (first, *others)}
    assert len(dealt) > 10
    for other in others:
        said = neutral(other, SPECTATOR)
        for mine, theirs in zip(_commands(first), _commands(other), strict=True):
            said = said.replace(theirs.encode(), mine.encode())
        assert said == neutral(first, SPECTATOR)
        assert neutral(other, seat(1)) != neutral(first, seat(1))


def _commands(recorded: Recorded) -> list[str]:
    """Digests of caller and key under the match's id: all that follows from the id alone."""
    return list(dict.fromkeys(event["command"] for event in events(recorded.file(SPECTATOR)) if event["command"]))


def moments(recorded: Recorded) -> list[Recorded]:
    """The match in the lobby, at its start, in its middle and at its end."""
    whole = len(recorded.batches)
    return [recorded.until(batches) for batches in (2, whole // 2, whole - 1, whole)]


HEX = re.compile(r"^[0-9a-f]{32,}$")
NAMED = {"hash", "commit", "sum", "head", "salt", "command", "views", "seed"}
"""Members that hold hexadecimal texts in any file; pins, own states and open data beside them."""


def hexes(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """(path, text) of everything that looks like a hash."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from hexes(item, (*path, name))
    elif isinstance(value, list):
        for item in value:
            yield from hexes(item, path)
    elif isinstance(value, str) and HEX.match(value):
        yield path, value


@pytest.mark.parametrize("story", ["c4", "toy", "revealed to participants", "revealed later"])
def test_a_redacted_file_holds_nothing_of_what_others_see(story: str) -> None:
    """No salt, no data, no hash without a salt, no state hash; what is closed is a commitment and nothing else."""
    closed = 0
    for recorded in moments(STORIES[story]()):
        whole = rows(recorded.file())
        for viewer in (SPECTATOR, *(seat(number) for number in range(len(recorded.state.seats)))):
            text = recorded.file(viewer).decode()
            since = 0 if viewer == SPECTATOR else recorded.state.seats[int(viewer[5:])].since
            for full, mine in zip(whole, rows(text.encode()), strict=True):
                if full["k"] == "e":
                    viewed = viewer if full["v"] >= since else SPECTATOR
                    parts = zip(full["prv"], mine["prv"], strict=True)
                    closed += sum(is_closed(full, part, own, viewed, text) for part, own in parts)
                elif full["k"] in "cf":
                    assert mine["state"] == {viewer: full["state"][viewer]}
                    # before the start everybody's view is null
                    others = {value for name, value in full["state"].items() if value != full["state"][viewer]}
                    assert not [value for value in others if value in text]
                named = {path[-1] for path, _ in hexes(mine) if not {"pins", "data"} & {*path}}
                assert named <= NAMED | {viewer}
    assert closed > 100


def is_closed(event: dict[str, Any], full: dict[str, Any], own: dict[str, Any], viewer: str, text: str) -> bool:
    """Whether a private part is hidden from a viewer; then the file has nothing of it, nor of whom it is for."""
    if sees(viewer, full["to"]):
        assert own == full
        return False
    assert set(own) == {"to", "commit"}
    assert own["to"] == ("sealed" if event["type"] == "sealed" else full["to"])
    assert full["salt"] not in text
    assert sha256(canonical(full["data"])).hexdigest() not in text
    return True
