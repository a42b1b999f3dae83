"""The contract of a game, by seeded random play of whole matches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from domain.kernel import decide, snapshots
from domain.kernel.audience import FULL
from domain.kernel.codec import Codec
from domain.kernel.decide import Decision
from domain.kernel.facts import as_seen
from domain.kernel.fold import FOLDERS, evolve
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.refusal import Refusal
from domain.kernel.versions import is_older
from eventstore.chain import canonical
from service.application.sealing import Cause, seal
from service.bots.sampling import answer
from service.matches.texts import describe
from tests.contract.games import IN_EVERY_MODE, match_by_chance, shared, viewers
from tests.kit.lanes import by_lane, lane
from tests.kit.play import MATCH, accepted, moves, server_seed, whole
from tests.kit.stored import stored_row

pytestmark = IN_EVERY_MODE
SEEDS = range(by_lane(commit=10, nightly=80))
FEW = range(by_lane(commit=2, nightly=16))
LIMIT = 5_000
"""Decisions that a random match may take."""


def plain(game: CardGame, state: State, viewer: str) -> Any:
    """The view, none before the start."""
    return None if state.board_or_none is None else game.view(state, viewer)


def test_each_match_holds_together_and_ends_in_a_result_that_ranks_every_seat(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        last = State()
        for number, step in enumerate(whole(game, seed, options=options)):
            assert number < LIMIT
            last = step.state
            assert game.invariants(last) == []
            if last.status == "running":
                assert any(prompt.mode != "standing" for prompt in last.prompts.values())
                assert all(game.options(last, prompt) for prompt in last.prompts.values())
        assert last.result is not None
        placings, reason = last.result.placings, last.result.reason
        assert reason in {"", *game.look.endings} or " " in reason, "people read why a match is over"
        assert sorted(seat for group in placings for seat in group) == list(range(len(last.seats)))
        sides = game.sides(options, len(last.seats))
        assert all(any(set(side) <= set(group) for group in placings) for side in sides), "sides win and lose together"
        assert not last.prompts
        assert not last.frames


def test_its_version_is_numbers_between_dots(game: CardGame) -> None:
    """So that a server can tell whether a match belongs to a newer release than its own."""
    assert not is_older(game.rules_version, game.rules_version + ".0")
    assert is_older(game.rules_version, game.rules_version + ".1")


def test_stored_bytes_rebuild_the_state(game: CardGame, options: Any) -> None:
    codec = Codec(game)
    for seed in shared(game, FEW):
        folded = State()
        for step in match_by_chance(game, seed, options):
            codec.fold(folded, [stored_row(fact, step.at) for fact in step.facts])
            assert folded == step.state


def test_the_law_of_redaction(game: CardGame, options: Any) -> None:
    """What v sees of the whole is what v can rebuild from what v is shown, at every stop, for every viewer.

    At every fact for those from whom some of it is hidden, and for the others in turn; at night for all of them.
    Facts alone rebuild the state, and every view at a stop fits the table and its type.
    """
    for seed in shared(game, FEW):
        whole_state = State()
        redacted: dict[str, State] = {}
        for step in match_by_chance(game, seed, options):
            for fact in step.facts:
                evolve(game, whole_state, fact.event, step.at)
                redacted = redacted or {viewer: State() for viewer in viewers(whole_state)}
                stop = fact is step.facts[-1]
                due = {*redacted} if stop or lane() == "nightly" else {[*redacted][whole_state.version % len(redacted)]}
                for viewer, state in redacted.items():
                    told = as_seen(fact, viewer)
                    evolve(game, state, told, step.at)
                    if viewer in due or told is not fact.event:
                        seen = plain(game, whole_state, viewer)
                        assert plain(game, state, viewer) == seen, (viewer, fact)
                        if stop and step.state.status == "running":
                            fits_the_table_and_its_type(game, step.state, seen)
            assert whole_state == step.state


def fits_the_table_and_its_type(game: CardGame, state: State, view: Any) -> None:
    assert isinstance(view, game.view_type)
    assert len(game.table(view, state.cards).players) == len(state.seats)
    assert msgspec.json.decode(msgspec.json.encode(view), type=game.view_type) == view


def test_the_law_of_redaction_on_stored_bytes(game: CardGame, options: Any) -> None:
    codec = Codec(game)
    for seed in shared(game, FEW):
        steps = list(match_by_chance(game, seed, options))
        rows = [stored_row(fact, step.at) for step in steps for fact in step.facts]
        state = steps[-1].state
        for viewer in viewers(state):
            folded = codec.fold(State(), rows, viewer)
            assert canonical(game.view(folded, viewer)) == canonical(game.view(state, viewer))


def test_the_same_seed_gives_the_same_bytes(game: CardGame, options: Any) -> None:
    def chain(seed: int) -> list[bytes]:
        head, hashes = bytes(32), []
        for step in whole(game, seed, options=options):
            first = step.state.version - len(step.facts) + 1
            events = seal(step, MATCH, server_seed(seed), head, first, Cause("seat:0", "command"))
            hashes += [event.hash for event in events]
            head = hashes[-1]
        return hashes

    for seed in shared(game, FEW):
        assert chain(seed) == chain(seed)
    assert chain(0)[0] != chain(1)[0]


def test_a_match_goes_on_from_its_bytes(game: CardGame, options: Any) -> None:
    """Serialise, restore, continue is the same; frames and prompts survive."""
    codec = Codec(game)
    for seed in shared(game, FEW):
        steps = list(match_by_chance(game, seed, options))
        started = next(step.state for step in steps if step.state.status == "running")
        restored = snapshots.load(codec.typing, snapshots.dump(started)).use(game.library())
        assert restored == started
        again = list(moves(game, restored, seed))
        assert [step.facts for step in again] == [step.facts for step in steps[-len(again) :]]
        for step in steps:
            assert snapshots.load(codec.typing, snapshots.dump(step.state)) == step.state


def test_a_decision_leaves_the_given_state_as_it_was(game: CardGame, options: Any) -> None:
    for seed in shared(game, FEW):
        for state in running(game, seed, options):
            before = snapshots.dump(state)
            prompt = next(iter(state.prompts.values()))
            action = answer(game, state, prompt, Random(seed))
            accepted(try_it(game, state, prompt.seat, action, seed, prompt=prompt.id, revision=prompt.revision))
            assert snapshots.dump(state) == before


def test_every_fact_has_a_sentence(game: CardGame, options: Any) -> None:
    codec = Codec(game)
    for seed in shared(game, FEW):
        for step in match_by_chance(game, seed, options):
            for fact in step.facts:
                for viewer in viewers(step.state):
                    event = codec.decode(*stored_row(fact, step.at)[:4], viewer)
                    text = describe(game, event, step.state.cards)
                    assert text.strip()
                    assert not re.search(r"None|<|\w\(", text), text
                    if type(event) in FOLDERS and isinstance(seat := getattr(event, "seat", None), int):
                        assert game.seat_name(seat) in text


def test_concession_is_always_open_and_nobody_waits_for_who_has_conceded(game: CardGame, options: Any) -> None:
    for seed in shared(game, FEW):
        for state in running(game, seed, options):
            for number, place in enumerate(state.seats):
                outcome = decide.concede(game, state, number, state.at, server_seed(seed))
                assert isinstance(outcome, Refusal if place.conceded else Decision)
                if isinstance(outcome, Decision):
                    assert number not in {prompt.seat for prompt in outcome.state.prompts.values()}


def test_the_full_view_shows_all_there_is(game: CardGame, options: Any) -> None:
    """Else the full record could hide a fault of the others."""
    for state in running(game, 1, options):
        full = shown(game, state, FULL)
        assert all(shown(game, state, viewer) <= full for viewer in viewers(state))


def shown(game: CardGame, state: State, viewer: str) -> int:
    """The size of a view; what is hidden is null, which says nothing."""
    return len(canonical(game.view(state, viewer)).replace(b"null", b""))


def running(game: CardGame, seed: int, options: Any) -> Iterator[State]:
    return (step.state for step in match_by_chance(game, seed, options) if step.state.status == "running")


def try_it(game: CardGame, state: State, seat: int, action: Any, seed: int, **guard: Any) -> Decision | Refusal:
    return decide.act(game, state, seat, action, state.at, server_seed(seed), **guard)
