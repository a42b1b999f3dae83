"""What C4's windows, votes and leavings tell nobody else, byte for byte as the service renders it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.c4 import GAME as C4
from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from domain.kernel import decide
from domain.kernel.audience import SPECTATOR, seat
from domain.kernel.codec import SEALED
from domain.kernel.decide import Decision
from domain.kernel.facts import Fact
from domain.kernel.match import PromptOpened
from domain.kernel.prompts import Prompt, expand
from service.application.sealing import HIDDEN, Cause, seal
from service.bots.sampling import typed
from service.matches import events
from service.matches.perspectives import Sight
from service.matches.repository import stored
from tests.games.c4.disguise import disguised
from tests.kit.noninterference import ORIGIN, SEEDS, PairedMatch, told, viewers
from tests.kit.play import MATCH, accepted, server_seed

PAIRED = PairedMatch(C4)
played, shown, refusal_of = PAIRED.played, PAIRED.shown, PAIRED.refusal_of


@pytest.mark.rule("C4-455", "C4-R36")
def test_who_leaves_and_who_looks_tells_nothing_more() -> None:
    left = looked = 0
    for seed in range(40):
        random = Random(f"{seed} leaving")
        for state, move, step in played(seed):
            went = any(isinstance(fact.event, e.PlayerConceded) for fact in step.facts)
            saw = any(isinstance(fact.event, e.CardsLookedAt) for fact in step.facts)
            if not went and not saw:
                continue
            viewer = random.choice(viewers(state))
            twin = disguised(state, step, viewer, random)
            if twin.board != state.board:
                assert shown(state, step, viewer, seed) == shown(twin, accepted(move(twin)), viewer, seed)
                left, looked = left + went, looked + saw
    assert min(left, looked) > 10


@pytest.mark.rule("C4-455", "C4-R36")
def test_a_hidden_reaction_changes_nothing_but_who_is_asked_in_secret() -> None:
    """The declared exception, and no more than it: up to the first sealed event all is the same."""
    alike, asked = 0, 0
    for seed in SEEDS:
        random = Random(f"{seed} reactions")
        for state, move, step in played(seed):
            viewer = random.choice(viewers(state))
            twin = disguised(state, step, viewer, random, movable=lambda cid: True)
            one = shown(state, step, viewer, seed)["events"][step.hidden :]
            two = shown(twin, accepted(move(twin)), viewer, seed)["events"][step.hidden :]
            first = next(
                (place for place, pair in enumerate(zip(one, two, strict=False)) if SEALED in types(pair)), None
            )
            assert one[:first] == two[:first]
            alike += one == two
            asked += one != two
    assert alike > asked > 10


def types(pair: tuple[Any, Any]) -> set[str]:
    return {event.type for event in pair}


@pytest.mark.rule("C4-455")
def test_only_windows_ask_in_secret() -> None:
    hidden = {
        (prompt.kind, prompt.rule)
        for seed in SEEDS
        for state, _, _ in played(seed)
        for prompt in state.prompts.values()
        if prompt.secrecy == "hidden"
    }
    assert hidden == {("react", "C4-454")}


def asked_instead(step: Decision, prompt: Prompt, other: int) -> Decision:
    """The same step, with the hidden prompt opened to another seat."""
    state = step.state.copy()
    state.prompts[prompt.id] = msgspec.structs.replace(prompt, seat=other)
    facts = tuple(
        Fact(msgspec.structs.replace(fact.event, seat=other), sealed=seat(other))
        if isinstance(fact.event, PromptOpened) and fact.sealed == seat(prompt.seat)
        else fact
        for fact in step.facts
    )
    return msgspec.structs.replace(step, facts=facts, state=state)


@pytest.mark.rule("C4-455", "C4-R36")
def test_nobody_else_is_shown_who_is_asked_in_a_window() -> None:
    compared = 0
    for seed in SEEDS:
        for state, _, step in played(seed):
            for prompt in step.state.prompts.values():
                others = [number for number in range(len(state.seats)) if number != prompt.seat]
                if prompt.secrecy != "hidden":
                    continue
                other = asked_instead(step, prompt, others[0])
                for viewer in (SPECTATOR, *map(seat, others[1:])):
                    assert shown(state, step, viewer, seed) == shown(state, other, viewer, seed)
                    compared += 1
                assert shown(state, step, seat(prompt.seat), seed) != shown(state, other, seat(prompt.seat), seed)
    assert compared > 80


def test_a_ballot_shows_nothing_of_the_choice_while_others_still_vote() -> None:
    compared = 0
    for seed in range(60):
        for state, _, _ in played(seed):
            ballots = [prompt for prompt in state.prompts.values() if prompt.secrecy == "ballot"]
            if len(ballots) < 2:
                continue
            prompt = ballots[0]
            guard: dict[str, Any] = {"prompt": prompt.id, "revision": prompt.revision}
            choices = [
                typed(C4, {"type": template.type, **fields})
                for template in C4.options(state, prompt)
                for fields in expand(template)
            ]
            one, two = (
                accepted(decide.act(C4, state, prompt.seat, choice, state.at, server_seed(seed), **guard))
                for choice in (choices[0], choices[-1])
            )
            for viewer in viewers(state):
                if choices[0] != choices[-1] and viewer != seat(prompt.seat):
                    assert shown(state, one, viewer, seed) == shown(state, two, viewer, seed)
                    compared += 1
    assert compared > 20


def test_a_refusal_says_the_same_of_a_hidden_prompt_and_of_none() -> None:
    compared = 0
    for seed in SEEDS:
        for state, _, _ in played(seed):
            for prompt in state.prompts.values():
                if prompt.secrecy != "hidden":
                    continue
                for number in range(len(state.seats)):
                    if number != prompt.seat:
                        real = refusal_of(state, number, a.Pass(), seed, prompt=prompt.id, revision=0)
                        none = refusal_of(state, number, a.Pass(), seed, prompt=state.version + 9, revision=0)
                        assert real is not None
                        assert told(real) == told(none)
                        compared += 1
    assert compared > 80


def test_sealed_events_differ_in_nothing_but_version_time_and_commitment() -> None:
    faces = set()
    for seed in SEEDS:
        for state, _, step in played(seed):
            new = seal(step, MATCH, server_seed(seed), bytes(32), state.version + 1, ORIGIN)
            assert {event.at for event in new} == {step.at}
            for event in new:
                body = msgspec.json.decode(event.body)
                if step.hidden or event.type == SEALED:
                    assert Cause(body["actor"], body["command"]) == HIDDEN
                if event.type == SEALED:
                    faces.add((*(key for key in body), body["type"], body["schema"], str(body["pub"])))
                    assert [(name, len(text)) for name, text in body["commits"].items()] == [(SEALED, 64)]
            rows = stored(PAIRED.aggregate(state), new)
            seen = events.seen(PAIRED.entry, rows, Sight(SPECTATOR))
            for event_out in events.render(PAIRED.entry, state.cards, MATCH, seen):
                if event_out.type == SEALED:
                    faces.add((event_out.actor, event_out.text, event_out.redacted, str(event_out.data)))
                if step.hidden:
                    assert (event_out.actor, event_out.caused_by) == ("hidden", None)
    assert len(faces) == 2


@pytest.mark.rule("C4-610")
def test_a_looked_at_hand_is_listed_by_id_not_by_arrival() -> None:
    looked, out_of_order = 0, 0
    for seed in range(60):
        for _, _, step in played(seed):
            for fact in step.facts:
                if isinstance(fact.event, e.CardsLookedAt) and fact.event.zone == "hand":
                    listed = [iid for _, iid in fact.event.cards or ()]
                    held = list(step.state.board.players[fact.event.whose].hand.known)
                    assert listed == sorted(str(iid) for iid in listed)
                    looked += 1
                    out_of_order += [iid for iid in held if iid in listed] != [iid for iid in listed if iid in held]
    assert looked > out_of_order > 0
